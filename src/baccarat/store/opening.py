"""Opening a store: made private, brought up to date, and had by one server at a time."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, text
from sqlalchemy.engine import URL

from baccarat.store.connecting import SQLITE, connect, label, make_private
from baccarat.store.database import Database
from baccarat.store.migrating import bring_up_to_date
from baccarat.store.trouble import StoreTrouble, told

try:
    import fcntl
except ImportError:  # not on Windows, where a second server is not noticed
    fcntl = None  # type: ignore[assignment]

LOCK_NUMBER = 0x62616363617261
"""By which PostgreSQL knows our lock: `baccara`."""
TAKEN = "{store}: another server has this store: stop it first, or name another store"


class Served(Database):
    """A database that this process alone serves from; the lock goes when the process does."""

    lock: int = -1

    def close(self) -> None:
        super().close()
        if self.lock >= 0:
            os.close(self.lock)
            self.lock = -1


def prepare(url: URL, *, serving: bool, patience: float) -> Database:
    """The database at an address, ready to be used."""
    where = label(url)
    is_file = url.drivername == SQLITE
    lock = -1
    with told(where, "cannot be opened"):
        if is_file:
            make_private(Path(url.database or ""))
            lock = _lock(Path(url.database or ""), where) if serving else -1
        try:
            engine = connect(url, patience)
            greet = _greeting(where) if serving and not is_file else None
            database = Served(url, engine, greet)
            try:
                if greet is not None:
                    database.change(lambda connection: None)  # takes the lock, or complains
                bring_up_to_date(database)
            except BaseException:
                database.close()
                raise
        except BaseException:
            if lock >= 0:
                os.close(lock)
            raise
    database.lock = lock
    return database


def _lock(path: Path, where: str) -> int:
    """Lock a file beside the store; two servers at one store would not see each other's acts."""
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


def _greeting(where: str) -> Callable[[Connection], None]:
    """The writer's connection holds PostgreSQL's lock, so who has lost it writes nothing."""

    def greet(connection: Connection) -> Any:
        with connection.begin():
            asked = text("SELECT pg_try_advisory_lock(:number)")
            if not connection.execute(asked, {"number": LOCK_NUMBER}).scalar():
                raise StoreTrouble(TAKEN, store=where)

    return greet
