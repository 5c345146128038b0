"""Measure the store: what a synced commit takes, alone and shared, and how soon tables are back.

PYTHONPATH=src python benchmarks/store.py [URL] [--json]     without a URL: SQLite in this folder
"""

import argparse
import json
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import quantiles
from threading import Thread
from time import perf_counter

from sqlalchemy import Connection, text

from baccarat.store import Store
from baccarat.store.projection import rows_of
from baccarat.store.writer import Pending, together
from baccarat.table.acts import Burn, Buy, Cut, Deal, Open, Place, Sit
from baccarat.table.board.board import BoardAct
from baccarat.table.board.sitting import BoardSitting
from baccarat.table.log import Commit, Memory
from baccarat.table.sitting import Sitting
from baccarat.table.state import Phase
from baccarat.table.table import Table

TABLES, SHOES, THREADS, ACTS = 10, 100, 50, 40


class Uncommitted(Memory):
    """Writes what a keeper would, into one transaction: to fill a store quickly."""

    def __init__(self, connection: Connection, number: int) -> None:
        super().__init__()
        self.connection, self.number = connection, number

    def append(self, commit: Commit, tables: Sequence[Table] = ()) -> None:
        for statement, rows in together([Pending(rows_of(self.number, commit, tables))]):
            self.connection.execute(statement, rows)


def fill(store: Store) -> None:
    """One table of a hundred shoes, and copies of it."""
    numbers = [store.new_table() for _ in range(TABLES)]

    def play(connection: Connection) -> None:
        sitting = Sitting(Uncommitted(connection, numbers[0]), forgets=True)
        sitting.do(Open(seats=5, seed=7), Sit("Ann", 10**9), Sit("Bob", 10**9))
        for _ in range(SHOES):
            sitting.shuffle()
            sitting.do(Cut(), Burn())
            while sitting.table.phase is Phase.BETS:
                sitting.do(Place("banker", 10, "Ann"), author="Ann")
                sitting.do(Place("tie", 5, "Bob"), author="Bob")
                sitting.do(Deal(), go_on=True)
        for name in ("shoes", "guests", "acts", "coups"):
            found = connection.execute(text(f"SELECT * FROM {name} LIMIT 1")).keys()
            columns = ", ".join(f'"{one}"' for one in found if one != "table_number")
            for number in numbers[1:]:
                copy = f"INSERT INTO {name} (table_number, {columns}) SELECT {number}, {columns}"
                connection.execute(text(f"{copy} FROM {name} WHERE table_number = {numbers[0]}"))
        connection.execute(text(f"UPDATE tables SET last = {sitting.table.number}"))

    store.database.change(play)


def timed(work: Callable[[], object]) -> float:
    begun = perf_counter()
    work()
    return perf_counter() - begun


def bring_back(store: Store) -> None:
    for one in store.tables():
        keeper = store.keeper(one.number)
        sitting = Sitting(keeper, start=keeper.start(), forgets=True)
        assert sitting.table.shoes == SHOES
    for kept in store.boards():
        board = store.board_keeper(kept.number)
        assert BoardSitting(board, start=board.start()).board.page.shoe == SHOES


def new_tables(store: Store, many: int) -> list[Sitting]:
    found = [Sitting(store.keeper(store.new_table())) for _ in range(many)]
    for sitting in found:
        sitting.do(Open(), Sit("Ann", 1))
    return found


def buy(sitting: Sitting, times: int, took: list[float]) -> None:
    for _ in range(times):
        took.append(timed(lambda: sitting.do(Buy(1))))


def measure(store: Store) -> dict[str, float]:
    alone: list[float] = []
    (sitting,) = new_tables(store, 1)
    buy(sitting, 200, alone)
    shared: list[float] = []
    sittings = new_tables(store, THREADS)
    before = store.database.writer.commits
    threads = [Thread(target=buy, args=(one, ACTS, shared)) for one in sittings]

    def all_at_once() -> None:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    took = timed(all_at_once)
    commits = store.database.writer.commits - before
    return {
        "commit_ms": 1e3 * quantiles(alone, n=100)[49],
        "commit_p99_ms": 1e3 * quantiles(alone, n=100)[98],
        "shared_acts_per_second": THREADS * ACTS / took,
        "shared_acts_per_commit": THREADS * ACTS / commits,
        "shared_p50_ms": 1e3 * quantiles(shared, n=100)[49],
        "shared_p99_ms": 1e3 * quantiles(shared, n=100)[98],
    }


def fill_board(store: Store) -> None:
    board = BoardSitting(store.board_keeper(store.new_board()))
    board.do(BoardAct("open", "Table 3"))
    for shoe in range(SHOES):
        for coup in range(10):
            board.do(BoardAct("result", "BPT"[coup % 3]))
        if shoe < SHOES - 1:
            board.do(BoardAct("shoe"))


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("url", nargs="?")
    asked.add_argument("--json", action="store_true")
    told = asked.parse_args()
    with tempfile.TemporaryDirectory(dir=".") as folder:
        url = told.url or str(Path(folder) / "store.sqlite")
        with Store.open(url) as store:
            fill(store)
            fill_board(store)
        with Store.open(url) as store:
            found = {"back_seconds": timed(lambda: bring_back(store))}
            found |= measure(store)
    if told.json:
        print(json.dumps(found, indent=2))
        return
    print(f"{TABLES} tables and a board of {SHOES} shoes are back in {found['back_seconds']:.2f} s")
    print(f"a synced commit: {found['commit_ms']:.1f} ms, p99 {found['commit_p99_ms']:.1f} ms")
    print(
        f"{THREADS} at once: {found['shared_acts_per_second']:.0f} acts a second, "
        f"{found['shared_acts_per_commit']:.0f} a commit, p50 {found['shared_p50_ms']:.1f} ms, "
        f"p99 {found['shared_p99_ms']:.1f} ms"
    )


if __name__ == "__main__":
    main()
