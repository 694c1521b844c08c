"""Links of drafts for test solvers, and what those say."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "test_links",
        sa.Column("token", sa.String(32), nullable=False),
        sa.Column("draft_id", sa.String(32), nullable=False),
        sa.Column("puzzle_id", sa.Integer, nullable=False),
        sa.Column("created", sa.DateTime, nullable=False),
        sa.PrimaryKeyConstraint("token", name="pk_test_links"),
        sa.UniqueConstraint("draft_id", name="uq_test_links_draft_id"),
        sa.ForeignKeyConstraint(
            ["draft_id"], ["drafts.id"], name="fk_test_links_draft_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["puzzle_id"], ["puzzles.id"], name="fk_test_links_puzzle_id", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_test_links_puzzle_id", "test_links", ["puzzle_id"])
    op.create_table(
        "test_comments",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("game_id", sa.String(32), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("written", sa.DateTime, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_test_comments"),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name="fk_test_comments_game_id", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_test_comments_game_id", "test_comments", ["game_id"])


def downgrade() -> None:
    """Take them away again."""
    op.drop_table("test_comments")
    op.drop_table("test_links")
