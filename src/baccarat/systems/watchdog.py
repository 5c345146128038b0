"""A watchdog: a stranger's code that does not come back is interrupted, in any thread.

A watchdog is a thread that looks four times a second at everybody who waits for an answer. It has
no clock: time does not pass for a program that is put to sleep. When a run is stopped, it does not
wait any longer.

Python code is interrupted at its next step. What waits outside Python (`sleep`, `input`) takes no
step: it is named on standard error, and waited for. What holds Python itself (a huge power, a long
regular expression) lets nobody look until it comes back.
"""

import sys
from contextlib import suppress
from ctypes import c_ulong, py_object, pythonapi
from threading import Lock, Thread, get_ident
from time import sleep

from baccarat.signals import stopping

PATIENCE = 5
"""Seconds after which there will be no answer."""
PAUSE = 0.25
"""Seconds between two looks."""
DEAF = 4
"""Looks after which somebody who was interrupted should have noticed."""


class Hangs(BaseException):
    """Raised inside the code that does not come back; `except Exception` does not swallow it."""


class Watch:
    """Somebody who waits for answers, as a context; tell of each answer with `answers += 1`."""

    __slots__ = ("_asked", "_is_late", "_looks", "_seen", "_thread", "_waited", "answers")

    def __init__(self, asked: object = None) -> None:
        """Of whom is asked: a system has a key, by which it is named."""
        self.answers, self._seen, self._looks, self._is_late = 0, -1, 0, False
        self._thread, self._asked, self._waited = get_ident(), asked, 0

    def __enter__(self) -> "Watch":
        global _dog
        with _lock:
            _watches.add(self)
            if _dog is None or not _dog.is_alive():  # it does not survive a fork
                _dog = Thread(target=_look, name="watchdog", daemon=True)
                _dog.start()
        return self

    def __exit__(self, *_: object) -> None:
        with _lock:
            _watches.discard(self)
            if self._is_late:  # the answer came after all, and what was thrown is still in the air
                _throw(self._thread, None)

    def look(self) -> str | None:
        """Interrupt the thread if there was no answer at many looks, or at one if all stops.

        If it does not notice, there is a line to say, once.
        """
        self._waited += self._is_late
        if self._waited == DEAF:
            who = getattr(self._asked, "key", "a betting system")
            return f"baccarat: {who} does not answer, and cannot be interrupted: still waiting"
        self._looks = self._looks + 1 if self.answers == self._seen else 0
        self._seen = self.answers
        if self._is_late or not self._looks:
            return None
        if stopping.is_set() or self._looks * PAUSE >= PATIENCE:
            self._is_late = True
            _throw(self._thread, KeyboardInterrupt if stopping.is_set() else Hangs)
        return None


_lock = Lock()
_watches: set[Watch] = set()
_dog: Thread | None = None


def _throw(thread: int, what: type[BaseException] | None) -> None:
    """Raise an exception in another thread, before its next step; None takes it back."""
    pythonapi.PyThreadState_SetAsyncExc(c_ulong(thread), None if what is None else py_object(what))


def _look() -> None:
    global _dog
    while True:
        sleep(PAUSE)
        with _lock:
            if not _watches:
                _dog = None
                return
            lines = {line for watch in _watches if (line := watch.look())}
        for line in lines:  # nobody waits while this is written
            with suppress(OSError, ValueError, AttributeError):  # there may be nowhere to say so
                sys.stderr.write(f"{line}\n")
