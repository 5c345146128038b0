"""One act for one request at a table: keys, numbers, and a store in trouble."""

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest
from web.salon import ASKS_FOR_KEYS, Salon

from baccarat.store import KeptAnswer
from baccarat.store import answer_rows as kept_answers
from baccarat.table.saving import NotKept
from baccarat.web.gate.keys import Level

WHERE = "store is full"
"""What the store says of itself, which is for our log alone."""
KEY = "0b8f4c1e-6a77-4f0f-9d53-0d6a5a1c9d11"


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


def test_a_key_acts_once_although_the_clock_jumps_by_two_days(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    salon = Salon()
    table = salon.ready("Ann")
    first = salon.try_act(table, "deal", free=True, key=KEY)
    later = (datetime.now(UTC) + timedelta(days=2)).isoformat(timespec="milliseconds")
    monkeypatch.setattr(kept_answers, "a_day_ago", lambda: later)
    again = Salon(salon.store)
    for one in (salon, again):
        one.store.forget_answers()  # as a server does at times
        assert one.try_act(table, "deal", free=True, key=KEY).content == first.content
    assert again.house.at(table).table.coups == 1


def test_a_key_for_sitting_down_is_bound_to_the_key_of_the_api() -> None:
    salon = Salon(settings=ASKS_FOR_KEYS)
    host, one, other = (salon.new_key(level) for level in (Level.HOST, Level.PLAY, Level.PLAY))
    opened = salon.call("POST", "/tables", {"seats": 5}, bearer=host).json()["table"]
    for guest in ("Ann", ""):
        said: dict[str, Any] = {"guest": guest, "bankroll": 100, "key": KEY}
        first = salon.try_act(opened, "sit", bearer=one, **said)
        assert salon.try_act(opened, "sit", bearer=one, **said).content == first.content
        again = Salon(salon.store, ASKS_FOR_KEYS)
        for house in (salon, again):
            refused = house.try_act(opened, "sit", bearer=other, **said)
            assert (refused.status_code, refused.json()["type"]) == (422, "/problems/other-content")
            assert first.json()["token"] not in refused.text
        assert again.try_act(opened, "sit", bearer=one, **said).content == first.content
    assert [seat.guest for seat in salon.house.at(opened).table.seats] == ["Ann", "Guest 1"]


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


def test_a_key_for_opening_is_looked_up_once_however_many_tables_there_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    salon = Salon()
    looks: list[str] = []
    find = salon.store.find_answer

    def noted(place: str, author: str, key: str) -> KeptAnswer | None:
        looks.append(place)
        return find(place, author, key)

    monkeypatch.setattr(salon.store, "find_answer", noted)
    for number in range(5):
        salon.call("POST", "/tables", {"name": "A"}, key=f"{KEY}{number}")
        salon.call("POST", "/boards", {"name": "A"}, key=f"{KEY}{number}")
    assert looks == ["tables", "boards"] * 5


@pytest.mark.parametrize("what", ["table", "board"])
def test_what_was_opened_when_the_store_was_lost_is_there_for_who_asks_again(
    what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    salon = Salon()
    number_one = getattr(salon.store, f"new_{what}")

    def lost_next(*about: Any, **more: Any) -> int:
        number: int = number_one(*about, **more)
        salon.store.trouble.is_lost_after = True
        return number

    monkeypatch.setattr(salon.store, f"new_{what}", lost_next)
    first = salon.call("POST", f"/{what}s", {"name": "A"}, key=KEY)
    assert (first.status_code, first.json()["type"]) == (503, "/problems/unsure")
    salon.store.trouble.is_lost_after = False
    heard: list[tuple[str, int]] = []
    salon.house.listen(lambda place, number: heard.append((place, number)))
    again = salon.call("POST", f"/{what}s", {"name": "A"}, key=KEY)
    assert heard == [(f"{what}/1", 1)]  # so its clock and streams begin
    assert (again.status_code, again.json()[what]) == (200, 1)
    assert len(salon.get(f"/{what}s")[f"{what}s"]) == 1
    assert salon.get(f"/{what}s/1")["number"] == 1


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
