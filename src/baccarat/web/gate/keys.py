"""Keys and codes: how they are made, and what is kept of them.

key = new_key(Level.PLAY)            bac_play_…, shown once
store.add_key("Ann", "play", (3,), digest(key))
code = new_code()                    7KQ2-M9XD, good once
store.add_code(digest(spell_code(code)), number, until)

A key has 256 random bits, so its plain SHA-256 can be kept: nobody guesses what it is made of.
"""

import secrets
from enum import IntEnum
from hashlib import sha256

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
