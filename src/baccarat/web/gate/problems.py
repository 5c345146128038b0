"""The server's error responses ("problems"): one JSON form, in the language of the request.

raise Problem(404, Sentence("there is no table {table}", table=3))
add_handlers(app)            errors of the library become problems, too
"""

import json
import logging
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from baccarat.base.errors import BaccaratError, FileTrouble, Missing, UnknownName
from baccarat.base.frozen import FrozenDict
from baccarat.base.sentences import Sentence
from baccarat.base.words import Words, match
from baccarat.table.requests import NotDue

if TYPE_CHECKING:
    from fastapi import FastAPI

MEDIA_TYPE = "application/problem+json"
PLAIN = "about:blank"
"""The type of a problem that needs no other type than its status."""
MOST_WISHES = 40
"""Wishes (languages, content types) that are read from a header; the rest is ignored."""
LONGEST = 300
"""Most characters of a line, which may quote the caller."""
DAMAGED = "/problems/damaged"
FULL_HOUSE = "/problems/full-house"
TITLES: dict[int | str, str] = {
    400: Sentence("not understood"),
    401: Sentence("a key is needed"),
    403: Sentence("not allowed"),
    404: Sentence("not there"),
    405: Sentence("not by this method"),
    406: "not available in this format",
    408: "too slow",
    409: Sentence("overtaken by another act"),
    413: "too large",
    414: "address too long",
    415: "unsupported content type",
    421: "not this host",
    422: Sentence("it does not fit"),
    429: Sentence("too many requests"),
    431: "headers too large",
    500: Sentence("our own mistake"),
    501: Sentence("not installed here"),
    503: Sentence("not at this moment"),
    DAMAGED: Sentence("cannot be entered"),
    FULL_HOUSE: Sentence("the house is full"),
}
"""Titles by status; some types have their own. Titles that only programs see are English."""
MISFITS: dict[str, str] = {
    "missing": Sentence("it is missing"),
    "extra_forbidden": Sentence("there is no such field"),
    "string_type": Sentence("text is expected"),
    "string_unicode": "half a character is in the text",
    "int_type": Sentence("a whole number is expected"),
    "float_type": Sentence("a number is expected"),
    "bool_type": Sentence("true or false is expected"),
    "list_type": Sentence("a list is expected"),
    "dict_type": Sentence("an object is expected"),
}
"""What is wrong with a field, by pydantic's type of error."""
SAME_MISFIT = {
    "int_parsing": "int_type",
    "int_parsing_size": "int_type",
    "int_from_float": "int_type",
    "finite_number": "float_type",
    "float_parsing": "float_type",
    "bool_parsing": "bool_type",
    "model_type": "dict_type",
    "model_attributes_type": "dict_type",
}
CODES: tuple[tuple[type[BaccaratError], int], ...] = (
    (Missing, 501),
    (FileTrouble, 503),
    (NotDue, 409),
)
"""Errors of the library that are not about the request."""
UNKNOWN = {"game": Sentence("unknown game: {name}"), "bet": Sentence("unknown bet: {name}")}
LISTS = {"game": "/api/v1/games", "bet": "/api/v1/bets"}
"""The endpoints that list all names."""
DOCUMENTED: dict[str, Any] = {
    "description": "A problem: why the request was refused, in one line.",
    "content": {
        MEDIA_TYPE: {
            "schema": {
                "type": "object",
                "required": ["type", "title", "status", "detail"],
                "properties": {
                    "type": {"type": "string"},
                    "title": {"type": "string"},
                    "status": {"type": "integer"},
                    "detail": {"type": "string"},
                    "what_to_do": {"type": "string"},
                    "field": {"type": "string"},
                },
            },
            "example": {
                "type": PLAIN,
                "title": "it does not fit",
                "status": 422,
                "detail": "decks: at most 12 is taken",
                "field": "decks",
            },
        }
    },
}
"""The description of problems in OpenAPI."""
NOTHING: Mapping[str, object] = FrozenDict()
logger = logging.getLogger("baccarat.web")


class Problem(Exception):
    """An error response: a status, one line that says why, and perhaps what to do."""

    def __init__(
        self,
        status: int,
        detail: str,
        *,
        kind: str = PLAIN,
        what_to_do: str | None = None,
        headers: Mapping[str, str] | None = None,
        **extras: object,
    ) -> None:
        """`extras` become fields of the JSON: `number=7` becomes the field `number`."""
        super().__init__(detail)
        self.status = status
        self.detail = detail
        self.kind = kind
        self.what_to_do = what_to_do
        self.headers = dict(headers or {})
        self.extras = extras

    def as_json(self, words: Words) -> dict[str, object]:
        """The problem as JSON; its sentences are translated if the catalogue has them."""
        usual = TITLES[500 if self.status >= 500 else 400]
        title = TITLES.get(self.kind) or TITLES.get(self.status) or usual
        problem_json: dict[str, object] = {
            "type": self.kind,
            "title": words.say(title),
            "status": self.status,
            "detail": one_line(words.say(self.detail)),
        }
        if self.what_to_do is not None:
            problem_json["what_to_do"] = words.say(self.what_to_do)
        return {**problem_json, **self.extras}

    def answer(self, words: Words) -> Response:
        headers = {"Content-Language": words.language, **self.headers}
        return Response(as_bytes(self.as_json(words)), self.status, headers, MEDIA_TYPE)


def as_bytes(value: object) -> bytes:
    """The value as JSON in UTF-8; characters that UTF-8 cannot encode become question marks."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False).encode("utf-8", "replace")


def one_line(text: str) -> str:
    """The text on one line, shortened if it is too long."""
    line = " ".join(text.split())
    return line if len(line) <= LONGEST else line[:LONGEST] + "…"


def words_for(request: Request) -> Words:
    """The texts in the language that `Accept-Language` prefers; default: English."""
    choices: dict[str, float] = {}
    for tag, weight in weights_in(request.headers.get("accept-language", "")).items():
        if weight > 0 and (language := match(tag)) is not None:
            choices[language] = max(weight, choices.get(language, 0.0))
    return Words.of(max(choices, key=choices.__getitem__, default="en"))


def weights_in(header: str) -> dict[str, float]:
    """The names in a header such as `fr, en;q=0.5` with their weights; an unclear weight is 0."""
    weights: dict[str, float] = {}
    for wish in "".join(header.lower().split()).split(",")[:MOST_WISHES]:
        name, *parameters = wish.split(";")
        digits = dict(word.partition("=")[::2] for word in parameters).get("q", "1")
        is_number = digits.isascii() and digits.replace(".", "", 1).isdigit()
        weights.setdefault(name, min(float(digits), 1.0) if is_number else 0.0)
    return weights


def of_error(error: BaccaratError, path_params: Mapping[str, object] = NOTHING) -> Problem:
    """The problem for an error of the library; 404 if a name in the path is unknown."""
    for kind, status in CODES:
        if isinstance(error, kind):
            return Problem(status, error.said)
    if isinstance(error, UnknownName):
        is_in_path = any(str(value).startswith(error.name) for value in path_params.values())
        form = UNKNOWN.get(error.kind)
        sentence = error.said if form is None else Sentence(form, name=repr(error.name))
        return Problem(404 if is_in_path else 422, sentence, what_to_do=_where(error))
    return Problem(422, error.said)


def _where(unknown: UnknownName) -> str | None:
    """A hint: the nearest names, or the endpoint that lists all names; None if neither is known."""
    if unknown.near:
        return Sentence("did you mean {near}?", near=", ".join(unknown.near))
    if unknown.kind in LISTS:
        return Sentence("GET {path} lists them", path=LISTS[unknown.kind])
    return None


def of_validation(errors: Sequence[Mapping[str, object]]) -> Problem:
    """The problem for the first wrong field of a request; other fields are not reported."""
    first = errors[0] if errors else {}
    kind = str(first.get("type", ""))
    place = first.get("loc", ())
    parts = [str(part) for part in (place if isinstance(place, tuple | list) else ())]
    if kind == "json_invalid":
        return Problem(422, "the body is not JSON")
    complaint = _misfit(kind, first)
    field = one_line(".".join(parts[1:]))
    if not field:
        return Problem(422, Sentence("the body: {why}", why=complaint))
    return Problem(422, Sentence("{field}: {why}", field=field, why=complaint), field=field)


def _misfit(kind: str, error: Mapping[str, object]) -> str:
    misfit = MISFITS.get(SAME_MISFIT.get(kind, kind))
    if misfit is not None:
        return misfit
    context = error.get("ctx")
    bounds: Mapping[str, object] = context if isinstance(context, Mapping) else {}
    cause = bounds.get("error")
    if isinstance(cause, BaccaratError):
        return cause.said
    match kind:
        case "string_too_long":
            return Sentence("at most {most} characters are taken", most=bounds["max_length"])
        case "string_too_short":
            return Sentence("at least {least} characters are expected", least=bounds["min_length"])
        case "too_long":
            return Sentence("at most {most} entries are taken", most=bounds["max_length"])
        case "too_short":
            return Sentence("at least {least} entries are expected", least=bounds["min_length"])
        case "less_than_equal":
            return Sentence("at most {most} is taken", most=bounds["le"])
        case "greater_than_equal":
            return Sentence("at least {least} is expected", least=bounds["ge"])
        case "literal_error" | "enum":
            return Sentence("expected {expected}", expected=bounds["expected"])
    return Sentence("it does not fit: {why}", why=str(error.get("msg", kind)))


def of_status(trouble: HTTPException) -> Problem:
    """The problem for an error that Starlette or FastAPI raised."""
    details = {
        404: Sentence("there is nothing at this address"),
        405: Sentence("this address does not take this method"),
        400: "the body cannot be read",
    }
    detail = details.get(trouble.status_code, str(trouble.detail))
    return Problem(trouble.status_code, detail, headers=trouble.headers)


Tell = Callable[[Request, "Problem"], Response]
"""Turns a problem into the response."""


def tell_plainly(request: Request, problem: Problem) -> Response:
    return problem.answer(words_for(request))


def add_handlers(app: "FastAPI", tell: Tell = tell_plainly) -> None:
    """Make an app send an error response for every exception, and never a traceback."""

    async def handle(request: Request, error: Exception) -> Response:
        return tell(request, as_problem(request, error))

    for kind in (Problem, BaccaratError, RequestValidationError, HTTPException, Exception):
        app.add_exception_handler(kind, handle)


def as_problem(request: Request, error: Exception) -> Problem:
    """The problem for any exception; an unexpected exception's text is logged, but not sent."""
    match error:
        case Problem():
            return error
        case BaccaratError():
            return of_error(error, request.path_params)
        case RequestValidationError():
            return of_validation(error.errors())
        case HTTPException(__cause__=Problem() as cause):
            return cause  # FastAPI wraps exceptions that are raised while it reads a body
        case HTTPException():
            return of_status(error)
    logger.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return Problem(500, Sentence("this should not have happened, and is written in our log"))
