"""A run of the laboratory as everybody sees it: its question, how far it is, and its answer.

run.as_json(words)           what the API tells; sentences in the language of the words
run.state, run.progress      a page reads the fields themselves
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any
from urllib.parse import quote

from baccarat.base.frozen import FrozenDict, freeze
from baccarat.base.words import Words
from baccarat.questions.question import spelled
from baccarat.questions.run import RunEstimate as RunEstimate

NOTHING: Mapping[str, Any] = FrozenDict()


class RunState(StrEnum):
    """Where a run stands."""

    WAITING = "waiting"
    RUNNING = "running"
    STOPPED = "stopped"
    """it can go on"""
    DONE = "done"
    FAILED = "failed"
    """it can be begun anew"""

    @property
    def is_over(self) -> bool:
        """Whether nothing happens until somebody asks for it."""
        return self not in (RunState.WAITING, RunState.RUNNING)


@dataclass(frozen=True, slots=True)
class RunProgress:
    """How far a run is."""

    done: int = 0
    of: int = 0
    unit: str = "shoes"
    """what is counted: shoes, coups or sessions"""
    per_second: float = 0.0
    """coups that were dealt in a second, since it was last started"""
    seconds: float = 0.0
    """that it has run so far, all turns together"""

    def as_json(self) -> dict[str, object]:
        return {
            "done": self.done,
            "of": self.of,
            "unit": self.unit,
            "per_second": self.per_second,
            "seconds": self.seconds,
        }


@dataclass(frozen=True, slots=True)
class TracePoint:
    """What was known when so much was done, by the name of the figure."""

    done: int
    estimates: Mapping[str, RunEstimate]

    def __post_init__(self) -> None:
        freeze(self, "estimates")

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
    """The same question once more, from nothing."""

    state: RunState = RunState.WAITING
    progress: RunProgress = RunProgress()
    answer_digest: str | None = None
    agrees: bool | None = None
    """whether both digests are the same; None until it is known"""
    why: str | None = None
    """why it is stopped or has failed"""

    def as_json(self, words: Words) -> dict[str, object]:
        return {
            "state": str(self.state),
            "why": None if self.why is None else words.say(self.why),
            "progress": self.progress.as_json(),
            "answer_digest": self.answer_digest,
            "agrees": self.agrees,
        }


@dataclass(frozen=True, slots=True)
class Run:
    """A question to the laboratory, and what has come of it so far."""

    digest: str
    """of the question: SHA-256"""
    kind: str
    """simulate, stake or count"""
    question: Mapping[str, Any]
    """what was asked for, without what is usual"""
    command: str
    """repeats it on any machine, and prints the same digest"""
    made: str
    """when it was asked for"""
    who: str = ""
    """who asked; nobody is told"""
    state: RunState = RunState.WAITING
    ahead: int = 0
    """how many runs are before it in the queue"""
    why: str | None = None
    """why it is stopped or has failed"""
    engine: str = "cpu"
    version: str = ""
    """of the program that counted"""
    progress: RunProgress = RunProgress()
    trace: tuple[TracePoint, ...] = ()
    """how the figures closed in"""
    exact: Mapping[str, float] = NOTHING
    """figures that are known exactly, by their names in the trace"""
    answer: Mapping[str, Any] | None = field(default=None, repr=False)
    """what the command tells as JSON, less its head"""
    answer_digest: str | None = None
    check: RunCheck | None = None

    def __post_init__(self) -> None:
        freeze(self, "question", "exact", "trace")

    @property
    def address(self) -> str:
        """Where its page is; it has the question, for a server that does not know it."""
        return f"/laboratory/{self.digest}?question={quote(spelled(self.kind, self.question))}"

    def as_json(self, words: Words, *, whole: bool = True) -> dict[str, object]:
        """All that is told of it; a list leaves the trace and the answer out."""
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
    """A run as the laboratory knows it; the value that others see is replaced as it goes on."""

    run: Run
    number: int
    """of its row"""
    coups_each: float
    """coups of a shoe, a session or a coup, about"""
    used: float = 0.0
    """seconds that it was dealt since somebody asked for it or let it go on"""
    before: float = 0.0
    """seconds of earlier turns"""
    deaths: int = 0
    """how often its process was killed since it last came further"""
    furthest: int = 0
    saved: float = 0.0
