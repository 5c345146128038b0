"""Keys and codes: how they are made, what is kept of them, and what a store must know to do.

key = new_key(Level.PLAY)            bac_play_…, shown once
book.add_key("Ann", "play", (3,), digest(key))
code = new_code()                    7KQ2-M9XD, good once
book.add_code(digest(spell_code(code)), number, until)

A key has 256 random bits, so its plain SHA-256 can be kept: nobody guesses what it is made of.
"""

import secrets
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from hashlib import sha256
from typing import Protocol

CODE_SECONDS = 600
"""For how long a code is good."""
ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Douglas Crockford's base 32: no I, L, O and U. A code has 40 bits."""
CODE_LENGTH = 8
MISREAD = str.maketrans("ILO", "110", "- ")
"""What people read in a code that is not in it; dashes and spaces do not count."""
LONGEST_NAME = 40
LONGEST_KEY = 200
"""No key and no session is longer."""


class Level(IntEnum):
    """What a key allows; each allows what the ones before it do."""

    WATCH = 1
    PLAY = 2
    DEAL = 3
    HOST = 4

    def __str__(self) -> str:
        return self.name.lower()


class KeyLike(Protocol):
    """A key as a book tells of it; the key itself is not kept."""

    @property
    def number(self) -> int: ...
    @property
    def name(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def tables(self) -> Collection[int] | None: ...
    @property
    def hash(self) -> str: ...
    @property
    def made(self) -> str: ...
    @property
    def revoked(self) -> str:
        """When; empty while it is good."""


class KeyBook(Protocol):
    """Where keys and codes are kept, for a server and for commands in other processes at once."""

    def add_key(
        self, name: str, kind: str, tables: Collection[int] | None, digest: str, /
    ) -> int: ...
    def keys(self) -> Sequence[KeyLike]: ...
    def find_key(self, digest: str, /) -> KeyLike | None: ...
    def revoke(self, number: int, /) -> bool: ...
    def add_code(self, digest: str, number: int, until: float, /) -> None:
        """A code stands for a key until this time, in seconds since 1970."""

    def take_code(self, digest: str, now: float, /) -> int | None:
        """The key that a code stands for; a code is taken once, by whoever comes first."""

    def keys_version(self) -> int:
        """A number that rises with every change."""


def new_key(level: Level) -> str:
    """A key that nobody can guess; its beginning says what it is."""
    return f"bac_{level}_{secrets.token_urlsafe(32)}"


def new_code() -> str:
    """A code that people can type."""
    text = "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))
    return f"{text[:4]}-{text[4:]}"


def spell_code(typed: str) -> str | None:
    """A code as it is hashed, however it was typed; None if it cannot be one."""
    text = typed.upper().translate(MISREAD)
    is_code = len(text) == CODE_LENGTH and all(letter in ALPHABET for letter in text)
    return text if is_code else None


def digest(secret: str) -> str:
    """What is kept of a key or a code."""
    return sha256(secret.encode("utf-8", "replace")).hexdigest()


@dataclass(frozen=True, slots=True)
class MemoryKey:
    """A key in a book that is not written anywhere."""

    number: int
    name: str
    kind: str
    tables: tuple[int, ...] | None
    hash: str
    made: str = ""
    revoked: str = ""


class MemoryBook:
    """Keys for as long as a process runs."""

    def __init__(self) -> None:
        self._keys: list[MemoryKey] = []
        self._codes: dict[str, tuple[int, float]] = {}
        self._version = 0

    def add_key(self, name: str, kind: str, tables: Collection[int] | None, digest: str, /) -> int:
        few = None if tables is None else tuple(sorted(tables))
        self._keys.append(MemoryKey(len(self._keys) + 1, name, kind, few, digest))
        self._version += 1
        return len(self._keys)

    def keys(self) -> list[MemoryKey]:
        return list(self._keys)

    def find_key(self, digest: str, /) -> MemoryKey | None:
        return next((key for key in self._keys if key.hash == digest), None)

    def revoke(self, number: int, /) -> bool:
        key = self._keys[number - 1]
        self._keys[number - 1] = replace(key, revoked="now")
        self._version += 1
        return not key.revoked

    def add_code(self, digest: str, number: int, until: float, /) -> None:
        self._codes[digest] = number, until

    def take_code(self, digest: str, now: float, /) -> int | None:
        number, until = self._codes.pop(digest, (0, 0.0))
        return number if now < until else None

    def keys_version(self) -> int:
        return self._version
