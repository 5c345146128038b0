"""Stores each answer of the drill as a line in a file of the user, and reads the file.

keep(path, answered, day)            adds a line
history = read_history(path)         all readable lines
history.kinds[Kind.PAY].right        the number of right answers of a kind
history.next_kind                    the kind to practise next
"""

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import date
from pathlib import Path

from baccarat.drill.drill import Answered
from baccarat.drill.question import LEVELS, Kind

LATELY = 20
"""The number of recent answers of a kind that decide what to practise next."""
MOST_LINES = 100_000
"""The most lines that are read, from the end; with 100 answers a day, almost three years."""


@dataclass(frozen=True, slots=True)
class PractisedAnswer:
    """An answer as a line of the file; the question itself is left out."""

    day: str
    """a date such as 2026-11-16"""
    kind: Kind
    level: int
    is_right: bool
    is_quick: bool
    seconds: float

    @classmethod
    def of(cls, answered: Answered, day: date) -> "PractisedAnswer":
        question, is_right, is_quick = answered.question, answered.is_right, answered.is_quick
        seconds = round(answered.seconds, 3)
        return cls(day.isoformat(), question.kind, question.level, is_right, is_quick, seconds)

    def as_json(self) -> dict[str, object]:
        return {**asdict(self), "kind": self.kind.value}

    @classmethod
    def parse(cls, line: str) -> "PractisedAnswer":
        """The answer in a line that `as_json` wrote; raises ValueError, KeyError or TypeError."""
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
    """The results of one kind of question: numbers of answers, time, level."""

    asked: int = 0
    right: int = 0
    quick: int = 0
    """the number of answers that were right and quick"""
    seconds: float = 0.0
    """the sum over all answers"""
    level: int = LEVELS[0]
    """the level of the last question"""
    lately: tuple[bool, ...] = ()
    """whether the last answers were right, newest last"""

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
    """All answers in the file, oldest first."""

    answers: tuple[PractisedAnswer, ...] = ()
    unread: int = 0
    """the number of unreadable lines"""

    @property
    def kinds(self) -> Mapping[Kind, KindSoFar]:
        answers = {kind: [a for a in self.answers if a.kind is kind] for kind in Kind}
        return {kind: so_far(answers[kind]) for kind in Kind}

    @property
    def next_kind(self) -> Kind | None:
        """The kind to practise next: one without answers, or with the fewest right answers lately.

        None without any answers.
        """
        if not self.answers:
            return None
        kinds = self.kinds
        return min(kinds, key=lambda kind: _share(kinds[kind]))

    def as_json(self) -> dict[str, object]:
        days = [answer.day for answer in self.answers]
        return {
            "asked": len(self.answers),
            "first_day": min(days) if days else None,
            "last_day": max(days) if days else None,
            "kinds": {kind.value: so_far.as_json() for kind, so_far in self.kinds.items()},
            "practise_next": None if self.next_kind is None else self.next_kind.value,
            "unread": self.unread,
        }


def so_far(answers: Sequence[PractisedAnswer]) -> KindSoFar:
    """The results of these answers, which all belong to one kind of question."""
    right = [answer for answer in answers if answer.is_right]
    return KindSoFar(
        len(answers),
        len(right),
        sum(answer.is_quick for answer in right),
        sum(answer.seconds for answer in answers),
        answers[-1].level if answers else LEVELS[0],
        tuple(answer.is_right for answer in answers[-LATELY:]),
    )


def _share(kind: KindSoFar) -> tuple[float, float]:
    """The share of right answers among recent answers, and the share of quick ones among all."""
    if not kind.asked:
        return (-1.0, 0.0)
    return sum(kind.lately) / len(kind.lately), kind.quick / kind.asked


def keep(path: Path, answered: Answered, day: date) -> None:
    """Add an answer to the file as a line; raises OSError if the file cannot be written."""
    path.parent.mkdir(parents=True, exist_ok=True)
    line = json.dumps(PractisedAnswer.of(answered, day).as_json())
    with path.open("a+b") as file:
        file.seek(0, 2)
        if file.tell():  # a line that was cut off must not damage the new line
            file.seek(-1, 2)
            if file.read(1) != b"\n":
                line = f"\n{line}"
        file.write(f"{line}\n".encode())


def read_history(path: Path) -> DrillHistory:
    """All lines of a file that can be read; empty if there is no file."""
    try:
        lines = path.read_text("utf-8", errors="replace").splitlines()[-MOST_LINES:]
    except FileNotFoundError:
        return DrillHistory()
    answers, written = [], list(filter(str.strip, lines))
    for line in written:
        with suppress(ValueError, KeyError, TypeError):
            answers.append(PractisedAnswer.parse(line))
    return DrillHistory(tuple(answers), len(written) - len(answers))
