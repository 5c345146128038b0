"""The desk where games are solved: once, and only while somebody waits."""

import asyncio
import json
import os
import signal
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from threading import Event
from time import monotonic, sleep
from typing import Any

import pytest
from starlette.types import Message

from baccarat.questions.engine.process import JobGone, JobLine, JobProcess
from baccarat.theory.casino.solver import solve_casino
from baccarat.theory.certificates import check_any
from baccarat.web.gate.problems import Problem
from baccarat.web.jobs import theory
from baccarat.web.jobs.desk import DeskWork
from baccarat.web.jobs.theory import SolvedGame, TheoryDesk, TheoryKind, theory_desk
from baccarat.web.jobs.theory_question import TheoryQuestion, read_question

PATIENCE = 30.0
ONE, TWO = TheoryQuestion(model="A1"), TheoryQuestion(model="A1", commission="1/20")


class Made(JobProcess):
    """Answers what the test says, when it says so, and counts how often it was killed."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.killed = 0
        self.is_ready = False
        self.may_answer = Event()
        self.kill = self.count_kill  # type: ignore[assignment]

    @property
    def is_gone(self) -> bool:
        return not self.is_ready

    def say(self, line: JobLine) -> None:
        self.asked.append(str(line.get("commission")))

    def hear(self, seconds: float) -> JobLine | None:
        if not self.is_ready:
            self.is_ready = True
            return {"ready": True}
        if not self.may_answer.wait(0.02):
            return None
        return {"answer": {}, "certificate": "{}", "proves": "it"}

    def count_kill(self) -> None:
        self.is_ready = False
        self.killed += 1


@pytest.fixture
def made() -> Made:
    return Made()


@pytest.fixture
def desk(made: Made) -> Iterator[TheoryDesk]:
    desk = theory_desk(lambda: made)
    yield desk
    desk.close()


async def stays() -> Message:
    """Whoever asked does not hang up."""
    await asyncio.Event().wait()
    raise AssertionError


def until(is_so: Any) -> None:
    end = monotonic() + PATIENCE
    while not is_so():
        assert monotonic() < end
        sleep(0.01)


@pytest.mark.slow
def test_the_process_solves_and_checks_what_it_has_solved() -> None:
    desk = theory_desk()
    question = read_question("B1", 6, "1/20")
    try:
        found = asyncio.run(desk.answer(question, stays))
        solution = solve_casino("B1", Fraction(1, 20), 6)
        assert json.loads(found.answer) == solution.as_json()
        assert found.certificate == solution.certificate.dump() + "\n"
        assert found.proves == check_any(found.certificate)
        assert desk.find(question) is found
    finally:
        desk.close()


def test_no_file_of_the_folder_in_which_the_server_was_started_is_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "fractions.py").write_text("raise SystemExit(1)", "utf-8")
    monkeypatch.chdir(tmp_path)
    process = JobProcess(TheoryKind.module, TheoryKind.bounds)
    try:
        process.say(ONE.said)
        until(lambda: process.hear(0.1) == {"stage": "solving"})
    finally:
        process.kill()


def test_a_question_is_solved_once(desk: TheoryDesk, made: Made) -> None:
    made.may_answer.set()
    first = asyncio.run(desk.answer(ONE, stays))
    assert desk.ask(ONE, "tab") is first
    assert made.asked == ["None"]


def test_the_last_question_of_a_window_wins(desk: TheoryDesk, made: Made) -> None:
    first = desk.ask(ONE, "tab")
    assert isinstance(first, DeskWork)
    until(lambda: made.asked)
    second = desk.ask(TWO, "tab")
    assert isinstance(second, DeskWork)
    until(first.done.cancelled)
    assert made.killed == 1
    made.may_answer.set()
    assert second.done.result(PATIENCE).question == TWO
    assert desk.find(ONE) is None


def test_what_another_window_waits_for_goes_on(desk: TheoryDesk, made: Made) -> None:
    work = desk.ask(ONE, "mine")
    assert isinstance(work, DeskWork)
    assert desk.ask(ONE, "theirs", float("inf")) is work
    desk.leave("mine")
    until(lambda: made.asked)
    made.may_answer.set()
    assert isinstance(work.done.result(PATIENCE), SolvedGame)
    assert made.killed == 0


def test_who_hangs_up_does_not_want_it_any_more(desk: TheoryDesk, made: Made) -> None:
    says = iter([{"type": "http.request"}, {"type": "http.disconnect"}])

    async def hangs_up() -> Message:
        while not made.asked:  # it is being solved
            await asyncio.sleep(0.01)
        return next(says)

    with pytest.raises(Problem, match="the caller has gone"):
        asyncio.run(desk.answer(ONE, hangs_up))
    until(lambda: not desk.load)
    assert made.killed == 1


def test_others_who_wait_get_it_though_one_hangs_up(desk: TheoryDesk, made: Made) -> None:
    async def hangs_up() -> Message:
        return {"type": "http.disconnect"}

    async def both() -> SolvedGame:
        waiting = asyncio.ensure_future(desk.answer(ONE, stays))
        with pytest.raises(Problem):
            await desk.answer(ONE, hangs_up)
        made.may_answer.set()
        return await waiting

    assert asyncio.run(both()).question == ONE
    assert made.killed == 0


def test_work_that_no_window_asks_about_is_dropped(
    desk: TheoryDesk, made: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(desk.kind, "attention", 0.05)
    work = desk.ask(ONE, "tab")
    assert isinstance(work, DeskWork)
    until(work.done.cancelled)
    until(lambda: desk.ask(TWO, "other") is not work)


def test_more_than_can_wait_are_told_to_come_back(desk: TheoryDesk) -> None:
    for decks in range(1, theory.MOST_WAITING + 1):
        desk.ask(read_question("B1", decks), f"tab {decks}", float("inf"))
    with pytest.raises(Problem) as refusal:
        desk.ask(TWO, "one more")
    assert refusal.value.status == 503
    assert refusal.value.headers["Retry-After"]
    desk.leave("tab 9")
    desk.ask(TWO, "one more")


def test_a_question_that_comes_as_the_process_ends_is_solved(desk: TheoryDesk, made: Made) -> None:
    """A process that had nothing to do may end in the moment in which it is asked."""
    plainly, ends = made.say, iter([True])

    def say(line: JobLine) -> None:
        if next(ends, False):
            raise JobGone
        plainly(line)

    made.may_answer.set()
    made.say = say  # type: ignore[method-assign]
    asyncio.run(desk.answer(ONE, stays))
    assert made.asked == ["None"]
    assert made.killed == 1


@pytest.mark.slow
def test_a_process_without_work_ends_by_itself() -> None:
    process = JobProcess(TheoryKind.module, replace(TheoryKind.bounds, idle=0.05))
    assert process.wait(PATIENCE)
    assert process.is_gone


def test_what_takes_too_long_is_refused(
    desk: TheoryDesk, made: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(desk.kind, "patience", 0.0)
    with pytest.raises(Problem, match="too long"):
        asyncio.run(desk.answer(ONE, stays))
    assert made.killed == 1


def test_only_so_many_games_are_remembered(
    desk: TheoryDesk, made: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(desk.known, "most", 1)
    made.may_answer.set()
    for question in (ONE, TWO):
        asyncio.run(desk.answer(question, stays))
    assert desk.find(ONE) is None
    assert desk.find(TWO) is not None


@pytest.mark.long
def test_a_process_that_dies_is_a_problem_and_the_next_one_solves() -> None:
    desk = theory_desk()
    try:
        work = desk.ask(read_question("banque", 27), "tab", float("inf"))
        assert isinstance(work, DeskWork)
        until(lambda: work.progress == {"stage": "solving"})
        (process,) = desk._all
        os.kill(process.pid, signal.SIGKILL)
        with pytest.raises(Problem, match="broken off"):
            work.done.result(PATIENCE)
        assert asyncio.run(desk.answer(ONE, stays)).question == ONE
    finally:
        desk.close()


def test_a_closed_desk_takes_no_more(desk: TheoryDesk) -> None:
    begun, waiting = desk.ask(ONE, "tab", float("inf")), desk.ask(TWO, "other", float("inf"))
    assert isinstance(begun, DeskWork)
    assert isinstance(waiting, DeskWork)
    desk.close()
    until(begun.done.cancelled)
    until(waiting.done.cancelled)
    with pytest.raises(Problem):
        desk.ask(TWO, "tab")
