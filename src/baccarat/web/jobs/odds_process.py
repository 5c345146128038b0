"""A process in which odds are reckoned, and the server's end of it.

reckoner = Reckoner(["mine.py"])          starts it; with these plug-ins
reckoner.begin()                          waits until it can answer
reckoner.reckon(question, frozenset())    an answer, or an error

It takes questions from its standard input, one at a time, and tells answers on its standard output.
A stranger's bet may do there what it likes: it can be ended without anybody else noticing. It ends
when its server does, killed or not, for then there is nobody at the other end of its pipes.
"""

import gzip
import json
import logging
import os
import pickle
import signal
import subprocess
import sys
import weakref
from contextlib import suppress
from enum import Enum
from typing import IO, Any

from baccarat.base.errors import BaccaratError, BadBet
from baccarat.core.plugins import load_plugin, text_of
from baccarat.web.jobs.child_python import give_way
from baccarat.web.jobs.odds_question import OddsQuestion, odds_json, warm_up

NICE = 10
"""How far it stands back behind the tables."""
LOADING, LAST = 90.0, 60.0
"""Seconds after which it ends by itself while it starts, or over a question, if nobody ends it."""
LEVEL = 3
"""How hard answers are pressed: 6 takes twice as long, and is a tenth smaller."""
ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
"""Small sums are not quicker on several cores, and the others are the tables'."""
logger = logging.getLogger("baccarat.web")


class FromProcess(Enum):
    """What a process tells."""

    READY = "ready"
    WEIGHING = "weighing"
    """the strangers' bets whose code runs next"""
    ANSWER = "answer"
    """JSON, pressed"""
    REFUSED = "refused"
    """an error of ours, with what to do"""
    FAILED = "failed"
    """why there is no answer, in a line for the log"""


def serve_server() -> None:
    """Answer questions until the server has no more, or is gone."""
    asked, told = _own_pipes()
    give_way(NICE)
    _end_at_last(LOADING)
    try:
        for file in pickle.load(asked):
            load_plugin(file)
        warm_up()
    except BaccaratError as trouble:
        _tell(told, FromProcess.FAILED, str(trouble))
        return
    _tell(told, FromProcess.READY)
    _end_at_last(0)
    while True:
        try:
            question, deaf = pickle.load(asked)
        except EOFError:
            return
        _end_at_last(LAST)
        _tell(told, *_answer(question, deaf, told))
        _end_at_last(0)


def _own_pipes() -> tuple[IO[bytes], IO[bytes]]:
    """The pipes to the server; what a stranger reads and prints goes elsewhere."""
    asked, told = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    return asked, told


def _answer(question: bytes, deaf: frozenset[str], told: IO[bytes]) -> tuple[FromProcess, object]:
    try:
        asked = OddsQuestion.model_validate_json(question)
        answer = odds_json(
            asked, deaf=deaf, weighing=lambda names: _tell(told, FromProcess.WEIGHING, names)
        )
        whole = json.dumps(answer, ensure_ascii=False, allow_nan=False).encode("utf-8", "replace")
        return FromProcess.ANSWER, gzip.compress(whole, LEVEL, mtime=0)
    except BaccaratError as trouble:
        is_ours = type(trouble).__module__ == BaccaratError.__module__
        return FromProcess.REFUSED, trouble if is_ours else BadBet(trouble.said)
    except BaseException as fault:  # a stranger's code may raise anything
        return FromProcess.FAILED, f"{type(fault).__name__}: {text_of(fault)}"


def _tell(pipe: IO[bytes], kind: FromProcess, what: object = None) -> None:
    try:
        pickle.dump((kind.value, what), pipe)
        pipe.flush()
    except BrokenPipeError:  # the server is gone
        os._exit(0)


def _end_at_last(seconds: float) -> None:
    """Let the system end this process; only it can while a stranger's code holds Python."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, seconds)


def _command() -> list[str]:
    """How to start such a process: with the modules that this one would find, and no others."""
    here = [str(path) for path in sys.path]
    code = f"import sys; sys.path[:] = {here!r}; from {__name__} import serve_server as s; s()"
    return [sys.executable, "-I", "-c", code]


class ReckonerGone(Exception):
    """A process ended before it answered; these strangers' bets were being weighed."""

    def __init__(self, weighing: tuple[str, ...] = ()) -> None:
        self.weighing = weighing


class Reckoner:
    """One process, spoken to from one thread at a time."""

    def __init__(self, files: list[str]) -> None:
        self._process = subprocess.Popen(
            _command(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, **ONE_THREAD},
            start_new_session=True,  # Ctrl-C is for the server, which ends us
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._to: IO[bytes] = self._process.stdin
        self._from: IO[bytes] = self._process.stdout
        self.end = weakref.finalize(self, _end, self._process)
        """ends it; called by itself when nobody holds it any more"""
        self._files = files
        self._weighing: tuple[str, ...] = ()

    @property
    def is_gone(self) -> bool:
        """Whether the process has ended."""
        return self._process.poll() is not None

    def begin(self) -> None:
        """Wait until it can answer."""
        self._say(self._files)
        kind, told = self._hear()
        if kind is not FromProcess.READY:
            logger.error("odds: %s", told)
            raise ReckonerGone

    def reckon(self, question: bytes, deaf: frozenset[str]) -> bytes:
        """The answer to a question, pressed JSON."""
        self._weighing = ()
        self._say((question, deaf))
        kind, told = self._hear()
        while kind is FromProcess.WEIGHING:
            self._weighing = told
            kind, told = self._hear()
        if kind is FromProcess.ANSWER:
            answer: bytes = told
            return answer
        if kind is FromProcess.REFUSED:
            raise told
        logger.error("odds: %s", told)
        raise ReckonerGone(self._weighing)

    def stop(self) -> None:
        """Let it answer no more; whoever waits for it hears that."""
        self._process.kill()

    def _say(self, what: object) -> None:
        try:
            pickle.dump(what, self._to)
            self._to.flush()
        except (OSError, ValueError):  # it has ended, or was ended
            raise ReckonerGone(self._weighing) from None

    def _hear(self) -> tuple[FromProcess, Any]:
        try:
            kind, told = pickle.load(self._from)
            return FromProcess(kind), told
        except (OSError, EOFError, ValueError, pickle.UnpicklingError):
            raise ReckonerGone(self._weighing) from None


def _end(process: "subprocess.Popen[bytes]") -> None:
    process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            with suppress(OSError):  # what it had not read yet
                pipe.close()
