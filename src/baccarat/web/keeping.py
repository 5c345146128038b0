"""What the house must have of a store: somewhere to keep tables and boards, and to find answers.

A store of a database has all of it; so has one that only lives as long as a test.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from baccarat.table.board import Board
from baccarat.table.board_sitting import BoardKeeper
from baccarat.table.log import Keeper
from baccarat.table.table import Table
from baccarat.web.key_book import KeyBook


class StoredTable(Protocol):
    """A table that is kept."""

    @property
    def number(self) -> int: ...
    @property
    def name(self) -> str: ...
    @property
    def clock(self) -> str: ...


class StoredBoard(Protocol):
    """A board that is kept."""

    @property
    def number(self) -> int: ...
    @property
    def name(self) -> str: ...


class StoredShoe(Protocol):
    """A shoe of a table, and where it came from; its seeds are secret until it is over.

    Counts by letter stand for coups that are kept no more.
    """

    @property
    def number(self) -> int: ...
    @property
    def time(self) -> str: ...
    @property
    def ceremony(self) -> Mapping[str, Any]: ...
    @property
    def counts(self) -> Mapping[str, int]: ...


class StoredCoup(Protocol):
    """A coup that was dealt and paid: for each wager guest, spot, stake, won and kept."""

    @property
    def number(self) -> int: ...
    @property
    def letter(self) -> str: ...
    @property
    def cards(self) -> str: ...
    @property
    def paid(self) -> Sequence[tuple[str, str, int, int, int]]: ...


class StoredGuest(Protocol):
    """A guest, present or past, and the act by which they sat down."""

    @property
    def guest(self) -> str: ...
    @property
    def since(self) -> int: ...
    @property
    def left_at(self) -> int | None: ...


class StoredAnswer(Protocol):
    """What was answered before under a key: a digest of the question, and the answer."""

    @property
    def asked(self) -> str: ...
    @property
    def answer(self) -> str: ...


class HouseKeeper(Keeper, Protocol):
    """Keeps the acts of a table; where a database was lost it may not know whether it did."""

    @property
    def is_unsure(self) -> bool:
        """Whether the last act may have been kept, though it was told that it was not."""
        ...

    def start(self) -> Table | None:
        """The table between two shoes from which the kept commits go on."""
        ...


class HouseBoardKeeper(BoardKeeper, Protocol):
    """Keeps the acts of a board."""

    @property
    def is_unsure(self) -> bool:
        """Whether the last act may have been kept, though it was told that it was not."""
        ...

    def start(self) -> Board | None:
        """The board from which the kept acts go on."""
        ...


class HouseStore(KeyBook, Protocol):
    """Where a house keeps its tables and boards, and the keys to them."""

    @property
    def secret(self) -> bytes: ...
    def new_table(self, *, name: str, clock: str) -> int: ...
    def tables(self) -> Sequence[StoredTable]: ...
    def keeper(self, table: int, /) -> HouseKeeper: ...
    def shoes(self, table: int, /) -> Sequence[StoredShoe]: ...
    def coups(self, table: int, shoe: int, /) -> Iterable[StoredCoup]: ...
    def guests(self, table: int, /) -> Sequence[StoredGuest]: ...
    def find_answer(self, place: str, author: str, key: str, /) -> StoredAnswer | None: ...
    def new_board(self, name: str, /) -> int: ...
    def boards(self) -> Sequence[StoredBoard]: ...
    def board_keeper(self, board: int, /) -> HouseBoardKeeper: ...
