"""An open database: one writer, and any number of readers."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, Executable
from sqlalchemy.engine import URL

from baccarat.store.address import POSTGRES, label
from baccarat.store.trouble import told
from baccarat.store.writer import Doing, Pending, Work, Writer

T = TypeVar("T")


class Database:
    """Reads and writes from any thread; concurrent writes share a commit."""

    def __init__(
        self, url: URL, engine: Engine, greet: Callable[[Connection], None] | None = None
    ) -> None:
        self.url, self.engine = url, engine
        self.where = label(url)
        """the name of the database in errors"""
        self.writer = Writer(engine, self.where, greet)
        self.turns = Writer(engine, self.where, greet)
        """a second writer for acts that failed because another server wrote first"""

    @property
    def is_postgres(self) -> bool:
        return self.engine.dialect.name == POSTGRES

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection that sees one moment of the store, unaffected by concurrent writes."""
        isolation = {"isolation_level": "REPEATABLE READ"} if self.is_postgres else {}
        with (
            told(self.where),
            self.engine.connect().execution_options(**isolation) as connection,
            connection.begin(),
        ):
            yield connection

    def read(self, asked: Executable, values: Mapping[str, Any] | None = None) -> list[Any]:
        """The rows of a query."""
        with told(self.where), self.engine.connect() as connection:
            return list(connection.execute(asked, values or {}))

    def finish(self, work: Work[T]) -> T:
        """Do this work to its end; all its writes are on disk when the call returns."""
        doing = Doing(work)
        self.writer.finish([doing])
        return doing.outcome

    def change(self, work: Callable[[Connection], T]) -> T:
        """Call a function in a transaction of the writer; return its result once it is on disk."""
        pending = Pending(work=work)
        self.writer.write(pending)
        result: T = pending.outcome
        return result

    def close(self) -> None:
        self.writer.close()
        self.turns.close()
        self.engine.dispose()
