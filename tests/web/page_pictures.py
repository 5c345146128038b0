"""The pictures of pages in the docs: a house in the evening, the same every time.

`PYTHONPATH=tests python tests/web/page_pictures.py` takes them; then somebody looks at them.
"""

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from checkout import ROOT
from chromium import open_browser
from web.browser import Hall, Visit, open_hall, until

from baccarat.web.pages.shell import LOOK_COOKIE

if TYPE_CHECKING:
    from playwright.sync_api import Page

DOCS = ROOT / "docs" / "_static"
FAIR_SHOE = DOCS.parents[1] / "examples" / "records" / "fair.shoe"
QUALITY = 72
"""Of JPEG: no picture has more than 200 KB."""
LAPTOP, PHONE, TABLET, SCREEN = (1440, 900), (390, 844), (1280, 800), (1440, 810)
SEED, COUPS = 2, 46
"""The next coup has three cards on either side, and a pair; the big road has a long tail."""
OTHERS = (
    ("Salon Vert", "no-commission", 5, 31, 25),
    ("Macao", "ez", 9, 52, 100),
    ("Riviera", "punto-banco", 12, 18, 50),
)
"""Other tables: name, game, seed, coups, smallest bet."""
REAL_SHOE = (
    "B;P;P;B;B;B +B;T;B;P 9-7;B;P;P +P;P;P;B ?-9;B;T 8-8;P;B;B;Kh 5c 8h | 9d 4s;6s 3h | Jc 7d"
)
HALF_DEALT = "/odds?seen=9x+9x+9x+8x+8x&given=Kh+9d+5c&bets=lucky-6:12/23"
STILL = """() => document.fonts.ready.then(() => !document.body.matches(".dealing")
    && ![...document.querySelectorAll("[data-fetch]")].some((one) => !one.childElementCount))"""
HAS_DRILLED = """() => {
  const kinds = ["draw", "call", "pay", "road"];
  const all = Array.from({ length: 90 }, (_, one) => ({
    at: Date.UTC(2026, 2, 2 + Math.floor(one / 30), 19, one % 30), kind: kinds[one % 4],
    right: (one * 7) % 10 < 5 + one / 20, points: 2,
    milliseconds: 9000 - 60 * one + 1500 * Math.sin(one),
  }));
  localStorage.setItem("baccarat-drill-score", JSON.stringify(all));
}"""
DRAWN = "() => document.querySelector('[data-drawn] canvas')"


class Evening:
    """A house in the evening: tables with a past, two guests, a real table."""

    def __init__(self, hall: Hall, visit: Visit, coups: int = COUPS) -> None:
        self.hall, self.visit = hall, visit
        self.table = hall.ready_table(name="Salon Bleu", least=5, most=5_000, seed=SEED)
        self.ann, self.bo = visit("/login"), visit("/login")
        hall.sit(self.ann, self.table, "Ann", 2_000)
        hall.sit(self.bo, self.table, "Bo", 1_000)
        for coup in range(coups):
            hall.act(self.ann, self.table, "place", spot="banker", stake=25 if coup % 3 else 50)
            hall.act(self.ann, self.table, "deal")

    def bets(self) -> None:
        """Both have bet on what comes."""
        for guest, spot, stake in (
            (self.ann, "banker", 125),
            (self.ann, "banker-pair", 25),
            (self.ann, "small", 10),
            (self.bo, "player", 100),
            (self.bo, "tie", 10),
        ):
            self.hall.act(guest, self.table, "place", spot=spot, stake=stake)

    def deal(self) -> None:
        self.hall.act(self.ann, self.table, "deal")

    def lift(self) -> None:
        """Ann has turned cards up, and holds one by its edge."""
        self.hall.act(self.ann, self.table, "place", spot="banker", stake=300)
        self.hall.act(self.ann, self.table, "deal", squeeze=True)
        self.hall.act(self.ann, self.table, "peel", step="long")

    def open_others(self) -> None:
        """Other tables, and a real one."""
        for name, game, seed, coups, least in OTHERS:
            most = 100 * least
            table = self.hall.ready_table(name=name, game=game, seed=seed, least=least, most=most)
            for _ in range(coups):
                self.hall.table(table).deal(free=True)
        self.board = self.hall.client.open_board("Table 12")
        for said in REAL_SHOE.split(";"):
            self.board.enter(said)

    def show(self, path: str, size: tuple[int, int], **look: Any) -> "Page":
        """A page as Ann sees it, at rest; her seat is in a cookie."""
        width, height = size
        page = self.visit("/login", width=width, height=height, **look)
        for one in self.ann.context.cookies():
            if one["name"] != LOOK_COOKIE:
                kept = {"name": one["name"], "value": one["value"], "url": self.hall.url}
                page.context.add_cookies([kept])  # type: ignore[list-item]
        page.goto(self.hall.url + path)
        until(page, STILL)
        return page

    def show_table(self, size: tuple[int, int] = LAPTOP, **look: Any) -> "Page":
        return self.show(f"/tables/{self.table}", size, **look)


def show_proof(evening: Evening) -> "Page":
    """The check of a fair shoe that ships with this project, and the first figures."""
    page = evening.show("/proof", (1440, 1400), theme="dark")
    page.fill("[name=record]", FAIR_SHOE.read_text("utf-8"))
    page.click(".fair-form button")  # the fields are filled when the record is left
    page.click(".fair-form button")
    until(page, "() => document.querySelector('#fair-answer .holds')")
    until(page, "() => document.getElementById('counted').dataset.over === 'yes'")
    page.evaluate("() => document.getElementById('figures').scrollTo(0, 0)")
    return page


def show_tour(evening: Evening) -> "Page":
    """A mark of the small road is asked about."""
    return evening.show("/roads?why=small:5.0", (1280, 560), theme="dark")


def show_drill(evening: Evening) -> "Page":
    """An answer about a road was wrong; the score has three days."""
    address = "/drill/answer?kind=road&level=2&seed=0&answer=red&milliseconds=9400"
    page = evening.show(address, (1440, 1000), theme="dark")
    page.evaluate(HAS_DRILLED)
    page.reload()
    until(page, "() => document.querySelector('[data-plot-right]').getAttribute('points')")
    return page


def take_all(evening: Evening, taken: Callable[[str, "Page"], None]) -> None:
    """Every picture of the docs, by its name."""
    evening.bets()
    taken("web-phone", evening.show_table(PHONE, scale=2, theme="light", touch=True))
    evening.deal()
    taken("web-table", evening.show_table(theme="dark"))
    evening.lift()
    taken("web-squeeze", evening.show_table(theme="dark"))
    evening.hall.act(evening.ann, evening.table, "reveal")
    evening.open_others()
    taken("web-lobby", evening.show("/", LAPTOP, theme="dark"))
    taken("wall", evening.show("/wall", SCREEN, theme="dark"))
    taken("web-odds", evening.show(HALF_DEALT, LAPTOP, theme="dark"))
    matrix = evening.show("/odds", SCREEN, theme="light")
    matrix.evaluate("() => document.querySelector('.look').scrollIntoView()")
    taken("web-odds-matrix", matrix)
    dealer = evening.show(f"/boards/{evening.board.number}/dealer", TABLET, theme="light")
    for piece in ("B", "+P"):
        dealer.click(f"[data-pad]:not([hidden]) [data-piece='{piece}']")
    until(dealer, "() => document.querySelector('#reading').textContent.includes('pair')")
    taken("web-dealer", dealer)
    taken("web-proof", show_proof(evening))
    theory = evening.show("/theory?model=B3&decks=6&commission=1/20", LAPTOP, theme="dark")
    until(theory, "() => document.querySelector('[data-proves]')")
    taken("web-theory", theory)
    taken("web-tour", show_tour(evening))
    taken("web-drill", show_drill(evening))


def take_laboratory(evening: Evening, taken: Callable[[str, "Page"], None]) -> None:
    """A run that is done, one that was checked, and two side by side."""
    digests = []
    for seed in (8, 7):
        page = evening.show("/laboratory", LAPTOP, theme="dark" if seed == 7 else "light")
        page.fill("[name=seed]", str(seed))
        page.click("[data-ask] [type=submit]")
        page.wait_for_url("**/laboratory/*")
        until(page, "() => document.querySelector('.standing .state.done')")
        digests.append(page.url.split("/laboratory/")[1][:64])
    until(page, DRAWN)
    taken("laboratory", page)
    page.click("[data-act$=check]")
    until(page, "() => document.querySelector('.verdict')")
    taken("laboratory-check", page)
    address = f"/laboratory?compare={','.join(digests)}"
    page = evening.show(address, LAPTOP, theme="light")
    until(page, DRAWN)
    taken("laboratory-compare", page)


def main() -> None:
    def keep(name: str, page: "Page") -> None:
        page.screenshot(path=DOCS / f"{name}.jpg", type="jpeg", quality=QUALITY)

    with TemporaryDirectory() as folder, open_browser() as browser, open_hall(Path(folder)) as hall:
        visit = Visit(browser, hall.url)
        evening = Evening(hall, visit)
        take_all(evening, keep)
        take_laboratory(evening, keep)
        visit.close()


if __name__ == "__main__":
    main()
