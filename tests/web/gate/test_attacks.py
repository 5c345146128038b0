"""What an attacker would send, where no other file of tests has it; docs/keys.md."""

import ast
import gzip
import inspect
import json
import re
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from checkout import ROOT
from guarded import PATIENCE, ask, served, small_app, talk
from web.routes import every_way
from web.salon import Salon

import baccarat.web
from baccarat.web.gate.callers import is_same
from baccarat.web.gate.gate import KnownKeys
from baccarat.web.pages.shell import isolated
from baccarat.web.settings import Settings

ECHO = "/api/v1/echo"
SOURCES = sorted(Path(baccarat.web.__file__).parent.rglob("*.py"))
SECRET_ROOMS = {
    *(f"gate/{name}" for name in ("gate", "callers", "login", "keys", "wrong_keys", "middleware")),
    "house/seats",
    "api/tables",
}
MARKUP = '<img src=x onerror="alert(1)">'
RIGHT_TO_LEFT = "שלום"
TABLE_PAGES = ("/", "/tables/1", "/wall?tables=1", "/tables/1/wall", "/tables/1/history")
BOARD_PAGES = ("/", "/boards/1", "/boards/1/dealer", "/wall?boards=1", "/boards/1/wall")


# Bodies.


@pytest.mark.parametrize("encoding", ["GZIP", "deflate", "identity, br"])
def test_a_pressed_body_is_not_opened(encoding: str) -> None:
    bomb = gzip.compress(b"[" + b" " * 1_000_000 + b"]")
    headers = {"Content-Encoding": encoding}
    answer = ask(small_app(Settings()), ECHO, method="POST", headers=headers, content=bomb)
    assert answer.status_code == 415
    plain = {"Content-Encoding": "identity"}
    app = small_app(Settings())
    assert ask(app, ECHO, method="POST", headers=plain, content="[]").status_code == 200


def test_bodies_with_false_lengths_smuggle_no_second_request_in() -> None:
    with served(body_seconds=0.3) as (port, _):
        head = b"POST %s HTTP/1.1\r\nHost: localhost:%d\r\n" % (ECHO.encode(), port)
        head += b"Content-Type: application/json\r\n"
        hidden = b"GET /api/v1/address HTTP/1.1\r\nHost: localhost:%d\r\n\r\n" % port
        chunked = b"Transfer-Encoding: chunked\r\n"
        for lengths in (
            b"Content-Length: 2\r\nContent-Length: 0\r\n",
            b"Content-Length: 0\r\n" + chunked,
            chunked + b"Content-Length: %d\r\n" % len(hidden),
            b"Content-Length: -1\r\n",
            b"Content-Length: +2\r\n",
            b"Content-Length: 2, 2\r\n",
            b"Transfer-Encoding: chunked, identity\r\n",
        ):
            heard = talk(port, head + lengths + b"\r\n[]" + hidden)
            assert heard.count(b"HTTP/1.1") <= 1, (lengths, heard)
            assert b" 200 " not in heard, (lengths, heard)
        longer = talk(port, head + b"Content-Length: 60\r\n\r\n[]")
        assert b" 408 " in longer
        with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as line:
            line.sendall(head + b"Content-Length: 2\r\n\r\n[]" + hidden)  # two honest ones
            heard = b""
            while heard.count(b"HTTP/1.1 200") < 2:
                heard += line.recv(65536)


# Names and notation.


def salon_with(name: str) -> Salon:
    """A table, a guest and a board with a name, if it is taken."""
    salon = Salon()
    salon.open(seats=5, name=name)
    salon.sit(1, name[:24])
    salon.act(1, "shoe")
    assert salon.call("POST", "/boards", {"name": name}).status_code == 200
    return salon


def test_markup_in_a_name_is_shown_and_not_obeyed() -> None:
    salon = salon_with(MARKUP)
    for path in {*TABLE_PAGES, *BOARD_PAGES}:
        page = salon.http.get(path, headers={"Accept": "text/html"}).text
        assert "<img" not in page, path
        assert "onerror=&#34;" in page or "/history" in path, path


def test_a_name_from_right_to_left_turns_nothing_else_round() -> None:
    salon, found_in = salon_with(RIGHT_TO_LEFT), set()
    for path in {*TABLE_PAGES, *BOARD_PAGES}:
        page = salon.http.get(path, headers={"Accept": "text/html"}).text
        body = page.partition("<body")[2]
        for found in re.finditer(RIGHT_TO_LEFT, body):
            before = body[: found.start()]
            is_in_text = before.rfind(">") > before.rfind("<")
            assert not is_in_text or before.endswith(("<bdi>", '<bdi class="guest">')), path
            found_in.add(path)
    assert found_in >= {"/", "/tables/1", "/tables/1/wall", "/boards/1", "/boards/1/dealer"}
    assert isolated(RIGHT_TO_LEFT) == f"\u2068{RIGHT_TO_LEFT}\u2069"  # within a sentence
    assert isolated("Zoë 1 王") == "Zoë 1 王"


@pytest.mark.parametrize(
    "name",
    ["a\u202eb", "a\u2066b", "a\x00b", "a\x1b[2Jb", "a\ud800b"],
)
def test_no_name_has_controls_that_turn_text_round_or_steer_a_terminal(name: str) -> None:
    salon = Salon()
    salon.open(seats=5)
    asked: list[tuple[str, dict[str, Any]]] = [
        ("/tables", {"name": name}),
        ("/tables/1/acts", {"act": "sit", "guest": name, "bankroll": 100}),
        ("/boards", {"name": name}),
    ]
    for path, body in asked:
        content = json.dumps(body)
        headers = {"Content-Type": "application/json"}
        answer = salon.http.post("/api/v1" + path, content=content, headers=headers)
        assert answer.status_code == 422, (path, answer.text)
        assert not set("\u202e\u2066\u200f\x00\x1b") & set(answer.text), path


def test_markup_in_notation_and_questions_comes_back_escaped() -> None:
    salon = Salon()
    evil = "%3Cscript%3Ealert(1)%3C/script%3E%E2%80%AE"
    for path in (
        f"/odds?shoe={evil}",
        f"/odds?bets={evil}",
        f"/roads?results={evil}",
        f"/theory?model={evil}",
        f"/theory?decks={evil}",
        f"/laboratory?kind={evil}",
        f"/laboratory?question={evil}",
        f"/laboratory/{evil}",
        f"/login?to={evil}",
        f"/wall?tables={evil}",
        f"/{evil}",
    ):
        page = salon.http.get(path, headers={"Accept": "text/html"}).text
        assert "<script>alert" not in page, path


# Secrets.


def nodes(paths: list[Path]) -> Iterator[tuple[ast.AST, str]]:
    """All that stands in these files, with its place."""
    for path in paths:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            yield node, f"{path.name}:{getattr(node, 'lineno', 0)}"


def test_secrets_are_compared_in_constant_time_only() -> None:
    """Keys are found by their SHA-256; marks and tokens are compared by `hmac.compare_digest`."""
    rooms = [path for path in SOURCES if f"{path.parent.name}/{path.stem}" in SECRET_ROOMS]
    assert len(rooms) == len(SECRET_ROOMS)
    for node, where in nodes(rooms):
        if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.Eq | ast.NotEq):
            sides = (node.left, *node.comparators)
            called = {getattr(one, "attr", getattr(one, "id", "")) for one in sides}
            assert not called & {"token", "mark", "secret", "hash", "right", "given"}, where
    assert "hmac.compare_digest" in inspect.getsource(is_same)
    assert "hmac.compare_digest" in inspect.getsource(KnownKeys.by_hash)


def test_an_idempotency_key_of_another_guest_tells_nothing_of_them() -> None:
    salon = Salon()
    salon.open(seats=5)
    for guest in ("Ann", "Ben"):
        salon.sit(1, guest)
    key = "a-key-that-ann-has-used"
    first = salon.try_act(1, "buy", "Ann", key=key, coins=7).json()
    again = salon.try_act(1, "buy", "Ben", key=key, coins=7)
    assert "idempotency-replayed" not in again.headers
    assert first["view"]["guest"] == "Ann"
    assert (again.json()["view"]["guest"], again.json()["view"]["bankroll"]) == ("Ben", 1_007)


def test_who_knows_a_guests_key_for_sitting_down_but_not_their_words_gets_no_token() -> None:
    salon = Salon()
    salon.open(seats=5)
    key = "a-key-of-sixteen-letters-or-more"
    sat = {"act": "sit", "guest": "Ann", "bankroll": 100}
    token = salon.call("POST", "/tables/1/acts", sat, key=key).json()["token"]
    for other in ({**sat, "bankroll": 101}, {**sat, "guest": "Ben"}):
        answer = salon.call("POST", "/tables/1/acts", other, key=key)
        assert token not in answer.text
    short = salon.call("POST", "/tables/1/acts", sat, key="guessed")
    assert short.status_code == 422


@pytest.mark.parametrize("is_fair", [False, True])
def test_nothing_that_can_be_read_or_exported_tells_the_seed_or_the_order_of_a_shoe(
    is_fair: bool,
) -> None:
    salon = Salon()
    salon.ready("Ann", seed=None, fair=is_fair)
    salon.act(1, "deal", free=True)
    (shuffle,) = [commit.acts[0] for commit in salon.store.commits(1) if commit.number == 3]
    lines = re.findall(r"[0-9a-f]{64}|(?:[2-9TJQKA][cdhs] ){6}", repr(shuffle))
    promised = salon.call("GET", "/tables/1").text
    secrets = [line for line in lines if line not in promised]  # the promise itself is told
    assert secrets
    asked = 0
    for way in every_way(salon.app):
        is_of_table = "table" in way.path or way.path in ("/", "/wall", "/metrics", "/parts")
        if way.method == "GET" and is_of_table:
            for token in ("", salon.tokens["1 Ann"]):
                headers = {"Baccarat-Guest": token, "Accept": "text/html"}
                answer = salon.http.get(way.filled(), headers=headers)
                assert not any(one.strip() in answer.text for one in secrets), way
                asked += answer.status_code == 200
    assert asked > 25


# Regular expressions.


def test_nobody_sends_a_regular_expression() -> None:
    """Each that the web room has is written in its source, out of constants."""
    found = 0
    for node, where in nodes(SOURCES):
        called = node.func if isinstance(node, ast.Call) else None
        if isinstance(called, ast.Attribute) and getattr(called.value, "id", "") == "re":
            assert isinstance(node, ast.Call)
            names = [one.id for one in ast.walk(node.args[0]) if isinstance(one, ast.Name)]
            assert all(name.isupper() for name in names), where
            found += 1
    assert found > 10


# The page that tells of all this.


def test_every_test_that_the_page_names_is_there() -> None:
    tests = ROOT / "tests"
    page = (tests.parent / "docs" / "keys.md").read_text("utf-8")
    named = re.findall(r"`([a-z_/]+\.py)::([a-z0-9_]+)`", page)
    assert len(named) > 25
    for file, test in named:
        assert f"def {test}(" in (tests / file).read_text("utf-8"), (file, test)
