"""A client that speaks to an app in this process, without a socket.

Starlette's own test client warns of a library that we use; ours is twenty lines.
"""

import asyncio
from typing import Any

import httpx
from fastapi import FastAPI

from baccarat.web.api.examples import describe
from baccarat.web.api.library import router
from baccarat.web.gate.problems import add_handlers
from baccarat.web.jobs.odds import odds_desk
from baccarat.web.jobs.theory import theory_desk


class InProcess(httpx.BaseTransport):
    """Hands each request to an ASGI app; what the app raises has become its answer."""

    def __init__(self, app: Any) -> None:
        self.inner = httpx.ASGITransport(app, raise_app_exceptions=False)

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        return asyncio.run(self._answer(request))

    async def _answer(self, request: httpx.Request) -> httpx.Response:
        asked = httpx.Request(
            request.method, request.url, headers=request.headers, content=request.read()
        )
        answer = await self.inner.handle_async_request(asked)
        assert isinstance(answer.stream, httpx.AsyncByteStream)
        content = b"".join([piece async for piece in answer.stream])  # pressed, if it is
        return httpx.Response(answer.status_code, headers=answer.headers, content=content)


def client_of(app: Any) -> httpx.Client:
    """A client of an app; its processes may take long: they leave the machine to other tests."""
    for name in ("odds_desk", "theory_desk"):
        if desk := getattr(app.state, name, None):
            desk.kind.patience = 300.0
    return httpx.Client(transport=InProcess(app), base_url="http://127.0.0.1")


def library_app() -> FastAPI:
    """An app with the library's answers alone."""
    app = FastAPI()
    app.state.odds_desk, app.state.theory_desk = odds_desk(), theory_desk()
    app.include_router(router)
    add_handlers(app)
    describe(app)
    return app
