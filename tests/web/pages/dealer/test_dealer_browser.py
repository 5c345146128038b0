"""A real shoe entered and corrected in a browser: by keys, by taps, by a reader, card by card."""

import random
from typing import TYPE_CHECKING, Any

import pytest
from web.browser import Hall, Visit, until

import baccarat as bac
from baccarat.client import BoardClient
from baccarat.core.record import Record
from baccarat.table.board.board import Board

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.long
TABLET: dict[str, Any] = {"width": 1024, "height": 768}
READS_ALOUD = """
addEventListener("DOMContentLoaded", () => {
  window.aloud = [];
  const line = document.querySelector("#announced");
  new MutationObserver(() => line.textContent && aloud.push(line.textContent))
    .observe(line, { childList: true, characterData: true, subtree: true });
});
"""
READS_ON = """() => {
  const yes = document.querySelector("[data-answer=yes]");
  for (const key of "9h") yes.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  yes.click();
}"""
"""A reader goes on while the dealer is asked; its Enter clicks at once on what has the focus."""


@pytest.fixture
def board(hall: Hall) -> BoardClient:
    return hall.client.open_board("Table 3")


def open_desk(visit: Visit, board: BoardClient, **look: Any) -> "Page":
    page = visit(f"/boards/{board.number}/dealer", **{**TABLET, "before": READS_ALOUD, **look})
    until(page, "() => document.querySelector('#go').textContent.includes('1')")
    return page


def letters(board: BoardClient) -> str:
    found: str = board.view()["letters"]
    return found


def shown(page: "Page", coups: int) -> None:
    """Wait until the list has so many coups, and the slip waits for the next."""
    until(page, "many => document.querySelectorAll('[data-coup]').length === many", coups)
    until(page, "() => document.querySelector('#reading .empty') !== null")


def type_line(page: "Page", text: str) -> None:
    """As a reader does: all at once, then Enter."""
    page.keyboard.type(text)
    page.keyboard.press("Enter")


def is_told(page: "Page", text: str) -> None:
    """Wait until the one line says this."""
    line = "document.querySelector('.entry .objection').textContent"
    until(page, f"text => {line}.includes(text)", text)


def pressed(page: "Page", selector: str) -> None:
    page.click(f"[data-pad]:not([hidden]) {selector}")
    until(
        page,
        "s => document.querySelector(`[data-pad]:not([hidden]) ${s}`).ariaPressed === 'true'",
        selector,
    )


def answered(page: "Page", answer: str = "yes") -> None:
    page.wait_for_selector("#question[open]")
    page.wait_for_timeout(450)  # an answer that comes sooner is taken for a key that bounced
    page.click(f"[data-answer={answer}]")


def test_a_shoe_is_entered_and_corrected_by_keys_alone(visit: Visit, board: BoardClient) -> None:
    page = open_desk(visit, board)
    typed = ["b", "p+p", "t n8", "9-7", "b n9 +b", "p"]
    expected = Board.open("Table 3")
    for coup, text in enumerate(typed, start=1):
        type_line(page, text)
        shown(page, coup)
    for said in ("B", "P +P", "T 8-8 P2 B2", "P 9-7", "B ?-9 +B B2", "P"):
        expected = expected.enter(said)
    assert board.record() == str(expected.record)
    page.keyboard.press("u")
    shown(page, 5)
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("() => document.activeElement.dataset.coup === '2'"):
            break
    page.keyboard.press("Enter")
    until(page, "() => !document.querySelector('.mending').hidden")
    type_line(page, "t")
    page.wait_for_selector("#question[open]")
    page.wait_for_timeout(450)  # now only what types is no answer
    page.evaluate(READS_ON)
    assert page.locator("#question[open]").count() == 1
    page.wait_for_timeout(350)  # nothing types any more
    assert letters(board) == "BPTPB"
    page.keyboard.press("Enter")
    until(page, "() => document.querySelector('.mending').hidden")
    expected = expected.undo().correct(2, "T")
    assert board.record() == str(expected.record)
    until(page, "() => document.activeElement.id === 'typed'")
    assert page.evaluate("() => aloud") == [
        "Coup 1: Banker",
        "Coup 2: Player, Player pair",
        "Coup 3: Tie 8–8, natural",
        "Coup 4: Player 9–7",
        "Coup 5: Banker 9, natural, Banker pair",
        "Coup 6: Player",
        *[line for line in page.evaluate("() => aloud") if line.startswith("Taken back.")],
        "Coup 2 is now: Tie",
    ]


@pytest.mark.long
def test_a_shoe_is_entered_and_corrected_by_taps(visit: Visit, board: BoardClient) -> None:
    page = open_desk(visit, board, touch=True)
    expected = Board.open("Table 3")
    taps = {
        "B": ["B"],
        "P +P": ["P", "+P"],
        "T": ["B", "T"],
        "B ?-9 +P B2": ["B", "N9", "+P"],
    }
    for coup, (said, pieces) in enumerate(taps.items(), start=1):
        for piece in pieces:
            pressed(page, f"[data-piece='{piece}']")
        page.click("[data-do=take]")
        shown(page, coup)
        expected = expected.enter(said)
    page.click("[data-way=totals]")
    pressed(page, "[data-piece='6-?']")
    pressed(page, "[data-piece='?-8']")
    page.click("[data-do=take]")
    shown(page, 5)
    expected = expected.enter("B 6-8")
    assert board.record() == str(expected.record)
    page.click("[data-coup='3']")
    page.click("[data-mend=insert]")
    page.click("[data-way=result]")
    pressed(page, "[data-piece=P]")
    page.click("[data-do=take]")
    answered(page)
    shown(page, 6)
    page.click("[data-coup='1']")
    page.click("[data-mend=strike]")
    answered(page, "no")
    page.click("[data-mend=strike]")
    answered(page)
    shown(page, 5)
    expected = expected.insert(3, "P").strike(1)
    assert board.record() == str(expected.record)
    page.click("[data-change=shoe]")
    answered(page)
    shown(page, 0)
    page.click("[data-do=undo]")
    shown(page, 5)
    assert board.record() == str(expected.record)


def test_a_dealt_shoe_comes_from_a_reader_card_by_card(visit: Visit, board: BoardClient) -> None:
    page = open_desk(visit, board)
    coups = list(bac.deal_shoe(bac.Rules().shuffle(seed=11)))[:8]
    chance = random.Random(2)
    for many, coup in enumerate(coups, start=1):
        cards = [chance.choice((str(card), str(card).upper())) for card in coup.cards]
        lines = [f"*{card}*" for card in cards] if many % 2 else ["]C0" + "".join(cards)]
        for place, line in enumerate(lines):
            if place and line == lines[place - 1]:
                page.wait_for_timeout(150)  # the same card at once would be a reader's stutter
            type_line(page, line)
        shown(page, many)
    assert Record.of(coups).entries == Record.parse(board.record()).entries
    assert letters(board) == "".join(bac.Result.of(coup).letter for coup in coups)


def test_what_a_reader_gets_wrong_is_told_and_the_cards_before_it_stay(
    visit: Visit, board: BoardClient
) -> None:
    page = open_desk(visit, board)
    type_line(page, "9h")
    type_line(page, "xq9")
    is_told(page, "not a card or a result: xq9")
    assert page.locator("#reading .card").count() == 1
    assert letters(board) == ""


def test_cards_are_tapped_in_the_order_in_which_the_page_asks(
    visit: Visit, board: BoardClient
) -> None:
    page = open_desk(visit, board, width=390, height=844, scale=2, language="ja", touch=True)
    page.click("[data-way=cards]")
    page.click("[data-with-suits]")
    for many, card in enumerate(("Kh", "9d", "5c", "4s", "8h"), start=1):
        page.click(f"[data-rank='{card[0]}']")
        page.click(f"[data-suit={card[1]}]")
        until(page, "many => document.querySelectorAll('#reading .card').length === many", many)
    page.click("[data-do=take]")
    shown(page, 1)
    assert "1. Kh 5c 8h | 9d 4s  T 3-3" in board.record()
    wide = "() => document.documentElement.scrollWidth <= innerWidth"
    assert page.evaluate(wide)
    small = """() => [...document.querySelectorAll(".desk button")]
        .filter((one) => one.offsetParent && Math.min(one.offsetWidth, one.offsetHeight) < 44)
        .map((one) => one.textContent)"""
    assert page.evaluate(small) == []


COVERED = """() => {
  const box = (one) => one.getBoundingClientRect();
  const isFixed = getComputedStyle(document.querySelector(".take")).position === "fixed";
  const buttons = [...document.querySelectorAll(".pad:not([hidden]) button")];
  const pad = Math.max(...buttons.map((one) => box(one).bottom));
  const take = box(document.querySelector(".take"));
  const roads = box(document.querySelector(".desk .roads"));
  return isFixed ? [] : [pad - take.top, take.bottom - roads.top].filter((deep) => deep > 0);
}"""
"""How far the pad lies over the line below it, and that over the roads; on a phone it floats."""


@pytest.mark.parametrize("language", ["fr", "ja"])
def test_nothing_lies_on_anything_on_any_screen(hall: Hall, visit: Visit, language: str) -> None:
    board = hall.client.open_board("Table 3", game="chemin-de-fer")
    page = visit(f"/boards/{board.number}/dealer", language=language)
    sizes = [(1024, 768), (1280, 720), (1440, 900), (1024, 600), (820, 1180), (844, 390)]
    for width, height in [*sizes, (768, 1024), (720, 500), (390, 844), (320, 568), (3840, 2160)]:
        page.set_viewport_size({"width": width, "height": height})
        for way in ("result", "totals", "cards"):
            page.click(f"[data-way={way}]")
            assert page.evaluate(COVERED) == [], (width, height, way)


def test_what_another_program_enters_comes_live_and_makes_a_draft_stale(
    visit: Visit, board: BoardClient
) -> None:
    page = open_desk(visit, board)
    pressed(page, "[data-piece=B]")
    board.enter("P 9-7")
    until(page, "() => document.querySelectorAll('[data-coup]').length === 1")
    page.keyboard.press("Enter")
    is_told(page, "Another entry was written meanwhile")
    assert letters(board) == "P"
    page.wait_for_timeout(450)
    page.keyboard.press("Enter")
    shown(page, 2)
    assert letters(board) == "PB"
    assert page.evaluate("() => aloud") == ["Coup 1: Player 9–7", "Coup 2: Banker"]


def test_a_board_is_opened_by_a_form(hall: Hall, visit: Visit) -> None:
    page = visit("/new-board", **TABLET)
    page.fill("[name=name]", "Salon <2>")
    page.select_option("[name=game]", "ez")
    page.fill("[name=decks]", "6")
    page.click("[type=submit]")
    page.wait_for_url("**/dealer")
    number = int(page.url.split("/")[-2])
    view = hall.client.board(number).view()
    assert (view["name"], view["game"]) == ("Salon <2>", "ez")
    assert '[Decks "6"]' in hall.client.board(number).record()
