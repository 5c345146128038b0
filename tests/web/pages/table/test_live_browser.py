"""Pages in a browser: they live, in any number of windows, and survive their server."""

import time
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route
from web.browser import PATIENCE, Hall, Visit, open_hall, until

from baccarat.client import Client
from baccarat.store import Store
from baccarat.table.acts import Place
from baccarat.web.gate.keys import Level, digest, new_code, new_key, spell_code

pytestmark = pytest.mark.slow
NO_SHARING = "delete window.SharedWorker;"
"""As Chrome on Android is."""
ALONE = pytest.param(NO_SHARING, id="alone", marks=pytest.mark.long)
EITHER = pytest.mark.parametrize("before", [pytest.param("", id="shared"), ALONE])
WINDOWS = 8
SHOWN = """([place, number]) => [...document.querySelectorAll(`[data-watch^="${place}:"]`)]
    .every((one) => Number(one.dataset.number) === number)"""
PARTS = """() => Object.fromEntries([...document.querySelectorAll("[data-part]")].map((one) => {
    const copy = one.cloneNode(true);
    for (const place of copy.querySelectorAll("[data-fetch]")) place.remove();
    return [one.dataset.part, copy.textContent.replace(/\\s+/g, " ").trim()];
}))"""
"""The text of every part, but for what is fetched beside the stream."""
AGAIN = "async (place) => (await import('/static/live.js')).again(place)"


def until_shown(page: Page, table: int, number: int) -> None:
    """Wait until a page has a table as it is after an act."""
    until(page, SHOWN, [f"table/{table}", number])


def require_as_loaded(page: Page) -> None:
    """Hold a page to what one shows that is loaded now; cards may still be on their way."""
    fresh = page.context.new_page()
    fresh.goto(page.url)
    expected = fresh.evaluate(PARTS)
    fresh.close()
    assert expected
    end = time.monotonic() + PATIENCE
    while (found := page.evaluate(PARTS)) != expected and time.monotonic() < end:
        page.wait_for_timeout(50)
    assert found == expected


def ask(page: Page, table: int, act: str, /, **said: Any) -> Any:
    """Ask for an act as the page's own scripts do; None if it was refused."""
    return page.evaluate(
        "async (asked) => (await import('/static/acts.js')).ask(...asked)", [table, act, said]
    )


def deal(hall: Hall, table: int) -> int:
    """A coup; the number of the last act."""
    return hall.table(table).deal(free=True).number


def places_of(hall: Hall, table: int) -> list[Place]:
    """Every wager that was laid at a table, as the store has it."""
    with Store.open(hall.store) as store:
        acts = [act for commit in store.commits(table) for act in commit.acts]
    return [act for act in acts if isinstance(act, Place)]


def test_an_inline_style_or_script_would_be_noticed(hall: Hall, visit: Visit) -> None:
    page = visit("/")
    page.evaluate("() => document.body.setAttribute('style', 'color: red')")
    page.evaluate("() => document.body.insertAdjacentHTML('beforeend', '<p onclick=\"1\">')")
    page.evaluate("() => document.body.lastElementChild.click()")  # some Chromiums wait for it
    end = time.monotonic() + PATIENCE
    for kind in ("style-src-attr", "script-src-attr"):
        while sum(f"policy: {kind}" in one for one in visit.troubles) != 1:
            assert time.monotonic() < end, visit.troubles
            page.wait_for_timeout(20)
    visit.troubles.clear()


@EITHER
def test_eight_windows_live(hall: Hall, visit: Visit, before: str) -> None:
    table, other = hall.ready_table(), hall.ready_table()
    first = visit("/login", before=before)
    streams: set[Page] = set()
    first.context.on(
        "request", lambda one: streams.add(one.frame.page) if "/live?" in one.url else None
    )
    paths = [f"/tables/{table}", f"/tables/{other}", "/"]
    pages = [visit.window(first, paths[place % 3]) for place in range(WINDOWS)]
    numbers = {table: deal(hall, table), other: deal(hall, other)}
    for page in pages:
        for place, number in numbers.items():
            until_shown(page, place, number)
    assert len(streams) == (4 if before else 0)  # no page sees what a shared worker asks for
    if before:
        pages[1].close()
        end = time.monotonic() + PATIENCE
        while len(streams) == 4:  # the next in turn has a stream soon
            assert time.monotonic() < end
            pages[4].wait_for_timeout(50)
        assert len(streams) == 5
    require_as_loaded(pages[-1])


def test_a_guest_sits_down_in_one_window_and_all_of_them_know(hall: Hall, visit: Visit) -> None:
    table = hall.ready_table()
    watching = visit(f"/tables/{table}")
    ann = visit(f"/tables/{table}")
    second = visit.window(ann, f"/tables/{table}")
    assert ask(ann, table, "sit", guest="Ann", bankroll=98_765)["guest"] == "Ann"
    for page in (ann, second):
        until(page, "() => document.body.textContent.includes('98,765')")
    assert ask(ann, table, "place", spot="banker", stake=100)["view"]["on_the_felt"] == 100
    number = deal(hall, table)
    for page in (ann, second, watching):
        until_shown(page, table, number)
    require_as_loaded(second)
    require_as_loaded(watching)
    assert "98,765" not in watching.content()
    assert ask(ann, table, "leave")
    until(second, "() => !document.body.textContent.includes('98,')")


@EITHER
def test_a_server_that_was_killed_is_missed_and_found_again(
    hall: Hall, visit: Visit, before: str
) -> None:
    visit.may_be_away = True
    table = hall.ready_table()
    page = visit(f"/tables/{table}", before=before)
    other = visit(f"/tables/{table}")
    page.evaluate("() => { window.isTheSame = true }")
    hall.sit(page, table, "Ann")
    hall.sit(other, table, "Bob")
    page.evaluate(AGAIN, f"table/{table}")
    hall.act(page, table, "place", spot="player", stake=100)
    until_shown(page, table, hall.table(table).deal(squeeze=True).number)
    hall.kill()  # Ann has a card in her hand
    until(page, "() => !document.querySelector('.gone').hidden")
    assert page.locator(".gone").get_attribute("role") == "alert"
    page.evaluate(
        """async (table) => {
            const { ask } = await import("/static/acts.js");
            window.told = [];
            const note = (one) => told.push(one !== null);
            for (let times = 0; times < 3; times += 1) ask(table, "reveal").then(note);
            ask(table, "place", { spot: "banker", stake: 25 }).then(note);
        }""",
        table,
    )
    until(page, "() => !document.querySelector('.waiting').hidden")
    hall.start()
    told = until(page, "() => window.told.length === 4 && window.told")
    assert (told[0], told[3]) == (True, True)
    until(page, "() => document.querySelector('.gone').hidden")
    assert page.locator(".waiting").is_hidden()
    view = hall.view(page, table)
    for one in (page, other):
        until_shown(one, table, view["number"])
    assert page.evaluate("() => window.isTheSame") is True  # it was not loaded again
    assert (view["coups"], view["on_the_felt"]) == (1, 25)
    assert [act.stake for act in places_of(hall, table)] == [100, 25]
    require_as_loaded(page)


def test_an_act_goes_on_when_its_page_is_loaded_again(hall: Hall, visit: Visit) -> None:
    visit.may_be_away = True
    table = hall.ready_table()
    page = visit(f"/tables/{table}")
    hall.sit(page, table, "Ann")
    keys: list[str] = []

    def lose(route: Route) -> None:
        """The house does it, and nobody hears of that."""
        keys.append(route.request.headers["idempotency-key"])
        route.fetch()
        route.abort("connectionreset")

    page.route("**/acts", lose, times=1)
    page.route("**/acts", lambda route: route.abort("connectionreset"), times=1)
    page.evaluate(
        """async (table) => {
            const { ask } = await import("/static/acts.js");
            for (const stake of [10, 20]) ask(table, "place", { spot: "tie", stake });
        }""",
        table,
    )
    until(page, "() => document.documentElement.dataset.asking === '2'")
    page.unroute_all()
    page.reload()
    until(page, "() => !document.documentElement.dataset.asking")
    assert [act.stake for act in places_of(hall, table)] == [10, 20]
    assert page.evaluate("() => sessionStorage.getItem('baccarat-acts')") == "[]"


def test_a_refusal_is_told_and_the_acts_behind_it_go_on(hall: Hall, visit: Visit) -> None:
    table = hall.ready_table()
    page = visit(f"/tables/{table}", language="fr")
    hall.sit(page, table, "Ann")
    page.evaluate(AGAIN, f"table/{table}")
    told, said = page.evaluate(
        """async (table) => {
            const { ask } = await import("/static/acts.js");
            const done = [await ask(table, "place", { spot: "tie", stake: 50 }, { number: 1 })];
            const said = document.querySelector(".objection").textContent;
            return [[...done, await ask(table, "place", { spot: "tie", stake: 5 })], said];
        }""",
        table,
    )
    assert told[0] is None
    assert said.startswith("le prochain acte")
    assert told[1]["view"]["on_the_felt"] == 5


def test_what_happens_in_the_background_is_there_at_once_and_old(hall: Hall, visit: Visit) -> None:
    table = hall.ready_table()
    page = visit(f"/tables/{table}")
    page.evaluate(
        """() => {
            window.seen = [];
            addEventListener("part", ({ detail }) => seen.push(detail.isOld));
            Object.defineProperty(document, "hidden", { get: () => window.isAway });
            window.isAway = true;
        }"""
    )
    until_shown(page, table, deal(hall, table))
    assert set(page.evaluate("() => seen.splice(0)")) == {True}
    page.evaluate("() => { window.isAway = false }")
    until_shown(page, table, deal(hall, table))
    assert set(page.evaluate("() => seen")) == {False}


def test_a_panel_that_comes_later_lives_too(hall: Hall, visit: Visit) -> None:
    table, other = hall.ready_table(), hall.ready_table()
    page = visit(f"/tables/{table}")
    until_shown(page, table, deal(hall, table))
    page.evaluate(
        """(other) => {
            const made = document.createElement("article");
            Object.assign(made.dataset, { watch: `table/${other}:card`, number: "1" });
            made.dataset.part = `table/${other}/card`;
            document.querySelector("main").append(made);
        }""",
        other,
    )
    until(page, "other => document.querySelector(`a[href='/tables/${other}']`)", other)
    until_shown(page, other, deal(hall, other))
    until_shown(page, table, deal(hall, table))


def test_a_page_of_another_version_loads_itself_once(hall: Hall, visit: Visit) -> None:
    before = """
    document.addEventListener("readystatechange", () => {
      if (document.readyState !== "interactive") return;
      document.documentElement.dataset.version = "older";
      sessionStorage.loaded = Number(sessionStorage.loaded ?? 0) + 1;
    });"""
    table = hall.ready_table()
    page = visit(f"/tables/{table}", before=before)
    until(page, "() => sessionStorage.loaded === '2'")
    until_shown(page, table, deal(hall, table))
    assert page.evaluate("() => sessionStorage.loaded") == "2"


def test_who_needs_a_key_comes_in_by_a_code_and_is_told_when_it_is_revoked(
    browser: Browser, hall: Hall, tmp_path: Path
) -> None:
    with open_hall(tmp_path, "--keys", beside=hall) as hall, Store.open(hall.store) as store:
        host, code = new_key(Level.HOST), new_code()
        store.add_key("host", "host", None, digest(host))
        number = store.add_key("Ann", "play", None, digest(new_key(Level.PLAY)))
        store.add_code(digest(spell_code(code) or ""), number, time.time() + 600)
        with Client(hall.url, key=host) as client:
            table = client.open_table(seats=5).number
        visit = Visit(browser, hall.url)
        visit.may_lack_key = True
        page = visit(f"/tables/{table}")
        page.locator("[name=code]").fill("0000-0000")
        page.locator("[type=submit]").click()
        until(page, "() => document.querySelector('form [role=alert]').textContent")
        page.locator("[name=code]").fill(code.lower())
        page.keyboard.press("Enter")
        page.locator(".hands").wait_for()
        until(page, "() => document.querySelector('.over').hidden")
        store.revoke(number)
        page.locator(".over").wait_for()
        assert "session is over" in page.locator(".over").inner_text()
        page.locator(".over a").click()
        page.locator("[name=code]").fill(host)
        page.locator("[type=submit]").click()
        page.locator(".hands").wait_for()
        assert page.url == f"{hall.url}/tables/{table}"
        visit.close()
