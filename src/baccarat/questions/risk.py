"""`risk`: ruin, goals and bankrolls, exact for a flat bet, approximate for a count."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf
from typing import Annotated, Any, ClassVar

from baccarat.base.errors import BadText
from baccarat.base.jsonable import decked
from baccarat.core.bets import as_bet
from baccarat.core.games import as_game
from baccarat.core.shoe import LastCoup
from baccarat.questions.game import DECIDE, GAME, DecksField, EndlessField, GameField, bet_names
from baccarat.questions.question import Ask, BaseQuestion, Misfit, refuse
from baccarat.questions.shares import read_share, spelled_share
from baccarat.systems.counting.play import Play, named
from baccarat.systems.counting.saved import KeptCounts
from baccarat.systems.counting.worth import CountWorth
from baccarat.systems.risk.counted import CountedRisk
from baccarat.systems.risk.flat import FlatRisk
from baccarat.systems.risk.flat import risk as flat_risk
from baccarat.systems.risk.offers import (
    COST_COUPS,
    Bonus,
    GuestLuck,
    Rebate,
    RebateCosts,
    Rolling,
)
from baccarat.systems.risk.prospects import Prospects
from baccarat.systems.session import PACE, coups_in, require_pace

BET = "banker"
BANKROLL = 100
"""The default bankroll, in units."""
MOST_COLUMNS = 6
AnyRisk = FlatRisk | CountedRisk
Offered = dict[str, Rebate | RebateCosts | Rolling | Bonus | GuestLuck]
"""What offers are worth, by the name of the offer."""
SHARES = {"rebate": "a rebate", "rolling": "a commission", "counts": "the share that counts"}
OFFERS = ("rebate", "costs", "rolling", "bonus", "turnover", "counts", "won")


@dataclass(frozen=True, kw_only=True)
class RiskQuestion(BaseQuestion):
    """A question for the chance of ruin or of a goal, or for the bankroll with a given risk."""

    kind: ClassVar[str] = "risk"

    bets: Annotated[
        tuple[str, ...],
        Ask(f"Bets to compare, at most {MOST_COLUMNS}, with a price if you like: dragon-7:50.",
            option="", usual=f"{BET}; with --kept all bets of the file", offers=bet_names),
    ] = ()  # fmt: skip
    kept: Annotated[
        str | None,
        Ask("File with the results of a count, written by `baccarat count --keep`.", is_file=True),
    ] = None  # fmt: skip
    bankroll: Annotated[int | None, Ask("Bankroll, in units.", 1, usual=str(BANKROLL))] = None
    goal: Annotated[int | None, Ask("Bankroll at which to stop, in units.", 1)] = None
    coups: Annotated[
        int | None, Ask("Length of a session in coups.", 1, usual="no limit")
    ] = None  # fmt: skip
    hours: Annotated[float | None, Ask("Length of a session in hours.", above=0)] = None
    pace: Annotated[int | None, Ask("Coups per hour.", 1, usual=str(PACE))] = None
    risk: Annotated[
        str | None, Ask("Find the smallest bankroll with this risk of ruin: 5%, 0.05 or 1/20.")
    ] = None  # fmt: skip
    rebate: Annotated[
        str | None,
        Ask("Share of a loss that the house gives back, e.g. 10%. Shows its worth, after --coups "
            "or with the best moments to stop."),
    ] = None  # fmt: skip
    costs: Annotated[
        bool, Ask("With --rebate: what it costs the house after 100 to 10,000 coups.")
    ] = False
    rolling: Annotated[
        str | None, Ask("Commission on lost rolling chips, e.g. 0.9%. Shows its worth.")
    ] = None  # fmt: skip
    bonus: Annotated[
        int | None, Ask("Bonus that the house adds, in units. Shows its worth.", 1)
    ] = None  # fmt: skip
    turnover: Annotated[
        int | None, Ask("Units to stake before the bonus may be taken home.", 1)
    ] = None  # fmt: skip
    counts: Annotated[
        str | None, Ask("Share of a stake that counts as turnover.", usual="100%")
    ] = None  # fmt: skip
    won: Annotated[
        float | None, Ask("Units won in --coups coups; negative if lost. Shows how lucky that was.")
    ] = None  # fmt: skip
    cut_card: Annotated[
        int | None,
        Ask("With --kept: use only shoes with this number of cards behind the cut card.", 0),
    ] = None  # fmt: skip
    last_coup: Annotated[
        str | None, Ask("With --kept: use only shoes with this last-coup rule.")
    ] = None  # fmt: skip
    game: GameField = GAME
    decks: DecksField = None
    endless: EndlessField = False

    def __post_init__(self) -> None:
        if self.bankroll is not None and self.risk is not None:
            raise Misfit("{risk} calculates the bankroll: leave {risk} or {bankroll} out")
        if self.coups is not None and self.hours is not None:
            raise Misfit("give only one length: {coups} or {hours}")
        if self.endless:
            refuse("an endless deck has no number of decks", self, "decks")
        if self.kept is None:
            refuse("a flat bet has fresh shoes", self, "cut_card", "last_coup")
            if len(self.bets) > MOST_COLUMNS:
                why = f"at most {MOST_COLUMNS} bets fit beside each other, not {len(self.bets)}"
                raise BadText(why)
        else:
            refuse("the file has its own shoes", self, "game", "decks", "endless")
            refuse("an offer is for a flat bet", self, *OFFERS)
        if (self.bonus is None) != (self.turnover is None):
            raise Misfit("a bonus needs a turnover: give both, {bonus} and {turnover}")
        if self.costs and self.rebate is None:
            raise Misfit("{costs} are the costs of a rebate: add {rebate}")
        if self.counts is not None and self.turnover is None:
            raise Misfit("{counts} needs a turnover: give {bonus} and {turnover}")
        if self.won is not None and self.coups is None and self.hours is None:
            raise Misfit("{won} needs the number of coups: add {coups}")
        _ = (
            self.shares,
            self.chance,
            self.length(PACE),
            self.rule,
        )  # complains at once of impossible values

    @cached_property
    def chance(self) -> float | None:
        """The accepted risk, if the question is for a bankroll; otherwise None."""
        return None if self.risk is None else float(read_share(self.risk, "a risk"))

    @cached_property
    def shares(self) -> dict[str, float]:
        """The terms of an offer that are shares (rebate, commission and so on), by name."""
        texts = {name: getattr(self, name) for name in SHARES}
        return {name: float(read_share(text, SHARES[name])) for name, text in texts.items() if text}

    def offers(self, risk: AnyRisk, usual_pace: int) -> Offered:
        """The worth of each offer in the question, e.g. of a rebate, for a guest who bets flat."""
        offers: Offered = {}
        if not isinstance(risk, FlatRisk):
            return offers
        coups, shares = self.length(usual_pace), self.shares
        if "rebate" in shares:
            offers["rebate"] = risk.rebate(shares["rebate"], coups)
        if self.costs:
            marks = sorted({*COST_COUPS, coups or COST_COUPS[0]})
            offers["costs"] = risk.rebate_costs(shares["rebate"], marks)
        if "rolling" in shares:
            offers["rolling"] = risk.rolling(shares["rolling"])
        if self.bonus is not None and self.turnover is not None:
            own = BANKROLL if self.bankroll is None else self.bankroll
            counts = shares.get("counts", 1.0)
            offers["bonus"] = risk.bonus(self.bonus, self.turnover, bankroll=own, counts=counts)
        if self.won is not None and coups is not None:
            offers["luck"] = risk.luck(self.won, coups)
        return offers

    @property
    def rule(self) -> LastCoup | None:
        """The last-coup rule of the shoes that are chosen; None chooses shoes of every rule."""
        return None if self.last_coup is None else LastCoup.parse(self.last_coup)

    def speed(self, usual: int) -> int:
        """Coups per hour."""
        return usual if self.pace is None else self.pace

    def length(self, usual_pace: int) -> int | None:
        """The number of coups of a session; None if the session has no end."""
        require_pace(self.speed(usual_pace))
        return self.coups if self.hours is None else coups_in(self.hours, self.speed(usual_pace))

    @cached_property
    def spelling(self) -> Mapping[str, Any]:
        given = {name: getattr(self, name) for name in ("risk", *SHARES)}
        texts = {name: spelled_share(text) for name, text in given.items()}
        texts["last_coup"] = None if self.rule is None else str(self.rule)
        values = {**self.said, **{name: text for name, text in texts.items() if text is not None}}
        usual = {"bankroll": BANKROLL, "bets": (BET,) if self.kept is None else ()}
        return {name: value for name, value in values.items() if usual.get(name) != value}

    def answer(self) -> "RiskAnswer":
        """The answer: exact for a flat bet, from the saved shoes for a count."""
        return self._flat() if self.kept is None else self._counted(KeptCounts.load(self.kept))

    def _flat(self) -> "RiskAnswer":
        """The answer for flat bets, each from a fresh shoe."""
        decks = inf if self.endless else self.decks
        table = as_game(self.game, decks=decks)
        names = self.bets or (BET,)
        flat = [flat_risk(name, game=table, decks=decks, decide=DECIDE) for name in names]
        shoe = "an endless deck" if self.endless else f"{table.rules.decks} decks"
        return RiskAnswer(
            self,
            {str(risk.bet): risk for risk in flat},
            f"{table}, {shoe}: one unit on every coup, each from a fresh shoe. "
            "Exact: payouts are exact fractions.",
            {"game": table.name, **decked(table.rules.decks, self.endless)},
            PACE,
        )

    def _counted(self, kept: KeptCounts) -> "RiskAnswer":
        """The answer for bets of a count, from its saved shoes."""
        worths = self._chosen(kept)
        burned = "" if kept.burn else "not burned, "
        about = (
            *_names(worths.values(), str).values(),
            f"{kept.decks} decks, {burned}{kept.shoes:,} shoes of seed {kept.seed}. "
            "About: steps with the mean and variance of these shoes; in brackets the 99 % "
            "interval that their errors leave.",
        )
        risks = {label: worth.risk for label, worth in worths.items()}
        shoes = {"game": None, **decked(kept.decks)}
        return RiskAnswer(self, risks, "\n".join(about), shoes, kept.pace)

    def _chosen(self, kept: KeptCounts) -> dict[str, CountWorth]:
        """The saved results for these bets, cut cards and last-coup rules, by name of column."""
        ended = [
            worth
            for worth in kept.worths
            if self.cut_card in (None, worth.ending.cut_card)
            and self.rule in (None, worth.ending.last_coup)
        ]
        kinds = [_is_of(name) for name in self.bets] or [lambda worth: True]
        if not all(any(map(is_of, ended)) for is_of in kinds):
            known = dict.fromkeys(
                f"{named(worth.play.bet)}, {worth.ending}" for worth in kept.worths
            )
            raise BadText(
                f"the file has none of these counts: choose one of these: {'; '.join(known)[:120]}"
            )
        chosen = [worth for worth in ended if any(is_of(worth) for is_of in kinds)]
        if len(chosen) > MOST_COLUMNS:
            raise BadText(
                f"the file keeps {len(chosen)} counts, too many for one table: choose bets, "
                "a cut card and a last-coup rule"
            )
        several = len({worth.ending for worth in chosen}) > 1
        labels = _names(chosen, lambda play: named(play.bet))
        endings = [f", cut {worth.ending.cut_card} {worth.ending.last_coup}" for worth in chosen]
        return {
            labels[worth.play] + ending * several: worth
            for worth, ending in zip(chosen, endings, strict=True)
        }


@dataclass(frozen=True)
class RiskAnswer:
    """The bets of a question with the risk of each, by the name of the bet's column."""

    question: RiskQuestion
    risks: Mapping[str, AnyRisk]
    about: str
    shoes: Mapping[str, object]
    """the shoe, for JSON"""
    usual_pace: int

    def __post_init__(self) -> None:
        _ = self.prospects, self.offers  # complains at once of impossible values

    @property
    def pace(self) -> int:
        """Coups per hour."""
        return self.question.speed(self.usual_pace)

    @cached_property
    def prospects(self) -> Mapping[str, Prospects]:
        """The chances of each bet; if a risk is given, the bankroll is calculated first."""
        question, coups = self.question, self.question.length(self.usual_pace)
        units = BANKROLL if question.bankroll is None else question.bankroll
        prospects = {}
        for label, risk in self.risks.items():
            if question.chance is not None:
                units = risk.bankroll(question.chance, question.goal, coups)
            prospects[label] = risk.prospects(units, question.goal, coups)
        return prospects

    @cached_property
    def offers(self) -> Mapping[str, Offered]:
        return {
            label: self.question.offers(risk, self.usual_pace) for label, risk in self.risks.items()
        }

    def as_json(self) -> dict[str, object]:
        """The figures of each bet; for a count, also at both ends of the confidence interval."""
        chance = self.question.chance
        rows = [
            _json(risk, self.prospects[label], label, self.pace, chance)
            | {"offers": {name: offer.as_json() for name, offer in self.offers[label].items()}}
            for label, risk in self.risks.items()
        ]
        return {**self.shoes, "pace": self.pace, "risk_stated_float": chance, "risks": rows}


def _is_of(name: str) -> Callable[[CountWorth], bool]:
    """A test whether a result is of this bet; a name without a price fits every price."""
    bet = as_bet(name)
    return lambda worth: (
        worth.play.bet == bet or (":" not in name and worth.play.bet.key == bet.key)
    )


def _names(worths: Iterable[CountWorth], name: Callable[[Play], str]) -> dict[Play, str]:
    """A name for each guest; it begins with a number if several guests have the same bet."""
    plays = list(dict.fromkeys(worth.play for worth in worths))
    is_clear = len({named(play.bet) for play in plays}) == len(plays)
    numbers = [f"{number}. " * (not is_clear) for number in range(1, len(plays) + 1)]
    return {play: number + name(play) for play, number in zip(plays, numbers, strict=True)}


def _json(
    risk: AnyRisk, prospects: Prospects, label: str, pace: int, chance: float | None
) -> dict[str, object]:
    """All figures of a bet; for a count, also at both ends of the confidence interval."""
    units, goal, coups = prospects.bankroll, prospects.goal, prospects.coups
    figures: dict[str, object] = {
        "label": label,
        "is_exact": isinstance(risk, FlatRisk),
        **prospects.as_json(),
        "ruin_for_ever_float": risk.ruin(units),
        "ruin_in_session_float": None if coups is None else risk.ruin(units, None, coups),
        "ruin_before_goal_float": None if goal is None else risk.ruin(units, goal),
        "reach_for_ever_float": None if goal is None else risk.reach(units, goal),
        "cost_an_hour_float": pace * risk.cost,
    }
    ruins: Sequence[float | None] = (None, None)
    least: Sequence[int | None] = (None, None)
    if isinstance(risk, CountedRisk):
        ruins = [
            end.ruin(units, goal, coups)
            for end in risk.ends(lambda end: end.ruin(units, goal, coups))
        ]
        least = least if chance is None else risk.enough_ends(chance, goal, coups)
    for place, name in enumerate(("low", "high")):
        figures |= {f"ruin_{name}_float": ruins[place], f"bankroll_{name}": least[place]}
    return figures
