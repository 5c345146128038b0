"""A question whose answer is dealt: how much is dealt, by whom, and what is known so far."""

from abc import abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from baccarat.base.frozen import FrozenDict, freeze
from baccarat.core.chance import STREAM_VERSION
from baccarat.questions.question import BaseQuestion
from baccarat.simulation.engine import AUTO
from baccarat.simulation.protocols import Stop

MOST_FIGURES = 12
"""Figures that are followed while a question is dealt."""


@dataclass(frozen=True, slots=True)
class RunEstimate:
    """A figure that was counted, with its 99 % interval."""

    value: float
    low: float
    high: float

    def as_json(self) -> dict[str, float]:
        return {"value": self.value, "low": self.low, "high": self.high}


@dataclass(frozen=True, slots=True)
class Figures:
    """What is known so far, by name; and what is known exactly, by the same names."""

    estimates: Mapping[str, RunEstimate]
    exact: Mapping[str, float] = field(default_factory=FrozenDict)

    def __post_init__(self) -> None:
        freeze(self)


TellFigures = Callable[[int, Callable[[], Figures]], None]
"""Called with what is done, and a function that works its figures out if they are wanted."""


@dataclass(frozen=True, slots=True)
class RunDealer:
    """How a question is answered; nothing of it changes the answer."""

    tell: TellFigures = lambda done, figures: None
    stop: Stop | None = None
    checkpoint: str | None = None
    engine: str = AUTO
    threads: int | None = None
    scheduler: str | None = None

    @property
    def options(self) -> dict[str, Any]:
        """As the library's functions call them."""
        names = ("stop", "checkpoint", "engine", "threads", "scheduler")
        return {name: getattr(self, name) for name in names}


class RunAnswer(Protocol):
    """What came of a question."""

    @property
    def engine(self) -> str: ...
    @property
    def is_whole(self) -> bool: ...
    @property
    def answer_digest(self) -> str: ...
    def as_json(self) -> dict[str, Any]: ...


@dataclass(frozen=True, kw_only=True)
class RunQuestion(BaseQuestion):
    """A question that coups are dealt for."""

    @property
    def noun(self) -> str:
        """What is counted: shoes, coups or sessions."""
        return "shoes"

    @property
    @abstractmethod
    def size(self) -> int:
        """How many of them."""

    @property
    @abstractmethod
    def work(self) -> int:
        """How many coups it deals, about; each once for every system or count that plays them."""

    @abstractmethod
    def described(self) -> Mapping[str, Any]:
        """All that the shoes depend on, beside the question."""

    @abstractmethod
    def answer(self, dealer: RunDealer) -> RunAnswer:
        """Deal until it is finished or stopped."""

    def digested(self) -> Mapping[str, Any]:
        parts = {"plan": self.described(), "stream": STREAM_VERSION}
        return {**super().digested(), **parts}
