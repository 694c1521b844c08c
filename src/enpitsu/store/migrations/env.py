"""The entry of Alembic: brings the database of the given connection to the wanted version."""

from __future__ import annotations

from alembic import context

from enpitsu.store.schema import VERSION_TABLE, metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    version_table=VERSION_TABLE,
    # SQLite cannot change columns in place: migrations make the table anew there.
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
