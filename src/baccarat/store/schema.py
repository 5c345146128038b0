"""The definitions of the database's tables.

A row of `acts` is a commit: acts that were done together. The rows of guests, shoes and coups
follow from the acts. They are written with the acts, so that a reader need not redo acts. Money and
cards are JSON, because our numbers may be too large for a column.
"""

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
)

VERSION = "0005"
"""The revision that this program reads and writes; the last file of `migrations`."""
VERSIONS = "alembic_version"
"""The table with the revision of a store."""

everything = MetaData()


def _text(name: str) -> Column[str]:
    return Column(name, Text, nullable=False, server_default="")


about_store = Table(
    "store",
    everything,
    Column("number", Integer, primary_key=True, autoincrement=False),
    _text("secret"),
    _text("made"),
    Column("keys_version", Integer, nullable=False, server_default="0"),
)
"""One row about the store itself."""

tables = Table(
    "tables",
    everything,
    Column("number", Integer, primary_key=True),
    _text("name"),
    _text("kind"),
    _text("game"),
    _text("opened"),
    _text("closed"),
    _text("clock"),
    Column("last", Integer, nullable=False, server_default="0"),
    _text("listed"),
    sqlite_autoincrement=True,
)
"""`last` is the number of the last act; `listed` is the entry in lists after that act."""


def _of_table() -> Column[int]:
    return Column("table_number", Integer, ForeignKey("tables.number"), nullable=False)


acts = Table(
    "acts",
    everything,
    _of_table(),
    Column("number", Integer, nullable=False),
    Column("last", Integer, nullable=False),
    _text("author"),
    _text("time"),
    _text("key"),
    _text("line"),
    PrimaryKeyConstraint("table_number", "number"),
)
"""Each row has the acts from `number` to `last`, which were done together."""

guests = Table(
    "guests",
    everything,
    _of_table(),
    Column("since", Integer, nullable=False),
    _text("guest"),
    Column("left_at", Integer),
    _text("seat"),
    PrimaryKeyConstraint("table_number", "since", "guest"),
)

shoes = Table(
    "shoes",
    everything,
    _of_table(),
    Column("number", Integer, nullable=False),
    Column("since", Integer, nullable=False),
    _text("time"),
    _text("ceremony"),
    _text("snapshot"),
    _text("counts"),
    PrimaryKeyConstraint("table_number", "number"),
)
"""`snapshot` is the table before act `since`; `counts` replaces pruned coups."""

promises = Table(
    "promises",
    everything,
    _of_table(),
    _text("commitment"),
    Column("number", Integer, nullable=False),
    PrimaryKeyConstraint("table_number", "commitment"),
)
"""The house's promises for fair shoes; the house must never give the same promise twice."""

coups = Table(
    "coups",
    everything,
    _of_table(),
    Column("number", Integer, nullable=False),
    Column("shoe", Integer, nullable=False),
    Column("place", Integer, nullable=False),
    _text("letter"),
    _text("cards"),
    _text("paid"),
    PrimaryKeyConstraint("table_number", "number"),
    ForeignKeyConstraint(["table_number", "shoe"], ["shoes.table_number", "shoes.number"]),
    Index("coups_of_a_shoe", "table_number", "shoe", "place", unique=True),
)
"""`number` is the act that ended the coup, `place` the coup's place in the shoe, from 1."""

boards = Table(
    "boards",
    everything,
    Column("number", Integer, primary_key=True),
    _text("name"),
    _text("opened"),
    _text("closed"),
    Column("last", Integer, nullable=False, server_default="0"),
    sqlite_autoincrement=True,
)

board_acts = Table(
    "board_acts",
    everything,
    Column("board_number", Integer, ForeignKey("boards.number"), nullable=False),
    Column("number", Integer, nullable=False),
    _text("what"),
    _text("line"),
    _text("page"),
    PrimaryKeyConstraint("board_number", "number"),
)
"""Each row is an act of a board. If the act begins a new shoe, `page` is the board before it."""

answers = Table(
    "answers",
    everything,
    _text("place"),
    _text("author"),
    _text("key"),
    _text("time"),
    _text("asked"),
    _text("answer"),
    PrimaryKeyConstraint("place", "author", "key"),
    Index("answers_by_time", "time"),
)
"""The answers under idempotency keys, for a day or longer."""

keys = Table(
    "keys",
    everything,
    Column("number", Integer, primary_key=True),
    _text("name"),
    _text("kind"),
    _text("tables"),
    Column("hash", Text, nullable=False, unique=True),
    _text("made"),
    _text("revoked"),
    sqlite_autoincrement=True,
)

codes = Table(
    "codes",
    everything,
    Column("hash", Text, primary_key=True),
    Column("key_number", Integer, ForeignKey("keys.number"), nullable=False),
    Column("until", BigInteger().with_variant(Integer, "sqlite"), nullable=False),
)

ended_sessions = Table(
    "ended_sessions",
    everything,
    Column("name", Text, primary_key=True),
    Column("until", BigInteger().with_variant(Integer, "sqlite"), nullable=False),
)
"""Sessions that were logged out before they expired."""

runs = Table(
    "runs",
    everything,
    Column("number", Integer, primary_key=True),
    _text("kind"),
    _text("made"),
    _text("question"),
    _text("answer"),
    sqlite_autoincrement=True,
)

deeds = Table(
    "deeds",
    everything,
    Column("number", Integer, primary_key=True),
    _text("time"),
    _text("who"),
    _text("what"),
    _text("about"),
    Index("refused_deeds", "what", "number"),
    sqlite_autoincrement=True,
)
"""The audit log."""
