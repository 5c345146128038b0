"""Every shoe has the snapshot before it, and counts instead of its coups when those are pruned."""

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
    if op.get_bind().dialect.name == "postgresql":
        op.alter_column("codes", "until", type_=sa.BigInteger)  # seconds, also after 2038
