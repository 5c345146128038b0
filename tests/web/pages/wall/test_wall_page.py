"""The wall: the last coup and the counts are the library's, and nobody sees what is not theirs."""

import re

import pytest
from web.salon import ASKS_FOR_KEYS, Salon, deal_on

from baccarat.base.words import LANGUAGES, Words
from baccarat.core.coup import Side
from baccarat.core.roads import Scoreboard
from baccarat.core.roads.result_counts import count
from baccarat.table.view.view import Audience
from baccarat.web.gate.keys import Level

PAGE = {"accept": "text/html"}


def wall(salon: Salon, path: str = "/wall", **headers: str) -> str:
    answer = salon.http.get(path, headers={**PAGE, **headers})
    assert answer.status_code == 200, answer.text
    return answer.text


def part_of(page: str, part: str) -> str:
    found = re.search(rf'data-part="{part}">(.*?)</(?:section|article|div)>', page, re.S)
    assert found is not None, part
    return found[1]


def plain(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", html)).strip()


def places(page: str) -> list[str]:
    return re.findall(r'data-watch="([^"]*)"', page)


@pytest.fixture(scope="module")
def open_salon() -> Salon:
    """A house that tests only look at, or that each opens a table in."""
    return Salon()


@pytest.mark.parametrize("coups", [0, 1, 7, 40])
def test_totals_winner_and_counts_are_the_librarys(open_salon: Salon, coups: int) -> None:
    salon = open_salon
    table = salon.ready(least=25, most=5_000)
    for _ in range(coups):
        deal_on(salon.house, table)
    view = salon.house.at(table).table.view(Audience.SPECTATOR)
    page = wall(salon, f"/tables/{table}/wall")
    assert re.findall(r'<output class="total">(\d)</output>', page) == [
        str(hand.total) for hand in (view.player, view.banker) if hand.total is not None
    ]
    said = re.findall(r'<p class="said[^"]*">(.*?)</p>', page)
    if coups:
        result = view.results[-1]
        assert said == [{"B": "Banker wins", "P": "Player wins", "T": "Tie"}[result.letter]]
    else:
        assert said == ["Place your bets, please."]
    counts = count(view.results)
    shown = re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", page)
    expected = {
        "Banker": counts.banker,
        "Player": counts.player,
        "Tie": counts.tie,
        "B pair": counts.banker_pair,
        "P pair": counts.player_pair,
        "Natural": counts.natural,
        "Coups": coups,
    }
    assert dict(shown) == {
        name: "–" if number is None else str(number) for name, number in expected.items()
    }
    assert "25 – 5,000" in plain(page)


def test_a_card_that_is_face_down_is_not_on_the_wall(open_salon: Salon) -> None:
    salon = open_salon
    table = salon.ready("Ann")
    salon.act(table, "place", "Ann", spot="banker", stake=100)
    salon.act(table, "deal", squeeze=True)
    here = salon.house.at(table).table
    assert here.squeezed is not None
    page = wall(salon, f"/tables/{table}/wall")
    assert len(re.findall(r'<output class="total">', page)) < 2
    assert "wins" not in plain(part_of(page, f"table/{table}/wall-last"))


def test_a_board_shows_what_is_known_and_nothing_else() -> None:
    salon = Salon()
    salon.call("POST", "/boards", {"name": "Table 12"})

    def enter(said: str) -> str:
        salon.call("POST", "/boards/1/acts", {"act": "result", "said": said})
        return plain(wall(salon, "/boards/1"))

    alone = enter("B")
    assert alone.startswith("Table 12 – Scoreboard – baccarat")
    assert "Banker wins" in alone
    assert "Player 0 Banker" not in alone
    totals = wall(salon, "/boards/1")
    assert "output" not in totals
    enter("P 9-7 +P")
    shown = wall(salon, "/boards/1/wall")
    assert re.findall(r'<output class="total">(\d)</output>', shown) == ["9", "7"]
    assert "Player pair" in shown
    enter("Kh 5c 8h | 9d 4s")
    cards = wall(salon, "/boards/1")
    assert len(re.findall(r'class="card[ "]', cards)) == 5


def test_a_board_without_cards_has_no_room_for_them_but_for_a_whole_shoe() -> None:
    salon = Salon()
    salon.call("POST", "/boards", {"name": "Table 12"})

    def enter(said: str) -> tuple[bool, bool, int]:
        """Whether the page is bare, whether it has a place for cards; columns of beads."""
        salon.call("POST", "/boards/1/acts", {"act": "result", "said": said})
        page = wall(salon, "/boards/1")
        [columns] = re.findall(r'class="road road-bead"[^>]*data-cols="(\d+)"', page)
        return "lastcoup b bare" in page, 'class="cards"' in page, int(columns)

    assert enter("B") == (True, False, 14)
    assert enter("B 7-9") == (True, False, 14)
    assert enter("Kh 5c 8h | 9d 4s")[1:] == (True, 11)
    assert enter("B") == (False, True, 11)


def test_asking_the_road_is_answered_as_the_library_does(open_salon: Salon) -> None:
    table = open_salon.ready()
    for _ in range(20):
        deal_on(open_salon.house, table)
    board = Scoreboard(open_salon.house.at(table).table.results)
    page = wall(open_salon, f"/tables/{table}/wall")
    for side, letter in ((Side.BANKER, "b"), (Side.PLAYER, "p")):
        found = re.search(rf'class="ask ask-{letter}" role="img" aria-label="(.*?)"', page)
        assert found is not None
        told = re.findall(r"(Big eye boy|Small road|Cockroach pig) (red|blue|no mark)", found[1])
        marks = [str(mark.name).lower() if mark else "no mark" for mark in board.ask(side)]
        assert [colour for _, colour in told] == marks


def test_a_named_wall_has_the_first_large_and_the_others_beside_it() -> None:
    salon = Salon()
    for _ in range(3):
        salon.ready()
    salon.call("POST", "/boards", {"name": "Table 12"})
    assert places(wall(salon, "/wall?tables=3,1&boards=1")) == [
        "table/3:wall",
        "table/1:tile",
        "board/1:tile",
    ]
    assert places(wall(salon)) == [
        "table/1:wall",
        "table/2:tile",
        "table/3:tile",
        "board/1:tile",
        "hall:hall",
    ]


def test_many_tables_are_all_of_one_size() -> None:
    salon = Salon()
    for _ in range(8):
        salon.open()
    assert places(wall(salon)) == [f"table/{n}:tile" for n in range(1, 9)] + ["hall:hall"]


def test_a_wall_without_tables_says_so() -> None:
    assert "Nothing to show yet" in wall(Salon())


def test_a_key_for_another_table_sees_nothing() -> None:
    salon = Salon(settings=ASKS_FOR_KEYS)
    host = salon.new_key(Level.HOST)
    for _ in range(2):
        salon.call("POST", "/tables", {"seats": 5}, bearer=host)
    salon.call("POST", "/boards", {"name": "Table 12"}, bearer=host)
    key = {"authorization": f"Bearer {salon.new_key(Level.WATCH, (2,))}"}
    for path in ("/wall?tables=1", "/tables/1/wall", "/boards/1", "/wall?boards=1"):
        assert salon.http.get(path, headers={**PAGE, **key}).status_code == 403, path
    assert places(wall(salon, **key)) == ["table/2:wall", "hall:hall"]


@pytest.mark.parametrize("path", ["/wall?tables=x", "/wall?boards=1,,2"])
def test_what_a_wall_shows_must_read(open_salon: Salon, path: str) -> None:
    assert open_salon.http.get(path, headers=PAGE).status_code == 422


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_wall_speaks_the_language(open_salon: Salon, language: str) -> None:
    salon = open_salon
    table = salon.ready()
    deal_on(salon.house, table)
    page = wall(salon, f"/tables/{table}/wall", **{"accept-language": language})
    words = Words.of(language)
    keys = ("wall.coups", "wall.full-screen", "wall.shoe", "road.big", "road.cockroach")
    for text in (*map(words, keys), words.bet("banker"), words.bet("player")):
        assert text in page, text


def test_a_coup_changes_the_wall_and_a_bet_does_not(open_salon: Salon) -> None:
    salon = open_salon
    table = salon.ready("Ann")
    deal_on(salon.house, table)

    def parts(last: int = 0) -> tuple[int, dict[str, str]]:
        address = f"/parts?watch=table/{table}:wall&last=table/{table}:{last}"
        [told] = salon.http.get(address).json()
        return told["number"], told["parts"]

    number, before = parts()
    salon.act(table, "place", "Ann", spot="banker", stake=100)
    later, same = parts(number)
    assert later > number
    assert same == before
    salon.act(table, "deal")
    assert parts(later)[1].keys() == before.keys()
    assert parts(later)[1]["wall-roads"] != before["wall-roads"]
