"""Why a mark of a derived road has its colour: the columns of the big road that it compares.

compared(board, Derived.BIG_EYE)[11]     of its twelfth mark
"""

from typing import NamedTuple

from baccarat.base.hints import checked
from baccarat.core.roads.grid import GridPlace
from baccarat.core.roads.road import Colour, Derived, derived_mark
from baccarat.core.roads.scoreboard import Scoreboard

NEAREST = 5
"""The road that looks farthest compares a column that has just ended with the third before it."""


class ComparedColumns(NamedTuple):
    """What a mark of a derived road compares; cells are those of the big road.

    >>> from baccarat.core.roads import Scoreboard
    >>> first = compared(Scoreboard("BPPB"), Derived.BIG_EYE)[0]
    >>> first.coup, first.colour, first.depths
    (3, Colour.BLUE, (1, 2))
    """

    coup: int
    """which coup brought the mark, from 1"""
    colour: Colour
    depths: tuple[int, ...]
    """the lengths of the last five columns at that coup, or of all where there are fewer"""
    own: tuple[GridPlace, ...]
    """the column that is measured: the one that has just ended, or the ring's own as far as it"""
    other: tuple[GridPlace, ...]
    """the column that it is compared with"""

    @property
    def starts_column(self) -> bool:
        """Whether the coup has begun a new column: then whole columns are compared."""
        return self.depths[-1] == 1


@checked
def compared(board: Scoreboard, road: Derived) -> list[ComparedColumns]:
    """For each mark of a derived road the columns that it compares, in their order.

    >>> from baccarat.core.roads import Scoreboard
    >>> [each.colour for each in compared(Scoreboard("BPPBPPBB"), Derived.BIG_EYE)]
    [Colour.BLUE, Colour.BLUE, Colour.BLUE, Colour.BLUE, Colour.BLUE, Colour.RED]
    """
    found: list[ComparedColumns] = []
    columns: list[list[GridPlace]] = []
    places = iter(mark.place for mark in board.big)
    before = None
    for coup, result in enumerate(board.results, start=1):
        if result.winner is None:
            continue
        if result.winner is not before:
            columns.append([])
        before = result.winner
        columns[-1].append(next(places))
        depths = tuple(map(len, columns[-NEAREST:]))
        colour = derived_mark(depths, road)
        if colour is None:
            continue
        own = len(columns) - (2 if depths[-1] == 1 else 1)
        other = tuple(columns[own - road])
        found.append(ComparedColumns(coup, colour, depths, tuple(columns[own]), other))
    return found
