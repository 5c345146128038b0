"""What a strategy costs, what information is worth, and how the game changes with the shoe.

price("B3", Side.PLAYER, PUNTO_BANCO, decks=6).cost     against the best reply
price("B3", Side.BANKER, {"0,6|-": 1}, decks=6).cost    all other decisions are played well
draw_to(5) -> Tableau                                   a rule of thumb: totals only
information(decks=6) -> {"B1": Solution, …}             the four models side by side
removal_of_value("B3", decks=6) -> {card: change}       effects of removal on the value
shoe_by_shoe("B3", ["Kh 9d 5c 4s 8h", …], decks=6)      solutions as cards leave the shoe
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from baccarat.base.errors import BadText
from baccarat.base.hints import checked
from baccarat.core.cards import KINDS, Card, Depth, parse_cards
from baccarat.core.coup import Side
from baccarat.core.shoe import FEWEST_CARDS, Composition
from baccarat.core.tableau import Move, Tableau
from baccarat.theory.chemin.model import MODELS, USUAL, Model
from baccarat.theory.chemin.payoffs import Bind, printed, shoe_of
from baccarat.theory.chemin.solver import Solution, solve


@dataclass(frozen=True, slots=True)
class StrategyPrice:
    """The cost to one side of a fixed strategy that the other side knows."""

    side: Side
    free: Solution
    """the game that both sides play optimally"""
    bound: Solution
    """the game in which one side keeps its strategy and all other decisions are optimal"""

    @property
    def cost(self) -> Fraction:
        """The cost of the strategy per unit staked; 0 if it is optimal."""
        loss = self.free.value - self.bound.value
        return loss if self.side is Side.PLAYER else -loss


@checked
def price(
    model: str | Model,
    side: Side,
    strategy: Tableau | Bind,
    decks: int | None = None,
    *,
    composition: str | Composition | None = None,
) -> StrategyPrice:
    """The exact cost of a strategy against the best reply to it.

    A strategy is a tableau or probabilities of drawing; decisions that it leaves open are optimal.

    >>> print(price("A1", Side.PLAYER, {"5": 1}).cost)
    46608/53094899
    """
    free = solve(model, decks, composition=composition)
    names = free.payoffs.ponte if side is Side.PLAYER else free.payoffs.banquier
    if isinstance(strategy, Tableau):
        strategy = printed(strategy, names)
    for name in strategy:
        if name not in names:
            raise BadText(f"{side} has no decision at {name!r} in model {free.model}")
    bound = solve(free.model, composition=free.composition, bind=strategy)
    return StrategyPrice(side, free, bound)


@checked
def draw_to(highest: int) -> Tableau:
    """A tableau that decides by your own total alone: draw up to `highest`, stand above it."""
    row = tuple(Move.DRAW if total <= highest else Move.STAND for total in range(USUAL))
    return Tableau(row, tuple((move,) * 11 for move in row))


@checked
def information(
    decks: int | None = None, *, composition: str | Composition | None = None
) -> dict[str, Solution]:
    """The solutions of models B1 to B4 for one shoe, by name; without a shoe, models A1 to A4.

    >>> values = {name: solution.value for name, solution in information(decks=6).items()}
    >>> values["B2"] < values["B1"] < values["B3"] < values["B4"]
    True
    """
    letter = "A" if decks is None and composition is None else "B"
    names = [name for name in MODELS if name.startswith(letter)]
    return {name: solve(name, decks, composition=composition) for name in names}


@checked
def removal_of_value(
    model: str | Model, decks: int | None = None, *, composition: str | Composition | None = None
) -> dict[Card, Fraction]:
    """For each card, by points, the exact change of the value when one such card is removed."""
    whole = solve(model, decks, composition=composition)
    return {card: less.value - whole.value for card, less in one_card_less(whole)}


@checked
def removal_of_play(
    model: str | Model, decks: int | None = None, *, composition: str | Composition | None = None
) -> dict[Card, dict[str, Fraction]]:
    """For each card, the exact changes of the probabilities when one such card leaves the shoe.

    The changes name only the decisions that change.
    """
    whole = solve(model, decks, composition=composition)
    before = {**whole.ponte, **whole.banquier}
    changes = {}
    for card, less in one_card_less(whole):
        after = {**less.ponte, **less.banquier}
        changes[card] = {name: after[name] - p for name, p in before.items() if after[name] != p}
    return changes


def one_card_less(whole: Solution) -> Iterator[tuple[Card, Solution]]:
    """The solutions without one card, for each kind of card in the shoe."""
    shoe = whole.composition
    for card, count in zip(KINDS[Depth.POINTS], shoe.counts, strict=True):
        if count:
            yield card, solve(whole.model, composition=shoe.without([card]))


@checked
def shoe_by_shoe(
    model: str | Model,
    coups: Iterable[str],
    decks: int | None = None,
    *,
    composition: str | Composition | None = None,
) -> Iterator[Solution]:
    """The solution of the whole shoe, then of the cards that are left after each coup.

    The solutions end with the coups, or when too few cards are left for another coup.
    """
    model = Model.parse(model) if isinstance(model, str) else model
    shoe = shoe_of(model, decks, composition)
    yield solve(model, composition=shoe)
    for coup in coups:
        shoe = shoe.without(parse_cards(coup))
        if len(shoe) < FEWEST_CARDS:
            return
        yield solve(model, composition=shoe)
