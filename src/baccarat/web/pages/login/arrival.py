"""Arriving by a link from elsewhere: the page asks for itself again, from here.

app.include_router(router, dependencies=[Depends(arrive)])
app.add_exception_handler(ByLink, ask_again)

The browser keeps our cookies back from the first request (`SameSite=Strict`), so that would show a
guest as a stranger, and ask for a key that was given long ago.
"""

from starlette.requests import Request
from starlette.responses import Response

from baccarat.web.pages.shell import shell_of

ELSEWHERE = ("cross-site", "same-site")


class ByLink(Exception):
    """A page was asked for by a link on a page elsewhere."""


def arrive(request: Request) -> None:
    """Let who comes by a link ask again; from here it is the same origin."""
    if request.headers.get("sec-fetch-site") in ELSEWHERE:
        raise ByLink


async def ask_again(request: Request, _: Exception) -> Response:
    """A page that asks for itself."""
    return shell_of(request).page(request, "arriving.html")
