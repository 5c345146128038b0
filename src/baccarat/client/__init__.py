"""The client: any program can call the tables, the boards and the library of a server."""

from baccarat.client.async_client import AsyncBoardClient, AsyncClient, AsyncTableClient
from baccarat.client.following import Event
from baccarat.client.sync_client import BoardClient, Client, TableClient
from baccarat.client.wire import Done, NoAnswer, ServerRefused, StaleNumber

__all__ = [
    "AsyncBoardClient",
    "AsyncClient",
    "AsyncTableClient",
    "BoardClient",
    "Client",
    "Done",
    "Event",
    "NoAnswer",
    "ServerRefused",
    "StaleNumber",
    "TableClient",
]
