"""The client: Python programs use it to call a baccarat server (tables, boards, library)."""

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
