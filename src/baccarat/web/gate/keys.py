"""Makes keys and login codes, and the hashes of them that the store keeps.

key = new_key(Level.PLAY)            bac_play_…, shown once
store.add_key("Ann", "play", (3,), digest(key))
code = new_code()                    7KQ2-M9XD, valid once
store.add_code(digest(spell_code(code)), number, until)

A key has 256 random bits, so the store can keep its plain SHA-256: guessing is hopeless.
"""

import secrets
from enum import IntEnum
from hashlib import sha256

CODE_SECONDS = 600
"""Seconds for which a code is valid."""
ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Douglas Crockford's base 32: no I, L, O and U. A code has 40 bits."""
CODE_LENGTH = 8
MISREAD = str.maketrans("ILO", "110", "- ")
"""Letters that people read in a code, and the digits they mean; dashes and spaces are dropped."""
LONGEST_NAME = 40
LONGEST_KEY = 200
"""Most characters of a key or a session."""


class Level(IntEnum):
    """What a key allows; each level also allows everything that the lower levels allow."""

    WATCH = 1
    PLAY = 2
    DEAL = 3
    HOST = 4

    def __str__(self) -> str:
        return self.name.lower()


def new_key(level: Level) -> str:
    """A random key that begins with the name of its level, such as `bac_deal_`."""
    return f"bac_{level}_{secrets.token_urlsafe(32)}"


def new_code() -> str:
    """A random login code that people can type."""
    text = "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))
    return f"{text[:4]}-{text[4:]}"


def spell_code(typed: str) -> str | None:
    """A typed code in capital letters, ready to be hashed; None if it cannot be a code."""
    text = typed.upper().translate(MISREAD)
    is_code = len(text) == CODE_LENGTH and all(letter in ALPHABET for letter in text)
    return text if is_code else None


def digest(secret: str) -> str:
    """The hash of a key or a code; the store keeps only this hash."""
    return sha256(secret.encode("utf-8", "replace")).hexdigest()
