"""The dask engine: many processes or machines deal parts of a plan with the cpu engine.

A shoe is the same on every worker. So if a worker dies, another worker deals its job again, and
the answer does not change.
"""

# mypy: disallow-untyped-calls=False
# Only some functions of dask have types.

import logging
import os
import pickle
import signal
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from functools import lru_cache, reduce
from importlib.util import find_spec
from itertools import islice
from operator import add
from pathlib import Path
from queue import Empty, SimpleQueue
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from baccarat import __version__
from baccarat.base import compiling
from baccarat.base.errors import BaccaratError, Missing, Refused
from baccarat.base.signals import outliving_others, undisturbed
from baccarat.core import plugins
from baccarat.core.cards import Depth
from baccarat.core.third_card import Strategy, nobody
from baccarat.simulation.coups import Coups
from baccarat.simulation.engines import reference
from baccarat.simulation.plan import Plan, whole_threads
from baccarat.simulation.protocols import Folds, Never, Stop, Value, cards_for

if TYPE_CHECKING:
    from distributed import Client, Future

MOST_COUPS = 16_000_000
ROOM_COUPS = 1_000_000
FEWEST_COUPS = 400_000
"""The approximate coups of a job: a fifth of a second of work, so that sending it costs little."""
AHEAD = 2
"""The most jobs under way for each thread of the cluster."""
HELD = 8
"""The most jobs sent but not yet counted, as a multiple of the jobs that may be under way."""
RETRIES = 3
"""The number of retries of a job that failed on a worker."""
ALLOWED_DEATHS = 10
"""The number of local workers that may die of one job before the run fails."""
PATIENCE = 4
"""The seconds to wait for the answer of a scheduler."""
WAIT = 10
"""The seconds to wait for the first worker of a scheduler."""
GLANCE = 0.2
"""The seconds between two checks of the workers and of the stop."""
LOOPBACK = "127.0.0.1"


@contextmanager
def opened(threads: int | None = None, address: str | None = None) -> Iterator["Cluster"]:
    """Open a cluster of workers, and close it afterwards.

    Without an address, the workers are `threads` processes of this machine; default: one for each
    core. With an address, they are all workers of that scheduler, with at most `threads` jobs at a
    time.
    """
    threads = whole_threads(threads)
    check_installed()
    with outliving_others(), _quiet(), _calmly_closed() as house:
        yield _at_home(house, threads) if address is None else _abroad(house, address, threads)


def coups(plan: Plan, decide: Strategy, cards: Depth | None = None) -> Iterator[Coups]:
    """The coups of a plan, dealt by workers that this call starts."""
    with opened() as cluster:
        yield from cluster.coups(plan, decide, cards)


def read(
    plan: Plan, decide: Strategy, reader: Folds[Value], threads: int | None, stop: Stop
) -> Iterator[tuple[Value, int]]:
    """The reader's value for each part of the plan, counted by workers that this call starts."""
    with opened(threads) as cluster:
        yield from cluster.read(plan, decide, reader, threads, stop)


def check_installed() -> None:
    """Raise an error if dask is not installed."""
    if find_spec("distributed") is None:
        raise Missing("the dask engine needs dask: pip install 'baccarat[cluster]'")


@dataclass(frozen=True, slots=True)
class Cluster:
    """Workers that deal jobs, on this machine or on others."""

    client: "Client"
    room: Callable[[], int]
    """the number of jobs that may be under way; it changes, because workers come and go"""
    check: Callable[[], None]
    """raises an error when the workers can finish no more jobs"""

    def coups(
        self, plan: Plan, decide: Strategy = nobody, cards: Depth | None = None
    ) -> Iterator[Coups]:
        """The coups of a plan, batch by batch, dealt by the workers."""
        for batches, _ in self.read(plan, decide, Batches(cards), None, Never()):
            yield from batches

    def read(
        self, plan: Plan, decide: Strategy, reader: Folds[Value], threads: int | None, stop: Stop
    ) -> Iterator[tuple[Value, int]]:
        """The reader's value for each part of the plan, in order.

        `threads` is ignored: it was set when the cluster was opened.
        """
        # Every job sends the same bytes, without its shoes, so that a worker unpacks them once.
        packed = _packed(replace(plan, shoes=plan.together, first=0), decide, reader)
        with _trouble_told():
            yield from self._deal(plan, packed, stop)

    def _deal(self, plan: Plan, packed: bytes, stop: Stop) -> Iterator[tuple[Any, int]]:
        under_way: dict[Hashable, Future[Any]] = {}
        finished: dict[Hashable, Any] = {}
        order: deque[tuple[Hashable, int]] = deque()
        done: SimpleQueue[Future[Any]] = SimpleQueue()
        parts = plan.jobs(_job_size(plan, self.room()))
        try:
            while True:
                # A finished part waits for the parts before it. Meanwhile more jobs are sent, up to
                # the limit HELD, so that one slow worker does not stop the others.
                room = self.room()
                more = min(room - len(under_way), HELD * room - len(order))
                for part in islice(parts, max(0, more)):
                    future = self._send(Job(packed, part.first, part.shoes))
                    under_way[future.key] = future
                    order.append((future.key, part.shoes))
                    future.add_done_callback(done.put)
                if not order:
                    return
                ended = self._next(done, stop)
                if ended is None:
                    return
                finished[ended.key] = ended.result()
                del under_way[ended.key]
                while order and order[0][0] in finished:
                    key, shoes = order.popleft()
                    yield finished.pop(key), shoes
        finally:
            if self.client.status == "running":
                self.client.cancel(list(under_way.values()))

    def _send(self, job: "Job") -> "Future[Any]":
        return self.client.submit(pickle.loads, pickle.dumps(job), pure=False, retries=RETRIES)

    def _next(self, done: "SimpleQueue[Future[Any]]", stop: Stop) -> "Future[Any] | None":
        """The next finished job; None if the run is stopped."""
        while not stop.is_set():
            with suppress(Empty):
                return done.get(timeout=GLANCE)
            self.check()
        return None


@dataclass(frozen=True, slots=True)
class Job:
    """Some shoes for a worker, which deals them when it unpickles the job.

    So only plain bytes are sent: the scheduler need not have baccarat, and a worker without
    baccarat reports that instead of dying.
    """

    packed: bytes
    first: int
    shoes: int

    def __reduce__(self) -> tuple[Callable[..., object], tuple[object, ...]]:
        return deal, (__version__, self.packed, self.first, self.shoes)


@dataclass(frozen=True, slots=True)
class Batches:
    """A reader that returns all its batches as a tuple."""

    cards: Depth | None

    def __call__(self, batches: Iterable[Coups]) -> tuple[Coups, ...]:
        return tuple(batches)


def deal(version: str, packed: bytes, first: int, shoes: int) -> object:
    """Deal one job, on a worker."""
    if version != __version__:
        raise Missing(
            f"a worker has baccarat {__version__}, but this machine has {version}: install the "
            "same version"
        )
    whole, decide, reader = _unpacked(packed)
    plan = replace(whole, first=first, shoes=shoes)
    if find_spec("numba") is None:
        parts = [part for part, _ in reference.read(plan, decide, reader, None, Never())]
        return reduce(add, parts)
    from baccarat.simulation.engines import cpu  # imported here because it compiles

    return reader(cpu.coups(plan, decide, cards_for(reader)))


def _packed(plan: Plan, decide: Strategy, reader: Folds[Any]) -> bytes:
    # cloudpickle also takes functions of a script or a notebook; it has no types.
    import cloudpickle  # type: ignore[import-untyped]

    for module in plugins.modules():  # workers cannot import a plain file, so its code is sent
        cloudpickle.register_pickle_by_value(module)
    try:
        return bytes(cloudpickle.dumps((plan, decide, reader)))
    except Exception as problem:  # parts of a strategy or a bet may raise anything
        raise Refused(
            f"a strategy, a bet or a reader cannot be sent to workers: {_one_line(problem)}"
        ) from None


@lru_cache(maxsize=8)
def _unpacked(packed: bytes) -> tuple[Plan, Strategy, Folds[Any]]:
    """Unpickle plan, strategy and reader once, so that all jobs of a worker share them."""
    unpacked: tuple[Plan, Strategy, Folds[Any]] = pickle.loads(packed)
    return unpacked


@contextmanager
def _trouble_told() -> Iterator[None]:
    """Turn any error of the scheduler or the workers into a one-line error."""
    from distributed import CancelledError, KilledWorker
    from distributed.comm.core import CommClosedError

    try:
        yield
    except BaccaratError:
        raise
    except KilledWorker as problem:
        raise Missing(
            f"{problem.allowed_failures + 1} workers died of the same job: give the workers more "
            "memory"
        ) from None
    except (CancelledError, CommClosedError):
        raise Missing(
            "the scheduler stopped before all jobs were done: start the scheduler again"
        ) from None
    except Exception as problem:  # a worker may raise anything
        raise Refused(f"a worker cannot deal: {_one_line(problem)}") from None


def _job_size(plan: Plan, room: int) -> int:
    """The number of shoes in a job, chosen so that each worker gets several jobs."""
    largest = min(
        MOST_COUPS, ROOM_COUPS * room
    )  # with few workers, jobs are smaller to report often
    fewest, most = (max(1, limit // plan.coups_a_shoe) for limit in (FEWEST_COUPS, largest))
    return min(most, max(fewest, plan.shoes // (2 * room)))


def _abroad(house: ExitStack, address: str, threads: int | None) -> Cluster:
    """A cluster of the workers of a scheduler that is already running at this address."""
    import asyncio
    from concurrent.futures import ThreadPoolExecutor

    from distributed import Client

    # A client that finds no scheduler is slow and noisy, so the address is tried first. This needs
    # another thread, because in a notebook ours has a running event loop.
    try:
        with ThreadPoolExecutor(1) as knocking:
            knocking.submit(asyncio.run, _knock(address)).result()
        with undisturbed():
            client = house.enter_context(Client(address, timeout=PATIENCE, set_as_default=False))
    except Exception:  # dask raises many kinds of errors for a wrong address
        raise Missing(
            f"no scheduler answers at {address}: start one with `dask scheduler`"
        ) from None
    try:
        client.wait_for_workers(1, timeout=WAIT)
    except TimeoutError:
        raise Missing(f"no workers at {address}: start some with `dask worker {address}`") from None

    def room() -> int:
        return threads or AHEAD * sum(client.nthreads().values()) or 1

    return Cluster(client, room, lambda: None)


async def _knock(address: str) -> None:
    import asyncio

    from distributed import Security, rpc

    arguments = Security().get_connection_args("client")
    async with rpc(address, timeout=PATIENCE, connection_args=arguments) as door:
        answer = await asyncio.wait_for(door.identity(), PATIENCE)
        if answer["type"] != "Scheduler":
            raise OSError(f"a {answer['type']}")


def _at_home(house: ExitStack, threads: int | None) -> Cluster:
    """A cluster of this machine: its workers are processes that end with this process."""
    from dask.system import CPU_COUNT
    from distributed import Client, LocalCluster

    workers = threads or CPU_COUNT
    with undisturbed():
        folder = house.enter_context(
            TemporaryDirectory(prefix="baccarat-", ignore_cleanup_errors=True)
        )
        scheduler = house.enter_context(
            LocalCluster(
                n_workers=0,
                host=LOOPBACK,
                silence_logs=False,
                scheduler_kwargs={
                    "allowed_failures": ALLOWED_DEATHS,
                    # Otherwise the dashboard listens on port 8787, open to everybody.
                    "dashboard": False,
                    "dashboard_address": f"{LOOPBACK}:0",
                },
            )
        )
        check = house.enter_context(_crew(scheduler.scheduler_address, workers, Path(folder)))
        client = house.enter_context(Client(scheduler, set_as_default=False))
    return Cluster(client, lambda: AHEAD * workers, check)


@contextmanager
def _crew(address: str, workers: int, folder: Path) -> Iterator[Callable[[], None]]:
    """Start worker processes; dask's "nanny" restarts each that dies.

    They run as a separate program, because workers that dask spawns itself would run the caller's
    script again. They have their own process session, so that Ctrl-C reaches only us and we can
    end them together. If we are killed, they lose the scheduler and end.
    """
    command = [
        *(sys.executable, "-m", "distributed.cli.dask_worker", address),
        *("--nworkers", str(workers), "--nthreads", "1", "--memory-limit", "0"),
        *("--host", LOOPBACK, "--no-dashboard", "--dashboard-address", f"{LOOPBACK}:0"),
        *("--death-timeout", "60", "--local-directory", str(folder)),
    ]
    log = folder / "workers.log"
    with log.open("w") as file:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=file,
            stderr=file,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            start_new_session=True,
        )

    def check() -> None:
        if process.poll() is not None:
            lines = log.read_text("utf-8", "replace").splitlines()
            problems = [line for line in lines if "Error" in line]
            raise Missing("; ".join(["the local workers have ended", *problems[-1:]]))

    try:
        yield check
    finally:
        if sys.platform == "win32":
            process.kill()
        else:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        compiling.tell_of(log.read_text("utf-8", "replace"))


@contextmanager
def _calmly_closed() -> Iterator[ExitStack]:
    """An ExitStack that closes everything in it, even if Ctrl-C is pressed twice.

    If a client is left half made or half closed, dask waits for it forever.
    """
    house = ExitStack()
    try:
        yield house
    finally:
        with undisturbed():
            house.close()


@contextmanager
def _quiet() -> Iterator[None]:
    """Silence dask's log, because the loss of a worker is harmless."""
    import distributed  # noqa: F401 - the import sets up the handlers

    handlers = list(logging.getLogger("distributed").handlers)
    levels = [handler.level for handler in handlers]
    for handler in handlers:
        handler.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        for handler, level in zip(handlers, levels, strict=True):
            handler.setLevel(level)


def _one_line(problem: BaseException) -> str:
    return " ".join(f"{type(problem).__name__}: {problem}".split())[:200]
