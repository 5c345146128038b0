"""The lobby: a page with each open table and board, its live big road, and a button to sit down."""

from collections.abc import Mapping, Sequence
from math import ceil
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from markupsafe import Markup

from baccarat.base.words import Words
from baccarat.core.games import KNOWN
from baccarat.core.result import Result
from baccarat.core.roads import Scoreboard
from baccarat.core.roads.result_counts import count
from baccarat.render.page_roads import page_road
from baccarat.table.board.board import Board
from baccarat.table.listing import Listing, listing_of
from baccarat.table.table import Table
from baccarat.table.view.choices import OPPONENTS
from baccarat.table.view.view import Audience
from baccarat.web.api.tables import Calls
from baccarat.web.gate.callers import Caller
from baccarat.web.gate.keys import Level
from baccarat.web.gate.query_fields import whole_page
from baccarat.web.house.open_places import HALL, Hall
from baccarat.web.house.places import HouseBoard, HouseTable
from baccarat.web.house.seats import house_of, threads_of
from baccarat.web.pages.parts import CARD, DrawnPlace, Sketch, scene
from baccarat.web.pages.shell import page_words, shell_of
from baccarat.web.pages.stream import drawings_of, drawn_at, page_viewer

router = APIRouter(include_in_schema=False)
MOST_CARDS = 24
"""Most cards on one page."""
PageNumber = Annotated[int, Query(ge=1, le=1 << 40)]
CARD_COLUMNS = 24
"""Columns of the big road on a card."""
NEW_MONEY = 1_000
"""The bankroll of a guest who sits down with the lobby's button."""


@router.get("/")
@whole_page()
async def show_lobby_page(request: Request, caller: Calls, page: PageNumber = 1) -> Response:
    """One page of the lobby, with some of the tables and boards that the caller may see."""
    places = open_places(request, caller)
    pages = max(1, ceil(len(places) / MOST_CARDS))
    page = min(page, pages)
    shown = places[(page - 1) * MOST_CARDS : page * MOST_CARDS]
    drawn = [drawings_of(request).at(here) for here in shown]
    changes = drawn_at(request, caller, HALL).here.state.number
    words = page_words(request)

    def draw() -> list[dict[str, object]]:
        return [card_of(request, caller, one, words) for one in drawn]

    cards = await threads_of(request).look(draw)
    return shell_of(request).page(
        request,
        "lobby.html",
        cards=cards,
        page=page,
        pages=pages,
        changes=changes,
        may_host=caller.may(Level.HOST) and caller.tables is None,
        may_deal=caller.may(Level.DEAL) and caller.tables is None,
        games=[known.name for known in KNOWN],
        free_games=[known.name for known in KNOWN if known.rules.tableau.has_free_cells],
        opponents=OPPONENTS,
        money=NEW_MONEY,
    )


def open_places(request: Request, caller: Caller) -> list[HouseTable | HouseBoard]:
    """The open tables and boards that the caller may see."""
    house = house_of(request)
    places: list[HouseTable | HouseBoard] = [
        here for here in house.tables() if caller.may(Level.WATCH, here.number)
    ]
    if caller.tables is None:
        places += house.boards()
    return [here for here in places if here.is_open]


def card_of(request: Request, caller: Caller, drawn: DrawnPlace, words: Words) -> dict[str, object]:
    """The HTML of a table's or board's card in the lobby; if it is damaged, the reason.

    The place is checked first: in an older store, its acts must be folded to list its guests.
    """
    here = drawn.here
    assert not isinstance(here, Hall)
    here.look_over()
    if (problem := here.problem) is not None:
        detail = problem.as_json(words)["detail"]
        html = drawn.shell.part("damaged.html", words, here=here, detail=detail)
        return {"place": drawn.place, "html": Markup(html)}
    number, parts = drawn.parts(page_viewer(request, caller, drawn, CARD))
    return {"place": drawn.place, "number": number, "html": Markup(parts[CARD])}


@scene(CARD, "table", "board")
def draw_card(sketch: Sketch) -> Mapping[str, str]:
    """The HTML of a table's or board's card in the lobby."""
    state, here, words = sketch.state, sketch.here, sketch.words
    results: Sequence[Result]
    if isinstance(state, Listing):
        assert isinstance(here, HouseTable)
        results = here.results
    else:
        assert isinstance(state, Table | Board)
        results = state.results
    shown = {
        "here": here,
        "state": listing_of(state) if isinstance(state, Table) else state,
        "kind": "board" if isinstance(state, Board) else "table",
        "counts": count(results),
        "road": Markup(page_road(Scoreboard(results), "big", words, columns=CARD_COLUMNS)),
        "may_play": sketch.by.may_play,
        "may_deal": sketch.by.may_deal,
        "sits": sketch.by.viewer.audience is Audience.GUEST,
        "money": NEW_MONEY,
    }
    return {CARD: sketch.shell.part("card.html", words, **shown)}


@scene("hall", "hall")
def draw_changes(sketch: Sketch) -> Mapping[str, str]:
    """A number that changes when a table or board opens or closes; then the page loads again."""
    return {"changes": str(sketch.state.number)}
