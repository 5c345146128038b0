"""What waits at the same time shares a commit: nobody is told too early, nobody waits for ever."""

from collections.abc import Callable
from threading import Thread
from time import monotonic, sleep

import pytest
from postgres import PostgresServer
from sqlalchemy import Connection, RootTransaction, insert, select, text
from sqlalchemy.exc import OperationalError

from baccarat.store import Store
from baccarat.store import writer as written
from baccarat.store.schema import runs, tables
from baccarat.store.statements import GO_ON, IN_ORDER
from baccarat.store.writer import Pending, together


def a_run(name: str, is_there: Callable[[Connection], bool] | None = None) -> Pending:
    """Something to be written: a run of this kind."""
    added = insert(runs).values(kind=name)
    return Pending(work=lambda connection: connection.execute(added), is_there=is_there)


def kinds(store: Store) -> list[str]:
    return [row.kind for row in store.database.read(select(runs.c.kind).order_by(runs.c.number))]


def test_who_writes_more_than_one_commit_takes_is_told_when_all_of_it_is_on_disk(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(written, "MOST_TOGETHER", 2)
    group = [a_run(name) for name in "abcde"]
    store.database.writer.write(*group)
    assert all(pending.is_over for pending in group)
    assert kinds(store) == list("abcde")
    assert store.database.writer.commits >= 3


def test_a_commit_that_was_lost_counts_only_if_every_act_of_it_is_there(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With one that is there (another server has done it) the others would be told as kept."""
    commit = RootTransaction.commit

    def lose_first(transaction: RootTransaction) -> None:
        monkeypatch.setattr(RootTransaction, "commit", commit)
        transaction.rollback()
        raise OperationalError("COMMIT", None, Exception("server closed the connection"))

    there, not_there = a_run("there", lambda _: True), a_run("not there", lambda _: False)
    monkeypatch.setattr(RootTransaction, "commit", lose_first)
    store.database.writer.write(there, not_there)
    assert not_there.error is not None
    assert kinds(store) == []


def act_at(table: int) -> Pending:
    row = {"of_table": table, "new_last": 1, "new_listed": ""}
    return Pending(rows=[(GO_ON, row)], place=f"table/{table}")


def test_rows_come_in_the_order_of_their_places_whoever_asked_first() -> None:
    for order in ((1, 3, 2), (2, 3, 1), (3, 2, 1)):
        [(_, rows)] = together([act_at(table) for table in order])
        assert [row["of_table"] for row in rows] == [1, 2, 3]


def test_who_goes_on_is_written_before_the_rows_that_hang_on_it() -> None:
    """It locks the row of the place; so do all servers, in the order of `IN_ORDER`."""
    backward = [Pending(rows=[(statement, {})], place="table/1") for statement in IN_ORDER[::-1]]
    assert [id(statement) for statement, _ in together(backward)] == [*map(id, IN_ORDER)]


def test_two_servers_that_write_at_the_same_tables_never_wait_for_each_other(
    postgres: PostgresServer,
) -> None:
    """One has the rows 1 and 3, the other 2 and 3: in these orders each would wait for the other.

    Somebody else holds row 3 until both are on their way, so that this is not left to chance.
    """
    place = postgres.emptied()
    with Store.open(place, patience=60) as one, Store.open(place, patience=60) as other:
        for _ in range(3):
            one.new_table()
        groups = [[act_at(table) for table in order] for order in ((1, 3, 2), (2, 3, 1))]
        threads = [
            Thread(target=store.database.writer.write, args=group)
            for store, group in zip((one, other), groups, strict=True)
        ]
        with one.database.engine.connect() as connection:
            held = select(tables.c.number).where(tables.c.number == 3).with_for_update()
            connection.execute(held)
            for waiting, thread in enumerate(threads, start=1):
                thread.start()
                until_they_wait(other, waiting)
            connection.rollback()
        for thread in threads:
            thread.join(60)
        assert [pending.error for group in groups for pending in group] == [None] * 6


def until_they_wait(store: Store, many: int) -> None:
    """Wait until so many connections wait for a lock."""
    asked = text(
        "SELECT count(*) FROM pg_stat_activity"
        " WHERE datname = current_database() AND wait_event_type = 'Lock'"
    )
    end = monotonic() + 60
    while store.database.read(asked)[0][0] < many:
        assert monotonic() < end, "nobody waits"
        sleep(0.01)
