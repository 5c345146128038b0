"""The address of a store, and how it is opened: an SQLite file, or a PostgreSQL database."""

import os
import secrets
import sqlite3
import stat
from contextlib import closing, suppress
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlalchemy.engine import URL
from sqlalchemy.exc import ArgumentError

from baccarat.base.errors import Missing
from baccarat.base.files import shown
from baccarat.store.patience import seconds_left
from baccarat.store.schema import VERSIONS
from baccarat.store.trouble import STRANGE, StoreTrouble, reason_of, safe
from baccarat.table.saving import HOME, data_directory

NAME = "store.sqlite"
OWN = "own"
"""The word that names the user's default store."""
SQLITE, POSTGRES = "sqlite", "postgresql"
FLAGS = os.O_RDWR | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
EMPTY = (
    "{store}: an empty file, not a store: delete it to make a new store, "
    "or restore a backup with `baccarat store restore`"
)
MAGIC = b"SQLite format 3\0"
"""The first bytes of an SQLite file."""
PATIENCE = 5.0
"""Seconds to wait for a store that another process has locked."""
WRITES = "baccarat_writes"
"""The option of a connection that will write: SQLite then locks as the transaction begins."""


def address(url: str | os.PathLike[str] | None) -> URL:
    """A store's address: None means the default store, and a path means an SQLite file.

    >>> str(address("postgresql://club/baccarat"))
    'postgresql+psycopg://club/baccarat'
    >>> address("/srv/club.sqlite").database
    '/srv/club.sqlite'
    """
    if url is None or url == OWN:
        return _file(data_directory() / NAME)
    text = os.fspath(url)
    if "://" not in text:
        return _file(Path(text).expanduser())
    try:
        found = make_url(text)
    except (ArgumentError, ValueError):
        raise StoreTrouble("{store}: not the address of a store", store=safe(text)) from None
    kind = found.drivername.partition("+")[0]
    if kind in ("postgres", POSTGRES):
        if find_spec("psycopg") is None:
            raise Missing("PostgreSQL needs psycopg: pip install 'baccarat[postgres]'")
        return found.set(drivername=f"{POSTGRES}+psycopg")
    if kind == SQLITE and found.database and found.database != ":memory:":
        return _file(Path(found.database))
    form = (
        "{store}: not the address of a store: expected a file, or postgresql://NAME@HOST/DATABASE"
    )
    raise StoreTrouble(form, store=safe(text))


def _file(path: Path) -> URL:
    return URL.create(SQLITE, database=os.path.abspath(path))


def label(url: URL) -> str:
    """The name of a store in errors."""
    return (
        shown(url.database or "")
        if url.drivername == SQLITE
        else safe(str(url.set(drivername=POSTGRES)))
    )


def make_private(path: Path) -> None:
    """Make the file of a store if it is missing; only its owner may read it or its new folder."""
    folder = path.parent
    if not folder.exists():
        folder.mkdir(mode=0o700, parents=True)
        folder.chmod(0o700)
    elif HOME not in os.environ and folder == data_directory():
        folder.chmod(0o700)  # a folder that the owner has named may be shared
    try:
        file = os.open(path, FLAGS)
    except FileNotFoundError:
        _make(Path(os.path.realpath(path)))  # also at the target of a link
        file = os.open(path, FLAGS)
    try:
        if not stat.S_ISREG(os.fstat(file).st_mode):
            raise StoreTrouble("{store}: not a file", store=shown(path))
        if not os.fstat(file).st_size:
            raise StoreTrouble(EMPTY, store=shown(path))
        _leave_others(path, os.read(file, len(MAGIC)))
        if hasattr(os, "fchmod"):
            os.fchmod(file, 0o600)
    finally:
        os.close(file)


def _make(path: Path) -> None:
    """Make the file of a new store; it is never empty, because we treat an empty file as lost."""
    beside = path.with_name(f"{path.name}.{secrets.token_hex(4)}.new")
    os.close(os.open(beside, FLAGS | os.O_CREAT | os.O_EXCL, 0o600))
    try:
        with closing(sqlite3.connect(beside)) as made:
            made.execute("PRAGMA journal_mode = WAL")  # which writes its first page
        with suppress(FileExistsError):  # another process has made it
            try:
                os.link(beside, path)
            except (AttributeError, PermissionError, NotImplementedError):  # a disk without links
                with open(path, "xb") as file:
                    file.write(beside.read_bytes())
    except sqlite3.Error as trouble:
        form = "{store}: cannot be opened: {reason}"
        raise StoreTrouble(form, store=shown(path), reason=reason_of(trouble)) from None
    finally:
        beside.unlink()


def _leave_others(path: Path, begins: bytes) -> None:
    """Refuse a file that is not a store, before this program changes anything in the file."""
    if begins != MAGIC:
        reason = "it is not a store, or it is damaged"
        raise StoreTrouble("{store}: cannot be opened: {why}", store=shown(path), why=reason)
    try:
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as found:
            asked = "SELECT name FROM sqlite_master WHERE type = 'table'"
            names = [name for (name,) in found.execute(asked)]
    except sqlite3.Error:
        return  # damaged or locked: opening it reports that
    if names and VERSIONS not in names:
        raise StoreTrouble(STRANGE, store=shown(path))


def connect(url: URL, patience: float = PATIENCE, name: str = "") -> Engine:
    """The database at an address; it is opened with the first query.

    PostgreSQL shows the name in its list of connections.
    """
    if url.drivername == SQLITE:
        engine = create_engine(
            url, max_overflow=20, paramstyle="named", connect_args={"timeout": patience}
        )
        event.listen(engine, "connect", partial(_prepare_sqlite, patience))
        event.listen(engine, "begin", partial(_begin_sqlite, patience))
        return engine
    engine = create_engine(
        url,
        pool_pre_ping=True,
        max_overflow=20,
        connect_args={
            # A database that is cut off is noticed in seconds, not in hours.
            "keepalives_idle": 5,
            "keepalives_interval": 2,
            "keepalives_count": 3,
            "tcp_user_timeout": 10_000,
            **({"application_name": name} if name else {}),
        },
    )
    from baccarat.store.postgres_connection import connect_in_time  # psycopg may be missing

    def connected(dialect: object, record: object, args: Any, params: Any) -> Any:
        return connect_in_time(patience, *args, **params)

    event.listen(engine, "do_connect", connected)
    patient = f"SET lock_timeout = {max(1, int(1000 * patience))}"  # 0 would wait for ever

    def prepare(connection: Any, _: object) -> None:
        was = connection.autocommit
        connection.autocommit = True
        connection.execute("SET synchronous_commit = on")
        connection.execute(patient)
        connection.autocommit = was

    event.listen(engine, "connect", prepare)
    return engine


def _prepare_sqlite(patience: float, connection: Any, _: object) -> None:
    connection.isolation_level = None  # this program begins transactions itself
    end = monotonic() + patience
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL").close()
            break
        except sqlite3.OperationalError as trouble:
            # SQLite itself does not wait here if two processes open a new store at once.
            if "locked" not in str(trouble) or monotonic() > end:
                raise
            sleep(0.01)
    for setting in ("synchronous = FULL", "foreign_keys = ON"):
        connection.execute(f"PRAGMA {setting}").close()


def _begin_sqlite(patience: float, connection: Connection) -> None:
    raw: Any = connection.connection.driver_connection
    raw.execute(f"PRAGMA busy_timeout = {int(1000 * seconds_left(patience))}").close()
    writes = connection.get_execution_options().get(WRITES, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
