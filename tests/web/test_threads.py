"""Acts that wait together: one commit for all, one outcome for each."""

import asyncio
import threading
from collections.abc import Coroutine, Iterator
from typing import Any

import pytest
from troubled_store import TroubledStore, closed_stores

from baccarat.store.writer import Pending, Work
from baccarat.table.acts import ActRefused, Open
from baccarat.table.board.board import BoardAct
from baccarat.table.requests import Request
from baccarat.web.gate.house_problems import HouseAnswer
from baccarat.web.gate.problems import Problem
from baccarat.web.house.house import House
from baccarat.web.threads import HouseThreads

TABLES = 5


@pytest.fixture(autouse=True)
def stores() -> Iterator[None]:
    with closed_stores():
        yield


@pytest.fixture
def house() -> House:
    house = House(TroubledStore())
    for _ in range(TABLES):
        house.open_table(Open(seats=7))
    return house


def sit(house: House, table: int, guest: str, key: str = "") -> Work[HouseAnswer]:
    return house.asking(table, Request("sit", {"guest": guest, "bankroll": 100}), guest, key=key)


def together(
    house: House, acts: list[tuple[str, Work[HouseAnswer]]], *, gone: int | None = None
) -> list[Any]:
    """What comes of acts that are asked for in one turn of the loop; one asker may be gone."""

    async def ask() -> list[Any]:
        threads = HouseThreads(house.store)
        try:
            calls: list[Coroutine[Any, Any, HouseAnswer]]
            calls = [threads.act(place, work) for place, work in acts]
            tasks = [asyncio.create_task(call) for call in calls]
            if gone is not None:
                await asyncio.sleep(0)
                tasks[gone].cancel()
            return await asyncio.gather(*tasks, return_exceptions=True)
        finally:
            threads.close()

    return asyncio.run(ask())


def commits(house: House) -> int:
    return house.store.database.writer.commits


def guests(house: House, table: int) -> list[str]:
    return [seat.guest for seat in house.at(table).table.seats]


def test_acts_at_several_places_share_one_commit(house: House) -> None:
    board = house.open_board(BoardAct("open", "Wall")).body["board"]
    acts = [(f"table/{n}", sit(house, n, f"Guest of {n}")) for n in range(1, TABLES + 1)]
    acts.append((f"board/{board}", house.asking_board(board, BoardAct("result", "B"), "host")))
    before = commits(house)
    told = [answer.body["number"] for answer in together(house, acts)]
    assert (told, commits(house) - before) == ([2] * (TABLES + 1), 1)
    for number in range(1, TABLES + 1):
        again = House(house.store)
        assert guests(again, number) == [f"Guest of {number}"]


def test_acts_at_one_table_come_one_after_the_other(house: House) -> None:
    names = ["Ann", "Bob", "Cid"]
    acts = [("table/1", sit(house, 1, name)) for name in names]
    told = [answer.body for answer in together(house, acts)]
    assert [(one["number"], one["guest"]) for one in told] == list(
        zip((2, 3, 4), names, strict=True)
    )
    assert guests(house, 1) == guests(House(house.store), 1) == names


def test_an_act_that_is_refused_refuses_no_other(house: House) -> None:
    house.ask(2, Request("sit", {"guest": "Ann", "bankroll": 5}), "Ann")
    acts = [(f"table/{n}", sit(house, n, "Ann")) for n in (1, 2, 3)]
    first, second, third = together(house, acts)
    assert isinstance(second, ActRefused)
    assert (first.body["number"], third.body["number"]) == (2, 2)


def test_what_the_store_refuses_of_one_it_keeps_of_the_others(house: House) -> None:
    elsewhere = House(house.store)  # another program, which has gone on with table 2
    elsewhere.ask(2, Request("sit", {"guest": "Bob", "bankroll": 5}), "Bob")
    acts = [(f"table/{n}", sit(house, n, "Ann")) for n in (1, 2, 3)]
    first, second, third = together(house, acts)
    assert isinstance(second, Problem)
    assert second.status == 503
    assert (first.body["number"], third.body["number"]) == (2, 2)
    assert together(house, [("table/2", sit(house, 2, "Ann"))])[0].body["number"] == 3
    assert guests(house, 2) == ["Bob", "Ann"]


def test_a_key_that_comes_twice_at_once_does_one_thing(house: House) -> None:
    acts = [("table/1", sit(house, 1, "Ann", key="k" * 16)) for _ in range(2)]
    first, second = together(house, acts)
    assert (first.was_kept, second.was_kept) == (False, True)
    assert first.text == second.text
    assert guests(house, 1) == ["Ann"]


def test_a_store_that_is_full_answers_everybody(house: House) -> None:
    store = house.store
    assert isinstance(store, TroubledStore)
    store.trouble.is_full = True
    acts = [(f"table/{n}", sit(house, n, "Ann")) for n in (1, 2, 3)]
    assert [problem.status for problem in together(house, acts)] == [503] * 3
    store.trouble.is_full = False
    assert together(house, [("table/1", sit(house, 1, "Ann"))])[0].body["number"] == 2


def test_who_goes_before_their_turn_holds_nobody_up(house: House) -> None:
    acts = [("table/1", sit(house, 1, name)) for name in ("Ann", "Bob", "Cid")]
    first, second, third = together(house, acts, gone=1)
    assert isinstance(second, asyncio.CancelledError)
    assert [first.body["guest"], third.body["guest"]] == ["Ann", "Cid"]
    assert guests(house, 1) == ["Ann", "Cid"]


def test_what_waits_when_the_server_goes_is_not_done(house: House) -> None:
    complaints: list[dict[str, Any]] = []
    is_closed = threading.Event()

    def slowly(work: Work[HouseAnswer]) -> Work[HouseAnswer]:
        assert is_closed.wait(10)
        return (yield from work)

    async def ask() -> list[Any]:
        asyncio.get_running_loop().set_exception_handler(lambda _, said: complaints.append(said))
        threads = HouseThreads(house.store)
        sits = [sit(house, 1, "Ann"), slowly(sit(house, 1, "Bob")), sit(house, 1, "Cid")]
        calls = [asyncio.create_task(threads.act("table/1", one)) for one in sits]
        while not calls[0].done():  # the next has begun then, and the last one waits
            await asyncio.sleep(0)
        threads.close()
        is_closed.set()
        late = asyncio.create_task(threads.act("table/1", sit(house, 1, "Dan")))
        async with asyncio.timeout(10):
            return await asyncio.gather(*calls, late, return_exceptions=True)

    first, _, *others = asyncio.run(ask())
    assert first.body["guest"] == "Ann"
    assert [type(one) for one in others] == [asyncio.CancelledError] * 2
    assert guests(house, 1) in (["Ann"], ["Ann", "Bob"])
    assert complaints == []


def test_a_fault_of_ours_is_told_to_whoever_asked(house: House) -> None:
    def faulty() -> Work[HouseAnswer]:
        answer = HouseAnswer(str(1 // len("")))
        yield Pending()
        return answer

    told = together(house, [("table/1", faulty()), ("table/2", sit(house, 2, "Ann"))])
    assert isinstance(told[0], ZeroDivisionError)
    assert told[1].body["number"] == 2
