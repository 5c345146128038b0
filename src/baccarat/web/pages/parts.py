"""Draws the changing parts of pages; viewers with the same view and language share one drawing.

drawn = Drawings(shell).at(here)               here: a table, a board or the hall
drawn.parts(PageViewer(…))                     {"hands": "<div…", …}
drawn.tell(viewer, since=40)                   the event that brings a page from act 40 to now

A part is an element of a page with `data-part="table/3/hands"`. A page shows a place as a *scene*
of several parts: the lobby's card, the table, the wall. No two scenes have parts of the same name,
because two windows may show two scenes of one place.

An event has every part that has changed since a number, complete. A window with another number
needs an event since 0, which has all parts.
"""

import json
import zlib
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from threading import Lock, RLock
from typing import TYPE_CHECKING, TypeVar

from baccarat.base.words import Words
from baccarat.table.board.board import Board
from baccarat.table.listing import Listing
from baccarat.table.table import Table
from baccarat.web.house.open_places import Hall, HallState
from baccarat.web.house.places import HouseBoard, HouseTable
from baccarat.web.house.views import SPECTATOR, Viewer

if TYPE_CHECKING:
    from baccarat.web.pages.shell import Shell

Here = HouseTable | HouseBoard | Hall
CARD = "card"
"""The scene of the lobby."""
MOST_VIEWERS, MOST_NUMBERS = 64, 8
"""Limits of the drawings kept for one place: its last viewers, and their last numbers."""
MOST_EVENTS = 256
WRITER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class PageViewer:
    """The viewer of a page: their role, their language, and the scenes (drawings) that they see."""

    viewer: Viewer = SPECTATOR
    language: str = "en"
    scenes: tuple[str, ...] = ()
    may_deal: bool = False
    """whether they may also request the acts of a dealer"""
    may_play: bool = True
    """whether they may sit down"""


@dataclass(frozen=True, slots=True)
class Sketch:
    """All data for one drawing: the table or board, its state, the viewer and the language."""

    shell: "Shell"
    here: Here
    state: Table | Listing | Board | HallState
    """a `Listing` if only the lobby's card is drawn"""
    by: PageViewer
    words: Words


DrawsScene = Callable[[Sketch], Mapping[str, str]]
SCENES: dict[str, DrawsScene] = {}
"""The function that draws each scene; the modules of the pages register theirs."""
SCENE_KINDS: dict[str, tuple[str, ...]] = {}
"""The kinds of places that each scene can show."""


def scene(name: str, *kinds: str) -> Callable[[T], T]:
    """Register a function that draws tables, boards or both; `name` is the name of the drawing."""

    def keep(draw: T) -> T:
        SCENES[name] = draw  # type: ignore[assignment]
        SCENE_KINDS[name] = kinds
        return draw

    return keep


class DrawnPlace:
    """The drawings of a table, a board or the list of both; thread-safe."""

    kind = "parts"

    def __init__(self, shell: "Shell", here: Here) -> None:
        self.here, self.shell = here, shell
        self._drawn: OrderedDict[PageViewer, OrderedDict[int, Mapping[str, str]]] = OrderedDict()
        self._events: dict[tuple[PageViewer, int], bytes] = {}
        self._number = -1
        """the number of the last act in the events"""
        self._watchers = 0
        self._lock = Lock()
        """guards all fields above"""
        self._turn = RLock()
        """held while drawing, so that others wait instead of drawing the same"""

    @property
    def place(self) -> str:
        return self.here.place

    @property
    def memo(self) -> "DrawnPlace":
        """This object itself, because a stream expects an attribute `memo`."""
        return self

    def memo_since(self, number: int) -> "DrawnPlace":
        return self

    def watched(self, change: int) -> None:
        """Count the streams that show this table or board; without any, delete the drawings."""
        self.here.watched(change)
        with self._lock:
            self._watchers += change
            if not self._watchers:
                self._drawn.clear()
                self._events.clear()

    def parts(self, viewer: PageViewer) -> tuple[int, Mapping[str, str]]:
        """The number of the last act, and the HTML of each part after that act."""
        last = self.here.last
        if (known := self._known(viewer, last)) is not None:
            return last, known
        with self._turn:
            state = self._state(viewer)  # it may have changed meanwhile
            number = state.number
            if (known := self._known(viewer, number)) is not None:
                return number, known
            drawn: dict[str, str] = {}
            words = Words.of(viewer.language)
            for name in viewer.scenes:
                drawn |= SCENES[name](Sketch(self.shell, self.here, state, viewer, words))
            self._keep(viewer, number, drawn)
        return number, drawn

    def _state(self, viewer: PageViewer) -> Table | Listing | Board | HallState:
        """The state to draw; for a card in the lobby, the table's entry in lists is enough."""
        if isinstance(self.here, HouseTable) and viewer.scenes == (CARD,):
            return self.here.listing
        return self.here.state

    def _known(self, viewer: PageViewer, number: int) -> Mapping[str, str] | None:
        with self._lock:
            kept = self._drawn.get(viewer)
            if kept is None or (found := kept.get(number)) is None:
                return None
            self._drawn.move_to_end(viewer)
            return found

    def _keep(self, viewer: PageViewer, number: int, drawn: dict[str, str]) -> None:
        with self._lock:
            kept = self._drawn.setdefault(viewer, OrderedDict())
            self._drawn.move_to_end(viewer)
            if kept:  # share the strings of unchanged parts
                before = kept[next(reversed(kept))]
                drawn |= {name: old for name, old in before.items() if drawn.get(name) == old}
            kept[number] = drawn
            while len(kept) > MOST_NUMBERS:
                kept.popitem(last=False)
            while len(self._drawn) > MOST_VIEWERS:
                self._drawn.popitem(last=False)

    def found(self, viewer: PageViewer, since: int) -> tuple[int, bytes] | None:
        """The number of the last act and its event for streams; None if the event is not cached."""
        number = self.here.last
        with self._lock:
            if number != self._number:
                return None
            event = self._events.get((viewer, self._from(viewer, since)))
        return None if event is None else (number, event)

    def _from(self, viewer: PageViewer, since: int) -> int:
        """The number `since` if the drawing after that act is still cached, otherwise 0."""
        return since if since in self._drawn.get(viewer, ()) else 0

    def tell(self, viewer: PageViewer, since: int = 0) -> tuple[int, bytes]:
        """The number of the last act, and the event with all parts that changed since an act."""
        with self._turn:
            if (found := self.found(viewer, since)) is not None:
                return found
            number, now = self.parts(viewer)
            with self._lock:
                since = self._from(viewer, since)
                before = self._drawn[viewer][since] if since else {}
            new = {name: html for name, html in now.items() if before.get(name) != html}
            event = _event(self.place, number, since, new)
            with self._lock:
                if number != self._number:
                    self._number = number
                    self._events.clear()
                if len(self._events) < MOST_EVENTS:
                    self._events[viewer, since] = event
        return number, event


def _event(place: str, number: int, since: int, parts: Mapping[str, str]) -> bytes:
    told = {"place": place, "number": number, "since": since, "parts": parts}
    return press(f"event: parts\ndata: {WRITER.encode(told)}\n\n".encode("utf-8", "replace"))


class Drawings:
    """The drawings of all tables and boards."""

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
    """Compress a text that is sent in many streams, so that it is compressed only once.

    The piece ends on a whole byte and refers to no earlier piece, so pieces can be concatenated.
    """
    packer = zlib.compressobj(6, zlib.DEFLATED, -zlib.MAX_WBITS)
    return packer.compress(text) + packer.flush(zlib.Z_FULL_FLUSH)


def unpress(piece: bytes) -> bytes:
    return zlib.decompressobj(-zlib.MAX_WBITS).decompress(piece)
