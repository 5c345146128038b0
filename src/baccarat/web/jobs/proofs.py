"""Every published figure counted again while people look: one count for all of them.

recounting.begin()     the figures so far; the first who looks starts it, and what is counted stays

The count is a process of its own at low priority: a thread of ours would hold up the tables.
"""

import json
import subprocess
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from threading import Lock, Thread
from time import monotonic
from typing import Any

from baccarat.base.frozen import FrozenDict, freeze
from baccarat.web.jobs.child_python import python_env, python_of

COUNTS = tuple(python_of("baccarat.verify.row_by_row"))


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

    def __init__(self, command: tuple[str, ...] = COUNTS) -> None:
        self._command = command
        self._process: subprocess.Popen[str] | None = None
        self._reader: Thread | None = None
        self._lock = Lock()
        self.state = CountedSoFar()

    def begin(self) -> CountedSoFar:
        """The figures so far; the count starts, unless it has: if it found nothing, once more."""
        with self._lock:
            has_failed = self.state.is_over and not self.state.rows
            if self._reader is not None and not has_failed:
                return self.state
            self.state = CountedSoFar()
            self._process = subprocess.Popen(
                self._command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=python_env(),
                encoding="utf-8",
                start_new_session=True,  # Ctrl-C is for the server, which ends it
            )
            self._reader = Thread(target=self._read, name="recounting", daemon=True)
            self._reader.start()
            return self.state

    def _read(self) -> None:
        began, rows, process = monotonic(), list[Mapping[str, Any]](), self._process
        assert process is not None
        assert process.stdout is not None
        with process, suppress(ValueError):  # a line cut short by its end
            for line in process.stdout:
                rows.append(FrozenDict(json.loads(line)))
                self.state = CountedSoFar(tuple(rows), monotonic() - began)
        self.state = CountedSoFar(tuple(rows), monotonic() - began, is_over=True)

    def close(self) -> None:
        """End the count, if it still runs."""
        with self._lock:
            process, reader = self._process, self._reader
        if process is not None and reader is not None:
            process.kill()
            reader.join()
