"""What a run of the laboratory does: a question of `questions`, as the server tells and deals it.

Questions know nothing of the web, so the process of a run loads little. What is wrong with one is
what the library complains of, as for the commands.
"""

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from baccarat.base.errors import BadText
from baccarat.questions.run import RunQuestion

SERVED = {"simulate": "ServedSimulation", "stake": "StakeQuestion", "count": "ServedCount"}
"""The questions that a server answers, each in the file of its kind."""
KINDS = tuple(SERVED)


class LabWork:
    """A question, by the names that a run has for it."""

    def __init__(self, question: RunQuestion) -> None:
        self.kind, self.unit, self.of = question.kind, question.noun, question.size
        self.coups, self.question = question.work, question.spelling
        self.digest, self.command = question.digest, question.command
        self.described, self.go = question.described, question.answer


def read_work(kind: str, values: Mapping[str, Any]) -> LabWork:
    """The work that a question asks for; a complaint if it asks for what cannot be."""
    if kind not in SERVED:
        raise BadText(f"not a kind of run: {kind[:24]!r} (expected {', '.join(KINDS)})")
    # Each loads what it needs, so that the process of a run starts quickly.
    served: type[RunQuestion] = getattr(import_module(f"baccarat.questions.{kind}"), SERVED[kind])
    return LabWork(served.read(values))


def warm_up() -> None:
    """Load what questions need, so that no table waits while somebody asks the first one."""
    read_work("simulate", {"shoes": 1})
    read_work("stake", {})
    read_work("count", {"counts": ["tie"]})
