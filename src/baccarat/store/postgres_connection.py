"""A connection to PostgreSQL that waits no longer than its thread may.

A database that hangs answers nothing, and its machine still takes what is sent: no timeout of TCP
notices it, and none of PostgreSQL's own.
"""

from collections.abc import Generator
from math import inf
from time import monotonic
from typing import Any

import psycopg

from baccarat.store.patience import LEAST, seconds_left

SHORTEST = 2
"""Seconds to connect in; psycopg takes no fewer."""


class PostgresConnection(psycopg.Connection[Any]):
    """Closes itself when the database has not answered in time."""

    def wait(self, gen: Generator[Any, Any, Any], *how: Any, **more: Any) -> Any:
        """As psycopg does it, which looks ten times a second whether there is anything to do."""
        left = seconds_left()
        bounded = gen if left == inf else self._in_time(gen, monotonic() + left)
        return super().wait(bounded, *how, **more)

    def _in_time(self, gen: Generator[Any, Any, Any], end: float) -> Generator[Any, Any, Any]:
        ready = None
        try:
            while True:
                wanted = gen.send(ready)
                if monotonic() > end:
                    self.close()
                    raise psycopg.OperationalError("timeout: the database does not answer")
                ready = yield wanted
        except StopIteration as end_of_it:
            return end_of_it.value


def connect_in_time(patience: float, *args: Any, **params: Any) -> PostgresConnection:
    """Connect, unless this thread has no time for it any more."""
    left = seconds_left(patience)
    if left <= LEAST:
        raise psycopg.OperationalError("timeout: no time is left to connect")
    return PostgresConnection.connect(
        *args, **{**params, "connect_timeout": max(SHORTEST, int(left))}
    )
