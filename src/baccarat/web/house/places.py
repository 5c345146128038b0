"""A server's tables and boards; the stored acts of each are applied at the first visit.

here = HouseTable(store, row)        the row of the store is enough for lists
here.table                           folds the table: all its acts are applied, once
here.is_folded, here.fault           whether they are applied; why they cannot be, if that is known
"""

import json
import logging
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict
from itertools import accumulate
from math import inf
from threading import RLock
from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar, cast

from baccarat.base.errors import BaccaratError
from baccarat.base.sentences import Sentence
from baccarat.core.coup import Coup
from baccarat.core.plugins import nothing_loaded
from baccarat.core.result import Result
from baccarat.store import KeptBoard, KeptTable, Store
from baccarat.store.board_keeper import BoardRows
from baccarat.store.table_keeper import TableKeeper
from baccarat.store.trouble import Damaged, StoreTrouble
from baccarat.table.board.board import Board
from baccarat.table.board.sitting import BoardSitting
from baccarat.table.listing import Listing, listing_of, read_listing
from baccarat.table.rules.clock import Clock
from baccarat.table.sitting import Sitting
from baccarat.table.state import Phase
from baccarat.table.table import Table
from baccarat.web.gate.house_problems import cannot_enter
from baccarat.web.gate.problems import Problem
from baccarat.web.house.views import WRITER, Memo, Viewer, seen_as

if TYPE_CHECKING:
    from baccarat.table.coach.coach import Account
    from baccarat.web.house.luck import CoupLuck

RowT = TypeVar("RowT", KeptTable, KeptBoard)
SittingT = TypeVar("SittingT", Sitting, BoardSitting)
StateT = TypeVar("StateT", Table, Board)
LAST_KEYS = 64
logger = logging.getLogger("baccarat.web")


class StoredPlace(ABC, Generic[RowT, SittingT, StateT]):
    """A table or board in the store; a first visit applies its acts. Thread-safe."""

    kind: ClassVar[str]
    """`table` or `board`"""
    damaged: ClassVar[Sentence]
    """the reason why nobody can enter a damaged place"""

    def __init__(self, store: Store, row: RowT) -> None:
        self._row: RowT = row
        self.number, self._store = row.number, store
        self.place = f"{self.kind}/{row.number}"
        """the name of the table or board: `table/3` or `board/1`"""
        self.lock = RLock()
        self.keys: deque[str] = deque(maxlen=LAST_KEYS)
        """the last idempotency keys that were used: repeated requests come soon"""
        self.fault: BaccaratError | None = None
        """why the place cannot be opened: it is damaged, or its game is not installed"""
        self.memo = Memo(lambda: self.last, self._tell)
        self._sitting: SittingT | None = None

    @property
    @abstractmethod
    def state(self) -> StateT:
        """The table or board after its last act."""

    @abstractmethod
    def _load(self) -> SittingT:
        """Apply all stored acts, and return the result."""

    @abstractmethod
    def tell(self, state: StateT, viewer: Viewer, since: int) -> str:
        """The JSON of the table or board as a viewer may see it, on one line."""

    @abstractmethod
    def follow(self) -> None:
        """Apply new acts, which other servers have stored; the caller holds the lock."""

    @property
    def last(self) -> int:
        """The number of the last act, even if the stored acts have not been applied yet."""
        return self.state.number if self.is_folded else self._row.last

    @property
    def problem(self) -> Problem | None:
        """The error response for visitors if the place cannot be opened, otherwise None."""
        damaged = Sentence(self.damaged, **{self.kind: self.number})
        return None if self.fault is None else cannot_enter(self.fault, damaged)

    def look_over(self) -> None:
        """Find out whether the stored acts are intact, by applying them."""
        with self.fault_known():
            self.fold()

    def memo_since(self, number: int) -> Memo:
        """The cached views for a viewer who knows the acts of the place up to this number."""
        return self.memo

    def watched(self, change: int) -> None:
        """Add `change` (+1 or -1) to the number of streams; only tables count their streams."""

    def _tell(self, viewer: Viewer, since: int) -> tuple[int, bytes]:
        state = self.state
        return state.number, self.tell(state, viewer, since).encode()

    @property
    def is_folded(self) -> bool:
        return self._sitting is not None

    @property
    def sitting(self) -> SittingT:
        """The object that does acts and saves them; the first access applies all stored acts."""
        sitting = self._sitting
        return self.fold() if sitting is None else sitting

    def fold(self) -> SittingT:
        """Apply all stored acts if that has not been done; return the result."""
        with self.lock:
            return self.fold_again() if self._sitting is None else self._sitting

    def fold_again(self) -> SittingT:
        """Apply all stored acts again, because the last act may or may not be in the store."""
        if self.fault is not None:
            raise self.fault
        with self.lock, self.fault_noted():
            self._sitting = self._load()
            return self._sitting

    @contextmanager
    def fault_noted(self) -> Iterator[None]:
        """Store a permanent error of the place in `self.fault`; raise every error again."""
        try:
            yield
        except BaccaratError as fault:
            if isinstance(fault, Damaged) or not isinstance(fault, StoreTrouble):
                self.fault = fault
                logger.error("%s: %s", self.place, fault.said)
            raise

    @contextmanager
    def fault_known(self) -> Iterator[None]:
        """Suppress an error of the place if it is stored in `self.fault`; raise any other error."""
        try:
            yield
        except BaccaratError:
            if self.fault is None:
                raise


class HouseTable(StoredPlace[KeptTable, Sitting, Table]):
    """A table of the server: its acts, number, name, dealing clock and cached views."""

    kind = "table"
    damaged = Sentence("table {table} is damaged, so nobody can enter it")

    def __init__(self, store: Store, row: KeptTable) -> None:
        super().__init__(store, row)
        self.name = row.name
        self.clock = Clock()
        with suppress(Damaged), self.fault_noted():
            self.clock = read_clock(row.clock)
        self.last_deal: dict[tuple[object, ...], str] = {}
        """the answer to the last deal, by its coup and its author"""
        self.watchers = 0
        """number of streams that show the table"""
        self.seen = -inf
        """monotonic time of the last visit"""
        self.seen_elsewhere = -inf
        """monotonic time of the last known visit at another server"""
        self._listing: Listing | None = None
        self._is_whole = False
        """whether its acts were checked, and none is damaged"""
        self.accounts: dict[Viewer, Account] = {}
        """the coach's accounts of viewers who asked for theirs"""
        self.luck: dict[Viewer, dict[int, list[CoupLuck]]] = {}
        """the luck of viewers in earlier shoes, by the number of the shoe"""
        self._old: tuple[Table, Memo] | None = None
        """the table at the end of the previous shoe"""

    def _load(self) -> Sitting:
        keeper = self._store.keeper(self.number)
        return Sitting(keeper, start=keeper.start(), forgets=True)

    @property
    def is_open(self) -> bool:
        return self.table.phase is not Phase.LEFT if self.is_folded else not self._row.closed

    @property
    def kept_listing(self) -> Listing | None:
        """The table's entry in lists, as the store has it; None if the store has no entry."""
        row, listing = self._row, self._listing
        if (listing is None or listing.number != row.last) and row.listed:
            with suppress(BaccaratError):  # then the table is folded instead
                listing = self._listing = read_listing(row.listed, row.last, row.game)
        return listing

    @property
    def listing(self) -> Listing:
        """The table's entry in lists, from the store if it is there, otherwise from the table."""
        if not self.is_folded and (listing := self.kept_listing) is not None:
            return listing
        table, listing = self.table, self._listing
        if listing is None or listing.number != table.number:
            listing = self._listing = listing_of(table)
        return listing

    @property
    def results(self) -> tuple[Result, ...]:
        """The results of the present shoe."""
        listing = self.listing
        if not self.is_folded:
            coups = self._store.coups(self.number, listing.shoe) if listing.letters else []
            if len(coups) == len(listing.letters):
                return tuple(Result.of(Coup.parse(coup.cards)) for coup in coups)
        return self.table.results

    @property
    def seated(self) -> Table | Listing:
        """The table, or its entry in lists if the table is not loaded yet; both have the seats."""
        return self.table if self.is_folded else self.listing

    def look_over(self) -> None:
        """Find out whether the stored acts are intact, without applying them if possible."""
        if self.is_folded or self._is_whole or self.fault is not None:
            return
        with self.fault_known(), self.fault_noted():
            if self.kept_listing is None:
                self.fold()
            else:
                self._store.keeper(self.number).require_whole()
            self._is_whole = True

    def memo_since(self, number: int) -> Memo:
        """The cached views for a viewer who knows the table up to this act number.

        If the viewer missed the end of the last shoe, it is the memo of that shoe.
        """
        old = self._old
        if old is not None and old[0].shoe_since <= number < old[0].number:
            return old[1]
        return self.memo

    def leave_shoe(self, table: Table) -> None:
        """Keep the table as it is at the end of a shoe, for viewers who have not seen that end."""

        def tell(viewer: Viewer, since: int) -> tuple[int, bytes]:
            return table.number, self.tell(table, viewer, since).encode()

        self._old = table, Memo(lambda: table.number, tell)

    @nothing_loaded()
    def follow(self) -> None:
        """Apply new acts, which other servers have stored; the caller holds the lock."""
        if not self.is_folded:
            self.fold()  # a visitor is there, at another server
            return
        for commit in self.keeper.since(self.table.number):
            before = self.table
            tables = list(accumulate(commit.acts, Table.apply, initial=before))
            if tables[-1].shoe_since != before.shoe_since and before.shoes:
                self.leave_shoe(before)
            self.sitting.show(commit, tables)

    @property
    def keeper(self) -> TableKeeper:
        return cast(TableKeeper, self.sitting.keeper)

    @property
    def state(self) -> Table:
        return self.sitting.table

    table = state

    def watched(self, change: int) -> None:
        """Add `change` (+1 or -1) to the number of streams that show the table."""
        self.watchers += change
        self.seen = monotonic()

    def tell(self, table: Table, viewer: Viewer, since: int) -> str:
        """The JSON of a table as a viewer may see it, on one line: the changes since an act.

        If the act is from an older shoe, or does not exist, the line has the whole table.
        """
        since = since if table.shoe_since <= since <= table.number else 0
        view = table.view(seen_as(viewer, table), since)
        head: dict[str, Any] = {"table": self.number, "number": table.number, "since": view.since}
        if not view.since:
            head |= {"name": self.name, "clock": asdict(self.clock)}
        return WRITER.encode({**head, "view": view.as_json()})


class HouseBoard(StoredPlace[KeptBoard, BoardSitting, Board]):
    """A board of the server: its acts, its number, and its cached views."""

    kind = "board"
    damaged = Sentence("board {board} is damaged, so nobody can enter it")

    def _load(self) -> BoardSitting:
        keeper = self._store.board_keeper(self.number)
        return BoardSitting(keeper, start=keeper.start())

    @property
    def is_open(self) -> bool:
        return self.board.is_open if self.is_folded else not self._row.closed

    @property
    def name(self) -> str:
        return self.board.name if self.is_folded else self._row.name

    def follow(self) -> None:
        """Apply new acts, which other servers have stored; the caller holds the lock."""
        if not self.is_folded:
            self.fold()
            return
        for commit in self.keeper.since(self.board.number):
            self.sitting.board = self.board.apply(commit.act, commit.number)

    @property
    def keeper(self) -> BoardRows:
        return cast(BoardRows, self.sitting.keeper)

    @property
    def state(self) -> Board:
        return self.sitting.board

    board = state

    def tell(self, state: Board, viewer: Viewer, since: int) -> str:
        """The JSON of the board, which is always whole and the same for everyone."""
        head = {"board": self.number, "number": state.number, "since": 0}
        return WRITER.encode({**head, "view": state.as_json()})


PlaceT = TypeVar("PlaceT", HouseTable, HouseBoard)


def write_clock(clock: Clock) -> str:
    return json.dumps(asdict(clock))


def read_clock(text: str) -> Clock:
    """The time limits of a table's clock, from JSON; the default has no limit for bets."""
    try:
        return Clock(**json.loads(text)) if text else Clock()
    except (ValueError, TypeError, RecursionError):
        raise Damaged("the clock of the table is damaged") from None
