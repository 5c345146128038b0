"""Roads for pages: every mark where the library puts it, every column in words, no style inside."""

import re
from itertools import groupby
from xml.etree import ElementTree

import pytest
from checkout import ROOT
from chromium import open_page
from drawn_roads import DrawnCell, drawn_cells, marks_by_id
from hypothesis import given
from hypothesis import strategies as st

from baccarat.base.errors import BaccaratError
from baccarat.base.words import LANGUAGES, Words
from baccarat.core.coup import Side
from baccarat.core.result import Known, Result, parse_results
from baccarat.core.roads import Colour, GridPlace, Scoreboard, Tail
from baccarat.core.rules import Rules, deal_shoe
from baccarat.render.page_roads import mark_sheet, page_asking, page_mark, page_road
from baccarat.render.road_marks import DERIVED, TITLES
from baccarat.render.road_words import road_in_words

CSS = ROOT / "src" / "baccarat" / "web" / "pages" / "static" / "drawing.css"
EN = Words.of("en")
RULES = Rules()
SHOE = [Result.of(coup) for coup in deal_shoe(RULES.shoe(4), RULES)]

hands = st.builds(Known, is_pair=st.sampled_from([None, True, False]))
results = st.builds(Result, st.sampled_from([Side.BANKER, Side.PLAYER, None]), hands, hands)
boards = st.builds(
    Scoreboard,
    st.one_of(st.text("BPT", max_size=90).map(parse_results), st.lists(results, max_size=40)),
    st.integers(1, 8),
    st.sampled_from(Tail),
)
keys = st.sampled_from(list(TITLES))


def read(road: str) -> tuple[ElementTree.Element, dict[GridPlace, DrawnCell]]:
    """A road with its cells, by the sheet of its page."""
    element = ElementTree.fromstring(road)
    sheet = ElementTree.fromstring(mark_sheet(EN))
    return element, drawn_cells(element, marks_by_id(sheet))


def expected(board: Scoreboard, key: str) -> dict[GridPlace, str]:
    """The name of the first mark of each cell, as the library tells it."""
    if key == "bead":
        return {place: f"bead-{str(won.winner or 'tie').lower()}" for place, won in board.bead}
    if key == "big":
        if board.leading_ties:
            return {(0, 0): f"ties-{min(len(board.leading_ties), 10)}"}
        return {mark.place: f"big-{str(mark.result.winner).lower()}" for mark in board.big}
    marks = board.derived[DERIVED[key]].marks
    return {place: f"{key}-{colour.name.lower()}" for place, colour in marks}


@given(boards, keys, st.none() | st.integers(1, 60))
def test_every_mark_stands_where_the_library_puts_it(
    board: Scoreboard, key: str, columns: int | None
) -> None:
    element, cells = read(page_road(board, key, EN, columns))
    all_marks = expected(board, key)
    first, _, shown, rows = map(int, element.attrib["viewBox"].split())
    used = 1 + max((column for column, _ in all_marks), default=-1)
    assert element.attrib["data-used"] == str(used)
    assert element.attrib["data-cols"] == str(shown)
    assert element.attrib["data-first"] == str(first)
    assert rows == board.rows
    assert shown == columns or columns is None
    assert first == max(0, used + 1 - shown)  # one column is free for the next mark
    kept = {place: name for place, name in all_marks.items() if place[0] >= first}
    assert cells.keys() == kept.keys()
    for place, name in kept.items():
        assert name in cells[place].names
    if key == "big":
        for mark in board.big:
            if mark.place[0] >= first:
                ties = {name for name in cells[mark.place].names if name.startswith("ties")}
                assert ties == ({f"ties-{min(len(mark.ties), 10)}"} if mark.ties else set())


@given(boards, keys)
def test_the_last_coup_is_new_and_nothing_else_is(board: Scoreboard, key: str) -> None:
    _, cells = read(page_road(board, key, EN))
    new = {
        (place, name)
        for place, cell in cells.items()
        for name, kind in cell.classes.items()
        if kind == "new"
    }
    if not board.results:
        assert not new
        return
    _, before = read(page_road(Scoreboard(board.results[:-1], board.rows, board.tail), key, EN))
    old = {(place, name) for place, cell in before.items() for name in cell.names}
    now = {(place, name) for place, cell in cells.items() for name in cell.names}
    assert new == now - old


@given(boards, keys, st.sampled_from(Side))
def test_asking_puts_into_a_road_what_a_win_would_add(
    board: Scoreboard, key: str, side: Side
) -> None:
    element, cells = read(page_road(board, key, EN, asked=side))
    after = Scoreboard([*board.results, Result(side)], board.rows, board.tail)
    told = expected(after, key)
    added = {place: name for place, name in told.items() if place not in expected(board, key)}
    asked = {place for place, cell in cells.items() if "asked" in cell.classes.values()}
    if not board.leading_ties or key != "big":  # there the first win comes to its ties
        assert asked == added.keys()
        assert all(cells[place].classes[name] == "asked" for place, name in added.items())
    lit = {
        (int(cell.attrib["x"]), int(cell.attrib["y"]))
        for cell in element.iter("rect")
        if cell.get("class") == "asked-cell"
    }
    assert lit == asked
    assert element.attrib["aria-label"] == road_in_words(board, key, EN)


def columns_read(told: str, title: str) -> list[str]:
    start = f"{title} by columns: "
    assert told.startswith(start)
    assert told.endswith(".")
    return told.removeprefix(start).removesuffix(".").split(", ")


@given(boards)
def test_the_words_of_the_big_road_are_its_columns(board: Scoreboard) -> None:
    told = road_in_words(board, "big", EN)
    wins = [(result, index) for index, result in enumerate(board.results) if result.winner]
    if not board.results:
        assert told == "Big road: no marks yet."
    elif not wins:
        count = len(board.results)
        ties = "a tie" if count == 1 else f"{count} ties"
        assert told == f"Big road by columns: {ties} before the first win."
    else:
        streaks: list[list[int]] = []  # of each streak its wins and its ties
        last = None
        for result in board.results:
            if result.winner and result.winner is not last:
                streaks.append([0, 0])
                last = result.winner
            if streaks:
                streaks[-1][result.winner is None] += 1
        streaks[0][1] += wins[0][1]
        names = [str(won.winner) for won, _ in wins]
        sides = [name for name, _ in groupby(names)]
        told_ties = {0: "", 1: " with a tie"}
        parts = [
            f"{side} {count}{told_ties.get(ties, f' with {ties} ties')}"
            for side, (count, ties) in zip(sides, streaks, strict=True)
        ]
        assert columns_read(told, "Big road") == parts


@given(boards, st.sampled_from(list(DERIVED)))
def test_the_words_of_a_derived_road_are_its_columns(board: Scoreboard, key: str) -> None:
    told = road_in_words(board, key, EN)
    colours = board.derived[DERIVED[key]].colours
    if not colours:
        assert told == f"{TITLES[key]}: no marks yet."
        return
    runs = [f"{colour.name.lower()} {len(list(run))}" for colour, run in groupby(colours)]
    assert columns_read(told, TITLES[key]) == runs


def test_the_words_of_the_bead_plate_are_its_beads() -> None:
    pair = Known(is_pair=True)
    shown = [
        Result(Side.BANKER),
        Result(None, pair, pair),
        Result(Side.PLAYER, Known(total=9, cards=2)),
        Result(Side.BANKER, Known(), pair),
    ]
    told = road_in_words(Scoreboard(shown, rows=3), "bead", EN)
    assert told == (
        "Bead plate by columns: B, T (Banker pair, Player pair), P (natural); B (Banker pair)."
    )


@pytest.mark.parametrize(
    ("language", "columns"),
    [
        ("en", ["Player 1", "Banker 2 with a tie", "Player 3"]),
        ("fr", ["Punto 1", "Banco 2 avec une égalité", "Punto 3"]),
        ("ja", ["プレイヤー1", "バンカー2(タイ1回)", "プレイヤー3"]),
        ("zh-hans", ["闲1", "庄2(和1次)", "闲3"]),
        ("zh-hant", ["閒1", "莊2(和1次)", "閒3"]),
    ],
)
def test_a_road_can_be_listened_to_in_every_language(language: str, columns: list[str]) -> None:
    words = Words.of(language)
    told = road_in_words(Scoreboard("PBBTPPP"), "big", words)
    assert told.startswith(words("road.big"))
    assert (", " if language in ("en", "fr") else "、").join(columns) in told


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sheet_titles_every_mark_in_its_language(language: str) -> None:
    words = Words.of(language)
    marks = marks_by_id(ElementTree.fromstring(mark_sheet(words)))
    titles = {name: mark[0].text for name, mark in marks.items()}
    assert len(titles) == 3 + 2 + 10 + 3 + 6
    assert titles["mark-bead-banker"] == titles["mark-big-banker"] == words.bet("banker")
    assert titles["mark-banker-pair"] == words.bet("banker-pair")
    assert titles["mark-natural"] == words("mark.natural")
    assert titles["mark-ties-2"] == words("mark.ties", count=2)
    for key in DERIVED:
        for colour in Colour:
            name = f"mark-{key}-{colour.name.lower()}"
            assert titles[name] == words(f"mark.{colour.name.lower()}")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_roads_of_a_full_page_take_15_kb_with_their_sheet(language: str) -> None:
    words, board = Words.of(language), Scoreboard(SHOE)
    roads = [page_road(board, key, words) for key in TITLES]
    assert sum(len(road.encode()) for road in roads) <= 9_000
    assert len("".join([mark_sheet(words), *roads]).encode()) <= 15_000


@pytest.mark.parametrize("letters", ["", "BP", "PPBBBBBBBPPPPBPPBPBPBPTTBBTBBBPBPPBP"])
def test_the_buttons_of_the_asking_show_what_the_library_tells(letters: str) -> None:
    board = Scoreboard(letters)
    asking = page_asking(board, EN)
    assert [one.asked for one in asking] == ["Banker?", "Player?"]
    for one in asking:
        told = board.ask(one.side)
        shown = re.findall(r"url\(#mark-([\w-]+)\)|(–)", one.marks)
        names = [None if dash else name for name, dash in shown]
        assert names == [
            None if colour is None else f"{key}-{colour.name.lower()}"
            for key, colour in zip(DERIVED, told, strict=True)
        ]
        for key, colour in zip(DERIVED, told, strict=True):
            assert (
                f"{TITLES[key]} {'no mark' if colour is None else colour.name.lower()}" in one.said
            )


def test_nothing_for_a_page_brings_its_own_style() -> None:
    board = Scoreboard(SHOE)
    parts = [mark_sheet(EN), page_mark("natural"), page_mark("natural", "natural")]
    parts += [page_road(board, key, EN, asked=Side.PLAYER) for key in TITLES]
    for part in parts:
        root = ElementTree.fromstring(part)
        assert not [name for one in root.iter() for name in one.attrib if name in ("style", "href")]
        assert not [one for one in root.iter() if one.tag in ("style", "script")]


def test_the_style_sheet_knows_every_class_of_the_marks() -> None:
    board = Scoreboard(SHOE)
    drawn = mark_sheet(EN) + page_road(board, "big", EN, asked=Side.BANKER)
    classes = set(" ".join(re.findall(r'class="([^"]+)"', drawn)).split())
    known = set(re.findall(r"\.([a-z][\w-]*)", CSS.read_text("utf-8")))
    # Upright slashes and roads by name are as they are drawn; a page may want to know them.
    assert classes - known == {"slash-b", "slash-t", "road-big"}


@pytest.mark.parametrize(
    ("key", "columns", "complaint"),
    [("bigeye", 12, "unknown road: 'bigeye'"), ("big", 0, "1 to 1000 columns wide, not 0")],
)
def test_a_road_that_cannot_be_drawn_is_refused(key: str, columns: int, complaint: str) -> None:
    with pytest.raises(BaccaratError, match=complaint):
        page_road(Scoreboard("B"), key, EN, columns)


@pytest.mark.slow
def test_a_theme_colours_and_shapes_the_marks() -> None:
    """In a browser: hues and corners by the page's root, and a mark is seen where it stands."""
    board = Scoreboard("PB")
    html = f"<!doctype html><body>{mark_sheet(EN)}{page_road(board, 'big', EN, 2)}"
    look = """marks => {
        document.documentElement.dataset.marks = marks;
        const style = getComputedStyle(document.querySelector("#mark-big-player rect"));
        return [style.stroke, style.rx];
    }"""
    with open_page() as page:
        page.set_content(html)
        page.add_style_tag(content=CSS.read_text("utf-8") + "svg.road { width: 300px; }")
        assert page.evaluate(look, "classic") == ["rgb(28, 83, 196)", "12px"]
        round_ring = page.locator("svg.road").screenshot(animations="disabled")
        assert page.evaluate(look, "shapes") == ["rgb(11, 98, 168)", "1.5px"]
        assert page.locator("svg.road").screenshot(animations="disabled") != round_ring
        page.set_content(html.replace(mark_sheet(EN), ""))
        page.add_style_tag(content=CSS.read_text("utf-8") + "svg.road { width: 300px; }")
        assert page.locator("svg.road").screenshot(animations="disabled") != round_ring
