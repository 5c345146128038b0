"""A process that deals a run: what it told, and why it was told to stop."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict
from time import monotonic

from baccarat.web.jobs.process import STOP, JobGone, JobLine, JobProcess
from baccarat.web.jobs.queue import LabJob
from baccarat.web.runs.worker import GRACE, WORKER_NAME, Orders

TOO_LONG = GRACE + 4.0
"""Seconds after which a process that was told to stop is killed."""
HeardOf = Callable[["LabChild", JobLine], None]
Ended = Callable[["LabChild"], None]


class LabChild:
    """One process; whoever made it is called from a thread of its own."""

    def __init__(
        self, client: str, job: LabJob, orders: Orders, on_line: HeardOf, on_end: Ended
    ) -> None:
        self.who, self.job = client, job
        self.began = monotonic()
        self.why: str | None = None
        """why it was told to stop"""
        self.told: float | None = None
        """when"""
        self.first: float | None = None
        """when it first came further: to start and to compile is no part of a turn"""
        self.last: JobLine = {}
        """the last that it said"""
        self._heard, self._ended = on_line, on_end
        self.process = JobProcess(WORKER_NAME, orders.bounds, self._hear)
        self.process.kill.atexit = False  # it writes its checkpoint when we are gone
        self._say(asdict(orders))

    def stop(self, reason: str) -> None:
        """Tell it to write its checkpoint and to end; the first reason stands."""
        if self.why is None:
            self.why, self.told = reason, monotonic()
            self._say(STOP)

    def look(self) -> None:
        """Kill it, if it was told long ago."""
        if self.told is not None and monotonic() - self.told > TOO_LONG:
            self.process.kill()

    def wait(self, until: float) -> None:
        """Wait for its end until this moment, and then no more."""
        if not self.process.wait(max(0.0, until - monotonic())):
            self.process.kill()
            self.process.wait()

    def _say(self, line: JobLine) -> None:
        with suppress(JobGone):  # which is noticed elsewhere
            self.process.say(line)

    def _hear(self, line: JobLine | None) -> None:
        if line is None:
            self._ended(self)
        else:
            self.last = line
            self._heard(self, line)
