"""The threads for blocking work, so that the event loop only receives and sends.

await threads.act("table/3", work)     one act per place at a time; waiting acts share a commit
await threads.look(call)               a call that need not wait for acts
await threads.show(call)               a call for streams, which have their own threads
"""

import asyncio
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from time import monotonic
from typing import Any, TypeVar

from baccarat.store import Store
from baccarat.store.patience import in_time
from baccarat.store.writer import Doing, Work
from baccarat.web.gate.house_problems import busy, not_kept

T = TypeVar("T")
LOOKING, SHOWING = 4, 2
"""Threads of each kind; few, because a look keeps a core busy."""
MOST_WAITING, MOST_WORKING = 1.5, 4.0
"""Seconds that an act may wait before it is refused, and seconds that a begun act gets.
A last connection may take 2 seconds more, so every caller has an answer within 8 seconds."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """An act in the queue, and the future that gets its answer."""

    doing: Doing[Any]
    answer: "asyncio.Future[Any]"
    since: float = field(default_factory=monotonic)

    def tell(self, fault: BaseException | None) -> None:
        """Pass the result of the act, or its error, to the caller if they still wait."""
        if self.answer.done():
            return
        if (error := self.doing.error or fault) is not None:
            self.answer.set_exception(error)
        else:
            self.answer.set_result(self.doing.outcome)


class HouseThreads:
    """The threads in which the server does acts, reads tables, and draws.

    Acts have a single thread. It takes one waiting act of each place and writes them in one
    commit: switching threads for every act would take longer than the act itself.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._acting = ThreadPoolExecutor(1, "act")
        self._looking = ThreadPoolExecutor(LOOKING, "look")
        self._showing = ThreadPoolExecutor(SHOWING, "show")
        self._waiting: dict[str, deque[Waiting]] = {}
        """waiting acts by place; only the event loop touches it"""
        self._is_acting = self._is_closed = False

    async def act(self, place: str, work: Work[T]) -> T:
        """Do an act on a table or board in the thread of acts; return its result."""
        if self._is_closed:
            raise asyncio.CancelledError
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[T] = loop.create_future()
        self._waiting.setdefault(place, deque()).append(Waiting(Doing(work), answer))
        if not self._is_acting:
            self._is_acting = True
            loop.call_soon(self._begin)  # other acts may come in the same turn of the loop
        return await answer

    def _begin(self) -> None:
        """Give the first waiting act of each table and board to the thread that does acts."""
        first = [queue.popleft() for queue in self._waiting.values()]
        group: list[Waiting] = []
        for act in first:
            if monotonic() - act.since > MOST_WAITING:
                act.tell(not_kept())
            elif not act.answer.cancelled():
                group.append(act)
        self._waiting = {place: queue for place, queue in self._waiting.items() if queue}
        self._is_acting = bool(first)
        if first:
            self._acting.submit(self._do, group, asyncio.get_running_loop())

    def _do(self, group: list[Waiting], loop: asyncio.AbstractEventLoop) -> None:
        """Do a group of acts together; then the event loop sends the answers."""
        fault: BaseException | None = None
        try:
            in_time(MOST_WORKING, self._store.finish, [one.doing for one in group])
        except BaseException as error:
            fault = error
        with suppress(RuntimeError):  # the loop is closed: the server has stopped
            loop.call_soon_threadsafe(self._end, group, fault)

    def _end(self, group: list[Waiting], fault: BaseException | None) -> None:
        for one in group:
            one.tell(fault)
        self._begin()

    async def look(self, call: Callable[[], T]) -> T:
        """Call a function that only reads, in another thread, and return its result."""
        since = monotonic()

        def look() -> T:
            left = since + MOST_WORKING - monotonic()
            if left < 0:
                raise busy()
            return in_time(left, call)

        return await asyncio.get_running_loop().run_in_executor(self._looking, look)

    async def show(self, call: Callable[[], T]) -> T:
        """Call a function for a stream, in another thread, and return its result."""
        show = partial(in_time, MOST_WORKING, call)
        return await asyncio.get_running_loop().run_in_executor(self._showing, show)

    def close(self) -> None:
        """Refuse new work; work that has begun goes on."""
        self._is_closed = True
        for queue in self._waiting.values():
            for one in queue:
                one.answer.cancel()
        self._waiting.clear()
        self._acting.shutdown(wait=False)
        for pool in (self._looking, self._showing):
            pool.shutdown(wait=False, cancel_futures=True)
