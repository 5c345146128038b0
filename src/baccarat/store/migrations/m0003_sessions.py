"""Adds a table of the sessions that were ended before they expired."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "ended_sessions",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("until", sa.BigInteger().with_variant(sa.Integer, "sqlite"), nullable=False),
    )
