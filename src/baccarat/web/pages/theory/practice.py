"""Practice on the page of theory: the visitor decides on a hand and sees what the choice costs.

deal_cell(shown, cells="close") -> Practice      a cell that is easy to get wrong, or any cell
situation(shown, "0,6|-") -> Practice            a cell by its name, with a total instead of a hand
practised(practice, "draw") -> Verdict           the equilibrium's move, and the exact cost
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from baccarat.base.sentences import Sentence
from baccarat.core.cards import Card
from baccarat.core.coup import Side
from baccarat.table.coach.decision_worth import grid_cell
from baccarat.theory.chemin.model import COLUMNS, HANDS, Pair, total_of
from baccarat.theory.chemin.move_values import drawing_and_standing
from baccarat.theory.chemin.payoffs import shoe_of
from baccarat.web.gate.problems import Problem
from baccarat.web.pages.theory.grid import ShownGame

SUITS = "shdc"
RANKS = "KA23456789"
"""A rank for each number of points."""
ALL = "all"
ONE = Fraction(1)


@dataclass(frozen=True, slots=True)
class Practice:
    """A decision for practice: a hand, and Player's third card if there is one."""

    shown: ShownGame
    cell: str
    """its name in the theory: `1,4` for the ponte, `0,6|-` for the banquier"""
    side: Side
    hand: Pair
    third: int | None
    """the points of Player's third card; None if Player stood or is deciding"""

    @property
    def cards(self) -> tuple[Card, ...]:
        """The hand as cards; ranks and suits are chosen to fit its points."""
        return tuple(_card(points, place) for place, points in enumerate(self.hand))

    @property
    def third_card(self) -> Card | None:
        return None if self.third is None else _card(self.third, 2)

    @property
    def held(self) -> str:
        """The hand's points: `0,6`."""
        return "{},{}".format(*self.hand)

    @property
    def total(self) -> int:
        return sum(self.hand) % 10


@dataclass(frozen=True, slots=True)
class Verdict:
    """The visitor's decision, the equilibrium's decision, and the value of both moves."""

    practice: Practice
    drew: bool
    equilibrium: Fraction
    """the probability with which the equilibrium draws"""
    drawing: Fraction
    """the expected win of drawing, per unit, against the equilibrium"""
    standing: Fraction
    """the expected win of standing, per unit, against the equilibrium"""

    @property
    def cost(self) -> Fraction:
        """The expected loss from the visitor's choice, per unit staked."""
        return max(self.drawing, self.standing) - (self.drawing if self.drew else self.standing)


def deal_cell(game: ShownGame, cells: str = "", former: str = "") -> Practice:
    """A random decision that is easy to get wrong; any random decision if `cells` is `all`."""
    names = [*game.ponte, *game.banquier] if cells == ALL else close_cells(game)
    fresh = [name for name in names if name != former]
    return situation(game, secrets.choice(fresh or names))


def close_cells(game: ShownGame) -> list[str]:
    """The decisions that are easy to get wrong, such as cells beside a cell with another move."""
    return [*game.ponte, *(cell for cell in game.banquier if _is_close(game, cell))]


def _is_close(game: ShownGame, cell: str) -> bool:
    row, _, column = cell.partition("|")
    draws, total, place = game.banquier[cell], total_of(row), COLUMNS.index(column)
    if 0 < draws < 1:
        return True
    hands = game.model.banquier.sets()
    beside = [f"{row}|{neighbour}" for neighbour in COLUMNS[max(place - 1, 0) : place + 2]]
    beside += [f"{hand}|{column}" for hand in hands if abs(total_of(hand) - total) <= 1]
    return any(game.banquier[neighbour] != draws for neighbour in beside)


def situation(game: ShownGame, cell: str, held: str = "") -> Practice:
    """The decision in a cell of the grid, with a random hand that belongs to the cell.

    If the model sees cards, `cell` may have a total for any hand. If it sees totals, `held` may
    choose the hand.
    """
    row, bar, column = cell.partition("|")
    names: Sequence[str] = list(game.banquier if bar else game.ponte)
    if cell not in names:
        alike = [name for name in names if grid_cell(name) == cell]
        if not alike:
            raise _no_cell(cell)
        row = secrets.choice(alike).partition("|")[0]
    knowledge = game.model.banquier if bar else game.model.ponte
    hands = [hand for hand in HANDS if knowledge.sees(hand) == row]
    hands = [hand for hand in hands if "{},{}".format(*hand) == held] or hands
    return Practice(
        game,
        f"{row}{bar}{column}",
        Side.BANKER if bar else Side.PLAYER,
        secrets.choice(hands),
        int(column) if column.isdigit() else None,
    )


def practised(practice: Practice, drew: bool) -> Verdict:
    """The verdict on the visitor's choice to draw or to stand."""
    game, cell, side = practice.shown, practice.cell, practice.side
    is_ponte = side is Side.PLAYER
    own_moves, opposing = (game.ponte, game.banquier) if is_ponte else (game.banquier, game.ponte)
    pays = ONE if is_ponte else ONE - game.question.alpha
    shoe = shoe_of(game.model, game.question.decks)
    drawing, standing = drawing_and_standing(cell, side, game.model, opposing, shoe, pays)
    return Verdict(practice, drew, own_moves[cell], drawing, standing)


def _no_cell(cell: str) -> Problem:
    fault = Sentence("there is no decision at {cell} in this game", cell=repr(cell[:24]))
    return Problem(422, fault, what_to_do=Sentence("choose e.g. {cell}", cell="6|-"), field="cell")


def _card(points: int, place: int) -> Card:
    return Card.parse(RANKS[points] + SUITS[place])
