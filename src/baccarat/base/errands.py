"""Errands: calls that a thread hands to the main thread, where a signal can interrupt the call.

Code that is not ours may hold Python's lock for minutes. In the main thread a signal ends such
code. In another thread nothing ends it, and meanwhile every other thread stands still.
"""

from collections.abc import Callable
from concurrent.futures import CancelledError, Future, InvalidStateError
from contextlib import suppress
from queue import SimpleQueue
from threading import Lock, current_thread, local, main_thread
from typing import Any, TypeVar

Had = TypeVar("Had")
SOON = 1.0
"""Seconds after which a thread runs its errand itself, because the main thread is busy."""


class Errands:
    """Calls that the threads of a run hand to the main thread, if the run was started there."""

    def __init__(self) -> None:
        self._is_main = current_thread() is main_thread()
        self._is_closed = False
        self._lock = Lock()
        self._open: set[Future[Any]] = set()
        self._left: SimpleQueue[tuple[Future[Any], Callable[[], Any]] | None] = SimpleQueue()

    def join(self) -> None:
        """Let this thread hand its calls to the main thread from now on."""
        _here.errands = self if self._is_main else None

    def wait(self, work: Future[Had]) -> Had:
        """Wait for a thread's work; meanwhile, run the calls that threads hand over."""
        if self._is_main:
            work.add_done_callback(lambda _: self._left.put(None))
            while not work.done():
                errand = self._left.get()
                if errand is not None:
                    self._run(*errand)
        return work.result()

    @staticmethod
    def _run(errand: Future[Any], do: Callable[[], Any]) -> None:
        if not errand.set_running_or_notify_cancel():
            return
        try:
            errand.set_result(do())
        except BaseException as fault:
            with suppress(InvalidStateError):  # Ctrl-C came while the errand was answered
                errand.set_exception(fault)
            if isinstance(fault, KeyboardInterrupt):
                raise

    def leave(self, do: Callable[[], Had]) -> Had:
        """Hand a call to the main thread and return the call's result.

        After `close`, raise CancelledError.
        """
        errand: Future[Had] = Future()
        with self._lock:
            if self._is_closed:
                raise CancelledError
            self._open.add(errand)
        self._left.put((errand, do))
        try:
            while not errand.done():
                try:
                    errand.exception(SOON)
                except TimeoutError:
                    if errand.cancel():
                        return do()
            return errand.result()
        finally:
            self._open.discard(errand)

    def close(self) -> None:
        """Cancel the calls that have no result yet, for example after Ctrl-C."""
        with self._lock:
            self._is_closed = True
        for errand in tuple(self._open):
            if not errand.cancel():
                with suppress(InvalidStateError):
                    errand.set_exception(CancelledError())


_here = local()


def in_main_thread(do: Callable[[], Had]) -> Had:
    """Call a function, in the main thread if possible, so that a signal can interrupt the call."""
    errands: Errands | None = getattr(_here, "errands", None)
    return do() if errands is None else errands.leave(do)
