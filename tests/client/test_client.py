"""The client against a server whose every answer is written down here."""

import asyncio
import inspect
import pickle
import subprocess
import sys
from collections.abc import Callable
from itertools import islice
from typing import Any

import pytest
from scripted_server import DROPPED, Reply, problem, serving

import baccarat as bac
from baccarat.base.errors import BadValue, Missing
from baccarat.client import AsyncClient, Client, Event, NoAnswer, ServerRefused, StaleNumber
from baccarat.client.async_client import AsyncBoardClient, AsyncTableClient
from baccarat.client.sync_client import BoardClient, TableClient
from baccarat.client.verbs import Opening
from baccarat.client.wire import Patience
from baccarat.table.acts import Open
from baccarat.table.board.board import HANDLERS
from baccarat.table.requests import ASKED, Request

ANSWER = Reply({"table": 3, "number": 12, "since": 11, "view": {"bankroll": 900}})


def told(kind: Any, url: str, asks: Callable[[Any], Any], *key: str, **how: Any) -> Any:
    """What a client of either kind answers; its connections are let go."""
    if kind is Client:
        with Client(url, *key, **how) as client:
            return asks(client)

    async def ask() -> Any:
        async with AsyncClient(url, *key, **how) as client:
            return await asks(client)

    return asyncio.run(ask())


def deals(client: Any) -> Any:
    return client.table(3).deal()


def hears(client: Any) -> Any:
    return next(client.table(3).events())


both = pytest.mark.parametrize("kind", [Client, AsyncClient])


@both
def test_an_act_says_what_the_house_expects_and_tells_what_came_of_it(kind: Any) -> None:
    with serving(ANSWER) as server:
        done = told(
            *(kind, server.url, lambda client: client.table(3).bet("banker=100 tie=5"), "s3cret"),
            language="fr",
        )
    (asked,) = server.asked
    assert (asked.method, asked.path) == ("POST", "/api/v1/tables/3/acts")
    assert asked.body == {"act": "bet", "wagers": "banker=100 tie=5"}
    assert asked.headers["authorization"] == "Bearer s3cret"
    assert asked.headers["accept-language"] == "fr"
    assert (done.place, done.number, done.since) == ("table/3", 12, 11)
    assert done.view == {"bankroll": 900}
    assert not done.is_replayed


@both
def test_a_lost_answer_is_asked_for_again_with_the_same_key(kind: Any) -> None:
    replayed = Reply(ANSWER.body, headers={"Idempotency-Replayed": "true"})
    with serving(DROPPED, problem(503, detail="not now"), replayed) as server:
        done = told(kind, server.url, lambda client: client.table(3).deal(number=12))
    first, *others = server.asked
    assert first.body == {"act": "deal", "number": 12}
    assert first.headers["idempotency-key"]
    for other in others:
        assert other.body == first.body
        assert other.headers["idempotency-key"] == first.headers["idempotency-key"]
    assert len(others) == 2
    assert done.is_replayed


def test_every_act_has_a_key_of_its_own_unless_one_is_given() -> None:
    with serving(*[ANSWER] * 3) as server, Client(server.url) as client:
        table = client.table(3)
        table.repeat()
        table.repeat()
        table.repeat(key="mine")
    keys = [asked.headers["idempotency-key"] for asked in server.asked]
    assert len(set(keys)) == 3
    assert keys[2] == "mine"


def test_two_guests_of_one_client_are_not_taken_for_each_other() -> None:
    def sat(guest: str) -> Reply:
        told = {**ANSWER.body, "guest": guest, "token": f"of-{guest}"}
        return Reply(told, headers={"Set-Cookie": f"baccarat-guest-3=of-{guest}; Path=/"})

    with serving(sat("Ann"), sat("Bob"), ANSWER, ANSWER, ANSWER) as server:
        client = Client(server.url)
        ann, bob, wall = client.table(3), client.table(3), client.table(3)
        ann.sit("Ann", 500)
        bob.sit("Bob", 700)
        ann.bet("tie=5")
        bob.bet("tie=5")
        assert wall.view() == {"bankroll": 900}
        client.close()
    assert server.asked[0].body == {"act": "sit", "guest": "Ann", "bankroll": 500}
    assert [asked.headers.get("baccarat-guest") for asked in server.asked] == [
        *(None, None, "of-Ann", "of-Bob", None)
    ]
    assert not [asked for asked in server.asked if "cookie" in asked.headers]
    assert (ann.guest, ann.token) == ("Ann", "of-Ann")


@both
def test_a_problem_is_an_error_of_ours(kind: Any) -> None:
    refusal = problem(422, detail="not enough money: 5 are left", what_to_do="bet less")
    with serving(refusal) as server, pytest.raises(ServerRefused, match="5 are left") as refused:
        told(kind, server.url, lambda client: client.table(3).bet("tie=5000"))
    assert refused.value.status == 422
    assert refused.value.what_to_do == "bet less"
    assert isinstance(refused.value, bac.Refused)
    again = pickle.loads(pickle.dumps(refused.value))
    assert (str(again), again.status, again.problem) == (
        *(str(refused.value), 422, refused.value.problem),
    )


def test_a_stale_number_tells_the_present_one() -> None:
    refusal = problem(409, type="/problems/stale", detail="the next act is number 15", number=14)
    with serving(refusal) as server, pytest.raises(StaleNumber) as stale:
        told(Client, server.url, lambda client: client.table(3).deal(number=12))
    assert stale.value.number == 14
    assert len(server.asked) == 1


@pytest.mark.parametrize("body", ["<html>", "", "[1]", "[" * 100_000, '{"detail": "{x} {"}'])
def test_what_is_no_problem_of_ours_is_told_in_one_line(body: str) -> None:
    with serving(Reply(body, 404)) as server, pytest.raises(ServerRefused) as refused:
        told(Client, server.url, lambda client: client.table(3).view())
    assert str(refused.value).isprintable()
    assert refused.value.status == 404


@pytest.mark.parametrize(
    ("reply", "asks"),
    [
        (Reply("<html>"), deals),
        (Reply("[" * 100_000), deals),
        (Reply("{}"), deals),
        (Reply('{"number": "1", "view": {}}'), deals),
        (Reply(chunks=[b"event: table\ndata: {}\n\n"]), hears),
    ],
)
def test_an_answer_of_another_server_is_told_in_one_line(
    reply: Reply, asks: Callable[[Any], Any]
) -> None:
    with serving(reply) as server, pytest.raises(NoAnswer, match="not a baccarat server"):
        told(Client, server.url, asks)


@both
def test_who_gets_no_answer_gives_up_in_the_end(kind: Any) -> None:
    with serving(*[DROPPED] * 3) as server, pytest.raises(NoAnswer, match="does not answer"):
        told(kind, server.url, deals, patience=0.2)
    assert 2 <= len(server.asked) <= 3
    with serving(*[problem(503, detail="the store is full")] * 3) as server:
        with pytest.raises(ServerRefused, match="the store is full") as refused:
            told(kind, server.url, deals, patience=0.2)
        assert refused.value.status == 503


def test_waits_grow_and_end() -> None:
    time = 0.0
    patience = Patience(7, clock=lambda: time)
    lost = ValueError("lost")
    waits = []
    for _ in range(7):
        waits.append(patience.wait(lost))
        time += waits[-1]
    assert waits == [0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 2]
    with pytest.raises(NoAnswer, match="lost"):
        patience.wait(lost)
    patience.begin()
    assert patience.wait(lost) == 0.05


CALLS: dict[str, tuple[object, ...]] = {
    "sit": ("Ann", 500),
    "buy": (100,),
    "bet": ("tie=5",),
    "place": ("tie", 5),
    "lift": ("tie", 5),
    "peel": ("short",),
    "decide": (True,),
    "dismiss": ("Ann",),
    "cut": (100, "my words"),
}
METHODS = {"shoe": "new_shoe", "pass": "pass_"}


def test_all_that_may_be_asked_for_can_be_said_and_the_house_understands() -> None:
    with serving(*[ANSWER] * len(ASKED)) as server, Client(server.url) as client:
        table = client.table(3)
        for kind in ASKED:
            getattr(table, METHODS.get(kind, kind))(*CALLS.get(kind, ()))
    for kind, asked in zip(ASKED, server.asked, strict=True):
        assert asked.body.pop("act") == kind
        assert Request(kind, asked.body).kind == kind


def test_a_board_is_told_everything_that_boards_take() -> None:
    says: list[tuple[str, dict[str, object]]] = [
        ("enter", {"result": "B 4-7"}),
        ("correct", {"coup": 1, "result": "P"}),
        ("insert", {"coup": 1, "result": "T"}),
        ("strike", {"coup": 2}),
        *(("undo", {}), ("new_shoe", {}), ("close", {})),
    ]
    answer = Reply({"board": 4, "number": 2, "since": 0, "view": {}})
    with serving(*[answer] * len(says)) as server, Client(server.url) as client:
        board = client.board(4)
        done = [getattr(board, word)(**values) for word, values in says]
    assert done[0].place == "board/4"
    assert {asked.path for asked in server.asked} == {"/api/v1/boards/4/acts"}
    assert {asked.body["act"] for asked in server.asked} == HANDLERS.keys() - {"open"}


def test_tables_open_as_the_house_opens_them() -> None:
    with serving(Reply({"table": 7}), Reply({"board": 2})) as server, Client(server.url) as client:
        table = client.open_table("ez", seats=5, seed=7, clock={"bets": 20})
        board = client.open_board("Table 3", decks=6)
    assert (table.number, board.number) == (7, 2)
    first, second = server.asked
    assert first.body == {"game": "ez", "seats": 5, "seed": 7, "clock": {"bets": 20}}
    assert second.body == {"name": "Table 3", "game": "punto-banco", "decks": 6}
    assert Opening.__annotations__.keys() <= Open.__dataclass_fields__.keys()


@both
def test_what_there_is_comes_as_a_list(kind: Any) -> None:
    rows = [{"table": 1}, {"table": 2}]
    with serving(Reply({"tables": rows}), Reply({"tables": 7})) as server:
        assert told(kind, server.url, lambda client: client.tables()) == rows
        with pytest.raises(NoAnswer, match="not a baccarat server"):
            told(kind, server.url, lambda client: client.tables())


def test_both_clients_know_the_same_words() -> None:
    pairs: list[tuple[type, type]] = [
        (Client, AsyncClient),
        (TableClient, AsyncTableClient),
        (BoardClient, AsyncBoardClient),
    ]
    for plain, other in pairs:
        words, others = (
            {name: inspect.signature(getattr(kind, name)) for name in dir(kind) if name[0] != "_"}
            for kind in (plain, other)
        )
        assert words.keys() == others.keys()
        for name, word in words.items():
            assert list(word.parameters) == list(others[name].parameters), name


# Streams


def sent(number: int, since: int, place: str = "table/3") -> bytes:
    kind, _, which = place.partition("/")
    data = f'{{"{kind}": {which}, "number": {number}, "since": {since}, "view": {{"n": {number}}}}}'
    return f"id: {place}:{number}\nevent: {kind}\ndata: {data}\n\n".encode()


def followed(kind: Any, url: str, count: int, **how: Any) -> list[Event]:
    if kind is Client:
        with Client(url) as client:
            return list(islice(client.events(**how), count))

    async def follow() -> list[Event]:
        found = []
        async with AsyncClient(url) as client:
            async for event in client.events(**how):
                found.append(event)
                if len(found) == count:
                    break
        return found

    return asyncio.run(follow())


@both
def test_a_stream_that_breaks_goes_on_where_it_was(kind: Any) -> None:
    first = Reply(chunks=[b": hello\n\n", sent(40, 0) + sent(41, 40)[:30]])
    second = Reply(chunks=[b"retry: 10\n", sent(40, 0), sent(7, 0, "board/4"), sent(42, 40)])
    with serving(first, DROPPED, problem(503, detail="starting"), second) as server:
        events = followed(kind, server.url, 3, tables=[3, 1], boards=[4], since={"table/1": 5})
    assert events == [
        Event("table/3", 40, 0, {"n": 40}),
        Event("board/4", 7, 0, {"n": 7}),
        Event("table/3", 42, 40, {"n": 42}),
    ]
    assert [asked.params["last"] for asked in server.asked] == [
        "table/1:5",
        *["table/1:5,table/3:40"] * 3,
    ]
    assert {(asked.params["tables"], asked.params["boards"]) for asked in server.asked} == {
        ("3,1", "4")
    }
    assert server.asked[0].headers["accept"] == "text/event-stream"


@both
def test_a_stream_that_is_refused_is_not_asked_for_again(kind: Any) -> None:
    with serving(problem(404, detail="there is no table 9")) as server:
        with pytest.raises(ServerRefused, match="no table 9"):
            followed(kind, server.url, 1, tables=[9])
        assert len(server.asked) == 1


def test_a_guests_stream_is_their_own() -> None:
    with serving(Reply(chunks=[sent(41, 40)])) as server, Client(server.url) as client:
        (event,) = islice(client.table(3, token="of-Ann").events(since=40), 1)
        assert event.number == 41
    assert server.asked[0].headers["baccarat-guest"] == "of-Ann"
    assert server.asked[0].params == {"tables": "3", "last": "table/3:40"}


def test_a_stream_of_nothing_is_refused() -> None:
    with Client("http://127.0.0.1:1") as client, pytest.raises(BadValue):
        client.events()


# At the door


@pytest.mark.parametrize(
    "url", ["", "127.0.0.1:8000", "ftp://x", "http://", "http://[::1", "http://h:99999", "http://é"]
)
def test_what_is_no_address_is_told_so(url: str) -> None:
    with pytest.raises(BadValue):
        Client(url)


def test_a_key_is_in_no_text_of_a_client() -> None:
    client = Client("http://127.0.0.1:8000/", key="s3cret")
    assert "s3cret" not in repr(client) + repr(client._wire)
    assert client._wire.root == "http://127.0.0.1:8000/api/v1"
    with pytest.raises(BadValue, match="plain letters"):
        Client("http://127.0.0.1:8000/", key="é\n")


def test_without_httpx_one_line_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "httpx", None)
    with pytest.raises(Missing, match=r"baccarat\[web\]"):
        bac.Client("http://127.0.0.1:8000")


def test_httpx_is_loaded_by_the_first_client_only() -> None:
    code = "import baccarat as bac, sys; bac.Client; assert 'httpx' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)
