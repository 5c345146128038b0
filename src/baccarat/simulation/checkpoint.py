"""A checkpoint: what a simulation has counted so far, in a file that survives a sudden end.

Parts come in order and tallies add, so the first shoes of a plan, as many as are finished, and
their tally are all there is to remember. The file is written whole or not at all.
"""

import hashlib
import json
import os
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any
from warnings import warn

from baccarat.chance import SEEDS, STREAM_VERSION
from baccarat.coup import Strategy
from baccarat.errors import FileTrouble
from baccarat.files import shown, write_whole
from baccarat.simulation.plan import EQUAL_START, Plan
from baccarat.tableau import Move, Tableau
from baccarat.tally import Tally
from baccarat.verdict import verdicts

try:
    import fcntl
except ImportError:  # not on Windows, where two runs may write at the same moment
    fcntl = None  # type: ignore[assignment]

FORMAT = 2
EVERY = 1.0
"""Seconds between two writings."""
MOST_BYTES = 10**6
"""A checkpoint has some thousands; a file much larger is something else."""
LONG = {"tableau", "strategy"}
"""What is too long to be quoted in a complaint."""


@dataclass(frozen=True, slots=True)
class Counted:
    """What is finished: the first shoes of a plan, and their tally."""

    tally: Tally = field(default_factory=Tally)
    shoes: int = 0


@dataclass(slots=True)
class Checkpoint:
    """The file of one plan."""

    path: str | os.PathLike[str]
    plan: Plan
    decide: Strategy
    _written: float = 0.0
    is_behind: bool = False
    """whether the last writing has failed"""
    _has_failed: bool = False

    def load(self) -> Counted:
        """What is finished; nothing if there is no such file. Another plan's is refused."""
        counted = self._found()
        if counted.shoes > self.plan.shoes:
            raise FileTrouble(
                f"{shown(self.path)}: a checkpoint with {counted.shoes} shoes finished; "
                f"only {self.plan.shoes} are asked for"
            )
        return counted

    def _found(self) -> Counted:
        """What the file has, be it more than is asked for."""
        with trouble_told(self.path, "read"):
            path = Path(self.path)
            if not path.exists():
                return Counted()
            if not path.is_file():
                raise FileTrouble(f"{shown(self.path)}: not a file")
            with path.open("rb") as file:
                data = file.read(MOST_BYTES + 1)
        try:
            return self._read(data)
        except FileTrouble as refused:
            raise FileTrouble(f"{shown(self.path)}: {refused}") from None
        except (ValueError, TypeError, LookupError, AttributeError, RecursionError, OverflowError):
            told = f"{shown(self.path)}: not a checkpoint, or a damaged one; it is left as it is"
            raise FileTrouble(told) from None

    def save(self, counted: Counted) -> None:
        """Write it now, unless more is there by now; if that cannot be, what was there stays."""
        rest = self._told(counted, self.plan.shoes)
        text = json.dumps({**rest, "sha256": _seal(rest)}) + "\n"
        with trouble_told(self.path, "written"), _one_at_a_time(self.path):
            if self._found().shoes <= counted.shoes:
                write_whole(self.path, text)
        self._written = monotonic()
        self.is_behind = False

    def keep(self, counted: Counted, *, is_last: bool = False) -> None:
        """Write it if the last time was a while ago; the dealing goes on if that cannot be."""
        if not is_last and monotonic() - self._written < EVERY:
            return
        try:
            self.save(counted)
        except FileTrouble as trouble:
            self._written = monotonic()
            self.is_behind = True
            if not self._has_failed:
                self._has_failed = True
                warn(f"{trouble}; the dealing goes on, and what was saved stays", stacklevel=2)

    def _told(self, counted: Counted, planned: int) -> dict[str, Any]:
        """All that the file says, but for its seal."""
        return {
            "checkpoint": FORMAT,
            "stream": STREAM_VERSION,
            "plan": describe(self.plan, self.decide),
            "planned": planned,
            "finished": counted.shoes,
            "cells": counted.tally.cells,
            "histograms": counted.tally.histograms,
            "events": counted.tally.events,
        }

    def _read(self, data: bytes) -> Counted:
        if len(data) > MOST_BYTES:
            raise ValueError
        found = json.loads(data)
        if found["checkpoint"] != FORMAT:
            told = f"a checkpoint of format {found['checkpoint']!r:.20}; we read {FORMAT}"
            raise FileTrouble(told)
        if found.pop("sha256") != _seal(found):
            raise ValueError
        here = describe(self.plan, self.decide)
        there = {"stream": found["stream"], **found["plan"]}
        if other := _differences(there, {"stream": STREAM_VERSION, **here}):
            raise FileTrouble(f"a checkpoint of another simulation: {other}")
        histograms = {
            name: {int(number): int(times) for number, times in counts.items()}
            for name, counts in found["histograms"].items()
        }
        events = {
            name: {tier: int(times) for tier, times in counts.items()}
            for name, counts in found["events"].items()
        }
        tally = Tally(tuple(map(int, found["cells"])), histograms, events)
        counted, planned = Counted(tally, int(found["finished"])), int(found["planned"])
        # What we would not write so is not ours: another key, or 2.0 or true for a number.
        if _sorted(self._told(counted, planned)) != _sorted(found):
            raise ValueError
        if not 0 <= counted.shoes <= planned <= SEEDS or not _can_be(counted, self.plan):
            raise ValueError
        return counted


def _can_be(counted: Counted, plan: Plan) -> bool:
    """Whether so many shoes of a plan can have such a tally: its numbers tell of each other."""
    tally, total = counted.tally, counted.tally.total
    if not counted.shoes:
        return tally == Tally()
    tiers = {bet.key: set(bet.pays) for bet in (*plan.bets, EQUAL_START)}
    if {name: set(counts) for name, counts in tally.events.items()} != tiers:
        return False
    every: list[Mapping[Any, int]] = [*tally.events.values(), *tally.histograms.values()]
    if any(times < 0 for counts in every for times in counts.values()):
        return False
    if any(sum(counts.values()) > total for counts in tally.events.values()):
        return False
    if plan.is_fresh:
        return tally.histograms == {} and total == counted.shoes
    return _can_be_shoes(tally, counted.shoes, plan)


def _can_be_shoes(tally: Tally, shoes: int, plan: Plan) -> bool:
    """Whether the histograms of so many shoes fit the cells."""
    rows = tally.matrix
    won = {
        "player": sum(sum(row[:own]) for own, row in enumerate(rows)),
        "banker": sum(sum(row[own + 1 :]) for own, row in enumerate(rows)),
    }
    ties = sum(row[own] for own, row in enumerate(rows))
    coups = {
        "coups": tally.total,
        **{f"streaks of {name}": times for name, times in won.items()},
        **{f"runs of {name}": times for name, times in {**won, "tie": ties}.items()},
    }
    found = tally.histograms
    if found.keys() != {*coups, "longest"}:
        return False
    if any(sum(found[name].values()) != shoes for name in ("coups", "longest")):
        return False
    if any(sum(n * times for n, times in found[name].items()) != coups[name] for name in coups):
        return False
    if plan.coups is not None and found["coups"] != {plan.coups: shoes}:
        return False
    most = 52 * plan.rules.decks  # a coup takes a card or more
    return all(
        0 < number <= most or (name, number) == ("longest", 0)  # nobody won a coup
        for name in found
        for number in found[name]
    )


def describe(plan: Plan, decide: Strategy) -> dict[str, object]:
    """All that the tally depends on, but for the number of shoes: neither engine nor version."""
    rules = plan.rules
    return {
        "seed": plan.seed,
        "first shoe": plan.first,
        "coups of each shoe": plan.coups,
        "decks": "endless" if plan.endless else rules.decks,
        "tableau": str(rules.tableau),
        "strategy": _decided(rules.tableau, decide),
        "burn": rules.burn,
        "cut card": rules.cut_card,
        "last coup": rules.last_coup.name,
        "printed card": None if rules.printed is None else str(rules.printed),
        # Their prices do not matter, for tiers are counted.
        "deeper bets": {bet.key: sorted(bet.pays) for bet in plan.bets},
    }


def _decided(tableau: Tableau, decide: Strategy) -> str | None:
    """How the free cells are decided, by points: the SHA-256 of all answers."""
    if Move.FREE not in {*tableau.player, *(move for row in tableau.banker for move in row)}:
        return None
    table = verdicts(tableau, decide)
    answers = bytes(table.player_draws) + b"".join(map(bytes, table.banker_draws))
    return hashlib.sha256(answers).hexdigest()


def _differences(there: dict[str, Any], here: dict[str, object]) -> str:
    """What differs, in words; empty if nothing does."""
    return ", ".join(
        f"another {name}"
        if name in LONG
        else f"{name} {there.get(name)!r:.30} and not {here[name]!r}"
        for name in here
        if there.get(name) != here[name]
    )


def _sorted(told: dict[str, Any]) -> str:
    """What a file says, in an order that does not depend on who says it."""
    return json.dumps(json.loads(json.dumps(told)), sort_keys=True)


def _seal(rest: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(rest).encode()).hexdigest()


@contextmanager
def _one_at_a_time(path: str | os.PathLike[str]) -> Iterator[None]:
    """Nobody else of us writes into the file's folder meanwhile, where folders can be locked."""
    with ExitStack() as stack:
        if fcntl is not None:
            with suppress(OSError):  # it may not be read, or its disk knows no locks
                lock = os.open(Path(path).resolve().parent, os.O_RDONLY)
                stack.callback(os.close, lock)
                fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@contextmanager
def trouble_told(path: str | os.PathLike[str], done: str) -> Iterator[None]:
    """Trouble with a file becomes one line that names it."""
    try:
        yield
    except (OSError, ValueError) as trouble:  # ValueError: a name that no file can have
        reason = getattr(trouble, "strerror", None) or str(trouble)
        raise FileTrouble(f"{shown(path)}: cannot be {done}: {reason}") from None
