"""The payoffs of baccara banque: what each choice is worth to both tableaux, in whole numbers.

    banque_payoffs() -> BanquePayoffs        every card returns
    banque_payoffs(counts, endless=False)    a shoe, by cards of 0, 1, … 9 points

Two Player hands, tableau 1 and tableau 2, play against one banquier. Each Player chooses on 5
only, the banquier in every cell. A coup meets at most one choice of each, so its payoffs are sums
over cells of tables with four corners: what the two Players do on 5.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from math import perm, prod
from typing import Any

import numpy as np
from flint import fmpq_poly
from numpy.typing import NDArray

from baccarat.base.errors import ShoeError
from baccarat.base.frozen import freezes
from baccarat.base.hints import checked
from baccarat.core.tableau import CHEMIN_DE_FER, STOOD, Move
from baccarat.theory.strategies import MixedStrategy, mark_of

Whole = NDArray[np.int64]
Exact = NDArray[Any]
"""An array of Python's own integers: numbers of orders of nine cards do not fit into 64 bits."""
Corners = tuple[int, ...]
"""A weight for each pair of choices on 5, in the order of `CORNERS`."""

CORNERS = ("SS", "SD", "DS", "DD")
"""What Player 1 does on 5, then Player 2: stand or draw."""
ENDLESS = (4, 1, 1, 1, 1, 1, 1, 1, 1, 1)
"""The cards of a suit by their points: with replacement, only their proportions matter."""
MOST_CARDS = 9
"""Three hands of three."""
LARGEST_SHOE = 1448
"""From this many cards, six can be drawn in fewer than 2^63 ways, so int64 is enough."""
NATURAL = CHEMIN_DE_FER.natural
THIRDS = (STOOD, *range(10))


def marks_of(
    banquier: MixedStrategy, total: int, starred: Collection[str] = ()
) -> dict[tuple[str, str], str]:
    """The marks of the banquier's cells with a total, by the third cards on both tableaux.

    D draws, S stands; `*` marks a mixed cell, or one of those that are `starred`.
    """
    marks, columns = {}, [*map(_column, THIRDS)]
    for one, two in product(columns, columns):
        cell = f"{total}|{one},{two}"
        marks[one, two] = "*" if cell in starred else mark_of(banquier.get(cell, Fraction(0)))
    return marks


def cell_of(total: int, *thirds: int) -> str:
    """The name of the banquier's knowledge: his total, and each tableau's third card.

    >>> cell_of(6, STOOD, 4), cell_of(6, STOOD)
    ('6|-,4', '6|-')
    """
    return f"{total}|{','.join(map(_column, thirds))}"


def _column(third: int) -> str:
    return "-" if third == STOOD else str(third)


@dataclass(frozen=True, slots=True)
@freezes("draws")
class AfterNatural:
    """The coups in which one Player alone has a natural, and the other still plays the banquier.

    They are the same whichever tableau had the natural. A corner is the other Player's choice on 5.
    """

    natural: int
    won: int
    """their weight, which is also what the natural has won"""
    stands: Corners
    """what the other Player gets if the banquier always stands"""
    draws: Mapping[str, Corners]
    """by how much a draw of the banquier in a cell changes that"""


@dataclass(frozen=True, slots=True)
@freezes("draws", "stands_by_third")
class BanquePayoffs:
    """The payoffs of banque with these cards: whole numbers, to be divided by `total`."""

    counts: tuple[int, ...]
    endless: bool
    total: int
    settled: int
    """what either tableau gets if nobody decides: the banquier or both Players have a natural"""
    after: tuple[AfterNatural, ...]
    """the coups with one Player's natural, 8 or 9"""
    stands: tuple[Corners, Corners]
    """what each tableau gets from all other coups if the banquier always stands"""
    draws: Mapping[str, tuple[Corners, Corners]]
    """by how much a draw of the banquier in a cell changes what each tableau gets"""
    stands_by_third: Mapping[str, tuple[Corners, Corners]]
    """`stands` by Player 1's third card: `-` if he stood"""


@checked
def banque_payoffs(counts: tuple[int, ...] = ENDLESS, endless: bool = True) -> BanquePayoffs:
    """The payoffs of all coups that these cards can deal.

    With `endless` every card returns at once, so that only the proportions of the counts matter.
    """
    if len(counts) != 10 or min(counts) < 0:
        raise ShoeError(f"banque needs ten counts, none below 0, not {counts}")
    fewest = 1 if endless else MOST_CARDS
    if not fewest <= sum(counts) <= LARGEST_SHOE:
        raise ShoeError(f"banque needs {fewest} to {LARGEST_SHOE} cards, not {sum(counts)}")
    return _weigh(counts, endless)


@cache
def _weigh(counts: tuple[int, ...], endless: bool) -> BanquePayoffs:
    shoe = CardOrders(counts, endless)
    totals, ways = shoe.pairs(()), shoe.ways(())
    signs = _signs(np.arange(10), STOOD)
    natural_bank = int(np.einsum("tub,tb->", totals[:, :, NATURAL:], signs[:, NATURAL:]))
    two_naturals = int(totals[NATURAL:, NATURAL:, :NATURAL].sum())
    thirds, draws = _together(shoe)
    one, two = (
        tuple(map(sum, zip(*side, strict=True))) for side in zip(*thirds.values(), strict=True)
    )
    return BanquePayoffs(
        counts,
        endless,
        shoe.total,
        ways * (natural_bank + two_naturals),
        tuple(
            AfterNatural(
                natural,
                ways * int(totals[natural, :NATURAL, :NATURAL].sum()),
                *_alone(shoe, natural),
            )
            for natural in range(NATURAL, 10)
        ),
        (one, two),
        draws,
        thirds,
    )


def line(one: Corners, two: Corners) -> tuple[fmpq_poly, ...]:
    """Weights as functions of θ: θ · (those of tableau 1) + (1 − θ) · (those of tableau 2)."""
    return tuple(fmpq_poly([b, a - b]) for a, b in zip(one, two, strict=True))


class CardOrders:
    """Counts orders of nine cards: first the third cards, then three pairs, then the unused cards.

    The weight of a coup does not depend on the order in which its cards leave the shoe.
    """

    def __init__(self, counts: tuple[int, ...], endless: bool) -> None:
        self.counts, self.endless, self.size = counts, endless, sum(counts)
        self.total = self.size**MOST_CARDS if endless else perm(self.size, MOST_CARDS)
        self._pairs: dict[tuple[int, ...], Whole] = {}

    def ways(self, thirds: tuple[int, ...]) -> int:
        """The number of orders of these third cards times the number of orders of unused cards."""
        used = len(thirds) + 6
        if self.endless:
            return prod((self.size,) * (MOST_CARDS - used)) * prod(self.counts[k] for k in thirds)
        left, ways = list(self.counts), perm(self.size - used, MOST_CARDS - used)
        for card in thirds:
            ways *= left[card]
            left[card] -= 1
        return ways

    def pairs(self, thirds: tuple[int, ...]) -> Whole:
        """The number of orders of the three pairs; axes: totals of tableau 1, 2 and banquier."""
        gone = () if self.endless else tuple(sorted(thirds))
        if gone not in self._pairs:
            left = np.array(self.counts, dtype=np.int64)
            np.subtract.at(left, list(gone), 1)
            self._pairs[gone] = _endless_pairs(left) if self.endless else _pairs(left)
        return self._pairs[gone]


def _endless_pairs(counts: Whole) -> Whole:
    pair = np.zeros(10, dtype=np.int64)
    for one, two in product(range(10), repeat=2):
        pair[(one + two) % 10] += counts[one] * counts[two]
    pairs: Whole = np.einsum("i,j,k->ijk", pair, pair, pair)
    return pairs


_PAIRS = np.array(list(combinations_with_replacement(range(10), 2)))
_SAME = (_PAIRS[:, 0] == _PAIRS[:, 1]).astype(np.int64)
_TAKEN = np.array([[(pair == card).sum() for card in range(10)] for pair in _PAIRS])
_HAS_TOTAL = np.equal.outer(np.arange(10), _PAIRS.sum(axis=1) % 10).astype(np.int64)


def _pairs(left: Whole) -> Whole:
    """The number of ways to draw three pairs from one shoe, by the totals of the pairs."""
    after = left - _TAKEN  # axes: first pair, points
    last = after[:, None, :] - _TAKEN  # axes: first pair, second pair, points
    three = np.empty((*last.shape[:2], 10), dtype=np.int64)
    for total in range(10):
        three[:, :, total] = (last * last[:, :, (total - np.arange(10)) % 10]).sum(axis=2)
        if total % 2 == 0:  # a card cannot be paired with itself
            three[:, :, total] -= last[:, :, total // 2] + last[:, :, total // 2 + 5]
    ways = (_orders(left)[:, None] * _orders(after))[:, :, None] * three
    by_first = np.tensordot(_HAS_TOTAL, ways, axes=(1, 0))
    return np.tensordot(by_first, _HAS_TOTAL, axes=(1, 1)).transpose(0, 2, 1)


def _orders(left: Whole) -> Whole:
    """The number of ways to draw each pair of points from the cards in `left`'s last axis."""
    orders: Whole = (2 - _SAME) * left[..., _PAIRS[:, 0]] * (left[..., _PAIRS[:, 1]] - _SAME)
    return orders


def _player(third: int) -> tuple[Whole, Whole]:
    """For each choice on 5: the totals that take this third card, and each one's final total."""
    held = np.zeros((2, 10), dtype=np.int64)
    for total, move in enumerate(CHEMIN_DE_FER.player):
        for choice, chosen in enumerate((Move.STAND, Move.DRAW)):
            draws = (chosen if move is Move.FREE else move) is Move.DRAW
            held[choice, total] = draws == (third != STOOD)
    return held, np.arange(10) if third == STOOD else (np.arange(10) + third) % 10


def _signs(final: Whole, third: int) -> Whole:
    """A Player's result (1, 0 or -1), by his and the banquier's totals of two cards."""
    bank = np.arange(10) if third == STOOD else (np.arange(10) + third) % 10
    signs: Whole = np.sign(np.subtract.outer(final, bank))
    return signs


def _thirds(*thirds: int) -> tuple[int, ...]:
    return tuple(third for third in thirds if third != STOOD)


def _together(
    shoe: CardOrders,
) -> tuple[dict[str, tuple[Corners, Corners]], dict[str, tuple[Corners, Corners]]]:
    """The payoffs of both tableaux without naturals, and how the banquier's draws change them.

    The payoffs are listed by Player 1's third card, the changes by the banquier's cell.
    """
    stands = {first: np.zeros((2, 4), dtype=object) for first in THIRDS}
    draws = {}
    for first, second in product(THIRDS, repeat=2):
        (held, final), (others, their_final) = _player(first), _player(second)
        change = np.zeros((2, NATURAL, 4), dtype=object)
        for bank in THIRDS:
            thirds = _thirds(first, second, bank)
            totals = shoe.pairs(thirds)[:, :, :NATURAL]
            signs, their_signs = (
                _signs(final, bank)[:, :NATURAL],
                _signs(their_final, bank)[:, :NATURAL],
            )
            mine = np.einsum("it,ju,tub,tb->bij", held, others, totals, signs)
            theirs = np.einsum("it,ju,tub,ub->bij", held, others, totals, their_signs)
            weights = shoe.ways(thirds) * np.stack([mine, theirs]).reshape(2, NATURAL, 4).astype(
                object
            )
            change += -weights if bank == STOOD else weights
            stands[first] += weights.sum(axis=1) if bank == STOOD else 0
        if shoe.ways(_thirds(first, second)):
            for total in range(NATURAL):
                one, two = change[:, total]
                draws[cell_of(total, first, second)] = (tuple(one), tuple(two))
    return {_column(first): (tuple(one), tuple(two)) for first, (one, two) in stands.items()}, draws


def _alone(shoe: CardOrders, natural: int) -> tuple[Corners, dict[str, Corners]]:
    """One Player's payoffs after the other's natural, and how the banquier's draws change them."""
    stands = np.zeros(2, dtype=object)
    draws: dict[str, Corners] = {}
    for third in THIRDS:
        held, final = _player(third)
        change = np.zeros((NATURAL, 2), dtype=object)
        for bank in THIRDS:
            thirds = _thirds(third, bank)
            totals, signs = (
                shoe.pairs(thirds)[natural, :, :NATURAL],
                _signs(final, bank)[:, :NATURAL],
            )
            weight = np.einsum("it,tb,tb->bi", held, totals, signs).astype(object)
            weights: Exact = shoe.ways(thirds) * weight
            change += -weights if bank == STOOD else weights
            stands += weights.sum(axis=0) if bank == STOOD else 0
        if shoe.ways(_thirds(third)):
            draws |= {cell_of(total, third): tuple(change[total]) for total in range(NATURAL)}
    return tuple(stands), draws
