"""Adds the audit log."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    def text(name: str) -> sa.Column[str]:
        return sa.Column(name, sa.Text, nullable=False, server_default="")

    op.create_table(
        "deeds",
        sa.Column("number", sa.Integer, primary_key=True),
        text("time"),
        text("who"),
        text("what"),
        text("about"),
        sa.Index("refused_deeds", "what", "number"),
        sqlite_autoincrement=True,
    )
