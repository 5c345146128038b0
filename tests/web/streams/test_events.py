"""Streams: nothing is missed, nothing comes twice, and nobody waits for a slow reader."""

import asyncio
import json
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from typing import Self

import pytest
from guarded import running
from troubled_store import TroubledStore
from web.listening import SOON, Listening
from web.salon import ASKS_FOR_KEYS, HERE, Salon, deal_on

from baccarat.table.board.board import BoardAct
from baccarat.table.requests import Request
from baccarat.web.gate.keys import Level
from baccarat.web.server import listen, settings_for
from baccarat.web.settings import Settings
from baccarat.web.streams import events as live


async def deal(salon: Salon, table: int = 1) -> int:
    """A coup, or a new shoe first; the number of the last act."""
    return await asyncio.to_thread(deal_on, salon.house, table)


def test_a_stream_tells_all_at_first_and_then_what_is_new() -> None:
    salon = Salon()
    table = salon.ready(name="Salon")

    async def watch() -> None:
        async with Listening(salon.app, "tables=1") as heard:
            ((first, kind, told),) = await heard.told(1)
            before = salon.house.at(table).table.number
            assert (first, kind, told["since"]) == (f"table/1:{before}", "table", 0)
            assert (told["name"], told["view"]["game"]) == ("Salon", "punto-banco")
            number = await deal(salon)
            second, _, new = (await heard.told(2))[1]
            assert (second, new["number"], new["since"]) == (f"table/1:{number}", number, before)
            assert len(new["view"]["results"]) == 1
            assert "spots" not in new["view"]

    asyncio.run(watch())


def test_no_coup_is_missed_or_told_twice_over_broken_streams_and_new_shoes() -> None:
    salon = Salon()
    salon.ready(decks=1, cut_card=30)

    async def watch() -> None:
        last, heard_of = "", 0
        for _ in range(8):
            async with Listening(salon.app, "tables=1", last_event_id=last or "table/1:0") as heard:
                seen = 0
                for _ in range(3):
                    number = await deal(salon)
                    await heard.until(
                        lambda number=number, heard=heard: (
                            heard.events and heard.events[-1][2]["number"] == number
                        )
                    )
                    for _, _, told in heard.events[seen:]:
                        came = len(told["view"]["results"])
                        shoe = told["view"]["shoe"]["coups"]
                        assert came <= shoe
                        heard_of = came if told["since"] == 0 else heard_of + came
                        assert heard_of == shoe  # all coups of the shoe, each once
                    seen = len(heard.events)
                last = heard.events[-1][0]
        assert salon.house.at(1).table.shoes > 2

    asyncio.run(watch())


def test_who_is_slower_than_the_next_shoe_hears_how_the_last_one_ended() -> None:
    salon = Salon()
    salon.ready(decks=1, cut_card=30)

    async def watch() -> None:
        async with Listening(salon.app, "tables=1") as heard, Listening(salon.app, "tables=1"):
            await deal(salon)
            await heard.told(2)
            heard.is_reading.clear()
            while salon.house.at(1).table.phase.value != "finished":
                await deal(salon)
            coups = salon.house.at(1).table.coups
            number = await deal(salon)
            heard.is_reading.set()
            await heard.until(lambda: heard.events[-1][2]["number"] == number)
            views = [told["view"] for _, _, told in heard.events]
            old = [view for view in views if view["shoe"]["number"] == 1]
            assert sum(len(view["results"]) for view in old) == coups
            assert (old[-1]["phase"], old[-1]["coups"]) == ("finished", coups)
            assert views[len(old)]["since"] == 0
            last = f"table/1:{views[0]['number']}"
        async with Listening(salon.app, "tables=1", last_event_id=last) as again:
            first, second = await again.told(2)
            assert len(first[2]["view"]["results"]) == coups
            assert second[2]["number"] == number

    asyncio.run(watch())


def test_who_has_the_last_number_hears_nothing_until_there_is_news() -> None:
    salon = Salon()
    number = salon.house.at(salon.ready()).table.number

    async def watch() -> None:
        async with Listening(salon.app, f"tables=1&last=table/1:{number}") as heard:
            await deal(salon)
            ((_, _, told),) = await heard.told(1)
            assert told["since"] == number

    asyncio.run(watch())


def test_a_stream_has_several_tables_and_boards_and_one_cursor() -> None:
    salon = Salon()
    salon.ready()
    salon.ready()
    salon.house.open_board(BoardAct("open", "Table 3"))

    async def watch() -> None:
        async with Listening(salon.app, "tables=2,1&boards=1") as heard:
            await heard.told(3)
            await deal(salon, 1)
            await heard.told(4)
            act = BoardAct("result", "B")
            await asyncio.to_thread(salon.house.ask_board, 1, act, "dealer")
            last, kind, told = (await heard.told(5))[-1]
            assert (kind, told["board"], told["view"]["letters"]) == ("board", 1, "B")
            numbers = [salon.house.at(n).table.number for n in (1, 2)]
            assert last == f"table/2:{numbers[1]},table/1:{numbers[0]},board/1:2"

    asyncio.run(watch())


def test_all_spectators_get_the_same_bytes_and_a_guest_their_own() -> None:
    salon = Salon()
    table = salon.ready("Ann")

    async def watch() -> None:
        token = salon.tokens[f"{table} Ann"]
        async with (
            Listening(salon.app, "tables=1&as=spectator") as one,
            Listening(salon.app, "tables=1&as=spectator") as other,
            Listening(salon.app, "tables=1", baccarat_guest=token) as ann,
        ):
            for heard in (one, other, ann):
                await heard.told(1)
            await deal(salon)
            for heard in (one, other, ann):
                await heard.told(2)
            assert one.body == other.body
            assert one.events[0][2]["view"]["bankroll"] == 0
            assert ann.events[0][2]["view"]["bankroll"] == 1_000

    asyncio.run(watch())


def test_a_guest_who_leaves_goes_on_as_a_spectator() -> None:
    salon = Salon()
    table = salon.ready("Ann")

    async def watch() -> None:
        token = salon.tokens[f"{table} Ann"]
        async with Listening(salon.app, "tables=1", baccarat_guest=token) as ann:
            await ann.told(1)
            await asyncio.to_thread(salon.house.ask, table, Request("leave"), "Ann")
            await ann.told(2)
            sit = Request("sit", {"guest": "Ann", "bankroll": 77})
            await asyncio.to_thread(salon.house.ask, table, sit, "Ann")
            views = [told["view"] for _, _, told in await ann.told(3)]
            assert [view["audience"] for view in views] == ["guest", "spectator", "spectator"]
            assert b'"bankroll":77' not in ann.body

    asyncio.run(watch())


def test_no_stream_tells_of_a_fair_shoe_before_its_last_coup() -> None:
    salon = Salon()
    table = salon.open(fair=True, decks=1, cut_card=30, seats=3)
    salon.sit(table, "Ann")
    salon.act(table, "shoe")
    salon.act(table, "cut", "Ann", guest_seed="my lucky words")
    here = salon.house.at(table)
    fair = here.table.ceremony.fair
    assert fair is not None
    seed = str(fair.house_seed).encode()

    async def watch() -> None:
        token = salon.tokens[f"{table} Ann"]
        async with (
            Listening(salon.app, "tables=1&as=spectator") as spectator,
            Listening(salon.app, "tables=1&as=dealer") as dealer,
            Listening(salon.app, "tables=1", baccarat_guest=token) as ann,
        ):
            every, count = (spectator, dealer, ann), 1
            while here.table.phase.value == "bets":
                for heard in every:
                    await heard.told(count)
                    shoe = here.table.the_shoe
                    cards = [str(card) for card in shoe.cards[shoe.position :][:6]]
                    assert json.dumps(cards)[1:-1].replace(" ", "").encode() not in heard.body
                    assert seed not in heard.body
                await deal(salon)
                count += 1
            for heard in every:
                await heard.told(count)
                assert seed in heard.body  # now it may be known

    asyncio.run(watch())


@pytest.mark.parametrize(
    "query",
    [
        "",
        "tables=",
        "tables=x",
        "tables=1,",
        "tables=-1",
        "tables=1&last=nonsense",
        "tables=1&last=table/1",
        "tables=1&last=table/1:x",
        "tables=1&last=" + "table/1:1," * 300,
        "tables=" + ",".join(map(str, range(1, 102))),
        "tables=1&as=house",
    ],
)
def test_a_stream_that_does_not_read_is_one_problem(query: str) -> None:
    salon = Salon()
    salon.ready()
    answer = salon.http.get(f"/api/v1/events?{query}")
    assert answer.status_code == 422
    assert answer.headers["content-type"] == "application/problem+json"


def test_a_last_number_that_never_was_brings_all_of_the_table() -> None:
    salon = Salon()
    salon.ready()

    async def watch() -> None:
        async with Listening(salon.app, "tables=1&last=table/1:999,table/7:3") as heard:
            ((_, _, told),) = await heard.told(1)
            assert told["since"] == 0

    asyncio.run(watch())


def test_a_table_that_is_not_there_has_no_stream() -> None:
    answer = Salon().http.get("/api/v1/events?tables=4")
    assert answer.status_code == 404


def test_a_slow_reader_is_cut_off_and_nobody_waits_for_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(live, "PATIENCE", 0.05)
    monkeypatch.setattr(live, "SWEEPS", 0.01)
    salon = Salon()
    salon.ready()

    async def watch() -> None:
        async with (
            Listening(salon.app, "tables=1") as slow,
            Listening(salon.app, "tables=1") as quick,
        ):
            await slow.told(1)
            slow.is_reading.clear()
            for coups in range(2, 5):
                await deal(salon)
                await quick.told(coups)
            await asyncio.wait_for(asyncio.wait({slow.task}), 10)
            assert len(salon.app.state.hub) == 1
            last = slow.events[-1][0]
            async with Listening(salon.app, "tables=1", last_event_id=last) as again:
                ((_, _, told),) = await again.told(1)
                assert len(told["view"]["results"]) == 3

    asyncio.run(watch())


def test_a_quiet_stream_has_comments(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "QUIET", 0.0)
    monkeypatch.setattr(live, "SWEEPS", 0.01)
    salon = Salon()
    salon.ready()

    async def watch() -> None:
        async with Listening(salon.app, "tables=1") as heard:
            await heard.until(lambda: heard.body.count(b"\n\n: \n\n") >= 1)
            await deal(salon)
            await heard.told(2)

    asyncio.run(watch())


@pytest.mark.parametrize(
    ("settings", "status"),
    [
        (Settings(port=80, most_streams_each=2), 429),
        (Settings(port=80, most_streams=2), 503),
    ],
)
def test_streams_are_bounded_and_one_that_ended_makes_room(settings: Settings, status: int) -> None:
    salon = Salon(settings=settings)
    salon.ready()

    async def watch() -> None:
        async with Listening(salon.app, "tables=1") as first, Listening(salon.app, "tables=1"):
            async with Listening(salon.app, "tables=1") as third:
                assert third.status == status
                await third.until(lambda: third.is_over)
                assert json.loads(third.body)["status"] == status
            first.go()
            await asyncio.wait_for(asyncio.wait({first.task}), 10)
            async with Listening(salon.app, "tables=1") as fourth:
                assert fourth.status == 200
        assert len(salon.app.state.hub) == 0
        assert salon.house.at(1).watchers == 0

    asyncio.run(watch())


def test_one_key_lets_screens_of_many_addresses_in() -> None:
    salon = Salon(settings=replace(ASKS_FOR_KEYS, most_streams_each=1))
    salon.call("POST", "/tables", {}, bearer=salon.new_key(Level.HOST))
    wall = {"authorization": f"Bearer {salon.new_key(Level.WATCH)}"}

    def screen(address: str) -> Listening:
        heard = Listening(salon.app, "tables=1", **wall)
        heard.scope["client"] = (address, 5)
        return heard

    async def watch() -> None:
        async with screen("10.0.0.1") as one, screen("10.0.0.2") as two, screen("10.0.0.1") as more:
            assert [one.status, two.status, more.status] == [200, 200, 429]

    asyncio.run(watch())


def test_all_streams_end_when_the_server_goes() -> None:
    salon = Salon()
    salon.ready()

    async def watch() -> None:
        async with Listening(salon.app, "tables=1") as one, Listening(salon.app, "tables=1") as two:
            salon.app.state.hub.close()
            for heard in (one, two):
                await heard.until(lambda heard=heard: heard.is_over)

    asyncio.run(watch())


def test_a_revoked_key_ends_its_streams_and_no_others() -> None:
    salon = Salon(settings=ASKS_FOR_KEYS)
    host = salon.new_key(Level.HOST)
    salon.call("POST", "/tables", {}, bearer=host)
    keys = [salon.new_key(Level.WATCH) for _ in range(2)]

    async def watch() -> None:
        watching = asyncio.create_task(salon.app.state.gate.watch())
        one, two = (Listening(salon.app, "tables=1", authorization=f"Bearer {key}") for key in keys)
        async with one, two:
            await one.told(1)
            salon.store.revoke(2)
            await one.until(lambda: one.is_over)
            assert not two.is_over
        watching.cancel()

    asyncio.run(watch())


def test_a_key_for_some_tables_watches_no_others() -> None:
    salon = Salon(settings=ASKS_FOR_KEYS)
    host = salon.new_key(Level.HOST)
    for _ in range(2):
        salon.call("POST", "/tables", {}, bearer=host)
    salon.call("POST", "/boards", {"name": "Table 3"}, bearer=host)
    key = salon.new_key(Level.WATCH, (2,))
    for query in ("tables=1", "tables=2,1", "boards=1", "tables=99"):
        assert salon.call("GET", f"/events?{query}", bearer=key).status_code == 403, query


def test_the_defaults_are_those_that_are_written_down() -> None:
    assert (HERE.most_streams, HERE.most_streams_each) == (12_000, 16)
    assert (live.PATIENCE, live.QUIET) == (10, 15)


# With sockets.


class Served:
    """A server of ours with a socket, in another thread."""

    def __init__(self, salon_store: TroubledStore) -> None:
        self.sockets = listen("127.0.0.1", 0)
        for one in self.sockets:
            one.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4_096)
        settings = settings_for(self.sockets)
        self.salon = Salon(salon_store, settings)
        self.port = settings.port
        self._running = ExitStack()

    def __enter__(self) -> Self:
        self._running.enter_context(running(self.salon.app, self.sockets))
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None:
        self._running.close()

    def watch(self) -> socket.socket:
        """A connection that has asked for a stream."""
        made = socket.socket()
        made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        made.settimeout(SOON)
        made.connect(("127.0.0.1", self.port))
        head = f"GET /api/v1/events?tables=1 HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n\r\n"
        made.sendall(head.encode())
        return made


def read_until(made: socket.socket, wanted: bytes) -> bytes:
    body = b""
    while wanted not in body:
        more = made.recv(1 << 16)
        assert more, body
        body += more
    return body


@pytest.fixture
def served() -> Iterator[Served]:
    """A server with a table whose shoe is cut."""
    store = TroubledStore()
    Salon(store).ready()
    with Served(store) as server:
        yield server


def test_a_server_that_stops_ends_its_streams_at_once(served: Served) -> None:
    with served.watch() as made:
        read_until(made, b"event: table")
        served.stop()
        assert read_until(made, b"0\r\n\r\n") == b"0\r\n\r\n"  # the end of an answer in chunks
        assert made.recv(10) == b""


def test_who_takes_nothing_is_dropped_and_others_do_not_wait(
    served: Served, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(live, "PATIENCE", 0.1)
    monkeypatch.setattr(live, "SWEEPS", 0.02)
    hub = served.salon.app.state.hub
    with served.watch() as slow, served.watch() as quick:
        read_until(slow, b"event: table")
        read_until(quick, b"event: table")
        for _ in range(500):
            number = deal_on(served.salon.house, 1)
            read_until(quick, b"id: table/1:%d\n" % number)
            if len(hub) == 1:
                break
        assert len(hub) == 1
        while slow.recv(1 << 16):
            pass  # it is told what was on its way, and then it is over
    assert caplog.text == ""
