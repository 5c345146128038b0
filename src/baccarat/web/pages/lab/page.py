"""The pages of the laboratory: start a run, watch its results, check it, compare it, share it.

GET  /laboratory                    the form and the runs; ?kind=stake, ?question={…} fills it in
GET  /laboratory?compare=D1,D2      runs side by side
POST /laboratory                    a filled form; answers the address of its run
GET  /laboratory/{digest}           one run; ?question={…} is for servers that do not have it
GET  /laboratory/{digest}/run       the changing part of the run; /laboratory/runs: of the list
"""

import re
from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Body, Query, Request, Response
from pydantic import Field

from baccarat.base.errors import BaccaratError
from baccarat.base.sentences import Sentence
from baccarat.web.api.runs import asked_run, found_run, lab_of
from baccarat.web.api.tables import Calls
from baccarat.web.gate.callers import Caller
from baccarat.web.gate.keys import Level
from baccarat.web.gate.problems import Problem, words_for
from baccarat.web.gate.query_fields import reads, whole_page
from baccarat.web.gate.responses import Strict, told
from baccarat.web.gate.strict_json import StrictRoute
from baccarat.web.house.seats import threads_of
from baccarat.web.pages.lab.forms import by_label, form_fields, kind_of, question_of, read_question
from baccarat.web.pages.lab.runs import about, draw_compared, draw_run, list_runs
from baccarat.web.pages.shell import page_words, shell_of
from baccarat.web.runs.bodies import RunBody, fields_of
from baccarat.web.runs.run import Run
from baccarat.web.runs.work import KINDS, read_work

router = APIRouter(include_in_schema=False, route_class=StrictRoute)
DIGEST = re.compile(r"[0-9a-f]{64}")
MOST_COMPARED = 6
ONE_KIND = Sentence("only runs of the same kind can be compared")
TWO_RUNS = Sentence("two to {most} runs can be compared", most=MOST_COMPARED)
TICK = Sentence("tick them in the list of runs")


class FilledForm(Strict):
    """A filled form: the kind of run, and the text of each field."""

    kind: Annotated[str, Field(max_length=20)]
    fields: Annotated[
        dict[str, Annotated[str, Field(max_length=400)]],
        Field(max_length=30),
    ]


QuestionText = Annotated[str | None, Query(max_length=4_000)]
Compared = Annotated[list[str] | None, Query()]


@router.get("/laboratory")
@whole_page("compare*")
async def show_laboratory(
    request: Request,
    caller: Calls,
    kind: str = KINDS[0],
    question: QuestionText = None,
    compare: Compared = None,
) -> Response:
    """The page with the form and the list of runs, or with a comparison of runs."""
    shell, words = shell_of(request), page_words(request)
    problem, status = None, 200
    if compare is not None:
        try:
            runs, part = await threads_of(request).look(lambda: compared(request, compare))
            digests = ",".join(run.digest for run in runs)
            return shell.page(request, "run_compare.html", digests=digests, part=part)
        except Problem as refusal:  # show the list, to choose others
            problem, status = refusal.as_json(words), refusal.status
    body = None if question is None else read_question(question)
    lab = lab_of(request)
    html = await threads_of(request).look(lambda: list_runs(shell, lab.runs(), words))
    form = form_of(caller, kind, body)
    return shell.page(request, "laboratory.html", status, runs=html, problem=problem, **form)


@router.post("/laboratory")
async def ask_run(
    request: Request, caller: Calls, filled: Annotated[FilledForm, Body()]
) -> Response:
    """Start the run of a filled form, or find it if it exists; return its address."""
    try:
        question = question_of(filled.kind, filled.fields)
    except Problem as problem:
        raise by_label(filled.kind, problem, words_for(request)) from None
    run, _ = await threads_of(request).look(lambda: asked_run(request, caller, question))
    return told({"digest": run.digest, "address": run.address})


@router.get("/laboratory/runs")
async def show_runs(request: Request, caller: Calls) -> Response:
    """The present list of runs, as HTML."""
    shell, words, lab = shell_of(request), page_words(request), lab_of(request)
    html = await threads_of(request).look(lambda: list_runs(shell, lab.runs(), words))
    return shell.answer(request, html, words)


@router.get("/laboratory/compared")
@reads("compare*")
async def show_compared(request: Request, caller: Calls, compare: Compared = None) -> Response:
    """A comparison of runs with their present results, as HTML."""
    _, html = await threads_of(request).look(lambda: compared(request, compare or []))
    return shell_of(request).answer(request, html, page_words(request))


@router.get("/laboratory/{digest}")
@whole_page()
async def show_run_page(
    request: Request, caller: Calls, digest: str, question: QuestionText = None
) -> Response:
    """The page of a run; if the run is not here, the command that would make it."""
    shell, words, lab = shell_of(request), page_words(request), lab_of(request)
    run = await threads_of(request).look(lambda: lab.find(digest))
    if run is None:
        body, context = await threads_of(request).look(lambda: missing(digest, question))
        form = form_of(caller, KINDS[0], body)
        return shell.page(request, "run_missing.html", 404, **context, **form)
    part = await threads_of(request).look(
        lambda: draw_run(shell, run, words, caller.may(Level.PLAY))
    )
    return shell.page(request, "run.html", digest=run.digest, about=about(run, words), part=part)


@router.get("/laboratory/{digest}/run")
async def show_run(request: Request, caller: Calls, digest: str) -> Response:
    """The HTML of a run's present state and results."""
    shell, words, lab = shell_of(request), page_words(request), lab_of(request)

    def look() -> str:
        return draw_run(shell, found_run(lab, digest), words, caller.may(Level.PLAY))

    return shell.answer(request, await threads_of(request).look(look), words)


def form_of(caller: Caller, kind: str, body: RunBody | None) -> dict[str, object]:
    """The values for the form's template; its fields have defaults, or come from a question."""
    if body is None:
        chosen, fields = kind_of(kind), form_fields(kind)
    else:
        chosen, fields = body.kind, form_fields(body.kind, fields_of(body))
    return {"kinds": KINDS, "kind": chosen, "fields": fields, "may_ask": caller.may(Level.PLAY)}


def missing(digest: str, question: str | None) -> tuple[RunBody | None, dict[str, object]]:
    """For a run that is not here: the question in its address, and the values for the template.

    The context has the command that makes the run, if the address has its question.
    """
    context: dict[str, object] = {"is_digest": DIGEST.fullmatch(digest) is not None}
    context |= {"command": "", "is_other": question is not None}
    if question is None:
        return None, context
    try:
        body = read_question(question)
        work = read_work(body.kind, fields_of(body))
    except (Problem, BaccaratError):
        return None, context
    if work.digest != digest:
        return body, context
    return body, {**context, "command": work.command}


def compared(request: Request, digests: Sequence[str]) -> tuple[list[Run], str]:
    """The runs with these digests, and a comparison of them as HTML."""
    lab = lab_of(request)
    names = dict.fromkeys(name for text in digests for name in text.split(",") if name)
    if not 2 <= len(names) <= MOST_COMPARED:
        raise Problem(422, TWO_RUNS, what_to_do=TICK)
    runs = [found_run(lab, name) for name in names]
    if len({run.kind for run in runs}) > 1:
        raise Problem(422, ONE_KIND, what_to_do=TICK)
    return runs, draw_compared(shell_of(request), runs, page_words(request))
