"""How the library's tables came to be, step by step; Alembic takes them from here."""
