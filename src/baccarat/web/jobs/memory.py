"""Answers that are known already, as many as fit; and an answer about odds, pressed."""

import gzip
import json
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from hashlib import blake2b
from threading import Lock
from typing import Any, Generic, TypeVar

from starlette.requests import Request
from starlette.responses import Response

from baccarat.web.gate.pressing import takes_gzip
from baccarat.web.gate.responses import JSON

A = TypeVar("A")
MOST_KNOWN = 16 << 20
"""Bytes of answers that are remembered."""
MOST_BODIES = 8_192
"""Of how many bodies it is remembered which question they are."""
BESIDE = 400
"""Bytes that an answer takes beside its own."""


@dataclass(frozen=True, slots=True)
class Reckoned:
    """An answer about odds."""

    pressed: bytes
    """its JSON, as gzip"""

    @property
    def told(self) -> dict[str, Any]:
        """What `odds_json` gave."""
        answer: dict[str, Any] = json.loads(gzip.decompress(self.pressed))
        return answer

    def answer(self, request: Request) -> Response:
        """The whole response, pressed for who takes it so."""
        headers = {"Vary": "Accept-Encoding"}
        if takes_gzip(request):
            headers["Content-Encoding"] = "gzip"
            return Response(self.pressed, headers=headers, media_type=JSON)
        return Response(gzip.decompress(self.pressed), headers=headers, media_type=JSON)


class AnswerMemory(Generic[A]):
    """The answers that were asked for last, as many as fit; any thread may ask."""

    def __init__(self, room: int, size: Callable[[A], int] = lambda answer: 1) -> None:
        """As many as have together at most this size; if it is not said, so many."""
        self.most = room
        self.hits = 0
        """how often an answer was known"""
        self._size, self._used = size, 0
        self._answers: OrderedDict[Hashable, A] = OrderedDict()
        self._keys: OrderedDict[bytes, Hashable] = OrderedDict()
        """by the digest of a body: the key of its question"""
        self._lock = Lock()

    def get(self, key: Hashable) -> A | None:
        with self._lock:
            answer = self._answers.get(key)
            if answer is not None:
                self._answers.move_to_end(key)
                self.hits += 1
            return answer

    def add(self, key: Hashable, answer: A) -> None:
        with self._lock:
            former = self._answers.pop(key, None)
            self._used += self._size(answer) - (0 if former is None else self._size(former))
            self._answers[key] = answer
            while self._used > self.most:
                _, oldest = self._answers.popitem(last=False)
                self._used -= self._size(oldest)

    def of_body(self, body: bytes) -> A | None:
        """The answer to a question that came in these very bytes."""
        key = self._keys.get(digest_of(body))
        return None if key is None else self.get(key)

    def came_as(self, body: bytes, key: Hashable) -> None:
        """Note in which bytes a question came that could be answered."""
        self._keys[digest_of(body)] = key
        if len(self._keys) > MOST_BODIES:
            self._keys.popitem(last=False)


def known_odds(most: int = MOST_KNOWN) -> AnswerMemory[Reckoned]:
    """Answers about odds, as many as have so many bytes."""
    return AnswerMemory(most, lambda answer: len(answer.pressed) + BESIDE)


def digest_of(body: bytes) -> bytes:
    """What tells bodies apart, and questions."""
    return blake2b(body, digest_size=16).digest()
