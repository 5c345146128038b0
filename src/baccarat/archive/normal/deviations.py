"""How far counts deviate from what fair shoes give, as chi-square with the exact covariance."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import exp, lgamma, log, sqrt
from typing import Any

import numpy as np
import numpy.typing as npt

from baccarat.core.stats import chi_square_tail
from baccarat.exact.weights.constants import Numbers

FEWEST = 10
"""A number is tested if fair shoes give it at least this often."""
POWER = 0.9
"""The chance with which a fault that is called visible would be seen."""
REGULAR = 3
"""With fewer degrees of freedom a close fit means nothing: counts are whole numbers."""
ROUNDING = 1e-9
"""Directions with a smaller share of the variance follow from the other directions."""


@dataclass(frozen=True, slots=True)
class LargestDeviation:
    """The number that deviates most from what fair shoes give."""

    name: str
    count: float
    expected: float
    z: float
    """how far it lies from the mean, in standard deviations"""
    among: int
    """how many numbers were tested"""

    def __str__(self) -> str:
        of = "" if self.count == self.expected else f" {self.count:,.0f} times"
        fair = f", fair {self.expected:,.0f}" if of else ""
        return f"{self.name}{of}{fair} (z {self.z:+.1f})"


@dataclass(frozen=True, slots=True, eq=False)
class Deviations:
    """Numbers that were counted together, and their mean and covariance in fair shoes."""

    names: tuple[str, ...]
    counts: Numbers
    expected: Numbers
    covariance: Numbers
    differences: Numbers
    """what is tested: mean 0 in fair shoes; usually the counts less the expected counts"""

    @classmethod
    def of(
        cls, names: Sequence[str], counts: Numbers, expected: Numbers, covariance: Numbers
    ) -> "Deviations":
        """Deviations of plain counts."""
        return cls(tuple(names), counts.astype(float), expected, covariance, counts - expected)

    def __add__(self, other: "Deviations") -> "Deviations":
        """The deviations in two sets of shoes together."""
        return Deviations(
            self.names,
            self.counts + other.counts,
            self.expected + other.expected,
            self.covariance + other.covariance,
            self.differences + other.differences,
        )

    @property
    def tested(self) -> npt.NDArray[np.bool_]:
        """For each number: whether fair shoes give it often enough to be tested, and not always."""
        return (self.expected >= FEWEST) & (np.diag(self.covariance) > 0)

    @property
    def statistic(self) -> float:
        """Chi-square: the squared deviations, each direction divided by its variance."""
        return self._square(self.differences)

    @property
    def freedom(self) -> int:
        """The degrees of freedom."""
        return len(self._directions()[0])

    @property
    def largest(self) -> "LargestDeviation":
        """The number that deviates most."""
        spread = np.sqrt(np.where(self.tested, np.diag(self.covariance), np.inf))
        place = int(np.argmax(np.abs(self.differences) / spread))
        count, expected = float(self.counts[place]), float(self.expected[place])
        z = float(self.differences[place] / spread[place])
        return LargestDeviation(self.names[place], count, expected, z, int(self.tested.sum()))

    def smallest(self, shift: Numbers, level: float) -> float | None:
        """The smallest multiple of this shift that would be seen with power 90 % at this level."""
        square = self._square(shift)
        return sqrt(visible(self.freedom, level) / square) if square else None

    def _square(self, differences: Numbers) -> float:
        variances, axes = self._directions()
        return float((((differences[self.tested] @ axes) ** 2) / variances).sum())

    def _directions(self) -> tuple[Numbers, Numbers]:
        """The variances and the axes of independent directions."""
        tested = self.tested
        # Numbers of very different size are brought to one scale before they are compared.
        spread = np.sqrt(np.diag(self.covariance)[tested])
        alike = self.covariance[np.ix_(tested, tested)] / spread[:, None] / spread
        variances, axes = np.linalg.eigh(alike)
        is_own = variances > ROUNDING * len(variances)
        return variances[is_own], axes[:, is_own] / spread[:, None]


def p_value(parts: Sequence[Deviations]) -> float:
    """The p-value of deviations in different shoes; too regular is as bad as too irregular."""
    above, freedom = _above(parts), sum(part.freedom for part in parts)
    return above if freedom < REGULAR else 2 * min(above, 1 - above)


def is_too_close(parts: Sequence[Deviations]) -> bool:
    """Whether the p-value of deviations is that of too regular numbers."""
    return sum(part.freedom for part in parts) >= REGULAR and _above(parts) > 1 / 2


def _above(parts: Sequence[Deviations]) -> float:
    """The chance that fair shoes deviate more."""
    square, freedom = sum(part.statistic for part in parts), sum(part.freedom for part in parts)
    return chi_square_tail(square, freedom)


@lru_cache(maxsize=64)
def visible(freedom: int, level: float) -> float:
    """The non-centrality at which a p-value is below the level with the chance `POWER`."""
    tail = level if freedom < REGULAR else level / 2
    limit = _root(lambda x: tail - chi_square_tail(x, freedom), 10.0 + 2 * freedom)
    return _root(lambda shift: _power(limit, freedom, shift) - POWER, 10.0 + freedom)


def _power(limit: float, freedom: int, shift: float) -> float:
    """The chance that non-central chi-square is above the limit: a Poisson mixture."""
    half = shift / 2
    last = int(half + 10 * sqrt(half) + 20)
    weights = (exp(j * log(half) - half - lgamma(j + 1)) for j in range(last)) if half else (1.0,)
    return sum(weight * chi_square_tail(limit, freedom + 2 * j) for j, weight in enumerate(weights))


def _root(rising: Any, high: float) -> float:
    """Where a rising function, negative at 0, is 0."""
    low = 0.0
    while rising(high) < 0:
        low, high = high, 2 * high
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if rising(middle) < 0 else (low, middle)
    return high
