"""A backup of SQLite or PostgreSQL: each row of the store as a line of JSON, and a seal at the end.

A backup of a store in use shows a single moment. It contains the seeds, as the store does.
"""

import hashlib
import json
import os
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import groupby, islice
from pathlib import Path
from typing import Any, BinaryIO

from sqlalchemy import (
    Connection,
    MetaData,
    Select,
    Table,
    column,
    func,
    insert,
    select,
    table,
    text,
)
from sqlalchemy.exc import DataError, IntegrityError, ProgrammingError

from baccarat.base.errors import FileTrouble
from baccarat.base.files import open_private, shown, trouble_told
from baccarat.base.frozen import FrozenDict, freezes
from baccarat.store.address import POSTGRES
from baccarat.store.database import Database
from baccarat.store.migration import clear, is_empty, revisions, upgrade, version_of
from baccarat.store.schema import VERSIONS, about_store
from baccarat.store.trouble import StoreTrouble, readable
from baccarat.table.sitting import now

KIND, FORMAT = "baccarat store", 1
AT_ONCE = 500
"""Rows that are read or written at a time."""
MOST_LINE = 1 << 24
"""The most bytes of a row."""
UNFIT = (KeyError, OverflowError, UnicodeError, IntegrityError, DataError, ProgrammingError)
"""The errors that rows may raise if no store has written them."""
VALUES = (str, int, type(None))
"""The types of values in a row."""
NUMBERED = ("tables", "boards", "keys", "runs", "deeds")
"""The tables whose rows PostgreSQL numbers itself."""


@dataclass(frozen=True, slots=True)
@freezes("rows")
class BackedUp:
    """The content of a backup."""

    version: str
    """the revision of the store"""
    made: str
    rows: Mapping[str, int] = field(default_factory=FrozenDict)
    """the number of rows in each table of the database"""


def back_up(database: Database, path: Path) -> BackedUp:
    """Write a backup to a new file, which only its owner may read."""
    with trouble_told(path, "written"):
        if not path.name or path.exists():
            raise FileTrouble(f"{shown(path)}: this file already exists: name another file")
        draft = path.with_name(f".{path.name[:100]}.{os.getpid()}.part")
        draft.unlink(missing_ok=True)
        try:
            with open(draft, "xb", opener=open_private) as file, database.reading() as connection:
                told = _write(connection, file, database.where)
                file.flush()
                os.fsync(file.fileno())
            os.link(draft, path) if hasattr(os, "link") else os.replace(draft, path)
        finally:
            with suppress(OSError):
                draft.unlink()
    return told


def _write(connection: Connection, file: BinaryIO, where: str) -> BackedUp:
    version = version_of(connection) or ""
    told = BackedUp(version, now())
    digest, rows = hashlib.sha256(), Counter[str]()

    def put(value: object) -> None:
        line = f"{json.dumps(value)}\n".encode()
        digest.update(line)
        file.write(line)

    put({"kind": KIND, "format": FORMAT, "version": version, "made": told.made})
    for found in _tables(connection):
        ordered = select(found).order_by(*found.primary_key.columns)
        for row in connection.execution_options(yield_per=AT_ONCE).execute(ordered).mappings():
            with readable(where, f"a row of {found.name}"):
                put([found.name, dict(row)])
            rows[found.name] += 1
    put({"rows": sum(rows.values()), "seal": digest.hexdigest()})
    return BackedUp(version, told.made, rows)


def _tables(connection: Connection) -> list[Table]:
    """The tables of the database in its present revision; referenced tables come first."""
    found = MetaData()
    found.reflect(connection)
    return [one for one in found.sorted_tables if one.name != VERSIONS]


def read_backup(path: Path) -> BackedUp:
    """Read all of a backup and check its seal; return the numbers of its rows."""
    rows = Counter(name for name, _ in _rows(path))
    with _opened(path) as file:
        head = _head(path, file.readline(MOST_LINE))
    return BackedUp(head["version"], head["made"], rows)


def _opened(path: Path) -> BinaryIO:
    with trouble_told(path, "read"):
        return open(path, "rb")


def _head(path: Path, line: bytes) -> dict[str, Any]:
    match _json(line):
        case {"kind": kind, "format": int(version), "version": str(), "made": str()} as head:
            if kind == KIND and version > FORMAT:
                raise FileTrouble(
                    f"{shown(path)}: a newer version of baccarat has written it: upgrade this one"
                )
            if kind == KIND:
                return head  # type: ignore[no-any-return]
    raise FileTrouble(f"{shown(path)}: not a backup of a store")


def _rows(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every row of a backup; a damaged backup raises an error, at the latest after its last row."""
    digest, count = hashlib.sha256(), 0
    with _opened(path) as file:
        line = file.readline(MOST_LINE)
        _head(path, line)
        while True:
            digest.update(line)
            line = file.readline(MOST_LINE)
            match _json(line):
                case [str(name), dict(row)]:
                    count += 1
                    yield name, row
                case {"rows": int(rows), "seal": str(seal)}:
                    if (rows, seal) == (count, digest.hexdigest()) and not file.read(1):
                        return
                    break
                case _:
                    break
    raise FileTrouble(f"{shown(path)}: a damaged backup: its seal does not fit")


def _json(line: bytes) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None


def restore(database: Database, path: Path) -> BackedUp:
    """Fill an empty store from a backup, in one transaction; an older backup is upgraded."""
    told = read_backup(path)  # damage is found before anything is written
    if told.version not in revisions():
        raise FileTrouble(
            f"{shown(path)}: a newer version of baccarat has written it: upgrade this one"
        )
    if told.rows.get(about_store.name) != 1:
        raise FileTrouble(f"{shown(path)}: a damaged backup: the secret of the store is missing")

    def fill(connection: Connection) -> None:
        if not is_empty(connection):
            form = "{store}: it is not empty: restore into a new store"
            raise StoreTrouble(form, store=database.where)
        clear(connection)
        upgrade(connection, told.version)
        known = {one.name: list(one.columns.keys()) for one in _tables(connection)}
        try:
            for name, group in groupby(_rows(path), key=lambda item: item[0]):
                place = table(name, *map(column, known[name]))
                while rows := [row for _, row in islice(group, AT_ONCE)]:
                    for row in rows:
                        _require_columns(row, known[name])
                    connection.execute(insert(place), rows)
        except UNFIT:
            form = f"{shown(path)}: a damaged backup: its rows do not fit together"
            raise FileTrouble(form) from None
        if connection.dialect.name == POSTGRES:
            _count_on(connection, [name for name in NUMBERED if name in known])
        upgrade(connection)

    database.change(fill)
    return told


def _require_columns(row: Mapping[str, Any], names: list[str]) -> None:
    if row.keys() != set(names) or not all(isinstance(one, VALUES) for one in row.values()):
        raise KeyError


def _count_on(connection: Connection, names: list[str]) -> None:
    """Make PostgreSQL number new rows from the last restored row."""
    for name in names:
        last: Select[Any] = select(func.max(column("number"))).select_from(table(name))
        if (number := connection.execute(last).scalar()) is not None:
            asked = text("SELECT setval(pg_get_serial_sequence(:name, 'number'), :number)")
            connection.execute(asked, {"name": name, "number": number})
