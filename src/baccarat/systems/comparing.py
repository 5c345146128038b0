"""Several systems on the same shoes: their differences have intervals of their own.

Sessions of one number have the same cards, so much of the luck is common to both and drops out of
the difference.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt

from baccarat.cards import Depth
from baccarat.coup import Strategy, nobody
from baccarat.errors import BadSystem, BadValue
from baccarat.frozen import freeze
from baccarat.jsonable import sampled
from baccarat.simulation.coups import Coups
from baccarat.simulation.engine import AUTO, Engine
from baccarat.simulation.folding import Stop
from baccarat.simulation.planning import exact_of
from baccarat.simulation.runner import Runner
from baccarat.stats import CONFIDENCE, deviations
from baccarat.systems.booking import Booked, LedgerSum
from baccarat.systems.session import ENDLESS, SessionPlan
from baccarat.systems.stake import Staked, reader_of
from baccarat.systems.states import Deeper
from baccarat.systems.system import System
from baccarat.systems.walk import SystemReader


@dataclass(frozen=True, slots=True)
class Difference:
    """How much more a system won in a session than the first one, in units."""

    mean: float
    low: float
    high: float

    def as_json(self) -> dict[str, object]:
        return sampled(self.mean, (self.low, self.high), CONFIDENCE)


@dataclass(frozen=True, slots=True)
class Comparison:
    """What came of several systems on the same shoes."""

    found: tuple[Staked, ...]
    differences: tuple[Difference, ...]
    """to the first system; the first of them is nothing"""
    left_out: tuple[str, ...] = ()
    """why systems are missing: they broke"""

    def __post_init__(self) -> None:
        freeze(self)


class ComparedSum:
    """The ledgers of systems, and sums and squares of the differences to the first, in coins."""

    def __init__(
        self, ledgers: Iterable[LedgerSum], differences: Iterable[tuple[int, int]]
    ) -> None:
        self.ledgers, self.differences = tuple(ledgers), tuple(differences)

    def __add__(self, other: "ComparedSum") -> "ComparedSum":
        ledgers = zip(self.ledgers, other.ledgers, strict=True)
        pairs = zip(self.differences, other.differences, strict=True)
        return ComparedSum(
            (one + more for one, more in ledgers),
            ((one[0] + more[0], one[1] + more[1]) for one, more in pairs),
        )


class BrokenSystem(Exception):
    """One of several systems is broken."""

    def __init__(self, place: int, fault: BadSystem) -> None:
        super().__init__(place, fault)
        self.place, self.fault = place, fault


@dataclass(frozen=True, slots=True)
class ComparingReader:
    """Plays every system on each batch."""

    readers: tuple[SystemReader, ...]
    cards: Depth | None = None

    def __call__(self, batches: Iterable[Coups]) -> ComparedSum:
        whole = ComparedSum((LedgerSum() for _ in self.readers), ((0, 0) for _ in self.readers))
        for batch in batches:
            booked = [self._booked(place, batch) for place in range(len(self.readers))]
            results = [each.sessions[:, 0] for each in booked]
            apart = [each - results[0] for each in results]
            whole += ComparedSum(
                (LedgerSum(None, each) for each in booked),
                ((int(each.sum()), sum(won * won for won in each.tolist())) for each in apart),
            )
        return whole

    def _booked(self, place: int, batch: Coups) -> Booked:
        try:
            return self.readers[place].booked(batch)
        except BadSystem as fault:
            raise BrokenSystem(place, fault) from fault


def compare(
    plan: SessionPlan,
    systems: Iterable[System],
    engine: str | Engine = AUTO,
    threads: int | None = None,
    decide: Strategy = nobody,
    scheduler: str | None = None,
    stop: Stop | None = None,
) -> Comparison:
    """Play several systems on the same shoes; one that breaks is left out, and the others go on."""
    if plan.numbers == ENDLESS:
        raise BadValue("sessions are compared over a number of coups or shoes: say how many")
    playing, left_out, depth = list(systems), list[str](), None
    while playing:
        readers = tuple(reader_of(plan, each, depth) for each in playing)
        depths = [each.cards for each in readers if each.cards is not None]
        deepest = max(depths, default=None)
        reader = ComparingReader(readers, deepest)
        run = Runner(plan.dealing, reader, decide, engine, threads, scheduler)
        try:
            counted = run.go(None, stop)
        except Deeper as deeper:
            depth = deeper.depth
        except BrokenSystem as broken:
            left_out.append(f"{playing.pop(broken.place)}: {broken.fault}")
        else:
            return _comparison(plan, playing, counted.tally, run, decide, left_out)
    raise BadSystem(f"none of the systems can be played: {left_out[0] if left_out else 'none'}")


def _comparison(
    plan: SessionPlan,
    systems: list[System],
    summed: ComparedSum,
    run: Runner[ComparedSum],
    decide: Strategy,
    left_out: list[str],
) -> Comparison:
    exact = exact_of(plan.game, plan.dealing, decide)
    found = tuple(
        Staked(system, plan, run.chosen.name, each.ledger, run.seconds, exact)
        for system, each in zip(systems, summed.ledgers, strict=True)
    )
    sessions, unit = found[0].sessions, plan.session.unit
    differences = []
    for total, squares in summed.differences:
        mean = total / sessions
        spread = max(0.0, squares / sessions - mean * mean)
        half = deviations(CONFIDENCE) * sqrt(spread / sessions)
        differences.append(Difference(mean / unit, (mean - half) / unit, (mean + half) / unit))
    return Comparison(found, tuple(differences), tuple(left_out))
