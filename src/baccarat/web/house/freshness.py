"""Middleware for several servers with one store: no caller gets an older answer than before.

app.add_middleware(UpToDate, house=house, threads=threads)

News from other servers takes a moment. A caller may be faster, and send the next request here. That
request names a place or an act number that this server does not know yet, or has the token of a
seat that was just taken. In these cases the server reads the store before it answers.
"""

import re
from contextlib import suppress
from functools import partial
from urllib.parse import unquote

from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from baccarat.base.errors import BaccaratError
from baccarat.table.saving import NotKept
from baccarat.web.gate.callers import guest_of, token_of
from baccarat.web.gate.house_problems import store_away
from baccarat.web.gate.middleware import READS
from baccarat.web.house.house import House
from baccarat.web.house.places import HouseTable
from baccarat.web.threads import HouseThreads

PATH = re.compile(r"(?:/api/v1)?/(table|board)s/([0-9]{1,9})(?:/|$)")
SINCE = re.compile(r"(?:^|&)since=([0-9]{1,18})(?:&|$)")
STREAMS = frozenset({"/api/v1/events", "/live", "/parts"})
LISTED = re.compile(r"(?:^|&)(table|board)s=([0-9,]+)")
NAMED = re.compile(r"(table|board)/([0-9]{1,9})(?::([0-9]{1,18}))?")
"""A place, perhaps with a number, in a query or in `Last-Event-ID`."""


class UpToDate:
    """Middleware that first reads new acts from the store, if another server may have added any."""

    def __init__(self, app: ASGIApp, house: House, threads: HouseThreads) -> None:
        self.app, self._house, self._threads = app, house, threads

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            for place, number in named(scope).items():
                if self._is_behind(Request(scope), place, number):
                    await self._catch_up(place, is_act=scope["method"] not in READS)
        await self.app(scope, receive, send)

    def _is_behind(self, request: Request, place: str, number: int) -> bool:
        """Whether another server may have newer acts of a table or board than this server."""
        here = self._house.find(place)
        if here is None or here.last < number:
            return True
        if not isinstance(here, HouseTable) or not token_of(request, here.number):
            return False
        return guest_of(request, here.number, here.seated) is None

    async def _catch_up(self, place: str, *, is_act: bool) -> None:
        fellows = self._house.fellows
        assert fellows is not None
        try:
            await self._threads.look(partial(fellows.caught_up, place))
        except NotKept as trouble:
            if is_act:  # the act would need the same store again
                raise store_away(trouble) from None
            # A read gets the state that this server has.


class FoldedFirst:
    """Middleware that loads a request's table or board in a thread, not on the event loop.

    A fault is not reported here: the route that looks for the place reports it.
    """

    def __init__(self, app: ASGIApp, house: House, threads: HouseThreads) -> None:
        self.app, self._house, self._threads = app, house, threads

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = PATH.match(scope["path"]) if scope["type"] == "http" else None
        here = None if path is None else self._house.find(f"{path[1]}/{int(path[2])}")
        if not (here is None or here.is_folded or here.fault):
            with suppress(BaccaratError):
                await self._threads.look(here.fold)
        await self.app(scope, receive, send)


def named(scope: Scope) -> dict[str, int]:
    """The tables and boards that a request names, each with the highest act number it names."""
    query = unquote(scope["query_string"].decode("latin-1"))
    if (path := PATH.match(scope["path"])) is not None:
        since = SINCE.search(query)
        return {f"{path[1]}/{int(path[2])}": 0 if since is None else int(since[1])}
    found: dict[str, int] = {}
    if scope["path"] in STREAMS:
        for kind, numbers in LISTED.findall(query):
            found |= {f"{kind}/{int(one)}": 0 for one in numbers.split(",") if 0 < len(one) < 10}
        last = dict(scope["headers"]).get(b"last-event-id", b"").decode("latin-1")
        for kind, digits, number in NAMED.findall(f"{query} {last}"):
            place = f"{kind}/{int(digits)}"
            found[place] = max(found.get(place, 0), int(number or 0))
    return found
