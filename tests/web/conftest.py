"""No store stays open after the test, or the file of tests, that it was made for.

For tests in a browser there is one server and one browser for each file: web/browser.py tells how.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from troubled_store import closed_stores

if TYPE_CHECKING:  # few tests have a browser, and not every environment has Playwright
    from playwright.sync_api import Browser
    from web.browser import Hall, Visit


@pytest.fixture(autouse=True, scope="module")
def closed_after_all() -> Iterator[None]:
    with closed_stores():
        yield


@pytest.fixture(autouse=True)
def closed_after_each() -> Iterator[None]:
    with closed_stores():
        yield


@pytest.fixture(scope="module")
def browser() -> "Iterator[Browser]":
    from chromium import open_browser
    from playwright.sync_api import expect
    from web.browser import PATIENCE

    expect.set_options(timeout=1_000 * PATIENCE)  # as everything else is waited for
    with open_browser() as browser:
        yield browser


@pytest.fixture(scope="module")
def hall(browser: "Browser", tmp_path_factory: pytest.TempPathFactory) -> "Iterator[Hall]":
    """A server; after the browser, because where that is missing none is needed."""
    from web.browser import open_hall

    with open_hall(tmp_path_factory.mktemp("hall")) as hall:
        yield hall


@pytest.fixture
def visit(browser: "Browser", hall: "Hall") -> "Iterator[Visit]":
    """Opens pages of the server, and looks at the end that none of them had trouble."""
    from web.browser import Visit

    visit = Visit(browser, hall.url)
    yield visit
    visit.close()
