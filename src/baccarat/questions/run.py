"""Questions that are answered by dealing coups: how many, with which engine, and the figures."""

from abc import abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from baccarat.base.frozen import FrozenDict, freezes
from baccarat.core.chance import STREAM_VERSION
from baccarat.questions.question import BaseQuestion
from baccarat.simulation.engine import AUTO
from baccarat.simulation.protocols import Stop

MOST_FIGURES = 12
"""The maximum number of figures that are reported during the dealing."""


@dataclass(frozen=True, slots=True)
class RunEstimate:
    """A counted figure with its 99 % confidence interval."""

    value: float
    low: float
    high: float

    def as_json(self) -> dict[str, float]:
        return {"value": self.value, "low": self.low, "high": self.high}


@dataclass(frozen=True, slots=True)
@freezes()
class Figures:
    """The estimates so far, and the exact values, by the names of the figures."""

    estimates: Mapping[str, RunEstimate]
    exact: Mapping[str, float] = field(default_factory=FrozenDict)


TellFigures = Callable[[int, Callable[[], Figures]], None]
"""A callback: it gets the size done so far, and a function that calculates the figures."""


@dataclass(frozen=True, slots=True)
class RunDealer:
    """The engine, threads and checkpoint for a question; the answer does not depend on these."""

    tell: TellFigures = lambda done, figures: None
    stop: Stop | None = None
    checkpoint: str | None = None
    engine: str = AUTO
    threads: int | None = None
    scheduler: str | None = None

    @property
    def options(self) -> dict[str, Any]:
        """The dealer's options (engine, threads …), as arguments of the library's functions."""
        names = ("stop", "checkpoint", "engine", "threads", "scheduler")
        return {name: getattr(self, name) for name in names}


class RunAnswer(Protocol):
    """The answer to a question that is answered by dealing coups."""

    @property
    def engine(self) -> str: ...
    @property
    def is_whole(self) -> bool: ...
    @property
    def answer_digest(self) -> str: ...
    def as_json(self) -> dict[str, Any]: ...


@dataclass(frozen=True, kw_only=True)
class RunQuestion(BaseQuestion):
    """A question that is answered by dealing coups."""

    @property
    def noun(self) -> str:
        """The unit of the size: shoes, coups or sessions."""
        return "shoes"

    @property
    @abstractmethod
    def size(self) -> int:
        """The number of shoes, coups or sessions."""

    @property
    @abstractmethod
    def work(self) -> int:
        """The work to be done: about how many coups, times the number of systems or counts."""

    @abstractmethod
    def described(self) -> Mapping[str, Any]:
        """All values, besides the question, that the shoes depend on."""

    @abstractmethod
    def answer(self, dealer: RunDealer) -> RunAnswer:
        """Deal until the question is answered or the dealing is stopped."""

    def digested(self) -> Mapping[str, Any]:
        parts = {"plan": self.described(), "stream": STREAM_VERSION}
        return {**super().digested(), **parts}
