"""What the docs print for proxies and for systemd, run as it stands there, on loopback."""

import re
import shutil
import socket
import ssl
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep

import httpx
import pytest
from chaos import Killed
from checkout import ROOT
from guarded import bearer, made_key

from baccarat.store import Store
from baccarat.web.gate.keys import Level

pytestmark = pytest.mark.long
TLS = ROOT / "tests" / "data" / "tls"
PATIENCE = 60.0
SYSTEMD = shutil.which("systemd-analyze")
NGINX = """
daemon off; pid {folder}/pid; error_log stderr;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/b; proxy_temp_path {folder}/p; fastcgi_temp_path {folder}/f;
    uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
    {inner}
}}
"""
CADDY = """
{{
    admin off
    grace_period 1s
    storage file_system {folder}
    auto_https disable_redirects
}}
{inner}
"""


def printed(page: str, kind: str, has: str) -> str:
    """The block of a page that has these words."""
    text = (ROOT / "docs" / page).read_text("utf-8")
    (found,) = [b for b in re.findall(rf"```{kind}\n(.*?)```", text, re.DOTALL) if has in b]
    return str(found)


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@contextmanager
def proxy(*command: str) -> Iterator[None]:
    binary = shutil.which(command[0])
    if binary is None:
        pytest.skip(f"{command[0]} is not here: apt install {command[0]} (on Debian)")
    process = subprocess.Popen([binary, *command[1:]], stderr=subprocess.DEVNULL)
    try:
        yield
    finally:
        process.terminate()
        process.wait(PATIENCE)


@contextmanager
def club(folder: Path, port: int) -> Iterator[tuple[Killed, str]]:
    """A server that a proxy at this port stands before, and its host's key."""
    store = folder / "store.sqlite"
    with Store.open(store) as made:
        key = made_key(made, Level.HOST)
    options = ["--proxy", "127.0.0.1", "--name", f"localhost:{port}"]
    server = Killed(str(store), options=options)
    server.start()
    try:
        until(server.stands)
        yield server, key
    finally:
        server.close()


def until(is_so: object) -> None:
    end = monotonic() + PATIENCE
    while not is_so():  # type: ignore[operator]
        assert monotonic() < end, "it never came"
        sleep(0.05)


def play_through(origin: str, key: str) -> None:
    """A page, an act of a browser, and an event stream, all by the proxy."""
    context = ssl.create_default_context(cafile=TLS / "localhost.pem")
    headers = {**bearer(key), "Origin": origin, "Sec-Fetch-Site": "same-origin"}
    with httpx.Client(base_url=origin, headers=headers, verify=context, timeout=PATIENCE) as http:

        def is_well() -> bool:
            try:
                return http.get("/healthz").text == "ok\n"
            except httpx.TransportError:
                return False

        until(is_well)
        page = http.get("/", headers={"Accept": "text/html"})
        assert (page.status_code, "<html" in page.text) == (200, True)
        table = http.post("/api/v1/tables", json={"seats": 7}).raise_for_status().json()["table"]
        with http.stream("GET", f"/api/v1/events?tables={table}") as stream:
            lines = stream.iter_lines()
            assert stream.status_code == 200
            while not next(lines).startswith("data:"):
                pass
            sat = {"act": "sit", "guest": "Ann", "bankroll": 100}
            http.post(f"/api/v1/tables/{table}/acts", json=sat).raise_for_status()
            while not ((line := next(lines)).startswith("data:") and "Ann" in line):
                pass


def test_nginx_before_one_server(tmp_path: Path) -> None:
    port, file = free_port(), tmp_path / "nginx.conf"
    with club(tmp_path, port) as (server, key):
        inner = printed("serving.md", "nginx", "upstream baccarat")
        second = "    server 10.0.0.12:8000 max_fails=1 fail_timeout=2s;\n"
        for there, here in {
            second: "",  # as the page says of one server
            "10.0.0.11:8000": f"127.0.0.1:{server.port}",
            "listen 443 ssl": f"listen 127.0.0.1:{port}",
            "    ssl_certificate     /etc/ssl/table.pem;\n": "",
            "    ssl_certificate_key /etc/ssl/table.key;\n": "",
            "table.example": "localhost",
        }.items():
            assert there in inner
            inner = inner.replace(there, here)
        file.write_text(NGINX.format(folder=tmp_path, inner=inner))
        with proxy("nginx", "-e", "stderr", "-p", str(tmp_path), "-c", str(file)):
            play_through(f"http://localhost:{port}", key)


def test_nginx_before_several_servers(tmp_path: Path) -> None:
    port, file = free_port(), tmp_path / "nginx.conf"
    with club(tmp_path, port) as (server, key):
        inner = printed("serving.md", "nginx", "upstream baccarat")
        for there, here in {
            "10.0.0.11:8000": f"127.0.0.1:{server.port}",
            "10.0.0.12:8000": f"127.0.0.1:{free_port()}",  # one that is away
            "listen 443": f"listen 127.0.0.1:{port}",
            "table.example": "localhost",
            "/etc/ssl/table": str(TLS / "localhost"),
        }.items():
            assert there in inner
            inner = inner.replace(there, here)
        file.write_text(NGINX.format(folder=tmp_path, inner=inner))
        with proxy("nginx", "-e", "stderr", "-p", str(tmp_path), "-c", str(file)):
            play_through(f"https://localhost:{port}", key)


def test_caddy_before_several_servers(tmp_path: Path) -> None:
    port, file = free_port(), tmp_path / "Caddyfile"
    with club(tmp_path, port) as (server, key):
        inner = printed("serving.md", "text", "reverse_proxy")
        tls = f"bind 127.0.0.1\n tls {TLS / 'localhost.pem'} {TLS / 'localhost.key'}\n"
        for there, here in {
            "10.0.0.11:8000": f"127.0.0.1:{server.port}",
            "10.0.0.12:8000": f"127.0.0.1:{free_port()}",  # one that is away
            "table.example {": f"localhost:{port} {{\n{tls}",
        }.items():
            assert there in inner
            inner = inner.replace(there, here)
        file.write_text(CADDY.format(folder=tmp_path, inner=inner))
        with proxy("caddy", "run", "--adapter", "caddyfile", "--config", str(file)):
            play_through(f"https://localhost:{port}", key)


@pytest.mark.skipif(SYSTEMD is None, reason="needs systemd-analyze: apt install systemd")
def test_systemd_takes_the_unit(tmp_path: Path) -> None:
    unit = printed("serving.md", "ini", "[Service]")
    assert "SuccessExitStatus=143" in unit
    command = str(Path(sys.executable).parent / "baccarat")
    assert Path(command).exists()
    file = tmp_path / "baccarat.service"
    file.write_text(unit.replace("/opt/baccarat/bin/baccarat", command))
    done = subprocess.run(
        [str(SYSTEMD), "verify", "--man=no", str(file)], capture_output=True, text=True, check=False
    )
    complaints = [line for line in done.stderr.splitlines() if file.name in line]
    assert (done.returncode, complaints) == (0, []), done.stderr
