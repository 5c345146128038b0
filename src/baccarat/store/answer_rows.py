"""The answers under idempotency keys, stored together with their acts for at least a day."""

from datetime import UTC, datetime, timedelta
from time import time
from typing import Any

from sqlalchemy import Connection, bindparam, delete, select

from baccarat.store.database import Database
from baccarat.store.rows import KeptAnswer
from baccarat.store.schema import answers, codes, ended_sessions
from baccarat.store.statements import ADD_ANSWER, RowOf
from baccarat.table.board.sitting import BoardCommit
from baccarat.table.log import Commit, KeyUsed

DAY = timedelta(days=1)
LAST_KEPT = 10_000
"""The number of newest answers that are never deleted, because the clock may jump by days."""
FIND = select(answers.c.asked, answers.c.answer, answers.c.time).where(
    answers.c.place == bindparam("of_place"),
    answers.c.author == bindparam("of_author"),
    answers.c.key == bindparam("of_key"),
)
"""The query for an answer; it is built once, because every act with a key uses it."""


def a_day_ago() -> str:
    """The time one day ago; older answers are deleted."""
    return (datetime.now(UTC) - DAY).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def place_of(kind: str, number: int, act: int) -> str:
    """The place under which an answer is stored: `table/3`, or `tables` if the act opens a table.

    A repeated request to open a table is therefore found without a search of every table.
    """
    return f"{kind}s" if act == 1 else f"{kind}/{number}"


def answer_rows(place: str, commit: Commit | BoardCommit) -> list[RowOf]:
    """The row for the answer to acts with an idempotency key; no row without a key."""
    if not commit.key or not commit.asked:
        return []
    names = ("author", "key", "time", "asked", "answer")
    return [(ADD_ANSWER, {"place": place, **{name: getattr(commit, name) for name in names}})]


def refuse_used_key(database: Database, place: str, author: str, key: str) -> None:
    """Raise KeyUsed if there is already an answer under this key."""
    if key and _found(database, place, author, key):
        raise KeyUsed("this idempotency key was used before: make a new key")


class StoredAnswers:
    """The part of a store that has the answers under idempotency keys."""

    database: Database

    def find_answer(self, place: str, author: str, key: str) -> KeptAnswer | None:
        """The answer that this author got under an idempotency key; None if there is none.

        The place is e.g. `table/3` or `board/1`. It is `tables` or `boards` for an act that opens
        a table or a board.
        """
        found = _found(self.database, place, author, key)
        return KeptAnswer(*found[0]) if found else None

    def forget_answers(self) -> int:
        """Delete answers older than a day, but keep the newest ones; return the number deleted.

        Expired codes and sessions are deleted, too. A server calls this from time to time.
        """

        def drop(connection: Connection) -> int:
            for old in (codes, ended_sessions):
                connection.execute(delete(old).where(old.c.until < int(time())))
            times = select(answers.c.time).order_by(answers.c.time.desc())
            last = connection.execute(times.offset(LAST_KEPT - 1).limit(1)).scalar()
            before = "" if last is None else min(a_day_ago(), last)
            return connection.execute(delete(answers).where(answers.c.time < before)).rowcount

        return self.database.change(drop)


def _found(database: Database, place: str, author: str, key: str) -> list[Any]:
    return database.read(FIND, {"of_place": place, "of_author": author, "of_key": key})
