"""Type checkers see what is at the front door, and nothing that is not."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from checkout import ROOT
from docstring_examples import PACKAGE, write_examples
from mypy import api

pytest.importorskip("pyright")
TYPING = ROOT / "tests" / "typing"


def pyright(folder: Path) -> str:
    """All that pyright says of a folder; the wheel has it whole, so that nothing is fetched."""
    command = [sys.executable, "-m", "pyright", "-p", str(folder), "--pythonpath", sys.executable]
    environment = {**os.environ, "PYRIGHT_PYTHON_USE_BUNDLED_PYRIGHT": "1"}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    return done.stdout + done.stderr


def expected(text: str) -> set[int]:
    """The lines that are wrong."""
    lines = enumerate(text.splitlines(), start=1)
    return {number for number, line in lines if "# type: ignore" in line}


def test_examples_of_docstrings_pass_mypy(tmp_path: Path) -> None:
    """With the settings and the cache of the house: ./test checks its types before."""
    write_examples(tmp_path)
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--package", PACKAGE],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        env={**os.environ, "MYPYPATH": str(tmp_path)},
    )
    complaints = [line for line in done.stdout.splitlines() if ": error: " in line]
    assert [line for line in complaints if "wrong.py:" not in line] == [], done.stdout
    assert len(complaints) == 1, done.stdout + done.stderr


@pytest.mark.long
def test_examples_of_docstrings_pass_pyright(tmp_path: Path) -> None:
    write_examples(tmp_path)
    (tmp_path / "pyrightconfig.json").write_text((TYPING / "pyrightconfig.json").read_text())
    said = pyright(tmp_path)
    complaints = [line for line in said.splitlines() if " - error: " in line]
    assert [line for line in complaints if "wrong.py:" not in line] == [], said
    assert len(complaints) == 1, said


@pytest.mark.long
def test_right_uses_pass_and_every_wrong_one_is_seen_by_pyright(tmp_path: Path) -> None:
    assert "0 errors, 0 warnings" in pyright(TYPING)
    for file in TYPING.iterdir():
        if file.is_file():
            bare = file.read_text("utf-8").replace("  # type: ignore", "  # ")
            (tmp_path / file.name).write_text(bare, "utf-8")
    told = pyright(tmp_path)
    wrong = {int(line) for line in re.findall(r"wrong\.py:([0-9]+):[0-9]+ - error", told)}
    assert wrong == expected((TYPING / "wrong.py").read_text("utf-8"))
    assert "right.py" not in told


@pytest.mark.long
@pytest.mark.slow
def test_right_uses_pass_and_every_wrong_one_is_seen_by_mypy(tmp_path: Path) -> None:
    text = (TYPING / "wrong.py").read_text("utf-8")
    (tmp_path / "bare.py").write_text(text.replace("  # type: ignore", "  # "), "utf-8")
    options = ["--strict", "--cache-dir", str(tmp_path / "cache"), "--follow-imports", "silent"]
    told, _, _ = api.run([*options, str(tmp_path / "bare.py"), str(TYPING / "right.py")])
    wrong = {int(line) for line in re.findall(r"bare\.py:([0-9]+): error", told)}
    assert wrong == expected(text)
    assert "right.py" not in told
