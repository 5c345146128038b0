"""A watchdog: a stranger's code that does not come back is interrupted, in any thread.

A watchdog is a thread that looks four times a second at everybody who waits for an answer. It has
no clock: time does not pass for a program that is put to sleep. When a run is stopped, it does not
wait any longer.

In the main thread an alarm (SIGALRM) comes as often and looks, too, where there is one and nobody
else uses it. It interrupts what a thread cannot: what waits outside Python (`sleep`, `input`), and
what holds Python itself (a huge power, a long regular expression).

In other threads Python code is interrupted at its next step. What waits outside Python is named on
standard error, and waited for. What holds Python itself lets nobody look until it comes back.
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
"""Seconds after which there will be no answer."""
PAUSE = 0.25
"""Seconds between two looks."""
DEAF = 4
"""Looks after which somebody who was interrupted should have noticed."""


class Hangs(BaseException):
    """Raised inside the code that does not come back; `except Exception` does not swallow it."""


class Alarm:
    """As a context: an alarm looks at whoever waits in the main thread; a nested one costs less."""

    __slots__ = ("frame",)

    def __enter__(self) -> None:
        self.frame = _set_alarm(self, sys._getframe(1))

    def __exit__(self, *_: object) -> None:
        if self.frame is not None:
            _unset_alarm(self)


class Watch:
    """Somebody who waits for answers, as a context; tell of each answer with `answers += 1`."""

    __slots__ = (
        *("_asked", "_is_late", "_looks", "_seen", "_thread", "_waited"),
        *("answers", "frame"),
    )

    def __init__(self, asked: object = None) -> None:
        """Of whom is asked: a system has a key, by which it is named."""
        self.answers, self._is_late = 0, False
        self._seen, self._looks = [-1, -1], [0, 0]
        """what the thread has seen, and what the alarm"""
        self._thread, self._asked, self._waited = get_ident(), asked, 0
        self.frame: FrameType | None = None
        """where it waits, if an alarm is set"""

    def __enter__(self) -> "Watch":
        global _dog
        self.frame = _set_alarm(self, sys._getframe(1))
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
        if self.frame is not None:
            _unset_alarm(self)

    def look(self) -> str | None:
        """Interrupt the thread if it is time to.

        If it does not notice, there is a line to say, once.
        """
        self._waited += self._is_late
        if self._waited == DEAF:
            who = getattr(self._asked, "key", "a betting system")
            return f"baccarat: {who} does not answer, and cannot be interrupted: still waiting"
        # The alarm comes first: what is thrown twice would be caught once.
        if thrown := self._overdue(0, DEAF if self.frame else 0):
            _throw(self._thread, thrown)
        return None

    def look_at_alarm(self) -> type[BaseException] | None:
        """What interrupts the main thread, if it is time to."""
        return self._overdue(1, 0) if self.frame else None

    def _overdue(self, eye: int, spare: int) -> type[BaseException] | None:
        """What to throw if there was no answer at many looks, or at one if all stops; once."""
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
"""Who waits for the alarm; only the main thread adds to them."""


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
            lines = {line for watch in tuple(_watches) if (line := watch.look())}
        for line in lines:  # nobody waits while this is written
            with suppress(OSError, ValueError, AttributeError):  # there may be nowhere to say so
                sys.stderr.write(f"{line}\n")


def _set_alarm(whose: Watch | Alarm, frame: FrameType) -> FrameType | None:
    """Set the alarm, if this is the main thread and the alarm is nobody else's."""
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
    """Leave the alarm as it was, unless somebody has taken it."""
    _alarmed.discard(whose)
    whose.frame = None
    if not _alarmed:
        _restore()


def _restore() -> None:
    if signal.getsignal(signal.SIGALRM) is _ring:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)


def _ring(number: int, frame: FrameType | None) -> None:
    """Look at whoever waits in the main thread, and interrupt it; not while it comes or goes."""
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
