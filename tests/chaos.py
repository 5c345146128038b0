"""A server that is killed again and again while guests, dealers and spectators go on.

    python tests/chaos.py --kills 500 --seed 3 [--cold]

At the end all that clients were told, answers and events, is compared with the store folded again:
nothing is lost, nothing happened twice, and every coin is accounted for.
"""

import argparse
import asyncio
import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic, sleep
from typing import Any, Protocol
from uuid import UUID

from baccarat.client import (
    AsyncBoardClient,
    AsyncClient,
    AsyncTableClient,
    Done,
    Event,
    ServerRefused,
)
from baccarat.store import Store
from baccarat.table.board.board import Board
from baccarat.table.board.sitting import BoardCommit
from baccarat.table.log import Commit
from baccarat.table.table import Table
from baccarat.table.view.view import Audience

PATIENCE = 60.0
"""Seconds that anybody waits for anything."""
MOST_ANSWERS = 16
"""Acts that are answered between two kills; each number up to it is as likely."""
MOST_LATER = 0.03
"""Seconds after the last of them."""
GUESTS = ("Ann", "Bob", "Cleo")
SPOTS = ("banker", "player", "tie", "player-pair")
MOST_STAKE = 60

FORKS = """
import os, signal, sys
import alembic.runtime.migration, uvloop, uvicorn.protocols.http.httptools_impl
import baccarat.store, baccarat.web.app, baccarat.web.server
from contextlib import suppress
with suppress(ImportError):
    import psycopg, sqlalchemy.dialects.postgresql.psycopg
from baccarat.cli import build, main
from baccarat.web.jobs.odds_answer import warm_up
build(["serve"])
warm_up()
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
for line in sys.stdin:
    child = os.fork()
    if child == 0:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        main(["serve", *line.split()])
    print(child, flush=True)
"""
"""Starts `baccarat serve` by a fork: everything is imported and warm, so it stands at once."""

NOT_BY_CHANCE = ("close", "dismiss", "reveal", "pass")
"""What the dealer does not ask for whenever it may be asked."""


class MortalServer(Protocol):
    """What a night needs: somewhere to ask, and something to kill."""

    @property
    def url(self) -> str: ...
    def start(self) -> None: ...
    def stands(self) -> bool: ...
    def kill(self) -> None: ...


class Killed:
    """A server at one port that can be killed and started again."""

    def __init__(
        self,
        store: str,
        is_cold: bool = False,
        options: Sequence[str] = (),
        beside: "Killed | None" = None,
    ) -> None:
        """`beside` another server it is started by the same fork."""
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self._options = ["--port", str(self.port), "--store", store, *options]
        self._is_cold = is_cold
        self._pid = 0
        self._cold: subprocess.Popen[bytes] | None = None
        self._is_ours = beside is None
        forks = None if is_cold else _forks() if beside is None else beside._forks
        self._forks: subprocess.Popen[str] | None = forks

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it; clients find out by themselves when it stands."""
        if self._forks is None:
            command = [sys.executable, "-m", "baccarat", "serve", *self._options]
            self._cold = subprocess.Popen(command, stdout=subprocess.DEVNULL)
            self._pid = self._cold.pid
            return
        assert self._forks.stdin is not None
        assert self._forks.stdout is not None
        self._forks.stdin.write(" ".join(self._options) + "\n")
        self._forks.stdin.flush()
        while not (line := self._forks.stdout.readline()).strip().isdigit():
            assert line, "nobody starts servers any more"
        self._pid = int(line)

    def stands(self) -> bool:
        try:
            socket.create_connection(("127.0.0.1", self.port), 1).close()
        except OSError:
            return False
        return True

    def kill(self) -> None:
        """End it at once, and wait until it is gone."""
        with suppress(ProcessLookupError):
            os.kill(self._pid, signal.SIGKILL)
        if self._cold is not None:
            self._cold.wait()
            return
        end = monotonic() + PATIENCE
        while monotonic() < end:
            try:
                os.kill(self._pid, 0)
            except ProcessLookupError:
                return
            sleep(0.001)
        raise AssertionError("the server cannot be killed")

    def close(self) -> None:
        self.kill()
        if self._forks is not None and self._is_ours:
            self._forks.kill()
            self._forks.communicate()


def _forks() -> subprocess.Popen[str]:
    command = [sys.executable, "-c", FORKS]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


@dataclass
class Told:
    """All that clients were told."""

    answers: dict[str, tuple[str, Done]] = field(default_factory=dict)
    """by the key of the act: who asked, and what they were told"""
    refused: set[str] = field(default_factory=set)
    """keys of acts that were refused"""
    events: dict[str, list[Event]] = field(default_factory=dict)
    """by who listened: `spectator`, or a guest by name"""
    kinds: Counter[str] = field(default_factory=Counter)


class Night:
    """Everybody at the tables of one server, until the last kill."""

    def __init__(self, server: MortalServer, kills: int, seed: int) -> None:
        self.server, self.kills = server, kills
        self.chance = random.Random(seed)
        self.told = Told()
        self.is_over = False
        self.client = AsyncClient(server.url, patience=PATIENCE)

    async def run(self) -> None:
        self.server.start()
        async with self.client:
            options: list[dict[str, Any]] = [{"fair": True}, {"bets": ["banker-streak"]}]
            tables = [
                (await self.client.open_table(seats=5, most_money=100_000, **one)).number
                for one in options
            ]
            board = await self.client.open_board("Table 3")
            async with asyncio.TaskGroup() as group:
                listeners = [group.create_task(self._listen(tables, board.number))]
                actors = [group.create_task(self._deal(table)) for table in tables]
                actors += [
                    group.create_task(self._play(table, guest))
                    for table in tables
                    for guest in GUESTS
                ]
                actors.append(group.create_task(self._record(board)))
                await self._kill()
                self.is_over = True
                await asyncio.gather(*actors)
                last = {
                    f"table/{table}": (await self.client.table(table).view())["number"]
                    for table in tables
                }
                last[f"board/{board.number}"] = (await board.view())["number"]
                await asyncio.wait_for(self._heard(last), PATIENCE)
                for listener in listeners:
                    listener.cancel()

    async def _kill(self) -> None:
        for _ in range(self.kills):
            enough = len(self.told.answers) + self.chance.randint(0, MOST_ANSWERS)
            while len(self.told.answers) < enough or not self.server.stands():
                await asyncio.sleep(0.003)
            await asyncio.sleep(self.chance.uniform(0, MOST_LATER))
            await asyncio.to_thread(self.server.kill)
            await asyncio.to_thread(self.server.start)

    async def _heard(self, last: dict[str, int]) -> None:
        """Wait until those who listen know everything."""
        while any(
            max((one.number for one in events if one.place == place), default=0) < number
            for events in self.told.events.values()
            for place, number in last.items()
        ):
            await asyncio.sleep(0.02)

    async def _listen(self, tables: list[int], board: int) -> None:
        events = self.told.events.setdefault("spectator", [])
        async for event in self.client.events(tables=tables, boards=[board], role="spectator"):
            events.append(event)

    async def _ask(
        self, place: AsyncTableClient | AsyncBoardClient, who: str, kind: str, *values: Any
    ) -> Done | None:
        """Ask for something, and note what came of it; None if it was refused."""
        key = str(UUID(int=self.chance.getrandbits(128)))
        try:
            done: Done = await getattr(place, kind)(*values, key=key)
        except ServerRefused as refused:
            assert refused.status < 500, refused
            self.told.refused.add(key)
            return None
        self.told.answers[key] = who, done
        self.told.kinds[kind] += 1
        return done

    async def _deal(self, number: int) -> None:
        """A dealer: shoes, cuts and coups, as they come."""
        table = self.client.table(number)
        while not self.is_over:
            view = await table.view()
            asks = [kind for kind in view["asks"] if kind not in NOT_BY_CHANCE]
            if view["phase"] in ("squeeze", "offer"):
                await asyncio.sleep(0.01)
                asks = ["reveal"] if self.chance.random() < 0.2 else []
            if view["phase"] == "bets":
                asks = ["deal"]
                await asyncio.sleep(self.chance.uniform(0, 0.05))
            for kind in self.chance.sample(asks, min(1, len(asks))):
                values = [self.chance.random() < 0.3, True] if kind == "deal" else []
                await self._ask(table, "host", "new_shoe" if kind == "shoe" else kind, *values)

    async def _record(self, board: AsyncBoardClient) -> None:
        """Somebody who writes down what is dealt at a real table, and is not always right."""
        wishes: list[tuple[Any, ...]] = [
            *(("enter", "B"), ("enter", "P 9-7 +P"), ("enter", "T"), ("enter", "Kh 5c 8h | 9d 4s")),
            *(("correct", 1, "T 6-6"), ("insert", 1, "B"), ("strike", 1), ("undo",)),
            ("new_shoe",),
        ]
        while not self.is_over:
            await asyncio.sleep(self.chance.uniform(0, 0.1))
            await self._ask(
                board, "host", *self.chance.choices(wishes, [4, 4, 4, 4, 1, 1, 1, 2, 1])[0]
            )

    async def _play(self, number: int, guest: str) -> None:
        """A guest: bets in every way there is, squeezes, leaves and comes again."""
        table = self.client.table(number)
        is_seated = False
        while not self.is_over:
            await asyncio.sleep(self.chance.uniform(0, 0.04))
            if not is_seated:
                table = self.client.table(number)
                is_seated = await self._ask(table, guest, "sit", guest, 1_000) is not None
                continue
            kind, *values = self._wish()
            done = await self._ask(table, guest, kind, *values)
            is_seated = not (kind == "leave" and done is not None)
            if done is not None and done.view["squeezer"] == guest:
                await self._ask(table, guest, self.chance.choice(["peel", "reveal"]))

    def _wish(self) -> tuple[Any, ...]:
        chance = self.chance
        stake = chance.randint(1, MOST_STAKE)
        wishes: list[tuple[Any, ...]] = [
            ("bet", f"{chance.choice(SPOTS)}={stake} tie=1"),
            ("place", chance.choice(SPOTS), stake),
            ("place", "banker-streak", stake),
            ("lift", chance.choice(SPOTS)),
            *(("clear",), ("repeat",), ("double",), ("undo",), ("reveal",), ("peel",)),
            *(("buy", 50), ("pass_",), ("cut", 100), ("leave",)),
        ]
        weights = [8, 8, 2, 2, 1, 4, 2, 2, 2, 2, 1, 1, 1, 1]
        return chance.choices(wishes, weights)[0]


# What is compared.


def compare(told: Told, path: str) -> str:
    """Hold all that was told to what is kept; complains of the first difference."""
    commits = answers = events = 0
    with Store.open(path) as store:
        places: dict[str, Sequence[Commit | BoardCommit]] = {}
        for row in store.tables():
            places[f"table/{row.number}"] = list(store.commits(row.number))
        for board in store.boards():
            keeper = store.board_keeper(board.number)
            assert keeper.start(is_whole=True) is None
            places[f"board/{board.number}"] = keeper.load()
        for place, kept in places.items():
            commits += len(kept)
            states = dict(states_after(kept, Table() if place.startswith("table") else Board()))
            _once(kept, told, place, max(states))
            for who, done in told.answers.values():
                if done.place == place:
                    shown = _shown(states[done.number], who, done.since)
                    assert done.view == shown, f"{place} {done.number}: {who} was told otherwise"
                    answers += 1
            for who, heard in told.events.items():
                mine = [event for event in heard if event.place == place]
                check_in_order(mine, states, who)
                events += len(mine)
            last = states[max(states)]
            if isinstance(last, Table):
                _money(last, store, int(place.partition("/")[2]))
    return f"{commits} commits, {answers} answers and {events} events agree"


def _once(kept: Sequence[Commit | BoardCommit], told: Told, place: str, last: int) -> None:
    """Every act that was answered is kept once; none that was refused is."""
    keys = Counter(commit.key for commit in kept if commit.key)
    assert all(times == 1 for times in keys.values()), "an act happened twice"
    assert not keys.keys() & told.refused, "an act that was refused has happened"
    mine = {key: done for key, (_, done) in told.answers.items() if done.place == place}
    assert not mine.keys() - keys.keys(), "an act that was answered is lost"
    opening = {commit.key for commit in kept if commit.number == 1}
    assert keys.keys() - opening == mine.keys(), "an act has happened that nobody was told of"
    ends = [commit.number - 1 for commit in kept[1:]]
    for commit, end in zip(kept, [*ends, last], strict=True):
        assert commit.key not in mine or mine[commit.key].number == end


def states_after(
    kept: Sequence[Commit | BoardCommit], state: Table | Board
) -> Iterator[tuple[int, Table | Board]]:
    """The table or the board after every commit, folded from its acts alone."""
    for commit in kept:
        assert commit.number == state.number + 1, "the log has a gap"
        for act in commit.acts if isinstance(commit, Commit) else (commit.act,):
            state = state.apply(act)  # type: ignore[arg-type]
        yield state.number, state


def _shown(state: Table | Board, who: str, since: int) -> Any:
    """What somebody sees, as JSON."""
    if isinstance(state, Board):
        return json.loads(json.dumps(state.as_json()))
    is_seated = any(seat.guest == who for seat in state.seats)
    staff = {"host": Audience.DEALER}
    audience = who if is_seated else staff.get(who, Audience.SPECTATOR)
    return json.loads(json.dumps(state.view(audience, since).as_json()))


def check_in_order(events: list[Event], states: Mapping[int, Table | Board], who: str) -> None:
    """Each event tells what is new since the one before it, and no coup is left out.

    Who comes back to a server that was started anew, and begins another shoe meanwhile, is told
    that shoe; the end of the one before is in the store.
    """
    number = coups = shoe = 0
    for event in events:
        assert event.number > number, "an event came twice"
        assert event.since in (0, number), "an event was left out"
        state = states[event.number]
        assert event.view == _shown(state, who, event.since), f"{event.number} was told otherwise"
        number = event.number
        if isinstance(state, Table):
            before = event.view["coups"] - len(event.view["results"])
            is_next = event.since == 0 and state.shoes > shoe
            assert before <= coups or is_next, f"coup {coups + 1} was never told"
            assert event.since == 0 or before == coups, "a coup came twice"
            coups, shoe = event.view["coups"], state.shoes
    assert number == max(states), "the last acts were never told"


def _money(table: Table, store: Store, number: int) -> None:
    """Every guest has what they brought and won, and the house has the rest."""
    paid: Counter[str] = Counter()
    for shoe in store.shoes(number):
        for coup in store.coups(number, shoe.number):
            for name, _, _, coins, _ in coup.paid:
                paid[name] += coins
    won: Counter[str] = Counter()
    held = brought = 0
    felt = {(seat.guest, seat.since): seat.on_the_felt for seat in table.seats}
    for guest in store.guests(number):
        on_the_felt = felt.get((guest.guest, guest.since), 0)
        assert guest.bankroll + on_the_felt == guest.bought + guest.won, guest
        won[guest.guest] += guest.won
        held += guest.bankroll + on_the_felt
        brought += guest.bought
    assert +won == +paid, "what was won is not what was paid"
    assert -won == -paid
    assert held + table.house == brought, "money was lost or made"


def spend_night(kills: int, seed: int, store: str, is_cold: bool = False) -> Told:
    """What everybody was told in a night with so many kills."""
    server = Killed(store, is_cold)
    night = Night(server, kills, seed)
    try:
        asyncio.run(night.run())
    finally:
        server.close()
    return night.told


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--cold", action="store_true", help="start the command itself every time")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        start = monotonic()
        store = str(Path(folder) / "store.sqlite")
        told = spend_night(asked.kills, asked.seed, store, asked.cold)
        took = monotonic() - start
        again = sum(done.is_replayed for _, done in told.answers.values())
        said = f"{asked.kills} kills in {took:.0f} s: {compare(told, store)}"
        sys.stdout.write(f"{said}; {again} answers were asked for again\n{dict(told.kinds)}\n")


if __name__ == "__main__":
    main()
