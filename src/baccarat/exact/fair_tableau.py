"""The tableau nearest to a wanted edge, when some cells of Banker's grid may change.

A coup meets at most one cell of Banker's grid. So each cell adds its own part to the expectation of
a bet, whatever the other cells print, and every set of cells is a sum of whole numbers.
"""

from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from math import lcm

import numpy as np

from baccarat.base.errors import BadValue, TooShallow
from baccarat.base.hints import guided
from baccarat.base.jsonable import exact
from baccarat.core.bets import Bet
from baccarat.core.bets.bet_types import outcome_tiers
from baccarat.core.cards import Depth
from baccarat.core.coup import Hand
from baccarat.core.tableau import STOOD, Move, Tableau
from baccarat.exact.odds import OddsTable, odds
from baccarat.exact.statement import START
from baccarat.exact.weights.by_start import HandView

MOST_CELLS = 3
OTHER = {Move.DRAW: Move.STAND, Move.STAND: Move.DRAW}
BankerCell = tuple[int, int]
"""Banker's total, and the points of Player's third card or STOOD."""


@dataclass(frozen=True, slots=True)
class NearTableau:
    """The tableau whose edge is nearest to the wanted edge, and its changed cells."""

    changed: tuple[BankerCell, ...]
    tableau: Tableau
    edge: Fraction
    tried: int
    """the number of sets with this number of cells"""
    as_near: int
    """the number of these sets whose edge is as near, this one included"""

    def as_json(self) -> dict[str, object]:
        """The changed cells, with their new moves, and the edge, as JSON."""
        cells = {
            f"{total}|{'-' if third == STOOD else third}": str(self.tableau.banker[total][third])
            for total, third in self.changed
        }
        counts = {"tried": self.tried, "as_near": self.as_near}
        return {"changed": cells, **exact("edge", self.edge), **counts}


@guided
def nearest_tableaux(
    bet: str | Bet = "player",
    table: OddsTable | None = None,
    *,
    edge: Fraction | int = 0,
    most: int = MOST_CELLS,
) -> tuple[NearTableau, ...]:
    """For each number of changed cells, from 0 to `most`: the tableau nearest to an edge.

    >>> fair = nearest_tableaux("player", most=1)[-1]
    >>> fair.changed, f"{float(fair.edge):.6%}"
    (((7, 10),), '-0.004744%')
    """
    if not 0 <= most <= MOST_CELLS:
        raise BadValue(f"the number of changed cells must be 0 to {MOST_CELLS}, not {most}")
    table = odds() if table is None else table
    bet, tableau = table.game.layout.find(bet), table.rules.tableau
    if bet.depth is not Depth.TOTALS:
        raise TooShallow(
            f"{bet.key} needs {bet.depth}, but a fair tableau can be found only for bets on totals"
        )
    if table.has_begun or table.given is not None:
        known = table.dealt if table.given is None else table.given
        raise BadValue(
            "a fair tableau can be calculated only for whole coups: leave out the given cards or "
            f"statement: {known}"
        )
    if any(Move.FREE in row for row in tableau.banker):
        raise BadValue(f"{table.game} has free cells: give a game whose cells are all D or -")
    unit = lcm(*(bet.net(tier).denominator for tier in (*bet.pays, None)))
    stand, draw = (_parts(bet, table, move, unit) for move in (Move.STAND, Move.DRAW))
    cells = [(total, third) for total in range(tableau.natural) for third in range(STOOD + 1)]
    sign = {Move.DRAW: -1, Move.STAND: 1}
    steps = [(draw[cell] - stand[cell]) * sign[tableau.banker[cell[0]][cell[1]]] for cell in cells]
    whole = table.tally.total * unit
    won, wanted = int(table.of(bet).expectation * whole), -whole * Fraction(edge)
    nearest = []
    for many in range(most + 1):
        sets = np.array(list(combinations(range(len(cells)), many)), dtype=int)
        sums = won + np.array(steps, dtype=object)[sets].sum(axis=1)
        distances = abs(sums * wanted.denominator - wanted.numerator)
        best = np.argmin(distances)
        grid = [list(row) for row in tableau.banker]
        for total, third in (changed := tuple(cells[at] for at in sets[best])):
            grid[total][third] = OTHER[grid[total][third]]
        near = replace(tableau, banker=tuple(map(tuple, grid)))
        found = Fraction(-int(sums[best]), whole)
        as_near = int((distances == distances[best]).sum())
        nearest.append(NearTableau(changed, near, found, len(sets), as_near))
    return tuple(nearest)


def _third(hand: Hand) -> str:
    """A trait of the third card: its points, or STOOD."""
    return str(hand.cards[0].points if hand.cards else STOOD)


def _parts(bet: Bet, table: OddsTable, move: Move, unit: int) -> Counter[BankerCell]:
    """For each Banker total and third card: a bet's win if Banker always makes this move."""
    grid = ((move,) * (STOOD + 1),) * table.rules.tableau.natural
    rules = replace(table.rules, tableau=replace(table.rules.tableau, banker=grid))
    third = HandView(Depth.POINTS, _third, is_third=True)
    law = replace(table, game=replace(table.game, rules=rules)).law(third, START)
    nets = [int(bet.net(tier) * unit) for tier in outcome_tiers(bet)]
    parts: Counter[BankerCell] = Counter()
    for (cell, player, banker), weight in zip(law.keys, law.weights.tolist(), strict=True):
        parts[int(banker[1] or 0), int(player[0] or 0)] += weight * nets[cell]
    return parts
