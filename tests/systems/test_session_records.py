"""Single sessions in a file: those that the ledger counts."""

import csv
from collections import Counter
from importlib.util import find_spec
from pathlib import Path

import pytest

import baccarat as bac
from baccarat.base.errors import BadSystem, BadValue, FileTrouble
from baccarat.systems.reference_player import play_plan
from baccarat.systems.register import system
from baccarat.systems.session import Session
from baccarat.systems.session_records import COLUMNS, write_sessions
from baccarat.systems.stake import plan_sessions, stake


class Torn(bac.System):
    """Breaks at once."""

    def want(self, state: object) -> bac.Wish:
        return bac.Wish("banker", 0)


def rows(file: Path) -> list[dict[str, str]]:
    with file.open(newline="", encoding="utf-8") as table:
        return list(csv.DictReader(table))


@pytest.mark.parametrize("session", [Session(9, coups=30), Session(9, goal=12)])
def test_a_row_is_a_session_as_the_reference_plays_it(session: Session, tmp_path: Path) -> None:
    file, plan = tmp_path / "sessions.csv", plan_sessions(70, 7, session)
    systems = [system("martingale on random"), system("flat on bb>either-pair,p>banker")]
    written = write_sessions(plan, systems, file)
    found = rows(file)
    assert (written.rows, written.sessions, len(found)) == (140, 70, 140)
    assert list(found[0]) == list(COLUMNS)
    for place, played in enumerate(systems):
        for row, each in zip(found[place::2], play_plan(plan, played), strict=True):
            assert row["system"] == str(played)
            assert int(row["result"]) == each.result
            assert int(row["action"]) == each.action
            assert int(row["coups"]) == len(each.coups)
            assert int(row["drawdown"]) == each.drawdown
            assert int(row["losing_run"]) == each.losing_run
            assert row["end"] == each.end
    assert [int(row["session"]) for row in found[::2]] == list(range(70))


def test_the_rows_are_the_sessions_of_the_ledger(tmp_path: Path) -> None:
    file, session = tmp_path / "sessions.csv", Session(30, coups=60)
    write_sessions(plan_sessions(1_500, 7, session), [system("paroli")], file)
    ledger = stake("paroli", 1_500, 7, session=session).ledger
    assert Counter(int(row["result"]) for row in rows(file)) == ledger.histograms["result"]


@pytest.mark.skipif(find_spec("pyarrow") is None, reason="Parquet needs pyarrow")
def test_parquet_has_the_same_rows(tmp_path: Path) -> None:
    from pyarrow import parquet  # type: ignore[import-untyped,unused-ignore]

    plan, flat = plan_sessions(50, 7, Session(9, coups=30)), [system("flat")]
    write_sessions(plan, flat, tmp_path / "sessions.csv")
    write_sessions(plan, flat, tmp_path / "sessions.parquet")
    table = parquet.read_table(tmp_path / "sessions.parquet").to_pylist()
    plain = rows(tmp_path / "sessions.csv")
    assert [{name: str(cell) for name, cell in row.items()} for row in table] == plain


def test_the_limit_is_rows_and_sessions_are_whole(tmp_path: Path) -> None:
    file, systems = tmp_path / "sessions.csv", [system("flat"), system("paroli")]
    written = write_sessions(plan_sessions(50), systems, file, limit=7)
    assert (written.rows, written.sessions, len(rows(file))) == (6, 3, 6)


def test_one_that_breaks_has_no_rows_and_alone_leaves_no_file(tmp_path: Path) -> None:
    file, plan = tmp_path / "sessions.csv", plan_sessions(5, 7, Session(9, coups=5))
    write_sessions(plan, [Torn(), system("flat")], file)
    assert [row["system"] for row in rows(file)] == ["flat on banker"] * 5
    with pytest.raises(BadSystem, match="torn wants to stake 0"):
        write_sessions(plan, [Torn()], tmp_path / "other.csv")
    assert [each.name for each in tmp_path.iterdir()] == ["sessions.csv"]


def test_a_file_that_cannot_be_is_told_at_once(tmp_path: Path) -> None:
    plan, flat = plan_sessions(5), [system("flat")]
    with pytest.raises(FileTrouble, match=r"a name that ends in \.csv or \.parquet"):
        write_sessions(plan, flat, tmp_path / "sessions.txt")
    with pytest.raises(BadValue, match="at least 1 session"):
        write_sessions(plan, flat, tmp_path / "sessions.csv", limit=0)
    with pytest.raises(FileTrouble, match="cannot be written"):
        write_sessions(plan, flat, tmp_path / "nowhere" / "sessions.csv")
