"""`GET /api/v1/theory`: equilibria of chemin de fer and banque, with their certificates."""

from typing import Annotated

from fastapi import APIRouter, Depends, Query
from starlette.requests import Request
from starlette.responses import Response

from baccarat.web.api.examples import documented
from baccarat.web.gate.responses import JSON
from baccarat.web.gate.strict_json import StrictRoute
from baccarat.web.jobs.theory import desk_of
from baccarat.web.jobs.theory_question import MOST_DECKS, TheoryQuestion, read_question

router = APIRouter(route_class=StrictRoute)
SMALL = 100
"""Most characters of a number or a name."""


def question_of(
    model: Annotated[
        str, Query(max_length=SMALL, description="A1 to A4, B1 to B4 or banque.", examples=["B3"])
    ] = "B3",
    decks: Annotated[
        int | None,
        Query(
            ge=1,
            le=MOST_DECKS,
            description="Default: 6; at banque an endless deck. In the models A every card "
            "returns, so decks change nothing.",
        ),
    ] = None,
    endless: Annotated[bool, Query(description="Banque with an endless deck.")] = False,
    commission: Annotated[
        str | None,
        Query(
            max_length=SMALL,
            description="The house's share of a Banker win, 0 to 1/10: `1/20`, `0.05`, `5%`. "
            "Default: none, the parlor game.",
            examples=["1/20"],
        ),
    ] = None,
    theta: Annotated[
        str | None,
        Query(max_length=SMALL, description="Banque: the stake on tableau 1; default: 1/2 of all."),
    ] = None,
) -> TheoryQuestion:
    """The question about a game in the query parameters of an address."""
    is_endless = endless or (decks is None and model.strip().lower() == "banque")
    return read_question(model, decks, commission, theta, endless=is_endless)


TheoryAsked = Annotated[TheoryQuestion, Depends(question_of)]


@router.get(
    "/theory",
    summary="An equilibrium",
    description="A model of chemin de fer, or banque, solved exactly: values, strategies, mixed "
    "decisions, and whether there are other equilibria. The answer of `baccarat solve --json`. It "
    "takes up to two seconds the first time.",
    responses=documented("theory"),
)
async def answer_theory(request: Request, question: TheoryAsked) -> Response:
    solved = await desk_of(request).answer(question, request.receive)
    return Response(solved.answer, media_type=JSON)


@router.get(
    "/theory/certificate",
    summary="Certificate of an equilibrium",
    description="A certificate that `baccarat solve --check FILE` checks without solving the game. "
    "`baccarat solve --certificate FILE` writes the same file.",
    responses=documented("theory-certificate"),
)
async def answer_certificate(request: Request, question: TheoryAsked) -> Response:
    solved = await desk_of(request).answer(question, request.receive)
    headers = {"Content-Disposition": f'attachment; filename="{question.file}"'}
    return Response(solved.certificate, media_type=JSON, headers=headers)
