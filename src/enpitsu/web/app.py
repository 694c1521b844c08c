"""The application: routes, guard and the processes that do the work."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute
from starlette.routing import Route as Address

from enpitsu.web.answers import refusal
from enpitsu.web.api import PREFIX, ROUTES, Server, answering
from enpitsu.web.api.daily_routes import make_days_ahead
from enpitsu.web.api.route import Handler
from enpitsu.web.body_limit import BodyLimit
from enpitsu.web.fair_queue import Clients
from enpitsu.web.jobs import Jobs
from enpitsu.web.pages import is_for_people, lost_page, page_routes
from enpitsu.web.picture_cache import PictureCache
from enpitsu.web.rate_limit import RateLimits
from enpitsu.web.release import Releases
from enpitsu.web.repositories import LibraryThreads
from enpitsu.web.security import Guard
from enpitsu.web.server_config import ServerConfig
from enpitsu.web.worker_pools import WorkerPools

REFUSALS = {
    404: ("not-found", "there is nothing at this address"),
    405: ("wrong-method", "this address is not asked in this way"),
}
"""Codes and sentences for what the router refuses, by status."""


def build(config: ServerConfig, pages: Sequence[BaseRoute]) -> Starlette:
    """Return the application; see `create_app`."""
    app = Starlette(
        routes=[*_api_routes(), *page_routes(), *pages],
        middleware=[Middleware(Guard, config=config)],
        exception_handlers={HTTPException: _on_http_error},
        lifespan=_lifespan,
    )
    app.router.redirect_slashes = False
    worker_pools = WorkerPools(config)
    app.state.server = Server(
        config=config,
        worker_pools=worker_pools,
        jobs=Jobs(config, worker_pools),
        library=LibraryThreads(config),
        picture_cache=PictureCache(),
        public_answers=PictureCache(most=30, largest=500_000),
        making_daily=asyncio.Lock(),
        body_limit=BodyLimit(config.held_bytes),
        rate_limits=RateLimits.of(config),
        publishing=Counter(),
        clients=Clients(),
        releases=Releases(plain=config.plain),
    )
    return app


async def _on_http_error(request: Request, error: Exception) -> Response:
    """Answer what the router refuses: a page for people, else a problem object."""
    assert isinstance(error, HTTPException)
    status = error.status_code
    if status == 404 and is_for_people(request):
        return await lost_page(request)
    code, sentence = REFUSALS.get(status, ("refused", error.detail))
    kept = {name.lower().replace("-", "_"): value for name, value in (error.headers or {}).items()}
    return refusal(status, code, sentence, None, **kept)


def _api_routes() -> list[BaseRoute]:
    """Return the routes of the API: those of one path together, so that it is known what it
    allows."""
    paths: dict[str, dict[str, Handler]] = {}
    for route in ROUTES:
        paths.setdefault(route.path, {})[route.method] = answering(route.handle)

    def choose(handlers: Mapping[str, Handler]) -> Handler:
        async def handle(request: Request) -> Response:
            method = "GET" if request.method == "HEAD" else request.method
            return await handlers[method](request)

        return handle

    return [
        Address(PREFIX + path, choose(handlers), methods=list(handlers))
        for path, handlers in paths.items()
    ]


@asynccontextmanager
async def _lifespan(app: Starlette) -> AsyncIterator[None]:
    """While the server runs; no process outlives it."""
    server: Server = app.state.server
    warming = [
        asyncio.create_task(server.worker_pools.warm_up()),
        asyncio.create_task(server.releases.name()),
    ]
    if server.config.makes_days_ahead:
        warming.append(asyncio.create_task(make_days_ahead(server)))
    try:
        yield
    finally:
        for each in warming:
            each.cancel()
        await server.jobs.close()
        server.worker_pools.kill_all()
        await asyncio.to_thread(server.library.close)
