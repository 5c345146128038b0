"""A server with a laboratory, killed without a warning: the next one takes its runs up."""

import json
import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest
from asking import run as run_command
from troubled_store import TroubledStore

from baccarat.questions.simulate import SimulateQuestion
from baccarat.web.gate.callers import Caller
from baccarat.web.gate.keys import Level
from baccarat.web.runs.bodies import body_of
from baccarat.web.runs.bounds import RunBounds
from baccarat.web.runs.laboratory import Lab
from baccarat.web.runs.run import Run, RunState

HOST = Caller(Level.HOST)
ONE_EACH = RunBounds(at_once=1, gives_way=False, threads=1)
PATIENCE = 120.0
"""Seconds until a test gives up."""
SERVER = """
import sys, time
from baccarat.store import Store
from baccarat.web.gate.callers import Caller
from baccarat.web.gate.keys import Level
from baccarat.web.runs.laboratory import Lab
from baccarat.web.runs.bounds import RunBounds
from baccarat.questions.simulate import SimulateQuestion
from baccarat.web.runs.bodies import body_of

bounds, scheduler = RunBounds(gives_way=False, threads=1), sys.argv[3] or None
lab = Lab(Store.open(sys.argv[1], serving=True), bounds, scheduler)
lab.start()
asked = body_of(SimulateQuestion)(
    kind="simulate", shoes=int(sys.argv[2]), seed=5, depth="totals", engine="reference"
)
digest = lab.ask(asked, Caller(Level.HOST)).digest
while True:
    run = lab.find(digest)
    print(run.state, run.progress.done, run.answer_digest, run.command, sep="\\t", flush=True)
    time.sleep(0.05)
"""
"""A laboratory alone, which deals also where others want the cores; it never ends."""


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """A scheduler with one worker, both in other processes but for the scheduler itself."""
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, host="127.0.0.1", dashboard_address="127.0.0.1:0"
    ) as found:
        yield found


def outlives(store: Path, shoes: int, kills: int, scheduler: str = "") -> None:
    """Kill servers while they deal, and let the next one go on; the digest is the command's."""
    least, command, digest = 1, "", ""
    for kill in range(kills + 1):
        process = subprocess.Popen(
            [sys.executable, "-c", SERVER, str(store), str(shoes), scheduler],
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            assert process.stdout is not None
            for line in process.stdout:
                state, done, digest, command = line.rstrip("\n").split("\t")
                if state == "done" or (kill < kills and int(done) >= least):
                    least = int(done) + 1
                    break
        finally:
            os.kill(process.pid, signal.SIGKILL)
            process.communicate()
        assert (state == "done") == (kill == kills)  # a run that is done too early tests nothing
    assert told_by(command) == digest


def told_by(command: str) -> str:
    """The digest of the answer that a command tells."""
    code, out, error = run_command(*shlex.split(command)[1:], "--json")
    assert code == 0, error
    digest: str = json.loads(out)["answer_digest"]
    return digest


@pytest.mark.long
@pytest.mark.parametrize(("shoes", "kills"), [(100, 1), (600, 4)])
def test_a_run_outlives_servers_that_are_killed(tmp_path: Path, shoes: int, kills: int) -> None:
    outlives(tmp_path / "store.sqlite", shoes, kills)


@pytest.mark.long
def test_a_run_on_dask_workers_outlives_servers_that_are_killed(
    tmp_path: Path, cluster: Any
) -> None:
    outlives(tmp_path / "store.sqlite", 200_000, 2, cluster.scheduler_address)


@pytest.mark.long
def test_a_run_on_dask_workers_is_stopped_and_goes_on_with_the_same_digest(cluster: Any) -> None:
    asked = body_of(SimulateQuestion).model_validate(
        {"kind": "simulate", "shoes": 100_000, "seed": 3, "depth": "totals"}
    )
    lab = Lab(TroubledStore(), ONE_EACH, cluster.scheduler_address)
    lab.start()

    def found() -> Run:
        run = lab.find(digest)
        assert run is not None
        return run

    try:
        digest = lab.ask(asked, HOST).digest
        await_that(lambda: found().progress.done > 0 or found().state.is_over)
        lab.stop(digest, HOST)
        await_that(lambda: found().state.is_over)
        assert found().state is RunState.STOPPED, found().why
        assert 0 < found().progress.done < 100_000
        await_that(lambda: not cluster.scheduler.tasks)  # no worker deals for nobody
        lab.go_on(digest, HOST)
        await_that(lambda: found().state.is_over)
        run = found()
    finally:
        lab.close()
    assert (run.state, run.engine) == (RunState.DONE, "dask"), run.why
    assert told_by(run.command) == run.answer_digest


def await_that(is_so: Callable[[], bool]) -> None:
    until = monotonic() + PATIENCE
    while not is_so():
        assert monotonic() < until
        sleep(0.05)
