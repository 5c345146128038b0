"""The content of the roads: streaks, and the marks that derived roads make from them."""

from collections.abc import Iterable, Sequence
from enum import IntEnum
from itertools import groupby

from baccarat.base.enums import SpelledEnum
from baccarat.base.hints import checked
from baccarat.core.result import Result


class Colour(SpelledEnum):
    """The colour of a derived mark: red if the shoe repeats itself, blue if it does not.

    >>> derived_road([1, 2, 1, 2], Derived.BIG_EYE)
    [Colour.BLUE, Colour.BLUE, Colour.BLUE, Colour.BLUE]
    """

    RED = "R"
    BLUE = "B"

    @property
    def other(self) -> "Colour":
        """The opposite colour."""
        return Colour.BLUE if self is Colour.RED else Colour.RED


class Derived(IntEnum):
    """A derived road; its value is how many columns back the road compares.

    >>> [road.name for road in Derived]
    ['BIG_EYE', 'SMALL', 'COCKROACH']
    """

    BIG_EYE = 1
    SMALL = 2
    COCKROACH = 3

    def __repr__(self) -> str:
        return f"Derived.{self.name}"


@checked
def streaks(results: Iterable[Result]) -> list[int]:
    """The lengths of the big road's columns: wins of one side in a row, ties left out.

    >>> from baccarat.core.result import parse_results
    >>> streaks(parse_results("BBTBPPB"))
    [3, 2, 1]
    """
    winners = [result.winner for result in results if result.winner is not None]
    return [len(list(streak)) for _, streak in groupby(winners)]


def derived_mark(depths: Sequence[int], road: int) -> Colour | None:
    """The mark that the big road's newest win adds to a derived road; None if it adds no mark.

    `depths` are the lengths of the streaks so far, including tails that bend on the grid.
    """
    newest = len(depths) - 1
    depth = depths[newest]
    if depth >= 2:
        if newest < road:
            return None
        return Colour.BLUE if depth == depths[newest - road] + 1 else Colour.RED
    if newest < road + 1:
        return None
    same = depths[newest - 1] == depths[newest - road - 1]
    return Colour.RED if same else Colour.BLUE


@checked
def derived_road(lengths: Sequence[int], road: Derived) -> list[Colour]:
    """Every mark of a derived road, from the lengths of the big road's columns.

    >>> derived_road([1, 2, 1, 2, 2], Derived.SMALL)
    [Colour.RED, Colour.RED, Colour.RED, Colour.BLUE]
    """
    marks = []
    depths: list[int] = []
    for length in lengths:
        depths.append(0)
        for _ in range(length):
            depths[-1] += 1
            mark = derived_mark(depths, road)
            if mark is not None:
                marks.append(mark)
    return marks
