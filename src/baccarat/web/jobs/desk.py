"""A desk takes questions of one kind, lets processes answer them, and caches the answers.

desk = Desk(OddsKind(), known_odds(), 4)
desk.find(question)                           the answer if it is cached
desk.ask(question, window)                    the answer, or `DeskWork` in progress
desk.leave(window)                            drops what this window has asked for
await desk.answer(question, receive)          the answer, unless the client disconnects first
desk.close()

Python runs one thread at a time, and the tables need that thread, so processes do the work. Callers
with the same question share one answer, callers take turns, and questions without a waiting caller
are dropped. A `JobKind` holds what is particular to one kind of question.
"""

import asyncio
import logging
from collections.abc import Callable, Hashable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from itertools import count
from math import inf
from threading import RLock
from time import monotonic
from typing import Any, Generic, TypeVar

from starlette.types import Receive

from baccarat.base.errors import BaccaratError
from baccarat.base.sentences import Sentence
from baccarat.core.plugins import modules
from baccarat.questions.engine.process import JobBounds, JobGone, JobLine, JobProcess, failure_of
from baccarat.questions.engine.refusals import read_refusal
from baccarat.web.gate.bodies import GONE, until_gone
from baccarat.web.gate.problems import Problem
from baccarat.web.jobs.memory import AnswerMemory
from baccarat.web.jobs.queue import FairQueue

Q = TypeVar("Q")
A = TypeVar("A")
STARTING = 60.0
"""Seconds in which a new process must be ready, including the time to load plug-ins."""
LOOK = 0.1
"""Seconds between two checks whether work is still wanted."""
NEWEST = 1 / 16
"""The weight of the last question in the mean time of questions."""
logger = logging.getLogger("baccarat.web")


class DeskWork(Generic[Q, A]):
    """A question without an answer so far, and the browser windows that wait for the answer."""

    def __init__(self, question: Q, key: Hashable, client: str) -> None:
        self.question, self.key = question, key
        self.client = client
        """the caller whose turn the question takes"""
        self.done: Future[A] = Future()
        self.since = monotonic()
        self.began: float | None = None
        """the time at which a process took the question"""
        self.progress: JobLine = {}
        """the last progress that the process reported"""
        self.has_failed = False
        """whether a process died during this question"""
        self.windows: dict[str, float] = {}
        """the time at which each window last asked; infinity for a request that waits"""

    @property
    def seconds(self) -> float:
        return monotonic() - self.since


class JobKind(Generic[Q, A]):
    """The settings of one kind of question: its module, its limits, and how answers are read."""

    name: str
    """the name in the log"""
    module: str
    """the module that answers in the process"""
    bounds: JobBounds
    broken_off: Sentence
    """the error if no process starts, or the server stops"""
    patience: float
    """seconds that a process gets for a question"""
    usual = 0.0
    """assumed seconds per question, until questions were timed"""
    longest_wait = inf
    """seconds after which a question that waits for a process is refused"""
    attention = inf
    """seconds after which a window that no longer asks has left; a process whose question has no
    window left is killed"""

    def key(self, question: Q) -> Hashable:
        """A key for the cache; questions with equal keys have the same answer."""
        return question

    def line(self, question: Q) -> JobLine:
        """The question as JSON, as a process receives it."""
        raise NotImplementedError

    def read(self, question: Q, line: JobLine) -> A:
        """The answer in a line of JSON that the process sent."""
        raise NotImplementedError

    def refusal(self, error: BaccaratError) -> Exception:
        """The exception for the caller if the library refuses the question with this error."""
        return error

    def require_room(self, desk: "Desk[Q, A]", client: str) -> None:
        """Raise a problem if too many questions wait already."""

    def late(self) -> Problem:
        """The error response to a question that has waited too long."""
        return Problem(503, self.broken_off)

    def fault(self, work: DeskWork[Q, A], is_late: bool) -> Exception | None:
        """The error for a question that got no answer; None if another process should try again."""
        return Problem(503, self.broken_off)


class Desk(Generic[Q, A]):
    """Takes questions, gives them to processes in turn, and caches the answers."""

    def __init__(
        self,
        kind: JobKind[Q, A],
        memory: AnswerMemory[A],
        processes: int = 1,
        start: Callable[[], JobProcess] | None = None,
    ) -> None:
        """`processes` is the largest number of processes; `start` replaces the process in tests."""
        self.kind, self.known = kind, memory
        self.queue: FairQueue[DeskWork[Q, A]] = FairQueue()
        self.begun = 0
        """number of questions that were given to processes"""
        self._most, self._start = processes, start or self._new_process
        self._threads = ThreadPoolExecutor(processes, kind.name)
        """threads, each of which waits for a process"""
        self._lock = RLock()
        self._work: dict[Hashable, DeskWork[Q, A]] = {}
        """all unanswered questions, the oldest first"""
        self._busy: set[DeskWork[Q, A]] = set()
        """questions that processes work on"""
        self._all: set[JobProcess] = set()
        self._idle: list[JobProcess] = []
        self._is_starting = self._is_closed = False
        self._ready = 0.0
        """the time at which the first process was ready; a wait before that is not late"""
        self._mean = kind.usual
        """mean seconds per question, weighted towards the last ones"""
        self._waits = map(" {}".format, count())
        """names for the windows of waiting requests, which no browser uses"""

    @property
    def load(self) -> int:
        """The number of questions without an answer, waiting or in progress."""
        return len(self._work)

    def get_ready(self) -> None:
        """Start one process in advance, before the first question comes."""
        with self._lock:
            if not (self._all or self._is_starting or self._is_closed):
                self._add_process()

    def find(self, question: Q) -> A | None:
        """The cached answer to a question; None if there is none."""
        return self.known.get(self.kind.key(question))

    def ask(
        self, question: Q, window: str, until: float = 0.0, client: str = ""
    ) -> A | DeskWork[Q, A]:
        """The answer if it is cached; otherwise the unfinished work, which is queued if it is new.

        The window leaves its other questions.
        """
        key = self.kind.key(question)
        with self._lock:
            if (answer := self.known.get(key)) is not None:
                self.leave(window)
                return answer
            work = self._work.get(key)
            if work is None:
                if self._is_closed:
                    raise Problem(503, self.kind.broken_off)
                self.kind.require_room(self, client)
                work = self._work[key] = DeskWork(question, key, client)
                self.queue.add(client, work)
            work.windows[window] = max(monotonic(), until)
            self.leave(window, but_for=work)
            self._serve()
            return work

    def leave(self, window: str, but_for: DeskWork[Q, A] | None = None) -> None:
        """Note that a browser window has left all its questions except `but_for`."""
        with self._lock:
            for work in [work for work in self._work.values() if window in work.windows]:
                if work is not but_for:
                    self._leave(work, window)

    async def answer(self, question: Q, receive: Receive, client: str = "") -> A:
        """Return the answer when it is ready; stop waiting if the client disconnects."""
        if (answer := self.find(question)) is not None:
            return answer
        window = next(self._waits)
        work = self.ask(question, window, inf, client)
        if not isinstance(work, DeskWork):
            return work
        future, hangup = asyncio.wrap_future(work.done), asyncio.ensure_future(until_gone(receive))
        future.add_done_callback(lambda _: future.cancelled() or future.exception())  # retrieved
        try:
            futures: set[asyncio.Future[Any]] = {future, hangup}
            await asyncio.wait(futures, return_when=asyncio.FIRST_COMPLETED)
            if future.cancelled():  # the server stops
                raise Problem(503, self.kind.broken_off)
            if not future.done():
                raise Problem(503, GONE)
            outcome: A = await future
            return outcome
        finally:
            hangup.cancel()
            with self._lock:
                self._leave(work, window)

    def wait_of(self, client: str) -> float:
        """The seconds that the next question of a caller would probably wait.

        Callers take turns. The estimate is that a question in progress still needs as many seconds
        as it has taken so far.
        """
        with self._lock:
            if self._idle:
                return 0.0
            clock = monotonic()
            soonest = min((clock - (work.began or clock) for work in self._busy), default=0.0)
            return soonest + self.queue.before(client) * self._mean / max(1, len(self._busy))

    def drop_unwanted(self) -> None:
        """Drop waiting questions that nobody waits for any more."""
        with self._lock:
            for work in list(self._work.values()):
                if work.began is None and not self._is_wanted(work):
                    self._forget(work)

    def close(self) -> None:
        """Refuse new questions, and end all processes."""
        with self._lock:
            self._is_closed = True
            for work in list(self._work.values()):
                self._forget(work)
            processes = list(self._all)
        self._threads.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.kill()

    # With the lock held.

    def _leave(self, work: DeskWork[Q, A], window: str) -> None:
        """Note that a browser window has left a question; without any window, drop the question."""
        work.windows.pop(window, None)
        if not work.windows and work.began is None and not work.done.done():
            self._forget(work)

    def _is_wanted(self, work: DeskWork[Q, A]) -> bool:
        end = monotonic() - self.kind.attention
        return end == -inf or max(work.windows.values(), default=-inf) > end

    def _take_out(self, work: DeskWork[Q, A]) -> None:
        if self._work.get(work.key) is work:
            del self._work[work.key]
        self.queue.drop(work)

    def _forget(self, work: DeskWork[Q, A]) -> None:
        self._take_out(work)
        work.done.cancel()

    def _tell(self, work: DeskWork[Q, A], answer: A | None, fault: Exception | None) -> None:
        self._take_out(work)
        if answer is not None:
            self.known.add(work.key, answer)
        if work.done.done():
            return
        if answer is not None:
            work.done.set_result(answer)
        else:
            work.done.set_exception(fault)

    def _serve(self) -> None:
        """Give waiting questions to idle processes; if questions are left over, start a process."""
        while len(self.queue) and self._idle and not self._is_closed:
            if self._idle[-1].is_gone:  # the process ended while it was idle
                self._all.discard(self._idle.pop())
                continue
            _, work = self.queue.take()
            if not self._is_wanted(work):
                self._forget(work)
                continue
            process = self._idle.pop()
            work.began = monotonic()
            self._busy.add(work)
            self.begun += 1
            self._threads.submit(self._finish, work, process)
        if len(self.queue) and not self._is_starting and len(self._all) < self._most:
            self._add_process()

    def _add_process(self) -> None:
        self._is_starting = True
        self._threads.submit(self._begin)

    def _refuse_late(self) -> None:
        """Refuse questions that have waited too long because earlier questions took their time.

        A question whose process died is not refused: it did not wait for others.
        """
        end = monotonic() - self.kind.longest_wait
        for work in list(self._work.values()):
            if max(work.since, self._ready) > end:
                return
            if work.began is None and not work.has_failed:
                self._tell(work, None, self.kind.late())

    # In a thread that waits for a process.

    def _new_process(self) -> JobProcess:
        files = tuple(str(module.__file__) for module in modules() if module.__file__)
        return JobProcess(self.kind.module, replace(self.kind.bounds, plugins=files))

    def _begin(self) -> None:
        """Start a process that answers questions, and give it questions when it is ready."""
        process = None
        try:
            process = self._start()
            with self._lock:
                self._all.add(process)
                if self._is_closed:
                    process.kill()
            line = process.hear(STARTING) or {"failed": "the process was not ready in time"}
        except (OSError, JobGone) as trouble:
            line = {"failed": f"the process cannot be started: {trouble}"}
        with self._lock:
            self._is_starting = False
            if process is not None and "ready" in line:
                if len(self._all) == 1:
                    self._ready = monotonic()
                self._idle.append(process)
                self._serve()
                return
            if process is not None:
                process.kill()
                self._all.discard(process)
            if not self._is_closed:
                logger.error("%s: %s", self.kind.name, line["failed"])
            if not self._all:
                for work in list(self._work.values()):
                    self._tell(work, None, Problem(503, self.kind.broken_off))

    def _finish(self, work: DeskWork[Q, A], process: JobProcess) -> None:
        """Let a process answer a question; kill the process if it fails, or if no caller waits."""
        answer, fault = None, None
        try:
            line = self._last_line(work, process)
            if "answer" in line:
                answer = self.kind.read(work.question, line)
            else:
                fault = self.kind.refusal(read_refusal(line["refused"]))
        except Exception as trouble:
            process.kill()
            if not isinstance(trouble, JobGone | TimeoutError):  # a plug-in broke the answer
                logger.error("%s: %s", self.kind.name, failure_of(trouble)["failed"])
            fault = self.kind.fault(work, isinstance(trouble, TimeoutError))
        with self._lock:
            self._busy.discard(work)
            if work.began is not None:
                self._mean += NEWEST * (monotonic() - work.began - self._mean)
            if process.is_gone:
                self._all.discard(process)
            else:
                self._idle.append(process)
            if answer is None and fault is None and not work.done.done():
                work.has_failed, work.began, work.progress = True, None, {}
                self.queue.add(work.client, work, is_first=True)
            else:
                self._tell(work, answer, fault)
            self._refuse_late()
            self._serve()

    def _last_line(self, work: DeskWork[Q, A], process: JobProcess) -> JobLine:
        """The last line of a process about a question; raises JobGone if no caller waits."""
        end = monotonic() + self.kind.patience
        process.say(self.kind.line(work.question))
        while True:
            line = process.hear(LOOK)
            if line is None:
                with self._lock:
                    self._refuse_late()
                    if not self._is_wanted(work):
                        self._forget(work)
                if work.done.cancelled():
                    raise JobGone
                if monotonic() > end:
                    raise TimeoutError
            elif "failed" in line:
                logger.error("%s: %s", self.kind.name, line["failed"])
                raise JobGone
            elif "answer" in line or "refused" in line:
                return line
            else:
                work.progress = line
