"""Puzzles that are removed while somebody plays them; results that count for one puzzle alone; what
the last save of a game was."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

_OWN = """
UPDATE results SET is_own = {true} WHERE game_id IN (
    SELECT games.id FROM games JOIN puzzles ON games.puzzle_id = puzzles.id
    WHERE puzzles.owner_id IS NOT NULL)
"""


def upgrade() -> None:
    """Add the columns; what is there is not removed."""
    for table, name in (("puzzles", "is_removed"), ("results", "is_own")):
        flag = sa.Column(name, sa.Boolean, nullable=False, server_default=sa.false())
        op.add_column(table, flag)
    op.add_column("games", sa.Column("saved", sa.String(64), nullable=False, server_default=""))
    is_sqlite = op.get_bind().dialect.name == "sqlite"
    op.execute(_OWN.format(true="1" if is_sqlite else "true"))


def downgrade() -> None:
    """Take them away again."""
    op.drop_column("games", "saved")
    op.drop_column("results", "is_own")
    op.drop_column("puzzles", "is_removed")
