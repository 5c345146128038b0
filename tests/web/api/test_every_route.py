"""What holds on every route of a server, whoever adds one."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from web.routes import Way, every_way
from web.salon import ASKS_FOR_KEYS, Salon

from baccarat.base.sentences import Sentence
from baccarat.base.words import LANGUAGES, Words

PAGE = {"Accept": "text/html"}
OPEN = {
    Way("GET", "/login"): 200,
    Way("GET", "/healthz"): 200,
    Way("GET", "/favicon.ico"): 200,
    Way("GET", "/static/{name:path}"): 404,
    Way("POST", "/api/v1/login"): 422,
    Way("POST", "/api/v1/logout"): 204,
}
"""What needs no key: the way in and out, the files that pages are made of, and its health."""


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


def test_no_route_answers_by_a_foreign_name(salon: Salon) -> None:
    for way in every_way(salon.app):
        headers = {"Host": "evil.example"}
        answer = salon.http.request(way.method, way.filled(), headers=headers)
        assert answer.status_code == 421, way


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example", "Content-Type": "text/plain"},
        {"Origin": "null", "Content-Type": "application/x-www-form-urlencoded"},
        {
            "Sec-Fetch-Site": "cross-site",
            "Sec-Fetch-Mode": "navigate",
            "Sec-Fetch-Dest": "document",
            "Content-Type": "multipart/form-data; boundary=x",
        },
        {"Sec-Fetch-Site": "same-site", "Content-Type": "application/json"},
    ],
)
def test_no_page_elsewhere_sends_anything_to_any_route(headers: dict[str, str]) -> None:
    salon = Salon()  # where whoever is there is the host, and no key keeps a page out
    salon.ready("Ann")
    before = salon.house.at(1).table
    for way in every_way(salon.app):
        if way.method not in ("GET", "HEAD"):
            body = b'{"seats": 5}'
            answer = salon.http.request(way.method, way.filled(), content=body, headers=headers)
            assert answer.status_code == 403, way
    assert salon.house.at(1).table is before
    assert len(salon.house.tables()) == 1


STUDIES = ("/odds", "/laboratory", "/theory", "/proof", "/drill", "/roads")
NO_SUCH = "colour: there is no such field"
NOT_OURS = Way("GET", "/api/v1/openapi.json")
"""FastAPI's own."""


def test_no_route_passes_over_a_field_that_it_does_not_read() -> None:
    salon = Salon()
    refused, shown = set(), set()
    for way in every_way(salon.app):
        if way.method != "GET" or way == NOT_OURS:
            continue
        answer = salon.http.get(way.filled(), params={"colour": "x"}, headers=PAGE)
        if way.path.startswith("/api/"):
            assert answer.json()["field"] == "colour", way
        if answer.status_code == 422:
            assert NO_SUCH in answer.text, way
            refused.add(way.path)
        else:  # a page is shown all the same
            assert answer.headers["content-type"].startswith("text/html"), way
            shown.add(way.path)
            if way.path.startswith(STUDIES):
                assert NO_SUCH in answer.text, way
    studies = {path for path in shown if path.startswith(STUDIES)}
    assert studies == {*STUDIES, "/laboratory/{digest}"}
    assert {"/api/v1/runs", "/theory/certificate.json", "/laboratory/runs", "/live"} < refused


@pytest.mark.parametrize(
    ("address", "near"),
    [
        ("/api/v1/theory?comission=1/20", "commission"),
        ("/api/v1/tables/1/roads?row=3", "rows"),
        ("/api/v1/events?table=1", "tables"),
        ("/theory?comission=1/20", "commission"),
        ("/theory/certificate.json?model=B3&deck=6", "decks"),
        ("/odds?bet=tie", "bets"),
        ("/odds/answer?bet=tie", "bets"),
        ("/drill?levle=2", "level"),
        ("/drill/answer?part=true&sed=1", "seed"),
        ("/laboratory?knd=stake", "kind"),
        ("/roads?result=BBP", "results"),
    ],
)
def test_a_field_that_is_not_read_is_told_with_the_nearest_name(address: str, near: str) -> None:
    answer = Salon().http.get(address, headers=PAGE)
    assert f"did you mean {near}?" in answer.text
    is_page = address.startswith(STUDIES) and answer.headers["content-type"].startswith("text/html")
    assert answer.status_code == 422 or is_page


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("/api/v1/theory?model=A1&model=B3", "model"),
        ("/api/v1/events?tables=1&tables=2", "tables"),
        ("/odds?seen=Kh&seen=9d", "seen"),
        ("/odds/answer?seen=Kh&seen=9d", "seen"),
        ("/theory?decks=6&decks=7", "decks"),
        ("/drill?seed=1&level=2&level=3", "level"),
    ],
)
def test_a_field_that_stands_twice_is_told_and_not_passed_over(address: str, name: str) -> None:
    answer = Salon().http.get(address, headers=PAGE)
    assert f"{name} is given twice in the address" in answer.text
    assert "give the field once" in answer.text
    is_page = address.startswith(STUDIES) and answer.headers["content-type"].startswith("text/html")
    assert answer.status_code == 422 or is_page


@pytest.mark.parametrize(
    "address",
    [
        "/odds?seen=Kh&do=take.9d&do=take.8d",
        "/drill?kind=pays&kind=roads&seed=1",
        "/drill/answer?kind=pays&seed=1&answer.1=B&answer.1=P",
        "/theory?model=A1&model=A1",
        f"/laboratory?compare={'0' * 64}&compare={'1' * 64}",
    ],
)
def test_a_field_of_which_all_are_read_may_stand_twice(address: str) -> None:
    assert "is given twice" not in Salon().http.get(address, headers=PAGE).text


def test_addresses_of_other_fields_say_which_there_are_in_every_language() -> None:
    http = Salon().http
    for path, names in (("/api/v1/runs", ""), ("/api/v1/tables/1/statistics", "shoe")):
        for language in LANGUAGES:
            headers = {"Accept-Language": language}
            told = http.get(path, params={"utm_source": "x"}, headers=headers).json()
            form = "this address takes {names}" if names else "this address takes no fields"
            said = Sentence(form, names=names) if names else Sentence(form)
            assert told["what_to_do"] == Words.of(language).say(said)
            assert language == "en" or told["what_to_do"] != said


UPWARDS = (
    "..%2f..%2f..%2fetc%2fpasswd",
    "%2e%2e%2f%2e%2e%2fpyproject.toml",
    "%2fetc%2fpasswd",
    "store.sqlite%00.css",
)


@pytest.mark.parametrize("name", UPWARDS)
def test_no_name_in_an_address_leads_to_a_file(name: str) -> None:
    salon = Salon()
    for way in every_way(salon.app):
        if "{" in way.path:
            answer = salon.http.request(way.method, way.filled(name), json={})
            assert answer.status_code in (400, 404, 405, 422), (way, answer.status_code)
            assert "root:" not in answer.text
            assert "[project]" not in answer.text


def test_no_text_in_a_body_is_read_as_the_name_of_a_file() -> None:
    salon, name = Salon(), "/etc/passwd"
    told, asked = salon.app.openapi(), 0
    for way, operation in operations(told):
        for body in changed_bodies(told, operation, "string", name):
            answer = salon.http.request(way.method, way.filled(), json=body)
            assert answer.status_code < 500, (way, body, answer.text)
            assert "root:" not in answer.text, (way, body)
            asked += 1
    assert asked > 20


def test_no_number_is_too_large_for_any_parameter_or_field() -> None:
    salon, number = Salon(), 1 << 63
    salon.ready("Ann")
    salon.call("POST", "/boards", {"name": "Table 3"})
    told, asked = salon.app.openapi(), 0
    for way, operation in operations(told):
        for one in operation.get("parameters", ()):
            if "integer" in json.dumps(one["schema"]):
                is_path = one["in"] == "path"
                query = {} if is_path else {one["name"]: str(number)}
                path = way.filled(str(number) if is_path else "1")
                answer = salon.http.request(way.method, path, params=query, json={})
                assert 400 <= answer.status_code < 500, (way, one["name"])
                asked += 1
        for body in changed_bodies(told, operation, "integer", number):
            answer = salon.http.request(way.method, way.filled(), json=body)
            assert answer.status_code < 500, (way, body, answer.text)
            asked += 1
    assert asked > 40


def operations(told: dict[str, Any]) -> Iterator[tuple[Way, dict[str, Any]]]:
    """Every documented way, with its description; odds start processes and have tests of theirs."""
    for path, ways in told["paths"].items():
        if path != "/api/v1/odds":
            yield from ((Way(method, path), one) for method, one in ways.items())


def changed_bodies(
    told: dict[str, Any], operation: dict[str, Any], kind: str, value: object
) -> Iterator[dict[str, Any]]:
    """The documented bodies, with another value for each field that may be of a kind."""
    content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    right = [one["value"] for one in content.get("examples", {}).values()]
    shape = content.get("schema", {})
    for one in shape.get("oneOf", [shape]):
        name = one.get("$ref", "").rpartition("/")[2]
        fields = told["components"]["schemas"].get(name, {}).get("properties", {})
        for field, what in fields.items():
            if kind in json.dumps(what):
                yield from ({**body, field: value} for body in right if set(body) <= set(fields))


def test_every_address_of_the_api_that_is_read_answers_head_without_a_body() -> None:
    salon = Salon()
    salon.ready("Ann")
    streams = {"/live", "/api/v1/events"}
    ways = {way for way in every_way(salon.app) if way.method == "GET" and "/api/" in way.path}
    assert len(ways) > 20
    for way in sorted(way for way in ways if way.path not in streams):
        path = way.filled()
        whole, head = (salon.http.request(method, path) for method in ("GET", "HEAD"))
        assert head.status_code == whole.status_code, path
        assert head.headers.get("content-type") == whole.headers.get("content-type"), path
        assert head.content == b"", path
    games = salon.http.head("/api/v1/games")
    assert games.status_code == 200
    assert games.headers["content-length"] == str(len(salon.http.get("/api/v1/games").content))
    assert [salon.http.head(path).status_code for path in sorted(streams)] == [405, 405]
