"""The API's endpoints for boards: a board records the shoe of a real table, result by result."""

from typing import Annotated, Any

from fastapi import APIRouter, Body, Path, Query, Request, Response
from pydantic import Field

from baccarat.core.result import write_results
from baccarat.core.roads import ROWS, Scoreboard, Tail
from baccarat.core.stats import statistics
from baccarat.table.acts import MOST_NAME
from baccarat.table.board.board import HANDLERS, MOST_SAID, BoardAct
from baccarat.table.requests import DEALER, HOST
from baccarat.web.api.events import require_boards
from baccarat.web.api.examples import bodies, documented
from baccarat.web.api.shoes import TEXT, RoadRows, TailRule, recorded, told_later
from baccarat.web.api.tables import (
    After,
    Calls,
    IdempotencyKey,
    Since,
    answered,
    as_json,
    in_parts,
    note,
)
from baccarat.web.gate.callers import Caller
from baccarat.web.gate.keys import Level
from baccarat.web.gate.responses import Strict
from baccarat.web.gate.strict_json import StrictRoute
from baccarat.web.house.places import HouseBoard
from baccarat.web.house.seats import house_of, threads_of

router = APIRouter(prefix="/api/v1", tags=["boards"], route_class=StrictRoute)
BoardNumber = Annotated[int, Path(ge=1, le=1 << 40, description="The number of a board.")]
NOTED = {
    "insert": "added a coup to",
    "correct": "corrected a coup of",
    "strike": "struck a coup of",
    "undo": "took an entry back from",
    "close": "closed",
}
"""How the audit log names acts."""
LATER = [name for name in HANDLERS if name != "open"]


class BoardAsked(Strict):
    """A request for a new board, with the name of its table and the rules of its game."""

    name: str = Field(description="name of the table", max_length=MOST_NAME)
    game: str = Field("punto-banco", max_length=MOST_NAME)
    decks: int | None = None
    cut_card: int | None = None
    last_coup: str | None = Field(None, max_length=MOST_NAME)
    burn: bool | None = None

    @property
    def opening(self) -> BoardAct:
        """The act that opens the board."""
        rules = self.model_dump(exclude={"name"}, exclude_none=True)
        return BoardAct("open", self.name.strip(), rules=rules)


class BoardActAsked(Strict):
    """A request to change a board: the name of the act, a result, and a coup's number."""

    act: str = Field(description=f"one of {', '.join(LATER)}", max_length=MOST_NAME)
    said: str = Field(
        "",
        description="a result: `B`, `P 9-7 +P`, or the cards `Kh 5c 8h | 9d 4s`",
        max_length=MOST_SAID,
    )
    coup: int | None = Field(None, description="coup to correct, to strike or to insert before")
    number: int | None = Field(
        None, description="number that the act must get; if it is taken, the act is stale"
    )


@router.get("/boards", responses=documented("boards"))
async def list_boards(
    request: Request,
    caller: Calls,
    closed: Annotated[bool, Query(description="List closed boards, too.")] = False,
    after: After = 0,
) -> Response:
    """The boards of this server; boards that cannot be opened are under `damaged`."""
    caller.require(Level.WATCH)
    boards = [] if caller.tables is not None else house_of(request).boards()
    shown = [here for here in boards if closed or here.is_open]
    return await in_parts(request, "board", shown, after, _in_the_list)


def _in_the_list(here: HouseBoard) -> dict[str, Any]:
    board = here.board
    return {
        "board": here.number,
        "name": board.name,
        "number": board.number,
        "is_open": board.is_open,
        "game": board.record.game,
        "shoe": board.page.shoe,
        "letters": write_results(board.results),
    }


@router.post("/boards", responses=documented("open board"))
async def open_board(
    request: Request,
    caller: Calls,
    asked: Annotated[BoardAsked, Body(openapi_examples=bodies("open board"))],
    key: IdempotencyKey = None,
) -> Response:
    """Open a board for a table that is dealt elsewhere. Dealers and the host can do that."""
    require_boards(caller, Level.DEAL)
    house, author = house_of(request), _author(caller)
    done = await threads_of(request).look(
        lambda: house.open_board(asked.opening, author=author, key=key or "")
    )
    note(request, caller, done, "opened", f"board {done.body['board']}")
    return answered(done)


@router.get("/boards/{board}", responses=documented("board"))
async def show_board(
    request: Request, caller: Calls, board: BoardNumber, since: Since = 0
) -> Response:
    """All data of a board as JSON: its game, its coups, and the counts of earlier shoes.

    The answer is always complete, because any coup may have been corrected.
    """
    here, house = _board(request, caller, board), house_of(request)
    return as_json(await threads_of(request).look(lambda: house.look(here)))


@router.post("/boards/{board}/acts", responses=documented("board act"))
async def ask_for_board_act(
    request: Request,
    caller: Calls,
    board: BoardNumber,
    asked: Annotated[BoardActAsked, Body(openapi_examples=bodies("board act"))],
    key: IdempotencyKey = None,
) -> Response:
    """Enter a result, correct any coup of the shoe, undo, begin a new shoe, or close the board.

    A result may have totals, pairs or all its cards. A wrong third card is refused at once.
    """
    return await act_at_board(request, caller, board, asked, key)


async def act_at_board(
    request: Request, caller: Caller, board: int, asked: BoardActAsked, key: str | None
) -> Response:
    """Do an act on a board, write it to the audit log, and return the response."""
    here = _board(request, caller, board, Level.DEAL)
    wanted = BoardAct(asked.act, asked.said, asked.coup)
    work = house_of(request).asking_board(
        board, wanted, _author(caller), number=asked.number, key=key or ""
    )
    done = await threads_of(request).act(here.place, work)
    note(request, caller, done, NOTED.get(asked.act), f"board {board}")
    return answered(done)


@router.get("/boards/{board}/record", responses=documented("board record", TEXT))
async def show_board_record(request: Request, caller: Calls, board: BoardNumber) -> Response:
    """The present shoe, coup by coup: as text for `Accept: text/plain`, otherwise as JSON."""
    return recorded(request, _board(request, caller, board).board.record)


@router.get("/boards/{board}/roads", responses=documented("board roads"))
async def show_board_roads(
    request: Request,
    caller: Calls,
    board: BoardNumber,
    rows: RoadRows = ROWS,
    tail: TailRule = Tail.STAYS,
) -> Response:
    """The five roads of the present shoe."""
    found = _board(request, caller, board).board.results
    return await told_later(request, lambda: Scoreboard(found, rows, tail).as_json())


@router.get("/boards/{board}/statistics", responses=documented("board statistics"))
async def show_board_statistics(request: Request, caller: Calls, board: BoardNumber) -> Response:
    """The statistics of the present shoe."""
    found = _board(request, caller, board).board.results
    return await told_later(request, lambda: statistics(found).as_json())


def _board(request: Request, caller: Caller, board: int, level: Level = Level.WATCH) -> HouseBoard:
    require_boards(caller, level)
    return house_of(request).board_at(board)


def _author(caller: Caller) -> str:
    return HOST if caller.level >= Level.HOST else DEALER
