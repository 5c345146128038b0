"""The exact chances of the winners of two or three coups, anywhere in the same shoe."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import perm

import numpy as np

from baccarat.base.errors import BadValue, ShoeError, UnknownName
from baccarat.base.frozen import freezes
from baccarat.base.hints import checked, quoted
from baccarat.base.jsonable import winner as name_of
from baccarat.core.bets.bet_types import WINNERS
from baccarat.core.cards import Card, Depth
from baccarat.core.coup import Hand
from baccarat.core.games import as_game
from baccarat.core.shoe import FEWEST_CARDS, MOST_DECKS, Composition
from baccarat.exact.batch.compositions import batch
from baccarat.exact.odds import OddsTable
from baccarat.exact.statement import BOTH, Statement, won_by
from baccarat.exact.weights.by_hand import EXACT_FLOATS, EXACT_INTS
from baccarat.exact.weights.by_start import HandView, Labels
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
WINS = {won_by(side): name_of(side) for side in (*BOTH, None)}
"""The name of each winner, by the statement that it wins."""
OrdersByCode = dict[int, int]
"""By code: the weight of coups with these cards"""
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


def rows_of(table: OddsTable, statement: Statement) -> tuple[OrdersByCode, int]:
    """For each code of the coming cards: the weight of the coups that fit, and of all coups."""
    if table.coup.is_over:
        return {0: int(statement.is_true(table.coup))}, 1
    known = sum(CODES[card.points] for card in _seen(table))
    law = table.law(*dict.fromkeys((*statement.views, USED)))
    judge, at = statement.judge(law.views), law.views.index(USED)

    def used(cell: int, player: Labels, banker: Labels) -> int | None:
        is_true = judge(cell, player, banker)
        return int(player[at] or 0) + int(banker[at] or 0) - known if is_true else None

    sums = law.sums((statement, known), used)
    return {code: weight for code, weight in sums.items() if code is not None}, sum(sums.values())


def orders_of(table: OddsTable, statement: Statement) -> OrdersByCode:
    """For each code of the coming cards: in how many orders they make the statement true."""
    coup = table.coup.at(Depth.POINTS) if table.glimpse is None else None
    asked = table.decide, True, None, table.glimpse, table.given
    rows, _ = rows_of(OddsTable(table.game, EACH_POINTS, coup, *asked), statement)
    lengths = digits_of(rows).sum(axis=1).tolist()
    most = coming(table)
    pairs = zip(rows.items(), lengths, strict=True)
    return {code: weight // POINTS ** (most - length) for (code, weight), length in pairs}


def coming(table: OddsTable) -> int:
    """The most cards that this coup still needs."""
    return 0 if table.coup.is_over else FEWEST_CARDS - len(_seen(table))


def _seen(table: OddsTable) -> list[Card]:
    dealt = table.coup if table.glimpse is None else table.glimpse
    return [card for card in (*dealt.player, *dealt.banker) if isinstance(card, Card)]


def digits_of(codes: Iterable[int]) -> Ints:
    """For each code: how many cards of each points it has."""
    digits: Ints = np.array([*codes], dtype=np.int64)[:, None] // ONE % BASE
    return digits


def chances_of(orders: OrdersByCode, left: Ints) -> list[Fraction]:
    """For each row of cards that are left: the chance that a coup comes in one of these orders."""
    digits, sizes = digits_of(orders), left.sum(axis=1).tolist()
    lengths = digits.sum(axis=1)
    most = int(lengths.max(initial=0))
    if perm(max(sizes), most) >= EXACT_INTS:
        raise ShoeError(f"several coups are calculated for at most {MOST_DECKS} decks")
    # Half of the points on each side: a product of matrices adds up all pairs. No sum of this
    # product is above the number of orders of cards from the first side.
    halves = zip(np.hsplit(left, 2), np.hsplit(digits, 2), strict=True)
    (own, row), (other, column) = (_draws(cards, taken) for cards, taken in halves)
    largest = perm(max(2 * FEWEST_CARDS, int(left[:, : POINTS // 2].sum(axis=1).max())), most)
    number = np.float64 if largest < EXACT_FLOATS else np.int64
    own, chances = own.astype(number), [Fraction(0)] * len(left)
    for length in np.unique(lengths).tolist():
        pairs = np.zeros((own.shape[1], other.shape[1]), dtype=number)
        pairs[row, column] = np.where(lengths == length, [*orders.values()], 0)
        sums = ((own @ pairs).astype(np.int64) * other).sum(axis=1).tolist()
        for at, (ways, size) in enumerate(zip(sums, sizes, strict=True)):
            chances[at] += Fraction(ways, perm(size, length)) if ways else 0
    return chances


def _draws(cards: Ints, taken: Ints) -> tuple[Ints, Ints]:
    """For each row of cards: the ways to draw each different set; and the set of each code."""
    kinds, places = np.unique(taken, axis=0, return_inverse=True)
    steps = cards[:, :, None] - np.arange(BASE)
    falling = np.pad(np.cumprod(steps, axis=2), ((0, 0), (0, 0), (1, 0)), constant_values=1)
    ways = np.ones((len(cards), len(kinds)), dtype=np.int64)
    for points, column in enumerate(kinds.T):
        ways *= falling[:, points, column]
    return ways, places.reshape(-1)


def _rows_of_one() -> tuple[Ints, RowsOfWinners]:
    """A code for each set of cards of a coup; and how many orders of each code have each winner."""
    table = OddsTable(as_game("punto-banco"), EACH_POINTS, endless=True)
    rows = {name: orders_of(table, statement) for statement, name in WINS.items()}
    codes = sorted({code for orders in rows.values() for code in orders})
    orders: RowsOfWinners = {}
    for name in WINNERS:
        orders[name,] = np.array([rows[name].get(code, 0) for code in codes])
    return np.array(codes), orders


def _rows_of_two(codes: Ints, orders: RowsOfWinners) -> tuple[Ints, RowsOfWinners]:
    """The values of `_rows_of_one`, but for two coups, whose winners are sorted as in `WINNERS`."""
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
