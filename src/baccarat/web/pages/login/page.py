"""The page where one comes in by a code or a key, and goes on to the page that was wanted."""

from fastapi import APIRouter, Request, Response

from baccarat.web.gate.query_fields import whole_page
from baccarat.web.pages.shell import shell_of

router = APIRouter(include_in_schema=False)


@router.get("/login")
@whole_page("to")
async def show_login(request: Request) -> Response:
    """The same that every page shows to who needs a key; `to` is read by its script."""
    return shell_of(request).page(request, "login.html")
