"""What was practised before: a line for every answer, kept in a file of the croupier's own.

keep(path, answered, day)            adds a line
history = read_history(path)         all that can be read
history.kinds[Kind.PAY].right        how many were right, of each kind
history.next_kind                    what to practise next
"""

import json
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from baccarat.drill.drill import Answered
from baccarat.drill.question import LEVELS, Kind

LATELY = 20
"""Answers of a kind that tell what to practise next."""
MOST_LINES = 100_000
"""The last ones are read; who answers a hundred a day has almost three years in them."""


@dataclass(frozen=True, slots=True)
class PractisedAnswer:
    """One answer, as it is kept: never the question, which its seed would make again."""

    day: str
    """as 2026-11-16"""
    kind: Kind
    level: int
    is_right: bool
    is_quick: bool
    seconds: float

    @classmethod
    def of(cls, answered: Answered, day: date) -> "PractisedAnswer":
        question = answered.question
        return cls(
            day.isoformat(),
            question.kind,
            question.level,
            answered.is_right,
            answered.is_quick,
            round(answered.seconds, 3),
        )

    def as_json(self) -> dict[str, object]:
        return {
            "day": self.day,
            "kind": self.kind.value,
            "level": self.level,
            "is_right": self.is_right,
            "is_quick": self.is_quick,
            "seconds": self.seconds,
        }

    @classmethod
    def parse(cls, line: str) -> "PractisedAnswer":
        """A line as `as_json` writes it; ValueError, KeyError or TypeError if it is none."""
        told = json.loads(line)
        level, seconds = told["level"], told["seconds"]
        is_whole = type(level) is int and level in LEVELS
        is_time = type(seconds) in (int, float) and 0 <= seconds < float("inf")
        if not is_whole or not is_time:
            raise ValueError(line)
        is_right, is_quick = told["is_right"] is True, told["is_quick"] is True
        day = date.fromisoformat(told["day"]).isoformat()
        return cls(day, Kind(told["kind"]), level, is_right, is_quick, float(seconds))


@dataclass(frozen=True, slots=True)
class KindSoFar:
    """How one kind of question has gone."""

    asked: int = 0
    right: int = 0
    quick: int = 0
    """right and quick"""
    seconds: float = 0.0
    """of all answers together"""
    level: int = LEVELS[0]
    """of the last question"""
    lately: tuple[bool, ...] = ()
    """whether the last answers were right, the newest at the end"""

    def as_json(self) -> dict[str, object]:
        return {
            "asked": self.asked,
            "right": self.right,
            "quick": self.quick,
            "seconds": round(self.seconds, 3),
            "level": self.level,
            "lately_asked": len(self.lately),
            "lately_right": sum(self.lately),
        }


@dataclass(frozen=True, slots=True)
class DrillHistory:
    """Every answer that was kept, the oldest first."""

    answers: tuple[PractisedAnswer, ...] = ()
    unread: int = 0
    """lines that could not be read"""

    @property
    def kinds(self) -> Mapping[Kind, KindSoFar]:
        return {kind: so_far(one for one in self.answers if one.kind is kind) for kind in Kind}

    @property
    def next_kind(self) -> Kind | None:
        """One that was never asked, else the one with the fewest right lately; None at first."""
        if not self.answers:
            return None
        kinds = self.kinds
        return min(kinds, key=lambda kind: _share(kinds[kind]))

    def as_json(self) -> dict[str, object]:
        days = [one.day for one in self.answers]
        return {
            "asked": len(self.answers),
            "first_day": min(days) if days else None,
            "last_day": max(days) if days else None,
            "kinds": {kind.value: found.as_json() for kind, found in self.kinds.items()},
            "practise_next": None if self.next_kind is None else self.next_kind.value,
            "unread": self.unread,
        }


def so_far(answers: Iterable[PractisedAnswer]) -> KindSoFar:
    """The answers of one kind, added up."""
    found = list(answers)
    return KindSoFar(
        len(found),
        sum(one.is_right for one in found),
        sum(one.is_right and one.is_quick for one in found),
        sum(one.seconds for one in found),
        found[-1].level if found else LEVELS[0],
        tuple(one.is_right for one in found[-LATELY:]),
    )


def _share(kind: KindSoFar) -> tuple[float, float]:
    """The share of right answers lately, then of quick ones in all."""
    if not kind.asked:
        return (-1.0, 0.0)
    return sum(kind.lately) / len(kind.lately), kind.quick / kind.asked


def keep(path: Path, answered: Answered, day: date) -> None:
    """Add an answer; OSError if that cannot be done."""
    path.parent.mkdir(parents=True, exist_ok=True)
    line = json.dumps(PractisedAnswer.of(answered, day).as_json())
    with path.open("a+b") as file:
        file.seek(0, 2)
        if file.tell():  # a line that was cut off must not spoil this one
            file.seek(-1, 2)
            if file.read(1) != b"\n":
                line = f"\n{line}"
        file.write(f"{line}\n".encode())


def read_history(path: Path) -> DrillHistory:
    """What can be read of it; a file that is not there is an empty history."""
    try:
        lines = path.read_text("utf-8", errors="replace").splitlines()[-MOST_LINES:]
    except FileNotFoundError:
        return DrillHistory()
    answers = []
    for line in filter(str.strip, lines):
        with suppress(ValueError, KeyError, TypeError):
            answers.append(PractisedAnswer.parse(line))
    return DrillHistory(tuple(answers), sum(map(bool, map(str.strip, lines))) - len(answers))
