"""The lobby: every table and board with its big road, live."""

from collections.abc import Mapping

from fastapi import APIRouter, Request, Response
from markupsafe import Markup

from baccarat.render.page_roads import page_road
from baccarat.roads import Scoreboard
from baccarat.table.state import Phase
from baccarat.table.table import Table
from baccarat.web.api_tables import Calls
from baccarat.web.key_book import Level
from baccarat.web.page_parts import Here, Sketch, scene
from baccarat.web.page_shell import shell_of
from baccarat.web.page_stream import drawings_of, page_viewer
from baccarat.web.whose import house_of, threads_of

router = APIRouter(include_in_schema=False)


@router.get("/")
async def show_lobby_page(request: Request, caller: Calls) -> Response:
    """The tables and boards that the caller may look at."""
    house, drawings = house_of(request), drawings_of(request)
    open_now = [
        here
        for here in house.tables()
        if caller.may(Level.WATCH, here.number) and here.table.phase is not Phase.LEFT
    ]
    boards = house.boards() if caller.tables is None else []
    places: list[Here] = [*open_now, *boards]
    drawn = [drawings.at(here) for here in places]
    viewers = [page_viewer(request, caller, one, "card") for one in drawn]

    def draw() -> list[dict[str, object]]:
        told = []
        for one, viewer in zip(drawn, viewers, strict=True):
            number, parts = one.parts(viewer)
            told.append({"place": one.place, "number": number, "html": Markup(parts["card"])})
        return told

    cards = await threads_of(request).look(draw)
    return shell_of(request).page(request, "lobby.html", cards=cards)


@scene("card")
def draw_card(sketch: Sketch) -> Mapping[str, str]:
    """A place as the lobby shows it."""
    state, words = sketch.state, sketch.words
    results = state.results
    road = Markup(page_road(Scoreboard(results), "big", words))
    kind = "table" if isinstance(state, Table) else "board"
    return {"card": sketch.shell.part("card.html", words, here=sketch.here, kind=kind, road=road)}
