"""Honest results: the server's clock, marks, what players were told, names that look the same."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from enpitsu.store.names import likeness

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns and the table, and say what the names of players look like."""
    op.add_column("games", sa.Column("clock", sa.Text, nullable=False, server_default=""))
    op.add_column("results", sa.Column("mark", sa.String(10), nullable=False, server_default=""))
    likeness_column = sa.Column("likeness", sa.String(100), nullable=False, server_default="")
    op.add_column("players", likeness_column)
    op.create_index("ix_players_likeness", "players", ["likeness"])
    op.create_table(
        "told",
        sa.Column("player_id", sa.Integer, nullable=False),
        sa.Column("fingerprint", sa.String(16), nullable=False),
        sa.Column("has_answer", sa.Boolean, nullable=False),
        sa.Column("names", sa.Text, nullable=False),
        sa.Column("updated", sa.DateTime, nullable=False),
        sa.PrimaryKeyConstraint("player_id", "fingerprint", name="pk_told"),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.id"], name="fk_told_player_id", ondelete="CASCADE"
        ),
    )
    if not op.get_context().as_sql:
        _fill_likeness(op.get_bind())


def _fill_likeness(connection: sa.Connection) -> None:
    table = sa.table("players", sa.column("id"), sa.column("name"), sa.column("likeness"))
    named = connection.execute(sa.select(table.c.id, table.c.name).where(table.c.name != "")).all()
    change = sa.update(table).where(table.c.id == sa.bindparam("key"))
    rows = [{"key": row.id, "look": likeness(row.name)} for row in named]
    if rows:
        connection.execute(change.values(likeness=sa.bindparam("look")), rows)


def downgrade() -> None:
    """Take them away again."""
    op.drop_table("told")
    op.drop_index("ix_players_likeness", "players")
    op.drop_column("players", "likeness")
    op.drop_column("results", "mark")
    op.drop_column("games", "clock")
