"""Rough hands and odd browsers: keys held down, double clicks, nothing that may be kept."""

from urllib.parse import quote

import pytest
from playwright.sync_api import Page
from web.browser import Hall, Visit, until

pytestmark = [pytest.mark.slow, pytest.mark.long]
SAID = """
window.said = [];
addEventListener("DOMContentLoaded", () => {
  new MutationObserver(() => window.said.push(document.getElementById("announced").textContent))
    .observe(document.getElementById("announced"), { childList: true });
});
"""
"""Notes everything that is announced."""
CLICKS = """([detail, at]) => {
  const click = new PointerEvent("click", { detail, bubbles: true, cancelable: true });
  if (at !== null) Object.defineProperty(click, "timeStamp", { value: at });
  document.getElementById("next").dispatchEvent(click);
  return click.timeStamp;
}"""
"""Clicks on what is next: the first or second click of two, at this moment."""


def seated(hall: Hall, visit: Visit, **options: object) -> tuple[Page, int]:
    """A guest at a table that takes bets."""
    table = hall.ready_table()
    page = visit(f"/tables/{table}", **options)  # type: ignore[arg-type]
    hall.sit(page, table, "Ann")
    page.reload()
    return page, table


def shows(page: Page, number: int) -> None:
    """Wait until the page shows the table after this act."""
    until(page, "(number) => document.querySelector('main').dataset.number >= number", number)


def test_a_spot_tells_about_itself_and_other_panels_still_open(hall: Hall, visit: Visit) -> None:
    page, _ = seated(hall, visit)
    page.locator("#spot-banker").hover()
    page.locator("#spot-banker .about").click()
    page.locator("#panel").get_by_role("heading", name="Banker").wait_for()
    page.locator("#panel .close").click()
    page.locator("[data-panel$=history]").click()
    page.locator("#panel").get_by_role("heading", name="History").wait_for()


def test_enter_that_is_held_down_deals_once(hall: Hall, visit: Visit) -> None:
    page, table = seated(hall, visit)
    for focused in ("[data-spot=banker]", "#next"):
        page.locator(focused).focus()
        for _ in range(8):  # as a keyboard does: each after the first is a repetition
            page.keyboard.down("Enter")
            page.wait_for_timeout(30)
        page.keyboard.up("Enter")
        until(page, "() => !document.documentElement.dataset.asking")
        shows(page, hall.view(page, table)["number"])
    view = hall.view(page, table)
    assert view["coups"] == 1
    assert [line["wager"]["stake"] for line in view["lines"]] == [20]


def test_the_second_click_of_two_is_not_for_what_has_come_meanwhile(
    hall: Hall, visit: Visit
) -> None:
    page, table = seated(hall, visit)
    hall.act(page, table, "place", spot="banker", stake=10)
    page.locator("#next", has_text="Deal").wait_for()
    first = page.evaluate(CLICKS, [1, None])
    page.locator("#next", has_text="Free coup").wait_for()
    page.wait_for_timeout(400)  # a busy page has time for the second one later
    page.evaluate(CLICKS, [2, first + 300])
    until(page, "() => !document.documentElement.dataset.asking")
    assert hall.view(page, table)["coups"] == 1
    page.locator("#next").click()
    page.locator(".bar i", has_text="coup 2").wait_for()


def test_the_first_coup_that_a_page_sees_is_announced(hall: Hall, visit: Visit) -> None:
    page, table = seated(hall, visit, before=SAID)
    hall.act(page, table, "deal", free=True)
    assert until(page, "() => window.said.length && window.said[0]").endswith("wins. ")
    hall.act(page, table, "place", spot="banker", stake=10)
    hall.act(page, table, "deal", squeeze=True)
    page.locator("#stage").wait_for()
    page.reload()  # in the middle of a coup
    while hall.view(page, table)["phase"] == "squeeze":
        hall.act(page, table, "reveal")
    call = until(page, "() => window.said.length && window.said[0]")
    assert "wins" in call or "Tie" in call
    hall.act(page, table, "place", spot="banker", stake=10)
    shows(page, hall.view(page, table)["number"])
    assert page.evaluate("window.said") == [call]  # once


def test_a_link_from_elsewhere_to_a_part_of_a_page_opens_the_page(hall: Hall, visit: Visit) -> None:
    page, table = seated(hall, visit)
    page.goto(f"data:text/html,<a href='{hall.url}/tables/{table}%23bets'>to the bets</a>")
    page.get_by_text("to the bets").click()
    page.locator(".coins").wait_for()  # as the guest who sits there


KEEPS_NOTHING = """
const refuse = () => { throw new DOMException("refused", "SecurityError"); };
for (const name of ["localStorage", "sessionStorage"]) {
  Object.defineProperty(window, name, { get: refuse });
}
"""
REFUSED = "window.SharedWorker = window.BroadcastChannel = class { constructor() { refuse(); } };"
MISSING = "delete window.SharedWorker; delete window.BroadcastChannel;"


@pytest.mark.parametrize("worker", ["", REFUSED, MISSING], ids=["shared", "refused", "missing"])
def test_a_browser_that_keeps_nothing_plays_on(hall: Hall, visit: Visit, worker: str) -> None:
    page, table = seated(hall, visit, before=KEEPS_NOTHING + worker)
    page.locator("[data-spot=banker]").click()
    page.locator("#spot-banker .stake.mine").wait_for()
    hall.act(page, table, "deal", squeeze=True)
    page.locator("#stage .left", has_text="30").or_(
        page.locator("#stage .left", has_text="29")
    ).wait_for()


@pytest.mark.parametrize("to", ["http://[", "//evil.example/x", "javascript:alert(1)"])
def test_who_has_come_in_goes_to_a_page_of_ours(hall: Hall, visit: Visit, to: str) -> None:
    page = visit(f"/login?to={quote(to)}")
    page.route("**/api/v1/login", lambda route: route.fulfill(json={"level": "watch"}))
    page.locator("[name=code]").fill("7KQ2-M9XD")
    page.locator("[type=submit]:enabled").wait_for()
    page.keyboard.press("Enter")
    page.wait_for_url(f"{hall.url}/")


@pytest.mark.parametrize(
    ("path", "script", "form"),
    [
        ("/login", "login", "[data-login]"),
        ("/new-board", "dealer_open", "#opening"),
        ("/laboratory", "laboratory", "[data-ask]"),
        ("/proof", "proof", ".fair-form"),
        ("/", "lobby", "[data-open=table]"),
        ("/", "lobby", "[data-open=board]"),
    ],
)
def test_what_is_typed_before_the_script_has_come_stays(
    visit: Visit, path: str, script: str, form: str
) -> None:
    page = visit(path)
    buttons, field = page.locator(f"{form} [type=submit]"), page.locator(f"{form} input").first
    assert {button.is_enabled() for button in buttons.all()} == {True}
    scripts = f"**/{script}*.js"
    page.route(scripts, lambda route: route.fulfill(content_type="text/javascript"))
    with page.expect_request(scripts):
        page.reload()
    for sheet in page.locator("details", has=page.locator(form)).all():
        sheet.locator("summary").click()
    field.fill("7KQ2-M9XD")
    page.keyboard.press("Enter")
    # So no Enter sends the form by itself.
    assert {button.is_enabled() for button in buttons.all()} == {False}
    assert field.input_value() == "7KQ2-M9XD"


def test_nobody_sits_down_whose_browser_would_forget_the_seat(hall: Hall, visit: Visit) -> None:
    no_cookies = "Object.defineProperty(navigator, 'cookieEnabled', { get: () => false });"
    table = hall.ready_table()
    page = visit(f"/tables/{table}", before=no_cookies)
    page.locator("#next").click()
    page.locator("#sit [type=submit]").click()
    page.locator("#sit .refused", has_text="cookies").wait_for()
    assert hall.view(page, table)["seats"] == []


@pytest.mark.parametrize(
    ("width", "height"), [(320, 568), (360, 640), (720, 450), (720, 900), (844, 390)]
)
def test_no_table_is_wider_than_its_screen(
    hall: Hall, visit: Visit, width: int, height: int
) -> None:
    """With the longest name, in the language that needs the most room, and with large letters."""
    table = hall.ready_table(name="Salon de la comtesse de Castiglione, 2e")
    page = visit(f"/tables/{table}", width=width, height=height, language="fr")
    hall.sit(page, table, "Cléopâtre")
    hall.act(page, table, "deal", free=True)
    page.reload()
    wide = "() => document.documentElement.scrollWidth"
    assert page.evaluate(wide) == width
    box = page.locator("#next").bounding_box()
    assert box is not None
    if height < 800:  # a phone, however it is held: the next thing to do is in sight
        assert box["y"] + box["height"] <= height
    inside = "(button) => button.scrollWidth <= button.clientWidth"
    assert page.locator("#next").evaluate(inside)


@pytest.mark.parametrize(("width", "height"), [(320, 568), (844, 390), (1024, 768)])
def test_no_desk_is_wider_than_its_screen(
    hall: Hall, visit: Visit, width: int, height: int
) -> None:
    board = hall.client.open_board(name="W" * 40, game="punto-banco").number
    page = visit(f"/boards/{board}/dealer", width=width, height=height, language="fr")
    assert page.evaluate("() => document.documentElement.scrollWidth") == width
    assert page.locator("h1").is_visible()
