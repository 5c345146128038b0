"""`/api/v1/runs`: long simulations, and runs of betting systems and card counts."""

import json
from collections.abc import Callable, Coroutine
from functools import partial, wraps
from typing import Annotated, Any, Concatenate, ParamSpec

from fastapi import APIRouter, Body
from fastapi import Path as InPath
from pydantic import Field, TypeAdapter, ValidationError
from starlette.requests import Request
from starlette.responses import Response

from baccarat.base.sentences import Sentence
from baccarat.questions.run import RunQuestion
from baccarat.web.api.examples import bodies, documented
from baccarat.web.api.tables import Calls
from baccarat.web.gate.callers import Caller, gate_of
from baccarat.web.gate.problems import Problem, words_for
from baccarat.web.gate.responses import told
from baccarat.web.gate.strict_json import StrictRoute, read_strictly
from baccarat.web.house.seats import threads_of
from baccarat.web.runs.bodies import AnyQuestion, fields_of
from baccarat.web.runs.laboratory import Lab, not_here
from baccarat.web.runs.run import Run
from baccarat.web.runs.work import read_work

P = ParamSpec("P")
MOST_QUESTION = 4_000
router = APIRouter(prefix="/api/v1/runs", route_class=StrictRoute, tags=["laboratory"])

Digest = Annotated[
    str, InPath(pattern="^[0-9a-f]{64}$", description="SHA-256 of the question, in hex.")
]
QUESTION: TypeAdapter[AnyQuestion] = TypeAdapter(AnyQuestion)


def lab_of(request: Request) -> Lab:
    lab: Lab = request.app.state.lab
    return lab


def in_time(
    answer: Callable[Concatenate[Request, P], Response],
) -> Callable[..., Coroutine[Any, Any, Response]]:
    """Give an endpoint a timeout: if the store does not respond, the request is refused."""

    @wraps(answer)
    async def answer_later(request: Request, *args: P.args, **kwargs: P.kwargs) -> Response:
        asked = partial(answer, request, *args, **kwargs)
        return await threads_of(request).look(asked)

    return answer_later


@router.post(
    "",
    summary="Ask for a run",
    description="A simulation, sessions of betting systems, or card counts. The run waits in a "
    "queue and is dealt in its own process. The same question gets the same run.",
    responses={**documented("runs"), 202: {"description": "A new run, waiting in the queue."}},
)
@in_time
def ask_run(
    request: Request,
    caller: Calls,
    asked: Annotated[AnyQuestion, Body(openapi_examples=bodies("runs"))],
) -> Response:
    run, is_new = asked_run(request, caller, asked)
    answer = _told(request, run)
    answer.headers["Location"] = f"{router.prefix}/{run.digest}"
    answer.status_code = 202 if is_new else 200
    return answer


def asked_run(request: Request, caller: Caller, question: AnyQuestion) -> tuple[Run, bool]:
    """The run that answers a question, and whether the run is new."""
    lab = lab_of(request)
    is_new = lab.find(read_work(question.kind, fields_of(question)).digest) is None
    run = lab.ask(question, caller)
    if is_new:
        _note(request, caller, "asked for", run)
    return run, is_new


def _note(request: Request, caller: Caller, act: str, run: Run) -> None:
    """Write an act on a run to the audit log."""
    gate_of(request).audit.note(caller.key, act, f"run {run.digest}")


@router.get(
    "",
    summary="All runs",
    description="Newest first, without traces and answers; ask for a single run to get them.",
    responses=documented("run-list"),
)
@in_time
def list_runs(request: Request) -> Response:
    words = words_for(request)
    return told({"runs": [run.as_json(words, whole=False) for run in lab_of(request).runs()]})


@router.get(
    "/{digest}",
    summary="One run",
    description="Its progress, how its figures converge, and its answer. If this server does not "
    "have the run and you send the question, the problem names the command that makes the run.",
    responses=documented("run"),
)
@in_time
def tell_run(
    request: Request, digest: Digest, question: Annotated[str, Field(max_length=MOST_QUESTION)] = ""
) -> Response:
    return _told(request, found_run(lab_of(request), digest, question))


def found_run(lab: Lab, digest: str, question: str = "") -> Run:
    """The run with this digest; raises a problem if this server does not know the run.

    If the question is known, the problem names the command that makes the run.
    """
    run = lab.find(digest)
    if run is None:
        raise not_here(digest, _asked(digest, question))
    return run


def _asked(digest: str, question: str) -> RunQuestion | None:
    """The question in an address, ready to run; None if it is missing or has another digest."""
    if not question:
        return None
    try:
        body = QUESTION.validate_json(json.dumps(read_strictly(question.encode())))
    except (ValidationError, UnicodeEncodeError, Problem):  # these would speak of a body
        form = "the question in this address cannot be read"
        raise Problem(422, Sentence(form), field="question") from None
    asked = read_work(body.kind, fields_of(body))
    return asked if asked.digest == digest else None


@router.post("/{digest}/stop", summary="Stop a run", responses=documented("run"))
@in_time
def stop_run(request: Request, caller: Calls, digest: Digest) -> Response:
    return _told(request, lab_of(request).stop(digest, caller), caller, "stopped")


@router.post("/{digest}/go-on", summary="Resume a run", responses=documented("run"))
@in_time
def go_on_run(request: Request, caller: Calls, digest: Digest) -> Response:
    return _told(request, lab_of(request).go_on(digest, caller), caller, "let go on")


@router.post(
    "/{digest}/check",
    summary="Check a run",
    description="Deal the run again from the start, and compare the digests of the answers.",
    responses=documented("run"),
)
@in_time
def check_run(request: Request, caller: Calls, digest: Digest) -> Response:
    return _told(request, lab_of(request).check(digest, caller), caller, "checked")


def _told(request: Request, run: Run, caller: Caller | None = None, act: str = "") -> Response:
    """The response with a run; an act of the caller on the run goes to the audit log."""
    if caller is not None:
        _note(request, caller, act, run)
    return told(run.as_json(words_for(request)))
