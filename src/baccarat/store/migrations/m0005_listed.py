"""Adds each table's entry in the list of tables, so that no acts are redone to show the list."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    # Older tables have no entry until their next act: lists redo their acts.
    op.add_column("tables", sa.Column("listed", sa.Text, nullable=False, server_default=""))
