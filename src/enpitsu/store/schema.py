"""The tables. Whoever changes them adds a migration beside those in migrations/versions."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
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
    false,
    text,
)

REVISION = "0012"  # the last migration: what a database must be at to be used

VERSION_TABLE = "enpitsu_version"
MAX_NAME = 200
MAX_LIKENESS = 100
HIDDEN = "#"
"""The prefix of the names of collections that are in no list: nobody else can take such a name."""
BEGUN = "begun"  # a game that goes on
SOLVED = "solved"  # a game that was finished
GIVEN_UP = "given-up"  # a game that was given up
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
    # What twins share: see enpitsu.fingerprint.
    Column("fingerprint", String(16), nullable=False),
    Column("kind", String(100), nullable=False),
    Column("rows", Integer, nullable=False),
    Column("cols", Integer, nullable=False),
    Column("level", String(100), nullable=False),
    # Steps that it takes; 0 if nobody counted them.
    Column("length", Integer, nullable=False, server_default=text("0")),
    Column("title", Text, nullable=False),
    Column("author", Text, nullable=False),
    # The puzzle with all that belongs to it, in Enpitsu's JSON: the columns above only find it.
    Column("content", Text, nullable=False),
    # Its line in the manifest; "" where there is none.
    Column("entry", Text, nullable=False),
    Column("added", DateTime, nullable=False),
    # The player who alone sees it in lists; NULL for what belongs to all.
    Column("owner_id", Integer),
    # Taken away by its owner while others had games of it: in no list, but still there for them.
    Column("is_removed", Boolean, nullable=False, server_default=false()),
    # It has an owner, but all see it.
    Column("is_published", Boolean, nullable=False, server_default=false()),
    # The draft that it was made to test; NULL for all that are no tests. Tests are in no list.
    Column("draft_id", String(32)),
    UniqueConstraint("collection_id", "number"),
    Index(None, "fingerprint"),
    Index(None, "owner_id"),
    Index(None, "draft_id"),
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
    # What names that look the same have in common: see enpitsu.store.names.
    Column("likeness", String(MAX_LIKENESS), nullable=False, server_default=""),
    # The last day on which the token was used: it expires when it is not.
    Column("seen", DateTime, nullable=False, server_default=text("'2000-01-01 00:00:00'")),
    # What is kept for the player, as enpitsu.store.quota counts it.
    Column("bytes", BigInteger, nullable=False, server_default=text("0")),
    UniqueConstraint("token"),
    Index(None, "likeness"),
)

# Tokens, hashed, that were changed or whose player is gone: nobody becomes a player with one again.
withdrawn_tokens = Table(
    "withdrawn_tokens",
    metadata,
    Column("token", String(64), primary_key=True),
    # Whose it was: no other player gets this number, under which browsers keep things.
    Column("player", Integer, nullable=False),
    Column("withdrawn", DateTime, nullable=False),
    Index(None, "withdrawn"),
    Index(None, "player"),
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
    # Counts the saves, so that no one overwrites what they have not seen.
    Column("revision", Integer, nullable=False),
    Column("state", String(10), nullable=False),
    Column("is_first", Boolean, nullable=False),
    # Milliseconds of play, pauses left out.
    Column("elapsed", Integer, nullable=False),
    # The enpitsu.play.Tail of its events.
    Column("events", Integer, nullable=False),
    Column("facts", Integer, nullable=False),
    Column("last", Integer, nullable=False),
    # What the page wants to find again: a JSON object.
    Column("ui", Text, nullable=False),
    Column("started", DateTime, nullable=False),
    Column("updated", DateTime, nullable=False),
    # What the last save brought, hashed: sent once more, it is known again.
    Column("saved", String(64), nullable=False, server_default=""),
    # What the server measured by itself: see enpitsu.play.clock; "" in games of older libraries.
    Column("clock", Text, nullable=False, server_default=""),
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

game_events = Table(
    "game_events",
    metadata,
    Column("game_id", String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    # The revision that a save led to.
    Column("number", Integer, primary_key=True, autoincrement=False),
    # The events that it brought, as JSON, one a line.
    Column("lines", Text, nullable=False),
    sqlite_with_rowid=False,
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
    Column("length", Integer, nullable=False, server_default=text("0")),
    Column("title", Text, nullable=False),
    Column("seconds", Float, nullable=False),
    Column("penalty", Integer, nullable=False),
    Column("hints", Integer, nullable=False),
    Column("checks", Integer, nullable=False),
    Column("is_clean", Boolean, nullable=False),
    # Only a player's first attempt at a puzzle counts.
    Column("is_first", Boolean, nullable=False),
    # The puzzle was some player's own: others of its kind and size are not compared with it.
    Column("is_own", Boolean, nullable=False, server_default=false()),
    # An author's time on their own draft: it is compared with nothing.
    Column("is_test", Boolean, nullable=False, server_default=false()),
    Column("solved", DateTime, nullable=False),
    # For the replay: the puzzle in Enpitsu's JSON, and all events.
    Column("content", Text, nullable=False),
    Column("log", Text, nullable=False),
    # What it adds to the ranking of all players: see enpitsu.play.ranking; NULL if nothing ever.
    Column("points", Integer),
    # Why it is in no ranking: see enpitsu.play.score.MARKS; "" if it is.
    Column("mark", String(10), nullable=False, server_default=""),
    UniqueConstraint("game_id"),
    Index(None, "fingerprint"),
    Index(None, "player_id", "fingerprint"),
    Index(None, "player_id", "solved"),
    Index(None, "kind", "rows", "cols", "level"),
    # The best of a kind and of all kinds, and how many are clean, without a look at the rows.
    Index(None, "player_id", "kind", "points", "is_clean"),
    Index(None, "player_id", "points", "is_clean"),
)

standings = Table(
    "standings",
    metadata,
    Column("player_id", Integer, ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    # "" for all kinds together.
    Column("kind", String(100), primary_key=True),
    Column("points", Integer, nullable=False),
    # How many results count, and how many of them are clean.
    Column("solved", Integer, nullable=False),
    Column("clean", Integer, nullable=False),
    Index(None, "kind", "points", "player_id"),
)

# What players were told of puzzles: see enpitsu.store.help_given.
told = Table(
    "told",
    metadata,
    Column("player_id", Integer, ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    # Twins are the same puzzle.
    Column("fingerprint", String(16), primary_key=True),
    Column("has_answer", Boolean, nullable=False),
    # The pieces of help that were told, each by a short name, with spaces between.
    Column("names", Text, nullable=False),
    Column("updated", DateTime, nullable=False),
)

# How far players are with the lessons of the school: see enpitsu.store.lessons.
lessons = Table(
    "lessons",
    metadata,
    Column("player_id", Integer, ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    Column("kind", String(100), primary_key=True),
    Column("technique", String(100), primary_key=True),
    # Exercises that were done without help, one after the other.
    Column("right_in_a_row", Integer, nullable=False),
    # How often help was needed.
    Column("helped", Integer, nullable=False),
    # Which of the growing times passes until it comes back, from 1 on.
    Column("box", Integer, nullable=False),
    Column("due", DateTime, nullable=False),
    # The exercise that was done last: done twice, it counts once.
    Column("seed", String(20), nullable=False),
)

drafts = Table(
    "drafts",
    metadata,
    # Random: it cannot be guessed.
    Column("id", String(32), primary_key=True),
    Column("player_id", Integer, ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
    # Counts the saves, so that no one overwrites what they have not seen.
    Column("revision", Integer, nullable=False),
    Column("kind", String(100), nullable=False),
    Column("rows", Integer, nullable=False),
    Column("cols", Integer, nullable=False),
    Column("title", Text, nullable=False),
    Column("author", Text, nullable=False),
    # What the page found out about it, "" for nothing.
    Column("status", String(20), nullable=False),
    Column("level", String(100), nullable=False),
    Column("length", Integer, nullable=False, server_default=text("0")),
    # All that the page keeps: a JSON object.
    Column("content", Text, nullable=False),
    # The puzzle that it is so far, in Enpitsu's JSON; "" while it is none.
    Column("document", Text, nullable=False),
    Column("published_id", Integer, ForeignKey("puzzles.id", ondelete="SET NULL")),
    # What the last save brought, hashed: sent once more, it is known again.
    Column("saved", String(64), nullable=False),
    Column("created", DateTime, nullable=False),
    Column("updated", DateTime, nullable=False),
    Index(None, "player_id", "updated"),
    # Asked when puzzles are removed.
    Index(None, "published_id"),
)

# The link of a draft, by which test solvers come to a puzzle that is in no list.
test_links = Table(
    "test_links",
    metadata,
    # Random: it cannot be guessed.
    Column("token", String(32), primary_key=True),
    Column("draft_id", String(32), ForeignKey("drafts.id", ondelete="CASCADE"), nullable=False),
    Column("puzzle_id", Integer, ForeignKey("puzzles.id", ondelete="CASCADE"), nullable=False),
    Column("created", DateTime, nullable=False),
    UniqueConstraint("draft_id"),
    # Asked when puzzles are removed.
    Index(None, "puzzle_id"),
)

# What test solvers tell the author.
test_comments = Table(
    "test_comments",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("game_id", String(32), ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
    Column("text", Text, nullable=False),
    Column("written", DateTime, nullable=False),
    Index(None, "game_id"),
)
