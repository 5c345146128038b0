"""The bar of every page: one menu, and a line for those whose browser runs no JavaScript."""

import re
import sys
from html import unescape
from itertools import cycle

import pytest
from web.fake_lab import FakeLab
from web.salon import Salon

from baccarat.base.words import LANGUAGES, Words
from baccarat.web.jobs.proofs import Recounting
from baccarat.web.pages.shell import STUDIES

WORKS = {
    "/": "no-script.looks",
    "/tables/1": "no-script.looks",
    "/tables/99": "no-script.works",
    "/wall": "no-script.looks",
    "/boards/1/dealer": "no-script.needs",
    "/new-board": "no-script.needs",
    "/login": "no-script.needs",
    "/odds": "no-script.works",
    "/theory": "no-script.works",
    "/roads": "tour.no-script",
    "/drill": "drill-page.no-script",
    "/proof": "proof.no-script",
    "/laboratory": "lab.no-script",
    "/laboratory/" + 32 * "99": "lab.no-script",
}
"""What each page says that it does without JavaScript."""


@pytest.fixture(scope="module")
def salon() -> Salon:
    salon = Salon()
    salon.app.state.recounting = Recounting((sys.executable, "-c", ""))  # nothing is counted
    salon.app.state.lab = FakeLab()
    salon.ready()
    salon.call("POST", "/boards", {"name": "Table 12"})
    return salon


def bar_of(salon: Salon, path: str, language: str = "en") -> str:
    headers = {"accept": "text/html", "accept-language": language}
    page = salon.http.get(path, headers=headers).text
    assert page.count("<header>") == 1
    return page.partition("<header>")[2].partition("</header>")[0]


@pytest.mark.parametrize(
    ("path", "language"), [*zip(WORKS, cycle(LANGUAGES)), *(("/", one) for one in LANGUAGES[1:])]
)
def test_who_runs_no_javascript_is_told_so_and_what_works(
    salon: Salon, path: str, language: str
) -> None:
    words = Words.of(language)
    (line,) = re.findall("<noscript><p>(.*?)</p></noscript>", bar_of(salon, path, language))
    assert unescape(line) == f"{words('no-script.off')} {words(WORKS[path])}"


@pytest.mark.parametrize("path", ["/", "/tables/1", "/boards/1/dealer", "/login", "/drill"])
def test_the_menu_leads_to_every_page(salon: Salon, path: str) -> None:
    links = re.findall(r'<a href="([^"]*)"', bar_of(salon, path).partition("<nav")[2])
    assert links == ["/", "/wall", *(f"/{name}" for name in STUDIES)]


@pytest.mark.parametrize(
    ("path", "current"),
    [("/", '"page">Lobby'), ("/odds?seen=9x", '"page">Odds'), ("/tables/1", None)],
)
def test_the_menu_says_where_one_is(salon: Salon, path: str, current: str | None) -> None:
    marks = re.findall(r"aria-current=([^<]*)", bar_of(salon, path))
    assert marks == ([] if current is None else [current])
