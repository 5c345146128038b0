"""Several servers on one PostgreSQL: their messages, and which server deals which tables.

sharing = Sharing(database, "4f1c")
sharing.start(house)                a thread with its own connection, until `close`
sharing.deals(3)                    whether this server deals table 3
sharing.deals(LABORATORY)           whether it deals the runs of the laboratory

The connection holds a lock for each table that this server deals; the locks end with the
connection. By NOTIFY, servers announce what they have written and, twice a second, that they are
alive. A server that is silent for three seconds hangs or has lost its machine: the others end its
connections, and so its locks and its uncommitted writes.

A lock only saves work. Two servers are kept apart by the store, which takes each act's number once.
"""

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from math import inf
from selectors import EVENT_READ, DefaultSelector
from socket import socketpair
from threading import Event, Thread
from time import monotonic
from typing import Any, Protocol

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from baccarat.base.errors import BaccaratError
from baccarat.store.database import Database
from baccarat.store.patience import in_time

CHANNEL = "baccarat"
NAME = "baccarat "
"""The prefix of the names of a server's connections in PostgreSQL."""
DEALING = 0x62616374
"""The first number of the lock of a table; the second number is the table's."""
LABORATORY = 0
"""The second number of the laboratory's lock; tables count from 1."""
BEAT = 0.5
"""Seconds between two signs of life."""
SILENT = 3.0
"""Seconds without a sign of life after which a server is treated as dead."""
LATER = 5.0
"""Seconds until the next try after a failed read."""
MOST_TOLD = 7_900
"""The most bytes of a notice; PostgreSQL takes 8,000."""
WRITTEN, ALIVE = "wrote", "lives"
ALL = "*"
"""In a notice: too much was written to list it, so look at everything."""
LISTEN = f"LISTEN {CHANNEL}"
TELL = f"SELECT pg_notify('{CHANNEL}', %(notice)s)"
OTHERS = (
    "SELECT DISTINCT substr(application_name, %(after)s) FROM pg_stat_activity"
    " WHERE datname = current_database() AND starts_with(application_name, %(name)s)"
)
TAKE = (
    "SELECT number FROM unnest(%(numbers)s::int[]) AS number"
    " WHERE pg_try_advisory_lock(%(dealing)s, number)"
)
LEAVE = "SELECT pg_advisory_unlock(%(dealing)s, number) FROM unnest(%(numbers)s::int[]) AS number"
HOLDS = (
    "SELECT EXISTS (SELECT FROM pg_locks JOIN pg_stat_activity USING (pid)"
    " WHERE locktype = 'advisory' AND classid = %(dealing)s AND objid = %(number)s"
    " AND objsubid = 2 AND granted AND datname = current_database()"
    " AND database = datid AND application_name = %(name)s)"
)
END = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE datname = current_database() AND application_name = %(name)s"
)
logger = logging.getLogger("baccarat.store")


class SharedHouse(Protocol):
    """A house whose store is shared with other servers."""

    def catch_up(self, places: Iterable[str], /) -> None:
        """Read what others have written at these places."""
        ...

    def look_around(self) -> None:
        """Read everything: others may have written anywhere."""
        ...

    def open_tables(self) -> Iterable[int]:
        """The tables that need a dealer, and the laboratory."""
        ...

    def visited(self) -> Sequence[int]:
        """The tables with somebody present on this server."""
        ...

    def visited_elsewhere(self, tables: Iterable[int], /) -> None:
        """Note the tables with somebody present on another server."""
        ...

    def begin_to_deal(self, table: int, /) -> None:
        """Deal this table from now on."""
        ...

    def stop_dealing(self) -> None:
        """Stop dealing: other servers deal everything."""
        ...


def written(server: str, news: Iterable[str]) -> str:
    """A notice of what a server has written: `4f1c wrote table/3 board/1`."""
    told = " ".join((server, WRITTEN, *news))
    return told if len(told) <= MOST_TOLD else f"{server} {WRITTEN} {ALL}"


class Sharing:
    """This server among the other servers of its store."""

    def __init__(self, database: Database, server: str) -> None:
        self.server = server
        self._database = database
        self._dealt: frozenset[int] = frozenset()
        self._heard: dict[str, float] = {}
        """the time of the last sign of life, by server"""
        self._news: dict[str, None] = {}
        """places where other servers have written"""
        self._looks = inf
        """the time at which to look at everything, after trouble"""
        self._house: SharedHouse
        self._is_closed = Event()
        self._ending, self._end = socketpair()
        """closing them wakes the thread that waits for news"""
        self._following = ThreadPoolExecutor(1, "follow")
        """a separate thread, because a place may block, but signs of life must not"""
        self._thread = Thread(target=self._run, name="share", daemon=True)

    def start(self, house: SharedHouse) -> None:
        """Begin to tell this house what the other servers do."""
        self._house = house
        self._thread.start()

    def close(self) -> None:
        """Leave all tables to the other servers."""
        self._is_closed.set()
        self._end.close()
        if self._thread.is_alive():
            self._thread.join(2 * BEAT)
        self._ending.close()
        self._following.shutdown(cancel_futures=True)

    def deals(self, table: int) -> bool:
        """True if this server deals the table."""
        return table in self._dealt

    def tell(self, connection: Connection, place: str) -> None:
        """Announce a place to the other servers when this transaction is on disk."""
        connection.exec_driver_sql(TELL, {"notice": written(self.server, [place])})

    def still_deals(self, connection: Connection, table: int) -> bool:
        """True if PostgreSQL says that this server deals the table; this process may have slept."""
        asked = {"dealing": DEALING, "number": table, "name": NAME + self.server}
        return bool(connection.exec_driver_sql(HOLDS, asked).scalar())

    def _run(self) -> None:
        while not self._is_closed.is_set():
            # Try again after any error; the other servers deal meanwhile.
            try:
                self._share()
            except (SQLAlchemyError, OSError):
                pass  # acts report that the database is away
            except Exception:
                logger.exception("the other servers cannot be heard")
            self._dealt = frozenset()
            self._house.stop_dealing()
            self._is_closed.wait(BEAT)

    def _share(self) -> None:
        """Take part until the connection is lost."""
        with (
            self._database.engine.connect() as pooled,
            pooled.execution_options(isolation_level="AUTOCOMMIT") as connection,
            DefaultSelector() as selector,
        ):
            raw: Any = connection.connection.driver_connection
            connection.detach()  # its locks end with it, instead of going back into the pool
            raw.add_notify_handler(lambda notice: self._hear(notice.payload))
            connection.exec_driver_sql(LISTEN)
            selector.register(raw.fileno(), EVENT_READ)
            selector.register(self._ending, EVENT_READ)
            found = connection.exec_driver_sql(OTHERS, {"after": len(NAME) + 1, "name": NAME})
            self._heard = {server: monotonic() for (server,) in found if server != self.server}
            self._follow(self._house.look_around)
            due = monotonic()
            while not self._is_closed.is_set():
                if (late := monotonic() - due) >= 0:
                    due = monotonic() + BEAT
                    self._beat(connection, late)
                if selector.select(max(0.0, due - monotonic())):
                    connection.exec_driver_sql("SELECT 1")  # which also delivers notices
                if self._news:
                    news, self._news = self._news, {}
                    self._follow(self._catch_up, news)

    def _beat(self, connection: Connection, late: float) -> None:
        """Send a sign of life, end dead servers, and take tables that nobody deals."""
        for notice in self._signs():
            connection.exec_driver_sql(TELL, {"notice": notice})
        if late > SILENT / 2:  # this process slept: the others may be alive
            self._heard = dict.fromkeys(self._heard, monotonic())
        for server, last in list(self._heard.items()):
            if monotonic() - last > SILENT:
                del self._heard[server]
                with suppress(DBAPIError):  # another user's connection keeps its locks
                    connection.exec_driver_sql(END, {"name": NAME + server})
        if monotonic() > self._looks:
            self._looks = inf
            self._follow(self._house.look_around)
        wanted = frozenset(self._house.open_tables())
        over, free = sorted(self._dealt - wanted), sorted(wanted - self._dealt)
        if over:
            connection.exec_driver_sql(LEAVE, {"dealing": DEALING, "numbers": over})
            self._dealt &= wanted
        if free:
            asked = {"dealing": DEALING, "numbers": free}
            ours = [number for (number,) in connection.exec_driver_sql(TAKE, asked)]
            self._dealt |= frozenset(ours)
            for number in ours:
                self._house.begin_to_deal(number)

    def _signs(self) -> list[str]:
        """Signs of life with the tables that have somebody present, in notices of limited size."""
        numbers = list(map(str, self._house.visited()))
        most = 500  # with ten digits each, they fit into a notice
        parts = [numbers[first : first + most] for first in range(0, len(numbers), most)]
        return [" ".join((self.server, ALIVE, *part)) for part in parts or [[]]]

    def _hear(self, notice: str) -> None:
        """Read a notice; it may be our own."""
        match notice.split():
            case [self.server, *_]:
                return
            case [server, kind, *about] if kind in (WRITTEN, ALIVE):
                self._heard[server] = monotonic()
                if kind == WRITTEN:
                    self._news.update(dict.fromkeys(about))
                else:
                    self._house.visited_elsewhere(int(one) for one in about if one.isdecimal())

    def _catch_up(self, places: Mapping[str, None]) -> None:
        if ALL in places:
            self._house.look_around()
        else:
            self._house.catch_up(places)

    def _follow(self, call: Callable[..., None], *values: object) -> None:
        if not self._is_closed.is_set():
            self._following.submit(self._done, call, *values)

    def _done(self, call: Callable[..., None], *values: object) -> None:
        try:
            in_time(SILENT, call, *values)  # it may hold a place that an act waits for
        except BaccaratError as trouble:
            logger.error("what other servers have done is not known yet: %s", trouble.said)
            self._looks = monotonic() + LATER
        except Exception:
            logger.exception("what other servers have done cannot be followed")
            self._looks = monotonic() + LATER
