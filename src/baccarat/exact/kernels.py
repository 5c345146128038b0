"""The compiled loops of a batch, and what takes their place where Numba is missing.

The ten points are split into 0 to 4 and 5 to 9. A multiset is then one of each half, and the sum
over all 5005 becomes seven small bilinear forms, by how many of the six cards are in the lower
half. Their inner loops look up no index, so they run in vector registers.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from importlib.util import find_spec
from itertools import product
from typing import Any, TypeVar, cast

import numpy as np
import numpy.typing as npt

from baccarat.compiling import compile_with
from baccarat.exact.constants import CELLS, Constants, Ints, Numbers

Function = TypeVar("Function", bound=Callable[..., Any])
Indices = npt.NDArray[np.unsignedinteger[Any]]
Levels = tuple[Indices, ...]
HALF = 5
"""Points 0 to 4 are the lower half, 5 to 9 the upper."""

HAS_NUMBA = find_spec("numba") is not None


def compiled(function: Function) -> Function:
    """Compile if Numba is here. Sums may be reordered, which changes no whole number."""
    if not HAS_NUMBA:
        return function
    allowed = {"reassoc", "contract", "nsz"}
    return cast(Function, compile_with(nogil=True, fastmath=allowed)(function))


@dataclass(frozen=True, slots=True, eq=False)
class Forms:
    """Where the products of binomials of each half stand, and the multisets made of two halves."""

    cards: int
    levels: Levels
    """what products are made of: a pair of two binomials, a triple of a pair and one more, five
    of a triple and a pair; each by the places of its two factors"""
    starts: Ints
    """number of cards: the first of its products; and, last, how many products there are"""
    lower: Ints
    """multiset: the product of its lower half"""
    upper: Ints
    """multiset: the product of its upper half"""
    places: Ints
    """multiset: its place in the bilinear forms, each with the longer side innermost"""
    cells: Ints
    """the cells that can be reached"""
    entries: Ints
    """reachable cell: its first constant; and, last, how many there are"""
    multiset: Ints
    """constant: its multiset"""
    value: Ints


@lru_cache(maxsize=16)
def forms_of(ready: Constants) -> Forms:
    """Lay out the products for one set of rules."""
    most = ready.cards
    whole, triples, pairs = (_powers(length, most) for length in (HALF, 3, 2))
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
    degrees = [sum(powers) for powers in whole]
    starts = np.array([degrees.index(degree) for degree in range(most + 1)] + [len(whole)])
    halves = [ready.multisets[:, :HALF], ready.multisets[:, HALF:]]
    lower, upper = (np.array([place[tuple(half)] for half in side.tolist()]) for side in halves)

    degree = halves[0].sum(axis=1)
    sizes = np.diff(starts)
    rows, columns = sizes[degree], sizes[most - degree]
    row, column = lower - starts[degree], upper - starts[most - degree]
    blocks = np.concatenate([[0], np.cumsum(sizes * sizes[::-1])])[degree]
    inner = np.where(rows <= columns, row * columns + column, column * rows + row)
    cells, entries = np.unique(ready.cell, return_index=True)
    return Forms(
        most,
        levels,
        starts,
        lower,
        upper,
        blocks + inner,
        cells,
        np.append(entries, len(ready.cell)),
        ready.multiset,
        ready.value,
    )


def _powers(length: int, most: int) -> list[tuple[int, ...]]:
    """Every way to share up to `most` cards among `length` points, fewer cards first."""
    found = [powers for powers in product(range(most + 1), repeat=length) if sum(powers) <= most]
    return sorted(found, key=lambda powers: (sum(powers), powers))


def placed(coefficients: Numbers, forms: Forms) -> Numbers:
    """Coefficients by group and multiset, moved to where the bilinear forms expect them."""
    moved = np.empty_like(coefficients)
    moved[:, forms.places] = coefficients
    return moved


def sums(counts: Ints, forms: Forms, coefficients: Numbers) -> Numbers:
    """Row, group: the sum over all multisets of a group's coefficient times the ways to draw it.

    `coefficients` come from `placed()`; their type is the type of the sums.
    """
    if not HAS_NUMBA:
        return _ways(counts, forms, coefficients.dtype) @ coefficients[:, forms.places].T
    out = np.zeros((len(counts), len(coefficients)), dtype=coefficients.dtype)
    _sums(counts, coefficients, forms.starts, forms.levels, out)
    return out


def cells(counts: Ints, forms: Forms, number: npt.DTypeLike) -> Numbers:
    """Row, cell: the weight of every cell."""
    out = np.zeros((len(counts), CELLS), dtype=number)
    values = forms.value.astype(number)
    if not HAS_NUMBA:
        ways = _ways(counts, forms, number)
        found = np.add.reduceat(ways[:, forms.multiset] * values, forms.entries[:-1], axis=1)
        out[:, forms.cells] = found
        return out
    lower, upper, multiset = (
        array.astype(np.uint16) for array in (forms.lower, forms.upper, forms.multiset)
    )
    _cells(counts, forms.levels, (lower, upper), multiset, values, forms.entries, forms.cells, out)
    return out


def _ways(counts: Ints, forms: Forms, number: npt.DTypeLike) -> Numbers:
    """Row, multiset: the ways to draw it, without Numba."""
    binomials = np.ones((len(counts), 2 * HALF, forms.cards + 1), dtype=np.int64)
    for power in range(1, forms.cards + 1):
        falling = binomials[:, :, power - 1] * (counts - power + 1)
        binomials[:, :, power] = falling // power
    halves = []
    one, two, pair, last, triple, rest = forms.levels
    for first in (0, HALF):
        powers = [binomials[:, first + points] for points in range(HALF)]
        triples = (powers[0][:, one] * powers[1][:, two])[:, pair] * powers[2][:, last]
        halves.append(triples[:, triple] * (powers[3][:, one] * powers[4][:, two])[:, rest])
    ways: Numbers = halves[0][:, forms.lower] * halves[1][:, forms.upper]
    return ways.astype(number)


@compiled
def _binomials(counts: Ints, into: Numbers) -> None:
    # Written out: the compiler turns division by a constant into a multiplication.
    for points in range(len(counts)):
        n = counts[points]
        two = n * (n - 1)
        three = two * (n - 2)
        four = three * (n - 3)
        five = four * (n - 4)
        into[points, 0] = 1
        into[points, 1] = n
        into[points, 2] = two // 2
        into[points, 3] = three // 6
        into[points, 4] = four // 24
        into[points, 5] = five // 120
        if into.shape[1] > 6:
            into[points, 6] = five * (n - 5) // 720


@compiled
def _times(firsts: Indices, seconds: Indices, one: Numbers, other: Numbers, out: Numbers) -> None:
    for place in range(len(firsts)):
        out[place] = one[firsts[place]] * other[seconds[place]]


@compiled
def _halves(counts: Ints, levels: Levels, binomials: Numbers, short: Numbers, out: Numbers) -> None:
    """The products of binomials of both halves, each made of shorter ones."""
    _binomials(counts, binomials)
    pair, triple, rest = short[0], short[1], short[2]
    for half in range(2):
        first = 5 * half
        _times(levels[0], levels[1], binomials[first], binomials[first + 1], pair)
        _times(levels[2], levels[3], pair, binomials[first + 2], triple)
        _times(levels[0], levels[1], binomials[first + 3], binomials[first + 4], rest)
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
    binomials = np.empty((10, most + 1), dtype=out.dtype)
    short = np.empty((3, len(levels[2])), dtype=out.dtype)
    halves = np.empty((2, len(levels[4])), dtype=out.dtype)
    lower, upper = halves[0], halves[1]
    for row in range(len(counts)):
        _halves(counts[row], levels, binomials, short, halves)
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
    binomials = np.empty((10, most + 1), dtype=out.dtype)
    short = np.empty((3, len(levels[2])), dtype=out.dtype)
    halves = np.empty((2, len(levels[4])), dtype=out.dtype)
    ways = np.empty(len(made_of[0]), dtype=out.dtype)
    for row in range(len(counts)):
        _halves(counts[row], levels, binomials, short, halves)
        for place in range(len(ways)):
            ways[place] = halves[0, made_of[0][place]] * halves[1, made_of[1][place]]
        for cell in range(len(cells)):
            part = multiset[entries[cell] : entries[cell + 1]]
            value = values[entries[cell] : entries[cell + 1]]
            # Four sums side by side, because each addition to one sum waits for the one before.
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
