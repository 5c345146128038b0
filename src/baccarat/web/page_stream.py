"""Pages live: one stream for a browser, which brings the parts that have changed.

GET /live?watch=table/1:table,table/2:card&last=table/1:41       a stream of parts
GET /parts?watch=table/1:table&last=table/1:41                   the same once, for who asks again

A place is a table, a board, or the `hall`, where they open and close. `watch` names the scenes of
places that the browser's windows show, `last` the numbers that they have. Pieces of the stream are
pressed once for all who watch.
"""

import re
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from baccarat.sentences import Sentence
from baccarat.table.view import Audience
from baccarat.web.api_events import MOST_LAST, MOST_PLACES, read_last, require_boards
from baccarat.web.api_tables import Calls
from baccarat.web.callers import Caller
from baccarat.web.gate import address_of
from baccarat.web.hall import HALL, Hall
from baccarat.web.house import HouseBoard
from baccarat.web.key_book import Level
from baccarat.web.live import BEGIN, COMMENT, HEADERS, Hub, Stream, Watching
from baccarat.web.page_parts import SCENES, Drawings, DrawnPlace, PageViewer, press
from baccarat.web.page_shell import page_words
from baccarat.web.problems import Problem, as_bytes
from baccarat.web.shelf import pressed
from baccarat.web.shown import SPECTATOR
from baccarat.web.whose import house_of, seat_shown, table_of, threads_of

router = APIRouter(include_in_schema=False)
WATCH = re.compile(r"((?:table|board)/[0-9]{1,12}|hall):([a-z]{1,20})")
GZIP = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
"""How a pressed stream begins; it never ends."""
WatchText = Annotated[str, Query(max_length=MOST_LAST)]


class PartStream(Stream):
    """A stream of parts."""

    head = [*HEADERS, (b"content-encoding", b"gzip")]  # noqa: RUF012
    begin, comment = GZIP + press(BEGIN), press(COMMENT)

    def framed(self, one: Watching, line: bytes) -> bytes:
        return line  # it is an event already, the same for all


@router.get("/live")
async def live(request: Request, caller: Calls, watch: WatchText, last: WatchText = "") -> Response:
    """What changes on the pages of a browser, as it changes."""
    known = read_last(last)
    places = [
        Watching(drawn, viewer, known.get(drawn.place, 0))
        for drawn, viewer in _watched(request, caller, watch)
    ]
    hub: Hub = request.app.state.hub
    return PartStream(hub, f"pages of {caller.key} at {address_of(request)}", places)


@router.get("/parts")
async def parts_once(
    request: Request, caller: Calls, watch: WatchText, last: WatchText = ""
) -> Response:
    """The same as one answer, for a window that has no stream: places that have moved on."""
    known, watched = read_last(last), _watched(request, caller, watch)

    def draw() -> bytes:
        told = []
        for drawn, viewer in watched:
            if known.get(drawn.place) != drawn.here.state.number:
                number, new = drawn.parts(viewer)
                told.append({"place": drawn.place, "number": number, "parts": dict(new)})
        return as_bytes(told)

    body = await threads_of(request).look(draw)
    return pressed(request, body, "application/json", {"Cache-Control": "no-store"})


def page_viewer(request: Request, caller: Caller, drawn: DrawnPlace, *scenes: str) -> PageViewer:
    """As whom this browser sees a place: as a guest if it sits there."""
    language = page_words(request).language
    here = drawn.here
    if isinstance(here, Hall):
        return PageViewer(SPECTATOR, language, scenes)
    if isinstance(here, HouseBoard):
        return PageViewer(SPECTATOR, language, scenes, caller.may(Level.DEAL))
    may_deal, may_play = (caller.may(level, here.number) for level in (Level.DEAL, Level.PLAY))
    seat = seat_shown(request, here)
    if seat is None or seat.audience is not Audience.GUEST:
        seat = SPECTATOR
    return PageViewer(seat, language, scenes, may_deal, may_play)


def drawings_of(request: Request) -> Drawings:
    drawings: Drawings = request.app.state.drawings
    return drawings


def hall_of(request: Request) -> Hall:
    hall: Hall = request.app.state.hall
    return hall


def _watched(request: Request, caller: Caller, text: str) -> list[tuple[DrawnPlace, PageViewer]]:
    """Every place that is asked for, with all scenes of it."""
    scenes: dict[str, dict[str, None]] = {}
    for one in text.split(","):
        read = WATCH.fullmatch(one)
        if read is None or read[2] not in SCENES:
            told = Sentence("what to watch does not read (expected e.g. table/1:card,board/4:wall)")
            raise Problem(422, told, field="watch")
        kind, slash, digits = read[1].partition("/")
        place = f"{kind}/{int(digits)}" if slash else kind
        scenes.setdefault(place, {})[read[2]] = None
    if len(scenes) > MOST_PLACES:
        form = "a stream is of 1 to {most} tables and boards: tables=1,2"
        raise Problem(422, Sentence(form, most=MOST_PLACES))
    found = [(drawn_at(request, caller, place), names) for place, names in scenes.items()]
    return [(drawn, page_viewer(request, caller, drawn, *sorted(names))) for drawn, names in found]


def drawn_at(request: Request, caller: Caller, place: str) -> DrawnPlace:
    """A place as pages show it, if the caller may look at it."""
    if place == HALL:
        caller.require(Level.WATCH)
        return drawings_of(request).at(hall_of(request))
    kind, _, digits = place.partition("/")
    if kind == "table":
        return drawings_of(request).at(table_of(request, caller, int(digits)))
    require_boards(caller)
    return drawings_of(request).at(house_of(request).board_at(int(digits)))
