"""A formula for the cut-card effect: the difference of chances in whole shoes and fresh shoes.

    share of X - P(X) = -[(K - 1/2) Cov(X in coup 1, length of coup 2) + burned] / (m K)

for an event X and K coups of mean length m; *burned* is the covariance of the effect on X of the
card that is turned up, and of the cards burned for it. The error has no proved bound;
docs/cut-card.md derives the formula, and compares it with dealt and with small shoes.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import perm
from typing import Any

import numpy as np

from baccarat.base.errors import BadValue, ShoeError
from baccarat.base.hints import guided
from baccarat.base.jsonable import winner
from baccarat.core.bets import Bet, as_bet
from baccarat.core.bets.bet_types import outcome_tiers
from baccarat.core.cards import Depth
from baccarat.core.coup import OUTCOMES
from baccarat.core.games import as_game
from baccarat.core.rules import STANDARD, Rules
from baccarat.core.shoe import FEWEST_CARDS, Composition, LastCoup
from baccarat.core.third_card import Strategy, nobody
from baccarat.exact.batch.compositions import batch_cells
from baccarat.exact.odds import OddsTable
from baccarat.exact.several_coups import digits_of, rows_of
from baccarat.exact.statement import ANYTHING
from baccarat.exact.weights.constants import Numbers

FEWEST_COUPS = 20
"""The formula is for shoes with at least this mean number of coups."""
LENGTHS = {4: "four-cards", 5: "five-cards", 6: "six-cards"}


@guided
@dataclass(frozen=True, slots=True)
class CutCardEffect:
    """For each cell: its share of the coups of whole shoes, minus its chance in a fresh shoe."""

    coups: float
    """the mean number of coups of a shoe, by the formula"""
    shifts: tuple[float, ...]
    """by cell, in the order of a tally"""

    @property
    def events(self) -> dict[str, float]:
        """For each event: its share of coups in whole shoes, minus its chance in a fresh shoe."""
        return by_event(self.shifts)

    def expectation(self, bet: str | Bet) -> float:
        """How much more a unit on a bet wins in a coup of whole shoes than in a fresh shoe."""
        bet = as_bet(bet)
        if bet.depth is not Depth.TOTALS:
            raise BadValue(
                f"{bet.key} needs {bet.depth}, but the cut-card effect is computed only for bets "
                "on totals"
            )
        pairs = zip(outcome_tiers(bet), self.shifts, strict=True)
        return sum(shift * float(bet.net(tier)) for tier, shift in pairs)


def by_event(cells: Sequence[Any]) -> dict[str, Any]:
    """For each event: the sum over the cells in which it happens."""
    sums = dict.fromkeys((*LENGTHS.values(), "player", "banker", "tie"), 0)
    for outcome, number in zip(OUTCOMES, cells, strict=True):
        sums[LENGTHS[outcome.player.cards + outcome.banker.cards]] += number
        sums[winner(outcome.winner)] += number
    return sums


@guided
def cut_card_effect(rules: Rules = STANDARD, *, decide: Strategy = nobody) -> CutCardEffect:
    """The cut-card effect of shoes of 20 coups or more, by the formula.

    >>> effect = cut_card_effect()
    >>> round(effect.coups, 2), round(1e6 * effect.events["four-cards"], 2)
    (80.49, -57.27)
    """
    effect = by_formula(rules.composition, rules, decide)
    if effect.coups < FEWEST_COUPS:
        form = "the formula of the cut-card effect is for shoes of {least} coups or more, not {few}"
        raise ShoeError(f"{form}: deal the shoes", least=FEWEST_COUPS, few=int(effect.coups))
    return effect


def by_formula(cards: Composition, rules: Rules, decide: Strategy = nobody) -> CutCardEffect:
    """The cut-card effect by the formula, even if the shoe is too small for a good result."""
    rule, cards = rules.last_coup, cards.at(Depth.POINTS)
    least = FEWEST_CARDS * (1 + max(rule.before, rule.inside))
    if rule != LastCoup.A and rules.cut_card < least:
        form = "for the last-coup rule {rule} the formula needs a cut card at {least} or more"
        raise ShoeError(form, rule=rule, least=least)
    size, drawn = len(cards), FEWEST_CARDS - len(rules.opening)
    chances = _chances(cards, rules, decide)

    # Coups may be exchanged, so the covariance is also that of coup 1's length with coup 2's end.
    law, together, live = Counter[int](), chances * 0, np.flatnonzero(chances)
    table = OddsTable(as_game("punto-banco", rules=rules), cards, decide=decide)
    rows, _ = rows_of(table, ANYTHING)
    used, weights = digits_of(rows), np.array([*rows.values()], dtype=object)
    lengths = used.sum(axis=1)
    for length in np.unique(lengths).tolist():
        coups = weights[lengths == length]
        law[length] = coups.sum()
        left = np.array(cards.counts) - used[lengths == length]
        seconds = batch_cells(left, rules=rules, decide=decide)[:, live].astype(object)
        sums = coups @ seconds
        together[live] += sums * Fraction(length, perm(size, drawn) * perm(size - length, drawn))
    moments = (sum(length**power * law[length] for length in law) for power in (1, 2))
    mean, square = (Fraction(moment, perm(size, drawn)) for moment in moments)
    apart = together - mean * chances

    pairs = zip(cards.kinds, cards.counts, strict=True)
    shown = {kind: Fraction(count, size) for kind, count in pairs if count and rules.burn}
    burns = sum(chance * (1 + kind.burns) for kind, chance in shown.items())
    burned = chances * 0
    for kind, chance in shown.items():
        after = _chances(cards.without([kind]), rules, decide)
        burned += chance * (1 + kind.burns - burns) * after

    # The last coup ends, on average, (square / mean + 1) / 2 cards behind the cut card. In one of
    # `mean` shoes a coup begins just at the cut card.
    before_cut = size - burns - max(rules.cut_card, FEWEST_CARDS)
    to_cut = (before_cut + (square / mean + 1) / 2) / mean
    just = (rule.before - rule.inside) / mean
    number = to_cut + rule.inside + just
    shifts = -((to_cut - Fraction(1, 2) + just) * apart + burned) / (mean * number)
    return CutCardEffect(float(number), tuple(map(float, shifts)))


def _chances(cards: Composition, rules: Rules, decide: Strategy) -> Numbers:
    """The chance of each cell, as fractions."""
    (weights,) = batch_cells([cards.counts], rules=rules, decide=decide).tolist()
    return np.array([Fraction(weight, sum(weights)) for weight in weights])
