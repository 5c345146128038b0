"""The constants of exact odds: how many orders of each multiset of points end in each cell.

Deal six cards (five beside a printed one). Their points and their order decide the cell of the
coup; the number of ways to draw them depends only on the counts of points in the shoe. So for each
of the C(15, 6) = 5005 multisets of points we count once, for all shoes, how many of its 720 orders
end in each cell. Then for any composition n

    weight(cell) = sum over multisets m of  constant(cell, m) x product over points v of C(n_v, m_v)

This is a polynomial with positive whole coefficients.
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement
from math import factorial
from typing import Any

import numpy as np
import numpy.typing as npt

from baccarat.core.cards import Card
from baccarat.core.coup import cell_index
from baccarat.core.tableau import Tableau
from baccarat.core.third_card import Strategy, nobody
from baccarat.core.verdict import BANKER_DRAWS, PLAYER_DRAWS, verdicts

Ints = npt.NDArray[np.int64]
Numbers = npt.NDArray[Any]
"""Floats if they are exact, otherwise whole numbers of 64 bits or of Python."""

CELLS = 400
POINTS = 10
MOST = 7
"""one more than the largest number of cards dealt: the base of codes and of factorials"""


@dataclass(frozen=True, slots=True, eq=False)
class Constants:
    """For one set of rules: how many orders of each multiset of points end in each cell."""

    cards: int
    """the number of cards dealt: six, or five beside a printed one"""
    multisets: Ints
    """by multiset and points: the number of its cards with these points"""
    cell: Ints
    """by entry: its cell; sorted"""
    multiset: Ints
    """by entry: its multiset"""
    value: Ints
    """by entry: the number of orders of the multiset in which the coup ends in the cell"""


@lru_cache(maxsize=32)
def constants(
    tableau: Tableau, printed: Card | None = None, decide: Strategy = nobody
) -> Constants:
    """For these rules: how many orders of each multiset of points end in each cell."""
    table = verdicts(tableau, decide)
    # A start is a hand's first two cards. They come in two orders, unless they are the same.
    starts = list(combinations_with_replacement(range(POINTS), 2))
    beside = starts if printed is None else [(printed.points, card) for card in range(POINTS)]
    players, bankers = np.array(beside), np.array(starts)
    ways = [np.where(pair[:, 0] == pair[:, 1], 1, 2) for pair in (players, bankers)]
    if printed is not None:
        ways[0][:] = 1

    # Axes from here on: Player's start, Banker's start, fifth card, sixth card.
    fifth, sixth = np.arange(POINTS)[:, None], np.arange(POINTS)
    start = (players.sum(axis=1) % 10)[:, None, None, None]
    other = (bankers.sum(axis=1) % 10)[:, None, None]
    own, theirs = (
        np.array(classes)[10 * pair[:, 0] + pair[:, 1]]
        for classes, pair in ((table.player, players), (table.banker, bankers))
    )
    first = np.array(table.first)[own[:, None], theirs][:, :, None, None]
    player_draws = first == PLAYER_DRAWS
    # If Player draws, the fifth card is Player's, and Banker's move depends on it.
    answers = np.array(table.after)[theirs][:, :, None]
    banker_draws = np.where(player_draws, answers, first == BANKER_DRAWS)
    player_total = (start + player_draws * fifth) % 10
    banker_total = (other + banker_draws * np.where(player_draws, sixth, fifth)) % 10
    cell = cell_index(2 + player_draws, 2 + banker_draws, player_total, banker_total)

    own = players if printed is None else players[:, 1:]
    cards = own.shape[1] + 4
    places, multisets = _multisets(own, bankers)
    orders = np.array([factorial(k) for k in range(MOST)])[multisets].prod(axis=1)
    in_hand = ways[0][:, None, None, None] * ways[1][:, None, None]
    weights = in_hand * orders[places]

    size = len(multisets)
    keys = cell * size + places
    counted = np.bincount(keys.ravel(), weights.ravel()).astype(np.int64)
    entries = np.flatnonzero(counted)
    return Constants(cards, multisets, entries // size, entries % size, counted[entries])


def _multisets(players: Ints, bankers: Ints) -> tuple[Ints, Ints]:
    """The index of the multiset of four first cards and two more; and every multiset's counts."""
    # The digits of a multiset's code are its counts, so one more card adds a fixed number.
    one = MOST ** np.arange(POINTS)
    codes = one[players].sum(axis=1)[:, None] + one[bankers].sum(axis=1)
    known, places = np.unique(codes, return_inverse=True)
    places = places.reshape(codes.shape)
    for _ in range(2):
        codes = known[:, None] + one
        known, grown = np.unique(codes, return_inverse=True)
        places = grown.reshape(codes.shape)[places]
    return places, known[:, None] // one % MOST


@lru_cache(maxsize=4096)
def splits(cards: int, caps: tuple[int, ...]) -> Ints:
    """All ways to take this number of cards, at most `caps` of each point; a row for each point."""
    if not caps:
        return np.empty((0, int(not cards)), dtype=np.int64)
    each = [(k, splits(cards - k, caps[1:])) for k in range(min(cards, caps[0]) + 1)]
    return np.hstack([np.pad(rest, ((1, 0), (0, 0)), constant_values=k) for k, rest in each])


@lru_cache(maxsize=64)
def powers(points: int, degree: int) -> list[tuple[int, ...]]:
    """All ways to divide a degree among points, each as a tuple with a power for each point."""
    return [tuple(column) for column in splits(degree, (degree,) * points).T.tolist()]


def powers_upto(points: int, most: int) -> list[tuple[int, ...]]:
    """All ways to divide at most this degree among points, lower degrees first."""
    return [power for degree in range(most + 1) for power in powers(points, degree)]
