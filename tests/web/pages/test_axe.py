"""axe-core finds nothing serious on any page: dark, light, and with shapes; laptop and phone."""

from typing import Any

import pytest
from checkout import ROOT
from playwright.sync_api import Page
from starlette.requests import Request
from web.browser import Hall, Visit

from baccarat.web.gate.gate import HOW, NO_KEY
from baccarat.web.gate.problems import Problem
from baccarat.web.pages.shell import HTML, Shell

pytestmark = pytest.mark.slow
AXE = (ROOT / "tests" / "web" / "vendor" / "axe.min.js").read_text("utf-8")
Looks = tuple[tuple[str, str], ...]
LOOKS: Looks = (("dark", "classic"), ("light", "classic"), ("light", "shapes"))
PAGES = {
    "lobby": "/",
    "guest": "/tables/1",
    "wall": "/wall",
    "dealer": "/boards/1/dealer",
    "theory": "/theory?model=B3&decks=6&commission=1/20&cell=0,6|-&move=draw",
    "proof": "/proof",
    "login": "/login",
    "odds": "/odds?seen=9h+9h+Kx&given=Kh+9d+5c&bets=bankr+lucky-6",
    "matrix": "/odds?seen=33&table=1&shoe=1&coup=2",
    "tour": "/roads",
    "laboratory": "/laboratory?kind=stake",
    "drill": "/drill?kind=call&level=5&seed=3",
}
ALWAYS = ("lobby", "guest", "dealer", "theory", "odds")
"""The others are for the long run; what they share is on these."""
SERIOUS = ("serious", "critical")
ALSO = ("label-content-name-mismatch", "landmark-unique")
"""Rules that axe leaves out, or does not call serious: who speaks to a page names what they see,
and who goes by landmarks tells them apart."""
FINDS = """async ([looks, rules, also]) => {
  const found = [];
  for (const [theme, marks] of looks) {
    Object.assign(document.documentElement.dataset, { theme, marks });
    const run = rules.length && found.length
      ? { runOnly: { type: "rule", values: rules } }
      : {
        runOnly: { type: "tag", values: ["wcag2a", "wcag2aa"] },
        rules: Object.fromEntries(also.map((rule) => [rule, { enabled: true }])),
      };
    const { violations } = await axe.run(document, { ...run, resultTypes: ["violations"] });
    found.push(violations.map(({ id, impact, nodes }) => ({
      id, impact, look: `${theme} ${marks}`,
      where: nodes.slice(0, 5).map(({ target, failureSummary }) => `${target}: ${failureSummary}`),
    })));
  }
  return found.flat();
}"""


def troubles(page: Page, looks: Looks = LOOKS) -> str:
    """What axe calls serious: by all rules in the first look, then what a look can change."""
    page.evaluate(AXE)
    faults: list[dict[str, Any]] = page.evaluate(FINDS, [looks, ["color-contrast"], ALSO])
    return "\n".join(
        str(fault) for fault in faults if fault["impact"] in SERIOUS or fault["id"] in ALSO
    )


@pytest.fixture(scope="module")
def busy(hall: Hall) -> Hall:
    """A house where something is to be seen: coups, guests, a real table."""
    table = hall.ready_table(name="Salon", least=5, most=5_000)
    hall.ready_table()
    for _ in range(12):
        hall.table(table).deal(free=True)
    board = hall.client.open_board("Table 12")
    for said in ("B", "P 9-7 +P", "Kh 5c 8h | 9d 4s"):
        board.enter(said)
    return hall


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.long] * (name not in ALWAYS)) for name in PAGES],
)
def test_nothing_serious(busy: Hall, visit: Visit, name: str) -> None:
    page = visit(PAGES[name])
    if name == "guest":
        busy.sit(page, 1, "Ann")
        page.reload()
    if name == "lobby":
        page.click(".cog")  # the settings are looked at, too
    assert not troubles(page)
    page.set_viewport_size({"width": 390, "height": 844})
    assert not troubles(page, LOOKS[:1])


@pytest.mark.parametrize("status", [401, 404])
def test_nothing_serious_where_something_is_refused(busy: Hall, visit: Visit, status: int) -> None:
    """Drawn in this process: a server that asks for keys would be another one."""
    scope = {"type": "http", "method": "GET", "path": "/", "query_string": b"", "headers": []}
    answer = Shell().problem(Request(scope), Problem(status, NO_KEY, what_to_do=HOW))
    page = visit("/static/icon.svg")
    page.route(
        "**/refused", lambda route: route.fulfill(status=200, body=answer.body, content_type=HTML)
    )
    page.goto(f"{busy.url}/refused")
    assert page.locator("main h1").count() == 1
    assert not troubles(page)
