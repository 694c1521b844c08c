"""Each solve that counts is worth at least one point, and totals are rounded: counted anew."""

from __future__ import annotations

from alembic import op

from enpitsu.store.standings import recount

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Count all results anew."""
    if not op.get_context().as_sql:
        recount(op.get_bind())


def downgrade() -> None:
    """Nothing to take away: the tables are the same."""
