"""JSON as it is sent to us: bounded, and read in one way only.

Python's own reader takes NaN, a key that stands twice, and as many levels as fit in memory.
"""

import json
import re
from collections.abc import Callable, Coroutine
from math import isinf
from typing import Any, NoReturn

from fastapi.routing import APIRoute
from starlette.requests import Request
from starlette.responses import Response

from baccarat.sentences import Sentence
from baccarat.web.problems import Problem

MOST_BYTES = 64 * 1024
MOST_LEVELS = 32
STRING = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)
HALF = re.compile(r"\\u[dD][89a-fA-F]")
"""A half of a character beyond 16 bits; UTF-8 can write it only with the other."""
BRACKET = re.compile(r"[\[\]{}]")


class StrictRequest(Request):
    """A request whose body is bounded, and whose JSON can be read in one way only."""

    async def body(self) -> bytes:
        """The whole body; one that is too large is not read to its end."""
        if not hasattr(self, "_body"):
            sent = bytearray()
            async for chunk in self.stream():
                sent += chunk
                if len(sent) > MOST_BYTES:
                    raise Problem(413, Sentence("a body has at most {most} bytes", most=MOST_BYTES))
            self._body = bytes(sent)
        return self._body

    async def json(self) -> Any:
        """What the body says."""
        return read_strictly(await self.body())


class StrictRoute(APIRoute):
    """A route whose requests are read strictly."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()
        has_body = self.body_field is not None

        async def handle_strictly(request: Request) -> Response:
            if has_body and not _is_json(request):
                raise Problem(415, Sentence("JSON is expected (Content-Type: application/json)"))
            return await handle(StrictRequest(request.scope, request.receive))

        return handle_strictly


def _is_json(request: Request) -> bool:
    """Whether the body is said to be JSON; a form of a page elsewhere cannot say so."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    return kind == "application/json" or (kind.startswith("application/") and kind[-5:] == "+json")


def read_strictly(body: bytes) -> Any:
    """A JSON value, or a problem that says what is wrong with it."""
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError:
        raise Problem(422, Sentence("the body is not UTF-8")) from None
    _check_levels(text)
    try:
        found = json.loads(
            text, object_pairs_hook=_once, parse_constant=_no_number, parse_float=_finite
        )
        if HALF.search(text):
            json.dumps(found, ensure_ascii=False).encode()
        return found
    except json.JSONDecodeError as fault:
        place = Sentence(
            "the body is not JSON (line {line}, column {column})",
            line=fault.lineno,
            column=fault.colno,
        )
        raise Problem(422, place) from None
    except UnicodeEncodeError:
        raise Problem(422, Sentence("half a character is in the text")) from None
    except ValueError:  # a whole number of thousands of digits
        raise Problem(422, Sentence("a number of the body is too long")) from None


def _check_levels(text: str) -> None:
    """Brackets outside of texts, counted before anything is read."""
    depth = 0
    for bracket in BRACKET.findall(STRING.sub("", text)):
        depth += 1 if bracket in "[{" else -1
        if depth > MOST_LEVELS:
            raise Problem(422, Sentence("JSON has at most {most} levels here", most=MOST_LEVELS))


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise Problem(422, Sentence("{name} stands twice in one object", name=repr(twice[:40])))
    return found


def _no_number(word: str) -> NoReturn:
    raise Problem(422, Sentence("{word} is no number of JSON", word=word))


def _finite(digits: str) -> float:
    number = float(digits)
    if isinf(number):
        _no_number(digits[:40])
    return number
