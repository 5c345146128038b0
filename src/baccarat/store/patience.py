"""The time that a thread may wait for the store, so that every request is answered in time.

with at_most(4.0):              one limit for all calls to stores in this thread
    store.finish(acts)
in_time(4.0, store.tables)      the same limit for one call
seconds_left(5.0)               the rest of the limit, but at most 5.0
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import inf
from threading import local
from time import monotonic
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
LEAST = 0.1
"""Seconds that a store always gets to answer, even after the limit; a healthy store is faster."""


class _Thread(local):
    end = inf
    """the time at which this thread stops waiting"""


_thread = _Thread()


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Limit the seconds that this thread waits for stores; a shorter outer limit still holds."""
    before = _thread.end
    _thread.end = min(before, monotonic() + seconds)
    try:
        yield
    finally:
        _thread.end = before


def in_time(seconds: float, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Call a function that may wait this number of seconds for stores."""
    with at_most(seconds):
        return call(*args, **kwargs)


def seconds_left(most: float = inf) -> float:
    """The number of seconds that this thread may still wait for the store; at most `most`."""
    return max(LEAST, min(most, _thread.end - monotonic()))
