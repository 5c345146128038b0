"""Reads the question of a run.

Questions do not depend on the web, so the process of a run loads little. The library raises the
same errors for wrong questions as in the commands.
"""

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from baccarat.base.errors import BadText
from baccarat.questions.run import RunQuestion

SERVED = {"simulate": "ServedSimulation", "stake": "StakeQuestion", "count": "ServedCount"}
"""The classes of questions that a server answers, each in the module of its kind."""
KINDS = tuple(SERVED)


def read_work(kind: str, values: Mapping[str, Any]) -> RunQuestion:
    """The question of a run with these values; raises an error if a value is wrong."""
    if kind not in SERVED:
        raise BadText(f"not a kind of run: {kind[:24]!r} (expected {', '.join(KINDS)})")
    # Only the needed module is imported, so that the process of a run starts quickly.
    served: type[RunQuestion] = getattr(import_module(f"baccarat.questions.{kind}"), SERVED[kind])
    return served.read(values)


def warm_up() -> None:
    """Import the modules of questions in advance, so that the first question is not slow."""
    read_work("simulate", {"shoes": 1})
    read_work("stake", {})
    read_work("count", {"counts": ["tie"]})
