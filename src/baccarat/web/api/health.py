"""`/healthz`: whether this server and its store respond, for proxies and supervisors."""

from fastapi import APIRouter, Request, Response

from baccarat.web.gate.callers import gate_of
from baccarat.web.gate.house_problems import SOON, STORE_AWAY
from baccarat.web.gate.problems import Problem

router = APIRouter(include_in_schema=False)


@router.get("/healthz")
async def show_health(request: Request) -> Response:
    """The text `ok`; an error response while the store does not respond. No key is needed."""
    if not await gate_of(request).hears_store():
        raise Problem(503, STORE_AWAY, headers=SOON)
    return Response("ok\n", media_type="text/plain")
