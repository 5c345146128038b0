"""Reckoners: a few processes at low priority that answer questions about odds.

answer = await reckon(request, OddsQuestion(decks=6))    a `Reckoned`, or a `Problem` is raised
answer.told                                              the JSON of `odds_json`, as a dict
answer.answer(request)                                   the same as a response

Python runs one thread at a time, and the tables need it. An answer that is known is given at once.
Who has gone is not answered: while somebody drags, only the last question is reckoned.
"""

import asyncio
import logging
import os
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from math import ceil
from time import monotonic
from typing import Any, TypeVar

from starlette.requests import Request

from baccarat.base.errors import BadBet
from baccarat.base.sentences import Sentence
from baccarat.core.plugins import modules
from baccarat.web.gate.bodies import GONE, until_gone
from baccarat.web.gate.callers import Caller
from baccarat.web.gate.gate import address_of
from baccarat.web.gate.problems import Problem
from baccarat.web.jobs.memory import KnownOdds, Reckoned
from baccarat.web.jobs.odds_process import Reckoner, ReckonerGone
from baccarat.web.jobs.odds_question import NO_ANSWER, OddsQuestion

T = TypeVar("T")
MOST_PROCESSES = 4
PATIENCE = 20.0
"""Seconds after which there will be no answer; the longest takes two on a core of its own."""
STARTING = 60.0
"""Seconds in which a process must be ready; its plug-ins are loaded again in it."""
MOST_WAITING = 256
MOST_EACH = 32
"""Questions of one caller that wait; a page that is dragged has one or two."""
LONGEST_WAIT = 2.0
"""Seconds: who would wait longer for a process is refused at once, and told when to come again."""
USUAL, NEWEST = 0.02, 1 / 16
"""Seconds that a question takes, as long as none was timed; the weight of the last one that was."""
SOON = {"Retry-After": "1"}
NOT_NOW = Sentence("odds cannot be reckoned at this moment")
TOO_MANY = Sentence("too many questions about odds wait for an answer")
TOO_MANY_YOURS = Sentence("{most} of your questions about odds wait for an answer", most=MOST_EACH)
WAIT = Sentence("wait for some of the answers, or close those requests")
logger = logging.getLogger("baccarat.web")


async def reckon(request: Request, question: OddsQuestion) -> Reckoned:
    """The answer to a question about odds; a problem if there is none, or nobody waits for it."""
    reckoners: Reckoners = request.app.state.reckoners
    key = question.key
    known = reckoners.known.get(key)
    if known is not None:
        return known
    asked = reckoners.ask(key, question, _client_of(request))
    gone = asyncio.ensure_future(until_gone(request.receive))
    try:
        either: set[asyncio.Future[Any]] = {asked.answer, gone}
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        if asked.answer.done():
            return await asked.answer
        raise Problem(503, GONE)
    finally:
        gone.cancel()
        reckoners.leave(asked)


def _client_of(request: Request) -> str:
    """Whose question it is: those of one key at one address wait in one queue."""
    caller: Caller | None = getattr(request.state, "caller", None)
    return f"key {None if caller is None else caller.key} at {address_of(request)}"


@dataclass(slots=True, eq=False)
class WaitingQuestion:
    """A question that somebody waits for."""

    key: bytes
    body: bytes
    client: str
    answer: "asyncio.Future[Reckoned]"
    askers: int = 0
    began: float | None = None
    """when a process took it"""
    has_failed: bool = False
    """whether a process died of it, or beside it"""


class Reckoners:
    """The processes, the questions that wait for one, and the answers that are known."""

    def __init__(self, most: int | None = None) -> None:
        """`most` processes; if it is not said, as many as there are cores, up to four."""
        self._most = most or min(MOST_PROCESSES, len(_cores()))
        self._threads = ThreadPoolExecutor(self._most, "reckon")
        """each waits for a process"""
        self._all: set[Reckoner] = set()
        self._idle: list[Reckoner] = []
        self._is_starting = self._is_closed = False
        self._asked: dict[bytes, WaitingQuestion] = {}
        """all that is not answered, by key"""
        self._busy: set[WaitingQuestion] = set()
        """those that a process has"""
        self._waiting: OrderedDict[str, deque[WaitingQuestion]] = OrderedDict()
        """by caller: the next one to be served is the first"""
        self.known = KnownOdds()
        self.begun = 0
        """how many questions a process has had"""
        self._deaf: frozenset[str] = frozenset()
        """strangers' bets that did not answer"""
        self._mean = USUAL
        """seconds that a question takes, the last ones counting most"""

    # All of what follows is for the event loop.

    def get_ready(self) -> None:
        """Start the first process before anybody asks."""
        if not (self._all or self._is_closed):
            self._start()

    def ask(self, key: bytes, question: OddsQuestion, client: str) -> WaitingQuestion:
        """Let a question wait for its answer, together with others who ask the same."""
        if self._is_closed:
            raise Problem(503, NOT_NOW)
        asked = self._asked.get(key)
        if asked is None:
            self._require_room(client)
            future: asyncio.Future[Reckoned] = asyncio.get_running_loop().create_future()
            asked = WaitingQuestion(key, question.model_dump_json().encode(), client, future)
            self._asked[key] = asked
            self._waiting.setdefault(client, deque()).append(asked)
            self._bound(asked)
        asked.askers += 1
        self._serve()
        return asked

    def leave(self, asked: WaitingQuestion) -> None:
        """Somebody waits no more; what nobody waits for and has not begun is dropped."""
        asked.askers -= 1
        if asked.askers or asked.began is not None or asked.answer.done():
            return
        self._forget(asked)
        self._take_out(asked)

    def _take_out(self, asked: WaitingQuestion) -> None:
        queue = self._waiting[asked.client]
        queue.remove(asked)
        if not queue:
            del self._waiting[asked.client]

    def _bound(self, asked: WaitingQuestion) -> None:
        """See to it that a question waits no longer: those before it may take longer than usual."""

        def look() -> None:
            if asked.began is not None or asked.answer.done():
                return
            if not self._busy:  # the first process starts
                self._bound(asked)
                return
            self._take_out(asked)
            self._tell(asked, Problem(503, TOO_MANY, headers=SOON))

        asyncio.get_running_loop().call_later(LONGEST_WAIT, look)

    def _require_room(self, client: str) -> None:
        if len(self._waiting.get(client, ())) >= MOST_EACH:
            raise Problem(429, TOO_MANY_YOURS, what_to_do=WAIT, headers=SOON)
        wait = self.wait_of(client)
        is_full = sum(map(len, self._waiting.values())) >= MOST_WAITING
        if is_full or wait > LONGEST_WAIT:
            raise Problem(503, TOO_MANY, headers={"Retry-After": str(max(1, ceil(wait)))})

    def wait_of(self, client: str) -> float:
        """How long the next question of a caller would wait, by those before it in the queue.

        Callers take turns. Of a question that already takes long nobody knows how long it will:
        as long again is a fair guess.
        """
        if self._idle:
            return 0.0
        own = len(self._waiting.get(client, ()))
        before = sum(min(len(queue), own + 1) for queue in self._waiting.values())
        now = monotonic()
        soonest = min((now - (asked.began or now) for asked in self._busy), default=0.0)
        return soonest + before * self._mean / max(1, len(self._busy))

    def _forget(self, asked: WaitingQuestion) -> None:
        if self._asked.get(asked.key) is asked:
            del self._asked[asked.key]
        asked.answer.cancel()

    def _serve(self) -> None:
        """Give questions to processes that have none; start one more if some are left."""
        while self._waiting and self._idle:
            reckoner = self._idle.pop()
            if reckoner.is_gone:  # killed while it had nothing to do, which is nobody's fault
                self._drop(reckoner)
            else:
                self._begin(reckoner, self._next())
        if self._waiting and not self._is_starting and len(self._all) < self._most:
            self._start()

    def _next(self) -> WaitingQuestion:
        """The oldest question of a caller; the callers take turns."""
        client, queue = self._waiting.popitem(last=False)
        asked = queue.popleft()
        if queue:
            self._waiting[client] = queue
        asked.began = monotonic()
        self.begun += 1
        return asked

    def _start(self) -> None:
        """Start a process; questions wait meanwhile for any that is free."""
        try:
            reckoner = Reckoner([str(module.__file__) for module in modules()])
        except OSError as trouble:
            logger.error("odds: no process starts: %s", trouble)
            self._refuse_all()
            return
        self._is_starting = True
        self._all.add(reckoner)
        loop = asyncio.get_running_loop()
        late = loop.call_later(STARTING, reckoner.stop)
        begun = loop.run_in_executor(self._threads, _fault_or, reckoner.begin)

        def end(begun: "asyncio.Future[Exception | None]") -> None:
            late.cancel()
            self._started(reckoner, begun)

        begun.add_done_callback(end)

    def _started(self, reckoner: Reckoner, begun: "asyncio.Future[Exception | None]") -> None:
        self._is_starting = False
        if self._is_closed or begun.cancelled():
            return
        if begun.result() is not None:
            self._drop(reckoner)
            if not self._all:
                self._refuse_all()
            return
        self._idle.append(reckoner)
        self._serve()

    def _begin(self, reckoner: Reckoner, asked: WaitingQuestion) -> None:
        self._busy.add(asked)
        loop = asyncio.get_running_loop()
        late = loop.call_later(PATIENCE, reckoner.stop)
        reckoning = partial(reckoner.reckon, asked.body, self._deaf)
        done = loop.run_in_executor(self._threads, _fault_or, reckoning)

        def end(done: "asyncio.Future[bytes | Exception]") -> None:
            late.cancel()
            self._answered(reckoner, asked, done)

        done.add_done_callback(end)

    def _answered(
        self,
        reckoner: Reckoner,
        asked: WaitingQuestion,
        done: "asyncio.Future[bytes | Exception]",
    ) -> None:
        self._busy.discard(asked)
        if self._is_closed or done.cancelled():
            return
        if asked.began is not None:
            self._mean += NEWEST * (monotonic() - asked.began - self._mean)
        outcome = done.result()
        if isinstance(outcome, ReckonerGone):
            self._drop(reckoner)
            self._fail(asked, outcome.weighing)
        else:
            self._idle.append(reckoner)
            self._tell(asked, Reckoned(outcome) if isinstance(outcome, bytes) else outcome)
        self._serve()

    def _fail(self, asked: WaitingQuestion, weighing: tuple[str, ...]) -> None:
        """A process died: by a stranger's bet, or by chance, and then it is tried once more."""
        if weighing:
            self._deaf |= {*weighing}
            names = ", ".join(weighing)
            logger.error("odds: %s: no answer", names)
            self._tell(asked, BadBet(Sentence("{bet}: {why}", bet=names, why=NO_ANSWER)))
        elif asked.has_failed or not asked.askers:
            self._tell(asked, Problem(503, NOT_NOW))
        else:
            asked.has_failed, asked.began = True, None
            self._waiting.setdefault(asked.client, deque()).appendleft(asked)

    def _tell(self, asked: WaitingQuestion, told: Reckoned | BaseException) -> None:
        self._asked.pop(asked.key, None)
        if isinstance(told, Reckoned):
            self.known.add(asked.key, told)
        if asked.answer.done():
            return
        if isinstance(told, Reckoned):
            asked.answer.set_result(told)
        else:
            asked.answer.set_exception(told)
            asked.answer.exception()  # those who waited may all be gone

    def _refuse_all(self) -> None:
        self._waiting.clear()
        for asked in tuple(self._asked.values()):
            self._tell(asked, Problem(503, NOT_NOW))

    def _drop(self, reckoner: Reckoner) -> None:
        self._all.discard(reckoner)
        reckoner.end()

    def close(self) -> None:
        """Take no more, and end the processes."""
        self._is_closed = True
        self._refuse_all()
        for reckoner in self._all:
            reckoner.stop()
        self._threads.shutdown(wait=False, cancel_futures=True)
        for reckoner in self._all:
            reckoner.end()


def _fault_or(call: Callable[[], T]) -> T | Exception:
    """What a call gives, or what it raises: a future that nobody asks any more would complain."""
    try:
        return call()
    except Exception as fault:
        return fault


def _cores() -> set[int]:
    """The cores that we may use."""
    if hasattr(os, "sched_getaffinity"):
        return os.sched_getaffinity(0)
    return set(range(os.cpu_count() or 1))
