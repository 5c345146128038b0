"""A tiny app behind the doors of a server, and requests to it, for tests of several rooms."""

import asyncio
import json
import socket
import ssl
import time
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from threading import Event, Thread
from typing import Any

import httpx
from fastapi import FastAPI, Request
from starlette.responses import StreamingResponse
from troubled_store import TroubledStore

from baccarat.store import Store
from baccarat.web.gate.gate import Gate
from baccarat.web.gate.keys import Level, digest, new_key
from baccarat.web.gate.login import guard
from baccarat.web.gate.problems import add_handlers
from baccarat.web.server import TableServer, listen, server_of, settings_for
from baccarat.web.settings import Settings

OWN = "http://localhost:8000"
PATIENCE = 60.0
"""Seconds that a client waits: other tests may have all cores."""


def small_app(settings: Settings, store: Store | None = None) -> FastAPI:
    """What comes is sent back; there is a stream that says something and then waits."""
    app = FastAPI()
    add_handlers(app)
    guard(app, settings, TroubledStore() if store is None else store)

    @app.post("/api/v1/echo")
    async def echo(request: Request) -> Any:
        return json.loads(await request.body())

    @app.get("/api/v1/address")
    async def address(request: Request) -> str:
        assert request.client is not None
        return f"{request.url.scheme} {request.client.host}"

    @app.get("/api/v1/stream")
    async def stream() -> StreamingResponse:
        async def told() -> AsyncIterator[str]:
            yield "data: 1\n\n"
            await asyncio.sleep(600)

        return StreamingResponse(told(), media_type="text/event-stream")

    @app.get("/api/v1/drop")
    async def drop(request: Request) -> None:
        request.state.abort()

    @app.get("/api/v1/mistake")
    async def mistake() -> None:
        raise RuntimeError("the seed is 1234")

    return app


def gate_of(app: FastAPI) -> Gate:
    gate: Gate = app.state.gate
    return gate


def made_key(store: Store, level: Level, *tables: int) -> str:
    """A key in a store."""
    key = new_key(level)
    store.add_key(f"{level} {len(store.keys())}", str(level), tables or None, digest(key))
    return key


def ask(
    app: FastAPI,
    path: str,
    *,
    method: str = "GET",
    headers: Mapping[str, str] | list[tuple[bytes, bytes]] | None = None,
    content: str | bytes | None = None,
    client: str = "127.0.0.1",
    base: str = OWN,
) -> httpx.Response:
    """One request to an app in this process."""

    async def asked() -> httpx.Response:
        door = httpx.ASGITransport(app, client=(client, 4321))
        async with httpx.AsyncClient(transport=door, base_url=base) as one:
            request = one.build_request(method, path, headers=headers, content=content)
            if content is not None:
                request.headers.setdefault("Content-Type", "application/json")
            return await one.send(request)

    return asyncio.run(asked())


def bearer(key: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {key}"}


@contextmanager
def running(
    app: FastAPI, sockets: list[socket.socket], tls: ssl.SSLContext | None = None
) -> Iterator[TableServer]:
    """A server of an app in another thread, which has begun and will end."""
    ready = Event()
    server = server_of(app, gate_of(app), tls=tls, on_start=ready.set)
    thread = Thread(target=server.run, args=(sockets,))
    thread.start()
    try:
        assert ready.wait(PATIENCE)
        yield server
    finally:
        server.should_exit = True
        thread.join(PATIENCE)
        for one in sockets:
            one.close()
    assert not thread.is_alive()


@contextmanager
def served(
    store: Store | None = None, tls: ssl.SSLContext | None = None, **said: Any
) -> Iterator[tuple[int, TableServer]]:
    """The tiny app at a free port of loopback, for as long as the test looks at it."""
    sockets = listen("127.0.0.1", 0)
    settings = replace(settings_for(sockets, has_tls=tls is not None), **said)
    with running(small_app(settings, store), sockets, tls) as server:
        yield settings.port, server


def talk(port: int, *parts: bytes, pause: float = 0.0, shut: bool = False) -> bytes:
    """Send bytes as they are, and read until the server ends the connection."""
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as line:
        for number, part in enumerate(parts):
            if number:
                time.sleep(pause)
            line.sendall(part)
        if shut:
            return b""
        heard = b""
        while part := line.recv(65536):
            heard += part
    return heard
