"""The tables. Whoever changes them adds a migration beside those in migrations/versions."""

from __future__ import annotations

from sqlalchemy import (
    Column,
    DateTime,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

REVISION = "0001"
"""The last migration: what a database must be at to be used."""

VERSION_TABLE = "enpitsu_version"
MAX_NAME = 200

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
