"""The application: the house, its streams and the library's answers behind one address.

app = build_app(House(Store.open()), Settings())
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI

from baccarat.web import api_events, api_library, api_tables
from baccarat.web.api_examples import describe
from baccarat.web.house import House
from baccarat.web.live import Hub
from baccarat.web.login import guard
from baccarat.web.problems import add_handlers
from baccarat.web.settings import Settings
from baccarat.web.threads import Threads

TITLE = "baccarat"


def build_app(house: House, settings: Settings) -> FastAPI:
    """All that this server answers."""
    threads = Threads()
    hub = Hub(threads, most=settings.most_streams, most_each=settings.most_streams_each)
    house.listen(hub.moved)

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        try:
            yield
        finally:
            hub.close()
            threads.close()

    app = FastAPI(
        title=TITLE,
        version="1",
        lifespan=life,
        openapi_url="/api/v1/openapi.json",
        docs_url=None,
        redoc_url=None,
    )
    app.state.house, app.state.threads, app.state.hub = house, threads, hub
    for router in (api_tables.router, api_events.router, api_library.router):
        app.include_router(router)
    describe(app)
    add_handlers(app)
    guard(app, settings, house.store, house.store.secret)
    return app
