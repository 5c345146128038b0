"""`baccarat store`: one answer or one clear line."""

import io
import json
import shlex
import shutil
import stat
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest
from checkout import ROOT

from baccarat.cli import main
from baccarat.store import Store

SITTING = ROOT / "tests" / "golden" / "sittings" / "one-act-a-line.jsonl"
Ask = Callable[[str], tuple[int, str, str]]


@pytest.fixture
def ask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ask:
    """Types a command in an empty folder, which is the data directory, too."""
    monkeypatch.setenv("BACCARAT_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)

    def type_in(line: str) -> tuple[int, str, str]:
        out, err = io.StringIO(), io.StringIO()
        with redirect_stdout(out), redirect_stderr(err), pytest.raises(SystemExit) as left:
            main(["store", *shlex.split(line)])
        assert isinstance(left.value.code, int)
        return left.value.code, out.getvalue(), err.getvalue()

    return type_in


def test_a_store_is_filled_checked_backed_up_and_restored(ask: Ask, tmp_path: Path) -> None:
    assert ask(f"import {SITTING}") == (0, f"{SITTING}: table 1\n", "")
    own = tmp_path / "store.sqlite"
    well = f"{own}: 1 table, 0 boards, 216 acts: all is well.\n"
    assert ask("check") == ask("check --store own") == ask(f"check --store {own}") == (0, well, "")
    code, out, _ = ask("backup monday.backup")
    assert (code, "Seeds of shoes are in it: keep it private" in out) == (0, True)
    assert stat.S_IMODE((tmp_path / "monday.backup").stat().st_mode) == 0o600
    assert ask("restore monday.backup --store new.sqlite")[0] == 0
    with Store.open(own) as store, Store.open("new.sqlite") as again:
        assert list(again.commits(1)) == list(store.commits(1))
    assert json.loads(ask("migrate --json")[1])["copy"] is None


def test_the_audit_log_is_shown(ask: Ask, tmp_path: Path) -> None:
    with Store.open() as store:
        store.add_key("Ann", "play", None, "ab")
        store.note_deeds([("2026-01-31T20:00:00.000Z", "key 1, Ann", "opened", "table 1")])
    code, out, _ = ask("audit")
    assert code == 0
    assert [one in out for one in ("a command", "made a key", "key 1, Ann", "opened")] == [True] * 4
    (last,) = json.loads(ask("audit --last 1 --json")[1])["deeds"]
    assert (last["number"], last["who"], last["about"]) == (2, "key 1, Ann", "table 1")


def test_a_file_that_is_no_sitting_keeps_no_other_out(ask: Ask, tmp_path: Path) -> None:
    for name in ("one", "two"):
        shutil.copy(SITTING, tmp_path / name)
    (tmp_path / "bad").write_text("bad\n")
    code, out, err = ask("import one bad two")
    assert (code, out) == (2, "one: table 1\ntwo: table 2\n")
    assert err.startswith("baccarat: bad: act 1: not an act")
    shutil.copy(SITTING, tmp_path / "three")
    told = json.loads(ask("import one two three --json")[1])
    assert told["imported"] == [{"path": "three", "number": 3}]
    assert len(told["troubles"]) == 2


def test_what_is_wrong_in_a_store_is_told_line_by_line(ask: Ask, tmp_path: Path) -> None:
    ask(f"import {SITTING}")
    with Store.open() as store:
        from sqlalchemy import text

        broken = text("UPDATE coups SET letter = 'X' WHERE place = 1 AND shoe = 1")
        store.database.change(lambda connection: connection.execute(broken) and None)
    code, out, err = ask("check")
    assert (code, out) == (1, "")
    assert "table 1: coup" in err
    assert "does not follow from its acts" in err
    assert json.loads(ask("check --json")[1])["troubles"]


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("check", "store.sqlite: there is no store"),
        ("backup x", "store.sqlite: there is no store"),
        ("migrate --store none.sqlite", "none.sqlite: there is no store"),
        ("prune --before monday", "not a day: 'monday' (expected e.g. 2026-01-31)"),
        ("restore none.backup", "none.backup: cannot be read: No such file or directory"),
        (f"restore {SITTING}", "one-act-a-line.jsonl: not a backup of a store"),
        ("import none.jsonl", "none.jsonl: cannot be read: No such file or directory"),
        ("check --store ftp://there", "expected a file, or postgresql://NAME@HOST/DATABASE"),
        ("check --store postgresql://me:pw@/no?host=/no", "the database does not answer"),
        ("check --store 'postgresql:///no?password=pw&host=/no'", "database does not answer"),
    ],
)
def test_trouble_is_one_line(ask: Ask, line: str, complaint: str) -> None:
    code, out, err = ask(line)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert complaint in err
    assert "pw" not in err


def test_nothing_is_written_over(ask: Ask, tmp_path: Path) -> None:
    ask(f"import {SITTING}")
    ask("backup monday.backup")
    before = (tmp_path / "monday.backup").read_bytes()
    assert "this file already exists" in ask("backup monday.backup")[2]
    assert "this file already exists" in ask("backup store.sqlite")[2]
    for folder in (".", "/", "''"):
        assert "this file already exists" in ask(f"backup {folder}")[2]
    assert "cannot be written: File name too long" in ask(f"backup {'x' * 300}")[2]
    assert "it is not empty: restore into a new store" in ask("restore monday.backup")[2]
    assert "in the store already, as table 1" in ask(f"import {SITTING}")[2]
    assert (tmp_path / "monday.backup").read_bytes() == before
    assert ask("check")[0] == 0
