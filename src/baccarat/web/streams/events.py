"""Streams of server-sent events: each viewer gets the changes of tables and boards as they happen.

hub = Hub(threads); house.listen(hub.moved)
Stream(hub, "10.0.0.2", [Watching(house.at(1), SPECTATOR, 40)])    an ASGI response

A stream has no queue. It knows the last number that it sent of each place, and sends the news since
then when the place moves on. Viewers with the same number share the same line.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from threading import Lock
from time import monotonic
from typing import Any, Protocol

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from baccarat.base.sentences import Sentence
from baccarat.web.gate.bodies import until_gone
from baccarat.web.gate.problems import Problem
from baccarat.web.threads import HouseThreads

PATIENCE = 10.0
"""Seconds after which a client that reads nothing is cut off."""
QUIET = 15.0
"""Seconds without an event after which a comment is sent as a sign of life."""
SWEEPS = 1.0
"""Seconds between two checks of all streams."""
COMMENT = b": \n\n"
BEGIN = b"retry: 1000\n\n"
"""Tells browsers to reconnect after a second."""
HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]
MOST_READY = 32
"""Most lines that are made before the streams are woken."""
AT_ONCE_WOKEN = 100
TOO_MANY = Sentence("too many streams are open")
HOW = Sentence("watch several tables in one stream, and close unused streams")


class ToldPlace(Protocol):
    """Makes the JSON or HTML line of a table or board for a viewer, and caches it."""

    def found(self, viewer: Any, since: int, /) -> tuple[int, bytes] | None: ...
    def tell(self, viewer: Any, since: int, /) -> tuple[int, bytes]: ...


class WatchedPlace(Protocol):
    """A table or board that a stream can show, as JSON or as drawn parts of pages."""

    @property
    def kind(self) -> str: ...
    @property
    def place(self) -> str: ...
    @property
    def memo(self) -> ToldPlace: ...
    def memo_since(self, number: int, /) -> ToldPlace: ...
    def watched(self, change: int, /) -> None: ...


@dataclass(slots=True)
class Watching:
    """A table or board in a stream, its viewer, and the last act number that was sent."""

    here: WatchedPlace
    viewer: Hashable
    number: int


class Hub:
    """All open streams of a server, by the tables and boards that they show."""

    def __init__(self, threads: HouseThreads, *, most: int = 12_000, most_each: int = 16) -> None:
        self.threads = threads
        self._most, self._most_each = most, most_each
        self._streams: set[Stream] = set()
        self._by_client: Counter[str] = Counter()
        self._by_place: dict[str, set[Stream]] = {}
        self._lock = Lock()
        """guards the next two fields, which other threads touch"""
        self._moved: set[str] = set()
        self._is_told = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._sweeper: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        """kept here because the event loop keeps no reference to its tasks"""

    def __len__(self) -> int:
        return len(self._streams)

    # From any thread.

    def moved(self, place: str, number: int) -> None:
        """Note that a table or board has changed, and wake the event loop once for all changes."""
        with self._lock:
            loop = self._loop
            if loop is None or place not in self._by_place:
                return
            self._moved.add(place)
            if self._is_told:
                return
            self._is_told = True
        loop.call_soon_threadsafe(self._wake)

    # In the loop.

    def join(self, stream: "Stream") -> None:
        """Add a stream; raises a problem if its owner or the server has too many."""
        if len(self._streams) >= self._most:
            raise Problem(503, TOO_MANY, headers={"Retry-After": "5"})
        if self._by_client[stream.client] >= self._most_each:
            raise Problem(429, TOO_MANY, what_to_do=HOW, headers={"Retry-After": "5"})
        self._loop = asyncio.get_running_loop()
        if self._sweeper is None or self._sweeper.done():
            self._sweeper = self._loop.create_task(self._sweep())
        self._streams.add(stream)
        self._by_client[stream.client] += 1
        for place, watching in stream.places.items():
            self._by_place.setdefault(place, set()).add(stream)
            watching.here.watched(+1)

    def leave(self, stream: "Stream") -> None:
        """Remove a stream that is over."""
        if stream not in self._streams:
            return
        self._streams.remove(stream)
        self._by_client[stream.client] -= 1
        if not self._by_client[stream.client]:
            del self._by_client[stream.client]
        for place, watching in stream.places.items():
            self._by_place[place].discard(stream)
            if not self._by_place[place]:
                del self._by_place[place]
            watching.here.watched(-1)

    def close(self) -> None:
        """End all streams, because the server stops."""
        if self._sweeper is not None:
            self._sweeper.cancel()
        for stream in list(self._streams):
            stream.end()

    def _wake(self) -> None:
        with self._lock:
            moved, self._moved, self._is_told = self._moved, set(), False
        for place in moved:
            streams = self._by_place.get(place)
            if streams:
                self._make_ready(place, streams)

    def _make_ready(self, place: str, streams: "Iterable[Stream]") -> None:
        """Make the lines that most streams need, in another thread; then wake the streams."""
        watched = (stream.places[place] for stream in streams)
        wanted = Counter((watch.here, watch.viewer, watch.number) for watch in watched)
        kinds = [kind for kind, _ in wanted.most_common(MOST_READY)]

        def make() -> None:
            for watched_place, viewer, since in kinds:
                with suppress(Exception):  # the streams that need this line get the error
                    watched_place.memo_since(since).tell(viewer, since)

        async def wake() -> None:
            await self.threads.show(make)
            for count, stream in enumerate(list(self._by_place.get(place, ())), start=1):
                stream.wake(place)
                if not count % AT_ONCE_WOKEN:
                    await asyncio.sleep(0)  # let requests have a turn

        assert self._loop is not None
        task = self._loop.create_task(wake())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _sweep(self) -> None:
        """Look at all streams every few seconds, as long as there are any."""
        while self._streams:
            await asyncio.sleep(SWEEPS)
            moment = monotonic()
            for stream in list(self._streams):
                stream.look_at(moment)


class Stream(Response):
    """A streaming HTTP response that sends an event when a table or board changes."""

    head, begin, comment = HEADERS, BEGIN, COMMENT

    def __init__(self, hub: Hub, client: str, places: Iterable[Watching]) -> None:
        """`client` is the owner of the stream; each owner may have only a few streams."""
        self.status_code, self.background, self.raw_headers = 200, None, list(self.head)
        self.client = client
        self.places = {watch.here.place: watch for watch in places}
        self._hub = hub
        self._dirty = dict.fromkeys(self.places)
        """places that may have moved on, in their order"""
        self._waiter: asyncio.Future[None] | None = None
        self._is_over = self._is_quiet = False
        self._last = 0.0
        """the time of the last send"""
        self._since = 0.0
        """the time at which the present send began; 0 if there is none"""
        self._cut: Callable[[], object] = self.end
        self._push: Callable[[bytes], bool] = lambda piece: False
        """sends a piece at once, and returns whether it could"""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._hub.join(self)
        task = asyncio.current_task()
        assert task is not None
        # The server's protocol may lend two functions: one drops a connection whose client reads
        # nothing, the other sends a piece at once.
        lent = scope.get("state", {})
        self._cut, self._push = lent.get("abort") or task.cancel, lent.get("push") or self._push
        ending = asyncio.create_task(self._until_gone(receive))
        try:
            await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
            await self._send(send, self.begin)
            await self._tell(send)
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            ending.cancel()
            self._hub.leave(self)

    async def _until_gone(self, receive: Receive) -> None:
        await until_gone(receive)
        self.end()

    async def _tell(self, send: Send) -> None:
        loop = asyncio.get_running_loop()
        while not self._is_over:
            while self._dirty and not self._is_over:
                place = next(iter(self._dirty))
                del self._dirty[place]
                event = await self._event(self.places[place])
                if event:
                    await self._send(send, event)
            if self._is_quiet:
                await self._send(send, self.comment)
            if not (self._dirty or self._is_over):
                self._waiter = loop.create_future()
                await self._waiter

    async def _event(self, watch: Watching) -> bytes:
        """The event with the changes of a table or board; empty without changes."""
        memo = watch.here.memo_since(watch.number)
        event = memo.found(watch.viewer, watch.number)
        if event is None:
            tell = partial(memo.tell, watch.viewer, watch.number)
            event = await self._hub.threads.show(tell)
        number, line = event
        if number == watch.number:
            return b""
        watch.number = number
        if memo is not watch.here.memo:
            self._dirty[watch.here.place] = None  # the new shoe is sent next
        return self.framed(watch, line)

    def framed(self, watch: Watching, line: bytes) -> bytes:
        """An event in the text format of server-sent events."""
        kind = watch.here.kind.encode()
        return b"id: %s\nevent: %s\ndata: %s\n\n" % (self.cursor, kind, line)

    @property
    def cursor(self) -> bytes:
        """The last act number of each table and board; a client that reconnects sends them back."""
        parts = [f"{place}:{watch.number}" for place, watch in self.places.items() if watch.number]
        return ",".join(parts).encode()

    async def _send(self, send: Send, body: bytes) -> None:
        self._since = self._last = monotonic()
        self._is_quiet = False
        await send({"type": "http.response.body", "body": body, "more_body": True})
        self._since = 0.0

    def wake(self, place: str) -> None:
        """Send the changes of a table or board: at once if possible, else by the stream's task."""
        if not self._tell_at_once(self.places[place]):
            self._dirty[place] = None
            self._go_on()

    def _tell_at_once(self, watch: Watching) -> bool:
        """Send a line from the cache without waking the stream's task; False if impossible.

        Of a thousand viewers, nearly all get their line this way, in half the time.
        """
        memo = watch.here.memo_since(watch.number)
        is_waiting = self._waiter is not None and not self._waiter.done()
        if not is_waiting or memo is not watch.here.memo:  # the end of a shoe comes first
            return False
        if (event := memo.found(watch.viewer, watch.number)) is None:
            return False
        number_before, (watch.number, line) = watch.number, event
        if watch.number == number_before or self._push(self.framed(watch, line)):
            self._last = monotonic()
            return True
        watch.number = number_before
        return False

    def end(self) -> None:
        """End the stream."""
        self._is_over = True
        self._go_on()

    def look_at(self, moment: float) -> None:
        """End the stream if its client reads nothing; send a comment if it was quiet for long."""
        if self._since and moment - self._since > PATIENCE:
            self.end()
            self._cut()
        elif moment - self._last > QUIET:
            self._is_quiet = True
            self._go_on()

    def _go_on(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)
