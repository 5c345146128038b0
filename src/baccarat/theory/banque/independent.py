"""The value that two Players can guarantee together when each tosses his own coin.

    independent_bounds(stands, draws, width) -> Independent

Where they have an equilibrium with the banquier, it is the coalition's value. Elsewhere it is the
maximum of a function of two chances that is neither concave nor smooth, so we enclose it. The
banquier's best reply to one point of a box bounds the function from above in the whole box. The
function's value at any point bounds the maximum from below. The most promising box is cut until
the two bounds are close.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from heapq import heappop, heappush
from itertools import product

from flint import fmpq

from baccarat.theory.banque.saddle import ONE, ZERO, Vector, against
from baccarat.theory.numbers import dot, fraction, rational

MOST_BOXES = 4000
"""Boxes to look at. Where the function is nearly flat these are too few: the bounds stay wider."""


@dataclass(frozen=True, slots=True)
class Independent:
    """Bounds on the value of independent Players, and chances of drawing for the lower bound."""

    low: Fraction
    high: Fraction
    players: tuple[Fraction, Fraction]


def corners_at(x1: fmpq, x2: fmpq) -> list[fmpq]:
    """The probabilities of SS, SD, DS and DD if the Players draw with probabilities x1 and x2."""
    return [(1 - x1) * (1 - x2), (1 - x1) * x2, x1 * (1 - x2), x1 * x2]


def independent_bounds(stands: Vector, draws: Mapping[str, Vector], width: Fraction) -> Independent:
    """Enclose the value of independent Players between two bounds, at most `width` apart.

    The bounds are wider apart only if `MOST_BOXES` boxes are too few.
    """
    sure = {cell: ONE for cell, change in draws.items() if max(change) <= 0}
    base = against(sure, stands, draws)
    free = {cell: change for cell, change in draws.items() if min(change) < 0 < max(change)}
    best, where = -ONE, (ZERO, ZERO)
    boxes: list[tuple[fmpq, int, fmpq, fmpq, fmpq]] = []

    def add(low1: fmpq, low2: fmpq, side: fmpq, number: int) -> None:
        """Try the middle of a square; keep the square if another point in it may give more."""
        nonlocal best, where
        middle = low1 + side / 2, low2 + side / 2
        mixture = corners_at(*middle)
        reply = {cell: ONE for cell, change in free.items() if dot(mixture, change) < 0}
        paid = against(reply, base, free)
        if (here := dot(mixture, paid)) > best:
            best, where = here, middle
        top = max(
            dot(corners_at(x1, x2), paid)
            for x1, x2 in product((low1, low1 + side), (low2, low2 + side))
        )
        if top > best:
            heappush(boxes, (-top, number, low1, low2, side))

    add(ZERO, ZERO, ONE, 0)
    number = 1
    while boxes and -boxes[0][0] - best > rational(width) and number < MOST_BOXES:
        _, _, low1, low2, side = heappop(boxes)
        for x1, x2 in product((low1, low1 + side / 2), (low2, low2 + side / 2)):
            add(x1, x2, side / 2, number)
            number += 1
    high = max(best, -boxes[0][0]) if boxes else best
    return Independent(fraction(best), fraction(high), (fraction(where[0]), fraction(where[1])))
