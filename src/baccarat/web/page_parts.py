"""The parts of pages: what a place shows, drawn once for all who may see the same in a language.

drawn = Drawings(shell).at(here)               of a table, a board or the hall
drawn.parts(PageViewer(…))                     {"hands": "<div…", …}
drawn.tell(viewer, since=40)                   the event that brings a page from act 40 to now

A part is an element of a page with `data-part="table/3/hands"`. What a page shows of a place is a
*scene* of several parts: the lobby's card, the table, the wall. An event has the parts that have
changed, whole: whoever missed an event loses nothing by that.
"""

import json
import zlib
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING, TypeVar

from baccarat.table.board import Board
from baccarat.table.table import Table
from baccarat.web.hall import Hall, HallState
from baccarat.web.house import HouseBoard, HouseTable
from baccarat.web.shown import SPECTATOR, Viewer
from baccarat.words import Words

if TYPE_CHECKING:
    from baccarat.web.page_shell import Shell

Here = HouseTable | HouseBoard | Hall
MOST_DRAWN = 256
"""Drawings that are kept of one place: the last ones of everybody who looks."""
WRITER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class PageViewer:
    """Who looks at a page, in which language, and at which scenes of the place."""

    viewer: Viewer = SPECTATOR
    language: str = "en"
    scenes: tuple[str, ...] = ()
    may_deal: bool = False
    """whether they may ask for what a dealer asks for, beside what a guest may"""
    may_play: bool = True
    """whether they may sit down"""


@dataclass(frozen=True, slots=True)
class Sketch:
    """What a scene is drawn from: a table, a board or the hall as it stands, for somebody."""

    shell: "Shell"
    here: Here
    state: Table | Board | HallState
    by: PageViewer
    words: Words


DrawsScene = Callable[[Sketch], Mapping[str, str]]
SCENES: dict[str, DrawsScene] = {}
"""How each scene is drawn, by its name; the modules of the pages put theirs here."""


def scene(name: str) -> Callable[[T], T]:
    """Put a function here that draws a scene: all of its parts by their names."""

    def keep(draw: T) -> T:
        SCENES[name] = draw  # type: ignore[assignment]
        return draw

    return keep


class DrawnPlace:
    """A table, a board or the hall as pages show it; any thread may ask."""

    kind = b"parts"

    def __init__(self, shell: "Shell", here: Here) -> None:
        self.here, self._shell = here, shell
        self._drawn: OrderedDict[tuple[PageViewer, int], Mapping[str, str]] = OrderedDict()
        self._events: dict[tuple[PageViewer, int], bytes] = {}
        self._number = -1
        """of the act for which the events are"""
        self._lock = Lock()

    @property
    def place(self) -> str:
        return self.here.place

    @property
    def memo(self) -> "DrawnPlace":
        """As streams call what they ask for events."""
        return self

    def memo_since(self, number: int) -> "DrawnPlace":
        return self

    def watched(self, change: int) -> None:
        """A stream has begun to show it, or shows it no more."""
        self.here.watched(change)

    def parts(self, viewer: PageViewer) -> tuple[int, Mapping[str, str]]:
        """The number of the last act, and the parts of all scenes as they are then."""
        state = self.here.state
        number = state.number
        key = viewer, number
        with self._lock:
            if (known := self._drawn.get(key)) is not None:
                self._drawn.move_to_end(key)
                return number, known
        words = Words.of(viewer.language)
        drawn: dict[str, str] = {}
        for name in viewer.scenes:
            drawn |= SCENES[name](Sketch(self._shell, self.here, state, viewer, words))
        with self._lock:
            self._drawn[key] = drawn
            while len(self._drawn) > MOST_DRAWN:
                self._drawn.popitem(last=False)
        return number, drawn

    def found(self, viewer: PageViewer, since: int) -> tuple[int, bytes] | None:
        """The number of the last act and the event about it, if that is made already."""
        number = self.here.state.number
        with self._lock:
            event = self._events.get((viewer, since)) if number == self._number else None
        return None if event is None else (number, event)

    def tell(self, viewer: PageViewer, since: int = 0) -> tuple[int, bytes]:
        """The number of the last act, and the event that leads to it from an earlier one."""
        if (found := self.found(viewer, since)) is not None:
            return found
        number, now = self.parts(viewer)
        with self._lock:
            before = self._drawn.get((viewer, since), {})
        new = {name: html for name, html in now.items() if before.get(name) != html}
        told = WRITER.encode({"place": self.place, "number": number, "parts": new})
        event = press(f"event: parts\ndata: {told}\n\n".encode("utf-8", "replace"))
        with self._lock:
            if number > self._number:
                self._number = number
                self._events.clear()
            if number == self._number and len(self._events) < MOST_DRAWN:
                self._events[viewer, since] = event
        return number, event


class Drawings:
    """The drawings of all places of a house."""

    def __init__(self, shell: "Shell") -> None:
        self._shell = shell
        self._known: dict[str, DrawnPlace] = {}
        self._lock = Lock()

    def at(self, here: Here) -> DrawnPlace:
        with self._lock:
            if (known := self._known.get(here.place)) is None:
                known = self._known[here.place] = DrawnPlace(self._shell, here)
        return known


def press(text: bytes) -> bytes:
    """A piece of a pressed stream that stands for itself, so that all streams may have it.

    It ends on a whole byte and looks back at nothing: pieces can be put one after the other.
    """
    packer = zlib.compressobj(6, zlib.DEFLATED, -zlib.MAX_WBITS)
    return packer.compress(text) + packer.flush(zlib.Z_FULL_FLUSH)
