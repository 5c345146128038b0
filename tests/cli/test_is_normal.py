"""`baccarat record is-normal` as a user meets it."""

import json
from pathlib import Path
from typing import Any

import pytest

from baccarat import Record, cli
from baccarat.archive.archive import Archive
from baccarat.archive.parquet import save_archive


def run(*args: object) -> int:
    with pytest.raises(SystemExit) as leaving:
        cli.main(["record", "is-normal", *map(str, args)])
    assert isinstance(leaving.value.code, int)
    return leaving.value.code


@pytest.fixture
def twice(tmp_path: Path) -> Path:
    """An archive in which a shoe comes twice."""
    path = tmp_path / "shoes.parquet"
    save_archive(Archive.of([Record.deal(seed=seed) for seed in (7, 8, 7)]), path)
    return path


def test_a_misfit_is_told_shown_and_written(twice: Path, capsys: Any) -> None:
    page, picture = twice.with_suffix(".html"), twice.with_suffix(".svg")
    assert run(twice, "--html", page, "--plot", picture) == 1
    out, err = capsys.readouterr()
    assert not err
    assert "does not fit fair shoes (equal shoes)" in out
    assert "78 winners in a row" in out
    assert "does not fit fair shoes" in page.read_text("utf-8")
    assert picture.read_text("utf-8").startswith("<svg")
    assert run(twice, "--json") == 1
    answer = json.loads(capsys.readouterr().out)
    (misfit,) = [q for q in answer["questions"] if (q["corrected_float"] or 1) < 0.01]
    assert [place["shoe_number"] for place in misfit["places"]] == [3]


def test_a_strict_level_lets_the_shoes_pass(twice: Path) -> None:
    assert run(twice, "--level", "1e-40") == 0


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        (["none.parquet"], "none.parquet: cannot be read: No such file or directory"),
        (["{}", "--level", "1"], "a level must be between 0 and 1, e.g. 0.01"),
        (["{}", "--html", "{}"], "{}: the command reads this file: name another file for --html"),
        (["{}", "--style", "print"], "--style is for pictures: name the file of a picture, too"),
        (["{}", "--json", "--plot", "-"],
         "--json and --plot - both write to standard output: name a file"),
    ],
)  # fmt: skip
def test_a_bad_call_gets_one_line(
    twice: Path, capsys: Any, given: list[str], complaint: str
) -> None:
    assert run(*(word.format(twice) for word in given)) == 2
    out, err = capsys.readouterr()
    assert (out, err) == ("", f"baccarat: {complaint.format(twice)}\n")


def test_shoes_without_a_picture_are_refused_in_one_line(tmp_path: Path, capsys: Any) -> None:
    path = tmp_path / "one.parquet"
    save_archive(Archive.of([Record.of("B")]), path)
    assert run(path, "--plot", tmp_path / "one.svg") == 2
    assert "too few coups for a picture" in capsys.readouterr().err
    assert run(path, "--html", tmp_path / "one.html") == 0
    chemin = tmp_path / "chemin.parquet"
    save_archive(Archive.of([Record.deal("7-up", seed=1)]), chemin)
    capsys.readouterr()
    assert run(chemin) == 2
    assert "add such shoes" in capsys.readouterr().err


def test_shoes_with_free_decisions_are_left_out(capsys: Any, tmp_path: Path) -> None:
    path = tmp_path / "mixed.parquet"
    shoes = [Record.of("BPT", "chemin-de-fer"), *(Record.deal(seed=seed) for seed in (7, 8, 7))]
    save_archive(Archive.of(shoes), path)
    assert run(path, "--json") == 1
    answer = json.loads(capsys.readouterr().out)
    assert (answer["shoes"], answer["shoes_left_out"]) == (3, 1)
    (places,) = [q["places"] for q in answer["questions"] if q["question"] == "equal shoes"]
    assert [(place["shoe_number"], place["where"]) for place in places] == [(4, "shoe 4, coup 1")]
