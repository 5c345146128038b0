"""Answers the engine's questions in a separate process."""

from collections.abc import Callable
from threading import Event
from typing import Any

from baccarat.base.errors import UnknownName
from baccarat.questions.count import ServedCount
from baccarat.questions.engine.process import JobLine, TellLine
from baccarat.questions.odds import OddsQuestion
from baccarat.questions.question import BaseQuestion
from baccarat.questions.risk import RiskQuestion
from baccarat.questions.run import Figures, RunDealer, RunQuestion
from baccarat.questions.simulate import SimulateQuestion
from baccarat.questions.solve import SolveQuestion
from baccarat.questions.stake import StakeQuestion

QUESTIONS: tuple[type[BaseQuestion], ...] = (
    OddsQuestion, SimulateQuestion, StakeQuestion, ServedCount, RiskQuestion, SolveQuestion,
)  # fmt: skip
KINDS = {question.kind: question for question in QUESTIONS}


def get_ready() -> None:
    """Answer a first question, which takes long, so that no caller has to wait for it."""
    OddsQuestion().answer().as_json()


def answer(line: JobLine, tell: TellLine, stop: Event) -> None:
    """Report the progress of a question, and then its answer, as the command's `--json` has it."""
    kind = str(line["kind"])
    if kind not in KINDS:
        raise UnknownName("kind of question", kind[:40], KINDS)
    question: Any = KINDS[kind].read_strictly(line["question"])

    def tell_size(size: int, figures: Callable[[], Figures]) -> None:
        tell(progress={"done": size, "of": question.size, "noun": question.noun})

    is_run = isinstance(question, RunQuestion)
    given = question.answer(*[RunDealer(tell_size, threads=1)] * is_run)
    given = given.solution if isinstance(question, SolveQuestion) else given
    tell(answer=given.as_json())
