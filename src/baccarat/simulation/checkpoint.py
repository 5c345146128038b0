"""A checkpoint: what a simulation has counted so far, in a file that survives a sudden end.

Parts come in order and tallies add, so the first shoes of a plan, as many as are finished, and
their tally are all there is to remember. The file is written whole or not at all.
"""

import hashlib
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any
from warnings import warn

from baccarat.chance import STREAM_VERSION
from baccarat.coup import OUTCOMES, Strategy
from baccarat.errors import FileTrouble
from baccarat.files import shown, write_whole
from baccarat.simulation.plan import Plan
from baccarat.tableau import Move, Tableau
from baccarat.tally import Tally
from baccarat.verdict import verdicts

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
        except (ValueError, TypeError, LookupError, AttributeError, RecursionError):
            told = f"{shown(self.path)}: not a checkpoint, or a damaged one; it is left as it is"
            raise FileTrouble(told) from None

    def save(self, counted: Counted) -> None:
        """Write it now; if that cannot be, what was written before stays."""
        rest = {
            "checkpoint": FORMAT,
            "stream": STREAM_VERSION,
            "plan": describe(self.plan, self.decide),
            "planned": self.plan.shoes,
            "finished": counted.shoes,
            "cells": counted.tally.cells,
            "histograms": counted.tally.histograms,
            "events": counted.tally.events,
        }
        text = json.dumps({**rest, "sha256": _seal(rest)}) + "\n"
        with trouble_told(self.path, "written"):
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
        if found["finished"] > self.plan.shoes:
            raise FileTrouble(
                f"a checkpoint with {found['finished']} shoes finished; "
                f"only {self.plan.shoes} are asked for"
            )
        cells = tuple(map(int, found["cells"]))
        if len(cells) != len(OUTCOMES):
            raise ValueError
        histograms = {
            name: {int(number): int(times) for number, times in counts.items()}
            for name, counts in found["histograms"].items()
        }
        events = {
            name: {tier: int(times) for tier, times in counts.items()}
            for name, counts in found["events"].items()
        }
        return Counted(Tally(cells, histograms, events), int(found["finished"]))


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


def _seal(rest: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(rest).encode()).hexdigest()


@contextmanager
def trouble_told(path: str | os.PathLike[str], done: str) -> Iterator[None]:
    """Trouble with a file becomes one line that names it."""
    try:
        yield
    except (OSError, ValueError) as trouble:  # ValueError: a name that no file can have
        reason = getattr(trouble, "strerror", None) or str(trouble)
        raise FileTrouble(f"{shown(path)}: cannot be {done}: {reason}") from None
