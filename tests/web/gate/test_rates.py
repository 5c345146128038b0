"""Who asks too often waits, and nobody else does."""

import pytest
from fastapi import FastAPI
from guarded import ask, bearer, gate_of, made_key, small_app
from troubled_store import TroubledStore
from web.salon import ASKS_FOR_KEYS, Salon

from baccarat.web.gate import rates
from baccarat.web.gate.keys import Level
from baccarat.web.gate.rates import BURST, Rates
from baccarat.web.settings import Settings

CALLER = "/api/v1/caller"
AT_ONCE = 5 * BURST


@pytest.fixture
def now() -> list[float]:
    return [1_000.0]


@pytest.fixture
def store() -> TroubledStore:
    return TroubledStore()


@pytest.fixture
def app(store: TroubledStore, now: list[float]) -> FastAPI:
    """A server that takes five requests a second of each."""
    app = small_app(Settings(demands_keys=True), store)
    gate_of(app).rates = Rates(5, lambda: now[0])
    return app


def test_a_bucket_empties_and_fills_up_again(now: list[float]) -> None:
    bound = Rates(5, lambda: now[0])
    waits = [bound.wait(1, "a") for _ in range(AT_ONCE + 2)]
    assert waits == pytest.approx([0.0] * AT_ONCE + [0.2, 0.2])  # who is refused loses nothing
    assert bound.wait(1, "b") == bound.wait(2, "a") == 0.0
    now[0] += 0.5
    assert [bound.wait(1, "a") > 0 for _ in range(3)] == [False, False, True]
    now[0] += 1_000.0
    assert sum(bound.wait(1, "a") == 0 for _ in range(100)) == AT_ONCE


def test_over_a_minute_nobody_gets_more_than_the_rate(now: list[float]) -> None:
    bound, taken = Rates(50, lambda: now[0]), 0
    for _ in range(60_000):
        now[0] += 0.001
        taken += bound.wait(1, "a") == 0
    assert 50 * 60 <= taken <= 50 * (60 + BURST) + 1


def test_callers_are_remembered_in_bounded_memory(
    now: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rates, "MOST_CALLERS", 10)
    bound = Rates(5, lambda: now[0])
    for number in range(1_000):
        bound.wait(1, str(number))
        bound.wait(1, "the one who asks most")
    assert len(bound._full) == 10
    assert bound.wait(1, "the one who asks most") > 0


def test_who_asks_too_often_is_told_when_to_ask_again(
    app: FastAPI, store: TroubledStore, now: list[float]
) -> None:
    key, other = made_key(store, Level.PLAY), made_key(store, Level.PLAY)
    for _ in range(AT_ONCE):
        assert ask(app, CALLER, headers=bearer(key)).status_code == 200
    refused = ask(app, CALLER, headers=bearer(key))
    assert (refused.status_code, refused.headers["retry-after"]) == (429, "1")
    assert refused.json()["detail"] == "too many requests: try again in 1 s"
    assert ask(app, CALLER, headers=bearer(other)).status_code == 200
    assert ask(app, CALLER, headers=bearer(key), client="10.0.0.2").status_code == 200
    now[0] += int(refused.headers["retry-after"])
    assert ask(app, CALLER, headers=bearer(key)).status_code == 200


def test_addresses_of_one_network_of_ipv6_have_one_bucket(
    app: FastAPI, store: TroubledStore
) -> None:
    key = made_key(store, Level.PLAY)
    found = [
        ask(app, CALLER, headers=bearer(key), client=f"2001:db8::{number}").status_code
        for number in range(1, AT_ONCE + 2)
    ]
    assert found == [200] * AT_ONCE + [429]


def test_without_keys_on_loopback_nobody_waits() -> None:
    gate = gate_of(small_app(Settings()))
    assert {gate.rates.wait(1, "127.0.0.1") for _ in range(10_000)} == {0.0}
    assert gate_of(small_app(Settings(demands_keys=True))).rates.wait(1, "127.0.0.1") == 0.0


def test_pages_are_counted_and_streams_and_their_files_are_not(now: list[float]) -> None:
    salon = Salon(settings=ASKS_FOR_KEYS)
    salon.app.state.gate.rates = Rates(1, lambda: now[0])
    headers = {**bearer(salon.new_key(Level.WATCH)), "Accept": "text/html"}
    paths = ("/", "/proof", "/odds", "/parts?watch=wrong", "/")
    found = [salon.http.get(path, headers=headers) for path in paths]
    assert [answer.status_code for answer in found] == [200, 200, 200, 422, 429]
    assert "too many requests" in found[-1].text
    assert found[-1].headers["retry-after"] == "1"
    for path in ("/live?watch=wrong", "/api/v1/events?tables=x"):
        assert salon.http.get(path, headers=headers).status_code == 422
    assert salon.http.get("/favicon.ico", headers=headers).status_code == 200
