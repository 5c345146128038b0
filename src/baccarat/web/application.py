"""The application: the house, its streams and the library's answers behind one address.

app = build_app(House(Store.open()), Settings())
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from threading import Thread

from fastapi import Depends, FastAPI, Request, Response

from baccarat.table.saving import NotKept
from baccarat.web import (
    api_boards,
    api_events,
    api_library,
    api_runs,
    api_shoes,
    api_tables,
    lab_work,
)
from baccarat.web.api_examples import describe
from baccarat.web.dealing_clock import DealingClock
from baccarat.web.house import House
from baccarat.web.known_fields import refuse_unread
from baccarat.web.lab import Lab
from baccarat.web.lab_bounds import RunBounds
from baccarat.web.live import Hub
from baccarat.web.login import guard
from baccarat.web.odds_question import warm_up
from baccarat.web.once import store_away
from baccarat.web.pages import add_pages, tell_problem
from baccarat.web.problems import add_handlers, words_for
from baccarat.web.quick_acts import QuickActs
from baccarat.web.quick_odds import QuickOdds
from baccarat.web.reckoners import Reckoners
from baccarat.web.settings import Settings
from baccarat.web.shared_lab import SharedLab
from baccarat.web.theory_desk import TheoryDesk
from baccarat.web.threads import HouseThreads
from baccarat.web.up_to_date import FoldedFirst, UpToDate

TITLE = "baccarat"
READY = 15.0
"""Seconds until a process for odds is started that nobody has asked for: first pages go before."""
FORGETS = 3_600.0
"""Seconds between two looks for answers that are older than a day."""


def build_app(house: House, settings: Settings) -> FastAPI:
    """All that this server answers."""
    threads = HouseThreads(house.store)
    hub = Hub(threads, most=settings.most_streams, most_each=settings.most_streams_each)
    reckoners, desk = Reckoners(), TheoryDesk()
    clock = DealingClock(house, threads)
    for call in (hub.moved, clock.moved):
        house.listen(call)
    bounds, scheduler = RunBounds(at_once=settings.lab_runs), settings.scheduler or None
    lab: Lab
    if house.fellows is None:
        lab = Lab(house.store, bounds, scheduler)
    else:
        lab = house.fellows.lab = SharedLab(house.store, bounds, scheduler)

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        Thread(target=warm_up, name="warm up", daemon=True).start()
        if house.fellows is not None:
            house.fellows.start()
        Thread(target=lab_work.warm_up, name="warm up the laboratory", daemon=True).start()
        app.state.lab.start()
        ready = asyncio.get_running_loop().call_later(READY, reckoners.get_ready)
        tasks = [asyncio.create_task(call) for call in (clock.run(), _forget(house))]
        try:
            yield
        finally:
            ready.cancel()
            for task in tasks:
                task.cancel()
            hub.close()
            desk.close()
            app.state.recounting.close()
            await asyncio.to_thread(app.state.lab.close)
            with suppress(NotKept):
                await asyncio.to_thread(app.state.gate.audit.write)
            threads.close()
            reckoners.close()

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
    app.state.reckoners, app.state.lab, app.state.theory_desk = reckoners, lab, desk
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
    app.add_middleware(QuickOdds, known=reckoners.known)
    guard(app, settings, house.store)
    return app


async def _forget(house: House) -> None:
    """Drop answers that nobody will ask for again, now and then."""
    while True:
        with suppress(NotKept):  # the next time will do
            await asyncio.to_thread(house.store.forget_answers)
        await asyncio.sleep(FORGETS)


async def _tell_trouble(request: Request, trouble: Exception) -> Response:
    """Where the store lies is for our log alone."""
    assert isinstance(trouble, NotKept)
    return store_away(trouble).answer(words_for(request))
