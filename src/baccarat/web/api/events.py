"""The endpoint that streams live events of tables and boards over HTTP."""

import re
from typing import Annotated

from fastapi import APIRouter, Header, Query, Request, Response

from baccarat.base.sentences import Sentence
from baccarat.web.api.tables import Calls, Chosen
from baccarat.web.gate.callers import Caller
from baccarat.web.gate.gate import address_of
from baccarat.web.gate.keys import Level
from baccarat.web.gate.problems import DOCUMENTED, Problem
from baccarat.web.house.places import HouseBoard, HouseTable
from baccarat.web.house.seats import As, house_of, table_of, viewer_for
from baccarat.web.house.views import SPECTATOR
from baccarat.web.streams.events import Hub, Stream, Watching

router = APIRouter(prefix="/api/v1", tags=["events"])
MOST_PLACES = 100
"""Most tables and boards in one stream."""
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
            description="Last number that you have of each place: `table/1:40,board/4:7`.",
            examples=["table/1:40"],
        ),
    ] = None,
    last_id: Annotated[
        str | None,
        Header(
            alias="Last-Event-ID",
            max_length=MOST_LAST,
            description="The same, as browsers send it when a stream broke; it overrides `last`.",
        ),
    ] = None,
    chosen: Chosen = None,
) -> Response:
    """A stream of live events of tables and boards, after the last event that you have received.

    The id of every event is the cursor of the whole stream. The first event of a place is complete
    if you have no last number of that place, or a number of an older shoe. The server sends a
    comment every 15 seconds. The server cuts off a reader who takes nothing for 10 seconds; connect
    again with the last id.
    """
    known = read_last(last_id or last or "")
    wanted = (*read_numbers(tables, "table"), *read_numbers(boards, "board"))
    if not 1 <= len(wanted) <= MOST_PLACES:
        raise Problem(
            422, f"a stream must have 1 to {MOST_PLACES} tables and boards, e.g. tables=1,2"
        )
    places = [_watched(request, caller, place, known.get(place, 0), chosen) for place in wanted]
    hub: Hub = request.app.state.hub
    # Many screens may share one key, so streams are counted by key and address.
    return Stream(hub, f"key {caller.key} at {address_of(request)}", places)


def _watched(
    request: Request, caller: Caller, place: str, number: int, chosen: As | None
) -> Watching:
    here = place_of(request, caller, place)
    if isinstance(here, HouseTable):
        return Watching(here, viewer_for(request, caller, here, chosen), number)
    return Watching(here, SPECTATOR, number)


def place_of(request: Request, caller: Caller, place: str) -> HouseTable | HouseBoard:
    """The table or board with this name; raises a problem if the caller may not see it."""
    kind, _, digits = place.partition("/")
    if kind == "table":
        return table_of(request, caller, int(digits))
    require_boards(caller)
    return house_of(request).board_at(int(digits))


def require_boards(caller: Caller, level: Level = Level.WATCH) -> None:
    """Raise a problem if the caller's level is too low, or their key is only for some tables."""
    caller.require(level)
    if caller.tables is not None:
        raise Problem(403, Sentence("your key is only for some tables, not for boards"))


def read_numbers(text: str, kind: str) -> list[str]:
    """The names `table/1` and `table/2` for the text `1,2`; `kind` is `table` or `board`."""
    if text and not NUMBERS.fullmatch(text):
        form = "{kind}s: numbers are expected, with commas between them: 1,2"
        raise Problem(422, Sentence(form, kind=kind), field=f"{kind}s")
    return list(dict.fromkeys(f"{kind}/{int(digits)}" for digits in text.split(",") if digits))


def read_last(text: str) -> dict[str, int]:
    if text and not LAST.fullmatch(text):
        told = "cannot read the last numbers (expected e.g. table/1:40,board/4:7)"
        raise Problem(422, told, field="last")
    parted = (one.rpartition(":") for one in text.split(",") if one)
    return {place: int(digits) for place, _, digits in parted}
