"""Divides long lists into parts; each part begins after the last number of the part before it.

part, following = rows_after(places, 0)        the first hundred, and the number for the next part
"""

from collections.abc import Iterable
from typing import Annotated, Protocol, TypeVar

from fastapi import Query

MOST_ROWS = 100
"""Most rows of a list in one answer."""
After = Annotated[
    int,
    Query(
        ge=0,
        le=1 << 40,
        description=f"Only rows with a larger number. An answer has at most {MOST_ROWS} rows; if "
        "there are more, send its `next` here to get the next ones.",
    ),
]


class Numbered(Protocol):
    """An item of a list that is sorted by number."""

    @property
    def number(self) -> int: ...


NumberedT = TypeVar("NumberedT", bound=Numbered)


def rows_after(places: Iterable[NumberedT], after: int) -> tuple[list[NumberedT], int | None]:
    """The rows after a number, at most 100, and the number for the next part; None at the end."""
    rest = [here for here in places if here.number > after]
    part = rest[:MOST_ROWS]
    return part, part[-1].number if len(rest) > MOST_ROWS else None
