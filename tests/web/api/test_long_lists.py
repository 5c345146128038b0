"""Long lists come in parts, and a house has room for so many tables."""

import asyncio
import re

import pytest
from scripted_server import Reply, serving
from web.salon import ASKS_FOR_KEYS, HERE, Salon
from web_client import client_of

import baccarat as bac
from baccarat.client import AsyncClient
from baccarat.web.api import tables
from baccarat.web.app import build_app
from baccarat.web.gate.keys import Level
from baccarat.web.house.house import House
from baccarat.web.pages.lobby import page as lobby_page
from baccarat.web.pages.wall import page as wall_page

PAGE = {"accept": "text/html"}


@pytest.fixture
def salon(monkeypatch: pytest.MonkeyPatch) -> Salon:
    """Seven tables, of which the fourth is closed, and lists of three rows."""
    monkeypatch.setattr(tables, "MOST_ROWS", 3)
    salon = Salon()
    for _ in range(7):
        salon.open()
    salon.act(4, "close")
    return salon


def numbers(told: dict[str, list[dict[str, int]]], kind: str = "table") -> list[int]:
    return [row[kind] for row in told[f"{kind}s"]]


def test_who_asks_for_no_part_gets_the_first_and_is_told_how_to_go_on(salon: Salon) -> None:
    first = salon.get("/tables")
    assert (numbers(first), first["next"]) == ([1, 2, 3], 3)
    last = salon.get("/tables?after=3")
    assert (numbers(last), last["next"]) == ([5, 6, 7], None)
    assert numbers(salon.get("/tables?closed=true&after=3")) == [4, 5, 6]
    assert salon.get("/tables?after=7") == {"tables": [], "damaged": [], "next": None}


def test_parts_stay_the_same_when_tables_close_between_them(salon: Salon) -> None:
    after = salon.get("/tables")["next"]
    salon.act(1, "close")
    salon.act(2, "close")
    assert numbers(salon.get(f"/tables?after={after}")) == [5, 6, 7]


def test_a_key_for_some_tables_has_parts_of_these(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "MOST_ROWS", 2)
    salon = Salon(settings=ASKS_FOR_KEYS)
    host = salon.new_key(Level.HOST)
    for _ in range(6):
        assert salon.call("POST", "/tables", {}, bearer=host).status_code == 200
    key = salon.new_key(Level.WATCH, (2, 4, 5))
    first = salon.get("/tables", bearer=key)
    assert (numbers(first), first["next"]) == ([2, 4], 4)
    assert numbers(salon.get("/tables?after=4", bearer=key)) == [5]


def test_boards_come_in_parts_too(salon: Salon) -> None:
    for name in "ABCD":
        salon.call("POST", "/boards", {"name": name})
    first = salon.get("/boards")
    assert (numbers(first, "board"), first["next"]) == ([1, 2, 3], 3)
    assert numbers(salon.get("/boards?after=3"), "board") == [4]


PARTS = (
    Reply({"tables": [{"table": 1}, {"table": 2}], "damaged": [], "next": 2}),
    Reply({"tables": [{"table": 9}], "damaged": [], "next": None}),
)


def test_a_client_walks_all_parts() -> None:
    with serving(*PARTS) as server, bac.Client(server.url) as client:
        assert [row["table"] for row in client.tables()] == [1, 2, 9]
    assert [call.params for call in server.asked] == [{}, {"after": "2"}]


async def _tables(url: str) -> list[int]:
    async with AsyncClient(url) as client:
        return [row["table"] for row in await client.tables()]


def test_a_client_of_asyncio_walks_all_parts_and_knows_servers_of_before() -> None:
    with serving(*PARTS) as server:
        assert asyncio.run(_tables(server.url)) == [1, 2, 9]
    with serving(Reply({"tables": [{"table": 5}]})) as server:
        assert asyncio.run(_tables(server.url)) == [5]


def test_the_lobby_has_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby_page, "MOST_CARDS", 3)
    salon = Salon()
    for _ in range(7):
        salon.open()
    salon.act(4, "close")
    salon.call("POST", "/boards", {"name": "Club"})

    def shown(path: str) -> tuple[list[str], str]:
        page = salon.http.get(path, headers=PAGE).text
        places = re.findall(r'data-part="((?:table|board)/\d+)/card"', page)
        return places, re.sub(r"\s+", " ", page)

    first, page = shown("/")
    assert first == ["table/1", "table/2", "table/3"]
    assert "Page 1 of 3" in page
    assert 'rel="next" href="/?page=2"' in page
    assert 'rel="prev"' not in page
    assert shown("/?page=2")[0] == ["table/5", "table/6", "table/7"]
    last, page = shown("/?page=3")
    assert last == ["board/1"]
    assert 'rel="next"' not in page
    assert shown("/?page=99")[0] == last
    assert salon.http.get("/?page=0", headers=PAGE).status_code == 422


def test_a_lobby_of_one_page_has_no_pages_to_choose() -> None:
    salon = Salon()
    salon.open()
    page = salon.http.get("/", headers=PAGE).text
    assert "<nav" not in page.partition("<main")[2]


def test_the_wall_of_all_shows_no_more_than_a_stream_can(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wall_page, "MOST_ON_WALL", 2)
    salon = Salon()
    for _ in range(3):
        salon.open()
    page = salon.http.get("/wall", headers=PAGE).text
    assert set(re.findall(r'data-watch="(table/\d+)', page)) == {"table/1", "table/2"}


def test_a_full_house_refuses_one_more_table_in_a_clear_line() -> None:
    salon = Salon()
    salon.house.most_tables = 2
    salon.open()
    answered = salon.call("POST", "/tables", {}, key="the second")
    refused = salon.call("POST", "/tables", {})
    assert (refused.status_code, refused.json()["type"]) == (409, "/problems/full-house")
    said = refused.json()["detail"]
    assert said == "this house has no room for one more open table (at most 2)"
    again = salon.call("POST", "/tables", {}, key="the second")
    assert again.json() == answered.json()
    salon.act(1, "close")
    assert salon.open() == 3
    french = salon.call("POST", "/tables", {}, **{"accept-language": "fr"})
    assert "(2 au plus)" in french.json()["detail"]


def test_tables_of_before_a_restart_count_too() -> None:
    salon = Salon()
    for _ in range(3):
        salon.open()
    salon.act(2, "close")
    again = House(salon.store, most_tables=2)
    http = client_of(build_app(again, HERE))
    assert http.post("/api/v1/tables", json={}).status_code == 409
