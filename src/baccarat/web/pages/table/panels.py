"""The parts of a table's page that it fetches on demand: history, statistics, luck, shoe files.

GET /tables/3/luck           the guest's own sitting, with the band of luck
GET /tables/3/history        the coups of a shoe, newest first; /tables/3/history?shoe=1
GET /tables/3/statistics     the statistics of a shoe
GET /tables/3/roads          the roads; /tables/3/roads?asked=banker with the marks that
                             Banker would add, /tables/3/roads?why=big-eye:12.3 with the
                             reason for a mark
GET /tables/3/shoes/1.txt    a shoe in our notation, to keep and to check elsewhere
"""

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request, Response
from markupsafe import Markup

from baccarat.core.coup import Side
from baccarat.core.stats import statistics
from baccarat.drill.road_reasons import ASKED
from baccarat.table.view.croupier import went_back
from baccarat.table.view.labels import statistics_rows
from baccarat.web.api.shoes import ShoeNumber, WhichShoe
from baccarat.web.api.tables import Calls, TableNumber
from baccarat.web.house.luck import luck_of
from baccarat.web.house.seats import house_of, require_seat, table_of, threads_of, viewer_for
from baccarat.web.house.shoe_texts import not_taken_in, shoes_told, written
from baccarat.web.pages.proof.fair_link import fair_link
from baccarat.web.pages.shell import page_words, shell_of
from baccarat.web.pages.table.chemin import router as decisions
from baccarat.web.pages.table.luck_band import draw_band
from baccarat.web.pages.table.roads import draw_roads

router = APIRouter(include_in_schema=False)
router.include_router(decisions)


@router.get("/tables/{table}/luck")
async def show_luck(request: Request, caller: Calls, table: TableNumber) -> Response:
    """The HTML of the guest's result since they sat down, beside its expected value."""
    here, store = table_of(request, caller, table), house_of(request).store
    viewer = require_seat(request, here)
    luck = await threads_of(request).look(lambda: luck_of(here, store, viewer))
    words = page_words(request)
    band = Markup(draw_band(luck, words))
    decides = here.table.is_free_game
    return shell_of(request).fragment(request, "luck.html", luck=luck, band=band, decides=decides)


@router.get("/tables/{table}/history")
async def show_history(
    request: Request, caller: Calls, table: TableNumber, shoe: WhichShoe = None
) -> Response:
    """The HTML of a shoe's coups with their cards, and the guest's own wagers."""
    here, store = table_of(request, caller, table), house_of(request).store
    viewer, words = viewer_for(request, caller, here), page_words(request)

    def look() -> dict[str, object]:
        shoes = shoes_told(here, store)
        chosen = shoe or here.table.shoes or None
        if not chosen:
            return {"shoes": shoes, "chosen": None, "record": None, "proof": "", "notes": {}}
        record = written(here, store, chosen, viewer)
        proof = fair_link(table, chosen, record.fair, record.rules, record.cut)
        notes = {
            coup: went_back(not_taken, words)
            for coup, not_taken in not_taken_in(here, store, chosen, viewer).items()
        }
        return {"shoes": shoes, "chosen": chosen, "record": record, "proof": proof, "notes": notes}

    told = await threads_of(request).look(look)
    return shell_of(request).fragment(request, "history.html", here=here, **told)


@router.get("/tables/{table}/statistics")
async def show_table_statistics(
    request: Request, caller: Calls, table: TableNumber, shoe: WhichShoe = None
) -> Response:
    """The HTML of a shoe's statistics: frequencies with intervals, and streaks."""
    here, store = table_of(request, caller, table), house_of(request).store

    def look() -> list[tuple[str, str]]:
        is_present = shoe in (None, here.table.shoes)
        viewer = viewer_for(request, caller, here)
        results = here.table.results if is_present else written(here, store, shoe, viewer).results
        return statistics_rows(statistics(results), page_words(request)) if results else []

    rows = await threads_of(request).look(look)
    return shell_of(request).fragment(request, "statistics.html", rows=rows, here=here, shoe=shoe)


@router.get("/tables/{table}/roads")
async def ask_road(
    request: Request,
    caller: Calls,
    table: TableNumber,
    asked: Annotated[Literal["banker", "player"] | None, Query()] = None,
    why: Annotated[str | None, Query(pattern=ASKED)] = None,
) -> Response:
    """The HTML of the roads, with the marks that the next win would make, or a mark's reason."""
    here = table_of(request, caller, table)
    shell, words = shell_of(request), page_words(request)
    side = None if asked is None else Side[asked.upper()]

    def look() -> str:
        return draw_roads(shell, here.table.results, words, f"/tables/{table}/roads", side, why)

    return shell.answer(request, await threads_of(request).look(look), words)


@router.get("/tables/{table}/shoes/{shoe}.txt")
async def keep_shoe(
    request: Request, caller: Calls, table: TableNumber, shoe: ShoeNumber
) -> Response:
    """The text of a shoe as a file, with the guest's own wagers and the revealed fair seeds."""
    here, store = table_of(request, caller, table), house_of(request).store
    viewer = viewer_for(request, caller, here)
    record = await threads_of(request).look(lambda: written(here, store, shoe, viewer))
    name = f"table-{table}-shoe-{shoe}.txt"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return Response(str(record), headers=headers, media_type="text/plain; charset=utf-8")
