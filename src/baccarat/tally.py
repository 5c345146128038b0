"""A tally: whole numbers over the 400 cells, counted by a simulation or weighed exactly."""

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt
from statistics import NormalDist

from baccarat.bets import Bet
from baccarat.cards import Depth
from baccarat.coup import OUTCOMES, Outcome
from baccarat.errors import TooShallow
from baccarat.stats import CONFIDENCE, wilson


@dataclass(frozen=True, slots=True)
class Tally:
    """How often, or with what weight, each outcome happened."""

    cells: tuple[int, ...] = (0,) * len(OUTCOMES)
    """2 x 2 x 10 x 10: cards of Player, cards of Banker, total of Player, total of Banker"""
    histograms: Mapping[str, Mapping[int, int]] = field(default_factory=dict, hash=False)
    """what is counted shoe by shoe: by name, how often each number came"""

    @classmethod
    def of(cls, counted: Iterable[tuple[Outcome, int]]) -> "Tally":
        cells = [0] * len(OUTCOMES)
        for outcome, times in counted:
            cells[outcome.index] += times
        return cls(tuple(cells))

    @property
    def total(self) -> int:
        return sum(self.cells)

    def __add__(self, other: "Tally") -> "Tally":
        """Tallies add, in any order."""
        names = self.histograms.keys() | other.histograms.keys()
        return Tally(
            tuple(a + b for a, b in zip(self.cells, other.cells, strict=True)),
            {name: _added(self.histograms, other.histograms, name) for name in sorted(names)},
        )

    @property
    def digest(self) -> str:
        """SHA-256 of the tally as text: two tallies with one digest are the same."""
        lines = [f"cells {' '.join(map(str, self.cells))}"]
        for name, counts in sorted(self.histograms.items()):
            pairs = " ".join(f"{key}:{times}" for key, times in sorted(counts.items()) if times)
            lines.append(f"{name} {pairs}")
        return hashlib.sha256("\n".join(lines).encode()).hexdigest()

    def of_bet(self, bet: Bet) -> "Odds":
        """What the tally says of a bet that looks at totals."""
        if bet.depth is not Depth.TOTALS:
            raise TooShallow(f"{bet.key} looks at {bet.depth}; a tally of totals cannot tell")
        weights: dict[str | None, int] = dict.fromkeys([*bet.pays, None], 0)
        for outcome, times in zip(OUTCOMES, self.cells, strict=True):
            if times:
                weights[bet.judge(outcome)] += times
        return Odds(bet, weights)


def _added(
    one: Mapping[str, Mapping[int, int]], other: Mapping[str, Mapping[int, int]], name: str
) -> dict[int, int]:
    counts = Counter(one.get(name, {}))
    counts.update(other.get(name, {}))
    return dict(sorted(counts.items()))


@dataclass(frozen=True, slots=True)
class Odds:
    """How often each tier of a bet happened; exact where the weights are."""

    bet: Bet
    weights: dict[str | None, int]
    """by tier; None is the plain loss"""

    @property
    def total(self) -> int:
        return sum(self.weights.values())

    @property
    def wins(self) -> int:
        return sum(self.weights[tier] for tier in self.bet.winning)

    @property
    def chance(self) -> Fraction:
        """The chance of winning anything."""
        return Fraction(self.wins, self.total)

    @property
    def expectation(self) -> Fraction:
        """What the guest is up per unit staked, on average."""
        return self._mean(1)

    @property
    def edge(self) -> Fraction:
        """The house's advantage, per unit staked."""
        return -self.expectation

    @property
    def edge_resolved(self) -> Fraction:
        """The house's advantage per unit of the stakes that do not push."""
        resolved = self.total - sum(n for tier, n in self.weights.items() if not self.bet.net(tier))
        return self.edge * Fraction(self.total, resolved) if resolved else Fraction(0)

    @property
    def variance(self) -> Fraction:
        return self._mean(2) - self._mean(1) ** 2

    @property
    def deviation(self) -> float:
        """The standard deviation of one unit staked."""
        return sqrt(self.variance)

    def probability(self, tier: str | None) -> Fraction:
        """The chance of a tier; None is the plain loss."""
        return Fraction(self.weights[tier], self.total)

    def _mean(self, power: int) -> Fraction:
        paid = sum(times * self.bet.net(tier) ** power for tier, times in self.weights.items())
        return Fraction(paid) / self.total

    def edge_interval(self, confidence: float = CONFIDENCE) -> tuple[float, float]:
        """Where the edge lies, the coups being a sample of independent ones."""
        z = NormalDist().inv_cdf((1 + confidence) / 2)
        half = z * sqrt(self.variance / self.total)
        return float(self.edge) - half, float(self.edge) + half

    def chance_interval(self, confidence: float = CONFIDENCE) -> tuple[float, float]:
        """Where the chance of winning lies, the coups being a sample of independent ones."""
        return wilson(self.wins, self.total, confidence)
