"""What pages weigh, that nothing of them comes from elsewhere, and that the wheel has all of it."""

import gzip
import re
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import httpx
import pytest
from checkout import ROOT
from hatchling.builders.wheel import WheelBuilder
from web.fake_lab import FakeLab
from web.salon import Salon, deal_on

from baccarat.base.words import LANGUAGES
from baccarat.web.gate.callers import Caller
from baccarat.web.gate.keys import Level
from baccarat.web.jobs.proofs import Recounting
from baccarat.web.pages.lab.forms import as_question
from baccarat.web.pages.shell import TEMPLATES as FOLDERS
from baccarat.web.pages.static_files import STATIC
from baccarat.web.runs.work import read_work

MOST = 150_000
"""Bytes of a page with all that it loads, as they come over the wire."""
COUPS = 60
QUESTIONS = tuple({"shoes": 2, "seed": seed} for seed in (7, 8))
RUNS = tuple(read_work("simulate", asked).digest for asked in QUESTIONS)
PAGES = {
    "lobby": "/",
    "table": "/tables/1",
    "wall": "/wall",
    "dealer": "/boards/1/dealer",
    "theory": "/theory",
    "proof": "/proof",
    "odds": "/odds?seen=9h+Kx&given=Kh+9d+5c&bets=lucky-6:12/23",
    "tour": "/roads",
    "laboratory": "/laboratory",
    "drill": "/drill?kind=pay&level=5&seed=7",
    "run": f"/laboratory/{RUNS[0]}",
    "compared runs": f"/laboratory?compare={','.join(RUNS)}",
}
OTHERS = (
    "/login",
    "/new-board",
    "/tables/1/wall",
    "/boards/1",
    "/tables/99",
    "/tables/1/spots/banker",
    "/tables/1/luck",
    "/tables/1/history",
    "/tables/1/statistics",
    "/odds?table=1&coup=7&look=removal",
    "/odds/answer?bets=bankr&given=player:+5",
    "/tables/1/roads?asked=banker",
    "/tables/1/roads?why=big-eye",
    "/roads/board?results=BBPBBBPPB&why=small",
    "/proof/figures",
    "/boards/1/coup?typed=Kh+9d",
    "/boards/1/question?act=strike&coup=1",
    "/theory?model=B3&decks=6&commission=1/20&cell=0,6|-&move=draw",
    "/theory?model=banque&decks=6",
    "/theory/practice?model=B1&deal=yes",
    "/drill?kind=draw&level=5&seed=12",
    "/drill?kind=road&level=5&seed=5",
    "/drill/answer?kind=road&level=5&seed=5&answer=red+red+blue&part=true",
    "/laboratory?kind=stake",
    "/laboratory?kind=count",
    f"/laboratory/{RUNS[0]}/run",
    "/laboratory/runs",
    f"/laboratory/{'99' * 32}",
)
SCENES = ("table/1:table", "table/1:card", "table/1:wall", "table/1:tile", "board/1:dealer")
IMPORTS = re.compile(r"""(?:\bfrom|\bimport|\bimport\(|\bURL\(|Worker\()\s*["']([./][^"']*)["']""")
LOADS = {"link": "href", "script": "src", "img": "src", "use": "href", "image": "href"}
ADDRESSES = ("action", "data-asks", "data-fetch", "data-panel", "href", "hx-get", "src")


class Reading(HTMLParser):
    """A page as a browser reads it."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.loads: list[str] = []
        self.addresses: list[str] = []
        self.inline: list[str] = []
        self._open = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = {name: value or "" for name, value in attrs}
        self._open = tag if tag in ("script", "style") else ""
        if tag == "style":
            self.inline.append(self.get_starttag_text() or tag)
        for name, value in told.items():
            is_code = name.startswith(("on", "hx-on")) or value.strip().startswith("javascript:")
            if name == "style" or is_code:
                self.inline.append(f"<{tag} {name}={value!r}>")
            if name in ADDRESSES:
                self.addresses.append(value)
        if (found := told.get(LOADS.get(tag, ""))) and not found.startswith("#"):
            self.loads.append(found)

    def handle_data(self, data: str) -> None:
        if self._open and data.strip():
            self.inline.append(data)

    def handle_endtag(self, tag: str) -> None:
        self._open = ""


@pytest.fixture(scope="module")
def salon() -> Salon:
    """A house with something in it: a shoe far gone, guests with chips, a real table."""
    salon = Salon()
    salon.app.state.recounting = Recounting((sys.executable, "-c", ""))  # nothing is counted
    table = salon.ready("Ann", "Bob <b>", name="Salon <i>")
    for _ in range(COUPS):
        deal_on(salon.house, table)
    salon.act(table, "place", "Ann", spot="banker", stake=125)
    for _ in range(3):
        salon.ready()
    assert salon.call("POST", "/boards", {"name": "Table 12"}).status_code == 200
    for said in ("B", "P 9-7 +P", "Kh 5c 8h | 9d 4s"):
        answer = salon.call("POST", "/boards/1/acts", {"act": "result", "said": said})
        assert answer.status_code == 200, answer.text
    salon.app.state.lab = lab = FakeLab()
    for asked in QUESTIONS:
        lab.ask(as_question({"kind": "simulate", **asked}), Caller(Level.HOST))
    return salon


def fetch(salon: Salon, path: str, language: str = "en") -> httpx.Response:
    """An answer, for the guest who sits there."""
    sent = {
        "accept": "text/html, */*",
        "accept-encoding": "gzip",
        "accept-language": language,
        "baccarat-guest": salon.tokens["1 Ann"],
    }
    return salon.http.get(path, headers=sent)


def weight(answer: httpx.Response) -> int:
    """Bytes over the wire, which this client has unpacked."""
    assert answer.headers["content-encoding"] == "gzip"
    return len(gzip.compress(answer.content, 6))


def loaded(salon: Salon, page: str) -> dict[str, int]:
    """All files that a page loads, and those that these load, with their weights."""
    found: dict[str, int] = {}
    waiting = [urlsplit(one).path for one in Reading(fetch(salon, page).text).loads]
    while waiting:
        if (path := waiting.pop()) in found:
            continue
        answer = fetch(salon, path)
        assert answer.status_code == 200, f"{page} loads {path}, which is not there"
        found[path] = weight(answer)
        if path.endswith(".js") and "/vendor/" not in path:
            waiting += [urljoin(path, one) for one in IMPORTS.findall(answer.text)]
    return found


def everything(salon: Salon, language: str) -> Iterator[tuple[str, str]]:
    """Every page and every part, in a language."""
    for path in (*PAGES.values(), *OTHERS):
        answer = fetch(salon, path, language)
        assert answer.status_code == (404 if "99" in path else 200), (path, answer.text)
        yield path, answer.text
    for watch in SCENES:
        answer = fetch(salon, f"/parts?watch={watch}", language)
        for name, html in answer.json()[0]["parts"].items():
            yield f"{watch} {name}", html


@pytest.mark.parametrize("name", PAGES)
def test_a_page_with_all_that_it_loads_is_light(salon: Salon, name: str) -> None:
    files = loaded(salon, PAGES[name])
    assert "/static/part_source.js" in files  # imported by what is imported
    weights = {"the page": weight(fetch(salon, PAGES[name])), **files}
    assert sum(weights.values()) <= MOST, weights


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_inline_and_nothing_comes_from_elsewhere(salon: Salon, language: str) -> None:
    for where, html in everything(salon, language):
        read = Reading(html)
        assert read.inline == [], where
        outside = [one for one in read.addresses if not re.match(r"/(?!/)|#|\?", one)]
        assert outside == [], where


def test_what_is_inline_or_foreign_would_be_noticed() -> None:
    html = (
        '<p style="color: red" onclick="go()">a</p><script>go()</script><style>p {}</style>'
        '<a href="javascript:go()">b</a><script src="//elsewhere.example/a.js"></script>'
    )
    read = Reading(html)
    assert len(read.inline) == 6
    assert "//elsewhere.example/a.js" in read.addresses


def test_no_two_pages_have_a_file_of_one_name() -> None:
    """Pages find templates and scripts by their names alone, in whichever folder they lie."""
    for kind in ("static", "templates"):
        names = [
            path.relative_to(folder).as_posix()
            for folder in STATIC["house.css"].parents[1].rglob(kind)
            for path in folder.rglob("*.*")
        ]
        assert len(names) > 50
        assert len(set(names)) == len(names)


def test_files_name_no_other_origin() -> None:
    for path in STATIC.values():
        if path.suffix in (".css", ".js", ".svg") and path.parent.name != "vendor":
            text = re.sub(r"http://www\.w3\.org/\S+", "", path.read_text("utf-8"))
            assert not re.search(r"""https?://|url\(["']?//|@import""", text), path.name


def test_no_file_lies_on_the_shelf_for_nobody(salon: Salon) -> None:
    pages = (*PAGES.values(), "/login", "/new-board")
    used = {path for page in pages for path in loaded(salon, page)}
    kept = {f"/static/{name}" for name, path in STATIC.items() if path.suffix != ".LICENSE"}
    assert kept - used == {
        "/static/arriving.js",  # loaded by the page that a link leads to first
        "/static/fair-shoe.html",  # to be saved
        "/static/fair_file.css",  # in that file
    }


def test_the_wheel_has_all_of_it_and_no_tool_of_the_tests() -> None:
    made = WheelBuilder(str(ROOT))
    packed = {Path(one.distribution_path) for one in made.recurse_included_files()}
    source = ROOT / "src"
    wanted = [*STATIC.values(), *(path for folder in FOLDERS for path in folder.rglob("*.*"))]
    assert {path.relative_to(source) for path in wanted} <= packed
    assert not [path for path in packed if "axe" in path.name]
    vendored = [p for p in STATIC.values() if p.parent.name == "vendor" and p.suffix != ".LICENSE"]
    assert vendored
    for path in vendored:
        assert path.with_name(f"{path.name.split('.')[0]}.LICENSE") in wanted


def test_axe_has_its_licence_beside_it() -> None:
    vendor = ROOT / "tests" / "web" / "vendor"
    assert (vendor / "axe.min.js").exists()
    assert "Mozilla Public License" in (vendor / "axe.LICENSE").read_text("utf-8")
