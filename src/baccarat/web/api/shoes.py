"""The API's endpoints for a table's shoes: records, roads, statistics, and a guest's report."""

from collections.abc import Callable
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from fastapi import Path as InPath

from baccarat.base.jsonable import exact
from baccarat.base.words import Words
from baccarat.core.record import Record
from baccarat.core.roads import ROWS, Scoreboard, Tail
from baccarat.core.stats import statistics
from baccarat.table.coach.coach import Account
from baccarat.table.view.labels import cost_texts
from baccarat.web.api.examples import documented
from baccarat.web.api.tables import Calls, TableNumber, as_json
from baccarat.web.gate.problems import as_bytes, words_for
from baccarat.web.gate.responses import JSON, VARY, preferred
from baccarat.web.house.places import HouseTable
from baccarat.web.house.seats import house_of, require_seat, table_of, threads_of, viewer_for
from baccarat.web.house.shoe_texts import shoes_told, written
from baccarat.web.house.views import Viewer

router = APIRouter(prefix="/api/v1", tags=["tables"])
TEXT = "text/plain"
ShoeNumber = Annotated[int, InPath(ge=1, le=1 << 40, description="Number of the shoe, from 1.")]
WhichShoe = Annotated[
    int | None,
    Query(ge=1, le=1 << 40, description="Number of the shoe; default: the present one."),
]
RoadRows = Annotated[int, Query(ge=1, le=60, description="Rows of every road.")]
TailRule = Annotated[Tail, Query(description="Whether a stopped tail stays in its row or falls.")]


@router.get("/tables/{table}/shoes", responses=documented("shoes"))
async def list_shoes(request: Request, caller: Calls, table: TableNumber) -> Response:
    """Every shoe of a table so far. The seeds of a fair shoe are shown when the shoe is over."""
    here, store = table_of(request, caller, table), house_of(request).store
    return await told_later(request, lambda: {"shoes": shoes_told(here, store)})


@router.get("/tables/{table}/shoes/{shoe}", responses=documented("shoe", TEXT))
async def show_shoe(
    request: Request, caller: Calls, table: TableNumber, shoe: ShoeNumber
) -> Response:
    """The coups of a shoe: as text in our notation for `Accept: text/plain`, otherwise as JSON.

    The present shoe has only the coups that are over. With the token of a guest, the record has
    that guest's wagers.
    """
    here = table_of(request, caller, table)
    record = await _record(request, here, shoe, viewer_for(request, caller, here))
    return recorded(request, record)


@router.get("/tables/{table}/roads", responses=documented("table roads"))
async def show_roads(
    request: Request,
    caller: Calls,
    table: TableNumber,
    shoe: WhichShoe = None,
    rows: RoadRows = ROWS,
    tail: TailRule = Tail.STAYS,
) -> Response:
    """The five roads of a shoe, mark by mark."""
    here = table_of(request, caller, table)
    found = await _results(request, here, shoe)
    return await told_later(request, lambda: Scoreboard(found, rows, tail).as_json())


@router.get("/tables/{table}/statistics", responses=documented("table statistics"))
async def show_statistics(
    request: Request, caller: Calls, table: TableNumber, shoe: WhichShoe = None
) -> Response:
    """The statistics of a shoe: frequencies, streaks, totals."""
    here = table_of(request, caller, table)
    found = await _results(request, here, shoe)
    return await told_later(request, lambda: statistics(found).as_json())


@router.get("/tables/{table}/report", responses=documented("report"))
async def show_report(request: Request, caller: Calls, table: TableNumber) -> Response:
    """A guest's report: their money, and the expected result of this shoe's coups.

    Only the guest gets the report, with their token. The expectation is exact: each wager counts at
    the odds of the moment when bets were closed.
    """
    here = table_of(request, caller, table)
    viewer = require_seat(request, here)
    words = words_for(request)
    return await told_later(request, lambda: _report(here, viewer, words))


async def _record(request: Request, here: HouseTable, shoe: int | None, viewer: Viewer) -> Record:
    store = house_of(request).store
    return await threads_of(request).look(lambda: written(here, store, shoe, viewer))


async def _results(request: Request, here: HouseTable, shoe: int | None) -> list[Any]:
    """The results of a shoe; without a number, the results of the present shoe, perhaps none."""
    table = here.table
    if shoe in (None, table.shoes):
        return list(table.results)
    return (await _record(request, here, shoe, Viewer())).results


async def told_later(request: Request, tell: Callable[[], object]) -> Response:
    """A response with the JSON value that `tell` returns; another thread calls `tell`."""
    return as_json(await threads_of(request).look(lambda: as_bytes(tell())))


def recorded(request: Request, record: Record) -> Response:
    """A response with the record, as text or JSON, as the `Accept` header asks."""
    if preferred(request, JSON, TEXT) == TEXT:
        return Response(str(record), headers=VARY, media_type=TEXT)
    return Response(as_bytes(record.as_json()), headers=VARY, media_type=JSON)


def _report(here: HouseTable, viewer: Viewer, words: Words) -> dict[str, Any]:
    sitting = here.sitting
    with here.lock:  # the table and its chronicle must match
        table, coups = sitting.table.only(viewer.guest), sitting.chronicle.of(viewer.guest)
    seat = table.seat()
    mine = [played for played in coups if played.number > seat.since]
    account = here.accounts.get(viewer, Account()).after(table, coups=mine)
    others = {who: kept for who, kept in here.accounts.items() if who.sat != viewer.sat}
    here.accounts = others | {viewer: account}
    cost = account.cost
    return {
        "table": here.number,
        "number": table.number,
        "guest": seat.guest,
        "bought": seat.bought,
        "bankroll": seat.bankroll,
        "on_the_felt": seat.on_the_felt,
        "staked": seat.staked,
        "won": seat.won,
        "kept": seat.kept,
        "shoe": {
            "coups": account.coups,
            "staked": cost.staked,
            "won": cost.won,
            **exact("expected", cost.expected),
            **exact("given_away", cost.given_away),
            **exact("luck", cost.luck),
            "lines": cost_texts(cost, words),
            "points": [
                {
                    "coup": point.coup,
                    "bankroll": point.bankroll,
                    "expected": float(point.expected),
                    "deviation": point.deviation,
                }
                for point in account.points
            ],
        },
    }
