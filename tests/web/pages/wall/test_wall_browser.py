"""Lobby and wall in a real browser: they fit, they live, and what was chosen is kept."""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect
from web.browser import Hall, Visit, until

pytestmark = [pytest.mark.slow, pytest.mark.long]
SCREENS = {
    "small": (1280, 720),
    "laptop": (1440, 900),
    "4k": (3840, 2160),
    "old": (1280, 1024),
    "wide": (2560, 1080),
    "upright": (1080, 1920),
}
OUTSIDE = """() => {
  const root = document.documentElement;
  const shown = document.querySelectorAll(".bar > *, .wallgrid *:not(svg *)");
  const beyond = [...shown].filter((one) => {
    const box = one.getBoundingClientRect();
    const isSeen = box.width > 1 && box.height > 1 && one.checkVisibility();
    return isSeen && (box.left < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1);
  });
  const scrolls = root.scrollWidth > innerWidth || root.scrollHeight > innerHeight;
  const cut = [...document.querySelectorAll(".tile")]
    .filter((one) => one.scrollWidth > one.clientWidth);
  const names = [...beyond, ...cut].map((one) => one.className || one.tagName);
  return [...names, ...(scrolls ? ["scrolls"] : [])];
}"""
OVERLAPS = """() => {
  const boxes = [...document.querySelectorAll(".wallgrid > section, .lastcoup > *")]
    .filter((one) => !one.querySelector(".lastcoup"))
    .map((one) => [one.className, one.getBoundingClientRect()]);
  const cross = (a, b) => a.left < b.right - 1 && b.left < a.right - 1
    && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  return boxes.flatMap(([name, box], at) => boxes.slice(at + 1)
    .filter(([, other]) => cross(box, other)).map(([other]) => `${name} on ${other}`));
}"""

FILLED = """() => {
  const shown = "svg.road, .call > *, .hand > *, .ask, .counts > div";
  const boxes = [...document.querySelectorAll(".wallgrid :is(" + shown + ")")]
    .map((one) => one.getBoundingClientRect());
  const place = document.querySelector(".wallgrid").getBoundingClientRect();
  const bands = 100;
  const isFilled = (band) => {
    const y = place.top + (band + .5) * place.height / bands;
    return boxes.some((box) => box.top <= y && y <= box.bottom);
  };
  return Array.from({ length: bands }, (_, band) => band).filter(isFilled).length;
}"""
"""How many of a hundred bands, from top to bottom, have something in them."""
CROSSING = OVERLAPS.replace(".wallgrid > section", ".wallgrid figure, .ask, .counts")


@pytest.fixture(scope="module")
def busy(hall: Hall) -> Hall:
    """Five tables, one of them far into its shoe, and a real one."""
    for _ in range(4):
        hall.ready_table(least=25, most=5_000)
    hall.ready_table(name="Le Salon des Ambassadeurs de Macao", least=25, most=5_000)
    for _ in range(15):
        hall.table(1).deal(free=True)
    hall.client.open_board("Table 12").enter("Kh 5c 8h | 9d 4s")
    return hall


def test_no_wall_scrolls_on_any_screen(busy: Hall, visit: Visit) -> None:
    page = visit("/wall")
    for path in ("/wall", "/tables/1/wall", "/boards/1", "/wall?tables=1,2"):
        page.goto(busy.url + path)
        for name, (width, height) in SCREENS.items():
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(OUTSIDE) == [], (path, name)
            assert page.evaluate(OVERLAPS) == [], (path, name)


@pytest.mark.parametrize("language", ["ja", "zh-hans", "zh-hant"])
def test_names_that_are_written_downwards_stand_on_their_feet(
    busy: Hall, visit: Visit, language: str
) -> None:
    turned = "(names) => names.map((name) => getComputedStyle(name).rotate)"
    page = visit("/wall", language=language)
    assert page.eval_on_selector_all(".hand h2", turned) == ["none", "none"]


@pytest.mark.parametrize("language", ["en", "fr", "ja"])
@pytest.mark.parametrize("said", ["B", "B 8-9 +P +B B2", "T 6-6"])
def test_a_board_without_cards_fills_its_wall(
    busy: Hall, visit: Visit, language: str, said: str
) -> None:
    board = busy.client.open_board("Table 13")
    for _ in range(30):
        board.enter(said)
    page = visit(f"/boards/{board.number}", language=language)
    for name, (width, height) in SCREENS.items():
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(OUTSIDE) == [], name
        assert page.evaluate(CROSSING) == [], name
        assert page.evaluate(FILLED) >= 72, name
    board.close()


def test_the_lobby_does_not_scroll_sideways_on_a_phone(busy: Hall, visit: Visit) -> None:
    page = visit("/", width=360, height=740)
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    page.click(".cog")
    box = page.locator("#settings").bounding_box()
    assert box is not None
    assert box["width"] <= 360


def test_a_coup_comes_to_lobby_and_wall_without_a_reload(busy: Hall, visit: Visit) -> None:
    lobby = visit("/")
    wall = visit.window(lobby, "/tables/2/wall")
    busy.table(2).deal(free=True)
    expect(lobby.locator("#table-2 .tallies .n")).to_have_text("1 coup")
    expect(wall.locator(".counts div").last.locator("dd")).to_have_text("1")
    expect(wall.locator(".lastcoup .total")).to_have_count(2)


def test_tables_that_open_and_close_come_and_go(busy: Hall, visit: Visit) -> None:
    lobby = visit("/")
    wall = visit.window(lobby, "/wall")
    table = busy.open_table(name="New one")
    for page in (lobby, wall):
        expect(page.locator(f"#table-{table}")).to_contain_text("New one")
    busy.table(table).new_shoe()
    busy.table(table).cut()
    busy.table(table).deal(free=True)  # what is new is watched, too
    expect(lobby.locator(f"#table-{table} .tallies .n")).to_have_text("1 coup")
    busy.table(table).close()
    for page in (lobby, wall):
        expect(page.locator(f"#table-{table}")).to_have_count(0)


def test_one_click_sits_down(busy: Hall, visit: Visit) -> None:
    page = visit("/")
    page.click("[data-sit='3']")
    page.wait_for_url("**/tables/3")
    assert busy.view(page, 3)["bankroll"] == 1_000
    back = visit.window(page, "/")
    expect(back.locator("#table-3 .primary")).to_contain_text("Go on playing")


def test_a_form_opens_a_table_as_it_says(busy: Hall, visit: Visit) -> None:
    page = visit("/")
    page.click("summary >> nth=0")
    form = page.locator("[data-open=table]")
    form.locator("[name=name]").fill("Fair <b>game</b>")
    form.locator("[name=least]").fill("10")
    form.locator("[name=most]").fill("400")
    form.locator("[name=seats]").fill("3")
    form.locator("[name=fair]").check()
    form.locator("[value=open]").click()
    card = page.locator(".place", has_text="Fair <b>game</b>")
    expect(card).to_contain_text("10 – 400")
    expect(card).to_contain_text("seats free: 3 of 3")
    [opened] = [one for one in busy.client.tables() if one["name"] == "Fair <b>game</b>"]
    assert opened["shoes_from"] == "fair"
    form.locator("[name=least]").fill("10")
    form.locator("[name=most]").fill("5")
    form.locator("[value=open]").click()
    expect(page.locator(".objection")).to_contain_text("the maximum bet")


def test_what_is_chosen_is_kept_and_escape_closes_the_sheet(busy: Hall, visit: Visit) -> None:
    page = visit("/")
    before = page.evaluate(PLACES)
    page.focus(".cog")
    page.keyboard.press("Enter")
    expect(page.locator("#settings")).to_be_visible()
    assert page.evaluate(PLACES) == before  # nothing moves
    for name, value in (("theme", "light"), ("marks", "shapes"), ("suits", "four")):
        page.click(f"[data-choose={name}][value={value}]")
    page.keyboard.press("Escape")
    expect(page.locator("#settings")).to_be_hidden()
    assert _focused(page) == "cog"
    page.reload()
    assert (
        page.evaluate("({ ...document.documentElement.dataset })").items()
        >= {
            "theme": "light",
            "marks": "shapes",
            "suits": "four",
        }.items()
    )
    page.click(".cog")
    page.click("[data-language=fr]")
    expect(page.locator("h1")).to_have_text("Prenez place, ou regardez.")


def test_a_theme_that_was_not_chosen_is_the_systems(busy: Hall, visit: Visit) -> None:
    page = visit("/wall")
    for scheme, ink in (("light", "rgb(20, 35, 28)"), ("dark", "rgb(244, 239, 226)")):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        assert page.evaluate("getComputedStyle(document.documentElement).color") == ink


def test_a_link_from_elsewhere_finds_the_guest_seated(busy: Hall, visit: Visit) -> None:
    page = visit("/tables/4")
    busy.sit(page, 4, "Ann")
    port = urlsplit(busy.url).port
    page.goto(f"http://localhost:{port}/wall")  # another site, as browsers see it
    page.evaluate("url => { document.querySelector('.mark').href = url }", f"{busy.url}/")
    page.click(".mark")
    expect(page.locator("#table-4 .primary")).to_contain_text("Go on playing")
    assert page.url == f"{busy.url}/"


def test_the_wall_fills_the_screen_and_keeps_it_awake(busy: Hall, visit: Visit) -> None:
    page = visit("/wall", before=NOTES_WAKING)
    until(page, "() => window.woken === 'screen'")
    button = page.locator("[data-fill]")
    expect(button).to_be_visible()
    button.click()
    expect(button).to_be_hidden()
    assert page.evaluate("document.fullscreenElement === document.documentElement")


PLACES = """() => [...document.querySelectorAll(".place, .bar > :not(.sheet)")]
  .map((one) => JSON.stringify(one.getBoundingClientRect()))"""
NOTES_WAKING = """
Object.defineProperty(navigator, "wakeLock", {
  value: { request: async (kind) => { window.woken = kind; } },
});
"""


def _focused(page: Page) -> str:
    name: str = page.evaluate("document.activeElement.className")
    return name
