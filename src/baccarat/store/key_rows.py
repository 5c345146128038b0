"""Keys, and short codes that are used once in place of a key: only their hashes are stored."""

import json
from collections.abc import Iterable
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update

from baccarat.base.errors import NameTaken
from baccarat.store.audit_rows import write_deed
from baccarat.store.database import Database
from baccarat.store.rows import KeptKey
from baccarat.store.schema import about_store, add_row, codes, ended_sessions, keys
from baccarat.store.trouble import readable
from baccarat.table.sitting import now


class StoredKeys:
    """The part of a store that has keys, codes and ended sessions."""

    database: Database

    def add_key(self, name: str, kind: str, tables: Iterable[int] | None, hash: str) -> int:  # noqa: A002
        """Store the hash of a key for some tables, or for all (None); return the key's number.

        No other valid key may have the same name.
        """
        limited = "" if tables is None else json.dumps(sorted(tables))
        row = {"name": name, "kind": kind, "tables": limited, "hash": hash, "made": now()}

        def add(connection: Connection) -> int:
            _count_up(connection)  # first, as a lock for writers of keys
            good = select(keys.c.number).where(keys.c.name == name, keys.c.revoked == "")
            if connection.execute(good).first() is not None:
                raise NameTaken(
                    f"another key has the name {name!r}: revoke that key, or choose another name"
                )
            number = add_row(connection, keys, row)
            write_deed(connection, "made a key", f"key {number}, {name}: {kind}")
            return number

        return self.database.change(add)

    def keys(self) -> list[KeptKey]:
        """All keys in order of number, including revoked keys."""
        rows = self.database.read(select(keys).order_by(keys.c.number))
        return [_kept(self.database, row) for row in rows]

    def find_key(self, hash: str) -> KeptKey | None:  # noqa: A002
        """The key with this hash, even if it is revoked; None if there is none."""
        found = self.database.read(select(keys).where(keys.c.hash == hash))
        return _kept(self.database, found[0]) if found else None

    def revoke(self, number: int) -> bool:
        """Revoke a key; return False if it does not exist, or was revoked before."""

        def end(connection: Connection) -> bool:
            _count_up(connection)
            connection.execute(delete(codes).where(codes.c.key_number == number))
            good = keys.c.number == number, keys.c.revoked == ""
            done = connection.execute(update(keys).where(*good).values(revoked=now())).rowcount > 0
            if done:
                write_deed(connection, "revoked a key", f"key {number}")
            return done

        return self.database.change(end)

    def add_code(self, hash: str, key: int, until: float) -> None:  # noqa: A002
        """Store a code that is used once in place of a key, until `until` in seconds since 1970."""
        row = {"hash": hash, "key_number": key, "until": int(until)}

        def add(connection: Connection) -> None:
            connection.execute(insert(codes).values(row))
            write_deed(connection, "made a code", f"key {key}")

        self.database.change(add)

    def take_code(self, hash: str, at: float) -> int | None:  # noqa: A002
        """Use up a code; return its key's number, or None if the code is not valid at this time."""

        def take(connection: Connection) -> int | None:
            connection.execute(delete(codes).where(codes.c.until < int(at)))
            taken = delete(codes).where(codes.c.hash == hash).returning(codes.c.key_number)
            number = connection.execute(taken).scalar()
            return None if number is None else int(number)

        return self.database.change(take)

    def end_session(self, name: str, until: int) -> None:
        """End a session before it expires at `until`, in seconds since 1970."""

        def end(connection: Connection) -> None:
            _count_up(connection)  # also a lock: a session is ended once
            found = select(ended_sessions.c.name).where(ended_sessions.c.name == name)
            if connection.execute(found).first() is None:
                connection.execute(insert(ended_sessions).values(name=name, until=until))

        self.database.change(end)

    def ended_sessions(self) -> set[str]:
        """The names of the sessions that were ended before they expired."""
        return {name for (name,) in self.database.read(select(ended_sessions.c.name))}

    def keys_version(self) -> int:
        """A number that grows whenever a key is made or revoked, or a session is ended."""
        return int(self.database.read(select(about_store.c.keys_version))[0][0])


def _count_up(connection: Connection) -> None:
    more = about_store.c.keys_version + 1
    connection.execute(update(about_store).values(keys_version=more))


def _kept(database: Database, row: Any) -> KeptKey:
    number, name, kind, tables, hash_, made, revoked = row
    with readable(database.where, f"key {number}"):
        "".join((name, kind, hash_, made, revoked))  # SQLite keeps any type in a column of text
        limited = frozenset(json.loads(tables)) if tables else None
    return KeptKey(number, name, kind, limited, hash_, made, revoked)
