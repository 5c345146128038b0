"""Tables over HTTP: the lobby, and what is told of a table, its shoes and its guests."""

from typing import Any

import pytest
from troubled_store import TroubledStore
from web.salon import Salon

from baccarat.core.record import Record
from baccarat.store.upkeep.check import check
from baccarat.web.house.house import House

KEY = "0b8f4c1e-6a77-4f0f-9d53-0d6a5a1c9d11"


def test_two_guests_bet_and_a_coup_is_dealt() -> None:
    salon = Salon()
    table = salon.ready("Ann", "Bob")
    salon.act(table, "bet", "Ann", wagers="banker=100 tie=5")
    salon.act(table, "place", "Bob", spot="player", stake=20)
    told = salon.act(table, "deal")
    assert told["view"]["call"] == "Four Player, six Banker: Banker wins."
    ann = salon.get(f"/tables/{table}", token=salon.tokens["1 Ann"])
    assert (ann["view"]["guest"], ann["view"]["bankroll"]) == ("Ann", 1_090)


def test_the_answer_to_an_act_has_what_is_new_or_all_of_it() -> None:
    salon = Salon()
    table = salon.ready("Ann")
    salon.act(table, "deal", free=True)
    number = salon.house.at(table).table.number
    new = salon.act(table, "bet", "Ann", wagers="tie=5")
    assert (new["since"], new["view"]["results"]) == (number, [])
    deal = {"act": "deal"}
    whole = salon.call("POST", f"/tables/{table}/acts?since=0", deal).json()
    assert (whole["since"], len(whole["view"]["results"])) == (0, 2)


def test_the_lobby_shows_what_is_played_and_everybody_is_told_of_a_seed() -> None:
    salon = Salon()
    salon.open(name="Salon", seats=5, least=5, most=500, chip=5, game="ez")
    seeded = salon.ready("Ann", clock={"bets": 30})
    salon.act(seeded, "deal", free=True)
    salon.open(fair=True)
    first, second, third = salon.get("/tables")["tables"]
    assert (first["name"], first["game"], first["limits"]) == (
        "Salon",
        "ez",
        {"least": 5, "most": 500},
    )
    assert (first["seats"], first["free"], first["phase"], first["letters"]) == (5, 5, "shoe", "")
    assert (second["free"], second["letters"], second["coups"], second["guests"]) == (
        4,
        "B",
        1,
        ["Ann"],
    )
    assert second["clock"] == {"bets": 30, "squeeze": 30, "offer": 15, "rests": 600}
    shoes = [one["shoes_from"] for one in (first, second, third)]
    assert shoes == ["system", "seeded", "fair"]
    assert third["seats"] == 7


@pytest.mark.parametrize("path", ["", "/shoes", "/shoes/1", "/roads", "/statistics", "/report"])
def test_whoever_asks_for_anything_of_a_table_is_there(path: str) -> None:
    salon = Salon()
    table = salon.ready("Ann")
    salon.house.at(table).seen = 0.0  # long ago: its clock would rest
    salon.get(f"/tables/{table}{path}", token=salon.tokens[f"{table} Ann"])
    assert salon.house.at(table).seen > 0


def test_a_closed_table_is_left_out_of_the_lobby_and_still_to_be_looked_at() -> None:
    salon = Salon()
    table = salon.ready("Ann")
    closed = salon.call("DELETE", f"/tables/{table}", key=KEY)
    assert closed.json()["view"]["phase"] == "left"
    assert salon.call("DELETE", f"/tables/{table}", key=KEY).content == closed.content
    assert salon.get("/tables")["tables"] == []
    (shown,) = salon.get("/tables?closed=true")["tables"]
    assert (shown["is_open"], shown["free"]) == (False, 0)
    assert salon.try_act(table, "deal").status_code == 422
    assert salon.get(f"/tables/{table}")["view"]["phase"] == "left"


def test_the_host_closes_a_table_of_one_seat_too() -> None:
    salon = Salon()
    nobody, alone = salon.open(seats=1), salon.ready("Ann", seats=1)
    salon.act(alone, "bet", "Ann", wagers="banker=100")
    hers = salon.try_act(alone, "close", "Ann", **{"as": "guest"})
    assert hers.json()["detail"] == "only the host can close a table"
    for table in (nobody, alone):
        assert "close" in salon.get(f"/tables/{table}")["view"]["asks"]
        assert salon.call("DELETE", f"/tables/{table}").json()["view"]["phase"] == "left"
    assert salon.get("/tables")["tables"] == []
    ann = salon.get(f"/tables/{alone}/report", token=salon.tokens[f"{alone} Ann"])
    assert (ann["bankroll"], ann["on_the_felt"]) == (1_000, 0)
    assert Salon(salon.store).get("/tables")["tables"] == []


def test_the_host_closes_a_table_whose_guest_never_decides() -> None:
    salon = Salon()
    table = salon.ready("Ann", game="chemin-de-fer", opponent="timid", seats=1)
    told = salon.get(f"/tables/{table}")
    while told["view"]["phase"] != "decision":
        salon.act(table, "bet", "Ann", wagers="banker=100")
        told = salon.act(table, "deal", "Ann")
    had = told["view"]["bankroll"] + 100
    assert "close" in salon.get(f"/tables/{table}")["view"]["asks"]
    assert salon.call("DELETE", f"/tables/{table}").json()["view"]["phase"] == "left"
    for one in (salon, Salon(salon.store)):
        ann = one.get(f"/tables/{table}/report", token=salon.tokens[f"{table} Ann"])
        assert (ann["bankroll"], ann["on_the_felt"]) == (had, 0)
    assert [guest.bankroll for guest in salon.store.guests(table)] == [had]
    assert check(salon.store).faults == ()


def test_a_table_has_the_seats_of_its_game_and_the_money_that_it_allows() -> None:
    salon = Salon()
    chemin = salon.open(game="chemin-de-fer", opponent="timid")
    assert salon.house.at(chemin).table.opened.seats == 1
    table = salon.open(most_money=100)
    assert salon.try_act(table, "sit", bankroll=101).status_code == 422
    salon.sit(table, "Ann", 60)
    assert salon.try_act(table, "buy", "Ann", coins=41).status_code == 422
    assert salon.act(table, "buy", "Ann", coins=40)["view"]["bankroll"] == 100


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"most_money": -1}, "a guest may bring 0 coins or more to a table, not -1"),
        ({"first_shoe": 3}, "the first shoe needs a seed: give the seed, too"),
        ({"first_shoe": 3, "fair": True}, "the first shoe needs a seed: give the seed, too"),
        (
            {"game": "chemin-de-fer", "model": "zork"},
            "not a model: 'zork' (expected one of A1 to A4, B1 to B4)",
        ),
    ],
)
def test_a_table_that_would_not_be_as_its_host_says_is_not_opened(
    asked: dict[str, Any], told: str
) -> None:
    salon = Salon()
    refused = salon.call("POST", "/tables", asked)
    assert (refused.status_code, refused.json()["detail"]) == (422, told)
    assert salon.get("/tables")["tables"] == []


def test_a_table_rounds_as_its_host_says() -> None:
    salon = Salon()
    kept = []
    for rounding in ("down", "up", "nearest"):
        table = salon.ready("Ann", rounding=rounding, chip=5)
        salon.act(table, "bet", "Ann", wagers="banker=5")
        kept.append(salon.act(table, "deal", "Ann")["view"]["seats"][0]["lines"][0]["won"])
    assert kept == [0, 5, 5]  # 4.75 coins are no whole number of chips
    wrong = salon.call("POST", "/tables", {"rounding": "sideways"})
    assert wrong.json()["detail"] == "rounding: expected 'down', 'up' or 'nearest'"


def played_out(salon: Salon, table: int) -> None:
    while salon.house.at(table).table.phase.value == "bets":
        salon.act(table, "deal", free=True)


def test_shoes_are_told_in_our_notation_and_read_back() -> None:
    salon = Salon()
    table = salon.ready("Ann", decks=1, cut_card=30)
    salon.act(table, "bet", "Ann", wagers="banker=100")
    played_out(salon, table)
    path, token = f"/tables/{table}/shoes/1", salon.tokens[f"{table} Ann"]
    present = salon.call("GET", path, accept="text/plain").text
    mine = salon.call("GET", path, token=token, accept="text/plain").text
    salon.act(table, "shoe")
    salon.act(table, "cut")
    finished = salon.call("GET", path, accept="text/plain")
    assert finished.headers["content-type"].startswith("text/plain")
    assert finished.text == present
    assert salon.call("GET", path, token=token, accept="text/plain").text == mine
    record = Record.parse(mine)
    assert [str(wager) for wager in record.entries[0].wagers] == ["banker=100"]
    assert salon.get(path)["results"] == present_letters(record)
    assert salon.get(f"/tables/{table}/roads?shoe=1")["results"] == present_letters(record)
    assert salon.get(f"/tables/{table}/roads")["coups"] == 0
    assert salon.get(f"/tables/{table}/statistics?shoe=1")["coups"] == len(record.entries)
    assert [one["is_over"] for one in salon.get(f"/tables/{table}/shoes")["shoes"]] == [True, False]
    for missing in ("/shoes/3", "/roads?shoe=3", "/statistics?shoe=9"):
        assert salon.call("GET", f"/tables/{table}{missing}").status_code == 404


def test_wagers_of_somebody_before_who_had_the_same_name_are_not_told_as_ones_own() -> None:
    salon = Salon()
    table = salon.ready("Ann")
    salon.act(table, "bet", "Ann", wagers="banker=100")
    salon.act(table, "deal")
    salon.act(table, "leave", "Ann")
    salon.sit(table, "Ann")
    salon.act(table, "bet", "Ann", wagers="tie=5")
    salon.act(table, "deal")
    path, token = f"/tables/{table}/shoes/1", salon.tokens[f"{table} Ann"]

    def wagers() -> list[list[str]]:
        told = salon.call("GET", path, token=token, accept="text/plain").text
        return [[str(wager) for wager in entry.wagers] for entry in Record.parse(told).entries]

    present = wagers()
    salon.act(table, "shoe")
    assert present == wagers() == [[], ["tie=5"]]


def present_letters(record: Record) -> str:
    return "".join(entry.letter for entry in record.entries)


def test_roads_take_rows_and_tails() -> None:
    salon = Salon()
    table = salon.ready()
    assert salon.get(f"/tables/{table}/roads?rows=5&tail=falls")["rows"] == 5
    assert salon.call("GET", f"/tables/{table}/roads?rows=0").status_code == 422


def test_a_report_is_what_the_coach_has_counted_for_this_guest() -> None:
    salon = Salon()
    table = salon.ready("Ann", "Bob")
    salon.act(table, "bet", "Ann", wagers="banker=100 tie=5")
    salon.act(table, "deal")
    told = salon.get(f"/tables/{table}/report", token=salon.tokens[f"{table} Ann"])
    # The coup and its expectation stand in docs/table.md, too, where one guest sits alone.
    assert (told["guest"], told["bankroll"], told["won"], told["staked"]) == ("Ann", 1_090, 90, 105)
    assert round(told["shoe"]["expected_float"], 2) == -1.78
    assert [point["bankroll"] for point in told["shoe"]["points"]] == [1_000, 1_090]
    bob = salon.get(f"/tables/{table}/report", token=salon.tokens[f"{table} Bob"])
    assert (bob["shoe"]["staked"], bob["bankroll"]) == (0, 1_000)
    french = {"accept-language": "fr"}
    told = salon.get(f"/tables/{table}/report", token=salon.tokens[f"{table} Ann"], **french)
    assert "105" in told["shoe"]["lines"][0]


def test_a_house_that_was_closed_is_brought_back_whole() -> None:
    store = TroubledStore()
    salon = Salon(store)
    table = salon.ready("Ann")
    before = salon.get(f"/tables/{table}", token=salon.tokens[f"{table} Ann"])
    again = Salon(store)
    again.tokens = salon.tokens
    assert again.get(f"/tables/{table}", token=salon.tokens[f"{table} Ann"]) == before
    assert House(store).at(table).table == salon.house.at(table).table
