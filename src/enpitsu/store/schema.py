"""The tables. Whoever changes them adds a migration beside those in migrations/versions."""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    DateTime,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    text,
)

REVISION = "0002"
"""The last migration: what a database must be at to be used."""

VERSION_TABLE = "enpitsu_version"
MAX_NAME = 200
BEGUN, SOLVED, GIVEN_UP = "begun", "solved", "given-up"
"""What can be said of a game."""
_IS_BEGUN = text(f"state = '{BEGUN}'")

# Constraints have names, so that later migrations can speak of them on every database.
metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)

collections = Table(
    "collections",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", String(MAX_NAME), nullable=False),
    # The first line of a batch's manifest; "" for a collection that is none.
    Column("header", Text, nullable=False),
    Column("note", Text, nullable=False),
    # Times are UTC.
    Column("created", DateTime, nullable=False),
    UniqueConstraint("name"),
)

puzzles = Table(
    "puzzles",
    metadata,
    Column("id", Integer, primary_key=True),
    Column(
        "collection_id",
        Integer,
        ForeignKey("collections.id", ondelete="CASCADE"),
        nullable=False,
    ),
    # From 1 on, in each collection.
    Column("number", Integer, nullable=False),
    # What twins share: see enpitsu.twins.
    Column("fingerprint", String(16), nullable=False),
    Column("kind", String(100), nullable=False),
    Column("rows", Integer, nullable=False),
    Column("cols", Integer, nullable=False),
    Column("level", String(100), nullable=False),
    Column("title", Text, nullable=False),
    Column("author", Text, nullable=False),
    # The puzzle with all that belongs to it, in Enpitsu's JSON: the columns above only find it.
    Column("content", Text, nullable=False),
    # Its line in the manifest; "" where there is none.
    Column("entry", Text, nullable=False),
    Column("added", DateTime, nullable=False),
    UniqueConstraint("collection_id", "number"),
    Index(None, "fingerprint"),
    # Lists of collections tell how many of each there are, without a look at the puzzles.
    Index(None, "collection_id", "kind", "level"),
)

failures = Table(
    "failures",
    metadata,
    Column(
        "collection_id",
        Integer,
        ForeignKey("collections.id", ondelete="CASCADE"),
        primary_key=True,
    ),
    # The number of the puzzle in its batch that could not be made.
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("entry", Text, nullable=False),
)

players = Table(
    "players",
    metadata,
    Column("id", Integer, primary_key=True),
    # What a player is known by, hashed: who reads the database cannot play as someone else.
    Column("token", String(64), nullable=False),
    # "" until a name is given; names need not be different.
    Column("name", String(100), nullable=False),
    Column("created", DateTime, nullable=False),
    UniqueConstraint("token"),
)

games = Table(
    "games",
    metadata,
    # Random: it cannot be guessed.
    Column("id", String(32), primary_key=True),
    Column("player_id", Integer, ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
    Column("puzzle_id", Integer, ForeignKey("puzzles.id", ondelete="CASCADE"), nullable=False),
    # Twins are the same puzzle to a player who has solved one.
    Column("fingerprint", String(16), nullable=False),
    # Counts the saves, so that no one overwrites what he has not seen.
    Column("revision", Integer, nullable=False),
    Column("state", String(10), nullable=False),
    Column("is_first", Boolean, nullable=False),
    # Milliseconds of play, pauses left out.
    Column("elapsed", Integer, nullable=False),
    # The events as JSON, one a line; the next four are their enpitsu.play.Tail.
    Column("log", Text, nullable=False),
    Column("events", Integer, nullable=False),
    Column("facts", Integer, nullable=False),
    Column("last", Integer, nullable=False),
    Column("level", Integer, nullable=False),
    # What the page wants to find again: a JSON object.
    Column("ui", Text, nullable=False),
    Column("started", DateTime, nullable=False),
    Column("updated", DateTime, nullable=False),
    # A player has one game of a puzzle at a time.
    Index(
        "uq_games_begun",
        "player_id",
        "puzzle_id",
        unique=True,
        sqlite_where=_IS_BEGUN,
        postgresql_where=_IS_BEGUN,
    ),
    Index(None, "player_id", "fingerprint"),
    Index(None, "player_id", "updated"),
    # Asked when puzzles are removed.
    Index(None, "puzzle_id"),
)

results = Table(
    "results",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("player_id", Integer, ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
    # A result outlives its game and its puzzle: all that it tells is here.
    Column("game_id", String(32), ForeignKey("games.id", ondelete="SET NULL")),
    Column("fingerprint", String(16), nullable=False),
    Column("kind", String(100), nullable=False),
    Column("rows", Integer, nullable=False),
    Column("cols", Integer, nullable=False),
    Column("level", String(100), nullable=False),
    Column("title", Text, nullable=False),
    Column("seconds", Float, nullable=False),
    Column("penalty", Integer, nullable=False),
    Column("hints", Integer, nullable=False),
    Column("checks", Integer, nullable=False),
    Column("is_clean", Boolean, nullable=False),
    # Only a player's first attempt at a puzzle counts.
    Column("is_first", Boolean, nullable=False),
    Column("solved", DateTime, nullable=False),
    # For the replay: the puzzle in Enpitsu's JSON, and the events as in games.
    Column("content", Text, nullable=False),
    Column("log", Text, nullable=False),
    UniqueConstraint("game_id"),
    Index(None, "fingerprint"),
    Index(None, "player_id", "fingerprint"),
    Index(None, "player_id", "solved"),
    Index(None, "kind", "rows", "cols", "level"),
)
