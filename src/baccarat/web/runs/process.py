"""A process that deals a run: started, listened to, and stopped.

It has a pipe to us that nobody else has, so it ends by itself if we are killed.
"""

import json
import os
import subprocess
from collections.abc import Callable
from contextlib import suppress
from threading import Thread
from time import monotonic
from typing import Any

from baccarat.web.jobs.child_python import python_env, python_of
from baccarat.web.jobs.queue import LabJob
from baccarat.web.runs.worker import GRACE, WORKER_NAME, Orders

TOO_LONG = GRACE + 4.0
"""Seconds after which a process that was told to stop is killed."""
Heard = Callable[["LabChild", dict[str, Any]], None]
Ended = Callable[["LabChild"], None]


class LabChild:
    """One process; whoever made it is called from a thread of its own."""

    def __init__(self, who: str, job: LabJob, orders: Orders, heard: Heard, ended: Ended) -> None:
        self.who, self.job = who, job
        self.began = monotonic()
        self.why: str | None = None
        """why it was told to stop"""
        self.told: float | None = None
        """when"""
        self.first: float | None = None
        """when it first came further: to start and to compile is no part of a turn"""
        self.last: dict[str, Any] = {}
        """the last that it said"""
        self._heard, self._ended = heard, ended
        more: dict[str, Any] = {"process_group": 0} if os.name == "posix" else {}
        self.process = subprocess.Popen(
            python_of(WORKER_NAME),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=python_env(),
            text=True,
            encoding="utf-8",
            **more,
        )
        self._write(orders.as_line())
        self._thread = Thread(target=self._listen, name="laboratory run", daemon=True)
        self._thread.start()

    def stop(self, why: str) -> None:
        """Tell it to write its checkpoint and to end; the first reason stands."""
        if self.why is None:
            self.why, self.told = why, monotonic()
            self._write("stop\n")

    def look(self) -> None:
        """Kill it, if it was told long ago."""
        if self.told is not None and monotonic() - self.told > TOO_LONG:
            self.process.kill()

    def wait(self, until: float) -> None:
        """Wait for its end until this moment, and then no more."""
        self._thread.join(max(0.0, until - monotonic()))
        if self._thread.is_alive():
            self.process.kill()
            self._thread.join()

    def _write(self, line: str) -> None:
        assert self.process.stdin is not None
        with suppress(OSError):  # it has ended, which is noticed elsewhere
            self.process.stdin.write(line)
            self.process.stdin.flush()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            try:
                told = json.loads(line)
            except ValueError:  # it was killed while it wrote
                continue
            self.last = told
            self._heard(self, told)
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            with suppress(OSError):
                if pipe is not None:
                    pipe.close()
        self._ended(self)
