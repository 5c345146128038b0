"""Runs work in a separate process: the code for that process, and the server's side of it.

job = JobProcess("baccarat.web.jobs.theory_work", JobBounds(nice=15))
job.say({"game": "B3", "decks": 6})     sends a question
job.hear(0.1)                           the next line of the process; None after 0.1 seconds
job.kill()                              kills it, at any moment and from any thread

The process finds the same modules as the server, runs at a lower priority than the tables, has a
memory limit, and keeps printed output out of its answers. It ends with its server, even if the
server is killed, because then its pipes close. Its module has a function
`answer(question, tell, stop)`, and `get_ready()` if the first answer would take long.
"""

import json
import os
import signal
import subprocess
import sys
import weakref
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from errno import ENOMEM
from importlib import import_module
from queue import Empty, SimpleQueue
from threading import Event, Thread
from time import sleep
from typing import IO, Any

from baccarat.base.errors import BaccaratError, FileTrouble
from baccarat.core.plugins import load_plugin, text_of
from baccarat.questions.engine.refusals import write_refusal

try:
    import resource
except ImportError:  # Windows has none
    resource = None  # type: ignore[assignment]

LOADING = 90.0
"""Seconds after which a process that is still starting ends itself."""
LOWEST = 19
"""The lowest priority."""
MOST_BYTES = 2 << 30
"""Default memory limit of a process, in bytes."""
ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
"""One thread per process: small sums are not faster on several, and the tables need the cores."""
STOP = {"stop": True}
"""The message that asks a process to end."""
JobLine = dict[str, Any]
TellLine = Callable[..., None]
"""Writes a line to the server."""
Heard = Callable[[JobLine | None], object]
"""Receives the lines of a process; None when it has ended."""


@dataclass(frozen=True, slots=True)
class JobBounds:
    """The limits of a separate process: priority, time, memory and plug-ins."""

    nice: int = 10
    """niceness of the process; with 19, everything else goes first"""
    longest: float = 0.0
    """seconds per question after which the system ends the process; 0: no limit"""
    grace: float = 0.0
    """seconds that the process gets to end after `STOP`, or after its server has gone"""
    most_bytes: int = MOST_BYTES
    plugins: tuple[str, ...] = ()
    """plug-in files that the server has loaded"""
    idle: float | None = None
    """seconds without a question after which the process ends; None: never"""
    is_once: bool = False
    """whether the process ends after its first answer"""


# The process.


def serve(module: str, bounds: JobBounds) -> None:
    """Answer the server's questions, until the server stops this process or is gone."""
    questions, answers = _own_pipes()

    def tell(**line: object) -> None:
        try:
            answers.write(json.dumps(line) + "\n")
            answers.flush()
        except OSError:  # the server is gone
            if not bounds.grace:
                os._exit(0)

    _stand_back(bounds)
    _end_at_last(LOADING)
    try:
        for file in bounds.plugins:
            load_plugin(file)
        work = import_module(module)
        getattr(work, "get_ready", lambda: None)()
    except BaseException as trouble:  # a plug-in may raise anything
        tell(**failure_of(trouble))
        os._exit(1)
    tell(ready=True)
    stop = Event()
    for question in _questions(questions, stop, bounds):
        _end_at_last(bounds.longest)
        try:
            work.answer(question, tell, stop)
        except BaccaratError as refusal:
            tell(refused=write_refusal(refusal))
        except BaseException as fault:
            tell(**failure_of(fault))
        _end_at_last(0)
        if bounds.is_once:
            break
    os._exit(0)  # do not wait for threads or for a plug-in's `atexit`


def _own_pipes() -> tuple[IO[str], IO[str]]:
    """The pipes from and to the server; what plug-ins print goes elsewhere."""
    questions = os.fdopen(os.dup(0), "r", encoding="utf-8")
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    return questions, answers


def _stand_back(bounds: JobBounds) -> None:
    """Lower the priority of this process, and limit its memory."""
    if hasattr(os, "nice"):  # Windows has none
        os.nice(bounds.nice)
    if bounds.nice >= LOWEST:
        with suppress(AttributeError, OSError):  # only Linux has an idle class
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    if resource is not None:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_DATA, (bounds.most_bytes, bounds.most_bytes))


def _end_at_last(seconds: float) -> None:
    """Make the system kill this process after `seconds`, even if a plug-in hangs."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, seconds)


def failure_of(fault: BaseException) -> JobLine:
    """A line of JSON with the reason of a failure, and whether memory or a file caused it."""
    text = f"{type(fault).__name__}: {text_of(fault)}"
    return {
        "failed": str(fault) if isinstance(fault, BaccaratError) else " ".join(text.split())[:200],
        "is_memory": _lacks_memory(fault),
        "is_file": isinstance(fault, FileTrouble),
    }


def _lacks_memory(fault: BaseException | None) -> bool:
    """Whether this error, or an error that caused it, means that memory ran out."""
    while fault is not None:
        if isinstance(fault, MemoryError) or getattr(fault, "errno", None) == ENOMEM:
            return True
        fault = fault.__cause__ or fault.__context__
    return False


def _questions(pipe: IO[str], stop: Event, bounds: JobBounds) -> Iterator[JobLine]:
    """The questions that the server sends; meanwhile, a thread listens for `STOP`."""
    lines: SimpleQueue[JobLine] = SimpleQueue()

    def listen() -> None:
        for line in pipe:
            question = json.loads(line)
            if question == STOP:
                break
            lines.put(question)
        stop.set()
        sleep(bounds.grace)
        os._exit(0)

    Thread(target=listen, daemon=True).start()
    with suppress(Empty):
        while True:
            yield lines.get(timeout=bounds.idle)


# The server's end.


class JobGone(Exception):
    """Raised if a process ended before it answered."""


def command_of(module: str, bounds: JobBounds) -> list[str]:
    """The command line that starts a process; it imports nothing from the current folder."""
    paths = [str(path) for path in sys.path]
    code = f"import sys; sys.path[:] = {paths!r}; from {__name__} import JobBounds, serve; "
    return [sys.executable, "-I", "-c", f"{code}serve({module!r}, {bounds!r})"]


class JobProcess:
    """A separate process, as the server sees it; a thread reads the lines that it writes."""

    def __init__(
        self,
        module: str,
        bounds: JobBounds,
        listener: Heard | None = None,
        command: Sequence[str] | None = None,
    ) -> None:
        """`listener` is called with each line; `command` replaces the program in tests."""
        group: dict[str, Any] = {"process_group": 0} if os.name == "posix" else {}
        self._process = subprocess.Popen(
            command or command_of(module, bounds),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, **ONE_THREAD},
            text=True,
            encoding="utf-8",
            errors="replace",
            **group,  # Ctrl-C is for the server, which ends the process
        )
        self.kill = weakref.finalize(self, _end, self._process)
        """kills the process; also called when this object is garbage-collected"""
        self._lines: SimpleQueue[JobLine | None] = SimpleQueue()
        listening = self._process, listener or self._lines.put
        self._thread = Thread(target=_listen, args=listening, daemon=True)
        self._thread.start()

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def is_gone(self) -> bool:
        return self._process.poll() is not None

    def say(self, line: JobLine) -> None:
        """Send a question, or `STOP`, to the process."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(line) + "\n")
            self._process.stdin.flush()
        except (OSError, ValueError):  # the process has ended or was killed
            raise JobGone from None

    def hear(self, seconds: float) -> JobLine | None:
        """The next line that the process writes; None if it writes none within `seconds`."""
        try:
            line = self._lines.get(timeout=seconds)
        except Empty:
            return None
        if line is None:
            raise JobGone
        return line

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until the process ends; return False if it still runs after `seconds`."""
        self._thread.join(seconds)
        return not self._thread.is_alive()


def _listen(process: "subprocess.Popen[str]", listener: Heard) -> None:
    assert process.stdin is not None
    assert process.stdout is not None
    with process.stdout as pipe:
        for text in pipe:
            try:
                line = json.loads(text)
            except ValueError:  # the process was killed while it wrote
                continue
            if isinstance(line, dict):  # else a plug-in has written into the pipe
                listener(line)
    process.wait()
    with suppress(OSError):  # unread input
        process.stdin.close()
    listener(None)


def _end(process: "subprocess.Popen[str]") -> None:
    process.kill()
    process.wait()
