"""A process that solves games, one at a time and at low priority, so that tables go on.

It reads a question a line and answers in lines: `{"stage": "solving"}`, `{"stage": "checking"}`,
then the answer with its certificate, which our own checker has read. Who starts it may kill it at
any moment; it ends by itself when nobody writes to it any more.
"""

import json
import sys
from collections.abc import Iterator
from contextlib import suppress

from baccarat.base.errors import BaccaratError
from baccarat.theory.banque.solver import solve_banque
from baccarat.theory.certificates import check_any
from baccarat.theory.solving import solve
from baccarat.web.jobs.child_python import give_way
from baccarat.web.jobs.theory_question import TheoryQuestion

NICE = 15


def answers(question: TheoryQuestion) -> Iterator[dict[str, object]]:
    """What is told while a game is solved, and the answer at last."""
    yield {"stage": "solving"}
    answer, certificate = solved(question)
    yield {"stage": "checking"}
    yield {"answer": answer, "certificate": certificate, "proves": check_any(certificate)}


def solved(question: TheoryQuestion) -> tuple[dict[str, object], str]:
    """What `baccarat solve --json` tells, less its head, and what `--certificate` writes."""
    if question.theta is not None:
        banque = solve_banque(question.theta, question.decks)
        return banque.as_json(), json.dumps(banque.certificate(), indent=1) + "\n"
    chemin = solve(question.game, question.decks, commission=question.commission)
    return chemin.as_json(), chemin.certificate.dump() + "\n"


def main() -> None:
    give_way(NICE)
    with suppress(BrokenPipeError, KeyboardInterrupt):
        for line in sys.stdin:
            question = TheoryQuestion.of(json.loads(line))
            try:
                for told in answers(question):
                    _write(told)
            except BaccaratError as refusal:
                _write({"refused": str(refusal)})


def _write(told: dict[str, object]) -> None:
    sys.stdout.write(json.dumps(told) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
