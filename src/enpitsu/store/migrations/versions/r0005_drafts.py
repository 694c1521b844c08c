"""Drafts; puzzles that their owner publishes, and those that he only tests."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

_FLAGS = (("puzzles", "is_published"), ("results", "is_test"))


def upgrade() -> None:
    """Add the table and the columns; what is there is neither published nor a test."""
    for table, name in _FLAGS:
        flag = sa.Column(name, sa.Boolean, nullable=False, server_default=sa.false())
        op.add_column(table, flag)
    # Without a constraint: SQLite would have to write all puzzles anew for it.
    op.add_column("puzzles", sa.Column("draft_id", sa.String(32), nullable=True))
    op.create_index("ix_puzzles_draft_id", "puzzles", ["draft_id"])
    _make_drafts()


def _make_drafts() -> None:
    op.create_table(
        "drafts",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("player_id", sa.Integer, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(100), nullable=False),
        sa.Column("rows", sa.Integer, nullable=False),
        sa.Column("cols", sa.Integer, nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("author", sa.Text, nullable=False),
        sa.Column("status", sa.String(20), nullable=False),
        sa.Column("level", sa.String(100), nullable=False),
        sa.Column("content", sa.Text, nullable=False),
        sa.Column("document", sa.Text, nullable=False),
        sa.Column("published_id", sa.Integer),
        sa.Column("saved", sa.String(64), nullable=False),
        sa.Column("created", sa.DateTime, nullable=False),
        sa.Column("updated", sa.DateTime, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_drafts"),
        _reference("player_id", "players.id", "CASCADE"),
        _reference("published_id", "puzzles.id", "SET NULL"),
    )
    for columns in (["player_id", "updated"], ["published_id"]):
        op.create_index(f"ix_drafts_{'_'.join(columns)}", "drafts", columns)


def _reference(column: str, target: str, ondelete: str) -> sa.ForeignKeyConstraint:
    name = f"fk_drafts_{column}"
    return sa.ForeignKeyConstraint([column], [target], name=name, ondelete=ondelete)


def downgrade() -> None:
    """Take them away again, with the puzzles that were made only to be tested."""
    op.drop_table("drafts")
    op.execute("DELETE FROM results WHERE is_test")
    tests = "SELECT id FROM puzzles WHERE draft_id IS NOT NULL"
    op.execute(f"DELETE FROM games WHERE puzzle_id IN ({tests})")
    op.execute("DELETE FROM puzzles WHERE draft_id IS NOT NULL")
    op.execute("DELETE FROM collections WHERE name LIKE '#%'")
    op.drop_index("ix_puzzles_draft_id", "puzzles")
    op.drop_column("puzzles", "draft_id")
    for table, name in _FLAGS:
        op.drop_column(table, name)
