"""The page that draws the roads of any results, and explains the colour of each mark.

GET /roads?results=BBPBBBPPB&why=big-eye:1.0     the page
GET /roads/board?…                               only its roads, which the page fetches
"""

from collections.abc import Sequence
from typing import Annotated, Literal
from urllib.parse import quote

from fastapi import APIRouter, Query, Request, Response
from markupsafe import Markup

from baccarat.core.coup import Side
from baccarat.core.result import Result, write_results
from baccarat.drill.road_reasons import ASKED
from baccarat.web.api.roads import results_in
from baccarat.web.api.tables import Calls
from baccarat.web.gate.query_fields import whole_page
from baccarat.web.house.seats import threads_of
from baccarat.web.pages.shell import page_words, shell_of
from baccarat.web.pages.table.roads import draw_roads

router = APIRouter(include_in_schema=False)
EXAMPLE, FIRST = "BBPBBBPPBPPPBTBPBBBBBBBBPPBPBPBBPPP", "big-eye"
"""The results that the tour begins with; they make a dragon's tail."""
MOST_SHOWN = 400
"""Most results, about 4 shoes; more results are too wide for a page."""
ResultsAsked = Annotated[str, Query(max_length=4 * MOST_SHOWN)]
WhyAsked = Annotated[str | None, Query(pattern=ASKED)]
SideAsked = Annotated[Literal["banker", "player"] | None, Query()]


@router.get("/roads")
@whole_page()
async def show_tour(
    request: Request,
    caller: Calls,
    results: ResultsAsked = EXAMPLE,
    asked: SideAsked = None,
    why: WhyAsked = None,
) -> Response:
    """The page, which explains one mark; default: the last mark of the big eye boy."""
    found = results_in(results, MOST_SHOWN)
    chosen = FIRST if asked is None and why is None else why
    board = Markup(await _board(request, found, asked, chosen))
    letters = write_results(found)
    return shell_of(request).page(request, "roads.html", results=letters, board=board)


@router.get("/roads/board")
async def show_tour_board(
    request: Request,
    caller: Calls,
    results: ResultsAsked = EXAMPLE,
    asked: SideAsked = None,
    why: WhyAsked = None,
) -> Response:
    """The HTML of the roads alone, for a page that is already open."""
    board = await _board(request, results_in(results, MOST_SHOWN), asked, why)
    return shell_of(request).answer(request, board, page_words(request))


async def _board(
    request: Request, results: Sequence[Result], asked: str | None, why: str | None
) -> str:
    shell, words = shell_of(request), page_words(request)
    address = f"/roads/board?results={quote(write_results(results))}"
    side = None if asked is None else Side[asked.upper()]

    def look() -> str:
        return draw_roads(shell, results, words, address, side, why, shows_all=True)

    return await threads_of(request).look(look)
