"""`baccarat roads`, as a user meets it: letters, files and pipes in; text, SVG and JSON out."""

import io
import json
import shlex
from functools import partial
from pathlib import Path
from xml.etree import ElementTree

import asking
import pytest
from drawn_roads import drawn_cells, marks_by_id
from hypothesis import given
from hypothesis import strategies as st

from baccarat.core.record import Record
from baccarat.core.result import parse_results
from baccarat.core.roads import Derived, Scoreboard
from baccarat.render import draw, text

LIVE = "PPBBBBBBBPPPPBPPBPBPBPTTBBTBBBPBPPBP"
DERIVED = {"big_eye": Derived.BIG_EYE, "small": Derived.SMALL, "cockroach": Derived.COCKROACH}
UNKNOWN = ("banker_pairs", "player_pairs", "coups_with_natural")
"""What letters alone do not tell."""


run = partial(asking.run, "roads")
printed = partial(asking.printed, "roads")


def answer(*args: str) -> dict[str, object]:
    value = json.loads(printed(*args, "--json"))
    assert isinstance(value, dict)
    return value


def pipe_in(monkeypatch: pytest.MonkeyPatch, content: bytes) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(content), encoding="utf-8"))


def board_of(letters: str, rows: int = 6) -> Scoreboard:
    return Scoreboard(parse_results(letters), rows)


def test_a_picture_is_what_its_name_promises(tmp_path: Path) -> None:
    pytest.importorskip("resvg_py")
    target = tmp_path / "roads.png"
    printed(LIVE, "--plot", str(target))
    assert target.read_bytes() == draw(board_of(LIVE)).png()


def test_a_record_is_read_as_json_and_not_drawn_over(tmp_path: Path) -> None:
    shoe, link = tmp_path / "keep.json", tmp_path / "link.svg"
    Record.of(LIVE).save(shoe)
    assert printed("--file", str(shoe)) == text(board_of(LIVE), 100)
    link.symlink_to(shoe)
    kept = shoe.read_bytes()
    code, out, err = run("--file", str(shoe), "--plot", str(link))
    assert (code, out) == (2, "")
    assert err == f"baccarat: {shoe}: the command reads this file: name another file for --plot\n"
    assert shoe.read_bytes() == kept


def test_a_tail_stays_or_falls_as_the_house_says(tmp_path: Path) -> None:
    letters, target = "B" * 9 + "P" * 11, tmp_path / "falls.svg"
    falling = Scoreboard(letters, tail="falls")
    assert printed(letters, "--tail", "falls") == text(falling, 100) != text(board_of(letters), 100)
    assert printed(letters, "--tail", "stays") == printed(letters) == text(board_of(letters), 100)
    printed(letters, "--tail", "Falls", "--plot", str(target))
    assert target.read_text() == draw(falling).svg != draw(board_of(letters)).svg
    told = answer(letters, "--tail", "falls")
    assert told == {"version": 1, "command": "roads", **json.loads(json.dumps(falling.as_json()))}
    assert (told["tail"], answer(letters)["tail"]) == ("falls", "stays")


def test_a_tail_that_no_house_has_is_one_line() -> None:
    code, out, err = run("B", "--tail", "sideways")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("baccarat: Invalid value for '--tail': 'sideways' is not one of 'stays'")


def test_letters_become_the_board() -> None:
    assert printed(LIVE) == text(board_of(LIVE), 100)
    assert printed("bpt BB", "--width", "60", "--rows", "4") == text(board_of("BPTBB", 4), 60)


def test_a_file_a_pipe_and_an_argument_say_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "shoe.txt"
    path.write_bytes(b"\xef\xbb\xbfBPT\r\n\r\nBB p\n")
    expected = printed("BPTBBP")
    assert printed("--file", str(path)) == expected
    for args in [(), ("-",), ("--file", "-")]:
        pipe_in(monkeypatch, path.read_bytes())
        assert printed(*args) == expected


def test_a_record_is_known_by_its_bracket(tmp_path: Path) -> None:
    record = pytest.importorskip("baccarat.core.record").Record.deal(seed=7)
    path = tmp_path / "shoe.record"
    path.write_text(f"\n{record}", "utf-8")
    told = answer("--file", str(path))
    assert told["results"] == "".join(entry.result.letter for entry in record.entries)
    roads = told["roads"]
    assert isinstance(roads, dict)
    beads = roads["bead"]["marks"]
    assert all({"banker_pair", "player_pair", "natural"} <= bead.keys() for bead in beads)


def test_a_picture_is_drawn_into_a_file_or_onto_standard_output(tmp_path: Path) -> None:
    target = tmp_path / "roads.svg"
    assert printed(LIVE, "--plot", str(target), "--width", "12") == ""
    assert target.read_text() == draw(board_of(LIVE), 12).svg
    assert printed(LIVE, "--plot", "-") == draw(board_of(LIVE)).svg
    ElementTree.fromstring(target.read_text())


def test_a_picture_and_an_answer_can_come_together(tmp_path: Path) -> None:
    target = tmp_path / "roads.svg"
    assert printed(LIVE, "--plot", str(target), "--ask") == printed(LIVE, "--ask")
    assert target.exists()


def test_asking_is_answered_in_words() -> None:
    assert printed(LIVE, "--ask") == (
        "If Banker wins: big eye boy red, small road blue, cockroach pig red.\n"
        "If Player wins: big eye boy blue, small road red, cockroach pig blue.\n"
        "Red: the columns would repeat each other. Blue: they would not.\n"
        "Nothing in it tells who wins next.\n"
    )
    assert "If Player wins: no mark on a derived road yet.\n" in printed("T", "--ask")


def test_statistics_are_those_of_the_library() -> None:
    stats = pytest.importorskip("baccarat.core.stats").statistics(parse_results(LIVE))
    assert printed(LIVE, "--stats") == "".join(f"{line}\n" for line in stats.lines())
    assert answer(LIVE, "--stats")["statistics"] == json.loads(json.dumps(stats.as_json()))
    assert "statistics" not in answer(LIVE)


@given(st.text("BPT", min_size=1, max_size=60), st.integers(1, 8))
def test_json_tells_every_cell_of_the_scoreboard(letters: str, rows: int) -> None:
    told, board = answer(letters, "--rows", str(rows)), board_of(letters, rows)
    assert (told["coups"], told["results"], told["rows"]) == (len(letters), letters, rows)
    assert told["leading_ties"] == len(board.leading_ties)
    roads, counts = told["roads"], told["counts"]
    assert isinstance(roads, dict)
    assert isinstance(counts, dict)
    assert counts["banker_wins"] == letters.count("B")
    assert counts["player_wins"] == letters.count("P")
    assert counts["ties"] == letters.count("T")
    assert {counts[name] for name in UNKNOWN} == {None}
    assert roads["bead"]["marks"] == [
        {"column": column, "row": row, "winner": str(result.winner or "tie").lower()}
        for (column, row), result in board.bead
    ]
    assert roads["big"]["marks"] == [
        {"column": column, "row": row, "winner": str(result.winner).lower(), "ties": len(ties)}
        for (column, row), result, ties in board.big
    ]
    for name, road in DERIVED.items():
        assert roads[name]["marks"] == [
            {"column": column, "row": row, "colour": colour.name.lower()}
            for (column, row), colour in board.derived[road].marks
        ]
    for road in roads.values():
        assert road["columns"] == len({mark["column"] for mark in road["marks"]})
    asking = told["asking"]
    assert isinstance(asking, dict)
    assert asking.keys() == {"banker", "player"}
    for marks in zip(asking["banker"].values(), asking["player"].values(), strict=True):
        assert {mark["colour"] for mark in marks} in ({None}, {"red", "blue"})


@given(st.integers(0, 5), st.sampled_from(["", "B", "PT", "BBTTP", "PPBTB"]))
def test_ties_before_the_first_win_are_told_one_way(leading: int, rest: str) -> None:
    """On the first cell: in letters, in the picture and in JSON; counted once, asking nothing."""
    letters = "T" * leading + rest
    if not letters:
        return
    on_first = leading + (len(rest) - len(rest[1:].lstrip("T")) - 1 if rest else 0)
    told = answer(letters, "--stats")
    roads, statistics, asking = told["roads"], told["statistics"], told["asking"]
    assert isinstance(roads, dict)
    assert isinstance(statistics, dict)
    big = roads["big"]["marks"]
    assert told["leading_ties"] == (0 if rest else leading)
    assert (big[0]["ties"] if rest else told["leading_ties"]) == on_first
    assert sum(mark["ties"] for mark in big) + told["leading_ties"] == letters.count("T")
    assert statistics["winners"]["tie"]["count"] == letters.count("T")
    if rest:
        assert asking == answer(rest)["asking"]

    board = board_of(letters)
    drawn = ElementTree.fromstring(draw(board, road="big").svg)
    (sheet,) = drawn.iterfind(".//*[@data-road='big']")
    cells = drawn_cells(sheet, marks_by_id(drawn))
    names = cells[0, 0].names if cells else set()
    ties = [int(name.removeprefix("ties-")) for name in names if name.startswith("ties-")]
    assert sum(ties) == min(on_first, 10)
    first_line = text(board).splitlines()[1]
    column = text(board).splitlines()[0].index("Big road")
    assert first_line[column : column + 2].strip() == f"{rest[:1]}{on_first or ''}"
    assert ("before the first win" in text(board)) is (leading > 0)


BAD_INPUT = """
BPX                           => line 1, column 3: not a result: 'X' (expected B, P or T)
'BP TB 9'                     => line 1, column 7: not a result: '9'
1213                          => say what each means, e.g. --codes '1=B 2=P 3=T'
1213 --codes 1=X              => not a code: '1=X'
BP --column Winner            => the results are not from a file: leave --column out
BP --encoding gbk             => the results are not from a file: leave --encoding out
--file letters --encoding xyz => unknown encoding: 'xyz' (expected e.g. gb18030, big5
--file numbers                => numbers: line 2, column 1: not a result: '1' (
龙                            => line 1, column 1: not a result
''                            => no results (expected letters such as BPTBB)
' '                           => no results
BP --file letters             => give a sequence or a file, not both
letters                       => 'letters' is the name of a file: read the file with --file
--file letters                => letters: line 2, column 2: not a result: 'Z'
--file nowhere                => nowhere: cannot be read: No such file
--file .                      => .: cannot be read: Is a directory
--file ''                     => '': cannot be read: Is a directory
--file "a\x00b"               => 'a\\x00b': cannot be read: embedded null byte
--file empty                  => empty: no results
--file binary                 => binary: line 2, column 2: not UTF-8 (
--file binary                 => say which: --encoding 'gb18030', 'big5'
BP --plot nowhere/roads.svg    => nowhere/roads.svg: cannot be written: No such file
BP --plot .                    => .: a drawing is saved as .svg, .png or .pdf
BP --plot roads.txt            => roads.txt: a drawing is saved as .svg, .png or .pdf
BP --plot - --json             => name a file
BP --plot - --ask              => name a file
BP --plot - --stats            => name a file
BP --plot x.svg --width 0      => 1 to 1000 columns wide, not 0
BP --plot x.svg --width 1001   => not 1001
BP --width 23                 => at least 24 columns wide, not 23
BP --width 0                  => at least 24 columns wide, not 0
BP --width wide               => '--width'
BP --rows 0                   => '--rows'
BP --rows 61                  => '--rows'
BP PB                         => extra argument
BP --colour                   => --colour
"""


@pytest.mark.parametrize("line", BAD_INPUT.strip().splitlines())
def test_bad_input_gets_one_clear_line_and_exit_code_two(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("letters").write_text("BPT\nBZ\n")
    Path("numbers").write_text("Winner\n1\n2\n")
    Path("empty").write_text("\n \n")
    Path("binary").write_bytes(b"BPT\nB\xff\n")
    before = sorted(tmp_path.iterdir())
    command, _, complaint = line.partition("=> ")
    code, out, err = run(*shlex.split(command))
    assert (code, out) == (2, "")
    assert err.startswith("baccarat: ")
    assert err.count("\n") == 1
    assert complaint in err
    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"BP\nB?", "standard input: line 2, column 2: not a result: '?'"),
        (b"", "standard input: no results"),
        (b"\x00\x01", "standard input: line 1, column 1: not a result"),
        (b"\xff\xfeB\x00", "standard input: line 1, column 1: not UTF-8"),
    ],
)
def test_bad_pipes_are_refused_alike(
    content: bytes, complaint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pipe_in(monkeypatch, content)
    code, out, err = run()
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert complaint in err


def test_a_broken_record_is_refused_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("baccarat.core.record")
    pipe_in(monkeypatch, b"[nothing of the kind")
    code, out, err = run()
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "standard input: " in err


@given(st.binary(max_size=40))
def test_no_bytes_bring_it_down(content: bytes) -> None:
    with pytest.MonkeyPatch.context() as patch:
        pipe_in(patch, content)
        code, out, err = run()
    assert (code, bool(out), err.count("\n")) in [(0, True, 0), (2, False, 1)]


def test_a_casinos_table_is_drawn_in_its_encoding_with_its_codes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    expected = run("BPPT")
    Path("gbk.csv").write_bytes("时间,结果\n1,庄\n2,闲\n3,闲\n4,和\n".encode("gbk"))
    assert run("--file", "gbk.csv", "--encoding", "gbk") == expected
    Path("codes.csv").write_bytes("局;開獎\n1;1\n2;2\n3;2\n4;3\n".encode("big5"))
    codes = ["--codes", "1=B 2=P 3=T", "--encoding", "big5"]
    assert run("--file", "codes.csv", "--column", "開獎", *codes) == expected
    assert run("1223", *codes[:2]) == expected
    Path("ours.csv").write_text("winner,player_pair\nB,yes\nP,\nP,\nT,\n")
    assert json.loads(run("--file", "ours.csv", "--json")[1])["results"] == "BPPT"


def test_without_results_it_says_what_to_give(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", None)
    code, _, err = run()
    assert code == 2
    assert "give a sequence such as BPTBB, --file FILE, or a pipe" in err


def on_a_terminal(*args: str, **environment: str) -> str:
    code, seen = asking.on_a_terminal("roads", *args, **environment)
    assert code in (0, 2)
    return seen


def test_a_terminal_gets_colour_unless_it_asks_for_none() -> None:
    assert on_a_terminal(LIVE) == text(board_of(LIVE), 80, colour=True)
    plain = text(board_of(LIVE), 80)
    assert on_a_terminal(LIVE, "--plain") == plain
    assert on_a_terminal(LIVE, NO_COLOR="1") == plain
    assert on_a_terminal(LIVE, TERM="dumb") == plain


def test_a_terminal_is_not_read_from() -> None:
    assert "give a sequence such as BPTBB" in on_a_terminal()
