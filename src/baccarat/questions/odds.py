"""`odds`: exact odds of any shoe, any bet, any half-dealt coup."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import inf
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from baccarat.base.errors import BadText
from baccarat.base.jsonable import exact
from baccarat.core.bets import Bet, StreakBet, registered
from baccarat.core.bets.streaks import is_streak
from baccarat.core.cards import Card, Depth, parse_cards
from baccarat.core.counts import MOST_TAG, Count
from baccarat.exact.bet_choice import answer_names, asked_bets, streak_name
from baccarat.questions.game import DECIDE, GAME, DecksField, EndlessField, GameField, bet_names
from baccarat.questions.question import Ask, BaseQuestion, Misfit, refuse

if TYPE_CHECKING:  # numpy is loaded when the odds are calculated
    from baccarat.core.tally import Odds
    from baccarat.exact.answer import Answer
    from baccarat.exact.fair_tableau import NearTableau
    from baccarat.exact.knowledge import KnowledgeWorth
    from baccarat.exact.later import LaterCoups
    from baccarat.exact.odds import OddsTable
    from baccarat.exact.removal import Removal
    from baccarat.exact.statement import Statement
    from baccarat.exact.streak_chain import StreakOdds
    from baccarat.simulation.asking import LaterOdds

LARGEST_TAG = 9
MOST_TAG_OF_SUITS = 3
"""A limit on time: finding fifty-two tags takes seconds, and longer for larger tags."""
MOST_SECONDS = 10
"""A longer question says so before it begins; a server refuses it."""

WhyNot = Callable[["OddsQuestion", "OddsTable", Mapping[str, Bet]], Mapping[str, str]]
"""A function that names the bets to leave out, with the reasons."""


def all_are_weighed(
    question: "OddsQuestion", table: "OddsTable", bets: Mapping[str, Bet]
) -> dict[str, str]:
    """Leave no bet out: the answer has the odds of every bet."""
    return {}


@dataclass(frozen=True, kw_only=True)
class OddsQuestion(BaseQuestion):
    """The cards still to come, the known part of the coup, what is asked, and the bets."""

    kind: ClassVar[str] = "odds"

    game: GameField = GAME
    decks: DecksField = None
    endless: EndlessField = False
    unseen: Annotated[
        str | None,
        Ask("How many cards of each kind are unseen, instead of decks: by points '0:128 1:32 …', "
            "by rank 'Kx:32 …' or by card 'Kh:8 …'.",
            option="--composition"),
    ] = None  # fmt: skip
    seen: Annotated[tuple[str, ...], Ask("Cards that have left the shoe: 'Kh 9d'.")] = ()
    given: Annotated[
        tuple[str, ...],
        Ask("What is known of this coup: cards in dealing order ('Kh 9d 5c', or 'Kh ? 5c ?' with "
            "hidden cards), totals ('player: 5, banker: 6') or a statement ('banker has a "
            "natural'). Known cards count as seen. May be repeated."),
    ] = ()  # fmt: skip
    what: Annotated[
        tuple[str, ...],
        Ask("A question about this coup, answered with its chance: 'a tie and a player pair', "
            "'ahead with player=100, tie=5'. May be repeated."),
    ] = ()  # fmt: skip
    bets: Annotated[
        tuple[str, ...],
        Ask("A bet, with a price if you like: lucky-6:12/23. May be repeated.",
            option="--bet", usual="the bets on the felt", offers=bet_names),
    ] = ()  # fmt: skip
    all_bets: Annotated[
        bool, Ask("Show every known bet, not only the game's bets.", option="--all")
    ] = False
    matrix: Annotated[
        bool, Ask("Show how often each pair of final totals happens, 10 by 10.")
    ] = False  # fmt: skip
    next_cards: Annotated[
        bool, Ask("Show the odds after each possible next card.", option="--next")
    ] = False  # fmt: skip
    removal: Annotated[
        bool,
        Ask("Show the effect of removing one card of each kind, and the best balanced count."),
    ] = False
    most: Annotated[
        int | None,
        Ask(f"Largest tag of the balanced count, 1 to {LARGEST_TAG}; at most {MOST_TAG_OF_SUITS} "
            "for bets on suits.", 1, LARGEST_TAG, usual=str(MOST_TAG)),
    ] = None  # fmt: skip
    edge: Annotated[
        str | None,
        Ask("Wanted edge: '0', '1%' or '1/100', or the name of a bet with that edge. Shows the "
            "prices and the commission that give each bet the wanted edge."),
    ] = None  # fmt: skip
    cells: Annotated[
        int | None,
        Ask("Largest number of cells to change in Banker's grid, 0 to 3. Shows the changed tableau "
            "whose edge is nearest to the wanted edge.", 0, 3),
    ] = None  # fmt: skip
    knowledge: Annotated[
        tuple[str, ...],
        Ask("What a guest knows before the bet: 'first-card', 'four-cards:6-9', 'four-cards:best'. "
            "Shows the gain of one unit on the best bet. May be repeated."),
    ] = ()  # fmt: skip

    def __post_init__(self) -> None:
        if self.endless:
            refuse("an endless deck has no number of decks", self, "decks")
            if self.cards:
                raise Misfit("cards cannot leave an endless deck: leave {seen} out")
            if self.removal:
                form = "no card can be removed from an endless deck: give {decks} or {unseen}"
                raise Misfit(form)
        if self.all_bets and self.bets:
            raise Misfit("{all_bets} is every bet: leave {bets} out")
        if self.most is not None and not self.removal:
            raise Misfit("{most} is for the count that {removal} finds: add {removal}")
        if self.most is not None and not 1 <= self.most <= LARGEST_TAG:
            raise Misfit("{most} is 1 to {high}, not {tag}", high=LARGEST_TAG, tag=self.most)
        if self.cells is not None and self.edge is None:
            raise Misfit("{cells} is for a wanted edge: add {edge}")

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """The seen cards."""
        return parse_cards(" ".join(self.seen))

    @cached_property
    def table(self) -> "OddsTable":
        """The table of odds for the cards of the question."""
        from baccarat.exact.odds import odds

        decks = inf if self.endless else self.decks
        known: dict[str, Any] = {
            "composition": self.unseen,
            "seen": self.cards,
            "given": self.given,
        }
        return odds(decks, game=self.game, decide=DECIDE, **known)

    @cached_property
    def statements(self) -> "tuple[Statement | LaterCoups, ...]":
        """The statements that are asked about, as they are understood."""
        if not self.what:
            return ()
        from baccarat.exact.later import read_question

        return tuple(read_question(text, self.table.game.layout) for text in self.what)

    @cached_property
    def seconds(self) -> float:
        """About how many seconds the statements that are asked or given take; 0 if quick."""
        given = 0 if self.table.given is None else self.table.seconds()
        if not self.what:
            return given
        from baccarat.simulation.asking import seconds_for

        return given + sum(seconds_for(each, self.table) for each in set(self.statements))

    @property
    def streaks(self) -> list[str]:
        """The bets that run over several coups."""
        return [name for name in self.bets if is_streak(name)]

    @property
    def named(self) -> list[str]:
        """The bets of one coup."""
        return [name for name in self.bets if not is_streak(name)]

    @property
    def looks_closely(self) -> bool:
        look = self.matrix or self.next_cards or self.removal or self.edge is not None
        return look or bool(self.knowledge)

    @cached_property
    def spelling(self) -> Mapping[str, Any]:
        cards = {"seen": (" ".join(map(str, self.cards)),)} if self.cards else {}
        return {name: value for name, value in self.said.items() if name != "seen"} | cards

    def answer(self, why_not: WhyNot = all_are_weighed) -> "OddsAnswer":
        """The bets with odds; bets that were not named may be left out, with the reason."""
        table = self.table
        _ = self.statements
        _ = table.tally  # too few cards complain here, before any bet is left out
        is_alone = not (self.all_bets or self.looks_closely)
        if not self.named and (self.streaks or (self.what and is_alone)):
            return OddsAnswer(self, table, {}, {})
        bets = asked_bets(table.game.layout, self.named, self.all_bets, self.looks_closely)
        faults = why_not(self, table, bets)
        bets = {name: bet for name, bet in bets.items() if name not in faults}
        bets, left_out = (bets, {}) if self.named else table.told(bets)
        return OddsAnswer(self, table, bets, {**left_out, **faults})


@dataclass(frozen=True)
class OddsAnswer:
    """The odds of the bets of a question; each figure is calculated on first use."""

    question: OddsQuestion
    table: "OddsTable"
    bets: Mapping[str, Bet]
    """the bets, by names that find them again"""
    left_out: Mapping[str, str]
    """the bets that are left out, with the reasons"""

    @cached_property
    def names(self) -> Mapping[str, str]:
        """For each name of a bet in the question: the name of this bet in the answer."""
        return answer_names(self.table.game.layout, self.question.bets)

    @cached_property
    def answers(self) -> "tuple[Answer | LaterOdds, ...]":
        """The chance of each statement that is asked."""
        if not self.question.what:
            return ()
        from baccarat.simulation.asking import ask

        return tuple(ask(statement, self.table) for statement in self.question.statements)

    @cached_property
    def odds(self) -> "Mapping[str, Odds]":
        return {name: self.table.of(bet) for name, bet in self.bets.items()}

    @cached_property
    def streaks(self) -> "Mapping[str, StreakOdds]":
        """The odds of the named bets over several coups.

        If the question is about all bets before a coup, the odds of all bets over several coups.
        """
        names = self.question.streaks
        if self.question.all_bets and not self.table.has_begun:
            names = [bet.key for bet in registered(StreakBet)]
        return {streak_name(name): self.table.streak(name) for name in names}

    @cached_property
    def following(self) -> "Mapping[Card, tuple[Fraction, OddsTable]]":
        """The possible next cards: by points, ranks or cards, as the bets need."""
        return self.table.next_cards(max([Depth.POINTS, *(b.depth for b in self.bets.values())]))

    @cached_property
    def removals(self) -> "Mapping[str, Removal]":
        """The effects of removal on each bet."""
        from baccarat.exact.removal import removal

        if self.table.coup.is_over:
            raise BadText(f"the coup is over ({self.table.coup}): no card can change it")
        return {name: removal(bet, self.table) for name, bet in self.bets.items()}

    @cached_property
    def counts(self) -> Mapping[str, Count]:
        """The count that best follows the effects of removal, for each bet."""
        most = self.question.most or MOST_TAG
        for bet in self.bets.values():
            if bet.depth is Depth.CARDS and most > MOST_TAG_OF_SUITS:
                form = f"{bet.key} looks at suits: its tags are searched up to {MOST_TAG_OF_SUITS}"
                raise BadText(form)
        return {name: effects.best_count(most) for name, effects in self.removals.items()}

    @cached_property
    def wanted(self) -> Fraction | None:
        """The wanted edge, as a number or as the edge of a bet."""
        text = self.question.edge
        if text is None or self.table.game.layout.knows(text):
            return None if text is None else self.table.of(text).edge
        from baccarat.theory.numbers import read_exact

        edge = read_exact(text, "an edge such as '0', '1%' or '1/100', or the name of a bet")
        if edge >= 1:
            raise BadText(f"an edge must be below 100 %, not {text}: write e.g. '5%'")
        return edge

    @cached_property
    def tableaux(self) -> "Mapping[str, tuple[NearTableau, ...]]":
        """The tableaux nearest to the wanted edge of each bet, if cells may change.

        A question about all bets gets them for the bets on totals.
        """
        from baccarat.exact.fair_tableau import nearest_tableaux

        if (most := self.question.cells) is None:
            return {}
        terms: dict[str, Any] = {"edge": self.wanted, "most": most}
        return {
            name: nearest_tableaux(bet, self.table, **terms)
            for name, bet in self.bets.items()
            if bet.depth is Depth.TOTALS or not self.question.all_bets
        }

    @cached_property
    def knowledge(self) -> "tuple[KnowledgeWorth, ...]":
        """What it is worth to know something of the next cards, for one unit on the best bet."""
        from baccarat.exact.knowledge import knowledge

        bets = list(self.bets.values())
        return tuple(knowledge(what, self.table, bets) for what in self.question.knowledge)

    def weigh(self) -> None:
        """Calculate the whole answer, so that errors come before any output."""
        _ = self.answers, self.odds, self.names, self.streaks
        _ = self.following if self.question.next_cards else None
        _ = self.counts if self.question.removal else None
        _ = self.wanted, self.tableaux, self.knowledge

    def as_json(self, *, has_counts: bool = True) -> dict[str, object]:
        """The question and its answer; counts take long and can be left out."""
        table, question = self.table, self.question
        odds = table.as_json(self.bets)
        answer = {
            **{name: odds[name] for name in ("game", "decks", "endless")},
            "seen": [str(card) for card in question.cards],
            "free_cells": "punto-banco" if table.rules.tableau.has_free_cells else None,
            **odds,
            "chances": [
                {"text": text, **answer.as_json()}
                for text, answer in zip(question.what, self.answers, strict=True)
            ],
            "bets_asked": self.names,
            "left_out": dict(self.left_out),
        }
        if self.streaks:
            answer["streaks"] = {name: odds.as_json() for name, odds in self.streaks.items()}
        if question.matrix:
            answer["matrix"] = table.tally.as_json()["matrix"]
        if question.next_cards:
            answer |= table.next_json(self.bets)
        if question.removal:
            counts = self.counts if has_counts else {}
            answer["removal"] = {
                name: effects.as_json()
                | ({"best_count": counts[name].as_json()} if name in counts else {})
                for name, effects in self.removals.items()
            }
        if self.knowledge:
            answer["knowledge"] = [worth.as_json() for worth in self.knowledge]
        if self.wanted is not None:
            terms = {name: odds.terms_for(self.wanted) for name, odds in self.odds.items()}
            answer["for_edge"] = {
                **exact("edge", self.wanted),
                "terms": {
                    name: {term: exact("value", value) for term, value in values.items()}
                    for name, values in terms.items()
                },
                "tableaux": {
                    name: [near.as_json() for near in nearest]
                    for name, nearest in self.tableaux.items()
                },
            }
        return answer
