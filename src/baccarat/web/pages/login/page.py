"""The login page: a visitor enters a code or a key, and then sees the page that they wanted."""

from fastapi import APIRouter, Request, Response

from baccarat.web.gate.query_fields import whole_page
from baccarat.web.pages.shell import shell_of

router = APIRouter(include_in_schema=False)


@router.get("/login")
@whole_page("to")
async def show_login(request: Request) -> Response:
    """The login page."""
    return shell_of(request).page(request, "login.html")
