"""Lean clients for `serve.py`: thousands of spectators and hundreds of acts a second on one core.

They speak HTTP by hand, because everything shares two cores with the server: httpx would take more
time than what is measured.
"""

import asyncio
import json
import resource
import zlib
from array import array
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from itertools import count
from multiprocessing.connection import Connection
from time import monotonic
from typing import Any, cast
from uuid import uuid4

import uvloop

AT_ONCE = 50
"""Spectators who come in together; then the server gets its breath."""
EACH = 12
"""Spectators of one address: a server bounds the streams of each."""


def source(number: int) -> str:
    """An address of loopback of its own for every few spectators."""
    place = number // EACH
    return f"127.1.{place // 250}.{1 + place % 250}"


# Spectators.


@dataclass
class News:
    """An event, read once for all spectators who got the same bytes."""

    number: int
    since: int
    coups: int
    results: list[bytes]


def read_news(data: bytes, cache: dict[bytes, News]) -> News:
    found = cache.get(data)
    if found is None:
        told = json.loads(data)
        view = told["view"]
        results = [json.dumps(one, sort_keys=True).encode() for one in view["results"]]
        found = News(told["number"], told["since"], view["coups"], results)
        if len(cache) > 200:
            cache.clear()
        cache[data] = found
    return found


class Spectator(asyncio.Protocol):
    """Watches one table, and checks that every coup comes once and in order."""

    def __init__(self, table: int, cache: dict[bytes, News], tell: Callable[["Spectator"], None]):
        self.table, self._cache, self._tell = table, cache, tell
        self.number = self.coups = -1
        self.digest = 0
        self.came = array("d")
        """coups so far and when, one pair after the other"""
        self.faults: list[str] = []
        self.deliveries = self.bytes = 0
        self.is_over = False
        self._buffer = b""
        self._body = b""
        self._is_head = True

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        host, self.port = transport.get_extra_info("peername")[:2]
        head = f"GET {self.path()} HTTP/1.1\r\nHost: {host}:{self.port}\r\n\r\n"
        self.transport.write(head.encode())

    def path(self) -> str:
        return f"/api/v1/events?tables={self.table}&as=spectator"

    def connection_lost(self, trouble: Exception | None) -> None:
        if not self.is_over:
            self.faults.append(f"the stream ended: {trouble}")
            self._tell(self)

    def data_received(self, data: bytes) -> None:
        now = monotonic()
        self.bytes += len(data)
        self._buffer = self._buffer + data if self._buffer else data
        if self._is_head:
            head, found, rest = self._buffer.partition(b"\r\n\r\n")
            if not found:
                return
            if b" 200 " not in head.split(b"\r\n")[0]:
                self.faults.append(head.split(b"\r\n")[0].decode("latin-1"))
                self._tell(self)
                self.transport.close()
                return
            self._buffer, self._is_head = rest, False
        self._read_chunks()
        while (end := self._body.find(b"\n\n")) >= 0:
            event, self._body = self._body[:end], self._body[end + 2 :]
            if (start := event.find(b"\ndata: ")) >= 0:
                self._hear(read_news(event[start + 7 :], self._cache), now)

    def _read_chunks(self) -> None:
        while (end := self._buffer.find(b"\r\n")) >= 0:
            size = int(self._buffer[:end], 16)
            if len(self._buffer) < end + size + 4:
                return
            self._body += self._buffer[end + 2 : end + 2 + size]
            self._buffer = self._buffer[end + size + 4 :]

    def _hear(self, news: News, now: float) -> None:
        self.deliveries += 1
        if self.coups < 0:
            self.number, self.coups = news.number, news.coups
            self._tell(self)
            return
        if news.number <= self.number:
            self.faults.append(f"{news.number} came after {self.number}")
        if news.since not in (0, self.number):
            self.faults.append(f"{news.number} is since {news.since}, not since {self.number}")
        fresh = news.coups - self.coups
        if not 0 <= fresh <= len(news.results):
            self.faults.append(f"coup {news.coups} came after {self.coups}")
        for result in news.results[len(news.results) - fresh :] if fresh > 0 else ():
            self.digest = zlib.crc32(result, self.digest)
        if fresh > 0:
            self.came.extend((news.coups, now))
        self.number, self.coups = news.number, news.coups


def watch(pipe: Connection, port: int, first: int, tables: list[int]) -> None:
    """A process of spectators; says when all are there, goes on until it is told to stop."""
    uvloop.run(_watch(pipe, port, first, tables))


async def _watch(pipe: Connection, port: int, first: int, tables: list[int]) -> None:
    loop = asyncio.get_running_loop()
    cache: dict[bytes, News] = {}
    spectators: list[Spectator] = []
    arrived = 0
    everybody = asyncio.Event()

    def tell(_: Spectator) -> None:
        nonlocal arrived
        arrived += 1
        if arrived >= len(tables):
            everybody.set()

    for start in range(0, len(tables), AT_ONCE):
        made = []
        for place in range(start, min(start + AT_ONCE, len(tables))):
            spectator = Spectator(tables[place], cache, tell)
            spectators.append(spectator)
            made.append(_arrive(spectator, port, source(first + place)))
        await asyncio.gather(*made)
    await asyncio.wait_for(everybody.wait(), 120)
    pipe.send("here")
    await loop.run_in_executor(None, pipe.recv)  # dealing begins
    before = used()
    await loop.run_in_executor(None, pipe.recv)  # it is over
    after = used()
    for one in spectators:
        one.is_over = True
        one.transport.close()
    pipe.send(
        {
            "cpu": after - before,
            "spectators": [
                (one.table, one.coups, one.digest, one.deliveries, one.bytes, one.faults[:3])
                for one in spectators
            ],
            "came": [(one.table, one.came.tobytes()) for one in spectators],
        }
    )


async def _arrive(spectator: Spectator, port: int, address: str) -> None:
    loop = asyncio.get_running_loop()
    await loop.create_connection(lambda: spectator, "127.0.0.1", port, local_addr=(address, 0))


def used() -> float:
    """Seconds of the processor that this process has taken."""
    own = resource.getrusage(resource.RUSAGE_SELF)
    return own.ru_utime + own.ru_stime


# Those who act.


class Speaker:
    """A connection that is kept, over which one call goes after the other."""

    def __init__(self, port: int, place: int = 0) -> None:
        self.port, self.place = port, place
        self._is_open = False

    async def call(
        self, method: str, path: str, body: object = None, token: str = "", key: str = ""
    ) -> Any:
        if not self._is_open:
            self._reader, self._writer = await asyncio.open_connection(
                "127.0.0.1", self.port, limit=1 << 22
            )
            self._is_open = True
        sent = b"" if body is None else json.dumps(body).encode()
        head = (
            f"{method} /api/v1/{path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(sent)}\r\n"
        )
        if token:
            head += f"Baccarat-Guest: {token}\r\n"
        if key:
            head += f"Idempotency-Key: {key}\r\n"
        self._writer.write(head.encode() + b"\r\n" + sent)
        came = await self._reader.readuntil(b"\r\n\r\n")
        lines = came.decode("latin-1").lower().split("\r\n")
        length = next(int(line[15:]) for line in lines if line.startswith("content-length:"))
        told = await self._reader.readexactly(length)
        if " 20" not in lines[0]:
            raise RuntimeError(f"{method} {path}: {lines[0]} {told[:300].decode()}")
        return json.loads(told)

    def close(self) -> None:
        if self._is_open:
            self._writer.close()


@dataclass
class Dealt:
    """A table as its dealer has it: when each coup was asked for, and what came."""

    table: int
    asked: dict[int, float] = field(default_factory=dict)
    coups: int = 0
    digest: int = 0


class Dealer:
    """Deals at one table; a shoe that is finished is followed by another."""

    def __init__(self, port: int, table: int) -> None:
        self.speaker = Speaker(port)
        self.table = table
        self.dealt = Dealt(table)
        self.phase = "shoe"

    async def act(self, kind: str, **values: object) -> Any:
        body = {"act": kind, **values}
        path = f"tables/{self.table}/acts"
        told = await self.speaker.call("POST", path, body, key=uuid4().hex)
        self.phase = told["view"]["phase"]
        return told

    async def prepare(self) -> None:
        """Make the table ready for the next coup."""
        while self.phase in ("shoe", "finished", "cut"):
            await self.act("cut" if self.phase == "cut" else "shoe")

    async def deal(self) -> None:
        asked = monotonic()
        told = await self.act("deal", free=True)
        view = told["view"]
        self.dealt.asked[view["coups"]] = asked
        fresh = view["coups"] - self.dealt.coups
        assert fresh == 1, f"{fresh} coups by one deal"
        result = json.dumps(view["results"][-1], sort_keys=True).encode()
        self.dealt.digest = zlib.crc32(result, self.dealt.digest)
        self.dealt.coups = view["coups"]


def deal(
    pipe: Connection,
    port: int,
    tables: list[int],
    seconds: float,
    kind: Callable[[int, int], Dealer] = Dealer,
) -> None:
    """A process of dealers: a coup a second at every table, one table after the other."""
    uvloop.run(_deal(pipe, port, [kind(port, table) for table in tables], seconds))


async def _deal(pipe: Connection, port: int, dealers: list[Dealer], seconds: float) -> None:
    for dealer in dealers:
        await dealer.prepare()
    pipe.send("ready")
    await asyncio.get_running_loop().run_in_executor(None, pipe.recv)
    start, before = monotonic() + 0.2, used()
    end = start + seconds

    async def at_one(place: int, dealer: Dealer) -> None:
        for turn in count():
            due = start + turn + place / len(dealers)
            if due >= end:
                return
            await asyncio.sleep(max(0.0, due - monotonic()))
            await dealer.deal()
            await dealer.prepare()

    await asyncio.gather(*(at_one(place, dealer) for place, dealer in enumerate(dealers)))
    took = monotonic() - start
    pipe.send({"cpu": used() - before, "dealt": [dealer.dealt for dealer in dealers], "took": took})
    for dealer in dealers:
        dealer.speaker.close()


GUESTS = ("Ann", "Bob")
PLAN: list[tuple[int, str, dict[str, Any]]] = [
    (0, "bet", {"wagers": "banker=10 tie=1"}),
    (1, "place", {"spot": "player", "stake": 10}),
    (0, "place", {"spot": "banker", "stake": 5}),
    (1, "double", {}),
    (0, "undo", {}),
    (1, "lift", {"spot": "player", "stake": 5}),
    (0, "place", {"spot": "tie", "stake": 1}),
    (1, "place", {"spot": "banker", "stake": 1}),
    (0, "undo", {}),
]
"""What two guests do before a coup is dealt."""


class BusyTable:
    """A table with two guests and a dealer, who act as often as they are told to."""

    def __init__(self, port: int, table: int) -> None:
        self.dealer = Dealer(port, table)
        self.guests = [Speaker(port) for _ in GUESTS]
        self.tokens: list[str] = []
        self.steps = self._steps()

    async def prepare(self) -> None:
        for guest, speaker in zip(GUESTS, self.guests, strict=True):
            body = {"act": "sit", "guest": guest, "bankroll": 1_000_000}
            path = f"tables/{self.dealer.table}/acts"
            told = await speaker.call("POST", path, body, key=uuid4().hex)
            self.tokens.append(told["token"])
        await self.dealer.prepare()

    def _steps(self) -> Any:
        while True:
            for place, kind, values in PLAN:
                yield self._guests_act(place, kind, values)
            yield self.dealer.act("deal")
            while self.dealer.phase in ("finished", "shoe", "cut"):
                yield self.dealer.act("cut" if self.dealer.phase == "cut" else "shoe")

    async def _guests_act(self, place: int, kind: str, values: dict[str, object]) -> None:
        path = f"tables/{self.dealer.table}/acts"
        body = {"act": kind, **values}
        await self.guests[place].call("POST", path, body, self.tokens[place], uuid4().hex)

    def close(self) -> None:
        for speaker in (self.dealer.speaker, *self.guests):
            speaker.close()


def act(pipe: Connection, port: int, tables: list[int], rate: float, seconds: float) -> None:
    """A process of guests and dealers: acts at a rate, each due at its own moment."""
    uvloop.run(_act(pipe, port, tables, rate, seconds))


async def _act(pipe: Connection, port: int, tables: list[int], rate: float, seconds: float) -> None:
    busy = [BusyTable(port, table) for table in tables]
    for place, one in enumerate(busy):
        await one.prepare()
        for _ in range(place % (len(PLAN) + 1)):  # tables do not deal at the same moment
            await next(one.steps)
    pipe.send("ready")
    await asyncio.get_running_loop().run_in_executor(None, pipe.recv)
    every = len(busy) / rate
    start, before = monotonic() + 0.2, used()
    end = start + seconds
    took = array("d")

    async def at_one(place: int, one: BusyTable) -> None:
        for turn in count():
            due = start + turn * every + place / rate
            if due >= end:
                return
            await asyncio.sleep(max(0.0, due - monotonic()))
            step: Coroutine[Any, Any, object] = next(one.steps)
            await step
            took.append(monotonic() - due)  # an act that had to wait for the one before is late

    await asyncio.gather(*(at_one(place, one) for place, one in enumerate(busy)))
    pipe.send({"cpu": used() - before, "took": took.tobytes(), "for": monotonic() - start})
    for one in busy:
        one.close()
