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
    school_routes,
    solver_routes,
    starter_routes,
    task_routes,
)
from enpitsu.web.api.route import PREFIX, Route, Routes, Server, answering
from enpitsu.web.contract import JSON, AnswerBody
from enpitsu.web.openapi import describe

__all__ = ["PREFIX", "ROUTES", "Route", "Server", "answering"]


class OpenApiAnswer(AnswerBody, forbid_unknown_fields=False):
    """A description as OpenAPI has them."""

    openapi: str
    info: dict[str, Any]
    paths: dict[str, Any]
    components: dict[str, Any]


_ABOUT = Routes("about")


@_ABOUT.register("GET", "/openapi.json", answers=OpenApiAnswer, errors=())
async def openapi(request: Request) -> Response:
    """This description."""
    return raw_answer(JSON, _description())


@cache
def _description() -> bytes:
    """Written once: it takes a while, in which nobody else is answered."""
    return json.dumps(describe(ROUTES), separators=(",", ":")).encode()


ROUTES: tuple[Route, ...] = (
    *task_routes.ROUTES,
    *job_routes.ROUTES,
    *player_routes.ROUTES,
    *puzzle_routes.ROUTES,
    *picture_routes.ROUTES,
    *starter_routes.ROUTES,
    *daily_routes.ROUTES,
    *draft_routes.ROUTES,
    *solver_routes.ROUTES,
    *game_routes.ROUTES,
    *result_routes.ROUTES,
    *ranking_routes.ROUTES,
    *school_routes.ROUTES,
    *about_routes.ROUTES,
    *_ABOUT,
)
