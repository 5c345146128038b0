"""A rebate on loss: the house gives back a share of the money that a session has lost.

rebated({-40: 3, 20: 7}, Fraction(1, 10), 20)       from 10 sessions, by their results in coins
rebated(solved.results, Fraction(1, 10), 20)        from exact chances
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from baccarat.systems.chain.sessions import total_of, weighed
from baccarat.systems.risk.prospects import as_chance


@dataclass(frozen=True, slots=True)
class Spread:
    """The mean and the standard deviation of an amount, in units."""

    mean: Fraction
    deviation: float


@dataclass(frozen=True, slots=True)
class SessionRebate:
    """A share of the loss that comes back after every losing session."""

    share: Fraction
    cost: Spread
    """what comes back"""
    worth: Spread
    """the result of a session, with the rebate"""


def as_rebate(share: float | Fraction) -> Fraction:
    """A share between 0 and 1 as a fraction; a float is taken as a decimal.

    >>> as_rebate(0.1)
    Fraction(1, 10)
    """
    as_chance(share, "a rebate")
    return Fraction(str(share))


def rebated(
    results: Mapping[int, int] | Mapping[int, Fraction], share: Fraction, unit: int
) -> SessionRebate:
    """What a rebate changes; `results` has how often, or with which chance, each result comes.

    Results and the unit are in coins.
    """
    parts, whole = share.denominator, share.denominator * unit
    back = {coins: share.numerator * max(-coins, 0) for coins in results}  # in parts of a coin
    cost = [(back[coins], Fraction(times)) for coins, times in results.items()]
    worth = [(coins * parts + back[coins], Fraction(times)) for coins, times in results.items()]
    return SessionRebate(share, _spread(cost, whole), _spread(worth, whole))


def _spread(amounts: Sequence[tuple[int, Fraction]], unit: int) -> Spread:
    total = total_of(times for _, times in amounts) or 1
    mean = weighed(amounts) / total
    squares = weighed((amount * amount, times) for amount, times in amounts) / total
    return Spread(mean / unit, sqrt(max(Fraction(0), squares - mean * mean) / unit**2))
