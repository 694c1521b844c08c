"""Players, their games, and the results of those."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    _make_players()
    _make_games()
    _make_results()


def _make_players() -> None:
    op.create_table(
        "players",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("token", sa.String(64), nullable=False),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("created", sa.DateTime, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_players"),
        sa.UniqueConstraint("token", name="uq_players_token"),
    )


def _make_games() -> None:
    op.create_table(
        "games",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("player_id", sa.Integer, nullable=False),
        sa.Column("puzzle_id", sa.Integer, nullable=False),
        sa.Column("fingerprint", sa.String(16), nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("state", sa.String(10), nullable=False),
        sa.Column("is_first", sa.Boolean, nullable=False),
        sa.Column("elapsed", sa.Integer, nullable=False),
        sa.Column("log", sa.Text, nullable=False),
        sa.Column("events", sa.Integer, nullable=False),
        sa.Column("facts", sa.Integer, nullable=False),
        sa.Column("last", sa.Integer, nullable=False),
        sa.Column("level", sa.Integer, nullable=False),
        sa.Column("ui", sa.Text, nullable=False),
        sa.Column("started", sa.DateTime, nullable=False),
        sa.Column("updated", sa.DateTime, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_games"),
        _reference("games", "player_id", "players.id", "CASCADE"),
        _reference("games", "puzzle_id", "puzzles.id", "CASCADE"),
    )
    begun = sa.text("state = 'begun'")
    op.create_index(
        "uq_games_begun",
        "games",
        ["player_id", "puzzle_id"],
        unique=True,
        sqlite_where=begun,
        postgresql_where=begun,
    )
    _make_indexes("games", ["player_id", "fingerprint"], ["player_id", "updated"], ["puzzle_id"])


def _make_results() -> None:
    op.create_table(
        "results",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("player_id", sa.Integer, nullable=False),
        sa.Column("game_id", sa.String(32)),
        sa.Column("fingerprint", sa.String(16), nullable=False),
        sa.Column("kind", sa.String(100), nullable=False),
        sa.Column("rows", sa.Integer, nullable=False),
        sa.Column("cols", sa.Integer, nullable=False),
        sa.Column("level", sa.String(100), nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("seconds", sa.Float, nullable=False),
        sa.Column("penalty", sa.Integer, nullable=False),
        sa.Column("hints", sa.Integer, nullable=False),
        sa.Column("checks", sa.Integer, nullable=False),
        sa.Column("is_clean", sa.Boolean, nullable=False),
        sa.Column("is_first", sa.Boolean, nullable=False),
        sa.Column("solved", sa.DateTime, nullable=False),
        sa.Column("content", sa.Text, nullable=False),
        sa.Column("log", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_results"),
        _reference("results", "player_id", "players.id", "CASCADE"),
        _reference("results", "game_id", "games.id", "SET NULL"),
        sa.UniqueConstraint("game_id", name="uq_results_game_id"),
    )
    _make_indexes(
        "results",
        ["fingerprint"],
        ["player_id", "fingerprint"],
        ["player_id", "solved"],
        ["kind", "rows", "cols", "level"],
    )


def _reference(table: str, column: str, target: str, ondelete: str) -> sa.ForeignKeyConstraint:
    name = f"fk_{table}_{column}"
    return sa.ForeignKeyConstraint([column], [target], name=name, ondelete=ondelete)


def _make_indexes(table: str, *wanted: list[str]) -> None:
    for columns in wanted:
        op.create_index(f"ix_{table}_{'_'.join(columns)}", table, columns)


def downgrade() -> None:
    """Take the tables away."""
    for table in ("results", "games", "players"):
        op.drop_table(table)
