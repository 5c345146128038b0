"""The writer of a store: all writes that wait at the same time share one synced commit.

A commit to disk takes milliseconds, whatever its size. So the thread that has the turn writes
all waiting writes in one transaction. If the transaction fails, each write is tried alone, so that
no write fails because of another.
"""

from collections import deque
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from math import inf
from threading import Condition
from typing import Any, Generic, TypeVar

from sqlalchemy import Connection, Engine, RootTransaction
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from baccarat.store.address import WRITES
from baccarat.store.patience import seconds_left
from baccarat.store.statements import PLACE, RowOf, Writing
from baccarat.store.trouble import Overtaken, StoreTrouble, Unfit, Unsure, told

T = TypeVar("T")
MOST_TOGETHER = 500
"""The most acts that share a commit."""


@dataclass(eq=False, slots=True)
class Pending:
    """A write that waits for the writer."""

    rows: Sequence[RowOf] = ()
    """rows to write; rows of several acts with the same statement are sent together"""
    work: Callable[[Connection], Any] | None = None
    """other work in the same transaction"""
    place: str = ""
    """the table or board of an act, e.g. `table/3`; empty for other writes"""
    is_there: Callable[[Connection], bool] | None = None
    """checks whether the write is on disk, if its commit got no answer"""
    is_over: bool = False
    """True if the write is on disk, or has failed"""
    result: Any = None
    error: BaseException | None = None

    @property
    def outcome(self) -> Any:
        """The result of the write; raises the error if the write failed."""
        if self.error is not None:
            raise self.error
        return self.result


Work = Generator[Pending, Any, T]
"""A generator that yields each write and resumes when it is on disk, or with its error."""


class Doing(Generic[T]):
    """Work in progress: the write for which the work waits, and the result of the work."""

    def __init__(self, work: Work[T]) -> None:
        self._work = work
        self.waits_for: Pending | None = None
        self._result: T
        self.error: BaseException | None = None

    @property
    def outcome(self) -> T:
        """The result of the finished work; raises the error if the work failed."""
        if self.error is not None:
            raise self.error
        return self._result

    def go_on(self) -> None:
        """Resume the work until its next write or its end."""
        pending, self.waits_for = self.waits_for, None
        try:
            if pending is None:
                self.waits_for = next(self._work)
            elif pending.error is not None:
                self.waits_for = self._work.throw(pending.error)
            else:
                self.waits_for = self._work.send(pending.result)
        except StopIteration as end:
            self._result = end.value
        except BaseException as error:
            self.error = error


class Writer:
    """Writes for all threads, one transaction after another."""

    def __init__(
        self, engine: Engine, where: str, greet: Callable[[Connection], None] | None = None
    ) -> None:
        """The writer calls `greet` with each new connection, before any write."""
        self.engine, self.where, self.greet = engine, where, greet
        self.announce: Callable[[Connection, list[str]], None] | None = None
        """called within each transaction, with all places that it changes"""
        self.commits = 0
        """the number of transactions, for measurements"""
        self._waiting: deque[Pending] = deque()
        self._turn = Condition()
        """guards the queue; one thread at a time writes for all threads that wait"""
        self._is_writing = False
        self._connection: Connection | None = None
        self._is_closed = False
        self._written: dict[tuple[object, ...], str] = {}

    def write(self, *group: Pending) -> None:
        """Write a group; when this returns, each write has a result or an error."""
        with self._turn:
            self._waiting.extend(group)
            while not all(one.is_over for one in group):
                if not self._take():
                    self._give_up(group)

    def finish(self, group: Sequence[Doing[Any]]) -> None:
        """Do all this work to its end; writes that wait at the same time share a commit."""
        while group:
            for one in group:
                one.go_on()
            group = [one for one in group if one.waits_for is not None]
            self.write(*(one.waits_for for one in group if one.waits_for is not None))

    def close(self) -> None:
        """Finish all waiting writes, then close."""
        with self._turn:
            while self._waiting or self._is_writing:
                self._take()
            self._is_closed = True
            self._let_go()

    def _take(self) -> bool:
        """Write the waiting writes, or wait while another thread writes; meanwhile more may come.

        Return False if this took longer than this thread may wait.
        """
        if self._is_writing:
            left = seconds_left()
            return self._turn.wait(None if left == inf else left)
        many = min(len(self._waiting), MOST_TOGETHER)
        group = [self._waiting.popleft() for _ in range(many)]
        self._is_writing = True
        self._turn.release()
        try:
            self._write(group)
        finally:
            self._turn.acquire()
            self._is_writing = False
            for one in group:
                one.is_over = True
            self._turn.notify_all()
        return True

    def _give_up(self, group: Sequence[Pending]) -> None:
        """Stop waiting for a slow writer; the writes that it has already taken may still happen."""
        for pending in group:
            if pending in self._waiting:
                self._waiting.remove(pending)
                pending.error = StoreTrouble(
                    "{store}: cannot be written: the database does not answer", store=self.where
                )
            elif not pending.is_over:
                pending.error = self._unsure()
            pending.is_over = True

    def _write(self, group: list[Pending]) -> None:
        """Write a group in one transaction; if it fails because of one write, try each alone."""
        try:
            with told(self.where, "cannot be written"):
                self._commit(group)
        except BaseException as error:
            if len(group) == 1 or _is_for_all(error):
                for one in group:
                    one.error = error
            else:
                for place, one in enumerate(group):
                    self._write([one])
                    if one.error is not None and _is_for_all(one.error):
                        for other in group[place + 1 :]:  # they would fail alike
                            other.error = one.error
                        return

    def _commit(self, group: list[Pending]) -> None:
        if self._is_closed:
            raise StoreTrouble("{store}: the store is closed", store=self.where)
        is_old = self._connection is not None
        try:
            transaction = self._fill(group)
        except DBAPIError as lost:
            if not (is_old and lost.connection_invalidated):
                raise
            transaction = self._fill(group)  # lost before this write: connect again
        try:
            transaction.commit()
        except BaseException as lost:
            self._let_go()
            if not (isinstance(lost, Exception) and self._has_happened(group)):
                raise
        self.commits += 1

    def _fill(self, group: list[Pending]) -> RootTransaction:
        """A transaction with all these writes, which is not committed yet."""
        connection = self._connected()
        try:
            transaction = connection.begin()
            for statement, rows in together(group):
                sql = self._sql(statement, rows[0])
                connection.exec_driver_sql(sql, rows if len(rows) > 1 else rows[0])
            for one in group:
                if one.work is not None:
                    one.result = one.work(connection)
            if self.announce is not None and (places := [one.place for one in group if one.place]):
                self.announce(connection, places)
        except BaseException:
            self._let_go()
            raise
        return transaction

    def _sql(self, statement: Writing, row: dict[str, Any]) -> str:
        """The SQL of a statement, compiled only once: compiling takes longer than running it."""
        which = PLACE[id(statement)], *row
        if which not in self._written:
            self._written[which] = str(statement.compile(self.engine, column_keys=list(row)))
        return self._written[which]

    def _has_happened(self, group: list[Pending]) -> bool:
        """True if a commit that failed or got no answer is on disk after all."""
        looks = [one.is_there for one in group if one.is_there is not None]
        try:
            connection = self._connected()
            with connection.begin():
                if looks:
                    return all(look(connection) for look in looks)
        except (SQLAlchemyError, StoreTrouble):
            self._let_go()
        raise self._unsure() from None

    def _unsure(self) -> Unsure:
        form = "{store}: the connection was lost: it is not known yet whether this was written"
        return Unsure(form, store=self.where)

    def _connected(self) -> Connection:
        if self._connection is None:
            connection = self.engine.connect().execution_options(**{WRITES: True})
            try:
                if self.greet is not None:
                    self.greet(connection)
            except BaseException:
                connection.invalidate()
                connection.close()
                raise
            self._connection = connection
        return self._connection

    def _let_go(self) -> None:
        """Close the connection; the next write opens a new one."""
        connection, self._connection = self._connection, None
        if connection is not None:
            try:
                connection.invalidate()
                connection.close()
            except SQLAlchemyError:  # already lost, with its uncommitted writes
                return


def _is_for_all(error: BaseException) -> bool:
    """True if this error concerns all waiting writes, not only one."""
    return isinstance(error, StoreTrouble) and not isinstance(error, Overtaken | Unfit)


def together(group: list[Pending]) -> list[tuple[Writing, list[dict[str, Any]]]]:
    """The SQL statements of several writes, in their fixed order, each with all its rows."""
    by_statement: dict[int, tuple[Writing, list[dict[str, Any]]]] = {}
    # In order of places, so that two servers that write at the same time cannot deadlock.
    for one in sorted(group, key=lambda one: one.place):
        for statement, row in one.rows:
            by_statement.setdefault(PLACE[id(statement)], (statement, []))[1].append(row)
    return [by_statement[place] for place in sorted(by_statement)]
