"""The dask engine: the answer of the cpu engine, whatever happens to the workers."""

# mypy: disallow-untyped-calls=False
# dask has types for some of its functions only.

import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from functools import partial
from pathlib import Path
from typing import Any, cast

import pytest

from baccarat import Bet, LastCoup, Rules, Tally, __version__
from baccarat.base import compiling
from baccarat.base.errors import BaccaratError, BadValue, CoupError, Missing, Refused
from baccarat.cli import main
from baccarat.core.cards import Depth
from baccarat.core.tableau import CHEMIN_DE_FER
from baccarat.core.third_card import Choice, Strategy, nobody
from baccarat.simulation.engines import cluster, cpu, reference
from baccarat.simulation.plan import Plan
from baccarat.simulation.protocols import Never
from baccarat.simulation.readers.tally import TallyReader
from baccarat.simulation.run import simulate
from baccarat.systems.comparison import compare
from baccarat.systems.register import system
from baccarat.systems.session import Session
from baccarat.systems.stake import plan_sessions, stake

pytest.importorskip("distributed", reason="dask is not installed: pip install 'baccarat[cluster]'")

import psutil  # type: ignore[import-untyped]  # it comes with dask and has no types
from distributed import Client, LocalCluster

PLANS = {
    "whole shoes": Plan(3000, 7),
    "two coups more": Plan(2000, 1, Rules(cut_card=40, last_coup=LastCoup(2, 1))),
    "six decks, late shoes": Plan(2000, 1, Rules(decks=6, last_coup=LastCoup.C), first=10**15),
    "ten coups of each": Plan(2500, 2**64 - 1, coups=10),
    "fresh": Plan.fresh(20_000, 3),
    "a single shoe": Plan(1, 7),
}


def somebodys(workers: int) -> LocalCluster:
    """A scheduler that is not ours; another may listen at the usual port of its dashboard."""
    return LocalCluster(
        n_workers=workers, threads_per_worker=1, dashboard_address="127.0.0.1:0", silence_logs=50
    )


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Two workers for most tests."""
    cpu.warm_up()  # or both workers would compile
    with somebodys(workers=2) as scheduler:
        yield scheduler.scheduler_address


@pytest.fixture
def small_jobs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Jobs of 250 whole shoes, so that a small plan has many."""
    monkeypatch.setattr(cluster, "MOST_COUPS", 20_000)
    monkeypatch.setattr(cluster, "FEWEST_COUPS", 20_000)


def run_jobs(
    plan: Plan, decide: Strategy = nobody, threads: int | None = None, address: str | None = None
) -> Iterator[tuple[Tally, int]]:
    """For each part of the plan, in order: its tally, and its number of shoes."""
    with cluster.opened(threads, address) as workers:
        yield from workers.read(plan, decide, TallyReader(plan, decide), threads, Never())


def run(
    plan: Plan,
    decide: Strategy = nobody,
    threads: int | None = None,
    address: str | None = None,
) -> Tally:
    """All parts together; none is missing."""
    tally, shoes = Tally(), 0
    for part, dealt in run_jobs(plan, decide, threads, address):
        tally += part
        shoes += dealt
    assert shoes == plan.shoes
    return tally


def offspring(of: int | None = None) -> list[psutil.Process]:
    """Every process that a process has started, and those that they did."""
    family: list[psutil.Process] = psutil.Process(of).children(recursive=True)
    return family


def alive(processes: list[psutil.Process], seconds: float = 60) -> list[psutil.Process]:
    """Those that do not go within a while; one that waits to be buried is gone."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline and any(map(is_alive, processes)):
        time.sleep(0.05)
    return list(filter(is_alive, processes))


def is_alive(process: psutil.Process) -> bool:
    with suppress(psutil.NoSuchProcess):
        return bool(process.status() != psutil.STATUS_ZOMBIE)
    return False


@pytest.mark.usefixtures("small_jobs")
@pytest.mark.parametrize("plan", PLANS.values(), ids=PLANS.keys())
def test_the_tally_is_the_cpu_engines(plan: Plan, address: str) -> None:
    found, expected = run(plan, address=address), cpu.run(plan)
    assert found == expected
    assert found.digest == expected.digest


@pytest.mark.usefixtures("small_jobs")
def test_the_tally_is_the_cpu_engines_under_a_strategy(address: str) -> None:
    def decide(choice: Choice) -> bool:
        low = min(card.points for card in choice.hand)
        return (low + (choice.players_third.points if choice.players_third else 3)) % 2 == 0

    plan = Plan(1000, 7, Rules(tableau=CHEMIN_DE_FER))
    assert run(plan, decide, address=address) == cpu.run(plan, decide)


@pytest.mark.slow
@pytest.mark.usefixtures("small_jobs")
def test_bets_that_look_deeper_are_counted_as_by_the_cpu_engine(address: str) -> None:
    """Their events and traits are functions without a name, and travel as well."""
    black = Bet(
        "All Black",
        lambda outcome: "black" if outcome.player.trait else None,
        pays={"black": 5},
        depth=Depth.CARDS,
        trait=lambda hand: "black" if {str(card)[1] for card in hand} <= {"c", "s"} else None,
    )
    plan = Plan(600, 7, bets=(black,))
    found = run(plan, address=address)
    assert found == cpu.run(plan)
    assert found.events["all-black"]["black"] > 0


@pytest.mark.usefixtures("small_jobs")
def test_simulate_takes_a_scheduler(address: str) -> None:
    found = simulate(2000, 7, scheduler=address, milestones=True)
    here = simulate(2000, 7, engine="cpu", milestones=True)
    assert found.engine == "dask"
    assert found.tally == here.tally
    assert found.plot() == here.plot()


@pytest.mark.slow
def test_the_client_does_not_compile(address: str) -> None:
    """Whoever only sends jobs need not wait for Numba."""
    script = (
        "import sys\n"
        "from baccarat.simulation.run import simulate\n"
        f"simulate(10, scheduler={address!r})\n"
        "assert 'baccarat.simulation.engines.cpu' not in sys.modules\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.slow
def test_a_cluster_of_our_own_leaves_nothing_behind() -> None:
    before, plan = offspring(), Plan(3000, 7)
    parts = run_jobs(plan, threads=2)
    tally, _ = next(parts)
    workers = [process for process in offspring() if process not in before]
    assert len(workers) >= 2
    assert sum((part for part, _ in parts), start=tally) == cpu.run(plan)
    assert alive(workers) == []


@pytest.mark.slow
def test_a_cluster_leaves_nothing_behind_when_the_rest_is_not_asked_for() -> None:
    before = offspring()
    parts = run_jobs(Plan(10**12, 7), threads=1)
    next(parts)
    workers = [process for process in offspring() if process not in before]
    del parts
    assert workers
    assert alive(workers) == []


@pytest.mark.skipif(os.name != "posix", reason="the worker is a script of the shell")
def test_workers_without_a_cache_are_told_of_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiling._tell.cache_clear()
    with pytest.warns(UserWarning, match="NUMBA_CACHE_DIR") as caught:
        compiling._tell("no folder for it can be written")
    compiling._tell.cache_clear()
    said, worker = str(caught[0].message), tmp_path / "worker"
    worker.write_text(f"#!/bin/sh\necho 'cpu.py:1: UserWarning: {said}' >&2\n", "utf-8")
    worker.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(worker))

    def work() -> None:
        with cluster._crew("nowhere", 1, tmp_path):
            while said not in (tmp_path / "workers.log").read_text("utf-8"):
                time.sleep(0.05)

    with pytest.warns(UserWarning, match=re.escape(said)):
        work()
    compiling._tell.cache_clear()


@pytest.mark.usefixtures("small_jobs")
@pytest.mark.parametrize(("threads", "most"), [(None, 2 * cluster.AHEAD), (3, 3), (1, 1)])
def test_only_a_few_jobs_are_under_way(
    threads: int | None, most: int, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    under_way = []
    submit = Client.submit

    def counted(client: Client, *args: object, **options: object) -> object:
        future: object = submit(client, *args, **options)  # type: ignore[arg-type]  # passed on
        under_way.append(len(client.futures))
        return future

    monkeypatch.setattr(Client, "submit", counted)
    endless = run_jobs(Plan(10**18, 7), threads=threads, address=address)
    for _ in range(60):
        next(endless)
    assert len(under_way) <= 60 + most
    # The job just counted may not be forgotten yet.
    assert max(under_way) <= most + 1


def test_jobs_are_neither_tiny_nor_endless() -> None:
    assert cluster._job_size(Plan(1000), room=4) == 5000
    assert cluster._job_size(Plan(200_000), room=4) == 25_000
    assert cluster._job_size(Plan(10**15), room=4) == 50_000  # two workers report often
    assert cluster._job_size(Plan(10**15), room=400) == 200_000
    assert cluster._job_size(Plan.fresh(10**15), room=400) == 16_000_000


@contextmanager
def without_workers() -> Iterator[str]:
    with somebodys(workers=0) as lonely:
        yield lonely.scheduler_address


@pytest.mark.parametrize(
    ("opened", "why"),
    [
        *(
            (
                partial(nullcontext, nowhere),
                "no scheduler answers at {}: start one with `dask scheduler`",
            )
            for nowhere in ("tcp://127.0.0.1:9", "nonsense", "foo://x", "")
        ),
        (without_workers, "no workers at {0}: start some with `dask worker {0}`"),
    ],
    ids=["a closed port", "no address", "another protocol", "nothing", "no workers"],
)
def test_nobody_at_the_address_is_told_in_one_line(
    opened: Callable[[], AbstractContextManager[str]], why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "WAIT", 0.2)
    with opened() as nowhere:
        with pytest.raises(Missing) as told:
            run(Plan(1), address=nowhere)
        assert str(told.value) == why.format(nowhere)


def test_a_worker_is_no_scheduler(address: str) -> None:
    with Client(address, set_as_default=False) as client:
        worker = next(iter(client.nthreads()))
    with pytest.raises(Missing, match=re.escape(worker)):
        run(Plan(1), address=worker)


@pytest.mark.parametrize(
    ("asked", "error", "says"),
    [
        (
            {"engine": "dask"},
            Missing,
            "the dask engine needs dask: pip install 'baccarat[cluster]'",
        ),
        (
            {"scheduler": "tcp://127.0.0.1:9"},
            Missing,
            "the dask engine needs dask: pip install 'baccarat[cluster]'",
        ),
        *(
            (
                {"engine": engine, "scheduler": "tcp://127.0.0.1:9"},
                BadValue,
                f"for the dask engine, not for {engine}",
            )
            for engine in ("cpu", "cuda", "reference")
        ),
    ],
)
def test_where_dask_is_not_here_or_not_asked_for_one_line_says_so(
    asked: dict[str, Any], error: type[Exception], says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "find_spec", lambda name: None)
    with pytest.raises(error, match=re.escape(says)):
        simulate(1, **asked)


def test_the_command_tells_in_one_line_that_nobody_answers(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit) as left:
        main(["simulate", "--shoes", "5", "--scheduler", "nowhere"])
    told = capsys.readouterr()
    assert (left.value.code, told.out) == (2, "")
    assert told.err == (
        "baccarat: no scheduler answers at nowhere: start one with `dask scheduler`\n"
    )


def test_a_worker_without_numba_deals_as_the_reference(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = Plan(20, 7)
    monkeypatch.setattr(cluster, "find_spec", lambda name: None)
    monkeypatch.setattr(cpu, "coups", None)
    packed = cluster._packed(Plan(1, 7), nobody, TallyReader(plan))
    assert cluster.deal(__version__, packed, 0, 20) == reference.run(plan)


def test_a_strategy_that_cannot_travel_is_told_in_one_line() -> None:
    lock = threading.Lock()

    def decide(choice: Choice) -> bool:
        with lock:
            return True

    with pytest.raises(Refused, match=r"cannot be sent to workers: .*lock") as told:
        run(Plan(1), decide)
    assert "\n" not in str(told.value)


def test_what_a_worker_complains_of_is_told_in_one_line(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def decide(choice: Choice) -> bool:
        raise ZeroDivisionError("of all things\nthis")

    free = Plan(1, 7, Rules(tableau=CHEMIN_DE_FER))
    with pytest.raises(CoupError, match="somebody must decide"):
        run(free, address=address)
    with pytest.raises(BaccaratError) as told:
        run(free, decide, address=address)
    assert str(told.value) == "a worker cannot deal: ZeroDivisionError: of all things this"
    assert run(Plan(1, 7), address=address) == reference.run(Plan(1, 7))  # the workers go on
    monkeypatch.setattr(cluster, "__version__", "0.0")
    with pytest.raises(BaccaratError, match=r"a worker has baccarat .*, but this machine has 0\.0"):
        run(Plan(1), address=address)


class LastFirst:
    """A client whose newest job is always finished first, and only when it can send no more."""

    status = "closed"

    def __init__(self, room: int) -> None:
        self.room = room
        self.waiting: list[Finished] = []
        self.sent = 0

    def submit(self, load: Callable[[bytes], Tally], job: bytes, **_: object) -> "Finished":
        future = Finished(f"job {self.sent}", load, job)
        self.sent += 1
        self.waiting.append(future)
        assert len(self.waiting) <= self.room
        return future

    def finish(self) -> None:
        self.waiting.pop().finish()


class Finished:
    """The future of such a client."""

    def __init__(self, key: str, load: Callable[[bytes], Tally], job: bytes) -> None:
        self.key, self.load, self.job = key, load, job
        self.callbacks: list[Callable[[Finished], None]] = []

    def add_done_callback(self, callback: "Callable[[Finished], None]") -> None:
        self.callbacks.append(callback)

    def finish(self) -> None:
        for callback in self.callbacks:
            callback(self)

    def result(self) -> Tally:
        return self.load(self.job)


@pytest.mark.usefixtures("small_jobs")
def test_parts_come_in_order_and_few_are_held_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "GLANCE", 0.001)
    client, plan = LastFirst(room=3), Plan(20_000, 7)
    # Who finds nothing finished looks after the workers; then a job is.
    workers = cluster.Cluster(cast("Client", client), lambda: client.room, client.finish)
    tally, shoes, held = Tally(), 0, []
    parts = workers.read(plan, nobody, TallyReader(plan), None, Never())
    for count, (part, dealt) in enumerate(parts, start=1):
        tally += part
        shoes += dealt
        held.append(client.sent - count)
        if count % 16 == 0:
            assert tally == cpu.run(Plan(shoes, 7))
    assert shoes == plan.shoes
    assert tally == cpu.run(plan)
    assert max(held) == cluster.HELD * client.room - 1


@pytest.mark.slow
@pytest.mark.usefixtures("small_jobs")
@pytest.mark.long
def test_a_killed_worker_of_our_own_changes_nothing(tmp_path: Path) -> None:
    """Each worker is killed once, in the middle of its jobs; its nanny starts another."""
    before, reports = offspring(), 0
    killed: list[psutil.Process] = []
    file = tmp_path / "run.json"

    def kill(tally: Tally, shoes: int) -> None:
        nonlocal reports
        reports += 1
        if reports in (8, 40):
            workers = [
                process
                for process in offspring()
                if process not in [*before, *killed] and "spawn_main" in " ".join(process.cmdline())
            ]
            workers[0].send_signal(signal.SIGKILL)
            killed.append(workers[0])
        if shoes and not shoes % 5000:
            assert tally.digest == cpu.run(Plan(shoes, 7)).digest  # of the first shoes alone

    found = simulate(20_000, 7, engine="dask", threads=2, progress=kill, checkpoint=file)
    assert len(set(killed)) == 2
    assert found.is_whole
    assert found.tally.digest == cpu.run(found.plan).digest
    assert simulate(20_000, 7, checkpoint=file).tally == found.tally


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.usefixtures("small_jobs")
def test_workers_come_go_and_are_killed(tmp_path: Path) -> None:
    """Of real `dask worker` processes one is killed, and another comes for it."""
    plan = Plan(20_000, 7)
    workers: list[subprocess.Popen[bytes]] = []

    def hire(address: str) -> None:
        command = "-m dask worker --no-nanny --nthreads 1 --no-dashboard --host 127.0.0.1".split()
        workers.append(
            subprocess.Popen(
                [sys.executable, *command, "--local-directory", str(tmp_path), address],
                stderr=subprocess.DEVNULL,
            )
        )

    with somebodys(workers=0) as scheduler:
        address = scheduler.scheduler_address
        try:
            for _ in range(2):
                hire(address)
            tally, shoes = Tally(), 0
            for count, (part, dealt) in enumerate(run_jobs(plan, address=address)):
                tally += part
                shoes += dealt
                if count == 8:
                    workers[0].kill()
                if count == 30:
                    hire(address)
        finally:
            for worker in workers:
                worker.kill()
                worker.wait()
    assert shoes == plan.shoes
    assert tally.digest == cpu.run(plan).digest


SCRIPT = """
from baccarat.core.third_card import nobody
from baccarat.simulation.engines.cluster import read
from baccarat.simulation.plan import Plan
from baccarat.simulation.protocols import Never
from baccarat.simulation.readers.tally import TallyReader

plan = Plan(10**12)
try:
    for count, _ in enumerate(read(plan, nobody, TallyReader(plan), 2, Never())):
        if not count:
            print("dealing", flush=True)
except KeyboardInterrupt:
    print("stopped")
"""


@contextmanager
def dealing(script: list[str], folder: Path) -> Iterator["subprocess.Popen[str]"]:
    """A process of Python that has begun to deal; it does not outlive the test."""
    process = subprocess.Popen(
        [sys.executable, *script],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "TMPDIR": str(folder)},
    )
    with process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "dealing\n"
            yield process
        finally:
            process.kill()


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="Ctrl-C of a single process is sent by a signal")
def test_ctrl_c_ends_all_workers_and_says_nothing(tmp_path: Path) -> None:
    """A plain script, unguarded: the workers do not run it a second time."""
    script = tmp_path / "script.py"
    script.write_text(SCRIPT, "utf-8")
    with dealing([str(script)], tmp_path) as process:
        workers = offspring(process.pid)
        assert len(workers) >= 2
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert (out, err, process.returncode) == ("stopped\n", "", 0)
    assert alive(workers) == []
    assert list(tmp_path.glob("baccarat-*")) == []


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="SIGKILL is a signal of POSIX")
def test_workers_leave_when_the_client_is_killed(tmp_path: Path) -> None:
    with dealing(["-c", SCRIPT], tmp_path) as process:
        workers = offspring(process.pid)
        process.kill()
    assert alive(workers) == []


@pytest.mark.long
@pytest.mark.parametrize(
    "spelled", ["labouchere on random", "flat on player-pair", "flat on count:dragon-7 at 1"]
)
def test_sessions_of_a_system_are_those_of_the_cpu(spelled: str, address: str) -> None:
    shared = stake(spelled, 400, 7, scheduler=address)
    assert shared.ledger == stake(spelled, 400, 7, engine="cpu").ledger


@pytest.mark.long
def test_long_sessions_and_comparisons_are_those_of_the_cpu(address: str) -> None:
    plan = plan_sessions(200, 7, Session(8, goal=14))
    systems = [system(name) for name in ("oscar on random", "flat on bb>either-pair,p>banker")]
    alone = stake(systems[0], 200, 7, session=plan.session, scheduler=address)
    found = [compare(plan, systems, scheduler=address), compare(plan, systems, "cpu")]
    assert found[0].found[0].ledger == alone.ledger
    ledgers = [[each.ledger for each in one.found] for one in found]
    assert ledgers[0] == ledgers[1]
    assert found[0].differences == found[1].differences
