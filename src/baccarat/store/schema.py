"""The definitions of the database's tables.

A row of `acts` is a commit: acts that were done together. The rows of guests, shoes and coups
follow from the acts. They are written with the acts, so that a reader need not redo acts. Money and
cards are JSON, because our numbers may be too large for a column.
"""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import (
    Column,
    Connection,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    Select,
    Table,
    Text,
    insert,
    select,
)

from baccarat.store.columns import SECONDS, count, number, numbered, of, texts

VERSION = "0005"
"""The revision that this program reads and writes; the last file of `migrations`."""
VERSIONS = "alembic_version"
"""The table with the revision of a store."""

everything = MetaData()

about_store = Table(
    "store",
    everything,
    Column("number", Integer, primary_key=True, autoincrement=False),
    *texts("secret made"),
    count("keys_version"),
)
"""One row about the store itself."""

tables = Table(
    "tables",
    everything,
    numbered(),
    *texts("name kind game opened closed clock"),
    count("last"),
    *texts("listed"),
    sqlite_autoincrement=True,
)
"""`last` is the number of the last act; `listed` is the entry in lists after that act."""

acts = Table(
    "acts",
    everything,
    of("tables"),
    number("number"),
    number("last"),
    *texts("author time key line"),
    PrimaryKeyConstraint("table_number", "number"),
)
"""Each row has the acts from `number` to `last`, which were done together."""

guests = Table(
    "guests",
    everything,
    of("tables"),
    number("since"),
    *texts("guest"),
    Column("left_at", Integer),
    *texts("seat"),
    PrimaryKeyConstraint("table_number", "since", "guest"),
)

shoes = Table(
    "shoes",
    everything,
    of("tables"),
    number("number"),
    number("since"),
    *texts("time ceremony snapshot counts"),
    PrimaryKeyConstraint("table_number", "number"),
)
"""`snapshot` is the table before act `since`; `counts` replaces pruned coups."""

promises = Table(
    "promises",
    everything,
    of("tables"),
    *texts("commitment"),
    number("number"),
    PrimaryKeyConstraint("table_number", "commitment"),
)
"""The house's promises for fair shoes; the house must never give the same promise twice."""

coups = Table(
    "coups",
    everything,
    of("tables"),
    number("number"),
    number("shoe"),
    number("place"),
    *texts("letter cards paid"),
    PrimaryKeyConstraint("table_number", "number"),
    ForeignKeyConstraint(["table_number", "shoe"], ["shoes.table_number", "shoes.number"]),
    Index("coups_of_a_shoe", "table_number", "shoe", "place", unique=True),
)
"""`number` is the act that ended the coup, `place` the coup's place in the shoe, from 1."""

boards = Table(
    "boards",
    everything,
    numbered(),
    *texts("name opened closed"),
    count("last"),
    sqlite_autoincrement=True,
)

board_acts = Table(
    "board_acts",
    everything,
    of("boards"),
    number("number"),
    *texts("what line page"),
    PrimaryKeyConstraint("board_number", "number"),
)
"""Each row is an act of a board. If the act begins a new shoe, `page` is the board before it."""

answers = Table(
    "answers",
    everything,
    *texts("place author key time asked answer"),
    PrimaryKeyConstraint("place", "author", "key"),
    Index("answers_by_time", "time"),
)
"""The answers under idempotency keys, for a day or longer."""

keys = Table(
    "keys",
    everything,
    numbered(),
    *texts("name kind tables"),
    Column("hash", Text, nullable=False, unique=True),
    *texts("made revoked"),
    sqlite_autoincrement=True,
)

codes = Table(
    "codes",
    everything,
    Column("hash", Text, primary_key=True),
    of("keys"),
    Column("until", SECONDS, nullable=False),
)

ended_sessions = Table(
    "ended_sessions",
    everything,
    Column("name", Text, primary_key=True),
    Column("until", SECONDS, nullable=False),
)
"""Sessions that were logged out before they expired."""

runs = Table(
    "runs",
    everything,
    numbered(),
    *texts("kind made question answer"),
    sqlite_autoincrement=True,
)

deeds = Table(
    "deeds",
    everything,
    numbered(),
    *texts("time who what about"),
    Index("refused_deeds", "what", "number"),
    sqlite_autoincrement=True,
)
"""The audit log."""


def select_at(table: Table, at: int, *names: str) -> Select[Any]:
    """The query for these columns in the rows that belong to the table or board number `at`."""
    place = table.c.board_number if table is board_acts else table.c.table_number
    return select(*(table.c[name] for name in names)).where(place == at)


def add_row(connection: Connection, table: Table, row: Mapping[str, Any]) -> int:
    """Add a row to a table of the database, and return its number."""
    added = insert(table).values(row).returning(table.c.number)
    return int(connection.execute(added).scalar_one())
