"""The compiled loops of a batch, and their replacement without Numba.

The ten points are split into 0 to 4 and 5 to 9. A multiset is then a pair of one multiset from
each half, and the sum over all 5005 becomes seven small bilinear forms, one for each number of
cards in the lower half. Their inner loops look up no index, so they run in vector registers.

Many compositions are computed side by side in lanes: a row of lanes holds one number of each
composition, and every step works on whole rows. A few compositions are computed one by one, with
the terms of a sum side by side instead.

Every number here is whole. Floats are used only if every possible sum, in any order, stays below
2^53 (see `Columns`), so that nothing is rounded. 64-bit numbers may overflow in between: they are
right modulo 2^64, and the final sum fits.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from importlib.util import find_spec
from math import comb, factorial
from typing import Any, TypeVar, cast

import numpy as np
import numpy.typing as npt

from baccarat.base.compiling import compile_with
from baccarat.exact.weights.by_hand import EXACT_FLOATS, EXACT_INTS
from baccarat.exact.weights.constants import CELLS, Constants, Ints, Numbers, powers_upto

Function = TypeVar("Function", bound=Callable[..., Any])
Indices = npt.NDArray[np.unsignedinteger[Any]]
Levels = tuple[Indices, ...]
HALF = 5
"""Points 0 to 4 are the lower half, 5 to 9 the upper."""
LANES = 32
"""The number of compositions side by side."""
FEW = 6
"""Up to this number, compositions are faster one by one than in lanes."""
ROWS, STEP = 5, 4
"""A block of coefficients: rows of the shorter side, columns of the longer side. The length of
every shorter side except a single product is a multiple of five; the longer side is padded with
zeros."""
FLOATS, INTS = np.dtype(np.float64), np.dtype(np.int64)
OBJECTS = np.dtype(object)
"""Python's whole numbers, for shoes that need more than 64 bits."""

HAS_NUMBA = find_spec("numba") is not None


def compiled(function: Function) -> Function:
    """The function, compiled if Numba is installed; sums of whole numbers may be reordered."""
    if not HAS_NUMBA:
        return function
    allowed = {"reassoc", "contract", "nsz"}
    return cast(Function, compile_with(nogil=True, fastmath=allowed)(function))


@dataclass(frozen=True, slots=True, eq=False)
class Forms:
    """The order of products in the loops: for points 0 to 4, for points 5 to 9, and for both.

    A product multiplies a falling power n (n - 1) … of each point's count: the number of ways to
    draw its cards in the order of their points.
    """

    cards: int
    levels: Levels
    """the places of the two factors of each product: a pair has two powers, a triple has a pair
    and a power, and a product of five has a triple and a pair"""
    starts: Ints
    """by number of points less one and number of cards: the index of their first product; the last
    entry is the number of products"""
    lower: Ints
    """by multiset: the product of its lower half"""
    upper: Ints
    """by multiset: the product of its upper half"""
    places: Ints
    """by multiset: its place in the bilinear forms, each with the longer side innermost"""
    blocks: Ints
    """by multiset: its place in the forms cut into blocks"""
    length: int
    """the number of places in the blocks"""
    cells: Ints
    """the cells that can be reached"""
    entries: Ints
    """by reachable cell: the index of its first constant; the last entry is their number"""
    multiset: Ints
    """by constant: its multiset"""
    value: Ints
    """by constant: the number of orders of points in which the coup ends in the cell"""
    orders: Ints
    """by multiset: the number of orders of its cards that have the same order of points"""


@lru_cache(maxsize=16)
def forms_of(ready: Constants) -> Forms:
    """The order in which the loops take the products, for one set of rules."""
    most = ready.cards
    whole, triples, pairs = (powers_upto(length, most) for length in (HALF, 3, 2))
    made_of = (
        [first for first, _ in pairs],
        [second for _, second in pairs],
        [pairs.index(powers[:2]) for powers in triples],
        [powers[2] for powers in triples],
        [triples.index(powers[:3]) for powers in whole],
        [pairs.index(powers[3:]) for powers in whole],
    )
    levels = tuple(np.array(places, dtype=np.uint64) for places in made_of)
    place = {powers: number for number, powers in enumerate(whole)}
    sizes = [[comb(degree + n, n) for degree in range(most + 1)] for n in range(HALF)]
    starts = np.pad(np.cumsum(sizes, axis=1), ((0, 0), (1, 0)))
    halves = [ready.multisets[:, :HALF], ready.multisets[:, HALF:]]
    lower, upper = (np.array([place[tuple(half)] for half in side.tolist()]) for side in halves)

    degree = halves[0].sum(axis=1)
    size = np.array(sizes[-1])
    row, column = lower - starts[-1][degree], upper - starts[-1][most - degree]
    is_wide = 2 * degree <= most
    row, column = np.where(is_wide, row, column), np.where(is_wide, column, row)
    short, long = np.minimum(size, size[::-1]), np.maximum(size, size[::-1])
    forms = np.concatenate([[0], np.cumsum(short * long)])[degree]
    steps = -(-long // STEP)
    block = ((row // ROWS) * steps[degree] + column // STEP) * (ROWS * STEP)
    inside = (row % ROWS) * STEP + column % STEP
    firsts = np.concatenate([[0], np.cumsum(short * steps * STEP)])
    cells, entries = np.unique(ready.cell, return_index=True)
    orders = np.array([factorial(k) for k in range(most + 1)])[ready.multisets].prod(axis=1)
    return Forms(
        most,
        levels,
        starts,
        lower,
        upper,
        forms + row * long[degree] + column,
        firsts[degree] + np.where(short[degree] == 1, column, block + inside),
        int(firsts[-1]),
        cells,
        np.append(entries, len(ready.cell)),
        ready.multiset,
        ready.value // orders[ready.multiset],
        orders,
    )


class Columns:
    """Coefficients by column and multiset; the method `placed` sorts them as the loops need them.

    A coefficient counts orders of points, perhaps times a price. Times `orders` it counts orders of
    cards, for each draw of a multiset; and N cards have N(N - 1)… ÷ cards! draws. So the |terms|
    sum to at most `largest` ÷ cards! × N(N - 1)…, and no partial sum, in any order, exceeds that
    bound. (A sum over the longer side may exceed it if it is then multiplied by a product that is
    0, so it has no effect.)
    """

    def __init__(self, values: Numbers, forms: Forms, least: int = 0) -> None:
        self.values, self.forms = values, forms
        self.largest = max(abs(values * forms.orders).max(initial=0), least)
        self._placed: dict[np.dtype[Any], tuple[Numbers, Numbers]] = {}

    def number(self, total: int) -> np.dtype[Any]:
        """The fastest type of number that is exact; `total` is N(N - 1)… for the largest shoe."""
        return number_for(-(-int(self.largest) * total // factorial(self.forms.cards)))

    @cached_property
    def scaled(self) -> "Columns":
        """The coefficients as floats, each divided by `largest`."""
        largest = int(self.largest)
        lines = self.values.tolist()
        shares = [[float(Fraction(number, largest)) for number in line] for line in lines]
        return Columns(np.array(shares), self.forms)

    def placed(self, number: np.dtype[Any]) -> tuple[Numbers, Numbers]:
        """The coefficients in two orders: for one composition, and for many at a time."""
        if number not in self._placed:
            values = self.values.astype(number)
            forms = np.empty_like(values)
            forms[:, self.forms.places] = values
            blocks = np.zeros((len(values), self.forms.length), dtype=number)
            blocks[:, self.forms.blocks] = values
            self._placed[number] = forms, blocks
        return self._placed[number]


def number_for(bound: int) -> np.dtype[Any]:
    """The fastest type of number that is exact up to a bound."""
    return FLOATS if bound < EXACT_FLOATS else INTS if bound < EXACT_INTS else OBJECTS


def whole_of(number: np.dtype[Any]) -> np.dtype[Any]:
    """The type of an answer in whole numbers, from the type in which it is calculated."""
    return OBJECTS if number == OBJECTS else INTS


def sums(counts: Ints, columns: Columns, number: np.dtype[Any], out: Numbers) -> None:
    """Fill `out` by row and column: the sum of coefficients times ways to draw their multisets.

    If `out` has one more column, it gets all other orders.
    """
    forms = columns.forms
    if not HAS_NUMBA or number == OBJECTS:
        known = _ways(counts, forms, number) @ columns.values.T.astype(number)
        out[:, : known.shape[1]] = known
        if out.shape[1] > known.shape[1]:
            sizes = counts.sum(axis=1).astype(out.dtype)
            totals = np.ones_like(sizes)
            for card in range(forms.cards):
                totals *= sizes - card
            out[:, -1] = totals - out[:, :-1].sum(axis=1)
        return
    one_by_one, in_lanes = columns.placed(number)
    if len(counts) > FEW:
        _lanes(counts, in_lanes, forms.starts, out)
    else:
        _sums(counts, one_by_one, forms.starts[-1], forms.levels, out)


def cells(counts: Ints, forms: Forms, number: npt.DTypeLike) -> Numbers:
    """For each row: the weight of every cell."""
    out = np.zeros((len(counts), CELLS), dtype=number)
    values = forms.value.astype(number)
    if not HAS_NUMBA or number == OBJECTS:
        ways = _ways(counts, forms, number)
        found = np.add.reduceat(ways[:, forms.multiset] * values, forms.entries[:-1], axis=1)
        out[:, forms.cells] = found
        return out
    lower, upper, multiset = (
        array.astype(np.uint16) for array in (forms.lower, forms.upper, forms.multiset)
    )
    _cells(counts, forms.levels, (lower, upper), multiset, values, forms.entries, forms.cells, out)
    return out


def extent(counts: Ints) -> tuple[int, int, int, int]:
    """The lowest and the highest count, and the sizes of the smallest and the largest shoe."""
    if not HAS_NUMBA:
        sizes = counts.sum(axis=1)
        return int(counts.min()), int(counts.max()), int(sizes.min()), int(sizes.max())
    found: tuple[int, int, int, int] = _extent(counts)
    return found


def _ways(counts: Ints, forms: Forms, number: npt.DTypeLike) -> Numbers:
    """For each row and multiset: the ways to draw the multiset, calculated without Numba."""
    counts = counts.astype(number)
    powers = np.ones((len(counts), 2 * HALF, forms.cards + 1), dtype=number)
    for power in range(1, forms.cards + 1):
        powers[:, :, power] = powers[:, :, power - 1] * (counts - (power - 1))
    halves = []
    one, two, pair, last, triple, rest = forms.levels
    for first in (0, HALF):
        each = [powers[:, first + points] for points in range(HALF)]
        triples = (each[0][:, one] * each[1][:, two])[:, pair] * each[2][:, last]
        halves.append(triples[:, triple] * (each[3][:, one] * each[4][:, two])[:, rest])
    ways: Numbers = halves[0][:, forms.lower] * halves[1][:, forms.upper]
    return ways


@compiled
def _extent(counts: Ints) -> tuple[int, int, int, int]:
    lowest = highest = counts[0, 0]
    fewest = most = counts[0].sum()
    for row in range(len(counts)):
        size = 0
        for points in range(10):
            count = counts[row, points]
            lowest, highest = min(lowest, count), max(highest, count)
            size += count
        fewest, most = min(fewest, size), max(most, size)
    return lowest, highest, fewest, most


@compiled
def _rest(counts: Ints, known: int, most: int, out: Numbers) -> None:
    """If `out` has more than `known` columns, fill the next one with all orders not yet counted."""
    if out.shape[1] > known:
        for row in range(len(counts)):
            size = counts[row].sum()
            total = 1
            for card in range(most):
                total *= size - card
            for group in range(known):
                total -= out[row, group]
            out[row, known] = total


# Many compositions, side by side


@compiled
def _lanes(counts: Ints, blocks: Numbers, starts: Ints, out: Numbers) -> None:
    most = starts.shape[1] - 2
    powers = np.zeros((10, (most + 1) * LANES), dtype=blocks.dtype)
    short = np.empty((2, starts[HALF - 2, most + 1] * LANES), dtype=blocks.dtype)
    # A block may read a few products past the end, which it multiplies by zeros.
    halves = np.zeros((2, (starts[HALF - 1, most + 1] + STEP) * LANES), dtype=blocks.dtype)
    block = np.empty(ROWS * LANES, dtype=blocks.dtype)
    total = np.empty(LANES, dtype=blocks.dtype)
    first_of = starts[HALF - 1]
    for row in range(0, len(counts), LANES):
        lanes = min(LANES, len(counts) - row)
        _falling(counts[row : row + lanes], most, powers)
        for half in range(2):
            first = HALF * half
            _widen(powers[first + 3], starts[0], powers[first + 4], short[0])
            _widen(powers[first + 2], starts[1], short[0], short[1])
            _widen(powers[first + 1], starts[2], short[1], short[0])
            _widen(powers[first], starts[3], short[0], halves[half])
        for group in range(len(blocks)):
            line = blocks[group]
            total[:] = 0
            at = 0
            for degree in range(most + 1):
                side = 0 if 2 * degree <= most else 1
                fewer = min(degree, most - degree)
                many, first = most - fewer, first_of[fewer]
                longer = halves[1 - side, first_of[many] * LANES :]
                steps = (first_of[many + 1] - first_of[many] + STEP - 1) // STEP
                if fewer == 0:  # a single product, without cards
                    _add_row(line[at : at + STEP * steps], longer, total)
                    at += STEP * steps
                    continue
                for item in range(first, first_of[fewer + 1], ROWS):
                    _fill(line[at : at + ROWS * STEP * steps], longer, block)
                    _add_block(block, halves[side, item * LANES :], total)
                    at += ROWS * STEP * steps
            for lane in range(lanes):
                out[row + lane, group] = total[lane]
    _rest(counts, len(blocks), most, out)


@compiled
def _falling(counts: Ints, most: int, powers: Numbers) -> None:
    """Fill `powers` with n (n - 1) … for every count n; unused lanes keep their old values."""
    for lane in range(len(counts)):
        for points in range(10):
            powers[points, LANES + lane] = counts[lane, points]
    for points in range(10):
        of = powers[points]
        for lane in range(LANES):
            n = of[LANES + lane]
            two = n * (n - 1)
            three = two * (n - 2)
            four = three * (n - 3)
            five = four * (n - 4)
            of[lane] = 1
            of[2 * LANES + lane] = two
            of[3 * LANES + lane] = three
            of[4 * LANES + lane] = four
            of[5 * LANES + lane] = five
            if most == 6:
                of[6 * LANES + lane] = five * (n - 5)


@compiled
def _widen(powers: Numbers, starts: Ints, short: Numbers, out: Numbers) -> None:
    """Fill `out` with products that include one more point: its powers times the old products."""
    # Unsigned, because a signed index may be negative, which would be checked in every lane.
    lanes = np.uint64(LANES)
    two, three, four = lanes + lanes, np.uint64(3) * lanes, np.uint64(4) * lanes
    at = np.uint64(0)
    for degree in range(len(starts) - 1):
        for power in range(degree + 1):
            of = np.uint64(power) * lanes
            item = np.uint64(starts[degree - power]) * lanes
            end = np.uint64(starts[degree - power + 1]) * lanes
            while item + three < end:  # four rows at a time, which halves the time
                for lane in range(lanes):
                    factor = powers[of + lane]
                    out[at + lane] = short[item + lane] * factor
                    out[at + lanes + lane] = short[item + lanes + lane] * factor
                    out[at + two + lane] = short[item + two + lane] * factor
                    out[at + three + lane] = short[item + three + lane] * factor
                at += four
                item += four
            while item < end:
                for lane in range(lanes):
                    out[at + lane] = short[item + lane] * powers[of + lane]
                at += lanes
                item += lanes


@compiled
def _fill(line: Numbers, longer: Numbers, block: Numbers) -> None:
    """Fill `block` with five sums of coefficients (`line`) times products (`longer`)."""
    for place in range(len(block)):
        block[place] = 0
    for step in range(len(line) // (ROWS * STEP)):
        # Written out so that all twenty coefficients stay in registers.
        c = line[ROWS * STEP * step : ROWS * STEP * (step + 1)]
        a0, a1, a2, a3 = c[0], c[1], c[2], c[3]
        b0, b1, b2, b3 = c[4], c[5], c[6], c[7]
        c0, c1, c2, c3 = c[8], c[9], c[10], c[11]
        d0, d1, d2, d3 = c[12], c[13], c[14], c[15]
        e0, e1, e2, e3 = c[16], c[17], c[18], c[19]
        x = longer[STEP * LANES * step : STEP * LANES * (step + 1)]
        for lane in range(LANES):
            w, x1, y, z = x[lane], x[LANES + lane], x[2 * LANES + lane], x[3 * LANES + lane]
            block[lane] += a0 * w + a1 * x1 + a2 * y + a3 * z
            block[LANES + lane] += b0 * w + b1 * x1 + b2 * y + b3 * z
            block[2 * LANES + lane] += c0 * w + c1 * x1 + c2 * y + c3 * z
            block[3 * LANES + lane] += d0 * w + d1 * x1 + d2 * y + d3 * z
            block[4 * LANES + lane] += e0 * w + e1 * x1 + e2 * y + e3 * z


@compiled
def _add_block(block: Numbers, shorter: Numbers, total: Numbers) -> None:
    """Add to `total` the five sums in `block`, each times its product in `shorter`."""
    for lane in range(LANES):
        total[lane] += (
            block[lane] * shorter[lane]
            + block[LANES + lane] * shorter[LANES + lane]
            + block[2 * LANES + lane] * shorter[2 * LANES + lane]
            + block[3 * LANES + lane] * shorter[3 * LANES + lane]
            + block[4 * LANES + lane] * shorter[4 * LANES + lane]
        )


@compiled
def _add_row(line: Numbers, longer: Numbers, total: Numbers) -> None:
    """Add to `total` one sum of coefficients (`line`) times products (`longer`)."""
    for step in range(len(line) // STEP):
        c = line[STEP * step : STEP * (step + 1)]
        a, b, c1, d = c[0], c[1], c[2], c[3]
        x = longer[STEP * LANES * step : STEP * LANES * (step + 1)]
        for lane in range(LANES):
            more = a * x[lane] + b * x[LANES + lane]
            total[lane] += more + c1 * x[2 * LANES + lane] + d * x[3 * LANES + lane]


# A few compositions, one by one


@compiled
def _powers_of(counts: Ints, into: Numbers) -> None:
    for points in range(len(counts)):
        into[points, 0] = 1
        n = into[points, 0] * counts[points]
        for power in range(1, into.shape[1]):
            into[points, power] = into[points, power - 1] * (n - (power - 1))


@compiled
def _times(firsts: Indices, seconds: Indices, one: Numbers, other: Numbers, out: Numbers) -> None:
    for place in range(len(firsts)):
        out[place] = one[firsts[place]] * other[seconds[place]]


@compiled
def _halves(counts: Ints, levels: Levels, powers: Numbers, short: Numbers, out: Numbers) -> None:
    """Fill `out` with the products for points 0 to 4 and 5 to 9, each made of shorter products."""
    _powers_of(counts, powers)
    pair, triple, rest = short[0], short[1], short[2]
    for half in range(2):
        first = 5 * half
        _times(levels[0], levels[1], powers[first], powers[first + 1], pair)
        _times(levels[2], levels[3], pair, powers[first + 2], triple)
        _times(levels[0], levels[1], powers[first + 3], powers[first + 4], rest)
        _times(levels[4], levels[5], triple, rest, out[half])


@compiled
def _dot(one: Numbers, other: Numbers) -> Any:
    total = one[0] * other[0]
    for place in range(1, len(other)):
        total += one[place] * other[place]
    return total


@compiled
def _sums(counts: Ints, placed: Numbers, starts: Ints, levels: Levels, out: Numbers) -> None:
    most = len(starts) - 2
    powers = np.empty((10, most + 1), dtype=placed.dtype)
    short = np.empty((3, len(levels[2])), dtype=placed.dtype)
    halves = np.empty((2, len(levels[4])), dtype=placed.dtype)
    lower, upper = halves[0], halves[1]
    for row in range(len(counts)):
        _halves(counts[row], levels, powers, short, halves)
        for group in range(len(placed)):
            line = placed[group]
            total = line[0] - line[0]
            place = 0
            for degree in range(most + 1):
                left, left_end = starts[degree], starts[degree + 1]
                right, right_end = starts[most - degree], starts[most - degree + 1]
                if left_end - left <= right_end - right:
                    inner = upper[right:right_end]
                    for item in range(left, left_end):
                        total += _dot(line[place : place + len(inner)], inner) * lower[item]
                        place += len(inner)
                else:
                    inner = lower[left:left_end]
                    for item in range(right, right_end):
                        total += _dot(line[place : place + len(inner)], inner) * upper[item]
                        place += len(inner)
            out[row, group] = total
    _rest(counts, len(placed), most, out)


@compiled
def _cells(
    counts: Ints,
    levels: Levels,
    made_of: tuple[Indices, Indices],
    multiset: Indices,
    values: Numbers,
    entries: Ints,
    cells: Ints,
    out: Numbers,
) -> None:
    most = int(levels[0].max())
    powers = np.empty((10, most + 1), dtype=out.dtype)
    short = np.empty((3, len(levels[2])), dtype=out.dtype)
    halves = np.empty((2, len(levels[4])), dtype=out.dtype)
    ways = np.empty(len(made_of[0]), dtype=out.dtype)
    for row in range(len(counts)):
        _halves(counts[row], levels, powers, short, halves)
        for place in range(len(ways)):
            ways[place] = halves[0, made_of[0][place]] * halves[1, made_of[1][place]]
        for cell in range(len(cells)):
            part = multiset[entries[cell] : entries[cell + 1]]
            value = values[entries[cell] : entries[cell + 1]]
            # Four sums side by side, because an addition waits for the one before in the same sum.
            a = b = c = d = value[0] - value[0]
            whole = len(part) // 4 * 4
            for place in range(0, whole, 4):
                a += value[place] * ways[part[place]]
                b += value[place + 1] * ways[part[place + 1]]
                c += value[place + 2] * ways[part[place + 2]]
                d += value[place + 3] * ways[part[place + 3]]
            for place in range(whole, len(part)):
                a += value[place] * ways[part[place]]
            out[row, cells[cell]] = a + b + c + d
