"""Processes of the server: none loads what lies in the folder where the server was started."""

import sys
from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep

import pytest

from baccarat.questions.engine.process import JobBounds, JobLine, JobProcess, command_of
from baccarat.questions.odds import OddsQuestion
from baccarat.web.jobs import theory_work
from baccarat.web.jobs.odds import OddsKind
from baccarat.web.jobs.proofs import Recounting
from baccarat.web.jobs.queue import LabJob
from baccarat.web.jobs.theory import TheoryKind
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


def lines_of(kind: type[OddsKind] | type[TheoryKind], question: JobLine) -> list[JobLine]:
    """What a process tells that is asked one question."""
    process, lines = JobProcess(kind.module, kind.bounds), list[JobLine]()
    process.say(question)
    while not lines or "answer" not in lines[-1]:
        line = process.hear(PATIENCE)
        assert line is not None
        assert "failed" not in line
        lines.append(line)
    process.kill()
    return lines


def test_odds_are_calculated_beside_it(folder: Path) -> None:
    assert len(lines_of(OddsKind, OddsKind().line(OddsQuestion()))) == 2


def test_games_are_solved_beside_it(folder: Path) -> None:
    lines = lines_of(TheoryKind, TheoryQuestion(model="A1").said)
    assert lines[:-1] == [{"ready": True}, {"stage": "solving"}, {"stage": "checking"}]


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


@pytest.mark.parametrize("lacks", [("os", "nice"), ("signal", "setitimer")])
def test_games_are_solved_where_a_system_lacks(lacks: tuple[str, str]) -> None:
    """Windows has neither, nor `resource`."""
    module, name = lacks
    code = f"import sys, {module}; sys.modules['resource'] = None; del {module}.{name}; "
    command = command_of(theory_work.__name__, JobBounds(is_once=True))
    process = JobProcess("", JobBounds(), command=[*command[:-1], code + command[-1]])
    process.say(TheoryQuestion(model="A1").said)
    lines = [process.hear(PATIENCE) for _ in range(4)]
    assert "answer" in (lines[-1] or {})
    assert process.wait(PATIENCE)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nothing bounds the memory")
def test_a_bet_that_wants_more_memory_than_a_process_may_have_gets_none(tmp_path: Path) -> None:
    file = tmp_path / "hungry.py"
    file.write_text(
        "from baccarat import Bet\n"
        "BETS = [Bet('Hungry', lambda outcome: len(bytearray(1 << 30)) > 0, pays=1)]\n"
    )
    bounds = JobBounds(most_bytes=512 << 20, plugins=(str(file),))
    process = JobProcess(OddsKind.module, bounds)
    process.say(OddsKind().line(OddsQuestion(bets=("hungry",))))
    lines = [process.hear(PATIENCE) or {} for _ in range(4)]
    process.kill()
    assert lines[:3] == [{"ready": True}, {"weighing": ["hungry"]}, {"weighing": []}]
    assert "MemoryError" in str(lines[3]["refused"])
