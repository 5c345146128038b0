"""Counts a bet on streaks in the stream of coups: one unit is laid whenever none is running."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from baccarat.bets.streaks import StreakBet, streak
from baccarat.coup import Side
from baccarat.exact.chain import StreakOdds
from baccarat.hints import guided
from baccarat.simulation.coups import Coups

SIDES = {Side.PLAYER: 0, Side.BANKER: 1}
"""As a batch tells winners."""
NOT_DEALT = 3


@guided
@dataclass(frozen=True, slots=True)
class StreakReader:
    """Lays one unit on a streak, and the next as soon as that is decided, in every shoe.

    A unit that is not decided when its shoe ends is paid as the bet says: it goes back.
    """

    bet: StreakBet

    def __post_init__(self) -> None:
        object.__setattr__(self, "bet", streak(self.bet))

    def __call__(self, batches: Iterable[Coups]) -> StreakOdds:
        most, wanted = self.bet.most, SIDES[self.bet.side]
        counts = np.zeros(most + 1, np.int64)
        unfinished = 0
        for batch in batches:
            run = np.zeros(len(batch), np.int64)  # shoe: wins in a row since the unit was laid
            for winners in batch.winners.T:
                has_won = winners == wanted
                run += has_won
                is_decided = (run == most) | ~(has_won | (winners == NOT_DEALT))
                counts += np.bincount(run[is_decided], minlength=most + 1)
                run[is_decided] = 0
            unfinished += int((run > 0).sum())
        weights: dict[int | None, int] = dict(enumerate(counts.tolist()))
        return StreakOdds(self.bet, {**weights, None: unfinished})
