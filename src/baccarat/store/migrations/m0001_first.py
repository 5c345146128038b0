"""The first tables of the store."""

import sqlalchemy as sa
from alembic import op

from baccarat.store.columns import count, number, numbered, of, texts

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "store",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        *texts("secret made"),
        count("keys_version"),
    )
    op.create_table(
        "tables",
        numbered(),
        *texts("name kind game opened closed clock"),
        count("last"),
        *texts("snapshot"),
        count("snapshot_last"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "acts",
        of("tables"),
        number("number"),
        number("last"),
        *texts("author time key line"),
        sa.PrimaryKeyConstraint("table_number", "number"),
    )
    op.create_table(
        "guests",
        of("tables"),
        number("since"),
        *texts("guest"),
        sa.Column("left_at", sa.Integer),
        *texts("seat"),
        sa.PrimaryKeyConstraint("table_number", "since", "guest"),
    )
    op.create_table(
        "shoes",
        of("tables"),
        number("number"),
        number("since"),
        *texts("time ceremony"),
        sa.PrimaryKeyConstraint("table_number", "number"),
    )
    op.create_table(
        "promises",
        of("tables"),
        *texts("commitment"),
        number("number"),
        sa.PrimaryKeyConstraint("table_number", "commitment"),
    )
    op.create_table(
        "coups",
        of("tables"),
        number("number"),
        number("shoe"),
        number("place"),
        *texts("letter cards paid"),
        sa.PrimaryKeyConstraint("table_number", "number"),
        sa.ForeignKeyConstraint(["table_number", "shoe"], ["shoes.table_number", "shoes.number"]),
    )
    op.create_index("coups_of_a_shoe", "coups", ["table_number", "shoe", "place"], unique=True)
    op.create_table(
        "boards",
        numbered(),
        *texts("name opened closed"),
        count("last"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "board_acts",
        of("boards"),
        number("number"),
        *texts("what line page"),
        sa.PrimaryKeyConstraint("board_number", "number"),
    )
    op.create_table(
        "answers",
        *texts("place author key time asked answer"),
        sa.PrimaryKeyConstraint("place", "author", "key"),
    )
    op.create_table(
        "keys",
        numbered(),
        *texts("name kind tables"),
        sa.Column("hash", sa.Text, nullable=False, unique=True),
        *texts("made revoked"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "codes",
        sa.Column("hash", sa.Text, primary_key=True),
        of("keys"),
        number("until"),
    )
    op.create_table(
        "runs",
        numbered(),
        *texts("kind made question answer"),
        sqlite_autoincrement=True,
    )
