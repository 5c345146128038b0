"""Counts how often a streak bet wins: one unit is laid, and another when the streak ends."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from baccarat.base.errors import BadValue, ShoeFinished
from baccarat.base.hints import checked, guided, quoted
from baccarat.core.bets.streaks import StreakBet, streak
from baccarat.core.cards import ORDER
from baccarat.core.chance import draw, seeded_dice
from baccarat.core.coup import Coup, Side
from baccarat.core.rules import STANDARD, Rules, deal_shoe
from baccarat.core.shoe import Shoe
from baccarat.core.third_card import Strategy, nobody
from baccarat.exact.streak_chain import StreakOdds
from baccarat.simulation.coups import Coups

SIDES = {Side.PLAYER: 0, Side.BANKER: 1}
"""The winners as numbers, as in a batch."""
NOT_DEALT = 3


@guided
@dataclass(frozen=True, slots=True)
class StreakReader:
    """Lays a unit on a streak in every shoe, and the next unit as soon as that streak ends.

    A unit that is undecided when its shoe ends counts as unfinished: the bet has a price for that.

    >>> from baccarat import fold, streak
    >>> fold(StreakReader(streak("banker-streak")), shoes=100, seed=7).bet.key
    'banker-streak'
    """

    bet: StreakBet

    def __post_init__(self) -> None:
        object.__setattr__(self, "bet", streak(self.bet))

    def __call__(self, batches: Iterable[Coups]) -> StreakOdds:
        most, wanted = self.bet.most, SIDES[self.bet.side]
        counts = np.zeros(most + 1, np.int64)
        unfinished = 0
        for batch in batches:
            run = np.zeros(len(batch), np.int64)  # by shoe: wins in a row since the unit was laid
            for winners in batch.winners.T:
                has_won = winners == wanted
                run += has_won
                is_decided = (run == most) | ~(has_won | (winners == NOT_DEALT))
                counts += np.bincount(run[is_decided], minlength=most + 1)
                run[is_decided] = 0
            unfinished += int((run > 0).sum())
        weights: dict[int | None, int] = dict(enumerate(counts.tolist()))
        return StreakOdds(self.bet, {**weights, None: unfinished})

    @checked
    def from_shoe(
        self,
        shoe: Shoe,
        units: int = 5_000,
        seed: int = 7,
        rules: Rules = STANDARD,
        decide: Strategy = nobody,
    ) -> StreakOdds:
        """The odds of the streak now; for each unit, the unseen cards of the shoe are shuffled."""
        if units < 1:
            raise BadValue(f"the number of units must be at least 1, not {quoted(units)}")
        if shoe.is_finished:
            raise ShoeFinished(f"the shoe is finished after {shoe.coups} coups")
        hidden = [*shoe.cards[1 : 1 + shoe.burned], *shoe.cards[shoe.position :]]
        urn = sorted(hidden, key=ORDER.__getitem__)
        seen = shoe.cards[1 + shoe.burned : shoe.position]
        counts: Counter[int | None] = Counter()
        for unit in range(units):
            order = tuple(draw(urn, seeded_dice(seed, unit, len(urn))))
            left, burned = order[: shoe.cards_left], order[shoe.cards_left :]
            whole = (*shoe.cards[: int(shoe.position > 0)], *burned, *seen, *left)
            counts[self._run(deal_shoe(replace(shoe, cards=whole), rules, decide))] += 1
        return StreakOdds(self.bet, counts)

    def _run(self, coups: Iterable[Coup]) -> int | None:
        """How many wins in a row begin this shoe; None if the shoe ends before the streak."""
        for wins, coup in enumerate(coups):
            if coup.winner is not self.bet.side:
                return wins
            if wins + 1 == self.bet.most:
                return self.bet.most
        return None
