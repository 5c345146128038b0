"""Every route of a server, for tests that walk them all."""

import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from fastapi import FastAPI


class Way(NamedTuple):
    """A method and an address, as it is written where it is made."""

    method: str
    path: str

    def filled(self, value: str = "1") -> str:
        """The address with a value for each name in it."""
        return re.sub(r"\{[^}]*\}", value, self.path)


def every_way(app: FastAPI) -> list[Way]:
    """All methods of all routes."""
    return [Way(method, one.path) for one in _inner(app.routes) for method in sorted(one.methods)]


def _inner(routes: Iterable[Any]) -> Iterator[Any]:
    """The routes of included routers, too, which newer versions of FastAPI keep apart."""
    for route in routes:
        if hasattr(route, "effective_candidates"):
            yield from _inner(route.effective_candidates())
        else:
            yield route
