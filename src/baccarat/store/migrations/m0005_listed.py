"""Adds each table's entry for lists, so that a list can be shown without redoing acts."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    # Older tables have no entry until their next act: lists redo their acts.
    op.add_column("tables", sa.Column("listed", sa.Text, nullable=False, server_default=""))
