"""How far players are with the lessons of the school."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "lessons",
        sa.Column("player_id", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(100), nullable=False),
        sa.Column("technique", sa.String(100), nullable=False),
        sa.Column("right_in_a_row", sa.Integer, nullable=False),
        sa.Column("helped", sa.Integer, nullable=False),
        sa.Column("box", sa.Integer, nullable=False),
        sa.Column("due", sa.DateTime, nullable=False),
        sa.Column("seed", sa.String(20), nullable=False),
        sa.PrimaryKeyConstraint("player_id", "kind", "technique", name="pk_lessons"),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.id"], name="fk_lessons_player_id", ondelete="CASCADE"
        ),
    )


def downgrade() -> None:
    """Take it away again."""
    op.drop_table("lessons")
