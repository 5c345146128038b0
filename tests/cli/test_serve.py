"""`baccarat serve`: one line when it stands, one line when it cannot, an end at every signal."""

import json
import os
import signal
import socket
import ssl
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from asking import printed, run
from checkout import ROOT
from guarded import PATIENCE, bearer, made_key, served
from schemas import complaints
from troubled_store import TroubledStore, closed_stores

from baccarat.cli.commands.serve import _tell, address_of
from baccarat.cli.options import store as store_option
from baccarat.store import Store
from baccarat.table.acts import Open
from baccarat.web import server
from baccarat.web.gate.keys import Level
from baccarat.web.house.house import House
from baccarat.web.settings import Settings

TESTS = ROOT / "tests"
TLS = TESTS / "data" / "tls"
EVENTS = "/api/v1/events?tables=1"


@pytest.fixture(autouse=True)
def own_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("BACCARAT_HOME", str(tmp_path))
    with closed_stores():
        yield


@pytest.fixture
def table() -> None:
    """Table 1 of the store."""
    with Store.open() as store:
        House(store).open_table(Open())


@contextmanager
def started(*args: str) -> Iterator[tuple["subprocess.Popen[str]", str]]:
    """A server in a process of its own that has told where it is."""
    streams = subprocess.PIPE
    command = [sys.executable, "-m", "baccarat", "serve", "--port", "0", *args]
    with subprocess.Popen(command, stdout=streams, stderr=streams, text=True) as process:
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            assert line.startswith("Open http"), (line, process.communicate())
            yield process, line.split()[1].removesuffix("/")
        finally:
            process.kill()


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
def test_a_server_that_cannot_say_where_it_stands_ends_in_one_line() -> None:
    command = [sys.executable, "-m", "baccarat", "serve", "--port", "0"]
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            command, stdout=full, stderr=subprocess.PIPE, text=True, timeout=PATIENCE, check=False
        )
    told = "baccarat: standard output: cannot be written: No space left on device\n"
    assert (done.returncode, done.stderr) == (2, told)


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="Windows ends a process in another way")
@pytest.mark.parametrize(
    "sign",
    [
        signal.SIGTERM,
        pytest.param(signal.SIGINT, marks=pytest.mark.long),
        pytest.param(signal.SIGHUP, marks=pytest.mark.long),
    ],
)
def test_every_signal_ends_it_although_somebody_reads_a_stream(
    sign: signal.Signals, table: None
) -> None:
    with (
        started() as (process, url),
        httpx.stream("GET", url + EVENTS, timeout=PATIENCE) as stream,
    ):
        lines = stream.iter_lines()
        assert any(line.startswith("data: ") for line in lines)
        half = socket.create_connection(("127.0.0.1", int(url.rpartition(":")[2])))
        half.sendall(b"POST / HTTP/1.1\r\n")
        process.send_signal(sign)
        assert list(lines) == [""]
        with half:
            assert process.communicate(timeout=PATIENCE) == ("", "")
    assert process.returncode == 128 + sign


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "SIGPIPE"), reason="there is no such signal here")
def test_whoever_hangs_up_while_it_writes_to_them_does_not_end_it() -> None:
    """The signal comes when a connection was reset; the shell's other commands end by it."""
    with started() as (process, url):
        process.send_signal(signal.SIGPIPE)
        assert httpx.get(url + "/api/v1/tables", timeout=PATIENCE).status_code == 200


STUCK = """
import threading, time
import baccarat as bac
from baccarat.web import server

server.LAST = 1.0
threading.Thread(target=time.sleep, args=(600,)).start()  # as one whose database never answers
ODD = bac.Bet("Odd", lambda outcome: None, pays={"odd": 1}, wins_when="never")
"""


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="Windows ends a process in another way")
def test_a_signal_ends_it_although_something_never_comes_to_its_end(tmp_path: Path) -> None:
    file = tmp_path / "stuck.py"
    file.write_text(STUCK, encoding="utf-8")
    with started("--plugin", str(file)) as (process, _):
        process.terminate()
        out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out, err.count("\n")) == (128 + signal.SIGTERM, "", 1)


@pytest.mark.slow
def test_keys_of_another_process_are_taken_and_revoked_while_it_runs(table: None) -> None:
    with started("--keys") as (process, url):
        assert process.stderr is not None
        assert "baccarat key make --kind host" in process.stderr.readline()
        stream = url + EVENTS
        assert httpx.get(stream, timeout=PATIENCE).status_code == 401
        made = json.loads(printed("key", "make", "--kind", "watch", "--name", "Ann", "--json"))
        with httpx.stream("GET", stream, headers=bearer(made["key"]), timeout=PATIENCE) as answer:
            lines = answer.iter_lines()
            assert any(line.startswith("data: ") for line in lines)
            code = json.loads(printed("key", "code", "Ann", "--json"))["code"]
            session = httpx.post(
                f"{url}/api/v1/login", json={"code": code}, timeout=PATIENCE
            ).json()["token"]
            assert (
                httpx.post(f"{url}/api/v1/login", json={"code": code}, timeout=PATIENCE).status_code
                == 401
            )
            caller = f"{url}/api/v1/caller"
            assert (
                httpx.get(caller, headers=bearer(session), timeout=PATIENCE).json()["level"]
                == "watch"
            )
            printed("key", "revoke", "Ann")
            assert list(lines) == [""]
        for secret in (made["key"], session):
            assert httpx.get(caller, headers=bearer(secret), timeout=PATIENCE).status_code == 401
        process.terminate()
        out, err = process.communicate(timeout=PATIENCE)
        assert (out, err) == ("", "")


# What cannot be.


def refused(*args: object) -> str:
    code, out, err = run("serve", *args)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "Traceback" not in err
    return err


def test_a_port_in_use_is_told_in_one_line() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        assert f"port {port} of 127.0.0.1 is in use" in refused("--port", port)


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["--host", "192.0.2.1"], "192.0.2.1 is not an address of this machine"),
        (["--host", "nobody.invalid"], "--host nobody.invalid: not an address"),
        (["--host", "a" * 300], "not an address"),
        (["--port", "65536"], "--port"),
        (["--name", "http://table.example"], "not the name of a host"),
        (["--proxy", "nobody"], "not an address of a proxy"),
        (["--shared"], "only one server can use a file: use PostgreSQL for several servers"),
        (["--cert", "nowhere.pem"], "nowhere.pem: cannot be read"),
        (["--cert", str(TESTS)], "cannot be read"),
        (["--cert", __file__], "not a PEM certificate with its key"),
        (["--cert", str(TLS / "localhost.pem")], "not a PEM certificate with its key"),
        (["--cert-key", str(TLS / "localhost.key")], "leave --cert-key out"),
        (["--cert", str(TLS / "localhost.pem"), "--cert-key", "no.key"], "no.key: cannot be read"),
        (
            ["--cert", str(TLS / "localhost.pem"), "--cert-key", str(TLS / "other.key")],
            "other.key: this key does not belong to",
        ),
        (
            ["--cert", str(TLS / "localhost.pem"), "--cert-key", str(TLS / "locked.key")],
            "has a password",
        ),
    ],
)
def test_what_cannot_be_served_is_told_in_one_line(args: list[str], words: str) -> None:
    port = [] if "--port" in args else ["--port", "0"]
    assert words in refused(*args, *port)


def test_a_store_that_is_none_is_told_in_one_line(tmp_path: Path) -> None:
    file = tmp_path / "store.sqlite"
    file.write_text("This is a letter. " * 100)
    assert str(file) in refused("--store", file, "--port", 0)


def test_without_the_extra_one_line_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_option, "find_spec", lambda name: None)
    assert "'baccarat[web]'" in refused()


# Where it stands.


def test_sockets_are_ours_before_anybody_is_told() -> None:
    (one,) = server.listen("127.0.0.1", 0)
    with one:
        assert one.proto == socket.IPPROTO_TCP  # else answers wait 40 ms for an acknowledgement
        settings = server.settings_for([one])
        assert settings == Settings(port=one.getsockname()[1])
        assert server.settings_for([one], proxies=["10.0.0.2"]).demands_keys
        assert server.settings_for([one], demands_keys=True).demands_keys
    (wide,) = server.listen("0.0.0.0", 0)
    with wide:
        assert server.settings_for([wide]).demands_keys


def test_localhost_has_one_port_on_all_its_addresses() -> None:
    sockets = server.listen("localhost", 0)
    assert len({one.getsockname()[1] for one in sockets}) == 1
    assert server.settings_for(sockets).is_on_loopback
    for one in sockets:
        one.close()


@pytest.mark.parametrize(
    ("settings", "url"),
    [
        (Settings(), "http://127.0.0.1:8000/"),
        (Settings(("::1",), 80), "http://[::1]/"),
        (Settings(has_tls=True, port=443, names=("table.example",)), "https://table.example/"),
        (Settings(names=("table.example:9000",)), "http://table.example:9000/"),
        (
            Settings(names=("table.example",), proxies=("127.0.0.1",), demands_keys=True),
            "https://table.example/",
        ),
    ],
)
def test_it_tells_the_address_to_open(settings: Settings, url: str) -> None:
    assert address_of(settings) == url


def test_what_programs_are_told_fits_its_schema(capsys: pytest.CaptureFixture[str]) -> None:
    _tell(Settings(), TroubledStore(), None, as_json=True)
    told = capsys.readouterr()
    found = json.loads(told.out)
    assert (complaints("serve", found), told.err) == ([], "")
    assert (found["url"], found["demands_keys"]) == ("http://127.0.0.1:8000/", False)
    assert complaints("serve", {**found, "news": 1})


def test_beyond_loopback_it_says_what_is_missing(capsys: pytest.CaptureFixture[str]) -> None:
    store = TroubledStore()
    settings = Settings(("192.0.2.1",), demands_keys=True)
    password = "postgresql://host:secret@db/table"
    _tell(settings, store, password, as_json=False)
    told = capsys.readouterr()
    assert told.out == "Open http://192.0.2.1:8000/ (Ctrl-C ends it).\n"
    no_key, no_tls = told.err.splitlines()
    assert "there is no key yet" in no_key
    assert "--cert" in no_tls
    assert "secret" not in told.err
    made_key(store, Level.HOST)
    _tell(replace(settings, has_tls=True), store, None, as_json=False)
    assert capsys.readouterr().err == ""
    store.revoke(1)
    _tell(replace(settings, proxies=("10.0.0.2",)), store, None, as_json=False)
    assert "no key" in capsys.readouterr().err


def test_everywhere_is_told_as_an_address_that_others_can_open() -> None:
    told = address_of(Settings(("0.0.0.0",), demands_keys=True))
    assert "0.0.0.0" not in told
    assert told.endswith(":8000/")


def test_over_tls_a_page_of_ours_is_one_by_https() -> None:
    tls = server.tls_of(str(TLS / "localhost.pem"), str(TLS / "localhost.key"))
    trusted = ssl.create_default_context(cafile=str(TLS / "localhost.pem"))
    with served(tls=tls) as (port, _), httpx.Client(verify=trusted) as client:
        url = f"https://localhost:{port}"
        for origin, status in ((url, 200), (url.replace("https", "http"), 403)):
            answer = client.get(f"{url}/api/v1/address", headers={"Origin": origin})
            assert answer.status_code == status
        assert client.get(f"{url}/api/v1/address").json() == "https 127.0.0.1"
