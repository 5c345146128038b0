"""Keys, and short codes that are used once in place of a key: only their hashes are stored."""

import json
from collections.abc import Iterable
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update

from baccarat.base.errors import NameTaken
from baccarat.store.audit_rows import write_deed
from baccarat.store.database import Database
from baccarat.store.rows import KeptKey
from baccarat.store.schema import about_store, codes, ended_sessions, keys
from baccarat.store.trouble import readable
from baccarat.table.sitting import now


def add_key(
    database: Database, name: str, kind: str, tables: Iterable[int] | None, hash_: str
) -> int:
    """Store a key's hash; return its number. The names of valid keys are unique."""
    limited = "" if tables is None else json.dumps(sorted(tables))
    row = {"name": name, "kind": kind, "tables": limited, "hash": hash_, "made": now()}

    def add(connection: Connection) -> int:
        _count_up(connection)  # first, as a lock for writers of keys
        good = select(keys.c.number).where(keys.c.name == name, keys.c.revoked == "")
        if connection.execute(good).first() is not None:
            raise NameTaken(f"another key has the name {name!r}: revoke it, or take another name")
        added = insert(keys).values(row).returning(keys.c.number)
        number = int(connection.execute(added).scalar_one())
        write_deed(connection, "made a key", f"key {number}, {name}: {kind}")
        return number

    return database.change(add)


def all_keys(database: Database) -> list[KeptKey]:
    rows = database.read(select(keys).order_by(keys.c.number))
    return [_kept(database, row) for row in rows]


def find_key(database: Database, hash_: str) -> KeptKey | None:
    """The key with this hash, even if it is revoked; None if there is none."""
    found = database.read(select(keys).where(keys.c.hash == hash_))
    return _kept(database, found[0]) if found else None


def revoke(database: Database, number: int) -> bool:
    """Revoke a key; return False if it does not exist, or was revoked before."""

    def end(connection: Connection) -> bool:
        _count_up(connection)
        connection.execute(delete(codes).where(codes.c.key_number == number))
        good = keys.c.number == number, keys.c.revoked == ""
        done = connection.execute(update(keys).where(*good).values(revoked=now())).rowcount > 0
        if done:
            write_deed(connection, "revoked a key", f"key {number}")
        return done

    return database.change(end)


def add_code(database: Database, hash_: str, key: int, until: float) -> None:
    """Store a code that is used once in place of a key, until `until` in seconds since 1970."""
    row = {"hash": hash_, "key_number": key, "until": int(until)}

    def add(connection: Connection) -> None:
        connection.execute(insert(codes).values(row))
        write_deed(connection, "made a code", f"key {key}")

    database.change(add)


def take_code(database: Database, hash_: str, at: float) -> int | None:
    """Use up a code; return its key's number, or None if the code is not valid."""

    def take(connection: Connection) -> int | None:
        connection.execute(delete(codes).where(codes.c.until < int(at)))
        taken = delete(codes).where(codes.c.hash == hash_).returning(codes.c.key_number)
        number = connection.execute(taken).scalar()
        return None if number is None else int(number)

    return database.change(take)


def end_session(database: Database, name: str, until: int) -> None:
    """End a session before it expires at `until`, in seconds since 1970."""

    def end(connection: Connection) -> None:
        _count_up(connection)  # also a lock: a session is ended once
        found = select(ended_sessions.c.name).where(ended_sessions.c.name == name)
        if connection.execute(found).first() is None:
            connection.execute(insert(ended_sessions).values(name=name, until=until))

    database.change(end)


def all_ended_sessions(database: Database) -> set[str]:
    return {name for (name,) in database.read(select(ended_sessions.c.name))}


def keys_version(database: Database) -> int:
    """A number that grows whenever a key is made or revoked, or a session is ended."""
    return int(database.read(select(about_store.c.keys_version))[0][0])


def _count_up(connection: Connection) -> None:
    more = about_store.c.keys_version + 1
    connection.execute(update(about_store).values(keys_version=more))


def _kept(database: Database, row: Any) -> KeptKey:
    number, name, kind, tables, hash_, made, revoked = row
    with readable(database.where, f"key {number}"):
        "".join((name, kind, hash_, made, revoked))  # SQLite keeps any type in a column of text
        limited = frozenset(json.loads(tables)) if tables else None
    return KeptKey(number, name, kind, limited, hash_, made, revoked)
