"""`/api/v1/roads` and `/api/v1/statistics`: the roads and the statistics of given results."""

from typing import Annotated, Literal

from fastapi import APIRouter, Body, Query
from pydantic import Field
from starlette.requests import Request
from starlette.responses import Response

from baccarat.base.sentences import Sentence
from baccarat.core.record import Format
from baccarat.core.result import Result, parse_results
from baccarat.core.roads import ROWS, Scoreboard
from baccarat.core.stats import statistics
from baccarat.render import draw
from baccarat.web.api.examples import bodies, documented
from baccarat.web.gate.problems import Problem
from baccarat.web.gate.responses import JSON, VARY, Strict, in_worker, preferred, told
from baccarat.web.gate.strict_json import StrictRoute
from baccarat.web.settings import MOST_BYTES

MOST_RESULTS = 10_000
MOST_ROWS = 60
WIDEST = 200
WIDTH = 60
"""Default columns of a picture; the last columns are drawn."""
SVG = "image/svg+xml"
router = APIRouter(route_class=StrictRoute)

RESULTS = (
    "Letters such as `BPTBB`, words between spaces or commas (`Banker 闲 Tie`), or a whole record "
    f"in our notation or JSON; at most {MOST_RESULTS} results."
)
ResultsText = Annotated[str, Field(max_length=MOST_BYTES, description=RESULTS)]
RoadName = Literal["bead", "big", "big_eye", "small", "cockroach"]
TailName = Literal["stays", "falls"]
ROAD = "Only this road; default: all five."
TAIL = (
    "Path of a tail that another tail has stopped: it stays in its row, or falls as soon as the "
    "cell below is free."
)
COLUMNS = "Picture: columns of the big road, or of the single road; the last columns are drawn."


class ResultsQuestion(Strict):
    """The results, coup by coup."""

    results: ResultsText


class RoadsQuestion(ResultsQuestion):
    """The results, and the options of the roads: rows, width, and the drawing of long columns."""

    rows: Annotated[int, Field(ge=1, le=MOST_ROWS)] = ROWS
    tail: Annotated[TailName, Field(description=TAIL)] = "stays"
    road: Annotated[RoadName | None, Field(description=ROAD)] = None
    width: Annotated[int, Field(ge=1, le=WIDEST, description=COLUMNS)] = WIDTH


ABOUT = (
    "The five roads of a shoe mark by mark, the statistics, and the marks that a win of each side "
    "would add: the answer of `baccarat roads --json`. With `Accept: image/svg+xml`, a picture."
)


@router.post(
    "/roads",
    summary="Roads of results",
    description=ABOUT,
    responses=documented("roads", SVG),
)
@in_worker
def answer_roads(
    request: Request, asked: Annotated[RoadsQuestion, Body(openapi_examples=bodies("roads"))]
) -> Response:
    return _roads(request, asked)


@router.get(
    "/roads",
    summary="Roads of results, by URL",
    description=f"{ABOUT} The URL works in an `<img>`, where browsers ask for a picture.",
    responses=documented("roads-address", SVG),
)
@in_worker
def show_roads(
    request: Request,
    results: Annotated[str, Query(max_length=MOST_RESULTS, description=RESULTS, examples=["BPT"])],
    rows: Annotated[int, Query(ge=1, le=MOST_ROWS)] = ROWS,
    tail: Annotated[TailName, Query(description=TAIL)] = "stays",
    road: Annotated[RoadName | None, Query(description=ROAD)] = None,
    width: Annotated[int, Query(ge=1, le=WIDEST, description=COLUMNS)] = WIDTH,
) -> Response:
    asked = RoadsQuestion(results=results, rows=rows, tail=tail, road=road, width=width)
    return _roads(request, asked)


def _roads(request: Request, asked: RoadsQuestion) -> Response:
    kind = preferred(request, JSON, SVG)
    board = Scoreboard(results_in(asked.results), asked.rows, asked.tail)
    if kind == SVG:
        named = None if asked.road is None else asked.road.replace("_", "-")
        return Response(draw(board, asked.width, named).svg, media_type=SVG, headers=VARY)
    answer = board.as_json()
    if asked.road is not None:
        roads = answer["roads"]
        assert isinstance(roads, dict)
        answer["roads"] = {asked.road: roads[asked.road]}
    return told(answer, VARY)


@router.post(
    "/statistics",
    summary="Statistics of results",
    description="Frequencies with their confidence intervals, streaks and margins, as far as the "
    "results have them: `statistics` in the answer of `baccarat roads --stats --json`.",
    responses=documented("statistics"),
)
@in_worker
def answer_statistics(
    asked: Annotated[ResultsQuestion, Body(openapi_examples=bodies("statistics"))],
) -> Response:
    return told(statistics(results_in(asked.results)).as_json())


def results_in(text: str, most: int = MOST_RESULTS) -> list[Result]:
    """Read results from letters and words, or from a record.

    A record is JSON, or our notation with a tag or a comment first.
    """
    is_record = text.lstrip().startswith(("[", ";", "{"))
    found = Format.of(text).read(text)[0].results if is_record else parse_results(text)
    if not found:
        raise Problem(422, Sentence("no results (expected letters such as BPTBB)"))
    if len(found) > most:
        raise Problem(422, Sentence("at most {most} results are taken", most=most))
    return found
