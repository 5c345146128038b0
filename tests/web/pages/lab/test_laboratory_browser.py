"""The laboratory in a real browser: runs are watched, stopped, checked, compared and sent on."""

import pytest
from playwright.sync_api import Page, expect
from web.browser import Hall, Visit, until
from web.pages.test_axe import LOOKS, troubles

import baccarat as bac

pytestmark = pytest.mark.slow
COUPS = 20_000
LARGE = "2,000,000,000"
"""Coups that no machine deals while a test looks."""
DRAWN = """() => {
  const canvas = document.querySelector("[data-drawn] canvas");
  if (!canvas?.width) return null;
  const { width, height } = canvas;
  const blank = Object.assign(document.createElement("canvas"), { width, height });
  const picture = canvas.toDataURL();
  return picture === blank.toDataURL() ? null : picture;
}"""
HEARD = """
const said = [];
addEventListener("DOMContentLoaded", () => {
  const line = document.getElementById("announced");
  new MutationObserver(() => said.push(line.textContent)).observe(line, { childList: true });
});
window.heard = said;
"""


def ask(page: Page, **fields: str) -> str:
    """Fill the form in and press Run; the digest of the run."""
    for name, text in fields.items():
        page.fill(f"[name={name}]", text)
    page.click("[data-ask] [type=submit]")
    page.wait_for_url("**/laboratory/*")
    return page.url.split("/laboratory/")[1].split("?")[0]


def wait_for(page: Page, state: str) -> None:
    until(page, "(state) => document.querySelector(`.standing .state.${state}`)", state)


def answer_digest(seed: int) -> str:
    return bac.simulate(shoes=COUPS, seed=seed, fresh=True).answer_digest


def test_a_run_is_watched_to_its_end_and_checked(hall: Hall, visit: Visit) -> None:
    page = visit("/laboratory", before=HEARD)
    ask(page, many=str(COUPS), seed="7")
    wait_for(page, "done")
    own = bac.simulate(shoes=COUPS, seed=7, fresh=True)
    expect(page.locator("[data-answer]")).to_have_text(own.answer_digest)
    for name in ("player", "banker", "tie"):
        cells = page.locator(f"[data-figure={name}] td")
        expect(cells.nth(0)).to_have_text(f"{100 * float(own.of(name).edge):.4f}%")
        expect(cells.nth(2)).to_have_text(f"{100 * float(own.exact.of(name).edge):.4f}%")
    until(page, DRAWN)
    page.get_by_role("button", name="Check by a second run").click()
    until(page, "() => document.querySelector('.verdict')")
    expect(page.locator(".verdict")).to_have_text("The same: both runs have the same digest.")
    expect(page.locator(".check code")).to_have_text([own.answer_digest] * 2)
    assert not troubles(page)
    page.set_viewport_size({"width": 390, "height": 844})
    assert not troubles(page, LOOKS[:1])
    heard = page.evaluate("() => window.heard")
    assert heard.count("The same: both runs have the same digest.") == 1
    assert heard.count("Done") <= 1  # it may have been done before the page came


@pytest.mark.long
def test_a_plot_is_drawn_in_the_colours_of_the_theme(hall: Hall, visit: Visit) -> None:
    page = visit("/laboratory", theme="dark")
    ask(page, many=str(COUPS), seed="7")
    wait_for(page, "done")
    dark = until(page, DRAWN)
    page.evaluate("() => (document.documentElement.dataset.theme = 'light')")
    light = until(
        page, f"(dark) => {{ const now = ({DRAWN})(); return now !== dark && now; }}", dark
    )
    page.evaluate("() => (document.documentElement.dataset.marks = 'shapes')")
    until(page, f"(light) => {{ const now = ({DRAWN})(); return now && now !== light; }}", light)
    page.evaluate(
        "() => Object.assign(document.documentElement.dataset, { theme: 'dark', marks: 'classic' })"
    )
    until(page, f"(dark) => ({DRAWN})() === dark", dark)
    page.set_viewport_size({"width": 390, "height": 844})
    until(page, "() => document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.long
def test_a_large_run_is_stopped_and_goes_on(hall: Hall, visit: Visit) -> None:
    page = visit("/laboratory")
    ask(page, many=LARGE)
    until(page, "() => document.querySelector('.run progress').value > 0")
    page.get_by_role("button", name="Stop").press("Enter")
    wait_for(page, "stopped")
    expect(page.get_by_role("button", name="Go on")).to_be_focused()
    before = page.evaluate("() => document.querySelector('.run progress').value")
    page.get_by_role("button", name="Go on").click()
    more = "(before) => document.querySelector('.run progress').value > before"
    until(page, more, before)
    choose_while_it_moves(visit.window(page, "/laboratory"))
    page.get_by_role("button", name="Stop").click()
    wait_for(page, "stopped")


def choose_while_it_moves(page: Page) -> None:
    """What somebody has chosen in the list stays chosen while the list goes on."""
    speed = "() => document.querySelector('#runs tbody td:nth-child(5)').textContent"
    box = page.locator("#runs [name=compare]").first
    box.check()
    until(page, f"(before) => ({speed})() !== before", page.evaluate(speed))
    expect(box).to_be_checked()
    expect(box).to_be_focused()
    page.close()


@pytest.mark.long
def test_two_runs_are_compared_and_each_can_be_sent_on(hall: Hall, visit: Visit) -> None:
    page = visit("/laboratory")
    digests = []
    for seed in (8, 9):
        page.goto(f"{hall.url}/laboratory")
        digests.append(ask(page, many=str(COUPS), seed=str(seed)))
        wait_for(page, "done")
    sent = page.get_by_role("link", name="The address of this run").get_attribute("href")
    assert sent is not None
    other = visit(sent, language="fr")
    expect(other.locator("[data-answer]")).to_have_text(answer_digest(9))
    page.goto(f"{hall.url}/laboratory")
    for digest in digests:
        page.check(f"[value='{digest}']")
    page.get_by_role("button", name="Compare the chosen runs").click()
    page.wait_for_url("**compare=**")
    until(page, DRAWN)
    first, second = (bac.simulate(shoes=COUPS, seed=seed, fresh=True) for seed in (9, 8))
    more = 100 * (float(second.of("tie").edge) - float(first.of("tie").edge))
    expect(page.locator("[data-figure=tie] td").nth(2)).to_contain_text(f"{more:.4f}%")


def test_a_bad_field_is_told_beside_the_form_and_nothing_is_lost(hall: Hall, visit: Visit) -> None:
    page = visit("/laboratory")
    visit.may_lack_key = True  # the browser logs that the form was refused
    page.fill("[name=many]", "lots")
    page.fill("[name=bets]", "tie dragon-7")
    page.click("[data-ask] [type=submit]")
    expect(page.locator("[data-ask] [role=alert]")).to_have_text(
        "How many: a whole number is expected"
    )
    expect(page.locator("[name=many]")).to_be_focused()
    expect(page.locator("[name=bets]")).to_have_value("tie dragon-7")
