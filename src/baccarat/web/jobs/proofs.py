"""Counts every published figure again while people watch; all viewers share one count.

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
from baccarat.verify.checks import Check, verify
from baccarat.web.jobs.process import JobBounds, JobGone, JobLine, JobProcess, TellLine

COUNT = JobBounds(is_once=True)
"""The priority is not the lowest: on a busy core the count gets a tenth of the time."""
logger = logging.getLogger("baccarat.web")


@dataclass(frozen=True, slots=True)
@freezes("rows")
class CountedSoFar:
    """The figures counted so far, in their order."""

    rows: tuple[Mapping[str, Any], ...] = ()
    """figures as in `baccarat verify --json`, with `rounded` and `is_right` added"""
    seconds: float = 0.0
    is_over: bool = False
    """whether the count has ended: all figures are there, or it has failed"""


class Recounting:
    """The server's count of all published figures; thread-safe."""

    def __init__(self, command: Sequence[str] | None = None) -> None:
        """`command` replaces the counting process in tests."""
        self._command = command
        self._process: JobProcess | None = None
        self._began = 0.0
        self._lock = Lock()
        self.state = CountedSoFar()

    def begin(self) -> CountedSoFar:
        """The figures so far; starts the count if it is new, or has failed without figures."""
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
        """End the count, if it still runs."""
        with self._lock:
            process = self._process
        if process is not None:
            process.kill()
            process.wait()


# In the process.


def answer(question: JobLine, tell: TellLine, stop: Event) -> None:
    """Report each figure as soon as it is counted."""
    for check in verify():
        tell(row=row_of(check))


def row_of(check: Check) -> Mapping[str, Any]:
    """A figure as in `baccarat verify --json`, with the fields that the page needs."""
    return {**check.as_json(), "rounded": check.rounded, "is_right": check.is_right}
