"""The files that a browser loads: the page, its scripts and styles, and the kinds' own scripts.

Every file has an ETag of its content, and browsers ask again each time: after an update nobody
plays with half of the old page. What was read stays in memory until the file changes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import NamedTuple

from anyio import to_thread
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from enpitsu.registry import kinds
from enpitsu.web.answers import answer, etag_of, has_seen, problem
from enpitsu.web.contract import AnswerBody
from enpitsu.web.request_refusals import NotFound

TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
"""Content types by suffix; files of other suffixes are not handed out."""
PAGES = (
    "/",
    "/play/{game}",
    "/make",
    "/results",
    "/results/ranking",
    "/replay/{id}",
    "/rules",
    "/rules/{kind}",
    "/settings",
    "/edit",
    "/edit/{draft}",
    "/picture",
    "/open",
    "/print",
)
"""Addresses that the page itself looks into."""
ROOT_FILES = ("sw.js", "manifest.webmanifest")
"""Files that browsers want at the top: a service worker only rules over what is below it."""
PARTS = ("/api/", "/static/", "/kinds/", "/icons/")  # what scripts ask for, never people
HTML = "text/html"
_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}")
_MOST_PARTS = 8


def page_routes() -> list[BaseRoute]:
    """Return the routes of everything that is not the API."""
    found = [Route(path, _index) for path in PAGES]
    found += [Route(f"/{name}", _static_file) for name in ROOT_FILES]
    found.append(Route("/static/{path:path}", _static_file))
    found.append(Route("/icons/{path:path}", _static_file))
    found.append(Route("/kinds/{kind}/{path:path}", _kind_file))
    found.append(Route("/assets.json", _assets))
    return list(found)


async def _index(request: Request) -> Response:
    return await _send(request, _static(), "index.html")


def is_for_people(request: Request) -> bool:
    """Return whether a browser shows the answer to somebody, and not a script or a program asks."""
    is_part = request.url.path.startswith(PARTS)
    return request.method == "GET" and not is_part and HTML in request.headers.get("accept", "")


async def lost_page() -> Response:
    """Return the page for an address that is none: it says so itself."""
    found = await _read(_static(), "index.html")
    return Response(found.content, 404, {"cache-control": "no-store", "content-type": found.media})


async def _static_file(request: Request) -> Response:
    return await _send(request, _static(), request.url.path.removeprefix("/static/").lstrip("/"))


async def _kind_file(request: Request) -> Response:
    kind = kinds().get(request.path_params["kind"])
    if kind is None or kind.web is None:
        return problem(_no_file())
    return await _send(request, kind.web, request.path_params["path"])


class AssetsAnswer(AnswerBody):
    """Every file of the page, and one name for all of them as they are now."""

    version: str
    files: list[str]


async def _assets(request: Request) -> Response:
    """Every file of the page, and one name for all of them as they are now: a service worker keeps
    them under it."""
    places = [("/static", _static())]
    places += [(f"/kinds/{kind.id}", kind.web) for kind in kinds().values() if kind.web is not None]

    def find() -> list[tuple[str, str]]:
        return sorted(file for place in places for file in _walk(*place, _MOST_PARTS))

    found = await to_thread.run_sync(find)
    seen = sha256("".join(f"{name} {etag}\n" for name, etag in found).encode()).hexdigest()[:16]
    assets = AssetsAnswer(version=seen, files=[name for name, _ in found])
    return answer(assets, cache_control="no-cache")


class _File(NamedTuple):
    """A file as it is handed out."""

    content: bytes
    media: str
    etag: str
    state: tuple[int, int] | None
    """When it was changed last, and its size; None if nobody can tell."""


_FILES: dict[str, _File] = {}
"""Files of the page that were asked for, by path: at most all that there are."""


async def _send(request: Request, folder: Traversable, path: str) -> Response:
    """Return a file of a folder, or that the browser has it already."""
    try:
        found = await _read(folder, path)
    except NotFound as error:
        return problem(error)
    headers = {"etag": found.etag, "cache-control": "no-cache"}
    if has_seen(request, found.etag):
        return Response(None, 304, headers)
    # The media type as it is: Starlette would add a charset to some.
    return Response(found.content, 200, {**headers, "content-type": found.media})


async def _read(folder: Traversable, path: str) -> _File:
    """Return a file; NotFound if it may not or cannot be had."""
    parts = path.split("/")
    media = TYPES.get("." + parts[-1].rpartition(".")[2])
    if media is None or len(parts) > _MOST_PARTS or not all(map(_NAME.fullmatch, parts)):
        raise _no_file()
    file = folder.joinpath(*parts)
    known, state = _FILES.get(str(file)), None
    try:
        if isinstance(file, Path):
            stat = file.stat()
            state = stat.st_mtime_ns, stat.st_size
        if known is None or state is None or known.state != state:
            content = await to_thread.run_sync(file.read_bytes)
            known = _FILES[str(file)] = _File(content, media, etag_of(content), state)
    except OSError:
        raise _no_file() from None
    return known


def _no_file() -> NotFound:
    return NotFound("there is nothing at this address")


@cache
def _static() -> Traversable:
    return files("enpitsu.web") / "static"


def _walk(start: str, folder: Traversable, depth: int) -> Iterator[tuple[str, str]]:
    """Yield the address and the ETag of every file of the page in a folder."""
    if not folder.is_dir() or not depth:
        return
    for each in folder.iterdir():
        address = f"{start}/{each.name}"
        if each.is_dir():
            yield from _walk(address, each, depth - 1)
        elif "." + each.name.rpartition(".")[2] in TYPES and each.name not in ROOT_FILES:
            yield address, etag_of(each.read_bytes())
