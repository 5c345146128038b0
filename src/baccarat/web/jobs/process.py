"""A process that works for the server, and the server's end of it.

job = JobProcess("baccarat.web.jobs.theory_work", JobBounds(nice=15))
job.say({"game": "B3", "decks": 6})     a question
job.hear(0.1)                           a line that it tells; None if none came so soon
job.kill()                              at any moment, by any thread

It finds the modules that the server would find and no others, gives way to the tables, takes no
more memory than it may, and prints nothing into its answers. It ends with its server, killed or
not, for then there is nobody at the other end of its pipes. A module that works so has a function
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
from baccarat.web.jobs.refusals import write_refusal

try:
    import resource
except ImportError:  # Windows has none
    resource = None  # type: ignore[assignment]

LOADING = 90.0
"""Seconds after which a process ends by itself while it starts."""
LOWEST = 19
"""The priority that gives way to all others."""
MOST_BYTES = 2 << 30
"""Memory of a process that has no other bound."""
ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
"""Small sums are not quicker on several cores, and the others are the tables'."""
STOP = {"stop": True}
"""What the server says to a process that should come to its end."""
JobLine = dict[str, Any]
TellLine = Callable[..., None]
"""Writes a line to the server."""
Heard = Callable[[JobLine | None], object]
"""Takes what a process tells; None when it has ended."""


@dataclass(frozen=True, slots=True)
class JobBounds:
    """What a process may take."""

    nice: int = 10
    """how far it stands back behind the tables; with 19, everything else goes first"""
    longest: float = 0.0
    """seconds over a question after which the system ends it, if nobody else has; 0 is for ever"""
    grace: float = 0.0
    """seconds in which it comes to its end when it is told to stop, or its server is gone"""
    most_bytes: int = MOST_BYTES
    plugins: tuple[str, ...] = ()
    """files that the server has loaded"""
    idle: float | None = None
    """seconds without a question after which it ends"""
    is_once: bool = False
    """whether it ends after its first answer"""


# The process.


def serve(module: str, bounds: JobBounds) -> None:
    """Answer questions until the server has no more, or is gone."""
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
    except BaseException as trouble:  # a stranger's code may raise anything
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
    os._exit(0)  # neither a thread nor a stranger's `atexit` holds us


def _own_pipes() -> tuple[IO[str], IO[str]]:
    """The pipes to the server; what a stranger reads and prints goes elsewhere."""
    questions = os.fdopen(os.dup(0), "r", encoding="utf-8")
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    return questions, answers


def _stand_back(bounds: JobBounds) -> None:
    """Give way to others, and take no more memory than allowed."""
    if hasattr(os, "nice"):  # Windows has none
        os.nice(bounds.nice)
    if bounds.nice >= LOWEST:
        with suppress(AttributeError, OSError):  # Linux alone has a class for what is idle
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    if resource is not None:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_DATA, (bounds.most_bytes, bounds.most_bytes))


def _end_at_last(seconds: float) -> None:
    """Let the system end this process; only it can while a stranger's code holds Python."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, seconds)


def failure_of(fault: BaseException) -> JobLine:
    """Why work was broken off, in a line; whether memory was missing, or a file was wrong."""
    text = f"{type(fault).__name__}: {text_of(fault)}"
    return {
        "failed": str(fault) if isinstance(fault, BaccaratError) else " ".join(text.split())[:200],
        "is_memory": _lacks_memory(fault),
        "is_file": isinstance(fault, FileTrouble),
    }


def _lacks_memory(fault: BaseException | None) -> bool:
    """Whether memory was wanted that is not there; a complaint of ours may hide that."""
    while fault is not None:
        if isinstance(fault, MemoryError) or getattr(fault, "errno", None) == ENOMEM:
            return True
        fault = fault.__cause__ or fault.__context__
    return False


def _questions(pipe: IO[str], stop: Event, bounds: JobBounds) -> Iterator[JobLine]:
    """What the server asks; a thread looks meanwhile whether we should come to our end."""
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
    """A process ended before it answered."""


def command_of(module: str, bounds: JobBounds) -> list[str]:
    """How to start it: files of the folder in which the server was started are not ours."""
    paths = [str(path) for path in sys.path]
    code = f"import sys; sys.path[:] = {paths!r}; from {__name__} import JobBounds, serve; "
    return [sys.executable, "-I", "-c", f"{code}serve({module!r}, {bounds!r})"]


class JobProcess:
    """One process; what it tells is taken by a thread of its own."""

    def __init__(
        self,
        module: str,
        bounds: JobBounds,
        listener: Heard | None = None,
        command: Sequence[str] | None = None,
    ) -> None:
        """`listener` takes all that it tells; `command` is another program, and tests have some."""
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
            **group,  # Ctrl-C is for the server, which ends us
        )
        self.kill = weakref.finalize(self, _end, self._process)
        """ends it; called by itself when nobody holds it any more"""
        self._lines: SimpleQueue[JobLine | None] = SimpleQueue()
        listening = self._process, listener or self._lines.put
        self._thread = Thread(target=_listen, args=listening, daemon=True)
        self._thread.start()

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def is_gone(self) -> bool:
        """Whether the process has ended."""
        return self._process.poll() is not None

    def say(self, line: JobLine) -> None:
        """Ask a question, or say `STOP`."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(line) + "\n")
            self._process.stdin.flush()
        except (OSError, ValueError):  # it has ended, or was ended
            raise JobGone from None

    def hear(self, seconds: float) -> JobLine | None:
        """The next line that it tells; None if none comes so soon."""
        try:
            line = self._lines.get(timeout=seconds)
        except Empty:
            return None
        if line is None:
            raise JobGone
        return line

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until all that it told was taken; whether it has ended by then."""
        self._thread.join(seconds)
        return not self._thread.is_alive()


def _listen(process: "subprocess.Popen[str]", listener: Heard) -> None:
    assert process.stdin is not None
    assert process.stdout is not None
    with process.stdout as pipe:
        for text in pipe:
            try:
                line = json.loads(text)
            except ValueError:  # it was killed while it wrote
                continue
            if isinstance(line, dict):  # or a stranger's code has written into the pipe
                listener(line)
    process.wait()
    with suppress(OSError):  # what it had not read yet
        process.stdin.close()
    listener(None)


def _end(process: "subprocess.Popen[str]") -> None:
    process.kill()
    process.wait()
