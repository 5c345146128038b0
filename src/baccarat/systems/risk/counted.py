"""Approximates the risk of bets laid by a count or by perfect play, from simulated shoes.

Shoes give the mean and the variance of a coup, but not the law of a single bet. A fresh shoe has
nearly that law, so its law is bent until mean and variance are right. If that is not possible,
money is modelled as smooth. Within a session it also matters that bets come in clusters: many shoes
have no bet, and some have dozens. Mean and variance have errors; `ends` gives the interval that
follows from them.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import exp, lgamma, sqrt
from typing import TypeAlias

import numpy as np

from baccarat.base.errors import BaccaratError, BadValue
from baccarat.base.frozen import freeze
from baccarat.base.hints import guided, helpful, require_fields
from baccarat.core.stats import CONFIDENCE, deviations
from baccarat.core.third_card import Strategy, nobody
from baccarat.exact.odds import odds
from baccarat.systems.chain.lattice import Floats
from baccarat.systems.counting.play import CountedBet
from baccarat.systems.counting.totals import BETS, coins_of
from baccarat.systems.counting.worth import CountWorth, Estimate
from baccarat.systems.risk.flat import steps_of
from baccarat.systems.risk.prospects import (
    Asked,
    Prospects,
    RiskMoment,
    SmoothRisk,
    along,
    fewest,
    marks,
)
from baccarat.systems.risk.smooth import Motion
from baccarat.systems.risk.stepped import MANY, WalkRisk, chances_of_run

BetRow: TypeAlias = tuple[int, int, float]
"""Coins that a bet wins with one unit, its units, and the relative frequency of this."""
CARDS = 52
"""Cards of a deck."""
LEAST_ALIKE = 1e-6
"""The least correlation between coups: a beta law needs one above 0."""
TRIFLE = 1e-13
"""The total chance at each end of a distribution of bets that is left out."""
MOST_BEND = 30.0
"""A law is bent by a factor of e^30 at most."""


@dataclass(frozen=True, slots=True)
class Clusters:
    """How bets cluster: some shoes have more bets than others, mostly late in the shoe.

    The share of a shoe's coups with a bet differs from shoe to shoe, by a beta law.
    """

    coups: int
    """coups of a shoe"""
    alike: float
    """the correlation between a bet on one coup and a bet on another coup of the shoe"""
    by_coup: tuple[float, ...]
    """for each coup: the share of a shoe's bets that is laid by then"""

    def __post_init__(self) -> None:
        freeze(self, "by_coup")
        require_fields(self)

    @classmethod
    def of(cls, worth: CountWorth, decks: int) -> "Clusters":
        """The clusters that give the observed variance of the number of bets in a shoe."""
        coups, bets, laid = round(worth.coups.value), worth.bets, worth.laid
        share = min(1.0, bets.value / coups)
        # The variance if coups had bets independently of each other.
        alone = coups * share * (1 - share)
        alike = (bets.error**2 * laid.shoes / alone - 1) / (coups - 1) if alone and coups > 1 else 0
        # A cut card before the first coup leaves one coup a shoe.
        cards_each = max(1, CARDS * decks - worth.ending.cut_card) / coups
        by_coup = np.zeros(coups)
        for unseen, (bets_then, *_) in laid.by_cards.items():
            at = int((CARDS * decks - unseen) / cards_each)
            by_coup[min(max(at, 0), coups - 1)] += bets_then / max(1, laid.sums[BETS])
        alike = min(max(alike, LEAST_ALIKE), 1 - LEAST_ALIKE)
        return cls(coups, float(alike), tuple(np.cumsum(by_coup).tolist()))

    def laid(self, share: float, coups: int) -> "BetsLaid":
        """The chance of each number of bets in `coups` coups; a `share` of all coups has a bet."""
        shoes, coups_left = divmod(coups, self.coups)
        first, chances = _added(self._of_shoe(share, self.coups), shoes)
        if coups_left:
            mean = min(1.0, share * self.coups * self.by_coup[coups_left - 1] / coups_left)
            chances = np.convolve(chances, self._of_shoe(mean, coups_left))
        positive = np.flatnonzero(
            (np.cumsum(chances) > TRIFLE) & (np.cumsum(chances[::-1])[::-1] > TRIFLE)
        )
        trimmed = chances[positive[0] : positive[-1] + 1]
        return BetsLaid(first + int(positive[0]), trimmed / trimmed.sum())

    def _of_shoe(self, share: float, coups: int) -> Floats:
        """The chances of 0, 1, 2, … bets in the first coups of a shoe."""
        if not 0 < share < 1:
            return np.array([0.0] * coups + [1.0] if share else [1.0] + [0.0] * coups)
        weight = 1 / self.alike - 1
        a, b = share * weight, (1 - share) * weight
        log_total = (
            lgamma(coups + 1) + lgamma(weight) - lgamma(a) - lgamma(b) - lgamma(weight + coups)
        )
        return np.array(
            [
                exp(
                    log_total
                    + (lgamma(bets + a) - lgamma(bets + 1))
                    + (lgamma(coups - bets + b) - lgamma(coups - bets + 1))
                )
                for bets in range(coups + 1)
            ]
        )


class BetsLaid:
    """The chance of each number of bets; the list of chances begins with that of `first` bets."""

    def __init__(self, first: int, chances: Floats) -> None:
        self.first, self.chances = first, chances
        self.most = first + len(chances) - 1

    def mean(self, by_bets: Sequence[float] | Floats) -> float:
        """The mean of a figure whose value is given for 0, 1, 2, … bets."""
        return min(1.0, float(self.chances @ by_bets[self.first : self.most + 1]))


class ClusterRisk(WalkRisk):
    """The risk of bets on a share of the coups, if bets come in clusters."""

    def __init__(
        self, law: dict[int, float], coins: int, mean: float, share: float, clusters: Clusters
    ) -> None:
        super().__init__(law, coins, mean, share)
        self.clusters = clusters

    def _ends(self, bankroll: int, goal: int | None, coups: int | None) -> tuple[float, float]:
        """The chances of ruin and of the goal; for too large bets as if money moved smoothly."""
        if coups is None and self.walk.is_wide:
            ended = self.ended(bankroll, goal)
            return ended.ruin, ended.reach or 0.0
        if coups is None or self._is_long(coups):
            return super()._ends(bankroll, goal, coups)
        bets = self._laid(coups)
        moments = self.walk.moments(*self.barriers(bankroll, goal), bets.most)
        down, up = zip(*((moment.down, moment.up) for moment in moments), strict=True)
        return bets.mean(down), bets.mean(up)

    def fall(self, units: int, coups: int) -> float:
        """The chance that the money ever falls more than `units` units below its highest value."""
        if self._is_long(coups):
            return super().fall(units, coups)
        bets, deepest = self._laid(coups), -min(self.walk.law) * self.step
        if units * self.coins >= bets.most * deepest:
            return 0.0
        return bets.mean(self.walk.falls(units * self.coins // self.step + 1, bets.most))

    def losing_run(self, coups: int, share: float) -> int:
        """The shortest losing run, in bets, that this share of the sessions does not exceed."""
        about = super().losing_run(coups, share)
        if self._is_long(coups):
            return about
        bets, (loss_chance, pushed) = self._laid(coups), self._lost_and_pushed()

        def is_enough(run: int) -> bool:
            return bets.mean(chances_of_run(loss_chance, pushed, run, bets.most)) <= 1 - share

        return (fewest(is_enough, about + 1, bets.most + 1) or bets.most + 1) - 1

    def ended(self, bankroll: int, goal: int | None) -> Prospects:
        """The prospects without a limit of coups; for too large bets as if money moved smoothly."""
        if self.walk.is_wide:
            return SmoothRisk(self.motion).ended(bankroll, goal)
        return super().ended(bankroll, goal)

    def session(self, bankroll: int, goal: int | None, coups: int) -> Prospects:
        """The prospects of a session of this many coups."""
        if self._is_long(coups):
            return super().session(bankroll, goal, coups)
        bets_laid = self._laid(coups)
        down, up, ahead = np.zeros((3, bets_laid.most + 1))
        for moment in self.walk.moments(*self.barriers(bankroll, goal), bets_laid.most):
            down[moment.step], up[moment.step] = moment.down, moment.up
            if moment.step >= bets_laid.first:
                ahead[moment.step] = moment.up + moment.above(0)
        curve = []
        for coup in marks(coups)[1:]:
            by_then = self._laid(coup)
            curve.append(RiskMoment(coup, by_then.mean(down), by_then.mean(up)))
        # Every bet laid wins its mean on average, whatever ends the bets (Wald).
        survival = 1 - np.cumsum(np.concatenate([np.zeros(bets_laid.first), bets_laid.chances]))
        bets = float(survival @ (1 - down - up))
        prospects = along(bankroll, goal, curve, self.motion.mean, bets_laid.mean(ahead))
        return replace(prospects, result=self.motion.mean / self.share * bets)

    def _is_long(self, coups: int) -> bool:
        """Whether there are more than 20,000 bets, for which clusters do not matter."""
        return coups * self.share > MANY

    def _laid(self, coups: int) -> BetsLaid:
        return _laid(self.clusters, self.share, coups)


_laid = lru_cache(maxsize=512)(Clusters.laid)


def _added(chances: Floats, times: int) -> tuple[int, Floats]:
    """The distribution of a sum of `times` independent numbers: the smallest sum, and chances."""
    numbers = np.arange(len(chances))
    mean = float(chances @ numbers)
    spread = sqrt(times * max(0.0, float(chances @ (numbers - mean) ** 2)))
    # Sums beyond 15 standard deviations wrap round to the other end; their chance is negligible.
    width = min(times * (len(chances) - 1) + 1, len(chances) + int(30 * spread))
    first = max(0, int(times * mean) - width // 2) if times else 0
    wave = np.fft.rfft(chances, max(width, len(chances))) ** times
    summed = np.fft.irfft(wave, max(width, len(chances)))
    return first, np.roll(np.maximum(summed, 0.0), -first)


@helpful
@guided
@dataclass(frozen=True, slots=True)
class CountedRisk(Asked):
    """The risk of a guest who watches every coup, and bets by a count or by the exact odds."""

    mean: Estimate
    """units won in a coup, with or without a bet"""
    deviation: float
    """the standard deviation of a coup, as observed in shoes"""
    coins: int = 1
    """coins of a unit"""
    bets: tuple[BetRow, ...] = ()
    """what single bets win, before the law is bent; empty if that is not known"""
    clusters: Clusters | None = None
    """how bets cluster; None if they come evenly"""
    deviation_error: float = 0.0
    """the standard error of the deviation"""
    together: float = 0.0
    """the correlation between the errors of the mean and of the deviation"""

    def __post_init__(self) -> None:
        freeze(self, "bets")
        require_fields(self)
        if not self.deviation > 0:
            raise BadValue("no bet was won or lost in these shoes: deal more shoes")

    @classmethod
    def of(cls, worth: CountWorth, decks: int = 8, decide: Strategy = nobody) -> "CountedRisk":
        """The risk of a guest who bets by a count, calculated from what the count is worth."""
        coups, bet = worth.coups.value, worth.play.bet
        units = worth.units * (1 / coups)
        try:
            steps = steps_of(odds(decks, decide=decide).of(bet))
        except BaccaratError:  # a bet of another game
            steps = {}
        stakes, total = _stakes(worth), sum(steps.values())
        rows = [
            (step, stake, bets / stakes.total() * (times / total))
            for stake, bets in stakes.items()
            for step, times in steps.items()
        ]
        deviation, variance = worth.deviation / sqrt(coups), worth.variance
        return cls(
            *(units, deviation, coins_of(bet), tuple(rows), Clusters.of(worth, decks)),
            deviation * variance.error / (2 * variance.value) if variance.value else 0.0,
            worth.together,
        )

    def enough(self, risk: float, goal: int | None = None, coups: int | None = None) -> int | None:
        """The smallest bankroll, in units, with at most this risk of ruin; None without any."""
        try:
            return self.bankroll(risk, goal, coups)
        except BadValue:
            return None

    def enough_ends(
        self, risk: float, goal: int | None = None, coups: int | None = None
    ) -> tuple[int | None, int | None]:
        """Two bankrolls for a risk of ruin: for the low and high end of its confidence interval."""
        units = self.bankroll(risk, goal, coups)
        least, most_risky = self.ends(lambda risk_there: risk_there.ruin(units, goal, coups))
        return least.enough(risk, goal, coups), most_risky.enough(risk, goal, coups)

    def ends(self, figure: Callable[["CountedRisk"], float]) -> tuple["CountedRisk", "CountedRisk"]:
        """Two variants of this risk: one gives the figure the low end of its confidence interval,
        the other the high end.

        Among all errors of the same size, these change the figure most, if money is smooth.
        """
        smooth = replace(self, bets=(), clusters=None)
        by_mean, by_deviation = (
            figure(smooth._moved(*step)) - figure(smooth._moved(*(-length for length in step)))
            for step in ((1.0, 0.0), (0.0, 1.0))
        )
        if not by_mean and not by_deviation:  # the figure is certain: move as for ruin
            by_mean = -1.0
        mean = by_mean + self.together * by_deviation
        deviation = by_deviation + self.together * by_mean
        size = sqrt(max(0.0, by_mean * mean + by_deviation * deviation))
        far = deviations(CONFIDENCE) / size if size else 0.0
        return self._moved(-far * mean, -far * deviation), self._moved(far * mean, far * deviation)

    def _moved(self, mean: float, deviation: float) -> "CountedRisk":
        """This risk, with the mean and the deviation moved by some numbers of standard errors."""
        return replace(
            self,
            mean=Estimate(self.mean.value + mean * self.mean.error, 0.0),
            deviation=max(self.deviation / 10, self.deviation + deviation * self.deviation_error),
            deviation_error=0.0,
        )

    @property
    def _name(self) -> str:
        return "this guest"

    @property
    def _law(self) -> WalkRisk | SmoothRisk:
        return _law(self)


def _stakes(worth: CountWorth) -> Counter[int]:
    """How many bets were laid for each number of units."""
    if not isinstance(worth.play, CountedBet):
        return Counter({1: worth.laid.sums[1]})
    stakes = Counter[int]()
    for bets, units, _, _ in worth.laid.by_count.values():
        # If stakes change within a whole count, some of its bets have one more unit than others.
        stake, remainder = divmod(units, bets)
        stakes[stake] += bets - remainder
        stakes[stake + 1] += remainder
    return +stakes


@lru_cache(maxsize=64)
def _law(risk: CountedRisk) -> WalkRisk | SmoothRisk:
    """Money in steps, with the mean and variance of the coups; smooth money if no steps fit."""
    mean, squares = risk.mean.value, risk.deviation**2 + risk.mean.value**2
    bent = _bent(risk.bets, mean / squares / risk.coins)
    if bent:
        square_mean = sum(coins * coins * chance for coins, chance in bent.items()) / risk.coins**2
        share = squares / square_mean
        if risk.clusters and share < 1:
            return ClusterRisk(bent, risk.coins, mean, share, risk.clusters)
        walk = WalkRisk(bent, risk.coins, mean, share)
        if share <= 2 and not walk.walk.is_wide:  # few shoes may show more than a bet on every coup
            return walk
    return SmoothRisk(Motion(mean, risk.deviation**2))


def _bent(bets: Iterable[BetRow], ratio: float) -> dict[int, float]:
    """The chance of each win of a bet, times e^(b x win of a unit); empty if no number b fits.

    With the right b, the mean over the mean square is `ratio`.
    """
    rows = [row for row in bets if row[2]]
    largest = max((abs(units) for units, _, _ in rows), default=0)
    if not largest:
        return {}

    def law(bend: float) -> dict[int, float]:
        bent: dict[int, float] = {}
        for units_won, units, often in rows:
            weight = often * exp(bend * units_won / largest)
            bent[units_won * units] = bent.get(units_won * units, 0.0) + weight
        total = sum(bent.values())
        return {coins: weight / total for coins, weight in bent.items()}

    def is_too_high(bend: float) -> bool:
        bent = law(bend).items()
        mean = sum(coins * chance for coins, chance in bent)
        return mean > ratio * sum(coins * coins * chance for coins, chance in bent)

    low, high = -MOST_BEND, MOST_BEND
    if is_too_high(low) or not is_too_high(high):
        return {}
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (low, middle) if is_too_high(middle) else (middle, high)
    return law((low + high) / 2)
