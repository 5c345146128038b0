"""The exact law of one coup, and of two coups of the same shoe.

Coups that a shoe certainly deals may be exchanged. So each has the law of the first coup, and any
two have the covariance of the first two.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import comb, perm

import numpy as np

from baccarat.archive.normal.deviations import Deviations
from baccarat.core.cards import Depth
from baccarat.core.rules import Rules
from baccarat.core.third_card import nobody
from baccarat.exact.batch.compositions import batch_cells
from baccarat.exact.coup_law import law_of
from baccarat.exact.several_coups import BASE, ONE, USED
from baccarat.exact.weights.constants import CELLS, Numbers

RANKS, OF_A_RANK = 13, 4


@dataclass(frozen=True, slots=True, eq=False)
class CoupLaw:
    """The chances of the kinds of coups, and the covariance of kinds in two coups of a shoe."""

    chances: Numbers
    """by kind"""
    apart: Numbers
    """by kind of one coup and kind of another: the covariance"""

    def by(self, classes: Numbers, many: int) -> "CoupLaw":
        """The law of coarser kinds: `classes` gives the new kind of each kind."""
        to = np.eye(many)[classes]
        return CoupLaw(self.chances @ to, to.T @ self.apart @ to)

    def deviations(
        self, names: tuple[str, ...], shown: Numbers, counts: Numbers, coups: Numbers
    ) -> Deviations:
        """How far counts deviate; `coups` has the number of counted coups of each shoe.

        `shown` has for each kind and name whether the kind is counted under this name.
        """
        alone = np.diag(self.chances) - np.outer(self.chances, self.chances)
        once, twice = int(coups.sum()), float((coups * (coups - 1.0)).sum())
        covariance = shown.T @ (once * alone + twice * self.apart) @ shown
        return Deviations.of(names, counts @ shown, once * self.chances @ shown, covariance)


@lru_cache(maxsize=24)
def cell_law(rules: Rules) -> CoupLaw:
    """The law of the 400 cells: both totals and both numbers of cards."""
    cards = rules.composition.at(Depth.POINTS)
    law = law_of((USED,), cards, rules, nobody, rules.opening, endless=False)
    cells = np.array([cell for cell, _, _ in law.keys])
    codes = np.array([int(own or 0) + int(other or 0) for _, (own,), (other,) in law.keys])
    used, rows = np.unique(codes, return_inverse=True)
    firsts = np.zeros((len(used), CELLS))
    np.add.at(firsts, (rows, cells), law.weights / perm(len(cards), 6))
    # The second coup by the cards that the first coup used; too many cards have the weight 0.
    left = np.maximum(np.array(cards.counts) - used[:, None] // ONE % BASE, 0)
    seconds = batch_cells(left, rules=rules)
    seconds = seconds.astype(float)
    seconds /= seconds.sum(axis=1, keepdims=True)
    chances = firsts.sum(axis=0)
    return CoupLaw(chances, firsts.T @ seconds - np.outer(chances, chances))


@lru_cache(maxsize=24)
def pair_law(decks: int) -> CoupLaw:
    """The law of pairs: none, Banker's alone, Player's alone, both.

    The first two cards of four hands, of one coup or of two, are eight cards of the shoe.
    """
    all_pair = [_all_pair(hands, decks) for hands in range(5)]

    def exactly(pairs: int, hands: int) -> Fraction:
        """The chance that the hands in `pairs` begin with a pair, and the other hands do not."""
        others = hands - pairs
        return sum(
            ((-1) ** more * comb(others, more) * all_pair[pairs + more]
             for more in range(others + 1)), Fraction(0))  # fmt: skip

    kinds = [sum(kind) for kind in product((0, 1), repeat=2)]
    chances = np.array([exactly(pairs, 2) for pairs in kinds])
    both = np.array([[exactly(own + other, 4) for other in kinds] for own in kinds])
    apart = both - np.outer(chances, chances)
    return CoupLaw(chances.astype(float), apart.astype(float))


def _all_pair(hands: int, decks: int) -> Fraction:
    """The chance that each of these hands has two first cards of the same rank."""
    held = OF_A_RANK * decks
    ways = [1] + [0] * hands
    for _ in range(RANKS):  # each rank gives its cards to some of the hands that are left
        ways = [
            sum(
                comb(left, some) * perm(held, 2 * some) * ways[left - some]
                for some in range(left + 1)
            )
            for left in range(hands + 1)
        ]
    return Fraction(ways[hands], perm(RANKS * held, 2 * hands))
