"""A route of the API, and what its handlers have at hand."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from types import UnionType
from typing import Any, NamedTuple, ParamSpec, TypeVar, get_type_hints

from starlette import requests
from starlette.responses import Response

from enpitsu.web.addresses import group_of
from enpitsu.web.answers import body_of, problem
from enpitsu.web.body_limit import BodyLimit, Share
from enpitsu.web.compression import compress
from enpitsu.web.contract import AnswerBody, RequestBody, read_query
from enpitsu.web.fair_queue import Client, Clients, asked_by
from enpitsu.web.jobs import Jobs
from enpitsu.web.picture_cache import PictureCache
from enpitsu.web.rate_limit import RateLimits
from enpitsu.web.release import Releases
from enpitsu.web.repositories import LibraryThreads
from enpitsu.web.request_refusals import BadRequest
from enpitsu.web.server_config import ServerConfig
from enpitsu.web.worker_pools import Priority, WorkerPools

PREFIX = "/api/v1"
RELEASE_HEADER = "enpitsu-release"

P = ParamSpec("P")
T = TypeVar("T")
Handler = Callable[[requests.Request], Awaitable[Response]]
HandlerT = TypeVar("HandlerT", bound=Callable[..., Awaitable[Response]])


class Server(NamedTuple):
    """The objects that all handlers share."""

    config: ServerConfig
    worker_pools: WorkerPools
    jobs: Jobs
    library: LibraryThreads
    picture_cache: PictureCache
    public_answers: PictureCache
    """Answers that are the same for all who ask."""
    making_daily: asyncio.Lock
    """One puzzle of a day is made at a time."""
    body_limit: BodyLimit
    rate_limits: RateLimits
    """Limits of each address and player by the minute."""
    publishing: Counter[Client]
    """Proofs under way, by client."""
    clients: Clients
    releases: Releases


@dataclass(frozen=True, slots=True, kw_only=True)
class Route:
    """One address of the API: from this table come the router and the OpenAPI description."""

    method: str
    path: str
    """Behind the prefix; parts in braces are texts."""
    name: str
    group: str
    summary: str
    handle: Handler
    query: type[RequestBody] | None = None
    """The query behind the address: plain values."""
    asks: type[RequestBody] | UnionType | None = None
    answers: type[AnswerBody] | None = None
    """The JSON that is answered; None if it is something else."""
    media: tuple[str, ...] = ("application/json",)
    status: int = 200
    errors: tuple[int, ...] = (400,)
    """The statuses of refusals, beside those that every route has."""


class Routes(list[Route]):
    """The routes of a group, in the order in which their handlers are registered."""

    def __init__(self, group: str) -> None:
        super().__init__()
        self._group = group

    def register(self, method: str, path: str, **told: Any) -> Callable[[HandlerT], HandlerT]:
        """Add the route of the function below, which is also given what it names `query`; `told`
        are further fields of the route."""

        def add(handle: HandlerT) -> HandlerT:
            query: type[RequestBody] | None = get_type_hints(handle).get("query")

            async def handle_query(request: requests.Request) -> Response:
                assert query is not None
                pairs = request.query_params.multi_items()
                return await handle(request, read_query(pairs, query))

            self.add(method, path, handle, handle if query is None else handle_query, told)
            return handle

        return add

    def add(
        self,
        method: str,
        path: str,
        function: Callable[..., object],
        handle: Handler,
        told: dict[str, Any],
    ) -> None:
        """Add the route of a function, which has its name, its docstring as the summary, and in its
        annotations what it is asked and answers, unless `told` has others."""
        types = get_type_hints(function)
        answers = types["return"]
        is_typed = isinstance(answers, type) and issubclass(answers, AnswerBody)
        found = {
            "name": function.__name__.replace("_", "-"),
            "summary": " ".join((function.__doc__ or "").split()),
            "query": types.get("query"),
            "asks": types.get("body"),
            "answers": answers if is_typed else None,
        }
        given = {**found, **told}
        self.append(Route(method=method, path=path, group=self._group, handle=handle, **given))


def server_of(request: requests.Request) -> Server:
    """Return the server that all handlers share."""
    found: Server = request.app.state.server
    return found


async def read_body(
    request: requests.Request, *, takes_file: bool = False, most: int | None = None
) -> bytes:
    """Return the JSON of a request, unread; of at most `most` bytes where a route takes less."""
    config = server_of(request).config
    bound = config.file_bytes if takes_file else config.body_bytes
    bound = bound if most is None else min(most, bound)
    return await body_of(request, bound, config.body_seconds, share_of(request))


def share_of(request: requests.Request) -> Share:
    """Return the share held by this request, let go when it is answered."""
    if not hasattr(request.state, "share"):
        request.state.share = server_of(request).body_limit.share()
    share: Share = request.state.share
    return share


def address_of(request: requests.Request) -> str:
    """Return the group of addresses that a request comes from, as limits count."""
    return "" if request.client is None else group_of(request.client.host)


async def ask_worker(
    request: requests.Request,
    priority: Priority,
    fn: Callable[P, T],
    *args: P.args,
    **kwargs: P.kwargs,
) -> T:
    """Have a function called in a process while the client waits for it."""
    server = server_of(request)
    work = server.worker_pools.ask(priority, server.config.request_seconds, fn, *args, **kwargs)
    return await while_connected(request, work)


async def while_connected(request: requests.Request, work: Coroutine[Any, Any, T]) -> T:
    """Await some work, which is cancelled when the client goes away."""

    async def leave() -> None:
        while (await request.receive())["type"] != "http.disconnect":
            pass

    working, leaving = asyncio.create_task(work), asyncio.create_task(leave())
    try:
        await asyncio.wait((working, leaving), return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise BadRequest("nobody awaits the answer")
        return working.result()
    finally:
        for task in (working, leaving):
            task.cancel()
        await asyncio.gather(working, leaving, return_exceptions=True)


def answering(handle: Handler) -> Handler:
    """Return a handler whose errors are answers, and whose work is that of the client who asks.
    Answers are packed, and say which release of the page the server has."""

    async def handle_safely(request: requests.Request) -> Response:
        server = server_of(request)
        client = server.clients.find(address_of(request), request.cookies)
        try:
            with asked_by(client):
                found = await handle(request)
        except Exception as error:
            found = problem(error)
        finally:
            share_of(request).release()
        found.headers[RELEASE_HEADER] = await server.releases.name()
        # Packed, the length of a secret beside what somebody else wrote would tell of it.
        is_secret = request.url.path.startswith(f"{PREFIX}/me")
        return found if is_secret else await compress(request, found)

    return handle_safely
