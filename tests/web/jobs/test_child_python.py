"""Processes of the server: none loads what lies in the folder where the server was started."""

import io
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep

import pytest

from baccarat.web.jobs import solver_process
from baccarat.web.jobs.odds_process import Reckoner
from baccarat.web.jobs.odds_question import OddsQuestion
from baccarat.web.jobs.proofs import Recounting
from baccarat.web.jobs.queue import LabJob
from baccarat.web.jobs.theory import SolverProcess
from baccarat.web.jobs.theory_question import TheoryQuestion
from baccarat.web.runs.process import LabChild
from baccarat.web.runs.work import read_work
from baccarat.web.runs.worker import Orders

PATIENCE = 120.0
HOSTILE = "open('was here', 'w').close()\nraise SystemExit('not the standard library')\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder where the server is started; in it lies a file with the name of a library."""
    for name in ("statistics", "json", "decimal", "selectors"):
        (tmp_path / f"{name}.py").write_text(HOSTILE)
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    assert not (tmp_path / "was here").exists(), "a stranger's file was executed"


def test_figures_are_counted_beside_a_strangers_statistics(folder: Path) -> None:
    recounting = Recounting()
    end = monotonic() + PATIENCE
    recounting.begin()
    try:
        while not (state := recounting.state).rows:
            assert not state.is_over, "the count has failed"
            assert monotonic() < end
            sleep(0.01)
    finally:
        recounting.close()


def test_odds_are_reckoned_beside_it(folder: Path) -> None:
    reckoner = Reckoner([])
    reckoner.begin()
    assert reckoner.reckon(OddsQuestion().model_dump_json().encode(), frozenset())
    reckoner.end()


def test_games_are_solved_beside_it(folder: Path) -> None:
    solver = SolverProcess()
    solver.send(TheoryQuestion("A1", None).as_json())
    end = monotonic() + PATIENCE
    while (told := solver.told()) is None:
        assert monotonic() < end
    solver.kill()
    assert told == {"stage": "solving"}


def test_runs_are_dealt_beside_it(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    question = {"shoes": 10}
    run = str(tmp_path_factory.mktemp("run"))
    work = read_work("simulate", question)
    orders = Orders(
        *("simulate", question, work.digest, run),
        engine="reference",
        threads=1,
        most_bytes=2 << 30,
        gives_way=False,
    )
    child = LabChild(
        "somebody", LabJob(work.digest), orders, lambda child, line: None, lambda child: None
    )
    child.wait(monotonic() + PATIENCE)
    assert "answer" in child.last


def test_games_are_solved_where_no_process_can_give_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "nice")
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    solver_process.main()
