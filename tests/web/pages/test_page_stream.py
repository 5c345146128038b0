"""The stream of pages: drawn once for all, small, for those who may look, and never wrong."""

import asyncio
import json
import re
from collections import Counter
from collections.abc import Mapping
from contextlib import AsyncExitStack
from itertools import combinations
from threading import Barrier, Thread
from typing import Any

import pytest
from troubled_store import TroubledStore
from web.listening import PageListening
from web.salon import ASKS_FOR_KEYS, Salon, deal_on

from baccarat.base.words import LANGUAGES
from baccarat.table.board.board import BoardAct
from baccarat.table.requests import Request
from baccarat.table.state import Phase
from baccarat.table.table import Table
from baccarat.table.view.view import Audience
from baccarat.web.gate.keys import Level
from baccarat.web.house.views import Viewer
from baccarat.web.pages import parts as page_parts
from baccarat.web.pages.parts import (
    SCENE_KINDS,
    SCENES,
    Drawings,
    DrawnPlace,
    PageViewer,
    Sketch,
    unpress,
)

MOST_BYTES = 8 * 1024
"""Of the event that a coup makes, on the wire."""
LATE = 74
"""Coups of a shoe, of which this one has 78."""
GUESTS = ("Anastasia", "Bob", "Cléopâtre", "Désirée", "Евгений", "陳大文", "やまだ")
SIDE_BETS = "dragon-bonus-player dragon-bonus-banker lucky-6 perfect-pair either-pair big small"
EVERYBODY = PageViewer(scenes=("table",))


def drawn_at(salon: Salon, table: int) -> DrawnPlace:
    return Drawings(salon.app.state.shell).at(salon.house.at(table))


def count_drawings(monkeypatch: pytest.MonkeyPatch) -> Counter[tuple[PageViewer, int]]:
    """How often each state is drawn for each viewer, from now on."""
    counted: Counter[tuple[PageViewer, int]] = Counter()
    draw = SCENES["table"]

    def counting(sketch: Sketch) -> Mapping[str, str]:
        counted[sketch.by, sketch.state.number] += 1
        return draw(sketch)

    monkeypatch.setitem(SCENES, "table", counting)
    return counted


def test_a_coup_is_drawn_once_for_two_hundred_who_watch(monkeypatch: pytest.MonkeyPatch) -> None:
    salon = Salon()
    salon.ready()
    counted = count_drawings(monkeypatch)
    pressed: list[bytes] = []
    press = page_parts.press

    def noted(text: bytes) -> bytes:
        pressed.append(text)
        return press(text)

    monkeypatch.setattr(page_parts, "press", noted)

    async def watch() -> None:
        async with AsyncExitStack() as stack:
            # Each comes from another address: one may not have so many streams.
            streams = [PageListening(salon.app, "watch=table/1:table") for _ in range(200)]
            for place, stream in enumerate(streams):
                stream.scope["client"] = (f"127.0.1.{place}", 5)
                await stack.enter_async_context(stream)
            for stream in streams:
                await stream.told(1)
            for coups in range(2, 5):
                await asyncio.to_thread(deal_on, salon.house, 1)
                for stream in streams:
                    await stream.told(coups)
            assert len({stream.body for stream in streams}) == 1

    asyncio.run(watch())
    assert len(counted) == 4
    assert set(counted.values()) == {1}
    assert len(pressed) == 4


def test_threads_that_want_the_same_drawing_wait_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    salon = Salon()
    drawn = drawn_at(salon, salon.ready())
    counted = count_drawings(monkeypatch)
    start = Barrier(8)

    def look() -> None:
        start.wait()
        drawn.tell(EVERYBODY)

    threads = [Thread(target=look) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(counted.values()) == {1}


def test_a_coup_late_in_a_shoe_is_at_most_8_kb_in_every_language() -> None:
    salon = Salon()
    table = salon.open(seed=7, seats=7, bets=SIDE_BETS.split())
    for guest in GUESTS:
        salon.sit(table, guest, 1_000_000)
    salon.act(table, "shoe")
    salon.act(table, "cut")
    here, drawn = salon.house.at(table), drawn_at(salon, table)
    spots = [spot for spot, _ in here.table.view(Audience.SPECTATOR).spots]
    assert len(spots) >= 11
    while here.table.coups < LATE:
        deal_on(salon.house, table)
    seats = [Viewer(), *(Viewer(Audience.GUEST, one.guest, one.since) for one in here.table.seats)]
    viewers = [PageViewer(seat, one, ("table",)) for seat in seats[:2] for one in LANGUAGES]
    sizes: Counter[PageViewer] = Counter()
    while here.table.phase is Phase.BETS:
        for guest in GUESTS:
            salon.act(table, "bet", guest, wagers=" ".join(f"{spot}=100" for spot in spots))
        before = here.table.number
        for viewer in viewers:
            drawn.parts(viewer)
        salon.act(table, "deal")
        for viewer in viewers:
            _, event = drawn.tell(viewer, before)
            assert _told(event)["since"] == before
            sizes[viewer] = max(sizes[viewer], len(event))
    assert here.table.coups > LATE
    assert max(sizes.values()) <= MOST_BYTES, sizes.most_common(3)


def test_an_event_follows_the_number_that_it_names_or_tells_all() -> None:
    salon = Salon()
    table = salon.ready("Ann")
    drawn = drawn_at(salon, table)
    first, whole = drawn.parts(EVERYBODY)
    salon.act(table, "place", "Ann", spot="banker", stake=100)
    second, event = drawn.tell(EVERYBODY, first)
    assert _told(event)["since"] == first
    salon.act(table, "clear", "Ann")  # as it was at first
    _, two_acts = drawn.tell(EVERYBODY, first)
    _, one_act = drawn.tell(EVERYBODY, second)
    assert "layout" not in _told(two_acts)["parts"]  # so who is at the second must not take it
    assert "layout" in _told(one_act)["parts"]
    for unknown in (1, second + 99, 10**17):
        told = _told(drawn.tell(EVERYBODY, unknown)[1])
        assert told["since"] == 0
        assert told["parts"].keys() == whole.keys()


def test_numbers_that_nobody_has_do_not_fill_the_memory() -> None:
    salon = Salon()
    drawn = drawn_at(salon, salon.ready())
    for number in range(1_000, 2_000):
        drawn.tell(EVERYBODY, number)
    assert len(drawn._events) == 1
    for _ in range(30):
        deal_on(salon.house, 1)
        drawn.tell(EVERYBODY)
    assert len(drawn._drawn[EVERYBODY]) == page_parts.MOST_NUMBERS
    drawn.watched(+1)
    drawn.watched(-1)
    assert not drawn._drawn


def test_no_two_scenes_have_a_part_of_one_name() -> None:
    """One window may show the one and another the other, by one stream."""
    salon = Salon()
    table = salon.house.at(salon.ready())
    salon.house.open_board(BoardAct("open", "Felt"))
    places = [Drawings(salon.app.state.shell).at(one) for one in (table, salon.house.board_at(1))]
    for drawn in places:
        kind = drawn.place.partition("/")[0]
        names = {
            name: drawn.parts(PageViewer(scenes=(name,)))[1].keys()
            for name in SCENES
            if kind in SCENE_KINDS[name]
        }
        for (one, first), (other, second) in combinations(names.items(), 2):
            assert not first & second, (one, other)


def test_whoever_asks_for_a_scene_of_another_kind_of_place_is_told_so() -> None:
    """Not that something went wrong here: nobody writes into our log by asking for nonsense."""
    salon = Salon()
    salon.ready()
    salon.house.open_board(BoardAct("open", "Felt"))
    for place, kind in (("table/1", "table"), ("board/1", "board"), ("hall", "hall")):
        for name in SCENES:
            status = salon.http.get(f"/parts?watch={place}:{name}").status_code
            assert status == (200 if kind in SCENE_KINDS[name] else 422), (place, name)
    assert salon.http.get("/live?watch=table/1:table,board/1:table").status_code == 422


def test_a_place_that_is_not_there_does_not_keep_the_others_away() -> None:
    salon = Salon()
    salon.ready()

    async def watch() -> None:
        query = "watch=table/9:table,table/1:table,board/4:card"
        async with PageListening(salon.app, query, accept_language="fr") as heard:
            told = await heard.told(3)
            assert [kind for _, kind, _ in told] == ["refused", "refused", "parts"]
            assert [one["places"] for _, _, one in told[:2]] == [["table/9"], ["board/4"]]
            assert told[0][2] == {
                "places": ["table/9"],
                "status": 404,
                "detail": "il n'y a pas de table 9",
            }

    asyncio.run(watch())
    assert salon.http.get("/parts?watch=table/9:table,table/1:table").status_code == 200
    assert salon.http.get("/parts?watch=table/9:table").status_code == 404


def test_a_key_for_one_table_hears_of_no_other() -> None:
    salon = Salon(settings=ASKS_FOR_KEYS)
    host = salon.new_key(Level.HOST)
    for _ in range(2):
        assert salon.call("POST", "/tables", {"seed": 7}, bearer=host).status_code == 200
    bearer = {"authorization": f"Bearer {salon.new_key(Level.WATCH, (2,))}"}
    told = salon.http.get("/parts?watch=table/1:table,table/2:table", headers=bearer).json()
    assert [one["place"] for one in told] == ["table/2"]
    assert salon.http.get("/parts?watch=table/2:table").status_code == 401


def test_a_stream_ends_with_its_key() -> None:
    store = TroubledStore()
    salon = Salon(store, ASKS_FOR_KEYS)
    host = salon.new_key(Level.HOST)
    assert salon.call("POST", "/tables", {"seed": 7}, bearer=host).status_code == 200
    bearer = f"Bearer {salon.new_key(Level.WATCH)}"

    async def watch() -> None:
        async with PageListening(salon.app, "watch=table/1:table", authorization=bearer) as heard:
            await heard.told(1)
            store.revoke(2)
            salon.app.state.gate.keys.load()
            salon.app.state.gate.end_revoked()
            await heard.until(lambda: heard.is_over)

    asyncio.run(watch())


@pytest.mark.parametrize("encoding", ["identity", "gzip;q=0, br", "br"])
def test_who_takes_nothing_pressed_gets_it_plain(encoding: str) -> None:
    salon = Salon()
    salon.ready()

    async def watch() -> None:
        query = "watch=table/1:table"
        async with PageListening(salon.app, query, accept_encoding=encoding) as heard:
            assert "content-encoding" not in heard.headers
            ((_, kind, _),) = await heard.told(1)
            assert kind == "parts"

    asyncio.run(watch())
    for path in ("/static/house.css", "/", "/parts?watch=table/1:table"):
        answer = salon.http.get(path, headers={"accept-encoding": encoding})
        assert "content-encoding" not in answer.headers
        assert "Accept-Encoding" in answer.headers["vary"]
        pressed = salon.http.get(path, headers={"accept-encoding": "br;q=1, gzip;q=0.5"})
        assert pressed.headers["content-encoding"] == "gzip"
        assert pressed.content == answer.content


def test_entity_tags_are_compared_whole() -> None:
    salon = Salon()
    tag = salon.http.get("/static/house.css").headers["etag"]
    for given, status in {
        tag: 304,
        tag.removeprefix("W/"): 304,
        f'"other", {tag}': 304,
        "*": 304,
        tag[:-3] + '"': 200,
        tag.strip('W/"') + "7": 200,
        f'"x{tag.strip("W/").strip(chr(34))}"': 200,
    }.items():
        answer = salon.http.get("/static/house.css", headers={"if-none-match": given})
        assert answer.status_code == status, given


@pytest.mark.parametrize("path", ["/", "/tables/1", "/login"])
def test_a_script_that_others_import_is_loaded_by_the_name_that_they_use(path: str) -> None:
    """A module with two addresses would run twice."""
    salon = Salon()
    salon.ready()
    scripts = re.findall(r'<script src="/static/([^"]+)" type="module"', salon.http.get(path).text)
    assert "house.js" in scripts
    assert all("?" not in one for one in scripts)


@pytest.mark.parametrize("path", ["/", "/tables/1", "/static/house.css", "/login", "/tables/9"])
def test_a_head_is_a_page_without_its_body(path: str) -> None:
    salon = Salon()
    salon.ready()
    page = {"accept": "text/html"}
    whole, head = (salon.http.request(how, path, headers=page) for how in ("GET", "HEAD"))
    assert (head.status_code, head.content) == (whole.status_code, b"")
    assert head.headers == whole.headers


def test_pages_and_their_streams_tell_the_version_of_the_pages() -> None:
    salon = Salon()
    salon.ready()
    version = salon.app.state.shell.version
    assert f'data-version="{version}"' in salon.http.get("/tables/1").text
    answer = salon.http.get("/parts?watch=table/1:table")
    assert answer.headers["baccarat-version"] == version

    async def watch() -> None:
        async with PageListening(salon.app, "watch=table/1:table") as heard:
            assert heard.headers["baccarat-version"] == version

    asyncio.run(watch())


def test_who_sits_down_by_the_name_of_one_who_left_is_another() -> None:
    salon = Salon()
    table = salon.ready()
    salon.sit(table, "Ann", 98_765)
    (seat,) = salon.house.at(table).table.seats
    first = PageViewer(Viewer(Audience.GUEST, "Ann", seat.since), scenes=("table",))
    drawn = drawn_at(salon, table)
    assert "98,765" in drawn.parts(first)[1]["rack"]
    salon.act(table, "leave", "Ann")
    salon.sit(table, "Ann", 54_321)
    assert "54,321" not in json.dumps(dict(drawn.parts(first)[1]))


def test_a_table_that_is_closed_is_told_to_who_watches() -> None:
    salon = Salon()
    table = salon.ready()

    async def watch() -> None:
        async with PageListening(salon.app, "watch=table/1:table") as heard:
            await heard.told(1)
            await asyncio.to_thread(salon.house.ask, table, Request("close"), "host")
            _, _, told = (await heard.told(2))[1]
            assert told["number"] == salon.house.at(table).table.number

    asyncio.run(watch())


def test_a_scene_that_fails_for_one_does_not_stop_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    salon = Salon()
    salon.ready()
    draw = SCENES["table"]

    def failing(sketch: Sketch) -> Mapping[str, str]:
        assert isinstance(sketch.state, Table)
        if sketch.by.language == "fr" and sketch.state.results:
            raise ValueError("a fault of ours")
        return draw(sketch)

    monkeypatch.setitem(SCENES, "table", failing)

    async def watch() -> None:
        query = "watch=table/1:table"
        async with (
            PageListening(salon.app, query, accept_language="fr") as broken,
            PageListening(salon.app, query) as heard,
        ):
            await broken.told(1)
            await heard.told(1)
            await asyncio.to_thread(deal_on, salon.house, 1)
            await heard.told(2)
            await asyncio.wait_for(asyncio.wait({broken.task}), 10)

    asyncio.run(watch())


def _told(event: bytes) -> Any:
    return json.loads(unpress(event).decode().partition("data: ")[2])
