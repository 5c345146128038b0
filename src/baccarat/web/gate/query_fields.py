"""Fields of an address: one that nobody reads is told, with the nearest name, and not passed over.

So is one that stands twice where one is read: the other would be lost.

app = FastAPI(dependencies=[Depends(refuse_unread)])      on every route that reads
@reads("game", "decks")          what an endpoint reads by itself, beside what it declares
@whole_page("to")                the same for a page: it says so in a line, and is shown
@reads("kind*")                  it may stand several times

Links to pages gather fields on their way (`utm_source`), so pages are shown all the same.
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
"""How like a name must be to be the one that was meant."""
LONGEST = 40
"""Characters of a name that are told."""
SEVERAL = "*"
ONCE = Sentence("say it once")
BY_HAND, IS_PAGE = "fields_read_by_hand", "is_whole_page"
"""What an endpoint has of our marks."""
Endpoint = TypeVar("Endpoint", bound=Callable[..., Any])


def reads(*names: str) -> Callable[[Endpoint], Endpoint]:
    """Mark an endpoint: it reads these fields; `answer.` stands for all that begin so.

    One with a star may stand several times.
    """

    def mark(endpoint: Endpoint) -> Endpoint:
        setattr(endpoint, BY_HAND, names)
        return endpoint

    return mark


def whole_page(*names: str) -> Callable[[Endpoint], Endpoint]:
    """Mark an endpoint: it shows a whole page, and reads these fields."""

    def mark(endpoint: Endpoint) -> Endpoint:
        setattr(endpoint, IS_PAGE, True)
        return reads(*names)(endpoint)

    return mark


async def refuse_unread(request: Request) -> None:
    """Refuse an address with a field that nobody reads; a page says so by itself."""
    if not getattr(request.scope.get("endpoint"), IS_PAGE, False):
        unread = unread_field(request)
        if unread is not None:
            raise unread


def unread_field(request: Request) -> Problem | None:
    """What is wrong with the fields of an address; None if each of them is read."""
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
            fault = Sentence("{field} stands twice in the address, each time otherwise", field=name)
            return Problem(422, fault, what_to_do=ONCE, field=name)
    return None


def _is_among(name: str, names: Sequence[str]) -> bool:
    return name in names or name.startswith(tuple(start for start in names if start.endswith(".")))


def _declared(dependant: Dependant) -> Iterator[str]:
    """The fields that an endpoint and all that it depends on declare."""
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
