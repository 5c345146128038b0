"""One way to write for the whole store: what waits at the same time shares one synced commit.

A commit to disk takes milliseconds, whatever is in it. So whoever has the turn takes all that waits
into one transaction; if that fails each is tried alone, so that nobody fails for another's fault.
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
"""So many acts share a commit at most."""


@dataclass(eq=False, slots=True)
class Pending:
    """Something that waits to be written."""

    rows: Sequence[RowOf] = ()
    """equal statements of several acts are sent together"""
    work: Callable[[Connection], Any] | None = None
    """what is not only rows; it runs in the same transaction"""
    place: str = ""
    """`table/3`, if it is an act there"""
    is_there: Callable[[Connection], bool] | None = None
    """looks, after a commit that nobody answered, whether it happened"""
    is_over: bool = False
    """whether it is on disk, or has an error"""
    result: Any = None
    error: BaseException | None = None

    @property
    def outcome(self) -> Any:
        """What came of it; if that is an error, nothing was written."""
        if self.error is not None:
            raise self.error
        return self.result


Work = Generator[Pending, Any, T]
"""Yields what is to be written, and goes on when that is on disk; if it is not, an error comes."""


class Doing(Generic[T]):
    """Work on its way: what it waits for, and what came of it."""

    def __init__(self, work: Work[T]) -> None:
        self._work = work
        self.waits_for: Pending | None = None
        self._result: T
        self.error: BaseException | None = None

    @property
    def outcome(self) -> T:
        """What came of it, when it is done."""
        if self.error is not None:
            raise self.error
        return self._result

    def go_on(self) -> None:
        """Work until something is to be written, or to the end."""
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
    """Writes from any thread, one transaction after the other."""

    def __init__(
        self, engine: Engine, where: str, greet: Callable[[Connection], None] | None = None
    ) -> None:
        """`greet` is done on every new connection of the writer, before anything is written."""
        self.engine, self.where, self.greet = engine, where, greet
        self.announce: Callable[[Connection, list[str]], None] | None = None
        """is called with all places of a transaction, within it"""
        self.commits = 0
        """how many transactions there were, for measurements"""
        self._waiting: deque[Pending] = deque()
        self._turn = Condition()
        """of what waits and of the next; who writes does it for all who wait then"""
        self._is_writing = False
        self._connection: Connection | None = None
        self._is_closed = False
        self._written: dict[tuple[object, ...], str] = {}

    def write(self, *group: Pending) -> None:
        """Write these; when it returns each has its outcome."""
        with self._turn:
            self._waiting.extend(group)
            while not all(one.is_over for one in group):
                if not self._take():
                    self._give_up(group)

    def finish(self, group: Sequence[Doing[Any]]) -> None:
        """Do all of these to their end; what they write at the same time shares a commit."""
        while group:
            for one in group:
                one.go_on()
            group = [one for one in group if one.waits_for is not None]
            self.write(*(one.waits_for for one in group if one.waits_for is not None))

    def close(self) -> None:
        """Write what waits, and end."""
        with self._turn:
            while self._waiting or self._is_writing:
                self._take()
            self._is_closed = True
            self._let_go()

    def _take(self) -> bool:
        """Write all that waits, or wait for somebody who writes; others may come meanwhile.

        False if that took longer than this thread may wait.
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
        """Somebody else writes for too long; what they have taken along may be written yet."""
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
        """Write these together; for the fault of one of them each is tried alone."""
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
                        for other in group[place + 1 :]:  # they would wait for the same
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
            transaction = self._fill(group)  # it was lost while nobody wrote: this one is new
        try:
            transaction.commit()
        except BaseException as lost:
            self._let_go()
            if not (isinstance(lost, Exception) and self._has_happened(group)):
                raise
        self.commits += 1

    def _fill(self, group: list[Pending]) -> RootTransaction:
        """A transaction with all that these write; it lacks only its commit."""
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
        """A statement as the database reads it, written once: it takes longer than the database."""
        which = PLACE[id(statement)], *row
        if which not in self._written:
            self._written[which] = str(statement.compile(self.engine, column_keys=list(row)))
        return self._written[which]

    def _has_happened(self, group: list[Pending]) -> bool:
        """Look whether a commit that failed, or that nobody answered, is there."""
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
        form = "{store}: the database was lost: nobody knows yet whether this was written"
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
        """Forget the connection: after trouble the next one is a new one."""
        connection, self._connection = self._connection, None
        if connection is not None:
            try:
                connection.invalidate()
                connection.close()
            except SQLAlchemyError:  # it is lost already, and so is what it has not committed
                return


def _is_for_all(error: BaseException) -> bool:
    """Whether everybody who waits has this trouble, and not one of them alone."""
    return isinstance(error, StoreTrouble) and not isinstance(error, Overtaken | Unfit)


def together(group: list[Pending]) -> list[tuple[Writing, list[dict[str, Any]]]]:
    """The rows of all, by statement, in the order in which statements must come."""
    by_statement: dict[int, tuple[Writing, list[dict[str, Any]]]] = {}
    # By place: another server that writes at the same time waits for us, and we never for it, too.
    for one in sorted(group, key=lambda one: one.place):
        for statement, row in one.rows:
            by_statement.setdefault(PLACE[id(statement)], (statement, []))[1].append(row)
    return [by_statement[place] for place in sorted(by_statement)]
