"""The login page, and a reload after a click on another site, so that the browser sends cookies.

app.include_router(router, dependencies=[Depends(arrive)])
app.add_exception_handler(ByLink, ask_again)

Browsers send no cookies with the first request (`SameSite=Strict`), so its answer would show a
guest as a stranger, and demand a key again.
"""

from fastapi import APIRouter, Request, Response

from baccarat.web.gate.query_fields import whole_page
from baccarat.web.pages.shell import shell_of

router = APIRouter(include_in_schema=False)
ELSEWHERE = ("cross-site", "same-site")


@router.get("/login")
@whole_page("to")
async def show_login(request: Request) -> Response:
    """The login page: a visitor enters a code or a key, and then sees the page that they wanted."""
    return shell_of(request).page(request, "login.html")


class ByLink(Exception):
    """Raised if a link on another site led to this page."""


def arrive(request: Request) -> None:
    """Raise `ByLink` if a link on another site led to this request."""
    if request.headers.get("sec-fetch-site") in ELSEWHERE:
        raise ByLink


async def ask_again(request: Request, _: Exception) -> Response:
    """A small page that makes the browser request the same address again."""
    return shell_of(request).page(request, "arriving.html")
