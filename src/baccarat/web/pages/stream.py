"""Live pages: each browser has one stream of events, with the parts of pages that have changed.

GET /live?watch=table/1:table,table/2:card&last=table/1:41       a stream of parts
GET /parts?watch=table/1:table&last=table/1:41                   the same once, for polling

A place is a table, a board, or the `hall`, where tables and boards open and close. `watch` names
the scenes that the browser's windows show. `last` has the number of the last act that the windows
have of each place. Each piece of the stream is compressed once for all viewers. A place that does
not exist, or that the caller may not see, is left out: the stream says so, and sends the others.
"""

import json
import re
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from baccarat.base.sentences import Sentence
from baccarat.table.view.view import Audience
from baccarat.web.api.events import MOST_LAST, MOST_PLACES, place_of, read_last
from baccarat.web.api.tables import Calls
from baccarat.web.gate.callers import Caller
from baccarat.web.gate.gate import address_of
from baccarat.web.gate.keys import Level
from baccarat.web.gate.pressing import pressed, takes_gzip
from baccarat.web.gate.problems import Problem, as_bytes
from baccarat.web.house.open_places import HALL, Hall
from baccarat.web.house.places import HouseBoard
from baccarat.web.house.seats import seat_shown, threads_of
from baccarat.web.house.views import SPECTATOR
from baccarat.web.pages.parts import SCENE_KINDS, Drawings, DrawnPlace, PageViewer, press, unpress
from baccarat.web.pages.shell import page_words, shell_of
from baccarat.web.streams.events import BEGIN, COMMENT, HEADERS, Hub, Stream, Watching

router = APIRouter(include_in_schema=False)
WATCH = re.compile(r"((?:table|board)/[0-9]{1,12}|hall):([a-z]{1,20})")
GZIP = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
"""The header of a gzip stream, which here never ends."""
VERSION = "Baccarat-Version"
"""The header with the version of this server's pages: a page with another version reloads."""
WatchText = Annotated[str, Query(max_length=MOST_LAST)]


class PartStream(Stream):
    """A gzip-compressed stream of changed parts of pages."""

    head = [*HEADERS, (b"content-encoding", b"gzip")]  # noqa: RUF012
    begin, comment = GZIP + press(BEGIN), press(COMMENT)

    def framed(self, one: Watching, line: bytes) -> bytes:
        return line  # already an event, the same for all viewers


class PlainPartStream(PartStream):
    """An uncompressed stream of changed parts, for clients that do not accept gzip."""

    head, begin, comment = HEADERS, BEGIN, COMMENT

    def framed(self, one: Watching, line: bytes) -> bytes:
        return unpress(line)


@router.get("/live")
async def live(request: Request, caller: Calls, watch: WatchText, last: WatchText = "") -> Response:
    """The stream of changed parts of pages, for all windows of one browser."""
    known = read_last(last)
    watched, refused = _watched(request, caller, watch)
    places = [Watching(drawn, viewer, known.get(drawn.place, 0)) for drawn, viewer in watched]
    hub: Hub = request.app.state.hub
    is_pressed = takes_gzip(request)
    kind = PartStream if is_pressed else PlainPartStream
    stream = kind(hub, f"pages of {caller.key} at {address_of(request)}", places)
    stream.raw_headers += [
        (VERSION.lower().encode(), shell_of(request).version.encode()),
        (b"vary", b"Accept-Encoding, Accept-Language, Cookie"),
    ]
    for place, problem in refused.items():
        told = _refusal(request, place, problem)
        stream.begin += press(told) if is_pressed else told
    return stream


@router.get("/parts")
async def parts_once(
    request: Request, caller: Calls, watch: WatchText, last: WatchText = ""
) -> Response:
    """The changed parts of tables and boards as JSON, for a browser window without a stream."""
    known, (watched, _) = read_last(last), _watched(request, caller, watch)

    def draw() -> bytes:
        told = []
        for drawn, viewer in watched:
            if known.get(drawn.place) != drawn.here.last:
                number, new = drawn.parts(viewer)
                told.append({"place": drawn.place, "number": number, "parts": dict(new)})
        return as_bytes(told)

    body = await threads_of(request).look(draw)
    headers = {"Cache-Control": "no-store", VERSION: shell_of(request).version}
    return pressed(request, body, "application/json", headers)


def _refusal(request: Request, place: str, problem: Problem) -> bytes:
    detail = problem.as_json(page_words(request))["detail"]
    told = {"places": [place], "status": problem.status, "detail": detail}
    return f"event: refused\ndata: {json.dumps(told)}\n\n".encode()


def page_viewer(request: Request, caller: Caller, drawn: DrawnPlace, *scenes: str) -> PageViewer:
    """The role in which this browser sees a table or board, its language and its drawings."""
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


def _watched(
    request: Request, caller: Caller, text: str
) -> tuple[list[tuple[DrawnPlace, PageViewer]], dict[str, Problem]]:
    """The tables and boards in `watch`, with the caller's role; a refused place has a problem."""
    scenes: dict[str, dict[str, None]] = {}
    for one in text.split(","):
        read = WATCH.fullmatch(one)
        if read is None or read[1].partition("/")[0] not in SCENE_KINDS.get(read[2], ()):
            told = Sentence(
                "cannot read the places to watch (expected e.g. table/1:card,board/4:wall)"
            )
            raise Problem(422, told, field="watch")
        kind, slash, digits = read[1].partition("/")
        place = f"{kind}/{int(digits)}" if slash else kind
        scenes.setdefault(place, {})[read[2]] = None
    if len(scenes) > MOST_PLACES:
        form = "a stream must have 1 to {most} tables and boards, e.g. tables=1,2"
        raise Problem(422, Sentence(form, most=MOST_PLACES))
    found: list[tuple[DrawnPlace, PageViewer]] = []
    refused: dict[str, Problem] = {}
    for place, names in scenes.items():
        try:
            drawn = drawn_at(request, caller, place)
        except Problem as problem:
            refused[place] = problem
        else:
            found.append((drawn, page_viewer(request, caller, drawn, *sorted(names))))
    if not found:
        raise next(iter(refused.values()))
    return found, refused


def drawn_at(request: Request, caller: Caller, place: str) -> DrawnPlace:
    """The drawings of a table or board; raises a problem if the caller may not see it."""
    if place == HALL:
        caller.require(Level.WATCH)
        return drawings_of(request).at(request.app.state.hall)
    return drawings_of(request).at(place_of(request, caller, place))
