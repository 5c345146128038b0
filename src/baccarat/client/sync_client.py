"""The ordinary client of a server: each call waits for its answer.

with Client("http://127.0.0.1:8000") as client:
    ann = client.table(3)
    ann.sit("Ann", 1_000)
    ann.bet("banker=100").view["bankroll"]
    for event in client.table(3).events(): …
"""

import time
from collections.abc import Iterator
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


class AtOnce(Speaking[Done, Json, list[Json], str, Iterator[Event]]):
    """The base class of the ordinary clients: it waits for the answer to each call."""

    def _send(self, call: Call) -> Received:
        patience = Patience(self._wire.patience)
        while True:
            try:
                came = self._wire.http.request(**self._wire.request(call))
                received = Received(came.status_code, came.headers, came.content)
                if received.status not in LOST:
                    return received
                trouble: Exception = received.refusal()
            except self._wire.troubles as lost:
                trouble = lost
            time.sleep(patience.wait(trouble))

    def _do(self, call: Call) -> Done:
        return self._heard(self._send(call))

    def _json(self, call: Call, part: str = "") -> Json:
        return self._told(self._send(call), part)

    def _rows(self, call: Call, part: str) -> list[Json]:
        rows: list[Json] = []
        following: Call | None = call
        while following is not None:
            received = self._send(following)
            rows += received.part(list, part)
            following = received.following(call)
        return rows

    def _text(self, call: Call) -> str:
        return self._send(call).text()

    def follow(self, following: Following) -> Iterator[Event]:
        """Every event of a stream; after a lost connection, the stream goes on where it stopped."""
        patience = Patience(self._wire.patience)
        while True:
            try:
                with self._wire.http.stream(**self._wire.stream(following.call)) as came:
                    if came.status_code != 200:
                        raise Received(came.status_code, came.headers, came.read()).refusal()
                    following.begin()
                    for chunk in came.iter_bytes():
                        patience.begin()
                        yield from following.feed(chunk)
                trouble: Exception = NoAnswer("the stream ended")
            except self._wire.troubles as lost:
                trouble = lost
            except ServerRefused as refused:
                if refused.status not in LOST:
                    raise
                trouble = refused
            time.sleep(max(patience.wait(trouble), following.retry))


@guided
class Client(ServerWords[Done, Json, list[Json], str, Iterator[Event]], AtOnce):
    """A client of a baccarat server.

    >>> with Client("http://127.0.0.1:8000") as client:
    ...     client.table(3).number
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
        self._wire = connect("Client", url, key, language, patience, answer_time)

    def table(self, number: int, token: str = "", role: str = "") -> "TableClient":
        """A client for the table with this number; with a guest's token, it acts for that guest."""
        return TableClient(self, number, token, role)

    def board(self, number: int) -> "BoardClient":
        """A client for the board with this number."""
        return BoardClient(self, number)

    def open_table(
        self,
        game: str = "punto-banco",
        *,
        name: str = "",
        clock: Json | None = None,
        **opening: Unpack[Opening],
    ) -> "TableClient":
        """Open a table. Only a host may do this."""
        values = {"game": game, "name": name or None, "clock": clock, **opening}
        return self.table(self._json(open_call("tables", values))["table"])

    def open_board(self, name: str, game: str = "punto-banco", **rules: Any) -> "BoardClient":
        """Open a board for a real table; `rules` are its decks, cut_card, last_coup and burn."""
        values = {"name": name, "game": game, **rules}
        return self.board(self._json(open_call("boards", values))["board"])

    def close(self) -> None:
        """Close the connections."""
        self._wire.http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class TableClient(TableWords[Done, Json, list[Json], str, Iterator[Event]], AtOnce):
    """A client for one table, which a guest, a dealer, the host or a spectator uses.

    >>> with Client("http://127.0.0.1:8000") as client:
    ...     client.table(3, role="spectator").number
    3
    """


class BoardClient(BoardWords[Done, Json, list[Json], str, Iterator[Event]], AtOnce):
    """A client for one board, which records the results of a real table.

    >>> with Client("http://127.0.0.1:8000") as client:
    ...     client.board(3).number
    3
    """
