"""Results in the words of a casino, and the files they come in."""

import io
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

import baccarat as bac
from baccarat.record import BadRecord, Format
from baccarat.result import Result, write_results
from baccarat.words import LANGUAGES, catalogue

UNTYPED: Any = bac
WORDS = {
    "B": "b Banker BANKER Bank banco banque 庄 莊 庄家 バンカー banker-wins Banker_Win 庄赢 \uff22",
    "P": "P player punto Ponte joueur 闲 閒 閑 闲家 プレイヤー プレーヤー player-won 闲赢",
    "T": "t Tie ties égalité Egalite 和 和局 タイ 引き分け standoff draw empate",
}


def letters(results: Iterable[Result]) -> str:
    return write_results(results)


# Words.


@pytest.mark.parametrize("letter", WORDS)
def test_the_words_of_casinos_are_read(letter: str) -> None:
    words = WORDS[letter].split()
    assert letters(bac.parse_results(words)) == letter * len(words)
    assert letters(bac.parse_results(" ".join(words))) == letter * len(words)


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_reads_what_it_prints(language: str) -> None:
    texts = catalogue(language)
    printed = [texts[f"bet.{name}"] for name in ("banker", "player", "tie")]
    assert letters(bac.parse_results(printed)) == "BPT"


def test_results_come_as_letters_words_sides_coups_and_themselves() -> None:
    coup = bac.deal("9h 2c Kd 3d")
    mixed: list[Result | bac.Coup | bac.Side | str] = [
        "Banker",
        bac.Side.PLAYER,
        coup,
        Result(None),
    ]
    assert letters(bac.parse_results(mixed)) == "BPPT"
    assert bac.parse_results(mixed)[2] == Result.of(coup)
    assert letters(bac.parse_results("庄庄闲和 B, P;tie")) == "BBPTBPT"
    assert letters(bac.Record.of("BPT").results) == "BPT"


def test_a_word_that_is_none_is_told_with_its_place() -> None:
    with pytest.raises(bac.BadText, match=r"result 2: not a result: 'Bankr' \(expected B, P or T"):
        bac.parse_results(["B", "Bankr"])
    for missing in (None, float("nan"), 3):
        with pytest.raises(bac.BadText, match="result 1: not a result: "):
            UNTYPED.parse_results([missing])


def test_a_winner_is_a_side() -> None:
    with pytest.raises(bac.BadValue, match=r"not 'Banker': Result.parse reads words"):
        UNTYPED.Result("Banker")


def test_statistics_and_boards_take_words_too() -> None:
    words = ["Banker", "Banker", "Tie", "Player"]
    assert bac.statistics(words) == bac.statistics("BBTP") == bac.statistics(map(str.lower, words))
    board = bac.Scoreboard("BBT")
    board.add("punto")
    assert letters(board.results) == letters(bac.Scoreboard(words).results) == "BBTP"
    assert bac.draw(words) == bac.draw(board) == bac.draw("BBTP")


def test_statistics_have_a_row_for_all_that_is_known() -> None:
    rows = {row["name"]: row for row in bac.statistics("BBTP").rows()}
    assert rows.keys() == {"player wins", "banker wins", "tie"}
    assert (rows["banker wins"]["count"], rows["banker wins"]["estimate"]) == (2, 0.5)
    told = bac.statistics("BBTP").winners["banker"].as_json()
    assert rows["banker wins"] == {"name": "banker wins", **told}


# A casino's CSV.

TABLE = "Time,Winner,Shoe\n9:01,Banker,1\n9:02,闲,1\n\n9:03,Tie,1\n"


def test_a_column_of_a_csv_file_is_read_by_its_heading(tmp_path: Path) -> None:
    file = tmp_path / "shoe.csv"
    for delimiter in ",;\t|":
        file.write_text(TABLE.replace(",", delimiter), "utf-8-sig")
        assert letters(bac.read_results(file, column="winner ")) == "BPT"
        assert letters(bac.read_results(str(file))) == "BPT"
        with file.open(encoding="utf-8") as stream:
            assert letters(bac.read_results(stream, "Winner")) == "BPT"


def test_quotes_decimal_commas_and_lonely_columns_are_read() -> None:
    quoted = 'Stake;"Who, in the end";Note\n1,50;"Banker";"a;b"\n2,50;P;"two\nlines"\n'
    assert letters(bac.read_results(io.StringIO(quoted), column="Who, in the end")) == "BP"
    assert letters(bac.read_results(["B\n", "P\n"])) == "BP"
    assert letters(bac.read_results(["Sieger\n", "B\n", "P\n"])) == "BP"


def test_letters_in_a_row_are_no_heading(tmp_path: Path) -> None:
    file = tmp_path / "shoe.bpt"
    for text in ("BPTB\n", "BP\n\nTB\n", "B P T B", "b,p,t,b\n", "庄闲和庄"):
        file.write_text(text, "utf-8")
        assert letters(bac.read_results(file)) == "BPTB"
    assert letters(bac.read_results(["B\n", "P\n"], column="b")) == "P"
    with pytest.raises(BadRecord, match="no column is named"):
        bac.read_results(["B,P", "P,B"])


class Frame:
    """What pandas and others have in common."""

    def __init__(self, **told: list[object]) -> None:
        self.told = told
        self.columns = list(told)

    def __getitem__(self, column: str) -> list[object]:
        return self.told[column]

    def __iter__(self) -> Iterator[str]:
        return iter(self.told)


def test_a_frame_is_read_by_its_column() -> None:
    frame = Frame(B=["x", "y"], Winner=["Banker", "闲"], Bet=["P", "P"])
    assert letters(bac.read_results(frame)) == letters(bac.read_results(frame, "winner")) == "BP"
    assert letters(bac.read_results(frame, column="bet")) == "PP"
    assert letters(bac.read_results(Frame(B=["T"]))) == "T"
    refused: dict[str, Frame] = {
        "no column is named winner or result or outcome: B, P": Frame(B=[], P=[]),
        "no results below the heading winner": Frame(winner=[]),
        "result 2: not a result: nan": Frame(winner=["B", float("nan")]),
    }
    for line, bad in refused.items():
        with pytest.raises(bac.BadText, match=line):
            bac.read_results(bad)


def test_no_name_at_all_says_what_is_wanted() -> None:
    with pytest.raises(bac.BadValue, match="read from a path, a file or lines, not from an empty"):
        bac.read_results("")


BAD_TABLES = {
    "Time,Winner\n": "line 1, column 1: no results below the heading Time, Winner",
    "\nSieger\n\n": "line 2, column 1: no results below the heading Sieger",
    "Winner\nB\nBanana\n": "line 3, column 1: not a result: 'Banana' (expected B, P or T)",
    "Time,Winner\n1,B\n2\n": "line 3, column 2: the row ends before its winner",
    "Time,Winner\n1,B\n2,\n": "line 3, column 2: not a result: ''",
    "Time,Sieger\n1,B\n": "line 1, column 1: no column is named winner or result or",
    "Winner,Result\nB,P\n": "line 1, column 1: more than one column is named winner or",
    "\n \n": "line 1, column 1: an empty table",
    'Winner\n"B': "line 2, column 1: not a table: ",
}


@pytest.mark.parametrize("text", BAD_TABLES)
def test_a_table_that_does_not_read_is_told_with_its_place(text: str) -> None:
    with pytest.raises(BadRecord) as refused:
        bac.read_results(io.StringIO(text))
    assert str(refused.value).startswith(BAD_TABLES[text])
    assert len(str(refused.value)) <= 200


def test_a_table_that_cannot_be_read_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(bac.FileTrouble, match=r"nowhere.csv: cannot be read: No such file"):
        bac.read_results(tmp_path / "nowhere.csv")
    (tmp_path / "old.csv").write_bytes("Winner\n闲家\n".encode("gb18030"))
    with pytest.raises(bac.FileTrouble, match=r"old.csv: line 2, column 1: not UTF-8"):
        bac.read_results(tmp_path / "old.csv")
    with (tmp_path / "old.csv").open(encoding="gb18030") as stream:
        assert letters(bac.read_results(stream)) == "P"


# Records.


def test_a_record_is_saved_and_loaded_and_has_rows(tmp_path: Path) -> None:
    record = bac.Record.deal(seed=7)
    for name in ("shoe.txt", "shoe.csv", "shoe.JSON"):
        record.save(tmp_path / name)
        assert bac.Record.load(tmp_path / name).entries == record.entries
    assert bac.Record.load(tmp_path / "shoe.txt") == record
    assert bac.Record.load(tmp_path / "shoe.JSON") == record
    assert json.loads((tmp_path / "shoe.JSON").read_text())["shoe"]["seed"] == 7
    for kind in Format:
        (tmp_path / "any").write_text(kind.write(record))
        assert letters(bac.Record.load(tmp_path / "any").results) == letters(record.results)
    coups = list(bac.deal_shoe(bac.Rules().shoe(seed=7)))
    rows = record.rows()
    assert [row["player_total"] for row in rows] == [coup.player.total for coup in coups]
    assert [row["winner"] for row in rows] == [str(c.winner or "tie").lower() for c in coups]
    assert (rows[0]["number"], rows[0]["banker"]) == (1, str(coups[0].banker))
    assert bac.Record.of("B").rows()[0]["player"] is None
