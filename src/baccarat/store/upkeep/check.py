"""Checks a store: redoes the acts of every table and board, and compares all other rows."""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import accumulate, islice
from typing import Any

from sqlalchemy import Connection, Executable, Integer, inspect, select, text

from baccarat.base.errors import BaccaratError
from baccarat.core.plugins import nothing_loaded
from baccarat.store.board_keeper import NEW_SHOE, page_line
from baccarat.store.database import Database
from baccarat.store.open_store import Served
from baccarat.store.projection import rows_of, seat_json
from baccarat.store.schema import (
    board_acts,
    boards,
    coups,
    everything,
    guests,
    promises,
    select_at,
    shoes,
    tables,
)
from baccarat.store.statements import (
    ADD_COUP,
    ADD_GUEST,
    ADD_PROMISE,
    ADD_SHOE,
    SET_CEREMONY,
    SET_GUEST,
)
from baccarat.store.store import Store
from baccarat.store.trouble import told
from baccarat.table.board.board import Board
from baccarat.table.listing import listing_line, listing_of
from baccarat.table.log import Commit
from baccarat.table.rules.clock import Clock
from baccarat.table.state import Phase
from baccarat.table.table import Table

MOST_FAULTS = 100


@dataclass(frozen=True, slots=True)
class Checked:
    """The numbers of tables, boards and acts that were checked, and the faults."""

    tables: int
    boards: int
    acts: int
    faults: tuple[str, ...] = ()
    """empty if all is well"""


@dataclass(slots=True)
class _Projected:
    """The rows that the acts of a table should have written, each under its key."""

    shoes: dict[Any, tuple[Any, ...]] = field(default_factory=dict)
    coups: dict[Any, tuple[Any, ...]] = field(default_factory=dict)
    guests: dict[Any, tuple[Any, ...]] = field(default_factory=dict)
    promises: dict[Any, tuple[Any, ...]] = field(default_factory=dict)

    def take(self, number: int, commit: Commit, after: list[Table]) -> None:
        for statement, row in rows_of(number, commit, after):
            if statement is ADD_SHOE:
                self.shoes[row["number"]] = tuple(row[name] for name in SHOE)
            elif statement is SET_CEREMONY:
                since, time, _, snapshot = self.shoes[row["of_shoe"]]
                self.shoes[row["of_shoe"]] = since, time, row["new_ceremony"], snapshot
            elif statement is ADD_COUP:
                self.coups[row["number"]] = tuple(row[name] for name in COUP)
            elif statement is ADD_GUEST:
                self.guests[row["since"], row["guest"]] = row["left_at"], row["seat"]
            elif statement is SET_GUEST:
                who = row["of_since"], row["of_guest"]
                self.guests[who] = row["new_left"], row["new_seat"]
            elif statement is ADD_PROMISE:
                self.promises[row["commitment"]] = (row["number"],)


SHOE = ("since", "time", "ceremony", "snapshot")
COUP = ("shoe", "place", "letter", "cards", "paid")


class _Moment(Served):
    """A read-only view of a database at one moment."""

    def __init__(self, database: Database, connection: Connection) -> None:
        super().__init__(database.url, database.engine)
        self._connection = connection

    def read(self, asked: Executable, values: Mapping[str, Any] | None = None) -> list[Any]:
        with told(self.where):
            return list(self._connection.execute(asked, values or {}))


@nothing_loaded()
def check(store: Store) -> Checked:
    """Redo all acts, and compare the results with the stored rows, at one moment of the store."""
    with store.database.reading() as connection:
        return _check(Store(_Moment(store.database, connection)))


def _check(store: Store) -> Checked:
    if wrong := tuple(islice(_wrong_types(store.database), MOST_FAULTS)):
        return Checked(0, 0, 0, wrong)  # acts cannot be redone from such rows
    found = list(_damage(store.database))
    found += _unread(store.keys)
    acts = 0
    for one in store.tables(None):
        acts += one.last
        if len(found) < MOST_FAULTS:
            found += _named(store, f"table {one.number}", _table(store, one.number))
    for board in store.boards():
        acts += board.last
        if len(found) < MOST_FAULTS:
            found += _named(store, f"board {board.number}", _board(store, board.number))
    return Checked(len(store.tables(None)), len(store.boards()), acts, tuple(found[:MOST_FAULTS]))


def _named(store: Store, place: str, faults: Iterator[str]) -> Iterator[str]:
    """Each fault, beginning with the name of the table or board where the fault is."""
    for fault in faults:
        said = fault.removeprefix(f"{store.database.where}: ")
        yield said if said.startswith(place) else f"{place}: {said}"


def _names(database: Database) -> set[str]:
    with database.reading() as connection:
        return set(inspect(connection).get_table_names())


def _damage(database: Database) -> Iterator[str]:
    for name in everything.tables.keys() - _names(database):
        yield f"its table {name} is missing"
    if database.is_postgres:
        return  # PostgreSQL checks its pages itself
    for (line,) in database.read(text("PRAGMA integrity_check(20)")):
        if line != "ok":
            yield f"the file is damaged: {line}"
    for row in database.read(text("PRAGMA foreign_key_check")):
        yield f"a row of {row[0]} refers to a missing row"


def _wrong_types(database: Database) -> Iterator[str]:
    """A fault for each stored value of a wrong type; SQLite stores any type in any column."""
    names = set() if database.is_postgres else _names(database)
    for table in filter(lambda table: table.name in names, everything.sorted_tables):
        for column in table.columns:
            kind = "integer" if isinstance(column.type, Integer) else "text"
            form = "SELECT rowid FROM \"{}\" WHERE typeof(\"{}\") NOT IN ('{}', 'null')"
            for (row,) in database.read(text(form.format(table.name, column.name, kind))):
                yield f"row {row} of its table {table.name} has no {kind} in column {column.name}"


def _unread(read: Callable[[], object]) -> list[str]:
    """A list with the error that `read` raises; an empty list if it raises none."""
    try:
        read()
    except BaccaratError as fault:
        return [str(fault)]
    return []


def _table(store: Store, number: int) -> Iterator[str]:
    yield from _unread(lambda: store.shoes(number))
    yield from _unread(lambda: store.guests(number))
    keeper = store.keeper(number, is_whole=True)
    try:
        start = keeper.start()
        commits, _ = keeper.load()
    except BaccaratError as fault:
        yield str(fault)
        return
    if start is not None:
        yield from _pruned(store, start, number)
    table, made = Table() if start is None else start, _Projected()
    first = table.number
    made.guests = {(seat.since, seat.guest): (None, seat_json(seat)) for seat in table.seats}
    for commit in commits:
        try:
            after = list(accumulate(commit.acts, Table.apply, initial=table))
        except BaccaratError as fault:
            yield f"act {commit.number} is refused: {fault}"
            return
        made.take(number, commit, after)
        table = after[-1]
    yield from _beside(store.database, number, table, made, first)


def _pruned(store: Store, start: Table, number: int) -> Iterator[str]:
    """A fault if the totals stored for pruned (deleted) shoes differ from the table's totals at the
    next shoe.
    """
    counts: Counter[str] = Counter()
    for shoe in () if _unread(lambda: store.shoes(number)) else store.shoes(number):
        counts.update(shoe.counts)
    told = start.counts
    if [counts[one] for one in "BPT"] != [told.banker, told.player, told.tie]:
        yield "the counts of its pruned shoes differ from the counts of the table after them"


def _beside(
    database: Database, number: int, table: Table, made: _Projected, first: int
) -> Iterator[str]:
    """Each difference between the stored rows and the rows that the acts should have written."""
    columns = (tables.c.last, tables.c.game, tables.c.closed, tables.c.clock, tables.c.listed)
    kept_row = database.read(select(*columns).where(tables.c.number == number))[0]
    last, game, closed, clock, listed = kept_row
    try:
        Clock(**json.loads(clock or "{}"))
    except (ValueError, TypeError, RecursionError):
        yield "its clock is damaged"
    if last != table.number:
        yield f"its last act is {table.number}, but the store says {last}"
    if bool(closed) != (table.phase is Phase.LEFT):
        yield f"it is stored as {_openness(not closed)}, but is not"
    if listed and listed != listing_line(listing_of(table)):
        yield "its entry in lists does not follow from its acts"
    if last and game != table.game.name:
        yield f"its game is {table.game.name}, but the store says {game}"
    asked = {
        "shoe": select_at(shoes, number, "number", *SHOE).where(shoes.c.since > first),
        "coup": select_at(coups, number, "number", *COUP),
        "promise": select_at(promises, number, "commitment", "number").where(
            promises.c.number > first
        ),
    }
    for what, of_this in (("shoe", made.shoes), ("coup", made.coups), ("promise", made.promises)):
        kept = {row[0]: tuple(row[1:]) for row in database.read(asked[what])}
        if what == "shoe" and first and kept:
            # The acts before the first snapshot are gone, so it cannot be made again.
            begin = min(kept)
            of_this[begin] = (*of_this.get(begin, (None,) * 4)[:3], kept[begin][3])
        if what == "shoe":  # without a snapshot a restart is slower, but works
            of_this |= {
                key: (*of_this[key][:3], "") for key in kept if not kept[key][3] and key in of_this
            }
        yield from _differences(what, kept, of_this)
    rows = select_at(guests, number, "since", "guest", "left_at", "seat")
    kept = {(since, guest): (left, seat) for since, guest, left, seat in database.read(rows)}
    here = {
        who: row
        for who, row in kept.items()
        if who in made.guests or who[0] > first or row[0] is None
    }
    yield from _differences("guest", here, made.guests)


def _openness(is_open: bool) -> str:
    return "open" if is_open else "closed"


def _differences(what: str, kept: dict[Any, Any], made: dict[Any, Any]) -> Iterator[str]:
    for key in sorted(kept.keys() | made.keys(), key=str):
        if kept.get(key) != made.get(key):
            name = key[1] if isinstance(key, tuple) else key
            yield f"{what} {name} does not follow from its acts"


def _board(store: Store, number: int) -> Iterator[str]:
    keeper = store.board_keeper(number)
    try:
        board = keeper.start(is_whole=True) or Board()
        commits = keeper.load()
    except BaccaratError as fault:
        yield str(fault)
        return
    rows = store.database.read(select_at(board_acts, number, "number", "what", "page"))
    kept = {row.number: row.page for row in rows if row.page}
    whats = {row.number: row.what for row in rows}
    for commit in commits:
        if commit.act.what != whats[commit.number]:
            yield f"act {commit.number} is stored as another kind of act"
        if commit.act.what == NEW_SHOE and kept.pop(commit.number, "") != page_line(board):
            yield f"the page before act {commit.number} does not follow from its acts"
        try:
            board = board.apply(commit.act, commit.number)
        except BaccaratError as fault:
            yield f"act {commit.number} is refused: {fault}"
            return
    columns = (boards.c.last, boards.c.name, boards.c.closed)
    last, name, closed = store.database.read(select(*columns).where(boards.c.number == number))[0]
    if board.number and (last, name) != (board.number, board.name):
        yield f"its last act is {board.number} ({board.name}), but the store says {last} ({name})"
    if board.number and bool(closed) == board.is_open:
        yield f"it is stored as {_openness(not closed)}, but is not"
