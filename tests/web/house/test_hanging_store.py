"""A store that hangs: every act is answered or refused soon, however many wait, and done once."""

import asyncio
import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from threading import Event, Thread
from time import monotonic
from typing import Any

import httpx
import pytest
from chaos import Killed
from postgres import PostgresServer
from sqlalchemy import event
from web.salon import HERE

from baccarat.store import Store, StoreTrouble
from baccarat.store.patience import at_most
from baccarat.store.trouble import Unsure
from baccarat.store.writer import Pending, Work
from baccarat.table.acts import Open
from baccarat.table.requests import Request
from baccarat.web import threads
from baccarat.web.app import build_app
from baccarat.web.gate.house_problems import NOT_KEPT, UNSURE, HouseAnswer
from baccarat.web.gate.problems import Problem
from baccarat.web.house.house import House
from baccarat.web.threads import HouseThreads

SOON = 8.0
"""Seconds in which everybody knows what came of an act."""
SIT = {"act": "sit", "guest": "Ann", "bankroll": 9}
Hangs = Callable[[], AbstractContextManager[object]]


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Another program writes for a long time."""
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    try:
        yield
    finally:
        other.close()


@contextmanager
def impatient() -> Iterator[None]:
    """A twentieth of the time: a wait that adds up is seen all the same when a hundred wait."""
    with pytest.MonkeyPatch.context() as changed:
        changed.setattr(threads, "MOST_WAITING", threads.MOST_WAITING / 20)
        changed.setattr(threads, "MOST_WORKING", threads.MOST_WORKING / 20)
        yield


def sit(house: House, guest: str, table: int = 1) -> Work[HouseAnswer]:
    request = Request("sit", {"guest": guest, "bankroll": 100})
    return house.asking(table, request, guest, key=f"the key of {guest:>16}")


def outcomes(house: House, guests: list[str]) -> list[Any]:
    """What comes of acts that wait for each other; everybody must know soon."""

    async def ask() -> list[Any]:
        here = HouseThreads(house.store)
        try:
            calls = [here.act("table/1", sit(house, guest)) for guest in guests]
            async with asyncio.timeout(SOON):
                return await asyncio.gather(*calls, return_exceptions=True)
        finally:
            here.close()

    return asyncio.run(ask())


def kinds(told: list[Any]) -> set[str]:
    assert all(isinstance(problem, Problem) and problem.status == 503 for problem in told), told
    return {problem.kind for problem in told}


def guests_of(house: House) -> list[str]:
    return [seat.guest for seat in House(house.store).at(1).table.seats]


def test_waits_for_a_locked_store_do_not_add_up(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    with Store.open(path, serving=True, patience=0.2) as store:
        house = House(store)
        house.open_table(Open(seats=7))
        with impatient(), locked(path):
            assert kinds(outcomes(house, ["Ann"] * 100)) == {NOT_KEPT}
        assert outcomes(house, ["Ann"])[0].body["guest"] == "Ann"
        assert guests_of(house) == ["Ann"]


def test_who_asks_for_runs_hears_soon_that_the_store_is_locked(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    with Store.open(path, serving=True) as store:
        app = build_app(House(store), HERE)

        async def ask() -> list[int]:
            async with httpx.AsyncClient(
                transport=httpx.ASGITransport(app), base_url="http://localhost", timeout=None
            ) as client:
                bodies = [{"kind": "simulate", "shoes": 1 + more} for more in range(12)]
                calls = [client.post("/api/v1/runs", json=body) for body in bodies]
                answers = await asyncio.gather(*calls)
            return [answer.status_code for answer in answers]

        with impatient(), locked(path):
            began = monotonic()
            assert asyncio.run(ask()) == [503] * 12
            assert monotonic() - began < SOON


def test_waits_for_a_postgres_that_hangs_do_not_add_up(postgres: PostgresServer) -> None:
    with Store.open(postgres.emptied(), serving=True) as store:
        house = House(store)
        house.open_table(Open(seats=7))
        with impatient(), postgres.hanging():
            assert kinds(outcomes(house, ["Ann"] * 100)) <= {NOT_KEPT, UNSURE, "about:blank"}
        assert outcomes(house, ["Ann"])[0].body["guest"] == "Ann"
        assert guests_of(house) == ["Ann"]


def test_an_act_whose_commit_nobody_answers_is_unsure_and_done_once(
    postgres: PostgresServer,
) -> None:
    with Store.open(postgres.emptied(), serving=True) as store:
        house = House(store)
        house.open_table(Open(seats=7))
        hangs: list[AbstractContextManager[None]] = []

        def hang(_: object) -> None:
            """From the moment in which the act is to be committed."""
            if not hangs:
                hangs.append(postgres.hanging())
                hangs[0].__enter__()

        event.listen(store.database.engine, "commit", hang)
        try:
            with impatient():
                assert kinds(outcomes(house, ["Ann"])) == {UNSURE}
        finally:
            hangs[0].__exit__(None, None, None)
        again = outcomes(house, ["Ann"])[0]
        assert again.body["guest"] == "Ann"
        assert guests_of(house) == ["Ann"]


def test_who_waits_for_a_writer_that_hangs_hears_whether_it_was_taken_along(
    tmp_path: Path,
) -> None:
    with Store.open(tmp_path / "store.sqlite") as store:
        writer = store.database.writer
        begun, may_end = Event(), Event()

        def hang(_: object) -> None:
            begun.set()
            assert may_end.wait(SOON)

        taken, late = Pending(), Pending(work=lambda _: None)
        first = Thread(target=writer.write, args=(Pending(work=hang),))
        first.start()
        assert begun.wait(SOON)
        with at_most(0.0):
            writer.write(late)
        writer._give_up([taken])  # it is no more among those that wait
        may_end.set()
        first.join()
        with pytest.raises(Unsure):
            _ = taken.outcome
        with pytest.raises(StoreTrouble, match="does not answer") as trouble:
            _ = late.outcome
        assert not isinstance(trouble.value, Unsure)


def test_a_look_that_has_waited_too_long_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(threads, "MOST_WORKING", 0.0)
    with Store.open(tmp_path / "store.sqlite") as store:
        here = HouseThreads(store)
        with pytest.raises(Problem) as refused:
            asyncio.run(here.look(store.tables))
        here.close()
    assert (refused.value.status, refused.value.headers) == (503, {"Retry-After": "1"})


def seconds_until_answers(server: Killed, hangs: Hangs) -> list[float]:
    """How long each act takes while the store hangs; and afterwards all is done once."""
    with httpx.Client(base_url=f"{server.url}/api/v1", timeout=60) as http:
        for _ in range(3):
            http.post("/tables", json={"seats": 7}).raise_for_status()
        http.post("/boards", json={"name": "Wall"}).raise_for_status()

        def ask(number: int) -> tuple[float, int]:
            path, body = [
                (f"/tables/{1 + number // 4 % 3}/acts", SIT),
                ("/boards/1/acts", {"act": "result", "said": "B"}),
                ("/tables", {"seats": 7}),
                ("/runs", {"kind": "simulate", "shoes": 1 + number}),
            ][number % 4]
            key = {"Idempotency-Key": f"a key of one act {number:>9}"}
            began = monotonic()
            status = http.post(path, json=body, headers=key).status_code
            return monotonic() - began, status

        with ThreadPoolExecutor(60) as pool, hangs():
            told = list(pool.map(ask, range(60)))
        assert {status for _, status in told} == {503}
        for number in range(15):
            while ask(number)[1] == 503:  # it comes back in its time
                pass
        for table in (1, 2, 3):
            view = http.get(f"/tables/{table}").json()["view"]
            assert [seat["guest"] for seat in view["seats"]] == ["Ann"]
    return [seconds for seconds, _ in told]


@pytest.mark.long
def test_a_server_answers_in_time_while_its_file_is_locked(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    server = Killed(str(path))
    server.start()
    try:
        assert max(seconds_until_answers(server, lambda: locked(path))) < SOON
    finally:
        server.close()


@pytest.mark.long
@pytest.mark.parametrize("options", [[], ["--shared"]])
def test_a_server_answers_in_time_while_its_postgres_hangs(
    postgres: PostgresServer, options: list[str]
) -> None:
    server = Killed(postgres.new_database(), options=options)
    server.start()
    try:
        assert max(seconds_until_answers(server, postgres.hanging)) < SOON
    finally:
        server.close()
