"""The laboratory of several servers: one deals the runs, all know them, and the next takes over."""

import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from json import loads
from pathlib import Path
from threading import Barrier
from time import monotonic, sleep

import pytest
from asking import run as run_command
from postgres import PostgresServer

from baccarat.questions.simulate import SimulateQuestion
from baccarat.store import Store, StoreTrouble
from baccarat.store.peers import LABORATORY
from baccarat.web.gate.callers import Caller
from baccarat.web.gate.keys import Level
from baccarat.web.gate.problems import Problem
from baccarat.web.house.house import House
from baccarat.web.runs.bodies import RunBody, body_of
from baccarat.web.runs.bounds import RunBounds
from baccarat.web.runs.laboratory import Lab
from baccarat.web.runs.run import Run, RunState

PATIENCE = 120.0
BOUNDS = RunBounds(at_once=1, gives_way=False, threads=1)
HOST = Caller(Level.HOST)
ANN, BOB = Caller(Level.PLAY, key=1), Caller(Level.PLAY, key=2)


def until(is_so: Callable[[], object]) -> None:
    """Wait until something is so; on a busy machine that may take a while."""
    end = monotonic() + PATIENCE
    while not is_so():
        assert monotonic() < end, "it never came"
        sleep(0.01)


def asked(shoes: int, seed: int = 0) -> RunBody:
    question = {"kind": "simulate", "shoes": shoes, "seed": seed, "depth": "totals"}
    return body_of(SimulateQuestion).model_validate({**question, "engine": "reference"})


def seen(lab: Lab, digest: str) -> Run:
    run = lab.find(digest)
    assert run is not None
    return run


def look_around(lab: Lab) -> None:
    assert lab.peers is not None
    lab.peers.look_around()


class LabServer:
    """A server of a shared store, without its doors."""

    def __init__(self, place: str, bounds: RunBounds = BOUNDS, starts: bool = True) -> None:
        self.store = Store.open(place, serving=True, shared=True)
        house = House(self.store)
        assert house.fellows is not None
        self.lab = Lab(self.store, bounds, is_shared=True)
        house.fellows.lab = self.lab.peers
        house.fellows.start()
        if starts:
            self.lab.start()

    @property
    def deals(self) -> bool:
        assert self.store.sharing is not None
        return self.store.sharing.deals(LABORATORY)

    def close(self) -> None:
        self.lab.close()
        self.store.close()


@pytest.fixture
def place(postgres: PostgresServer) -> str:
    return postgres.emptied()


@pytest.fixture
def pair(place: str) -> Iterator[tuple[LabServer, LabServer]]:
    """The first deals, the second follows."""
    first = LabServer(place)
    until(lambda: first.deals)
    second = LabServer(place)
    try:
        yield first, second
    finally:
        second.close()
        first.close()


def digest_of_command(run: Run) -> str:
    """What the command prints that repeats a run."""
    code, out, error = run_command(*shlex.split(run.command)[1:], "--json")
    assert code == 0, error
    digest: str = loads(out)["answer_digest"]
    return digest


@pytest.mark.long
def test_a_run_that_one_server_is_asked_for_is_dealt_by_another_and_outlives_it(
    pair: tuple[LabServer, LabServer],
) -> None:
    deals, follows = pair
    digest = follows.lab.ask(asked(1_000, 7), ANN).digest  # seconds, as others hear of it late
    assert deals.lab.find(digest) is not None
    until(lambda: seen(follows.lab, digest).progress.done)
    assert (len(deals.lab.dealer.children), len(follows.lab.dealer.children)) == (1, 0)
    follows.lab.stop(digest, ANN)
    until(lambda: seen(deals.lab, digest).state is RunState.STOPPED)
    until(lambda: seen(follows.lab, digest).state is RunState.STOPPED)
    assert seen(follows.lab, digest).progress == seen(deals.lab, digest).progress
    assert follows.lab.go_on(digest, ANN).state is RunState.WAITING
    until(lambda: seen(follows.lab, digest).state is RunState.RUNNING)
    assert deals.store.sharing is not None
    deals.store.sharing.close()  # as if it had lost the database
    until(lambda: follows.lab.dealer.children)
    assert not deals.lab.dealer.children
    until(lambda: seen(follows.lab, digest).state.is_over)
    run = seen(follows.lab, digest)
    assert (run.state, run.answer_digest) == (RunState.DONE, digest_of_command(run))
    assert [row.kind for row in follows.store.runs()] == ["simulate"]  # wishes are granted


def test_a_check_is_asked_for_at_one_server_and_dealt_by_another(
    pair: tuple[LabServer, LabServer],
) -> None:
    deals, follows = pair
    digest = deals.lab.ask(asked(5), ANN).digest
    until(lambda: seen(follows.lab, digest).state is RunState.DONE)
    assert seen(follows.lab, digest).answer == seen(deals.lab, digest).answer
    check = follows.lab.check(digest, BOB).check
    assert check is not None
    assert check.state is RunState.WAITING
    until(lambda: (found := seen(follows.lab, digest).check) is not None and found.agrees)
    assert seen(deals.lab, digest).check == seen(follows.lab, digest).check


def test_the_same_question_at_two_servers_is_one_run(place: str) -> None:
    """Neither of them hears of the other."""
    with (
        Store.open(place, serving=True, shared=True) as one,
        Store.open(place, serving=True, shared=True) as other,
    ):
        here, there = (Lab(store, BOUNDS, is_shared=True) for store in (one, other))
        run = here.ask(asked(5), ANN)
        assert there._keep(run).digest == run.digest  # it has not looked into the store before
        assert there.ask(asked(6), BOB).who == "key 2"
        assert here.ask(asked(6), ANN).who == "key 2"
        start = Barrier(2)

        def ask(lab: Lab) -> list[str]:
            start.wait()
            return [lab.ask(asked(7, seed), HOST).digest for seed in range(4)]

        with ThreadPoolExecutor(2) as pool:
            assert len(set(map(tuple, pool.map(ask, (here, there))))) == 1
        assert len(one.runs()) == 6
        look_around(there)
        look_around(here)
        assert here.runs() == there.runs()


def test_who_follows_keeps_the_bounds_and_tells_who_is_ahead(place: str) -> None:
    bounds = RunBounds(at_once=1, most_each=2)
    with Store.open(place, serving=True, shared=True) as store:
        lab = Lab(store, bounds, is_shared=True)
        first, second = (lab.ask(asked(5, seed), ANN).digest for seed in range(2))
        third = lab.ask(asked(5, 2), BOB)
        assert (seen(lab, first).ahead, third.ahead, seen(lab, second).ahead) == (0, 1, 2)
        with pytest.raises(Problem) as refused:
            lab.ask(asked(5, 3), ANN)
        assert refused.value.status == 429
        with pytest.raises(Problem) as refused:
            lab.stop(first, BOB)
        assert refused.value.status == 403
        assert lab.stop(first, HOST).state is RunState.STOPPED
        lab.ask(asked(5, 3), ANN)


def test_a_server_that_slept_writes_nothing_over_the_runs_of_another(place: str) -> None:
    deals = LabServer(place, starts=False)
    until(lambda: deals.deals)
    slept = LabServer(place, starts=False)
    try:
        digest = deals.lab.ask(asked(5), ANN).digest
        assert slept.lab.find(digest) is not None
        (row,) = slept.store.runs()
        with pytest.raises(StoreTrouble, match="another server deals the laboratory"):
            slept.store.change_run(row.number, "{}")
        slept.lab.dealer.is_dealing = True  # it believes so
        assert not slept.lab.dealer.save(slept.lab.dealer.entries[digest])
        assert slept.store.runs() == [row]
        deals.store.change_run(row.number, "{}")
        assert slept.store.runs() != [row]
    finally:
        slept.close()
        deals.close()


def test_a_server_that_deals_no_runs_leaves_them_to_others(place: str) -> None:
    idle = LabServer(place, RunBounds(at_once=0), starts=False)
    try:
        busy = LabServer(place, starts=False)
        until(lambda: busy.deals)
        assert not idle.deals
        with pytest.raises(Problem, match="this server deals no runs"):
            idle.lab.ask(asked(5), ANN)
        assert idle.lab.stop(busy.lab.ask(asked(5), ANN).digest, ANN).state is RunState.STOPPED
        busy.close()
    finally:
        idle.close()


SERVER = """
import json, sys, time
sys.path[:0] = sys.argv[2:]
from web.runs.test_shared_lab import LabServer

server = LabServer(sys.argv[1])
while True:
    runs = {run.digest: [run.state, run.progress.done] for run in server.lab.runs()}
    print(json.dumps([server.deals, len(server.lab.dealer.children), runs]), flush=True)
    time.sleep(0.05)
"""
"""A server that tells what it deals; it never ends."""


@pytest.mark.long
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSTOP])
def test_a_run_whose_server_is_killed_or_hangs_goes_on_at_another(
    place: str, tmp_path: Path, how: signal.Signals
) -> None:
    """The other has a folder of its own, as on another machine: it deals the run from nothing."""
    process = subprocess.Popen(
        [sys.executable, "-c", SERVER, place, *sys.path],
        stdout=subprocess.PIPE,
        env={**os.environ, "BACCARAT_HOME": str(tmp_path)},
        text=True,
    )
    assert process.stdout is not None
    try:
        while not loads(process.stdout.readline())[0]:
            pass
        here = LabServer(place)
        try:
            digest = here.lab.ask(asked(1_000, 7), ANN).digest
            until(lambda: seen(here.lab, digest).progress.done)
            assert not here.deals
            os.kill(process.pid, how)
            until(lambda: here.lab.dealer.children)
            until(lambda: here.store.runs()[0].answer)
            run, (row,) = seen(here.lab, digest), here.store.runs()
            assert (run.state, run.answer_digest) == (RunState.DONE, digest_of_command(run))
            if how is signal.SIGSTOP:
                os.kill(process.pid, signal.SIGCONT)
                known = [True, 1, {}]
                while known != [False, 0, {digest: ["done", 1_000]}]:
                    known = loads(process.stdout.readline())
                assert here.deals
                assert here.store.runs() == [row]
        finally:
            here.close()
    finally:
        process.kill()
        process.communicate()
