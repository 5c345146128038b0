"""A connection to PostgreSQL that waits no longer than its thread may wait.

A database that hangs does not answer, but its machine still accepts data: neither a TCP timeout nor
a timeout of PostgreSQL notices it.
"""

from collections.abc import Generator
from math import inf
from time import monotonic
from typing import Any

import psycopg

from baccarat.store.patience import LEAST, seconds_left

SHORTEST = 2
"""The shortest timeout for connecting, in seconds; psycopg allows no shorter one."""


class PostgresConnection(psycopg.Connection[Any]):
    """A connection that closes itself if the database does not answer in time."""

    def wait(self, gen: Generator[Any, Any, Any], *how: Any, **more: Any) -> Any:
        """Wait as psycopg does, but no longer than this thread may wait for the store."""
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
    """Connect; raise an error if this thread has no time left."""
    left = seconds_left(patience)
    if left <= LEAST:
        raise psycopg.OperationalError("timeout: no time is left to connect")
    return PostgresConnection.connect(
        *args, **{**params, "connect_timeout": max(SHORTEST, int(left))}
    )
