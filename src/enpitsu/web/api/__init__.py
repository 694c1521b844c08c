"""The JSON API: every route in one table."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from enpitsu.web.answers import raw_answer
from enpitsu.web.api import (
    about_routes,
    daily_routes,
    draft_routes,
    game_routes,
    job_routes,
    picture_routes,
    player_routes,
    puzzle_routes,
    ranking_routes,
    result_routes,
    task_routes,
)
from enpitsu.web.api.route import PREFIX, Route, Server, answering
from enpitsu.web.contract import JSON, AnswerBody
from enpitsu.web.openapi import describe

__all__ = ["PREFIX", "ROUTES", "Route", "Server", "answering"]


class OpenApiAnswer(AnswerBody, forbid_unknown_fields=False):
    """A description as OpenAPI has them."""

    openapi: str
    info: dict[str, Any]
    paths: dict[str, Any]
    components: dict[str, Any]


@cache
def _description() -> bytes:
    """Written once: it takes a while, in which nobody else is answered."""
    return json.dumps(describe(ROUTES), separators=(",", ":")).encode()


async def _openapi(request: Request) -> Response:
    return raw_answer(JSON, _description())


ROUTES: tuple[Route, ...] = (
    *task_routes.ROUTES,
    *job_routes.ROUTES,
    *player_routes.ROUTES,
    *puzzle_routes.ROUTES,
    *picture_routes.ROUTES,
    *daily_routes.ROUTES,
    *draft_routes.ROUTES,
    *game_routes.ROUTES,
    *result_routes.ROUTES,
    *ranking_routes.ROUTES,
    *about_routes.ROUTES,
    Route(
        method="GET",
        path="/openapi.json",
        name="openapi",
        group="about",
        summary="This description.",
        handle=_openapi,
        answers=OpenApiAnswer,
        errors=(),
    ),
)
