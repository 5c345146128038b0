"""The engine reads questions as lines of JSON, and writes their answers as lines of JSON.

{"id": 1, "kind": "odds", "question": {"decks": 8, "what": ["player has a natural"]}}
{"id": 2, "cancel": 1}

Each line gets exactly one last line with its id: `answer`, `refused`, `failed` or `cancelled`;
lines with `progress` may come before it. A question waits in its turn for a free process.
"""

import json
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from queue import SimpleQueue
from threading import Condition, Thread
from time import monotonic, sleep
from typing import Any, BinaryIO

from baccarat.base.errors import BadText, UnknownName
from baccarat.base.hints import quoted
from baccarat.questions.engine.process import JobBounds, JobGone, JobLine, JobProcess
from baccarat.questions.engine.refusals import read_refusal

LONGEST_LINE = 64 << 10
"""The most bytes of a line."""
MOST_IN_FLIGHT = 256
"""The most questions whose last line is not written; while there are 256, no other is taken."""
MOST_FAILURES = 3
"""The number of processes in a row that die before they are ready, after which none is started."""
SECONDS, MEGABYTES = 10.0, 1024
"""The default limits of a question."""
LOOK = 0.1
"""Seconds between two searches for questions that have taken too long."""
LONGEST_ID = 200
"""The most characters of an id, and the most digits."""
MODULE = "baccarat.questions.engine.work"
EXAMPLE = '{"id": 1, "kind": "odds", "question": {"decks": 8}}'
LineId = int | str
WriteLine = Callable[[JobLine], None]


@dataclass(eq=False, slots=True)
class EngineQuestion:
    """A question in flight: it has no last line so far."""

    id: LineId
    line: JobLine


@dataclass(eq=False, slots=True)
class EngineProcess:
    """A process of the engine, and the question that it answers."""

    job: JobProcess = field(init=False)
    is_ready: bool = False
    question: EngineQuestion | None = None
    end: float = 0.0
    """the time at which the question has taken too long"""


class QuestionEngine:
    """Answers lines of JSON in separate processes; `write` gets the lines of the answers.

    with QuestionEngine(write, processes=2) as engine:
        for line in whole_lines(stream):
            engine.take(line)
        engine.finish()
    """

    def __init__(
        self,
        write: WriteLine,
        processes: int = 1,
        seconds: float = SECONDS,
        megabytes: int = MEGABYTES,
        plugins: tuple[str, ...] = (),
    ) -> None:
        self._seconds, self._megabytes = seconds, megabytes
        self._bounds = JobBounds(nice=0, most_bytes=megabytes << 20, plugins=plugins)
        self._lines: SimpleQueue[JobLine] = SimpleQueue()
        """the lines to write: a client that reads late delays only the thread that writes"""
        self._unwritten = 0
        self._trouble: OSError | None = None
        """the reason why nothing can be written any more"""
        self._failures = 0
        self._changed = Condition()
        """guards everything below; notified when a question gets its last line"""
        self._in_flight: dict[LineId, EngineQuestion] = {}
        self._waiting: deque[EngineQuestion] = deque()
        self._processes: set[EngineProcess] = set()
        self._fault = "no process starts"
        self._is_closed = False
        with self._changed:
            for _ in range(processes):
                self._add_process()
        Thread(target=self._watch, daemon=True).start()
        Thread(target=self._write_lines, args=(write,), daemon=True).start()

    def __enter__(self) -> "QuestionEngine":
        return self

    def __exit__(self, *_: object) -> None:
        """End all processes."""
        with self._changed:
            self._is_closed = True
            processes = list(self._processes)
        for process in processes:
            process.job.kill()

    def take(self, line: bytes) -> None:
        """Queue the question of a line, or cancel a question; refuse a wrong line."""
        key: LineId | None = None
        try:
            values = _read(line)
            key = _id_of(values)
            if "cancel" in values:
                _require_names(values, "id", "cancel")
                is_cancelled = self._cancel(values["cancel"])
                self._tell(key, answer={"cancelled": is_cancelled})
            else:
                self._add(EngineQuestion(key, _question_of(values)))
        except BadText as refusal:
            self._tell(key, refused=str(refusal))

    def finish(self) -> None:
        """Wait until every question has its last line."""
        self._wait_until(lambda: not self._in_flight and not self._unwritten)

    def _add(self, question: EngineQuestion) -> None:
        self._wait_until(lambda: len(self._in_flight) + self._unwritten < MOST_IN_FLIGHT)
        with self._changed:
            if question.id in self._in_flight:
                raise BadText("a question with this id is in flight: give each question its own id")
            self._in_flight[question.id] = question
            self._waiting.append(question)
            self._serve()

    def _cancel(self, key: object) -> bool:
        """End a question at once; return False if no question in flight has this id."""
        with self._changed:
            question = self._in_flight.get(_id_of({"id": key}))
            if question is not None:
                self._break_off(question, cancelled=True)
            return question is not None

    def _wait_until(self, is_so: Callable[[], bool]) -> None:
        """Wait until this is so; raise the error of the output if there is one."""
        with self._changed:
            self._changed.wait_for(lambda: self._trouble is not None or is_so())
            if self._trouble is not None:
                raise self._trouble

    def _write_lines(self, write: WriteLine) -> None:
        """Write the lines of the answers, until the output fails."""
        while self._trouble is None:
            line = self._lines.get()
            try:
                write(line)
            except OSError as trouble:
                self._trouble = trouble
            with self._changed:
                self._unwritten -= 1
                self._changed.notify_all()

    def _watch(self) -> None:
        """End the questions that have taken too long, until the engine is closed."""
        late = f"the question has taken more than {self._seconds:g} seconds"
        while not self._is_closed:
            sleep(LOOK)
            with self._changed:
                for process in list(self._processes):
                    if process.question is not None and monotonic() > process.end:
                        self._break_off(process.question, failed=late)

    def _hear(self, process: EngineProcess, line: JobLine | None) -> None:
        """Take a line from a process; None if the process has ended."""
        with self._changed:
            if line is None:
                self._replace(process)
            elif "ready" in line:
                process.is_ready, self._failures = True, 0
            elif process.question is None:
                self._fault = line.get("failed", self._fault)
            elif "progress" in line:
                if self._unwritten < MOST_IN_FLIGHT:  # else the client is too late
                    self._tell(process.question.id, **line)
            else:
                self._end(process.question, **self._last_of(line))
                process.question = None
            self._serve()

    # With the lock held.

    def _serve(self) -> None:
        """Give waiting questions to idle processes."""
        for process in self._processes:
            if self._waiting and process.is_ready and process.question is None:
                process.question = self._waiting.popleft()
                process.end = monotonic() + self._seconds
                with suppress(JobGone):  # `_hear` is told, too
                    process.job.say(process.question.line)
        if not self._processes:
            while self._waiting:
                self._end(self._waiting.popleft(), failed=self._fault)

    def _add_process(self) -> None:
        process = EngineProcess()
        process.job = JobProcess(MODULE, self._bounds, lambda line: self._hear(process, line))
        self._processes.add(process)

    def _replace(self, process: EngineProcess) -> None:
        """Start a process instead of one that has ended, unless several were never ready."""
        self._processes.discard(process)
        if process.question is not None:
            self._end(process.question, failed="the process that calculated the answer has ended")
        self._failures += not process.is_ready
        if self._failures < MOST_FAILURES and not self._is_closed:
            self._add_process()

    def _break_off(self, question: EngineQuestion, **last: object) -> None:
        self._end(question, **last)
        with suppress(ValueError):
            self._waiting.remove(question)
        for process in self._processes:
            if process.question is question:
                process.job.kill()

    def _end(self, question: EngineQuestion, **last: object) -> None:
        """Write the last line of a question, unless it has one."""
        if self._in_flight.get(question.id) is question:
            del self._in_flight[question.id]
            self._tell(question.id, **last)

    def _last_of(self, line: JobLine) -> JobLine:
        """The last line of a question, from the last line of its process."""
        if "refused" in line:
            return {"refused": str(read_refusal(line["refused"]))}
        if line.get("is_memory"):
            return {"failed": f"the question needs more than {self._megabytes} megabytes"}
        return {name: line[name] for name in ("answer", "failed") if name in line}

    def _tell(self, key: LineId | None, **line: object) -> None:
        with self._changed:
            self._unwritten += 1
        self._lines.put({"id": key, **line})


def whole_lines(stream: BinaryIO) -> Iterator[bytes]:
    """The lines of a stream, without empty lines; a line that is too long is cut."""
    while line := stream.readline(LONGEST_LINE + 1):
        if line.strip():
            yield line
        while line and not line.endswith(b"\n"):
            line = stream.readline(LONGEST_LINE)


def _read(line: bytes) -> dict[str, Any]:
    if len(line) > LONGEST_LINE:
        raise BadText(f"a line must have at most {LONGEST_LINE:,} bytes, with its newline")
    try:
        values = READER.decode(line.decode())
    except (ValueError, RecursionError) as fault:
        complaint = " ".join(str(fault).split())[:100]
        raise BadText(f"a line must be JSON, e.g. {EXAMPLE}: {complaint}") from None
    if not isinstance(values, dict):
        raise BadText(f"a line must be an object of JSON, e.g. {EXAMPLE}")
    return values


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) < len(pairs):
        raise ValueError("a name is given twice in one object")
    return values


def _no_number(word: str) -> float:
    raise ValueError(f"{word} is not a number of JSON")


READER = json.JSONDecoder(object_pairs_hook=_once, parse_constant=_no_number)


def _id_of(values: dict[str, Any]) -> LineId:
    key = values.get("id")
    if isinstance(key, bool) or not isinstance(key, int | str) or len(str(key)) > LONGEST_ID:
        raise BadText(
            f"each line needs an id, a whole number or text of at most {LONGEST_ID} characters: "
            f"{EXAMPLE}"
        )
    return key


def _question_of(values: dict[str, Any]) -> JobLine:
    """The line for a process."""
    _require_names(values, "id", "kind", "question")
    kind, question = values.get("kind"), values.get("question", {})
    if not isinstance(kind, str):
        raise BadText(f"each question needs its kind: {EXAMPLE}")
    if not isinstance(question, dict):
        raise BadText(f"the fields of a question must be an object, not {quoted(question)}")
    return {"kind": kind, "question": question}


def _require_names(values: dict[str, Any], *names: str) -> None:
    for name in values:
        if name not in names:
            raise BadText(str(UnknownName("field", name[:40], names)))
