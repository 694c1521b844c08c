"""Small pictures of puzzles for lists: drawn in a working process, kept by browsers."""

from __future__ import annotations

from dataclasses import replace

from starlette.requests import Request
from starlette.responses import Response

from enpitsu.version import version
from enpitsu.web.answers import etag_of, has_seen
from enpitsu.web.api.base import Route, server_of, while_connected
from enpitsu.web.api.kept import look_up, private_headers
from enpitsu.web.shapes import choice, read_query, record
from enpitsu.web.tasks.papers import MEDIA, draw_bare
from enpitsu.web.work import Sort

THEMES = record(optional={"theme": choice("light", "dark")})
SVG = MEDIA["svg"]


async def _picture(request: Request) -> Response:
    server = server_of(request)
    theme = read_query(request.query_params.multi_items(), THEMES).get("theme", "light")
    content, player = await look_up(
        request,
        lambda asked: (asked.rooms.shelf.content(asked.key(), asked.someone), asked.someone),
    )
    etag = etag_of(f"{version()} {theme} {content}".encode())
    headers = {"etag": etag, **private_headers(player)}
    if has_seen(request, etag):
        return Response(None, 304, headers)
    picture = server.album.find(etag) or await _drawn(request, content, theme)
    server.album.keep(etag, picture)
    return Response(picture, 200, headers, media_type=SVG)


async def _drawn(request: Request, content: str, theme: str) -> bytes:
    server, seconds = server_of(request), server_of(request).settings.request_seconds
    quota = replace(server.settings.quota, seconds=seconds)
    work = server.workshop.ask(Sort.PAPER, seconds, draw_bare, content, theme, quota)
    return await while_connected(request, work)


ROUTES = (
    Route(
        method="GET",
        path="/puzzles/{id}/picture",
        name="picture-of-puzzle",
        group="library",
        summary="A puzzle drawn, without its answer.",
        query=THEMES,
        handle=_picture,
        media=(SVG,),
        errors=(400, 404, 422, 501),
    ),
)
