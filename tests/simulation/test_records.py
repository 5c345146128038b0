"""Single coups in a file: the same that the simulation counts, whole or not there at all."""

import csv
import importlib.util
import json
import os
import signal
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest
from asking import command
from hypothesis import given
from hypothesis import strategies as st
from sample_sizes import examples

from baccarat import Coup, Rules, Tally
from baccarat.base import frames
from baccarat.base.errors import BaccaratError, FileTrouble
from baccarat.base.signals import STOPS
from baccarat.core.games import GAMES, game
from baccarat.core.record import BadRecord, Record, read_results
from baccarat.core.result import LETTERS
from baccarat.core.tableau import PUNTO_BANCO
from baccarat.core.third_card import following, nobody
from baccarat.simulation.engines import cpu
from baccarat.simulation.engines.reference import deal_plan
from baccarat.simulation.plan import Plan
from baccarat.simulation.readers import records
from baccarat.simulation.readers.records import COLUMNS, check_records, write_records
from baccarat.simulation.run import simulate

COMMAND = [sys.executable, "-m", "baccarat", "simulate"]
has_arrow = importlib.util.find_spec("pyarrow") is not None
needs_arrow = pytest.mark.skipif(not has_arrow, reason="Parquet needs pyarrow")


def rows(file: Path) -> list[dict[str, str]]:
    with file.open(newline="", encoding="utf-8") as table:
        return list(csv.DictReader(table))


def tally(found: list[dict[str, str]]) -> Tally:
    coups = [Coup.parse(f"{row['player']} | {row['banker']}").finish() for row in found]
    for row, coup in zip(found, coups, strict=True):
        assert LETTERS[row["winner"]] is coup.winner
        assert int(row["player_total"]) == coup.player.total
        assert int(row["banker_total"]) == coup.banker.total
    return Tally.of((coup.outcome(), 1) for coup in coups)


@pytest.mark.parametrize("asked", [{}, {"coups": 3}, {"fresh": True}])
@pytest.mark.parametrize("name", [game.name for game in GAMES])
def test_the_records_are_the_coups_that_are_counted(
    asked: dict[str, int], name: str, tmp_path: Path
) -> None:
    decide = following(PUNTO_BANCO)
    found = simulate(20, 7, game=name, decide=decide, **asked)  # type: ignore[arg-type]
    file = tmp_path / "coups.csv"
    written = write_records(found.plan, file, decide)
    assert tally(rows(file)).cells == found.tally.cells
    assert (written.coups, written.shoes) == (found.tally.total, 20)


def test_a_record_of_one_shoe_is_another_table_and_says_what_reads_this(tmp_path: Path) -> None:
    plan, file = Plan(2, 7), tmp_path / "coups.csv"
    write_records(plan, file)
    line = "line 1, column 1: a table of many shoes, as simulate --records writes it: "
    with pytest.raises(BadRecord, match=line + "bac.read_results reads it"):
        Record.load(file)
    assert "".join(map(str, read_results(file))) == "".join(row["winner"] for row in rows(file))


@examples(6)
@given(st.integers(0, 2**64 - 1), st.integers(0, 2**64 - 100), st.integers(1, 5) | st.none())
def test_records_of_any_shoes_are_the_coups_that_are_counted(
    seed: int, first: int, coups: int | None
) -> None:
    plan = Plan(10, seed, Rules(decks=6), coups, first)
    dealt = list(deal_plan(plan))
    assert [number for number, _ in dealt] == list(plan.numbers)
    counted = Tally.of((coup.outcome(), 1) for _, shoe in dealt for coup in shoe)
    assert counted.cells == cpu.run(plan).cells


def test_a_file_looks_like_this(tmp_path: Path) -> None:
    file = tmp_path / "coups.CSV"
    write_records(Plan(2, 7, coups=2), file)
    assert file.read_bytes().decode() == (
        "shoe,coup,player,banker,winner,player_total,banker_total\n"
        "0,1,Jd 4d Th,6h Jh,B,4,6\n"
        "0,2,Jc 2d 7d,Jh Th 8h,P,9,8\n"
        "1,1,9c Jd,Qc Ac,P,9,1\n"
        "1,2,Qs As,Qs 8h,B,1,8\n"
    )


def test_a_private_file_stays_private(tmp_path: Path) -> None:
    """While it is written, too; and the draft is never somebody else's file."""
    file, other, modes = tmp_path / "coups.csv", tmp_path / "other", list[int]()
    file.touch(0o600)
    other.write_text("mine")
    (tmp_path / f".coups.csv.{os.getpid()}.part").symlink_to(other)

    def look(*_: object) -> None:
        modes.extend(path.stat().st_mode & 0o777 for path in tmp_path.glob(".coups*"))

    write_records(Plan(2, 7), file, progress=look)
    assert set(modes) == {0o600}
    assert file.stat().st_mode & 0o777 == 0o600
    assert other.read_text() == "mine"


def test_the_limit_ends_it_after_a_whole_shoe(tmp_path: Path) -> None:
    """The first shoes of seed 7 have 78, 81 and 81 coups."""
    lengths = [len(coups) for _, coups in deal_plan(Plan(3, 7))]
    for limit, shoes in ((1, 0), (lengths[0], 1), (sum(lengths) - 1, 2), (sum(lengths), 3)):
        written = write_records(Plan(5, 7), tmp_path / "coups.csv", nobody, limit)
        assert (written.coups, written.shoes) == (sum(lengths[:shoes]), shoes)
        assert len(rows(tmp_path / "coups.csv")) == written.coups


@pytest.mark.slow
def test_memory_does_not_grow_with_the_file(tmp_path: Path) -> None:
    def peak(shoes: int) -> int:
        tracemalloc.start()
        write_records(Plan(shoes, 7), tmp_path / "coups.csv")
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return most

    peak(2)  # what is loaded once
    assert peak(640) < 1.5 * peak(64)


def test_what_was_there_stays_until_all_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "coups.csv"
    file.write_text("old", "utf-8")
    seen = []

    def watch(coups: int, shoes: int) -> None:
        seen.append(file.read_text("utf-8"))
        if shoes == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_records(Plan(5, 7), file, progress=watch)
    assert seen == ["old"] * 3
    assert [path.name for path in tmp_path.iterdir()] == ["coups.csv"]
    write_records(Plan(5, 7), file)
    assert len(rows(file)) == simulate(5, 7).tally.total


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "as_json"), [("csv", True), pytest.param("parquet", False, marks=needs_arrow)]
)
def test_a_full_disk_leaves_the_report_and_one_line(
    kind: str, as_json: bool, tmp_path: Path, on_a_full_disk: Callable[[int], list[str]]
) -> None:
    asked = ["--engine", "reference", "--shoes", "19", "--seed", "7", *["--json"] * as_json]
    done = subprocess.run(
        [*on_a_full_disk(4_000), *COMMAND, *asked, "--records", tmp_path / f"coups.{kind}"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert simulate(19, 7).tally.digest in done.stdout
    if as_json:
        assert json.loads(done.stdout)["records"] is None
    assert done.stderr.count("\n") == 1
    assert f"coups.{kind}: cannot be written: " in done.stderr
    assert "File too large" in done.stderr
    assert "the report stands, but the records are left out" in done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="Windows ends a process in another way")
@pytest.mark.parametrize("sign", STOPS)
def test_whoever_stops_it_is_told_and_finds_no_half_file(
    sign: signal.Signals, tmp_path: Path
) -> None:
    file = tmp_path / "coups.csv"
    process = subprocess.Popen(
        [*COMMAND, "--shoes", "1000000", "--records", str(file)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(sign, signal.SIG_DFL),  # these tests may run under nohup
    )
    while not list(tmp_path.iterdir()):
        time.sleep(0.02)
    time.sleep(0.5)
    process.send_signal(sign)
    told = f"baccarat: {file}: stopped before it was complete: no records are kept\n"
    assert process.communicate(timeout=60) == ("", told)
    assert process.returncode == 128 + sign
    assert list(tmp_path.iterdir()) == []


def test_the_command_says_what_it_wrote(tmp_path: Path) -> None:
    file = tmp_path / "coups.csv"
    done = command("--shoes", "3", "--seed", "7", "--records", str(file), "--json")
    told = json.loads(done.stdout)
    assert told["records"] == {"path": str(file), "coups": told["coups"], "shoes": 3}
    assert tally(rows(file)).cells == tuple(map(int, told["cells"]))
    args = ("--fresh", "9", "--records", str(file), "--records-limit", "5")
    assert "5 coups of 5 shoes are in" in command(*args).stdout
    assert "--records-limit leaves no room for more" in command(*args).stdout


@pytest.mark.parametrize(
    ("args", "complaint"),
    [
        (["--records", "coups.xlsx"], "coups.xlsx: use a name that ends in .csv or .parquet"),
        (["--records", "-"], "-: use a name that ends in .csv or .parquet"),
        (["--records", "/no/such/coups.csv"], "cannot be written: there is no such folder"),
        (["--records", "coups.csv", "--records-limit", "0"], "at least 1 coup, not 0"),
        (["--records-limit", "5"], "--records-limit needs --records"),
    ],
)
def test_bad_input_is_told_in_one_line(args: list[str], complaint: str) -> None:
    done = command("--shoes", "5", *args)
    assert done.returncode == 2
    assert complaint in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_folder_is_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "coups.csv").mkdir()
    with pytest.raises(FileTrouble, match="not a file"):
        write_records(Plan(1), tmp_path / "coups.csv")
    assert list((tmp_path / "coups.csv").iterdir()) == []


def test_without_pyarrow_parquet_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frames, "find_spec", lambda name: None)
    with pytest.raises(BaccaratError, match="pyarrow"):
        check_records("coups.parquet")


@needs_arrow
def test_parquet_holds_the_same_as_csv(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from importlib import import_module

    monkeypatch.setattr(records, "GROUP", 200)
    plan = Plan(10, 7, game("punto-banco", 6).rules)
    write_records(plan, tmp_path / "coups.csv")
    write_records(plan, tmp_path / "coups.parquet")
    table = import_module("pyarrow.parquet").ParquetFile(tmp_path / "coups.parquet")
    assert table.num_row_groups > 1
    found = table.read()
    assert found.column_names == list(COLUMNS)
    told = [{name: str(value) for name, value in row.items()} for row in found.to_pylist()]
    assert told == rows(tmp_path / "coups.csv")
