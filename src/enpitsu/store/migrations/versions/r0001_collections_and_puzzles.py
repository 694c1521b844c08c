"""Collections, puzzles, and the puzzles of batches that could not be made."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "collections",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("header", sa.Text, nullable=False),
        sa.Column("note", sa.Text, nullable=False),
        sa.Column("created", sa.DateTime, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_collections"),
        sa.UniqueConstraint("name", name="uq_collections_name"),
    )
    op.create_table(
        "puzzles",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("collection_id", sa.Integer, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("fingerprint", sa.String(16), nullable=False),
        sa.Column("kind", sa.String(100), nullable=False),
        sa.Column("rows", sa.Integer, nullable=False),
        sa.Column("cols", sa.Integer, nullable=False),
        sa.Column("level", sa.String(100), nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("author", sa.Text, nullable=False),
        sa.Column("content", sa.Text, nullable=False),
        sa.Column("entry", sa.Text, nullable=False),
        sa.Column("added", sa.DateTime, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_puzzles"),
        sa.ForeignKeyConstraint(
            ["collection_id"],
            ["collections.id"],
            name="fk_puzzles_collection_id",
            ondelete="CASCADE",
        ),
        sa.UniqueConstraint("collection_id", "number", name="uq_puzzles_collection_id_number"),
    )
    op.create_index("ix_puzzles_fingerprint", "puzzles", ["fingerprint"])
    op.create_index(
        "ix_puzzles_collection_id_kind_level", "puzzles", ["collection_id", "kind", "level"]
    )
    op.create_table(
        "failures",
        sa.Column("collection_id", sa.Integer, nullable=False),
        sa.Column("number", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("entry", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("collection_id", "number", name="pk_failures"),
        sa.ForeignKeyConstraint(
            ["collection_id"],
            ["collections.id"],
            name="fk_failures_collection_id",
            ondelete="CASCADE",
        ),
    )


def downgrade() -> None:
    """Take the tables away."""
    op.drop_table("failures")
    op.drop_table("puzzles")
    op.drop_table("collections")
