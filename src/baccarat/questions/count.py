"""`count`: what card counts are worth, on the same shoes."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any, ClassVar

from baccarat.base.errors import BadText
from baccarat.core.bets import Bet
from baccarat.core.shoe import LastCoup
from baccarat.questions.dealing import TableQuestion
from baccarat.questions.game import DECIDE, MOST_BEHIND, bet_names
from baccarat.questions.question import Ask
from baccarat.questions.run import MOST_FIGURES, Figures, RunDealer, RunEstimate
from baccarat.simulation.plan import WHOLE_SHOE, Plan
from baccarat.systems.counting.play import CountedBet, Play
from baccarat.systems.counting.play_choice import EACH, ChosenPlay, choose_plays
from baccarat.systems.counting.published import known_counts
from baccarat.systems.counting.shoes import SHOES, CountedShoes, count_cards
from baccarat.systems.counting.spelling import (
    ALL,
    PERFECT,
    PUBLISHED,
    SUGGESTED,
    SpelledCount,
    read_count,
)
from baccarat.systems.counting.totals import USUAL, Ending, LaidTally, deepest
from baccarat.systems.counting.worth import CountWorth
from baccarat.systems.session import PACE, require_pace

CUT_CARDS, LAST_COUPS = (USUAL.cut_card,), (str(USUAL.last_coup),)
"""The default ends of a shoe."""


def count_names() -> list[str]:
    """The names of all counts; the last three names need a bet beside them."""
    bets = dict.fromkeys(published.count.bet.key for published in known_counts())
    return [*bets, PERFECT, SUGGESTED, PUBLISHED]


@dataclass(frozen=True, kw_only=True)
class CountQuestion(TableQuestion):
    """The worth of card counts on the same shoes."""

    kind: ClassVar[str] = "count"

    counts: Annotated[
        tuple[str, ...],
        Ask("A count to compare with the first count on the same shoes: dragon-7, published, "
            "suggested, suggested:1, perfect, 'TAGS at TRIGGER' or all. A count is used for every "
            "named bet, or for one bet: 'perfect on tie'. May be repeated.",
            option="--compare", least=1, offers=count_names),
    ] = ()  # fmt: skip
    bets: Annotated[
        tuple[str, ...],
        Ask(
            "Bets to make by a count, with a price if you like: dragon-7:50.",
            option="",
            offers=bet_names,
        ),
    ] = ()
    shoes: Annotated[int, Ask("Number of shoes.", 1)] = SHOES
    cut_cards: Annotated[
        tuple[int, ...],
        Ask("Number of cards behind the cut card. May be repeated.", 0, MOST_BEHIND,
            option="--cut-card", usual=str(*CUT_CARDS)),
    ] = ()  # fmt: skip
    last_coups: Annotated[
        tuple[str, ...],
        Ask("Rule for the last coup: A, B, C or two numbers, e.g. 2/1. Published figures use B. "
            "May be repeated.",
            option="--last-coup", usual=str(*LAST_COUPS)),
    ] = ()  # fmt: skip
    pace: Annotated[int, Ask("Coups per hour.", 1)] = PACE
    as_won: Annotated[
        bool, Ask("Measure bets only by their results: faster than with exact expected values.")
    ] = False

    def __post_init__(self) -> None:
        if self.shoes < 2:
            raise BadText(f"a confidence interval needs at least 2 shoes, not {self.shoes}")
        require_pace(self.pace)
        _ = self.plan, self.wanted, self.spelled  # complains at once of impossible values

    @cached_property
    def spelled(self) -> list[SpelledCount]:
        """The counts as the question spells them, perhaps without a bet or a trigger."""
        return list(map(read_count, self.counts))

    @cached_property
    def endings(self) -> list[Ending]:
        """Where the shoes end: every cut card with every last-coup rule, without repetition."""
        rules = [LastCoup.parse(text) for text in dict.fromkeys(self.last_coups or LAST_COUPS)]
        cut_cards = dict.fromkeys(self.cut_cards or CUT_CARDS)
        return [Ending(cut_card, rule) for cut_card in cut_cards for rule in rules]

    @cached_property
    def plan(self) -> Plan:
        """The shoes to deal, as the library's `Plan`."""
        return Plan(self.shoes, self.seed, deepest(self.table.rules, self.endings))

    @cached_property
    def named(self) -> tuple[str, ...]:
        """The names of the bets on the felt, without repetition."""
        return tuple(dict.fromkeys(map(self.table.layout.name_of, self.bets)))

    @cached_property
    def wanted(self) -> list[Bet]:
        """The bets for the counts that name no bet."""
        return [self.table.layout.find(name) for name in self.named]

    @property
    def size(self) -> int:
        return self.shoes

    @property
    def work(self) -> int:
        plays = sum(
            (len(EACH) if count.name == ALL else 1) * (1 if count.on else len(self.named) or 1)
            for count in self.spelled
        )
        return self.shoes * WHOLE_SHOE * plays

    @cached_property
    def spelling(self) -> Mapping[str, Any]:
        values = {**self.own, "counts": tuple(map(str, self.spelled)), "shoes": self.shoes}
        values |= {"bets": self.named, "cut_cards": tuple(dict.fromkeys(self.cut_cards))}
        values |= {"last_coups": tuple(dict.fromkeys(self.last_coups))}
        usual = {"cut_cards": CUT_CARDS, "last_coups": LAST_COUPS}
        values = {
            name: value for name, value in values.items() if value and value != usual.get(name)
        }
        return {**values, **self.dealing(has_end=False)}

    def described(self) -> Mapping[str, Any]:
        return self.plan.describe(DECIDE)

    def choose(self, threads: int | None = None) -> tuple[list[ChosenPlay], dict[str, str]]:
        """The counts, each with a trigger; and the reason for each bet that is left out."""
        return choose_plays(
            *(self.spelled, self.wanted, self.table, self.endings[0], threads, DECIDE),
            exact=not self.as_won,
        )

    def answer(
        self, dealer: RunDealer, choice: tuple[list[ChosenPlay], dict[str, str]] | None = None
    ) -> "CountAnswer":
        """Deal until all shoes are done or the dealing is stopped; `choice` comes from `choose`."""
        chosen, left_out = self.choose(dealer.threads) if choice is None else choice
        plays = [part.play for part in chosen]

        def tell(total: LaidTally, size: int) -> None:
            dealer.tell(size, lambda: self._figures(plays, total, size))

        shoes = count_cards(
            *(plays, self.shoes, self.seed),
            game=self.table,
            endings=self.endings,
            exact=not self.as_won,
            pace=self.pace,
            compare=bool(self.counts),
            decide=DECIDE,
            progress=tell,
            **dealer.options,
        )
        return CountAnswer(shoes, left_out)

    def _figures(self, plays: list[Play], total: LaidTally, shoes: int) -> Figures:
        """Units per shoe, by guest and ending."""
        if shoes < 2:
            return Figures({})
        pairs = [(play, ending) for play in plays for ending in self.endings]
        estimates = {}
        for (play, ending), laid in list(zip(pairs, total.laid, strict=True))[:MOST_FIGURES]:
            worth = CountWorth(play, ending, laid, pace=self.pace, exact=not self.as_won)
            name = _name(play) + (f", {ending}" if len(self.endings) > 1 else "")
            estimates[name] = RunEstimate(worth.units.value, *worth.units.interval())
        return Figures(estimates)


@dataclass(frozen=True, kw_only=True)
class ServedCount(CountQuestion):
    """A question about counts for a server: each count has a bet, or the question has one."""

    def __post_init__(self) -> None:
        if not self.counts:
            raise BadText("no count is given: name e.g. 'dragon-7' or 'perfect on tie'")
        super().__post_init__()
        for count in self.spelled:
            if count.bet is not None:
                self.table.layout.find(count.bet)
            elif not self.named:
                raise BadText(f"name the bet, too, e.g. '{count} on dragon-7'")


@dataclass(frozen=True)
class CountAnswer:
    """The results of the counts, and the counts that are left out."""

    dealt: CountedShoes
    left_out: Mapping[str, str]

    @property
    def engine(self) -> str:
        return self.dealt.engine

    @property
    def is_whole(self) -> bool:
        return self.dealt.is_whole

    @property
    def answer_digest(self) -> str:
        return self.dealt.answer_digest

    def as_json(self) -> dict[str, Any]:
        return {**self.dealt.as_json(), "left_out": dict(self.left_out), "records": None}


def _name(play: Play) -> str:
    if isinstance(play, CountedBet):
        return str(SpelledCount.of(play))
    return f"{PERFECT} on {play.bet.key}"
