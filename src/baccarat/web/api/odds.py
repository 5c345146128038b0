"""`POST /api/v1/odds`: exact odds of any shoe, any bet, any half-dealt coup."""

from typing import Annotated

from fastapi import APIRouter, Body
from starlette.requests import Request
from starlette.responses import Response

from baccarat.web.api.examples import bodies, documented
from baccarat.web.gate.strict_json import StrictRoute
from baccarat.web.jobs.odds import reckon
from baccarat.web.jobs.odds_question import OddsQuestion

router = APIRouter(route_class=StrictRoute)


@router.post(
    "/odds",
    summary="Exact odds",
    description="The exact chance, edge and deviation of bets: of a whole shoe, of the cards that "
    "nobody has seen yet, or in the middle of a coup. What `baccarat odds --json` tells.",
    responses=documented("odds"),
    tags=["library"],
)
async def answer_odds(
    request: Request, asked: Annotated[OddsQuestion, Body(openapi_examples=bodies("odds"))]
) -> Response:
    found = await reckon(request, asked)
    body: bytes | None = getattr(request.state, "body", None)
    if body is not None:  # the doors have read it
        request.app.state.reckoners.known.came_as(body, asked.key)
    return found.answer(request)
