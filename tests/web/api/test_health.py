"""`/healthz`: ok, or that the store does not answer, and nothing else."""

import asyncio
from threading import Event

import httpx
import pytest
from guarded import gate_of
from web.salon import ASKS_FOR_KEYS, Salon

from baccarat.store import StoreTrouble
from baccarat.web.gate import gate


@pytest.fixture(scope="module")
def salon() -> Salon:
    """A server that demands keys."""
    return Salon(settings=ASKS_FOR_KEYS)


def health(salon: Salon, method: str = "GET") -> httpx.Response:
    return salon.http.request(method, "/healthz")


def test_a_server_that_is_well_says_ok_without_a_key(salon: Salon) -> None:
    answer = health(salon)
    assert (answer.status_code, answer.text) == (200, "ok\n")
    head = health(salon, "HEAD")
    assert (head.status_code, head.content) == (200, b"")
    assert health(salon, "POST").status_code == 405


def test_a_store_that_is_away_is_told_without_its_place(
    salon: Salon, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> bool:
        raise StoreTrouble("/srv/secret.sqlite: cannot be read")

    monkeypatch.setattr(gate_of(salon.app).keys, "load", fail)
    answer = health(salon)
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "1")
    assert answer.json()["detail"] == "the store does not answer now"
    assert "secret" not in answer.text
    assert health(salon, "HEAD").status_code == 503


def test_a_store_that_hangs_is_told_soon(salon: Salon, monkeypatch: pytest.MonkeyPatch) -> None:
    may_end = Event()
    monkeypatch.setattr(gate, "HEALTHY_SECONDS", 0.05)
    monkeypatch.setattr(gate_of(salon.app).keys, "load", lambda: may_end.wait(60))

    async def ask() -> bool:
        told = await gate_of(salon.app).hears_store()
        may_end.set()  # else the end of the loop would wait for it
        return told

    assert asyncio.run(ask()) is False
