"""The page of the croupier's drill: it asks a question, judges the answer and gives the reason.

GET /drill?kind=draw&game=ez&level=2&seed=7&number=0      the page; its address holds the question
GET /drill/answer?…&answer=draw&milliseconds=2300         the verdict on an answer
…&part=true                                               only the part of the page that changes

The server keeps nothing: a question follows from its address, and the browser has the score.
"""

from math import isfinite

from fastapi import APIRouter, Depends, Request, Response
from markupsafe import Markup
from starlette.datastructures import QueryParams

from baccarat.base.errors import BaccaratError, BadText
from baccarat.base.words import Words
from baccarat.core.games import KNOWN
from baccarat.drill import LEVELS, Answered, Kind, Question, phrases, read, spell
from baccarat.web.gate.callers import caller_of
from baccarat.web.gate.problems import Problem, as_problem, of_error
from baccarat.web.gate.query_fields import unread_field, whole_page
from baccarat.web.house.seats import threads_of
from baccarat.web.pages.drill.address import (
    ANSWER,
    FIELDS,
    DrillAsked,
    given_in,
    read_drill,
    seconds_in,
)
from baccarat.web.pages.drill.scene import ending_of, scene_of
from baccarat.web.pages.shell import Shell, page_words, shell_of

router = APIRouter(include_in_schema=False, dependencies=[Depends(caller_of)])


@router.get("/drill")
@whole_page(*FIELDS)
async def show_drill(request: Request) -> Response:
    """The page with the question that the address names, or with the error in the address."""
    return await _page(request, is_answer=False)


@router.get("/drill/answer")
@whole_page(*FIELDS, *ANSWER)
async def show_verdict(request: Request) -> Response:
    """The verdict on an answer with its reason; if the answer is unreadable, the question again."""
    return await _page(request, is_answer=True)


async def _page(request: Request, is_answer: bool) -> Response:
    shell, words, query = shell_of(request), page_words(request), request.query_params
    asked, html, refusal = DrillAsked(), "", None
    try:
        asked = read_drill(query)
        look = threads_of(request).look
        html, refusal = await look(lambda: _drawn(shell, words, asked, query, is_answer))
    except (BaccaratError, Problem) as error:
        refusal = as_problem(request, error)
    if "part" in query:
        refusal = unread_field(request) or refusal
        if refusal is not None:
            raise refusal
        return shell.answer(request, html, words)
    return shell.page(
        request,
        "drill.html",
        200 if refusal is None else refusal.status,
        asked=asked,
        kinds=list(Kind),
        levels=LEVELS,
        games=[one.name for one in KNOWN if not one.rules.tableau.has_free_cells],
        part=Markup(html),
        problem=None if refusal is None else refusal.as_json(words),
    )


def _drawn(
    shell: Shell, words: Words, asked: DrillAsked, query: QueryParams, is_answer: bool
) -> tuple[str, Problem | None]:
    """The HTML of a question and the verdict, and the problem if the answer cannot be read."""
    question, verdict, refusal = asked.question(), None, None
    try:
        verdict = _verdict(asked, question, query, words) if is_answer else None
    except BadText as error:
        refusal = of_error(error)
    except Problem as problem:
        refusal = problem
    html = shell.part(
        "drill_question.html",
        words,
        asked=asked,
        question=question,
        is_net=question.asks.form == phrases.NET,
        scene=scene_of(question, words),
        verdict=verdict,
        ending=ending_of(question, words) if verdict else (),
    )
    return html, refusal


def _verdict(
    asked: DrillAsked, question: Question, query: QueryParams, words: Words
) -> dict[str, object]:
    """The template values of the verdict on an answer, with the reasons and the next question."""
    typed = given_in(query, question.form)
    if typed or "pass" not in query:
        read(question.form, typed, words.language)  # unreadable is not wrong
    return verdict_on(asked, Answered(question, typed, seconds_in(query), words.language), words)


def verdict_on(asked: DrillAsked, answered: Answered, words: Words) -> dict[str, object]:
    """The template values of the verdict; `pace` is empty if the time of the answer is unknown."""
    question = answered.question
    right = spell(question.answer, words.language)
    given = answered.given and read(question.form, answered.given, answered.language)
    pace = "drill.quick" if answered.is_quick else "drill.slow"
    pace = pace if answered.is_right else "drill.time"
    told = words(pace, seconds=answered.seconds, quick=question.quick)
    return {
        "answered": answered,
        "following": asked.after(answered),
        "said": words("drill.right") if answered.is_right else words("drill.wrong", answer=right),
        "given": spell(given, words.language),
        "pace": told if isfinite(answered.seconds) else "",
        "why": tuple(map(words.say, question.why)),
    }
