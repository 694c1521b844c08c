"""The routes of jobs: long work with progress, which can be cancelled."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator
from contextlib import AbstractContextManager
from functools import reduce
from operator import or_
from typing import Literal

from starlette import requests
from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from enpitsu.web.answers import answer
from enpitsu.web.api.help_count import count_help
from enpitsu.web.api.route import (
    PREFIX,
    Routes,
    address_of,
    ask_worker,
    read_body,
    server_of,
    share_of,
)
from enpitsu.web.contract import RequestBody
from enpitsu.web.jobs import JobAnswer
from enpitsu.web.tasks import JOBS, TASKS, job_type, read_job
from enpitsu.web.worker_pools import Priority

ROUTES = Routes("jobs")


EVENTS = "text/event-stream"
EVENTS_HEADERS = {"cache-control": "no-store", "x-accel-buffering": "no"}


class ShowJobQuery(RequestBody):
    """The query for a job, with its result or without."""

    result: Literal["yes", "no"] = "yes"


@ROUTES.register(
    "POST",
    "/jobs",
    asks=reduce(or_, (job_type(TASKS[name]) for name in JOBS)),
    answers=JobAnswer,
    status=202,
)
async def start_job(request: requests.Request) -> Response:
    """Have something done that takes long."""
    server = server_of(request)
    body = await read_body(request, takes_file=True)
    order = await ask_worker(request, Priority.LIGHT, read_job, body, server.config.quota)
    # What a browser says of itself need not be true: it tells whose results are forgotten first.
    cookie = request.headers.get("cookie", "")
    owner = hashlib.sha256(cookie.encode()).hexdigest() if cookie else ""
    job = server.jobs.start(order, body, address_of(request), owner, share_of(request))
    return answer(job.answer(), 202, location=f"{PREFIX}/jobs/{job.id}")


@ROUTES.register("GET", "/jobs/{id}", answers=JobAnswer, errors=(404,))
async def show_job(request: requests.Request, query: ShowJobQuery) -> Response:
    """A job's progress, with its result when it is done, or without it."""
    job = server_of(request).jobs.find(request.path_params["id"])
    if query.result == "no":
        return answer(job.answer())
    await count_help(request, job.help)
    return answer(job.answer(with_result=True))


@ROUTES.register("DELETE", "/jobs/{id}", answers=JobAnswer, errors=(404,))
async def cancel_job(request: requests.Request) -> Response:
    """Stop a job and forget it."""
    job = await server_of(request).jobs.cancel(request.path_params["id"])
    return answer(job.answer())


@ROUTES.register("GET", "/jobs/{id}/events", media=(EVENTS,), errors=(404, 429))
async def watch_job(request: requests.Request) -> Response:
    """Server-Sent Events: progress, then end, each with the job without its result."""
    jobs = server_of(request).jobs
    job = jobs.find(request.path_params["id"])
    if request.method == "HEAD":
        return Response(None, 200, EVENTS_HEADERS, media_type=EVENTS)

    async def events() -> AsyncIterator[bytes]:
        async for event, number, data in jobs.watch(job.id):
            if event == "beat":
                yield b": beat\n\n"  # a comment, which browsers pass over
            else:
                yield f"event: {event}\nid: {number}\ndata: ".encode() + data + b"\n\n"

    return _WatchedEvents(events(), jobs.watching(job.id, address_of(request)))


class _WatchedEvents(StreamingResponse):
    """Events that count as those of a watcher while they are sent."""

    def __init__(
        self, events: AsyncIterator[bytes], watching: AbstractContextManager[None]
    ) -> None:
        super().__init__(events, headers=EVENTS_HEADERS, media_type=EVENTS)
        self._watching = watching

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send them."""
        with self._watching:
            await super().__call__(scope, receive, send)
