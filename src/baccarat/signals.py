"""Signals that ask us to end, and how they wait while something must not be left by half."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from typing import Any

STOPS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
"""Signals that ask us to end; Windows lacks the last."""


@contextmanager
def undisturbed() -> Iterator[None]:
    """Whoever asks us to end waits until this is done."""
    if current_thread() is not main_thread():  # signals are handled there only
        yield
        return
    came: list[int] = []
    before: dict[int, Callable[..., Any]] = {}
    try:
        for number in STOPS:
            handler = signal.getsignal(number)
            if callable(handler):  # one that ends us at once, or never, may do so
                before[number] = handler
                signal.signal(number, lambda number, frame: came.append(number))
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        if came:
            signal.raise_signal(came[0])
