"""What was answered under an idempotency key: kept with the act, for a day or longer."""

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
"""Answers of a store that are kept whatever its clock says: it may jump by days."""
FIND = select(answers.c.asked, answers.c.answer, answers.c.time).where(
    answers.c.place == bindparam("of_place"),
    answers.c.author == bindparam("of_author"),
    answers.c.key == bindparam("of_key"),
)
"""Made once: every act with a key asks."""


def a_day_ago() -> str:
    """The time before which answers are forgotten."""
    return (datetime.now(UTC) - DAY).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def place_of(kind: str, number: int, act: int) -> str:
    """Where an answer is kept: with its table or board, or with all if it is that it was opened.

    So who opens one again with the same key is found without a look at each.
    """
    return f"{kind}s" if act == 1 else f"{kind}/{number}"


def answer_rows(
    place: str, author: str, key: str, when: str, asked: str, answer: str
) -> list[RowOf]:
    """What is written with an act that had a key; none without one."""
    if not key or not asked:
        return []
    which = {"place": place, "author": author, "key": key}
    return [(ADD_ANSWER, {**which, "time": when, "asked": asked, "answer": answer})]


def refuse_used_key(database: Database, place: str, author: str, key: str) -> None:
    """Complain if it is because of its key that an act cannot be written."""
    if key and find_answer(database, place, author, key) is not None:
        raise KeyUsed("something was done with this key already")


def forget_answers(database: Database) -> int:
    """Drop old answers, but not the last ones, and codes and sessions whose time is over."""

    def drop(connection: Connection) -> int:
        for old in (codes, ended_sessions):
            connection.execute(delete(old).where(old.c.until < int(time())))
        times = select(answers.c.time).order_by(answers.c.time.desc())
        last = connection.execute(times.offset(LAST_KEPT - 1).limit(1)).scalar()
        before = "" if last is None else min(a_day_ago(), last)
        return connection.execute(delete(answers).where(answers.c.time < before)).rowcount

    return database.change(drop)


def find_answer(database: Database, place: str, author: str, key: str) -> KeptAnswer | None:
    """What was answered under this key, unless it is forgotten."""
    asked = {"of_place": place, "of_author": author, "of_key": key}
    found = database.read(FIND, asked)
    return KeptAnswer(*found[0]) if found else None
