"""HouseThreads in which the house works, so that the event loop only reads and sends.

await threads.act("table/3", call)     one at a time for each place, so that no place takes all
await threads.look(call)               what only reads
await threads.show(call)               the same for streams, which wait for nobody else
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")
ACTING, LOOKING, SHOWING = 64, 4, 2
"""An act waits for the disk, so many wait at once; a look takes time of a core."""


class HouseThreads:
    """Where blocking calls are made."""

    def __init__(self) -> None:
        self._acting = ThreadPoolExecutor(ACTING, "act")
        self._looking = ThreadPoolExecutor(LOOKING, "look")
        self._showing = ThreadPoolExecutor(SHOWING, "show")
        self._turns: dict[str, asyncio.Lock] = {}

    async def act(self, place: str, call: Callable[[], T]) -> T:
        """What a call gives that changes something at a place."""
        turn = self._turns.setdefault(place, asyncio.Lock())
        async with turn:
            return await asyncio.get_running_loop().run_in_executor(self._acting, call)

    async def look(self, call: Callable[[], T]) -> T:
        """What a call gives that changes nothing."""
        return await asyncio.get_running_loop().run_in_executor(self._looking, call)

    async def show(self, call: Callable[[], T]) -> T:
        """What a call gives that many streams wait for."""
        return await asyncio.get_running_loop().run_in_executor(self._showing, call)

    def close(self) -> None:
        """Take no more; what has begun comes to its end, and nobody waits for it here."""
        for pool in (self._acting, self._looking, self._showing):
            pool.shutdown(wait=False, cancel_futures=True)
