"""Formulas for risk, as if money moved smoothly, with the mean and variance of the real bets.

Many small independent steps come close to this motion. A barrier is given by its distance from the
start, `below` or `above`; `above` may be infinite. Mean and variance are those of one coup.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import cos, cosh, erfc, exp, expm1, inf, log, log1p, pi, sin, sinh, sqrt, tanh

from baccarat.base.errors import BadValue

FADED = 45.0
"""Terms smaller than exp(-45) are left out."""
MOST_TERMS = 10_000
STEEP = 25.0
"""From this drift over a distance on, the outcome is practically certain."""


def ruin_chance(drift: float, bankroll: float, goal: float = inf) -> float:
    """The chance to lose a bankroll before it grows by `goal`; without a goal, the chance of ruin.

    The drift is 2 x mean / variance.
    """
    if bankroll <= 0 or goal <= 0:
        raise BadValue("a bankroll and a goal must be above 0")
    if goal == inf:
        return exp(-drift * bankroll) if drift > 0 else 1.0
    whole = drift * (bankroll + goal)
    if abs(whole) < 1e-9:
        return goal / (bankroll + goal)
    if drift > 0:
        return (exp(-drift * bankroll) - exp(-whole)) / -expm1(-whole)
    return expm1(drift * goal) / expm1(whole)


@dataclass(frozen=True, slots=True)
class Motion:
    """Money that moves smoothly: the mean and the variance of a coup."""

    mean: float
    variance: float

    @property
    def turned(self) -> "Motion":
        """The motion with gains and losses swapped."""
        return Motion(-self.mean, self.variance)

    def ruin(self, below: float, above: float = inf, coups: float = inf) -> float:
        """The chance to meet the lower barrier first, within this many coups."""
        if coups == inf or self._has_ended(below + above, coups):
            return ruin_chance(2 * self.slope, below, above)
        if above == inf:
            return min(1.0, self._passage(below, below, coups))
        width, found = below + above, 0.0
        for images in range(MOST_TERMS):
            # Method of images: both barriers are mirrors; sum the paths to each image of the lower.
            near = self._passage(below, 2 * images * width + below, coups)
            far = self._passage(below, 2 * (images + 1) * width - below, coups)
            found += near - far
            if near < 1e-17:
                break
        return min(1.0, max(0.0, found))

    def reach(self, below: float, above: float, coups: float = inf) -> float:
        """The chance to meet the upper barrier first."""
        return 0.0 if above == inf else self.turned.ruin(above, below, coups)

    def ahead(self, below: float, above: float, coups: float) -> float:
        """The chance to end above the start: after these coups, or earlier at the upper barrier."""
        spread, drift = sqrt(self.variance * coups), self.mean * coups
        kept = 0.0
        if not self._has_ended(below + above, coups):
            for centre, sign in self._images(below, above, spread):
                top = _tail((above - centre - drift) / spread) if above < inf else 0.0
                chance = _tail((-centre - drift) / spread) - top
                if chance > 0:
                    kept += sign * exp(self.slope * centre + log(chance))
        return min(1.0, max(0.0, kept) + self.reach(below, above, coups))

    def coups_to_ruin(self, below: float, above: float = inf) -> float:
        """The mean number of coups until the lower barrier, on paths that meet it first."""
        if not self.mean:
            return inf if above == inf else below * (below + 2 * above) / (3 * self.variance)
        speed = abs(self.mean)
        if above == inf:
            return below / speed
        rate = speed / self.variance
        return (_coth(below + above, rate) - _coth(above, rate)) / speed

    def fall(self, depth: float, coups: float) -> float:
        """The chance that the money ever falls this far below its highest value."""
        if self.variance * coups <= 0:
            return 0.0
        pull, kept = self.slope * depth, 0.0
        if abs(pull) > STEEP:  # it never falls this far, or it only falls
            return 0.0 if pull > 0 else self.ruin(depth, inf, coups)
        for wave, weight in _waves(pull):
            fading = (wave + pull * pull) * self.variance * coups / (2 * depth * depth)
            kept += weight * exp(-fading - pull)
            if fading - pull > FADED:
                break
        return min(1.0, max(0.0, 1 - kept))

    @property
    def slope(self) -> float:
        return self.mean / self.variance

    def _has_ended(self, width: float, coups: float) -> bool:
        """Whether almost no path is still between the barriers."""
        if width == inf:
            return False
        faded = self.variance * (pi / width) ** 2 / 2 + self.mean**2 / self.variance / 2
        return faded * coups > FADED

    def _passage(self, below: float, image: float, coups: float) -> float:
        """The weight of all paths that reach this mirror image of the lower barrier."""
        spread, drift = sqrt(self.variance * coups), abs(self.mean) * coups
        rate = abs(self.slope)
        with_it = -rate * image - self.slope * below + _log_tail((image - drift) / spread)
        against = rate * image - self.slope * below + _log_tail((image + drift) / spread)
        return exp(min(0.0, with_it)) + exp(min(0.0, against))

    def _images(self, below: float, above: float, spread: float) -> Iterator[tuple[float, int]]:
        """The places of the start and of the start's mirror images, each with a sign, 1 or −1."""
        if above == inf:
            yield from ((0.0, 1), (-2 * below, -1))
            return
        width = below + above
        many = int(20 * spread / width + abs(self.slope) * spread**2 / width) + 2
        for number in range(-many, many + 1):
            yield 2 * number * width, 1
            yield 2 * number * width - 2 * below, -1


def _tail(deviations: float) -> float:
    """The chance that a normal number is above this many deviations."""
    return erfc(deviations / sqrt(2)) / 2


def _log_tail(deviations: float) -> float:
    """The logarithm of `_tail`, also if that chance is too small for a float."""
    if deviations < 20:
        return log(_tail(deviations))
    square = deviations * deviations
    return -square / 2 - log(deviations * sqrt(2 * pi)) + log1p(-1 / square + 3 / square**2)


def _coth(distance: float, rate: float) -> float:
    return distance / tanh(rate * distance)


def _waves(pull: float) -> Iterator[tuple[float, float]]:
    """The terms, x² and weight, of a series for the chance that money never falls to a depth.

    The numbers solve pull sin x = x cos x; from a pull of 1 on the first is imaginary.
    """
    if pull > 1:
        x = _root(lambda x: x - pull * tanh(x), 1e-9, pull)
        yield -x * x, x * sinh(x) * (cosh(x) / pull) ** 2 / ((sinh(2 * x) - 2 * x) / (4 * x))
    elif pull == 1:
        yield 0.0, 3.0
    for turn in range(int(pull >= 1), MOST_TERMS):
        x = _root(_wave(pull, -1 if turn % 2 else 1), turn * pi + 1e-12, (turn + 1) * pi)
        yield x * x, sin(x) * x / (pull * pull + x * x) / (0.5 - sin(2 * x) / (4 * x))


def _wave(pull: float, sign: int) -> Callable[[float], float]:
    return lambda x: sign * (x * -cos(x) + pull * sin(x))


def _root(rising: Callable[[float], float], low: float, high: float) -> float:
    """The root of a rising function between two numbers."""
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (low, middle) if rising(middle) > 0 else (middle, high)
    return (low + high) / 2
