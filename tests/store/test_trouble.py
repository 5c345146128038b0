"""Trouble with the store: one clear line, and the act that was refused has not happened."""

import os
import pwd
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from time import sleep
from typing import Any

import psycopg
import pytest
from postgres import PostgresServer
from sqlalchemy import event
from store.playing import back, play_shoe, sat_down

from baccarat.base.errors import FileTrouble
from baccarat.store import Store, StoreTrouble
from baccarat.store.upkeep.backup import back_up
from baccarat.table.acts import Leave, Sit
from baccarat.table.sitting import Sitting

APPENDING = """
import sys
from baccarat.store import Store
from baccarat.table.acts import Open, Sit, Buy
from baccarat.table.sitting import Sitting
store = Store.open(sys.argv[1])
sitting = Sitting(store.keeper(store.new_table()))
sitting.do(Open(), Sit("Ann", 1))
print("ready", flush=True)
while True:
    sitting.do(Buy(1))
    print(sitting.table.number, flush=True)
"""
"""Says the number of every act when it is on disk."""


@contextmanager
def refused(sitting: Sitting, why: str) -> Iterator[None]:
    """An act is refused with this sentence, and the table is as it was."""
    before = sitting.table
    yield
    with pytest.raises(StoreTrouble, match=why) as trouble:
        sitting.do(Sit("Cyd", 5))
    assert "\n" not in str(trouble.value)
    assert sitting.table == before


def test_another_program_that_locks_the_store_is_told_and_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    with Store.open(path, patience=0.1) as store:
        number, sitting = sat_down(store)
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN EXCLUSIVE")
        with refused(sitting, "store.sqlite: cannot be written: another program has locked it"):
            pass
        other.close()
        sitting.do(Sit("Cyd", 5))
        assert back(store, number).table == sitting.table


def test_those_who_wait_together_are_refused_together(tmp_path: Path) -> None:
    """Not one after the other, each as patient as the first."""
    path = tmp_path / "store.sqlite"
    with Store.open(path, patience=0.3) as store:
        sittings = [sat_down(store)[1] for _ in range(12)]
        tried: list[object] = []
        event.listen(store.database.engine, "begin", lambda connection: tried.append(connection))
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN EXCLUSIVE")
        troubles: list[BaseException] = []

        def sit(sitting: Sitting) -> None:
            try:
                sitting.do(Sit("Cyd", 5))
            except StoreTrouble as trouble:
                troubles.append(trouble)

        threads = [Thread(target=sit, args=(sitting,)) for sitting in sittings]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        other.close()
        assert len(troubles) == 12
        assert len(tried) < 6


def test_a_full_disk_refuses_acts_until_there_is_room(tmp_path: Path) -> None:
    with Store.open(tmp_path / "store.sqlite") as store:
        number, sitting = sat_down(store)
        room = [store.database.engine]

        def limit(connection: Any, _: object) -> None:
            pages = connection.execute("PRAGMA page_count").fetchone()[0] if room else 1 << 30
            connection.execute(f"PRAGMA max_page_count = {pages}").close()

        event.listen(store.database.engine, "connect", limit)
        store.database.writer._let_go()
        store.database.engine.dispose()
        with pytest.raises(StoreTrouble, match="cannot be written: the disk is full"):  # noqa: PT012
            for _ in range(20):
                play_shoe(sitting)
        kept = back(store, number).table
        assert kept == sitting.table
        room.clear()
        store.database.writer._let_go()
        store.database.engine.dispose()
        sitting.do(Leave("Ann"))
        assert back(store, number).table == sitting.table


def test_a_file_that_may_not_grow_loses_nothing_that_was_told(
    tmp_path: Path, on_a_full_disk: Callable[[int], list[str]]
) -> None:
    path = tmp_path / "store.sqlite"
    Store.open(path).close()
    command = [*on_a_full_disk(400_000), sys.executable, "-c", APPENDING, str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    told = [int(line) for line in done.stdout.split()[1:]]
    assert len(told) > 5
    assert "StoreTrouble" in done.stderr.splitlines()[-1]
    with Store.open(path) as store:
        assert store.tables()[0].last == told[-1]
        assert back(store, 1).table.number == told[-1]


@pytest.mark.slow
@pytest.mark.parametrize("when", [0.0, 0.0371])
def test_what_was_told_is_there_after_a_kill(place: str, when: float) -> None:
    command = [sys.executable, "-c", APPENDING, place]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "ready\n"
        told = [child.stdout.readline() for _ in range(3)]
        sleep(when)
        child.kill()
        told += child.stdout.readlines()
    last = max(int(line) for line in told if line.endswith("\n"))
    with Store.open(place) as store:
        table = back(store, 1).table
        assert table.number == store.tables()[0].last in (last, last + 1)
        assert table.bought == 1 + table.number - 2
        assert store.guests(1)[0].bought == table.bought


GARBAGE: dict[str, Callable[[Path], object]] = {
    "garbage": lambda path: path.write_bytes(os.urandom(50_000)),
    "text": lambda path: path.write_text("a shoe is not a store\n" * 500),
    "truncated": lambda path: os.truncate(path, 30_000),
    "torn": lambda path: path.write_bytes(
        path.read_bytes()[:4096] + b"\x55" * (len(path.read_bytes()) - 4096)
    ),
}


@pytest.mark.parametrize("how", GARBAGE)
def test_a_damaged_store_is_told_in_one_line(tmp_path: Path, how: str) -> None:
    path = tmp_path / "store.sqlite"
    with Store.open(path) as store:
        play_shoe(sat_down(store)[1])
    GARBAGE[how](path)
    with (
        pytest.raises(StoreTrouble, match=r"store.sqlite: .*damaged") as trouble,
        Store.open(path) as store,
    ):
        back(store, 1)
    assert "\n" not in str(trouble.value)


def test_what_is_no_store_is_told_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(StoreTrouble, match=r"cannot be opened: Is a directory"):
        Store.open(tmp_path)
    with pytest.raises(StoreTrouble, match=r"there is no store"):
        Store.open(tmp_path / "none.sqlite", makes=False)
    assert not list(tmp_path.iterdir())
    other = sqlite3.connect(tmp_path / "other.sqlite")
    other.execute("CREATE TABLE birds (name TEXT)")
    other.close()
    with pytest.raises(
        StoreTrouble, match=r"other.sqlite: this database belongs to another program"
    ):
        Store.open(tmp_path / "other.sqlite")
    with pytest.raises(StoreTrouble, match=r"expected a file, or postgresql://"):
        Store.open("mysql://me:secret@there/db")
    with pytest.raises(StoreTrouble, match=r"me:\*\*\*@nowhere.*there is no such machine"):
        Store.open("postgresql://me:secret@nowhere.invalid/db")


def test_what_is_no_store_is_left_as_it_is(tmp_path: Path) -> None:
    notes, birds = tmp_path / "notes.txt", tmp_path / "birds.sqlite"
    notes.write_text("a shoe is not a store\n")
    other = sqlite3.connect(birds)
    other.execute("CREATE TABLE birds (name TEXT)")
    other.close()
    for path in (notes, birds):
        path.chmod(0o644)
        before = path.read_bytes()
        with pytest.raises(
            StoreTrouble, match=r"not a store|this database belongs to another program"
        ):
            Store.open(path)
        assert path.read_bytes() == before
        assert stat.S_IMODE(path.stat().st_mode) == 0o644


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://me:my%20secret@/db?host=/nowhere",
        "postgresql://me:my@secret@nowhere.invalid/db",
        "postgresql://me:my/secret@nowhere.invalid/db",
        "postgresql://me:my:secret@nowhere.invalid:port/db",
        "postgresql://me@/db?host=/nowhere&password=secret",
        "postgresql://me@/db?sslpassword=secret&host=/nowhere",
        "mysql://me:my@secret@there/db?password=secret",
    ],
)
def test_no_complaint_has_a_password(url: str) -> None:
    with pytest.raises(StoreTrouble) as trouble:
        Store.open(url, patience=0.1)
    assert "secret" not in str(trouble.value)
    assert "***" in str(trouble.value)


def test_a_setting_that_postgres_does_not_know_is_told() -> None:
    for setting in ("colour=red", "sslmode=red"):
        with pytest.raises(StoreTrouble, match="its address has an unknown setting"):
            Store.open(f"postgresql://me@/db?host=/nowhere&{setting}")


def test_a_read_only_store_is_told_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    Store.open(path).close()
    path.chmod(0o444)
    before = path.read_bytes()
    with an_ordinary_user(tmp_path), pytest.raises(StoreTrouble) as trouble:
        Store.open(path)
    assert str(trouble.value) == f"{path}: cannot be opened: Permission denied"
    assert path.read_bytes() == before


@contextmanager
def an_ordinary_user(folder: Path) -> Iterator[None]:
    """Root may write everything; so somebody else tries."""
    is_root = os.geteuid() == 0
    if is_root:
        for above in (folder, *folder.parents[:3]):
            above.chmod(above.stat().st_mode | 0o055)
        os.seteuid(pwd.getpwnam("nobody").pw_uid)
    try:
        yield
    finally:
        if is_root:
            os.seteuid(0)


def test_the_store_its_folder_and_its_side_files_are_private(tmp_path: Path) -> None:
    before = os.umask(0o000)
    try:
        with Store.open(tmp_path / "new" / "store.sqlite", serving=True) as store:
            sat_down(store)
            files = list((tmp_path / "new").iterdir())
            assert len(files) == 4
            assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}
            assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o700
    finally:
        os.umask(before)


def test_two_who_make_a_store_at_once_make_one(place: str) -> None:
    made: list[bytes] = []

    def make() -> None:
        with Store.open(place) as store:
            made.append(store.secret)

    threads = [Thread(target=make) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(made) == 4
    assert len(set(made)) == 1


def test_a_second_server_is_told_and_the_lock_goes_with_its_process(place: str) -> None:
    holding = (
        "import sys; from baccarat.store import Store\n"
        "store = Store.open(sys.argv[1], serving=True)\n"
        "print('ready', flush=True); sys.stdin.read()\n"
    )
    command = [sys.executable, "-c", holding, place]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "ready\n"
        with pytest.raises(
            StoreTrouble, match="another server uses this store: stop that server first"
        ):
            Store.open(place, serving=True)
        Store.open(place).close()  # whoever does not serve may come
        child.kill()
        child.wait()
    with Store.open(place, serving=True, patience=60) as store:  # PostgreSQL must notice it first
        sat_down(store)


def test_a_second_server_by_a_link_to_the_store_is_told(tmp_path: Path) -> None:
    link = tmp_path / "link.sqlite"
    link.symlink_to(tmp_path / "store.sqlite")
    with (
        Store.open(tmp_path / "store.sqlite", serving=True),
        pytest.raises(StoreTrouble, match=r"link.sqlite: another server uses this store"),
    ):
        Store.open(link, serving=True)


@pytest.mark.slow
def test_postgres_may_go_away_and_come_back(postgres: PostgresServer) -> None:
    with Store.open(postgres.new_database(), serving=True, patience=2) as store:
        number, sitting = sat_down(store)
        with refused(sitting, "cannot be written: the database does not answer"):
            postgres.stop(suddenly=True)
        with pytest.raises(StoreTrouble, match="cannot be read: the database does not answer"):
            store.tables()
        postgres.start()
        sitting.do(Sit("Cyd", 5))
        assert [seat.guest for seat in back(store, number).table.seats] == ["Ann", "Bob", "Cyd"]
        assert back(store, number).table == sitting.table
        postgres.stop(suddenly=True)
        postgres.start()
        sitting.do(Leave("Cyd"))  # nobody has noticed that it was away
        assert back(store, number).table == sitting.table
        with pytest.raises(StoreTrouble, match="another server uses this store"):
            Store.open(str(store.database.url), serving=True)


def test_another_program_that_locks_postgres_is_told_and_waited_for(
    postgres: PostgresServer,
) -> None:
    place = postgres.new_database()
    with Store.open(place, patience=0.2) as store, psycopg.connect(place) as other:
        number, sitting = sat_down(store)
        with refused(sitting, "cannot be written: another program has locked it"):
            other.execute("LOCK TABLE acts")
        with pytest.raises(StoreTrouble, match="cannot be read: another program has locked it"):
            back(store, number)
        other.rollback()
        sitting.do(Sit("Cyd", 5))
        assert back(store, number).table == sitting.table


@pytest.mark.parametrize("has_happened", [True, False])
def test_a_commit_that_nobody_answered_is_looked_for(
    postgres: PostgresServer, has_happened: bool
) -> None:
    with Store.open(postgres.emptied(), serving=True, patience=2) as store:
        number, sitting = sat_down(store)

        def lose(connection: Any) -> None:
            if lost:
                return
            lost.append(connection)
            raw: psycopg.Connection[Any] = connection.connection.dbapi_connection
            if has_happened:
                raw.execute("COMMIT")
            raw.pgconn.finish()  # the answer never comes

        lost: list[object] = []
        event.listen(store.database.engine, "commit", lose)
        if has_happened:
            sitting.do(Sit("Cyd", 5))
        else:
            with refused(sitting, "cannot be written"):
                pass
        assert not sitting.keeper.is_unsure  # type: ignore[attr-defined]
        assert back(store, number).table == sitting.table


def test_nobody_pretends_to_know_of_a_commit_when_the_database_is_gone(
    postgres: PostgresServer,
) -> None:
    with Store.open(postgres.new_database(), serving=True, patience=2) as store:
        number, sitting = sat_down(store)

        def lose(connection: Any) -> None:
            if lost:
                return
            lost.append(connection)
            raw: psycopg.Connection[Any] = connection.connection.dbapi_connection
            raw.execute("COMMIT")
            postgres.stop(suddenly=True)
            raw.pgconn.finish()

        lost: list[object] = []
        event.listen(store.database.engine, "commit", lose)
        with refused(sitting, "it is not known yet whether this was written"):
            pass
        assert sitting.keeper.is_unsure  # type: ignore[attr-defined]
        postgres.start()
        with refused(
            sitting, "another program has written to the same place: open the store again"
        ):
            pass
        assert [seat.guest for seat in back(store, number).table.seats] == ["Ann", "Bob", "Cyd"]


def test_what_one_writes_that_the_database_cannot_hold_harms_nobody_else(place: str) -> None:
    with Store.open(place) as store:
        number, sitting = sat_down(store)
        with pytest.raises(FileTrouble):
            sitting.do(Sit("Cyd", 5), key="\ud800", asked="ab", answer=lambda table: "")
        sitting.do(Sit("Cyd", 5))
        assert back(store, number).table == sitting.table


@pytest.mark.parametrize(
    ("damage", "told"),
    [
        ("UPDATE store SET secret = 'zz'", "the secret of the store is damaged"),
        ("UPDATE store SET secret = ''", "the secret of the store is damaged"),
        ("DELETE FROM alembic_version", "its revision is damaged"),
        ("DELETE FROM store", "the secret of the store is damaged"),
        ("UPDATE keys SET tables = '5'", "key 1 is damaged"),
        ("UPDATE keys SET name = x'ff'", "key 1 is damaged"),
        ("UPDATE guests SET seat = '{}'", "a guest of table 1 is damaged"),
        ("UPDATE shoes SET ceremony = '{}'", "a shoe of table 1 is damaged"),
        ("UPDATE shoes SET counts = 'x'", "a shoe of table 1 is damaged"),
        ("UPDATE coups SET paid = '[1]'", "a coup of table 1 is damaged"),
        ("UPDATE acts SET line = x'ff00'", "a row of acts is damaged"),
        (
            "UPDATE acts SET line = CAST(x'7b80' AS TEXT)",
            "cannot be read: it is damaged: .*restore.* into a new store",
        ),
    ],
)
def test_a_row_that_does_not_read_is_told_in_one_line(
    tmp_path: Path, damage: str, told: str
) -> None:
    path = tmp_path / "store.sqlite"
    with Store.open(path) as store:
        play_shoe(sat_down(store)[1])
        store.add_key("wall", "watch", None, "0f")
    other = sqlite3.connect(path)
    other.execute(damage)
    other.commit()
    other.close()

    def read_all() -> None:
        with Store.open(path) as store:
            assert store.keys()
            assert store.guests(1)
            assert store.shoes(1)
            assert store.coups(1, 1)
            back_up(store.database, tmp_path / "backup")

    with pytest.raises(StoreTrouble, match=told) as trouble:
        read_all()
    assert "\n" not in str(trouble.value)
    assert not (tmp_path / "backup").exists()


@pytest.mark.parametrize("how", [{}, {"serving": True}, {"makes": False}])
def test_an_empty_file_is_no_new_store(tmp_path: Path, how: dict[str, bool]) -> None:
    file = tmp_path / "club.sqlite"
    with Store.open(file) as store:
        sat_down(store)
    os.truncate(file, 0)
    with pytest.raises(StoreTrouble) as refused:
        Store.open(file, **how)
    said = str(refused.value)
    assert "club.sqlite: an empty file, not a store: delete it to make a new store" in said
    assert "store restore" in said
    assert "\n" not in said
    assert file.stat().st_size == 0
    assert not list(tmp_path.glob("*.new"))
    file.unlink()
    with Store.open(file) as store:
        assert store.tables() == []


def test_a_new_store_is_never_seen_empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[int] = []
    link = os.link

    def seen(source: str, target: str) -> None:
        link(source, target)
        sizes.append(os.stat(target).st_size)

    monkeypatch.setattr(os, "link", seen)
    with Store.open(tmp_path / "club.sqlite"):
        pass
    assert len(sizes) == 1
    assert sizes[0] > 0


def test_a_disk_without_links_has_a_store_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(source: str, target: str) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "link", refuse)
    with Store.open(tmp_path / "club.sqlite") as store:
        number, _ = sat_down(store)
        assert back(store, number).table.seats
    assert stat.S_IMODE((tmp_path / "club.sqlite").stat().st_mode) == 0o600
