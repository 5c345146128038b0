"""Games as a process solves them: `{"stage": "solving"}`, `{"stage": "checking"}`, and the answer
with its certificate, which our own checker has read.
"""

import json
from threading import Event

from baccarat.theory.banque.solver import solve_banque
from baccarat.theory.certificates import check_any
from baccarat.theory.solving import solve
from baccarat.web.jobs.process import JobLine, TellLine
from baccarat.web.jobs.theory_question import TheoryQuestion


def answer(question: JobLine, tell: TellLine, stop: Event) -> None:
    """Tell how far a game is solved, and the answer at last."""
    tell(stage="solving")
    solution, certificate = solved(TheoryQuestion.of(question))
    tell(stage="checking")
    tell(answer=solution, certificate=certificate, proves=check_any(certificate))


def solved(question: TheoryQuestion) -> tuple[dict[str, object], str]:
    """What `baccarat solve --json` tells, less its head, and what `--certificate` writes."""
    if question.theta is not None:
        banque = solve_banque(question.theta, question.decks)
        return banque.as_json(), json.dumps(banque.certificate(), indent=1) + "\n"
    chemin = solve(question.game, question.decks, commission=question.commission)
    return chemin.as_json(), chemin.certificate.dump() + "\n"
