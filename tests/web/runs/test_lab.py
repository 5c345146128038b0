"""The laboratory: processes that are stopped, killed and taken up, and end with the same digest."""

import json
import os
import random
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict, replace
from itertools import pairwise
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest
from troubled_store import TroubledStore
from web.fake_lab import dealt, waiting
from web.salon import ASKS_FOR_KEYS, Salon

from baccarat.base.words import Words
from baccarat.core.plugins import load_plugin
from baccarat.questions.engine.process import command_of
from baccarat.questions.simulate import SimulateQuestion
from baccarat.web.gate.callers import Caller
from baccarat.web.gate.keys import Level
from baccarat.web.gate.problems import Problem
from baccarat.web.jobs.queue import FairQueue, LabJob
from baccarat.web.runs.bodies import RunBody, body_of, fields_of
from baccarat.web.runs.bounds import RunBounds
from baccarat.web.runs.dealer import TIME, folder_of
from baccarat.web.runs.laboratory import Lab
from baccarat.web.runs.process import LabChild
from baccarat.web.runs.rows import MOST_POINTS, read_row, thinned, write_row
from baccarat.web.runs.run import Run, RunCheck, RunEstimate, RunState, TracePoint
from baccarat.web.runs.work import read_work
from baccarat.web.runs.worker import CHECKPOINT, WORKER_NAME, Orders

HALF = "\ud800"
PATIENCE = 120.0
"""Seconds until a test gives up; nothing here takes so long."""
QUICK = RunBounds(at_once=1, gives_way=False, threads=1)
"""On a busy machine a run that gives way would wait for ever."""
HOST = Caller(Level.HOST)
ANN, BOB, WATCHER = Caller(Level.PLAY, key=1), Caller(Level.PLAY, key=2), Caller(Level.WATCH, key=3)


def asked(shoes: int, seed: int = 0, **more: Any) -> RunBody:
    """A question that costs little."""
    given = {"kind": "simulate", "shoes": shoes, "seed": seed, "depth": "totals"}
    return body_of(SimulateQuestion)(**{**given, "engine": "reference", **more})


def undisturbed(question: RunBody) -> str | None:
    """The digest of the answer, counted in this process."""
    work = read_work("simulate", fields_of(question))
    return dealt(work, waiting(work)).answer_digest


def await_that(is_so: Callable[[], bool], what: str) -> None:
    until = monotonic() + PATIENCE
    while not is_so():
        assert monotonic() < until, what
        sleep(0.02)


def await_end(lab: Lab, digest: str) -> Run:
    def is_over() -> bool:
        run = lab.find(digest)
        assert run is not None
        return run.state.is_over and (run.check is None or run.check.state.is_over)

    await_that(is_over, "the run does not end")
    found = lab.find(digest)
    assert found is not None
    return found


def await_progress(lab: Lab, digest: str, more_than: int) -> None:
    def is_further() -> bool:
        run = lab.find(digest)
        assert run is not None
        return run.progress.done > more_than or run.state is RunState.DONE

    await_that(is_further, "the run does not come further")


@pytest.fixture
def lab() -> Iterator[Lab]:
    found = Lab(TroubledStore(), QUICK)
    found.start()
    yield found
    found.close()


@pytest.mark.slow
def test_a_run_is_dealt_and_checked_and_its_answer_stays(lab: Lab) -> None:
    question = asked(30, 7)
    run = lab.ask(question, HOST)
    assert (run.state, run.ahead) == (RunState.WAITING, 0)
    assert lab.ask(question, HOST).digest == run.digest
    done = await_end(lab, run.digest)
    assert done.state is RunState.DONE, done.why
    assert done.answer_digest == undisturbed(question)
    assert done.answer is not None
    assert done.answer["answer_digest"] == done.answer_digest
    assert done.trace[-1].done == 30
    edge = done.answer["bets"]["banker"]["edge_simulated"]["estimate"]
    assert done.trace[-1].estimates["banker"].value == edge
    exact = done.answer["bets"]["banker"]["edge_float"]
    assert done.exact["banker"] == exact
    lab.check(run.digest, HOST)
    check = await_end(lab, run.digest).check
    assert check is not None
    assert (check.state, check.agrees) == (RunState.DONE, True)
    await_that(lambda: not any(folder_of(lab.dealer.store).iterdir()), "its files stay")
    again = Lab(lab.dealer.store, QUICK)  # the next server
    found = again.find(run.digest)
    assert found is not None
    assert found.answer == json.loads(json.dumps(done.answer))
    assert (found.answer_digest, found.trace) == (done.answer_digest, done.trace)


def disturb(lab: Lab, digest: str, dice: random.Random) -> Lab:
    """Stop it and let it go on, or kill its process, or end the server and start another."""
    run = lab.find(digest)
    assert run is not None
    await_progress(lab, digest, run.progress.done)
    sleep(dice.random() / 4)
    match dice.choice(["stop", "kill", "close"]):
        case "stop":
            lab.stop(digest, HOST)
            await_that(lambda: lab.find(digest).state.is_over, "no stop")  # type: ignore[union-attr]
            lab.go_on(digest, HOST)
        case "kill":
            for child in list(lab.dealer.children.values()):
                os.kill(child.process.pid, signal.SIGKILL)
        case "close":
            lab.close()
            lab = Lab(lab.dealer.store, QUICK)
            lab.start()
    return lab


@pytest.mark.parametrize(
    ("seed", "shoes", "times"),
    [(1, 200, 2), *(pytest.param(n, 2_000, 8, marks=pytest.mark.long) for n in range(5))],
)
def test_a_disturbed_run_has_the_digest_of_an_undisturbed_one(
    seed: int, shoes: int, times: int
) -> None:
    """The moments are random, and the digest must not depend on them."""
    dice, question = random.Random(seed), asked(shoes, seed)
    lab = Lab(TroubledStore(), QUICK)
    lab.start()
    try:
        digest = lab.ask(question, HOST).digest
        for _ in range(times):
            lab = disturb(lab, digest, dice)
        run = await_end(lab, digest)
        assert run.state is RunState.DONE, run.why
        assert run.answer_digest == undisturbed(question)
        assert [point.done for point in run.trace] == sorted({point.done for point in run.trace})
    finally:
        lab.close()


def worker(orders: Orders) -> "subprocess.Popen[str]":
    process = subprocess.Popen(
        command_of(WORKER_NAME, orders.bounds),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdin is not None
    process.stdin.write(json.dumps(asdict(orders)) + "\n")
    process.stdin.flush()
    return process


def orders_of(folder: Path, shoes: int, **more: Any) -> Orders:
    work = read_work("simulate", {"shoes": shoes})
    given = {"engine": "reference", "threads": 1, "most_bytes": 2 << 30, "gives_way": False}
    return Orders("simulate", {"shoes": shoes}, work.digest, str(folder), **{**given, **more})


def test_a_process_whose_server_is_gone_ends_and_leaves_its_checkpoint(tmp_path: Path) -> None:
    process = worker(orders_of(tmp_path, 10_000))
    assert process.stdout is not None
    while json.loads(process.stdout.readline()).get("done", 0) < 5:
        pass
    process.communicate(timeout=PATIENCE)  # closes its input, as the end of the server does
    kept = json.loads((tmp_path / CHECKPOINT).read_text("utf-8"))
    assert 5 <= kept["finished"] < 10_000


def test_a_process_gives_way_to_all_others(tmp_path: Path) -> None:
    process = worker(orders_of(tmp_path, 10_000, gives_way=True))
    try:
        await_that(lambda: os.getpriority(os.PRIO_PROCESS, process.pid) == 19, "its priority")
        if hasattr(os, "SCHED_IDLE"):
            is_idle = lambda: os.sched_getscheduler(process.pid) == os.SCHED_IDLE  # noqa: E731
            await_that(is_idle, "its class")
    finally:
        process.kill()
        process.communicate()


@pytest.mark.slow
def test_a_checkpoint_of_another_version_is_told_and_the_run_can_begin_anew() -> None:
    store, question = TroubledStore(), asked(20, 3)
    lab = Lab(store, QUICK)
    run = lab.ask(question, HOST)
    folder = folder_of(store) / run.digest
    folder.mkdir(parents=True)
    (folder / CHECKPOINT).write_text('{"checkpoint": 99}', "utf-8")
    lab.start()
    try:
        failed = await_end(lab, run.digest)
        assert failed.state is RunState.FAILED
        assert "format 99; this version reads 2" in str(failed.why)
        assert str(folder) not in str(failed.why)
        lab.go_on(run.digest, HOST)
        done = await_end(lab, run.digest)
        assert (done.state, done.answer_digest) == (RunState.DONE, undisturbed(question))
    finally:
        lab.close()


def test_a_checkpoint_that_cannot_be_kept_is_told_without_a_path() -> None:
    store = TroubledStore()
    lab = Lab(store, QUICK)
    run = lab.ask(asked(5), HOST)
    folder_of(store).write_text("a file where a folder should be", "utf-8")
    lab.start()
    try:
        failed = await_end(lab, run.digest)
        assert failed.state is RunState.FAILED
        assert "(checkpoint.json: cannot be written: " in str(failed.why)
        assert "/" not in str(failed.why)
        folder_of(store).unlink()
        lab.go_on(run.digest, HOST)
        assert await_end(lab, run.digest).state is RunState.DONE
    finally:
        lab.close()


def test_a_process_that_is_always_killed_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    began = LabChild.__init__

    def killed(self: LabChild, *given: Any) -> None:
        began(self, *given)
        self.process.kill()

    monkeypatch.setattr(LabChild, "__init__", killed)
    lab = Lab(TroubledStore(), QUICK)
    lab.start()
    try:
        run = await_end(lab, lab.ask(asked(5), HOST).digest)
        assert run.state is RunState.FAILED
        assert "killed 3 times" in str(run.why)
    finally:
        lab.close()


def test_a_run_that_has_had_its_time_stops_and_says_so() -> None:
    lab = Lab(TroubledStore(), RunBounds(at_once=1, gives_way=False, most_seconds=0.01))
    lab.start()
    try:
        run = await_end(lab, lab.ask(asked(10**6), HOST).digest)
        assert run.state is RunState.STOPPED
        assert "it reached the limit of" in str(run.why)
    finally:
        lab.close()


HUNGRY = """
import baccarat as bac

def hungry(outcome):
    bytearray(4 << 30)

HUNGRY = bac.Bet("Laboratory hog", hungry, pays={"hungry": 1})
"""


@pytest.mark.usefixtures("bring")
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nothing bounds the memory")
def test_a_run_that_needs_too_much_memory_ends_and_says_so(tmp_path: Path) -> None:
    file = tmp_path / "hungry.py"
    file.write_text(HUNGRY, "utf-8")
    load_plugin(file)
    lab = Lab(TroubledStore(), QUICK)
    lab.start()
    try:
        question = asked(5, bets=["laboratory-hog"], depth=None)
        run = await_end(lab, lab.ask(question, HOST).digest)
        assert run.state is RunState.FAILED
        assert run.why == "it needs more memory than the 2,048 MB of a run here"
        after = await_end(lab, lab.ask(asked(5), HOST).digest)  # nothing else has noticed
        assert after.state is RunState.DONE, after.why
    finally:
        lab.close()


def test_a_stop_stands_even_if_the_process_is_ending_already(lab: Lab) -> None:
    digest = lab.ask(asked(10**6), HOST).digest
    await_progress(lab, digest, 0)
    with lab.dealer.lock:  # the process cannot end meanwhile
        for act in (lab.stop, lab.go_on, lab.stop):
            assert act(digest, HOST).state is RunState.RUNNING
    await_that(lambda: LabJob(digest) not in lab.dealer.children, "its process does not end")
    assert await_end(lab, digest).state is RunState.STOPPED


def test_to_go_on_gives_a_run_whose_time_is_over_its_time_again() -> None:
    lab = Lab(TroubledStore(), RunBounds(at_once=1, gives_way=False, threads=1))
    lab.start()
    try:
        digest = lab.ask(asked(10**6), HOST).digest
        await_progress(lab, digest, 0)
        with lab.dealer.lock:  # the process cannot end meanwhile
            lab.dealer.entries[digest].used = lab.dealer.bounds.most_seconds
            lab.dealer.mind_the_time()
            assert lab.dealer.children[LabJob(digest)].why == TIME
            lab.go_on(digest, HOST)
        await_that(lambda: is_dealt_anew(lab, digest), "it does not go on")
        assert lab.dealer.entries[digest].used < lab.dealer.bounds.most_seconds
        lab.stop(digest, HOST)
        assert await_end(lab, digest).why is None
    finally:
        lab.close()


def is_dealt_anew(lab: Lab, digest: str) -> bool:
    """Whether a process deals that nobody has told to stop."""
    child = lab.dealer.children.get(LabJob(digest))
    return child is not None and child.first is not None and child.why is None


# Without processes: a laboratory that nobody has started.


def refused(status: int, call: Callable[[], object]) -> Problem:
    with pytest.raises(Problem) as told:
        call()
    assert told.value.status == status
    return told.value


def test_the_queue_takes_turns_among_those_who_ask() -> None:
    queue: FairQueue[LabJob] = FairQueue()
    for who, name in [*[("Ann", f"a{n}") for n in range(3)], ("Bob", "b0"), ("Cleo", "c0")]:
        queue.add(who, LabJob(name))
    foreseen = [job.digest for job in queue]
    assert foreseen == ["a0", "b0", "c0", "a1", "a2"]
    taken = []
    while len(queue):
        taken.append(queue.take()[1].digest)
    assert taken == foreseen


def test_each_caller_has_so_many_runs_and_all_together_too() -> None:
    lab = Lab(TroubledStore(), RunBounds(most_each=2, most_waiting=3))
    lab.ask(asked(1), ANN)
    lab.ask(asked(2), ANN)
    assert lab.ask(asked(2), ANN).state is RunState.WAITING  # the same run
    problem = refused(429, lambda: lab.ask(asked(3), ANN))
    assert "others want a turn" in problem.detail
    assert "Retry-After" in problem.headers
    assert lab.ask(asked(3), BOB).ahead == 1
    assert lab.find(lab.ask(asked(2), ANN).digest).ahead == 2  # type: ignore[union-attr]
    problem = refused(429, lambda: lab.ask(asked(4), BOB))
    assert "baccarat simulate --shoes 4 --depth totals" in str(problem.what_to_do)


def test_a_run_that_is_too_large_is_told_how_large_it_may_be() -> None:
    lab = Lab(TroubledStore(), RunBounds(most_coups=80_000))
    problem = refused(422, lambda: lab.ask(asked(1_001), HOST))
    assert problem.extras["most"] == 1_000
    assert "1,000 shoes" in str(problem.what_to_do)
    lab.ask(asked(1_000), HOST)


def test_only_who_asked_or_the_host_stops_a_run() -> None:
    lab = Lab(TroubledStore(), QUICK)
    digest = lab.ask(asked(1), ANN).digest
    for call in (lab.stop, lab.go_on):
        refused(403, lambda call=call: call(digest, BOB))  # type: ignore[misc]
    refused(403, lambda: lab.ask(asked(2), WATCHER))
    assert lab.stop(digest, ANN).state is RunState.STOPPED
    assert lab.go_on(digest, HOST).state is RunState.WAITING
    refused(409, lambda: lab.check(digest, BOB))
    refused(404, lambda: lab.stop("0" * 64, HOST))


def test_a_closed_laboratory_tells_the_command() -> None:
    lab = Lab(TroubledStore(), RunBounds(at_once=0))
    problem = refused(403, lambda: lab.ask(asked(5), HOST))
    assert problem.extras["command"] == "baccarat simulate --shoes 5 --depth totals"


def test_the_oldest_run_that_is_over_makes_room() -> None:
    lab = Lab(TroubledStore(), RunBounds(most_kept=2))
    first, second = (lab.ask(asked(n), HOST).digest for n in (1, 2))
    lab.stop(second, HOST)
    third = lab.ask(asked(3), HOST).digest
    assert {run.digest for run in lab.runs()} == {first, third}
    assert {run.digest for run in Lab(lab.dealer.store, QUICK).runs()} == {first, third}


def test_what_is_kept_reads_back_with_its_reason_in_every_language() -> None:
    store = TroubledStore()
    lab = Lab(store, QUICK)
    run = lab.ask(asked(3), ANN)
    entry = lab.dealer.entries[run.digest]
    lab.dealer.put(
        entry, LabJob(run.digest), RunState.FAILED, lab.dealer.fault({"is_memory": True})
    )
    lab.dealer.save(entry)
    (row,) = store.runs()
    found = read_row(row)
    assert found is not None
    assert write_row(found) == row.question
    said = {str(found.as_json(Words.of(language))["why"]) for language in ("en", "fr", "ja")}
    assert len(said) == 3
    assert read_row(type(row)(1, "odds", "", "{}", "{}")) is None


def test_a_check_that_ends_early_keeps_its_reason_until_it_goes_on() -> None:
    store = TroubledStore()
    lab = Lab(store, QUICK)
    run = lab.ask(asked(3), ANN)
    entry, check = lab.dealer.entries[run.digest], LabJob(run.digest, True)
    lab.dealer.queue.drop(LabJob(run.digest))
    lab.dealer.put(entry, LabJob(run.digest), RunState.DONE)
    lab.check(run.digest, BOB)
    lab.dealer.queue.drop(check)
    lab.dealer.put(entry, check, RunState.FAILED, lab.dealer.fault({"is_memory": True}))
    lab.dealer.save(entry)
    again = Lab(store, QUICK)  # the next server
    found = again.find(run.digest)
    assert found is not None
    assert found.check == entry.run.check
    for language, why in (("en", "it needs more memory than the 2,048 MB"), ("fr", "mémoire")):
        assert why in str(found.as_json(Words.of(language))["check"])
    gone_on = again.go_on(run.digest, ANN).check
    assert gone_on is not None
    assert (gone_on.state, gone_on.why) == (RunState.WAITING, None)


def test_a_row_of_an_older_server_has_no_reason_of_its_check() -> None:
    store = TroubledStore()
    run = Lab(store, QUICK).ask(asked(3), ANN)
    told = json.loads(write_row(replace(run, check=RunCheck(RunState.FAILED))))
    del told["check"]["why"]
    found = read_row(replace(store.runs()[0], question=json.dumps(told)))
    assert found is not None
    assert found.check == RunCheck(RunState.FAILED)


def test_a_long_trace_is_thinned_evenly_by_how_much_was_done() -> None:
    trace: tuple[TracePoint, ...] = ()
    for done in range(1, 3_000):
        trace = thinned(trace, TracePoint(done, {"tie": RunEstimate(0.1, 0.0, 0.2)}))
    numbers = [point.done for point in trace]
    assert len(numbers) == MOST_POINTS
    assert (numbers[:8], numbers[-1]) == ([1, 2, 3, 4, 5, 6, 7, 8], 2_999)
    assert all(after / before < 1.2 for before, after in pairwise(numbers[10:]))


# Over HTTP.


def test_a_run_over_http_has_an_address_and_the_same_question_the_same_run() -> None:
    salon = Salon()
    body = {"kind": "simulate", "shoes": 5, "seed": 3}
    first, second = (salon.call("POST", "/runs", body) for _ in range(2))
    assert (first.status_code, second.status_code) == (202, 200)
    run = first.json()
    assert first.headers["location"] == f"/api/v1/runs/{run['digest']}"
    assert salon.get(f"/runs/{run['digest']}") == second.json()
    assert [each["digest"] for each in salon.get("/runs")["runs"]] == [run["digest"]]
    assert salon.call("POST", f"/runs/{run['digest']}/stop").json()["state"] == "stopped"
    assert salon.call("POST", f"/runs/{run['digest']}/go-on").json()["state"] == "waiting"
    assert salon.call("POST", f"/runs/{run['digest']}/check").status_code == 409


def test_an_address_that_is_not_here_tells_the_command_as_far_as_it_is_known() -> None:
    there, here = Salon(), Salon()
    run = there.call("POST", "/runs", {"kind": "simulate", "shoes": 5}).json()
    path = run["address"].replace("/laboratory/", "/runs/")
    missing = here.call("GET", path)
    assert missing.status_code == 404
    assert missing.json()["command"] == "baccarat simulate --shoes 5"
    plain = here.call("GET", path.partition("?")[0])
    assert plain.status_code == 404
    assert "what_to_do" in plain.json()
    for question in (
        "{",
        "[]",
        '{"kind":"simulate"}',
        '{"kind":"simulate","shoes":1e400}',
        "\ud800",
    ):
        answer = here.http.get(
            f"/api/v1/runs/{run['digest']}",
            params={"question": question.encode("utf-8", "surrogatepass")},
        )
        assert answer.status_code in (404, 422), question
    other = here.call("GET", path.replace("%3A5", "%3A6"))
    assert "command" not in other.json()


def test_bad_questions_are_problems_with_the_nearest_name() -> None:
    salon = Salon()

    def problem(**body: Any) -> dict[str, Any]:
        answer = salon.call("POST", "/runs", body)
        assert answer.status_code == 422, answer.text
        told: dict[str, Any] = answer.json()
        return told

    near = problem(kind="simulate", shoes=5, bets=["dragon-77"])
    assert "dragon-7" in near["what_to_do"]
    assert "martingale" in str(problem(kind="stake", system="martingal"))
    large = problem(kind="simulate", fresh=10**15)
    assert large["type"] == "/problems/run-too-large"
    assert large["most"] == 10**10
    assert problem(kind="simulate", shoes=5, code="print(1)")["field"].endswith("code")


def test_beyond_loopback_a_key_to_play_is_needed() -> None:
    salon = Salon(settings=ASKS_FOR_KEYS)
    body = {"kind": "simulate", "shoes": 5}
    watch, play = salon.new_key(Level.WATCH), salon.new_key(Level.PLAY)
    assert salon.call("POST", "/runs", body).status_code == 401
    assert salon.call("POST", "/runs", body, bearer=watch).status_code == 403
    run = salon.call("POST", "/runs", body, bearer=play)
    assert run.status_code == 202
    assert salon.call("GET", f"/runs/{run.json()['digest']}", bearer=watch).status_code == 200
