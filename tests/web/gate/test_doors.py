"""The doors: whatever comes, from whatever page, in whatever size and speed, gets one answer."""

import asyncio
import json
import logging
import socket
import time
from collections.abc import Iterator

import httpx
import pytest
from fastapi import FastAPI
from guarded import OWN, PATIENCE, ask, bearer, gate_of, made_key, served, small_app, talk
from troubled_store import TroubledStore

from baccarat.base.errors import BadValue
from baccarat.web.gate.keys import Level
from baccarat.web.gate.problems import Problem
from baccarat.web.gate.strict_json import read_strictly
from baccarat.web.settings import Settings, read_host, same_address

ADDRESS = "/api/v1/address"
ECHO = "/api/v1/echo"
JSON = "application/json"


@pytest.fixture(scope="module")
def app() -> FastAPI:
    """A server on loopback, without keys."""
    return small_app(Settings())


# Hosts.


@pytest.mark.parametrize(
    "host",
    [
        "localhost:8000",
        "LocalHost:8000",
        "localhost.:8000",
        "127.0.0.1:8000",
        "[::1]:8000",
        "[0:0:0:0:0:0:0:1]:8000",
        "[::ffff:127.0.0.1]:8000",
    ],
)
def test_loopback_is_answered_however_it_is_spelled(host: str, app: FastAPI) -> None:
    assert ask(app, ADDRESS, headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example:8000",
        "evil.example",
        "localhost.evil.example:8000",
        "evil.localhost:8000",
        "localhost..:8000",
        "localhost:8001",
        "localhost",
        "localhost:",
        "localhost:8000:8000",
        "localhost:08000000",
        "localhost:8000,evil.example",
        "localhost:8000@evil.example",
        "user@localhost:8000",
        "127.1:8000",
        "0x7f.0.0.1:8000",
        "127.0.0.2:8000",
        "0.0.0.0:8000",
        "[::2]:8000",
        "[::1:8000",
        "[fe80::1%25eth0]:8000",
        "::1:8000",
        "",
        " ",
        "x" * 5000,
    ],
)
def test_by_any_other_name_nothing_is_answered(host: str, app: FastAPI) -> None:
    """So a page elsewhere reaches nothing by letting its own name lead to this machine."""
    for path in (ADDRESS, "/api/v1/stream", "/", "/openapi.json"):
        answer = ask(app, path, headers={"Host": host})
        assert answer.status_code == 421
        assert answer.headers["content-type"] == "application/problem+json"
        assert len(answer.content) < 500


def test_names_that_were_given_are_answered_with_our_port_and_the_usual_ones() -> None:
    app = small_app(Settings(names=("Table.Example", "wall.example:9000")))
    good = ("table.example:8000", "table.example", "table.example.:443", "wall.example:9000")
    bad = ("table.example:9000", "wall.example", "wall.example:8000", "a.table.example")
    assert [ask(app, ADDRESS, headers={"Host": host}).status_code for host in good] == [200] * 4
    assert [ask(app, ADDRESS, headers={"Host": host}).status_code for host in bad] == [421] * 4


def test_the_address_at_which_a_connection_comes_in_is_a_name_of_ours() -> None:
    """Of a server that listens on all addresses. A trick with names cannot give a number."""
    app = small_app(Settings(("0.0.0.0",), demands_keys=True))
    asked = "http://192.0.2.7:8000"  # in this process that is where the server is, too
    assert ask(app, ADDRESS, base=asked).status_code == 401
    other = {"Host": "192.0.2.8:8000"}
    assert ask(app, ADDRESS, base=asked, headers=other).status_code == 421


def test_two_hosts_are_none(app: FastAPI) -> None:
    own = b"localhost:8000"
    for name in (b"Host", b"Origin", b"Authorization"):
        twice = [(b"Host", own)] * (name != b"Host") + [(name, own), (name, own)]
        answer = ask(app, ADDRESS, headers=twice)
        assert (answer.status_code, "twice" in answer.json()["detail"]) == (400, True)


def test_hosts_are_read_in_one_spelling() -> None:
    assert read_host("Table.Example.:80") == ("table.example", 80)
    assert read_host("[2001:DB8:0::1]") == ("2001:db8::1", None)
    assert [read_host(x) for x in ("a b", "a/b", "a:b", ".", "-", "[]", "a\n", "ä.example")] == (
        [None] * 8
    )
    assert same_address("::FFFF:10.0.0.1") == "10.0.0.1"


# Origins.

SITE = "Sec-Fetch-Site"


@pytest.mark.parametrize(
    ("method", "headers", "is_let_in"),
    [
        ("GET", {}, True),
        ("POST", {}, True),
        ("GET", {SITE: "same-origin"}, True),
        ("GET", {SITE: "none"}, True),
        ("POST", {SITE: "none"}, False),
        ("GET", {SITE: "cross-site"}, False),
        ("GET", {SITE: "same-site"}, False),
        ("GET", {SITE: ""}, False),
        ("POST", {"Origin": OWN}, True),
        ("POST", {"Origin": OWN, SITE: "same-origin"}, True),
        ("POST", {"Origin": OWN, SITE: "cross-site"}, False),
        ("POST", {"Origin": "HTTP://LOCALHOST:8000"}, True),
        ("POST", {"Origin": "https://localhost:8000"}, False),
        ("POST", {"Origin": "http://localhost:8001"}, False),
        ("POST", {"Origin": "http://localhost"}, False),
        ("POST", {"Origin": "http://127.0.0.1:8000"}, False),
        ("POST", {"Origin": "http://evil.example"}, False),
        ("GET", {"Origin": "http://evil.example"}, False),
        ("POST", {"Origin": "null"}, False),
        ("POST", {"Origin": ""}, False),
        ("POST", {"Origin": "http://localhost:8000.evil.example"}, False),
        ("POST", {"Origin": "http://localhost:8000/"}, False),
        ("POST", {"Origin": "http://evil.example", SITE: "same-origin"}, False),
        ("OPTIONS", {"Origin": "http://evil.example"}, False),
    ],
)
def test_a_browser_is_let_in_from_our_own_pages_only(
    method: str, headers: dict[str, str], is_let_in: bool, app: FastAPI
) -> None:
    path, content = (ECHO, "[]") if method == "POST" else (ADDRESS, None)
    answer = ask(app, path, method=method, headers=headers, content=content)
    assert answer.status_code == (200 if is_let_in else 403)
    assert not any(name.startswith("access-control") for name in answer.headers)


def test_the_usual_port_need_not_be_said() -> None:
    app = small_app(Settings(port=80, names=("table.example",)))
    for host in ("table.example", "table.example:80"):
        for origin in ("http://table.example", "http://table.example:80"):
            said = {"Host": host, "Origin": origin}
            assert ask(app, ECHO, method="POST", content="1", headers=said).status_code == 200
    said = {"Host": "table.example", "Origin": "https://table.example"}
    assert ask(app, ECHO, method="POST", content="1", headers=said).status_code == 403


# Proxies.


@pytest.mark.parametrize(
    "header",
    ["X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "Forwarded", "X-Real-IP"],
)
def test_a_proxy_that_nobody_named_gets_no_answer_on_loopback(header: str, app: FastAPI) -> None:
    """Behind it are strangers, whom a server on loopback would take for its host."""
    answer = ask(app, ADDRESS, headers={header: "203.0.113.5"})
    assert (answer.status_code, "--proxy" in answer.json()["what_to_do"]) == (403, True)


@pytest.fixture(scope="module")
def behind() -> tuple[FastAPI, str]:
    """A server behind a proxy, and a key."""
    store = TroubledStore()
    settings = Settings(
        names=("table.example",), proxies=("10.0.0.2", "fd00::/8"), demands_keys=True
    )
    return small_app(settings, store), made_key(store, Level.WATCH)


@pytest.mark.parametrize(
    ("client", "forwarded", "proto", "told"),
    [
        ("10.0.0.2", "203.0.113.5", "https", "https 203.0.113.5"),
        ("10.0.0.2", "1.2.3.4, 203.0.113.5", "https", "https 203.0.113.5"),
        ("10.0.0.2", "1.2.3.4, 203.0.113.5, 10.0.0.2", "http", "http 203.0.113.5"),
        ("10.0.0.2", "[2001:db8::1]", "https", "https 2001:db8::1"),
        ("10.0.0.2", "[2001:db8::1]:4711", "https", "https 2001:db8::1"),
        ("10.0.0.2", "2001:db8::1", "https", "https 2001:db8::1"),
        ("10.0.0.2", "203.0.113.5:4711", "http, https", "https 203.0.113.5"),
        ("10.0.0.2", "x" * 500, "https,http", f"http {'x' * 64}"),
        ("fd00::5", "203.0.113.5", "gopher", "http 203.0.113.5"),
        ("10.0.0.2", "", "https", "https 10.0.0.2"),
        ("10.0.0.3", "203.0.113.5", "https", "http 10.0.0.3"),
        ("127.0.0.1", "203.0.113.5", "https", "http 127.0.0.1"),
    ],
)
def test_only_the_named_proxy_is_believed(
    client: str, forwarded: str, proto: str, told: str, behind: tuple[FastAPI, str]
) -> None:
    app, key = behind
    said = {"X-Forwarded-For": forwarded, "X-Forwarded-Proto": proto, **bearer(key)}
    answer = ask(app, ADDRESS, headers=said, client=client, base="http://table.example")
    assert answer.json() == told


def test_a_page_behind_a_proxy_has_the_scheme_that_the_proxy_tells(
    behind: tuple[FastAPI, str],
) -> None:
    app, key = behind
    said = {"Origin": "https://table.example", "X-Forwarded-Proto": "https", **bearer(key)}
    base = "http://table.example"
    assert ask(app, ADDRESS, headers=said, client="10.0.0.2", base=base).status_code == 200
    assert ask(app, ADDRESS, headers=said, client="10.0.0.3", base=base).status_code == 403
    forged = {**said, "Host": "evil.example", "X-Forwarded-Host": "table.example"}
    assert ask(app, ADDRESS, headers=forged, client="10.0.0.2", base=base).status_code == 421


@pytest.mark.parametrize(
    "said",
    [
        {"addresses": ("0.0.0.0",)},
        {"addresses": ("127.0.0.1", "192.0.2.1")},
        {"proxies": ("10.0.0.2",)},
        {"proxies": ("nobody",), "demands_keys": True},
        {"names": ("a b",)},
        {"names": ("http://table.example",)},
    ],
)
def test_settings_that_would_let_strangers_in_cannot_be(said: dict[str, object]) -> None:
    with pytest.raises(BadValue):
        Settings(**said)  # type: ignore[arg-type]


# Sizes.


def chunks(size: int) -> Iterator[bytes]:
    """A body that does not say how long it is."""
    for _ in range(size // 1000):
        yield b" " * 1000
    yield b"1"


def test_a_body_is_bounded_whether_it_says_its_size_or_not() -> None:
    with served() as (port, _):
        url = f"http://localhost:{port}{ECHO}"
        for size, status in ((0, 200), (60_000, 200), (70_000, 413), (1_000_000, 413)):
            for content in (b"".join(chunks(size)), chunks(size)):
                answer = httpx.post(
                    url, content=content, headers={"Content-Type": JSON}, timeout=PATIENCE
                )
                assert answer.status_code == status, (size, answer.text)
        empty = httpx.post(
            url, content=iter([b""]), headers={"Content-Type": JSON}, timeout=PATIENCE
        )
        assert empty.status_code == 500  # the tiny app has not expected that


def test_too_many_or_too_long_headers_and_addresses_are_refused(app: FastAPI) -> None:
    many = [(f"X-{n}".encode(), b"1") for n in range(120)]
    assert ask(app, ADDRESS, headers=many).status_code == 431
    assert ask(app, ADDRESS, headers={"X-Long": "x" * 20_000}).status_code == 431
    assert ask(app, f"/{'x' * 2_000}").status_code == 414
    assert ask(app, f"{ADDRESS}?x={'x' * 5_000}").status_code == 414
    assert ask(app, "/api/v1/%00").status_code == 400
    assert ask(app, "/api/v1/%0d%0aX-Evil:1").status_code == 400


DEEP = [
    "[" * 1000,
    "[" * 1000 + "]" * 1000,
    '{"a":' * 33 + "1" + "}" * 33,
    "[" * 16 + '{"":' * 17 + "1" + "}" * 17 + "]" * 16,
    '["]]]]", ' * 33 + "1" + "]" * 33,
    '["\\"]]]", ' * 33 + "1" + "]" * 33,
]
STRANGE = [
    "NaN",
    "[Infinity]",
    "-Infinity",
    "1e999",
    "1E+0400",
    "9" * 101,
    '{"a": ' + "1" * 4301 + "}",
]
UNREAD = ['"abc', '{"a": "\\', '"' * 3, "1".encode("utf-16"), "1".encode("utf-32")]
FINE = [
    "[" * 32 + "]" * 32,
    json.dumps({"text": "[" * 100 + "NaN 1e999 " + "9" * 200}),
    json.dumps(["\\", '\\"', "[[[", '"[']),
    "1e-999",
    "1e299",
    "9" * 100,
    "true",
]


@pytest.mark.parametrize("body", [*DEEP, *STRANGE, *UNREAD])
def test_json_too_deep_too_large_or_strange_is_refused_before_it_is_read(
    body: str | bytes, app: FastAPI
) -> None:
    answer = ask(app, ECHO, method="POST", content=body)
    assert answer.status_code == 422
    assert answer.headers["content-type"] == "application/problem+json"


@pytest.mark.parametrize("body", FINE)
def test_json_of_people_is_let_in(body: str, app: FastAPI) -> None:
    assert ask(app, ECHO, method="POST", content=body).json() == json.loads(body)


def test_the_bounds_of_json_take_no_longer_for_evil_texts() -> None:
    """Each is quick; a search that began again at every quote would take minutes."""
    evil = [
        '"' + '\\"' * 32_000,
        '"\\' * 16_000,
        "e0" * 32_000,
        "1" * 100 + "e" + "0" * 65_000,
        '"[' * 32_000,
        "{" + ",".join(f'"{name}":0' for name in [*range(7_000), 6_999]) + "}",
    ]
    for body in evil:
        try:
            read_strictly(body.encode())
        except Problem as refused:
            assert refused.status == 422


# What goes out.


@pytest.mark.parametrize("path", [ADDRESS, "/nothing", "/api/v1/nothing", "/api/v1/mistake"])
def test_every_answer_keeps_other_pages_away(path: str, app: FastAPI) -> None:
    headers = ask(app, path).headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert "default-src 'self'" in headers["content-security-policy"]
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert (headers.get("cache-control") == "no-store") == path.startswith("/api/")


def test_a_mistake_of_ours_is_told_without_a_traceback_or_a_secret(
    app: FastAPI, caplog: pytest.LogCaptureFixture
) -> None:
    answer = ask(app, "/api/v1/mistake")
    assert answer.status_code == 500
    (told,) = caplog.records
    assert "RuntimeError at" in told.getMessage()
    assert "guarded.py" in told.getMessage()
    assert "1234" not in answer.text + caplog.text


def test_where_keys_are_demanded_no_path_of_the_api_is_forgotten() -> None:
    app = small_app(Settings(demands_keys=True))
    paths = (ADDRESS, ECHO, "/api/v1/stream", "/api/v1/mistake", "/api/v1/nothing", "/api/v2")
    assert [ask(app, path).status_code for path in paths] == [401] * 6
    assert ask(app, "/api/v1/login").status_code == 405


# Over a socket.

HEAD = b"POST /api/v1/echo HTTP/1.1\r\nHost: localhost:%d\r\nContent-Type: application/json\r\n"


def status(heard: bytes) -> int:
    return int(heard.split()[1])


def test_a_body_in_chunks_is_read_and_bounded() -> None:
    with served() as (port, _):
        head = HEAD % port + b"Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
        assert talk(port, head, b"1\r\n[\r\n", b"1\r\n]\r\n0\r\n\r\n", pause=0.05).endswith(b"[]")
        chunk = b"2000\r\n" + b" " * 8192 + b"\r\n"
        assert status(talk(port, head, chunk * 9 + b"0\r\n\r\n")) == 413
        assert status(talk(port, head, b"FFFFFFFFFFFFFFFFF\r\n")) == 400
        both = HEAD % port + b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
        assert status(talk(port, both)) == 400


def test_what_stands_around_chunks_is_bounded() -> None:
    with served() as (port, _):
        head = HEAD % port + b"Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
        extension = b";x=" + b"x" * 100_000
        for body in (
            b"1" + extension + b"\r\n[\r\n1\r\n]\r\n0\r\n\r\n",
            b"1\r\n[\r\n1\r\n]\r\n0" + extension + b"\r\n\r\n",
            b"1\r\n[\r\n1\r\n]\r\n0\r\nX: " + b"x" * 100_000 + b"\r\n\r\n",
        ):
            for parts in ((head, body), (head + body,)):
                assert status(talk(port, *parts)) == 413
        short = b"1;x=y\r\n \r\n" * 20_000 + b"2\r\n[]\r\n0\r\n\r\n"
        assert talk(port, head, short).endswith(b"[]")


@pytest.mark.parametrize("pause", [None, 0.05], ids=["at once", "later"])
def test_what_follows_a_body_is_no_header(pause: float | None) -> None:
    """Whoever asks makes the trailers, and a proxy may pass them on behind its own headers."""
    with served(demands_keys=True, proxies=("127.0.0.1",)) as (port, server):
        key = b"Authorization: Bearer %s\r\n" % made_key(server.gate.store, Level.HOST).encode()
        head = HEAD % port + b"X-Forwarded-For: 192.0.2.7\r\nConnection: close\r\n"
        head += b"Transfer-Encoding: chunked\r\n"

        def heard(header: bytes, trailer: bytes) -> bytes:
            parts = head + header + b"\r\n", b"2\r\n[]\r\n0\r\n", trailer + b"\r\n"
            return talk(port, b"".join(parts)) if pause is None else talk(port, *parts, pause=pause)

        assert status(heard(b"", key)) == 401
        assert heard(key, b"Host: elsewhere\r\nOrigin: http://elsewhere\r\n").endswith(b"[]")
        wrong = b"Authorization: Bearer wrong\r\n"
        others = [b"X-Forwarded-For: 198.51.%d.7\r\n" % number for number in range(7)]
        tries = [status(heard(wrong, other)) for other in others]
        assert tries == [401] * 5 + [429] * 2  # one address, whatever it calls itself


def test_slow_and_half_sent_bodies_end(caplog: pytest.LogCaptureFixture) -> None:
    with served(body_seconds=0.3) as (port, _):
        head = HEAD % port + b"Content-Length: 10\r\n\r\n"
        assert status(talk(port, head, b"[1")) == 408
        assert status(talk(port, head, b" ", b" ", pause=0.1)) == 408
        talk(port, head, b"[1", shut=True)
        talk(port, HEAD % port + b"Transfer-Encoding: chunked\r\n\r\n5\r\n[", shut=True)
        time.sleep(0.2)
        assert httpx.get(f"http://localhost:{port}{ADDRESS}", timeout=PATIENCE).status_code == 200
    assert [one for one in caplog.records if one.levelno >= logging.ERROR] == []


def test_heads_that_do_not_end_are_cut_off() -> None:
    with served(head_seconds=0.3) as (port, _):
        start = b"GET / HTTP/1.1\r\nHost: localhost:%d\r\n" % port
        assert status(talk(port, start)) == 408
        assert talk(port) == b""
    with served(head_seconds=60) as (port, _):
        start = b"GET / HTTP/1.1\r\nHost: localhost:%d\r\n" % port
        assert status(talk(port, start + b"X: " + b"x" * 100_000)) == 431
        assert status(talk(port, b"GET /" + b"x" * 100_000)) == 431


def test_a_head_that_does_not_end_behind_a_stream_is_cut_off_too() -> None:
    with served(head_seconds=30) as (port, _):
        whole = b"GET /api/v1/stream HTTP/1.1\r\nHost: localhost:%d\r\n\r\n" % port
        with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as line:
            line.sendall(whole)
            heard = b""
            while b"data: 1" not in heard:
                heard += line.recv(65536)
            line.sendall(b"GET / HTTP/1.1\r\nX: ")
            with pytest.raises(OSError, match=r"reset|pipe"):
                send_on(line)


def send_on(line: socket.socket) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        line.sendall(b"x" * 1000)
        time.sleep(0.01)


def test_old_and_broken_requests_get_one_answer() -> None:
    with served() as (port, _):
        assert status(talk(port, b"GET / HTTP/1.0\r\n\r\n")) == 421
        assert status(talk(port, b"GET / HTTP/1.1\r\nConnection: close\r\n\r\n")) == 421
        assert status(talk(port, b"nonsense\r\n\r\n")) == 400
        evil = (
            b"GET http://evil.example/ HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"
        )
        assert status(talk(port, evil)) == 421
        upgrade = b"Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n"
        asked = b"GET /api/v1/address HTTP/1.1\r\nHost: localhost:%d\r\n" % port
        with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as line:
            line.sendall(asked + upgrade)
            assert status(line.recv(65536)) == 200


# Streams.


def test_a_revoked_key_ends_its_streams_and_no_others() -> None:
    store = TroubledStore()
    keys = [made_key(store, Level.WATCH) for _ in range(2)]
    with served(store, demands_keys=True) as (port, server):
        url = f"http://localhost:{port}/api/v1/stream"
        with (
            httpx.stream("GET", url, headers=bearer(keys[0]), timeout=PATIENCE) as ends,
            httpx.stream("GET", url, headers=bearer(keys[1]), timeout=PATIENCE) as stays,
        ):
            lines, others = ends.iter_raw(), stays.iter_raw()
            assert next(lines) == next(others) == b"data: 1\n\n"
            assert len(server.gate.streams) == 2
            store.revoke(1)
            assert list(lines) == []  # it ends as a stream should, not as one cut off
            assert len(server.gate.streams) == 1
            assert httpx.get(url, headers=bearer(keys[0]), timeout=PATIENCE).status_code == 401
    assert server.gate.streams == {}


def test_who_logs_out_ends_the_streams_of_the_session_and_no_others() -> None:
    store = TroubledStore()
    given = {"key": made_key(store, Level.WATCH)}
    with served(store, demands_keys=True) as (port, server):
        api = f"http://localhost:{port}/api/v1"
        first, second = (
            httpx.post(f"{api}/login", json=given, timeout=PATIENCE).json()["token"]
            for _ in range(2)
        )
        with (
            httpx.stream("GET", f"{api}/stream", headers=bearer(first), timeout=PATIENCE) as ends,
            httpx.stream("GET", f"{api}/stream", headers=bearer(second), timeout=PATIENCE) as stays,
        ):
            lines, others = ends.iter_raw(), stays.iter_raw()
            assert next(lines) == next(others) == b"data: 1\n\n"
            httpx.post(f"{api}/logout", headers=bearer(first), timeout=PATIENCE)
            assert list(lines) == []
            assert len(server.gate.streams) == 1


def test_a_server_that_ends_ends_its_streams_and_waiting_bodies() -> None:
    with served(body_seconds=60) as (port, server):
        half = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        half.sendall(HEAD % port + b"Content-Length: 10\r\n\r\n[")
        with (
            half,
            httpx.stream(
                "GET", f"http://localhost:{port}/api/v1/stream", timeout=PATIENCE
            ) as stream,
        ):
            lines = stream.iter_raw()
            next(lines)
            server.should_exit = True
            assert list(lines) == []
            assert status(half.recv(65536)) == 503


@pytest.mark.parametrize(("method", "kind"), [("GET", "about:blank"), ("POST", "/problems/unsure")])
def test_an_act_that_a_stop_cuts_off_may_have_been_done_and_says_so(method: str, kind: str) -> None:
    app = small_app(Settings())

    @app.api_route("/api/v1/slow", methods=[method])
    async def slow() -> None:
        gate_of(app).close()
        task = asyncio.current_task()
        assert task is not None
        task.cancel()  # as the server does when its patience ends
        await asyncio.sleep(600)

    answer = ask(app, "/api/v1/slow", method=method)
    assert (answer.status_code, answer.json()["type"]) == (503, kind)
    assert ("same Idempotency-Key" in answer.json().get("what_to_do", "")) is (method == "POST")


def test_who_asks_twice_for_the_end_gets_no_traceback(caplog: pytest.LogCaptureFixture) -> None:
    with served() as (port, server):
        assert httpx.get(f"http://localhost:{port}{ADDRESS}", timeout=PATIENCE).status_code == 200
        server.should_exit = server.force_exit = True  # as after two Ctrl-C
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


def test_a_connection_can_be_dropped_without_waiting_for_its_reader() -> None:
    with served() as (port, _), pytest.raises(httpx.TransportError):
        httpx.get(f"http://localhost:{port}/api/v1/drop", timeout=PATIENCE)


def test_gates_forget_requests_that_are_over(app: FastAPI) -> None:
    ask(app, ECHO, method="POST", content="[]")
    gate = gate_of(app)
    assert (gate.streams, gate.waiting, gate._ended) == ({}, set(), set())
