"""The exact chances of the first two coups of a shoe: the first tells little about the second."""

from dataclasses import dataclass
from fractions import Fraction

from baccarat.core.bets.bet_types import WINNERS
from baccarat.exact.several_coups import SeveralCoups, several_coups


@dataclass(frozen=True, slots=True)
class TwoCoups:
    """The chance of each pair of the first coup's winner and the second coup's winner."""

    decks: int
    law: SeveralCoups

    @property
    def chances(self) -> dict[str, dict[str, Fraction]]:
        """The chance of each pair of winners, by the first winner and then by the second."""
        chance = self.law.chance
        return {first: {second: chance(first, second) for second in WINNERS} for first in WINNERS}

    def one(self, name: str) -> Fraction:
        """The chance that a coup has this winner, which is the same for both coups."""
        return self.law.chance(name)

    def bent(self, follows: bool) -> Fraction:
        """The part of a unit's expected value that exists because the two coups are dependent.

        The bet is laid on the second coup: on the winner of the first if `follows`, otherwise on
        the other side, and never after a tie. The rest of its expected value is that of
        independent coups.
        """
        pays = {"player": Fraction(1), "banker": Fraction(19, 20)}
        covariance, gained = self.law.covariance, Fraction(0)
        for first, opposite in (("player", "banker"), ("banker", "player")):
            bet, against = (first, opposite) if follows else (opposite, first)
            gained += pays[bet] * covariance(first, bet) - covariance(first, against)
        return gained


def two_coups(decks: int = 8) -> TwoCoups:
    """The exact chance of each pair of winners, summed over all first coups and the cards left."""
    return TwoCoups(decks, several_coups(2, decks))
