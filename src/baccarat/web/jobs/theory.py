"""Where games are solved for pages and the API: once, in a process of low priority.

desk = TheoryDesk()
desk.find(question) -> SolvedGame | None     what is solved already
desk.ask(question, tab)                      solve it: SolvedGame, or TheoryWork that goes on
desk.leave(tab)                              what this window asked for is not wanted any more
await desk.solve(question, receive)          wait for it, or until nobody does
desk.close()

A window has one question at a time: with the next one it leaves the former. Work that no window
has asked about for two seconds is dropped; if it runs, its process is killed and a new one is
started when it is needed. One question is solved at a time, in the order they came in.
"""

import asyncio
import json
import os
import select
import subprocess
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from math import inf
from threading import Condition, Thread
from time import monotonic
from typing import Any
from uuid import uuid4

from starlette.requests import Request
from starlette.types import Receive

from baccarat.base.sentences import Sentence
from baccarat.web.gate.bodies import GONE, until_gone
from baccarat.web.gate.problems import Problem
from baccarat.web.jobs.child_python import python_env, python_of
from baccarat.web.jobs.theory_question import STAGES, TheoryQuestion

MOST_SOLVED = 128
"""Games that are remembered; a certificate has at most 60 KB."""
MOST_WAITING = 16
WANTED = 2.0
"""Seconds after which a window that asks no more has left."""
LONGEST = 60.0
"""Seconds that a game may take; the slowest takes two."""
IDLE = 60.0
"""Seconds after which a process without work is ended."""
LOOK = 0.1
"""Seconds between two looks whether work is still wanted."""

BROKEN_OFF = Sentence("solving was broken off: ask again")


@dataclass(frozen=True, slots=True)
class SolvedGame:
    """A solution with what proves it."""

    question: TheoryQuestion
    answer: str
    """as JSON, in the words of `baccarat solve --json`"""
    certificate: str
    """what `baccarat solve --check` takes"""
    proves: str
    """what our checker says of it"""


class TheoryWork:
    """A game that is being solved, or waits for it."""

    def __init__(self, question: TheoryQuestion) -> None:
        self.question = question
        self.done: Future[SolvedGame] = Future()
        self.stage = STAGES[0]
        self.is_begun = False
        self.began = monotonic()
        self.windows: dict[str, float] = {}
        """when each window has asked last; infinity for who waits"""

    @property
    def seconds(self) -> float:
        return monotonic() - self.began

    @property
    def step(self) -> int:
        return STAGES.index(self.stage)

    @property
    def is_wanted(self) -> bool:
        return max(self.windows.values(), default=-inf) > monotonic() - WANTED


class TheoryDesk:
    """Solves what is asked, remembers it, and drops what nobody waits for."""

    def __init__(self, start: "Callable[[], SolverProcess] | None" = None) -> None:
        """`start` makes the process; tests have others."""
        self._start = start or SolverProcess
        self._changed = Condition()
        self._solved: OrderedDict[TheoryQuestion, SolvedGame] = OrderedDict()
        self._work: dict[TheoryQuestion, TheoryWork] = {}
        self._thread: Thread | None = None
        self._is_closed = False

    @property
    def is_busy(self) -> bool:
        """Whether anything is being solved, or waits for it."""
        return bool(self._work)

    def find(self, question: TheoryQuestion) -> SolvedGame | None:
        """What is known of a question."""
        with self._changed:
            found = self._solved.get(question)
            if found is not None:
                self._solved.move_to_end(question)
            return found

    def ask(
        self, question: TheoryQuestion, tab: str, until: float = 0.0
    ) -> SolvedGame | TheoryWork:
        """Ask, or ask again; the window leaves whatever else it had asked for."""
        with self._changed:
            if (found := self.find(question)) is not None:
                self._leave(tab)
                return found
            work = self._work.get(question)
            if work is None or work.done.done():
                self._drop_unwanted()
                if len(self._work) >= MOST_WAITING or self._is_closed:
                    raise _busy()
                work = self._work[question] = TheoryWork(question)
            self._leave(tab, question)
            work.windows[tab] = max(monotonic(), until)
            self._begin()
            return work

    def leave(self, tab: str) -> None:
        """Forget what a window has asked for."""
        with self._changed:
            self._leave(tab)

    async def solve(self, question: TheoryQuestion, receive: Receive) -> SolvedGame:
        """The solution, as soon as it is there; whoever hangs up does not want it any more."""
        tab = uuid4().hex
        work = self.ask(question, tab, inf)
        if isinstance(work, SolvedGame):
            return work
        found, gone = asyncio.wrap_future(work.done), asyncio.ensure_future(until_gone(receive))
        found.add_done_callback(lambda _: found.cancelled() or found.exception())  # it is heard
        try:
            either: set[asyncio.Future[Any]] = {found, gone}
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
            if found.cancelled():  # the server goes
                raise Problem(503, BROKEN_OFF)
            if not found.done():
                raise Problem(503, GONE)
            return found.result()
        finally:
            gone.cancel()
            self.leave(tab)

    def close(self) -> None:
        """Take no more; what is being solved is dropped."""
        with self._changed:
            self._is_closed = True
            for work in self._work.values():
                work.windows.clear()
            self._changed.notify_all()
            thread = self._thread
        if thread is not None:
            thread.join(5 * LOOK)

    def _leave(self, tab: str, but_for: TheoryQuestion | None = None) -> None:
        for question, work in self._work.items():
            if question != but_for:
                work.windows.pop(tab, None)

    def _begin(self) -> None:
        if self._thread is None:
            self._thread = Thread(target=self._run, name="theory", daemon=True)
            self._thread.start()
        self._changed.notify_all()

    def _run(self) -> None:
        """Solve one after the other, until nothing has been asked for a while."""
        process = self._start()
        try:
            while (work := self._next()) is not None:
                self._finish(work, process)
        finally:
            process.kill()

    def _next(self) -> TheoryWork | None:
        with self._changed:
            while not self._is_closed:
                self._drop_unwanted()
                if self._work:
                    work = next(iter(self._work.values()))
                    work.is_begun = True
                    return work
                if not self._changed.wait(IDLE) and not self._work:  # it may come in that moment
                    break
            self._drop_unwanted()
            self._thread = None
            return None

    def _drop_unwanted(self) -> None:
        """Forget what waits for nobody; what is being solved is dropped by who solves it."""
        for work in list(self._work.values()):
            if not work.is_begun:
                self._has_dropped(work)

    def _has_dropped(self, work: TheoryWork) -> bool:
        """Forget work that nobody waits for; whether it was so."""
        with self._changed:
            if work.is_wanted:
                return False
            del self._work[work.question]
            work.done.cancel()
            return True

    def _finish(self, work: TheoryWork, process: "SolverProcess") -> None:
        """Solve a game, or drop it as soon as it is not wanted."""
        try:
            found = self._solve(work, process)
        except (Problem, OSError) as trouble:
            process.kill()
            with self._changed:
                del self._work[work.question]
            is_told = isinstance(trouble, Problem)
            work.done.set_exception(trouble if is_told else Problem(503, BROKEN_OFF))
            return
        if found is None:
            process.kill()
            return
        with self._changed:
            del self._work[work.question]
            self._solved[work.question] = found
            while len(self._solved) > MOST_SOLVED:
                self._solved.popitem(last=False)
        work.done.set_result(found)

    def _solve(self, work: TheoryWork, process: "SolverProcess") -> SolvedGame | None:
        process.send(work.question.as_json())
        end = monotonic() + LONGEST
        while True:
            told = process.told()
            if told is None:
                if self._has_dropped(work):
                    return None
                if monotonic() > end:
                    raise Problem(503, Sentence("this takes too long here: ask the command line"))
            elif "stage" in told:
                work.stage = told["stage"]
            elif "refused" in told:
                raise Problem(422, told["refused"])
            else:
                answer = json.dumps(told["answer"], ensure_ascii=False)
                return SolvedGame(work.question, answer, told["certificate"], told["proves"])


class SolverProcess:
    """The process that solves, started when it is first needed."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._heard = b""

    @property
    def pid(self) -> int | None:
        return None if self._process is None else self._process.pid

    def send(self, question: dict[str, Any]) -> None:
        if self._process is None or self._process.poll() is not None:
            self.kill()
            self._process = subprocess.Popen(
                python_of("baccarat.web.jobs.solver_process"),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env=python_env(),
                start_new_session=True,  # Ctrl-C in a terminal is the server's
            )
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(question).encode() + b"\n")
        self._process.stdin.flush()

    def told(self) -> dict[str, Any] | None:
        """The next line that it writes; None if none comes for a moment."""
        assert self._process is not None
        assert self._process.stdout is not None
        if b"\n" not in self._heard:
            pipe = self._process.stdout.fileno()
            if not select.select([pipe], [], [], LOOK)[0]:
                return None
            more = os.read(pipe, 1 << 16)
            if not more:
                raise Problem(503, BROKEN_OFF)
            self._heard += more
            return self.told() if b"\n" in more else None
        line, _, self._heard = self._heard.partition(b"\n")
        told: dict[str, Any] = json.loads(line)
        return told

    def kill(self) -> None:
        """End it, whatever it does."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
        self._process, self._heard = None, b""


def _busy() -> Problem:
    said = Sentence("many games are being solved now")
    wait = Sentence("ask again in a few seconds")
    return Problem(503, said, what_to_do=wait, headers={"Retry-After": "3"})


def desk_of(request: Request) -> TheoryDesk:
    """The desk of this server, made when it is first needed."""
    state = request.app.state
    if not hasattr(state, "theory_desk"):
        state.theory_desk = TheoryDesk()
    desk: TheoryDesk = state.theory_desk
    return desk
