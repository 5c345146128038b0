"""Errors of the store; each is one line that says what to do."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, SQLAlchemyError

from baccarat.table.saving import NotKept

STRANGE = "{store}: this database belongs to another program: name another file or database"
DAMAGED = "damaged: restore a backup into a new store with `baccarat store restore`"
REASONS = tuple(
    (re.compile(theirs), ours)
    for theirs, ours in (
        ("database is locked|lock timeout", "another program has locked it"),
        ("database or disk is full|No space left", "the disk is full"),
        ("readonly database", "it is read-only"),
        ("not a database", "it is not a store, or it is damaged"),
        ("malformed|Could not decode", f"it is {DAMAGED}"),
        ("disk I/O error", "the disk reports an error"),
        ("password|no pg_hba.conf", "the database refuses this user or password"),
        ("(?i)invalid .*(connection option|mode|URI)", "its address has an unknown setting"),
        ('role ".*" does not exist', "the database does not know this user"),
        ('database ".*" does not exist', "there is no such database"),
        ("resolve host|Name or service", "there is no such machine"),
        ("starting up", "the database does not answer yet"),
        (
            "(?i)connect|server closed|terminat|shutting down|timeout",
            "the database does not answer",
        ),
    )
)
"""Patterns of the databases' own error messages, each with our words for it."""
MISREAD = (ValueError, TypeError, KeyError, IndexError, RecursionError)
"""The errors that reading a damaged row may raise."""
PASSWORD = re.compile(r"(://[^:/@]*):.*@|((?i:password)=)[^&]*")
"""Finds a password in an address: text before the last `@` (it may contain one), or a setting."""


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
    """Damaged data: another try does not help. The rest of the store may be intact."""


class Unsure(StoreTrouble):
    """The connection was lost during a commit: it is not known whether the commit was written."""


class Unfit(StoreTrouble):
    """A value that the database cannot hold; other values may be written."""


class Overtaken(StoreTrouble):
    """Another program has already stored an act with this act's number."""


def safe(url: str) -> str:
    """The address of a store, without its password."""
    return PASSWORD.sub(lambda found: f"{found[2]}***" if found[2] else f"{found[1]}:***@", url)


def reason_of(trouble: Exception) -> str:
    """The reason for an error; for errors that we know, in our own words."""
    if isinstance(trouble, OSError):
        return trouble.strerror or str(trouble)
    said = str(trouble.orig) if isinstance(trouble, DBAPIError) else str(trouble)
    line = " ".join(said.split())
    return next((ours for theirs, ours in REASONS if theirs.search(line)), line[:200])


@contextmanager
def told(where: str, doing: str = "cannot be read") -> Iterator[None]:
    """Turn an error of the database into one line that names the store."""
    try:
        yield
    except IntegrityError:
        raise Overtaken(
            "{store}: another program has written to the same place: open the store again",
            store=safe(where),
        ) from None
    except (SQLAlchemyError, OSError, UnicodeError) as trouble:
        kind = Unfit if isinstance(trouble, DataError | UnicodeError) else StoreTrouble
        said = {"store": safe(where), "doing": doing, "reason": reason_of(trouble)}
        raise kind("{store}: {doing}: {reason}", **said) from None


@contextmanager
def readable(where: str, what: str) -> Iterator[None]:
    """Turn the error of an unreadable row into one line, without the content of the row."""
    try:
        yield
    except MISREAD:
        form = "{store}: {what} is {damaged}"
        raise Damaged(form, store=safe(where), what=what, damaged=DAMAGED) from None
