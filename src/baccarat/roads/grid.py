"""Where marks sit: streaks laid down a grid, with the dragon tail that turns right."""

from collections.abc import Iterable

from baccarat.errors import BadValue
from baccarat.hints import checked

ROWS = 6

GridPlace = tuple[int, int]
"""A cell of a grid: its column and its row, counted from the top left."""


class Grid:
    """Streaks down the columns; one mark at a time, and the last one can be taken back."""

    __slots__ = ("_starts", "_taken", "places", "rows")

    @checked
    def __init__(self, rows: int = ROWS) -> None:
        if rows < 1:
            raise BadValue(f"a road has at least one row, not {rows}")
        self.rows = rows
        self.places: list[GridPlace] = []
        self._taken: set[GridPlace] = set()
        # For each mark: the column where its streak started, and whether it has turned right.
        self._starts: list[tuple[int, bool]] = []

    def place(self, is_new_streak: bool) -> GridPlace:
        """Lay the next mark.

        A new streak starts on the top row, right of where the last one started. A streak goes
        down until the cell below is taken or off the grid; then right, and never down again.
        """
        places, starts, taken = self.places, self._starts, self._taken
        if is_new_streak or not places:
            column = starts[-1][0] + 1 if starts else 0
            while (column, 0) in taken:
                column += 1
            place = (column, 0)
            starts.append((column, False))
        else:
            start, has_turned = starts[-1]
            column, row = places[-1]
            place = (column, row + 1)
            if has_turned or place[1] == self.rows or place in taken:
                place, has_turned = (column + 1, row), True
            starts.append((start, has_turned))
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
def lay_out(lengths: Iterable[int], rows: int = ROWS) -> list[GridPlace]:
    """Where the marks of these streaks sit.

    >>> lay_out([8, 2])[5:]
    [(0, 5), (1, 5), (2, 5), (1, 0), (1, 1)]
    """
    grid = Grid(rows)
    for length in lengths:
        for depth in range(length):
            grid.place(is_new_streak=depth == 0)
    return grid.places
