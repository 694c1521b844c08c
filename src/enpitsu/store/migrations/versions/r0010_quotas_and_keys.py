"""Bytes of each player; keys that expire and can be withdrawn. Players of whom
nothing is kept go: a browser that has done nothing needs none."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from enpitsu.store.quota import recount

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

_SEEN = "UPDATE players SET seen = CURRENT_TIMESTAMP"
"""Every key holds for a whole year from now on."""
_IDLE = """
DELETE FROM players WHERE name = ''
AND NOT EXISTS (SELECT 1 FROM games WHERE games.player_id = players.id)
AND NOT EXISTS (SELECT 1 FROM results WHERE results.player_id = players.id)
AND NOT EXISTS (SELECT 1 FROM drafts WHERE drafts.player_id = players.id)
AND NOT EXISTS (SELECT 1 FROM puzzles WHERE puzzles.owner_id = players.id)
"""


def upgrade() -> None:
    """Add the columns and the table, and count what is there."""
    start = sa.text("'2000-01-01 00:00:00'")
    op.add_column("players", sa.Column("seen", sa.DateTime, nullable=False, server_default=start))
    zero = sa.text("0")
    op.add_column("players", sa.Column("bytes", sa.BigInteger, nullable=False, server_default=zero))
    op.create_table(
        "withdrawn_tokens",
        sa.Column("token", sa.String(64), nullable=False),
        sa.Column("player", sa.Integer, nullable=False),
        sa.Column("withdrawn", sa.DateTime, nullable=False),
        sa.PrimaryKeyConstraint("token", name="pk_withdrawn_tokens"),
    )
    for column in ("withdrawn", "player"):
        op.create_index(f"ix_withdrawn_tokens_{column}", "withdrawn_tokens", [column])
    op.execute(_IDLE)
    op.execute(_SEEN)
    if not op.get_context().as_sql:
        recount(op.get_bind())


def downgrade() -> None:
    """Take them away again."""
    op.drop_table("withdrawn_tokens")
    op.drop_column("players", "bytes")
    op.drop_column("players", "seen")
