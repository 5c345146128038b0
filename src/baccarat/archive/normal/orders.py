"""Tests neighbours, streaks and order within a shoe, against all orders of the same coups.

Given the coups of a shoe, every order of all but the last two is equally likely, wherever the cut
card lay: exchange two coups, and the same number of cards comes out before the last two. So means
and covariances are those of all permutations, exactly, and need no law of the cards.
"""

from functools import reduce

import numpy as np

from baccarat.archive.archive import Archive
from baccarat.archive.normal.deviations import Deviations
from baccarat.archive.normal.frequencies import shoes_and_turns
from baccarat.exact.weights.constants import Numbers

LAST = 2
"""The last coups of a shoe, which may tell where the cut card lay."""
TIE = 2
FEWEST = 4
"""The fewest coups, behind which the last two come, of a shoe that is tested."""
LONGEST = 8
"""Streaks up to this length have a number of their own."""
WINNERS = ("Player", "Banker", "tie")


def inner_coups(archive: Archive) -> tuple[Numbers, Numbers, Numbers]:
    """The winners of the coups that may be exchanged, with the shoe and the turn of each coup."""
    shoe_of, turn = shoes_and_turns(archive)
    held = archive.lengths - LAST
    is_inner = (turn < held[shoe_of]) & (held >= FEWEST)[shoe_of]
    return archive.winners[is_inner], shoe_of[is_inner], turn[is_inner]


def neighbours(archive: Archive) -> Deviations:
    """How often a coup has the winner of the coup before it."""
    winners, shoe_of, _ = inner_coups(archive)
    alike = (winners[1:] == winners[:-1]) & (shoe_of[1:] == shoe_of[:-1])
    counts = np.bincount(winners[1:][alike], minlength=3)
    held = _counts(winners, shoe_of, len(archive))
    n = held.sum(axis=1)
    held, n = held[n > 0], n[n > 0]
    two, three, four = (_falling(held, many) for many in (2, 3, 4))
    all_two, all_three, all_four = (_falling(n, many) for many in (2, 3, 4))
    means = (n - 1)[:, None] * two / all_two[:, None]
    # Two pairs of neighbours may share a coup (then it takes three alike), or not (then four).
    shared, apart = 2 * (n - 2) / all_three, (n - 2) * (n - 3) / all_four
    products = np.einsum("si,sj,s->ij", two, two, apart)
    own = means + shared[:, None] * three + apart[:, None] * four
    np.fill_diagonal(products, own.sum(axis=0))
    return Deviations.of(
        [f"{name} again" for name in WINNERS],
        counts,
        means.sum(axis=0),
        products - means.T @ means,
    )


def order(archive: Archive) -> Deviations:
    """Whether Banker's wins or ties come early, late, or in the middle of a shoe."""
    winners, shoe_of, turn = inner_coups(archive)
    held = _counts(winners, shoe_of, len(archive))
    n = held.sum(axis=1)
    place = (turn + 0.5) / n[shoe_of] - 0.5  # from −1/2 to 1/2
    square = place**2 - np.bincount(shoe_of, place**2, minlength=len(n))[shoe_of] / n[shoe_of]
    size = np.maximum(n, 2)[:, None, None]
    spread = held[:, :, None] * np.eye(3) - held[:, :, None] * held[:, None, :] / size
    spread /= size - 1
    covariance, differences = np.zeros((4, 4)), np.zeros(4)
    for at, contrast in enumerate((place, square)):
        squares = np.bincount(shoe_of, contrast**2, minlength=len(n))
        block = np.einsum("s,sij->ij", squares, spread)[1:, 1:]
        covariance[2 * at : 2 * at + 2, 2 * at : 2 * at + 2] = block
        sums = np.bincount(winners, contrast, minlength=3)
        differences[2 * at : 2 * at + 2] = sums[1:]
    names = ("Banker late", "tie late", "Banker at the ends", "tie at the ends")
    counts = np.tile(np.bincount(winners, minlength=3)[1:].astype(float), 2)
    return Deviations(names, counts, counts, covariance, differences)


def streaks(archive: Archive) -> Deviations:
    """How many streaks have each length, given the number of streaks of either side."""
    winners, shoe_of, _ = inner_coups(archive)
    decided = winners != TIE
    side = 2 * shoe_of[decided] + winners[decided]
    firsts = np.flatnonzero(np.diff(side, prepend=-1))
    lengths = np.diff(firsts, append=len(side))
    many = 2 * len(archive)
    runs = np.bincount(side[firsts], minlength=many)
    wins = np.bincount(side, minlength=many)
    is_tested = runs >= 3  # the formulas need three streaks of a side
    counts = np.bincount(lengths[is_tested[side[firsts]]], minlength=LONGEST + 1)[1 : LONGEST + 1]
    means, covariance = _parts(wins[is_tested].astype(float), runs[is_tested].astype(float))
    return Deviations.of([f"length {k}" for k in range(1, LONGEST + 1)], counts, means, covariance)


def _parts(wins: Numbers, runs: Numbers) -> tuple[Numbers, Numbers]:
    """The mean and the covariance of the number of streaks of each length.

    A side's wins are split into its streaks, and every split is equally likely.
    """
    # The chances that a part is k, and that two parts are k and l, which only k + l decides.
    single = _falling_chances((runs - 1) / _positive(wins - 1), wins - 1, wins - runs, LONGEST)
    first = (runs - 1) * (runs - 2) / (_positive(wins - 1) * _positive(wins - 2))
    double = _falling_chances(first, wins - 2, wins - runs, 2 * LONGEST - 1)
    size = np.arange(LONGEST)
    products = (runs * (runs - 1) * double).sum(axis=1)[size[:, None] + size]
    means = runs * single
    return means.sum(axis=1), products + np.diag(means.sum(axis=1)) - means @ means.T


def _falling_chances(first: Numbers, rest: Numbers, spare: Numbers, many: int) -> Numbers:
    """For each size and side: the chance, which is the one before × (spare − i)/(rest − 1 − i).

    `spare` is what the wins leave if every streak has one; `rest` counts places of a division.
    """
    chances = [first]
    for step in range(many - 1):
        share = np.maximum(spare - step, 0) / _positive(rest - 1 - step)
        chances.append(chances[-1] * share)
    return np.array(chances)


def _counts(winners: Numbers, shoe_of: Numbers, shoes: int) -> Numbers:
    """For each shoe and winner: the number of coups."""
    return np.bincount(3 * shoe_of + winners, minlength=3 * shoes).reshape(shoes, 3)


def _falling(numbers: Numbers, many: int) -> Numbers:
    """n(n − 1)(n − 2)… with this many factors."""
    factors = (numbers.astype(float) - step for step in range(many))
    return reduce(np.multiply, factors)


def _positive(numbers: Numbers) -> Numbers:
    """The numbers as divisors: numbers below 1 become 1, because their dividend is 0."""
    return np.maximum(numbers, 1.0)
