"""What holds on every route of a server, whoever adds one."""

import pytest
from web.routes import Way, every_way
from web.salon import ASKS_FOR_KEYS, Salon

OPEN = {
    Way("GET", "/login"): 200,
    Way("GET", "/favicon.ico"): 200,
    Way("GET", "/static/{name:path}"): 404,
    Way("POST", "/api/v1/login"): 422,
    Way("POST", "/api/v1/logout"): 204,
}
"""What needs no key: the way in and out, and the files that pages are made of."""


@pytest.fixture(scope="module")
def salon() -> Salon:
    """A server that demands keys."""
    return Salon(settings=ASKS_FOR_KEYS)


@pytest.mark.parametrize("accept", ["text/html", "application/json"])
def test_every_route_asks_for_a_key_but_the_way_in(salon: Salon, accept: str) -> None:
    ways = every_way(salon.app)
    found = {}
    for way in ways:
        body: dict[str, str] | None = None if way.method in ("GET", "HEAD") else {}
        headers = {"Accept": accept}
        answer = salon.http.request(way.method, way.filled(), json=body, headers=headers)
        found[way] = answer.status_code
        is_page = accept == "text/html" and not way.path.startswith("/api/")
        if answer.status_code == 401 and is_page:
            assert "data-login" in answer.text, way
    assert {way: status for way, status in found.items() if status != 401} == OPEN
    assert len(ways) > 80  # every router is walked
