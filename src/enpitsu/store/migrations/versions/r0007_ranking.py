"""The ranking of all players: points of results, and what they come to."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from enpitsu.store.standings import recount

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

_COUNTS = """
UPDATE results SET points = 0 WHERE is_first AND NOT is_test AND (NOT is_own OR game_id IN (
    SELECT games.id FROM games JOIN puzzles ON games.puzzle_id = puzzles.id
    WHERE puzzles.is_published))
"""
_INDEXES = (["player_id", "kind", "points", "is_clean"], ["player_id", "points", "is_clean"])


def upgrade() -> None:
    """Add the column and the table, and count what was solved before."""
    op.add_column("results", sa.Column("points", sa.Integer, nullable=True))
    op.execute(_COUNTS)
    for columns in _INDEXES:
        op.create_index(f"ix_results_{'_'.join(columns)}", "results", columns)
    op.create_table(
        "standings",
        sa.Column("player_id", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(100), nullable=False),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("solved", sa.Integer, nullable=False),
        sa.Column("clean", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("player_id", "kind", name="pk_standings"),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.id"], name="fk_standings_player_id", ondelete="CASCADE"
        ),
    )
    columns = ["kind", "points", "player_id"]
    op.create_index(f"ix_standings_{'_'.join(columns)}", "standings", columns)
    if not op.get_context().as_sql:
        recount(op.get_bind())


def downgrade() -> None:
    """Take them away again."""
    op.drop_table("standings")
    for columns in _INDEXES:
        op.drop_index(f"ix_results_{'_'.join(columns)}", "results")
    op.drop_column("results", "points")
