"""Streams over HTTP: what happens at tables and boards, as it happens."""

import re
from typing import Annotated

from fastapi import APIRouter, Header, Query, Request, Response

from baccarat.base.sentences import Sentence
from baccarat.web.api.tables import Calls, Chosen
from baccarat.web.gate.callers import Caller
from baccarat.web.gate.gate import address_of
from baccarat.web.gate.keys import Level
from baccarat.web.gate.problems import DOCUMENTED, Problem
from baccarat.web.house.seats import As, house_of, table_of, viewer_for
from baccarat.web.house.views import SPECTATOR
from baccarat.web.streams.events import Hub, Stream, Watching

router = APIRouter(prefix="/api/v1", tags=["events"])
MOST_PLACES = 100
"""In one stream."""
MOST_LAST = 4_000
NUMBERS = re.compile(r"[0-9]{1,12}(,[0-9]{1,12})*")
ONE_LAST = r"(?:(?:table|board)/[0-9]{1,12}|hall):[0-9]{1,18}"
LAST = re.compile(f"{ONE_LAST}(,{ONE_LAST})*")
Listed = Annotated[str, Query(max_length=MOST_LAST, examples=["1,2"])]


@router.get(
    "/events",
    responses={
        200: {
            "description": "A stream of server-sent events.",
            "content": {
                "text/event-stream": {
                    "example": "retry: 1000\n\nid: table/1:41\nevent: table\n"
                    'data: {"table":1,"number":41,"since":40,"view":{}}\n\n'
                }
            },
        },
        "default": DOCUMENTED,
    },
    response_class=Response,
)
async def watch(
    request: Request,
    caller: Calls,
    tables: Listed = "",
    boards: Listed = "",
    last: Annotated[
        str | None,
        Query(
            max_length=MOST_LAST,
            description="The last numbers that you have: `table/1:40,board/4:7`.",
            examples=["table/1:40"],
        ),
    ] = None,
    last_id: Annotated[
        str | None,
        Header(
            alias="Last-Event-ID",
            max_length=MOST_LAST,
            description="The same, as browsers send it when a stream broke; it goes before `last`.",
        ),
    ] = None,
    chosen: Chosen = None,
) -> Response:
    """What happens at tables and boards, from where you left off.

    Every event has the whole cursor of the stream as its id. Of a place without a last number, and
    of one whose last number is of an older shoe, the first event tells all. A comment comes every
    15 seconds; who takes nothing for ten seconds is cut off, and comes back with the last id.
    """
    known = read_last(last_id or last or "")
    wanted = (*read_numbers(tables, "table"), *read_numbers(boards, "board"))
    if not 1 <= len(wanted) <= MOST_PLACES:
        raise Problem(422, f"a stream is of 1 to {MOST_PLACES} tables and boards: tables=1,2")
    places = [_watched(request, caller, place, known.get(place, 0), chosen) for place in wanted]
    hub: Hub = request.app.state.hub
    # One key may let a hall of screens in: each has its own streams.
    return Stream(hub, f"key {caller.key} at {address_of(request)}", places)


def _watched(
    request: Request, caller: Caller, place: str, number: int, chosen: As | None
) -> Watching:
    kind, _, digits = place.partition("/")
    if kind == "table":
        here = table_of(request, caller, int(digits))
        return Watching(here, viewer_for(request, caller, here, chosen), number)
    require_boards(caller)
    return Watching(house_of(request).board_at(int(digits)), SPECTATOR, number)


def require_boards(caller: Caller, level: Level = Level.WATCH) -> None:
    """A key that is limited to tables is for no board."""
    caller.require(level)
    if caller.tables is not None:
        raise Problem(403, Sentence("your key is for some tables, and for no board"))


def read_numbers(text: str, kind: str) -> list[str]:
    """The places of a list of numbers: `1,2`, for tables or for boards."""
    if text and not NUMBERS.fullmatch(text):
        form = "{kind}s: numbers are expected, with commas between them: 1,2"
        raise Problem(422, Sentence(form, kind=kind), field=f"{kind}s")
    return list(dict.fromkeys(f"{kind}/{int(digits)}" for digits in text.split(",") if digits))


def read_last(text: str) -> dict[str, int]:
    if text and not LAST.fullmatch(text):
        told = "the last numbers do not read (expected e.g. table/1:40,board/4:7)"
        raise Problem(422, told, field="last")
    parted = (one.rpartition(":") for one in text.split(",") if one)
    return {place: int(digits) for place, _, digits in parted}
