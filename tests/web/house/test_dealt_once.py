"""A deal names the coup that it means: whoever deals it again is answered, and nothing happens."""

import asyncio
from typing import Any

import httpx
import pytest
from web.salon import Salon

from baccarat.table.log import HOUSE
from baccarat.table.requests import Request
from baccarat.table.rules.clock import waits_since
from baccarat.web import threads
from baccarat.web.gate.keys import Level
from baccarat.web.gate.problems import Problem

KEYS = ("0b8f4c1e-6a77-4f0f-9d53-0d6a5a1c9d11", "7c1de3f0-2b7e-4a35-8a5e-6b1f9f6f2a02")


def next_coup(salon: Salon, table: int) -> int:
    coup: int = salon.get(f"/tables/{table}")["view"]["next_coup"]
    return coup


async def post_all(salon: Salon, table: int, *bodies: dict[str, Any]) -> list[httpx.Response]:
    """Ask for all of these at the same time, each with the token of its guest."""
    transport = httpx.ASGITransport(salon.app)
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
        path = f"/api/v1/tables/{table}/acts"
        tokens = [{"baccarat-guest": body.pop("token", "")} for body in bodies]
        calls = (
            client.post(path, json=body, headers=token)
            for body, token in zip(bodies, tokens, strict=True)
        )
        return await asyncio.gather(*calls)


def test_two_windows_and_six_guests_who_bet_meanwhile_make_one_coup(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(threads, "MOST_WAITING", 60)  # nobody is refused on a busy machine
    monkeypatch.setattr(threads, "MOST_WORKING", 60)
    salon = Salon()
    guests = [f"Guest {number}" for number in range(1, 7)]
    table = salon.ready(*guests, seats=6)
    for before in range(100):
        if salon.get(f"/tables/{table}")["view"]["phase"] != "bets":
            salon.act(table, "shoe")
            salon.act(table, "cut")
        deal = {"act": "deal", "free": True, "coup": next_coup(salon, table)}
        bets = [
            {"act": "bet", "wagers": "player=5", "token": salon.tokens[f"{table} {guest}"]}
            for guest in guests
        ]
        answers = asyncio.run(post_all(salon, table, *bets[:3], {**deal}, *bets[3:], {**deal}))
        first, second = (answer for answer in answers if b'"audience":"dealer"' in answer.content)
        assert first.status_code == 200
        assert first.content == second.content
        replayed = sorted("idempotency-replayed" in one.headers for one in (first, second))
        assert replayed == [False, True]
        assert salon.house.at(table).table.coups == before + 1


def test_bets_between_the_two_deals_and_a_number_that_they_made_stale_do_not_matter() -> None:
    salon = Salon()
    table = salon.ready("Ann")
    number = salon.house.at(table).table.number + 1
    deal: dict[str, Any] = {"free": True, "coup": next_coup(salon, table), "number": number}
    first = salon.try_act(table, "deal", key=KEYS[0], **deal)
    salon.act(table, "bet", "Ann", wagers="tie=5")
    for key in (*KEYS, ""):
        again = salon.try_act(table, "deal", key=key, **deal)
        assert (again.status_code, again.content) == (200, first.content)
        assert again.headers["idempotency-replayed"] == "true"
    assert salon.house.at(table).table.coups == 1
    assert salon.act(table, "deal", coup=2)["view"]["coups"] == 2


def test_a_coup_that_is_not_due_is_refused_in_a_clear_line() -> None:
    salon = Salon()
    table = salon.ready()
    early = salon.try_act(table, "deal", free=True, coup=2)
    assert early.status_code == 409
    assert early.json()["detail"] == "coup 2 is not due yet: the next deal begins coup 1"
    for coup in (0, -1, True, "1", 1 << 200):
        assert salon.try_act(table, "deal", free=True, coup=coup).status_code == 422
    assert salon.try_act(table, "shoe", coup=1).status_code == 422
    assert salon.house.at(table).table.coups == 0


def test_without_a_name_every_deal_is_another_coup() -> None:
    salon = Salon()
    table = salon.ready()
    for coups in (1, 2):
        assert salon.act(table, "deal", free=True)["view"]["coups"] == coups


def test_a_squeezed_coup_is_begun_once_and_the_next_one_is_the_second() -> None:
    salon = Salon()
    table = salon.ready("Ann")
    salon.act(table, "bet", "Ann", wagers="banker=5")
    first = salon.act(table, "deal", squeeze=True, coup=1)
    assert (first["view"]["phase"], first["view"]["next_coup"]) == ("squeeze", 2)
    assert salon.act(table, "deal", squeeze=True, coup=1) == first
    assert salon.try_act(table, "deal", coup=2).status_code == 422  # cards lie face down
    while salon.get(f"/tables/{table}")["view"]["phase"] == "squeeze":
        salon.act(table, "reveal", "Ann")
    assert salon.act(table, "deal", coup=1) == first
    assert salon.act(table, "deal", free=True, coup=2)["view"]["coups"] == 2


def test_at_chemin_de_fer_a_coup_that_waits_for_a_decision_is_begun_once() -> None:
    salon = Salon()
    table = salon.open(game="chemin-de-fer", opponent="by-the-book", seed=7)
    salon.sit(table, "Ann")
    salon.act(table, "shoe", "Ann")
    salon.act(table, "cut", "Ann")
    for coup in range(1, 6):
        salon.act(table, "bet", "Ann", wagers="player=5")
        first = salon.act(table, "deal", "Ann", coup=coup)
        assert salon.act(table, "deal", "Ann", coup=coup) == first
        while salon.get(f"/tables/{table}?as=spectator")["view"]["phase"] == "decision":
            salon.act(table, "decide", "Ann", draw=True)
            assert salon.act(table, "deal", "Ann", coup=coup) == first
        assert salon.house.at(table).table.coups == coup


def test_after_a_restart_the_second_deal_is_shown_the_table_as_it_stands() -> None:
    salon = Salon()
    table = salon.ready("Ann")
    first = salon.try_act(table, "deal", free=True, coup=1, key=KEYS[0])
    again = Salon(salon.store)
    again.tokens = salon.tokens
    kept = again.try_act(table, "deal", free=True, key=KEYS[0])  # who knows the coup no more
    assert kept.content == first.content
    second = again.try_act(table, "deal", free=True, coup=1, key=KEYS[1])
    assert second.headers["idempotency-replayed"] == "true"
    told = second.json()
    assert (told["since"], told["number"]) == (0, first.json()["number"])
    assert told["view"] == again.get(f"/tables/{table}?as=dealer")["view"]
    assert again.house.at(table).table.coups == 1


def test_who_has_no_part_in_the_first_deal_does_not_see_its_answer() -> None:
    salon = Salon()
    table = salon.ready("Ann", seats=1)
    salon.act(table, "bet", "Ann", wagers="tie=5")
    own = salon.act(table, "deal", "Ann", coup=1)
    assert own["view"]["bankroll"]
    key = salon.new_key(Level.DEAL)
    seen = salon.try_act(table, "deal", coup=1, bearer=key)
    assert seen.headers["idempotency-replayed"] == "true"
    assert [seat["bankroll"] for seat in seen.json()["view"]["seats"]] == [None]
    assert seen.json()["view"]["audience"] == "dealer"
    playing = salon.new_key(Level.PLAY)
    assert salon.try_act(table, "deal", coup=1, bearer=playing).status_code == 403


def test_the_clock_does_not_deal_again_what_somebody_has_dealt() -> None:
    salon = Salon()
    table = salon.ready(clock={"bets": 0})
    here = salon.house.at(table)
    deal, waits = Request("deal", {"free": True}), waits_since(here.table)
    salon.act(table, "deal", free=True, coup=1)
    with pytest.raises(Problem) as late:
        salon.house.ask(table, deal, HOUSE, waits=waits)
    assert late.value.status == 409
    salon.house.ask(table, deal, HOUSE, waits=waits_since(here.table))
    assert salon.try_act(table, "deal", free=True, coup=2).headers["idempotency-replayed"] == "true"
    assert here.table.coups == 2
