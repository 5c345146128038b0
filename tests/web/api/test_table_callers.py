"""Who asks at a table over HTTP: guests by their tokens, the others by their keys."""

from typing import Any

import pytest
from web.salon import ASKS_FOR_KEYS, Salon

from baccarat.table.requests import Request
from baccarat.web.gate import callers
from baccarat.web.gate.callers import guest_token
from baccarat.web.gate.keys import Level

KEY = "0b8f4c1e-6a77-4f0f-9d53-0d6a5a1c9d11"


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
        "ann sits here already: choose another name",
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
    assert refused.json()["detail"] == "only the dealer can do this"
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


def test_only_the_host_sends_a_guest_away_and_their_token_ends() -> None:
    salon = Salon()
    table = salon.ready("Ann", "Bob")
    salon.act(table, "bet", "Ann", wagers="banker=100")
    keys = {level: salon.new_key(level) for level in (Level.PLAY, Level.DEAL, Level.HOST)}
    for level, status in ((Level.PLAY, 403), (Level.DEAL, 422), (Level.HOST, 200)):
        told = salon.try_act(table, "dismiss", "Bob", bearer=keys[level], guest="Ann")
        assert told.status_code == status, told.text
    assert [seat["guest"] for seat in told.json()["view"]["seats"]] == ["Bob"]
    late = salon.try_act(table, "clear", "Ann")
    assert (late.status_code, late.json()["type"]) == (403, "/problems/not-seated")
    (ann,) = (one for one in salon.store.guests(table) if one.guest == "Ann")
    assert (ann.bankroll, ann.left_at) == (1_000, told.json()["number"])


def test_the_host_who_sits_alone_at_a_table_may_still_act_as_the_host() -> None:
    salon = Salon()
    table = salon.ready("Ann", seats=1)
    told = salon.act(table, "dismiss", "Ann", guest="Ann")
    assert told["view"]["phase"] == "left"
