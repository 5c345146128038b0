"""Common rules about rebates, rolling chips and turnover, beside the true figures."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from baccarat.core.tally import Odds
from baccarat.exact.odds import odds

TENTH = Fraction(1, 10)
COMMISSION = Fraction("0.009")
DIGITS = 6
"""The decimals of figures from a chain of floats: far fewer than are right."""


@dataclass(frozen=True, slots=True)
class RuleOfThumb:
    """A figure about an offer, and the figure that a common rule gives."""

    truth: Callable[[], Fraction]
    rule: Callable[[], Fraction]


@cache
def odds_on(bet: str) -> Odds:
    return odds(8)[bet]


def lost(bet: str) -> Fraction:
    """The chance that a stake is lost."""
    return odds_on(bet).probability(None)


def cost_of_rebate(share: Fraction, coups: int) -> Fraction:
    """The cost of a rebate on Player, in per cent of the theoretical win."""
    from baccarat.systems.risk.flat import risk  # loads NumPy

    (row,) = risk("player").rebate_costs(float(share), (coups,)).rows
    return Fraction(f"{100 * row.cost / row.win:.{DIGITS}f}")


def worth_of_bonus(units: int, turnover: int, bankroll: int) -> Fraction:
    """The mean units that a guest of Player wins, with a bonus."""
    from baccarat.systems.risk.flat import risk

    bonus = risk("player").bonus(units, turnover, bankroll=bankroll)
    return Fraction(f"{bonus.worth:.{DIGITS}f}")


RULES = {
    "stakes of a rolling chip on Player": RuleOfThumb(
        lambda: 1 / lost("player"),
        lambda: (1 - odds_on("player").push) / lost("player"),
    ),
    "stakes of a rolling chip on Banker": RuleOfThumb(
        lambda: 1 / lost("banker"),
        lambda: (1 - odds_on("banker").push) / lost("banker"),
    ),
    "edge on Player, less 0.9 % for rolling chips, per cent": RuleOfThumb(
        lambda: 100 * (odds_on("player").edge - COMMISSION * lost("player")),
        lambda: 100 * (odds_on("player").edge - COMMISSION),
    ),
    "10 % back after 100 coups on Player, per cent of the win": RuleOfThumb(
        lambda: cost_of_rebate(TENTH, 100),
        lambda: 100 * TENTH,
    ),
    "a bonus of 10 to 10 units, turnover 1,000 on Player, units": RuleOfThumb(
        lambda: worth_of_bonus(10, 1000, 10),
        lambda: 10 - 1000 * odds_on("player").edge,
    ),
}
