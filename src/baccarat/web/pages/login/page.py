"""The login page: it takes a code or a key, and then opens the page that was requested."""

from fastapi import APIRouter, Request, Response

from baccarat.web.gate.query_fields import whole_page
from baccarat.web.pages.shell import shell_of

router = APIRouter(include_in_schema=False)


@router.get("/login")
@whole_page("to")
async def show_login(request: Request) -> Response:
    """The login page; after a login, its script opens the requested address, or `to`."""
    return shell_of(request).page(request, "login.html")
