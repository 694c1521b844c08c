"""The routes that have one task done while the client waits."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from enpitsu.errors import TookTooLong
from enpitsu.web import contract
from enpitsu.web.answers import PUBLIC, raw_answer
from enpitsu.web.api.help_count import count_help, note_lesson
from enpitsu.web.api.route import Route, read_body, server_of, while_connected
from enpitsu.web.contract import JSON, Language
from enpitsu.web.tasks import TASKS, Performed, give_up, perform, teach
from enpitsu.web.tasks.convert_render import MEDIA
from enpitsu.web.tasks.task import WebTask
from enpitsu.web.worker_pools import Priority
from enpitsu.words import ENGLISH

GETS = {"kinds": "/kinds", "rules": "/rules/{kind}"}
"""Tasks whose address says all, and that address; the others take a body."""
ONLY_JOBS = (
    "generate",
    "explain",
    "improve",
    "collection-book",
)  # tasks that take too long to be waited for


class LanguageQuery(contract.RequestBody):
    """The language of an answer; a part of the address says the rest."""

    language: Language = ENGLISH


def priority_of(task: WebTask) -> Priority:
    """Return the pool that does a task that is waited for."""
    if task.is_live:
        return Priority.LIVE
    if task.is_paper:
        return Priority.PAPER
    return Priority.LIGHT if task.is_light else Priority.HEAVY


async def do_task(
    request: Request,
    task: WebTask,
    body: bytes,
    *,
    is_counted: bool = False,
    given: Mapping[str, Any] | None = None,
) -> Performed:
    """Have a task done; `given` is what the address says beside the body."""
    server = server_of(request)
    config = server.config
    quota = replace(config.quota, seconds=config.request_seconds)
    seconds = config.request_seconds + config.grace_seconds
    return await server.worker_pools.ask(
        priority_of(task),
        seconds,
        perform,
        task.name,
        body,
        quota,
        is_counted=is_counted,
        given=given,
    )


def _post_route(task: WebTask) -> Route:
    async def handle(request: Request) -> Response:
        body = await read_body(request, takes_file=task.takes_file)
        work = do_task(request, task, body, is_counted=bool(request.cookies))
        try:
            done = await while_connected(request, work)
        except TookTooLong:
            if not task.gives_up:
                raise
            done = give_up(task, "time")
        await count_help(request, done.help)
        await note_lesson(request, done.lesson)
        return raw_answer(done.media, done.content)

    return Route(
        method="POST",
        path=f"/{task.name}",
        name=task.name,
        group="puzzles",
        summary=task.summary,
        handle=handle,
        asks=task.asks,
        answers=task.answers,
        media=("application/json",) if task.answers is not None else tuple(MEDIA.values()),
        errors=(400, 422),
    )


def _get_route(task: WebTask, path: str) -> Route:
    """Return the route of an answer that is the same for all who ask for an address: it is worked
    out once."""

    async def handle(request: Request) -> Response:
        body = json.dumps({**dict(request.query_params), **request.path_params}).encode()

        async def find() -> bytes:
            return (await do_task(request, task, body)).content

        finding = server_of(request).public_answers.have(f"{task.name} {body.decode()}", find)
        content = await while_connected(request, finding)
        return raw_answer(JSON, content, cache_control=PUBLIC)

    return Route(
        method="GET",
        path=path,
        name=task.name,
        group="puzzles",
        summary=task.summary,
        handle=handle,
        query=LanguageQuery,
        answers=task.answers,
        errors=(400, 422),
    )


ROUTES = [
    _get_route(task, GETS[task.name]) if task.name in GETS else _post_route(task)
    for task in TASKS.values()
    if task.name not in (*ONLY_JOBS, *teach.TASKS)
]
