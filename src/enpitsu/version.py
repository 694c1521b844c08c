"""The version of Enpitsu; pyproject.toml takes it from here."""

from __future__ import annotations

_VERSION = "0.1.0"


def version() -> str:
    """The version of Enpitsu."""
    return _VERSION
