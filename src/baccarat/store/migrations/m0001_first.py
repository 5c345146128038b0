"""The first tables of the store."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "store",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        *_texts("secret made"),
        _count("keys_version"),
    )
    op.create_table(
        "tables",
        _numbered(),
        *_texts("name kind game opened closed clock"),
        _count("last"),
        *_texts("snapshot"),
        _count("snapshot_last"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "acts",
        _of("tables"),
        _number("number"),
        _number("last"),
        *_texts("author time key line"),
        sa.PrimaryKeyConstraint("table_number", "number"),
    )
    op.create_table(
        "guests",
        _of("tables"),
        _number("since"),
        *_texts("guest"),
        sa.Column("left_at", sa.Integer),
        *_texts("seat"),
        sa.PrimaryKeyConstraint("table_number", "since", "guest"),
    )
    op.create_table(
        "shoes",
        _of("tables"),
        _number("number"),
        _number("since"),
        *_texts("time ceremony"),
        sa.PrimaryKeyConstraint("table_number", "number"),
    )
    op.create_table(
        "promises",
        _of("tables"),
        *_texts("commitment"),
        _number("number"),
        sa.PrimaryKeyConstraint("table_number", "commitment"),
    )
    op.create_table(
        "coups",
        _of("tables"),
        _number("number"),
        _number("shoe"),
        _number("place"),
        *_texts("letter cards paid"),
        sa.PrimaryKeyConstraint("table_number", "number"),
        sa.ForeignKeyConstraint(["table_number", "shoe"], ["shoes.table_number", "shoes.number"]),
    )
    op.create_index("coups_of_a_shoe", "coups", ["table_number", "shoe", "place"], unique=True)
    op.create_table(
        "boards",
        _numbered(),
        *_texts("name opened closed"),
        _count("last"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "board_acts",
        _of("boards"),
        _number("number"),
        *_texts("what line page"),
        sa.PrimaryKeyConstraint("board_number", "number"),
    )
    op.create_table(
        "answers",
        *_texts("place author key time asked answer"),
        sa.PrimaryKeyConstraint("place", "author", "key"),
    )
    op.create_table(
        "keys",
        _numbered(),
        *_texts("name kind tables"),
        sa.Column("hash", sa.Text, nullable=False, unique=True),
        *_texts("made revoked"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "codes",
        sa.Column("hash", sa.Text, primary_key=True),
        _of("keys"),
        _number("until"),
    )
    op.create_table(
        "runs",
        _numbered(),
        *_texts("kind made question answer"),
        sqlite_autoincrement=True,
    )


def _texts(names: str) -> list[sa.Column[str]]:
    return [sa.Column(name, sa.Text, nullable=False, server_default="") for name in names.split()]


def _number(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.Integer, nullable=False)


def _count(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.Integer, nullable=False, server_default="0")


def _numbered() -> sa.Column[int]:
    return sa.Column("number", sa.Integer, primary_key=True)


def _of(tables: str) -> sa.Column[int]:
    name = f"{tables.removesuffix('s')}_number"
    return sa.Column(name, sa.Integer, sa.ForeignKey(f"{tables}.number"), nullable=False)
