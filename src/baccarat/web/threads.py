"""HouseThreads in which the house works, so that the event loop only reads and sends.

await threads.act("table/3", call)     one at a time for each place, so that no place takes all
await threads.look(call)               what only reads
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")
ACTING, LOOKING = 64, 4
"""An act waits for the disk, so many wait at once; a look takes time of a core."""


class HouseThreads:
    """Where blocking calls are made."""

    def __init__(self) -> None:
        self._acting = ThreadPoolExecutor(ACTING, "act")
        self._looking = ThreadPoolExecutor(LOOKING, "look")
        self._turns: dict[str, asyncio.Lock] = {}

    async def act(self, place: str, call: Callable[[], T]) -> T:
        """What a call gives that changes something at a place."""
        turn = self._turns.setdefault(place, asyncio.Lock())
        async with turn:
            return await asyncio.get_running_loop().run_in_executor(self._acting, call)

    async def look(self, call: Callable[[], T]) -> T:
        """What a call gives that changes nothing."""
        return await asyncio.get_running_loop().run_in_executor(self._looking, call)

    def later(self, call: Callable[[], T]) -> "Future[T]":
        """Begin a call that looks; nobody waits for it yet."""
        return self._looking.submit(call)

    def close(self) -> None:
        """Let what has begun come to its end, and take no more."""
        self._acting.shutdown(wait=True, cancel_futures=True)
        self._looking.shutdown(wait=True, cancel_futures=True)
