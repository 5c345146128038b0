"""Playing at the table's page in Chromium: by mouse, by finger, by keys alone, beside others."""

from collections.abc import Iterator
from time import monotonic
from typing import Any

import pytest
from chaos import Killed
from chromium import open_page
from playwright.sync_api import Browser, Page, Route
from web.browser import PATIENCE

from baccarat.client import Client

pytestmark = pytest.mark.slow
LEAST_SHIFT = 0.005
"""Of what the browser counts as shifts: centred words that are longer than those before."""
LAPTOP, PHONE = (1440, 900), (390, 844)
SHIFTS = """
window.shifts = [];
new PerformanceObserver((list) => {
  for (const { value, sources } of list.getEntries()) window.shifts.push([value, ...sources.map(
    ({ node, previousRect: a, currentRect: b }) =>
      `${(node?.parentElement ?? node)?.className} ${[a.x, a.y, b.x, b.y].map(Math.round)}`)]);
}).observe({ type: "layout-shift", buffered: true });
window.said = [];
addEventListener("DOMContentLoaded", () => {
  new MutationObserver(() => window.said.push(document.getElementById("announced").textContent))
    .observe(document.getElementById("announced"), { childList: true });
});
"""
"""Notes every shift of the layout, and everything that is announced."""


class Room:
    """A server with tables, and browsers that look at them."""

    def __init__(self, server: Killed, browser: Browser) -> None:
        self.url, self.browser = server.url, browser
        self.client = Client(server.url, patience=PATIENCE)
        self.troubles: list[str] = []

    def visit(self, table: int, size: tuple[int, int] = LAPTOP, **how: Any) -> Page:
        """Somebody's own browser, opened at a table."""
        width, height = size
        how = {"reduced_motion": "reduce", **how}
        context = self.browser.new_context(viewport={"width": width, "height": height}, **how)
        context.add_init_script(SHIFTS)
        page = context.new_page()
        page.set_default_timeout(1000 * PATIENCE)
        page.on("pageerror", lambda error: self.troubles.append(str(error)))
        page.goto(f"{self.url}/tables/{table}")
        return page

    def view(self, page: Page, table: int) -> Any:
        """What the library says, to the guest of this browser."""
        return page.context.request.get(f"{self.url}/api/v1/tables/{table}").json()["view"]


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    server = Killed(str(tmp_path_factory.mktemp("play") / "store.sqlite"))
    try:
        with open_page() as page:
            server.start()
            assert page.context.browser is not None
            room = Room(server, page.context.browser)
            with room.client:
                room.client.tables()  # it stands
                yield room
            assert room.troubles == []
    finally:
        server.close()


def until(page: Page, is_so: str, value: object = None) -> None:
    """Wait until something is so; Playwright's own way needs eval, which our policy forbids."""
    end = monotonic() + PATIENCE
    while not page.evaluate(is_so, value):
        assert monotonic() < end, is_so
        page.wait_for_timeout(15)


def settled(page: Page, room: Room, table: int, coups: int) -> Any:
    """The view after so many coups, once the page shows it and nothing moves."""
    end = monotonic() + PATIENCE
    while (view := room.view(page, table))["coups"] < coups:
        assert monotonic() < end
    is_shown = "number => Number(document.querySelector('main').dataset.number) >= number"
    until(page, is_shown, view["number"])
    until(page, "() => !document.body.matches('.dealing')")
    return view


def sit(page: Page, guest: str = "") -> None:
    page.click("#next")
    page.fill("#sit [name=guest]", guest)
    page.click("#sit [type=submit]")
    page.wait_for_selector(".coins")


def stakes(page: Page) -> dict[str, int]:
    found: dict[str, int] = page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll(".stake.mine[data-stake]")]
            .map((one) => [one.closest("[data-spot]").dataset.spot, Number(one.dataset.stake)]))"""
    )
    return found


def until_stakes(page: Page, **expected: int) -> None:
    wanted = {spot.replace("_", "-"): stake for spot, stake in expected.items()}
    end = monotonic() + PATIENCE
    while (found := stakes(page)) != wanted:
        assert monotonic() < end, found
        page.wait_for_timeout(15)


def holds_to(page: Page, view: Any) -> None:
    """The page shows the coup as the library has it."""
    for side in ("player", "banker"):
        cards = page.eval_on_selector_all(
            f".hand.{side[0]} [data-card]", "all => all.map((one) => one.dataset.card)"
        )
        assert cards == view[side]["cards"]
        assert page.inner_text(f".hand.{side[0]} .total") == str(view[side]["total"])
    assert page.inner_text(".call .said") == view["call"]
    coins = [int(text.replace(",", "")) for text in page.locator(".coins b").all_inner_texts()]
    assert coins == [view["bankroll"], view["on_the_felt"]]
    won = page.eval_on_selector_all(
        ".stake.mine.paid .sum", "all => all.map((one) => one.textContent.replace('−', '-'))"
    )
    assert sorted(map(int, won)) == sorted(line["won"] for line in view["lines"])


def boxes_of(page: Page) -> Any:
    """Where everything stands that must not move; shifts are noted from here on."""
    return page.evaluate(
        """() => {
            shifts.length = 0;
            const all = ".spot, .hand, .cards, .call, .call > p, .rack, .coins, .pick, .acts";
            const more = ".acts button, .board, .people";
            return [...document.querySelectorAll(`${all}, ${more}`)].map((one) => {
                const { x, y, width, height } = one.getBoundingClientRect();
                return [one.className || one.id, x, y, width, height].join(" ");
            });
        }"""
    )


def stays(page: Page, boxes: Any) -> bool:
    """Whether nothing has moved but words in their boxes."""
    shifts = page.evaluate("() => shifts")
    assert sum(value for value, *_ in shifts) < LEAST_SHIFT, shifts
    before = [box.split()[-4:] for box in boxes]
    assert [box.split()[-4:] for box in boxes_of(page)] == before
    return True


def test_a_newcomer_plays_by_mouse(room: Room) -> None:
    table = room.client.open_table(seats=1, seed=7).number
    page = room.visit(table)
    sit(page)
    assert room.view(page, table)["guest"] == "Guest 1"
    page.click("#next")  # a shoe
    slider = page.locator("#cut-at")
    slider.press("ArrowRight")
    slider.press("ArrowRight")
    assert page.input_value("#cut [name=at]") == "210"
    page.click("#next")
    page.wait_for_selector("[data-act=deal]")
    assert settled(page, room, table, 0)["shoe"]["cut"] == 210

    page.click("[data-spot=banker]")
    page.click("[data-spot=banker]")
    page.check("[name=chip][value='100']", force=True)
    page.click("[data-spot=player-pair]")
    until_stakes(page, banker=40, player_pair=100)
    page.click("[data-spot=player-pair]", button="right")
    until_stakes(page, banker=40)
    page.click("[data-act=undo]")
    until_stakes(page, banker=40, player_pair=100)

    page.drag_and_drop(".pick:has([value='5'])", "[data-spot=tie]")
    until_stakes(page, banker=40, player_pair=100, tie=5)
    page.drag_and_drop("[data-spot=player-pair] .stake.mine", "[data-spot=small]")
    until_stakes(page, banker=40, tie=5, small=100)
    page.drag_and_drop("[data-spot=small] .stake.mine", ".bar .mark")
    until_stakes(page, banker=40, tie=5)
    page.click("[data-act=double]")
    until_stakes(page, banker=80, tie=10)

    boxes = boxes_of(page)
    page.click("#next")
    view = settled(page, room, table, 1)
    holds_to(page, view)
    page.click("[data-act=repeat]")
    until_stakes(page, banker=80, tie=10)
    page.click("#next")
    holds_to(page, settled(page, room, table, 2))
    assert stays(page, boxes)
    page.context.close()


def test_keys_alone_are_enough(room: Room) -> None:
    table = room.client.open_table(seats=1, seed=9).number
    page = room.visit(table)
    press = page.keyboard.press
    press("n")
    page.keyboard.type("Kay")
    press("Enter")
    page.wait_for_selector(".coins")
    press("Enter")  # a shoe
    page.wait_for_selector("#cut")
    press("n")  # the cut
    page.wait_for_selector("[data-act=deal]")
    press("4")
    press("b")
    press("2")
    press("t")
    press("t")
    press("Shift+T")
    until_stakes(page, banker=100, tie=5)
    press("ArrowDown")  # to Player, then below it
    press("ArrowDown")
    below = page.evaluate("() => document.activeElement.dataset.spot")
    assert below not in (None, "player")
    press("Enter")
    until_stakes(page, banker=100, tie=5, **{below: 5})
    press("Delete")
    until_stakes(page, banker=100, tie=5)
    press("i")
    page.wait_for_selector("#panel[open]")
    press("Escape")
    press("u")
    until_stakes(page, banker=100, tie=5, **{below: 5})
    press("Escape")
    press("Enter")
    view = settled(page, room, table, 1)
    assert view["guest"] == "Kay"
    holds_to(page, view)
    press("r")
    until_stakes(page, banker=100, tie=5, **{below: 5})
    press("c")
    until_stakes(page)
    page.context.close()


def test_a_finger_plays_on_a_phone(room: Room) -> None:
    table = room.client.open_table(seats=1, seed=7).number
    page = room.visit(table, PHONE, device_scale_factor=2, has_touch=True)
    page.tap("#next")
    page.tap("#sit [type=submit]")
    page.wait_for_selector(".coins")
    for act in ("shoe", "cut", "deal"):
        until(page, "act => document.getElementById('next').dataset.act === act", act)
        if act != "deal":
            page.wait_for_timeout(600)  # at once it would be the second half of a double tap
            page.tap("#next")
    page.tap("[data-spot=player]")
    page.tap(".pick:has([value='5'])")
    page.tap("[data-spot=tie]")
    until_stakes(page, player=20, tie=5)
    targets = [
        page.locator(one).first.bounding_box() for one in ("#next", ".pick", "[data-spot=tie]")
    ]
    assert all(box and box["height"] >= 44 and box["width"] >= 44 for box in targets)
    thumb = targets[0]
    assert thumb is not None
    assert thumb["y"] > 0.8 * PHONE[1]
    assert thumb["y"] + thumb["height"] <= PHONE[1]
    assert page.evaluate("() => document.documentElement.scrollWidth") == PHONE[0]
    boxes = boxes_of(page)
    page.tap("#next")
    holds_to(page, settled(page, room, table, 1))
    assert stays(page, boxes)
    page.context.close()


def test_what_cards_decide_waits_for_them_and_is_told_once(room: Room) -> None:
    table = room.client.open_table(seats=5, seed=7)
    page = room.visit(table.number, reduced_motion="no-preference")
    other = room.visit(table.number)
    sit(page, "Ann")
    sit(other, "Bob")
    table.new_shoe()
    table.cut()
    page.wait_for_selector("[data-spot=banker]:not([aria-disabled])")
    other.wait_for_selector("[data-spot=banker]:not([aria-disabled])")
    other.click("[data-spot=player]")
    page.click("[data-spot=banker]")
    page.wait_for_selector("[data-spot=player] .other em >> text=Bob")
    until_stakes(page, banker=20)
    page.evaluate("() => document.body.style.setProperty('--step', '30s')")  # it lasts long enough
    page.click("#next")
    page.wait_for_selector("body.dealing")
    assert stakes(page) == {"banker": 20}  # nobody is paid while cards move
    assert page.locator(".paid").count() == 0
    page.keyboard.press("n")  # all at once
    view = settled(page, room, table.number, 1)
    holds_to(page, view)
    assert page.locator(".stake.other.paid").count() == 1
    settled(other, room, table.number, 1)
    for one in (page, other):
        until(one, "() => said.length > 0")
        (told,) = one.evaluate("() => said")
        assert told.startswith(view["call"])
    page.context.close()
    other.context.close()


def test_what_is_refused_is_explained_until_the_next_act(room: Room) -> None:
    table = room.client.open_table(seats=1, seed=7, most=100).number
    page = room.visit(table)
    sit(page, "Ann")
    page.click("#next")
    page.wait_for_selector("#cut")
    page.click("#next")
    page.wait_for_selector("[data-act=deal]")
    page.keyboard.press("5")
    page.click("[data-spot=tie]")
    until(page, "() => document.querySelector('.objection').textContent.includes('1 to 100')")
    page.keyboard.press("1")
    page.click("[data-spot=tie]")
    until_stakes(page, tie=1)
    assert page.inner_text(".objection") == ""
    page.click(".coins")
    page.fill("[data-buy] [name=coins]", "500")
    page.click("[data-buy] button")
    until(page, "() => document.querySelector('.coins b').textContent === '1,499'")
    page.keyboard.press("c")
    until_stakes(page)
    page.click(".coins")
    page.click("[data-act=leave]")
    page.wait_for_selector(".coins", state="detached")
    page.context.close()


def test_two_windows_that_press_deal_at_once_deal_one_coup(room: Room) -> None:
    table = room.client.open_table(seats=1, seed=7).number
    page = room.visit(table)
    sit(page, "Ann")
    page.click("#next")
    page.wait_for_selector("#cut")
    page.click("#next")
    page.wait_for_selector("[data-act=deal]")
    page.click("[data-spot=tie]")
    until_stakes(page, tie=20)
    other = page.context.new_page()
    other.goto(page.url)
    other.wait_for_selector("#next[data-act=deal]:not(.quiet)")
    held: list[Route] = []
    other.route("**/acts", lambda route: held.append(route))
    other.click("#next")
    until(other, "() => document.documentElement.dataset.asking === '1'")
    page.click("#next")
    settled(page, room, table, 1)
    page.click("[data-spot=tie]")
    until_stakes(page, tie=20)
    assert len(held) == 1
    with other.expect_response("**/acts") as answer:
        held[0].continue_()
    assert answer.value.headers["idempotency-replayed"] == "true"
    until(other, "() => document.documentElement.dataset.asking === undefined")
    view = room.view(page, table)
    assert (view["coups"], view["on_the_felt"]) == (1, 20)
    assert other.inner_text(".objection") == ""
    page.context.close()
