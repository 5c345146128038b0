"""Results in the words of a casino, and the files they come in."""

import io
import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

import baccarat as bac
from baccarat.base.words import LANGUAGES, catalogue
from baccarat.core.record import BadRecord, Format, read_csv, write_csv
from baccarat.core.result import Result, write_results

UNTYPED: Any = bac
WORDS = {
    "B": "b Banker BANKER Bank banco banque 庄 莊 庄家 バンカー banker-wins Banker_Win 庄赢 \uff22 "
    "뱅커 red Rouge 红 紅",
    "P": "P player punto Ponte joueur 闲 閒 閑 闲家 プレイヤー プレーヤー player-won 闲赢 "
    "플레이어 Blue bleu 蓝 藍",
    "T": "t Tie ties égalité Egalite 和 和局 タイ 引き分け standoff draw empate "
    "타이 무승부 green vert 绿 綠",
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


@pytest.mark.parametrize(
    ("call", "error", "says"),
    [
        (
            lambda: bac.parse_results(["B", "Bankr"]),
            bac.BadText,
            r"result 2: not a result: 'Bankr' \(expected B, P or T",
        ),
        (lambda: UNTYPED.parse_results([None]), bac.BadText, "result 1: not a result: "),
        (lambda: UNTYPED.parse_results([float("nan")]), bac.BadText, "result 1: not a result: "),
        (lambda: UNTYPED.parse_results([3]), bac.BadText, "result 1: not a result: "),
        (
            lambda: UNTYPED.Result("Banker"),
            bac.BadValue,
            r"not 'Banker': to read words, use Result.parse",
        ),
        (
            lambda: bac.read_results(""),
            bac.BadValue,
            "read from a path, a file or lines, not from an empty",
        ),
    ],
)
def test_what_is_no_result_is_refused_in_one_line(
    call: Callable[[], object], error: type[Exception], says: str
) -> None:
    with pytest.raises(error, match=says):
        call()


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


@pytest.mark.parametrize("heading", ["结果", "結果", "勝負", "Résultat", "RESULTAT", "결과"])
def test_headings_of_other_languages_are_known(heading: str) -> None:
    assert letters(bac.read_results([f"时间;{heading}", "9:01;庄", "9:02;闲"])) == "BP"
    columns: dict[str, list[object]] = {"x": ["P"], heading: ["庄"]}
    assert letters(bac.read_results(Frame(**columns))) == "B"


ENCODED = {"gbk": "时间,结果\n9:01,庄\n9:02,闲\n9:03,和\n", "big5": "局,結果\n1,莊\n2,閒\n3,和\n"}


@pytest.mark.parametrize("encoding", ENCODED)
def test_a_file_is_read_in_the_encoding_that_is_said(encoding: str, tmp_path: Path) -> None:
    file = tmp_path / "shoe.csv"
    file.write_bytes(ENCODED[encoding].encode(encoding))
    assert letters(bac.read_results(file, encoding=encoding.upper())) == "BPT"
    assert letters(bac.Record.load(file, encoding=encoding).results) == "BPT"
    for read in (bac.read_results, bac.Record.load):
        with pytest.raises(bac.FileTrouble, match=r"line 1, column \d: not UTF-8 \(.*encoding='"):
            read(file)


def test_an_encoding_that_does_not_fit_is_told_in_one_line(tmp_path: Path) -> None:
    file = tmp_path / "shoe.csv"
    file.write_bytes("Winner\nB\n閒\n".encode("big5"))
    with pytest.raises(bac.FileTrouble) as refused:
        bac.read_results(file, encoding="ascii")
    expected = r"shoe.csv: line 3, column 1: not ASCII (if it is in another encoding, say which: "
    assert expected in str(refused.value)
    file.write_bytes("Winner\nB\n".encode("utf-16"))
    with pytest.raises(bac.FileTrouble, match=r"not UTF-8 .*say encoding='utf-16'"):
        bac.read_results(file)
    for unknown in ("gbkk", "", "hex", "a\0b", "undefined", "idna"):
        with pytest.raises(bac.BadText, match=r"^unknown encoding: .* \(expected e.g. gb18030,"):
            bac.read_results(file, encoding=unknown)
    for no_name in (5, b"gbk", ["gbk"]):
        for read in (UNTYPED.read_results, UNTYPED.Record.load):
            with pytest.raises(
                bac.BadValue, match=r"an encoding must be given by its name, e\.g\. 'gbk'"
            ):
                read(file, encoding=no_name)
    with pytest.raises(
        bac.BadValue,
        match="only a file has an encoding: give the path of the file, or leave the encoding out",
    ):
        bac.read_results(["B"], encoding="gbk")


# A casino's own codes.


def test_numbers_are_never_read_by_guess_and_the_codes_to_write_are_shown() -> None:
    table = ["时间,结果", "9:01,1", "9:02,2", "9:03,0"]
    with pytest.raises(BadRecord) as refused:
        bac.read_results(table)
    assert str(refused.value) == (
        "line 2, column 2: not a result: '1' (expected B, P or T; if numbers stand for them, "
        "say what each means, e.g. codes='0=B 1=P 2=T' of parse_results)"
    )
    assert letters(bac.read_results(table, codes="1=B 2=P 0=T")) == "BPT"
    assert letters(bac.read_results(table, codes={1: "庄", "2": "Player", 0: "tie"})) == "BPT"
    with pytest.raises(BadRecord, match=r"line 4, column 2: not a result: '0'"):
        bac.read_results(table, codes="1=B 2=P")
    for lonely in (["1", "2", "1"], ["结果", "1", "2", "1"], ["121"], ["1 2 1"]):
        assert letters(bac.read_results(lonely, codes="1=B, 2=P")) == "BPB"
        with pytest.raises(bac.BadText, match=r"e\.g\. codes='1="):
            bac.read_results(lonely)


@pytest.mark.parametrize("numbers", ["-1 0 1", "1.0 2.0 3.0", "+1 +2 +3"])
def test_numbers_with_a_sign_or_a_point_show_the_codes_that_read_them(numbers: str) -> None:
    table = ["时间,结果", *(f"9:01,{number}" for number in numbers.split())]
    with pytest.raises(bac.BadText) as refusal:
        bac.read_results(table)
    shown = str(refusal.value).partition("codes='")[2].partition("'")[0]
    assert [code.partition("=")[0] for code in shown.split()] == numbers.split()
    assert letters(bac.read_results(table, codes=shown)) == "BPT"
    lonely = numbers.split()
    assert letters(bac.read_results(lonely, codes=shown)) == "BPT"
    with pytest.raises(bac.BadText, match="line 1, column 1: not a result"):
        bac.read_results(lonely, codes=shown.partition(" ")[2])  # the first is no heading


def test_codes_are_read_in_frames_and_lists_too() -> None:
    numbers: list[object] = [1, 2.0, "\uff13"]
    for codes in ("1=B 2=P 3=T", {1: "B", 2: "P", 3: "T"}):
        assert letters(bac.read_results(Frame(winner=numbers), codes=codes)) == "BPT"
    assert letters(bac.parse_results([3, 1], codes="1=B 3=T")) == "TB"
    assert letters(bac.parse_results("R r s", codes="r=Banker s=Player")) == "BBP"
    with pytest.raises(bac.BadText, match=r"result 1: not a result: 7 .*codes='1=B 2=P 3=T'"):
        UNTYPED.parse_results([7, 7])
    with pytest.raises(bac.BadText, match=r"result 1: not a result: nan \(expected B, P or T\)"):
        bac.read_results(Frame(winner=[float("nan")]), codes="1=B")


BAD_CODES: dict[str, object] = {
    "not a code: '2' (expected e.g. '1=B 2=P 3=T')": "1=B 2",
    "not a code: '2=X' (expected ": {"1": "B", 2: "X"},
    "not a code: 'B' (expected ": "=B",
    "the code '1' has two meanings": "1=B 1=P",
    "no codes (expected e.g. '1=B 2=P 3=T')": " ",
    "codes are e.g. '1=B 2=P 3=T', not 3": 3,
}


@pytest.mark.parametrize("line", BAD_CODES)
def test_codes_that_do_not_read_are_told(line: str) -> None:
    with pytest.raises((bac.BadText, bac.BadValue)) as refused:
        UNTYPED.read_results(["winner", "1"], codes=BAD_CODES[line])
    assert str(refused.value).startswith(line)


def test_a_record_of_a_casinos_table_has_its_winners(tmp_path: Path) -> None:
    file = tmp_path / "shoe.csv"
    file.write_text("Table;Résultat\n1;1\n1;2\n", "utf-8")
    record = bac.Record.load(file, codes="1=B 2=P")
    assert record == bac.Record.of("BP")
    for kind in (Format.SHOE, Format.JSON):
        with pytest.raises(bac.BadText, match="codes can be given only for tables and for letters"):
            kind.read(kind.write(record), codes="1=B")
    ours = write_csv(record).replace(",B,", ",1,")
    assert read_csv(ours, codes="1=B").entries == record.entries


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
    arrow = pytest.importorskip("pyarrow").table({"x": ["y", "z"], "Winner": ["Banker", "闲"]})
    assert letters(bac.read_results(arrow)) == letters(bac.parse_results(arrow["Winner"])) == "BP"
    assert bac.statistics(arrow["Winner"]) == bac.statistics("BP")
    with pytest.raises(bac.BadValue, match="this is a table: read its column"):
        bac.statistics(arrow)
    refused: dict[str, Frame] = {
        "no column is named winner or result or outcome: B, P": Frame(B=[], P=[]),
        "no results below the heading winner": Frame(winner=[]),
        "result 2: not a result: nan": Frame(winner=["B", float("nan")]),
    }
    for line, bad in refused.items():
        with pytest.raises(bac.BadText, match=line):
            bac.read_results(bad)


BAD_TABLES = {
    "Time,Winner\n": "line 1, column 1: no results below the heading Time, Winner",
    "\nSieger\n\n": "line 2, column 1: no results below the heading Sieger",
    "Winner\nB\nBanana\n": "line 3, column 1: not a result: 'Banana' (expected B, P or T)",
    "Time,Winner\n1,B\n2\n": "line 3, column 2: the row ends before the column of winners",
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


def test_who_cannot_say_codes_is_told_who_can() -> None:
    with pytest.raises(bac.BadText, match="codes='1=B 2=P' of parse_results") as refusal:
        bac.statistics([1, 2])  # type: ignore[list-item]
    codes = str(refusal.value).partition("codes='")[2].partition("'")[0]
    assert bac.statistics(bac.parse_results([1, 2], codes=codes)).coups == 2
