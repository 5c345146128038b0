"""The protocols between engines, readers and what readers count.

An engine deals batches of coups. A reader folds batches into one value. Such values add, so the
number of workers, their order and their restarts cannot change a result.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any, Protocol, Self, TypeVar, runtime_checkable

from baccarat.base.errors import BadValue, Refused
from baccarat.base.hints import named, quoted
from baccarat.core.cards import Depth
from baccarat.core.third_card import Strategy
from baccarat.simulation.coups import Coups
from baccarat.simulation.plan import Plan


@runtime_checkable
class Adds(Protocol):
    """What a reader counts: the values of two parts of a plan add to the value of both."""

    def __add__(self, other: Self, /) -> Self: ...


@runtime_checkable
class Folded(Adds, Protocol):
    """A count for checkpoints: it also writes itself as JSON and can be read back."""

    @property
    def digest(self) -> str:
        """Equal for equal values, different for others."""

    def written(self) -> dict[str, Any]:
        """Everything, as JSON has it."""

    @classmethod
    def read(cls, written: dict[str, Any]) -> Self:
        """Undo `written`; any exception means that this was not written by it."""


Value = TypeVar("Value", bound=Adds)
"""What a reader counts, of whatever type that is."""
Value_co = TypeVar("Value_co", bound=Adds, covariant=True)
"""The same for a protocol that only returns it."""


class Folds(Protocol[Value_co]):
    """Folds batches of coups; without any batch it returns the value to start from.

    It may have an attribute `cards`, how deep it must see the cards. A slow one may have an
    attribute `first_coups`, how many it reads in a tenth of a second, about: the parts begin with
    that size and then follow the times that they take. One whose values take long to add may have
    an attribute `part_seconds`, how long a part should take. For checkpoints it may have a method
    `fits(value, shoes)`, which tells whether this many shoes can have such a value. If it can count
    on a GPU, it has a method `there(plan, decide)`: a function of parts of the plan, or None.
    """

    def __call__(self, batches: Iterable[Coups], /) -> Value_co: ...


class Stop(Protocol):
    """A token that stops a run: a `threading.Event`, or anything with `is_set()`."""

    def is_set(self) -> bool: ...


class Never:
    """The token of a run that nobody stops."""

    def is_set(self) -> bool:
        return False


class Dealer(Protocol):
    """An engine, or a cluster of workers, that is ready to deal."""

    @property
    def coups(self) -> Callable[[Plan, Strategy, Depth | None], Iterator[Coups]]: ...

    def read(
        self, plan: Plan, decide: Strategy, reader: Folds[Value], threads: int | None, stop: Stop
    ) -> Iterator[tuple[Value, int]]:
        """What the reader makes of each part of the plan, and the part's shoes, in order."""


def as_planned(plan: Plan, batches: Iterable[Coups], engine: object) -> Iterator[Coups]:
    """The same batches, or a complaint if they are not the shoes of the plan, one after another."""
    done = 0
    for batch in batches:
        if not isinstance(batch, Coups):
            raise Refused(f"the engine {engine} yields batches of coups, not {quoted(batch)}")
        dealt, asked = batch.plan, plan.part(done, batch.plan.shoes)
        # What readers need of a plan does not change its coups.
        plain, wanted = (replace(each, bets=(), together=1) for each in (dealt, asked))
        if plain != wanted or done + dealt.shoes > plan.shoes:
            raise Refused(
                f"the engine {engine} deals {dealt.shoes} shoes of seed {dealt.seed} from number "
                f"{dealt.first}; shoe {asked.first} of seed {plan.seed} is next"
            )
        done += dealt.shoes
        yield batch
    if done != plan.shoes:
        raise Refused(f"the engine {engine} deals {done} shoes of {plan.shoes}")


def cards_for(reader: object) -> Depth | None:
    """How deep a reader must see the cards; None if outcomes are enough."""
    depth = getattr(reader, "cards", None)
    if isinstance(depth, str):
        depth = named(Depth, depth)
    if depth is not None and not isinstance(depth, Depth):
        raise BadValue(f"a reader sees points, ranks or cards, not {quoted(depth)}")
    return None if depth is Depth.TOTALS else depth
