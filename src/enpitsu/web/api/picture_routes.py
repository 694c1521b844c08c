"""Small pictures of puzzles for lists: drawn in a working process, kept by browsers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Annotated, Literal

from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response

from enpitsu.version import version
from enpitsu.web import contract
from enpitsu.web.answers import etag_of, has_seen
from enpitsu.web.api.puzzle_routes import picture_version
from enpitsu.web.api.route import Routes, server_of, while_connected
from enpitsu.web.api.saved import Asked, look_up, private_headers
from enpitsu.web.fair_queue import SERVER, asked_by, current_client
from enpitsu.web.tasks.convert_render import MEDIA, draw_bare
from enpitsu.web.worker_pools import Priority

ROUTES = Routes("library")


class ThemeQuery(contract.RequestBody):
    """The colours of a picture."""

    theme: Literal["light", "dark"] = "light"


class PictureQuery(ThemeQuery):
    """A picture of a puzzle."""

    v: (
        Annotated[
            str,
            Meta(
                max_length=100,
                description="What lists say of it: while it is the same, so is the picture.",
            ),
        ]
        | None
    ) = None


FOR_GOOD = "public, max-age=31536000, immutable"
SVG = MEDIA["svg"]


@ROUTES.register("GET", "/puzzles/{id}/picture", media=(SVG,), errors=(400, 404, 422, 501))
async def picture_of_puzzle(request: Request, query: PictureQuery) -> Response:
    """A puzzle drawn, without its answer."""

    def find(asked: Asked) -> tuple[str, dict[str, str]]:
        shelf, key = asked.repositories.shelf, asked.key()
        row = shelf.load(key, asked.someone)
        # For good if it will be the same under this address.
        is_for_good = query.v is not None and query.v == picture_version(row)
        caching = {"cache-control": FOR_GOOD} if is_for_good else private_headers(asked.someone)
        return shelf.content(key, asked.someone), caching

    content, caching = await look_up(request, find)
    # What everybody sees is nobody's in particular: no one's share pays for it.
    client = SERVER if caching["cache-control"] == FOR_GOOD else current_client()
    with asked_by(client):
        return await send_picture(request, caching, draw_bare, content, query.theme)


async def send_picture(
    request: Request, headers: Mapping[str, str], draw: Callable[..., bytes], *args: object
) -> Response:
    """Return a picture that a function draws in a process, or that the browser has it already."""
    server = server_of(request)
    etag = etag_of(f"{version()} {args}".encode())
    headers = {"etag": etag, **headers}
    if has_seen(request, etag):
        return Response(None, 304, headers)
    seconds = server.config.request_seconds
    quota = replace(server.config.quota, seconds=seconds)
    drawing = server.picture_cache.have(
        etag, lambda: server.worker_pools.ask(Priority.PAPER, seconds, draw, *args, quota)
    )
    return Response(await while_connected(request, drawing), 200, headers, media_type=SVG)
