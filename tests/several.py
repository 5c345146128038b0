"""Several servers on one PostgreSQL behind a proxy, which can be killed one at a time.

with running() as postgres:
    told = spend_shared_night(4, 7, postgres.new_database())
"""

import asyncio
import os
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import count, cycle
from threading import Thread

from chaos import Killed, Night, Told


class FrontProxy:
    """Hands each connection to the next server that takes it, as a proxy in front would."""

    def __init__(self) -> None:
        self.ports: Sequence[int] = ()
        self._turns = count()
        self._loop = asyncio.new_event_loop()
        self._tasks: set[asyncio.Task[None]] = set()
        self._thread = Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        started = asyncio.run_coroutine_threadsafe(
            asyncio.start_server(self._serve, "127.0.0.1", 0), self._loop
        )
        self._server = started.result(10)
        self.port: int = self._server.sockets[0].getsockname()[1]

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        first = next(self._turns) % len(self.ports)
        for port in (*self.ports[first:], *self.ports[:first]):
            try:
                inner = await asyncio.open_connection("127.0.0.1", port)
                break
            except OSError:
                continue
        else:
            writer.close()
            return
        for ends in ((reader, inner[1]), (inner[0], writer)):
            task = asyncio.create_task(self._pass_on(*ends))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(1 << 16):
                writer.write(data)
                await writer.drain()
        writer.close()

    async def _end(self) -> None:
        self._server.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.sleep(0)  # what was closed is gone then

    def close(self) -> None:
        asyncio.run_coroutine_threadsafe(self._end(), self._loop).result(10)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)
        self._loop.close()


class SharedServers:
    """Servers of one store, of which one at a time is killed and started again."""

    def __init__(
        self,
        store: str,
        many: int = 2,
        options: Sequence[str] = (),
        beside: "SharedServers | None" = None,
    ) -> None:
        """`beside` others they are started by the same fork."""
        self.proxy = FrontProxy()
        given = ("--shared", "--name", f"127.0.0.1:{self.proxy.port}", *options)
        first = Killed(store, options=given, beside=None if beside is None else beside.servers[0])
        others = (Killed(store, options=given, beside=first) for _ in range(1, many))
        self.servers: list[Killed] = [first, *others]
        self.proxy.ports = [one.port for one in self.servers]
        self._waiting = list(self.servers)
        """those that do not run"""
        self._next = cycle(self.servers)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.proxy.port}"

    def start(self) -> None:
        """Start those that do not run."""
        while self._waiting:
            self._waiting.pop().start()

    def stands(self) -> bool:
        return all(one.stands() for one in self.servers)

    def kill(self) -> None:
        """Kill the next one."""
        one = next(self._next)
        one.kill()
        self._waiting.append(one)

    def close(self) -> None:
        self.proxy.close()
        for one in reversed(self.servers):  # the first has started the others
            one.close()


@contextmanager
def hung(server: Killed) -> Iterator[None]:
    """A server that does nothing for a while, and knows nothing of it."""
    os.kill(server._pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(server._pid, signal.SIGCONT)


def spend_shared_night(
    kills: int, seed: int, store: str, many: int = 2, beside: SharedServers | None = None
) -> Told:
    """What everybody was told in a night in which one server after the other was killed."""
    servers = SharedServers(store, many, beside=beside)
    night = Night(servers, kills, seed)
    try:
        asyncio.run(night.run())
    finally:
        servers.close()
    return night.told
