"""A server with a laboratory, killed without a warning: the next one takes its runs up."""

import json
import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path
from time import sleep

import pytest
from asking import run as run_command
from troubled_store import TroubledStore

from baccarat.web.callers import Caller
from baccarat.web.key_book import Level
from baccarat.web.lab import Lab
from baccarat.web.lab_bounds import RunBounds
from baccarat.web.lab_questions import SimulateQuestion
from baccarat.web.lab_run import RunState

SERVER = """
import sys, time
from baccarat.store import Store
from baccarat.web.callers import Caller
from baccarat.web.key_book import Level
from baccarat.web.lab import Lab
from baccarat.web.lab_bounds import RunBounds
from baccarat.web.lab_questions import SimulateQuestion

lab = Lab(Store.open(sys.argv[1], serving=True), RunBounds(gives_way=False, threads=1))
lab.start()
asked = SimulateQuestion(
    kind="simulate", shoes=int(sys.argv[2]), seed=5, depth="totals", engine="reference"
)
digest = lab.ask(asked, Caller(Level.HOST)).digest
while True:
    run = lab.find(digest)
    print(run.state, run.progress.done, run.answer_digest, run.command, sep="\\t", flush=True)
    time.sleep(0.05)
"""
"""A laboratory alone, which deals also where others want the cores; it never ends."""


@pytest.mark.long
@pytest.mark.parametrize(("shoes", "kills"), [(100, 1), (600, 4)])
def test_a_run_outlives_servers_that_are_killed(tmp_path: Path, shoes: int, kills: int) -> None:
    least, command, digest = 1, "", ""
    for kill in range(kills + 1):
        process = subprocess.Popen(
            [sys.executable, "-c", SERVER, str(tmp_path / "store.sqlite"), str(shoes)],
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
    assert state == "done"
    code, out, error = run_command(*shlex.split(command)[1:], "--json")
    assert code == 0, error
    assert json.loads(out)["answer_digest"] == digest


@pytest.mark.long
def test_a_run_on_dask_workers_has_the_same_digest() -> None:
    distributed = pytest.importorskip("distributed")
    bounds = RunBounds(at_once=1, gives_way=False, threads=1)
    asked = SimulateQuestion(kind="simulate", shoes=2_000, seed=3, depth="totals")
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, host="127.0.0.1", dashboard_address="127.0.0.1:0"
    ) as cluster:
        lab = Lab(TroubledStore(), bounds, cluster.scheduler_address)
        lab.start()
        try:
            digest = lab.ask(asked, Caller(Level.HOST)).digest
            while not (run := lab.find(digest)).state.is_over:  # type: ignore[union-attr]
                sleep(0.1)
        finally:
            lab.close()
    assert run is not None
    assert (run.state, run.engine) == (RunState.DONE, "dask"), run.why
    code, out, error = run_command(*shlex.split(run.command)[1:], "--json")
    assert code == 0, error
    assert json.loads(out)["answer_digest"] == run.answer_digest
