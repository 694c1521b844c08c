"""Small pictures of puzzles for lists: drawn in a working process, kept by browsers."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Literal

from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response

from enpitsu.version import version
from enpitsu.web import contract
from enpitsu.web.answers import etag_of, has_seen
from enpitsu.web.api.puzzle_routes import picture_version
from enpitsu.web.api.route import Route, Server, server_of, while_connected
from enpitsu.web.api.saved import Asked, look_up, private_headers
from enpitsu.web.contract import read_query
from enpitsu.web.fair_queue import SERVER, asked_by, current_client
from enpitsu.web.tasks.convert_render import MEDIA, draw_bare
from enpitsu.web.worker_pools import Priority


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


async def _picture(request: Request) -> Response:
    server = server_of(request)
    asked = read_query(request.query_params.multi_items(), PictureQuery)
    theme, known = asked.theme, asked.v
    content, caching = await look_up(request, lambda asked: _content(asked, known))
    etag = etag_of(f"{version()} {theme} {content}".encode())
    headers = {"etag": etag, **caching}
    if has_seen(request, etag):
        return Response(None, 304, headers)
    # What everybody sees is nobody's in particular: no one's share pays for it.
    client = SERVER if caching["cache-control"] == FOR_GOOD else current_client()
    with asked_by(client):
        drawing = server.picture_cache.have(etag, lambda: _draw(server, content, theme))
        picture = await while_connected(request, drawing)
    return Response(picture, 200, headers, media_type=SVG)


def _content(asked: Asked, known: str | None) -> tuple[str, dict[str, str]]:
    """A puzzle, and how long its picture is kept: for good if it will be the same under this
    address."""
    shelf, key = asked.repositories.shelf, asked.key()
    lasts = known is not None and known == picture_version(shelf.load(key, asked.someone))
    caching = {"cache-control": FOR_GOOD} if lasts else private_headers(asked.someone)
    return shelf.content(key, asked.someone), caching


async def _draw(server: Server, content: str, theme: str) -> bytes:
    seconds = server.config.request_seconds
    quota = replace(server.config.quota, seconds=seconds)
    return await server.worker_pools.ask(Priority.PAPER, seconds, draw_bare, content, theme, quota)


ROUTES = (
    Route(
        method="GET",
        path="/puzzles/{id}/picture",
        name="picture-of-puzzle",
        group="library",
        summary="A puzzle drawn, without its answer.",
        query=PictureQuery,
        handle=_picture,
        media=(SVG,),
        errors=(400, 404, 422, 501),
    ),
)
