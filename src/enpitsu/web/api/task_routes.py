"""The routes that have one task done while the client waits."""

from __future__ import annotations

import json
from dataclasses import replace

from starlette.requests import Request
from starlette.responses import Response

from enpitsu.errors import TookTooLong
from enpitsu.web import contract
from enpitsu.web.answers import PUBLIC, raw_answer
from enpitsu.web.api.help_count import count_help
from enpitsu.web.api.route import Handler, Route, read_body, server_of, while_connected
from enpitsu.web.contract import JSON, Language
from enpitsu.web.tasks import TASKS, give_up, perform, perform_told, write_answer
from enpitsu.web.tasks.convert_render import MEDIA
from enpitsu.web.tasks.task import WebTask
from enpitsu.web.worker_pools import Priority
from enpitsu.words import ENGLISH

GETS = {"kinds": "/kinds", "rules": "/rules/{kind}"}
"""Tasks whose address says all, and that address; the others take a body."""
ONLY_JOBS = ("generate", "explain", "improve")  # tasks that take too long to be waited for


async def do_task(request: Request, task: WebTask, body: bytes) -> Response:
    """Have a task done; the work stops when the client goes away."""
    config = server_of(request).config
    quota = replace(config.quota, seconds=config.request_seconds)
    most = config.request_seconds + config.grace_seconds
    is_counted = bool(request.cookies)
    work = server_of(request).worker_pools.ask(
        priority_of(task), most, perform_told, task.name, body, quota, is_counted=is_counted
    )
    try:
        done = await while_connected(request, work)
        await count_help(request, done.help)
        return raw_answer(done.media, done.content)
    except TookTooLong:
        if task.given_up is None:
            raise
        return raw_answer(*write_answer(give_up(task, "time")))


def priority_of(task: WebTask) -> Priority:
    """Return which processes do a task that is waited for."""
    if task.is_live:
        return Priority.LIVE
    if task.is_paper:
        return Priority.PAPER
    return Priority.LIGHT if task.is_light else Priority.HEAVY


def _handler(task: WebTask) -> Handler:
    async def handle(request: Request) -> Response:
        if task.name in GETS:
            return await _public(request, task)
        body = await read_body(request, takes_file=task.takes_file)
        return await do_task(request, task, body)

    return handle


async def _public(request: Request, task: WebTask) -> Response:
    """Return an answer that is the same for all who ask for this address, worked out once."""
    server = server_of(request)
    body = json.dumps({**dict(request.query_params), **request.path_params}).encode()

    async def found() -> bytes:
        config = server.config
        quota = replace(config.quota, seconds=config.request_seconds)
        most = config.request_seconds + config.grace_seconds
        _, content = await server.worker_pools.ask(
            priority_of(task), most, perform, task.name, body, quota
        )
        return content

    key = f"{task.name} {body.decode()}"
    content = await while_connected(request, server.public_answers.have(key, found))
    return raw_answer(JSON, content, cache_control=PUBLIC)


class LanguageQuery(contract.RequestBody):
    """The language of an answer; a part of the address says the rest."""

    language: Language = ENGLISH


def _route(task: WebTask) -> Route:
    is_get = task.name in GETS
    return Route(
        method="GET" if is_get else "POST",
        path=GETS.get(task.name, f"/{task.name}"),
        name=task.name,
        group="puzzles",
        summary=task.summary,
        handle=_handler(task),
        query=LanguageQuery if is_get else None,
        asks=None if is_get else task.asks,
        answers=task.answers,
        media=("application/json",) if task.answers is not None else tuple(MEDIA.values()),
        errors=(400, 422),
    )


ROUTES = tuple(_route(task) for task in TASKS.values() if task.name not in ONLY_JOBS)
