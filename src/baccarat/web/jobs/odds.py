"""The desk for odds: a few processes at low priority.

answer = await calculate_odds(request, OddsQuestion(decks=6))    `CompressedOdds`
answer.told                                                      the JSON of `odds_json`
answer.answer(request)                                           the same as a response

Questions of clients that have gone are dropped: while a visitor changes a page quickly, only the
last question is calculated.
"""

import logging
import os
from base64 import b64decode
from math import ceil

from starlette.requests import Request

from baccarat.base.errors import BadBet
from baccarat.base.sentences import Sentence
from baccarat.questions.engine.process import JobBounds, JobLine
from baccarat.questions.odds import OddsQuestion
from baccarat.web.gate.callers import Caller
from baccarat.web.gate.gate import address_of
from baccarat.web.gate.problems import Problem
from baccarat.web.jobs.desk import Desk, DeskWork, JobKind
from baccarat.web.jobs.memory import CompressedOdds, known_odds
from baccarat.web.jobs.odds_answer import NO_ANSWER
from baccarat.web.jobs.odds_page import OddsPageQuestion

MOST_PROCESSES = 4
MOST_WAITING = 256
MOST_EACH = 32
"""Most waiting questions of one caller; a page that changes quickly has one or two."""
SOON = {"Retry-After": "1"}
NOT_NOW = Sentence("odds cannot be calculated at this moment")
TOO_MANY = Sentence("too many questions about odds wait for an answer")
TOO_MANY_YOURS = Sentence("{most} of your questions about odds wait for an answer", most=MOST_EACH)
WAIT = Sentence("wait for some of the answers, or close those requests")
logger = logging.getLogger("baccarat.web")


class OddsKind(JobKind[OddsQuestion, CompressedOdds]):
    """The kind of questions about odds: many, short, and some with plug-in bets."""

    name = "odds"
    module = "baccarat.web.jobs.odds_work"
    bounds = JobBounds(nice=15, longest=60.0)
    broken_off = NOT_NOW
    patience = 20.0
    """seconds; the longest question takes two seconds on a free core"""
    usual = 0.02
    longest_expected = 1.0
    """seconds; a question that would probably wait longer is refused at once"""
    longest_wait = 2.0

    def __init__(self) -> None:
        self._deaf: frozenset[str] = frozenset()
        """plug-in bets that did not answer"""

    def key(self, question: OddsQuestion) -> str:
        return question.digest

    def line(self, question: OddsQuestion) -> JobLine:
        return {
            "question": question.said,
            "is_page": isinstance(question, OddsPageQuestion),
            "deaf": sorted(self._deaf),
        }

    def read(self, question: OddsQuestion, line: JobLine) -> CompressedOdds:
        return CompressedOdds(b64decode(line["answer"]))

    def require_room(self, desk: Desk[OddsQuestion, CompressedOdds], client: str) -> None:
        if desk.queue.waiting_of(client) >= MOST_EACH:
            raise Problem(429, TOO_MANY_YOURS, what_to_do=WAIT, headers=SOON)
        wait = desk.wait_of(client)
        if len(desk.queue) >= MOST_WAITING or wait > self.longest_expected:
            raise Problem(503, TOO_MANY, headers={"Retry-After": str(max(1, ceil(wait)))})

    def late(self) -> Problem:
        return Problem(503, TOO_MANY, headers=SOON)

    def fault(
        self, work: DeskWork[OddsQuestion, CompressedOdds], is_late: bool
    ) -> Exception | None:
        """The error for a process that died; None if another process should try the question.

        A plug-in bet that was being calculated gets the blame, and is not tried again.
        """
        if weighing := work.progress.get("weighing"):
            self._deaf |= {*weighing}
            names = ", ".join(weighing)
            logger.error("odds: %s: no answer", names)
            if isinstance(work.question, OddsPageQuestion) and not work.has_failed:
                return None  # the page has other bets, too
            return BadBet(Sentence("{bet}: {why}", bet=names, why=NO_ANSWER))
        return Problem(503, NOT_NOW) if work.has_failed or not work.windows else None


OddsDesk = Desk[OddsQuestion, CompressedOdds]


def odds_desk(processes: int | None = None) -> OddsDesk:
    """A desk with this many processes; default: one per core, at most 4."""
    has_cores = hasattr(os, "sched_getaffinity")  # those that this process may use
    cores = len(os.sched_getaffinity(0)) if has_cores else os.cpu_count() or 1
    return Desk(OddsKind(), known_odds(), processes or min(MOST_PROCESSES, cores))


async def calculate_odds(request: Request, question: OddsQuestion) -> CompressedOdds:
    """The answer to a question about odds; raises a problem if there is none."""
    desk: OddsDesk = request.app.state.odds_desk
    return await desk.answer(question, request.receive, _client_of(request))


def _client_of(request: Request) -> str:
    """The caller's name in the fair queue: one name for each pair of key and address."""
    caller: Caller | None = getattr(request.state, "caller", None)
    return f"key {None if caller is None else caller.key} at {address_of(request)}"
