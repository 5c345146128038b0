"""An engine is a named way to deal all coups of a plan. All engines deal the same coups.

Engine("mine", coups)     coups(plan, decide, cards) yields batches of coups, in their order
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from baccarat.base.errors import BadValue
from baccarat.base.frozen import freeze
from baccarat.base.hints import guided, require_fields
from baccarat.core.cards import Depth
from baccarat.core.plugins import kebab, register_of
from baccarat.core.third_card import Strategy
from baccarat.simulation.coups import Coups
from baccarat.simulation.plan import WHOLE_SHOE, Pace, Plan
from baccarat.simulation.protocols import Folds, Stop, Value, as_planned, cards_for, paced

AUTO = "auto"
"""The name that chooses the fastest of our installed engines."""
FIRST_COUPS, MOST_COUPS = WHOLE_SHOE, 8_000_000
"""The coups of the first part and of the largest, for engines that do not divide plans."""

DealsCoups = Callable[[Plan, Strategy, Depth | None], Iterator[Coups]]
SharesOut = Callable[[Plan, Strategy, Folds[Any], int | None, Stop], Iterator[tuple[Any, int]]]


def _ready(plan: Plan, decide: Strategy) -> None:
    """Do nothing: the engine needs no preparation."""


def _is_here() -> None:
    """Do nothing: the engine needs no library or machine that could be missing."""


@guided
@dataclass(frozen=True, slots=True)
class Engine:
    """A way to deal all coups of a plan; the coups must equal those of the reference engine.

    >>> from baccarat import Engine, registered
    >>> "reference" in registered(Engine), "cpu" in registered(Engine)
    (True, True)
    """

    name: str
    coups: DealsCoups
    """deals a plan: batches of coups in order, with cards if a depth is given"""
    shared: SharesOut | None = None
    """divides a plan into parts itself: yields the reader's value and the shoes of each part"""
    warm_up: Callable[[Plan, Strategy], None] = _ready
    """prepares before the clock starts, e.g. compiles"""
    check: Callable[[], None] = _is_here
    """raises an error if something is missing: a library, a machine"""
    also: tuple[str, ...] = ()
    """other names of the engine"""

    def __post_init__(self) -> None:
        freeze(self, "also")
        require_fields(self)
        if not self.key or AUTO in (self.key, *map(kebab, self.also)):
            raise BadValue(f"an engine needs its own name, not {self.name!r}")

    @property
    def key(self) -> str:
        """The name as users type it, e.g. `my-engine`."""
        return kebab(self.name)

    def __str__(self) -> str:
        return self.name

    def read(
        self, plan: Plan, decide: Strategy, reader: Folds[Value], threads: int | None, stop: Stop
    ) -> Iterator[tuple[Value, int]]:
        """For each part of the plan, in order: the reader's value, and the number of shoes."""
        if self.shared is not None:
            yield from self.shared(plan, decide, reader, threads, stop)
            return

        def count(part: Plan) -> Value:
            return reader(as_planned(part, self.coups(part, decide, cards_for(reader)), self))

        yield from paced(Pace(plan, FIRST_COUPS, MOST_COUPS), stop, count)


KNOWN = register_of(Engine)
