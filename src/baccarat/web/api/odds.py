"""`POST /api/v1/odds`: exact odds for any shoe, any bet, any half-dealt coup."""

from typing import TYPE_CHECKING, Annotated, Any

from fastapi import APIRouter, Body
from pydantic import create_model, model_validator
from starlette.requests import Request
from starlette.responses import Response

from baccarat.base.errors import BadText
from baccarat.core.shoe import MOST_DECKS
from baccarat.exact.question_words import MOST_LETTERS
from baccarat.questions.odds import OddsQuestion
from baccarat.web.api.examples import bodies, documented
from baccarat.web.gate.responses import Strict
from baccarat.web.gate.strict_json import StrictRoute
from baccarat.web.jobs.bodies import MOST_NAME, field_of
from baccarat.web.jobs.odds import calculate_odds
from baccarat.web.jobs.odds_answer import MOST_BETS

router = APIRouter(route_class=StrictRoute)
MOST_CARD = 8
MOST_COUNTS = 1000
"""Most characters: enough for 52 counts of 9 digits."""
LETTERS = {"unseen": MOST_COUNTS, "seen": MOST_CARD, "given": MOST_LETTERS, "what": MOST_LETTERS}
ITEMS = {"seen": 52 * MOST_DECKS}


def body_of_odds(kind: type[OddsQuestion]) -> type[Strict]:
    """The request body of a question about odds, without the fields of long questions."""
    fields: dict[str, Any] = {}
    for part in kind.asked():
        letters, items = LETTERS.get(part.name, MOST_NAME), ITEMS.get(part.name, MOST_BETS)
        fields[part.name] = field_of(part, letters, items)
    for name in ("most", "edge", "cells", "knowledge"):
        del fields[name]
    renamed: Any = {"renamed": model_validator(mode="before")(_refuse_renamed)}
    return create_model(
        kind.__name__, __base__=Strict, __doc__=kind.__doc__, __validators__=renamed, **fields
    )


def _refuse_renamed(cls: type[Strict], body: Any) -> Any:
    if isinstance(body, dict) and "coup" in body:
        raise BadText("the field coup is called given now: write given, a list of texts")
    return body


if TYPE_CHECKING:
    OddsBody = Strict
else:
    OddsBody = body_of_odds(OddsQuestion)


@router.post(
    "/odds",
    summary="Exact odds",
    description="The exact probability, edge and standard deviation of bets: for a whole shoe, for "
    "the unseen cards, or in the middle of a coup. The answer of `baccarat odds --json`.",
    responses=documented("odds"),
)
async def answer_odds(
    request: Request, fields: Annotated[OddsBody, Body(openapi_examples=bodies("odds"))]
) -> Response:
    question = OddsQuestion.read(fields.model_dump())
    answer = await calculate_odds(request, question)
    body: bytes | None = getattr(request.state, "body", None)
    if body is not None:  # read by the doors
        request.app.state.odds_desk.known.came_as(body, question.digest)
    return answer.answer(request)
