"""`baccarat record` as a user meets it: check, convert, replay; good files and bad ones."""

import contextlib
import io
import json
import os
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from recorded import HEADER, SOUND

from baccarat import cli
from baccarat.core.fair import Fair
from baccarat.core.record import Record
from baccarat.core.record.reading_json import HEAD


@pytest.fixture
def sound(tmp_path: Path) -> Path:
    path = tmp_path / "sound.shoe"
    path.write_text(SOUND, "utf-8")
    return path


def run(*args: object, given: bytes = b"") -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    stdin, sys.stdin = sys.stdin, io.TextIOWrapper(io.BytesIO(given))
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            cli.main(["record", *map(str, args)])
    except SystemExit as leaving:
        code = leaving.code
    finally:
        sys.stdin = stdin
    assert isinstance(code, int)
    return code, out.getvalue(), err.getvalue()


def test_check_sums_a_record_up(sound: Path) -> None:
    assert run("check", sound) == (
        0,
        "punto-banco, 8 decks, 4 coups (Player 1, Banker 1, tie 2)\n",
        "",
    )
    code, out, err = run("check", sound, "--json")
    assert (code, err) == (0, "")
    assert json.loads(out)["results"] == "TPBT"
    assert run("check", "-", given=SOUND.encode())[0] == 0


def test_convert_keeps_the_file_that_it_reads(sound: Path) -> None:
    code, out, err = run("convert", sound, "--to", "bpt", "--out", sound)
    assert (code, out) == (2, "")
    assert err == f"baccarat: {sound}: the command reads this file: name another file for --out\n"
    assert sound.read_text("utf-8") == SOUND
    assert run("convert", "-", "--to", "bpt", "--out", "-", given=b"BP") == (0, "BP\n", "")


def test_check_deals_a_seeded_shoe_again(tmp_path: Path) -> None:
    path = tmp_path / "seed.shoe"
    record = Record.deal(seed=7)
    path.write_text(str(record), "utf-8")
    code, out, _ = run("check", path)
    assert code == 0
    assert out.endswith("; just as seed 7, shoe 0 deals it\n")
    path.write_text(str(replace(record, number=1, burn_card=None)), "utf-8")
    code, out, err = run("check", path)
    assert (code, out) == (1, "")
    assert "differs from the shoe that its seeds deal: coup 1: " in err
    assert err.count("\n") == 1
    code, out, err = run("check", path, "--json")
    assert (code, err) == (1, "")
    assert json.loads(out)["difference"].startswith("coup 1: ")


def test_check_tells_of_a_forged_commitment(tmp_path: Path) -> None:
    path = tmp_path / "fair.shoe"
    fair = Fair.promise("ab" * 32).with_guest("me")
    record = Record.deal(fair=fair)
    path.write_text(str(record), "utf-8")
    assert run("check", path)[:2][0] == 0
    path.write_text(str(replace(record, fair=replace(fair, commitment="00" * 32))), "utf-8")
    code, _, err = run("check", path)
    assert code == 1
    assert "committed" in err
    path.write_text(str(replace(record, fair=fair.public)), "utf-8")
    code, out, _ = run("check", path)
    assert code == 0
    assert "not revealed" in out


def test_check_tells_what_it_repaired(sound: Path) -> None:
    sound.write_text(SOUND.replace("end 4\n", ""), "utf-8")
    code, _, err = run("check", sound)
    assert code == 2
    assert err.startswith(f"baccarat: {sound}: line 13, column 1: the record is cut short")
    code, out, err = run("check", sound, "--lenient")
    assert code == 0
    assert "4 coups" in out
    assert err.startswith("repaired: line 13, column 1: ")
    assert len(json.loads(run("check", sound, "--lenient", "--json")[1])["repairs"]) == 1


BAD_FILES = [
    (b"[Baccarat \"1\"]\n\xff", "line 2, column 1: not UTF-8"),
    ("[Note \"é".encode() + b"\xe9\"]", "line 1, column 9: not UTF-8"),
    (b"BPX", "line 1, column 3: not a result: 'X'"),
    (b"B\nX", "line 2, column 1: not a result: 'X'"),
    (b"winner,coup\nB,2\n", "line 2, column 2: coup: expected 1"),
    (b"\x00\x00", "line 1, column 1: expected"),
    (b"", "line 1, column 1: expected"),
]  # fmt: skip


@pytest.mark.parametrize(("data", "words"), BAD_FILES)
def test_a_bad_file_is_told_in_one_line(tmp_path: Path, data: bytes, words: str) -> None:
    path = tmp_path / "bad.shoe"
    path.write_bytes(data)
    for command in (["check"], ["replay"], ["convert", "--to", "bpt"]):
        code, out, err = run(*command, path)
        assert (code, out) == (2, "")
        assert err.startswith(f"baccarat: {path}: {words}")
        assert err.count("\n") == 1


def test_a_casinos_table_is_converted_in_its_encoding_with_its_codes(tmp_path: Path) -> None:
    path = tmp_path / "casino.csv"
    path.write_bytes("局,結果\n1,1\n2,2\n".encode("big5"))
    asked = [path, "--encoding", "big5", "--codes", "1=B 2=P"]
    assert run("convert", *asked, "--to", "bpt") == (0, "BP\n", "")
    for command in (["check"], ["replay"]):
        code, out, _ = run(*command, *asked)
        assert (code, "2 coups (Player 1, Banker 1, tie 0)" in out) == (0, True)
        code, _, err = run(*command, path, "--encoding", "big5")
        assert (code, err.count("\n")) == (2, 1)
        assert err.endswith("say what each means, e.g. --codes '1=B 2=P')\n")
        assert "say which: --encoding 'gb18030', 'big5'" in run(*command, path)[2]
    path.write_text("1 2 1\n")
    assert run("convert", *asked[:1], *asked[3:], "--to", "bpt") == (0, "BPB\n", "")


def test_a_file_that_cannot_be_read_is_told_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for file in (tmp_path / "none.shoe", tmp_path, "a\0b"):
        code, _, err = run("check", file)
        assert code == 2
        assert "cannot be read" in err
        assert err.count("\n") == 1
    monkeypatch.setattr("baccarat.base.paths.MOST_BYTES", 10)
    code, _, err = run("check", "-", given=SOUND.encode())
    assert code == 2
    assert "larger than the limit of" in err


def test_convert_goes_there_and_back(sound: Path, tmp_path: Path) -> None:
    assert run("convert", sound, "--to", "bpt") == (0, "TPBT\n", "")
    assert run("convert", sound, "--to", "shoe") == (0, SOUND, "")
    code, table, _ = run("convert", sound, "--to", "csv")
    assert code == 0
    out = tmp_path / "table.csv"
    assert run("convert", sound, "--to", "csv", "--out", out) == (0, "", "")
    assert out.read_text("utf-8") == table
    back = run("convert", out, "--to", "shoe")[1]
    assert Record.parse(back).entries == Record.parse(SOUND).entries
    said = json.loads(run("convert", sound, "--to", "json")[1])
    assert said == {**HEAD, **Record.parse(SOUND).as_json()}
    six = run("convert", "-", "--to", "shoe", "--game", "ez", "--decks", "6", given=b"BPT")[1]
    assert (Record.parse(six).game, Record.parse(six).rules.decks) == ("ez", 6)
    out.write_text(json.dumps(said), "utf-8")
    for origin in ([], ["--from", "json"]):
        assert run("convert", out, *origin, "--to", "shoe") == (0, SOUND, "")
    assert run("check", out)[0] == 0
    code, _, err = run("convert", sound, "--from", "json", "--to", "shoe")
    assert (code, "not JSON" in err) == (2, True)
    code, _, err = run("convert", sound, "--from", "bpt", "--to", "shoe")
    assert (code, "not a result" in err) == (2, True)


def test_convert_replaces_a_file_whole_or_not_at_all(
    sound: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out.bpt"
    out.write_text("before")
    out.chmod(0o640)

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    code, _, err = run("convert", sound, "--to", "bpt", "--out", out)
    assert (code, err.count("\n")) == (2, 1)
    assert "No space left on device" in err
    assert out.read_text() == "before"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out.bpt", "sound.shoe"]
    monkeypatch.undo()
    assert run("convert", sound, "--to", "bpt", "--out", out)[0] == 0
    assert (out.read_text(), out.stat().st_mode & 0o777) == ("TPBT\n", 0o640)
    code, _, err = run("convert", sound, "--to", "bpt", "--out", tmp_path / "none" / "x")
    assert (code, "cannot be written: No such file" in err) == (2, True)


def test_replay_shows_the_coups_as_deal_does(sound: Path) -> None:
    code, out, _ = run("replay", sound, "--explain")
    assert code == 0
    assert out.splitlines() == [
        "punto-banco, 8 decks, 4 coups (Player 1, Banker 1, tie 2)",
        "5♦ is turned up and 5 are burned.",
        "  1  Player K♥ 5♣ 8♥  3  Banker 9♦ 4♠     3  tie",
        "     Player has 5 and draws 8♥: Player draws on 0–5.",
        "     Banker has 3 and stands: with 3, Banker draws against a third card of 0–7 or 9.",
        "  2  Player 9♥ K♦     9  Banker 2♣ 3♦     5  Player",
        "     Player has a natural 9: no third card is drawn.",
        "     player: 20 wins 20 (win)",
        "     banker: 100 lost",
        "     lucky-6: 5 lost",
        "  3  Player           4  Banker           7  Banker",
        "  4  Player           ?  Banker           ?  tie",
    ]
    code, out, _ = run("replay", sound, "--from", "2", "--upto", "2", "--json")
    assert code == 0
    (coup,) = json.loads(out)["entries"]
    assert (coup["number"], coup["won"]) == (2, -85)
    assert run("replay", sound, "--from", "0")[0] == 2


def test_wagers_that_cannot_be_settled_are_told(sound: Path) -> None:
    coups = (
        "1. 9 0 | 2 3  P 9-5 {player-pair=5}\n2. B {tie=5}\n3. 9 0 | 2 3  P 9-5 {zzz=5}\nend 3\n"
    )
    sound.write_text(f"{HEADER}\n{coups}", "utf-8")
    code, out, _ = run("replay", sound)
    assert code == 0
    assert out.count("not settled") == 3
    coup = json.loads(run("replay", sound, "--upto", "1", "--json")[1])["entries"][0]
    assert "needs the ranks of the coup" in coup["not_settled"]


def test_help_has_an_example_for_each() -> None:
    for command in ("check", "convert", "replay"):
        code, out, _ = run(command, "--help")
        assert code == 0
        assert f"Example: baccarat record {command}" in " ".join(out.split())
