"""Factors that multiply some prices: drawn when bets close, before the first card of a coup.

A table with a seed, or with fair shoes, draws them from the seeds, shoe by shoe and coup by coup.
Elsewhere the house draws them from the system's randomness, and writes them into the act.
"""

import secrets
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from baccarat.core.bets.drawn import Factors
from baccarat.core.cards import DECK, Card
from baccarat.core.chance import coup_throws
from baccarat.core.layout import Layout
from baccarat.table.acts import ActRefused, Deal

if TYPE_CHECKING:
    from baccarat.table.table import Table

DrawnFactors = tuple[tuple[Card, int], ...]


def factors_on(layout: Layout) -> Factors | None:
    """How a layout draws factors that multiply prices; None if it has no such prices."""
    laws = {(d.cards, d.factors): d for bet in layout.bets.values() if (d := bet.drawn)}
    if len(laws) > 1:
        raise ActRefused(
            "all bets of a table must draw their factors by the same chances: leave the other bets "
            "out"
        )
    return next(iter(laws.values()), None)


def drawn_for(table: "Table", act: Deal) -> DrawnFactors:
    """The cards that multiply prices in the coup that begins with this act, and their factors."""
    law, throws = factors_on(table.game.layout), _seeded_throws(table)
    if act.drawn and (law is None or throws is not None):
        raise ActRefused("this table draws its own factors: leave the factors out")
    if law is None:
        return ()
    return _read(act.drawn, law) if throws is None else tuple(law.draw(throws).items())


def with_factors(table: "Table", act: Deal) -> Deal:
    """The act with factors drawn at random, unless a seed gives the factors."""
    law = factors_on(table.game.layout)
    if law is None or act.drawn or _seeded_throws(table) is not None:
        return act
    factors = law.draw(secrets.randbelow).items()
    return replace(act, drawn=" ".join(f"{card}={times}" for card, times in factors))


def _seeded_throws(table: "Table") -> Callable[[int], int] | None:
    """The source of random numbers for the next coup, from the shoe's seeds; None without seeds."""
    ceremony, coup = table.ceremony, 0 if table.shoe is None else table.shoe.coups
    if ceremony.seed is not None:
        return coup_throws(ceremony.seed, ceremony.number, coup)
    return None if ceremony.fair is None else ceremony.fair.coup_throws(coup)


def _read(text: str, law: Factors) -> DrawnFactors:
    cards, factors = {str(card): card for card in DECK}, {str(n): n for n in law.factors}
    pairs = [word.partition("=") for word in text.split()]
    drawn = {cards[c]: factors[f] for c, _, f in pairs if c in cards and f in factors}
    if len(drawn) != len(pairs) or len(drawn) not in law.cards:
        form = "not factors that this table draws: {given} (expected e.g. Deal(drawn='9h=2 Ks=3'))"
        raise ActRefused(form, given=repr(text[:40]))
    return tuple(drawn.items())
