"""A reader for bets whose price is drawn at random: the seed decides each coup's price factors."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import ClassVar

import numpy as np

from baccarat.base.errors import BadValue
from baccarat.base.hints import guided
from baccarat.core.bets import Bet, as_bet
from baccarat.core.cards import KINDS, Depth
from baccarat.core.chance import coup_throws
from baccarat.simulation.coups import NO_CARD, NOT_DEALT, Coups
from baccarat.simulation.readers.streaks import SIDES


@guided
@dataclass(frozen=True, slots=True)
class FactorReader:
    """Lays a unit on a bet whose price is drawn at random, and counts each possible win.

    >>> from baccarat import bet, fold
    >>> wins = fold(FactorReader(bet("prosperity-player")), shoes=20, seed=7)
    >>> [(str(win), times) for win, times in sorted(wins.items())][:4]
    [('-1', 710), ('-1/6', 157), ('2/3', 498), ('3/2', 201)]
    """

    bet: Bet
    cards: ClassVar[Depth] = Depth.CARDS

    def __post_init__(self) -> None:
        object.__setattr__(self, "bet", as_bet(self.bet))
        if self.bet.drawn is None:
            raise BadValue(
                f"the price of {self.bet.key} is not drawn at random: count this bet with "
                "simulate()"
            )

    def __call__(self, batches: Iterable[Coups]) -> Counter[Fraction]:
        bet, wins = self.bet, Counter[Fraction]()
        assert bet.drawn is not None
        tiers, side, kinds = list(bet.pays), SIDES[bet.drawn.side], KINDS[Depth.CARDS]
        for batch in batches:
            dealt, plan = batch.tiers(bet), batch.plan
            for place, times in zip(*np.unique(dealt, return_counts=True), strict=True):
                if place != NOT_DEALT and (place < 0 or tiers[place] not in bet.winning):
                    wins[bet.net(None if place < 0 else tiers[place])] += int(times)
            is_won = np.isin(dealt, [tiers.index(tier) for tier in bet.winning])
            for shoe, turn in np.argwhere(is_won).tolist():
                throw = coup_throws(plan.seed, plan.first + shoe * plan.apart, turn)
                drawn = bet.drawn.draw(throw)
                held = batch.hands[shoe, turn, side, : 2 if bet.at_start else 3].tolist()
                times = prod(drawn.get(kinds[card], 1) for card in held if card != NO_CARD)
                wins[bet.net(tiers[dealt[shoe, turn]], times)] += 1
        return wins
