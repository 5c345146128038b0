"""Why a derived mark has its colour: the two columns of the big road that are compared.

compared(board, Derived.BIG_EYE)[11]     the columns compared for its twelfth mark
"""

from typing import NamedTuple

from baccarat.base.hints import checked
from baccarat.core.roads.grid import GridPlace
from baccarat.core.roads.road import Colour, Derived, derived_mark
from baccarat.core.roads.scoreboard import Scoreboard

NEAREST = 5
"""The most columns that a road needs: the cockroach road compares columns 2 and 5 from the end."""


class ComparedColumns(NamedTuple):
    """The comparison of cells and columns of the big road that gives a mark of a derived road.

    >>> from baccarat.core.roads import Scoreboard
    >>> first = compared(Scoreboard("BPPB"), Derived.BIG_EYE)[0]
    >>> first.coup, first.colour, first.depths
    (3, Colour.BLUE, (1, 2))
    """

    coup: int
    """the number of the coup that brought the mark, from 1"""
    colour: Colour
    depths: tuple[int, ...]
    """the lengths of the last five columns at that coup, or of all columns if there are fewer"""
    own: tuple[GridPlace, ...]
    """the measured column: the column that just ended, or the mark's own column up to this mark"""
    other: tuple[GridPlace, ...]
    """the column with which the measured column is compared"""

    @property
    def starts_column(self) -> bool:
        """Whether the coup began a new column, so that whole columns are compared."""
        return self.depths[-1] == 1


@checked
def compared(board: Scoreboard, road: Derived) -> list[ComparedColumns]:
    """The columns compared for each mark of a derived road, in the order of the marks.

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
