"""The JSON API: every route in one table."""

from __future__ import annotations

import json
from functools import cache

from starlette.requests import Request
from starlette.responses import Response

from enpitsu.web.answers import JSON, raw_answer
from enpitsu.web.api import (
    about,
    daily,
    drafts,
    games,
    jobs,
    me,
    pictures,
    puzzles,
    ranking,
    results,
    tasks,
)
from enpitsu.web.api.base import PREFIX, Route, Server, answering
from enpitsu.web.openapi import describe
from enpitsu.web.shapes import FREE

__all__ = ["PREFIX", "ROUTES", "Route", "Server", "answering"]


@cache
def _description() -> bytes:
    """Written once: it takes a while, in which nobody else is answered."""
    return json.dumps(describe(ROUTES), separators=(",", ":")).encode()


async def _openapi(request: Request) -> Response:
    return raw_answer(JSON, _description())


ROUTES: tuple[Route, ...] = (
    *tasks.ROUTES,
    *jobs.ROUTES,
    *me.ROUTES,
    *puzzles.ROUTES,
    *pictures.ROUTES,
    *daily.ROUTES,
    *drafts.ROUTES,
    *games.ROUTES,
    *results.ROUTES,
    *ranking.ROUTES,
    *about.ROUTES,
    Route(
        method="GET",
        path="/openapi.json",
        name="openapi",
        group="about",
        summary="This description.",
        handle=_openapi,
        answers=FREE,
        errors=(),
    ),
)
