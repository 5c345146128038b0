"""Several servers on one PostgreSQL: what they tell each other, and which tables each one deals.

sharing = Sharing(database, "4f1c")
sharing.start(house)                a thread with a connection of its own, until `close`
sharing.deals(3)                    whether this server deals table 3
sharing.deals(LABORATORY)           whether it deals the runs of the laboratory

The connection holds a lock for each table that this server deals; they go when it does. By NOTIFY
servers tell what they have written, and twice a second that they are there. One that is silent for
three seconds hangs, or its machine is gone: the others end its connections, and with them its locks
and whatever it has not committed.

A lock only saves work: what keeps two servers apart is that the store takes each act's number once.
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
"""How the name begins by which PostgreSQL knows the connections of a server."""
DEALING = 0x62616374
"""The first number of the lock of a table; the second is the table's."""
LABORATORY = 0
"""The second number of the lock of the laboratory: tables count from 1."""
BEAT = 0.5
"""Seconds between two signs of life."""
SILENT = 3.0
"""Seconds without one after which a server is taken for gone."""
LATER = 5.0
"""Seconds after which we look again at what could not be read."""
MOST_TOLD = 7_900
"""Bytes of a notice; PostgreSQL takes 8,000."""
WRITTEN, ALIVE = "wrote", "lives"
ALL = "*"
"""In a notice: too much was written to tell it, so look at everything."""
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
    """A house whose store others have, too."""

    def catch_up(self, places: Iterable[str], /) -> None:
        """Others have written there."""
        ...

    def look_around(self) -> None:
        """Others may have written anywhere."""
        ...

    def open_tables(self) -> Iterable[int]:
        """The tables that are dealt, and the laboratory."""
        ...

    def visited(self) -> Sequence[int]:
        """The tables at which somebody is, by this server."""
        ...

    def visited_elsewhere(self, tables: Iterable[int], /) -> None:
        """The tables at which somebody is, by another server."""
        ...

    def begin_to_deal(self, table: int, /) -> None:
        """A table is dealt by this server from now on."""
        ...

    def stop_dealing(self) -> None:
        """Others deal everything from now on."""
        ...


def written(server: str, news: Iterable[str]) -> str:
    """The notice of what a server has written: `4f1c wrote table/3 board/1`."""
    told = " ".join((server, WRITTEN, *news))
    return told if len(told) <= MOST_TOLD else f"{server} {WRITTEN} {ALL}"


class Sharing:
    """This server among the others of its store."""

    def __init__(self, database: Database, server: str) -> None:
        self.server = server
        self._database = database
        self._dealt: frozenset[int] = frozenset()
        self._heard: dict[str, float] = {}
        """when each of the others gave its last sign of life"""
        self._news: dict[str, None] = {}
        """places where others have written"""
        self._looks = inf
        """when to look at everything, after trouble"""
        self._house: SharedHouse
        self._is_closed = Event()
        self._ending, self._end = socketpair()
        """the thread that waits for news wakes when it is closed"""
        self._following = ThreadPoolExecutor(1, "follow")
        """apart, because a place may have to be waited for, and signs of life may not"""
        self._thread = Thread(target=self._run, name="share", daemon=True)

    def start(self, house: SharedHouse) -> None:
        """Tell this house what the others do."""
        self._house = house
        self._thread.start()

    def close(self) -> None:
        """Leave all tables to the others."""
        self._is_closed.set()
        self._end.close()
        if self._thread.is_alive():
            self._thread.join(2 * BEAT)
        self._ending.close()
        self._following.shutdown(cancel_futures=True)

    def deals(self, table: int) -> bool:
        """Whether a table is dealt by this server."""
        return table in self._dealt

    def tell(self, connection: Connection, place: str) -> None:
        """Tell the others of a place, when this transaction is on disk."""
        connection.exec_driver_sql(TELL, {"notice": written(self.server, [place])})

    def still_deals(self, connection: Connection, table: int) -> bool:
        """Whether a table is dealt by this server, as PostgreSQL knows it: we may have slept."""
        asked = {"dealing": DEALING, "number": table, "name": NAME + self.server}
        return bool(connection.exec_driver_sql(HOLDS, asked).scalar())

    def _run(self) -> None:
        while not self._is_closed.is_set():
            # Whatever it is that keeps us from the others, we try again; others deal meanwhile.
            try:
                self._share()
            except (SQLAlchemyError, OSError):
                pass  # acts tell that the database is away
            except Exception:
                logger.exception("the other servers cannot be heard")
            self._dealt = frozenset()
            self._house.stop_dealing()
            self._is_closed.wait(BEAT)

    def _share(self) -> None:
        """Be one of the servers until the connection is lost."""
        with (
            self._database.engine.connect() as pooled,
            pooled.execution_options(isolation_level="AUTOCOMMIT") as connection,
            DefaultSelector() as selector,
        ):
            raw: Any = connection.connection.driver_connection
            connection.detach()  # its locks go with it, and not back into the pool
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
                    connection.exec_driver_sql("SELECT 1")  # which also brings what was told
                if self._news:
                    news, self._news = self._news, {}
                    self._follow(self._catch_up, news)

    def _beat(self, connection: Connection, late: float) -> None:
        """Show that we are there, end who is not, and deal what nobody deals."""
        for notice in self._signs():
            connection.exec_driver_sql(TELL, {"notice": notice})
        if late > SILENT / 2:  # it is us who slept: the others may have spoken meanwhile
            self._heard = dict.fromkeys(self._heard, monotonic())
        for server, last in list(self._heard.items()):
            if monotonic() - last > SILENT:
                del self._heard[server]
                with suppress(DBAPIError):  # it has another name than we: its locks stay
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
        """Signs of life, with the tables at which somebody is: several if these are many."""
        numbers = list(map(str, self._house.visited()))
        most = 500  # of ten digits each, they are within what a notice takes
        parts = [numbers[first : first + most] for first in range(0, len(numbers), most)]
        return [" ".join((self.server, ALIVE, *part)) for part in parts or [[]]]

    def _hear(self, notice: str) -> None:
        """Somebody has told something, perhaps we ourselves."""
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
            in_time(SILENT, call, *values)  # it may hold a place for which an act waits
        except BaccaratError as trouble:
            logger.error("what other servers have done is not known yet: %s", trouble.said)
            self._looks = monotonic() + LATER
        except Exception:
            logger.exception("what other servers have done cannot be followed")
            self._looks = monotonic() + LATER
