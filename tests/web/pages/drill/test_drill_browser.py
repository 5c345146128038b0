"""The drill in a browser: by keys alone, announced once, with a score that outlives the page."""

import re
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

import pytest
from web.browser import Visit, until

from baccarat.drill import Kind, Question, ask

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.slow
COUNTS_ANNOUNCEMENTS = """
window.announcements = [];
addEventListener("DOMContentLoaded", () => new MutationObserver(() =>
  announcements.push(document.querySelector("#announced").textContent))
  .observe(document.querySelector("#announced"), { childList: true, characterData: true }));
"""


def shown(page: "Page") -> Question:
    """The library's question at the address of the page."""
    said = parse_qs(urlsplit(page.evaluate("location.href")).query)
    kinds = tuple(map(Kind, said.get("kind", [kind.value for kind in Kind])))
    seed, number, level = (int(said[name][0]) for name in ("seed", "number", "level"))
    return ask(seed, number, level, kinds, said["game"][0])


def answer(page: "Page", key: str) -> None:
    page.keyboard.press(key)
    until(page, "() => document.activeElement.matches('[data-next]')")


def go_on(page: "Page") -> None:
    page.keyboard.press("Enter")
    until(page, "() => document.activeElement.closest('.answering')")


def row(page: "Page", kind: str) -> list[str]:
    return page.locator(f"[data-kinds] [data-kind={kind}] td").all_inner_texts()


@pytest.mark.long
def test_by_keys_alone_with_a_score_that_is_kept(visit: Visit) -> None:
    page = visit("/drill?kind=draw&level=1&seed=7", before=COUNTS_ANNOUNCEMENTS)
    assert page.is_visible("[data-none]")
    for right in (True, True, True, False):
        question = shown(page)
        move = question.answer if right else {"draw": "stand", "stand": "draw"}[question.answer]
        answer(page, move[0])
        assert page.locator("[data-why]").all_inner_texts() == list(question.why)
        go_on(page)
    # Three quick ones lead up, the wrong one down.
    assert re.findall("level=(.)", page.evaluate("location.href")) == ["1"]
    assert row(page, "draw")[:3] == ["4", "3 (75%)", "1"]
    assert page.inner_text("[data-run]") == "0"
    assert page.inner_text("[data-best]") == "3"
    assert page.inner_text("[data-points]") == "6"
    heard = page.evaluate("() => announcements")
    assert len(heard) == 8  # verdict and question, four times
    assert heard[0].startswith("Right.")
    assert heard[1].endswith("draw?")
    assert heard[6].startswith("Wrong: ")
    page.reload()
    assert row(page, "draw")[:3] == ["4", "3 (75%)", "1"]
    assert page.locator("[data-plot-right]").get_attribute("points").count(",") == 4  # type: ignore[union-attr]
    # What was never asked is practised next.
    page.click("[data-practise]")
    until(page, "() => location.search.includes('kind=call')")
    question = shown(page)
    assert question.kind is Kind.CALL
    page.keyboard.type(question.answer[0])
    page.keyboard.press("Tab")
    page.keyboard.type(question.answer[2])
    answer(page, "Enter")
    assert page.locator(".verdict").get_attribute("data-right") == "yes"
    assert row(page, "call")[:3] == ["1", "1 (100%)", "0"]
    page.click("[data-forget]")
    assert page.is_visible("[data-none]")


@pytest.mark.long
def test_a_finger_answers_on_the_road_and_nothing_is_too_wide(visit: Visit) -> None:
    page = visit(
        "/drill?kind=road&level=1&seed=7", width=390, height=844, touch=True, language="fr"
    )
    column, row = map(int, shown(page).answer.split())
    at = page.locator(".question svg.road").evaluate(
        """(svg, [column, row]) => {
          const middle = new DOMPoint(column - .5, row - .5).matrixTransform(svg.getScreenCTM());
          return [middle.x, middle.y];
        }""",
        [column, row],
    )
    page.touchscreen.tap(*at)
    page.locator(".verdict[data-right=yes]").wait_for()
    assert "Juste" in page.inner_text(".verdict")
    for query in ("kind=pay&level=5", "kind=draw&level=5&seed=12", "kind=road&level=5&seed=5"):
        page.goto(f"{page.url.split('/drill')[0]}/drill?seed=7&{query}")
        assert page.evaluate("() => document.documentElement.scrollWidth") == 390


@pytest.mark.long
def test_what_does_not_read_is_told_and_without_scripts_a_form_does_it_all(visit: Visit) -> None:
    visit.may_lack_key = True  # a refused answer is logged as such
    page = visit("/drill?kind=pay&level=1&seed=7")
    page.fill("[name=answer]", "much")
    page.keyboard.press("Enter")
    until(page, "() => document.querySelector('.objection').textContent.includes('much')")
    assert page.input_value("[name=answer]") == "much"
    plain = visit("/drill?kind=pay&level=1&seed=7", java_script_enabled=False)
    plain.fill("[name=answer]", ask(7, 0, 1, (Kind.PAY,)).answer)
    plain.keyboard.press("Enter")
    plain.wait_for_url("**/drill/answer?*")
    assert plain.locator(".verdict").get_attribute("data-right") == "yes"
    assert not plain.is_visible("#score")
    plain.click("[data-next]")
    assert "number=1" in plain.url
