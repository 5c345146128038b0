"""Many compositions at once: the same exact weights, in the fastest number type that is exact."""

import os
from collections.abc import Hashable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from math import perm
from typing import Any

import numpy as np
import numpy.typing as npt

from baccarat.bets import Bet, as_bet
from baccarat.cards import Depth
from baccarat.coup import OUTCOMES, Side, Strategy, as_key, nobody
from baccarat.errors import BadValue, ShoeError, TooShallow
from baccarat.exact import kernels
from baccarat.exact.constants import CELLS, Constants, Ints, Numbers, constants
from baccarat.exact.hand_weights import EXACT_FLOATS, EXACT_INTS
from baccarat.exact.kernels import forms_of
from baccarat.exact.weights import weigh
from baccarat.hints import guided, quoted
from baccarat.rules import STANDARD, Rules
from baccarat.shoe import Composition

CHUNK = 2048
"""How many compositions a thread takes at a time."""
Groups = tuple[Hashable, ...]
"""Cell by cell, the column into which its weight goes."""

WINNERS: Groups = tuple(outcome.winner for outcome in OUTCOMES)


@guided
def batch(
    counts: npt.ArrayLike | Sequence[Composition],
    bet: str | Bet | None = None,
    *,
    rules: Rules = STANDARD,
    decide: Strategy = nobody,
    threads: int | None = None,
) -> Numbers:
    """Exact weights of many compositions, or of rows of ten counts by points.

    Columns are Player wins, Banker wins and ties; for a bet its tiers in their order and, last,
    the plain loss. A row sums to N(N - 1)…(N - 5).

    >>> batch([[128, 32, 32, 32, 32, 32, 32, 32, 32, 32]]).tolist()
    [[2230518282592256, 2292252566437888, 475627426473216]]
    """
    if threads is not None and (type(threads) is not int or threads < 1):
        raise BadValue(f"a batch takes one thread or more, not {quoted(threads)}")
    if not isinstance(rules, Rules):
        raise BadValue(f"rules are e.g. Rules(decks=6), not {quoted(rules)}")
    if isinstance(counts, Sequence) and any(isinstance(item, Composition) for item in counts):
        counts = [_points(item) for item in counts]
    found = formula(None if bet is None else as_bet(bet), rules, as_key(decide))
    return found.weights(counts, threads)


def _points(item: object) -> tuple[int, ...]:
    if not isinstance(item, Composition):
        raise BadValue(f"not a composition among the others: {quoted(item)}")
    return item.at(Depth.POINTS).counts


def batch_cells(
    counts: npt.ArrayLike,
    *,
    rules: Rules = STANDARD,
    decide: Strategy = nobody,
    threads: int | None = None,
) -> Numbers:
    """The exact weight of each of the 400 cells, for many compositions."""
    return Formula(None, tuple(range(CELLS)), rules, decide).weights(counts, threads)


@lru_cache(maxsize=64)
def formula(
    bet: Bet | None = None, rules: Rules = STANDARD, decide: Strategy = nobody
) -> "Formula":
    """A bet (or the three outcomes) compiled to its own constants, ready for any composition."""
    if bet is None:
        return Formula(WINNERS, (Side.PLAYER, Side.BANKER, None), rules, decide)
    if bet.depth is not Depth.TOTALS:
        raise TooShallow(f"{bet.key} looks at {bet.depth}; counts by points cannot tell")
    groups = tuple(bet.judge(outcome) for outcome in OUTCOMES)
    return Formula(groups, (*bet.pays, None), rules, decide)


class Formula:
    """The constants of one question."""

    def __init__(
        self, groups: Groups | None, columns: Groups, rules: Rules, decide: Strategy
    ) -> None:
        self.groups, self.columns = groups, columns
        self.rules, self.decide = rules, decide
        self.ready = constants(rules.tableau, rules.printed, decide)
        self.forms = forms_of(self.ready)
        if groups is not None:
            # The last column is the rest, which saves a third of the work for the three outcomes.
            values = _coefficients(self.ready, groups, columns)[:-1]
            self.coefficients: dict[np.dtype[Any], Numbers] = {
                number: kernels.placed(values.astype(number), self.forms)
                for number in (np.dtype(np.float64), np.dtype(np.int64))
            }

    def weights(
        self, counts: npt.ArrayLike | Sequence[Composition], threads: int | None = None
    ) -> Numbers:
        """Row, column: whole numbers, in the fastest number type that is exact."""
        cards = self.ready.cards
        rows = _checked(counts, cards)
        largest = perm(int(rows.sum(axis=1).max(initial=0)), cards)
        if largest >= EXACT_INTS:
            return self._one_by_one(rows)
        number: np.dtype[Any] = np.dtype(np.float64 if largest < EXACT_FLOATS else np.int64)
        if len(rows) <= CHUNK:
            return self._part(rows, number)
        parts = [rows[first : first + CHUNK] for first in range(0, len(rows), CHUNK)]
        with ThreadPoolExecutor(threads or os.cpu_count() or 1) as pool:
            return np.concatenate(list(pool.map(lambda part: self._part(part, number), parts)))

    def _part(self, rows: Ints, number: np.dtype[Any]) -> Numbers:
        if self.groups is None:
            return kernels.cells(rows, self.forms, number).astype(np.int64)
        known = kernels.sums(rows, self.forms, self.coefficients[number]).astype(np.int64)
        sizes = rows.sum(axis=1)
        totals = np.ones_like(sizes)
        for card in range(self.ready.cards):
            totals *= sizes - card
        return np.column_stack([known, totals - known.sum(axis=1)])

    def _one_by_one(self, rows: Ints) -> Numbers:
        """With Python's numbers, where 64 bits are too few."""
        out = np.zeros((len(rows), len(self.columns)), dtype=object)
        for row, counts in enumerate(rows.tolist()):
            cells = weigh(Composition(tuple(counts)), self.rules, self.decide).cells
            for cell, weight in enumerate(cells):
                group = cell if self.groups is None else self.groups[cell]
                out[row, self.columns.index(group)] += weight
        return out


def _checked(counts: npt.ArrayLike | Sequence[Composition], cards: int) -> Ints:
    try:
        rows = np.asarray(counts)
    except (ValueError, TypeError, AttributeError):  # rows of several lengths, and the like
        rows = np.empty(0)
    if rows.ndim != 2 or rows.shape[1] != 10 or rows.dtype.kind not in "iu":
        raise BadValue("a batch has a row of ten whole counts, by points, for each composition")
    if rows.size and (rows.min() < 0 or rows.max() >= 1 << 32):
        raise BadValue("a count of cards is from 0 to 2^32 - 1")
    rows = np.ascontiguousarray(rows, dtype=np.int64)
    fewest = int(rows.sum(axis=1).min(initial=cards))
    if fewest < cards:
        least = f"every row of a batch has {cards} cards or more, not {fewest}"
        raise ShoeError(f"{least}: ask odds() near the end of a shoe")
    return rows


def _coefficients(ready: Constants, groups: Groups, columns: Groups) -> Ints:
    """Column, multiset: in how many of its orders it ends there."""
    place = np.array([columns.index(group) for group in groups])[ready.cell]
    size = len(ready.multisets)
    counted = np.bincount(place * size + ready.multiset, ready.value, len(columns) * size)
    return counted.reshape(len(columns), size).astype(np.int64)
