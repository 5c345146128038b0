"""Boards over HTTP: a real shoe, entered by a dealer and shown to everybody."""

from typing import Any

import pytest
from web.salon import ASKS_FOR_KEYS, Salon

from baccarat.core.record import Record
from baccarat.core.roads import Scoreboard
from baccarat.core.stats import statistics
from baccarat.web.gate.keys import Level

KEY = "0b8f4c1e-6a77-4f0f-9d53-0d6a5a1c9d11"


def enter(salon: Salon, act: str, said: str = "", **more: Any) -> Any:
    body = {"act": act, "said": said, **more}
    return salon.call("POST", "/boards/1/acts", body)


@pytest.fixture
def salon() -> Salon:
    """A server with one board."""
    salon = Salon()
    opened = salon.call("POST", "/boards", {"name": "Table 3", "decks": 6, "burn": False})
    assert opened.json()["view"]["name"] == "Table 3"
    return salon


def test_a_real_shoe_is_entered_corrected_and_shown(salon: Salon) -> None:
    for said in ("B", "P 9-7 +P", "Kh 5c 8h | 9d 4s", "T"):
        assert enter(salon, "result", said).status_code == 200
    enter(salon, "correct", "T 6-6", coup=1)
    enter(salon, "insert", "P", coup=4)
    enter(salon, "strike", coup=2)
    enter(salon, "undo")
    told = salon.get("/boards/1")
    assert (told["number"], told["since"], told["view"]["letters"]) == (9, 0, "TPTPT")
    assert salon.get("/boards")["boards"] == [
        {
            "board": 1,
            "name": "Table 3",
            "number": 9,
            "is_open": True,
            "game": "punto-banco",
            "shoe": 1,
            "letters": "TPTPT",
        }
    ]


def test_a_board_is_written_in_our_notation_with_its_roads_and_statistics(salon: Salon) -> None:
    for said in ("B", "B 7-9", "P 9-7 +P", "Kh 5c 8h | 9d 4s"):
        enter(salon, "result", said)
    text = salon.call("GET", "/boards/1/record", accept="text/plain").text
    record = Record.parse(text)
    assert record == salon.house.board_at(1).board.record
    assert (record.rules.decks, record.rules.burn) == (6, False)
    assert salon.get("/boards/1/record")["results"] == "BBPT"
    assert salon.get("/boards/1/roads") == Scoreboard(record.results).as_json()
    assert salon.get("/boards/1/statistics") == statistics(record.results).as_json()


def test_a_wrong_third_card_is_told_at_once(salon: Salon) -> None:
    refused = enter(salon, "result", "Kh 5c | 9d 4s")
    assert refused.status_code == 422
    assert "Player has 5 and must draw" in refused.json()["detail"]
    assert salon.get("/boards/1")["number"] == 1


def test_a_board_goes_from_shoe_to_shoe_and_closes(salon: Salon) -> None:
    enter(salon, "result", "B")
    told = enter(salon, "shoe").json()["view"]
    assert (told["shoe"], told["letters"], told["before"]) == (2, "", {"B": 1})
    assert not enter(salon, "close").json()["view"]["is_open"]
    assert enter(salon, "result", "B").status_code == 422
    assert salon.get("/boards")["boards"] == []
    assert len(salon.get("/boards?closed=true")["boards"]) == 1


def test_a_result_with_one_key_is_entered_once_also_after_a_restart(salon: Salon) -> None:
    body = {"act": "result", "said": "B", "number": 2}
    first = salon.call("POST", "/boards/1/acts", body, key=KEY)
    again = Salon(salon.store)
    for one in (salon, again):
        second = one.call("POST", "/boards/1/acts", body, key=KEY)
        assert second.content == first.content
        assert second.headers["idempotency-replayed"] == "true"
    other = salon.call("POST", "/boards/1/acts", {**body, "said": "P"}, key=KEY)
    assert (other.status_code, other.json()["type"]) == (422, "/problems/other-content")
    stale = salon.call("POST", "/boards/1/acts", body)
    assert (stale.status_code, stale.json()["number"]) == (409, 2)
    opened = [salon.call("POST", "/boards", {"name": "A"}, key=KEY).content for _ in range(2)]
    assert opened[0] == opened[1]
    assert len(salon.house.boards()) == 2


def test_a_store_in_trouble_is_503_and_nothing_was_entered(salon: Salon) -> None:
    salon.store.trouble.is_full = True
    assert enter(salon, "result", "B").status_code == 503
    salon.store.trouble.is_full = False
    salon.store.trouble.is_lost_after = True
    assert enter(salon, "result", "B", number=2).status_code == 503
    salon.store.trouble.is_lost_after = False
    assert enter(salon, "result", "P").json()["view"]["letters"] == "BP"


def test_a_result_that_nobody_knew_of_is_shown_and_told_to_who_watches(salon: Salon) -> None:
    moved: list[tuple[str, int]] = []
    salon.house.listen(lambda place, number: moved.append((place, number)))
    for number, ask in ((2, "look"), (3, "ask again")):
        body = {"act": "result", "said": "B", "number": number}
        salon.store.trouble.is_lost_after = True
        first = salon.call("POST", "/boards/1/acts", body, key=f"{KEY} {ask}")
        assert first.json()["type"] == "/problems/unsure"
        salon.store.trouble.is_lost_after = False
        if ask == "look":
            assert salon.get("/boards/1")["number"] == number
        else:
            again = salon.call("POST", "/boards/1/acts", body, key=f"{KEY} {ask}")
            assert again.headers["idempotency-replayed"] == "true"
        assert moved == [("board/1", number)]
        moved.clear()


def test_a_dealer_enters_and_others_watch() -> None:
    salon = Salon(settings=ASKS_FOR_KEYS)
    watch, play, deal, host = (salon.new_key(level) for level in Level)
    asked = {"act": "result", "said": "B"}
    for key, status in ((watch, 403), (play, 403), (deal, 200), (host, 200)):
        opened = salon.call("POST", "/boards", {"name": "Table 3"}, bearer=key)
        assert opened.status_code == status
    for key, status in ((watch, 403), (play, 403), (deal, 200), (host, 200)):
        assert salon.call("POST", "/boards/1/acts", asked, bearer=key).status_code == status
    assert salon.get("/boards/1", bearer=watch)["view"]["letters"] == "BB"
    kept = salon.store.board_keeper(1).load()
    assert [commit.author for commit in kept] == ["dealer", "dealer", "host"]


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"act": "fly"},
        {"act": "open", "said": "again"},
        {"act": "result"},
        {"act": "result", "said": "X"},
        {"act": "result", "said": "B" * 81},
        {"act": "result", "said": 5},
        {"act": "correct", "said": "B", "coup": 9},
        {"act": "correct", "said": "B", "coup": "1"},
        {"act": "strike", "coup": -1},
        {"act": "undo"},
        {"act": "result", "said": "B", "rules": {"game": "ez"}},
    ],
)
def test_bad_input_is_one_problem(salon: Salon, body: dict[str, Any]) -> None:
    answer = salon.call("POST", "/boards/1/acts", body)
    assert answer.status_code == 422, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    assert salon.get("/boards/1")["number"] == 1


@pytest.mark.parametrize("body", [{}, {"name": ""}, {"name": "x" * 41}, {"name": "a", "decks": 0}])
def test_a_board_that_cannot_be_is_one_problem(body: dict[str, Any]) -> None:
    salon = Salon()
    assert salon.call("POST", "/boards", body).status_code == 422
    assert salon.store.boards() == []
