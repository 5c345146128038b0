"""Questions in words, about the present coup or later coups, and their answers."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import chain, groupby, islice

from baccarat.base.errors import BadValue
from baccarat.base.hints import checked, guided, taken
from baccarat.base.jsonable import exact
from baccarat.core.coup import Coup
from baccarat.core.games import Game
from baccarat.core.rules import Rules, deal_shoe
from baccarat.core.shoe import Composition, Shoe
from baccarat.core.stats import Share
from baccarat.core.third_card import Strategy, nobody, play
from baccarat.exact.answer import Answer
from baccarat.exact.coup_law import NOTHING, labels_of
from baccarat.exact.known import Cards, KnownCoup
from baccarat.exact.later import (
    CoupsInOrder,
    LaterCoups,
    WithinCoups,
    chance_fresh,
    chance_in_order,
    coups_to_cut_card,
    fresh,
    read_question,
    seconds_in_order,
)
from baccarat.exact.odds import OddsTable, odds
from baccarat.exact.statement import Brings, Statement

USUAL = ("", None, None, "", "punto-banco", None, nobody)
"""The terms that a table of odds has already, as they are if nothing is given."""
SHOES, FEWEST_SHOES = 2_000, 100
USUAL_SECONDS = 6.0
"""If no number of shoes is given, 2,000 are simulated, or as many as this time allows."""
SHUFFLE, DEAL = 3e-4, 1.3e-5
"""Measured seconds for a shuffle and for a coup."""


@guided
@dataclass(frozen=True, slots=True)
class LaterOdds:
    """The chance that a question about several coups asks for, and how the chance was found.

    >>> from baccarat import ask
    >>> round(float(ask("tie then tie", decks=8).chance), 9)
    0.009052951
    """

    question: LaterCoups
    chance: Fraction
    """the exact chance"""
    method: str
    """what is exact: with which coups the chance was calculated"""
    sample: Share | None = None
    """in how many simulated shoes it was true; None if nothing was simulated"""
    seed: int | None = None
    reason: str | None = None
    """why nothing was simulated, if the question asks for a shoe"""

    @property
    def reading(self) -> str:
        """The question as it was understood."""
        return str(self.question)

    def as_json(self) -> dict[str, object]:
        """The question, the chance that it asks for, and the simulated share with its interval."""
        within = None if self.sample is None else {**self.sample.as_json(), "seed": self.seed}
        return {
            "reading": self.reading,
            "note": self.question.reading,
            "method": self.method,
            **exact("probability", self.chance),
            "within_shoe": within,
            "not_simulated": self.reason,
        }

    def __str__(self) -> str:
        question = f"{self.reading} ({self.question.reading})"
        told = f"{question}: {100 * float(self.chance):.4f} %, {self.method}"
        if self.sample is None:
            return told if self.reason is None else f"{told}; {self.reason}"
        how = f"within the shoe, simulated: 99 % interval, seed {self.seed}"
        return f"{told}; {self.sample} {how}"


@checked
def later_odds(
    question: LaterCoups, table: OddsTable, shoes: int | None = None, seed: int = 0
) -> LaterOdds:
    """The exact chance that a question about several coups asks for, beside a simulated share.

    >>> from baccarat.exact.later import read_question
    >>> from baccarat.exact.odds import odds
    >>> later_odds(read_question("tie then tie"), odds(8)).method
    'computed exactly: the cards of each coup leave the shoe'
    """
    if isinstance(question, CoupsInOrder):
        how = "every card returns" if table.endless else "the cards of each coup leave the shoe"
        return LaterOdds(question, chance_in_order(table, question), f"computed exactly: {how}")
    chance, coups = chance_fresh(table, question), question.coups or coups_to_cut_card(table)
    method = f"computed exactly, with fresh coups: {coups}"
    if table.endless:
        return LaterOdds(question, chance, method, reason="every coup of an endless deck is fresh")
    if _is_hidden(table):
        reason = "no shoe is simulated from a coup with hidden cards"
        return LaterOdds(question, chance, method, reason=reason)
    if shoes is None:
        in_time = int(USUAL_SECONDS / _seconds_of_a_shoe(question, table)) // 100 * 100
        shoes = max(FEWEST_SHOES, min(SHOES, in_time))
    if shoes < 1:
        raise BadValue(f"a simulation needs at least one shoe, not {shoes}")
    return LaterOdds(question, chance, method, _sample(question, table, shoes, seed), seed)


@checked
def expected_seconds(question: LaterCoups, table: OddsTable, shoes: int | None = None) -> float:
    """About how many seconds the answer takes; above ten, a command says so before it begins."""
    if isinstance(question, CoupsInOrder):
        return seconds_in_order(table, question)
    asked = {statement.views or (NOTHING,) for statement in question.statements}
    seconds = sum(each.seconds(*views) for views in asked for each in (table, fresh(table)))
    if table.endless or _is_hidden(table):
        return seconds
    shoe = _seconds_of_a_shoe(question, table)
    if shoes is None:
        return seconds + max(FEWEST_SHOES * shoe, min(SHOES * shoe, USUAL_SECONDS))
    return seconds + shoes * shoe


def _seconds_of_a_shoe(question: WithinCoups, table: OddsTable) -> float:
    seconds = SHUFFLE + DEAL * (question.coups or coups_to_cut_card(table))
    if table.given is not None:  # shoes are shuffled until this coup fits
        cards = table.game, table.composition, table.coup, table.decide
        seconds += SHUFFLE / float(OddsTable(*cards).chance(table.given))
    return seconds


@guided
def ask(
    question: str | Statement | LaterCoups,
    unseen: float | str | Composition | Shoe | OddsTable | None = None,
    /,
    *,
    given: KnownCoup = "",
    decks: float | None = None,
    composition: str | Composition | None = None,
    seen: Cards = "",
    game: str | Game = "punto-banco",
    rules: Rules | None = None,
    decide: Strategy = nobody,
) -> Answer | LaterOdds:
    """The exact answer to a question in words; the other arguments are those of `odds`, or a table.

    >>> print(ask("player has a natural", given="banker 6", decks=8))
    player has a natural: 18.9500 %, 243008/1282365
    """
    question = taken("ask", "question", question, str | Statement | LaterCoups)
    if isinstance(unseen, OddsTable):
        if (given, decks, composition, seen, game, rules, decide) != USUAL:
            raise BadValue(
                "a table of odds already has its game and its cards: give only the table"
            )
        table = unseen
    else:
        table = odds(
            unseen,
            decks=decks,
            composition=composition,
            seen=seen,
            given=given,
            game=game,
            rules=rules,
            decide=decide,
        )
    text = question if isinstance(question, str) else str(question)
    if isinstance(question, str):
        question = read_question(question, table.game.layout)
    if not isinstance(question, Statement):
        return later_odds(question, table)
    law = None
    if isinstance(question, Brings) and question.is_of_money:
        law = table.money(question.stakes)
    return Answer(text, question, table.chance(question), law)


def seconds_for(question: Statement | LaterCoups, table: OddsTable) -> float:
    """About how many seconds the answer takes; 0 if it is quick, infinite if it is not feasible."""
    if not isinstance(question, Statement):
        return expected_seconds(question, table)
    return table.seconds(*(question.views or (NOTHING,)))


def _is_hidden(table: OddsTable) -> bool:
    """Whether this coup has begun with hidden cards; a printed card is not hidden."""
    return table.glimpse is not None and table.has_begun


def _sample(question: WithinCoups, table: OddsTable, shoes: int, seed: int) -> Share:
    """Deal shoes from the cards of the table; count the shoes of which the question is true."""
    cards, rules = tuple(table.composition.cards), table.rules
    cut_card = min(rules.cut_card, len(cards))
    shuffled = partial(Shoe.shuffled, cards, cut_card=cut_card, last_coup=rules.last_coup)
    event, count, dealt, number = _event_of(question), 0, 0, 0
    while dealt < shoes:
        shoe = shuffled(seed=seed, number=number, will_burn=False)
        number += 1
        coup = play(iter(shoe.peek()), rules.tableau, table.decide, table.coup)
        if table.given is not None and not table.given.is_true(coup):
            continue
        dealt += 1
        rest = deal_shoe(shoe.after_coup(len(coup) - len(table.coup)), rules, table.decide)
        events = map(event, islice(chain((coup,), rest), question.coups))
        rows = groupby(place for place in events if place != SKIPPED)
        longer = (islice(row, question.in_a_row - 1, None) for place, row in rows if place != ENDED)
        count += any(True for row in longer for _ in row)
    return Share(count, shoes)


SKIPPED, ENDED = -2, -1


def _event_of(question: WithinCoups) -> Callable[[Coup], int]:
    """A function of a coup: the index of the statement that is true of it, SKIPPED or ENDED."""
    views = tuple(dict.fromkeys(view for each in question.statements for view in each.views))
    judges = [statement.judge(views) for statement in question.statements]

    def event(coup: Coup) -> int:
        seen = coup.outcome().index, labels_of(views, coup.player), labels_of(views, coup.banker)
        for place, judge in enumerate(judges):
            if judge(*seen):
                return place
        return SKIPPED if question.is_streak and coup.winner is None else ENDED

    return event
