"""Sittings of the terminal in the store, for `baccarat play --store`."""

from collections.abc import Iterator

from baccarat.store.database import Database
from baccarat.store.store import TERMINAL, Store
from baccarat.store.table_keeper import TableKeeper
from baccarat.table.saving import data_directory


class TerminalKeeper(TableKeeper):
    """Loads a sitting from its first stored act, so that the report is complete."""

    def __init__(self, database: Database, table: int) -> None:
        super().__init__(database, table, is_whole=True)
        self.path = data_directory() / f"table-{table:04}"
        """a guest's saved shoes are written next to this path"""

    def close(self) -> None:
        """Do nothing: the store stays open."""


class StoredSittings:
    """The tables of a store that are played at a terminal."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def left(self) -> Iterator[tuple[str, TerminalKeeper]]:
        """The sittings that have not ended, each with its name, newest first."""
        for one in reversed(self.store.tables(TERMINAL)):
            if one.last and not one.closed:
                yield f"table {one.number}", TerminalKeeper(self.store.database, one.number)

    def new(self) -> TerminalKeeper:
        """Begin a new sitting."""
        return TerminalKeeper(self.store.database, self.store.new_table(kind=TERMINAL))
