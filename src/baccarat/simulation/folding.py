"""What an engine, a reader and what it counts owe each other.

An engine deals batches of coups. A reader folds batches into one value. Such values add: so the
number of workers, their order and their restarts cannot change a result.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Protocol, Self, TypeVar, runtime_checkable

from baccarat.cards import Depth
from baccarat.coup import Strategy
from baccarat.simulation.coups import Coups
from baccarat.simulation.plan import Plan


@runtime_checkable
class Adds(Protocol):
    """What a reader counts: the values of two parts of a plan add up to that of both."""

    def __add__(self, other: Self, /) -> Self: ...


@runtime_checkable
class Folded(Adds, Protocol):
    """The same, for a checkpoint: it writes itself as JSON, and is read back from that."""

    @property
    def digest(self) -> str:
        """The same for equal values, another for others."""

    def written(self) -> dict[str, Any]:
        """Everything, as JSON has it."""

    @classmethod
    def read(cls, written: dict[str, Any]) -> Self:
        """Undo `written`; any exception says that it is none of ours."""


F = TypeVar("F", bound=Adds, covariant=True)


class Folds(Protocol[F]):
    """Folds batches of coups; without any batch it returns the value to start from.

    It may have an attribute `cards`, how deep it must see the cards; and a method `fits(value,
    shoes)`, which tells whether so many shoes can have such a value, for checkpoints.
    """

    def __call__(self, batches: Iterable[Coups], /) -> F: ...


class Stop(Protocol):
    """A token that stops a run: a `threading.Event`, or whatever else can be set."""

    def is_set(self) -> bool: ...


class Never:
    """The token of a run that nobody stops."""

    def is_set(self) -> bool:
        return False


class Dealer(Protocol):
    """What an engine, or a cluster of workers, does once it is ready."""

    @property
    def coups(self) -> Callable[[Plan, Strategy, Depth | None], Iterator[Coups]]: ...

    def read(
        self, plan: Plan, decide: Strategy, reader: Folds[F], threads: int | None, stop: Stop
    ) -> Iterator[tuple[F, int]]:
        """What the reader makes of the plan's parts, with their numbers of shoes, in order."""


def cards_for(reader: object) -> Depth | None:
    """How deep a reader must see the cards; None if outcomes are enough."""
    depth = getattr(reader, "cards", None)
    return None if depth is None else Depth(depth)
