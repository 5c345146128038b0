"""Rough hands and odd browsers: keys held down, double clicks, nothing that may be kept."""

import pytest
from playwright.sync_api import Page
from web.browser import Hall, Visit, until

pytestmark = pytest.mark.slow
SAID = """
window.said = [];
addEventListener("DOMContentLoaded", () => {
  new MutationObserver(() => window.said.push(document.getElementById("announced").textContent))
    .observe(document.getElementById("announced"), { childList: true });
});
"""
"""Notes everything that is announced."""


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
