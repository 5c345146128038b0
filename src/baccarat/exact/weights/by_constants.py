"""The exact weight of every outcome, from the constants of the rules."""

from functools import lru_cache
from math import comb, factorial, perm
from typing import Any

import numpy as np
import numpy.typing as npt

from baccarat.base.hints import checked
from baccarat.core.cards import Card, Depth
from baccarat.core.rules import STANDARD, Rules
from baccarat.core.shoe import Composition
from baccarat.core.tableau import Tableau
from baccarat.core.tally import Tally
from baccarat.core.third_card import Strategy, nobody
from baccarat.exact.weights.by_hand import EXACT_FLOATS, EXACT_INTS
from baccarat.exact.weights.constants import CELLS, Constants, Ints, constants
from baccarat.exact.weights.plain import weigh as enumerate_weights


@checked
def weigh(
    composition: Composition,
    rules: Rules = STANDARD,
    decide: Strategy = nobody,
    endless: bool = False,
) -> Tally:
    """The exact weight of every outcome of one coup.

    >>> weigh(Composition.decks(8)).total == 416 * 415 * 414 * 413 * 412 * 411
    True
    """
    counts = composition.at(Depth.POINTS).counts
    ready = constants(rules.tableau, rules.printed, decide)
    size = sum(counts)
    if size < ready.cards and not endless:
        return enumerate_weights(composition.at(Depth.POINTS), rules, decide)
    total = size**ready.cards if endless else perm(size, ready.cards)
    products, values = _products(counts, ready, total, endless)
    starts, ends = _cells(rules.tableau, rules.printed, decide)
    sums = np.add.reduceat(values * products[ready.multiset], starts)
    cells = [0] * CELLS
    for cell, weight in zip(ends, sums, strict=True):
        cells[cell] = int(weight)
    return Tally(tuple(cells))


def _products(
    counts: tuple[int, ...], ready: Constants, total: int, endless: bool
) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    """The number of ways to draw each multiset, and the constants in the same number type.

    Floats are exact up to 2^53, enough for eight decks; larger shoes need 64-bit numbers, then
    Python's numbers.
    """
    number = float if total < EXACT_FLOATS else np.int64 if total < EXACT_INTS else object
    values = ready.value
    if endless:
        # Every card returns: n^k replaces C(n, k), and each order counts separately.
        ways = [[n**k for k in range(7)] for n in counts]
        orders = np.array([factorial(k) for k in range(7)])[ready.multisets].prod(axis=1)
        values = values // orders[ready.multiset]
    else:
        ways = [[comb(n, k) for k in range(7)] for n in counts]
    table = np.array(ways, dtype=number)
    products = table[0, ready.multisets[:, 0]]
    for points in range(1, 10):
        products = products * table[points, ready.multisets[:, points]]
    return products, values.astype(number)


@lru_cache(maxsize=32)
def _cells(tableau: Tableau, printed: Card | None, decide: Strategy) -> tuple[Ints, list[int]]:
    """The index of each reachable cell's first constant; and the list of these cells."""
    cells, starts = np.unique(constants(tableau, printed, decide).cell, return_index=True)
    return starts, cells.tolist()
