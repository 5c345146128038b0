"""The risk of bets that are laid by a count, or perfectly: about, from what shoes have shown.

Shoes tell the mean and the variance of a coup. What they leave open is how single bets are won; a
fresh shoe tells that nearly, so its law is bent until mean and variance are right. Where that is
not possible money is taken to move smoothly. The mean has an error; `low` and `high` are the ends
of its interval.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from math import exp, sqrt
from typing import TypeAlias

from baccarat.coup import Strategy, nobody
from baccarat.errors import BaccaratError, BadValue
from baccarat.exact.odds import odds
from baccarat.frozen import freeze
from baccarat.hints import guided, helpful, require_fields
from baccarat.systems.counting.counted_bet import CountedBet
from baccarat.systems.counting.laid import coins_of
from baccarat.systems.counting.worth import CountWorth, Estimate
from baccarat.systems.flat_risk import steps_of
from baccarat.systems.prospects import Asked
from baccarat.systems.smooth import Motion
from baccarat.systems.smooth_risk import SmoothRisk
from baccarat.systems.walk_risk import WalkRisk

BetRow: TypeAlias = tuple[int, int, float]
"""Coins that a bet wins with one unit, its units, and how often that happens."""
MOST_BEND = 30.0
"""A law is bent by e^30 at the most."""


@helpful
@guided
@dataclass(frozen=True, slots=True)
class CountedRisk(Asked):
    """What a guest risks who sits there for every coup, and bets when the cards are right."""

    mean: Estimate
    """units won in a coup, whether a bet was laid or not"""
    deviation: float
    """the standard deviation of a coup, as shoes have shown it"""
    coins: int = 1
    """coins of a unit"""
    bets: tuple[BetRow, ...] = ()
    """what single bets win, before the law is bent; none if nothing is known of them"""

    def __post_init__(self) -> None:
        freeze(self, "bets")
        require_fields(self)
        if not self.deviation > 0:
            raise BadValue("no bet was won or lost in these shoes: there is no risk to tell")

    @classmethod
    def of(cls, worth: CountWorth, decks: int = 8, decide: Strategy = nobody) -> "CountedRisk":
        """From what bets were worth."""
        coups, bet = worth.coups.value, worth.play.bet
        units = worth.units * (1 / coups)
        try:
            steps = steps_of(odds(decks, decide=decide).of(bet))
        except BaccaratError:  # a bet of another game
            steps = {}
        stakes, total = _stakes(worth), sum(steps.values())
        rows = [
            (step, stake, many / stakes.total() * (times / total))
            for stake, many in stakes.items()
            for step, times in steps.items()
        ]
        return cls(units, worth.deviation / sqrt(coups), coins_of(bet), tuple(rows))

    @property
    def low(self) -> "CountedRisk":
        """The same with the least mean of its interval."""
        return replace(self, mean=Estimate(self.mean.interval()[0], 0.0))

    @property
    def high(self) -> "CountedRisk":
        """The same with the greatest mean."""
        return replace(self, mean=Estimate(self.mean.interval()[1], 0.0))

    @property
    def _name(self) -> str:
        return "this guest"

    @property
    def _law(self) -> WalkRisk | SmoothRisk:
        return _law(self)


def _stakes(worth: CountWorth) -> Counter[int]:
    """How many bets were laid with each number of units."""
    if not isinstance(worth.play, CountedBet):
        return Counter({1: worth.laid.sums[1]})
    found = Counter[int]()
    for bets, units, _, _ in worth.laid.by_count.values():
        # Where stakes change inside a whole count, some bets have one more unit than others.
        stake, more = divmod(units, bets)
        found[stake] += bets - more
        found[stake + 1] += more
    return +found


@lru_cache(maxsize=64)
def _law(risk: CountedRisk) -> WalkRisk | SmoothRisk:
    """Steps whose mean and variance are those of the coups; or smooth money."""
    mean, squares = risk.mean.value, risk.deviation**2 + risk.mean.value**2
    bent = _bent(risk.bets, mean / squares / risk.coins)
    if bent:
        each = sum(won * won * chance for won, chance in bent.items()) / risk.coins**2
        if squares <= 2 * each:  # few shoes may show more than a bet on every coup
            return WalkRisk(bent, risk.coins, mean, squares / each)
    return SmoothRisk(Motion(mean, risk.deviation**2))


def _bent(bets: Iterable[BetRow], ratio: float) -> dict[int, float]:
    """The law, each chance times e^(b x what a unit wins), b such that mean / mean square fit."""
    rows = [row for row in bets if row[2]]
    largest = max((abs(won) for won, _, _ in rows), default=0)
    if not largest:
        return {}

    def law(bend: float) -> dict[int, float]:
        found: dict[int, float] = {}
        for won, units, often in rows:
            weight = often * exp(bend * won / largest)
            found[won * units] = found.get(won * units, 0.0) + weight
        total = sum(found.values())
        return {won: weight / total for won, weight in found.items()}

    def is_too_high(bend: float) -> bool:
        found = law(bend).items()
        mean = sum(won * chance for won, chance in found)
        return mean > ratio * sum(won * won * chance for won, chance in found)

    low, high = -MOST_BEND, MOST_BEND
    if is_too_high(low) or not is_too_high(high):
        return {}
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (low, middle) if is_too_high(middle) else (middle, high)
    return law((low + high) / 2)
