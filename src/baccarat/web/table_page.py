"""The table's page: its parts, drawn for a guest, a dealer or whoever watches."""

from collections.abc import Mapping

from fastapi import APIRouter, Request, Response
from markupsafe import Markup

from baccarat.render.card_faces import page_back, page_card
from baccarat.table.coach import edges
from baccarat.table.labels import edge_text, price_text
from baccarat.table.table import Table
from baccarat.table.view import Audience, View
from baccarat.web.api_tables import Calls, TableNumber
from baccarat.web.coach_part import coach_said
from baccarat.web.page_parts import Sketch, scene
from baccarat.web.page_shell import shell_of
from baccarat.web.page_stream import drawn_at, page_viewer
from baccarat.web.roads_part import draw_roads
from baccarat.web.shown import seen_as
from baccarat.web.whose import threads_of

router = APIRouter(include_in_schema=False)
FIRST_ROW = ("player-pair", "player", "tie", "banker", "banker-pair")
PARTS = ("head", "hands", "layout", "rack", "coach", "people")


@router.get("/tables/{table}")
async def show_table(request: Request, caller: Calls, table: TableNumber) -> Response:
    """The page of a table."""
    drawn = drawn_at(request, caller, f"table/{table}")
    viewer = page_viewer(request, caller, drawn, "table")
    number, parts = await threads_of(request).look(lambda: drawn.parts(viewer))
    return shell_of(request).page(
        request,
        "table.html",
        title=table_title(drawn.here.number, drawn.here.name),  # type: ignore[union-attr]
        place=drawn.place,
        number=number,
        parts={name: Markup(html) for name, html in parts.items()},
    )


def table_title(number: int, name: str) -> str:
    return name or f"Table {number}"


@scene("table")
def draw_table(sketch: Sketch) -> Mapping[str, str]:
    """All parts of a table."""
    table, words = sketch.state, sketch.words
    assert isinstance(table, Table)
    view = table.view(seen_as(sketch.by.viewer, table))
    asks = _asks(table, view, sketch.by.may_deal)
    shown = {
        "here": sketch.here,
        "table": table,
        "view": view,
        "asks": asks,
        "is_guest": view.audience is Audience.GUEST,
        "edges": edges(table) if view.unseen is not None and not table.is_free_game else {},
        "coach": coach_said(table, view, words),
        "prices": dict(view.spots),
        "price": price_text,
        "edge": edge_text,
        "first": [name for name in FIRST_ROW if name in dict(view.spots)],
        "others": [name for name, _ in view.spots if name not in FIRST_ROW],
        "card": lambda card, across=False: Markup(
            page_back(words) if card is None else page_card(card, words, across)
        ),
    }
    drawn = {name: sketch.shell.part(f"{name}.html", words, **shown) for name in PARTS}
    roads = draw_roads(sketch.shell, view.results, words, f"/tables/{sketch.here.number}/roads")
    return {**drawn, "roads": roads}


def _asks(table: Table, view: View, may_deal: bool) -> frozenset[str]:
    """What this browser may ask for: as a guest, and as a dealer if its key is one's."""
    dealers = table.view(Audience.DEALER).asks if may_deal else ()
    return frozenset((*view.asks, *dealers))
