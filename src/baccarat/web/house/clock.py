"""The dealing clock: after a time limit, it requests the next act at a table if no person does.

clock = DealingClock(house, threads)
await clock.run()                       runs until it is cancelled
clock.turn(now) -> [Due(…), …]          the requests due now; `clock.next` is when to look again

The clock is monotonic: setting the computer's clock cannot hurry a table.
"""

import asyncio
import logging
from contextlib import suppress
from dataclasses import dataclass
from heapq import heappop, heappush
from math import inf
from threading import Lock
from time import monotonic

from baccarat.base.errors import BaccaratError
from baccarat.table.log import HOUSE
from baccarat.table.requests import Request
from baccarat.table.rules.clock import WAITS_FOR, waits_since
from baccarat.table.state import Phase
from baccarat.web.gate.problems import Problem
from baccarat.web.house.house import House
from baccarat.web.house.places import HouseTable
from baccarat.web.threads import HouseThreads

RESTING = 1.0
"""Seconds until a resting table is looked at again: a person may have come."""
LONGEST = 30.0
"""Most seconds between two tries for a table that the store does not keep; the first wait is 1."""
logger = logging.getLogger("baccarat.web")


@dataclass(frozen=True, slots=True)
class Due:
    """A request that the dealing clock makes; the table refuses it if a newer act has come.

    For a table whose acts are not applied yet, `request` is None: the acts are applied first.

    The act may get any number; otherwise a guest who bets all the time would stop the house.
    """

    here: HouseTable
    request: Request | None
    waits: tuple[object, ...]


@dataclass(slots=True)
class Wait:
    """The act or decision that a table waits for, and the time since which it waits."""

    key: tuple[object, ...] = ()
    since: float = inf
    looked_at: float = 0.0
    """the time at which to look at the table again"""
    is_resting: bool = False
    """whether the table goes on when a person comes, or another server stops dealing it"""
    is_asking: bool = False
    failed: int = 0
    """number of failures in a row"""


class DealingClock:
    """Makes requests at tables whose time limit is over, such as dealing the next coup."""

    def __init__(self, house: House, threads: HouseThreads) -> None:
        self._house, self._threads = house, threads
        self._waits: dict[int, Wait] = {
            here.number: Wait() for here in house.tables() if here.is_open
        }
        self._times = [(wait.looked_at, number) for number, wait in self._waits.items()]
        """a heap of the times at which to look at each table; some are out of date"""
        self._lock = Lock()
        """guards the next two fields, which other threads touch"""
        self._moved: set[int] = set()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._woken = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._folding = asyncio.Lock()
        """folds one table at a time, so that visitors need not wait for all tables"""

    def moved(self, place: str, number: int) -> None:
        """Note that a table has a new act; thread-safe.

        Most acts are wagers, which do not change what is due: they do not wake the clock.
        """
        kind, _, digits = place.partition("/")
        if kind != "table":
            return
        table = int(digits)
        if self._waits_on(table):
            return
        with self._lock:
            is_told, loop = bool(self._moved), self._loop
            self._moved.add(table)
        if loop is not None and not is_told:
            with suppress(RuntimeError):  # the loop is closed: the server stops
                loop.call_soon_threadsafe(self._woken.set)

    def _waits_on(self, table: int) -> bool:
        """Whether a table still waits for the same act as at the last look, and does not rest."""
        wait, here = self._waits.get(table), self._house.find(f"table/{table}")
        if wait is None or wait.is_resting or not (isinstance(here, HouseTable) and here.is_folded):
            return False
        return wait.key == waits_since(here.table)

    def turn(self, now: float) -> list[Due]:
        """The requests that tables need now; each is returned once, until `done` is called."""
        with self._lock:
            moved, self._moved = self._moved, set()
        looks = set()
        for number in moved:
            wait = self._waits.setdefault(number, Wait())
            if not wait.key:
                wait.since = now  # an act came before the clock knew what the table waits for
            if not wait.failed:
                looks.add(number)
        while self.next <= now:
            looks.add(heappop(self._times)[1])
        found = []
        for number in looks:
            wait = self._waits[number]
            if not wait.is_asking and (due := self._look(number, wait, now)) is not None:
                wait.is_asking = True
                found.append(due)
        return found

    @property
    def next(self) -> float:
        """The earliest time at which a request may be due, unless a new act changes it."""
        while self._times:
            time, number = self._times[0]
            wait = self._waits[number]
            if wait.looked_at == time and not wait.is_asking:
                return time
            heappop(self._times)
        return inf

    def _look_at(self, number: int, wait: Wait, time: float) -> None:
        """Set the next time at which the clock looks at a table."""
        if time not in (wait.looked_at, inf):
            heappush(self._times, (time, number))
        wait.looked_at = time

    def done(self, table: int, now: float, *, is_kept: bool) -> None:
        """Note that a request of the clock was done; after a failure, delay the next request."""
        wait = self._waits[table]
        wait.is_asking = False
        wait.failed = 0 if is_kept else wait.failed + 1
        wait.looked_at = inf
        later = 0.0 if is_kept else min(2.0 ** (wait.failed - 1), LONGEST)
        self._look_at(table, wait, now + later)

    def _look(self, number: int, wait: Wait, now: float) -> Due | None:
        here = self._house.find(f"table/{number}")
        assert isinstance(here, HouseTable)
        if here.fault is not None:
            self._look_at(number, wait, inf)
            return None
        wait.is_resting = False
        wait.since = min(wait.since, now)  # the first look starts the time
        if here.is_folded and (key := waits_since(here.table)) != wait.key:
            if wait.key:
                wait.since = now
            wait.key = key
        if not self._house.deals(number):  # `moved` is called when this server begins to deal
            wait.failed, wait.is_resting = 0, True
            self._look_at(number, wait, inf)
            return None
        alone = 0.0 if here.watchers else now - max(here.seen, here.seen_elsewhere)
        if not here.is_folded:
            return self._look_from_outside(here, wait, now, alone)
        table, clock = here.table, here.clock
        name = WAITS_FOR.get(table.phase)
        seconds: float | None = None if name is None else getattr(clock, name)
        if seconds is None:
            self._look_at(number, wait, inf)
            return None
        self._look_at(number, wait, wait.since + seconds)
        if wait.looked_at > now:
            return None
        request = clock.due(table, max(now - wait.since, seconds), alone)
        if request is None:
            wait.is_resting = True
            self._look_at(number, wait, now + RESTING)
            return None
        return Due(here, request, wait.key)

    def _look_from_outside(
        self, here: HouseTable, wait: Wait, now: float, alone: float
    ) -> Due | None:
        """A request to load a table from the store if its next act may be due; None if it rests."""
        listing = here.kept_listing
        phase = Phase.BETS if listing is None else listing.phase  # most tables are between coups
        name = WAITS_FOR.get(phase)
        has_time = name is not None and getattr(here.clock, name) is not None
        if has_time and not here.clock.is_resting(phase, alone):
            return Due(here, None, ())
        wait.is_resting = True
        self._look_at(here.number, wait, now + RESTING)
        return None

    async def run(self) -> None:
        """Make every request as soon as it is due; this never ends."""
        self._loop = asyncio.get_running_loop()
        while True:
            self._woken.clear()
            for due in self.turn(monotonic()):
                task = asyncio.create_task(self._ask(due))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)
            wait = max(0.0, self.next - monotonic())
            with suppress(TimeoutError):
                async with asyncio.timeout(None if wait == inf else wait):
                    await self._woken.wait()

    async def _ask(self, due: Due) -> None:
        is_kept = False
        try:
            await self._do(due)
            is_kept = True
        except Problem as problem:
            is_kept = problem.status == 409  # another request was quicker
        except BaccaratError as trouble:
            logger.error("%s: the clock cannot go on: %s", due.here.place, trouble.said)
        finally:
            self.done(due.here.number, monotonic(), is_kept=is_kept)
            self._woken.set()

    async def _do(self, due: Due) -> None:
        if due.request is None:
            async with self._folding:
                await self._threads.look(due.here.fold)
        else:
            work = self._house.asking(due.here.number, due.request, HOUSE, waits=due.waits)
            await self._threads.act(due.here.place, work)
