"""Somebody who listens to a stream of an app in this process, and may stop reading."""

import asyncio
import json
import zlib
from collections.abc import MutableMapping
from typing import Any, Self

from plain_events import plainly

SOON = 60.0
"""Seconds in which what must come has come; nothing waits so long."""


class Listening:
    """One stream: what was sent, event by event."""

    path = "/api/v1/events"

    def __init__(self, app: Any, query: str, **headers: str) -> None:
        self.app = app
        given = {"host": "127.0.0.1", **{n.replace("_", "-"): v for n, v in headers.items()}}
        self.scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": "GET",
            "scheme": "http",
            "path": self.path,
            "raw_path": self.path.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": [(name.encode(), value.encode()) for name, value in given.items()],
            "client": ("127.0.0.1", 5),
            "server": ("127.0.0.1", 80),
        }
        self.status = 0
        self.headers: dict[str, str] = {}
        self.body = b""
        self.is_reading = asyncio.Event()
        self.is_reading.set()
        self.is_over = False
        self._gone = asyncio.Event()
        self._news = asyncio.Event()

    async def __aenter__(self) -> Self:
        self.task = asyncio.create_task(self.app(self.scope, self._receive, self._send))
        await self.until(lambda: self.status)
        return self

    async def __aexit__(self, *_: object) -> None:
        self.go()
        await asyncio.wait_for(asyncio.wait({self.task}), SOON)

    def go(self) -> None:
        """The connection breaks."""
        self._gone.set()

    async def _receive(self) -> MutableMapping[str, Any]:
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: MutableMapping[str, Any]) -> None:
        await self.is_reading.wait()
        if message["type"] == "http.response.start":
            self.headers = {name.decode(): value.decode() for name, value in message["headers"]}
            self.status = message["status"]
        else:
            self.body += message.get("body", b"")
            self.is_over = not message.get("more_body", False)
        self._news.set()

    async def until(self, is_so: Any) -> None:
        """Wait until something is so that comes by what is sent."""
        async with asyncio.timeout(SOON):
            while not is_so():
                self._news.clear()
                await self._news.wait()

    @property
    def events(self) -> list[tuple[str, str, dict[str, Any]]]:
        """The id, the kind and the data of every event so far."""
        return [(one.last_id, one.kind, json.loads(one.data)) for one in plainly(self.plain)[0]]

    @property
    def plain(self) -> bytes:
        """What was sent, unpressed."""
        if self.headers.get("content-encoding") != "gzip":
            return self.body
        return zlib.decompressobj(wbits=31).decompress(self.body)

    async def told(self, count: int) -> list[tuple[str, str, dict[str, Any]]]:
        """The events, as soon as there are so many."""
        await self.until(lambda: len(self.events) >= count)
        return self.events


class PageListening(Listening):
    """The stream of a browser's pages."""

    path = "/live"

    def __init__(self, app: Any, query: str, **headers: str) -> None:
        super().__init__(app, query, **{"accept_encoding": "gzip, br", **headers})
