"""The web app's server: `create_app` makes it, any ASGI server runs it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from enpitsu import extras
from enpitsu.web.server_config import Quota, ServerConfig

if TYPE_CHECKING:
    from starlette.applications import Starlette
    from starlette.routing import BaseRoute

__all__ = ["Quota", "ServerConfig", "create_app"]

NEEDED = ("alembic", "anyio", "platformdirs", "sqlalchemy", "starlette", "uvicorn")
"""Packages that the extra "web" brings."""


def create_app(config: ServerConfig | None = None, pages: Sequence[BaseRoute] = ()) -> Starlette:
    """The server as an ASGI application; `pages` are what it shows beside the API."""
    # Working processes import this package too, and have no use for Starlette.
    try:
        from enpitsu.web.app import build
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in NEEDED:
            raise
        raise extras.missing("the web app", "web") from None
    return build(config or ServerConfig(), pages)
