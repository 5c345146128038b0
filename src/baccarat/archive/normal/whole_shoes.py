"""Questions about whole shoes: too many coups, and shoes that were written twice."""

from math import expm1, sqrt
from statistics import NormalDist

import numpy as np

from baccarat.archive.archive import Archive, shoe_name
from baccarat.archive.normal.faults import ShoeFault
from baccarat.archive.normal.frequencies import FREQUENCIES, Group, groups, shoes_and_turns
from baccarat.archive.normal.laws import cell_law
from baccarat.core.coup import cell_parts
from baccarat.exact.weights.constants import CELLS, Numbers

WINDOW = 24
"""The fewest winners in a row that are compared: 3^24 strings fit into a whole number."""
AT_ONCE = 1 << 14
"""The number of pairs of shoes that are compared at a time."""


def too_long(archive: Archive, level: float) -> tuple[float, list[ShoeFault]]:
    """The shoes that are too long, and a bound of the chance that a fair shoe is as long.

    Where the cut card lay is unknown, and a shoe may be written in part. So a shoe cannot be too
    short: it is only too long if its coups hardly fit into its cards.
    """
    smallest, faults = 1.0, []
    for group in groups(archive):
        lengths = archive.lengths[group.shoes]
        for coups in np.unique(lengths)[::-1].tolist():
            p = min(1.0, len(archive) * _fits(group, coups))
            if p == 1.0:
                break
            smallest = min(smallest, p)
            if p < level:
                what = f"{coups} coups hardly fit into {group.rules.decks} decks"
                shoes = group.shoes[lengths == coups].tolist()
                faults += [ShoeFault.at(archive, shoe, None, what) for shoe in shoes]
    return smallest, faults


def _fits(group: Group, coups: int) -> float:
    """Nearly the chance that this number of coups needs no more cards than the shoe has."""
    law = cell_law(group.rules)
    player, banker, _, _ = cell_parts(np.arange(CELLS))
    cards = (player + banker).astype(float)
    mean = float(law.chances @ cards)
    alone = float(law.chances @ cards**2) - mean**2
    variance = coups * (alone + (coups - 1) * float(cards @ law.apart @ cards))
    size = len(group.rules.composition)
    if 4 * coups > size:
        return 0.0
    # More coups than a shoe holds: the variance is formal, and may not be positive.
    return NormalDist().cdf((size + 0.5 - coups * mean) / sqrt(max(variance, 1.0)))


def equal_shoes(archive: Archive, level: float) -> tuple[float, list[ShoeFault]]:
    """Shoes with a long common string, and an upper bound of the chance that fair shoes share one.

    The chance is at most the mean number of pairs of strings that agree by chance.
    """
    q = max((_agreement(group) for group in groups(archive)), default=0.0)
    shared = _shared(archive)
    chances = {}
    for length in {length for _, length in shared}:
        strings = float(np.maximum(archive.lengths - length + 1, 0).sum())
        chances[length] = -expm1(-(strings**2) / 2 * q**length)
    faults = []
    for (first, second, start, other), length in sorted(shared, key=lambda string: string[0][1]):
        if chances[length] < level:
            name = shoe_name(archive, first)
            what = f"{length} winners in a row are those of {name} from coup {start + 1}"
            faults.append(ShoeFault.at(archive, second, other + 1, what))
    return min(chances.values(), default=1.0), faults


def _agreement(group: Group) -> float:
    """The chance that two coups of different shoes have the same winner."""
    chances = FREQUENCIES["winners"].law(group.rules).chances
    return float(chances @ chances)


def _shared(archive: Archive) -> list[tuple[tuple[int, int, int, int], int]]:
    """Pairs of shoes with a common string: both shoes, the string's places, and its length."""
    codes, rows = _windows(archive)
    ordered = np.argsort(codes, kind="stable")
    is_equal = codes[ordered][1:] == codes[ordered][:-1]
    shoe_of, turn = shoes_and_turns(archive)
    first, second = rows[ordered[:-1][is_equal]], rows[ordered[1:][is_equal]]
    is_other = shoe_of[first] != shoe_of[second]
    first, second = first[is_other], second[is_other]
    shifts = turn[second] - turn[first]
    pairs = np.unique(np.stack([shoe_of[first], shoe_of[second], shifts], axis=1), axis=0)
    return [
        string
        for at in range(0, len(pairs), AT_ONCE)
        for string in _longest(archive, pairs[at : at + AT_ONCE])
    ]


def _windows(archive: Archive) -> tuple[Numbers, Numbers]:
    """The number of each string of `WINDOW` winners inside a shoe, and the row of its start."""
    shoe_of, turn = shoes_and_turns(archive)
    rows = np.flatnonzero(turn + WINDOW <= archive.lengths[shoe_of])
    codes = np.zeros(len(rows), np.int64)
    for step in range(WINDOW):
        codes = 3 * codes + archive.winners[rows + step]
    return codes, rows


def _longest(archive: Archive, pairs: Numbers) -> list[tuple[tuple[int, int, int, int], int]]:
    """The longest common string of each pair of shoes, the second moved by the pair's shift."""
    first, second, shift = pairs.T
    start, other = np.maximum(-shift, 0), np.maximum(shift, 0)
    overlap = np.minimum(archive.lengths[first] - start, archive.lengths[second] - other)
    steps = np.arange(int(overlap.max(initial=0)))
    last = archive.coups - 1
    own = np.minimum((archive.starts[first] + start)[:, None] + steps, last)
    theirs = np.minimum((archive.starts[second] + other)[:, None] + steps, last)
    is_alike = (archive.winners[own] == archive.winners[theirs]) & (steps < overlap[:, None])
    # A string ends at each step, and is as long as the way from the last difference.
    broken = np.maximum.accumulate(np.where(is_alike, -1, steps), axis=1)
    lengths = steps - broken
    ends = lengths.argmax(axis=1)
    long = lengths.max(axis=1)
    starts = ends - long + 1
    columns = (first, second, start + starts, other + starts, long)
    return [(tuple(row[:4]), row[4]) for row in np.stack(columns, axis=1).tolist()]
