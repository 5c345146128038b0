"""Long lists in parts: the API goes on after a number, pages count.

part, following = rows_after(places, 0)        the first hundred, and after which number it goes on
"""

from collections.abc import Iterable
from typing import Annotated, Protocol, TypeVar

from fastapi import Query

MOST_ROWS = 100
"""Of a list, in one answer."""
After = Annotated[
    int,
    Query(
        ge=0,
        le=1 << 40,
        description=f"Those with a larger number. An answer has at most {MOST_ROWS}; if there are "
        "more, its `next` is what to put here for the next ones.",
    ),
]


class Numbered(Protocol):
    """Has a number by which its list is ordered."""

    @property
    def number(self) -> int: ...


NumberedT = TypeVar("NumberedT", bound=Numbered)


def rows_after(places: Iterable[NumberedT], after: int) -> tuple[list[NumberedT], int | None]:
    """A part of a list in the order of its numbers, and the `next`; None where it ends."""
    rest = [here for here in places if here.number > after]
    part = rest[:MOST_ROWS]
    return part, part[-1].number if len(rest) > MOST_ROWS else None
