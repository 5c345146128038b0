"""The page of theory: it solves chemin de fer and banque, with proofs and with practice.

GET /theory?model=B3&decks=6&commission=1/20     the page; its address holds the question
GET /theory/answer?…&tab=…                       its parts as JSON; 202 until the game is solved
POST /theory/leave?tab=…                         a window no longer wants its answer
GET /theory/practice?…&cell=6|-&move=draw        a cell to decide, and what the decision costs
GET /theory/certificate.json?…                   its certificate, as a file

Known equilibria are answered at once, from a table; all other games are solved at the desk.
"""

from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from markupsafe import Markup

from baccarat.questions.solve import BANQUE, DECKS, MODEL, THETA
from baccarat.web.gate.pressing import pressed
from baccarat.web.gate.problems import Problem, as_bytes
from baccarat.web.gate.query_fields import reads, whole_page
from baccarat.web.gate.responses import JSON
from baccarat.web.house.seats import threads_of
from baccarat.web.jobs.desk import DeskWork
from baccarat.web.jobs.theory import desk_of
from baccarat.web.jobs.theory_question import GAMES, TheoryQuestion, read_question
from baccarat.web.pages.shell import page_words, shell_of
from baccarat.web.pages.theory.grid import ShownGame
from baccarat.web.pages.theory.parts import NOTHING, TheoryParts
from baccarat.web.pages.theory.practice import Practice, Verdict, deal_cell, practised, situation

router = APIRouter(include_in_schema=False)
TabName = Annotated[str, Query(max_length=200)]
FIRST = {
    "model": MODEL,
    "decks": str(DECKS),
    "commission": "0",
    "theta": THETA,
    "endless": "",
    "first": "-",
}
"""The default question of the page: the game as it was played."""
PRACTICE = ("cell", "move", "held", "cells", "deal")
"""The fields of an address that are for practice."""


@router.get("/theory")
@whole_page(*FIRST, *PRACTICE)
async def show_theory(request: Request, wait: bool = False) -> Response:
    """The page of theory for the game that the address names; default: the game as it was played.

    For browsers without scripts, `wait` delays the page until the game is solved.
    """
    typed, words, desk = _typed(request), page_words(request), desk_of(request)
    parts = TheoryParts(shell_of(request), words, typed["first"])
    question, theory, practice, problem, status = None, NOTHING, "", None, 200
    try:
        question = game_question = question_on_page(request)
        solved = (
            await desk.answer(game_question, request.receive) if wait else desk.find(game_question)
        )
        theory = await threads_of(request).look(lambda: parts.all(game_question, solved))
        practice = await _practice(request, game_question) if theory.is_whole else ""
    except Problem as refusal:
        problem, status = refusal.as_json(words), refusal.status
    return shell_of(request).page(
        request,
        "theory.html",
        status,
        typed=typed,
        games=GAMES,
        kind=_kind(typed["model"]),
        question=question,
        drawn=theory,
        practice=Markup(practice),
        problem=problem,
    )


@router.get("/theory/answer")
@reads(*FIRST)
async def show_answer(request: Request, tab: TabName = "", prove: bool = False) -> Response:
    """The parts of the page that show an equilibrium; status 202 until the game is solved."""
    parts = TheoryParts(shell_of(request), page_words(request), _typed(request)["first"])
    question, desk = question_on_page(request), desk_of(request)
    look = threads_of(request).look
    solved = desk.find(question)
    theory = await look(lambda: parts.all(question, solved))
    if theory.is_proved or (theory.is_whole and not prove):
        desk.leave(tab)
    else:
        work = desk.ask(question, tab)
        if isinstance(work, DeskWork):
            return _parts(request, parts.working(work, theory), 202)
        theory = await look(lambda: parts.all(question, work))
    return _parts(request, {"parts": theory.parts, "is_proved": theory.is_proved})


@router.post("/theory/leave")
async def leave(request: Request, tab: TabName = "") -> Response:
    """Note that a browser window waits no more; the work ends if no other window waits."""
    desk_of(request).leave(tab)
    return Response(status_code=204)


@router.get("/theory/practice")
@reads(*FIRST, *PRACTICE)
async def show_practice(request: Request) -> Response:
    """The HTML of a decision for practice, or of the verdict on the visitor's decision."""
    html = await _practice(request, question_on_page(request))
    return shell_of(request).answer(request, html, page_words(request))


@router.get("/theory/certificate.json")
@reads(*FIRST)
async def show_certificate(request: Request) -> Response:
    """The certificate that proves an equilibrium, as a file."""
    question = question_on_page(request)
    solved = await desk_of(request).answer(question, request.receive)
    headers = {"Content-Disposition": f'attachment; filename="{question.file}"'}
    return Response(solved.certificate, media_type=JSON, headers=headers)


def question_on_page(request: Request) -> TheoryQuestion:
    """The question in the address; fields that belong to other games are ignored.

    Here no commission and a commission of zero are the same question: the parlor game.
    """
    typed = _typed(request)
    if typed["model"].strip().lower() == BANQUE:
        endless = bool(typed["endless"])
        return read_question(BANQUE, typed["decks"], None, typed["theta"], endless=endless)
    question = read_question(typed["model"], typed["decks"], typed["commission"])
    return question if question.alpha else replace(question, commission=None)


def _typed(request: Request) -> dict[str, str]:
    """The form fields in the address; a missing field gets its default."""
    query = request.query_params
    return {name: query.get(name, first)[:200] or first for name, first in FIRST.items()}


def _kind(model: str) -> str:
    """The kind of a game (banque, endless or shoe), which decides the fields of the form."""
    name = model.strip().lower()
    return BANQUE if name == BANQUE else "endless" if name.startswith("a") else "shoe"


async def _practice(request: Request, question: TheoryQuestion) -> str:
    """The HTML of the practice part; empty for banque, which has none."""
    if question.is_banque:
        return ""
    query, desk = request.query_params, desk_of(request)
    solved = desk.find(question)
    cell, move, held = (query.get(name, "")[:200] for name in ("cell", "move", "held"))
    cells = query.get("cells", "")

    def look() -> tuple[Practice | None, Verdict | None]:
        if not (cell or "deal" in query):
            return None, None
        if (game := ShownGame.of(question, solved)) is None:
            return None, None
        if "deal" in query or not cell:
            return deal_cell(game, cells, cell), None
        practice = situation(game, cell, held)
        return practice, practised(practice, move == "draw") if move else None

    practice, verdict = await threads_of(request).look(look)
    words = page_words(request)
    return shell_of(request).part(
        "theory_practice.html",
        words,
        question=question,
        practice=practice,
        verdict=verdict,
        cells=cells,
        **TheoryParts.practice(practice, words),
    )


def _parts(request: Request, value: dict[str, object], status: int = 200) -> Response:
    headers = {"Cache-Control": "no-store", "Vary": "Accept-Encoding, Accept-Language, Cookie"}
    return pressed(request, as_bytes(value), JSON, headers, status=status)
