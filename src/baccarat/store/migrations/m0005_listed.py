"""How lists show a table, so that nothing is folded for them."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    # Tables of before have none until their next act: lists fold them.
    op.add_column("tables", sa.Column("listed", sa.Text, nullable=False, server_default=""))
