"""Small pictures of puzzles for lists: drawn in a working process, kept by browsers."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Annotated, Any, Literal, NamedTuple

from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response

from enpitsu.store.refusals import NotThere
from enpitsu.store.schema import SOLVED
from enpitsu.version import version
from enpitsu.web import contract
from enpitsu.web.answers import FOR_GOOD, NEVER, answer, etag_of, has_seen
from enpitsu.web.api.puzzle_routes import picture_version
from enpitsu.web.api.route import Routes, server_of, while_connected
from enpitsu.web.api.saved import Asked, look_up, private_headers
from enpitsu.web.fair_queue import SERVER, asked_by, current_client
from enpitsu.web.request_refusals import BadRequest
from enpitsu.web.tasks.convert_render import MEDIA, draw_bare, draw_solved
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


class PicturesQuery(ThemeQuery, kw_only=True):
    """Pictures of several puzzles."""

    puzzles: Annotated[
        str,
        Meta(
            pattern=r"^\d{1,9}(\.\d{1,9})*$",
            max_length=1000,
            description="Their numbers, with dots between them.",
        ),
    ]
    solved: (
        Annotated[
            Literal["yes"],
            Meta(description="Those that the player has solved are drawn solved."),
        ]
        | None
    ) = None
    v: (
        Annotated[
            str,
            Meta(max_length=2000, description="What lists say of them, with dots between."),
        ]
        | None
    ) = None


class PuzzlePicturesAnswer(contract.AnswerBody):
    """Pictures by the number of the puzzle; those that nobody can have are left out."""

    pictures: dict[str, str]


class _Drawing(NamedTuple):
    """A puzzle as it is kept, and the function that draws it."""

    draw: Callable[..., bytes]
    content: str


MOST_PICTURES = 50  # in one answer
DRAWN_AT_ONCE = 4
SVG = MEDIA["svg"]


@ROUTES.register("GET", "/pictures", answers=PuzzlePicturesAnswer, errors=(400, 422, 501))
async def pictures_of_puzzles(request: Request, query: PicturesQuery) -> Response:
    """Puzzles drawn as SVG, without their answers: what a list shows, at once."""
    numbers = list(dict.fromkeys(map(int, query.puzzles.split("."))))
    if len(numbers) > MOST_PICTURES:
        raise BadRequest(f"at most {MOST_PICTURES} pictures are drawn at once", "puzzles")

    def find(asked: Asked) -> tuple[dict[int, _Drawing], dict[str, str]]:
        shelf = asked.repositories.shelf
        drawings, versions = dict[int, _Drawing](), list[str | None]()
        for number in numbers:
            with suppress(NotThere):
                row = shelf.load(number, asked.someone)
                versions.append(picture_version(row))
                draw = draw_solved if query.solved and row.state == SOLVED else draw_bare
                drawings[number] = _Drawing(draw, shelf.content(number, asked.someone))
        is_whole = len(drawings) == len(numbers) and None not in versions
        # What a player has solved is not for good, nor for others.
        is_for_good = is_whole and not query.solved and query.v == ".".join(map(str, versions))
        return drawings, (
            {"cache-control": FOR_GOOD} if is_for_good else private_headers(asked.someone)
        )

    drawings, caching = await look_up(request, find)
    client = SERVER if caching["cache-control"] == FOR_GOOD else current_client()
    with asked_by(client):
        drawn = await while_connected(request, _draw_all(request, drawings, query.theme))
    if len(drawn) < len(drawings):
        caching = {"cache-control": NEVER}  # the next time there may be more
    response = answer(PuzzlePicturesAnswer(pictures=drawn))
    response.headers.update(caching)
    return response


async def _draw_all(
    request: Request, drawings: Mapping[int, _Drawing], theme: str
) -> dict[str, str]:
    """Draw some puzzles, a few at a time; one that cannot be drawn is left out."""
    turns = asyncio.Semaphore(DRAWN_AT_ONCE)

    async def draw(drawing: _Drawing) -> bytes:
        async with turns:
            return await _drawn(request, drawing.draw, drawing.content, theme)

    found = await asyncio.gather(*map(draw, drawings.values()), return_exceptions=True)
    pairs = zip(drawings, found, strict=True)
    return {str(number): drawn.decode() for number, drawn in pairs if isinstance(drawn, bytes)}


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
    etag = _etag(*args)
    headers = {"etag": etag, **headers}
    if has_seen(request, etag):
        return Response(None, 304, headers)
    drawn = await while_connected(request, _drawn(request, draw, *args))
    return Response(drawn, 200, headers, media_type=SVG)


def _drawn(
    request: Request, draw: Callable[..., bytes], *args: object
) -> Coroutine[Any, Any, bytes]:
    """Return a picture that a function draws in a process, unless it was drawn lately."""
    server = server_of(request)
    seconds = server.config.request_seconds
    quota = replace(server.config.quota, seconds=seconds)
    return server.picture_cache.have(
        _etag(draw.__name__, *args),
        lambda: server.worker_pools.ask(Priority.PAPER, seconds, draw, *args, quota),
    )


def _etag(*args: object) -> str:
    return etag_of(f"{version()} {args}".encode())
