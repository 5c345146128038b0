"""Exact payoffs of chemin de fer: the chance that Player wins or loses, for any two strategies.

    payoffs("B3", decks=6) -> Payoffs                whole numbers over one denominator
    payoffs("A1", composition="0:16 1:4 …", tableau=…)
    payoffs_by_decks("B3") -> DeckPayoffs            the same as polynomials in d; .at(6) -> Payoffs
    net_lines(payoffs) -> (still, gains)             wins less losses, and what each draw adds
    Payoffs.ponte, Payoffs.banquier                  names of each side's decisions: x and y
    Payoffs.fixed                                    weights (win, lose) of the naturals
    Payoffs.win[j], Payoffs.lose[j]                  cell j: (line if banquier stands, if he draws)
    Payoffs.chances(x, y) -> Chances(win, lose, tie) and Payoffs.value(x, y) = win − lose
    Payoffs.follow(tableau) -> (x, y)                a tableau as a pair of strategies

A coup meets at most one decision of each side. So the weight of a win in a cell is a straight line
in the ponte's drawing probabilities x: a *line* is (constant, slope of x[0], slope of x[1], …), and
the chance of a win is

    (fixed[0] + Σ_j ((1 − y[j]) · win[j][0](x) + y[j] · win[j][1](x))) / total.

Wins and losses are kept apart, because only one of them pays a commission. Where the tableau
decides for the ponte, the constants already include his move. All cells of the banquier are listed;
`bound` names those that the tableau decides.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, lru_cache
from math import factorial, perm
from numbers import Rational
from typing import Any

import numpy as np
from flint import fmpz_poly
from numpy.typing import NDArray

from baccarat.base.errors import BadText, BadValue, ShoeError
from baccarat.base.hints import checked, quoted
from baccarat.core.cards import Depth
from baccarat.core.shoe import FEWEST_CARDS, Composition
from baccarat.core.tableau import CHEMIN_DE_FER, STOOD, Move, Tableau
from baccarat.theory.chemin.model import PAIRS, USUAL, Model, hands_below, read_cell, total_of
from baccarat.theory.decks import POINTS_OF_A_DECK, decks_by_points
from baccarat.theory.numbers import read_exact
from baccarat.theory.polynomials import freeze_polynomials
from baccarat.theory.strategies import MixedStrategy, require_strategy

WholeLine = tuple[int, ...]
"""A constant, then the slope of each of the ponte's probabilities."""
Bind = Mapping[str, Fraction | int | str]
"""Bound decisions: each has a probability of drawing, or `"D"` or `"S"`."""
MOVES: Mapping[str, Fraction] = {"D": Fraction(1), "S": Fraction(0)}
ExactArray = NDArray[Any]

WIN, LOSE = 0, 1
STAND, DRAW = 0, 1


@dataclass(frozen=True, slots=True)
class Chances:
    """The probabilities that Player wins, loses and ties a coup."""

    win: Fraction
    lose: Fraction
    tie: Fraction

    @property
    def value(self) -> Fraction:
        """Player's expected value per unit, ties counted."""
        return self.win - self.lose


@dataclass(frozen=True, slots=True)
class Payoffs:
    """The weights of wins and losses of one model and one shoe, bilinear in both strategies."""

    model: Model
    composition: Composition
    """counted by points; in an endless model only the proportions matter"""
    tableau: Tableau
    ponte: tuple[str, ...]
    """the hands that the ponte may see where he is free"""
    banquier: tuple[str, ...]
    """all cells, those that the tableau binds included"""
    total: int
    """the sum of all weights"""
    fixed: tuple[int, int]
    """the weights of wins and of losses in coups with a natural, where nobody decides"""
    win: tuple[tuple[WholeLine, WholeLine], ...] = field(repr=False)
    """for each cell: the line if the banquier stands, and if he draws"""
    lose: tuple[tuple[WholeLine, WholeLine], ...] = field(repr=False)

    @property
    def bound(self) -> dict[str, Fraction]:
        """The cells that the tableau decides, with the probability of drawing: 0 or 1."""
        return printed(self.tableau, self.banquier)

    def chances(self, x: MixedStrategy, y: MixedStrategy) -> Chances:
        """The probabilities of results if ponte and banquier draw with these probabilities.

        >>> from baccarat.core.tableau import PUNTO_BANCO
        >>> parlor = payoffs("B1", decks=8)
        >>> x, y = parlor.follow(PUNTO_BANCO)
        >>> parlor.chances(x, y).tie
        Fraction(619306544887, 6508331087895)
        """
        require_strategy(x, self.ponte, "ponte")
        require_strategy(y, self.banquier, "banquier")
        point = [Fraction(1), *(x[name] for name in self.ponte)]
        ends = []
        for fixed, lines in zip(self.fixed, (self.win, self.lose), strict=True):
            weight = Fraction(fixed)
            for cell, (stand, draw) in zip(self.banquier, lines, strict=True):
                drawing = y[cell]
                if drawing != 1:
                    weight += (1 - drawing) * along(stand, point)
                if drawing:
                    weight += drawing * along(draw, point)
            ends.append(weight / self.total)
        return Chances(ends[WIN], ends[LOSE], 1 - ends[WIN] - ends[LOSE])

    def value(self, x: MixedStrategy, y: MixedStrategy) -> Fraction:
        """Player's expected value per unit, ties counted."""
        return self.chances(x, y).value

    def follow(self, tableau: Tableau) -> tuple[dict[str, Fraction], dict[str, Fraction]]:
        """The strategies of both sides that a tableau prescribes; it must leave no cell free."""
        x, y = printed(tableau, self.ponte), printed(tableau, self.banquier)
        if len(x) + len(y) < len(self.ponte) + len(self.banquier):
            raise BadText("the tableau has a free cell: write D or - in every cell")
        return x, y


@dataclass(frozen=True, slots=True)
class DeckPayoffs:
    """The payoffs of a shoe of d decks; every weight is a polynomial in d."""

    model: Model
    tableau: Tableau
    ponte: tuple[str, ...]
    banquier: tuple[str, ...]
    total: fmpz_poly
    fixed: tuple[fmpz_poly, fmpz_poly]
    win: tuple[tuple[tuple[fmpz_poly, ...], tuple[fmpz_poly, ...]], ...]
    """for each cell, then whether the banquier stands or draws: the coefficients of a line"""
    lose: tuple[tuple[tuple[fmpz_poly, ...], tuple[fmpz_poly, ...]], ...]

    def __post_init__(self) -> None:
        freeze_polynomials(self, "total", "fixed", "win", "lose")

    def at(self, decks: int) -> Payoffs:
        """The payoffs of a shoe of this many decks."""

        def cells(lines: Any) -> tuple[tuple[WholeLine, WholeLine], ...]:
            return tuple(
                (tuple(int(a(decks)) for a in stand), tuple(int(a(decks)) for a in draw))
                for stand, draw in lines
            )

        return Payoffs(
            self.model,
            decks_by_points(decks),
            self.tableau,
            self.ponte,
            self.banquier,
            int(self.total(decks)),
            (int(self.fixed[WIN](decks)), int(self.fixed[LOSE](decks))),
            cells(self.win),
            cells(self.lose),
        )


def net_lines(game: Payoffs | DeckPayoffs) -> tuple[list[Any], dict[str, list[Any]]]:
    """Player's payoff, times the total weight, as linear functions of the ponte's probabilities.

    The first line holds if the banquier never draws. The others are what his draw adds, by cell.
    """
    still: list[Any] = [game.fixed[0] - game.fixed[1], *[0] * len(game.ponte)]
    gains = {}
    cells: Any = zip(game.banquier, game.win, game.lose, strict=True)
    for cell, win, lose in cells:
        stand, draw = ([a - b for a, b in zip(win[m], lose[m], strict=True)] for m in (STAND, DRAW))
        still = [a + b for a, b in zip(still, stand, strict=True)]
        gains[cell] = [a - b for a, b in zip(draw, stand, strict=True)]
    return still, gains


@checked
def payoffs(
    model: str | Model,
    decks: int | None = None,
    *,
    composition: str | Composition | None = None,
    tableau: Tableau = CHEMIN_DE_FER,
) -> Payoffs:
    """The exact payoffs of a model, from whole decks or from the unseen cards.

    The ponte decides where the tableau's Player row is free; an endless model needs no decks.

    >>> payoffs("B3", decks=6).ponte
    ('0,5', '1,4', '2,3', '6,9', '7,8')
    """
    model = Model.parse(model) if isinstance(model, str) else model
    shoe = shoe_of(model, decks, composition)
    return _payoffs(model, shoe, tableau)


def require_bound(game: Payoffs, bind: Bind | None) -> dict[str, Fraction]:
    """The decisions bound by the tableau or by `bind`, each with a probability of drawing.

    Where cards are seen, a total stands for all hands that have it.
    """
    bound, model, said = dict(game.bound), game.model, set[str]()
    if bind is not None and not isinstance(bind, Mapping):
        raise BadValue(f"bind must be a mapping, e.g. {{'5': 'D', '6|-': 'S'}}, not {quoted(bind)}")
    for name, move in (bind or {}).items():
        draws = move
        if isinstance(move, str):
            wanted = "D, S or a probability of drawing"
            draws = MOVES[move] if move in MOVES else read_exact(move, wanted)
        if isinstance(draws, bool) or not isinstance(draws, Rational) or not 0 <= draws <= 1:
            given = draws if isinstance(draws, Rational) else quoted(draws)
            raise BadText(
                f"{name} must be bound to D, S or a probability of drawing, not to {given}"
            )
        seen, bar, column = str(name).partition("|")
        sight = model.banquier if bar else model.ponte
        for hand in sight.sets([int(seen)] if seen.isdecimal() else []) or (seen,):
            decision = f"{hand}{bar}{column}"
            if decision not in game.ponte and decision not in game.banquier:
                raise BadText(
                    f"there is no decision at {quoted(name)} in model {model} (expected e.g. '5|4')"
                )
            if decision in said:
                raise BadText(f"{decision} is bound twice: bind each decision once")
            said.add(decision)
            bound[decision] = Fraction(draws)
    return bound


def require_usual(tableau: Tableau) -> None:
    """Refuse a tableau whose naturals do not begin at 8; certificates cannot describe it."""
    if tableau.natural != USUAL:
        raise BadValue(f"only games with the naturals {USUAL} and 9 can be solved")


def shoe_of(
    model: Model, decks: int | None = None, composition: str | Composition | None = None
) -> Composition:
    """The shoe by points: whole decks, or the given cards."""
    if composition is None:
        if decks is None and not model.is_endless:
            raise ShoeError(
                f"model {model} deals from a shoe: give the number of decks or the cards"
            )
        return decks_by_points(1 if decks is None else decks)
    if decks is not None:
        raise BadValue("give decks or a composition, not both")
    if isinstance(composition, str):
        composition = Composition.parse(composition)
    shoe = composition.at(Depth.POINTS)
    fewest = 1 if model.is_endless else FEWEST_CARDS
    if len(shoe) < fewest:
        raise ShoeError(f"a coup of model {model} needs at least {fewest} cards, not {len(shoe)}")
    return shoe


@checked
def payoffs_by_decks(model: str | Model, tableau: Tableau = CHEMIN_DE_FER) -> DeckPayoffs:
    """The payoffs of a shoe of d decks, as polynomials in d."""
    return _by_decks(Model.parse(model) if isinstance(model, str) else model, tableau)


@cache
def _by_decks(model: Model, tableau: Tableau) -> DeckPayoffs:
    """The payoffs as polynomials in d; their degree is six, so seven shoes determine them."""
    ponte, groups = _ponte_groups(model, tableau)
    shoes = [[d * count for count in POINTS_OF_A_DECK] for d in range(FEWEST_CARDS + 1)]
    weighed = [_weigh(model, shoe, groups, tableau.natural) for shoe in shoes]
    fixed = _interpolate([fixed for fixed, _ in weighed])
    lines = _interpolate([lines for _, lines in weighed])
    size, cells = sum(POINTS_OF_A_DECK), model.cells_below(tableau.natural)
    total = fmpz_poly([1])
    for gone in range(FEWEST_CARDS):
        total *= fmpz_poly([0 if model.is_endless else -gone, size])
    return DeckPayoffs(
        model, tableau, ponte, cells, total, (fixed[WIN], fixed[LOSE]), *_by_cell(lines)
    )


def forget() -> None:
    """Forget all payoffs computed until now, as in a new process."""
    _by_decks.cache_clear()
    _payoffs.cache_clear()


def printed(tableau: Tableau, names: Iterable[str]) -> dict[str, Fraction]:
    """The named decisions that the tableau decides, each with its probability of drawing."""
    draws = {}
    for name in names:
        row = tableau.player
        place = total_of(name.partition("|")[0])
        if "|" in name:
            row, place = tableau.banker[place], read_cell(name)[1]
        if row[place] is not Move.FREE:
            draws[name] = Fraction(row[place] is Move.DRAW)
    return draws


def along(line: Sequence[int | Fraction], point: Sequence[Fraction]) -> Fraction:
    """The value of a linear function at a point."""
    return sum((a * x for a, x in zip(line, point, strict=True)), start=Fraction(0))


@lru_cache(maxsize=64)
def _payoffs(model: Model, shoe: Composition, tableau: Tableau) -> Payoffs:
    ponte, groups = _ponte_groups(model, tableau)
    fixed, lines = _weigh(model, shoe.counts, groups, tableau.natural)
    size, cells = len(shoe), model.cells_below(tableau.natural)
    total = size**FEWEST_CARDS if model.is_endless else perm(size, FEWEST_CARDS)
    win, lose = _by_cell(lines.tolist())
    return Payoffs(model, shoe, tableau, ponte, cells, total, tuple(fixed.tolist()), win, lose)


def _by_cell(lines: Any) -> tuple[Any, Any]:
    """The weights of wins and of losses by cell, each with two linear functions: stand, draw.

    The axes of the array are: win or lose, coefficient, cell, stand or draw.
    """
    return tuple(
        tuple(
            tuple(tuple(row[cell][move] for row in rows) for move in (STAND, DRAW))
            for cell in range(len(rows[0]))
        )
        for rows in lines
    )  # type: ignore[return-value]


def _ponte_groups(
    model: Model, tableau: Tableau
) -> tuple[tuple[str, ...], tuple[ExactArray, ExactArray]]:
    """The names of the ponte's decisions, and two arrays: one for drawing, one for standing.

    The axes of an array are: coefficient of a line, hand of the ponte.
    """
    free = [total for total, move in enumerate(tableau.player) if move is Move.FREE]
    names, hands = model.ponte_sets(free), hands_below(tableau.natural)
    drawing, standing = np.zeros((2, 1 + len(names), len(hands)), np.int64)
    for place, hand in enumerate(hands):
        move = tableau.player[sum(hand) % 10]
        if move is Move.FREE:
            own = 1 + names.index(model.ponte.sees(hand))
            drawing[own, place] = 1
            standing[0, place], standing[own, place] = 1, -1
        else:
            (drawing if move is Move.DRAW else standing)[0, place] = 1
    return names, (drawing, standing)


TOTALS = np.array([sum(pair) % 10 for pair in PAIRS])
"""for each two-card hand, its total"""
HELD = np.array([[pair.count(points) for points in range(10)] for pair in PAIRS])
"""for each two-card hand, how many cards of each points it has"""
ORDERS = np.array([1 if low == high else 2 for low, high in PAIRS])
"""for each two-card hand, the number of orders in which it can be dealt"""


def _weigh(
    model: Model, counts: Sequence[int], groups: tuple[ExactArray, ExactArray], natural: int
) -> tuple[ExactArray, ExactArray]:
    """The weights of wins and losses: numbers for coups with a natural, linear functions by cell.

    The first array has one axis, win or lose; the second has four: win or lose, coefficient of the
    line, cell, banquier stands or draws. Every weight counts orders of six cards.
    """
    size = sum(counts)
    # The sum of all weights, and of any part of them, is less than this power.
    exact = np.int64 if size**FEWEST_CARDS < 2**62 else object
    gone = 0 if model.is_endless else 1
    cards = np.array(counts, exact)
    # the number of ways, for points and the number of cards held of them
    ways = np.ones((10, 5), exact)
    for held in range(1, 5):
        ways[:, held] = ways[:, held - 1] * (cards - gone * (held - 1))
    taken = HELD[:, None, :] + HELD[None, :, :]
    start = (ORDERS[:, None] * ORDERS[None, :]).astype(exact)
    for points in range(10):
        start = start * ways[points, taken[:, :, points]]
    fifth, sixth = size - 4 * gone, size - 5 * gone

    ahead = TOTALS[:, None] - TOTALS[None, :]
    below = hands_below(natural)
    hands = slice(len(below))
    at_once = start * fifth * sixth
    at_once[hands, hands] = 0
    fixed = np.array([at_once[ahead > 0].sum(), at_once[ahead < 0].sum()], exact)

    start, left = start[hands, hands], cards - gone * taken[hands, hands]
    player, banker = TOTALS[hands, None, None], TOTALS[None, hands, None]
    third = np.arange(10)
    after = (player + third) % 10  # axes: ponte's hand, -, third card
    drawn = (banker + third) % 10  # axes: -, banquier's hand, third card
    names = [model.banquier.sees(hand) for hand in below]
    seen = np.array([[name == other for other in names] for name in dict.fromkeys(names)], np.int64)
    draws, stands = groups
    lines = np.zeros((2, len(draws), len(seen), STOOD + 1, 2), exact)
    for end, sign in ((WIN, 1), (LOSE, -1)):
        # against Player's third card; axes: ponte's hand, banquier's hand, third card
        met = start[:, :, None] * left
        beaten = (sign * (after - banker) > 0).astype(np.int64)
        lines[end, :, :, :STOOD, STAND] = _grouped(met * beaten * sixth, draws, seen)
        ahead_of = (sign * (after[:, :, :, None] - drawn[:, :, None, :]) > 0).astype(np.int64)
        others = (ahead_of * left[:, :, None, :]).sum(axis=3)
        others = others - gone * np.einsum("pbtt->pbt", ahead_of)  # Player's third card is gone
        lines[end, :, :, :STOOD, DRAW] = _grouped(met * others, draws, seen)
        # against a Player who stood; axes: ponte's hand, banquier's hand, one column
        met = start[:, :, None] * sixth
        beaten = (sign * (player - banker) > 0).astype(np.int64)
        lines[end, :, :, STOOD:, STAND] = _grouped(met * beaten * fifth, stands, seen)
        others = ((sign * (player - drawn) > 0) * left).sum(axis=2, keepdims=True)
        lines[end, :, :, STOOD:, DRAW] = _grouped(met * others, stands, seen)
    return fixed, lines.reshape(2, len(draws), -1, 2)


def _grouped(weights: ExactArray, ponte: ExactArray, banquier: ExactArray) -> ExactArray:
    """The weights summed over like hands; axes: coefficient, what the banquier sees, column."""
    by_ponte = np.tensordot(ponte, weights, axes=(1, 0))
    return np.tensordot(by_ponte, banquier, axes=(1, 1)).transpose(0, 2, 1)


def _interpolate(values: Sequence[ExactArray]) -> Any:
    """The polynomials that have these values at 0, 1, 2, …; nested like the arrays."""
    differences = np.stack(values).astype(object)
    for order in range(1, len(values)):
        differences[order:] = differences[order:] - differences[order - 1 : -1]
    scale = factorial(len(values) - 1)
    basis = np.zeros((len(values), len(values)), object)  # axes: order, power of d; times scale
    falling = fmpz_poly([1])
    for order in range(len(values)):
        whole = scale // factorial(order)
        basis[order, : order + 1] = [whole * int(a) for a in falling.coeffs()]
        falling *= fmpz_poly([-order, 1])
    powers = np.tensordot(basis, differences, axes=(0, 0)) // scale
    return _polynomials(np.moveaxis(powers, 0, -1).tolist())


def _polynomials(nested: Any) -> Any:
    if isinstance(nested[0], list):
        return [_polynomials(inner) for inner in nested]
    return fmpz_poly(nested)
