"""Answers a question about odds from the cache, if its body equals an earlier body byte for byte.

app.add_middleware(QuickOdds, known=known)

The answer is known, and routing takes longer than sending it. All other requests go through the
router.
"""

from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from baccarat.web.gate.strict_json import is_json
from baccarat.web.jobs.memory import AnswerMemory, CompressedOdds

PATH = "/api/v1/odds"


class QuickOdds:
    """Middleware that sends cached odds without FastAPI's router.

    The doors come first: they have admitted the caller and read the body.
    """

    def __init__(self, app: ASGIApp, known: AnswerMemory[CompressedOdds]) -> None:
        self.app, self.known = app, known

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["path"] == PATH and scope["method"] == "POST":
            request = Request(scope)
            body: bytes | None = getattr(request.state, "body", None)
            answer = None if body is None else self.known.of_body(body)
            if answer is not None and not scope["query_string"] and is_json(request):
                await answer.answer(request)(scope, receive, send)
                return
        await self.app(scope, receive, send)
