"""The page of theory in a browser: sliders, addresses, certificates, practice, by keys alone."""

from fractions import Fraction
from pathlib import Path

import pytest
from playwright.sync_api import Page
from web.browser import Visit, until

from baccarat.theory.casino.solver import solve_casino
from baccarat.theory.certificates import check_any
from baccarat.theory.chemin.solver import solve

pytestmark = pytest.mark.long
SHOWS = """(told) => told.every(([mark, name, text]) =>
    document.querySelector(`[data-${mark}="${name}"]`)?.textContent === text)"""
PROVED = "() => document.querySelector('[data-proves]')?.textContent"
SLIDE = """([name, value]) => {
  const slider = document.querySelector(`[data-slides=${name}]`);
  slider.value = value;
  slider.dispatchEvent(new Event("input", { bubbles: true }));
}"""


def shows(page: Page, model: str, decks: int | None, alpha: Fraction) -> None:
    """Wait until the page has an equilibrium: its values, and all that it leaves to chance."""
    one = solve_casino(model, alpha, decks).equilibrium
    told = [["mixed", name, str(draws)] for name, draws in one.mixed.items()]
    told.append(["figure", "value", str(one.value)])
    if alpha:
        told.append(["figure", "banquier_value", str(one.banquier_value)])
    until(page, SHOWS, told)
    assert page.locator("[data-mixed]").count() == len(one.mixed)


def test_sliders_move_the_equilibrium_and_the_address_is_shared(visit: Visit) -> None:
    page = visit("/theory")
    shows(page, "B3", 6, Fraction(0))
    page.evaluate(SLIDE, ["commission", "0.057"])
    shows(page, "B3", 6, Fraction(57, 1000))
    page.evaluate(SLIDE, ["decks", "9"])
    shows(page, "B3", 9, Fraction(57, 1000))
    page.select_option("[name=model]", "A1")
    shows(page, "A1", None, Fraction(57, 1000))
    assert not page.is_visible("#decks")
    page.select_option("[name=model]", "B4")
    page.fill("#commission", "5%")
    shows(page, "B4", 9, Fraction(1, 20))
    assert float(page.input_value("[data-slides=commission]")) == 0.05
    until(page, "() => location.search.includes('commission=5%25')")
    stranger = visit(page.evaluate("location.pathname + location.search"))
    shows(stranger, "B4", 9, Fraction(1, 20))
    assert stranger.input_value("#commission") == "5%"


def test_the_last_of_many_moves_wins(visit: Visit) -> None:
    page = visit("/theory?model=B1&decks=6")
    for step in range(1, 25):
        page.evaluate(SLIDE, ["commission", str(step / 1000)])
    shows(page, "B1", 6, Fraction(24, 1000))
    until(page, PROVED)
    assert "commission 3/125" in page.evaluate(PROVED)
    shows(page, "B1", 6, Fraction(24, 1000))


def test_a_critical_point_is_one_click_away(visit: Visit) -> None:
    page = visit("/theory?model=B3&decks=6&commission=1/20")
    assert page.text_content('.grid [data-cell="6|6"]') == "D"
    page.click("text=just after")
    until(page, "() => document.querySelector('.grid [data-cell=\"6|6\"]').textContent !== 'D'")
    critical = 0.05691466
    assert 0 < float(Fraction(page.input_value("#commission"))) - critical < 2e-6
    page.click("#deck-marks a >> text=9")
    until(page, "() => document.querySelector('#decks').value === '9'")


def test_a_certificate_is_downloaded_and_checked_elsewhere(visit: Visit, tmp_path: Path) -> None:
    page = visit("/theory?model=B1&decks=6&commission=1/20")
    proves = until(page, PROVED)
    with page.expect_download() as waiting:
        page.click("text=Download the certificate")
    kept = tmp_path / waiting.value.suggested_filename
    waiting.value.save_as(kept)
    assert check_any(kept.read_text("utf-8")) == proves
    assert f"baccarat solve --check {kept.name}" in page.inner_text("#proof")


def test_longer_work_is_shown_and_can_be_cancelled(visit: Visit) -> None:
    page = visit("/theory?model=banque&decks=12&theta=1/3")
    page.wait_for_selector("progress")
    assert page.inner_text(".working span").endswith(" s")
    page.click("[data-stop]")
    page.wait_for_selector("[data-again]")
    assert not page.is_visible("progress")
    page.select_option("[name=model]", "B1")
    shows(page, "B1", 12, Fraction(0))


def test_practice_keeps_its_score_in_the_browser(visit: Visit) -> None:
    page = visit("/theory?model=B1&decks=6")
    page.click('.grid [data-cell="6|-"]')
    page.wait_for_selector("[name=move]")
    page.keyboard.press("s")
    page.wait_for_selector(".verdict")
    assert page.text_content("[data-equilibrium]") == str(solve("B1", 6).banquier["6|-"])
    assert page.text_content("[data-cost]") == "0"
    page.click('.grid [data-cell="7|0"]')
    page.wait_for_selector("[name=move]")
    page.keyboard.press("d")
    page.wait_for_selector(".verdict[data-right=no]")
    assert Fraction(page.text_content("[data-cost]") or "") > 0
    again = visit.window(page, "/theory?model=A1")
    again.wait_for_selector("[data-score]")
    assert again.inner_text("[data-score]").startswith("Right: 1 / 2 · in a row 0 · best 1")
    again.click("[data-forget]")
    assert again.text_content("[data-tries]") == "0"


def test_practice_fits_a_small_phone_and_tells_that_the_server_is_away(visit: Visit) -> None:
    visit.may_be_away = True
    page = visit("/theory?cell=6|-", width=320, height=700)
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    page.route("**/theory/practice**", lambda route: route.abort("connectionrefused"))
    page.click("[name=deal]")
    page.wait_for_selector(".objection:has-text('does not answer; try again')")
    page.unroute("**/theory/practice**")
    page.click("[name=deal]")
    page.wait_for_selector(".objection", state="hidden")


def test_everything_goes_by_keys(visit: Visit) -> None:
    page = visit("/theory?model=B1&decks=6")
    until(page, PROVED)
    page.focus("[data-slides=decks]")
    page.keyboard.press("ArrowLeft")
    shows(page, "B1", 5, Fraction(0))
    assert page.evaluate("document.activeElement.dataset.slides") == "decks"
    until(
        page, "() => document.querySelector('#announced').textContent.includes('Worth to Player')"
    )
    page.focus('.grid [data-cell="0|0"]')
    for key in ("ArrowDown", "ArrowDown", "ArrowDown", "ArrowRight"):
        page.keyboard.press(key)
    assert page.evaluate("document.activeElement.dataset.cell") == "3|1"
    assert page.evaluate("document.querySelectorAll('.grid a[tabindex=\"0\"]').length") == 2
    page.keyboard.press("Enter")
    until(page, "() => document.activeElement.name === 'move'")
    page.keyboard.press("Enter")
    page.wait_for_selector(".verdict")
    assert page.text_content("[data-cost]") == "0"


def test_a_wrong_number_is_told_in_place_and_the_answer_stays(visit: Visit) -> None:
    page = visit("/theory?model=B1&decks=6")
    page.fill("#commission", "1/5")
    page.wait_for_selector(".objection:not([hidden])")
    assert "from 0 to 1/10" in page.inner_text(".objection")
    assert page.text_content("[data-figure=value]") == str(solve("B1", 6).value)
    page.fill("#commission", "0")
    page.wait_for_selector(".objection", state="hidden")
    visit.troubles.clear()  # the browser logs that a fragment was refused
