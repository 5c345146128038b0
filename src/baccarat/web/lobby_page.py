"""The lobby: every table and board with its big road, live; one button to sit down at once."""

from collections.abc import Mapping

from fastapi import APIRouter, Request, Response
from markupsafe import Markup

from baccarat.games import KNOWN
from baccarat.render.page_roads import page_road
from baccarat.roads import Scoreboard
from baccarat.roads.result_counts import count
from baccarat.table.board import Board
from baccarat.table.choices import OPPONENTS
from baccarat.table.table import Table
from baccarat.table.view import Audience
from baccarat.web.api_tables import Calls
from baccarat.web.callers import Caller
from baccarat.web.hall import HALL
from baccarat.web.key_book import Level
from baccarat.web.known_fields import whole_page
from baccarat.web.page_parts import DrawnPlace, Sketch, scene
from baccarat.web.page_shell import shell_of
from baccarat.web.page_stream import drawings_of, drawn_at, hall_of, page_viewer
from baccarat.web.whose import threads_of

router = APIRouter(include_in_schema=False)
CARD_COLUMNS = 24
"""Of the big road on a card."""
NEW_MONEY = 1_000
"""What somebody brings who sits down by the lobby's button."""


@router.get("/")
@whole_page()
async def show_lobby_page(request: Request, caller: Calls) -> Response:
    """The tables and boards that the caller may look at."""
    drawn = open_places(request, caller)
    viewers = [page_viewer(request, caller, one, "card") for one in drawn]
    changes = drawn_at(request, caller, HALL).here.state.number

    def draw() -> list[dict[str, object]]:
        return [card_of(one, *one.parts(by)) for one, by in zip(drawn, viewers, strict=True)]

    cards = await threads_of(request).look(draw)
    return shell_of(request).page(
        request,
        "lobby.html",
        cards=cards,
        changes=changes,
        may_host=caller.may(Level.HOST) and caller.tables is None,
        may_deal=caller.may(Level.DEAL) and caller.tables is None,
        games=[known.name for known in KNOWN],
        free_games=[known.name for known in KNOWN if known.rules.tableau.has_free_cells],
        opponents=OPPONENTS,
        money=NEW_MONEY,
    )


def open_places(request: Request, caller: Caller) -> list[DrawnPlace]:
    """Every open table and board that the caller may look at, as pages draw them."""
    hall, drawings = hall_of(request), drawings_of(request)
    tables = [here for here in hall.tables() if caller.may(Level.WATCH, here.number)]
    boards = hall.boards() if caller.tables is None else []
    return [*map(drawings.at, tables), *map(drawings.at, boards)]


def card_of(drawn: DrawnPlace, number: int, parts: Mapping[str, str]) -> dict[str, object]:
    return {"place": drawn.place, "number": number, "html": Markup(parts["card"])}


@scene("card", "table", "board")
def draw_card(sketch: Sketch) -> Mapping[str, str]:
    """A place as the lobby shows it."""
    state, words = sketch.state, sketch.words
    assert isinstance(state, Table | Board)
    shown = {
        "here": sketch.here,
        "state": state,
        "kind": "table" if isinstance(state, Table) else "board",
        "counts": count(state.results),
        "road": Markup(page_road(Scoreboard(state.results), "big", words, columns=CARD_COLUMNS)),
        "may_play": sketch.by.may_play,
        "may_deal": sketch.by.may_deal,
        "sits": sketch.by.viewer.audience is Audience.GUEST,
        "money": NEW_MONEY,
    }
    return {"card": sketch.shell.part("card.html", words, **shown)}


@scene("hall", "hall")
def draw_changes(sketch: Sketch) -> Mapping[str, str]:
    """A sign that something has opened or closed: pages then ask for themselves again."""
    return {"changes": str(sketch.state.number)}
