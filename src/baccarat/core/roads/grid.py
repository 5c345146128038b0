"""The places of marks: streaks go down a grid, with the dragon tail that turns right."""

from collections.abc import Iterable

from baccarat.base.enums import SpelledEnum
from baccarat.base.errors import BadValue
from baccarat.base.hints import checked, named

ROWS = 6
"""The number of rows of a casino's display."""

GridPlace = tuple[int, int]
"""A cell of a grid: its column and its row, counted from the top left."""


class Tail(SpelledEnum):
    """How a dragon tail goes on when the cell below it is free again: to the right, or down.

    >>> Tail("falls"), Tail.STAYS
    (Tail.FALLS, Tail.STAYS)
    """

    STAYS = "stays"
    """the streak keeps its row"""
    FALLS = "falls"
    """the streak turns down again where the cell below is free"""

    @classmethod
    def _missing_(cls, value: object) -> "Tail":
        return named(cls, value)


class Grid:
    """Places streaks down the columns, one mark at a time; the last mark can be taken back.

    >>> grid = Grid(rows=2)
    >>> [grid.place(is_new) for is_new in (True, False, False, True)]
    [(0, 0), (0, 1), (1, 1), (1, 0)]
    """

    __slots__ = ("_starts", "_taken", "places", "rows", "tail")

    @checked
    def __init__(self, rows: int = ROWS, tail: Tail | str = Tail.STAYS) -> None:
        if rows < 1:
            raise BadValue(f"a road must have at least one row, not {rows}")
        self.rows = rows
        self.tail: Tail = Tail(tail)
        self.places: list[GridPlace] = []
        self._taken: set[GridPlace] = set()
        # For each mark: the column where its streak started, and whether it keeps its row now.
        self._starts: list[tuple[int, bool]] = []

    def place(self, is_new_streak: bool) -> GridPlace:
        """Place the next mark.

        A new streak starts in the top row, to the right of the last streak's start. A streak goes
        down until the cell below is taken or off the grid; then it goes right, and down again only
        if tails fall.
        """
        places, starts, taken = self.places, self._starts, self._taken
        if is_new_streak or not places:
            column = starts[-1][0] + 1 if starts else 0
            while (column, 0) in taken:
                column += 1
            place = (column, 0)
            starts.append((column, False))
        else:
            start, keeps_row = starts[-1]
            column, row = places[-1]
            place = (column, row + 1)
            if keeps_row or place[1] == self.rows or place in taken:
                place, keeps_row = (column + 1, row), self.tail is Tail.STAYS
            starts.append((start, keeps_row))
        places.append(place)
        taken.add(place)
        return place

    def take_back(self) -> None:
        """Undo the last mark."""
        self._starts.pop()
        self._taken.remove(self.places.pop())

    @property
    def width(self) -> int:
        """How many columns are in use."""
        return 1 + max((column for column, _ in self.places), default=-1)


@checked
def lay_out(
    lengths: Iterable[int], rows: int = ROWS, tail: Tail | str = Tail.STAYS
) -> list[GridPlace]:
    """The place of each mark, for streaks of these lengths.

    >>> lay_out([8, 2])[5:]
    [(0, 5), (1, 5), (2, 5), (1, 0), (1, 1)]
    >>> lay_out([8, 8])[-2:], lay_out([8, 8], tail="falls")[-2:]
    ([(3, 4), (4, 4)], [(3, 4), (3, 5)])
    """
    grid = Grid(rows, tail)
    for length in lengths:
        for depth in range(length):
            grid.place(is_new_streak=depth == 0)
    return grid.places
