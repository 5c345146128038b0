"""How long a thread may wait for the store: whoever asks for an act wants to know what came of it.

with at_most(4.0):              all that this thread asks of stores until then, taken together
    store.finish(acts)
in_time(4.0, store.tables)      the same of one call
seconds_left(5.0)               what is left of that; 5.0 where nobody has set a bound
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
"""Seconds that a store has to answer, also if its time is over: one that is well is quicker."""


class _Thread(local):
    end = inf
    """when this thread waits no more"""


_thread = _Thread()


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Wait no longer than that for stores, in this thread; within another bound that one holds."""
    before = _thread.end
    _thread.end = min(before, monotonic() + seconds)
    try:
        yield
    finally:
        _thread.end = before


def in_time(seconds: float, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """What a call gives that waits no longer than that for stores."""
    with at_most(seconds):
        return call(*args, **kwargs)


def seconds_left(most: float = inf) -> float:
    """How long the store may take for the next answer."""
    return max(LEAST, min(most, _thread.end - monotonic()))
