"""The marks of a scoreboard, for all its drawings: SVG, text and words."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from baccarat.core.coup import Side
from baccarat.core.result import Result
from baccarat.core.roads import Colour, Derived, GridPlace, NextMarks, Scoreboard

TITLES = {
    "bead": "Bead plate",
    "big": "Big road",
    "big-eye": "Big eye boy",
    "small": "Small road",
    "cockroach": "Cockroach pig",
}
"""The roads by key, in the order in which a board shows them."""

DERIVED = {"big-eye": Derived.BIG_EYE, "small": Derived.SMALL, "cockroach": Derived.COCKROACH}


class Win(NamedTuple):
    """A cell of the big road: the number of its coup, the result, and the ties after it."""

    number: int
    result: Result | None
    """None while ties wait for the first win"""
    ties: int


def big_marks(board: Scoreboard) -> list[tuple[GridPlace, Win]]:
    """The marks of the big road; before the first win, its first cell shows only the ties."""
    if board.leading_ties:
        return [((0, 0), Win(0, None, len(board.leading_ties)))]
    marks = zip(board.big, _win_numbers(board), strict=True)
    return [(mark.place, Win(number, mark.result, len(mark.ties))) for mark, number in marks]


def _win_numbers(board: Scoreboard) -> Iterator[int]:
    return (
        number for number, result in enumerate(board.results, start=1) if result.winner is not None
    )


def answers(board: Scoreboard) -> dict[Side, NextMarks]:
    """The marks that the next win would add to the derived roads: first Banker's, then Player's."""
    return {side: board.ask(side) for side in (Side.BANKER, Side.PLAYER)}


def derived_marks(board: Scoreboard, key: str) -> list[tuple[GridPlace, Colour]]:
    return board.derived[DERIVED[key]].marks


def columns_of(marks: Iterable[tuple[GridPlace, object]]) -> int:
    """How many columns the marks need."""
    return 1 + max((column for (column, _), _ in marks), default=-1)


def first_shown(marks: Iterable[tuple[GridPlace, object]], columns: int) -> int:
    """The first column to show when there is room for only this number of columns."""
    return max(columns_of(marks) - columns, 0)
