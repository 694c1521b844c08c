"""Answers packed with gzip, for browsers that read it."""

from __future__ import annotations

import gzip

from anyio import to_thread
from starlette.requests import Request
from starlette.responses import Response

LEAST = 1024  # bytes: less than a packet is not worth it
AT_ONCE = 16 * 2**10  # bytes that are packed where they are; more would keep all others waiting
LEVEL = 5
PACKED = "gzip"
_TEXTS = ("application/json", "image/svg+xml", "text/")
_NOTHING = "0"


def reads_gzip(request: Request) -> bool:
    """Return whether the client reads packed answers."""
    for each in request.headers.get("accept-encoding", "")[:1000].lower().split(","):
        name, _, weight = each.partition(";")
        if name.strip() in (PACKED, "*"):
            return weight.strip().removeprefix("q=").strip("0.") != "" or not weight.strip()
    return False


def is_text(media: str) -> bool:
    """Return whether content of a type becomes smaller by packing."""
    return media.startswith(_TEXTS) or "json" in media


async def compress(request: Request, response: Response) -> Response:
    """Return an answer packed, if that is worth it. Streams of events go out as they are: their
    pieces are small, and each is awaited."""
    body = getattr(response, "body", None)
    if not isinstance(body, bytes) or len(body) < LEAST or response.status_code != 200:
        return response
    if not is_text(response.headers.get("content-type", "")):
        return response
    response.headers.add_vary_header("Accept-Encoding")
    if "content-encoding" in response.headers or not reads_gzip(request):
        return response
    packed = (
        pack(body, LEVEL) if len(body) <= AT_ONCE else await to_thread.run_sync(pack, body, LEVEL)
    )
    response.body = packed
    response.headers["content-encoding"] = PACKED
    response.headers["content-length"] = str(len(packed))
    return response


def pack(content: bytes, level: int = 9) -> bytes:
    """Return content packed, the same for the same content."""
    return gzip.compress(content, level, mtime=0)
