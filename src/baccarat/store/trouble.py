"""Trouble with the store, in one line that says what to do."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError

from baccarat.table.saving import NotKept

REASONS = (
    ("database is locked", "another program has locked it"),
    ("database or disk is full", "the disk is full"),
    ("readonly database", "it is read-only"),
    ("unable to open database file", "it cannot be opened"),
    ("file is not a database", "it is not a store, or it is damaged"),
    ("malformed", "it is damaged: `baccarat store restore` brings a backup back"),
    ("disk I/O error", "the disk does not work"),
    ("password authentication failed", "the database does not take this name and password"),
    ("does not exist", "there is no such database"),
    ("connection", "the database does not answer"),
    ("server closed", "the database does not answer"),
    ("terminating", "the database does not answer"),
    ("shutting down", "the database does not answer"),
    ("starting up", "the database does not answer yet"),
    ("timeout", "the database does not answer"),
)
"""What databases say, and what we say instead."""
PASSWORD = re.compile(r"(://[^:/@]*):[^@]*@")


class StoreTrouble(NotKept):
    """A store that cannot be opened, read or written."""


class Unsure(StoreTrouble):
    """The database was lost at the moment of a commit: nobody knows yet whether it happened."""


class Overtaken(StoreTrouble):
    """Somebody else has gone on with what this act belongs to."""


def safe(url: str) -> str:
    """The address of a store without its password."""
    return PASSWORD.sub(r"\1:***@", url)


def reason_of(trouble: Exception) -> str:
    """Why it did not work, in our words if we have any."""
    told = str(trouble.orig) if isinstance(trouble, DBAPIError) else str(trouble)
    line = " ".join(told.split())
    return next((ours for theirs, ours in REASONS if theirs in line), line[:200])


@contextmanager
def told(where: str, doing: str = "cannot be read") -> Iterator[None]:
    """Trouble of the database becomes one line that names the store."""
    try:
        yield
    except IntegrityError:
        raise Overtaken(
            "{store}: somebody else has gone on there: open it again", store=safe(where)
        ) from None
    except (SQLAlchemyError, OSError) as trouble:
        reason = reason_of(trouble)
        form = "{store}: {doing}: {reason}"
        raise StoreTrouble(form, store=safe(where), doing=doing, reason=reason) from None
