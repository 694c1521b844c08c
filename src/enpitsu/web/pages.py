"""The addresses of the page: the page itself, and the files of its release.

The page is asked for each time (it has an ETag) and names one release; the files of that are kept
by browsers for good. A file of another release is not there: a page that needs one asks for the
page anew.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import PurePosixPath

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from enpitsu.web.answers import FOR_GOOD, NEVER, PUBLIC, etag_of, has_seen, problem
from enpitsu.web.api.route import server_of
from enpitsu.web.compression import PACKED, is_text, reads_gzip
from enpitsu.web.languages import language_of
from enpitsu.web.release import MANIFEST, PAGES, TYPES, WORKER, Release, Releases
from enpitsu.web.request_refusals import NotFound
from enpitsu.web.security import policy_with
from enpitsu.words import LANGUAGES

PARTS = ("/api/", "/static/", "/icons/")  # what scripts ask for, never people
HTML = "text/html"


def page_routes() -> list[BaseRoute]:
    """Return the routes of everything that is not the API."""
    found = [Route(path, _index_of(page)) for path, page in PAGES.items()]
    found += [Route(f"/{WORKER}", _worker), Route(f"/{MANIFEST}", _top_file)]
    found.append(Route("/icons/{path:path}", _top_file))
    found.append(Route("/static/{path:path}", _static_file))
    return list(found)


def is_for_people(request: Request) -> bool:
    """Return whether a browser shows the answer to somebody, and not a script or a program asks."""
    is_part = request.url.path.startswith(PARTS)
    return request.method == "GET" and not is_part and HTML in request.headers.get("accept", "")


async def lost_page(request: Request) -> Response:
    """Return the page for an address that is none: it says so itself."""
    release = await _releases(request).current()
    headers = {"cache-control": NEVER, **_page_headers(release)}
    return await _send(request, release.index(language_of(request)), headers, 404)


def _index_of(page: str) -> Callable[[Request], Awaitable[Response]]:
    async def index(request: Request) -> Response:
        release = await _releases(request).current()
        headers = {"cache-control": PUBLIC, **_page_headers(release)}
        return await _send(request, release.index(language_of(request), page), headers)

    return index


def _page_headers(release: Release) -> dict[str, str]:
    return {
        "content-type": TYPES[".html"],
        "content-security-policy": policy_with(release.script_hash),
        "vary": "Accept-Language, Cookie",
    }


async def _worker(request: Request) -> Response:
    release = await _releases(request).current()
    headers = {"cache-control": PUBLIC, "content-type": TYPES[".js"]}
    return await _send(request, release.worker, headers)


async def _top_file(request: Request) -> Response:
    """A file under an address without the release: others remember it."""
    release = await _releases(request).current()
    return await _send_file(request, release, request.url.path.removeprefix("/"), PUBLIC)


async def _static_file(request: Request) -> Response:
    """A file of the release; nothing of any other."""
    name, _, path = request.path_params["path"].partition("/")
    release = await _releases(request).current()
    if name != release.name:
        return problem(_no_file())
    language = path.removesuffix(".html")
    if language in LANGUAGES and path.endswith(".html"):
        headers = {"cache-control": FOR_GOOD, **_page_headers(release)}
        return await _send(request, release.index(language), headers)
    return await _send_file(request, release, path, FOR_GOOD)


async def _send_file(request: Request, release: Release, path: str, caching: str) -> Response:
    content = release.files.get(path)
    if content is None or path == WORKER:
        return problem(_no_file())
    media = TYPES[PurePosixPath(path).suffix]
    return await _send(request, content, {"cache-control": caching, "content-type": media})


async def _send(
    request: Request, content: bytes, headers: dict[str, str], status: int = 200
) -> Response:
    """Return content of the release, packed if that is worth it, or that the browser has it."""
    # As weak ones: the same tag stands for the content and for the packed content.
    told = MutableHeaders({**headers, "etag": f"W/{etag_of(content)}"})
    is_packed = is_text(headers["content-type"])
    if is_packed:
        told.add_vary_header("Accept-Encoding")
    if status == 200 and has_seen(request, etag_of(content)):
        del told["content-type"]
        return Response(None, 304, told)
    if is_packed and reads_gzip(request):
        content = await _releases(request).packed(content)
        told["content-encoding"] = PACKED
    # The media type as it is: Starlette would add a charset to some.
    return Response(content, status, told)


def _releases(request: Request) -> Releases:
    return server_of(request).releases


def _no_file() -> NotFound:
    return NotFound("there is nothing at this address")
