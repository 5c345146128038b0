"""The code that solves games, which runs in a separate process.

It reports `{"stage": "solving"}`, `{"stage": "checking"}`, and the answer with its certificate,
which our own checker has verified.
"""

from threading import Event

from baccarat.questions.engine.process import JobLine, TellLine
from baccarat.questions.solve import SolveQuestion
from baccarat.theory.certificates import check_any


def answer(question: JobLine, tell: TellLine, stop: Event) -> None:
    """Solve a game, report each stage, and report the answer of `baccarat solve --json`."""
    tell(stage="solving")
    game = SolveQuestion.read(question).answer()
    solution, certificate = game.solution.as_json(), game.certificate
    tell(stage="checking")
    tell(answer=solution, certificate=certificate, proves=check_any(certificate))
