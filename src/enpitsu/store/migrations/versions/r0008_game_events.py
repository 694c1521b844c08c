"""The events of games in a table of their own: a save adds a row, whatever came before."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

_APART = """
INSERT INTO game_events (game_id, number, lines)
SELECT id, revision, log FROM games WHERE log != ''
"""
_TOGETHER = {
    # The rows lie in this order; older SQLite cannot be told which one to take.
    "sqlite": "group_concat(lines, '') FROM (SELECT lines FROM game_events "
    "WHERE game_id = games.id ORDER BY number)",
    "postgresql": "string_agg(lines, '' ORDER BY number) FROM game_events WHERE game_id = games.id",
}


def upgrade() -> None:
    """Add the table, and move what is there into it."""
    op.create_table(
        "game_events",
        sa.Column("game_id", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("lines", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("game_id", "number", name="pk_game_events"),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name="fk_game_events_game_id", ondelete="CASCADE"
        ),
        sqlite_with_rowid=False,
    )
    op.execute(_APART)
    op.drop_column("games", "log")


def downgrade() -> None:
    """Put each game's events together again."""
    op.add_column("games", sa.Column("log", sa.Text, nullable=False, server_default=""))
    together = _TOGETHER[op.get_context().dialect.name]
    op.execute(f"UPDATE games SET log = coalesce((SELECT {together}), '')")
    op.drop_table("game_events")
