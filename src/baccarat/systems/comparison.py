"""Compares several systems on the same shoes; each difference has a confidence interval.

Sessions of one number have the same cards, so much of the luck is the same for all systems and
cancels in the difference.
"""

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt
from operator import methodcaller
from typing import Any

import numpy as np

from baccarat.base.errors import BadSystem
from baccarat.base.frames import ColumnTypes, Framed
from baccarat.base.frozen import freezes
from baccarat.base.hints import displayed
from baccarat.base.jsonable import bounds, sampled
from baccarat.core.cards import Depth
from baccarat.core.stats import CONFIDENCE, deviations
from baccarat.core.tally import digest_of
from baccarat.core.third_card import Strategy, as_key, nobody
from baccarat.simulation.coups import Coups
from baccarat.simulation.engine import AUTO, Engine
from baccarat.simulation.plan import Plan
from baccarat.simulation.planning import exact_of
from baccarat.simulation.protocols import Stop
from baccarat.simulation.runner import Runner
from baccarat.systems.rebate import as_rebate
from baccarat.systems.session import PACE, SessionPlan, require_pace
from baccarat.systems.stake import Staked, player_of, reader_of, short_names, slow_because
from baccarat.systems.system import System, seated
from baccarat.systems.walk.session_arrays import MOST_NUMBERS, Booked, LedgerSum
from baccarat.systems.walk.sessions import SystemReader, joined
from baccarat.systems.walk.states import Deeper

Books = Callable[[SystemReader], Booked]
"""A function that returns a reader's records of some sessions."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A system's mean result, in units per session, minus the mean result of the first system."""

    mean: float
    low: float
    high: float

    def as_json(self) -> dict[str, object]:
        return sampled(self.mean, (self.low, self.high), CONFIDENCE)


@displayed
@dataclass(frozen=True, slots=True, repr=False)
@freezes()
class Comparison(Framed):
    """The answers for several systems on the same shoes."""

    found: tuple[Staked, ...]
    differences: tuple[Difference, ...]
    """each system's difference to the first system; for the first system, 0"""
    left_out: tuple[str, ...] = ()
    """for each system that broke: the system and the reason"""
    resumed: int = 0
    """the number of sessions that came from a checkpoint"""
    is_saved: bool = True
    """True if the checkpoint has everything, or if there is none"""

    def rows(self) -> list[dict[str, object]]:
        """A flat row for each system, for tables, with the difference from the first system."""
        rows = []
        for staked, difference in zip(self.found, self.differences, strict=True):
            low, high = bounds((difference.low, difference.high))
            to_the_first = {
                "to_the_first": difference.mean,
                "to_the_first_low": low,
                "to_the_first_high": high,
            }
            rows.append({**staked.row(), **to_the_first})
        return rows

    def _frame(self) -> tuple[ColumnTypes, list[dict[str, object]]]:
        columns, _ = self.found[0]._frame()
        ends = ("to_the_first", "to_the_first_low", "to_the_first_high")
        return {**columns, **dict.fromkeys(ends, "float64?")}, self.rows()

    def __repr__(self) -> str:
        return f"<systems on the same shoes: {', '.join(short_names(self.found))}>"


class ComparedSum:
    """The ledgers of systems, the products of their results, and the errors of systems that broke.

    Row i, column j: the sum over the sessions of the i-th result times the j-th, in coins. These
    give any difference its mean and its spread, even if the first system breaks late.
    """

    def __init__(
        self,
        ledgers: Sequence[LedgerSum],
        products: Sequence[Sequence[int]],
        faults: Mapping[int, str],
    ) -> None:
        self.ledgers, self.products, self.faults = ledgers, products, faults

    @classmethod
    def of(cls, booked: Sequence[Booked | None], faults: Mapping[int, str]) -> "ComparedSum":
        """The sums over some sessions of each system; `booked` has None for a system that broke."""
        length = max((len(book.sessions) for book in booked if book is not None), default=0)
        zeros = np.zeros(length, np.int64)
        results = np.stack([zeros if book is None else book.sessions[:, 0] for book in booked])
        room = MOST_NUMBERS // len(booked)
        waiting = [() if book is None else (book,) for book in booked]
        ledgers = [LedgerSum(None, *books, room=room) for books in waiting]
        return cls(ledgers, _products(results), faults)

    def __add__(self, other: "ComparedSum") -> "ComparedSum":
        faults = {**other.faults, **self.faults}  # the first error stays
        ledgers = [
            LedgerSum() if place in faults else own_ledger + ledger
            for place, (own_ledger, ledger) in enumerate(
                zip(self.ledgers, other.ledgers, strict=True)
            )
        ]
        rows = zip(self.products, other.products, strict=True)
        products = [[a + b for a, b in zip(*row, strict=True)] for row in rows]
        return ComparedSum(ledgers, products, faults)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ComparedSum) and self.written() == other.written()

    def __hash__(self) -> int:
        return hash(self.digest)

    def squares(self, one: int, other: int) -> int:
        """The sum over all sessions of the squared difference of two systems' results."""
        products = self.products
        return products[one][one] - 2 * products[one][other] + products[other][other]

    @property
    def digest(self) -> str:
        """SHA-256 of everything."""
        return digest_of([*(ledger.digest for ledger in self.ledgers), str(self._rest)])

    @property
    def _rest(self) -> dict[str, Any]:
        faults = {str(place): fault for place, fault in sorted(self.faults.items())}
        alive = [place not in self.faults for place in range(len(self.products))]
        products = [
            [number * (alive[i] and alive[j]) for j, number in enumerate(row)]
            for i, row in enumerate(self.products)
        ]
        return {"products": products, "faults": faults}

    def written(self) -> dict[str, Any]:
        """All sums as JSON, for a checkpoint."""
        return {"ledgers": [ledger.written() for ledger in self.ledgers], **self._rest}

    @classmethod
    def read(cls, written: Mapping[str, Any]) -> "ComparedSum":
        """The value from which `written` made this JSON."""
        return cls(
            [LedgerSum.read(ledger_json) for ledger_json in written["ledgers"]],
            [[int(number) for number in row] for row in written["products"]],
            {int(place): str(fault) for place, fault in written["faults"].items()},
        )


def _products(results: Any) -> list[list[int]]:
    """For every pair of systems: the sum of the products of their results, as whole numbers."""
    largest = max(abs(int(results.max(initial=0))), abs(int(results.min(initial=0))))
    if largest * largest * max(1, results.shape[1]) >= 1 << 63:
        results = results.astype(object)
    products: list[list[int]] = (results @ results.T).tolist()
    return products


@dataclass(frozen=True, slots=True)
class ComparingReader:
    """Plays every system on each batch; a system that breaks is left out from that batch on."""

    readers: tuple[SystemReader, ...]
    cards: Depth | None = field(default=None, repr=False)
    broken: dict[int, tuple[int, str]] = field(default_factory=dict, repr=False, compare=False)
    """by the place of a system that broke: the batch's first shoe, and the error"""

    @property
    def first_coups(self) -> int:
        """The number of coups in the first part of the plan; the more systems, the fewer coups."""
        return min(reader.first_coups for reader in self.readers) // len(self.readers)

    def __call__(self, batches: Iterable[Coups]) -> ComparedSum:
        total = ComparedSum.of([None] * len(self.readers), {})
        for batch in joined(batches):
            total += self._summed(batch.plan.first, methodcaller("booked", batch))
        return total

    def plainly(self, dealing: Plan, decide: Strategy) -> ComparedSum:
        """The sums of the sessions of these shoes, as the reference player plays them."""
        return self._summed(dealing.first, methodcaller("played", dealing, decide))

    def _summed(self, first: int, books: Books) -> ComparedSum:
        """Play each system's sessions with `books`, from shoe `first` on, and return the sums."""
        booked, faults = list[Booked | None](), dict[int, str]()
        for place, reader in enumerate(self.readers):
            at, complaint = self.broken.get(place, (first, ""))
            book = None
            if at >= first:
                try:
                    book, complaint = books(reader), ""
                except BadSystem as fault:
                    complaint = f"{reader.system}: {fault}"
                    self.broken[place] = first, complaint
            booked.append(book)
            if book is None:
                faults[place] = complaint
        if len(faults) == len(self.readers):
            raise BadSystem(f"none of the systems can be played: {'; '.join(faults.values())}")
        return ComparedSum.of(booked, faults)


def compare(
    plan: SessionPlan,
    systems: Iterable[System],
    engine: str | Engine = AUTO,
    threads: int | None = None,
    decide: Strategy = nobody,
    scheduler: str | None = None,
    stop: Stop | None = None,
    progress: Callable[[ComparedSum, int], None] | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    pace: int = PACE,
    rebate: float | Fraction | None = None,
) -> Comparison:
    """Play several systems on the same shoes; leave out a system that breaks."""
    require_pace(pace)
    share = None if rebate is None else as_rebate(rebate)
    decide, depth = as_key(decide), None
    playing, left_out = list[System](), list[str]()
    for item in systems:
        try:
            playing.append(seated(item, plan.game, decide))
        except BadSystem as fault:
            left_out.append(f"{item}: {fault}")
    if not playing:
        complaint = f"none of the systems can be played: {'; '.join(left_out)}"
        raise BadSystem(complaint if left_out else "name at least one system to compare")
    chosen, dealing = player_of(engine, scheduler), plan.dealing

    def tell(summed: ComparedSum, shoes: int) -> None:
        if progress is not None:
            progress(summed, shoes // dealing.together)

    while True:
        is_kept = checkpoint is not None
        readers = tuple(reader_of(plan, player, depth, decide, is_kept) for player in playing)
        depths = [seat.cards for seat in readers if seat.cards is not None]
        reader = ComparingReader(readers, max(depths, default=None))
        run = Runner(dealing, reader, decide, chosen, threads, scheduler, checkpoint)
        try:
            result = run.go(tell, stop)
            break
        except Deeper as deeper:
            depth = deeper.depth
    return compared(
        plan,
        playing,
        result.tally,
        left_out,
        exact=exact_of(plan.game, dealing, decide),
        engine=chosen.name,
        seconds=run.seconds,
        resumed=run.resumed // dealing.together,
        is_saved=run.is_saved,
        pace=pace,
        rebate=share,
    )


def compared(
    plan: SessionPlan,
    playing: Sequence[System],
    summed: ComparedSum,
    left_out: Sequence[str] = (),
    **answered: Any,
) -> Comparison:
    """The comparison of these systems; `answered` has the other fields of each answer."""
    places = [place for place in range(len(playing)) if place not in summed.faults]
    if not places:
        raise BadSystem(f"none of the systems can be played: {'; '.join(summed.faults.values())}")
    staked = tuple(
        Staked(
            playing[place],
            plan,
            ledger=summed.ledgers[place].ledger,
            why_slow=slow_because(playing[place], plan),
            **answered,
        )
        for place in places
    )
    base = places[0]
    differences = (
        _difference(staked[0], other, summed.squares(base, place))
        for place, other in zip(places, staked, strict=True)
    )
    broken = (summed.faults[place] for place in sorted(summed.faults))
    resumed, is_saved = staked[0].resumed, staked[0].is_saved
    return Comparison(staked, tuple(differences), (*left_out, *broken), resumed, is_saved)


def _difference(first: Staked, other: Staked, squares: int) -> Difference:
    """The difference of two systems' mean results; `squares` sums the squared differences."""
    sessions, unit = first.sessions, first.plan.session.unit
    mean = (other.ledger.total("result") - first.ledger.total("result")) / sessions
    spread = max(0.0, squares / sessions - mean * mean)
    half = deviations(CONFIDENCE) * sqrt(spread / sessions)
    return Difference(mean / unit, (mean - half) / unit, (mean + half) / unit)
