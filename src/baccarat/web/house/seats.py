"""Finds out who makes a request at a table: a guest with a token, or a dealer or host with a key.

who = await whose(request, caller, here, "deal")
who.author, who.sat, who.viewer
"""

from dataclasses import dataclass
from time import monotonic
from typing import Literal

from starlette.requests import Request

from baccarat.base.sentences import Sentence
from baccarat.table.requests import DEALER, HOST, HOSTS_OWN, STAFFS_OWN
from baccarat.table.rules.permitted import GUESTS_OWN
from baccarat.table.view.view import Audience
from baccarat.web.gate.callers import Caller, guest_of, guest_token, is_same, token_of
from baccarat.web.gate.house_problems import NOT_SEATED
from baccarat.web.gate.keys import Level
from baccarat.web.gate.problems import Problem
from baccarat.web.house.house import House
from baccarat.web.house.places import HouseTable
from baccarat.web.house.views import AT_THE_SHOE, SPECTATOR, Viewer
from baccarat.web.threads import HouseThreads

As = Literal["guest", "dealer", "host", "spectator"]
"""The role that a caller chooses if they have several."""
ONLY_GUESTS = GUESTS_OWN | {"bet", "decide"}


@dataclass(frozen=True, slots=True)
class Asker:
    """The author of an act: a guest, the dealer or the host."""

    author: str
    sat: int | None = None


def house_of(request: Request) -> House:
    house: House = request.app.state.house
    return house


def threads_of(request: Request) -> HouseThreads:
    threads: HouseThreads = request.app.state.threads
    return threads


def table_of(
    request: Request, caller: Caller, table: int, level: Level = Level.WATCH
) -> HouseTable:
    """The table with this number; raises a problem if the caller lacks this level there."""
    caller.require(level, table)
    here = house_of(request).at(table)
    here.seen = monotonic()  # every request counts as a visit
    return here


def not_seated() -> Problem:
    return Problem(
        403,
        Sentence("only a guest of this table can do this, with their token"),
        kind=NOT_SEATED,
        what_to_do=Sentence("sit down, and send the token as the header Baccarat-Guest"),
    )


def seat_shown(request: Request, here: HouseTable) -> Viewer | None:
    """The seated guest whose token is in the request, as a viewer; None if there is none."""
    seat = guest_of(request, here.number, here.seated)
    return None if seat is None else Viewer(Audience.GUEST, seat.guest, seat.since)


def require_seat(request: Request, here: HouseTable) -> Viewer:
    """The seated guest whose token is in the request, as a viewer; raises a problem if none is."""
    if (viewer := seat_shown(request, here)) is None:
        raise not_seated()
    return viewer


async def whose(
    request: Request, caller: Caller, here: HouseTable, kind: str, chosen: As | None, key: str
) -> Asker:
    """The author of a request at a table: a guest, the dealer or the host. Checks their rights."""
    caller.require(Level.PLAY, here.number)
    is_staffs = kind in HOSTS_OWN or (kind in STAFFS_OWN and here.table.has_many_seats)
    if chosen in (None, "guest") and not (chosen is None and is_staffs):
        seat = seat_shown(request, here)
        if seat is None and key:
            seat = await _who_was_here(request, here)
        if seat is not None:
            return Asker(seat.guest, seat.sat)
        if chosen == "guest" or kind in ONLY_GUESTS:
            raise not_seated()
    if chosen == "host":
        caller.require(Level.HOST, here.number)
    caller.require(Level.DEAL, here.number)
    is_host = caller.level >= Level.HOST and chosen != "dealer"
    return Asker(HOST if is_host else DEALER)


async def _who_was_here(request: Request, here: HouseTable) -> Viewer | None:
    """The guest with this token, if they have already left; None if there is no such guest."""
    token = token_of(request, here.number)
    if not token:
        return None
    store = house_of(request).store
    for row in await threads_of(request).look(lambda: store.guests(here.number)):
        right = guest_token(store.secret, here.number, row.guest, row.since)
        if row.left_at is not None and is_same(token, right):
            return Viewer(Audience.GUEST, row.guest, row.since)
    return None


def viewer_for(
    request: Request, caller: Caller, here: HouseTable, chosen: As | None = None
) -> Viewer:
    """The role in which the caller sees the table: guest, dealer or spectator."""
    if chosen in (None, "guest"):
        if (seat := seat_shown(request, here)) is not None:
            return seat
        if chosen is not None:
            raise not_seated()
    if chosen in ("dealer", "host"):
        caller.require(Level.DEAL, here.number)
    is_dealer = chosen != "spectator" and caller.may(Level.DEAL, here.number)
    return AT_THE_SHOE if is_dealer else SPECTATOR
