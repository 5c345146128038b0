"""The JSON of tables and boards on one line; viewers with equal views share the line.

memo.tell(Viewer(Audience.SPECTATOR), since=40) -> (41, '{"table": 3, "number": 41, …}')

The house's own view is never sent.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock

from baccarat.table.requests import DEALER, HOST
from baccarat.table.table import Table
from baccarat.table.view.view import Audience

WRITER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
MOST_KEPT = 64
"""Lines that are cached for one number of a table; most viewers need one of a few."""


@dataclass(frozen=True, slots=True)
class Viewer:
    """The role in which a person sees a table: as a spectator, as a dealer, or as a guest."""

    audience: Audience = Audience.SPECTATOR
    guest: str = ""
    sat: int = 0
    """the number of the act by which the guest sat down"""

    def __post_init__(self) -> None:
        assert self.audience is not Audience.HOUSE, "the house's own view is never sent"


SPECTATOR, AT_THE_SHOE = Viewer(), Viewer(Audience.DEALER)


def viewer_of(author: str, table: Table) -> Viewer:
    """The author of an act as a viewer; a guest who has left becomes a spectator."""
    if author in (DEALER, HOST):
        return AT_THE_SHOE
    for seat in table.seats:
        if seat.guest == author:
            return Viewer(Audience.GUEST, author, seat.since)
    return SPECTATOR


class Memo:
    """A cache of JSON lines that show the present state of a table or board; thread-safe."""

    def __init__(
        self, number: Callable[[], int], make: Callable[[Viewer, int], tuple[int, bytes]]
    ) -> None:
        """`number` returns the last act's number; `make` makes the JSON line of a viewer."""
        self._present, self._make = number, make
        self._number = -1
        self._lines: dict[tuple[Viewer, int], bytes] = {}
        self._lock = Lock()

    def found(self, viewer: Viewer, since: int) -> tuple[int, bytes] | None:
        """The number of the last act and the viewer's JSON line; None if the line is not cached."""
        number = self._present()
        with self._lock:
            line = self._lines.get((viewer, since)) if number == self._number else None
        return None if line is None else (number, line)

    def tell(self, viewer: Viewer, since: int = 0) -> tuple[int, bytes]:
        """The number of the last act and the viewer's JSON line."""
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


def seen_as(viewer: Viewer, table: Table) -> Audience | str:
    """The audience whose view a viewer gets; a guest who has left gets the spectators' view."""
    if viewer.audience is not Audience.GUEST:
        return viewer.audience
    is_here = is_seated(table, viewer.guest, viewer.sat)
    return viewer.guest if is_here else Audience.SPECTATOR


def is_seated(table: Table, guest: str, sat: int) -> bool:
    """Whether the guest who sat down with the act number `sat` is still seated."""
    return any((seat.guest, seat.since) == (guest, sat) for seat in table.seats)
