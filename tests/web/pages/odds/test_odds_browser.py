"""The odds page in a browser: cards go out and come back, a coup is laid, an address is shared."""

from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

import pytest
from web.browser import Hall, Visit, until

from baccarat.exact.odds import odds

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.long
AT_REST = "() => !document.querySelector('#odds').hasAttribute('aria-busy')"


def edge(page: "Page", bet: str) -> str:
    """The fraction of an edge, when the page is at rest."""
    until(page, AT_REST)
    text = page.locator(f'tr[data-bet="{bet}"] .edge small').text_content()
    assert text
    return text


def exact_edge(bet: str, seen: str = "", coup: str = "") -> str:
    found = odds(8, seen=seen, given=coup)[bet].edge
    return f"{found.numerator}/{found.denominator}"


def question(page: "Page") -> dict[str, str]:
    query = parse_qs(urlsplit(page.evaluate("location.href")).query)
    return {name: values[0] for name, values in query.items()}


def asks(page: "Page", **fields: str) -> None:
    """Wait until the address holds this question."""
    until(page, AT_REST)
    until(page, "(seen) => (new URLSearchParams(location.search).get('seen') ?? '') === seen",
          fields.get("seen", ""))  # fmt: skip
    assert question(page) == fields


def test_cards_go_out_and_come_back(visit: Visit) -> None:
    page = visit("/odds")
    assert edge(page, "tie") == exact_edge("tie")
    for _ in range(5):  # faster than answers come: none is lost
        page.locator("#pile-9x").click(no_wait_after=True)
    asks(page, seen="9x 9x 9x 9x 9x")
    assert edge(page, "tie") == exact_edge("tie", "9x 9x 9x 9x 9x")
    assert page.locator("#pile-9x i").text_content() == "27"
    page.click("#suits summary")
    page.click("#pile-Kh")
    asks(page, seen="9x 9x 9x 9x 9x Kh")
    assert page.locator("#suits").get_attribute("open") is not None
    page.click("#put-9x")
    page.click("#pile-Kh", modifiers=["Shift"])
    asks(page, seen="9x 9x 9x 9x")
    assert page.input_value("[name=seen]") == "9x 9x 9x 9x"
    page.click(".out .all")
    asks(page)
    assert edge(page, "tie") == exact_edge("tie")
    assert page.evaluate("location.href").endswith("/odds")


def test_a_coup_is_laid_and_shared_by_its_address(visit: Visit) -> None:
    page = visit("/odds?seen=9x")
    page.check("[name=to][value=coup]", force=True)
    until(page, "() => document.querySelector('#pile-hidden')")
    page.click("#suits summary")
    for card in ("Kh", "9d", "5c"):
        page.click(f"#pile-{card}")
    until(page, "() => document.querySelectorAll('.coup .laid').length === 3")
    assert "Banker takes the next card" in (page.text_content(".coup .next") or "")
    assert edge(page, "banker") == exact_edge("banker", "9x", "Kh 9d 5c")
    assert page.locator(".following tbody tr").count() == 10
    shared = visit(page.evaluate("location.pathname + location.search"))  # somebody else opens it
    assert edge(shared, "banker") == exact_edge("banker", "9x", "Kh 9d 5c")
    assert shared.locator(".coup .laid").count() == 3
    page.click("#lift")
    until(page, "() => document.querySelectorAll('.coup .laid').length === 2")
    page.fill("[name=given]", "player: 5, banker: 6")
    until(page, "() => document.querySelector('.coup .known')")
    assert edge(page, "player") == exact_edge("player", "9x", "player: 5, banker: 6")


def test_what_does_not_fit_leaves_the_figures_and_says_so(visit: Visit) -> None:
    page = visit("/odds?bets=lucky-6")
    before = edge(page, "banker")
    page.fill("[name=seen]", "Kh zz")
    until(page, "() => document.querySelector('#problem-seen')")
    assert "not a card: 'zz'" in (page.text_content("#problem-seen") or "")
    assert edge(page, "banker") == before
    assert page.is_visible(".stale")
    page.fill("[name=seen]", "Kh")
    until(page, "() => !document.querySelector('#problem-seen')")
    assert edge(page, "banker") == exact_edge("banker", "Kh")
    assert not page.is_visible(".stale")
    page.fill("[name=bets]", "lucky-5")
    until(page, "() => document.querySelector('#problem-bets')")
    assert "lucky-6" in (page.text_content("#problem-bets") or "")
    assert edge(page, "banker") == exact_edge("banker", "Kh")


def test_the_keyboard_is_enough(visit: Visit) -> None:
    page = visit("/odds")
    page.focus("#pile-8x")
    page.keyboard.press("Enter")
    asks(page, seen="8x")
    assert page.evaluate("() => document.activeElement.id") == "pile-8x"
    page.keyboard.press("Enter")
    asks(page, seen="8x 8x")
    said = page.text_content("#announced") or ""
    assert "414 cards not seen" in said
    assert "Best: Banker" in said
    page.keyboard.press("Delete")
    asks(page, seen="8x")
    page.focus("[name=bets]")
    page.keyboard.type("tie:9")
    page.keyboard.press("Enter")
    until(page, "() => document.querySelector('tr[data-bet=\"tie:9\"]')")
    page.focus(".matrix td[tabindex='0']")
    for key in ("ArrowDown", "ArrowRight", "ArrowRight", "End", "ArrowLeft"):
        page.keyboard.press(key)
    spoken = page.text_content(".spoken") or ""
    assert spoken.startswith("Player 1, Banker 8:")
    page.focus("#look-removal")
    page.keyboard.press("Enter")
    until(page, "() => document.querySelector('table.removal')")
    assert question(page)["look"] == "removal"


@pytest.mark.parametrize(
    ("asked", "button"), [("seen=9x", "#put-9x"), ("seen=9x", ".out .all"), ("given=Kh", "#clear")]
)
def test_keys_go_on_where_a_button_has_gone(asked: str, button: str, visit: Visit) -> None:
    page = visit(f"/odds?{asked}")
    page.focus(button)
    page.keyboard.press("Enter")
    until(page, "() => location.search === ''")
    until(page, "() => document.activeElement.matches('.pile')")


def test_who_types_slowly_keeps_the_spaces(visit: Visit) -> None:
    """An answer may come between a space and the next card."""
    page = visit("/odds")
    for field, begun in (("given", "Kh "), ("seen", "9h ")):
        page.focus(f"[name={field}]")
        page.keyboard.type(begun)
        until(page, "(field) => new URLSearchParams(location.search).has(field)", field)
        until(page, AT_REST)
        page.keyboard.type("8d")
        ends = "(field) => new URLSearchParams(location.search).get(field).endsWith('8d')"
        until(page, ends, field)
    assert question(page) == {"given": "Kh 8d", "seen": "9h 8d"}


def test_the_last_question_wins(visit: Visit) -> None:
    """Answers that come late are of questions that nobody asks any more."""
    page = visit("/odds")
    held = []
    page.route("**/odds/answer**seen=Kx", lambda route: held.append(route))
    page.fill("[name=seen]", "Kx")
    until(page, "() => document.querySelector('#odds').hasAttribute('aria-busy')")
    page.fill("[name=seen]", "2x 3x")
    asks(page, seen="2x 3x")
    for route in held:
        route.abort()
    assert len(held) == 1
    assert edge(page, "tie") == exact_edge("tie", "2x 3x")


def test_a_server_that_is_away_is_missed_and_asked_again(visit: Visit) -> None:
    visit.may_be_away = True
    page = visit("/odds")
    page.route("**/odds/answer**", lambda route: route.abort("connectionrefused"))
    page.click("#pile-9x")
    page.wait_for_selector(".gone")
    page.unroute("**/odds/answer**")
    asks(page, seen="9x")
    assert page.is_hidden(".gone")


def test_a_server_that_is_busy_is_told_and_asked_again(visit: Visit) -> None:
    page = visit("/odds")
    refusals = [{"status": 503, "headers": {"Retry-After": "1"}, "body": "{}"}]

    def answer(route: Any) -> None:
        route.fulfill(**refusals.pop()) if refusals else route.continue_()

    page.route("**/odds/answer**", answer)
    page.click("#pile-9x")
    page.wait_for_selector(".busy")
    asks(page, seen="9x")
    assert page.is_hidden(".busy")
    assert edge(page, "tie") == exact_edge("tie", "9x")
    assert "503" in visit.troubles.pop()  # what the console says of it


def test_a_shoe_of_a_table_is_walked_through(hall: Hall, visit: Visit) -> None:
    table = hall.ready_table()
    for _ in range(3):
        hall.table(table).deal(free=True)
    page = visit(f"/tables/{table}")
    page.click("[data-panel$=history]")
    page.click("#panel-body .coups li:last-child a")
    until(page, "() => document.querySelector('.step')")
    assert "Coup 1 of 3" in (page.text_content(".step") or "")
    page.click(".step a:has-text('Next coup')")
    until(page, "() => document.querySelector('.step').textContent.includes('Coup 2 of 3')")
    page.click(".step a:has-text('A card more')")
    until(page, "() => document.querySelectorAll('.coup .laid').length === 1")
    assert question(page) == {"table": str(table), "shoe": "1", "coup": "2", "cards": "1"}
    page.click("#pile-2x")  # now it is a question of one's own, and Back returns to the shoe
    until(page, "() => !document.querySelector('.step')")
    page.go_back()
    until(page, "() => document.querySelector('.step')")
    assert "Coup 2 of 3" in (page.text_content(".step") or "")


def test_a_shoe_is_pasted(visit: Visit) -> None:
    """A browser says where a form comes from; the doors must know it as ours."""
    page = visit("/odds")
    page.click("#load summary")
    page.fill("[name=paste]", "1. Kh 5c 8h | 9d 4s  T 3-3")
    page.click("#load button")
    assert "Coup 1 of 1" in (page.text_content(".step") or "")


def test_a_place_of_the_page_is_gone_to_without_a_reload(visit: Visit) -> None:
    page = visit("/odds?seen=9h", width=390, height=844)
    page.evaluate("() => { window.isSame = true; }")
    for link in (".skip", ".brief"):
        page.locator(link).focus()
        page.keyboard.press("Enter")
        until(page, "(link) => location.hash === document.querySelector(link).hash", link)
    page.wait_for_timeout(200)  # a reload would have begun
    assert page.evaluate("() => window.isSame")


def test_the_page_works_without_javascript(visit: Visit) -> None:
    page = visit("/odds", java_script_enabled=False)
    page.click("#pile-9x")
    page.click("#pile-9x")
    page.fill("[name=bets]", "lucky-6:12/23")
    page.keyboard.press("Enter")
    page.wait_for_url("**lucky-6*")
    assert question(page)["seen"] == "9x 9x"
    text = page.locator('tr[data-bet="lucky-6:12/23"] .edge small').text_content()
    assert text == exact_edge("lucky-6:12/23", "9x 9x")
    page.click("#put-9x")
    page.wait_for_url(lambda url: "9x+9x" not in url and "9x%209x" not in url)
    assert question(page) == {"seen": "9x", "bets": "lucky-6:12/23"}
