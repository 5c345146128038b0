"""Answers acts (sit, bet, deal …) without FastAPI's router, which takes longer than an act.

app.add_middleware(QuickActs)

Only valid requests take the shortcut. All others go through the router, which ends at the same
function and says what is wrong.
"""

import re

from pydantic import ValidationError
from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from baccarat.base.errors import BaccaratError
from baccarat.table.saving import NotKept
from baccarat.web.api.boards import BoardActAsked, act_at_board
from baccarat.web.api.tables import MOST_KEY, ActAsked, act_at_table
from baccarat.web.gate.callers import Caller
from baccarat.web.gate.house_problems import store_away
from baccarat.web.gate.problems import Problem, of_error
from baccarat.web.gate.strict_json import is_json, read_strictly

PATH = re.compile(r"/api/v1/(table|board)s/([1-9][0-9]{0,9})/acts")


class QuickActs:
    """Middleware that does valid acts itself, without FastAPI's router.

    The doors come first: they have admitted the caller and read the body.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = PATH.fullmatch(scope["path"]) if scope["type"] == "http" else None
        if path is None or scope["method"] != "POST" or scope["query_string"]:
            await self.app(scope, receive, send)
            return
        request = Request(scope, receive)
        key = request.headers.get("idempotency-key")
        asked = _read(path[1], request)
        if asked is None or not (key is None or 1 <= len(key) <= MOST_KEY):
            await self.app(scope, receive, send)
            return
        caller: Caller = request.state.caller
        number = int(path[2])
        try:
            if isinstance(asked, ActAsked):
                answer = await act_at_table(request, caller, number, asked, key, None)
            else:
                answer = await act_at_board(request, caller, number, asked, key)
        except NotKept as trouble:
            raise store_away(trouble) from None
        except BaccaratError as error:
            raise of_error(error, {path[1]: number}) from None
        await answer(scope, receive, send)


def _read(place: str, request: Request) -> ActAsked | BoardActAsked | None:
    """The act in a request's body; None if the request is not valid."""
    body: bytes | None = getattr(request.state, "body", None)
    if body is None or not is_json(request):
        return None
    kind = ActAsked if place == "table" else BoardActAsked
    try:
        return kind.model_validate(read_strictly(body))
    except (Problem, ValidationError):
        return None
