"""Tables over HTTP: who may ask for what, one act for one request, and nothing told too early."""

import asyncio
from typing import Any

import httpx
import pytest
from troubled_store import TroubledStore
from web.salon import ASKS_FOR_KEYS, Salon

from baccarat.cards import Card
from baccarat.record import Record
from baccarat.table.requests import ASKED, Request
from baccarat.table.saving import NotKept
from baccarat.web import callers
from baccarat.web.callers import guest_token
from baccarat.web.house import House
from baccarat.web.key_book import Level

WHERE = "store is full"
"""What the store says of itself, which is for our log alone."""
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


# Who is who.


def test_a_guest_is_known_by_a_token_and_by_nothing_else() -> None:
    salon = Salon()
    table = salon.ready("Ann", "Bob")
    right = salon.tokens[f"{table} Ann"]
    other_table = guest_token(salon.store.secret, table + 1, "Ann", 2)
    for token in ("", "Ann", right[:-1], right + "A", other_table, "x" * 1_000):
        bet = {"act": "place", "spot": "tie", "stake": 5}
        refused = salon.call("POST", f"/tables/{table}/acts", bet, token=token)
        assert refused.status_code == 403, token
        assert refused.json()["type"] == "/problems/not-seated"
        shown = salon.get(f"/tables/{table}?as=spectator", token=token)["view"]
        assert (shown["guest"], shown["bankroll"]) == ("", 0)
        assert salon.call("GET", f"/tables/{table}/report", token=token).status_code == 403
    assert [seat["bankroll"] for seat in shown["seats"]] == [None, None]


def test_a_cookie_is_as_good_as_the_header_and_pages_cannot_read_it() -> None:
    salon = Salon()
    table = salon.ready()
    body = {"act": "sit", "guest": "Ann", "bankroll": 500}
    sat = salon.http.post(f"/api/v1/tables/{table}/acts", json=body)
    cookie = sat.headers["set-cookie"]
    named = f"baccarat-guest-80-{table}="  # another server has another port, and other tables
    for words in ("HttpOnly", "SameSite=strict", "Path=/", "Max-Age=2592000", named):
        assert words in cookie
    assert salon.http.get(f"/api/v1/tables/{table}").json()["view"]["bankroll"] == 500
    left = salon.http.post(f"/api/v1/tables/{table}/acts", json={"act": "leave"})
    assert "Max-Age=0" in left.headers["set-cookie"]


def test_a_guest_without_a_name_gets_one_and_a_name_is_taken_once() -> None:
    salon = Salon()
    table = salon.open(seats=4)
    assert [salon.sit(table), salon.sit(table, " Ann ")] == ["Guest 1", "Ann"]
    again = salon.try_act(table, "sit", guest="ann", bankroll=5)
    assert (again.status_code, again.json()["detail"]) == (
        422,
        "ann sits here already: take another name",
    )
    for name in ("dealer", "Host", "house"):
        assert salon.try_act(table, "sit", guest=name, bankroll=5).status_code == 422
    assert salon.sit(table) == "Guest 2"


def test_a_name_is_the_same_however_its_letters_are_put_together() -> None:
    salon = Salon()
    table = salon.open(seats=4)
    assert salon.sit(table, "\u00c4nn") == "\u00c4nn"
    for name in ("A\u0308nn", "a\u0308NN", "\uff24ealer"):  # Änn, änN, Dealer in wide letters
        assert salon.try_act(table, "sit", guest=name, bankroll=5).status_code == 422, name
    assert salon.sit(table, "Ann") == "Ann"


def test_somebody_with_the_old_token_is_not_the_new_guest_of_that_name() -> None:
    salon = Salon()
    table = salon.ready("Ann")
    old = salon.tokens[f"{table} Ann"]
    salon.act(table, "leave", "Ann")
    salon.sit(table, "Ann")
    assert salon.tokens[f"{table} Ann"] != old
    bet = {"act": "place", "spot": "tie", "stake": 5}
    for key in ("", KEY):
        refused = salon.call("POST", f"/tables/{table}/acts", bet, token=old, key=key)
        assert refused.status_code == 403
    assert salon.call("GET", f"/tables/{table}", token=old).json()["view"]["guest"] == ""


def test_an_old_token_is_not_the_new_guests_in_the_very_moment_either(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    salon = Salon()
    table = salon.ready("Ann")
    old = salon.tokens[f"{table} Ann"]
    here, mac = salon.house.at(table), callers.guest_token

    def slow(*what: Any) -> str:
        """While a token is looked at, another thread seats a new guest of that name."""
        monkeypatch.undo()
        salon.house.ask(table, Request("leave"), "Ann")
        salon.house.ask(table, Request("sit", {"guest": "Ann", "bankroll": 777}), "Ann")
        return mac(*what)

    monkeypatch.setattr(callers, "guest_token", slow)
    shown = salon.call("GET", f"/tables/{table}", token=old).json()["view"]
    assert here.table.seats[0].bankroll == 777
    assert (shown["bankroll"], shown["bought"]) == (0, 0)


def test_a_guest_deals_where_there_is_one_seat_and_not_where_there_are_more() -> None:
    salon = Salon()
    alone = salon.ready("Ann", seats=1)
    assert salon.act(alone, "deal", "Ann", free=True)["view"]["guest"] == "Ann"
    several = salon.ready("Ann")
    asked = {"act": "deal", "free": True, "as": "guest"}
    token = salon.tokens[f"{several} Ann"]
    refused = salon.call("POST", f"/tables/{several}/acts", asked, token=token)
    assert refused.json()["detail"] == "only the dealer asks for that"
    assert salon.act(several, "deal", "Ann", free=True)["view"]["audience"] == "dealer"


def test_a_key_allows_what_it_is_for_and_less_but_no_more() -> None:
    salon = Salon(settings=ASKS_FOR_KEYS)
    keys = {level: salon.new_key(level) for level in Level}
    watch, play, deal, host = (keys[level] for level in Level)
    opened = [salon.call("POST", "/tables", {"seats": 5}, bearer=key) for key in keys.values()]
    assert [answer.status_code for answer in opened] == [403, 403, 403, 200]
    acts = "/tables/1/acts"
    sit = {"act": "sit", "guest": "Ann", "bankroll": 100}
    assert salon.call("POST", acts, sit, bearer=watch).status_code == 403
    token = salon.call("POST", acts, sit, bearer=play).json()["token"]
    asked: dict[str, Any]
    for asked, allowed in (
        ({"act": "shoe"}, (deal, host)),
        ({"act": "cut"}, (deal, host)),
        ({"act": "deal", "free": True}, (deal, host)),
        ({"act": "close"}, (host,)),
    ):
        for key in (watch, play):
            refused = salon.call("POST", acts, asked, bearer=key)
            assert refused.status_code == 403
        done = salon.call("POST", acts, asked, bearer=allowed[0])
        assert done.status_code == 200, done.text
        if asked["act"] == "cut":
            bet = {"act": "place", "spot": "tie", "stake": 5}
            assert salon.call("POST", acts, bet, bearer=watch, token=token).status_code == 403
            assert salon.call("POST", acts, bet, bearer=deal).status_code == 403
            assert salon.call("POST", acts, bet, bearer=play, token=token).status_code == 200
            assert salon.call("POST", acts, {"act": "close"}, bearer=deal).status_code == 422
    views = [salon.get("/tables/1", bearer=key)["view"]["audience"] for key in keys.values()]
    assert views == ["spectator", "spectator", "dealer", "dealer"]
    assert salon.call("GET", "/tables/1").status_code == 401


def test_a_key_for_some_tables_knows_of_no_others() -> None:
    salon = Salon(settings=ASKS_FOR_KEYS)
    host = salon.new_key(Level.HOST)
    for _ in range(3):
        salon.call("POST", "/tables", {}, bearer=host)
    salon.call("POST", "/boards", {"name": "Table 3"}, bearer=host)
    few = salon.new_key(Level.HOST, (2,))
    assert [one["table"] for one in salon.get("/tables", bearer=few)["tables"]] == [2]
    assert salon.get("/boards", bearer=few)["boards"] == []
    assert salon.get("/tables/2", bearer=few)["table"] == 2
    for path in ("/tables/1", "/tables/3/shoes", "/tables/99", "/tables/1/roads", "/boards/1"):
        assert salon.call("GET", path, bearer=few).status_code == 403, path
    for method, path in (("POST", "/tables/1/acts"), ("POST", "/tables"), ("DELETE", "/tables/3")):
        body = {"act": "shoe"} if path.endswith("acts") else {} if method == "POST" else None
        assert salon.call(method, path, body, bearer=few).status_code == 403, path
    assert salon.call("POST", "/boards", {"name": "x"}, bearer=few).status_code == 403


def test_who_may_ask_as_several_says_as_whom() -> None:
    salon = Salon()
    table = salon.ready("Ann")
    token = salon.tokens[f"{table} Ann"]
    seen = [
        salon.get(f"/tables/{table}{query}", token=token)["view"]["audience"]
        for query in ("", "?as=guest", "?as=dealer", "?as=spectator")
    ]
    assert seen == ["guest", "guest", "dealer", "spectator"]
    assert salon.call("GET", f"/tables/{table}?as=guest").status_code == 403
    assert salon.call("GET", f"/tables/{table}?as=house").status_code == 422
    salon.act(table, "place", "Ann", spot="banker", stake=5)
    salon.act(table, "deal", squeeze=True)
    told = salon.act(table, "reveal", "Ann", **{"as": "dealer"})
    assert told["view"]["audience"] == "dealer"


# One act for one request.


def test_the_same_key_gives_the_same_bytes_also_after_a_restart() -> None:
    salon = Salon()
    table = salon.ready("Ann")
    first = salon.try_act(table, "bet", "Ann", wagers="tie=5", key=KEY)
    salon.act(table, "deal")
    again = Salon(salon.store)
    again.tokens = salon.tokens
    for one in (salon, again):
        second = one.try_act(table, "bet", "Ann", wagers="tie=5", key=KEY)
        assert second.content == first.content
        assert second.headers["idempotency-replayed"] == "true"
    assert "idempotency-replayed" not in first.headers
    assert again.house.at(table).table == salon.house.at(table).table


def test_who_sat_down_and_heard_nothing_gets_the_same_token_again() -> None:
    salon = Salon()
    table = salon.open(seats=5)
    first = salon.try_act(table, "sit", guest="Ann", bankroll=100, key=KEY)
    again = Salon(salon.store).try_act(table, "sit", guest="Ann", bankroll=100, key=KEY)
    assert again.content == first.content
    assert again.json()["token"] in again.headers["set-cookie"]
    short = salon.try_act(table, "sit", guest="Bob", bankroll=100, key="1")
    assert (short.status_code, len(salon.house.at(table).table.seats)) == (422, 1)
    unnamed = [salon.try_act(table, "sit", bankroll=1, key=KEY) for _ in range(2)]
    assert unnamed[0].content == unnamed[1].content
    assert unnamed[0].json()["guest"] == "Guest 1"


@pytest.mark.parametrize("name", ["Ann", ""])
def test_who_left_and_heard_nothing_gets_the_same_answer_again(name: str) -> None:
    salon = Salon()
    table = salon.ready()
    guest = salon.sit(table, name)
    first = salon.try_act(table, "leave", guest, key=KEY)
    assert first.status_code == 200
    again = Salon(salon.store)
    again.tokens = salon.tokens
    for one in (salon, again):
        assert one.try_act(table, "leave", guest, key=KEY).content == first.content
        assert one.try_act(table, "leave", guest, key=KEY + "2").status_code == 403
        assert one.try_act(table, "leave", guest).status_code == 403


def test_the_token_is_kept_nowhere() -> None:
    salon = Salon()
    table = salon.open(seats=5)
    token = salon.try_act(table, "sit", guest="Ann", bankroll=100, key=KEY).json()["token"]
    assert token not in repr(salon.store)


def test_other_content_with_the_same_key_and_a_stale_number_are_refused() -> None:
    salon = Salon()
    table = salon.ready("Ann")
    number = salon.house.at(table).table.number
    salon.act(table, "bet", "Ann", wagers="tie=5", key=KEY, number=number + 1)
    for said in ({"wagers": "tie=6"}, {"wagers": "tie=5", "number": number + 2}):
        refused = salon.try_act(table, "bet", "Ann", key=KEY, **said)
        assert (refused.status_code, refused.json()["type"]) == (422, "/problems/other-content")
    stale = salon.try_act(table, "deal", number=number + 1)
    assert (stale.status_code, stale.json()["type"]) == (409, "/problems/stale")
    assert stale.json()["number"] == number + 1 == salon.house.at(table).table.number


@pytest.mark.parametrize("key", [KEY, ""])
def test_a_double_click_and_two_dealers_deal_one_coup(key: str) -> None:
    salon = Salon()
    table = salon.ready()
    number = salon.house.at(table).table.number + 1

    asked = {"act": "deal", "free": True, "number": number}
    headers = {"idempotency-key": key} if key else {}

    async def deal_all() -> list[httpx.Response]:
        transport = httpx.ASGITransport(salon.app)
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
            path = f"/api/v1/tables/{table}/acts"
            calls = (client.post(path, json=asked, headers=headers) for _ in range(8))
            return await asyncio.gather(*calls)

    answers = asyncio.run(deal_all())
    assert {answer.status_code for answer in answers} == ({200} if key else {200, 409})
    told = {answer.content if answer.status_code == 200 else b"" for answer in answers}
    assert salon.house.at(table).table.coups == 1
    assert len(told - {b""}) == 1


def test_opening_twice_with_one_key_opens_one_table() -> None:
    salon = Salon()
    first, second = (salon.call("POST", "/tables", {"name": "A"}, key=KEY) for _ in range(2))
    assert first.content == second.content
    assert salon.call("POST", "/tables", {"name": "B"}, key=KEY).status_code == 422
    assert len(salon.get("/tables")["tables"]) == 1


def test_a_store_in_trouble_is_503_and_nothing_has_happened() -> None:
    salon = Salon()
    table = salon.ready("Ann")
    before = salon.house.at(table).table
    salon.store.trouble.is_full = True
    for act in ("deal", "leave"):
        refused = salon.try_act(table, act, "Ann", key=KEY)
        assert (refused.status_code, refused.json()["type"]) == (503, "/problems/not-kept")
        assert refused.headers["content-type"] == "application/problem+json"
        assert WHERE not in refused.text
    assert salon.house.at(table).table is before
    assert salon.get(f"/tables/{table}")["number"] == before.number
    salon.store.trouble.is_full = False
    assert salon.act(table, "leave", "Ann", key=KEY)["number"] == before.number + 1


def test_what_the_store_does_not_tell_is_503(monkeypatch: pytest.MonkeyPatch) -> None:
    salon = Salon()
    table = salon.ready("Ann")

    def fail(*_: object) -> None:
        raise NotKept("/home/ann/store.sqlite: the database does not answer")

    for name in ("shoes", "guests", "find_answer"):
        monkeypatch.setattr(salon.store, name, fail)
    answers = [
        salon.call("GET", f"/tables/{table}/shoes"),
        salon.try_act(table, "undo", "Ann", key=KEY),
        salon.call("POST", f"/tables/{table}/acts", {"act": "leave"}, key=KEY, token="x"),
    ]
    for answer in answers:
        assert answer.status_code == 503
        assert answer.json()["detail"] == "the store does not answer now"
    assert len(salon.house.at(table).table.seats) == 1


# What is told.


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
    assert hers.json()["detail"] == "only the host closes a table"
    for table in (nobody, alone):
        assert "close" in salon.get(f"/tables/{table}")["view"]["asks"]
        assert salon.call("DELETE", f"/tables/{table}").json()["view"]["phase"] == "left"
    assert salon.get("/tables")["tables"] == []
    ann = salon.get(f"/tables/{alone}/report", token=salon.tokens[f"{alone} Ann"])
    assert (ann["bankroll"], ann["on_the_felt"]) == (1_000, 0)
    assert Salon(salon.store).get("/tables")["tables"] == []


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
        (
            {"game": "chemin-de-fer", "model": "zork"},
            "not a model: 'zork' (expected one of A1 to A4, B1 to B4)",
        ),
    ],
)
def test_a_table_at_which_nobody_could_sit_or_be_judged_is_not_opened(
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


# What is told too early.


def to_come(salon: Salon, table: int) -> list[str]:
    """The cards of the shoe that have not been dealt."""
    shoe = salon.house.at(table).table.the_shoe
    return [str(card) for card in shoe.cards[shoe.position :]]


def test_nothing_of_a_fair_shoe_is_told_before_its_last_coup(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(0)
    salon = Salon()
    table = salon.open(fair=True, decks=1, cut_card=30, seats=3)
    salon.sit(table, "Ann")
    salon.act(table, "shoe")
    salon.act(table, "cut", "Ann", guest_seed="my lucky words")
    fair = salon.house.at(table).table.ceremony.fair
    assert fair is not None
    assert fair.house_seed is not None
    seeds = {fair.house_seed.encode()}
    token = salon.tokens[f"{table} Ann"]

    def look_everywhere() -> None:
        for query in ("", "?since=3", "?as=dealer", "?as=spectator"):
            salon.get(f"/tables/{table}{query}", token=token)
        for path in ("/shoes", "/shoes/1", "/roads", "/statistics", "/report"):
            salon.get(f"/tables/{table}{path}", token=token)
            salon.call("GET", f"/tables/{table}{path}", token=token, accept="text/plain")
        salon.get("/tables")
        salon.try_act(table, "peel", "Ann")
        salon.try_act(table, "deal", paid=[1])

    while salon.house.at(table).table.phase.value == "bets":
        salon.try_act(table, "cut", "Ann", guest_seed="x")
        next_cards = " ".join(to_come(salon, table)[:6]).encode()
        look_everywhere()
        heard = b"\n".join([*salon.heard, caplog.text.encode()])
        assert not any(seed in heard for seed in seeds)
        assert next_cards not in heard.replace(b'","', b" ")
        salon.act(table, "deal", free=True)
    assert not any(seed in b"\n".join(salon.heard[:-1]) for seed in seeds)
    told = salon.get(f"/tables/{table}/shoes")["shoes"][0]
    assert told["seeds"]["fair"]["house_seed"] == fair.house_seed
    record = Record.parse(salon.call("GET", f"/tables/{table}/shoes/1", accept="text/plain").text)
    assert record.differs() is None
    salon.act(table, "shoe")
    promise = salon.house.at(table).table.promise
    assert promise is not None
    seeds = {str(promise.house_seed).encode()}
    look_everywhere()
    salon.act(table, "cut")
    look_everywhere()
    assert not any(seed in b"\n".join(salon.heard) for seed in seeds)


def test_a_hidden_card_replaced_by_another_gives_the_same_bytes() -> None:
    heard = []
    for hidden in ("9s", "2c"):
        salon = Salon()
        table = salon.open(decks=8, burn=False, seats=3)
        for guest in ("Ann", "Bob"):
            salon.sit(table, guest)
        shoe_of(salon, table, f"5h Kd 4c {hidden}")
        salon.act(table, "cut")
        salon.act(table, "place", "Ann", spot="banker", stake=20)
        salon.act(table, "deal", squeeze=True)
        assert salon.house.at(table).table.is_held
        for guest in ("", "Ann", "Bob"):
            token = salon.tokens.get(f"{table} {guest}", "")
            for path in ("", "?since=4", "/shoes/1", "/roads", "/statistics"):
                salon.get(f"/tables/{table}{path}", token=token)
        heard.append([line for line in salon.heard if b'"time"' not in line])
    assert heard[0] == heard[1]


def shoe_of(salon: Salon, table: int, first: str) -> None:
    """A shoe whose first cards are these; the rest stays as it is."""
    from baccarat.table.acts import Shuffle

    here = salon.house.at(table)
    rest = [str(card) for card in here.table.game.rules.shuffle(7, 0).cards]
    for card in first.split():
        rest.remove(str(Card.parse(card)))
    hidden = first.split()[-1]
    other = "2c" if hidden == "9s" else "9s"
    rest.remove(other)
    here.sitting.do(Shuffle(" ".join([*first.split(), *rest, other])))


# Bad input.


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


def test_a_house_that_was_closed_is_brought_back_whole() -> None:
    store = TroubledStore()
    salon = Salon(store)
    table = salon.ready("Ann")
    before = salon.get(f"/tables/{table}", token=salon.tokens[f"{table} Ann"])
    again = Salon(store)
    again.tokens = salon.tokens
    assert again.get(f"/tables/{table}", token=salon.tokens[f"{table} Ann"]) == before
    assert House(store).at(table).table == salon.house.at(table).table
