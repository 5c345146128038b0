"""The process of a run: it deals at low priority, tells how far it is, and ends with its server.

The server writes one line of JSON, the orders; whatever it writes later, or its end, stops the
run. What is finished by then is in the checkpoint. Each line that comes back is JSON, too:
progress, and at the end an answer, a stop, or what was wrong.
"""

import json
import os
import signal
import sys
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import asdict, dataclass
from errno import ENOMEM
from pathlib import Path
from threading import Event, Thread
from time import monotonic, sleep
from typing import Any, TextIO

from baccarat.base.errors import BaccaratError, FileTrouble
from baccarat.core.plugins import load_plugin
from baccarat.web.jobs.child_python import give_way
from baccarat.web.runs.work import DealtHow, Figures, read_work

try:
    import fcntl
    import resource
except ImportError:  # Windows has neither: there a run is bounded by its coups and its time
    fcntl = resource = None  # type: ignore[assignment]

WORKER_NAME = "baccarat.web.runs.worker"
CHECKPOINT, LOCK = "checkpoint.json", "lock"
EVERY = 0.25
"""Seconds between two lines of progress, at the most."""
STEP = 1.2
"""Or after so many times as much: at the beginning, figures move quickly."""
GRACE = 4.0
"""Seconds in which a run that is stopped writes its checkpoint; then it ends as it is."""
LOWEST = 19
"""The priority that gives way to all others."""


@dataclass(frozen=True, slots=True)
class Orders:
    """What a process is to do, and within which bounds."""

    kind: str
    question: dict[str, Any]
    digest: str
    folder: str
    """its own, for the checkpoint"""
    engine: str
    threads: int
    most_bytes: int
    gives_way: bool = True
    """whether everything else on the machine goes first"""
    scheduler: str | None = None
    plugins: tuple[str, ...] = ()
    """files that the server has loaded"""

    def as_line(self) -> str:
        return json.dumps(asdict(self)) + "\n"


class Teller:
    """Writes a line now and then."""

    def __init__(self, out: TextIO, stop: Event) -> None:
        self.of = 0
        """what is done at the end, which is always told"""
        self._out, self._stop = out, stop
        self._told, self._last = 0.0, 0
        self._began: float | None = None
        self._before = 0

    def __call__(self, done: int, figures: Callable[[], Figures]) -> None:
        """TellFigures how far it is, if that was not told a moment ago."""
        now = monotonic()
        if self._began is None:  # what a checkpoint had does not count for the speed
            self._began, self._before = now, done
        if now - self._told < EVERY and done < STEP * self._last and done != self.of:
            return
        known = figures() if done else Figures({})
        self._told, self._last = now, done
        estimates = {name: each.as_json() for name, each in known.estimates.items()}
        self.say(
            done=done,
            before=self._before,
            seconds=now - self._began,
            estimates=estimates,
            exact=dict(known.exact),
        )

    def say(self, **told: Any) -> None:
        try:
            self._out.write(json.dumps(told) + "\n")
            self._out.flush()
        except OSError:  # the server has gone
            self._stop.set()


def main() -> None:
    """Do what the first line of standard input says."""
    stop = Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.set())
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what a stranger's bet prints is no answer
    line = sys.stdin.readline()
    if not line:
        return
    told = json.loads(line)
    orders = Orders(**{**told, "plugins": tuple(told["plugins"])})
    _bound(orders)
    Thread(target=_await_end, args=(stop,), daemon=True).start()
    teller = Teller(out, stop)
    try:
        with ExitStack() as kept:
            _alone(kept, Path(orders.folder), stop)
            _deal(orders, teller, stop)
    except Exception as fault:  # a stranger's bet may raise anything
        teller.say(**_failure(fault, stop))
    os._exit(0)  # neither a thread nor a stranger's `atexit` holds us


def _failure(fault: BaseException, stop: Event) -> dict[str, Any]:
    """What is told of a run that was broken off."""
    if _lacks_memory(fault):
        return {"failed": "", "is_memory": True}
    if isinstance(fault, BaccaratError):
        return {"failed": str(fault), "is_file": isinstance(fault, FileTrouble)}
    if stop.is_set():  # what is stopped before anything was dealt may have nothing to tell
        return {"stopped": True}
    return {"failed": " ".join(f"{type(fault).__name__}: {fault}".split())[:200]}


def _lacks_memory(fault: BaseException | None) -> bool:
    """Whether memory was wanted that is not there; a complaint of ours may hide that."""
    while fault is not None:
        if isinstance(fault, MemoryError) or getattr(fault, "errno", None) == ENOMEM:
            return True
        fault = fault.__cause__ or fault.__context__
    return False


def _deal(orders: Orders, teller: Teller, stop: Event) -> None:
    for file in orders.plugins:
        load_plugin(file)
    work = read_work(orders.kind, orders.question)
    if work.digest != orders.digest:
        teller.say(failed="", is_other=True)
        return
    teller.of = work.of
    how = DealtHow(
        teller,
        stop,
        str(Path(orders.folder) / CHECKPOINT),
        orders.engine,
        orders.threads,
        orders.scheduler,
    )
    found = work.go(how)
    if found.is_whole:
        digest, answer = found.answer_digest, dict(found.answer)
        teller.say(answer=answer, answer_digest=digest, engine=found.engine, of=work.of)
    else:
        teller.say(stopped=True)


def _bound(orders: Orders) -> None:
    """Give way to everything else, and take no more memory than allowed."""
    if orders.gives_way:
        give_way(LOWEST)
        with suppress(AttributeError, OSError):  # Linux alone has a class for what is idle
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    if resource is not None:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_DATA, (orders.most_bytes, orders.most_bytes))


def _await_end(stop: Event) -> None:
    """Stop when the server says so, or is no more; then end, whatever is going on."""
    sys.stdin.readline()
    stop.set()
    sleep(GRACE)
    os._exit(0)


def _alone(kept: ExitStack, folder: Path, stop: Event) -> None:
    """Wait until a process that a dead server has left has ended: a folder is for one."""
    try:
        for each in (folder.parent, folder):
            each.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
    except OSError as trouble:  # everybody reads why a run has failed: no path of this machine
        raise FileTrouble(f"{CHECKPOINT}: cannot be written: {trouble.strerror}") from None
    kept.callback(os.close, lock)
    while fcntl is not None and not stop.is_set():
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        except BlockingIOError:
            sleep(0.1)


if __name__ == "__main__":
    main()
