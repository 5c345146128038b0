"""Questions to the laboratory have the spelling, digest and command of an earlier day.

A digest is the address of a run that somebody kept: if it changes, the store deals again what it
has, and a link leads nowhere. `golden/runs.jsonl` was written by the code of its day by intention,
so that a move or a rewrite cannot change it unnoticed; nothing is dealt here. Where an answer must
change (as when a restart ceased to forget the board), `FORMAT` or the plan says so, and the new
line stands there on purpose.
"""

import json
from typing import Any

import pytest
from checkout import ROOT
from pydantic import TypeAdapter

from baccarat.questions.question import spelled
from baccarat.web.runs.bodies import AnyQuestion, fields_of
from baccarat.web.runs.work import KINDS, read_work

FILE = ROOT / "tests" / "golden" / "runs.jsonl"
RUNS: list[dict[str, Any]] = list(map(json.loads, FILE.read_text("utf-8").splitlines()))


def test_the_kept_runs_are_of_every_kind_and_all_different() -> None:
    assert {run["asked"]["kind"] for run in RUNS} == set(KINDS)
    assert len({run["digest"] for run in RUNS}) == len(RUNS) == 40


@pytest.mark.parametrize("run", RUNS, ids=lambda run: run["command"][9:70])
def test_a_run_has_the_spelling_the_digest_and_the_command_of_before(run: dict[str, Any]) -> None:
    question: Any = TypeAdapter(AnyQuestion).validate_python(run["asked"])
    work = read_work(question.kind, fields_of(question))
    assert spelled(work.kind, work.spelling) == run["spelling"]
    assert work.command == run["command"]
    assert work.digest == run["digest"]
