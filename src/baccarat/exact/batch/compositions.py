"""The exact weights of many compositions at once, in the fastest number type that is exact."""

import os
from collections.abc import Callable, Hashable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property, lru_cache
from math import factorial, lcm, perm
from typing import Any

import numpy as np
import numpy.typing as npt

from baccarat.base.compiling import CUDA_NAMES
from baccarat.base.errors import BadValue, ShoeError, TooShallow, UnknownName
from baccarat.base.hints import guided, quoted
from baccarat.core.bets import Bet, as_bet
from baccarat.core.bets.bet_types import outcome_tiers
from baccarat.core.cards import Depth
from baccarat.core.coup import OUTCOMES, Side
from baccarat.core.rules import STANDARD, Rules
from baccarat.core.shoe import Composition
from baccarat.core.third_card import Strategy, as_key, nobody
from baccarat.exact.batch import loops as kernels
from baccarat.exact.batch.loops import FLOATS, INTS, OBJECTS, Columns, forms_of
from baccarat.exact.weights.constants import CELLS, Constants, Ints, Numbers, constants

CHUNK, FEW_LARGE = 1024, 16
"""The number of compositions that a thread takes at a time; fewer if they need Python's numbers."""
LOOK = 1 << 16
"""The number of compositions that are checked together before any of them is weighed."""
Compositions = npt.ArrayLike | Sequence[Composition]
Groups = tuple[Hashable, ...]
"""For each cell, the column to which its weight is added."""

ENGINES = ("cpu", *CUDA_NAMES)
MOST_COUNT = 1 << 32
WINNERS: Groups = tuple(outcome.winner for outcome in OUTCOMES)
ROUNDED = 2.0**-39
"""The largest error of a sum of floats, as a share of the sum of its |terms|. A term is rounded
fewer than 2^13 times in any order: by at most 5005 additions and some thirty multiplications, each
time by at most 2^-53 of it. The last factor 2 is a reserve for rounding in the bound itself."""


@guided
def batch(
    counts: Compositions,
    bet: str | Bet | None = None,
    *,
    of: str = "weights",
    rules: Rules = STANDARD,
    decide: Strategy = nobody,
    threads: int | None = None,
    engine: str = "cpu",
) -> Numbers:
    """The exact weights of many compositions, or the expectation of a bet in each of them.

    A composition can also be a row of ten counts, by points.

    The columns are Player wins, Banker wins and ties. For a bet the columns are its tiers in their
    order, and then its losses. A row sums to N(N - 1)…(N - 5).

    >>> batch([[128, 32, 32, 32, 32, 32, 32, 32, 32, 32]]).tolist()
    [[2230518282592256, 2292252566437888, 475627426473216]]

    For a bet, `of` can also be "expectation", the average win of one unit as a float for each
    composition; "fraction", the same in two columns of whole numbers; or "sign", the exact sign
    of the expectation: 1, 0 or -1.

    >>> batch([[128, 32, 32, 32, 32, 32, 32, 32, 32, 32]], "tie", of="expectation").round(6)
    array([-0.143596])

    The engine is "cpu" or "cuda" (or "gpu"), which needs CuPy and a GPU; the numbers are the same.
    """
    if threads is not None and (type(threads) is not int or threads < 1):
        raise BadValue(f"a batch needs at least 1 thread, not {quoted(threads)}")
    if not isinstance(rules, Rules):
        raise BadValue(f"rules must be e.g. Rules(decks=6), not {quoted(rules)}")
    if isinstance(counts, Sequence) and any(isinstance(item, Composition) for item in counts):
        counts = [_points(item) for item in counts]
    if not isinstance(of, str) or of not in ANSWERS:
        hint = "expected weights, fraction, expectation or sign"
        raise UnknownName("answer of a batch", str(of)[:40], ANSWERS, hint)
    if bet is None and of != "weights":
        raise BadValue(f"the {of} needs a bet: batch(counts, 'tie', of={of!r})")
    if not isinstance(engine, str) or engine not in ENGINES:
        raise UnknownName("engine of a batch", str(engine)[:40], ENGINES, "expected cpu or cuda")
    found = formula(None if bet is None else as_bet(bet), rules, as_key(decide))
    if engine in CUDA_NAMES:
        from baccarat.exact.batch import cuda as sums_cuda  # imported here because it imports us

        return sums_cuda.answer(found, of, counts)
    return ANSWERS[of](found, counts, threads)


def _points(item: object) -> tuple[int, ...]:
    if not isinstance(item, Composition):
        raise BadValue(f"every item must be a composition, not {quoted(item)}")
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
    """A bet (or the three outcomes) compiled to constants, ready for any composition."""
    if bet is None:
        return Formula(WINNERS, (Side.PLAYER, Side.BANKER, None), rules, decide)
    if bet.depth is not Depth.TOTALS:
        raise TooShallow(
            f"{bet.key} needs {bet.depth}, but a batch takes only bets on totals: use odds()"
        )
    return Formula(tuple(outcome_tiers(bet)), (*bet.pays, None), rules, decide, bet)


class Formula:
    """The constants that weigh one bet, or the three outcomes, under one set of rules."""

    def __init__(
        self,
        groups: Groups | None,
        columns: Groups,
        rules: Rules,
        decide: Strategy,
        bet: Bet | None = None,
    ) -> None:
        self.groups, self.columns = groups, columns
        self.rules, self.decide = rules, decide
        self.ready = constants(rules.tableau, rules.printed, decide)
        self.forms = forms_of(self.ready)
        nets = [] if bet is None else [bet.net(tier) for tier in (*bet.pays, None)]
        self.unit = lcm(*(net.denominator for net in nets))
        """the number of parts of a unit in which every price is a whole number"""
        self.prices = [int(net * self.unit) for net in nets]

    @cached_property
    def tiers(self) -> Columns:
        """The coefficients of every column except the last, which follows from the other columns.

        For the three outcomes this saves a third of the work.
        """
        assert self.groups is not None
        values = _coefficients(self.ready, self.groups, self.columns)
        return Columns(values[:-1] // self.forms.orders, self.forms)

    @cached_property
    def priced(self) -> Columns:
        """The coefficients of the guest's win: the columns of all tiers, each times its price."""
        assert self.groups is not None
        values = _coefficients(self.ready, self.groups, self.columns) // self.forms.orders
        whole = INTS if max(map(abs, self.prices)) < 1 << 31 else np.dtype(object)
        priced = np.array(self.prices, dtype=whole) @ values.astype(whole)
        return Columns(priced[None], self.forms, self.unit * factorial(self.ready.cards))

    def weights(self, counts: Compositions, threads: int | None = None) -> Numbers:
        """The weights by row and column, in the fastest number type that is exact."""
        rows, total = self._rows(counts)
        number = kernels.number_for(total)
        if self.groups is None:
            return _in_parts(rows, CELLS, kernels.whole_of(number), threads, self._cells(number))
        return self._sums(rows, self.tiers, number, threads, kernels.whole_of(number), more=1)

    def fraction(self, counts: Compositions, threads: int | None = None) -> Numbers:
        """For each composition (a row): the average win of a unit, as numerator and denominator."""
        rows, total = self._rows(counts)
        number = self.priced.number(total)
        won = self._sums(rows, self.priced, number, threads, kernels.whole_of(number), more=1)
        # The last column is the number of all orders less the first column, so their sum is right
        # even if the last column overflowed.
        won[:, 1] += won[:, 0]
        won[:, 1] *= self.unit
        return won

    def expectation(self, counts: Compositions, threads: int | None = None) -> Numbers:
        """For each composition (a row): the average win of a unit."""
        won = self.fraction(counts, threads)
        try:
            found: Numbers = (won[:, 0] / won[:, 1]).astype(np.float64)
        except OverflowError:
            raise BadValue(
                "the expectation is too large for floats: ask for of='fraction'"
            ) from None
        return found

    def sign(self, counts: Compositions, threads: int | None = None) -> Numbers:
        """For each row: 1 if the average win of a unit is above 0, -1 if it is below 0, else 0."""
        rows, total = self._rows(counts)
        number = self.priced.number(total)
        if number is FLOATS:
            won = self._sums(rows, self.priced, FLOATS, threads, INTS)[:, 0]
            return np.sign(won).astype(np.int8)
        # The exact sum needs more digits than a float has, but its sign seldom does.
        about = self._sums(rows, self.priced.scaled, FLOATS, threads, FLOATS)[:, 0]
        draws = np.full(len(rows), 1 / factorial(self.ready.cards))
        sizes = rows.sum(axis=1, dtype=np.int64)
        for card in range(self.ready.cards):
            draws *= sizes - card
        signs = np.sign(about).astype(np.int8)
        near = np.flatnonzero(abs(about) <= ROUNDED * draws)
        if len(near):
            signs[near] = np.sign(self.fraction(rows[near], threads)[:, 0])
        return signs

    def _rows(self, counts: Compositions) -> tuple[Numbers, int]:
        """The checked rows, and the number of orders in which the largest shoe can be dealt."""
        cards = self.ready.cards
        rows = as_rows(counts)
        if not len(rows):
            return rows, perm(cards)
        if len(rows) <= LOOK:
            rows = _as_ints(rows)
            lowest, highest, fewest, most = kernels.extent(rows)
        else:
            looks = range(0, len(rows), LOOK)
            found = np.array([kernels.extent(_as_ints(rows[at : at + LOOK])) for at in looks])
            lowest, _, fewest, _ = found.min(axis=0).tolist()
            _, highest, _, most = found.max(axis=0).tolist()
        require_shoes(lowest, highest, fewest, cards)
        return rows, perm(most, cards)

    def _sums(
        self,
        rows: Numbers,
        columns: Columns,
        number: np.dtype[Any],
        threads: int | None,
        out: np.dtype[Any],
        more: int = 0,
    ) -> Numbers:
        """The sums by row and column; `more=1` adds a column for orders counted in no column."""

        def part(rows: Ints, out: Numbers) -> None:
            kernels.sums(rows, columns, number, out)

        return _in_parts(rows, len(columns.values) + more, out, threads, part)

    def _cells(self, number: np.dtype[Any]) -> Callable[[Ints, Numbers], None]:
        def part(rows: Ints, out: Numbers) -> None:
            out[:] = kernels.cells(rows, self.forms, number)

        return part


EngineAnswer = Callable[[Formula, Compositions, int | None], Numbers]
ANSWERS: dict[str, EngineAnswer] = {
    "weights": Formula.weights,
    "fraction": Formula.fraction,
    "expectation": Formula.expectation,
    "sign": Formula.sign,
}


def _in_parts(
    rows: Numbers,
    columns: int,
    number: np.dtype[Any],
    threads: int | None,
    part: Callable[[Ints, Numbers], None],
) -> Numbers:
    """Fill the answer in parts, in several threads."""
    out = np.empty((len(rows), columns), dtype=number)
    step = FEW_LARGE if number == OBJECTS else CHUNK
    if len(rows) <= step:
        part(_as_ints(rows), out)
        return out

    def fill(at: int) -> None:
        part(_as_ints(rows[at : at + step]), out[at : at + step])

    with ThreadPoolExecutor(threads or os.cpu_count() or 1) as pool:
        list(pool.map(fill, range(0, len(rows), step)))  # list() raises the errors of the threads
    return out


def _as_ints(rows: Numbers) -> Ints:
    """The rows as 64-bit numbers.

    A count from 2^63 on becomes negative, and a negative count is refused.
    """
    return np.ascontiguousarray(rows, dtype=np.int64)


def as_rows(counts: Any) -> Numbers:
    """The counts as an array; raises BadValue unless it has rows of ten whole numbers."""
    try:
        rows = np.asarray(counts)
    except (ValueError, TypeError, AttributeError):  # rows of several lengths, and the like
        rows = np.empty(0)
    require_rows(rows)
    return rows


def require_rows(rows: Any) -> None:
    """Refuse an array that is not rows of ten whole numbers."""
    if rows.ndim != 2 or rows.shape[1] != 10 or rows.dtype.kind not in "iu":
        raise BadValue("a batch needs a row of ten whole counts, by points, for each composition")


def require_shoes(lowest: int, highest: int, fewest: int, cards: int) -> None:
    """Refuse counts out of range and shoes with too few cards."""
    if lowest < 0 or highest >= MOST_COUNT:
        raise BadValue("a count of cards must be from 0 to 2^32 - 1")
    if fewest < cards:
        least = f"every row of a batch needs at least {cards} cards, not {fewest}"
        raise ShoeError(f"{least}: use odds() near the end of a shoe")


def _coefficients(ready: Constants, groups: Groups, columns: Groups) -> Ints:
    """For each column and multiset: how many orders of the points end in the column's outcomes."""
    place = np.array([columns.index(group) for group in groups])[ready.cell]
    size = len(ready.multisets)
    counted = np.bincount(place * size + ready.multiset, ready.value, len(columns) * size)
    return counted.reshape(len(columns), size).astype(np.int64)
