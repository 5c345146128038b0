"""`/metrics`: figures for the host, which are those of the house."""

import re

import httpx
import pytest
from guarded import bearer, gate_of, served
from web.salon import ASKS_FOR_KEYS, Salon

from baccarat.web.api.metrics import own_memory
from baccarat.web.gate.keys import Level

LINE = re.compile(r"baccarat_(?P<name>[a-z_]+(?:\{[a-z]+=\"[a-z0-9]+\"\})?) (?P<value>[0-9.]+)")


def metrics(salon: Salon, key: str = "") -> dict[str, float]:
    answer = salon.http.get("/metrics", headers=bearer(key) if key else {})
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    found = {}
    for line in answer.text.splitlines():
        if not line.startswith("# "):
            read = LINE.fullmatch(line)
            assert read is not None, line
            found[read["name"]] = float(read["value"])
            assert f"# TYPE baccarat_{read['name'].partition('{')[0]} " in answer.text
    return found


def test_the_figures_are_those_of_the_house() -> None:
    salon = Salon()
    before = metrics(salon)
    assert (before["tables"], before["acts_total"], before["guests"]) == (0, 0, 0)
    first, second = salon.ready("Ann", "Ben"), salon.ready("Cleo")
    salon.call("POST", "/boards", {"name": "Table 3"})
    salon.call("DELETE", f"/tables/{second}")
    salon.call("GET", "/tables/99")
    found = metrics(salon)
    assert (found["tables"], found["boards"], found["guests"]) == (1, 1, 2)
    tables = [salon.house.at(one).table.number for one in (first, second)]
    assert found["acts_total"] == sum(tables) + 1
    assert found['requests_total{status="4xx"}'] == 1
    assert found['requests_total{status="2xx"}'] == 12  # all that was asked above
    assert found["uptime_seconds"] >= before["uptime_seconds"]
    if (memory := own_memory()) is not None:  # Linux tells it
        assert found["memory_bytes"] == pytest.approx(memory, rel=0.2)


def test_runs_and_questions_about_odds_are_counted() -> None:
    salon = Salon()
    salon.call("POST", "/runs", {"kind": "simulate", "shoes": 10, "seed": 7})
    known = salon.app.state.odds_desk.known
    known.hits += 3
    found = metrics(salon)
    assert found['runs{state="waiting"}'] == 1
    assert found['runs{state="running"}'] == found['runs{state="done"}'] == 0
    assert (found['odds_total{from="memory"}'], found['odds_total{from="process"}']) == (3, 0)


def test_only_the_host_reads_them() -> None:
    salon = Salon(settings=ASKS_FOR_KEYS)
    for level in Level:
        headers = bearer(salon.new_key(level))
        expected = 200 if level is Level.HOST else 403
        assert salon.http.get("/metrics", headers=headers).status_code == expected
    assert salon.http.get("/metrics").status_code == 401


def test_connections_are_those_of_the_server() -> None:
    with served() as (port, server):
        base = f"http://127.0.0.1:{port}"
        gate = gate_of(server.config.app)  # type: ignore[arg-type]
        with httpx.Client(base_url=base) as one, httpx.Client(base_url=base) as two:
            for client in (one, two):
                assert client.get("/api/v1/caller").status_code == 200
            assert gate.connections() == 2
    assert gate.answers[2] == 2
