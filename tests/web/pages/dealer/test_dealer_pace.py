"""Nothing that a dealer enters is lost or doubled: at any pace, with a server that comes and goes.

Keys and clicks say when they happened, so a test on a slow machine enters the same.
"""

import random
from typing import TYPE_CHECKING, Any

import pytest
from web.browser import Hall, Visit, until

from baccarat.client import BoardClient

if TYPE_CHECKING:
    from playwright.sync_api import Dialog, Page, Route

pytestmark = pytest.mark.slow
ENTERS = """([lines, seconds]) => {
  const line = document.querySelector("#typed");
  const at = performance.now() - 1000 * seconds * lines.length;
  const happens = (where, event, n) => {
    Object.defineProperty(event, "timeStamp", { value: at + 1000 * seconds * n });
    where.dispatchEvent(event);
  };
  const how = { bubbles: true, cancelable: true };
  lines.forEach((text, n) => {
    for (const piece of text.startsWith("tap ") ? text.split(" ").slice(1) : []) {
      const button = document.querySelector(`[data-pad]:not([hidden]) [data-piece="${piece}"]`);
      happens(button, new PointerEvent("click", how), n);
      happens(document.querySelector("[data-do=take]"), new PointerEvent("click", how), n + .3);
      return;
    }
    line.value = text;
    happens(line, new KeyboardEvent("keydown", { key: "Enter", ...how }), n);
  });
}"""
"""Types each line with Enter, or taps a piece and Enter, so many seconds after the one before."""


@pytest.fixture
def board(hall: Hall) -> BoardClient:
    return hall.client.open_board("Table 3")


def open_desk(visit: Visit, board: BoardClient) -> "Page":
    page = visit(f"/boards/{board.number}/dealer", width=1024, height=768)
    until(page, "() => document.querySelector('#go').textContent.includes('1')")
    return page


def enter(page: "Page", lines: list[str], seconds: float) -> None:
    page.evaluate(ENTERS, [lines, seconds])


def settled(page: "Page", coups: int) -> None:
    """Wait until the list has so many coups, and nothing waits any more."""
    until(page, "many => document.querySelectorAll('[data-coup]').length === many", coups)
    until(page, "() => document.querySelector('#queued').hidden")


def letters(board: BoardClient) -> str:
    return str(board.view()["letters"])


def text_of(page: "Page", selector: str) -> str:
    """What a line says; nothing if it is not shown."""
    line = page.locator(selector)
    return line.inner_text() if line.is_visible() else ""


def results(many: int) -> list[str]:
    """As real shoes have them: a third of all results is the one before again."""
    return random.Random(5).choices("bpt", (46, 44, 10), k=many)


def taps(lines: list[str]) -> list[str]:
    return [f"tap {line.upper()}" for line in lines]


SIXTY = [*results(30), *taps(results(30))]
PACES: list[Any] = [
    (SIXTY, 1 / 3),
    *[
        pytest.param(*case, marks=pytest.mark.long)
        for case in [
            (results(60), 1 / 3),
            (taps(results(60)), 1 / 3),
            (results(40), 0.32),
            *[(["b"] * 12, seconds) for seconds in (0.02, 0.5, 0.8, 1.2)],
            *[(["tap B"] * 12, seconds) for seconds in (0.5, 0.8, 1.2)],
        ]
    ],
]


@pytest.mark.parametrize(("lines", "seconds"), PACES)
def test_all_results_are_written_in_their_order(
    visit: Visit, board: BoardClient, lines: list[str], seconds: float
) -> None:
    page = open_desk(visit, board)
    enter(page, lines, seconds)
    settled(page, len(lines))
    assert letters(board) == "".join(line[-1].upper() for line in lines)


@pytest.mark.long
def test_sixty_results_come_in_twenty_seconds_by_real_keys(
    visit: Visit, board: BoardClient
) -> None:
    page = open_desk(visit, board)
    typed = results(60)
    for letter in typed:
        page.keyboard.press(letter)
        page.keyboard.press("Enter")
        page.wait_for_timeout(320)
    settled(page, len(typed))
    assert letters(board) == "".join(typed).upper()


def test_before_the_script_has_come_nothing_can_be_typed(visit: Visit, board: BoardClient) -> None:
    """Its Enter would be lost, and the next result written together with it: `bp` is one coup."""
    page = open_desk(visit, board)
    page.route("**/dealer*.js", lambda route: route.fulfill(content_type="text/javascript"))
    page.reload()
    page.keyboard.press("b")
    assert page.locator("#typed").evaluate("line => line === document.activeElement")
    assert page.input_value("#typed") == ""


@pytest.mark.long
def test_a_line_that_does_not_read_is_told_while_others_are_written(
    visit: Visit, board: BoardClient
) -> None:
    page = open_desk(visit, board)
    enter(page, ["b", "xq", "p"], 1 / 3)
    settled(page, 2)
    assert letters(board) == "BP"
    assert "not a card or a result: xq" in text_of(page, ".objection")


def test_a_possible_double_is_written_and_marked_and_one_key_takes_it_back(
    visit: Visit, board: BoardClient
) -> None:
    page = open_desk(visit, board)
    enter(page, ["p", "b", "b"], 0.7)
    settled(page, 3)
    assert letters(board) == "PBB"
    until(page, "() => !document.querySelector('#doubled').hidden")
    assert "Coup 3 came quickly, with the same result" in text_of(page, "#doubled")
    assert "press U to take coup 3 back" in text_of(page, "#doubled")
    marked = "() => [...document.querySelectorAll('.doubled')].map((one) => one.dataset.coup)"
    assert page.evaluate(marked) == ["3"]
    page.keyboard.press("u")
    settled(page, 2)
    assert letters(board) == "PB"
    assert text_of(page, "#doubled") == ""
    enter(page, ["b", "b"], 1.6)  # slower: two coups
    settled(page, 4)
    assert text_of(page, "#doubled") == ""


def test_a_card_that_a_reader_stutters_counts_once_and_a_line_stays(
    visit: Visit, board: BoardClient
) -> None:
    page = open_desk(visit, board)
    enter(page, ["*9H*", "*9H*"], 0.09)
    until(page, "() => !document.querySelector('#once').hidden")
    enter(page, ["9d", "9d", "2c"], 0.11)  # slower than a stutter: two cards
    settled(page, 1)
    assert "1. 9h 9d | 9d 2c" in board.record()
    told = "Codes that the reader sent twice in a row, counted once: 9h."
    assert text_of(page, "#once") == told
    page.keyboard.press("Escape")
    until(page, "() => document.querySelector('#once').hidden")


def test_a_server_that_is_away_loses_nothing_and_writes_nothing_twice(
    visit: Visit, board: BoardClient
) -> None:
    visit.may_be_away = True
    page = open_desk(visit, board)
    lost: list[str] = []

    def lose_the_answer(route: "Route") -> None:
        """The act is done, and nobody hears of it; then the server is away."""
        if route.request.method == "POST" and not lost:
            route.fetch()
            lost.append(letters(board))
        route.abort("connectionrefused")

    page.route("**/boards/*/acts", lose_the_answer)
    enter(page, ["b", "b", "p", "t"], 1 / 3)
    until(page, "() => document.querySelector('.objection').textContent.includes('not answer')")
    assert lost == ["B"]
    assert "Waiting (4): b b p t" in text_of(page, "#queued")
    page.unroute("**/boards/*/acts", lose_the_answer)
    settled(page, 4)
    assert letters(board) == "BBPT"
    assert text_of(page, ".objection") == ""


@pytest.mark.long
def test_a_server_that_is_killed_while_sixty_results_come_has_them_all(
    hall: Hall, visit: Visit, board: BoardClient
) -> None:
    visit.may_be_away = True
    page = open_desk(visit, board)
    typed = results(60)
    for number, letter in enumerate(typed):
        page.keyboard.press(letter)
        page.keyboard.press("Enter")
        page.wait_for_timeout(100)
        if number in (10, 25, 40):
            hall.kill()
        if number in (17, 32, 50):
            hall.start()
    settled(page, len(typed))
    assert letters(board) == "".join(typed).upper()


def test_what_waits_is_there_again_when_the_page_is_closed_and_opened(
    visit: Visit, board: BoardClient
) -> None:
    visit.may_be_away = True
    page = open_desk(visit, board)
    asked: list[str] = []

    def close(dialog: "Dialog") -> None:
        asked.append(dialog.type)
        dialog.accept()

    page.on("dialog", close)
    page.keyboard.press("Escape")  # a page that nobody has touched may be closed without a word
    page.route("**/boards/*/acts", lambda route: route.abort("connectionrefused"))
    enter(page, ["b", "9-7"], 1)
    until(page, "() => document.querySelector('#queued').textContent.includes('9-7')")
    page.reload()
    assert asked == ["beforeunload"]
    assert "Waiting (2): b 9-7" in text_of(page, "#queued")
    assert letters(board) == ""
    page.unroute_all()
    page.keyboard.press("Enter")
    settled(page, 2)
    assert letters(board) == "BP"


@pytest.mark.long
def test_what_others_enter_meanwhile_stops_the_queue_until_the_dealer_has_looked(
    visit: Visit, board: BoardClient
) -> None:
    visit.may_be_away = True
    page = open_desk(visit, board)
    page.route("**/boards/*/acts", lambda route: route.abort("connectionrefused"))
    enter(page, ["b", "t"], 1)
    until(page, "() => document.querySelector('#queued').textContent.includes('t')")
    board.enter("P")
    page.unroute_all()
    until(page, "() => document.querySelector('#queued.stopped') !== null")
    assert letters(board) == "P"
    assert "Another entry was written" in text_of(page, ".objection")
    assert "Waiting (2): b t" in text_of(page, "#queued")
    page.keyboard.press("Enter")
    settled(page, 3)
    assert letters(board) == "PBT"


def test_windows_of_one_browser_lose_nothing_of_each_other_and_write_it_once(
    visit: Visit, board: BoardClient
) -> None:
    visit.may_be_away = True
    first = open_desk(visit, board)
    second = visit.window(first, f"/boards/{board.number}/dealer")
    first.route("**/boards/*/acts", lambda route: route.abort("connectionrefused"))
    enter(first, ["b", "9-7"], 1)
    until(first, "() => document.querySelector('#queued').textContent.includes('9-7')")
    enter(second, ["t"], 1)  # it has nothing that waits any more, and the first one has
    settled(second, 1)
    third = visit.window(first, f"/boards/{board.number}/dealer")
    assert "Waiting (2): b 9-7" in text_of(third, "#queued")
    third.keyboard.press("Enter")
    until(third, "() => document.querySelector('.objection').textContent.includes('meanwhile')")
    third.wait_for_timeout(500)  # an Enter at once would be the end of the first
    third.keyboard.press("Enter")  # the tie is seen, and was another coup
    settled(third, 3)
    first.unroute_all()
    until(first, "() => document.querySelector('#queued.stopped, #queued[hidden]')")
    first.keyboard.press("Enter")  # the dealer may have missed that all of it is written
    settled(first, 3)
    assert letters(board) == "TBP"
