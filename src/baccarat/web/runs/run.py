"""The class `Run`: a run of the laboratory with its question, its progress and its answer.

run.as_json(words)           the JSON of the API, with sentences in the language of the words
run.state, run.progress      fields, which pages read directly
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import Any
from urllib.parse import quote

from baccarat.base.frozen import FrozenDict, freezes
from baccarat.base.words import Words
from baccarat.questions.question import spelled
from baccarat.questions.run import RunEstimate as RunEstimate

NOTHING: Mapping[str, Any] = FrozenDict()


class RunState(StrEnum):
    """Whether a run waits, is in progress, is stopped, is done or has failed."""

    WAITING = "waiting"
    RUNNING = "running"
    STOPPED = "stopped"
    """the run can be resumed"""
    DONE = "done"
    FAILED = "failed"
    """the run can be started again"""

    @property
    def is_over(self) -> bool:
        """True if a run stays in this state until a caller resumes it."""
        return self not in (RunState.WAITING, RunState.RUNNING)


@dataclass(frozen=True, slots=True)
class RunProgress:
    """How much of a run is done, in which unit, and in how many seconds."""

    done: int = 0
    of: int = 0
    unit: str = "shoes"
    """the unit of `done` and `of`: shoes, coups or sessions"""
    per_second: float = 0.0
    """coups dealt per second since the last start"""
    seconds: float = 0.0
    """seconds that the run has been dealt so far, in all turns"""

    def as_json(self) -> dict[str, object]:
        return asdict(self)


@dataclass(frozen=True, slots=True)
@freezes("estimates")
class TracePoint:
    """The estimate of every result, by name, after `done` shoes, coups or sessions."""

    done: int
    estimates: Mapping[str, RunEstimate]

    def as_json(self) -> dict[str, object]:
        estimates = {name: estimate.as_json() for name, estimate in self.estimates.items()}
        return {"done": self.done, "estimates": estimates}

    @classmethod
    def read(cls, point_json: Mapping[str, Any]) -> "TracePoint":
        """Undo `as_json`."""
        estimates = {
            name: RunEstimate(**estimate_json)
            for name, estimate_json in point_json["estimates"].items()
        }
        return cls(int(point_json["done"]), estimates)


@dataclass(frozen=True, slots=True)
class RunCheck:
    """The check of a run: it is dealt a second time, and both answers are compared."""

    state: RunState = RunState.WAITING
    progress: RunProgress = RunProgress()
    answer_digest: str | None = None
    agrees: bool | None = None
    """whether both digests are equal; None until the check is done"""
    why: str | None = None
    """why the check is stopped or has failed"""

    def as_json(self, words: Words) -> dict[str, object]:
        return {**asdict(self), "why": None if self.why is None else words.say(self.why)}


@dataclass(frozen=True, slots=True)
@freezes("question", "exact", "trace")
class Run:
    """A question to the laboratory, the progress of its run, and its results so far."""

    digest: str
    """SHA-256 of the question"""
    kind: str
    """simulate, stake or count"""
    question: Mapping[str, Any]
    """the fields of the question, without defaults"""
    command: str
    """the command that repeats the run on any machine, and prints the same digest"""
    made: str
    """the time of the request"""
    who: str = ""
    """the caller who asked; it is never sent"""
    state: RunState = RunState.WAITING
    ahead: int = 0
    """number of runs before it in the queue"""
    why: str | None = None
    """why the run is stopped or has failed"""
    engine: str = "cpu"
    version: str = ""
    """version of the program that dealt the run"""
    progress: RunProgress = RunProgress()
    trace: tuple[TracePoint, ...] = ()
    """estimates of the figures over time"""
    exact: Mapping[str, float] = NOTHING
    """figures that are known exactly, by their names in the trace"""
    answer: Mapping[str, Any] | None = field(default=None, repr=False)
    """the JSON of the command, without its head"""
    answer_digest: str | None = None
    check: RunCheck | None = None

    @property
    def address(self) -> str:
        """The address of the run's page; it includes the question for servers without this run."""
        return f"/laboratory/{self.digest}?question={quote(spelled(self.kind, self.question))}"

    def as_json(self, words: Words, *, whole: bool = True) -> dict[str, object]:
        """The run as JSON; without `whole`, its trace, exact figures and answer are left out."""
        run_json: dict[str, object] = {
            "digest": self.digest,
            "kind": self.kind,
            "question": dict(self.question),
            "state": str(self.state),
            "ahead": self.ahead,
            "why": None if self.why is None else words.say(self.why),
            "made": self.made,
            "engine": self.engine,
            "version": self.version,
            "command": self.command,
            "address": self.address,
            "progress": self.progress.as_json(),
            "answer_digest": self.answer_digest,
            "check": None if self.check is None else self.check.as_json(words),
        }
        if whole:
            run_json["trace"] = [point.as_json() for point in self.trace]
            run_json["exact"] = dict(self.exact)
            run_json["answer"] = None if self.answer is None else dict(self.answer)
        return run_json


@dataclass(slots=True)
class LabEntry:
    """A run with the data that only the server needs; callers see the field `run`."""

    run: Run
    number: int
    """the number of its row"""
    coups_each: float
    """coups per unit (shoe, session or coup), roughly"""
    used: float = 0.0
    """seconds that the run was dealt since it was requested or resumed"""
    before: float = 0.0
    """seconds of earlier turns"""
    deaths: int = 0
    """number of times that its process was killed since its last progress"""
    furthest: int = 0
    saved: float = 0.0
