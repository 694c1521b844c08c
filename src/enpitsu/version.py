"""Which Enpitsu this is."""

from __future__ import annotations

from importlib import metadata


def version() -> str:
    """The version of Enpitsu."""
    try:
        return metadata.version("enpitsu")
    except metadata.PackageNotFoundError:
        return "unknown"
