"""The tour of the roads: press a mark, and what it compares lights up with a sentence."""

import re
from html import unescape
from typing import TYPE_CHECKING

import pytest
from web.browser import Hall, Visit, until

from baccarat.base.words import LANGUAGES, Words
from baccarat.core.result import parse_results
from baccarat.core.roads import Derived, Scoreboard, compared
from baccarat.drill.road_reasons import ASKED, MARK, OTHER, OWN, reason_of
from baccarat.web.pages.shell import Shell
from baccarat.web.pages.table.roads import draw_roads

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.slow
EN = Words.of("en")
SHOE = "TBBPBBBPPBPPPBTBPBBBBBBBBBPPBPBPBBPPPT"
ROADS = {"big-eye": Derived.BIG_EYE, "small": Derived.SMALL, "cockroach": Derived.COCKROACH}


@pytest.mark.parametrize("road", ROADS)
def test_each_derived_mark_lights_the_columns_that_it_compares(road: str) -> None:
    board = Scoreboard(SHOE)
    places = board.derived[ROADS[road]].places
    assert len(places) > 15
    for number, (place, one) in enumerate(zip(places, compared(board, ROADS[road]), strict=True)):
        reason = reason_of(board, f"{road}:{place[0]}.{place[1]}", EN)
        assert reason is not None
        lit = reason.lit["big"]
        assert {cell for cell, kind in lit.items() if kind == OWN} == set(one.own)
        assert {cell for cell, kind in lit.items() if kind == OTHER} == set(one.other)
        assert reason.lit[road] == {place: MARK}
        assert reason.lit["bead"] == {board.bead[one.coup - 1][0]: OWN}
        assert reason.title == f"{EN(f'road.{road}')}, mark {number + 1}"
        winner = "Banker" if SHOE[one.coup - 1] == "B" else "Player"
        assert reason.said[0] == f"Coup {one.coup}: {winner}."
        assert one.colour.name.lower() in reason.said[1]
        one_, other = len(one.own), len(one.other)
        if one.starts_column:
            assert f"{one_} and {other} deep" in reason.said[1]
        else:
            assert f"mark {one_} of its column" in reason.said[1]
            assert f"is {other} deep" in reason.said[1]


def test_the_arrows_walk_through_all_marks_of_a_road() -> None:
    board = Scoreboard(SHOE)
    for road in ("bead", "big", *ROADS):
        reason = reason_of(board, road, EN)
        walked = list[str]()
        while reason is not None and (not walked or reason.mark != walked[-1]):
            walked.append(reason.mark)
            assert re.fullmatch(ASKED, reason.mark)
            following = reason_of(board, reason.before, EN)
            assert following is not None
            assert reason_of(board, following.after, EN) is not None
            reason = following
        told = board.as_json()["roads"]
        marks = told[road.replace("-", "_")]["marks"]  # type: ignore[index]
        assert walked == [f"{road}:{one['column']}.{one['row']}" for one in reversed(marks)]


def test_marks_of_the_other_roads_are_told_too() -> None:
    def said(results: str, asked: str) -> str:
        reason = reason_of(Scoreboard(results), asked, EN)
        assert reason is not None
        return " ".join(reason.said)

    assert said("TT", "big") == "2 ties, waiting for the first win."
    assert said("TB", "big") == "Coup 2: Banker. The first win begins the road. " + (
        "The slash counts a tie."
    )
    assert "a new column" in said("BP", "big")
    assert "one row down" in said("BB", "big")
    assert "to the right" in said("B" * 7, "big")
    assert said("BBBBBBT", "bead").startswith("Coup 7: Tie. Coup 7 is number 1 of column 2")


def test_where_no_mark_is_nothing_is_told() -> None:
    board = Scoreboard("BP")
    assert reason_of(board, "big-eye", EN) is None
    assert reason_of(board, "big:5.5", EN) is None
    assert reason_of(Scoreboard(), "bead", EN) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_part_speaks_the_language_and_says_what_is_lit(language: str) -> None:
    words = Words.of(language)
    reason = reason_of(Scoreboard(SHOE), "small", words)
    assert reason is not None
    html = unescape(draw_roads(Shell(), parse_results(SHOE), words, "/tables/3/roads", why="small"))
    for line in (reason.title, *reason.said):
        assert line in html
    for kind in (OWN, OTHER, MARK):
        many = sum(list(cells.values()).count(kind) for cells in reason.lit.values())
        assert html.count(f"why-cell {kind}") == many > 0
    if language != "en":
        assert "column" not in " ".join(reason.said)


# In a browser


def press(page: "Page", road: str, column: int, row: int) -> None:
    """Click the middle of a cell."""
    drawn = page.locator(f".road-of-{road} svg.road")
    at = drawn.evaluate(
        """(svg, [column, row]) => {
          const middle = new DOMPoint(column + .5, row + .5).matrixTransform(svg.getScreenCTM());
          return [middle.x, middle.y];
        }""",
        [column, row],
    )
    page.mouse.click(*at)


def lit(page: "Page", road: str, kind: str) -> list[list[int]]:
    found: list[list[int]] = page.locator(f".road-of-{road} .{kind}").evaluate_all(
        "(all) => all.map((one) => [one.x.baseVal.value, one.y.baseVal.value])"
    )
    return found


def test_a_mark_of_a_table_is_pressed(hall: Hall, visit: Visit) -> None:
    table = hall.ready_table(seed=2)
    for _ in range(40):
        hall.table(table).deal(free=True)
    page = visit(f"/tables/{table}")
    results = hall.client.get(f"tables/{table}/roads")["results"]
    board = Scoreboard(results)
    number = len(board.derived[Derived.SMALL].places) // 2
    column, row = board.derived[Derived.SMALL].places[number]
    page.locator(".board").scroll_into_view_if_needed()
    press(page, "small", column, row)
    page.locator(".reason").wait_for()
    one = compared(board, Derived.SMALL)[number]
    assert lit(page, "small", MARK) == [[column, row]]
    assert sorted(lit(page, "big", OWN)) == sorted(map(list, one.own))
    assert sorted(lit(page, "big", OTHER)) == sorted(map(list, one.other))
    reason = reason_of(board, f"small:{column}.{row}", EN)
    assert reason is not None
    assert page.locator(".reason [role=status]").inner_text() == " ".join(
        (f"{reason.title}.", *reason.said)
    )
    press(page, "small", 23, 5)  # where no mark is: the answer goes
    page.locator(".reason").wait_for(state="detached")


def test_by_keys_a_road_is_named_and_its_marks_are_walked_through(visit: Visit) -> None:
    page = visit(f"/roads?results={SHOE}")
    title = "() => document.querySelector('.reason b')?.textContent"
    page.focus(".road-of-cockroach figcaption button")
    page.keyboard.press("Enter")
    places = Scoreboard(SHOE).derived[Derived.COCKROACH].places
    many = len(places)
    road = EN("road.cockroach")
    until(page, f"(text) => ({title})() === text", f"{road}, mark {many}.")
    page.focus("#why-before")
    for number in (many - 1, many - 2):
        page.keyboard.press("Enter")
        until(page, f"(text) => ({title})() === text", f"{road}, mark {number}.")
        assert page.evaluate("() => document.activeElement.id") == "why-before"
    column, row = places[many - 3]
    at = "(mark) => location.search.endsWith(mark) && location.pathname + location.search"
    again = visit(until(page, at, f"why=cockroach:{column}.{row}"))  # it was sent to them
    assert again.locator(".reason b").inner_text() == f"{road}, mark {many - 2}."
    again.focus("#why-close")
    again.keyboard.press("Enter")  # the button goes with its answer, and keys go on
    again.locator(".reason").wait_for(state="detached")
    until(again, "() => document.activeElement.matches('[data-asks]')")
    again.fill("[name=results]", "BBPBBBPPB")
    again.click("[type=submit]")
    assert again.locator(".reason b").inner_text() == f"{EN('road.big-eye')}, mark 6."


def test_a_server_that_is_away_is_missed_and_asked_again(visit: Visit) -> None:
    visit.may_be_away = True
    page = visit("/roads")
    page.route("**/roads/board**", lambda route: route.abort("connectionrefused"))
    page.click("#why-close")
    page.wait_for_selector(".gone")
    page.unroute("**/roads/board**")
    page.locator(".reason").wait_for(state="detached")
    assert page.is_hidden(".gone")


def test_results_that_are_none_are_told_in_one_problem(hall: Hall, visit: Visit) -> None:
    visit.may_lack_key = True  # a refused page is logged as such
    page = visit("/roads?results=BPX")
    assert "X" in page.inner_text("main")
    for wrong in ("why=big-eye:x", "why=tail", "asked=tie", "results=" + "B" * 401):
        answer = page.request.get(f"{hall.url}/roads?{wrong}")
        assert answer.status == 422, wrong
