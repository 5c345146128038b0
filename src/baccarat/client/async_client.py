"""The asyncio client of a server: each call must be awaited.

async with AsyncClient("http://127.0.0.1:8000") as client:
    ann = client.table(3)
    await ann.sit("Ann", 1_000)
    (await ann.bet("banker=100")).view["bankroll"]
    async for event in client.table(3).events(): …
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable
from typing import Any, Self, Unpack

from baccarat.base.hints import checked, guided
from baccarat.client.following import Event, Following
from baccarat.client.over_http import ANSWER_TIME, connect
from baccarat.client.verbs import BoardWords, Opening, ServerWords, Speaking, TableWords, open_call
from baccarat.client.wire import (
    LOST,
    Call,
    Done,
    Json,
    NoAnswer,
    Patience,
    Received,
    ServerRefused,
)

Feed = AsyncIterator[Event]
"""A stream of events."""


class InTime(
    Speaking[Awaitable[Done], Awaitable[Json], Awaitable[list[Json]], Awaitable[str], Feed]
):
    """The base class of the asyncio clients: it awaits the answer to each call."""

    async def _send(self, call: Call) -> Received:
        patience = Patience(self._wire.patience)
        while True:
            try:
                came = await self._wire.http.request(**self._wire.request(call))
                received = Received(came.status_code, came.headers, came.content)
                if received.status not in LOST:
                    return received
                trouble: Exception = received.refusal()
            except self._wire.troubles as lost:
                trouble = lost
            await asyncio.sleep(patience.wait(trouble))

    async def _do(self, call: Call) -> Done:
        return self._heard(await self._send(call))

    async def _json(self, call: Call, part: str = "") -> Json:
        return self._told(await self._send(call), part)

    async def _rows(self, call: Call, part: str) -> list[Json]:
        rows: list[Json] = []
        following: Call | None = call
        while following is not None:
            received = await self._send(following)
            rows += received.part(list, part)
            following = received.following(call)
        return rows

    async def _text(self, call: Call) -> str:
        return (await self._send(call)).text()

    async def follow(self, following: Following) -> Feed:
        """Every event of a stream; after a lost connection, the stream goes on where it stopped."""
        patience = Patience(self._wire.patience)
        while True:
            try:
                async with self._wire.http.stream(**self._wire.stream(following.call)) as came:
                    if came.status_code != 200:
                        raise Received(came.status_code, came.headers, await came.aread()).refusal()
                    following.begin()
                    async for chunk in came.aiter_bytes():
                        patience.begin()
                        for event in following.feed(chunk):
                            yield event
                trouble: Exception = NoAnswer("the stream ended")
            except self._wire.troubles as lost:
                trouble = lost
            except ServerRefused as refused:
                if refused.status not in LOST:
                    raise
                trouble = refused
            await asyncio.sleep(max(patience.wait(trouble), following.retry))


@guided
class AsyncClient(
    ServerWords[Awaitable[Done], Awaitable[Json], Awaitable[list[Json]], Awaitable[str], Feed],
    InTime,
):
    """A client of a baccarat server, for asyncio.

    >>> import asyncio
    >>> async def number():
    ...     async with AsyncClient("http://127.0.0.1:8000") as client:
    ...         return client.table(3).number
    >>> asyncio.run(number())
    3
    """

    @checked
    def __init__(
        self,
        url: str,
        key: str | None = None,
        *,
        language: str = "en",
        patience: float = 10.0,
        answer_time: float = ANSWER_TIME,
    ) -> None:
        """If a call gets no answer, it is tried again for `patience` seconds.

        A try ends after `answer_time` seconds without data. An act happens once, however often it
        is tried.
        """
        self._wire = connect("AsyncClient", url, key, language, patience, answer_time)

    def table(self, number: int, token: str = "", role: str = "") -> "AsyncTableClient":
        """A client for the table with this number; with a guest's token, it acts for that guest."""
        return AsyncTableClient(self, number, token, role)

    def board(self, number: int) -> "AsyncBoardClient":
        """A client for the board with this number."""
        return AsyncBoardClient(self, number)

    async def open_table(
        self,
        game: str = "punto-banco",
        *,
        name: str = "",
        clock: Json | None = None,
        **opening: Unpack[Opening],
    ) -> "AsyncTableClient":
        """Open a table. Only a host may do this."""
        values = {"game": game, "name": name or None, "clock": clock, **opening}
        return self.table((await self._json(open_call("tables", values)))["table"])

    async def open_board(
        self, name: str, game: str = "punto-banco", **rules: Any
    ) -> "AsyncBoardClient":
        """Open a board for a real table; `rules` are its decks, cut_card, last_coup and burn."""
        values = {"name": name, "game": game, **rules}
        return self.board((await self._json(open_call("boards", values)))["board"])

    async def close(self) -> None:
        """Close the connections."""
        await self._wire.http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()


class AsyncTableClient(
    TableWords[Awaitable[Done], Awaitable[Json], Awaitable[list[Json]], Awaitable[str], Feed],
    InTime,
):
    """A client for one table, which a guest, a dealer, the host or a spectator uses.

    >>> AsyncTableClient(AsyncClient("http://127.0.0.1:8000"), 3).number
    3
    """


class AsyncBoardClient(
    BoardWords[Awaitable[Done], Awaitable[Json], Awaitable[list[Json]], Awaitable[str], Feed],
    InTime,
):
    """A client for one board, which records the results of a real table.

    >>> AsyncBoardClient(AsyncClient("http://127.0.0.1:8000"), 3).number
    3
    """
