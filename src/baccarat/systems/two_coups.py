"""The exact chances of the first two coups of a shoe: the first tells little about the second."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import perm

import numpy as np

from baccarat.base.frozen import freeze
from baccarat.base.jsonable import winner
from baccarat.core.bets import Bet
from baccarat.core.bets.bet_types import WINNERS
from baccarat.core.cards import Depth
from baccarat.core.shoe import Composition
from baccarat.exact.batch.compositions import batch
from baccarat.exact.weights.plain import coups

WHO_WON = Bet("Who Wins", pays=dict.fromkeys(WINNERS, 0))
"""A bet with the tiers player, banker and tie."""


@dataclass(frozen=True, slots=True)
class TwoCoups:
    """The chance of each pair of winners, of the first and of the second coup."""

    decks: int
    chances: Mapping[str, Mapping[str, Fraction]]
    """by the first winner, then by the second winner"""

    def __post_init__(self) -> None:
        freeze(self, "chances")

    def one(self, name: str) -> Fraction:
        """The chance of this winner in a single coup, the first or the second."""
        return sum(self.chances[name].values(), Fraction(0))

    def bent(self, follows: bool) -> Fraction:
        """The part of a bet's expected value that comes from the shoe's memory, for one unit.

        The bet is laid on the second coup: on the winner of the first if `follows`, otherwise on
        the other side, and never after a tie. The rest of its expected value is that of
        independent coups.
        """
        pays = {"player": Fraction(1), "banker": Fraction(19, 20)}
        gained = Fraction(0)
        for first, opposite in (("player", "banker"), ("banker", "player")):
            bet, against = (first, opposite) if follows else (opposite, first)
            for second, price in ((bet, pays[bet]), (against, Fraction(-1))):
                apart = self.chances[first][second] - self.one(first) * self.one(second)
                gained += price * apart
        return gained


def two_coups(decks: int = 8) -> TwoCoups:
    """The exact chances of each pair of winners, from all first coups and all cards left."""
    full = Composition.decks(decks).at(Depth.POINTS)
    weights: dict[tuple[str, tuple[int, ...]], int] = defaultdict(int)
    for coup, weight in coups(full):
        used = [0] * len(full.counts)
        for card in coup.cards:
            used[card.points] += 1
        weights[winner(coup.winner), tuple(used)] += weight
    compositions = np.array(full.counts) - np.array([used for _, used in weights])
    seconds = batch(compositions, WHO_WON, of="weights")
    chances = {first: dict.fromkeys(WINNERS, Fraction(0)) for first in WINNERS}
    sums: dict[tuple[str, str, int], int] = defaultdict(int)
    for ((first, counts), weight), row in zip(weights.items(), seconds.tolist(), strict=True):
        for second, times in zip(WINNERS, row, strict=False):
            sums[first, second, sum(counts)] += weight * int(times)
    cards = len(full)
    for (first, second, cards_out), total in sums.items():
        chances[first][second] += Fraction(total, perm(cards, 6) * perm(cards - cards_out, 6))
    return TwoCoups(decks, chances)
