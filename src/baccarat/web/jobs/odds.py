"""The desk for odds: a few processes at low priority.

answer = await reckon(request, OddsQuestion(decks=6))    a `Reckoned`, or a `Problem` is raised
answer.told                                              the JSON of `odds_json`, as a dict
answer.answer(request)                                   the same as a response

Who has gone is not answered: while somebody drags, only the last question is reckoned.
"""

import logging
import os
from base64 import b64decode
from math import ceil

from starlette.requests import Request

from baccarat.base.errors import BadBet
from baccarat.base.sentences import Sentence
from baccarat.questions.odds import OddsQuestion
from baccarat.web.gate.callers import Caller
from baccarat.web.gate.gate import address_of
from baccarat.web.gate.problems import Problem
from baccarat.web.jobs.desk import Desk, DeskWork, JobKind
from baccarat.web.jobs.memory import Reckoned, known_odds
from baccarat.web.jobs.odds_answer import NO_ANSWER
from baccarat.web.jobs.odds_page import OddsPageQuestion
from baccarat.web.jobs.process import JobBounds, JobLine

MOST_PROCESSES = 4
MOST_WAITING = 256
MOST_EACH = 32
"""Questions of one caller that wait; a page that is dragged has one or two."""
SOON = {"Retry-After": "1"}
NOT_NOW = Sentence("odds cannot be reckoned at this moment")
TOO_MANY = Sentence("too many questions about odds wait for an answer")
TOO_MANY_YOURS = Sentence("{most} of your questions about odds wait for an answer", most=MOST_EACH)
WAIT = Sentence("wait for some of the answers, or close those requests")
logger = logging.getLogger("baccarat.web")


class OddsKind(JobKind[OddsQuestion, Reckoned]):
    """Questions about odds: many, short, and some by the code of strangers."""

    name = "odds"
    module = "baccarat.web.jobs.odds_work"
    bounds = JobBounds(nice=10, longest=60.0)
    broken_off = NOT_NOW
    patience = 20.0
    """the longest takes two seconds on a core of its own"""
    usual = 0.02
    longest_wait = 2.0
    """who would wait longer is refused at once, and told when to come again"""

    def __init__(self) -> None:
        self._deaf: frozenset[str] = frozenset()
        """strangers' bets that did not answer"""

    def key(self, question: OddsQuestion) -> str:
        return question.digest

    def line(self, question: OddsQuestion) -> JobLine:
        return {
            "question": question.said,
            "is_page": isinstance(question, OddsPageQuestion),
            "deaf": sorted(self._deaf),
        }

    def read(self, question: OddsQuestion, line: JobLine) -> Reckoned:
        return Reckoned(b64decode(line["answer"]))

    def require_room(self, desk: Desk[OddsQuestion, Reckoned], client: str) -> None:
        if desk.queue.waiting_of(client) >= MOST_EACH:
            raise Problem(429, TOO_MANY_YOURS, what_to_do=WAIT, headers=SOON)
        wait = desk.wait_of(client)
        if len(desk.queue) >= MOST_WAITING or wait > self.longest_wait:
            raise Problem(503, TOO_MANY, headers={"Retry-After": str(max(1, ceil(wait)))})

    def late(self) -> Problem:
        return Problem(503, TOO_MANY, headers=SOON)

    def fault(self, work: DeskWork[OddsQuestion, Reckoned], is_late: bool) -> Exception | None:
        """A process died: by a stranger's bet, or by chance, and then it is tried once more."""
        if weighing := work.progress.get("weighing"):
            self._deaf |= {*weighing}
            names = ", ".join(weighing)
            logger.error("odds: %s: no answer", names)
            if isinstance(work.question, OddsPageQuestion) and not work.has_failed:
                return None  # the page has other bets, too
            return BadBet(Sentence("{bet}: {why}", bet=names, why=NO_ANSWER))
        return Problem(503, NOT_NOW) if work.has_failed or not work.windows else None


OddsDesk = Desk[OddsQuestion, Reckoned]


def odds_desk(processes: int | None = None) -> OddsDesk:
    """With so many `processes`; if it is not said, as many as there are cores, up to four."""
    return Desk(OddsKind(), known_odds(), processes or min(MOST_PROCESSES, len(_cores())))


async def reckon(request: Request, question: OddsQuestion) -> Reckoned:
    """The answer to a question about odds; a problem if there is none, or nobody waits for it."""
    desk: OddsDesk = request.app.state.reckoners
    return await desk.answer(question, request.receive, _client_of(request))


def _client_of(request: Request) -> str:
    """Whose question it is: those of one key at one address wait in one queue."""
    caller: Caller | None = getattr(request.state, "caller", None)
    return f"key {None if caller is None else caller.key} at {address_of(request)}"


def _cores() -> set[int]:
    """The cores that we may use."""
    if hasattr(os, "sched_getaffinity"):
        return os.sched_getaffinity(0)
    return set(range(os.cpu_count() or 1))
