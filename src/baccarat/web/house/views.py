"""What is told of a table or a board: one line of JSON, made once for all who may see the same.

memo.tell(Viewer(Audience.SPECTATOR), since=40) -> (41, '{"table": 3, "number": 41, …}')

Nobody is shown what the house sees.
"""

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from threading import Lock
from typing import Any

from baccarat.table.board.board import Board
from baccarat.table.requests import DEALER, HOST
from baccarat.table.rules.clock import Clock
from baccarat.table.table import Table
from baccarat.table.view.view import Audience

WRITER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
MOST_KEPT = 64
"""Lines that are kept of one number of a table; most ask for one of a few."""


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks: a spectator, a dealer, or a guest since they sat down."""

    audience: Audience = Audience.SPECTATOR
    guest: str = ""
    sat: int = 0
    """the number of the act by which the guest sat down"""

    def __post_init__(self) -> None:
        assert self.audience is not Audience.HOUSE, "nobody sees what the house sees"


SPECTATOR, AT_THE_SHOE = Viewer(), Viewer(Audience.DEALER)


def viewer_of(author: str, table: Table) -> Viewer:
    """How an author of acts sees the table: a guest who has left is a spectator."""
    if author in (DEALER, HOST):
        return AT_THE_SHOE
    for seat in table.seats:
        if seat.guest == author:
            return Viewer(Audience.GUEST, author, seat.since)
    return SPECTATOR


class Memo:
    """Lines about the present state of one place, each made once; any thread may ask."""

    def __init__(
        self, number: Callable[[], int], make: Callable[[Viewer, int], tuple[int, bytes]]
    ) -> None:
        """`number` is that of the last act; `make` tells it with the line."""
        self._present, self._make = number, make
        self._number = -1
        self._lines: dict[tuple[Viewer, int], bytes] = {}
        self._lock = Lock()

    def found(self, viewer: Viewer, since: int) -> tuple[int, bytes] | None:
        """The number of the last act and the line about it, if that is made already."""
        number = self._present()
        with self._lock:
            line = self._lines.get((viewer, since)) if number == self._number else None
        return None if line is None else (number, line)

    def tell(self, viewer: Viewer, since: int = 0) -> tuple[int, bytes]:
        """The number of the last act, and the line about it."""
        if (found := self.found(viewer, since)) is not None:
            return found
        number, line = self._make(viewer, since)
        with self._lock:
            if number > self._number:
                self._number = number
                self._lines.clear()
            if number == self._number and len(self._lines) < MOST_KEPT:
                self._lines[viewer, since] = line
        return number, line


def told_of_table(
    number: int, name: str, clock: Clock, table: Table, viewer: Viewer, since: int
) -> str:
    """A table, whole or what is new since an act; a whole one has its name and its clock, too.

    After an act of an older shoe, or one that there never was, all is new.
    """
    since = since if table.shoe_since <= since <= table.number else 0
    view = table.view(seen_as(viewer, table), since)
    head: dict[str, Any] = {"table": number, "number": table.number, "since": view.since}
    if not view.since:
        head |= {"name": name, "clock": asdict(clock)}
    return _line({**head, "view": view.as_json()})


def told_of_board(number: int, board: Board) -> str:
    """A board; any coup of its shoe may have been corrected, so it is always whole."""
    return _line({"board": number, "number": board.number, "since": 0, "view": board.as_json()})


def seen_as(viewer: Viewer, table: Table) -> Audience | str:
    """A guest who has left is a spectator; another of the same name is another."""
    if viewer.audience is not Audience.GUEST:
        return viewer.audience
    is_here = is_seated(table, viewer.guest, viewer.sat)
    return viewer.guest if is_here else Audience.SPECTATOR


def is_seated(table: Table, guest: str, sat: int) -> bool:
    """Whether a guest who sat down by this act is still there."""
    return any((seat.guest, seat.since) == (guest, sat) for seat in table.seats)


def _line(told: dict[str, Any]) -> str:
    return WRITER.encode(told)
