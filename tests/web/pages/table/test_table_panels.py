"""What a page of a table fetches: each figure equals what the library counts another way."""

import re
from fractions import Fraction

import pytest
from web.salon import Salon

from baccarat.base.words import LANGUAGES, Words
from baccarat.core.record import Record
from baccarat.table.chronicle import Chronicle
from baccarat.table.coach.coach import report
from baccarat.table.state import Phase
from baccarat.web.house.luck import Luck, luck_of
from baccarat.web.house.views import Viewer, viewer_of
from baccarat.web.pages.table.luck_band import draw_band


def played_shoes(salon: Salon, table: int, coups: int) -> Viewer:
    """A guest who bets on many coups, over several short shoes, and sits out some."""
    here = salon.house.at(table)
    for coup in range(coups):
        if here.table.phase is Phase.FINISHED:
            salon.act(table, "shoe")
            salon.act(table, "cut")
        if coup % 5:
            wagers = ["banker=100 tie=5", "player=25 banker-pair=10", "dragon-bonus-player=20"]
            salon.act(table, "bet", "Ann", wagers=wagers[coup % 3])
        salon.act(table, "deal", free=True)
    return viewer_of("Ann", here.table)


@pytest.fixture(scope="module")
def sitting() -> tuple[Salon, int, Viewer]:
    salon = Salon()
    table = salon.ready(decks=1)
    salon.act(table, "deal", free=True)  # before anybody sits there
    salon.sit(table, "Ann", 5_000)
    salon.sit(table, "Bob", 5_000)
    return salon, table, played_shoes(salon, table, 24)


def test_the_luck_of_a_sitting_is_what_its_whole_chronicle_says(
    sitting: tuple[Salon, int, Viewer],
) -> None:
    salon, table, viewer = sitting
    chronicle = Chronicle()
    acts = [act for commit in salon.store.commits(table) for act in commit.acts]
    end = chronicle.follow(acts).only("Ann")
    mine = chronicle.of("Ann")
    assert end.shoes > 2
    points = report(end, mine)
    found = luck_of(salon.house.at(table), salon.store, viewer)
    assert found.won == points[-1].bankroll - 5_000
    assert found.expected == points[-1].expected - 5_000
    assert found.points[-1].variance == points[-1].variance
    assert found.staked == sum(wager.stake for played in mine for wager in played.wagers)
    assert len(found.points) == 1 + sum(bool(played.wagers) for played in mine)
    assert luck_of(salon.house.at(table), salon.store, viewer) == found


def test_only_the_guest_gets_their_luck(sitting: tuple[Salon, int, Viewer]) -> None:
    salon, table, viewer = sitting
    luck = luck_of(salon.house.at(table), salon.store, viewer)
    own = {"baccarat-guest": salon.tokens[f"{table} Ann"]}
    answer = salon.http.get(f"/tables/{table}/luck", headers=own)
    assert f"{luck.won:+,}" in answer.text
    assert f"{float(luck.expected):+,.2f}" in answer.text
    assert salon.http.get(f"/tables/{table}/luck").status_code == 403


def test_the_band_holds_every_point_inside_the_picture(sitting: tuple[Salon, int, Viewer]) -> None:
    salon, table, viewer = sitting
    luck = luck_of(salon.house.at(table), salon.store, viewer)
    for language in LANGUAGES:
        svg = draw_band(luck, Words.of(language))
        paths = " ".join(re.findall(r' d="([^"]+)"', svg))
        numbers = [float(found) for found in re.findall(r"-?[0-9.]+", paths)]
        assert len(numbers) >= 8 * len(luck.points)
        assert all(-0.05 <= number <= 240.05 for number in numbers)
        assert "style=" not in svg


def test_a_sitting_without_a_bet_has_one_point() -> None:
    salon = Salon()
    table = salon.ready("Ann")
    viewer = viewer_of("Ann", salon.house.at(table).table)
    luck = luck_of(salon.house.at(table), salon.store, viewer)
    assert (luck.won, luck.expected, luck.staked, len(luck.points)) == (0, Fraction(0), 0, 1)
    assert "NaN" not in draw_band(luck, Words.of("en"))
    assert isinstance(luck, Luck)


def test_history_has_every_coup_of_the_shoe(sitting: tuple[Salon, int, Viewer]) -> None:
    salon, table, _ = sitting
    page = salon.http.get(f"/tables/{table}/history?shoe=1").text
    rows = salon.store.coups(table, 1)
    assert page.count("<li") == len(rows)
    for row in rows:
        assert row.cards.split()[0] in page


def test_a_shoe_is_a_file_that_reads_again(sitting: tuple[Salon, int, Viewer]) -> None:
    salon, table, _ = sitting
    own = {"baccarat-guest": salon.tokens[f"{table} Ann"]}
    answer = salon.http.get(f"/tables/{table}/shoes/1.txt", headers=own)
    assert "attachment" in answer.headers["content-disposition"]
    record = Record.parse(answer.text)
    rows = salon.store.coups(table, 1)
    assert [str(entry.coup) for entry in record.entries] == [row.cards for row in rows]
    laid = [len([one for one in row.paid if one[0] == "Ann"]) for row in rows]
    assert [len(entry.wagers) for entry in record.entries] == laid
    assert sum(laid) > 3
    missing = salon.http.get(f"/tables/{table}/shoes/99.txt")
    assert missing.status_code == 404


@pytest.mark.parametrize("language", LANGUAGES)
def test_statistics_speak_the_language(sitting: tuple[Salon, int, Viewer], language: str) -> None:
    salon, table, _ = sitting
    cookie = {"cookie": f"baccarat-language={language}"}
    page = salon.http.get(f"/tables/{table}/statistics?shoe=1", headers=cookie).text
    assert Words.of(language)("panel.statistics") in page
    assert page.count("<dt>") > 3
