"""The protocols of engines, readers and the values that readers count.

An engine deals batches of coups. A reader folds batches into one value. The values of parts add,
so the number of workers, their order and their restarts cannot change a result.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from time import perf_counter
from typing import Any, Protocol, Self, TypeVar, runtime_checkable

from baccarat.base.errors import BadValue, Refused
from baccarat.base.hints import named, quoted
from baccarat.core.cards import Depth
from baccarat.core.third_card import Strategy
from baccarat.simulation.coups import Coups
from baccarat.simulation.plan import Pace, Plan


@runtime_checkable
class Adds(Protocol):
    """A value that a reader counts: the sum of the values of two parts is the value of both."""

    def __add__(self, other: Self, /) -> Self: ...


@runtime_checkable
class Folded(Adds, Protocol):
    """A value that a checkpoint can keep, because it can be written as JSON and read back."""

    @property
    def digest(self) -> str:
        """A digest: equal values have equal digests, and different values different digests."""

    def written(self) -> dict[str, Any]:
        """The whole value, in types that JSON has."""

    @classmethod
    def read(cls, written: dict[str, Any]) -> Self:
        """The value that `written()` wrote as this dict; raise any exception to refuse the dict."""


Value = TypeVar("Value", bound=Adds)
"""The type of a reader's value."""
Value_co = TypeVar("Value_co", bound=Adds, covariant=True)
"""The type of a reader's value, for a protocol that only returns the value."""


class Folds(Protocol[Value_co]):
    """A reader turns batches of coups into one value; without a batch it returns the empty value.

    A reader may have these attributes and methods:

    - `cards`: the depth of cards that the reader needs.
    - `first_coups`: the coups of the first part. A slow reader gives the number of coups that it
      reads in about 0.1 seconds.
    - `part_seconds`: the seconds that a part should take, for values that are slow to add.
    - `fits(value, shoes)`: whether this many shoes can have this value; checkpoints use it.
    - `there(plan, decide)`: a function that counts a part of the plan on a GPU, or None.
    """

    def __call__(self, batches: Iterable[Coups], /) -> Value_co: ...


class Stop(Protocol):
    """A token that stops a run: a `threading.Event`, or any object with `is_set()`."""

    def is_set(self) -> bool: ...


class Never:
    """A stop token for a run that is never stopped."""

    def is_set(self) -> bool:
        return False


class Dealer(Protocol):
    """An engine, or a cluster of workers, that is ready to deal."""

    @property
    def coups(self) -> Callable[[Plan, Strategy, Depth | None], Iterator[Coups]]: ...

    def read(
        self, plan: Plan, decide: Strategy, reader: Folds[Value], threads: int | None, stop: Stop
    ) -> Iterator[tuple[Value, int]]:
        """For each part of the plan, in order: the reader's value, and the number of shoes."""


def paced(pace: Pace, stop: Stop, count: Callable[[Plan], Value]) -> Iterator[tuple[Value, int]]:
    """For each part of a plan: the counted value, and the number of shoes; a stop ends the run."""
    for part in pace:
        if stop.is_set():
            return
        start = perf_counter()
        yield count(part), part.shoes
        pace.took(part.shoes, perf_counter() - start)


def as_planned(plan: Plan, batches: Iterable[Coups], engine: object) -> Iterator[Coups]:
    """Yield the batches; raises Refused if they are not exactly the plan's shoes, in order."""
    done = 0
    for batch in batches:
        if not isinstance(batch, Coups):
            raise Refused(f"the engine {engine} must yield batches of coups, not {quoted(batch)}")
        dealt, asked = batch.plan, plan.part(done, batch.plan.shoes)
        # `bets` and `together` are only for readers; they do not change the coups.
        plain, wanted = (replace(each, bets=(), together=1) for each in (dealt, asked))
        if plain != wanted or done + dealt.shoes > plan.shoes:
            raise Refused(
                f"the engine {engine} deals {dealt.shoes} shoes of seed {dealt.seed} from number "
                f"{dealt.first}, but the next shoe must be number {asked.first} of seed {plan.seed}"
            )
        done += dealt.shoes
        yield batch
    if done != plan.shoes:
        raise Refused(f"the engine {engine} dealt {done} of {plan.shoes} shoes")


def cards_for(reader: object) -> Depth | None:
    """The depth of cards that a reader needs; None if outcomes are enough."""
    depth = getattr(reader, "cards", None)
    if isinstance(depth, str):
        depth = named(Depth, depth)
    if depth is not None and not isinstance(depth, Depth):
        raise BadValue(f"the cards of a reader must be points, ranks or cards, not {quoted(depth)}")
    return None if depth is Depth.TOTALS else depth
