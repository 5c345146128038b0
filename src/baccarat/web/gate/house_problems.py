"""The answers to acts, and the error responses if an act is refused or could not be stored."""

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
SAME_KEY = "try again soon, with the same Idempotency-Key"
CHECK = Sentence("ask the host to run `baccarat store check`, which names the problem")
SOON = {"Retry-After": "1"}
STORE_AWAY = Sentence("the store does not answer now")
logger = logging.getLogger("baccarat.web")


@dataclass(frozen=True, slots=True)
class HouseAnswer:
    """The answer to an act; a repeat of the request with the same key gets the same text."""

    text: str
    """one line of JSON"""
    was_kept: bool = False
    """whether it is a repeated answer"""

    @property
    def body(self) -> dict[str, Any]:
        body_json: dict[str, Any] = json.loads(self.text)
        return body_json


def digest(question: object) -> str:
    """A short hash of a question, by which a repeated question is recognised."""
    return sha256(json.dumps(question, sort_keys=True).encode()).hexdigest()


def stale(number: int) -> Problem:
    """The error response to an act with a number that another act already has."""
    return Problem(
        409,
        Sentence("the next act is number {due}", due=number + 1),
        kind=STALE,
        what_to_do=Sentence("read the table again, then try again"),
        number=number,
    )


def other_content() -> Problem:
    """The error response if an Idempotency-Key was used before for another request."""
    return Problem(
        422,
        "this Idempotency-Key was used for another request",
        kind=OTHER_CONTENT,
        what_to_do="use a new key for every act",
    )


def not_kept() -> Problem:
    """The error response to an act that did not happen, because the store did not save it."""
    complaint = Sentence("the act was not kept, so it has not happened")
    return Problem(503, complaint, kind=NOT_KEPT, what_to_do=SAME_KEY, headers=SOON)


def unsure(**headers: str) -> Problem:
    """The error response to an act that the store may or may not have saved."""
    complaint = Sentence("it is not yet known whether the act was kept")
    return Problem(503, complaint, kind=UNSURE, what_to_do=SAME_KEY, headers={**SOON, **headers})


def is_unsure(sitting: Sitting | BoardSitting) -> bool:
    """Whether it is unknown if the store saved the last act."""
    return bool(getattr(sitting.keeper, "is_unsure", False))


@contextmanager
def refused_if_not_kept(sitting: Sitting | BoardSitting) -> Iterator[None]:
    """Turn an error of the store into an error response without the store's address."""
    try:
        yield
    except NotKept as trouble:
        logger.error("%s", trouble.said)
        if is_unsure(sitting):
            raise unsure() from None
        raise not_kept() from None


def store_away(trouble: NotKept) -> Problem:
    """The error response if the store cannot be read now, or its data are damaged."""
    logger.error("%s", trouble.said)
    if isinstance(trouble, Damaged):
        return cannot_enter(trouble, Sentence("this is damaged in the store"))
    return Problem(503, STORE_AWAY, headers=SOON)


def busy() -> Problem:
    """The error response to a request that has waited too long for its turn."""
    complaint = Sentence("the server is busy now: try again soon")
    return Problem(503, complaint, headers=SOON)


def cannot_enter(fault: BaccaratError, damaged: Sentence) -> Problem:
    """The error response for a table or board that is damaged, or whose game is missing."""
    if isinstance(fault, Damaged):
        return Problem(409, damaged, kind=DAMAGED, what_to_do=CHECK)
    return Problem(409, fault.said)
