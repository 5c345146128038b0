"""Servers of one PostgreSQL as processes: one is killed or hangs, and nobody misses anything."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from typing import NamedTuple

import pytest
from chaos import Killed, check_in_order, compare, states_after
from postgres import PostgresServer
from several import SharedServers, hung, spend_shared_night

from baccarat.client import AsyncClient, Event, ServerRefused
from baccarat.store import Store
from baccarat.table.table import Table
from baccarat.web.gate.keys import Level, digest, new_key

pytestmark = pytest.mark.slow
PATIENCE = 60.0
COUP = 6
"""More acts than a coup has; a table that goes on by so many is dealt."""


class Club(NamedTuple):
    """Two servers that ask for keys, and those who run them."""

    servers: SharedServers
    store: str
    host: str
    watch: str


@pytest.fixture(scope="module")
def club(postgres: PostgresServer) -> Iterator[Club]:
    place = postgres.new_database()
    host, watch = new_key(Level.HOST), new_key(Level.WATCH)
    with Store.open(place) as store:
        for name, key in (("host", host), ("watch", watch)):
            store.add_key(name, name, None, digest(key))
    servers = SharedServers(place, options=("--keys",))
    try:
        servers.start()
        yield Club(servers, place, host, watch)
    finally:
        servers.close()


class Spectators:
    """People who watch a table through the proxy: some by one server, some by the other."""

    def __init__(self, club: Club, table: int, many: int = 4) -> None:
        self.club, self.table = club, table
        self.heard: list[list[Event]] = [[] for _ in range(many)]

    async def watch(self, heard: list[Event]) -> None:
        url, key = self.club.servers.url, self.club.watch
        async with AsyncClient(url, key, patience=PATIENCE) as client:
            async for event in client.events(tables=[self.table]):
                heard.append(event)

    def number(self) -> int:
        """Of the last act that all of them know."""
        return min(events[-1].number if events else 0 for events in self.heard)

    async def see_it_dealt(self) -> None:
        """Wait until all have seen some coups more."""
        due = max(events[-1].number if events else 0 for events in self.heard) + 2 * COUP
        await until(lambda: self.number() >= due)

    def check(self) -> int:
        """Each has heard of every coup once and in order, as it is kept; how many there were."""
        with Store.open(self.club.store) as store:
            kept = list(store.commits(self.table))
        states = dict(states_after(kept, Table()))
        for events in self.heard:
            check_in_order(events, states, "spectator")
        return states[max(states)].coups  # type: ignore[union-attr]


async def until(is_so: Callable[[], object]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not is_so():
            await asyncio.sleep(0.02)


@asynccontextmanager
async def watched_table(club: Club) -> AsyncIterator[Spectators]:
    """A table that the house deals, and its spectators; at the end it is closed."""
    clock = {"bets": 0.05, "rests": None}
    async with AsyncClient(club.servers.url, club.host, patience=PATIENCE) as client:
        table = await client.open_table(seed=7, clock=clock)
        crowd = Spectators(club, table.number)
        tasks = [asyncio.create_task(crowd.watch(heard)) for heard in crowd.heard]
        try:
            await crowd.see_it_dealt()
            yield crowd
            while True:
                with suppress(ServerRefused):  # in the midst of a coup it cannot be closed
                    last = (await table.close()).number
                    break
            await until(lambda: crowd.number() == last)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)


@pytest.mark.long
def test_a_server_that_is_killed_hands_its_table_over_and_nobody_misses_a_coup(
    club: Club,
) -> None:
    async def evening() -> Spectators:
        async with watched_table(club) as crowd:
            for one in club.servers.servers:  # one of them deals
                await asyncio.to_thread(one.kill)
                await crowd.see_it_dealt()
                await asyncio.to_thread(one.start)
                await until(one.stands)
        return crowd

    assert asyncio.run(evening()).check() > 6


@pytest.mark.long
def test_a_server_that_hangs_is_replaced_and_does_no_harm_when_it_wakes(club: Club) -> None:
    async def other_goes_on(one: Killed, crowd: Spectators) -> None:
        other = next(found for found in club.servers.servers if found is not one)
        async with AsyncClient(other.url, club.host, patience=PATIENCE) as client:
            table = client.table(crowd.table)
            due = (await table.view())["number"] + 2 * COUP
            while (await table.view())["number"] < due:
                await asyncio.sleep(0.05)

    async def evening() -> Spectators:
        async with watched_table(club) as crowd:
            for one in club.servers.servers:
                with hung(one):
                    await other_goes_on(one, crowd)
                await crowd.see_it_dealt()
        return crowd

    assert asyncio.run(evening()).check() > 6


def test_a_key_that_is_revoked_ends_its_streams_at_every_server(club: Club) -> None:
    key = new_key(Level.WATCH)
    with Store.open(club.store) as store:
        number = store.add_key("for a while", "watch", None, digest(key))

    async def watch(server: Killed, begun: asyncio.Event) -> int:
        try:
            async with AsyncClient(server.url, key, patience=PATIENCE) as client:
                async for _ in client.events(tables=[1]):
                    begun.set()
        except ServerRefused as refused:
            return refused.status
        return 200

    async def evening() -> list[int]:
        async with AsyncClient(club.servers.url, club.host, patience=PATIENCE) as client:
            await client.open_table(seed=7)
        begun = [asyncio.Event() for _ in club.servers.servers]
        pairs = zip(club.servers.servers, begun, strict=True)
        tasks = [asyncio.create_task(watch(*pair)) for pair in pairs]
        await asyncio.wait_for(asyncio.gather(*(one.wait() for one in begun)), PATIENCE)
        with Store.open(club.store) as store:
            store.revoke(number)
        return await asyncio.wait_for(asyncio.gather(*tasks), PATIENCE)

    assert asyncio.run(evening()) == [401, 401]


@pytest.mark.parametrize(("kills", "many"), [(3, 2), pytest.param(40, 3, marks=pytest.mark.long)])
@pytest.mark.long
def test_one_server_after_the_other_is_killed_and_nothing_is_lost_or_done_twice(
    kills: int, many: int, club: Club, postgres: PostgresServer
) -> None:
    place = postgres.new_database()
    told = spend_shared_night(kills, 7, place, many, beside=club.servers)
    assert len(told.answers) >= kills
    assert {"sit", "bet", "deal"} <= told.kinds.keys()
    assert "events agree" in compare(told, place)
