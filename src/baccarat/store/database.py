"""A database that is open: one writer, and as many readers as ask."""

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
    """Reads and writes from any thread; what is written at the same time shares a commit."""

    def __init__(
        self, url: URL, engine: Engine, greet: Callable[[Connection], None] | None = None
    ) -> None:
        self.url, self.engine = url, engine
        self.where = label(url)
        """as complaints name it"""
        self.writer = Writer(engine, self.where, greet)
        self.turns = Writer(engine, self.where, greet)
        """writes alone what other servers have overtaken; it has a connection when it needs one"""

    @property
    def is_postgres(self) -> bool:
        return self.engine.dialect.name == POSTGRES

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection that sees one moment of the store, whatever is written meanwhile."""
        isolation = {"isolation_level": "REPEATABLE READ"} if self.is_postgres else {}
        with (
            told(self.where),
            self.engine.connect().execution_options(**isolation) as connection,
            connection.begin(),
        ):
            yield connection

    def read(self, asked: Executable, values: Mapping[str, Any] | None = None) -> list[Any]:
        """All rows of an answer."""
        with told(self.where), self.engine.connect() as connection:
            return list(connection.execute(asked, values or {}))

    def finish(self, work: Work[T]) -> T:
        """Do work to its end; all that it writes is on disk then."""
        doing = Doing(work)
        self.writer.finish([doing])
        return doing.outcome

    def change(self, work: Callable[[Connection], T]) -> T:
        """Do this in a transaction of the writer; its answer when that is on disk."""
        pending = Pending(work=work)
        self.writer.write(pending)
        result: T = pending.outcome
        return result

    def close(self) -> None:
        self.writer.close()
        self.turns.close()
        self.engine.dispose()
