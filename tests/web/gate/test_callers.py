"""Who calls: keys, sessions, codes and guests; who is wrong waits, and who is right does not."""

import asyncio
import json
from dataclasses import dataclass, field
from hashlib import sha256
from typing import cast

import pytest
from fastapi import FastAPI
from guarded import OWN, ask, bearer, gate_of, made_key, small_app
from starlette.requests import Request
from troubled_store import TroubledStore

from baccarat.table import Table
from baccarat.web.gate import gate
from baccarat.web.gate import wrong_keys as tries
from baccarat.web.gate.callers import Caller, guest_of, guest_token
from baccarat.web.gate.keys import (
    ALPHABET,
    CODE_SECONDS,
    Level,
    digest,
    new_code,
    new_key,
    spell_code,
)
from baccarat.web.gate.problems import Problem
from baccarat.web.gate.wrong_keys import Tries
from baccarat.web.settings import Settings

CALLER = "/api/v1/caller"
LOGIN = "/api/v1/login"
LOGOUT = "/api/v1/logout"
BROWSER = {"Origin": OWN}
SECRET = b"\x07" * 32


@pytest.fixture(autouse=True)
def no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wrong keys make the server look into the store, at once."""
    monkeypatch.setattr(gate, "LOAD_SECONDS", 0.0)


@pytest.fixture
def store() -> TroubledStore:
    return TroubledStore()


@pytest.fixture
def app(store: TroubledStore) -> FastAPI:
    """A server that demands keys."""
    return small_app(Settings(demands_keys=True), store)


def log_in(app: FastAPI, client: str = "10.0.0.1", **given: str) -> tuple[int, str]:
    """The status, and the session or what is wrong."""
    answer = ask(app, LOGIN, method="POST", content=json.dumps(given), client=client)
    said = answer.json()
    return answer.status_code, said.get("token") or said["detail"]


# Keys.


def test_without_a_key_nobody_gets_in_where_keys_are_demanded(app: FastAPI) -> None:
    answer = ask(app, CALLER)
    assert answer.status_code == 401
    assert answer.headers["www-authenticate"] == "Bearer"
    assert answer.headers["content-type"] == "application/problem+json"


@pytest.mark.parametrize("level", Level)
def test_a_key_says_what_it_allows_and_where(
    level: Level, app: FastAPI, store: TroubledStore
) -> None:
    told = ask(app, CALLER, headers=bearer(made_key(store, level, 3, 5))).json()
    assert (told["level"], told["tables"]) == (level.name.lower(), [3, 5])


@pytest.mark.parametrize(
    "wrong",
    ["Bearer", "Bearer ", "Bearer nonsense", "Basic YTpi", "Bearer " + "x" * 500, "", "Bearer é"],
)
def test_a_wrong_key_is_refused(wrong: str, app: FastAPI, store: TroubledStore) -> None:
    made_key(store, Level.HOST)
    assert ask(app, CALLER, headers=[(b"Authorization", wrong.encode())]).status_code == 401


def test_a_key_differs_in_one_letter_or_in_its_case(app: FastAPI, store: TroubledStore) -> None:
    key = made_key(store, Level.HOST)
    assert ask(app, CALLER, headers=bearer(key)).status_code == 200
    assert ask(app, CALLER, headers=bearer(key[:-1])).status_code == 401
    assert ask(app, CALLER, headers=bearer(key.swapcase())).status_code == 401


def test_a_key_is_kept_as_its_hash_only(store: TroubledStore) -> None:
    key = made_key(store, Level.PLAY)
    (kept,) = store.keys()
    assert key.startswith("bac_play_")
    assert kept.hash == sha256(key.encode()).hexdigest()
    assert key not in repr(kept)
    assert len({new_key(Level.PLAY) for _ in range(100)}) == 100


def test_a_revoked_key_is_refused_and_a_new_one_taken_while_the_server_runs(
    app: FastAPI, store: TroubledStore
) -> None:
    key = made_key(store, Level.DEAL)
    assert ask(app, CALLER, headers=bearer(key)).status_code == 200
    store.revoke(1)
    gate_of(app).keys.load()  # what the server does by itself all the time
    assert ask(app, CALLER, headers=bearer(key)).status_code == 401
    assert ask(app, CALLER, headers=bearer(made_key(store, Level.DEAL))).status_code == 200


def test_on_loopback_whoever_is_there_is_the_host() -> None:
    app = small_app(Settings())
    assert ask(app, CALLER).json()["level"] == "host"
    assert ask(app, CALLER, headers=BROWSER).json()["level"] == "host"
    old = {"Cookie": "baccarat-key-8000=bac_session.1.2.of-another-day"}
    assert ask(app, CALLER, headers=old).json()["level"] == "host"
    assert ask(app, CALLER, headers=bearer("wrong")).status_code == 401


def test_on_loopback_a_key_that_is_given_counts() -> None:
    store = TroubledStore()
    app = small_app(Settings(), store)
    assert ask(app, CALLER, headers=bearer(made_key(store, Level.WATCH))).json()["level"] == "watch"


def test_a_caller_may_do_what_the_level_allows_at_the_tables_of_the_key() -> None:
    dealer = Caller(Level.DEAL, frozenset({3}), 1)
    assert [dealer.may(level, 3) for level in Level] == [True, True, True, False]
    assert not dealer.may(Level.WATCH, 4)
    dealer.require(Level.DEAL, 3)
    with pytest.raises(Problem, match="kind host") as too_small:
        dealer.require(Level.HOST, 3)
    with pytest.raises(Problem, match="not for table 4") as elsewhere:
        dealer.require(Level.WATCH, 4)
    assert (too_small.value.status, elsewhere.value.status) == (403, 403)


# Sessions.


def test_a_browser_that_logs_in_gets_a_cookie_that_pages_cannot_read(
    app: FastAPI, store: TroubledStore
) -> None:
    key = made_key(store, Level.PLAY)
    content = json.dumps({"key": key})
    answer = ask(app, LOGIN, method="POST", content=content, headers=BROWSER)
    cookie = answer.headers["set-cookie"]
    assert answer.json() == {"level": "play", "tables": None, "token": None}
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert "Secure" not in cookie
    assert key not in cookie
    session = cookie.partition(";")[0]
    assert ask(app, CALLER, headers={"Cookie": session}).json()["level"] == "play"
    assert ask(app, CALLER, headers={"Cookie": session + "x"}).status_code == 401
    out = ask(app, "/api/v1/logout", method="POST", headers=BROWSER)
    assert (out.status_code, "Max-Age=0" in out.headers["set-cookie"]) == (204, True)


def test_who_logs_out_ends_every_copy_of_the_session_and_no_other(
    app: FastAPI, store: TroubledStore
) -> None:
    key = made_key(store, Level.PLAY)
    (_, token), (_, other) = log_in(app, key=key), log_in(app, key=key)
    assert token != other  # also in the same second
    cookie = {"Cookie": f"baccarat-key-8000={token}"}
    assert ask(app, CALLER, headers=cookie).status_code == 200
    assert ask(app, LOGOUT, method="POST", headers={**cookie, **BROWSER}).status_code == 204
    again = small_app(Settings(demands_keys=True), store)  # after a restart
    for one in (app, again):
        for headers in (cookie, bearer(token)):
            told = ask(one, CALLER, headers=headers)
            assert (told.status_code, told.json()["detail"]) == (401, str(gate.SESSION_OVER))
        for good in (other, key):
            assert ask(one, CALLER, headers=bearer(good)).status_code == 200
    assert ask(app, LOGOUT, method="POST", headers=bearer(other)).status_code == 204
    assert ask(app, LOGOUT, method="POST", headers=bearer(other)).status_code == 204
    assert ask(app, CALLER, headers=bearer(other)).status_code == 401
    assert ask(app, LOGOUT, method="POST", headers=bearer(key)).status_code == 204
    assert ask(app, CALLER, headers=bearer(key)).status_code == 200


def test_who_logs_out_ends_the_streams_of_that_session_at_once(
    app: FastAPI, store: TroubledStore
) -> None:
    key = made_key(store, Level.PLAY)
    (_, token), (_, other) = log_in(app, key=key), log_in(app, key=key)

    async def log_out() -> list[bool]:
        here = gate_of(app)
        streams = [asyncio.create_task(asyncio.Event().wait()) for _ in range(3)]
        names = [read.name for text in (token, other) if (read := gate.KeySession.read(text))]
        for stream, name in zip(streams, (*names, ""), strict=True):  # the last has the key itself
            here.streams[stream] = Caller(Level.PLAY, None, 1, session=name)
        await here.log_out(token)
        told = [here.has_ended(stream) for stream in streams]
        for stream in streams:
            here.leave(stream)
            stream.cancel()
        return told

    assert asyncio.run(log_out()) == [True, False, False]


def test_a_logout_that_the_store_does_not_keep_is_told(app: FastAPI, store: TroubledStore) -> None:
    _, token = log_in(app, key=made_key(store, Level.PLAY))
    store.trouble.is_full = True
    assert ask(app, LOGOUT, method="POST", headers=bearer(token)).status_code == 503
    assert ask(app, CALLER, headers=bearer(token)).status_code == 200


def test_an_ended_session_is_remembered_until_its_time_is_over(store: TroubledStore) -> None:
    store.end_session("old", 1_000)
    store.end_session("new", 1 << 40)
    store.end_session("new", 1 << 40)
    store.forget_answers()
    assert store.ended_sessions() == {"new"}


def test_over_tls_the_cookie_is_for_tls_only(store: TroubledStore) -> None:
    settings = Settings(has_tls=True, demands_keys=True)
    content = json.dumps({"key": made_key(store, Level.PLAY)})
    base = OWN.replace("http", "https")
    answer = ask(
        small_app(settings, store),
        LOGIN,
        method="POST",
        content=content,
        headers={"Origin": base},
        base=base,
    )
    assert "; Secure" in answer.headers["set-cookie"]


def test_a_session_ends_with_its_key_and_after_its_time(app: FastAPI, store: TroubledStore) -> None:
    key = made_key(store, Level.PLAY)
    _, token = log_in(app, key=key)
    assert ask(app, CALLER, headers=bearer(token)).status_code == 200
    kind, number, until, name, mark = token.split(".")
    later = ".".join([kind, number, str(int(until) + 1), name, mark])
    renamed = ".".join([kind, number, until, name + "x", mark])
    for other in (later, renamed):
        assert ask(app, CALLER, headers=bearer(other)).status_code == 401
    gate_of(app)._clock = lambda: int(until) + 1.0
    assert ask(app, CALLER, headers=bearer(token)).status_code == 401
    gate_of(app)._clock = lambda: int(until) - 1.0
    assert ask(app, CALLER, headers=bearer(token)).status_code == 200
    store.revoke(1)
    gate_of(app).keys.load()
    assert ask(app, CALLER, headers=bearer(token)).status_code == 401


def test_a_session_of_another_store_is_worth_nothing(app: FastAPI, store: TroubledStore) -> None:
    key = made_key(store, Level.PLAY)
    other = small_app(Settings(demands_keys=True), store)
    gate_of(other).secret = b"\x08" * 32
    _, token = log_in(other, key=key)
    assert ask(other, CALLER, headers=bearer(token)).status_code == 200
    assert ask(app, CALLER, headers=bearer(token)).status_code == 401


@pytest.mark.parametrize("given", [{}, {"key": "a", "code": "b"}, {"name": "a"}, {"key": 3}, []])
def test_a_login_needs_a_key_or_a_code(given: object, app: FastAPI) -> None:
    answer = ask(app, LOGIN, method="POST", content=json.dumps(given))
    assert answer.status_code == 422


# Codes.


def test_a_code_reads_as_people_type_it() -> None:
    assert spell_code("7kq2-m9xd") == "7KQ2M9XD"
    assert spell_code(" 7KQ2 M9XD ") == "7KQ2M9XD"
    assert spell_code("oil0-1234") == "01101234"
    for wrong in ("", "7KQ2-M9X", "7KQ2-M9XDD", "7KQ2-M9X!", "7KQ2-M9XU", "٣٣٣٣-٣٣٣٣"):
        assert spell_code(wrong) is None
    assert len(set(ALPHABET)) == 32
    codes = {new_code() for _ in range(1000)}
    assert len(codes) == 1000  # of 2^40: two are alike once in two million runs
    assert all(spell_code(code) == code.replace("-", "") for code in codes)


def made_code(store: TroubledStore, key: int, until: float) -> str:
    code = new_code()
    store.add_code(digest(code.replace("-", "")), key, until)
    return code


def test_a_code_is_good_once_and_for_its_time(app: FastAPI, store: TroubledStore) -> None:
    made_key(store, Level.DEAL, 3)
    gate_of(app)._clock = lambda: 1000.0
    code = made_code(store, 1, 1000 + CODE_SECONDS)
    status, token = log_in(app, code=code.lower().replace("-", " "))
    assert status == 200
    told = ask(app, CALLER, headers=bearer(token)).json()
    assert (told["level"], told["tables"]) == ("deal", [3])
    assert log_in(app, code=code)[0] == 401
    late = made_code(store, 1, 1000 - 1)
    assert log_in(app, code=late)[0] == 401
    store.revoke(1)
    gate_of(app).keys.load()
    assert log_in(app, code=made_code(store, 1, 2000))[0] == 401


# Wrong ones wait.


@pytest.fixture
def now(app: FastAPI) -> list[float]:
    """A clock to be set, by which wrong tries are counted."""
    time = [5000.0]
    gate_of(app).tries = Tries(lambda: time[0])
    return time


def test_wrong_keys_wait_longer_each_time(app: FastAPI, now: list[float]) -> None:
    def wrong() -> tuple[int, int]:
        answer = ask(app, CALLER, headers=bearer("bac_play_wrong"))
        return answer.status_code, int(answer.headers.get("retry-after", 0))

    assert [wrong() for _ in range(tries.FREE)] == [(401, 0)] * tries.FREE
    for wait in (1, 2, 4, 8, 16, 32, 64, 64):
        assert wrong() == (429, wait)
        now[0] += wait - 0.5
        assert wrong() == (429, 1)
        now[0] += 0.5
        assert wrong() == (401, 0)
    now[0] += tries.FORGOTTEN
    assert [wrong() for _ in range(tries.FREE)] == [(401, 0)] * tries.FREE


def test_a_right_key_never_waits_for_anybodys_wrong_ones(
    app: FastAPI, store: TroubledStore, now: list[float]
) -> None:
    key = made_key(store, Level.PLAY)
    for _ in range(20):
        ask(app, CALLER, headers=bearer("wrong"), client="10.0.0.1")
    assert ask(app, CALLER, headers=bearer("wrong"), client="10.0.0.1").status_code == 429
    for client in ("10.0.0.1", "10.0.0.2"):
        assert ask(app, CALLER, headers=bearer(key), client=client).status_code == 200
    assert ask(app, CALLER, headers=bearer("wrong"), client="10.0.0.2").status_code == 401


def test_a_code_is_not_looked_at_while_its_sender_must_wait(
    app: FastAPI, store: TroubledStore, now: list[float]
) -> None:
    made_key(store, Level.PLAY)
    code = made_code(store, 1, 9e9)
    for _ in range(tries.FREE):
        assert log_in(app, code="0000-0000")[0] == 401
    assert log_in(app, code=code)[0] == 429
    assert log_in(app, code="2222-2222", client="10.0.0.9")[0] == 401
    now[0] += 1
    assert log_in(app, code=code)[0] == 200


def test_many_codes_at_once_do_not_slip_through(app: FastAPI, now: list[float]) -> None:
    async def guess() -> list[int]:
        tried = (gate_of(app).log_in("10.0.0.1", code="0000-0000") for _ in range(50))
        found = await asyncio.gather(*tried, return_exceptions=True)
        return [one.status for one in found if isinstance(one, Problem)]

    found = asyncio.run(guess())
    assert (found.count(401), found.count(429)) == (tries.FREE, 50 - tries.FREE)


def test_codes_from_all_the_world_are_bounded_together(
    store: TroubledStore, now: list[float], app: FastAPI
) -> None:
    counted = gate_of(app).tries
    for number in range(tries.MOST_CODES):
        assert counted.wait_for_codes() == 0
        counted.charge(f"10.{number >> 8}.{number & 255}.1", code=True)
    made_key(store, Level.PLAY)
    assert log_in(app, code=made_code(store, 1, 9e9))[0] == 429
    now[0] += 60
    assert log_in(app, code=made_code(store, 1, 9e9))[0] == 200
    guesses = tries.MOST_CODES * CODE_SECONDS / 60
    assert guesses / len(ALPHABET) ** 8 < 1e-7


def test_wrong_tries_are_remembered_in_bounded_memory() -> None:
    counted = Tries(lambda: 0.0)
    for number in range(3 * tries.MOST_ADDRESSES):
        counted.charge(f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}")
    counted.charge("x" * 10_000)
    assert len(counted._wrong) == tries.MOST_ADDRESSES
    assert max(map(len, counted._wrong)) <= 64


def test_addresses_of_one_network_of_ipv6_wait_together() -> None:
    counted = Tries(lambda: 0.0)
    for number in range(tries.FREE):
        counted.charge(f"2001:db8::{number:x}")
        counted.charge(f"::ffff:192.0.2.{number}")
    assert counted.wait("2001:db8::abcd") == 1
    assert counted.wait("2001:db8:0:1::1") == 0
    assert counted.wait("192.0.2.0") == 0


# Guests.


@dataclass
class Seat:
    guest: str
    since: int


@dataclass
class Seats:
    seats: list[Seat] = field(default_factory=lambda: [Seat("Ann", 4), Seat("Bob", 9)])


def guest(app: FastAPI, table: int, **headers: str) -> str | None:
    raw = [(name.encode(), value.encode("latin-1")) for name, value in headers.items()]
    request = Request({"type": "http", "app": app, "headers": raw})
    found = guest_of(request, table, cast("Table", Seats()))
    return None if found is None else found.guest


def test_a_guest_is_known_by_the_token_of_their_seat(app: FastAPI) -> None:
    gate_of(app).secret = SECRET
    ann, bob = guest_token(SECRET, 3, "Ann", 4), guest_token(SECRET, 3, "Bob", 9)
    assert len({ann, bob, guest_token(SECRET, 4, "Ann", 4), guest_token(b"x", 3, "Ann", 4)}) == 4
    assert guest(app, 3, **{"baccarat-guest": ann}) == "Ann"
    assert guest(app, 3, cookie=f"baccarat-guest-8000-3={bob}") == "Bob"
    assert guest(app, 4, **{"baccarat-guest": ann}) is None
    assert guest(app, 3, cookie=f"baccarat-guest-8000-4={bob}") is None
    assert guest(app, 3, cookie=f"baccarat-guest-8001-3={bob}") is None
    assert guest(app, 3, **{"baccarat-guest": guest_token(SECRET, 3, "Ann", 5)}) is None
    assert guest(app, 3, **{"baccarat-guest": "é" * 43}) is None
    assert guest(app, 3) is None


def test_no_other_name_number_or_session_gives_the_same_token() -> None:
    assert guest_token(SECRET, 1, "Ann", 23) != guest_token(SECRET, 12, "Ann", 3)
    assert guest_token(SECRET, 1, "2\0Ann", 3) != guest_token(SECRET, 1, "Ann", 3)
