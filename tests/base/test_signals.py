"""Whoever asks a run to end, by a signal, gets what is finished: as by Ctrl-C."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil  # type: ignore[import-untyped]  # it comes with dask and has no types
import pytest
from checkout import ROOT

import baccarat as bac
from baccarat.simulation.engines.reference import run
from baccarat.simulation.plan import Plan

pytestmark = pytest.mark.skipif(os.name != "posix", reason="Windows ends a process in another way")

COMMAND = [sys.executable, "-m", "baccarat"]
# The same commands, dealing plainly and without end; a file tells that they have begun.
MARKED = """
import pathlib, sys
from baccarat.cli import start
from baccarat.cli.commands import report
from baccarat.simulation import runner as simulating
from baccarat.simulation.engine import Engine
from baccarat.simulation.engines import reference
from baccarat.theory.chemin import strategy_dealing as dealing

mark = pathlib.Path(sys.argv.pop(1))
def marked(deal):
    def dealt(*args):
        for count, part in enumerate(deal(*args)):
            yield part
            if count == 2:
                mark.touch()
    return dealt

dealing.deal_coups = marked(dealing.deal_coups)
marked_engine = Engine("marked", reference.coups, marked(reference.read))
simulating.choose = lambda *_: marked_engine
report.COUPS = 10**9
start()
"""
# The same commands; the signal comes while LLVM asks Python for something.
DISTURBED = """
import signal, sys
from numba.core.codegen import CPUCodeLibrary as library
from baccarat.cli import start

sign, answer = int(sys.argv.pop(1)), library._object_getbuffer_hook.__func__
def disturbed(*args):
    library._object_getbuffer_hook = classmethod(answer)
    signal.raise_signal(sign)
    return answer(*args)

library._object_getbuffer_hook = classmethod(disturbed)
start()
"""
FRESH = 80
"""Coups of the first part of the reference engine."""

ONE_IN_CI = [
    signal.SIGTERM,
    pytest.param(signal.SIGHUP, marks=pytest.mark.long),
    pytest.param(signal.SIGINT, marks=pytest.mark.long),
]


@contextmanager
def started(command: list[str]) -> Iterator["subprocess.Popen[str]"]:
    """A process that does not outlive the test."""
    streams = subprocess.PIPE
    process = subprocess.Popen(command, stdin=streams, stdout=streams, stderr=streams, text=True)
    with process:
        try:
            yield process
        finally:
            process.kill()


def stopped(command: list[str], sign: signal.Signals, mark: Path) -> tuple[str, str]:
    """What a command says that gets a signal when it has begun; it exits with 128 and the sign."""
    with started(command) as process:
        patience = time.monotonic() + 90
        while not mark.exists():
            assert process.poll() is None, process.communicate()
            assert time.monotonic() < patience, "it did not begin"
            time.sleep(0.05)
        process.send_signal(sign)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 128 + sign, err
    return out, err


def marked(mark: Path, *args: str) -> list[str]:
    return [sys.executable, "-c", MARKED, str(mark), *args]


def test_a_simulation_tells_and_keeps_what_is_finished(tmp_path: Path) -> None:
    mark, file = tmp_path / "mark", tmp_path / "run.json"
    asked = ["simulate", "--fresh", "100000000", "--checkpoint", str(file), "--json"]
    out, err = stopped(marked(mark, *asked), signal.SIGTERM, mark)
    told = json.loads(out)
    assert (err, told["is_whole"]) == ("", False)
    assert told["shoes"] >= 2 * FRESH
    assert told["digest"] == run(Plan.fresh(told["shoes"])).digest
    assert json.loads(file.read_text("utf-8"))["finished"] == told["shoes"]


@pytest.mark.slow
@pytest.mark.parametrize("sign", ONE_IN_CI)
def test_the_house_report_tells_what_is_finished(sign: signal.Signals, tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    out, err = stopped(marked(mark, "--json"), sign, mark)
    told = json.loads(out)
    assert err == ""
    assert told["digest"] == run(Plan.fresh(told["coups"], 7)).digest


def test_a_solution_is_told_with_the_coups_dealt(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    asked = ["solve", "--model", "B1", "--deal", "100000000", "--json"]
    out, err = stopped(marked(mark, *asked), signal.SIGTERM, mark)
    assert err == ""
    assert 3 <= json.loads(out)["dealt"]["coups"] < 100_000_000


@pytest.mark.slow
def test_a_verification_tells_what_is_counted_and_calls_it_not_right(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    asked = ["verify", "--only", "lucky", "--long"]
    out, err = stopped(marked(mark, *asked, "--json"), signal.SIGTERM, mark)
    told = json.loads(out)
    assert (err, told["is_right"], told["simulations"]) == ("", False, [])
    assert {figure["verdict"] for figure in told["figures"]} <= {"agrees", "miscounted"}
    mark.unlink()
    out, err = stopped(marked(mark, *asked), signal.SIGTERM, mark)
    many = len(told["figures"])
    assert out.endswith(f"Stopped: {many} of {many} figures are counted above.\n")
    assert err == ""


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGHUP])
def test_a_drill_ends_with_the_score(sign: signal.Signals) -> None:
    with started([*COMMAND, "drill", "--seed", "5"]) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.send_signal(sign)
        out, err = process.communicate(timeout=60)
    assert (out, err) == ("0 of 0 right, 0 points, level 1, seed 5.\n", "")
    assert process.returncode == 128 + sign


@pytest.mark.slow
@pytest.mark.parametrize("sign", ONE_IN_CI)
def test_a_signal_is_not_lost_while_code_is_loaded(sign: signal.Signals) -> None:
    pytest.importorskip("numba")
    asked = ["simulate", "--shoes", "100", "--engine", "cpu"]
    with started([sys.executable, "-c", DISTURBED, str(int(sign)), *asked]) as process:
        assert process.communicate(timeout=90) == ("", "")
    assert process.returncode == 128 + sign


def test_what_has_nothing_to_tell_ends_without_a_word(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    wait = f"import pathlib, time; pathlib.Path({str(mark)!r}).touch(); time.sleep(60)"
    program = f"from baccarat import cli\ndef run(_):\n    {wait}\ncli._run = run\ncli.start()"
    command = [sys.executable, "-c", program]
    assert stopped(command, signal.SIGTERM, mark) == ("", "")


def test_a_terminal_that_goes_away_is_ignored_by_who_ignores_it() -> None:
    """As `nohup` has it."""
    ignoring = ["sh", "-c", 'trap "" HUP; exec "$@"', "sh"]
    with started([*ignoring, *COMMAND, "drill", "--seed", "5"]) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.send_signal(signal.SIGHUP)
        out, _ = process.communicate("no idea\n", timeout=60)
    assert process.returncode == 0
    assert "0 of 1 right" in out


def test_what_tests_start_heeds_signals_that_the_tests_ignore() -> None:
    """A process under `nohup` in the background starts another, and is not ended itself."""
    program = """
import signal, subprocess, sys
from child_signals import heed_in_children
heed_in_children()
for sign in (signal.SIGHUP, signal.SIGTERM, signal.SIGQUIT):
    signal.raise_signal(sign)
show = "from signal import *; print(*map(getsignal, (SIGHUP, SIGTERM, SIGQUIT, SIGINT)))"
subprocess.run([sys.executable, "-c", show], check=True)
"""
    ignoring = ["sh", "-c", 'trap "" HUP INT QUIT TERM; exec "$@"', "sh"]
    command = [*ignoring, sys.executable, "-c", program]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, cwd=ROOT / "tests", timeout=60
    )
    usual = [*[signal.SIG_DFL] * 3, signal.default_int_handler]
    assert done.stdout == " ".join(map(str, usual)) + "\n", done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["cpu", "dask"])
def test_every_engine_ends_at_a_signal_and_keeps_what_is_finished(
    engine: str, tmp_path: Path
) -> None:
    file = tmp_path / "run.json"
    asked = ["simulate", "--shoes", "100000000", "--threads", "2", "--json", "--depth", "totals"]
    with started([*COMMAND, *asked, "--engine", engine, "--checkpoint", str(file)]) as process:
        patience = time.monotonic() + 120
        while not (file.exists() and json.loads(file.read_text("utf-8"))["finished"]):
            assert process.poll() is None, process.communicate()
            assert time.monotonic() < patience, "it did not begin"
            time.sleep(0.1)
        offspring = psutil.Process(process.pid).children(recursive=True)
        process.send_signal(signal.SIGTERM)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (143, "")
    told = json.loads(out)
    assert 0 < told["shoes"] < 100_000_000
    assert json.loads(file.read_text("utf-8"))["finished"] == told["shoes"]
    assert bool(offspring) == (engine == "dask")
    _, alive = psutil.wait_procs(offspring, timeout=20)
    assert alive == []


def test_a_stop_that_python_drops_is_heeded_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a signal raises while a `__del__` runs is ignored; the next part of the run asks."""
    monkeypatch.setattr(sys, "unraisablehook", lambda dropped: None)

    class Last:
        def __del__(self) -> None:
            signal.raise_signal(signal.SIGINT)

    def let_go(_: object, shoes: int) -> None:
        if shoes:
            Last()

    before = signal.getsignal(signal.SIGINT)
    found = bac.simulate(100, 7, engine="reference", progress=let_go)
    assert 0 < found.shoes < 100
    assert signal.getsignal(signal.SIGINT) is before
