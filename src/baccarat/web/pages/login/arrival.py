"""Handles a link from another site: the page requests itself again, from this origin.

app.include_router(router, dependencies=[Depends(arrive)])
app.add_exception_handler(ByLink, ask_again)

Browsers send no cookies with the first request (`SameSite=Strict`), so its answer would show a
guest as a stranger, and demand a key again.
"""

from starlette.requests import Request
from starlette.responses import Response

from baccarat.web.pages.shell import shell_of

ELSEWHERE = ("cross-site", "same-site")


class ByLink(Exception):
    """A page was requested by a link on another site."""


def arrive(request: Request) -> None:
    """Raise `ByLink` for a request that comes by a link from another site."""
    if request.headers.get("sec-fetch-site") in ELSEWHERE:
        raise ByLink


async def ask_again(request: Request, _: Exception) -> Response:
    """A page that requests the same address again."""
    return shell_of(request).page(request, "arriving.html")
