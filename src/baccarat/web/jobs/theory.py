"""The desk that solves games: one game at a time, and only while a caller waits for the answer.

desk = theory_desk()
desk.ask(question, window)                a `SolvedGame`, or `DeskWork` in progress
await desk.answer(question, receive)      a `SolvedGame`, as soon as it is solved

A window has one question at a time: a new question replaces the last one. Work that no window has
asked about for two seconds is dropped. If it was running, its process is killed, and a new process
starts when it is needed.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass

from starlette.requests import Request

from baccarat.base.errors import BaccaratError
from baccarat.base.sentences import Sentence
from baccarat.questions.engine.process import JobBounds, JobLine, JobProcess
from baccarat.web.gate.problems import Problem
from baccarat.web.jobs.desk import Desk, DeskWork, JobKind
from baccarat.web.jobs.memory import AnswerMemory
from baccarat.web.jobs.theory_question import TheoryQuestion

MOST_SOLVED = 128
"""Games that are cached; a certificate has at most 60 KB."""
MOST_WAITING = 16
IDLE = 60.0
"""Seconds after which an idle process ends."""


@dataclass(frozen=True, slots=True)
class SolvedGame:
    """The solution of a game as JSON, with the certificate that proves it."""

    question: TheoryQuestion
    answer: str
    """the JSON of `baccarat solve --json`"""
    certificate: str
    """the input of `baccarat solve --check`"""
    proves: str
    """the verdict of our checker about the certificate"""


class TheoryKind(JobKind[TheoryQuestion, SolvedGame]):
    """The settings of the desk that solves games."""

    name = "theory"
    module = "baccarat.web.jobs.theory_work"
    bounds = JobBounds(nice=15, idle=IDLE)
    broken_off = Sentence("solving was broken off: ask again")
    patience = 60.0
    """seconds; the slowest game takes two"""
    attention = 2.0

    def line(self, question: TheoryQuestion) -> JobLine:
        return question.said

    def read(self, question: TheoryQuestion, line: JobLine) -> SolvedGame:
        answer = json.dumps(line["answer"], ensure_ascii=False)
        return SolvedGame(question, answer, line["certificate"], line["proves"])

    def refusal(self, error: BaccaratError) -> Problem:
        return Problem(422, str(error))

    def require_room(self, desk: Desk[TheoryQuestion, SolvedGame], client: str) -> None:
        desk.drop_unwanted()
        if desk.load >= MOST_WAITING:
            raise Problem(
                *(503, Sentence("many games are being solved now")),
                what_to_do=Sentence("ask again in a few seconds"),
                headers={"Retry-After": "3"},
            )

    def fault(self, work: DeskWork[TheoryQuestion, SolvedGame], is_late: bool) -> Problem | None:
        if is_late:
            return Problem(503, Sentence("this takes too long here: use the command line"))
        is_begun = bool(work.progress)  # else its process had just ended because it was idle
        return Problem(503, self.broken_off) if is_begun or work.has_failed else None


TheoryDesk = Desk[TheoryQuestion, SolvedGame]


def theory_desk(start: Callable[[], JobProcess] | None = None) -> TheoryDesk:
    """A desk that solves games in one process; `start` replaces the process in tests."""
    return Desk(TheoryKind(), AnswerMemory(MOST_SOLVED), start=start)


def desk_of(request: Request) -> TheoryDesk:
    desk: TheoryDesk = request.app.state.theory_desk
    return desk
