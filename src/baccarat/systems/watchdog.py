"""A watchdog: a stranger's code that does not come back is interrupted, in any thread.

A watchdog is a thread that looks four times a second at everybody who waits for an answer. It has
no clock: time does not pass for a program that is put to sleep. When a run is stopped, it does not
wait any longer.
"""

from ctypes import c_ulong, py_object, pythonapi
from threading import Lock, Thread, get_ident
from time import sleep

from baccarat.signals import stopping

PATIENCE = 5
"""Seconds after which there will be no answer."""
PAUSE = 0.25
"""Seconds between two looks."""


class Hangs(BaseException):
    """Raised inside the code that does not come back; `except Exception` does not swallow it."""


class Watch:
    """Somebody who waits for answers, as a context; tell of each answer with `answers += 1`."""

    __slots__ = ("_is_late", "_looks", "_seen", "_thread", "answers")

    def __init__(self) -> None:
        self.answers, self._seen, self._looks, self._is_late = 0, -1, 0, False
        self._thread = get_ident()

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

    def look(self) -> None:
        """Interrupt the thread if there was no answer at many looks, or at one if all stops."""
        self._looks = self._looks + 1 if self.answers == self._seen else 0
        self._seen = self.answers
        if self._is_late or not self._looks:
            return
        if stopping.is_set() or self._looks * PAUSE >= PATIENCE:
            self._is_late = True
            _throw(self._thread, KeyboardInterrupt if stopping.is_set() else Hangs)


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
            for watch in _watches:
                watch.look()
