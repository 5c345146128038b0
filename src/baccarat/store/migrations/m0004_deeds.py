"""Adds the audit log."""

import sqlalchemy as sa
from alembic import op

from baccarat.store.columns import numbered, texts

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "deeds",
        numbered(),
        *texts("time who what about"),
        sa.Index("refused_deeds", "what", "number"),
        sqlite_autoincrement=True,
    )
