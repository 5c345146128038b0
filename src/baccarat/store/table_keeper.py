"""Stores a table's acts, together with the rows (guests, shoes, coups) that follow from them."""

from collections.abc import Iterator, Sequence
from itertools import accumulate

from sqlalchemy import select

from baccarat.base.errors import BaccaratError
from baccarat.core.plugins import nothing_loaded
from baccarat.store.database import Database
from baccarat.store.keeper import PlaceKeeper
from baccarat.store.projection import rows_of
from baccarat.store.schema import acts, promises, select_at, shoes, tables
from baccarat.store.trouble import Damaged, StoreTrouble
from baccarat.store.writer import Work
from baccarat.table.act_lines import UNSEALED, has_its_seal
from baccarat.table.acts import Act, ActRefused, BadAct, Promise
from baccarat.table.log import Commit, read_commit
from baccarat.table.rules.ceremony import PROMISED_BEFORE
from baccarat.table.snapshots import read_snapshot
from baccarat.table.state import Played
from baccarat.table.table import Table

AT_ONCE = 1_000
"""Rows that are read in one query."""


def commits_of(
    database: Database, table: int, first: int = 1, last: int | None = None
) -> Iterator[Commit]:
    """The commits of a table with acts from `first` to `last`, in order."""
    for number, end, line in _lines(database, table, first, last):
        yield _read(database, table, number, end, line)


def _lines(
    database: Database, table: int, first: int, last: int | None = None
) -> Iterator[tuple[int, int, str]]:
    """For each stored commit: the numbers of its first and last act, and its line."""
    while True:
        asked = (
            select_at(acts, table, "number", "last", "line")
            .where(acts.c.last >= first)
            .order_by(acts.c.number)
            .limit(AT_ONCE)
        )
        rows = database.read(asked if last is None else asked.where(acts.c.number <= last))
        yield from rows
        if len(rows) < AT_ONCE:
            return
        first = rows[-1].last + 1


def _read(database: Database, table: int, number: int, last: int, line: str) -> Commit:
    try:
        commit = read_commit(line)
        if (commit.number, commit.number + len(commit.acts) - 1) != (number, last):
            raise BadAct("the commit has another number than the store")
    except BaccaratError as fault:
        raise _damaged(database, table, number, fault.said) from None
    return commit


def _damaged(database: Database, table: int, number: int, why: str) -> Damaged:
    form = "{store}: table {table}, act {number}: {why}"
    return Damaged(form, store=database.where, table=table, number=number, why=why)


class TableKeeper(PlaceKeeper):
    """A Keeper that stores the commits of one table."""

    kind, places, lines = "table", tables, acts

    def __init__(self, database: Database, table: int, is_whole: bool = False) -> None:
        """With `is_whole`, load from the first stored act, not from the last snapshot."""
        super().__init__(database, table)
        self.is_whole = is_whole
        self._begins: tuple[int, Table | None] | None = None
        """the result of the last `start()`, for the `load()` after it"""

    def start(self) -> Table | None:
        """The table from which a sitting resumes; None if it resumes from the first act."""
        self._begins = self._snapshot()
        return self._begins[1]

    def load(self) -> tuple[Sequence[Commit], str | None]:
        """All commits after the table that `start()` returned; and None: no acts were lost."""
        begins, self._begins = self._begins or self._snapshot(), None
        last = self._last()  # read before the acts, because other servers write meanwhile
        commits = self.since(begins[0])
        self._require_last(last, begins[0] + sum(len(commit.acts) for commit in commits))
        return commits, None

    def since(self, number: int) -> list[Commit]:
        """All commits after the act with this number."""
        due = number + 1
        commits = list(commits_of(self.database, self.number, due))
        for commit in commits:
            if commit.number != due:
                raise self._missing(due)
            due += len(commit.acts)
        self.is_unsure = False
        return commits

    def require_whole(self) -> None:
        """Raise Damaged if acts after the snapshot are damaged or missing; no act is redone."""
        due, last = self._snapshot()[0] + 1, self._last()
        for number, its_last, line in _lines(self.database, self.number, due):
            if number != due:
                raise self._missing(due)
            if not has_its_seal(line):
                raise _damaged(self.database, self.number, number, UNSEALED)
            due = its_last + 1
        self._require_last(last, due - 1)

    def append(self, commit: Commit, tables: Sequence[Table] = ()) -> None:
        """Write a commit with all rows that follow from it; the call returns when it is on disk."""
        self.database.finish(self.appending(commit, tables))

    def appending(self, commit: Commit, tables: Sequence[Table] = ()) -> Work[None]:
        """The work that writes a commit; it can share a transaction with other work."""
        if not tables:
            tables = self._fold(commit.acts)
        if any(isinstance(act, Promise) for act in commit.acts):
            self._refuse_old_promises(tables)
        yield from self._write(commit, rows_of(self.number, commit, tables))

    def set_aside(self, good: Sequence[Commit], why: str) -> str:
        """Raise an error: a store never cuts off damaged acts, so the table cannot be opened."""
        form = "{store}: table {table} cannot be opened: {why} (`baccarat store check` shows more)"
        raise Damaged(form, store=self.database.where, table=self.number, why=why)

    def _last(self) -> int:
        """The number of the last act, read from the row of the table."""
        asked = select(tables.c.last).where(tables.c.number == self.number)
        return int(self.database.read(asked)[0].last)

    def _require_last(self, last: int, number: int) -> None:
        """Raise Damaged if the stored acts end with act `number`, before the act `last`."""
        if number < last:
            raise self._missing(number + 1)

    def _missing(self, number: int) -> Damaged:
        form = "{store}: table {table}: act {number} is missing"
        return Damaged(form, store=self.database.where, table=self.number, number=number)

    def _snapshot(self) -> tuple[int, Table | None]:
        """The newest snapshot (the oldest if `is_whole`): its last act's number, and its table."""
        require_table(self.database, self.number)
        if self.is_whole and self._has_first():
            return 0, None
        asked = select_at(shoes, self.number, "since", "snapshot").where(shoes.c.snapshot != "")
        if self.is_whole:
            asked = asked.where(shoes.c.counts == "").order_by(shoes.c.number).limit(1)
        else:
            asked = asked.order_by(shoes.c.number.desc()).limit(1)
        for since, line in self.database.read(asked):
            try:
                with nothing_loaded():  # a stored name loads no plug-in
                    return since - 1, read_snapshot(line)
            except BaccaratError as fault:
                if self._has_first():
                    return 0, None  # redoing all acts is slower, but works
                form = "{store}: table {table} cannot be opened: {why}"
                where = self.database.where
                raise Damaged(form, store=where, table=self.number, why=fault.said) from None
        return 0, None

    def _has_first(self) -> bool:
        """True if the first act is still stored, and not pruned."""
        return bool(
            self.database.read(select_at(acts, self.number, "number").where(acts.c.number == 1))
        )

    def _fold(self, done: Sequence[Act]) -> list[Table]:
        """The table before these acts and after each of them, calculated from the stored acts."""
        table = self.start() or Table()
        table = table.then(*(act for commit in self.load()[0] for act in commit.acts))
        return list(accumulate(done, Table.apply, initial=table))

    def _refuse_old_promises(self, made: Sequence[Table]) -> None:
        given = {one.promise.commitment for one in made[1:] if one.promise is not None}
        if made[0].promise is not None:
            given -= {made[0].promise.commitment}
        asked = select_at(promises, self.number, "commitment")
        if self.database.read(asked.where(promises.c.commitment.in_(given))):
            raise ActRefused(PROMISED_BEFORE)


@nothing_loaded()
def played_in(database: Database, table: int, shoe: int) -> tuple[Played, ...]:
    """The coups of a finished shoe, dealt again from its acts; empty if they are pruned."""
    asked = select_at(shoes, table, "since", "snapshot").order_by(shoes.c.number)
    rows = database.read(asked.where(shoes.c.number.in_((shoe, shoe + 1))))
    if len(rows) < 2 or not (rows[0].snapshot or shoe == 1):
        return ()
    last = rows[1].since - 1
    try:
        made = read_snapshot(rows[0].snapshot) if rows[0].snapshot else Table()
        for commit in commits_of(database, table, made.number + 1, last):
            for number, act in enumerate(commit.acts, start=commit.number):
                made = made.apply(act, number) if made.number < number <= last else made
    except BaccaratError:  # e.g. a game that is not installed
        return ()
    return made.played


def require_table(database: Database, number: int) -> None:
    """Raise StoreTrouble if the store has no table with this number."""
    if not database.read(select(tables.c.number).where(tables.c.number == number)):
        form = "{store}: there is no table {table}"
        raise StoreTrouble(form, store=database.where, table=number)
