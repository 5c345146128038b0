"""What the laboratory bounds, so that no run slows a table and everybody gets a turn."""

import os
from dataclasses import dataclass

from baccarat.base.errors import BadValue
from baccarat.base.hints import require_fields
from baccarat.base.sentences import Sentence
from baccarat.web.gate.problems import Problem
from baccarat.web.runs.work import LabWork

TOO_LARGE = "/problems/run-too-large"


@dataclass(frozen=True, slots=True)
class RunBounds:
    """How much a run may take, and how many there may be."""

    at_once: int = 2
    """runs that are dealt at the same time; with none, nothing can be asked for"""
    most_coups: int = 10**10
    """of a run; for systems and counts, each coup once for every one that plays it"""
    most_seconds: float = 3600.0
    """that a run is dealt before it stops; it can go on"""
    turn_seconds: float = 20.0
    """after which a run goes to the end of the queue, if somebody waits"""
    most_bytes: int = 2 << 30
    """of the memory of a run"""
    most_each: int = 4
    """runs of one caller that wait or are dealt"""
    most_waiting: int = 100
    """runs of all callers that wait or are dealt"""
    most_kept: int = 1_000
    """runs that are remembered, with their answers"""
    threads: int = 0
    """of a run; none is one for each core"""
    gives_way: bool = True
    """whether everything else on this machine goes first"""

    def __post_init__(self) -> None:
        require_fields(self)
        if self.at_once < 0:
            raise BadValue(f"the number of runs at once is 0 or more, not {self.at_once}")

    @property
    def cores(self) -> int:
        """Threads of a run."""
        return self.threads or os.cpu_count() or 1

    def require_small(self, work: LabWork) -> None:
        """Refuse a run that is too large, and say how large it may be."""
        if work.coups <= self.most_coups:
            return
        fits = work.of * self.most_coups // work.coups
        complaint = Sentence(
            "this is about {coups:,} coups, and a run has at most {most:,} here, "
            "so that others get their turn",
            coups=work.coups,
            most=self.most_coups,
        )
        do = Sentence(
            "ask for at most {fits:,} {unit}, or deal them yourself: {command}",
            fits=fits,
            unit=work.unit,
            command=work.command,
        )
        raise Problem(
            *(422, complaint),
            kind=TOO_LARGE,
            what_to_do=do,
            most=fits,
            unit=work.unit,
            command=work.command,
        )
