"""The limits of runs, so that a run slows down no table and every caller gets a turn."""

import os
from dataclasses import dataclass

from baccarat.base.errors import BadValue
from baccarat.base.hints import require_fields
from baccarat.base.sentences import Sentence
from baccarat.questions.run import RunQuestion
from baccarat.web.gate.problems import Problem

TOO_LARGE = "/problems/run-too-large"


@dataclass(frozen=True, slots=True)
class RunBounds:
    """The limits of a run (coups, time, memory), and of the number of runs."""

    at_once: int = 2
    """runs that are dealt at the same time; 0: no runs are accepted"""
    most_coups: int = 10**10
    """coups of a run; a coup counts once for every system or count that plays it"""
    most_seconds: float = 3600.0
    """seconds after which a run stops; it can be resumed"""
    turn_seconds: float = 20.0
    """seconds after which a run goes to the end of the queue, if others wait"""
    most_bytes: int = 2 << 30
    """bytes of memory of a run"""
    most_each: int = 4
    """runs of one caller that wait or are dealt"""
    most_waiting: int = 100
    """runs of all callers that wait or are dealt"""
    most_kept: int = 1_000
    """runs that are stored, with their answers"""
    threads: int = 0
    """threads of a run; 0: one per core"""
    gives_way: bool = True
    """whether everything else on this machine goes first"""

    def __post_init__(self) -> None:
        require_fields(self)
        if self.at_once < 0:
            raise BadValue(f"the number of runs at once must be 0 or more, not {self.at_once}")

    @property
    def cores(self) -> int:
        """The number of threads that a run may use."""
        return self.threads or os.cpu_count() or 1

    def require_small(self, question: RunQuestion) -> None:
        """Raise a problem with the largest possible size if a run is too large."""
        if question.work <= self.most_coups:
            return
        fits = question.size * self.most_coups // question.work
        complaint = Sentence(
            "this is about {coups:,} coups, and a run has at most {most:,} here, "
            "so that others get their turn",
            coups=question.work,
            most=self.most_coups,
        )
        do = Sentence(
            "ask for at most {fits:,} {unit}, or deal them yourself: {command}",
            fits=fits,
            unit=question.noun,
            command=question.command,
        )
        raise Problem(
            *(422, complaint),
            kind=TOO_LARGE,
            what_to_do=do,
            most=fits,
            unit=question.noun,
            command=question.command,
        )
