"""The code in the process of a run: it deals at low priority, and reports progress.

Its only question is an `Orders`. When it is told to stop, or the server is gone, it saves the
finished part in the checkpoint. Its last report is an answer, a stop, or a failure.
"""

import os
import signal
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from time import monotonic, sleep
from typing import Any

from baccarat.base.errors import BaccaratError, FileTrouble
from baccarat.questions.engine.process import LOWEST, JobBounds, JobLine, TellLine, failure_of
from baccarat.questions.run import Figures, RunDealer
from baccarat.web.runs.work import read_work

try:
    import fcntl
except ImportError:  # Windows has none: there a run does not wait for an abandoned process
    fcntl = None  # type: ignore[assignment]

WORKER_NAME = "baccarat.web.runs.worker"
CHECKPOINT, LOCK = "checkpoint.json", "lock"
EVERY = 0.25
"""Seconds after which progress is reported again."""
STEP = 1.2
"""Progress is also reported after this factor, because figures change quickly at first."""
GRACE = 4.0
"""Seconds in which a stopped run can write its checkpoint before it is ended."""


@dataclass(frozen=True, slots=True)
class Orders:
    """The orders for the process of a run: the question, the folder, the engine, and limits."""

    kind: str
    question: dict[str, Any]
    digest: str
    folder: str
    """the folder of this process, for the checkpoint"""
    engine: str
    threads: int
    most_bytes: int
    gives_way: bool = True
    """whether everything else on the machine goes first"""
    scheduler: str | None = None
    plugins: tuple[str, ...] = ()
    """plug-in files that the server has loaded"""

    @property
    def bounds(self) -> JobBounds:
        nice = LOWEST if self.gives_way else 0
        return JobBounds(nice, 0.0, GRACE, self.most_bytes, self.plugins, is_once=True)


class Teller:
    """Reports the progress of a run, but not too often."""

    def __init__(self, tell: TellLine, of: int) -> None:
        self._tell = tell
        self._of = of
        """`done` at the end of the run, which is always reported"""
        self._told, self._last = 0.0, 0
        self._began: float | None = None
        self._before = 0

    def __call__(self, done: int, figures: Callable[[], Figures]) -> None:
        """Report the progress, unless the last report was a moment ago."""
        clock = monotonic()
        if self._began is None:  # progress from a checkpoint does not count for the speed
            self._began, self._before = clock, done
        if clock - self._told < EVERY and done < STEP * self._last and done != self._of:
            return
        figures_so_far = figures() if done else Figures({})
        self._told, self._last = clock, done
        self._tell(
            done=done,
            before=self._before,
            seconds=clock - self._began,
            estimates={name: value.as_json() for name, value in figures_so_far.estimates.items()},
            exact=dict(figures_so_far.exact),
        )


def answer(question: JobLine, tell: TellLine, stop: Event) -> None:
    """Deal the run that `question` describes, and report its answer."""
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.set())
    orders = Orders(**question)
    try:
        with ExitStack() as stack:
            _alone(stack, Path(orders.folder), stop)
            _deal(orders, tell, stop)
    except Exception as fault:  # a plug-in bet may raise anything
        failure = failure_of(fault)
        is_ours = failure["is_memory"] or isinstance(fault, BaccaratError)
        # A run that is stopped before anything was dealt may fail for lack of a result.
        tell(**({"stopped": True} if stop.is_set() and not is_ours else failure))


def _deal(orders: Orders, tell: TellLine, stop: Event) -> None:
    run_question = read_work(orders.kind, orders.question)
    if run_question.digest != orders.digest:
        tell(failed="", is_other=True)
        return
    dealer = RunDealer(
        Teller(tell, run_question.size),
        stop,
        str(Path(orders.folder) / CHECKPOINT),
        orders.engine,
        orders.threads,
        orders.scheduler,
    )
    result = run_question.answer(dealer)
    if result.is_whole:
        digest, engine = result.answer_digest, result.engine
        tell(answer=result.as_json(), answer_digest=digest, engine=engine, of=run_question.size)
    else:
        tell(stopped=True)


def _alone(stack: ExitStack, folder: Path, stop: Event) -> None:
    """Lock the folder of a run; if an older process of the run still has the lock, wait for it."""
    try:
        for place in (folder.parent, folder):
            place.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
    except OSError as trouble:  # callers see this error, so it must not show a path
        raise FileTrouble(f"{CHECKPOINT}: cannot be written: {trouble.strerror}") from None
    stack.callback(os.close, lock)
    while fcntl is not None and not stop.is_set():
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        except BlockingIOError:
            sleep(0.1)
