"""The tiny app in place of the whole one, for tests of the commands that start and guard it.

The store is the real one where there is one; else keys lie in a small SQLite file.
"""

import os
import sqlite3
import sys
from collections.abc import Collection
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from fastapi import FastAPI
from guarded import SECRET, small_app

from baccarat.errors import FileTrouble
from baccarat.web.key_book import MemoryKey
from baccarat.web.settings import Settings

SCHEMA = """
CREATE TABLE IF NOT EXISTS keys
    (number INTEGER PRIMARY KEY, name, kind, tables, hash, made, revoked);
CREATE TABLE IF NOT EXISTS codes (hash PRIMARY KEY, key, until);
CREATE TABLE IF NOT EXISTS version (number);
INSERT INTO version SELECT 0 WHERE NOT EXISTS (SELECT * FROM version);
"""


class SmallStore:
    """Keys in a file that several processes share."""

    secret = SECRET

    def __init__(self, path: str) -> None:
        try:
            self._file = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
            self._file.executescript(SCHEMA)
        except sqlite3.Error as trouble:
            raise FileTrouble(f"{path}: {trouble}") from None

    @classmethod
    def open(cls, url: str | None = None, *, serving: bool = False) -> "SmallStore":
        return cls(url or os.path.join(os.environ["BACCARAT_HOME"], "store.sqlite"))

    def close(self) -> None:
        self._file.close()

    def _do(self, what: str, *values: object) -> list[tuple[Any, ...]]:
        return self._file.execute(what, values).fetchall()

    def add_key(self, name: str, kind: str, tables: Collection[int] | None, digest: str, /) -> int:
        few = None if tables is None else " ".join(map(str, tables))
        insert = "INSERT INTO keys VALUES (NULL, ?, ?, ?, ?, '2026-11-16', '') RETURNING number"
        ((number,),) = self._do(insert, name, kind, few, digest)
        self._do("UPDATE version SET number = number + 1")
        return int(number)

    def keys(self) -> list[MemoryKey]:
        rows = self._do("SELECT * FROM keys ORDER BY number")
        return [MemoryKey(a, b, c, _tables(few), *rest) for a, b, c, few, *rest in rows]

    def find_key(self, digest: str, /) -> MemoryKey | None:
        return next((key for key in self.keys() if key.hash == digest), None)

    def revoke(self, number: int, /) -> bool:
        self._do("UPDATE keys SET revoked = 'now' WHERE number = ?", number)
        self._do("UPDATE version SET number = number + 1")
        return True

    def add_code(self, digest: str, number: int, until: float, /) -> None:
        self._do("INSERT INTO codes VALUES (?, ?, ?)", digest, number, until)

    def take_code(self, digest: str, now: float, /) -> int | None:
        found = self._do("DELETE FROM codes WHERE hash = ? RETURNING key, until", digest)
        return int(found[0][0]) if found and now < found[0][1] else None

    def keys_version(self) -> int:
        return int(self._do("SELECT number FROM version")[0][0])


def _tables(text: str | None) -> tuple[int, ...] | None:
    return None if text is None else tuple(map(int, text.split()))


class SmallHouse:
    """A house of no tables."""

    def __init__(self, store: Any) -> None:
        self.store = store

    def close(self) -> None:
        """Nothing is open."""


def build_app(house: SmallHouse, settings: Settings) -> FastAPI:
    return small_app(settings, house.store)


def rooms() -> dict[str, ModuleType]:
    """The modules that the commands load, by their names."""
    found: dict[str, dict[str, Any]] = {
        "web.house": {"House": SmallHouse},
        "web.app": {"build_app": build_app},
        "web.application": {"build_app": build_app},
    }
    if find_spec("baccarat.store") is None:
        found["store"] = {"Store": SmallStore}
    modules = {}
    for name, things in found.items():
        modules[f"baccarat.{name}"] = room = ModuleType(f"baccarat.{name}")
        vars(room).update(things)
    return modules


if __name__ == "__main__":
    from baccarat.cli import start

    sys.modules.update(rooms())
    start()
