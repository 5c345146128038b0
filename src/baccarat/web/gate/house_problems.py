"""One act for one request: what was answered, what a key was used for, and what came too late."""

import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from baccarat.base.errors import BaccaratError
from baccarat.base.sentences import Sentence
from baccarat.store.trouble import Damaged
from baccarat.table.board.sitting import BoardSitting
from baccarat.table.saving import NotKept
from baccarat.table.sitting import Sitting
from baccarat.web.gate.problems import DAMAGED, Problem

STALE = "/problems/stale"
NOT_SEATED = "/problems/not-seated"
OTHER_CONTENT = "/problems/other-content"
NOT_KEPT = "/problems/not-kept"
UNSURE = "/problems/unsure"
SAME_KEY = "ask again soon, with the same Idempotency-Key"
CHECK = Sentence("the host runs `baccarat store check`, which names what is wrong")
SOON = {"Retry-After": "1"}
STORE_AWAY = Sentence("the store does not answer now")
logger = logging.getLogger("baccarat.web")


@dataclass(frozen=True, slots=True)
class HouseAnswer:
    """What came of a request: the same text again for whoever asks again with the same key."""

    text: str
    """one line of JSON"""
    was_kept: bool = False
    """whether it was answered before"""

    @property
    def body(self) -> dict[str, Any]:
        body_json: dict[str, Any] = json.loads(self.text)
        return body_json


def digest(question: object) -> str:
    """A short text that is another where something else is asked for."""
    return sha256(json.dumps(question, sort_keys=True).encode()).hexdigest()


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
        "this Idempotency-Key was used for something else",
        kind=OTHER_CONTENT,
        what_to_do="take a new key for every act",
    )


def not_kept() -> Problem:
    """The answer to an act that has not happened, because of the store."""
    complaint = Sentence("the act was not kept, so it has not happened")
    return Problem(503, complaint, kind=NOT_KEPT, what_to_do=SAME_KEY, headers=SOON)


def unsure(**headers: str) -> Problem:
    """The answer to an act that may have been kept."""
    complaint = Sentence("nobody knows yet whether the act was kept")
    return Problem(503, complaint, kind=UNSURE, what_to_do=SAME_KEY, headers={**SOON, **headers})


def is_unsure(sitting: Sitting | BoardSitting) -> bool:
    """Whether the store does not know if it has kept the last act."""
    return bool(getattr(sitting.keeper, "is_unsure", False))


@contextmanager
def refused_if_not_kept(sitting: Sitting | BoardSitting) -> Iterator[None]:
    """Answer an act that the store has not kept; where the store lies is for our log alone."""
    try:
        yield
    except NotKept as trouble:
        logger.error("%s", trouble.said)
        if is_unsure(sitting):
            raise unsure() from None
        raise not_kept() from None


def store_away(trouble: NotKept) -> Problem:
    """The answer to who asks for what the store does not tell now, or never will."""
    logger.error("%s", trouble.said)
    if isinstance(trouble, Damaged):
        return cannot_enter(trouble, Sentence("this is damaged in the store"))
    return Problem(503, STORE_AWAY, headers=SOON)


def busy() -> Problem:
    """The answer to who has waited too long for a turn."""
    complaint = Sentence("the server has too much to do now: ask again soon")
    return Problem(503, complaint, headers=SOON)


def cannot_enter(fault: BaccaratError, damaged: Sentence) -> Problem:
    """The answer to who comes to a place that cannot be opened: it is damaged, or not for us."""
    if isinstance(fault, Damaged):
        return Problem(409, damaged, kind=DAMAGED, what_to_do=CHECK)
    return Problem(409, fault.said)
