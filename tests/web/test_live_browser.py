"""Pages in a browser: they live, in any number of windows, and survive their server."""

import pytest
from web.browser import Hall, Visit, until

pytestmark = pytest.mark.slow


def test_a_page_shows_what_happens_at_its_table(hall: Hall, visit: Visit) -> None:
    table = hall.ready_table()
    page = visit(f"/tables/{table}")
    hall.sit(page, table, "Ann")
    until(page, "() => document.querySelector('.people').textContent.includes('Ann')")


def test_an_inline_style_or_script_would_be_noticed(hall: Hall, visit: Visit) -> None:
    page = visit("/")
    page.evaluate("() => document.body.setAttribute('style', 'color: red')")
    page.evaluate("() => document.body.insertAdjacentHTML('beforeend', '<p onclick=\"1\">')")
    page.wait_for_timeout(50)
    assert sum("policy: style-src-attr" in one for one in visit.troubles) == 1
    assert sum("policy: script-src-attr" in one for one in visit.troubles) == 1
    visit.troubles.clear()
