"""Every mark is drawn once, in its place and colour; scrolling hides columns and changes nothing.

`PYTHONPATH=tests python tests/render/test_render.py` draws the pictures of the docs again.
"""

import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from checkout import ROOT
from drawn_roads import ROOM, DrawnCell, drawn_cells, marks_by_id
from hypothesis import given
from hypothesis import strategies as st

from baccarat.base.errors import BaccaratError, FileTrouble
from baccarat.base.words import LANGUAGES, Words
from baccarat.core.coup import Side
from baccarat.core.result import Known, Result, parse_results
from baccarat.core.roads import Colour, GridPlace, Scoreboard, Tail
from baccarat.core.roads.result_counts import count
from baccarat.core.rules import Rules, deal_shoe
from baccarat.render import Drawing, draw, text
from baccarat.render.road_marks import DERIVED, TITLES
from baccarat.render.road_words import road_in_words

STATIC = ROOT / "docs" / "_static"
RED, BLUE, GREEN = "#d3122f", "#1746b8", "#12803c"
FILLS = {Side.BANKER: RED, Side.PLAYER: BLUE, None: GREEN}
STROKES = {Colour.RED: RED, Colour.BLUE: BLUE}
TAGS = {Colour.RED: "circle", Colour.BLUE: "rect"}
CELLS = {"bead": 24, "big": 24, "big-eye": 12, "small": 12, "cockroach": 12}

# One real display of 36 coups, read off a live-dealer table: positions and colours as facts.
# Source: github.com/d4dariuss/baccarat_vision_v2.0 at 1db880a4.
LIVE = "PPBBBBBBBPPPPBPPBPBPBPTTBBTBBBPBPPBP"


def dealt(seed: int) -> list[Result]:
    rules = Rules()
    return [Result.of(coup) for coup in deal_shoe(rules.shoe(seed), rules)]


def board_of(letters: str, rows: int = 6, tail: str = "stays") -> Scoreboard:
    return Scoreboard(parse_results(letters), rows, tail)


SHOE = dealt(4)
TAILS = "BBBBBBBBBPPPPPPPPPPPB"
PICTURES = {
    "roads": draw(Scoreboard(SHOE)),
    "narrow": draw(Scoreboard(SHOE), width=16),
    "bead-plate": draw(Scoreboard(SHOE[:18]), road="bead"),
    "big-road": draw(board_of("TBBPPPTTBPBB"), road="big"),
    "dragon-tail": draw(board_of("PBBBBBBBBBPPPPPPPB"), road="big"),
    "tail-stays": draw(board_of(TAILS), road="big"),
    "tail-falls": draw(board_of(TAILS, tail="falls"), road="big"),
    "compare-big-road": draw(board_of("BBPBBBPPB"), road="big"),
    "compare-big-eye": draw(board_of("BBPBBBPPB"), road="big-eye"),
}

pairs = st.builds(Known, is_pair=st.sampled_from([None, True, False]))
naturals = st.builds(Known, st.integers(0, 9), st.sampled_from([2, 3]))
results = st.builds(
    Result, st.sampled_from([Side.BANKER, Side.PLAYER, None]), pairs, pairs | naturals
)
boards = st.builds(
    Scoreboard,
    st.one_of(st.text("BPT", max_size=90).map(parse_results), st.lists(results, max_size=40)),
    st.integers(1, 8),
    st.sampled_from(Tail),
)


def parsed(drawing: Drawing) -> ElementTree.Element:
    return ElementTree.fromstring(drawing.svg)


def sheet_of(drawing: Drawing, road: str) -> ElementTree.Element:
    (sheet,) = parsed(drawing).iterfind(f".//{ROOM}svg[@data-road='{road}']")
    return sheet


def cells(drawing: Drawing, road: str) -> tuple[int, dict[GridPlace, DrawnCell]]:
    """The first column shown, and every cell that has a mark; each cell is as large as it says."""
    sheet = sheet_of(drawing, road)
    first, top, columns, rows = map(int, sheet.attrib["viewBox"].split())
    assert top == 0
    assert int(sheet.attrib["width"]) == columns * CELLS[road]
    assert int(sheet.attrib["height"]) == rows * CELLS[road]
    found = drawn_cells(sheet, marks_by_id(parsed(drawing)))
    assert all(first <= column < first + columns and row < rows for column, row in found)
    return first, found


def columns_of(drawing: Drawing, road: str) -> int:
    return int(sheet_of(drawing, road).attrib["viewBox"].split()[2])


def details(result: Result) -> set[str]:
    has = {
        "natural": result.has_natural,
        "banker-pair": result.banker.is_pair,
        "player-pair": result.player.is_pair,
    }
    return {name for name, truth in has.items() if truth}


def assert_dots(cell: DrawnCell) -> None:
    """Banker's dot is red at the top left, Player's blue at the bottom right."""
    if "banker-pair" in cell.names:
        _, dot = cell.shape("banker-pair")
        assert (dot["fill"], float(dot["cx"]) < 10, float(dot["cy"]) < 10) == (RED, True, True)
    if "player-pair" in cell.names:
        _, dot = cell.shape("player-pair")
        assert (dot["fill"], float(dot["x"]) > 10, float(dot["y"]) > 10) == (BLUE, True, True)


def assert_shows(drawing: Drawing, board: Scoreboard, road: str) -> None:
    """All marks of the columns that are shown, and nothing else."""
    first, found = cells(drawing, road)
    if road == "bead":
        beads = {place: result for place, result in board.bead if place[0] >= first}
        assert found.keys() == beads.keys()
        for place, result in beads.items():
            name = f"bead-{str(result.winner or 'tie').lower()}"
            assert found[place].names == {name, *details(result)}
            assert found[place].shape(name)[1]["fill"] == FILLS[result.winner]
            assert found[place].words == [result.letter]
            assert_dots(found[place])
    elif road == "big":
        marks = [mark for mark in board.big if mark.place[0] >= first]
        if board.big:
            assert found.keys() == {mark.place for mark in marks}
        for mark in marks:
            cell = found[mark.place]
            name = f"big-{str(mark.result.winner).lower()}"
            _, ring = cell.shape(name)
            assert ("fill" in ring, ring["stroke"]) == (False, FILLS[mark.result.winner])
            assert_ties(cell, len(mark.ties), {name, *details(mark.result)})
            assert_dots(cell)
    else:
        colours = dict(board.derived[DERIVED[road]].marks)
        colours = {place: colour for place, colour in colours.items() if place[0] >= first}
        assert found.keys() == colours.keys()
        for place, colour in colours.items():
            assert_derived(found[place], road, colour)


def assert_ties(cell: DrawnCell, ties: int, others: set[str]) -> None:
    """A slash for ties, and their number where there are several."""
    shown = {f"ties-{min(ties, 10)}"} if ties else set()
    assert cell.names == others | shown
    assert cell.words == ([str(ties) if ties < 10 else "9+"] if ties > 1 else [])
    for name in shown:
        assert cell.shape(name)[1]["stroke"] == GREEN


def assert_derived(cell: DrawnCell, road: str, colour: Colour) -> None:
    """A ring, a disc or a slash; Player's colour is drawn with squares whose corners are round."""
    (name,) = cell.names
    assert name == f"{road}-{colour.name.lower()}"
    tag, mark = cell.shape(name)
    assert tag == ("path" if road == "cockroach" else TAGS[colour])
    if road == "small":
        assert (mark["fill"], "stroke" in mark) == (STROKES[colour], False)
    else:
        assert ("fill" in mark, mark["stroke"]) == (False, STROKES[colour])
    if tag == "rect":
        assert 2 * float(mark["rx"]) == float(mark["width"]) == float(mark["height"])


def test_a_whole_shoe_is_drawn_mark_by_mark() -> None:
    board = Scoreboard(SHOE)
    drawing = draw(board)
    for road in TITLES:
        assert cells(drawing, road)[0] == 0
        assert_shows(drawing, board, road)
    numbers = count(SHOE)
    assert numbers == (40, 32, 9, 4, 3, 28)
    assert None not in numbers


@given(boards, st.none() | st.integers(1, 60), st.none() | st.sampled_from(list(TITLES)))
def test_any_board_is_drawn_at_any_width(
    board: Scoreboard, width: int | None, road: str | None
) -> None:
    drawing = draw(board, width, road)
    for shown in [road] if road else TITLES:
        assert_shows(drawing, board, shown)
        if width is None:
            assert cells(drawing, shown)[0] == 0
    assert drawing == draw(board, width, road)


@pytest.mark.slow
@given(boards, st.integers(24, 140), st.booleans())
def test_any_board_is_written_at_any_width(board: Scoreboard, columns: int, colour: bool) -> None:
    written = text(board, columns, colour)
    bare = re.sub(r"\x1b\[[0-9;]*m", "", written)
    assert (bare != written) <= colour
    assert max(map(len, bare.splitlines())) <= columns
    if not colour:
        assert bare.isascii()
    assert all(title in bare for title in TITLES.values())


def test_scrolling_shows_the_last_columns_only() -> None:
    board = board_of(LIVE)
    drawing = draw(board, width=10)
    first, found = cells(drawing, "big")
    assert first == 7
    assert {column for column, _ in found} == set(range(7, 17))
    for road, columns in {"big": 10, "big-eye": 20, "small": 10, "cockroach": 10}.items():
        assert columns_of(drawing, road) == columns
        assert_shows(drawing, board, road)
    assert cells(drawing, "big-eye")[0] == 0
    assert cells(drawing, "small")[0] == 5
    assert cells(drawing, "cockroach")[0] == 2


def test_a_wide_board_has_room_to_spare() -> None:
    assert columns_of(draw(board_of("BP"), width=40), "big") == 40
    assert columns_of(draw(board_of("BP"), width=40), "bead") == 13


def test_ties_before_any_win_wait_on_the_first_cell() -> None:
    waiting = cells(draw(board_of("TTT")), "big")[1]
    assert waiting.keys() == {(0, 0)}
    assert_ties(waiting[0, 0], 3, set())
    joined = cells(draw(board_of("TTBT")), "big")[1]
    assert_ties(joined[0, 0], 3, {"big-banker"})


@pytest.mark.parametrize(
    ("letters", "banker", "player"),
    [
        ("", [None, None, None], [None, None, None]),
        ("BP", ["red", None, None], ["blue", None, None]),
        (LIVE, ["red", "blue", "red"], ["blue", "red", "blue"]),
    ],
)
def test_the_asking_stands_beside_the_roads(
    letters: str, banker: list[str | None], player: list[str | None]
) -> None:
    panel = parsed(draw(board_of(letters)))
    for side, marks in {"banker": banker, "player": player}.items():
        (asked,) = panel.iterfind(f".//{ROOM}g[@data-ask='{side}']")
        named = [mark.get("marker-mid", "none").rstrip(")").rpartition("-")[2] for mark in asked]
        assert [None if name == "none" else name for name in named] == marks
        told = [
            f"{TITLES[key]} {mark or 'no mark'}" for key, mark in zip(DERIVED, marks, strict=True)
        ]
        assert asked.get("aria-label") == f"If {side.title()} wins next: {', '.join(told)}."


def test_counts_leave_out_what_is_not_known() -> None:
    def shown(results: list[Result]) -> list[str | None]:
        panel = parsed(draw(Scoreboard(results))).find(f".//{ROOM}g[@data-panel='counts']")
        assert panel is not None
        return [
            words.text for words in panel.iterfind(f".//{ROOM}g[@text-anchor='end']/{ROOM}text")
        ]

    assert shown(parse_results("BBPT")) == ["2", "1", "1", "–", "–", "–", "4"]
    assert shown(SHOE) == ["40", "32", "9", "4", "3", "28", "81"]


@pytest.mark.parametrize("drawing", PICTURES.values(), ids=PICTURES.keys())
def test_a_picture_keeps_to_itself(drawing: Drawing) -> None:
    """No scripts, styles or addresses, so that it may stand anywhere; and it has a name."""
    root = parsed(drawing)
    assert {part.tag.removeprefix(ROOM) for part in root.iter()} <= {
        *("svg", "title", "g", "rect", "path", "circle", "text", "defs", "marker")
    }
    names = {name for part in root.iter() for name in part.attrib}
    assert not [name for name in names if name in {"style", "href"} or name[:2] == "on"]
    assert drawing.svg.count("://") == 1
    assert drawing.svg.isascii()
    assert root.get("role") == "group"
    assert root[0].tag == f"{ROOM}title"
    assert root.get("aria-label") == root[0].text
    used = set(re.findall(r"url\(#([\w-]+)\)", drawing.svg))
    assert set(marks_by_id(root)) == used


def test_drawings_of_one_page_share_no_names() -> None:
    """Else a mark in one of them would vanish when the other is hidden."""
    names = [set(marks_by_id(parsed(drawing))) for drawing in PICTURES.values()]
    assert sum(map(len, names)) == len(set().union(*names))


def test_a_full_board_takes_15_kb_in_every_language() -> None:
    """The longest of 3000 shoes, boards that are wide and dense, every coup with all marks."""
    longest = dealt(1996)
    assert len(longest) == 87
    pair, natural = Known(is_pair=True), Known(total=9, cards=2, is_pair=True)
    rich = [Result(winner, pair, natural) for winner in (Side.BANKER, None, Side.BANKER)] * 28
    boards = [Scoreboard(longest), Scoreboard(rich), board_of("BP" * 46), board_of("BBPTBPTT" * 11)]
    for board in boards:
        for language in LANGUAGES:
            assert len(draw(board, language=language).svg.encode()) <= 15_000


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_board_speaks_its_language(language: str) -> None:
    """Every word on it is of the catalogue, and every road is told in words."""
    words, board = Words.of(language), Scoreboard(SHOE)
    root = parsed(draw(board, language=language))
    said = {
        words(key)
        for key, text in words.texts.items()
        if key.split(".")[0] in ("bet", "road", "mark") and "{" not in text
    }
    titles = [part for part in root.iter() if part.tag in (f"{ROOM}title", f"{ROOM}text")][1:]
    free = {*map(str, range(200)), *(words("mark.ties", count=ties) for ties in range(1, 10))}
    assert {part.text for part in titles} <= said | free
    for road in TITLES:
        sheet = root.find(f".//{ROOM}svg[@data-road='{road}']")
        assert sheet is not None
        assert sheet.get("aria-label") == road_in_words(board, road, words)


@pytest.mark.parametrize("name", PICTURES)
def test_the_pictures_of_the_docs_are_drawn_by_this_code(name: str) -> None:
    assert (STATIC / f"{name}.svg").read_bytes() == PICTURES[name].svg.encode(), (
        "run `PYTHONPATH=tests python tests/render/test_render.py` and look at the pictures"
    )


def test_every_picture_of_the_docs_is_shown() -> None:
    page = (STATIC.parent / "roads.md").read_text("utf-8")
    assert set(re.findall(r"_static/([a-z-]+)\.svg", page)) == set(PICTURES)


@pytest.mark.parametrize("width", [0, -1, 1001])
def test_an_impossible_width_is_refused(width: int) -> None:
    with pytest.raises(BaccaratError, match="1 to 1000 columns"):
        draw(board_of("B"), width)


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: draw(board_of("B"), road="bigeye"), "unknown road: 'bigeye'"),
        (lambda: text(board_of("B"), 23), "at least 24 columns wide, not 23"),
    ],
)
def test_what_cannot_be_drawn_is_refused_in_one_line(call: Callable[[], object], says: str) -> None:
    with pytest.raises(BaccaratError, match=says):
        call()


def test_a_drawing_is_shown_printed_and_saved(tmp_path: Path) -> None:
    drawing = draw(board_of(LIVE))
    shown: Any = drawing
    assert shown._repr_svg_() == str(drawing) == drawing.svg
    assert len(repr(drawing)) < 80
    target = tmp_path / "roads.svg"
    target.write_text("an older picture, longer than nothing")
    drawing.save(target)
    assert target.read_text() == drawing.svg
    assert [path.name for path in tmp_path.iterdir()] == ["roads.svg"]


def test_saving_through_a_link_keeps_the_link(tmp_path: Path) -> None:
    (tmp_path / "link.svg").symlink_to(tmp_path / "real.svg")
    draw(board_of("B")).save(tmp_path / "link.svg")
    assert (tmp_path / "link.svg").is_symlink()
    assert (tmp_path / "real.svg").read_text() == draw(board_of("B")).svg


def test_nothing_half_written_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "roads.svg"
    target.write_text("old")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(FileTrouble, match=r"roads.svg: cannot be written: No space"):
        draw(board_of("B")).save(target)
    assert target.read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["roads.svg"]


def test_a_device_is_written_to_and_not_replaced() -> None:
    null = Path("/dev/null")
    if not null.exists():
        pytest.skip("no /dev/null here")
    draw(board_of("B")).save(null)
    assert not null.is_file()


def test_the_live_display_is_written_as_on_the_wall() -> None:
    """The whole board by hand, from the display's cells."""
    assert text(board_of(LIVE), 100) == (
        """\
Bead plate     Big road                             Big eye boy    Small road        Cockroach pig
P B P B B P    P B P B P B P B P B P2B P B P B P    rbrbrbrbrbrb   rbrbrbrbrbrbrbr   brbrbrbrbrbr
P B B P B B    P B P   P             B1    P          r rbr rb b      b    r r  b      b  r r r
B B P B T P      B P                 B                r rbr r  b           r r  b         r r r
B P P P B P      B P                 B                r  br                r
B P B T B B      B                   B                   br
B P P T B P      B B

36 coups          Asking         B P
Banker       18   Big eye boy    r b
Player       15   Small road     b r
Tie           3   Cockroach pig  r b

B Banker, P Player, T tie; a number counts the ties that followed a win.
r red: the shoe repeats itself; b blue: it does not.
"""
    )


def test_a_narrow_terminal_scrolls_and_stacks() -> None:
    lines = text(board_of(LIVE), 24).splitlines()
    assert max(map(len, lines)) <= 24
    start = lines.index("Big road")
    assert lines[start + 1 : start + 7] == [
        "B P B P B P2B P B P B P",
        "            B1    P",
        "            B",
        "            B",
        "            B",
        "",
    ]


def test_pairs_and_naturals_are_written_where_a_board_has_its_marks() -> None:
    both = Known(is_pair=True), Known(is_pair=True)
    natural = Result(Side.BANKER, Known(total=3, cards=3), Known(total=9, cards=2))
    shown = [Result(None, *both), natural, Result(Side.PLAYER, Known(is_pair=True))]
    lines = text(Scoreboard(shown, rows=3), 80).splitlines()
    assert [line[:4].rstrip() for line in lines[1:4]] == ["'T.", " B *", " P."]
    assert "'B Banker pair, B. Player pair, B* natural" in text(Scoreboard(shown), 80)


def test_colour_gives_each_mark_its_shape_and_ink() -> None:
    written = text(board_of(LIVE), 100, colour=True)
    marks = Counter(re.findall(r"\x1b\[38;5;(196|33)m([○●/])\x1b\[0m", written))
    board = board_of(LIVE)
    for key, shape in {"big-eye": "○", "small": "●", "cockroach": "/"}.items():
        colours = Counter(board.derived[DERIVED[key]].colours)
        # One more of each: the two answers of the asking are always opposite.
        assert marks["196", shape] == colours[Colour.RED] + 1
        assert marks["33", shape] == colours[Colour.BLUE] + 1


def test_more_ties_than_a_digit_can_count() -> None:
    assert text(board_of("B" + "T" * 9), 80).splitlines()[1].split()[2] == "B9"
    assert "B+" in text(board_of("B" + "T" * 10), 80)


if __name__ == "__main__":
    STATIC.mkdir(exist_ok=True)
    for name, drawing in PICTURES.items():
        drawing.save(STATIC / f"{name}.svg")
