"""The exact chances of the winners of two or three coups, anywhere in the same shoe."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import perm

import numpy as np

from baccarat.base.errors import BadValue, ShoeError, UnknownName
from baccarat.base.frozen import freezes
from baccarat.base.hints import checked, quoted
from baccarat.base.jsonable import winner as name_of
from baccarat.core.bets.bet_types import WINNERS
from baccarat.core.cards import Depth
from baccarat.core.coup import OUTCOMES, Coup, Hand
from baccarat.core.rules import STANDARD
from baccarat.core.shoe import FEWEST_CARDS, Composition
from baccarat.core.third_card import nobody
from baccarat.exact.batch.compositions import batch
from baccarat.exact.coup_law import law_of
from baccarat.exact.weights.by_start import HandView
from baccarat.exact.weights.constants import POINTS, Ints

MOST_COUPS = 3
FEWEST = 4
"""The fewest cards of a coup."""
BASE = FEWEST_CARDS * (MOST_COUPS - 1) + 1
ONE = BASE ** np.arange(POINTS)
"""The code of one card of each points: the digits of a row's code count its cards."""
CODES: list[int] = ONE.tolist()
EACH_POINTS = Composition((1,) * POINTS)
"""One card of each points: as an endless deck, its weights count orders of points."""
RowsOfWinners = dict[tuple[str, ...], Ints]
"""By winners: the number of rows of cards that give them, for each code"""


@dataclass(frozen=True, slots=True)
@freezes("chances")
class SeveralCoups:
    """The chances of the winners of two or three coups that a shoe certainly deals."""

    cards: Composition
    chances: Mapping[tuple[str, ...], Fraction]
    """by the winners, sorted as player, banker, tie: the chance of each single order of them"""

    @checked
    def chance(self, *winners: str) -> Fraction:
        """The chance that coups have these winners, in this order, anywhere in the shoe."""
        if unknown := next((name for name in winners if name not in WINNERS), None):
            raise UnknownName("winner", unknown, WINNERS, "expected player, banker or tie")
        number = len(next(iter(self.chances)))
        if len(winners) > number:
            raise BadValue(f"this law has {number} coups: {len(winners)} winners are too many")
        if len(winners) == number:
            return self.chances.get(tuple(sorted(winners, key=WINNERS.index)), Fraction(0))
        return sum((self.chance(*winners, more) for more in WINNERS), Fraction(0))

    def covariance(self, first: str, second: str) -> Fraction:
        """The covariance of a win of `first` in one coup and of `second` in another coup."""
        return self.chance(first, second) - self.chance(first) * self.chance(second)

    def correlation(self, winner: str) -> Fraction:
        """The correlation between the wins of `winner` in two coups, however far apart."""
        return self.covariance(winner, winner) / self.variance(winner, 1)

    @checked
    def variance(self, winner: str, coups: int) -> Fraction:
        """The variance of the number of wins of `winner` in coups that are certain to be dealt."""
        if not 1 <= coups <= len(self.cards) // FEWEST_CARDS:
            form = "{size} cards are enough for 1 to {most} coups, not {coups}"
            most = len(self.cards) // FEWEST_CARDS
            raise ShoeError(form, size=len(self.cards), most=most, coups=coups)
        chance = self.chance(winner)
        pairs = coups * (coups - 1) * self.covariance(winner, winner) if coups > 1 else 0
        return coups * chance * (1 - chance) + pairs


@checked
def several_coups(
    number: int = 2, decks: int = 8, *, composition: Composition | None = None
) -> SeveralCoups:
    """The exact chances of the winners of two or three coups of a shoe.

    >>> from baccarat.core.shoe import Composition
    >>> three = several_coups(3, composition=Composition.parse("0:8 1:5 6:5"))
    >>> three.chance("tie"), three.chance("tie", "tie")
    (Fraction(362, 1989), Fraction(42940, 1378377))
    """
    if not 2 <= number <= MOST_COUPS:
        raise BadValue(f"the number of coups is 2 to {MOST_COUPS}, not {quoted(number)}")
    cards = (composition or Composition.decks(decks)).at(Depth.POINTS)
    size = len(cards)
    if size < number * FEWEST_CARDS:
        form = "{number} coups may need {least} cards, and there are {size}"
        raise ShoeError(form, number=number, least=number * FEWEST_CARDS, size=size)
    codes, orders = _rows_of_one()
    if number > 2:
        codes, orders = _rows_of_two(codes, orders)
    used = codes[:, None] // ONE % BASE
    fits = (used <= cards.counts).all(axis=1)
    used = used[fits]
    lasts = batch(np.array(cards.counts) - used)
    drawn = np.ones(len(used), dtype=object)
    for count, column in zip(cards.counts, used.T, strict=True):
        drawn *= np.array([perm(count, many) for many in range(BASE)], dtype=object)[column]
    gone = used.sum(axis=1)
    chances: dict[tuple[str, ...], Fraction] = defaultdict(Fraction)
    for winners, rows in orders.items():
        weights = rows[fits] * drawn
        for column in range(WINNERS.index(winners[-1]), len(WINNERS)):
            products = weights * lasts[:, column]
            for many in np.unique(gone).tolist():
                total = perm(size, many) * perm(size - many, FEWEST_CARDS)
                share = Fraction(int(products[gone == many].sum()), total)
                chances[*winners, WINNERS[column]] += share
    return SeveralCoups(cards, dict(chances))


def used_code(hand: Hand) -> str:
    """A trait of a hand: a number that encodes how many cards of each point the hand has."""
    return str(sum(CODES[card.points] for card in hand.cards))


USED = HandView(Depth.POINTS, used_code)
"""The view of the cards that a coup uses, by points."""


def _rows_of_one() -> tuple[Ints, RowsOfWinners]:
    """A code for each set of cards of a coup; and how many orders of each code have each winner."""
    law = law_of((USED,), EACH_POINTS, STANDARD, nobody, Coup(), endless=True)
    rows: Counter[tuple[str, int]] = Counter()
    for (cell, (own,), (other,)), weight in zip(law.keys, law.weights.tolist(), strict=True):
        outcome = OUTCOMES[cell]
        spare = FEWEST_CARDS - outcome.player.cards - outcome.banker.cards
        rows[name_of(outcome.winner), int(own or 0) + int(other or 0)] += weight // POINTS**spare
    codes = np.unique([code for _, code in rows])
    orders: RowsOfWinners = {}
    for name in WINNERS:
        orders[name,] = np.array([rows[name, code] for code in codes.tolist()])
    return codes, orders


def _rows_of_two(codes: Ints, orders: RowsOfWinners) -> tuple[Ints, RowsOfWinners]:
    """What `_rows_of_one` returns, but for two coups; their winners are sorted as in `WINNERS`."""
    grown = [np.zeros(1, dtype=np.int64)]
    while len(grown) < BASE:
        grown.append(np.unique(grown[-1][:, None] + ONE))
    longer = np.sort(np.concatenate(grown[2 * FEWEST :]))
    sums: RowsOfWinners = defaultdict(lambda: np.zeros(len(longer), dtype=np.int64))
    for at, code in enumerate(codes):
        places = np.searchsorted(longer, codes + code)
        for first, rows in orders.items():
            if rows[at]:
                for second in WINNERS[WINNERS.index(first[0]) :]:
                    sums[*first, second][places] += rows[at] * orders[second,]
    return longer, sums
