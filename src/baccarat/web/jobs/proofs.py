"""Counts all published figures again in one process, and shows the progress to all visitors.

recounting.begin()     the figures so far; the first viewer starts the count, and its figures stay

The count runs in a separate process at low priority, because a thread would delay the tables.
"""

import logging
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from threading import Event, Lock
from time import monotonic
from typing import Any

from baccarat.base.frozen import FrozenDict, freezes
from baccarat.questions.engine.process import JobBounds, JobGone, JobLine, JobProcess, TellLine
from baccarat.verify.checks import Check, verify

COUNT = JobBounds(is_once=True)
"""The priority is not the lowest: on a busy core the count gets a tenth of the time."""
logger = logging.getLogger("baccarat.web")


@dataclass(frozen=True, slots=True)
@freezes("rows")
class CountedSoFar:
    """The published figures that have been counted so far, in order."""

    rows: tuple[Mapping[str, Any], ...] = ()
    """figures as in `baccarat verify --json`, with `rounded` and `is_right` added"""
    seconds: float = 0.0
    is_over: bool = False
    """whether the count has ended: all figures are there, or it has failed"""


class Recounting:
    """Counts all published figures again, in a separate process; thread-safe."""

    def __init__(self, command: Sequence[str] | None = None) -> None:
        """`command` replaces the counting process in tests."""
        self._command = command
        self._process: JobProcess | None = None
        self._began = 0.0
        self._lock = Lock()
        self.state = CountedSoFar()

    def begin(self) -> CountedSoFar:
        """The figures counted so far; starts the count if it has not begun, or has failed."""
        with self._lock:
            has_failed = self.state.is_over and not self.state.rows
            if self._process is None or has_failed:
                self.state, self._began = CountedSoFar(), monotonic()
                self._process = JobProcess(__name__, COUNT, self._hear, self._command)
                with suppress(JobGone):  # `_hear` learns of the end
                    self._process.say({})
            return self.state

    def _hear(self, line: JobLine | None) -> None:
        seconds = monotonic() - self._began
        if line is None:
            self.state = replace(self.state, seconds=seconds, is_over=True)
        elif "row" in line:
            self.state = CountedSoFar((*self.state.rows, FrozenDict(line["row"])), seconds)
        elif "failed" in line:
            logger.error("figures: %s", line["failed"])

    def close(self) -> None:
        """Stop the count if it still runs."""
        with self._lock:
            process = self._process
        if process is not None:
            process.kill()
            process.wait()


# In the process.


def answer(question: JobLine, tell: TellLine, stop: Event) -> None:
    """Count the published figures, and report each figure as soon as it is counted."""
    for check in verify():
        tell(row=row_of(check))


def row_of(check: Check) -> Mapping[str, Any]:
    """The JSON of a figure as in `baccarat verify --json`, with two more fields for the page."""
    return {**check.as_json(), "rounded": check.rounded, "is_right": check.is_right}
