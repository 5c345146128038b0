"""A watchdog interrupts a betting system that does not return, in any thread.

The watchdog is a thread that checks every waiting `Watch` four times a second. It counts checks
instead of reading a clock, so a program that is put to sleep loses no time. When a run is stopped,
the watchdog interrupts at once.

In the main thread an alarm (SIGALRM) checks four times a second, too, if the system has SIGALRM
and no other code uses it. The alarm interrupts code that a thread cannot: code that waits outside
Python (`sleep`, `input`), and code that holds Python's lock (a huge power, a long regular
expression).

In other threads the watchdog interrupts Python code at its next step. For code that waits outside
Python it writes a line to standard error and goes on waiting. While code holds Python's lock, the
watchdog itself cannot run.
"""

import signal
import sys
from contextlib import suppress
from ctypes import c_ulong, py_object, pythonapi
from threading import Lock, Thread, get_ident, main_thread
from time import sleep
from types import FrameType

from baccarat.base.signals import stopping

PATIENCE = 5
"""Seconds to wait for an answer."""
PAUSE = 0.25
"""Seconds between two checks."""
DEAF = 4
"""Checks after which interrupted code should have reacted."""


class Hangs(BaseException):
    """Raised inside code that does not return; `except Exception` does not swallow it."""


class TooLate(BaseException):
    """A harmless exception that replaces an interruption that is no longer wanted."""


class Alarm:
    """A context that sets the main thread's alarm once, so that watches inside it start faster."""

    __slots__ = ("frame",)

    def __enter__(self) -> None:
        self.frame = _set_alarm(self, sys._getframe(1))

    def __exit__(self, *_: object) -> None:
        if self.frame is not None:
            _unset_alarm(self)


class Watch:
    """A context that interrupts code that stops answering; count each answer in `answers`."""

    __slots__ = (
        *("_asked", "_is_late", "_looks", "_seen", "_thread", "_waited"),
        *("answers", "frame"),
    )

    def __init__(self, asked: object = None) -> None:
        """Watch code of `asked`; if this is a betting system, messages name it by its key."""
        self.answers, self._is_late = 0, False
        self._seen, self._looks = [-1, -1], [0, 0]
        """the answers that the thread, and the alarm, saw at their last check"""
        self._thread, self._asked, self._waited = get_ident(), asked, 0
        self.frame: FrameType | None = None
        """the frame that waits, if an alarm is set"""

    def __enter__(self) -> "Watch":
        global _dog
        self.frame = _set_alarm(self, sys._getframe(1))
        with _lock:
            _watches.add(self)
            if _dog is None or not _dog.is_alive():  # the thread does not survive a fork
                _dog = Thread(target=_look, name="watchdog", daemon=True)
                _dog.start()
        return self

    def __exit__(self, *_: object) -> None:
        with _lock:
            _watches.discard(self)
            if self._is_late:  # the answer may have come after all
                _take_back()
        if self.frame is not None:
            _unset_alarm(self)

    def look(self) -> str | None:
        """Interrupt the thread if its time is up.

        Return a line to print, once, if the thread does not react.
        """
        self._waited += self._is_late
        if self._waited == DEAF:
            who = getattr(self._asked, "key", "a betting system")
            return f"baccarat: {who} does not answer, and cannot be interrupted: still waiting"
        # Let the alarm go first: of two exceptions only one would be caught.
        if thrown := self._overdue(0, DEAF if self.frame else 0):
            _throw(self._thread, thrown)
        return None

    def look_at_alarm(self) -> type[BaseException] | None:
        """The exception that interrupts the main thread; None while its time is not up."""
        return self._overdue(1, 0) if self.frame else None

    def _overdue(self, eye: int, spare: int) -> type[BaseException] | None:
        """The exception to throw if no answer came for many checks, or if the run is being stopped.

        Otherwise, and after the first exception, None.
        """
        self._looks[eye] = self._looks[eye] + 1 if self.answers == self._seen[eye] else 0
        self._seen[eye] = self.answers
        looks = self._looks[eye] - spare
        if self._is_late or looks < 1:
            return None
        self._is_late = stopping.is_set() or looks * PAUSE >= PATIENCE
        if not self._is_late:
            return None
        return KeyboardInterrupt if stopping.is_set() else Hangs


_lock = Lock()
_watches: set[Watch] = set()
_dog: Thread | None = None
_alarmed: set[Watch | Alarm] = set()
"""The contexts that wait for the alarm; only the main thread adds to them."""


def _throw(thread: int, what: type[BaseException]) -> None:
    """Make a thread raise this exception at its next step, in place of one not yet raised."""
    pythonapi.PyThreadState_SetAsyncExc(c_ulong(thread), py_object(what))


def _take_back() -> None:
    """Cancel the exception that may still be raised in this thread.

    An exception that is only cleared leaves Python looking for it at every step, and then CPython
    3.11 hangs as soon as a debugger or profiler traces this thread.
    """
    with suppress(TooLate):
        _throw(get_ident(), TooLate)
        while True:
            pass  # until it comes, at the next step


def _look() -> None:
    global _dog
    while True:
        sleep(PAUSE)
        with _lock:
            if not _watches:
                _dog = None
                return
            lines = {line for watch in tuple(_watches) if (line := watch.look())}
        for line in lines:  # written after the lock is released
            with suppress(OSError, ValueError, AttributeError):  # standard error may be closed
                sys.stderr.write(f"{line}\n")


def _set_alarm(whose: Watch | Alarm, frame: FrameType) -> FrameType | None:
    """Set the alarm, if this is the main thread and no other code uses the alarm."""
    if get_ident() != main_thread().ident or not hasattr(signal, "setitimer"):  # Windows
        return None
    if not _alarmed:
        handler = signal.getsignal(signal.SIGALRM)
        is_free = handler is signal.SIG_DFL and signal.getitimer(signal.ITIMER_REAL)[0] == 0
        if not is_free and handler is not _ring:
            return None
        signal.signal(signal.SIGALRM, _ring)
        signal.setitimer(signal.ITIMER_REAL, PAUSE, PAUSE)
    whose.frame = frame
    _alarmed.add(whose)
    return frame


def _unset_alarm(whose: Watch | Alarm) -> None:
    """Restore the earlier alarm, unless other code has taken it."""
    _alarmed.discard(whose)
    whose.frame = None
    if not _alarmed:
        _restore()


def _restore() -> None:
    if signal.getsignal(signal.SIGALRM) is _ring:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)


def _ring(number: int, frame: FrameType | None) -> None:
    """Interrupt the main thread if its code hangs; do nothing while a watch begins or ends."""
    frames = set()
    caller = frame
    while caller is not None:
        if caller.f_globals is globals():
            return
        frames.add(caller)
        caller = caller.f_back
    gone = [each for each in _alarmed if each.frame not in frames]
    for each in gone:  # Ctrl-C came when it came or went
        if isinstance(each, Watch):
            _watches.discard(each)
        _alarmed.discard(each)
    if not _alarmed:
        _restore()
        return
    thrown = {late for watch in tuple(_watches) if (late := watch.look_at_alarm())}
    if KeyboardInterrupt in thrown:
        signal.default_int_handler(number, frame)  # as Ctrl-C does
    if thrown:
        raise Hangs
