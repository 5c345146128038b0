"""Adds a snapshot and the counts of pruned coups to each shoe, and an index of answers by time."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

MOVED = """
    UPDATE shoes
    SET snapshot = (SELECT tables.snapshot FROM tables WHERE tables.number = shoes.table_number)
    WHERE since = (
        SELECT tables.snapshot_last + 1 FROM tables WHERE tables.number = shoes.table_number
    )
"""


def upgrade() -> None:
    for name in ("snapshot", "counts"):
        op.add_column("shoes", sa.Column(name, sa.Text, nullable=False, server_default=""))
    op.execute(MOVED)
    for name in ("snapshot", "snapshot_last"):
        op.drop_column("tables", name)
    op.create_index("answers_by_time", "answers", ["time"])
    if op.get_bind().dialect.name == "postgresql":
        op.alter_column("codes", "until", type_=sa.BigInteger)  # seconds, also after 2038
