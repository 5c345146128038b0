"""The endpoints for login and logout: browsers get a session cookie, programs get a token."""

from typing import Annotated

from fastapi import APIRouter, Depends, FastAPI, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from baccarat.base.sentences import Sentence
from baccarat.store import Store
from baccarat.web.gate.callers import Caller, caller_of, gate_of
from baccarat.web.gate.gate import SESSION_SECONDS, Gate, address_of
from baccarat.web.gate.keys import LONGEST_KEY
from baccarat.web.gate.middleware import Doors
from baccarat.web.gate.problems import DOCUMENTED, Problem
from baccarat.web.gate.strict_json import StrictRoute
from baccarat.web.settings import Settings

router = APIRouter(
    prefix="/api/v1", tags=["keys"], route_class=StrictRoute, responses={"default": DOCUMENTED}
)


class Credentials(BaseModel):
    """A key, or a login code that `baccarat key` has printed."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"code": "7KQ2-M9XD"}]}
    )
    key: str = Field("", max_length=LONGEST_KEY)
    code: str = Field("", max_length=20)


class Allowed(BaseModel):
    """The caller's level, the tables that they may see, and a token for programs."""

    level: str
    tables: list[int] | None = None
    """the only tables allowed; null: all"""
    token: str | None = None
    """for programs: send it as a key"""


def allowed(level: str, tables: frozenset[int] | None, token: str | None = None) -> Allowed:
    return Allowed(level=level, tables=None if tables is None else sorted(tables), token=token)


@router.post("/login")
async def log_in(given: Credentials, request: Request, response: Response) -> Allowed:
    """Exchange a key or a code for a session, which ends when its key is revoked."""
    if bool(given.key) == bool(given.code):
        raise Problem(422, Sentence("give a key or a code, and not both"))
    gate = gate_of(request)
    token, key = await gate.log_in(address_of(request), key=given.key, code=given.code)
    is_browser = "origin" in request.headers or "sec-fetch-site" in request.headers
    if not is_browser:
        return allowed(key.kind, key.tables, token)
    response.set_cookie(
        gate.cookie,
        token,
        max_age=SESSION_SECONDS,
        secure=request.url.scheme == "https",
        httponly=True,
        samesite="strict",
    )
    return allowed(key.kind, key.tables)


@router.post("/logout", status_code=204)
async def log_out(request: Request, response: Response) -> None:
    """End the session of this browser or program, with all copies of the session.

    The event streams of the session end as well. The key itself stays valid until it is revoked.
    """
    gate, secure = gate_of(request), request.url.scheme == "https"
    await gate.log_out(gate.secret_of(request) or "")
    response.delete_cookie(gate.cookie, secure=secure, httponly=True, samesite="strict")


@router.get("/caller")
async def who_calls(caller: Annotated[Caller, Depends(caller_of)]) -> Allowed:
    """Your level, and the tables that your key allows."""
    return allowed(str(caller.level), caller.tables)


def guard(app: FastAPI, settings: Settings, store: Store) -> Gate:
    """Add the login and the checks of requests to an app; return its new `Gate`."""
    gate = app.state.gate = Gate(settings, store)
    app.include_router(router)
    app.add_middleware(Doors, gate=gate)
    return gate
