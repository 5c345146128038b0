"""A cache of answers with limited size, and a class for compressed answers about odds."""

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
"""Bytes of answers that are cached."""
MOST_BODIES = 8_192
"""Number of request bodies whose question is cached."""
BESIDE = 400
"""Bytes of overhead per cached answer."""


@dataclass(frozen=True, slots=True)
class CompressedOdds:
    """The odds of all bets as gzip-compressed JSON."""

    pressed: bytes
    """the JSON, as gzip"""

    @property
    def told(self) -> dict[str, Any]:
        """The answer as a dict, uncompressed."""
        answer: dict[str, Any] = json.loads(gzip.decompress(self.pressed))
        return answer

    def answer(self, request: Request) -> Response:
        """An HTTP response with the answer, compressed if the client accepts gzip."""
        headers = {"Vary": "Accept-Encoding"}
        if takes_gzip(request):
            headers["Content-Encoding"] = "gzip"
            return Response(self.pressed, headers=headers, media_type=JSON)
        return Response(gzip.decompress(self.pressed), headers=headers, media_type=JSON)


class AnswerMemory(Generic[A]):
    """A cache that keeps the most recently used answers; thread-safe."""

    def __init__(self, room: int, size: Callable[[A], int] = lambda answer: 1) -> None:
        """`room` is the largest total size of the answers; by default, each answer has size 1."""
        self.most = room
        self.hits = 0
        """number of answers that were found"""
        self._size, self._used = size, 0
        self._answers: OrderedDict[Hashable, A] = OrderedDict()
        self._keys: OrderedDict[bytes, Hashable] = OrderedDict()
        """the key of a question, by the digest of its body"""
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
        """The cached answer to the question in this request body; None if there is none."""
        key = self._keys.get(digest_of(body))
        return None if key is None else self.get(key)

    def came_as(self, body: bytes, key: Hashable) -> None:
        """Remember the question's key for this request body, so that `of_body` finds the answer."""
        self._keys[digest_of(body)] = key
        if len(self._keys) > MOST_BODIES:
            self._keys.popitem(last=False)


def known_odds(most: int = MOST_KNOWN) -> AnswerMemory[CompressedOdds]:
    """A cache for answers about odds, with room for `most` bytes."""
    return AnswerMemory(most, lambda answer: len(answer.pressed) + BESIDE)


def digest_of(body: bytes) -> bytes:
    """A hash of a request body; equal bodies have equal hashes."""
    return blake2b(body, digest_size=16).digest()
