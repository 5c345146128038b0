"""Adds all HTML pages to the FastAPI app.

add_pages(app)                  app.state gets `shell`, `drawings`, `hall` and `recounting`
"""

from fastapi import Depends, FastAPI, Request, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from baccarat.web.api import metrics
from baccarat.web.gate.callers import caller_of
from baccarat.web.gate.problems import Problem, tell_plainly
from baccarat.web.gate.query_fields import reads
from baccarat.web.house.open_places import Hall
from baccarat.web.jobs.proofs import Recounting
from baccarat.web.pages import stream as page_stream
from baccarat.web.pages.dealer import page as dealer_page
from baccarat.web.pages.drill import page as drill_page
from baccarat.web.pages.lab import page as laboratory_page
from baccarat.web.pages.lobby import page as lobby_page
from baccarat.web.pages.login import page as login_page
from baccarat.web.pages.odds import page as odds_page
from baccarat.web.pages.parts import Drawings
from baccarat.web.pages.proof import page as proof_page
from baccarat.web.pages.roads import page as roads_page
from baccarat.web.pages.shell import Shell, shell_of
from baccarat.web.pages.table import page as table_page
from baccarat.web.pages.table import panels as table_panels
from baccarat.web.pages.theory import page as theory_page
from baccarat.web.pages.wall import page as wall_page

API = "/api/"
PAGES = (
    lobby_page,
    table_page,
    table_panels,
    wall_page,
    dealer_page,
    odds_page,
    laboratory_page,
    page_stream,
    theory_page,
    proof_page,
    roads_page,
    drill_page,
    metrics,
)
"""The pages that need a key, on a server that demands keys."""
STREAMS = frozenset({"/live", f"{API}v1/events"})


def add_pages(app: FastAPI) -> None:
    app.state.shell = shell = Shell()
    app.state.drawings = Drawings(shell)
    app.state.hall = Hall(app.state.house, app.state.hub.moved)
    app.state.recounting = Recounting()

    @app.get("/static/{name:path}", include_in_schema=False)
    @reads("v")
    async def static(request: Request, name: str) -> Response:
        return shell.shelf.answer(request, name)

    @app.get("/favicon.ico", include_in_schema=False)
    async def icon(request: Request) -> Response:
        """The icon that browsers request at `/favicon.ico`."""
        return shell.shelf.answer(request, "icon.svg")

    app.include_router(metrics.health)
    app.include_router(login_page.router, dependencies=[Depends(login_page.arrive)])
    for page in PAGES:
        app.include_router(
            page.router, dependencies=[Depends(login_page.arrive), Depends(caller_of)]
        )
    app.add_exception_handler(login_page.ByLink, login_page.ask_again)
    app.add_middleware(Heads)


class Heads:
    """Middleware that answers HEAD requests like GET requests, but without a body.

    A stream has no end, so the middleware does not answer HEAD for a stream.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_head = scope["type"] == "http" and scope["method"] == "HEAD"
        if not is_head or scope["path"] in STREAMS:
            await self.app(scope, receive, send)
            return

        async def bodiless(message: Message) -> None:
            await send({**message, "body": b""} if "body" in message else message)

        await self.app({**scope, "method": "GET"}, receive, bodiless)


def tell_problem(request: Request, problem: Problem) -> Response:
    """An error response: an HTML page for browsers, JSON for programs."""
    wants_page = "text/html" in request.headers.get("accept", "")
    if wants_page and not request.url.path.startswith(API):
        return shell_of(request).problem(request, problem)
    return tell_plainly(request, problem)
