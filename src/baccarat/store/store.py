"""The interface of the store: open it, read its rows, and write through keepers."""

import json
import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import (
    ColumnElement,
    Connection,
    Table,
    delete,
    func,
    literal,
    or_,
    select,
    update,
)

from baccarat.base.jsonable import winner
from baccarat.core.result import LETTERS
from baccarat.store.address import PATIENCE, address
from baccarat.store.answer_rows import StoredAnswers
from baccarat.store.audit_rows import AuditLog
from baccarat.store.board_keeper import BoardRows, require_board
from baccarat.store.key_rows import StoredKeys
from baccarat.store.migration import SECRET_BYTES
from baccarat.store.open_store import Served, prepare
from baccarat.store.peers import LABORATORY, Sharing
from baccarat.store.rows import (
    KeptBoard,
    KeptCoup,
    KeptGuest,
    KeptRun,
    KeptShoe,
    KeptTable,
)
from baccarat.store.schema import (
    about_store,
    add_row,
    boards,
    coups,
    guests,
    runs,
    select_at,
    shoes,
    tables,
)
from baccarat.store.table_keeper import TableKeeper, commits_of, played_in
from baccarat.store.trouble import Overtaken, readable
from baccarat.store.writer import Doing
from baccarat.table.log import Commit
from baccarat.table.paid_wagers import PaidWager, PaidWagers
from baccarat.table.sitting import now
from baccarat.table.state import Played

HOUSE_TABLE, TERMINAL = "house", "terminal"
"""Kinds of tables: a table of the server, or of a terminal."""
ASKING = 0x62616372
"""The number of the PostgreSQL lock that a server holds while it adds a run."""

Kept = TypeVar("Kept", KeptTable, KeptBoard)
CEREMONY = ("seed", "number", "fair", "cut", "burn_card")


class Store(StoredAnswers, StoredKeys, AuditLog):
    """Tables, boards, keys and runs in a database; any thread may use it.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder, Store.open(f"{folder}/store.sqlite") as store:
    ...     number = store.new_table("Salon")
    ...     print(number, [table.name for table in store.tables()], store.paid(number).rows())
    1 ['Salon'] []
    """

    database: Served

    def __init__(self, database: Served) -> None:
        self.database = database
        found = database.read(select(about_store.c.secret))
        with readable(database.where, "the secret of the store"):
            self.secret = bytes.fromhex(found[0][0])
            """32 random bytes for the tokens of guests, made together with the store"""
            if len(self.secret) != SECRET_BYTES:
                raise ValueError

    @classmethod
    def open(
        cls,
        url: str | os.PathLike[str] | None = None,
        *,
        serving: bool = False,
        shared: bool = False,
        patience: float = PATIENCE,
        makes: bool = True,
    ) -> "Store":
        """Open the store at an address, or make it if it is missing; default: the user's own store.

        With `serving`, lock the store for this server; with `shared` too, for all servers that
        share it. An older store is copied, then upgraded. With `makes=False`, a missing store is
        an error.
        """
        where = address(url)
        database = prepare(where, serving=serving, patience=patience, makes=makes, shared=shared)
        try:
            return cls(database)
        except BaseException:
            database.close()
            raise

    @property
    def sharing(self) -> Sharing | None:
        """The connection with the other servers of the store; None if the store is not shared."""
        return self.database.sharing

    @property
    def copy(self) -> Path | None:
        """The copy that was made before the store was upgraded; None if it was not upgraded."""
        return self.database.copy

    def close(self) -> None:
        """Finish all waiting writes, and close the store."""
        self.database.close()

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def finish(self, group: Sequence[Doing[Any]]) -> None:
        """Do all this work to its end; writes that wait at the same time share a commit."""
        self.database.writer.finish(group)

    # Tables.

    def new_table(
        self,
        name: str = "",
        *,
        clock: Mapping[str, Any] | str | None = None,
        kind: str = HOUSE_TABLE,
    ) -> int:
        """Add a table that is not open yet; return its number. Numbers start at 1."""
        told = clock if isinstance(clock, str) else "" if clock is None else json.dumps(dict(clock))
        row = {"name": name, "kind": kind, "clock": told, "opened": now()}
        return self.database.change(lambda connection: add_row(connection, tables, row))

    def tables(self, kind: str | None = HOUSE_TABLE) -> list[KeptTable]:
        """All tables of a kind, open or closed, in order of number; None: all kinds."""
        return self._kept(KeptTable, tables, *(() if kind is None else [tables.c.kind == kind]))

    def find_table(self, number: int) -> KeptTable | None:
        """The server's table with this number; None if there is none."""
        is_it = tables.c.number == number, tables.c.kind == HOUSE_TABLE
        return next(iter(self._kept(KeptTable, tables, *is_it)), None)

    def keeper(self, table: int, *, is_whole: bool = False) -> TableKeeper:
        """The keeper of a table, which writes and loads its acts.

        A sitting resumes from the snapshot that the keeper's `start()` returns.
        """
        return TableKeeper(self.database, table, is_whole)

    def commits(self, table: int, first: int = 1, last: int | None = None) -> Iterator[Commit]:
        """The commits of a table with acts from `first` to `last`, in order."""
        return commits_of(self.database, table, first, last)

    def shoes(self, table: int) -> list[KeptShoe]:
        """All shoes of a table, in order, with their seeds; even the present shoe has its seeds."""
        asked = select_at(shoes, table, "number", "since", "time", "ceremony", "counts")
        rows = self.database.read(asked.order_by(shoes.c.number))
        with readable(self.database.where, f"a shoe of table {table}"):
            return [
                KeptShoe(number, since, time, _ceremony(told), json.loads(counts or "{}"))
                for number, since, time, told, counts in rows
            ]

    def coups(self, table: int, shoe: int) -> list[KeptCoup]:
        """The coups of a shoe, in order; the table's first shoe is number 1."""
        asked = select_at(coups, table, "number", "shoe", "place", "letter", "cards", "paid")
        rows = self.database.read(asked.where(coups.c.shoe == shoe).order_by(coups.c.place))
        with readable(self.database.where, f"a coup of table {table}"):
            return [
                KeptCoup(number, shoe, place, letter, cards, tuple(map(tuple, json.loads(paid))))
                for number, shoe, place, letter, cards, paid in rows
            ]

    def played(self, table: int, shoe: int) -> tuple[Played, ...]:
        """The coups of a finished shoe, each with all guests after its payout; else no coups."""
        return played_in(self.database, table, shoe)

    def paid(self, table: int) -> PaidWagers:
        """Every paid wager of all guests at a table, except those of pruned coups."""
        coups = (coup for shoe in self.shoes(table) for coup in self.coups(table, shoe.number))
        return PaidWagers(tuple(wager for coup in coups for wager in _paid(coup)))

    def guests(self, table: int) -> list[KeptGuest]:
        """Every guest of a table, present or past, in the order of arrival."""
        asked = select_at(guests, table, "guest", "since", "left_at", "seat")
        rows = self.database.read(asked.order_by(guests.c.since))
        with readable(self.database.where, f"a guest of table {table}"):
            return [
                KeptGuest(guest, since, left_at, **json.loads(seat))
                for guest, since, left_at, seat in rows
            ]

    # Boards.

    def new_board(self, name: str = "") -> int:
        """Add a board that is not open yet; return its number. Numbers start at 1."""
        row = {"name": name, "opened": now()}
        return self.database.change(lambda connection: add_row(connection, boards, row))

    def boards(self) -> list[KeptBoard]:
        """All boards, open or closed, in order of number."""
        return self._kept(KeptBoard, boards)

    def find_board(self, number: int) -> KeptBoard | None:
        """The board with this number; None if there is none."""
        return next(iter(self._kept(KeptBoard, boards, boards.c.number == number)), None)

    def board_keeper(self, board: int) -> BoardRows:
        """The keeper of a board, which writes and loads its acts.

        A sitting resumes from the page that the keeper's `start()` returns.
        """
        require_board(self.database, board)
        return BoardRows(self.database, board)

    # Runs: every change is announced to the other servers of the store.

    def keep_run(self, kind: str, question: str, answer: str) -> int:
        """Add a run: a question and its answer; return its number."""
        row = {"kind": kind, "made": now(), "question": question, "answer": answer}

        def add(connection: Connection) -> int:
            return self._tell_run(connection, add_row(connection, runs, row))

        return self.database.change(add)

    def keep_next_run(self, kind: str, question: str, after: int) -> int | None:
        """Add a run and return its number; None if there is already a run after number `after`.

        For servers that share a PostgreSQL database: a lock stops two servers from adding the same
        question.
        """
        row = {"kind": kind, "made": now(), "question": question, "answer": ""}
        turn = select(func.pg_advisory_xact_lock(ASKING))

        def add(connection: Connection) -> int | None:
            connection.execute(turn)
            last = connection.execute(select(func.max(runs.c.number))).scalar()
            if last is not None and last > after:
                return None
            return self._tell_run(connection, add_row(connection, runs, row))

        return self.database.change(add)

    def runs(
        self, *, with_answers: bool = True, after: int = 0, numbers: Collection[int] = ()
    ) -> list[KeptRun]:
        """The runs with a number above `after` or in `numbers`, in order; default: all runs.

        Answers may be long: `with_answers=False` leaves them out.
        """
        answer = runs.c.answer if with_answers else literal("")
        columns = (runs.c.number, runs.c.kind, runs.c.made, runs.c.question, answer)
        asked = select(*columns).order_by(runs.c.number)
        if after:
            asked = asked.where(or_(runs.c.number > after, runs.c.number.in_(numbers)))
        return [KeptRun(*row) for row in self.database.read(asked)]

    def answer_of_run(self, number: int) -> str:
        """The answer of a run; "" if there is none."""
        found = self.database.read(select(runs.c.answer).where(runs.c.number == number))
        return str(found[0][0]) if found else ""

    def change_run(self, number: int, question: str, answer: str | None = None) -> None:
        """Replace the question of a run, and its answer if one is given.

        If servers share the store, only the server that deals the laboratory may call this.
        """
        values = {"question": question} | ({} if answer is None else {"answer": answer})
        changed = update(runs).where(runs.c.number == number).values(values)

        def change(connection: Connection) -> None:
            sharing = self.sharing
            if sharing is not None and not sharing.still_deals(connection, LABORATORY):
                other = "{store}: another server deals the laboratory"
                raise Overtaken(other, store=self.database.where)
            connection.execute(changed)
            self._tell_run(connection, number)

        self.database.change(change)

    def drop_run(self, number: int) -> None:
        """Delete a run."""

        def drop(connection: Connection) -> None:
            connection.execute(delete(runs).where(runs.c.number == number))
            self._tell_run(connection, number)

        self.database.change(drop)

    def _kept(self, kind: type[Kept], table: Table, *which: ColumnElement[bool]) -> list[Kept]:
        """The rows of a database table as values of this class, in order of number."""
        columns = (table.c[field.name] for field in fields(kind))
        asked = select(*columns).where(*which).order_by(table.c.number)
        return [kind(*row) for row in self.database.read(asked)]

    def _tell_run(self, connection: Connection, number: int) -> int:
        """Announce a run to the other servers; return its number."""
        if self.sharing is not None:
            self.sharing.tell(connection, f"run/{number}")
        return number


def _paid(coup: KeptCoup) -> list[PaidWager]:
    player, _, banker = coup.cards.partition(" | ")
    about = (coup.shoe, coup.place, player, banker, winner(LETTERS[coup.letter]))
    return [PaidWager(*about, *line) for line in coup.paid]


def _ceremony(line: str) -> dict[str, Any]:
    told = json.loads(line)
    return {name: told[name] for name in CEREMONY}
