"""Bad input at a table is one problem, and changes nothing."""

from typing import Any

import pytest
from web.salon import Salon

from baccarat.table.requests import ASKED


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 422),
        (b"nonsense", 422),
        (b"[]", 422),
        (b'"deal"', 422),
        (b"{}", 422),
        (b'{"act": 5}', 422),
        (b'{"act": "fly"}', 422),
        (b'{"act": "open"}', 422),
        (b'{"act": "shuffle", "cards": "Kh"}', 422),
        (b'{"act": "promise", "house_seed": "00"}', 422),
        (b'{"act": "draw", "paid": [1000]}', 422),
        (b'{"act": "deal", "paid": [1000]}', 422),
        (b'{"act": "deal", "number": "7"}', 422),
        (b'{"act": "deal", "number": 7.5}', 422),
        (b'{"act": "deal", "number": true}', 422),
        (b'{"act": "sit"}', 422),
        (b'{"act": "sit", "guest": "' + b"x" * 41 + b'", "bankroll": 5}', 422),
        (b'{"act": "sit", "guest": "a\\nb", "bankroll": 5}', 422),
        (b'{"act": "sit", "guest": "Ann", "bankroll": "5"}', 422),
        (b'{"act": "sit", "guest": "Ann", "bankroll": -5}', 422),
        (b'{"act": "sit", "guest": "Ann", "bankroll": ' + b"9" * 50 + b"}", 422),
        (b'{"act": "sit", "guest": "Ann", "bankroll": ' + b"9" * 5_000 + b"}", 422),
        (b'{"act": "sit", "guest": ["Ann"], "bankroll": 5}', 422),
        (b'{"act": "cut", "at": -1}', 422),
        (b'{"act": "cut", "at": 100000}', 422),
        (b'{"act": "deal", "as": "house"}', 422),
        (b'{"act": "deal", "as": "spectator"}', 422),
        (b'{"act": "deal", "guest": "Ann"}', 422),
        (b'{"act": ' + b"[" * 1_000 + b"]" * 1_000 + b"}", 422),
        (b'{"act": "bet", "wagers": "' + b"x" * 70_000 + b'"}', 413),
        (b"\xff\xfe", 422),
    ],
)
def test_bad_input_is_one_problem_and_changes_nothing(body: bytes, status: int) -> None:
    salon = Salon()
    table = salon.open(seats=5)
    salon.act(table, "shoe")
    before = salon.house.at(table).table
    answer = salon.http.post(
        f"/api/v1/tables/{table}/acts", content=body, headers={"content-type": "application/json"}
    )
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    assert "\n" not in answer.json()["detail"]
    assert salon.house.at(table).table is before


@pytest.mark.parametrize(
    "options",
    [
        {"name": "x" * 41},
        {"name": "a\nb"},
        {"game": "whist"},
        {"seats": 0},
        {"seats": 101},
        {"decks": 0},
        {"decks": 10**30},
        {"seed": -1},
        {"seed": 7, "fair": True},
        {"clock": {"bets": -1}},
        {"clock": {"bets": 1e9}},
        {"clock": {"dings": 1}},
        {"bets": ["nonsense"]},
        {"rounding": "sideways"},
        {"last_coup": "never"},
        {"least": 10, "most": 5},
        {"fingerprint": "x"},
        {"game": "chemin-de-fer", "seats": 3},
    ],
)
def test_a_table_that_cannot_be_is_one_problem(options: dict[str, Any]) -> None:
    salon = Salon()
    answer = salon.call("POST", "/tables", options)
    assert answer.status_code == 422, answer.text
    assert salon.store.tables() == []


@pytest.mark.parametrize("path", ["/tables/7", "/tables/7/shoes", "/boards/7", "/tables/7/report"])
def test_what_is_not_there_is_404(path: str) -> None:
    answer = Salon().call("GET", path)
    assert (answer.status_code, answer.headers["content-type"]) == (404, "application/problem+json")


@pytest.mark.parametrize("path", ["/tables/x", "/tables/0", "/tables/-1", "/tables/" + "9" * 40])
def test_a_number_that_is_none_is_one_problem(path: str) -> None:
    assert Salon().call("GET", path).status_code == 422


def test_problems_are_told_in_the_asked_language() -> None:
    salon = Salon()
    table = salon.ready("Ann")
    said = {"act": "bet", "wagers": "tie=5000"}
    token = salon.tokens[f"{table} Ann"]
    answer = salon.call(
        "POST", f"/tables/{table}/acts", said, token=token, **{"accept-language": "fr"}
    )
    assert answer.json()["detail"] == "pas assez d'argent : il faut 5000, il reste 1000"


def test_every_request_of_the_table_can_be_asked_for() -> None:
    told = Salon().app.openapi()["components"]["schemas"]["ActAsked"]["properties"]
    said = {name for names in ASKED.values() for name in names}
    assert said | {"act", "number", "as"} == told.keys()
    assert all(act in told["act"]["description"] for act in ASKED)
