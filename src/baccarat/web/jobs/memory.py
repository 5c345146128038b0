"""Answers about odds, pressed; and those that are known already, as many as fit."""

import gzip
import json
from collections import OrderedDict
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from baccarat.web.gate.pressing import takes_gzip
from baccarat.web.gate.responses import JSON

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
        found: dict[str, Any] = json.loads(gzip.decompress(self.pressed))
        return found

    def answer(self, request: Request) -> Response:
        """The whole response, pressed for who takes it so."""
        headers = {"Vary": "Accept-Encoding"}
        if takes_gzip(request):
            headers["Content-Encoding"] = "gzip"
            return Response(self.pressed, headers=headers, media_type=JSON)
        return Response(gzip.decompress(self.pressed), headers=headers, media_type=JSON)


class KnownOdds:
    """The answers that were asked for last, as many as fit."""

    def __init__(self, most: int = MOST_KNOWN) -> None:
        self._most, self._bytes = most, 0
        self.hits = 0
        """how often an answer was known"""
        self._answers: OrderedDict[bytes, Reckoned] = OrderedDict()
        self._keys: OrderedDict[bytes, bytes] = OrderedDict()
        """by the digest of a body: the key of its question"""

    def get(self, key: bytes) -> Reckoned | None:
        found = self._answers.get(key)
        if found is not None:
            self._answers.move_to_end(key)
            self.hits += 1
        return found

    def of_body(self, body: bytes) -> Reckoned | None:
        """The answer to a question that came in these very bytes."""
        key = self._keys.get(digest_of(body))
        return None if key is None else self.get(key)

    def came_as(self, body: bytes, key: bytes) -> None:
        """Note in which bytes a question came that could be answered."""
        self._keys[digest_of(body)] = key
        if len(self._keys) > MOST_BODIES:
            self._keys.popitem(last=False)

    def add(self, key: bytes, answer: Reckoned) -> None:
        before = self._answers.pop(key, None)
        self._bytes += _size(answer) - (0 if before is None else _size(before))
        self._answers[key] = answer
        while self._bytes > self._most:
            _, oldest = self._answers.popitem(last=False)
            self._bytes -= _size(oldest)


def digest_of(body: bytes) -> bytes:
    """What tells bodies apart, and questions."""
    return blake2b(body, digest_size=16).digest()


def _size(answer: Reckoned) -> int:
    return len(answer.pressed) + BESIDE
