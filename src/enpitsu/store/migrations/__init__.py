"""The migrations of the library's tables, step by step; Alembic takes them from here."""
