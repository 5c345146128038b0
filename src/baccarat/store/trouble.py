"""Trouble with the store, in one line that says what to do."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, SQLAlchemyError

from baccarat.table.saving import NotKept

STRANGE = "{store}: another program's database: name another one"
DAMAGED = "damaged: `baccarat store restore` brings a backup back, into a new store"
REASONS = tuple(
    (re.compile(theirs), ours)
    for theirs, ours in (
        ("database is locked|lock timeout", "another program has locked it"),
        ("database or disk is full|No space left", "the disk is full"),
        ("readonly database", "it is read-only"),
        ("not a database", "it is no store, or it is damaged"),
        ("malformed|Could not decode", f"it is {DAMAGED}"),
        ("disk I/O error", "the disk does not take it"),
        ("password|no pg_hba.conf", "the database does not let this name in"),
        ("(?i)invalid .*(connection option|mode|URI)", "its address has a setting that is unknown"),
        ('role ".*" does not exist', "the database does not know this name"),
        ('database ".*" does not exist', "there is no such database"),
        ("resolve host|Name or service", "there is no such machine"),
        ("starting up", "the database does not answer yet"),
        (
            "(?i)connect|server closed|terminat|shutting down|timeout",
            "the database does not answer",
        ),
    )
)
"""What databases say, and what we say instead."""
MISREAD = (ValueError, TypeError, KeyError, IndexError, RecursionError)
"""What comes of reading a row that is not as we write them."""
PASSWORD = re.compile(r"(://[^:/@]*):.*@|((?i:password)=)[^&]*")
"""In an address: up to the last `@`, for a password may have one; or among its settings."""


class StoreTrouble(NotKept):
    """A store that cannot be opened, read or written.

    >>> from baccarat.store import Store
    >>> try:
    ...     Store.open("/no/such/folder/store.sqlite", makes=False)
    ... except StoreTrouble as trouble:
    ...     print(str(trouble).rpartition(": ")[2])
    `baccarat serve` or `baccarat key make` makes one
    """


class Damaged(StoreTrouble):
    """Something in the store that does not read, and never will; all else may be well."""


class Unsure(StoreTrouble):
    """The database was lost at the moment of a commit: nobody knows yet whether it happened."""


class Unfit(StoreTrouble):
    """Something that the database cannot hold; others may go on."""


class Overtaken(StoreTrouble):
    """Somebody else has gone on with what this act belongs to."""


def safe(url: str) -> str:
    """The address of a store without its password."""
    return PASSWORD.sub(lambda found: f"{found[2]}***" if found[2] else f"{found[1]}:***@", url)


def reason_of(trouble: Exception) -> str:
    """Why it did not work, in our words if we have any."""
    if isinstance(trouble, OSError):
        return trouble.strerror or str(trouble)
    said = str(trouble.orig) if isinstance(trouble, DBAPIError) else str(trouble)
    line = " ".join(said.split())
    return next((ours for theirs, ours in REASONS if theirs.search(line)), line[:200])


@contextmanager
def told(where: str, doing: str = "cannot be read") -> Iterator[None]:
    """Trouble of the database becomes one line that names the store."""
    try:
        yield
    except IntegrityError:
        raise Overtaken(
            "{store}: somebody else has gone on there: open it again", store=safe(where)
        ) from None
    except (SQLAlchemyError, OSError, UnicodeError) as trouble:
        kind = Unfit if isinstance(trouble, DataError | UnicodeError) else StoreTrouble
        said = {"store": safe(where), "doing": doing, "reason": reason_of(trouble)}
        raise kind("{store}: {doing}: {reason}", **said) from None


@contextmanager
def readable(where: str, what: str) -> Iterator[None]:
    """A row that does not read becomes one line, without what stands in it."""
    try:
        yield
    except MISREAD:
        form = "{store}: {what} is {damaged}"
        raise Damaged(form, store=safe(where), what=what, damaged=DAMAGED) from None
