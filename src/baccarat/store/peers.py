"""Several servers on one PostgreSQL database exchange notices, and each deals some tables.

sharing = Sharing(database, "4f1c")
sharing.start(house)                a thread with its own connection, until `close`
sharing.deals(3)                    True if this server deals table 3
sharing.deals(LABORATORY)           True if this server deals the runs of the laboratory

The connection holds a lock for each table that this server deals; the locks end with the
connection. With NOTIFY, a server announces its writes and, twice a second, that it is alive. If a
server is silent for three seconds, the other servers end its connections. Its locks and its
uncommitted writes end with them.

The locks only save work. If two servers write the same act, the store accepts only one, because an
act's number can be stored only once.
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
"""The prefix of the name under which PostgreSQL knows a server's connections."""
DEALING = 0x62616374
"""The first key of a table's lock in PostgreSQL; the second key is the table's number."""
LABORATORY = 0
"""The second key of the laboratory's lock; the numbers of tables start at 1."""
BEAT = 0.5
"""Seconds between two signs of life of a server."""
SILENT = 3.0
"""Seconds without a sign of life after which a server is treated as dead."""
LATER = 5.0
"""Seconds until the next try after a failed read."""
MOST_TOLD = 7_900
"""The most bytes in a notice; PostgreSQL's limit is 8,000."""
WRITTEN, ALIVE = "wrote", "lives"
ALL = "*"
"""In a notice: all places, because the list of changed places was too long."""
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
    """The methods of the server's house (all its tables and boards) that `Sharing` calls."""

    def catch_up(self, places: Iterable[str], /) -> None:
        """Read the changes that other servers made at these places, e.g. `table/3`."""

    def look_around(self) -> None:
        """Read the changes that other servers made at any place."""

    def open_tables(self) -> Iterable[int]:
        """The tables that a server must deal, by number; LABORATORY means the laboratory's runs."""

    def visited(self) -> Sequence[int]:
        """The tables with at least one visitor on this server."""

    def visited_elsewhere(self, tables: Iterable[int], /) -> None:
        """Remember which tables have at least one visitor on another server."""

    def begin_to_deal(self, table: int, /) -> None:
        """Deal this table from now on."""

    def stop_dealing(self) -> None:
        """Stop dealing: other servers deal all tables."""


def written(server: str, news: Iterable[str]) -> str:
    """A notice of a server's writes: `4f1c wrote table/3 board/1`."""
    told = " ".join((server, WRITTEN, *news))
    return told if len(told) <= MOST_TOLD else f"{server} {WRITTEN} {ALL}"


class Sharing:
    """Exchanges notices with the other servers of the store, and locks the tables that it deals."""

    def __init__(self, database: Database, server: str) -> None:
        self.server = server
        self._database = database
        self._dealt: frozenset[int] = frozenset()
        self._heard: dict[str, float] = {}
        """for each other server, the time of its last sign of life"""
        self._news: dict[str, None] = {}
        """places where other servers have written"""
        self._looks = inf
        """the time at which to read all places again, after an error"""
        self._house: SharedHouse
        self._is_closed = Event()
        self._ending, self._end = socketpair()
        """two sockets: closing `_end` wakes the thread that waits for notices"""
        self._following = ThreadPoolExecutor(1, "follow")
        """a separate thread for reading, which may block; the thread for signs of life must not"""
        self._thread = Thread(target=self._run, name="share", daemon=True)

    def start(self, house: SharedHouse) -> None:
        """Start the thread that informs this house about the other servers."""
        self._house = house
        self._thread.start()

    def close(self) -> None:
        """Stop dealing, so that the other servers deal all tables."""
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
        """Announce a changed place to the other servers as soon as this transaction is on disk."""
        connection.exec_driver_sql(TELL, {"notice": written(self.server, [place])})

    def still_deals(self, connection: Connection, table: int) -> bool:
        """Ask PostgreSQL whether this server still deals the table: this process may have slept."""
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
                logger.exception("cannot receive notices from the other servers")
            self._dealt = frozenset()
            self._house.stop_dealing()
            self._is_closed.wait(BEAT)

    def _share(self) -> None:
        """Exchange notices with the other servers until the connection is lost."""
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
        """Send a sign of life, disconnect dead servers, and take tables that no server deals."""
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
        """Notices, each short enough to send: this server is alive and has these visited tables."""
        numbers = list(map(str, self._house.visited()))
        most = 500  # with ten digits each, they fit into a notice
        parts = [numbers[first : first + most] for first in range(0, len(numbers), most)]
        return [" ".join((self.server, ALIVE, *part)) for part in parts or [[]]]

    def _hear(self, notice: str) -> None:
        """Read a notice; ignore this server's own notices."""
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
            logger.error("the acts of other servers are not known yet: %s", trouble.said)
            self._looks = monotonic() + LATER
        except Exception:
            logger.exception("the acts of other servers cannot be followed")
            self._looks = monotonic() + LATER
