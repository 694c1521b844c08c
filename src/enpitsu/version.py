"""The version of Enpitsu."""

from __future__ import annotations

from functools import cache
from importlib import metadata


@cache
def version() -> str:
    """The version of Enpitsu."""
    try:
        return metadata.version("enpitsu")
    except metadata.PackageNotFoundError:
        return "unknown"
