"""The routes of jobs: long work with progress, which can be cancelled."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator
from functools import reduce
from operator import or_
from typing import Literal

from starlette import requests
from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from enpitsu.web.answers import answer, raw_answer
from enpitsu.web.api.help_count import count_help
from enpitsu.web.api.route import (
    PREFIX,
    Route,
    address_of,
    read_body,
    server_of,
    share_of,
    while_connected,
)
from enpitsu.web.contract import JSON, RequestBody, read_query, write_json
from enpitsu.web.jobs import JobAnswer, Jobs
from enpitsu.web.tasks import JOBS, TASKS, job_type, read_job
from enpitsu.web.worker_pools import Priority

EVENTS = "text/event-stream"
EVENTS_HEADERS = {"cache-control": "no-store", "x-accel-buffering": "no"}


class ShowJobQuery(RequestBody):
    """The query for a job, with its result or without."""

    result: Literal["yes", "no"] = "yes"


async def _start(request: requests.Request) -> Response:
    server = server_of(request)
    body = await read_body(request, takes_file=True)
    config = server.config
    checked = server.worker_pools.ask(
        Priority.LIGHT, config.request_seconds, read_job, body, config.quota
    )
    order = await while_connected(request, checked)
    owner = owner_of(request)
    job = server.jobs.start(order, body, address_of(request), owner, share_of(request))
    return answer(job.answer(), 202, location=f"{PREFIX}/jobs/{job.id}")


def owner_of(request: requests.Request) -> str:
    """Return who has started a job: what a browser says of itself need not be true, so it only
    tells whose results may be forgotten first."""
    cookie = request.headers.get("cookie", "")
    return hashlib.sha256(cookie.encode()).hexdigest() if cookie else ""


async def _show(request: requests.Request) -> Response:
    job = server_of(request).jobs.find(request.path_params["id"])
    asked = read_query(request.query_params.multi_items(), ShowJobQuery)
    if asked.result == "no":
        return answer(job.answer())
    await count_help(request, job.help)
    return raw_answer(JSON, write_json(job.answer(with_result=True)))


async def _cancel(request: requests.Request) -> Response:
    job = await server_of(request).jobs.cancel(request.path_params["id"])
    return answer(job.answer())


async def _events(request: requests.Request) -> Response:
    jobs = server_of(request).jobs
    job = jobs.find(request.path_params["id"])
    if request.method == "HEAD":
        return Response(None, 200, EVENTS_HEADERS, media_type=EVENTS)
    return _Events(jobs, job.id, address_of(request))


class _Events(StreamingResponse):
    """The events of a job, counted as a watcher while they are sent."""

    def __init__(self, jobs: Jobs, id: str, address: str) -> None:
        super().__init__(_tell(jobs, id), headers=EVENTS_HEADERS, media_type=EVENTS)
        self._watching = jobs.watching(id, address)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Tell it."""
        with self._watching:
            await super().__call__(scope, receive, send)


async def _tell(jobs: Jobs, id: str) -> AsyncIterator[bytes]:
    """Server-Sent Events; a beat is a comment, which browsers pass over."""
    async for event, number, data in jobs.watch(id):
        if event == "beat":
            yield b": beat\n\n"
        else:
            yield f"event: {event}\nid: {number}\ndata: ".encode() + data + b"\n\n"


ROUTES = (
    Route(
        method="POST",
        path="/jobs",
        name="start-job",
        group="jobs",
        summary="Have something done that takes long.",
        handle=_start,
        asks=reduce(or_, (job_type(TASKS[name]) for name in JOBS)),
        answers=JobAnswer,
        status=202,
    ),
    Route(
        method="GET",
        path="/jobs/{id}",
        name="show-job",
        group="jobs",
        summary="How far a job is, with its result when it is done, or without it.",
        query=ShowJobQuery,
        handle=_show,
        answers=JobAnswer,
        errors=(404,),
    ),
    Route(
        method="GET",
        path="/jobs/{id}/events",
        name="watch-job",
        group="jobs",
        summary="Server-Sent Events: progress, then end, each with the job without its result.",
        handle=_events,
        media=(EVENTS,),
        errors=(404, 429),
    ),
    Route(
        method="DELETE",
        path="/jobs/{id}",
        name="cancel-job",
        group="jobs",
        summary="Stop a job and forget it.",
        handle=_cancel,
        answers=JobAnswer,
        errors=(404,),
    ),
)
