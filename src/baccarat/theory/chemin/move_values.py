"""The worth of a move at chemin de fer, for a guest who knows the two cards of the hand.

drawing_and_standing("5|4", Side.BANKER, model, ponte, shoe, pays) -> (drawing, standing)
"""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from flint import fmpq

from baccarat.core.coup import Side
from baccarat.core.shoe import Composition
from baccarat.core.tableau import CHEMIN_DE_FER, STOOD, Move
from baccarat.theory.chemin.model import HANDS, Model, Pair, read_cell
from baccarat.theory.numbers import fraction, rational
from baccarat.theory.strategies import MixedStrategy

PointCounts = Sequence[int]
"""For points 0 to 9, the number of cards that are left."""


def drawing_and_standing(
    cell: str, side: Side, model: Model, other: MixedStrategy, shoe: Composition, pays: Fraction
) -> tuple[Fraction, Fraction]:
    """The guest's expected value per unit in a cell, by drawing and by standing.

    The shoe is as it was before the coup; `other` has the probabilities with which the other side
    draws. Hands that look alike in the model are one case.
    """
    if side is Side.PLAYER:
        return _to_ponte(cell, model, other, shoe.counts, pays)
    return _to_banquier(cell, model, other, shoe.counts, pays)


def _to_ponte(
    cell: str, model: Model, banquier: MixedStrategy, counts: PointCounts, pays: Fraction
) -> tuple[Fraction, Fraction]:
    gone = _gone(model)
    up = _up(Side.PLAYER, pays)
    own = [hand for hand in HANDS if model.ponte.sees(hand) == cell]
    often = {cell: rational(draws) for cell, draws in banquier.items()}
    drawing, standing, reached = fmpq(0), fmpq(0), 0

    def met_by(cell: str, ends: tuple[int, int]) -> fmpq:
        """The bet's result if the banquier plays his strategy in a cell."""
        stands, draws = ends
        return stands + often[cell] * (draws - stands)

    for hand, ways, rest in _dealt(own, counts, gone):
        total = sum(hand) % 10
        for theirs, more, left in _dealt(HANDS, rest, gone):
            met, banker, sees = ways * more, sum(theirs) % 10, model.banquier.sees(theirs)
            reached += met
            standing += met * met_by(f"{sees}|-", _ends(up, total, banker, left))
            for third, count in enumerate(left):
                if count:
                    fewer = _without(left, third, gone)
                    ends = _ends(up, (total + third) % 10, banker, fewer)
                    drawing += met * count * met_by(f"{sees}|{third}", ends)
    fifth, sixth = sum(counts) - 4 * gone, sum(counts) - 5 * gone
    scale = reached * fifth * pays.denominator
    return fraction(drawing / (scale * sixth)), fraction(standing / scale)


def _to_banquier(
    cell: str, model: Model, ponte: MixedStrategy, counts: PointCounts, pays: Fraction
) -> tuple[Fraction, Fraction]:
    gone = _gone(model)
    up = _up(Side.BANKER, pays)
    seen, column = read_cell(cell)
    own = [hand for hand in HANDS if model.banquier.sees(hand) == seen]
    drawing = standing = reached = Fraction(0)
    for hand, ways, rest in _dealt(own, counts, gone):
        banker = sum(hand) % 10
        for theirs, more, left in _dealt(HANDS, rest, gone):
            player = sum(theirs) % 10
            move = CHEMIN_DE_FER.player[player]
            is_free = move is Move.FREE
            draws = ponte[model.ponte.sees(theirs)] if is_free else Fraction(move is Move.DRAW)
            if column == STOOD:
                met = ways * more * (1 - draws)
            else:
                met = ways * more * left[column] * draws
                player = (player + column) % 10
                left = _without(left, column, gone)
            if met:
                stands, drawn = _ends(up, player, banker, left)
                reached += met * sum(left)
                standing += met * stands
                drawing += met * drawn
    scale = reached * pays.denominator
    return drawing / scale, standing / scale


def _gone(model: Model) -> int:
    """The number of cards that leave the shoe for each dealt card: 1, or 0 in an endless deck."""
    return 0 if model.is_endless else 1


def _up(side: Side, pays: Fraction) -> list[list[int]]:
    """The bet's results by Player's and Banker's final totals, times the denominator of `pays`."""
    sign = 1 if side is Side.PLAYER else -1

    def at(ahead: int) -> int:
        return pays.numerator if ahead > 0 else -pays.denominator if ahead < 0 else 0

    return [[at(sign * (player - banker)) for banker in range(10)] for player in range(10)]


def _dealt(
    hands: Iterable[Pair], counts: PointCounts, gone: int
) -> Iterator[tuple[Pair, int, PointCounts]]:
    """The hands that may be dealt, each with its number of ways and the cards left after it."""
    for low, high in hands:
        rest = _without(counts, low, gone)
        ways = (1 if low == high else 2) * counts[low] * rest[high]
        if ways:
            yield (low, high), ways, _without(rest, high, gone)


def _without(counts: PointCounts, points: int, gone: int) -> PointCounts:
    left = list(counts)
    left[points] -= gone
    return left


def _ends(up: list[list[int]], player: int, banker: int, left: PointCounts) -> tuple[int, int]:
    """The bet's result summed over the next card, if the banquier stands and if he draws."""
    row = up[player]
    drawn = sum(count * row[(banker + card) % 10] for card, count in enumerate(left))
    return row[banker] * sum(left), drawn
