"""Every published figure counted again while people look: one count for all of them.

recounting.begin()     the figures so far; the first who looks starts it, and what is counted stays

The count is a process of its own at low priority: a thread of ours would hold up the tables.
"""

import logging
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from threading import Event, Lock
from time import monotonic
from typing import Any

from baccarat.base.frozen import FrozenDict, freeze
from baccarat.verify.checks import Check, verify
from baccarat.web.jobs.process import JobBounds, JobGone, JobLine, JobProcess, TellLine

COUNT = JobBounds(is_once=True)
"""Of a busy core it gets a tenth, so that it comes to an end."""
logger = logging.getLogger("baccarat.web")


@dataclass(frozen=True, slots=True)
class CountedSoFar:
    """The figures that are counted, in their order."""

    rows: tuple[Mapping[str, Any], ...] = ()
    """each as `baccarat verify --json` tells it, with `rounded` and `is_right` beside"""
    seconds: float = 0.0
    is_over: bool = False
    """whether no more will come: all are there, or the count has failed"""

    def __post_init__(self) -> None:
        freeze(self, "rows")


class Recounting:
    """The count of a server; any thread may ask."""

    def __init__(self, command: Sequence[str] | None = None) -> None:
        """`command` counts instead of our own process; tests have some."""
        self._command = command
        self._process: JobProcess | None = None
        self._began = 0.0
        self._lock = Lock()
        self.state = CountedSoFar()

    def begin(self) -> CountedSoFar:
        """The figures so far; the count starts, unless it has: if it found nothing, once more."""
        with self._lock:
            has_failed = self.state.is_over and not self.state.rows
            if self._process is None or has_failed:
                self.state, self._began = CountedSoFar(), monotonic()
                self._process = JobProcess(__name__, COUNT, self._hear, self._command)
                with suppress(JobGone):  # which is heard
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
        """End the count, if it still runs."""
        with self._lock:
            process = self._process
        if process is not None:
            process.kill()
            process.wait()


# In the process.


def answer(question: JobLine, tell: TellLine, stop: Event) -> None:
    """Tell each figure as soon as it is counted."""
    for check in verify():
        tell(row=row_of(check))


def row_of(check: Check) -> Mapping[str, Any]:
    """As `baccarat verify --json` tells it, with what a table shows of it beside."""
    return {**check.as_json(), "rounded": check.rounded, "is_right": check.is_right}
