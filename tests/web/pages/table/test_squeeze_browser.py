"""Squeezing and deciding in Chromium: by mouse, by finger, and by keys alone."""

from typing import TYPE_CHECKING, Any

import pytest
from web.browser import Hall, Visit, until

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.slow
LIFTED = "(steps) => document.getElementById('squeezed')?.dataset.lifted === steps"
IS_BENT = "() => !document.querySelector('#squeezed .lift').hasAttribute('hidden')"
NEWER = "(than) => Number(document.querySelector('[data-watch]').dataset.number) > than"
FOCUS = "() => document.activeElement.id"


def squeeze_at(hall: Hall, visit: Visit, **how: Any) -> "tuple[Page, int]":
    """Ann's browser, at a table where the second card of Banker lies face down before her."""
    table = hall.ready_table(clock={"squeeze": None})
    page = visit(f"/tables/{table}", **how)
    hall.sit(page, table, "Ann")
    page.reload()
    hall.act(page, table, "place", spot="banker", stake=100)
    page.locator("#squeeze").check()
    page.locator("#next[data-act=deal]").click()
    until(page, LIFTED, "")
    return page, table


def centre_of_edge(page: "Page") -> tuple[float, float, float]:
    """Where the long edge is, the one below; and how high the card is."""
    box = page.locator("#squeezed").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] - 4, box["height"]


def test_a_card_is_squeezed_by_mouse_and_by_keys_and_others_watch(hall: Hall, visit: Visit) -> None:
    page, table = squeeze_at(hall, visit)
    other = visit(f"/tables/{table}", language="ja")
    until(other, LIFTED, "")
    assert page.evaluate(FOCUS) == "squeezed"
    x, y, high = centre_of_edge(page)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - high * 0.12, steps=3)
    assert page.evaluate(IS_BENT)
    page.mouse.up()
    until(page, "() => document.querySelector('#squeezed .lift').hasAttribute('hidden')")
    assert hall.view(page, table)["lifted"] == []

    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - high * 0.3, steps=5)
    until(page, LIFTED, "long")
    page.mouse.up()
    until(other, LIFTED, "long")
    (step, shown) = hall.view(page, table)["lifted"][0]
    assert step == "long"
    assert shown in (page.locator("#squeezed").get_attribute("aria-valuetext") or "")
    assert other.locator("#stage button").count() == 0

    page.keyboard.press("ArrowRight")
    until(page, LIFTED, "long short")
    page.keyboard.press("c")
    until(other, LIFTED, "long short corner")
    card = hall.view(page, table)["lifted"][2][1]
    page.keyboard.press("Enter")
    until(page, "() => !document.getElementById('stage')")
    until(other, f"() => document.querySelector('.hand.b [data-card=\"{card}\"]') !== null")
    until(page, "() => document.activeElement.id === 'next'")


def test_a_finger_sweeps_a_card_open(hall: Hall, visit: Visit) -> None:
    page, table = squeeze_at(hall, visit, width=390, height=844, scale=2, touch=True)
    x, y, high = centre_of_edge(page)
    finger = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        told = [{"x": x, "y": y} for x, y in points]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": told})

    touch("touchStart", (x, y))
    for part in (0.1, 0.2, 0.3):
        touch("touchMove", (x, y - high * part))
    until(page, LIFTED, "long")
    for part in (0.4, 0.6, 0.7):
        touch("touchMove", (x, y - high * part))
    touch("touchEnd")
    until(page, "() => !document.getElementById('stage')")
    assert page.evaluate("() => scrollY") == 0
    assert hall.view(page, table)["squeezed"] is None


@pytest.mark.long
def test_chemin_de_fer_is_played_by_keys_alone(hall: Hall, visit: Visit) -> None:
    table = hall.open_table(game="chemin-de-fer", opponent="timid", seats=1)
    page = visit(f"/tables/{table}")
    hall.sit(page, table, "Ann")
    hall.act(page, table, "shoe")
    hall.act(page, table, "cut")
    page.reload()
    for key, draws in (("s", False), ("d", True)):
        while hall.view(page, table)["phase"] != "decision":
            before = hall.view(page, table)["number"]
            page.keyboard.press("b")
            until(page, "() => document.querySelector('#next[data-act=deal]:not(.quiet)')")
            page.keyboard.press("n")
            until(page, NEWER, before + 1)
        until(page, "() => document.getElementById('decision')")
        page.keyboard.press(key)
        until(page, "() => !document.getElementById('decision')")
        decision = hall.view(page, table)["decisions"][-1]
        assert decision["draws"] is draws
        told = until(page, "() => document.querySelector('.decided')?.textContent")
        assert ("You drew" if draws else "You stood") in told
