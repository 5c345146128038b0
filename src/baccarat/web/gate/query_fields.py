"""Refuses unknown query fields of an address, and suggests the nearest known name.

A repeated field is a problem, too, if the endpoint takes it once: the other value would be lost.

app = FastAPI(dependencies=[Depends(refuse_unread)])      for every GET and HEAD route
@reads("game", "decks")          fields that an endpoint reads besides those it declares
@whole_page("to")                the same for a page, which reports the problem and is still shown
@reads("kind*")                  a field that may be repeated

Other sites add fields to links (`utm_source`), so a page is shown in spite of an unknown field.
"""

from collections.abc import Callable, Iterator, Sequence
from difflib import get_close_matches
from typing import Any, TypeVar

from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute
from starlette.requests import Request

from baccarat.base.sentences import Sentence
from baccarat.web.gate.problems import MISFITS, Problem

READING = ("GET", "HEAD")
CLOSE = 0.6
"""The least similarity of a name that is suggested."""
LONGEST = 40
"""Characters of an unknown name that a problem shows."""
SEVERAL = "*"
ONCE = Sentence("give the field once")
BY_HAND, IS_PAGE = "fields_read_by_hand", "is_whole_page"
"""The attributes with which an endpoint is marked."""
Endpoint = TypeVar("Endpoint", bound=Callable[..., Any])


def reads(*names: str) -> Callable[[Endpoint], Endpoint]:
    """Mark an endpoint as reading these query fields; `answer.` stands for `answer.1` and so on.

    A field with a star may be repeated.
    """

    def mark(endpoint: Endpoint) -> Endpoint:
        setattr(endpoint, BY_HAND, names)
        return endpoint

    return mark


def whole_page(*names: str) -> Callable[[Endpoint], Endpoint]:
    """Mark an endpoint that shows a whole page, and that reads these query fields."""

    def mark(endpoint: Endpoint) -> Endpoint:
        setattr(endpoint, IS_PAGE, True)
        return reads(*names)(endpoint)

    return mark


async def refuse_unread(request: Request) -> None:
    """Refuse a request with a wrong query field, unless its endpoint shows a whole page."""
    if not getattr(request.scope.get("endpoint"), IS_PAGE, False):
        unread = unread_field(request)
        if unread is not None:
            raise unread


def unread_field(request: Request) -> Problem | None:
    """The problem for the first wrong query field; None if all fields are right."""
    route = request.scope.get("route")
    is_read = bool(request.query_params) and request.method in READING
    if not is_read or not isinstance(route, APIRoute):
        return None
    by_hand = getattr(route.endpoint, BY_HAND, ())
    names = [*_declared(route.dependant), *(name.rstrip(SEVERAL) for name in by_hand)]
    several = [name.rstrip(SEVERAL) for name in by_hand if name.endswith(SEVERAL)]
    for name, text in request.query_params.multi_items():
        if not _is_among(name, names):
            return _no_such(name, sorted({field.rstrip(".") for field in names}))
        if text != request.query_params[name] and not _is_among(name, several):
            fault = Sentence(
                "{field} is given twice in the address, with different values", field=name
            )
            return Problem(422, fault, what_to_do=ONCE, field=name)
    return None


def _is_among(name: str, names: Sequence[str]) -> bool:
    return name in names or name.startswith(tuple(start for start in names if start.endswith(".")))


def _declared(dependant: Dependant) -> Iterator[str]:
    """The names of the query fields that an endpoint and its dependencies declare."""
    for field in dependant.query_params:
        yield field.alias
    for inner in dependant.dependencies:
        yield from _declared(inner)


def _no_such(name: str, names: list[str]) -> Problem:
    near = get_close_matches(name.lower(), names, n=1, cutoff=CLOSE)
    if near:
        do = Sentence("did you mean {near}?", near=near[0])
    elif names:
        do = Sentence("this address takes {names}", names=", ".join(names))
    else:
        do = Sentence("this address takes no fields")
    field = name[:LONGEST]
    complaint = Sentence("{field}: {why}", field=field, why=MISFITS["extra_forbidden"])
    return Problem(422, complaint, what_to_do=do, field=field)
