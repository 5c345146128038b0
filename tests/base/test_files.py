"""Files under two names are known as one."""

import os
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

from baccarat.base.files import is_same
from baccarat.cli import main


def linked(path: Path) -> Path:
    path.with_name("link").symlink_to(path)
    return path.with_name("link")


def linked_hard(path: Path) -> Path:
    path.touch()
    os.link(path, path.with_name("link"))
    return path.with_name("link")


def by_a_linked_folder(path: Path) -> Path:
    path.with_name("folder").symlink_to(path.parent)
    return path.with_name("folder") / path.name


def by_a_detour(path: Path) -> str:
    return f"{path.parent}/./../{path.parent.name}//{path.name}"


@pytest.mark.parametrize("other", [Path, linked, linked_hard, by_a_linked_folder, by_a_detour])
def test_two_names_of_one_file_are_the_same(
    other: Callable[[Path], str | Path], tmp_path: Path
) -> None:
    path = tmp_path / "run.json"
    assert is_same(path, other(path))
    assert not is_same(path, tmp_path / "run.svg")


def test_relative_names_and_names_that_no_file_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert is_same("x", "./x")
    assert is_same("x", tmp_path / "x")
    assert not is_same("x", "X/../y")
    assert not is_same("x\0", "y")


@pytest.mark.parametrize(
    ("command", "complaint"),
    [
        (
            "simulate --shoes 5 --checkpoint edges.svg --plot ./edges.svg",
            "edges.svg: --checkpoint and --plot need different files",
        ),
        (
            "simulate --shoes 5 --checkpoint coups.csv --records coups.csv",
            "coups.csv: --checkpoint and --records need different files",
        ),
        (
            "simulate --shoes 5 --records link.csv --plot edges.svg",
            "link.csv: --records and --plot need different files",
        ),
        (
            "solve --model A1 --certificate a.svg --plot a.svg",
            "a.svg: --certificate and --plot need different files",
        ),
    ],
)
def test_one_file_for_two_purposes_is_one_line(
    command: str,
    complaint: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("link.csv").symlink_to("edges.svg")
    with pytest.raises(SystemExit) as left:
        main(shlex.split(command))
    told = capsys.readouterr()
    assert (left.value.code, told.out) == (2, "")
    assert told.err == f"baccarat: {complaint}\n"
    assert [path.name for path in tmp_path.iterdir()] == ["link.csv"]
