"""Questions in words, about this coup or later ones, and their answers."""

from baccarat.base.errors import BadValue
from baccarat.base.hints import guided
from baccarat.core.games import Game
from baccarat.core.rules import Rules
from baccarat.core.shoe import Composition, Shoe
from baccarat.core.third_card import Strategy, nobody
from baccarat.exact.answer import Answer
from baccarat.exact.coup_law import NOTHING
from baccarat.exact.known import Cards, KnownCoup
from baccarat.exact.later import LaterCoups, read_question
from baccarat.exact.odds import OddsTable, odds
from baccarat.exact.statement import Brings, Statement
from baccarat.simulation.later_coups import LaterOdds, expected_seconds, later_odds

USUAL = ("", None, None, "", "punto-banco", None, nobody)
"""The terms that a table of odds has already, as they are if nothing is given."""


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
    """The exact answer to a question in words; the rest is as in `odds`, or the table of odds.

    >>> print(ask("player has a natural", given="banker 6", decks=8))
    player has a natural: 18.9500 %, 243008/1282365
    """
    if isinstance(unseen, OddsTable):
        if (given, decks, composition, seen, game, rules, decide) != USUAL:
            raise BadValue("a table of odds already has its game, its cards and what is known")
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
    law = table.money(question.stakes) if isinstance(question, Brings) else None
    return Answer(text, question, table.chance(question), law)


def seconds_for(question: Statement | LaterCoups, table: OddsTable) -> float:
    """About how many seconds the answer takes; 0 if it is quick, infinite if it is not feasible."""
    if not isinstance(question, Statement):
        return expected_seconds(question, table)
    return table.seconds(*(question.views or (NOTHING,)))
