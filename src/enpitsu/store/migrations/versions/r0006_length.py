"""The length of puzzles: the steps that it takes to solve them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

_TABLES = ("puzzles", "results", "drafts")


def upgrade() -> None:
    """Add the column; of what is there nobody has counted the steps."""
    for table in _TABLES:
        length = sa.Column("length", sa.Integer, nullable=False, server_default=sa.text("0"))
        op.add_column(table, length)


def downgrade() -> None:
    """Take it away again."""
    for table in _TABLES:
        op.drop_column(table, "length")
