"""One writer for the whole store: what waits at the same time shares one synced commit.

A commit to disk takes milliseconds, whatever is in it. So a single thread takes all that waits
into one transaction; if that fails each is tried alone, so that nobody fails for another's fault.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Any

from sqlalchemy import Connection, Engine, RootTransaction
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from baccarat.store.connecting import WRITES
from baccarat.store.statements import PLACE, RowOf, Writing
from baccarat.store.trouble import Overtaken, StoreTrouble, Unfit, Unsure, told

MOST_TOGETHER = 500
"""So many acts share a commit at most."""


@dataclass(eq=False, slots=True)
class Pending:
    """Something that waits to be written."""

    rows: Sequence[RowOf] = ()
    """equal statements of several acts are sent together"""
    work: Callable[[Connection], Any] | None = None
    """what is not only rows; it runs in the same transaction"""
    is_there: Callable[[Connection], bool] | None = None
    """looks, after a commit that nobody answered, whether it happened"""
    done: Lock = field(default_factory=Lock)
    """who waits takes it twice; it is given back when all is over"""
    result: Any = None
    error: BaseException | None = None


class Writer:
    """The thread that writes."""

    def __init__(
        self, engine: Engine, where: str, greet: Callable[[Connection], None] | None = None
    ) -> None:
        """`greet` is done on every new connection of the writer, before anything is written."""
        self.engine, self.where, self.greet = engine, where, greet
        self.commits = 0
        """how many transactions there were, for measurements"""
        self._queue: SimpleQueue[Pending | None] = SimpleQueue()
        self._connection: Connection | None = None
        self._thread: Thread | None = None
        self._lock = Lock()
        self._is_closed = False
        self._written: dict[tuple[object, ...], str] = {}

    def write(self, pending: Pending) -> Any:
        """Write this; when it returns it is on disk, and if it raises it has not happened."""
        with self._lock:
            if self._is_closed:
                raise StoreTrouble("{store}: the store is closed", store=self.where)
            if self._thread is None:
                self._thread = Thread(target=self._run, name="store writer", daemon=True)
                self._thread.start()
            pending.done.acquire()
            self._queue.put(pending)
        pending.done.acquire()
        if pending.error is not None:
            raise pending.error
        return pending.result

    def close(self) -> None:
        """Write what waits, and end."""
        with self._lock:
            self._is_closed = True
            thread = self._thread
        if thread is not None:
            self._queue.put(None)
            thread.join()

    def _run(self) -> None:
        while self._take():
            pass
        self._let_go()

    def _take(self) -> bool:
        """Write all that waits; False when there is no more to come."""
        waiting = [self._queue.get()]
        while len(waiting) < MOST_TOGETHER and not self._queue.empty():
            waiting.append(self._queue.get())
        group = [one for one in waiting if one is not None]
        try:
            self._write(group)
        finally:
            for one in group:
                one.done.release()
        return len(group) == len(waiting)

    def _write(self, group: list[Pending]) -> None:
        """Write these together; for the fault of one of them each is tried alone."""
        if not group:
            return
        try:
            with told(self.where, "cannot be written"):
                self._commit(group)
        except BaseException as error:
            if len(group) == 1 or _is_for_all(error):
                for one in group:
                    one.error = error
            else:
                for one in group:
                    self._write([one])

    def _commit(self, group: list[Pending]) -> None:
        is_old = self._connection is not None
        try:
            transaction = self._fill(group)
        except DBAPIError as lost:
            if not (is_old and lost.connection_invalidated):
                raise
            transaction = self._fill(group)  # it was lost while nobody wrote: this one is new
        try:
            transaction.commit()
        except Exception:
            self._let_go()
            if not self._has_happened(group):
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
        form = "{store}: the database was lost: nobody knows yet whether this was written"
        raise Unsure(form, store=self.where) from None

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
    for one in group:
        for statement, row in one.rows:
            by_statement.setdefault(PLACE[id(statement)], (statement, []))[1].append(row)
    return [by_statement[place] for place in sorted(by_statement)]
