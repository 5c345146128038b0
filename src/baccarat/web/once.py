"""One act for one request: what was answered, what a key was used for, and what came too late."""

import json
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from baccarat.sentences import Sentence
from baccarat.web.problems import Problem

OPENING = "open:"
"""The digest of what was asked begins so where a table or a board was opened."""
STALE = "/problems/stale"
NOT_SEATED = "/problems/not-seated"
OTHER_CONTENT = "/problems/other-content"


@dataclass(frozen=True, slots=True)
class HouseAnswer:
    """What came of a request: the same text again for whoever asks again with the same key."""

    text: str
    """one line of JSON"""
    was_kept: bool = False
    """whether it was answered before"""

    @property
    def body(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.text)
        return found


def digest(asked: object) -> str:
    """A short text that is another where something else is asked for."""
    return sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()


def stale(number: int) -> Problem:
    """The answer to an act that came too late."""
    return Problem(
        409,
        Sentence("the next act is number {due}", due=number + 1),
        kind=STALE,
        what_to_do=Sentence("look at the table again, then ask again"),
        number=number,
    )


def other_content() -> Problem:
    """The answer to a key that was used for something else."""
    return Problem(
        422,
        Sentence("this Idempotency-Key was used for something else"),
        kind=OTHER_CONTENT,
        what_to_do=Sentence("take a new key for every act"),
    )
