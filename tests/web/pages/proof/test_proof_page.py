"""The page of proofs: its figures are the library's, and one count serves all who look."""

import json
import re
import sys
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from time import monotonic, sleep

import pytest
from web.salon import Salon, deal_on

from baccarat.base.words import LANGUAGES, Words
from baccarat.core.record import Record
from baccarat.verify import Check, verify
from baccarat.verify.mistakes import MISTAKES
from baccarat.verify.published import figures
from baccarat.verify.recount import KINDS
from baccarat.web.jobs.proofs import Recounting, row_of
from baccarat.web.pages.proof.fair_file import SAVED, SAYS
from baccarat.web.pages.proof.fair_link import fair_link

PATIENCE = 120.0
TELLS = "import sys; sys.stdout.write(open(sys.argv[1]).read())"


class Cells(HTMLParser):
    """The rows of a table, by their ids, each cell as its text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.rows: dict[str, list[str]] = {}
        self._row: list[str] | None = None
        self._in_cell = False
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "tr" and (name := dict(attrs).get("id")):
            self._row = self.rows[name] = []
        if tag == "td" and self._row is not None:
            self._row.append("")
            self._in_cell = True

    def handle_endtag(self, tag: str) -> None:
        if tag == "td":
            self._in_cell = False

    def handle_data(self, data: str) -> None:
        if self._in_cell and self._row is not None:
            self._row[-1] += data


def waited_for_end(recounting: Recounting) -> None:
    end = monotonic() + PATIENCE
    while not recounting.state.is_over:
        assert monotonic() < end, "the count does not end"
        sleep(0.02)


@pytest.fixture(scope="module")
def checks() -> list[Check]:
    return list(verify())


@pytest.fixture(scope="module")
def counted(checks: list[Check], tmp_path_factory: pytest.TempPathFactory) -> Salon:
    """A server that has counted every figure; its process tells what was counted here."""
    told = tmp_path_factory.mktemp("counted") / "rows"
    told.write_text("".join(json.dumps({"row": row_of(check)}) + "\n" for check in checks))
    salon = Salon()
    salon.app.state.recounting = Recounting((sys.executable, "-c", TELLS, str(told)))
    salon.http.get("/proof")
    waited_for_end(salon.app.state.recounting)
    return salon


@pytest.mark.slow
def test_every_figure_on_the_page_is_the_librarys(counted: Salon, checks: list[Check]) -> None:
    words = Words.of("en")
    rows = Cells(counted.http.get("/proof").text).rows
    assert len(rows) == len(checks) == len(figures())
    for number, check in enumerate(checks):
        what, decks, published, ours, verdict = rows[f"figure-{number}"]
        figure = check.figure
        assert what == " ".join(filter(None, (figure.what, figure.note)))
        assert decks == figure.decks.replace("inf", "∞")
        assert (published, ours) == (figure.published, check.rounded)
        assert verdict == words(f"proof.verdict-{check.verdict.replace(' ', '-')}") == check.verdict


def test_every_fraction_is_told_in_full(counted: Salon, checks: list[Check]) -> None:
    told = counted.http.get("/proof/figures.json").json()
    assert told == json.loads(
        json.dumps({"is_whole": True, "figures": [check.as_json() for check in checks]})
    )


def test_rows_come_as_they_are_counted(counted: Salon) -> None:
    page = counted.http.get("/proof/figures?since=290").text
    assert list(Cells(page).rows) == [f"figure-{number}" for number in range(290, len(figures()))]
    assert 'data-over="yes"' in page
    assert counted.http.get("/proof/figures?since=-1").status_code == 422


def test_one_count_serves_all_and_is_not_made_again(counted: Salon) -> None:
    recounting: Recounting = counted.app.state.recounting
    before = recounting.begin()
    for _ in range(3):
        counted.http.get("/proof")
    assert recounting.begin() is before


def test_every_kind_and_verdict_has_its_words_and_english_is_verifys() -> None:
    for language in LANGUAGES:
        words = Words.of(language)
        for kind, told in KINDS.items():
            assert words(f"proof.kind-{kind}") == told.heading or language != "en"
        for verdict in ("agrees", "differs", *MISTAKES):
            assert words(f"proof.verdict-{verdict.replace(' ', '-')}")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_speaks_the_language(counted: Salon, language: str) -> None:
    cookie = {"cookie": f"baccarat-language={language}"}
    page = counted.http.get("/proof", headers=cookie).text
    words = Words.of(language)
    for key in ("title", "fair-title", "figures-title", "save", "commitment", "kind-banquier"):
        assert words(f"proof.{key}") in unescape(page), key
    said = re.search(r'data-words="([^"]*)"', page)
    assert said is not None
    assert json.loads(unescape(said[1])) == {key: words.texts[f"proof.{key}"] for key in SAYS}


def test_a_count_that_fails_is_told_and_begins_again(tmp_path: Path) -> None:
    salon, tried = Salon(), tmp_path / "tried"
    failing = "import sys; print('once', file=open(sys.argv[1], 'a')); sys.exit(3)"
    fails = Recounting((sys.executable, "-c", failing, str(tried)))
    salon.app.state.recounting = fails
    assert salon.http.get("/proof").status_code == 200
    waited_for_end(fails)
    assert fails.state.rows == ()
    fails.begin()
    waited_for_end(fails)
    assert tried.read_text() == "once\nonce\n"
    cut_short = Recounting((sys.executable, "-c", "print('{\"row\": {}}'); print('{')"))
    cut_short.begin()
    waited_for_end(cut_short)
    assert cut_short.begin() is cut_short.state
    assert cut_short.state.rows == ({},)


def test_a_count_ends_with_its_server() -> None:
    recounting = Recounting((sys.executable, "-c", "import time; time.sleep(600)"))
    recounting.begin()
    recounting.close()
    assert recounting.state.is_over
    Recounting().close()  # of one that never began


def test_the_saved_file_is_offered_as_a_file(counted: Salon) -> None:
    answer = counted.http.get(f"/static/{SAVED}")
    assert answer.headers["content-disposition"] == f'attachment; filename="{SAVED}"'
    page = counted.http.get("/proof").text
    assert f"/static/{SAVED}" in page


def test_a_fair_shoe_links_to_its_proof_when_it_is_over_and_not_before() -> None:
    salon = Salon()
    table = salon.open(fair=True, decks=1)
    salon.act(table, "shoe")
    salon.act(table, "cut", at=12, guest_seed="a & b")
    here = salon.house.at(table)
    looks = (f"/tables/{table}", f"/tables/{table}/history", f"/tables/{table}/history?shoe=1")
    house_seed = here.table.ceremony.fair.house_seed  # type: ignore[union-attr]
    assert house_seed is not None
    while not here.table.is_shoe_over:
        for look in looks:
            page = salon.http.get(look).text
            assert "/proof#" not in page
            assert house_seed not in page
        deal_on(salon.house, table)
    record = Record.parse(salon.http.get(f"/tables/{table}/shoes/1.txt").text)
    link = fair_link(table, 1, record.fair, record.rules, record.cut)
    assert "cut=12" in link
    assert f"house={house_seed}" in link
    for look in looks:
        assert link in unescape(salon.http.get(look).text)
    deal_on(salon.house, table)  # the next shoe: the last one's seeds stay open
    for look in looks[0], looks[2]:
        assert link in unescape(salon.http.get(look).text)
    assert "/proof#" not in salon.http.get(looks[1]).text
