"""The answers under idempotency keys, stored together with their acts for at least a day."""

from datetime import UTC, datetime, timedelta
from time import time

from sqlalchemy import Connection, bindparam, delete, select

from baccarat.store.database import Database
from baccarat.store.rows import KeptAnswer
from baccarat.store.schema import answers, codes, ended_sessions
from baccarat.store.statements import ADD_ANSWER, RowOf
from baccarat.table.log import KeyUsed

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
    """The place under which an answer is stored: `table/3`, or `tables` for an act that opens one.

    A repeated request to open a table is therefore found without a search of every table.
    """
    return f"{kind}s" if act == 1 else f"{kind}/{number}"


def answer_rows(
    place: str, author: str, key: str, when: str, asked: str, answer: str
) -> list[RowOf]:
    """The row for the answer to an act with an idempotency key; no row without a key."""
    if not key or not asked:
        return []
    which = {"place": place, "author": author, "key": key}
    return [(ADD_ANSWER, {**which, "time": when, "asked": asked, "answer": answer})]


def refuse_used_key(database: Database, place: str, author: str, key: str) -> None:
    """Raise KeyUsed if there is already an answer under this key."""
    if key and find_answer(database, place, author, key) is not None:
        raise KeyUsed("this idempotency key has been used already")


def forget_answers(database: Database) -> int:
    """Delete expired codes and sessions, and old answers except the newest ones."""

    def drop(connection: Connection) -> int:
        for old in (codes, ended_sessions):
            connection.execute(delete(old).where(old.c.until < int(time())))
        times = select(answers.c.time).order_by(answers.c.time.desc())
        last = connection.execute(times.offset(LAST_KEPT - 1).limit(1)).scalar()
        before = "" if last is None else min(a_day_ago(), last)
        return connection.execute(delete(answers).where(answers.c.time < before)).rowcount

    return database.change(drop)


def find_answer(database: Database, place: str, author: str, key: str) -> KeptAnswer | None:
    """The stored answer under this key; None if there is none."""
    asked = {"of_place": place, "of_author": author, "of_key": key}
    found = database.read(FIND, asked)
    return KeptAnswer(*found[0]) if found else None
