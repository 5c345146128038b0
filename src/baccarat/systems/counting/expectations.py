"""What a bet is worth when it is laid: exact, for many compositions at a time.

A bet on totals is weighed by `exact.batch`. A bet on pairs has a formula: of N cards, n_k of
kind k, two cards are a pair in sum n_k(n_k - 1) of N(N - 1) orders.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache, partial

import numpy as np
import numpy.typing as npt

from baccarat.bets import Bet
from baccarat.bets.pairs import paired, perfectly_paired
from baccarat.bets.values import Trait
from baccarat.cards import Depth
from baccarat.coup import OUTCOMES, Outcome, Strategy, nobody
from baccarat.errors import TooShallow
from baccarat.exact.batch import formula
from baccarat.exact.constants import Ints, Numbers
from baccarat.rules import STANDARD, Rules
from baccarat.systems.counting.laid import BILLION, coins_of

LABELS: dict[Trait | None, str] = {paired: "pair", perfectly_paired: "perfect pair"}
"""What the traits of a start call two cards of one kind."""


@dataclass(frozen=True, slots=True, eq=False)
class Expectation:
    """How a bet is weighed."""

    depth: Depth
    """by what the cards of a composition are told apart"""
    fraction: Callable[[Ints], Numbers]
    """row: what a unit wins on average, as numerator and denominator"""
    sign: Callable[[Ints], Numbers]
    """row: 1 if a unit wins something on average, -1 if it loses, 0 if it does neither"""

    def billionths(self, rows: Ints) -> npt.NDArray[np.int64]:
        """LaidRow: what a unit wins on average, rounded to the billionth.

        Both whole numbers become floats, and are divided: three roundings that are prescribed, so
        the answer depends on the composition alone.
        """
        if not len(rows):
            return np.zeros(0, np.int64)
        won = self.fraction(rows)
        about = won[:, 0].astype(np.float64) / won[:, 1].astype(np.float64)
        return np.rint(about * BILLION).astype(np.int64)


@lru_cache(maxsize=256)
def expectation_of(bet: Bet, rules: Rules = STANDARD, decide: Strategy = nobody) -> Expectation:
    """How a bet is weighed; a complaint of one that takes too long to be weighed so often."""
    if bet.depth is Depth.TOTALS:
        found = formula(bet, rules, decide)
        return Expectation(
            Depth.POINTS, partial(found.fraction, threads=1), partial(found.sign, threads=1)
        )
    is_pair = bet.trait in LABELS and bet.at_start and rules.printed is None
    prices = _pair_prices(bet) if is_pair else None
    if prices is None:
        raise TooShallow(
            f"{bet.key} looks at {bet.depth}: its exact odds take too long for every coup; bets "
            "on totals and pairs can be counted"
        )
    fraction = partial(_pairs, prices, coins_of(bet))
    return Expectation(bet.depth, fraction, lambda rows: np.sign(fraction(rows)[:, 0]))


def _pair_prices(bet: Bet) -> tuple[int, ...] | None:
    """In coins: neither hand paired, Player's, Banker's, both; None if more than that matters."""
    label, coins, prices = LABELS[bet.trait], coins_of(bet), []
    for own, other in ((None, None), (label, None), (None, label), (label, label)):
        tiers = {
            bet.judge(Outcome(replace(cell.player, trait=own), replace(cell.banker, trait=other)))
            for cell in OUTCOMES
        }
        if len(tiers) > 1:
            return None
        prices.append(int(coins * bet.net(tiers.pop())))
    return tuple(prices)


def _pairs(prices: tuple[int, ...], coins: int, rows: Ints) -> Numbers:
    """The fraction of a bet on pairs, over the orders of the first four cards."""
    size, two = rows.sum(axis=1), rows * (rows - 1)
    pairs = two.sum(axis=1)
    both = pairs**2 - (two**2).sum(axis=1) + (two * (rows - 2) * (rows - 3)).sum(axis=1)
    one = pairs * (size - 2) * (size - 3) - both
    all_orders = size * (size - 1) * (size - 2) * (size - 3)
    none = all_orders - 2 * one - both
    won = prices[0] * none + (prices[1] + prices[2]) * one + prices[3] * both
    return np.column_stack([won, coins * all_orders])
