"""Games as a process solves them: `{"stage": "solving"}`, `{"stage": "checking"}`, and the answer
with its certificate, which our own checker has read.
"""

from threading import Event

from baccarat.questions.solve import SolveQuestion
from baccarat.theory.certificates import check_any
from baccarat.web.jobs.process import JobLine, TellLine


def answer(question: JobLine, tell: TellLine, stop: Event) -> None:
    """Tell how far a game is solved, and the answer at last, as `baccarat solve --json` has it."""
    tell(stage="solving")
    game = SolveQuestion.read(question).answer()
    solution, certificate = game.solution.as_json(), game.certificate
    tell(stage="checking")
    tell(answer=solution, certificate=certificate, proves=check_any(certificate))
