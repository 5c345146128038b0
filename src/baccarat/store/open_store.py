"""Opens a store: makes its file private, upgrades it, and locks it for one server."""

import os
import secrets
from collections.abc import Callable
from pathlib import Path
from time import monotonic, sleep

from sqlalchemy import Connection, text
from sqlalchemy.engine import URL

from baccarat.base.files import shown
from baccarat.store.address import SQLITE, connect, label, make_private
from baccarat.store.database import Database
from baccarat.store.migration import make, state_of, upgrade
from baccarat.store.peers import NAME, TELL, Sharing, written
from baccarat.store.schema import VERSION
from baccarat.store.trouble import StoreTrouble, told
from baccarat.store.upkeep.backup import back_up
from baccarat.table.saving import data_directory

try:
    import fcntl
except ImportError:  # missing on Windows, where a second server is not noticed
    fcntl = None  # type: ignore[assignment]

LOCK_NUMBER = 0x62616363617261
"""The number of our lock in PostgreSQL: `baccara`."""
GRACE = 1.0
"""seconds in which PostgreSQL notices that a server closed its connection"""
TAKEN = "{store}: another server uses this store: stop that server first, or name another store"
ONE_SERVER = "{store}: only one server can use a file: use PostgreSQL for several servers"
NOT_THERE = "{store}: there is no store: `baccarat serve` or `baccarat key make` makes one"
MOST_COPIES = 1_000


class Served(Database):
    """A database that may be locked for this process; closing the database ends the lock."""

    lock: int = -1
    copy: Path | None = None
    """the copy of an older store, made before the upgrade"""
    sharing: Sharing | None = None
    """the connection with the other servers of this store; None if it is not shared"""

    def close(self) -> None:
        if self.sharing is not None:
            self.sharing.close()
        super().close()
        if self.lock >= 0:
            os.close(self.lock)
            self.lock = -1


def prepare(
    url: URL, *, serving: bool, patience: float, makes: bool = True, shared: bool = False
) -> Served:
    """The database at an address, upgraded and ready for use."""
    database = connected(url, locking=serving, patience=patience, makes=makes, shared=shared)
    try:
        with told(database.where, "cannot be opened"):
            found = state_of(database)
            if found is None and not makes:
                raise StoreTrouble(NOT_THERE, store=database.where)
            if found is None:
                database.change(make)
            elif found != VERSION and serving and not shared:
                _bring_up_to_date(database, url, found)
            elif found != VERSION:
                # Another process that writes by the old tables must not meet new ones: lock it out.
                database.close()
                database = prepare(url, serving=True, patience=patience)
                copy = database.copy
                database.close()
                database = connected(url, locking=serving, patience=patience, shared=shared)
                database.copy = copy
    except BaseException:
        database.close()
        raise
    return database


def connected(
    url: URL, *, locking: bool, patience: float, makes: bool = True, shared: bool = False
) -> Served:
    """The database at an address; its content is not checked yet.

    With `locking`, lock it for this process; with `shared` too, for all servers that share it.
    """
    where = label(url)
    is_file = url.drivername == SQLITE
    if is_file and shared:
        raise StoreTrouble(ONE_SERVER, store=where)
    server = secrets.token_hex(4) if shared else ""
    path, lock = Path(url.database or ""), -1
    with told(where, "cannot be opened"):
        if is_file:
            if not makes and not path.exists():
                raise StoreTrouble(NOT_THERE, store=where)
            make_private(path)
            lock = _lock(path, where) if locking else -1
        greet = _greeting(where, patience, shared) if locking and not is_file else None
        name = NAME + server if shared else ""
        database = Served(url, connect(url, patience, name), greet)
        database.lock = lock
        if shared:
            _share(database, server)
        try:
            if greet is not None:
                database.change(lambda connection: None)  # takes the lock, or raises
        except BaseException:
            database.close()
            raise
    return database


def _bring_up_to_date(database: Served, url: URL, found: str) -> None:
    """Upgrade the tables of an older store, after making a copy."""
    folder = Path(url.database or "").parent if url.drivername == SQLITE else data_directory()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    name = Path(url.database or "store").name
    names = (folder / f"{name}.{found}-{number}.backup" for number in range(1, MOST_COPIES))
    database.copy = next((path for path in names if not path.exists()), None)
    if database.copy is None:
        raise StoreTrouble(
            "{folder}: too many copies of older stores: delete some", folder=shown(folder)
        )
    back_up(database, database.copy)
    database.change(upgrade)


def _lock(path: Path, where: str) -> int:
    """Lock a file next to the store: two servers with one file would not see each other's acts."""
    path = Path(os.path.realpath(path))  # a link to the store has the same lock
    beside = path.with_name(f"{path.name}.lock")
    file = os.open(beside, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
    try:
        if fcntl is not None:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(file)
        raise StoreTrouble(TAKEN, store=where) from None
    except BaseException:
        os.close(file)
        raise
    return file


def _share(database: Served, server: str) -> None:
    """Announce every write to the other servers of this database."""

    def announce(connection: Connection, places: list[str]) -> None:
        connection.exec_driver_sql(TELL, {"notice": written(server, places)})

    database.writer.announce = database.turns.announce = announce
    database.sharing = Sharing(database, server)


def _greeting(where: str, patience: float, shared: bool) -> Callable[[Connection], None]:
    """A function that takes our lock in PostgreSQL, called first on each connection of a writer.

    A server without the lock can therefore not write. Servers that share the store share the lock.
    """
    asked = text(f"SELECT pg_try_advisory_lock{'_shared' if shared else ''}(:number)")
    had = False

    def greet(connection: Connection) -> None:
        nonlocal had
        # A connection that was lost or closed holds its lock until PostgreSQL notices.
        end = monotonic() + (patience if had else GRACE)
        while True:
            with connection.begin():
                is_ours = connection.execute(asked, {"number": LOCK_NUMBER}).scalar()
            if is_ours:
                had = True
                return
            if monotonic() > end:
                raise StoreTrouble(TAKEN, store=where)
            sleep(0.05)

    return greet
