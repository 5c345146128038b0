"""Reads the JSON of requests strictly, with limits for depth and numbers.

check_json(body, 32)         checks without parsing; the doors call it for every body
read_strictly(body)          the value; routes call it

Python's own reader accepts NaN, repeated keys, and any depth that fits in memory.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Coroutine
from math import isinf
from typing import Any

from fastapi.routing import APIRoute
from starlette.requests import Request
from starlette.responses import Response

from baccarat.web.gate.problems import Problem
from baccarat.web.settings import MOST_LEVELS

STRING = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*("?)', re.DOTALL)
"""A JSON string; its end is optional, so that the search never has to start again."""
BRACKET = re.compile(rb"[\[\]{}]")
MOST_DIGITS = 100
NO_NUMBER = re.compile(
    rb"NaN|Infinity|[eE]\+?0*(?:[1-9]\d{3}|[3-9]\d\d)|\d{%d}" % (MOST_DIGITS + 1)
)
"""Invalid numbers, and numbers larger than any stake or count needs."""
NOT_UTF_8 = "the body is not UTF-8"
WRONG_NUMBER = "the body has a number that is too large, or not JSON (NaN, Infinity)"
HALF = re.compile(r"\\u[dD][89a-fA-F]")
"""One half of a surrogate pair; UTF-8 can write it only with the other half."""


class StrictRequest(Request):
    """A request whose JSON body is read strictly, with limits."""

    async def json(self) -> Any:
        return read_strictly(await self.body())


class StrictRoute(APIRoute):
    """A route whose requests are of the class `StrictRequest`."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()
        has_body = self.body_field is not None

        async def handle_strictly(request: Request) -> Response:
            if has_body and not is_json(request):
                raise Problem(415, "JSON is expected (Content-Type: application/json)")
            return await handle(StrictRequest(request.scope, request.receive))

        return handle_strictly


def is_json(request: Request) -> bool:
    """Whether a request's content type is JSON, which a form on another site cannot send."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    return kind == "application/json" or (kind.startswith("application/") and kind[-5:] == "+json")


def check_json(body: bytes, most_levels: int) -> None:
    """Refuse JSON that is nested too deep or has too large numbers, before it is parsed."""
    if b"\0" in body:  # UTF-16 or UTF-32, which Python would read
        raise Problem(422, NOT_UTF_8)
    bare = STRING.sub(_without_end, body)
    depth = 0
    for bracket in BRACKET.findall(bare):
        depth += 1 if bracket in b"[{" else -1
        if depth > most_levels:
            raise Problem(422, f"the JSON is nested too deeply (at most {most_levels} levels)")
    if NO_NUMBER.search(bare):
        raise Problem(422, WRONG_NUMBER)


def _without_end(text: re.Match[bytes]) -> bytes:
    if not text[1]:
        raise Problem(422, "the body is not JSON")
    return b""


def read_strictly(body: bytes) -> Any:
    """The value of a JSON text; raises a problem that says what is wrong."""
    check_json(body, MOST_LEVELS)
    try:
        text = body.decode("utf-8")
        value = READER.decode(text)
        if HALF.search(text):
            json.dumps(value, ensure_ascii=False).encode()
        return value
    except json.JSONDecodeError as fault:
        place = f"line {fault.lineno}, column {fault.colno}"
        raise Problem(422, f"the body is not JSON ({place})") from None
    except UnicodeDecodeError:
        raise Problem(422, NOT_UTF_8) from None
    except UnicodeEncodeError:
        raise Problem(422, "the text has half a character (a lone surrogate)") from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) < len(pairs):
        times = Counter(name for name, _ in pairs)
        twice = next(name for name in times if times[name] > 1)
        raise Problem(422, f"{twice[:40]!r} is given twice in one object")
    return values


def _finite(digits: str) -> float:
    number = float(digits)
    if isinf(number):
        raise Problem(422, WRONG_NUMBER)
    return number


READER = json.JSONDecoder(object_pairs_hook=_once, parse_float=_finite)
