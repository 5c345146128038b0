"""Loads a page again after a click on another site, so that the browser sends its cookies.

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
    """Raised if a link on another site led to this page."""


def arrive(request: Request) -> None:
    """Raise `ByLink` if a link on another site led to this request."""
    if request.headers.get("sec-fetch-site") in ELSEWHERE:
        raise ByLink


async def ask_again(request: Request, _: Exception) -> Response:
    """A small page that makes the browser request the same address again."""
    return shell_of(request).page(request, "arriving.html")
