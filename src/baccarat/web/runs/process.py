"""The process of a run, as the server sees it: its last report, and why it was stopped."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict
from time import monotonic

from baccarat.questions.engine.process import STOP, JobGone, JobLine, JobProcess
from baccarat.web.jobs.queue import LabJob
from baccarat.web.runs.worker import GRACE, WORKER_NAME, Orders

TOO_LONG = GRACE + 4.0
"""Seconds after `STOP` at which a process that still runs is killed."""
HeardOf = Callable[["LabChild", JobLine], None]
Ended = Callable[["LabChild"], None]


class LabChild:
    """The process of a run; a thread passes the reports of the process to two functions."""

    def __init__(
        self, client: str, job: LabJob, orders: Orders, on_line: HeardOf, on_end: Ended
    ) -> None:
        self.who, self.job = client, job
        self.began = monotonic()
        self.why: str | None = None
        """why the process was told to stop"""
        self.told: float | None = None
        """the time at which it was told to stop"""
        self.first: float | None = None
        """the time of its first progress, when its turn begins: starting and compiling are free"""
        self.last: JobLine = {}
        """its last report"""
        self._heard, self._ended = on_line, on_end
        self.process = JobProcess(WORKER_NAME, orders.bounds, self._hear)
        self.process.kill.atexit = False  # it writes its checkpoint after the server has gone
        self._say(asdict(orders))

    def stop(self, reason: str) -> None:
        """Tell the process to write its checkpoint and end; only the first reason is remembered."""
        if self.why is None:
            self.why, self.told = reason, monotonic()
            self._say(STOP)

    def look(self) -> None:
        """Kill the process if it does not end although it was told to stop long ago."""
        if self.told is not None and monotonic() - self.told > TOO_LONG:
            self.process.kill()

    def wait(self, until: float) -> None:
        """Wait for the process to end, and kill it at the time `until`."""
        if not self.process.wait(max(0.0, until - monotonic())):
            self.process.kill()
            self.process.wait()

    def _say(self, line: JobLine) -> None:
        with suppress(JobGone):  # `_hear` learns of the end
            self.process.say(line)

    def _hear(self, line: JobLine | None) -> None:
        if line is None:
            self._ended(self)
        else:
            self.last = line
            self._heard(self, line)
