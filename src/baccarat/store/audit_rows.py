"""The audit log: each deed and its author, without secrets. The oldest entries are deleted."""

from collections.abc import Sequence

from sqlalchemy import Connection, delete, func, insert, select

from baccarat.store.database import Database
from baccarat.store.rows import KeptDeed
from baccarat.store.schema import deeds
from baccarat.table.sitting import now

BY_COMMAND = "a command"
"""The author of a deed that a command on the machine itself has done."""
REFUSED = "was refused"
MOST_DEEDS, MOST_REFUSED = 100_000, 1_000
"""The most entries, and the most about refused keys: guesses could make any number of them."""


class AuditLog:
    """The part of a store that has the audit log."""

    database: Database

    def note_deeds(self, rows: Sequence[tuple[str, str, str, str]]) -> None:
        """Add entries to the audit log; each has a time, an author, a deed and an object."""
        self.database.change(lambda connection: write_deeds(connection, rows))

    def deeds(self, most: int = 100) -> list[KeptDeed]:
        """The newest entries of the audit log, the oldest of them first."""
        asked = select(deeds).order_by(deeds.c.number.desc()).limit(most)
        return [KeptDeed(*row) for row in reversed(self.database.read(asked))]


def write_deed(connection: Connection, what: str, about: str, who: str = BY_COMMAND) -> None:
    """Write an entry to the audit log, in the same transaction as the deed."""
    write_deeds(connection, [(now(), who, what, about)])


def write_deeds(connection: Connection, rows: Sequence[tuple[str, str, str, str]]) -> None:
    """Write entries to the audit log; if there are too many, delete the oldest entries."""
    names = ("time", "who", "what", "about")
    connection.execute(insert(deeds), [dict(zip(names, row, strict=True)) for row in rows])
    last = select(func.max(deeds.c.number)).scalar_subquery()
    connection.execute(delete(deeds).where(deeds.c.number <= last - MOST_DEEDS))
    refused = deeds.c.what == REFUSED
    newest = select(deeds.c.number).where(refused).order_by(deeds.c.number.desc())
    old = connection.execute(newest.offset(MOST_REFUSED).limit(1)).scalar()
    if old is not None:
        connection.execute(delete(deeds).where(refused, deeds.c.number <= old))
