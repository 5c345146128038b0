"""Backups and older stores: what comes back is what was there."""

import hashlib
import json
import sqlite3
import stat
from pathlib import Path
from threading import Event, Thread

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from checkout import ROOT
from postgres import PostgresServer
from sqlalchemy import event, text
from store.playing import all_boards, all_tables, back, marked, play_shoe, sat_down

from baccarat.base.errors import FileTrouble
from baccarat.store import Store, StoreTrouble
from baccarat.store.address import address
from baccarat.store.migration import revisions, state_of, upgrade
from baccarat.store.open_store import connected
from baccarat.store.schema import VERSION, everything
from baccarat.store.upkeep.backup import back_up, read_backup, restore
from baccarat.store.upkeep.check import check
from baccarat.table.acts import Buy, Open, Sit
from baccarat.table.sitting import Sitting

FIRST = ROOT / "tests" / "golden" / "store" / "0001.sql"
"""A store of the first revision: two tables, one of fair shoes, and a board."""


@pytest.fixture(params=["sqlite", "postgres"])
def other(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a second store."""
    if request.param == "sqlite":
        return str(tmp_path / "other.sqlite")
    server: PostgresServer = request.getfixturevalue("postgres")
    return server.new_database()


@pytest.fixture
def old(tmp_path: Path) -> Path:
    path = tmp_path / "old.sqlite"
    connection = sqlite3.connect(path)
    connection.executescript(FIRST.read_text("utf-8"))
    connection.close()
    return path


def restored(path: Path, url: str) -> Store:
    database = connected(address(url), locking=True, patience=1)
    try:
        restore(database, path)
    finally:
        database.close()
    return Store.open(url)


def filled(store: Store) -> None:
    for fair in (True, False):
        play_shoe(sat_down(store, fair=fair)[1])
    marked(store, "B", "P 9-7", "shoe", "T")
    store.keep_run("odds", "{}", "{}")


@pytest.mark.slow
def test_a_backup_restored_into_either_database_gives_the_same(
    store: Store, other: str, tmp_path: Path
) -> None:
    filled(store)
    told = back_up(store.database, tmp_path / "backup")
    assert (told.rows["tables"], told.rows["boards"]) == (2, 1)
    assert read_backup(tmp_path / "backup") == told
    with restored(tmp_path / "backup", other) as again:
        assert again.secret == store.secret
        assert all_tables(again) == all_tables(store)
        assert all_boards(again) == all_boards(store)
        for read in (Store.tables, Store.boards, Store.keys, Store.runs):
            assert read(again) == read(store)
        for table in (1, 2):
            assert list(again.commits(table)) == list(store.commits(table))
            assert again.coups(table, 1) == store.coups(table, 1)
            assert again.guests(table) == store.guests(table)
            assert again.shoes(table) == store.shoes(table)
        # It goes on: numbers come after those that were restored.
        number, sitting = sat_down(again)
        assert number == 3
        play_shoe(sitting)
        assert again.new_board() == 2


def test_a_backup_is_of_one_moment_while_the_store_is_in_use(store: Store, tmp_path: Path) -> None:
    number = store.new_table()
    sitting = Sitting(store.keeper(number))
    sitting.do(Open(), Sit("Ann", 1))
    stop = Event()

    def go_on() -> None:
        while not stop.is_set():
            sitting.do(Buy(1))

    thread = Thread(target=go_on)
    thread.start()
    try:
        for turn in range(5):
            back_up(store.database, tmp_path / f"{turn}")
    finally:
        stop.set()
        thread.join()
    for turn in range(5):
        rows = [json.loads(line) for line in (tmp_path / f"{turn}").read_text().splitlines()]
        acts = [row[1]["last"] for row in rows[1:-1] if row[0] == "acts"]
        tables = [row[1]["last"] for row in rows[1:-1] if row[0] == "tables"]
        seats = [json.loads(row[1]["seat"]) for row in rows[1:-1] if row[0] == "guests"]
        assert tables == [max(acts)] == [seats[0]["bought"] + 1]


def test_a_backup_is_private_and_never_written_over(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "backup"
    back_up(store.database, path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    before = path.read_bytes()
    with pytest.raises(FileTrouble, match="backup: this file already exists: name another file"):
        back_up(store.database, path)
    with pytest.raises(FileTrouble, match="cannot be written: No such file or directory"):
        back_up(store.database, tmp_path / "none" / "backup")
    assert path.read_bytes() == before


@pytest.mark.slow
def test_nothing_is_restored_over_what_is_there(store: Store, place: str, tmp_path: Path) -> None:
    filled(store)
    back_up(store.database, tmp_path / "backup")
    before = all_tables(store)
    with pytest.raises(StoreTrouble, match="it is not empty: restore into a new store"):
        restored(tmp_path / "backup", place)
    assert all_tables(store) == before


def test_damage_to_a_backup_is_told_before_anything_is_restored(tmp_path: Path) -> None:
    with Store.open(tmp_path / "store.sqlite") as store:
        filled(store)
        back_up(store.database, tmp_path / "backup")
    whole = (tmp_path / "backup").read_bytes()
    lines = whole.splitlines(keepends=True)
    damaged = {
        "cut off": whole[: len(whole) // 2],
        "one byte": whole.replace(b"Bob", b"Rob", 1),
        "a line less": b"".join([*lines[:5], *lines[6:]]),
        "a line more": whole + b"[]\n",
        "no end": b"".join(lines[:-1]),
    }
    for name, data in damaged.items():
        (tmp_path / name).write_bytes(data)
        with pytest.raises(FileTrouble, match="a damaged backup: its seal does not fit"):
            restored(tmp_path / name, str(tmp_path / "other.sqlite"))
    (tmp_path / "shoe").write_text("1. B\n")
    with pytest.raises(FileTrouble, match="shoe: not a backup of a store"):
        restored(tmp_path / "shoe", str(tmp_path / "other.sqlite"))
    with Store.open(tmp_path / "other.sqlite") as empty:
        assert empty.tables() == []


RUN = {"number": 1, "kind": "", "made": "", "question": "", "answer": ""}
MISFITS: tuple[tuple[str, dict[str, object]], ...] = (
    ("runs", RUN | {"number": 10**30}),
    ("runs", RUN | {"kind": [1]}),
    ("runs", RUN | {"kind": None}),
    ("runs", RUN | {"kind": "\ud800"}),
    ("runs", RUN | {"colour": "red"}),
    ("runs", {"number": 1}),
    ("alembic_version", {"version_num": "0099"}),
    ("sqlite_sequence", {"name": "tables", "seq": 5}),
    ("birds", {"name": "Ann"}),
    ("codes", {"hash": "0f", "key_number": 99, "until": 5}),
)


@pytest.mark.slow
def test_a_backup_of_rows_that_do_not_fit_is_told_in_one_line(place: str, tmp_path: Path) -> None:
    with Store.open(tmp_path / "from.sqlite") as store:
        back_up(store.database, tmp_path / "backup")
    *lines, _ = (tmp_path / "backup").read_bytes().splitlines(keepends=True)
    for of, row in MISFITS:
        whole = b"".join([*lines, f"{json.dumps([of, row])}\n".encode()])
        end = {"rows": len(lines), "seal": hashlib.sha256(whole).hexdigest()}
        (tmp_path / "backup").write_bytes(whole + f"{json.dumps(end)}\n".encode())
        with pytest.raises(FileTrouble, match="a damaged backup: its rows do not fit together"):
            restored(tmp_path / "backup", place)
    with Store.open(place) as empty:
        assert empty.runs() == []


def test_a_backup_without_the_secret_of_its_store_is_refused(tmp_path: Path) -> None:
    with Store.open(tmp_path / "from.sqlite") as store:
        back_up(store.database, tmp_path / "backup")
    head = (tmp_path / "backup").read_bytes().splitlines(keepends=True)[0]
    end = {"rows": 0, "seal": hashlib.sha256(head).hexdigest()}
    (tmp_path / "backup").write_bytes(head + f"{json.dumps(end)}\n".encode())
    with pytest.raises(FileTrouble, match="the secret of the store is missing"):
        restored(tmp_path / "backup", str(tmp_path / "other.sqlite"))


def test_an_older_store_is_brought_up_to_date_after_a_copy_was_made(
    old: Path, tmp_path: Path
) -> None:
    with Store.open(old) as store:
        assert check(store).faults == ()
        tables, boards = all_tables(store), all_boards(store)
        assert [str(table) for table in map(repr, tables)] == [
            "<table: punto-banco, bets, 2 guests, 0 on the felt, 15 coups>"
        ] * 2
        keeper = store.keeper(1)
        assert keeper.start() is not None
        assert keeper.load()[0][0].number > 10
        assert store.copy is not None
        assert stat.S_IMODE(store.copy.stat().st_mode) == 0o600
        assert read_backup(store.copy).version == "0001"
        copy = store.copy
    with Store.open(old) as again:
        assert again.copy is None
    with restored(copy, str(tmp_path / "from-copy.sqlite")) as third:
        assert all_tables(third) == tables
        assert all_boards(third) == boards


def test_an_older_store_is_not_changed_while_a_server_has_it(old: Path) -> None:
    server = connected(address(str(old)), locking=True, patience=1)
    with pytest.raises(StoreTrouble, match="another server uses this store"):
        Store.open(old)
    assert state_of(server) == "0001"
    server.close()


def test_an_older_backup_is_restored_into_postgres(
    old: Path, postgres: PostgresServer, tmp_path: Path
) -> None:
    database = connected(address(str(old)), locking=False, patience=1)
    back_up(database, tmp_path / "backup")
    database.close()
    with restored(tmp_path / "backup", postgres.new_database()) as store, Store.open(old) as same:
        assert all_tables(store) == all_tables(same)


def test_a_migration_that_fails_half_way_has_changed_nothing(old: Path) -> None:
    database = connected(address(str(old)), locking=True, patience=1)

    def fail(connection: object, cursor: object, statement: str, *_: object) -> None:
        if "DROP COLUMN" in statement:
            raise RuntimeError("the lights went out")

    event.listen(database.engine, "before_cursor_execute", fail)
    with pytest.raises(RuntimeError, match="lights"):
        database.change(upgrade)
    assert state_of(database) == "0001"
    database.close()
    with Store.open(old) as store:
        assert [table.coups for table in all_tables(store)] == [15, 15]


def test_a_newer_store_is_refused_and_stays_as_it_is(place: str, tmp_path: Path) -> None:
    with Store.open(place) as store:
        number, _ = sat_down(store)
        store.database.change(
            lambda connection: (
                connection.execute(text("UPDATE alembic_version SET version_num='z'")) and None
            )
        )
    with pytest.raises(StoreTrouble, match="a newer version of baccarat has written it"):
        Store.open(place)
    database = connected(address(place), locking=False, patience=1)
    back_up(database, tmp_path / "backup")
    database.close()
    with pytest.raises(FileTrouble, match="a newer version of baccarat has written it"):
        restored(tmp_path / "backup", str(tmp_path / "other.sqlite"))
    assert number == 1


def test_the_migrations_lead_to_the_schema(store: Store) -> None:
    assert revisions()[-1] == VERSION
    with store.database.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, everything) == []


def test_a_table_goes_on_after_it_was_brought_up_to_date(old: Path) -> None:
    with Store.open(old) as store:
        sitting = back(store, 2)
        sitting.do(Buy(5, "Ann"))
        assert back(store, 2).table == sitting.table
