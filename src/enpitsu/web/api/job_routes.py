"""The routes of jobs: long work with progress, which can be cancelled."""

from __future__ import annotations

import hashlib
import json
from collections.abc import AsyncIterator

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from enpitsu.web.answers import answer, raw_answer
from enpitsu.web.api.help_count import count_told
from enpitsu.web.api.route import (
    PREFIX,
    Route,
    address_of,
    read_body,
    server_of,
    share_of,
    while_connected,
)
from enpitsu.web.jobs import Jobs, JobState
from enpitsu.web.shapes import FREE, NUMBER, choice, read_query, record, text, whole
from enpitsu.web.tasks import JOBS, TASKS, job_shape
from enpitsu.web.tasks import order as check_order
from enpitsu.web.worker_pools import Priority

EVENTS = "text/event-stream"
EVENTS_HEADERS = {"cache-control": "no-store", "x-accel-buffering": "no"}
ERROR = record({"code": text(), "message": text(10_000)}, {"where": FREE})
JOB = record(
    {
        "id": text(),
        "do": choice(*JOBS),
        "state": choice(*map(str, JobState)),
        "progress": FREE,
        "seconds": NUMBER,
    },
    {
        "place": {**whole(0), "description": "How many come before it, while it waits."},
        "error": ERROR,
        "status": {
            **text(),
            "description": "What is known of the solutions, before they are told.",
        },
        "result": {**FREE, "description": "What the task of this name answers."},
    },
)

SHOWN = record(optional={"result": choice("yes", "no")})


async def _start(request: Request) -> Response:
    server = server_of(request)
    body = await read_body(request, takes_file=True)
    config = server.config
    checked = server.worker_pools.ask(
        Priority.LIGHT, config.request_seconds, check_order, body, config.quota
    )
    order = await while_connected(request, checked)
    owner = owner_of(request)
    job = server.jobs.start(order, body, address_of(request), owner, share_of(request))
    return answer(job.data(), 202, location=f"{PREFIX}/jobs/{job.id}")


def owner_of(request: Request) -> str:
    """Who has started a job: what a browser says of itself need not be true, so it only tells
    whose results may be forgotten first."""
    cookie = request.headers.get("cookie", "")
    return hashlib.sha256(cookie.encode()).hexdigest() if cookie else ""


async def _show(request: Request) -> Response:
    job = server_of(request).jobs.find(request.path_params["id"])
    asked = read_query(request.query_params.multi_items(), SHOWN)
    if asked.get("result") == "no":
        return answer(job.data())
    await count_told(request, job.told)
    return raw_answer("application/json", job.whole())


async def _cancel(request: Request) -> Response:
    job = await server_of(request).jobs.cancel(request.path_params["id"])
    return answer(job.data())


async def _events(request: Request) -> Response:
    jobs = server_of(request).jobs
    job = jobs.find(request.path_params["id"])
    if request.method == "HEAD":
        return Response(None, 200, EVENTS_HEADERS, media_type=EVENTS)
    return _Events(jobs, job.id, address_of(request))


class _Events(StreamingResponse):
    """The events of a job, counted as a watcher while they are sent."""

    def __init__(self, jobs: Jobs, id: str, address: str) -> None:
        super().__init__(_told(jobs, id), headers=EVENTS_HEADERS, media_type=EVENTS)
        self._watching = jobs.watching(id, address)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Tell it."""
        with self._watching:
            await super().__call__(scope, receive, send)


async def _told(jobs: Jobs, id: str) -> AsyncIterator[bytes]:
    """Server-Sent Events; a beat is a comment, which browsers pass over."""
    async for event, number, data in jobs.watch(id):
        if event == "beat":
            yield b": beat\n\n"
        else:
            yield f"event: {event}\nid: {number}\ndata: {json.dumps(data)}\n\n".encode()


ROUTES = (
    Route(
        method="POST",
        path="/jobs",
        name="start-job",
        group="jobs",
        summary="Have something done that takes long.",
        handle=_start,
        asks={"oneOf": [job_shape(TASKS[name]) for name in JOBS]},
        answers=JOB,
        status=202,
    ),
    Route(
        method="GET",
        path="/jobs/{id}",
        name="show-job",
        group="jobs",
        summary="How far a job is, with its result when it is done, or without it.",
        query=SHOWN,
        handle=_show,
        answers=JOB,
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
        answers=JOB,
        errors=(404,),
    ),
)
