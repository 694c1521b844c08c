"""Puzzles that belong to a player; games no longer count trials, which are the page's own."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; what is there belongs to all."""
    # Without a constraint: SQLite would have to write all puzzles anew for it.
    op.add_column("puzzles", sa.Column("owner_id", sa.Integer, nullable=True))
    op.create_index("ix_puzzles_owner_id", "puzzles", ["owner_id"])
    op.drop_column("games", "level")


def downgrade() -> None:
    """Take it away again."""
    op.add_column("games", sa.Column("level", sa.Integer, nullable=False, server_default="0"))
    op.drop_index("ix_puzzles_owner_id", "puzzles")
    op.drop_column("puzzles", "owner_id")
