"""Signals that ask us to end, and ways to delay them until a piece of work is complete."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, current_thread, main_thread
from typing import Any

STOPS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
"""Signals that ask us to end; Windows lacks SIGHUP."""
stopping = Event()
"""Set while a run ends because of such a signal."""


@contextmanager
def insisting() -> Iterator[Callable[[], None]]:
    """Yield a function that handles all earlier stop signals again, in case Python lost one.

    Python ignores an exception that a signal raises while a `__del__` runs, so that stop is lost.
    """
    if current_thread() is not main_thread():
        yield lambda: None
        return
    came: list[tuple[int, Callable[..., Any]]] = []
    before = {number: signal.getsignal(number) for number in STOPS}

    def noting(handler: Callable[..., Any]) -> Callable[..., Any]:
        def note(number: int, frame: Any) -> Any:
            came.append((number, handler))
            stopping.set()
            return handler(number, frame)

        return note

    def insist() -> None:
        for number, handler in came:
            handler(number, None)

    try:
        for number, handler in before.items():
            if callable(handler):
                signal.signal(number, noting(handler))
        yield insist
    finally:
        for number, handler in before.items():
            if callable(handler):
                signal.signal(number, handler)
        stopping.clear()


@contextmanager
def undisturbed() -> Iterator[None]:
    """Delay the signals that ask us to end until this block is done."""
    if current_thread() is not main_thread():  # only the main thread handles signals
        yield
        return
    came: list[int] = []
    before: dict[int, Callable[..., Any]] = {}
    try:
        for number in STOPS:
            handler = signal.getsignal(number)
            if callable(handler):  # SIG_DFL and SIG_IGN are left alone
                before[number] = handler
                signal.signal(number, lambda number, frame: came.append(number))
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        if came:
            signal.raise_signal(came[0])


@contextmanager
def outliving_others() -> Iterator[None]:
    """A context in which a broken connection does not end the program while we write to it.

    A command ends when its pipe breaks, as `| head` needs. Over sockets the same signal comes
    whenever the other end has gone; if it is ignored, only that one connection has an error.
    """
    if not hasattr(signal, "SIGPIPE") or current_thread() is not main_thread():
        yield
        return
    before = signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGPIPE, before)
