"""The worth of a guest's bets: per shoe, per 100 coups, per hour, with standard errors.

Every figure covers all coups of the shoe, also those without a bet, for which the guest must wait.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import product
from math import inf, sqrt
from typing import TYPE_CHECKING, Any

from baccarat.base.errors import BadValue
from baccarat.base.hints import guided, helpful, quoted, require_fields
from baccarat.base.jsonable import sampled
from baccarat.core.stats import CONFIDENCE, deviations
from baccarat.systems.counting.play import CountedBet, Play
from baccarat.systems.counting.totals import (
    BETS,
    BILLION,
    COUPS,
    EXPECTED,
    UNITS,
    WON,
    Ending,
    Laid,
    LaidTally,
    coins_of,
)
from baccarat.systems.session import PACE, require_pace

if TYPE_CHECKING:
    from baccarat.systems.risk.counted import CountedRisk

RISK = 0.05
"""The risk of ruin for which a report gives the bankroll."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """An estimated figure, and its standard error."""

    value: float
    error: float

    def interval(self, confidence: float = CONFIDENCE) -> tuple[float, float]:
        """The confidence interval of the figure."""
        half = deviations(confidence) * self.error
        return self.value - half, self.value + half

    def __mul__(self, factor: float) -> "Estimate":
        return Estimate(self.value * factor, abs(factor) * self.error)

    def as_json(self) -> dict[str, object]:
        """The figure and its confidence interval."""
        return sampled(self.value, self.interval(), CONFIDENCE)


@helpful
@guided
@dataclass(frozen=True, slots=True)
class CountWorth:
    """What a counting guest wins in shoes with this cut card and last-coup rule."""

    play: Play
    ending: Ending
    laid: Laid
    pace: int = field(default=PACE, kw_only=True)
    """coups per hour"""
    exact: bool = field(default=True, kw_only=True)
    """whether the bets were also counted at their exact expectations"""
    decks: int = field(default=8, kw_only=True)

    def __post_init__(self) -> None:
        require_fields(self)
        require_pace(self.pace)
        if self.laid.shoes < 2:
            raise BadValue(
                f"a confidence interval needs at least 2 shoes, not {quoted(self.laid.shoes)}"
            )

    @property
    def units_won(self) -> Estimate:
        """Units per shoe, by the results of the bets."""
        return self._mean(WON) * (1 / self.scale(WON))

    @property
    def units_expected(self) -> Estimate:
        """Units per shoe, if each bet wins exactly its expected value at the moment of the bet."""
        if not self.exact:
            raise BadValue("these bets have no exact expectations: count with exact=True")
        return self._mean(EXPECTED) * (1 / self.scale(EXPECTED))

    @property
    def units(self) -> Estimate:
        """Units per shoe: the better of the two estimates."""
        return self.units_expected if self.exact else self.units_won

    @property
    def z(self) -> float:
        """The difference of the two estimates in standard errors; beyond ±3 something is wrong."""
        won_scale, worth, product = self.scale(WON), self.scale(EXPECTED), self.laid.product
        off = self.laid.sums[WON] * worth - self.laid.sums[EXPECTED] * won_scale
        squares = (
            product(WON, WON) * worth**2
            - 2 * product(WON, EXPECTED) * won_scale * worth
            + product(EXPECTED, EXPECTED) * won_scale**2
        )
        variance = squares - off * off / self.laid.shoes
        return off / sqrt(variance) if variance > 0 else 0.0

    @property
    def bets(self) -> Estimate:
        """Bets per shoe."""
        return self._mean(BETS)

    @property
    def coups(self) -> Estimate:
        """Coups per shoe."""
        return self._mean(COUPS)

    @property
    def share(self) -> Estimate:
        """The share of coups on which the bet was laid."""
        return self._ratio(BETS, COUPS)

    @property
    def mean_edge(self) -> Estimate:
        """The mean result per unit laid, which is the guest's mean edge."""
        column = EXPECTED if self.exact else WON
        return self._ratio(column, UNITS) * (1 / self.scale(column))

    @property
    def deviation(self) -> float:
        """The standard deviation of the units won in a shoe."""
        return self._mean(WON).error * sqrt(self.laid.shoes) / self.scale(WON)

    @property
    def variance(self) -> Estimate:
        """The variance of the units won in a shoe.

        Its error needs fourth powers, which are not counted. They are calculated as if every bet of
        a shoe had the same law and either won its largest payout or lost its stake: upper bounds.
        """
        value, bets = self.deviation**2, self.laid.sums[BETS]
        if not bets:
            return Estimate(value, 0.0)
        pairs = self.laid.product(BETS, BETS) - bets  # pairs of bets of the same shoe
        shoes = self.laid.shoes
        fourth = self._largest**2 * value + 3 * (value * shoes / bets) ** 2 * pairs / shoes
        return Estimate(value, sqrt(max(0.0, fourth - value**2) / shoes))

    @property
    def together(self) -> float:
        """The correlation between the errors of the units and of their variance."""
        bets, shoes, variance = self.laid.sums[BETS], self.laid.shoes, self.variance
        if not self.units.error or not variance.error:
            return 0.0
        if self.exact:
            # Shoes with more bets are worth more, and vary more.
            spread = self.laid.product(BETS, EXPECTED) - bets * self.laid.sums[EXPECTED] / shoes
            covariance = spread / shoes / self.scale(EXPECTED) * variance.value * shoes / bets
        else:
            covariance = self._largest * variance.value
        correlation = covariance / shoes / (self.units.error * variance.error)
        return max(-1.0, min(1.0, correlation))

    @property
    def _largest(self) -> float:
        """The largest win of one bet, in units."""
        bet = self.play.bet
        largest = max(abs(float(bet.net(tier))) for tier in (*bet.pays, None))
        stakes = self.play.stakes if isinstance(self.play, CountedBet) else ((0, 1),)
        return largest * max(units for _, units in stakes)

    @property
    def n0_shoes(self) -> float:
        """The number of shoes after which the expected units equal one standard deviation.

        Infinite if no units are expected, or if all shoes ended alike and show no deviation.
        """
        units, deviation = self.units.value, self.deviation
        return (deviation / units) ** 2 if units > 0 and deviation else inf

    @property
    def n0(self) -> float:
        """The number of coups after which the expected units equal one standard deviation."""
        return self.n0_shoes * self.coups.value

    @property
    def score(self) -> float:
        """The units won in 100 coups with 10,000 units of money and the best stakes."""
        return 1e6 / self.n0

    @property
    def desirability(self) -> float:
        """The desirability index, √SCORE: 1,000 × the mean units of a coup ÷ their deviation."""
        return sqrt(self.score)

    @property
    def kelly(self) -> float:
        """The share of the money, staked as one unit, that makes the money grow fastest."""
        return max(0.0, self.units.value / self.deviation**2) if self.deviation else 0.0

    @property
    def growth(self) -> float:
        """The share by which the money grows per shoe with the stake of `kelly`."""
        return self.units.value * self.kelly / 2

    @property
    def risk(self) -> "CountedRisk":
        """The risk of a guest who lays these bets."""
        from baccarat.systems.risk.counted import CountedRisk

        return CountedRisk.of(self, self.decks)

    @property
    def bankroll(self) -> tuple[int | None, int | None, int | None]:
        """The fewest units for a risk of 5 %, and the ends of their confidence interval.

        None if no bankroll is enough, or if no bet was won or lost.
        """
        if not self.deviation:
            return None, None, None
        units = self.risk.enough(RISK)
        return units, *((None, None) if units is None else self.risk.enough_ends(RISK))

    def error_of(self, value: float, by_units: float, by_variance: float) -> float:
        """The standard error of `value`, a product of powers of the units and of their variance."""
        units, variance = self.units, self.variance
        if not units.value or not variance.value or not 0 < value < inf:
            return 0.0
        units_part = by_units * units.error / abs(units.value)
        variance_part = by_variance * variance.error / variance.value
        squares = units_part * units_part + variance_part * variance_part
        return value * sqrt(max(0.0, squares + 2 * self.together * units_part * variance_part))

    @property
    def estimates(self) -> dict[str, Estimate]:
        """The figures that follow from the units and their variance, with their standard errors."""
        powers = {
            "n0": (self.n0, -2, 1),
            "desirability": (self.desirability, 1, -0.5),
            "score": (self.score, 2, -1),
            "kelly": (self.kelly, 1, -1),
            "growth": (self.growth, 2, -1),
        }
        return {name: Estimate(terms[0], self.error_of(*terms)) for name, terms in powers.items()}

    @property
    def per_100(self) -> Estimate:
        """Units per 100 coups."""
        return self.units * (100 / self.coups.value)

    @property
    def per_hour(self) -> Estimate:
        """Units per hour."""
        return self.units * (self.pace / self.coups.value)

    @property
    def bets_per_100(self) -> Estimate:
        """Bets per 100 coups."""
        return self.bets * (100 / self.coups.value)

    @property
    def bets_per_hour(self) -> Estimate:
        """Bets per hour."""
        return self.bets * (self.pace / self.coups.value)

    @property
    def deviation_per_100(self) -> float:
        """The standard deviation of the units won in 100 coups that come from many shoes."""
        return self.deviation * sqrt(100 / self.coups.value)

    @property
    def deviation_per_hour(self) -> float:
        """The standard deviation of the units won in an hour, from many shoes."""
        return self.deviation * sqrt(self.pace / self.coups.value)

    def __str__(self) -> str:
        low, high = self.units.interval()
        units = f"{self.units.value:.4f} ± {(high - low) / 2:.4f} units"
        return f"{self.play}: {units} a shoe in {self.bets.value:.2f} bets ({self.ending})"

    @property
    def about(self) -> dict[str, object]:
        """The guest and the ending that the figures are about, for tables."""
        return {
            "bet": str(self.play.bet),
            "play": str(self.play),
            "cut_card": self.ending.cut_card,
            "last_coup": str(self.ending.last_coup),
        }

    def row(self) -> dict[str, object]:
        """The figures and their standard errors in one flat row."""
        units, low, high = (None if bound is None else float(bound) for bound in self.bankroll)
        figures = {
            "coups_a_shoe": self.coups,
            "bets_a_shoe": self.bets,
            "share_of_coups": self.share,
            "mean_edge": self.mean_edge,
            "units_a_shoe": self.units,
            "units_as_won": self.units_won,
            "bets_in_100_coups": self.bets_per_100,
            "bets_an_hour": self.bets_per_hour,
            "units_in_100_coups": self.per_100,
            "units_an_hour": self.per_hour,
        }
        return {
            **self.about,
            **_with_errors(figures),
            "z": self.z if self.exact else None,
            "deviation": self.deviation,
            "deviation_in_100_coups": self.deviation_per_100,
            "deviation_an_hour": self.deviation_per_hour,
            **_with_errors(self.estimates),
            "bankroll": units,
            "bankroll_error": None if units is None else self.error_of(units, -1, 1),
            "bankroll_low": low,
            "bankroll_high": high,
        }

    def as_json(self) -> dict[str, object]:
        """Every figure."""
        units, low, high = self.bankroll
        return {
            "bet": self.play.bet.key,
            "spelled": str(self.play.bet),
            "play": str(self.play),
            "cut_card": self.ending.cut_card,
            "last_coup": str(self.ending.last_coup),
            "shoes": self.laid.shoes,
            "pace": self.pace,
            "coups_a_shoe": self.coups.as_json(),
            "bets_a_shoe": self.bets.as_json(),
            "share_of_coups": self.share.as_json(),
            "mean_edge": self.mean_edge.as_json(),
            "units_won": self.units_won.as_json(),
            "units_expected": self.units_expected.as_json() if self.exact else None,
            "z_float": self.z if self.exact else None,
            "bets_in_100_coups": self.bets_per_100.as_json(),
            "bets_an_hour": self.bets_per_hour.as_json(),
            "units_in_100_coups": self.per_100.as_json(),
            "units_an_hour": self.per_hour.as_json(),
            "deviation_float": self.deviation,
            "deviation_in_100_coups_float": self.deviation_per_100,
            "deviation_an_hour_float": self.deviation_per_hour,
            **_with_errors(self.estimates, "_float"),
            "bankroll_float": None if units is None else float(units),
            "bankroll_error_float": None if units is None else self.error_of(units, -1, 1),
            "bankroll_low": low,
            "bankroll_high": high,
            "by_count": self.rows_by("count"),
            "by_cards": self.rows_by("cards_unseen"),
        }

    def rows_by(self, name: str) -> list[dict[str, object]]:
        """The laid bets in rows: by `count`, rounded down, or by `cards_unseen`."""
        rows = self.laid.by_count if name == "count" else self.laid.by_cards
        return [
            {
                name: key,
                "bets_laid": bets,
                "units_laid": units,
                "won_float": coins / self.scale(WON),
                "expected_float": expected / BILLION if self.exact else None,
            }
            for key, (bets, units, coins, expected) in sorted(rows.items())
        ]

    def scale(self, column: int) -> int:
        """The number that stands for one unit in a column: coins, or billionths."""
        return coins_of(self.play.bet) if column == WON else BILLION

    def _mean(self, column: int) -> Estimate:
        """The mean of a column over the shoes."""
        shoes, total = self.laid.shoes, self.laid.sums[column]
        spread = self.laid.product(column, column) * shoes - total * total
        return Estimate(total / shoes, sqrt(spread / (shoes - 1)) / shoes)

    def _ratio(self, above: int, below: int) -> Estimate:
        """One column divided by another, over all shoes; its error is approximate."""
        a, b, shoes = self.laid.sums[above], self.laid.sums[below], self.laid.shoes
        if not b:
            return Estimate(0.0, 0.0)
        product = self.laid.product
        # The sum over all shoes of (x - y a/b)², times b².
        squares = product(above, above) * b * b - 2 * product(above, below) * a * b
        squares += product(below, below) * a * a
        return Estimate(a / b, sqrt(squares * shoes / (shoes - 1)) / (b * b))


def _with_errors(figures: Mapping[str, Estimate], ending: str = "") -> dict[str, float | None]:
    """Each figure and its standard error, under its name; None in place of an infinite figure."""
    return {
        f"{name}{part}{ending}": None if figure.value == inf else number
        for name, figure in figures.items()
        for part, number in (("", figure.value), ("_error", figure.error))
    }


def worths_of(
    plays: Iterable[Play], endings: Iterable[Ending], tally: LaidTally, **terms: Any
) -> list[CountWorth]:
    """What each guest's bets are worth, by ending; `terms` are the pace, the decks and `exact`."""
    guests = zip(product(plays, endings), tally.laid, strict=True)
    return [CountWorth(play, ending, laid, **terms) for (play, ending), laid in guests]
