"""Builds the FastAPI application: the tables, the event streams, the API and the pages.

app = build_app(House(Store.open()), Settings())
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from threading import Thread

from fastapi import Depends, FastAPI, Request, Response

from baccarat.table.saving import NotKept
from baccarat.web.api import boards as api_boards
from baccarat.web.api import events as api_events
from baccarat.web.api import library as api_library
from baccarat.web.api import runs as api_runs
from baccarat.web.api import shoes as api_shoes
from baccarat.web.api import tables as api_tables
from baccarat.web.api.examples import describe
from baccarat.web.api.fast_acts import QuickActs
from baccarat.web.api.fast_odds import QuickOdds
from baccarat.web.gate.house_problems import store_away
from baccarat.web.gate.login import guard
from baccarat.web.gate.problems import add_handlers, words_for
from baccarat.web.gate.query_fields import refuse_unread
from baccarat.web.house.clock import DealingClock
from baccarat.web.house.freshness import FoldedFirst, UpToDate
from baccarat.web.house.house import House
from baccarat.web.jobs.odds import odds_desk
from baccarat.web.jobs.odds_answer import warm_up
from baccarat.web.jobs.theory import theory_desk
from baccarat.web.pages.routes import add_pages, tell_problem
from baccarat.web.runs import work as lab_work
from baccarat.web.runs.bounds import RunBounds
from baccarat.web.runs.laboratory import Lab
from baccarat.web.settings import Settings
from baccarat.web.streams.events import Hub
from baccarat.web.threads import HouseThreads

TITLE = "baccarat"
READY = 15.0
"""Seconds after the start at which the first process for odds begins, even without a question."""
FORGETS = 3_600.0
"""Seconds between two searches for answers that are older than a day."""


def build_app(house: House, settings: Settings) -> FastAPI:
    threads = HouseThreads(house.store)
    hub = Hub(threads, most=settings.most_streams, most_each=settings.most_streams_each)
    odds, theory = odds_desk(), theory_desk()
    clock = DealingClock(house, threads)
    for call in (hub.moved, clock.moved):
        house.listen(call)
    bounds, scheduler = RunBounds(at_once=settings.lab_runs), settings.scheduler or None
    lab = Lab(house.store, bounds, scheduler, is_shared=house.fellows is not None)
    if house.fellows is not None:
        house.fellows.lab = lab.peers

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        Thread(target=warm_up, name="warm up", daemon=True).start()
        if house.fellows is not None:
            house.fellows.start()
        Thread(target=lab_work.warm_up, name="warm up the laboratory", daemon=True).start()
        app.state.lab.start()
        ready = asyncio.get_running_loop().call_later(READY, odds.get_ready)
        tasks = [asyncio.create_task(call) for call in (clock.run(), _forget(house))]
        try:
            yield
        finally:
            ready.cancel()
            for task in tasks:
                task.cancel()
            hub.close()
            theory.close()
            app.state.recounting.close()
            await asyncio.to_thread(app.state.lab.close)
            with suppress(NotKept):
                await asyncio.to_thread(app.state.gate.audit.write)
            threads.close()
            odds.close()

    app = FastAPI(
        title=TITLE,
        version="1",
        lifespan=life,
        openapi_url="/api/v1/openapi.json",
        docs_url=None,
        redoc_url=None,
        dependencies=[Depends(refuse_unread)],
    )
    app.state.house, app.state.threads, app.state.hub = house, threads, hub
    app.state.odds_desk, app.state.lab, app.state.theory_desk = odds, lab, theory
    for api in (api_tables, api_shoes, api_boards, api_events, api_library, api_runs):
        app.include_router(api.router)
    add_pages(app)
    add_handlers(app, tell_problem)
    app.add_exception_handler(NotKept, _tell_trouble)
    describe(app)
    app.add_middleware(QuickActs)
    app.add_middleware(FoldedFirst, house=house, threads=threads)
    if house.fellows is not None:
        app.add_middleware(UpToDate, house=house, threads=threads)
    app.add_middleware(QuickOdds, known=odds.known)
    guard(app, settings, house.store)
    return app


async def _forget(house: House) -> None:
    """Delete old answers from the store, once an hour."""
    while True:
        with suppress(NotKept):  # the next round tries again
            await asyncio.to_thread(house.store.forget_answers)
        await asyncio.sleep(FORGETS)


async def _tell_trouble(request: Request, trouble: Exception) -> Response:
    """The response to a failure of the store; only the log says where the store is."""
    assert isinstance(trouble, NotKept)
    return store_away(trouble).answer(words_for(request))
