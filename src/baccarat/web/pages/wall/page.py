"""The wall: a page with the scoreboard of one or more tables, for a screen that nobody touches.

/wall                          all open tables and boards, up to the maximum
/wall?tables=3,1&boards=2      these; the first is large
/tables/3/wall, /boards/2      a single place
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil, sqrt

from fastapi import APIRouter, Request, Response
from markupsafe import Markup

from baccarat.base.words import Words
from baccarat.core.coup import Side
from baccarat.core.layout import Limits
from baccarat.core.record import Entry
from baccarat.core.result import Result
from baccarat.core.roads import Scoreboard
from baccarat.core.roads.result_counts import count
from baccarat.render.card_faces import page_back, page_card
from baccarat.render.page_roads import page_asking, page_road
from baccarat.table.board.board import Board
from baccarat.table.state import Phase
from baccarat.table.table import Table
from baccarat.table.view.view import Audience, HandShown
from baccarat.web.api.boards import BoardNumber
from baccarat.web.api.events import MOST_PLACES, Listed, read_numbers
from baccarat.web.api.tables import Calls, TableNumber
from baccarat.web.gate.callers import Caller
from baccarat.web.gate.query_fields import whole_page
from baccarat.web.house.open_places import HALL
from baccarat.web.house.places import HouseTable
from baccarat.web.house.seats import threads_of
from baccarat.web.pages.lobby.page import open_places
from baccarat.web.pages.parts import DrawnPlace, Here, Sketch, scene
from baccarat.web.pages.shell import page_words, shell_of
from baccarat.web.pages.stream import drawings_of, drawn_at, page_viewer

router = APIRouter(include_in_schema=False)
COLUMNS = {"bead": 11, "big": 27, "big-eye": 18, "small": 18, "cockroach": 18}
"""Columns of the roads of the large table."""
WITHOUT_CARDS = {**COLUMNS, "bead": 14}
"""Columns without cards, when there is room for a whole shoe."""
TILE_COLUMNS = 22
MOST_ON_WALL = MOST_PLACES - 1
"""The most places that a stream can show beside the hall."""
MOST_BESIDE = 6
"""The most small tables beside a large one; with more, all have the same size."""
WINS = {Side.BANKER: "banker-wins", Side.PLAYER: "player-wins", None: "tie"}
LETTERS = {Side.BANKER: "b", Side.PLAYER: "p", None: "t"}
WAITS = {
    Phase.BETS: "say.welcome",
    Phase.SEAT: "say.welcome",
    Phase.DEALING: "say.dealing",
    Phase.FINISHED: "ceremony.shuffling",
    Phase.SHOE: "ceremony.shuffling",
    Phase.CUT: "ceremony.title",
    Phase.BURN: "ceremony.title",
}
"""The text of a table that waits and has called nothing yet."""


@dataclass(frozen=True, slots=True)
class CoupOnWall:
    """The present or last coup: both hands, its result and its number."""

    player: HandShown
    banker: HandShown
    result: Result | None = None
    """None until the coup is over"""
    said: str | None = None
    """the key of the text to show without a result"""
    number: int = 0
    """number of the coup in its shoe"""


@router.get("/wall")
@whole_page()
async def show_wall(
    request: Request, caller: Calls, tables: Listed = "", boards: Listed = ""
) -> Response:
    """The page with the scoreboards of these tables and boards; default: all that are open."""
    named = (*read_numbers(tables, "table"), *read_numbers(boards, "board"))
    if named:
        return await _wall(request, caller, [drawn_at(request, caller, one) for one in named])
    places = open_places(request, caller)[:MOST_ON_WALL]

    def whole() -> list[DrawnPlace]:
        for here in places:
            here.look_over()
        return [drawings_of(request).at(here) for here in places if here.fault is None]

    shown = await threads_of(request).look(whole)
    return await _wall(request, caller, shown, is_all=True)


@router.get("/tables/{table}/wall")
@whole_page()
async def show_table_wall(request: Request, caller: Calls, table: TableNumber) -> Response:
    """The page with the scoreboard of one table."""
    return await _wall(request, caller, [drawn_at(request, caller, f"table/{table}")])


@router.get("/boards/{board:int}")
@router.get("/boards/{board}/wall")
@whole_page()
async def show_board_wall(request: Request, caller: Calls, board: BoardNumber) -> Response:
    """The page with the scoreboard of one board."""
    return await _wall(request, caller, [drawn_at(request, caller, f"board/{board}")])


async def _wall(
    request: Request, caller: Caller, drawn: list[DrawnPlace], is_all: bool = False
) -> Response:
    is_grid = len(drawn) > MOST_BESIDE + 1
    scenes = ["tile" if place or is_grid else "wall" for place in range(len(drawn))]
    viewers = [
        page_viewer(request, caller, one, name) for one, name in zip(drawn, scenes, strict=True)
    ]
    changes = drawn_at(request, caller, HALL).here.state.number if is_all else None

    def draw() -> list[dict[str, object]]:
        told: list[dict[str, object]] = []
        for one, viewer, name in zip(drawn, viewers, scenes, strict=True):
            number, parts = one.parts(viewer)
            marked = {part: Markup(html) for part, html in parts.items()}
            told.append({"place": one.place, "scene": name, "number": number, "parts": marked})
        return told

    shown = await threads_of(request).look(draw)
    large, tiles = (None, shown) if is_grid or not shown else (shown[0], shown[1:])
    return shell_of(request).page(
        request,
        "wall.html",
        title=name_of(drawn[0].here, page_words(request)) if len(drawn) == 1 else "",
        large=large,
        tiles=tiles,
        changes=changes,
        columns=_columns(tiles),
    )


def _columns(tiles: list[dict[str, object]]) -> int:
    """The number of columns in which to arrange the tiles of a wall, at most 10."""
    return min(ceil(sqrt(len(tiles) / 1.18)), 10)


@scene("wall", "table", "board")
def draw_wall(sketch: Sketch) -> Mapping[str, str]:
    """The HTML of each part of a table or board that fills the wall alone."""
    state, words = sketch.state, sketch.words
    assert isinstance(state, Table | Board)
    board = Scoreboard(state.results)
    coup = _coup_of_table(state) if isinstance(state, Table) else _coup_of_board(state)
    is_bare = isinstance(state, Board) and not any(entry.coup for entry in state.record.entries)
    columns = WITHOUT_CARDS if is_bare else COLUMNS
    shown = {
        **_told(sketch),
        "coup": coup,
        "is_bare": is_bare,
        "coups": max(coup.number, len(state.results)),
        "letter": "" if coup.result is None else LETTERS[coup.result.winner],
        "wins": WINS,
        "card": lambda card, across: Markup(
            page_back(words) if card is None else page_card(card, words, across)
        ),
        "road": lambda key: Markup(page_road(board, key, words, columns=columns[key])),
        "asking": [
            (LETTERS[one.side], one.asked, one.said, Markup(one.marks))
            for one in page_asking(board, words)
        ],
    }
    parts = ("wall-head", "wall-last", "wall-roads", "wall-strip")
    return {name: sketch.shell.part(f"{name}.html", words, **shown) for name in parts}


@scene("tile", "table", "board")
def draw_tile(sketch: Sketch) -> Mapping[str, str]:
    """The HTML of a table or board that shares the wall with others."""
    results = sketch.state.results  # type: ignore[union-attr]
    road = Markup(page_road(Scoreboard(results), "big", sketch.words, columns=TILE_COLUMNS))
    return {"tile": sketch.shell.part("tile.html", sketch.words, **_told(sketch), road=road)}


def _told(sketch: Sketch) -> dict[str, object]:
    """The template values of a table or board: its name, game, limits and counts of results."""
    state, here = sketch.state, sketch.here
    if isinstance(state, Table):
        shoe, game = state.shoes, state.game.name
        limits: Limits | None = state.game.layout.limits
    else:
        assert isinstance(state, Board)
        shoe, game, limits = state.page.shoe, state.record.game, None
    return {
        "name": name_of(here, sketch.words),
        "shoe": shoe,
        "game": game,
        "limits": limits,
        "counts": count(state.results),
    }


def name_of(here: Here, words: Words) -> str:
    """The displayed name of a table or board; if it has none, its number in words."""
    kind, _, number = here.place.partition("/")
    name = here.name if isinstance(here, HouseTable) else getattr(here.state, "name", "")
    return name or words(f"web.{kind}", **{kind: number})


def _coup_of_table(table: Table) -> CoupOnWall:
    view = table.view(Audience.SPECTATOR)
    player, banker = view.player, view.banker
    # For spectators a coup is over when it has been called, with no card face down.
    is_over = view.is_over and view.call is not None and bool(view.results)
    number = len(view.results) + (bool(view.player.cards) and not is_over)
    if is_over:
        return CoupOnWall(player, banker, view.results[-1], number=number)
    return CoupOnWall(player, banker, said=WAITS.get(view.phase, "say.dealing"), number=number)


def _coup_of_board(board: Board) -> CoupOnWall:
    entries = board.record.entries
    if not entries:
        return CoupOnWall(HandShown(), HandShown(), said="say.welcome")
    last = entries[-1]
    player, banker = (_known_hand(last, side) for side in (Side.PLAYER, Side.BANKER))
    return CoupOnWall(player, banker, last.result, number=len(entries))


def _known_hand(entry: Entry, side: Side) -> HandShown:
    cards = () if entry.coup is None else tuple(entry.coup.hand(side))
    return HandShown(cards, entry.result.known(side).total)
