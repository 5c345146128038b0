"""The exact expected value of a bet when it is laid, for many sets of unseen cards at a time.

A bet on totals is weighed by `exact.batch`, and a bet on points by the same sums. A bet on pairs
has a formula: of N cards, n_k of kind k, two are a pair in sum n_k(n_k - 1) of N(N - 1) orders.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache, partial
from math import factorial

import numpy as np
import numpy.typing as npt

from baccarat.base.errors import TooShallow
from baccarat.core.bets import Bet
from baccarat.core.bets.bet_types import Trait
from baccarat.core.bets.pairs import paired, perfectly_paired
from baccarat.core.cards import Depth
from baccarat.core.coup import OUTCOMES, Outcome, cell_parts
from baccarat.core.rules import STANDARD, Rules
from baccarat.core.third_card import Strategy, nobody
from baccarat.exact.batch.compositions import CHUNK, Formula, formula
from baccarat.exact.batch.loops import Columns
from baccarat.exact.weights.constants import MOST, Ints, Numbers
from baccarat.simulation.coups import NO_CARD
from baccarat.simulation.label_tables import tiers_of
from baccarat.simulation.verdict_tables import SLOT, tables_of
from baccarat.systems.counting.play import require_before
from baccarat.systems.counting.totals import BILLION, coins_of

SIX = 6
MOST_PRICE = 1 << 25
"""Limits for prices, and for coins of a unit: a million of them fit into a float, and all orders of
the first four of 624 cards, each at such a price, into 64 bits."""

LABELS: dict[Trait | None, str] = {paired: "pair", perfectly_paired: "perfect pair"}
"""By the trait of a start: the name that it gives to two cards of one kind."""


@dataclass(frozen=True, slots=True, eq=False)
class Expectation:
    """The functions that calculate a bet's expected value for many sets of unseen cards."""

    depth: Depth
    """the depth at which the composition's cards are counted"""
    fraction: Callable[[Ints], Numbers]
    """by row: the expected value of a unit, as numerator and denominator"""
    sign: Callable[[Ints], Numbers]
    """by row: the sign of the expected value: 1, -1 or 0"""
    formula: Formula | None = None
    """the sums behind both functions, which several bets can share; None for a bet on pairs"""

    def billionths(self, rows: Ints) -> npt.NDArray[np.int64]:
        """For each composition (a row): a unit's expected value in whole billionths.

        Both whole numbers become floats and are divided. These three roundings are fixed, so the
        answer depends on the composition alone.
        """
        if not len(rows):
            return np.zeros(0, np.int64)
        fractions = self.fraction(rows)
        about = fractions[:, 0].astype(np.float64) / fractions[:, 1].astype(np.float64)
        return np.rint(about * BILLION).astype(np.int64)


@lru_cache(maxsize=256)
def expectation_of(bet: Bet, rules: Rules = STANDARD, decide: Strategy = nobody) -> Expectation:
    """The functions that calculate a bet's value; raises TooShallow if a bet takes too long."""
    require_before(bet)
    if bet.depth is Depth.TOTALS:
        return _by_points(formula(bet, rules, decide))
    if bet.depth is Depth.POINTS and rules.printed is None:
        return _by_points(PointsFormula(bet, rules, decide))
    is_pair = bet.trait in LABELS and bet.at_start and rules.printed is None
    prices = _pair_prices(bet) if is_pair else None
    if prices is None:
        raise TooShallow(
            f"{bet.key} needs {bet.depth}: the exact odds of every coup take too long; choose bets "
            "on totals, points or pairs"
        )
    _require_small(bet, prices)
    fraction = partial(_pairs, prices, coins_of(bet))
    return Expectation(bet.depth, fraction, lambda rows: np.sign(fraction(rows)[:, 0]))


def _require_small(bet: Bet, prices: Iterable[int]) -> None:
    """Refuse a price that is so large that sums of prices might overflow."""
    if max(coins_of(bet), *map(abs, prices)) >= MOST_PRICE:
        raise TooShallow(
            f"{bet}: the price must be smaller, or have fewer digits, to be calculated at each coup"
        )


def _by_points(weigh: Formula) -> Expectation:
    fraction, sign = (partial(_in_chunks, ask) for ask in (weigh.fraction, weigh.sign))
    return Expectation(Depth.POINTS, fraction, sign, weigh)


def _in_chunks(ask: Callable[[Ints], Numbers], rows: Ints) -> Numbers:
    """The answers of `ask`, which is given few rows at a time so that it starts no threads."""
    return np.concatenate([ask(rows[at : at + CHUNK]) for at in range(0, len(rows), CHUNK)])


class PointsFormula(Formula):
    """The formula of a bet on points alone; it tries the million orders of six cards' points."""

    def __init__(self, bet: Bet, rules: Rules, decide: Strategy) -> None:
        super().__init__(None, (*bet.pays, None), rules, decide, bet)
        self.bet = bet
        _require_small(bet, self.prices)

    @cached_property
    def priced(self) -> Columns:
        """One column for the bet: the sum of its tiers' columns, each times the tier's price."""
        cards = np.indices((10,) * SIX, np.uint8).reshape(SIX, -1)
        tables = tables_of(self.rules, self.decide)
        place = tables.player[10 * cards[0] + cards[2]] + tables.banker[10 * cards[1] + cards[3]]
        verdicts = tables.verdicts[place + 10 * cards[4] + cards[5]]
        cells = ((verdicts & SLOT) % len(OUTCOMES)).astype(np.int16)
        player_cards, banker_cards, _, _ = cell_parts(cells)
        hands = np.full((len(cells), 2, 3), NO_CARD, np.uint8)
        hands[:, 0, :2], hands[:, 1, :2] = cards[[0, 2]].T, cards[[1, 3]].T
        hands[:, 0, 2] = np.where(player_cards == 3, cards[4], NO_CARD)
        bankers = np.where(player_cards == 3, cards[5], cards[4])
        hands[:, 1, 2] = np.where(banker_cards == 3, bankers, NO_CARD)
        tiers = tiers_of(self.bet, cells, hands, Depth.POINTS)  # the plain loss is last: −1
        digits = MOST ** np.arange(10)  # a multiset's code has its counts as digits
        codes = self.ready.multisets @ digits
        order = np.argsort(codes)
        places = order[np.searchsorted(codes, digits[cards].sum(axis=0), sorter=order)]
        coins = np.bincount(places, np.array(self.prices, np.float64)[tiers], len(codes))
        unit = self.unit * factorial(SIX)
        return Columns(coins.astype(np.int64)[None], self.forms, unit)


def can_be_weighed(
    bets: Iterable[Bet], rules: Rules = STANDARD, decide: Strategy = nobody
) -> tuple[list[Bet], dict[str, str]]:
    """The bets whose odds can be calculated for every coup, and the reasons against the others."""
    weighable, left_out = [], {}
    for bet in bets:
        try:
            expectation_of(bet, rules, decide)
            weighable.append(bet)
        except TooShallow as reason:
            left_out[bet.key] = str(reason)
    return weighable, left_out


def _pair_prices(bet: Bet) -> tuple[int, ...] | None:
    """Coins won for no pair, Player's pair, Banker's pair, both; None if other results win, too."""
    label, coins, prices = LABELS[bet.trait], coins_of(bet), []
    for player_trait, banker_trait in ((None, None), (label, None), (None, label), (label, label)):
        tiers = {
            bet.judge(
                Outcome(
                    replace(cell.player, trait=player_trait),
                    replace(cell.banker, trait=banker_trait),
                )
            )
            for cell in OUTCOMES
        }
        if len(tiers) > 1:
            return None
        prices.append(int(coins * bet.net(tiers.pop())))
    return tuple(prices)


def _pairs(prices: tuple[int, ...], coins: int, rows: Ints) -> Numbers:
    """For each composition (a row): a pair bet's expected value, as numerator and denominator."""
    size, two = rows.sum(axis=1), rows * (rows - 1)
    pairs = two.sum(axis=1)
    both_paired = pairs**2 - (two**2).sum(axis=1) + (two * (rows - 2) * (rows - 3)).sum(axis=1)
    one_paired = pairs * (size - 2) * (size - 3) - both_paired
    all_orders = size * (size - 1) * (size - 2) * (size - 3)
    none = all_orders - 2 * one_paired - both_paired
    coins_won = prices[0] * none + (prices[1] + prices[2]) * one_paired + prices[3] * both_paired
    return np.column_stack([coins_won, coins * all_orders])
