"""The engine: one last line for each line, whatever is asked, cancelled, killed or broken off."""

import io
import json
from collections.abc import Callable, Iterator
from threading import Condition, Event
from time import monotonic, sleep
from typing import Any

import pytest

from baccarat.questions.engine import engine
from baccarat.questions.engine.engine import (
    LONGEST_LINE,
    MOST_IN_FLIGHT,
    QuestionEngine,
    whole_lines,
)

PATIENCE = 120.0
LAST = {"answer", "refused", "failed", "cancelled"}


class Lines:
    """The lines that an engine writes."""

    def __init__(self) -> None:
        self.all: list[dict[str, Any]] = []
        self._new = Condition()

    def write(self, line: dict[str, Any]) -> None:
        with self._new:
            self.all.append(json.loads(json.dumps(line)))
            self._new.notify_all()

    def wait(self, is_there: Callable[[], bool]) -> None:
        with self._new:
            assert self._new.wait_for(is_there, PATIENCE), self.all

    def last(self, key: int | str | None) -> dict[str, Any]:
        """The last line of an id, without the id; every other line of the id is progress."""
        mine = [line for line in self.all if line["id"] == key]
        assert [line for line in mine if LAST & line.keys()] == mine[-1:], self.all
        return {name: value for name, value in mine[-1].items() if name != "id"}


@pytest.fixture
def lines() -> Lines:
    return Lines()


@pytest.fixture
def starting(
    lines: Lines, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[..., QuestionEngine]]:
    """Starts an engine whose processes answer as the test wants."""
    monkeypatch.setattr(engine, "MODULE", "slow_answers")
    engines: list[QuestionEngine] = []

    def start(**bounds: Any) -> QuestionEngine:
        engines.append(QuestionEngine(lines.write, **bounds))
        return engines[-1]

    yield start
    for each in engines:
        each.__exit__()


def asked(key: int | str, kind: str = "echo", **question: object) -> bytes:
    return json.dumps({"id": key, "kind": kind, "question": question}).encode() + b"\n"


def cancelled(key: int | str, which: object) -> bytes:
    return json.dumps({"id": key, "cancel": which}).encode()


def test_every_question_gets_its_answer(
    starting: Callable[..., QuestionEngine], lines: Lines
) -> None:
    answering = starting(processes=2)
    for key in range(3 * MOST_IN_FLIGHT):  # more than may be in flight
        answering.take(asked(key, value=key * key))
    answering.finish()
    assert len(lines.all) == 3 * MOST_IN_FLIGHT
    assert {line["id"]: line["answer"]["value"] for line in lines.all} == {
        key: key * key for key in range(3 * MOST_IN_FLIGHT)
    }


def test_progress_comes_before_the_last_line(
    starting: Callable[..., QuestionEngine], lines: Lines
) -> None:
    answering = starting()
    answering.take(asked("a", "count", to=3))
    answering.finish()
    told = [line.get("progress") for line in lines.all]
    assert told == [{"done": 0}, {"done": 1}, {"done": 2}, None]
    assert lines.last("a") == {"answer": {"to": 3}}


def test_a_question_is_cancelled_while_it_waits_and_while_it_is_answered(
    starting: Callable[..., QuestionEngine], lines: Lines
) -> None:
    answering = starting(seconds=PATIENCE)
    answering.take(asked("first"))
    lines.wait(lambda: bool(lines.all))  # so the process is ready
    answering.take(asked("running", "sleep", seconds=PATIENCE))
    answering.take(asked("waiting"))
    began = monotonic()
    answering.take(cancelled(1, "waiting"))
    answering.take(cancelled(2, "running"))
    answering.take(cancelled(3, "running"))
    answering.take(cancelled(4, "no such id"))
    answering.take(asked("next", value=7))
    answering.finish()
    assert monotonic() - began < PATIENCE, "nobody waited for what was cancelled"
    assert lines.last("waiting") == lines.last("running") == {"cancelled": True}
    flags = [lines.last(key)["answer"]["cancelled"] for key in (1, 2, 3, 4)]
    assert flags == [True, True, False, False]
    assert lines.last("next") == {"answer": {"value": 7}}


def test_a_question_that_fails_takes_no_other_with_it(
    starting: Callable[..., QuestionEngine], lines: Lines
) -> None:
    answering = starting(seconds=1.5, megabytes=512)
    for key, kind in enumerate(["leave", "refuse", "fill", "sleep", "echo"]):
        answering.take(asked(key, kind, seconds=PATIENCE))
    answering.finish()
    assert [lines.last(key) for key in range(4)] == [
        {"failed": "the process that calculated the answer has ended"},
        {"refused": "not today: ask tomorrow"},
        {"failed": "the question needs more than 512 megabytes"},
        {"failed": "the question has taken more than 1.5 seconds"},
    ]
    assert "answer" in lines.last(4)


def test_an_id_may_be_used_again_but_not_in_flight(
    starting: Callable[..., QuestionEngine], lines: Lines
) -> None:
    answering = starting(seconds=PATIENCE)
    answering.take(asked("a", "sleep", seconds=0.2))
    answering.take(asked("a"))
    answering.finish()
    answering.take(asked("a", value=2))
    answering.finish()
    kinds = [(LAST & line.keys()).pop() for line in lines.all]
    assert kinds == ["refused", "answer", "answer"]


def test_without_a_process_every_question_fails(
    lines: Lines, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "MODULE", "no_such_module_here")
    with QuestionEngine(lines.write, processes=2) as answering:
        answering.take(asked(1))
        answering.finish()
        answering.take(asked(2))
        answering.finish()
    assert "no_such_module_here" in lines.last(1)["failed"]
    assert lines.last(2) == lines.last(1)


WRONG_LINES = {
    b"odds": "a line must be JSON",
    b'{"id": 1, "kind": "odds"': "a line must be JSON",
    b'{"id": 1, "id": 2, "kind": "odds"}': "a name is given twice",
    b'{"id": NaN, "kind": "odds"}': "NaN is not a number of JSON",
    b"[" * 30_000: "a line must be JSON",
    b"9" * 5_000: "a line must be JSON",
    b'{"id": 1, "kind": "odds", "question": {"a": "\xff"}}': "a line must be JSON",
    '{"id": 1}'.encode("utf-16"): "a line must be JSON",
    b"[1]": "a line must be an object of JSON",
    b'{"kind": "odds"}': "each line needs an id",
    b'{"id": true, "kind": "odds"}': "each line needs an id",
    b'{"id": 1.5, "kind": "odds"}': "each line needs an id",
    b'{"id": "' + b"x" * 201 + b'", "kind": "odds"}': "each line needs an id",
    b'{"id": 1}': "each question needs its kind",
    b'{"id": 1, "kind": 7}': "each question needs its kind",
    b'{"id": 1, "kind": "odds", "question": [8]}': "the fields of a question must be an object",
    b'{"id": 1, "kind": "odds", "questions": {}}': "did you mean question?",
    b'{"id": 1, "cancel": 2, "kind": "odds"}': "unknown field: 'kind'",
    b'{"id": 1, "x": "' + b"x" * LONGEST_LINE + b'"}': "a line must have at most 65,536 bytes",
}


def test_a_wrong_line_is_refused_in_one_line(
    starting: Callable[..., QuestionEngine], lines: Lines
) -> None:
    answering = starting()
    for line in WRONG_LINES:
        answering.take(line)
    answering.finish()
    for told, complaint in zip(lines.all, WRONG_LINES.values(), strict=True):
        assert complaint in told["refused"]
        assert "\n" not in told["refused"]


def test_a_long_line_is_cut_and_an_empty_one_left_out() -> None:
    long = b"x" * (3 * LONGEST_LINE)
    stream = io.BytesIO(b"one\n\n" + long + b"\ntwo\n \nthree")
    pieces = list(whole_lines(stream))
    assert [len(piece) for piece in pieces] == [4, LONGEST_LINE + 1, 4, 5]
    assert pieces[2:] == [b"two\n", b"three"]


class Stuck:
    """An output that nobody reads, until the test does."""

    def __init__(self, lines: Lines) -> None:
        self.lines, self.may_go_on = lines, Event()

    def write(self, line: dict[str, Any]) -> None:
        assert self.may_go_on.wait(PATIENCE)
        self.lines.write(line)


def test_a_client_that_reads_late_stops_no_clock(
    lines: Lines, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "MODULE", "slow_answers")
    stuck = Stuck(lines)
    with QuestionEngine(stuck.write, seconds=1.0) as answering:
        answering.take(asked("first"))
        answering.take(asked("long", "sleep", seconds=PATIENCE))
        answering.take(asked("next"))
        answering.take(cancelled("c", "nobody"))
        sleep(3)  # the time of the long question passes though nothing is read
        stuck.may_go_on.set()
        answering.finish()
    assert "more than 1 seconds" in lines.last("long")["failed"]
    assert "answer" in lines.last("next")


def test_an_output_that_fails_ends_the_engine_with_its_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(engine, "MODULE", "slow_answers")

    def full(line: object) -> None:
        raise OSError(28, "No space left on device")

    with QuestionEngine(full) as answering:
        answering.take(asked("a"))
        with pytest.raises(OSError, match="No space left"):
            answering.finish()


def test_a_process_that_dies_while_it_starts_is_replaced(
    starting: Callable[..., QuestionEngine], lines: Lines
) -> None:
    answering = starting(processes=2)
    for process in list(answering._processes):  # as the system's killer does, before they are ready
        process.job.kill()
    answering.take(asked("a", value=1))
    answering.finish()
    assert lines.last("a") == {"answer": {"value": 1}}
