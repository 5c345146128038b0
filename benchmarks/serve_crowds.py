"""Rough crowds for `serve.py`: some never read, come and go, come back, or ask again and again."""

import asyncio
import random
import select
import socket
from array import array
from contextlib import suppress
from multiprocessing.connection import Connection
from time import monotonic
from typing import Any

import uvloop
from serve_clients import Dealer, News, Speaker, Spectator, source, used

FIRST_SLEEPER, FIRST_VISITOR = 30_000, 40_000
"""Numbers from which these have addresses of their own."""
SMALL = 4_096
"""Bytes that a sleeper's socket holds: then the server's own begin to wait."""
STAYS = (0.5, 1.5)
"""Seconds, the least and the most, that a visitor stays."""
RETRY = 1.0
"""Seconds after which a stream that broke is asked for again, as the server says."""


def never_read(pipe: Connection, port: int, tables: list[int]) -> None:
    """Streams that are asked for and never read; who is cut off asks again."""
    watched = select.poll()
    sockets: dict[int, tuple[int, socket.socket]] = {}
    began = 0

    def begin(place: int) -> None:
        nonlocal began
        one = socket.socket()
        one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL)
        one.bind((source(FIRST_SLEEPER + place), 0))
        one.connect(("127.0.0.1", port))
        path = f"/api/v1/events?tables={tables[place]}&as=spectator"
        one.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
        sockets[one.fileno()] = place, one
        watched.register(one, 0)  # that it was cut off is told all the same
        began += 1

    for place in range(len(tables)):
        begin(place)
    pipe.send("here")
    pipe.recv()  # dealing begins
    while not pipe.poll(0.5):
        for file, _ in watched.poll(0):
            watched.unregister(file)
            place, one = sockets.pop(file)
            one.close()
            begin(place)
    pipe.send({"cpu": used(), "began": began})


def come_and_go(pipe: Connection, port: int, tables: list[int], rate: float) -> None:
    """Visitors at a rate, who watch a table for a second or so."""
    uvloop.run(_come_and_go(pipe, port, tables, rate))


async def _come_and_go(pipe: Connection, port: int, tables: list[int], rate: float) -> None:
    cache: dict[bytes, News] = {}
    told = {"came": 0, "heard": 0, "faults": 0}
    tasks: set[asyncio.Task[None]] = set()
    loop = asyncio.get_running_loop()

    async def visit(number: int) -> None:
        one = Spectator(tables[number % len(tables)], cache, lambda _: None)
        address = source(FIRST_VISITOR + number % 6_000)
        told["came"] += 1
        await loop.create_connection(lambda: one, "127.0.0.1", port, local_addr=(address, 0))
        await asyncio.sleep(random.uniform(*STAYS))
        one.is_over = True
        one.transport.close()
        told["heard"] += one.coups >= 0
        told["faults"] += bool(one.faults)

    pipe.send("here")
    await loop.run_in_executor(None, pipe.recv)
    start = monotonic()
    for number in range(1 << 40):
        if pipe.poll():
            break
        await asyncio.sleep(max(0.0, start + number / rate - monotonic()))
        task = asyncio.create_task(visit(number))
        tasks.add(task)
        task.add_done_callback(tasks.discard)
    await asyncio.gather(*tasks)
    pipe.send({"cpu": used(), **told})


def deal_runs(pipe: Connection, port: int, runs: int) -> None:
    """Runs of the laboratory, each of which wants every core for as long as it may."""
    uvloop.run(_deal_runs(pipe, port, runs))


async def _deal_runs(pipe: Connection, port: int, runs: int) -> None:
    speaker, loop = Speaker(port), asyncio.get_running_loop()
    asked = [{"kind": "simulate", "shoes": 100_000_000, "seed": seed} for seed in range(runs)]
    paths = [f"runs/{(await speaker.call('POST', 'runs', one))['digest']}" for one in asked]
    for path in paths:
        while (await speaker.call("GET", path))["state"] != "running":
            await asyncio.sleep(0.2)
    pipe.send("here")
    await loop.run_in_executor(None, pipe.recv)
    await loop.run_in_executor(None, pipe.recv)
    found = [await speaker.call("POST", f"{path}/stop", {}) for path in paths]
    speaker.close()
    pipe.send({"cpu": used(), "shoes_dealt": sum(one["progress"]["done"] for one in found)})


# A server that is killed.


class Returning(Spectator):
    """Comes back when the stream breaks, from where it left off; no more often than it was told."""

    tries = 0
    back: float | None = None
    """when something came again after the stream had broken"""

    def __init__(self, table: int, cache: dict[bytes, News], tell: Any, address: str) -> None:
        super().__init__(table, cache, tell)
        self.address, self._is_away = address, False

    def path(self) -> str:
        last = f"&last=table/{self.table}:{self.number}" if self.number > 0 else ""
        return super().path() + last

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._is_away and not self._is_head:
            self._is_away, self.back = False, monotonic()

    def connection_lost(self, trouble: Exception | None) -> None:
        if not self.is_over:
            self._is_away = True
            self._buffer, self._body, self._is_head = b"", b"", True
            asyncio.get_running_loop().create_task(self._return())

    async def _return(self) -> None:
        loop = asyncio.get_running_loop()
        port = self.port
        while not self.is_over:
            await asyncio.sleep(RETRY * random.uniform(1, 1.5))
            self.tries += 1
            with suppress(OSError):
                await loop.create_connection(
                    lambda: self, "127.0.0.1", port, local_addr=(self.address, 0)
                )
                return


def return_later(pipe: Connection, port: int, first: int, tables: list[int]) -> None:
    """Spectators who come back when the server does."""
    uvloop.run(_return_later(pipe, port, first, tables))


async def _return_later(pipe: Connection, port: int, first: int, tables: list[int]) -> None:
    loop = asyncio.get_running_loop()
    cache: dict[bytes, News] = {}
    here = asyncio.Semaphore(0)
    crowd = [
        Returning(table, cache, lambda _: here.release(), source(first + place))
        for place, table in enumerate(tables)
    ]
    for one in crowd:
        await loop.create_connection(
            lambda one=one: one, "127.0.0.1", port, local_addr=(one.address, 0)
        )
    for _ in crowd:
        await here.acquire()
    pipe.send("here")
    await loop.run_in_executor(None, pipe.recv)
    for one in crowd:
        one.is_over = True
        one.transport.close()
    pipe.send(
        {
            "spectators": [
                (one.table, one.coups, one.digest, one.deliveries, one.bytes, one.faults[:3])
                for one in crowd
            ],
            "back": [one.back for one in crowd],
            "tries": [one.tries for one in crowd],
        }
    )


class Persistent(Dealer):
    """A dealer who asks again, with the same key, when the server was away."""

    async def act(self, kind: str, **values: object) -> Any:
        key = random.randbytes(16).hex()
        body = {"act": kind, **values}
        while True:
            try:
                told = await self.speaker.call("POST", f"tables/{self.table}/acts", body, key=key)
            except (OSError, EOFError):
                self.speaker = Speaker(self.speaker.port)
                await asyncio.sleep(0.1)
            else:
                self.phase = told["view"]["phase"]
                return told


# Those who ask again and again instead.


def poll_tables(pipe: Connection, port: int, tables: list[int]) -> None:
    """Clients who ask every second what is new at a table."""
    uvloop.run(_poll_tables(pipe, port, tables))


async def _poll_tables(pipe: Connection, port: int, tables: list[int]) -> None:
    loop = asyncio.get_running_loop()
    speakers = [Speaker(port) for _ in tables]
    numbers = [0] * len(tables)
    took = array("d")
    for speaker, table in zip(speakers, tables, strict=True):
        await speaker.call("GET", f"tables/{table}?as=spectator")
    pipe.send("here")
    await loop.run_in_executor(None, pipe.recv)
    is_over = loop.run_in_executor(None, pipe.recv)
    start = monotonic()

    async def ask(place: int) -> None:
        due = start + place / len(tables)
        while not is_over.done():
            await asyncio.sleep(max(0.0, due - monotonic()))
            path = f"tables/{tables[place]}?as=spectator&since={numbers[place]}"
            told = await speakers[place].call("GET", path)
            numbers[place] = told["number"]
            took.append(monotonic() - due)
            due += 1.0

    before = used()
    await asyncio.gather(*(ask(place) for place in range(len(tables))))
    pipe.send({"cpu": used() - before, "asked": len(took), "took": took.tobytes()})
    for speaker in speakers:
        speaker.close()
