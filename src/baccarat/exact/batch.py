"""Many compositions at once: the same exact weights, by the fastest road that is exact."""

import os
from collections.abc import Hashable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from math import perm

import numpy as np
import numpy.typing as npt

from baccarat.bets import Bet
from baccarat.cards import Depth
from baccarat.coup import OUTCOMES, Side, Strategy, nobody
from baccarat.errors import ShoeError, TooShallow
from baccarat.exact import kernels
from baccarat.exact.constants import CELLS, Constants, Ints, constants
from baccarat.exact.hands import EXACT_FLOATS, EXACT_INTS
from baccarat.exact.kernels import Numbers, forms_of
from baccarat.exact.weights import weigh
from baccarat.rules import STANDARD, Rules
from baccarat.shoe import Composition

CHUNK = 2048
"""How many compositions a thread takes at a time."""
Groups = tuple[Hashable, ...]
"""Cell by cell, the column into which its weight goes."""

WINNERS: Groups = tuple(outcome.winner for outcome in OUTCOMES)


def batch(
    counts: npt.ArrayLike,
    bet: Bet | None = None,
    *,
    rules: Rules = STANDARD,
    decide: Strategy = nobody,
    threads: int | None = None,
) -> Numbers:
    """Exact weights of many compositions, each a row of ten counts by points.

    Columns are Player wins, Banker wins and ties; for a bet its tiers in their order and, last,
    the plain loss. A row sums to N(N - 1)…(N - 5).

    >>> batch([[128, 32, 32, 32, 32, 32, 32, 32, 32, 32]]).tolist()
    [[2230518282592256, 2292252566437888, 475627426473216]]
    """
    if bet is None:
        return _batch(counts, WINNERS, (Side.PLAYER, Side.BANKER, None), rules, decide, threads)
    if bet.depth is not Depth.TOTALS:
        raise TooShallow(f"{bet.key} looks at {bet.depth}; counts by points cannot tell")
    groups = tuple(bet.judge(outcome) for outcome in OUTCOMES)
    return _batch(counts, groups, (*bet.pays, None), rules, decide, threads)


def batch_cells(
    counts: npt.ArrayLike,
    *,
    rules: Rules = STANDARD,
    decide: Strategy = nobody,
    threads: int | None = None,
) -> Numbers:
    """The exact weight of each of the 400 cells, for many compositions."""
    return _batch(counts, None, tuple(range(CELLS)), rules, decide, threads)


def _batch(
    counts: npt.ArrayLike,
    groups: Groups | None,
    columns: Groups,
    rules: Rules,
    decide: Strategy,
    threads: int | None,
) -> Numbers:
    ready = constants(rules.tableau, rules.printed, decide)
    rows = _checked(counts, ready.cards)
    largest = perm(int(rows.sum(axis=1).max(initial=0)), ready.cards)
    if largest >= EXACT_INTS:
        return _one_by_one(rows, groups, columns, rules, decide)
    number = np.dtype(np.float64 if largest < EXACT_FLOATS else np.int64)
    forms = forms_of(ready)

    def weights(first: int) -> Numbers:
        part = rows[first : first + CHUNK]
        if groups is None:
            return kernels.cells(part, forms, number)
        # The last column is what is left, which spares a third of the work for the outcomes.
        known = kernels.sums(part, forms, coefficients).astype(np.int64)
        sizes = part.sum(axis=1)
        totals = np.prod([sizes - card for card in range(ready.cards)], axis=0)
        return np.column_stack([known, totals - known.sum(axis=1)])

    if groups is not None:
        coefficients = _coefficients(ready, groups, columns, number)[:-1]
    firsts = range(0, len(rows), CHUNK)
    workers = min(threads or os.cpu_count() or 1, len(firsts))
    if workers > 1:
        with ThreadPoolExecutor(workers) as pool:
            parts = list(pool.map(weights, firsts))
    else:
        parts = [weights(first) for first in firsts]
    empty = np.zeros((0, len(columns)), dtype=np.int64)
    return np.concatenate([empty, *parts], dtype=np.int64, casting="unsafe")


def _checked(counts: npt.ArrayLike, cards: int) -> Ints:
    rows = np.asarray(counts)
    if rows.ndim != 2 or rows.shape[1] != 10 or rows.dtype.kind not in "iu":
        raise ShoeError("a batch has a row of ten whole counts, by points, for each composition")
    if rows.size and (rows.min() < 0 or rows.max() >= 1 << 32):
        raise ShoeError("a count of cards is from 0 to 2^32 - 1")
    rows = np.ascontiguousarray(rows, dtype=np.int64)
    fewest = int(rows.sum(axis=1).min(initial=cards))
    if fewest < cards:
        raise ShoeError(f"a coup may need {cards} cards: {fewest} are too few")
    return rows


@lru_cache(maxsize=64)
def _coefficients(
    ready: Constants, groups: Groups, columns: Groups, number: np.dtype[np.generic]
) -> Numbers:
    """Column, multiset: in how many of its orders it ends there."""
    place = np.array([columns.index(group) for group in groups])[ready.cell]
    size = len(ready.multisets)
    keys = place * size + ready.multiset
    counted = np.bincount(keys, ready.value, len(columns) * size)
    return counted.reshape(len(columns), size).astype(number)


def _one_by_one(
    rows: Ints, groups: Groups | None, columns: Groups, rules: Rules, decide: Strategy
) -> Numbers:
    """Where even 64-bit numbers are too small, Python's are not."""
    out = np.zeros((len(rows), len(columns)), dtype=object)
    for row, counts in enumerate(rows.tolist()):
        cells = weigh(Composition(tuple(counts)), rules, decide).cells
        for cell, weight in enumerate(cells):
            out[row, cell if groups is None else columns.index(groups[cell])] += weight
    return out
