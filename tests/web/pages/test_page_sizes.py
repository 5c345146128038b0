"""Pages from 320 to 3840 pixels: nothing sticks out, no control lies on another, nothing jumps.

The table has measurements of its own, and so has the wall.
"""

from typing import Any

import pytest
from playwright.sync_api import Page
from web.browser import Hall, Visit, until

from baccarat.base.words import LANGUAGES

pytestmark = pytest.mark.slow
PAGES = {
    "lobby": "/",
    "odds": "/odds?seen=9h+9h+Kx&given=Kh+9d+5c&bets=bankr+lucky-6",
    "matrix": "/odds?seen=33",
    "removal": "/odds?look=removal&all=1",
    "laboratory": "/laboratory",
    "betting systems": "/laboratory?kind=stake",
    "card counts": "/laboratory?kind=count",
    "run": "/laboratory?kind=simulate",
    "theory": "/theory?model=B3&decks=6&commission=1/20&cell=0,6|-&move=draw&wait=true",
    "banque": "/theory?model=banque&decks=6",
    "proof": "/proof",
    "roads": "/roads?why=small:5.0",
    "totals": "/drill?kind=call&level=5&seed=3",
    "payouts": "/drill?kind=pay&level=5&seed=7",
    "drilled roads": "/drill?kind=road&level=5&seed=5",
    "login": "/login",
    "new board": "/new-board",
    "nothing there": "/tables/99",
}
LEAN = ("lobby", "laboratory", "theory", "totals")
"""Pages that CI looks at, in French: its words are long."""
WIDTHS = (320, 360, 390, 600, 719, 768, 899, 960, 1100, 1440, 1920, 3840)
FAULTS = """() => {
  const wide = document.documentElement.clientWidth;
  const faults = [];
  const called = ({ tagName, id, className, textContent }) =>
    `${tagName}#${id}.${className} ${textContent.trim().slice(0, 24)}`;
  const isShown = (one) => one.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true })
    && one.getBoundingClientRect().width > 0 && !one.closest(".unseen, .skip, .symbols, svg svg");
  const cuts = (one) => getComputedStyle(one).overflowX !== "visible";
  const frames = (one) => {
    const frames = [];
    for (let up = one.parentElement; up !== document.body && up; up = up.parentElement) {
      if (cuts(up)) frames.push(up);
    }
    return frames;
  };
  const shown = [...document.body.querySelectorAll("*:not(svg *)")].filter(isShown);
  for (const one of shown) {
    const { left, right } = one.getBoundingClientRect();
    const isOut = (left < -0.5 || right > wide + 0.5) && !frames(one).length;
    if (isOut) faults.push(`out: ${called(one)}`);
    const mayScroll = one.matches("input, select, textarea, pre, .wide");
    const isCut = one.scrollWidth > one.clientWidth + 1 && cuts(one) && !mayScroll;
    if (isCut) faults.push(`cut: ${called(one)}`);
  }
  // What floats over the page lies on it by design, and is compared with what floats along.
  const floats = (one) => {
    for (let up = one; up; up = up.parentElement) {
      if (["fixed", "sticky"].includes(getComputedStyle(up).position)) return up;
    }
    return null;
  };
  const controls = shown.filter((one) => one.matches("a, button, input, select, textarea, summary"))
    .map((one) => {
      let { left, right, top, bottom } = one.getBoundingClientRect();
      for (const frame of frames(one).map((frame) => frame.getBoundingClientRect())) {
        [left, right] = [Math.max(left, frame.left), Math.min(right, frame.right)];
        [top, bottom] = [Math.max(top, frame.top), Math.min(bottom, frame.bottom)];
      }
      return { one, left, right, top, bottom, over: floats(one) };
    });
  controls.forEach((a, place) => controls.slice(place + 1).forEach((b) => {
    if (a.over !== b.over || a.one.contains(b.one) || b.one.contains(a.one)) return;
    const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (width > 1 && height > 1) faults.push(`${called(a.one)} lies on ${called(b.one)}`);
  }));
  return faults;
}"""
IS_RIGHT = f"() => !({FAULTS})().length"
BEGINS_WRONG = """() => {
  const wrong = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const box = document.createRange();
  const top = (text, place) => {
    box.setStart(text, place);
    box.setEnd(text, place + 1);
    return box.getClientRects()[0]?.top;
  };
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    for (const { index } of text.data.matchAll(/(?<=[^\\s])[ーっッゃャゅュょョ、。]/g)) {
      const isBelow = top(text, index) > top(text, index - 1) + 4;
      if (isBelow) wrong.push(text.data.slice(Math.max(0, index - 4), index + 4));
    }
  }
  return wrong;
}"""
WHOLE_NAME = """() => {
  const name = document.querySelector(".bar h1");
  return name.scrollWidth <= name.clientWidth;
}"""
SHIFTS = """
window.shifts = [];
new PerformanceObserver((list) => {
  for (const shift of list.getEntries()) {
    const who = shift.sources.map(({ node }) => `${node?.nodeName}.${node?.className}`);
    if (!shift.hadRecentInput) shifts.push([shift.value, who.join(" ")]);
  }
}).observe({ type: "layout-shift", buffered: true });
"""
MOST_SHIFT = 0.05
SLOW = 6
"""How many times slower a phone is."""
SLOW_NETWORK = {
    "offline": False,
    "latency": 300,
    "downloadThroughput": 7_500,
    "uploadThroughput": -1,
}
"""Milliseconds, and bytes a second: a page arrives in pieces."""
IDLE = """() => new Promise((done) =>
    requestAnimationFrame(() => requestIdleCallback(() => done(true))))"""


def lean(name: str) -> list[Any]:
    """All pages, of which CI looks at one."""
    return [pytest.param(page, marks=() if page == name else pytest.mark.long) for page in PAGES]


@pytest.fixture(scope="module")
def busy(hall: Hall) -> Hall:
    """A house with a table, a board and a real place to look at."""
    table = hall.ready_table(name="Salon Bleu et Blanc", least=5, most=5_000)
    for _ in range(12):
        hall.table(table).deal(free=True)
    hall.client.open_board("Table 12").enter("Kh 5c 8h | 9d 4s")
    return hall


def ask(page: Page, many: str) -> None:
    """Press Run, and look on until it is done."""
    page.fill("[name=many]", many)
    page.click("[data-ask] [type=submit]")
    page.wait_for_url("**/laboratory/*")
    until(page, "() => document.querySelector('.standing .state.done')")


def look(page: Page, widths: tuple[int, ...]) -> None:
    """Wait at each width until all is in its place: plots follow their room in a frame or two."""
    for width in widths:
        page.set_viewport_size({"width": width, "height": 900})
        try:
            until(page, IS_RIGHT)
        except AssertionError:
            raise AssertionError((width, page.evaluate(FAULTS))) from None


@pytest.mark.parametrize("name", LEAN)
def test_nothing_sticks_out_or_overlaps(busy: Hall, visit: Visit, name: str) -> None:
    look(visit(PAGES[name], language="fr"), (320, 768, 3840))


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", PAGES)
def test_nothing_sticks_out_or_overlaps_at_any_width(
    busy: Hall, visit: Visit, name: str, language: str
) -> None:
    visit.may_lack_key = True  # a page that is not there is logged as such
    page = visit(PAGES[name], language=language)
    if name == "run":
        ask(page, "20000")
    look(page, WIDTHS)
    if name == "lobby":
        for summary in page.locator("summary").all():
            summary.click()
        look(page, WIDTHS)
    page.set_viewport_size({"width": 320, "height": 900})
    page.click(".cog")
    look(page, WIDTHS[:3])


@pytest.mark.parametrize("name", lean("roads"))
def test_no_line_of_japanese_begins_with_its_long_mark(busy: Hall, visit: Visit, name: str) -> None:
    visit.may_lack_key = True
    page = visit(PAGES[name], language="ja")
    for width in range(320, 440, 24):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate(BEGINS_WRONG) == [], width


@pytest.mark.parametrize("name", ["laboratory", "login"])
def test_a_wide_screen_is_filled(busy: Hall, visit: Visit, name: str) -> None:
    page = visit(PAGES[name], width=3840, height=2160)
    assert page.locator("main").bounding_box()["width"] >= 3840 * 0.8  # type: ignore[index]
    assert page.evaluate("() => parseFloat(getComputedStyle(document.body).fontSize)") >= 28


# The bar.


def test_the_bar_of_a_table_has_room_for_its_name(busy: Hall, visit: Visit) -> None:
    page = visit("/tables/1", language="fr")
    for width in (768, 960):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate(WHOLE_NAME), width


def test_the_menu_opens_by_key_and_by_touch(busy: Hall, visit: Visit) -> None:
    page = visit("/tables/1", width=360, height=740, touch=True)
    page.focus(".opens-menu")
    page.keyboard.press("Enter")
    assert page.is_visible("#menu")
    page.keyboard.press("Tab")
    assert page.evaluate("() => document.activeElement.textContent") == "Lobby"
    page.keyboard.press("Escape")
    assert not page.is_visible("#menu")
    assert page.evaluate("() => document.activeElement.className") == "opens-menu"
    page.tap(".opens-menu")
    page.tap("#menu a[href='/odds']")
    page.wait_for_url("**/odds")
    assert page.get_by_role("button", name="Menu").is_visible()


def test_the_menu_needs_no_javascript_and_a_wide_bar_shows_all_of_it(
    busy: Hall, visit: Visit
) -> None:
    page = visit("/odds", width=360, height=740, java_script_enabled=False)
    assert page.is_visible("noscript p")
    page.click(".opens-menu")
    page.click("#menu a[href='/drill']")
    page.wait_for_url("**/drill")
    page.set_viewport_size({"width": 960, "height": 900})
    assert page.is_visible("#menu a[href='/proof']")
    assert not page.is_visible(".opens-menu")


# On a slow phone.


def slow_phone(visit: Visit) -> Page:
    phone = visit(
        "/static/icon.svg",
        width=360,
        height=740,
        scale=2,
        touch=True,
        is_mobile=True,
        before=SHIFTS,
    )
    session = phone.context.new_cdp_session(phone)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOW})
    return phone


@pytest.mark.long
@pytest.mark.parametrize("name", PAGES)
def test_nothing_jumps_on_a_slow_phone(busy: Hall, visit: Visit, name: str) -> None:
    visit.may_lack_key = True
    page = slow_phone(visit)
    page.goto(busy.url + PAGES[name])
    if name == "run":
        ask(page, "20000")
        until(page, "() => document.querySelector('[data-drawn] canvas')")
    page.evaluate(IDLE)
    shifts = page.evaluate("() => shifts")
    assert sum(value for value, _ in shifts) < MOST_SHIFT, shifts


@pytest.mark.long
@pytest.mark.parametrize("width", [360, 1024, 1440])
@pytest.mark.parametrize("path", ["/tables/1", "/wall"])
def test_nothing_jumps_while_a_page_arrives(
    busy: Hall, visit: Visit, path: str, width: int
) -> None:
    """Style and scripts are there from the first visit; the page itself comes in pieces."""
    page = visit(path, width=width, height=740, before=SHIFTS)
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", SLOW_NETWORK)
    page.reload(wait_until="load")
    page.evaluate(IDLE)
    shifts = page.evaluate("() => shifts")
    assert sum(value for value, _ in shifts) < MOST_SHIFT, shifts


@pytest.mark.long
def test_a_run_that_is_checked_keeps_its_place(busy: Hall, visit: Visit) -> None:
    """However late the server answers: the room is taken when the button is pressed."""
    page = slow_phone(visit)
    page.goto(busy.url + PAGES["run"])
    ask(page, "20000")
    until(page, "() => document.querySelector('[data-drawn] canvas')")
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", {**SLOW_NETWORK, "latency": 900})
    page.evaluate("() => { shifts.length = 0; }")
    page.click("[data-act$=check]")
    until(page, "() => document.querySelector('.verdict.same')")
    page.evaluate(IDLE)
    shifts = page.evaluate("() => shifts")
    assert sum(value for value, _ in shifts) < MOST_SHIFT, shifts
