"""The guard at the door, as ASGI middleware: who may ask, and what browsers may do with answers.

A page of another site can make a browser send requests here. It cannot read the answers, and the
checks of Host (against names that are made to point to this machine) and of Origin see to it that
it cannot change anything either.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from enpitsu.web.addresses import Proxies, group_of
from enpitsu.web.answers import problem
from enpitsu.web.fair_queue import count
from enpitsu.web.languages import answering_in, language_of
from enpitsu.web.request_refusals import BadRequest, Busy, Forbidden, TooLarge
from enpitsu.web.server_config import EVERY_HOST, ServerConfig

API = "/api/"
NO_ROOM = "enpitsu-no-room"  # flag in the state of a request that came over a connection too many
CROWDED = "too much is asked for from your address at once: try again in a moment"
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
FRIENDS = ("same-origin", "none")
"""Values of Sec-Fetch-Site for requests from our own page, or from the users themselves."""

LINGER_SECONDS = 2.0  # that a request which is refused already is read on
LINGER_BYTES = 64 * 2**20  # read on at most

CONTENT_POLICY = "content-security-policy"
POLICY = "; ".join(
    (
        "default-src 'self'",
        "img-src 'self' data: blob:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    CONTENT_POLICY: POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
"""Said with every answer; the page itself has a policy of its own (`policy_with`)."""


def policy_with(script_hash: str) -> str:
    """Return the policy of a page in which one script stands, known by its hash."""
    return f"{POLICY}; script-src 'self' '{script_hash}'"


class Unclear(BadRequest):
    """A request whose end is not clear: what follows on its connection is not read."""


class Guard:
    """Refuse what comes from elsewhere, and put the headers on every answer."""

    def __init__(self, app: ASGIApp, config: ServerConfig) -> None:
        self._app, self._hosts = app, config.hosts
        self._is_open = config.is_open
        self._most = max(config.body_bytes, config.file_bytes)
        self._proxies = Proxies(config.proxies)
        self._most_each = config.connections_each
        self._under_way: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        if scope["type"] != "http":
            # There are no websockets: nothing but the start and the end of the server passes.
            if scope["type"] == "lifespan":
                await self._app(scope, receive, send)
            return
        self._proxies.tell_client(scope)
        with answering_in(language_of(Request(scope))):
            await self._answer(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request, with its errors."""
        reading = _Reading(scope, receive)
        door = _Door(send, reading)
        try:
            self._check(scope)
            with self._counted(scope):
                await self._app(scope, reading, door)
        except Exception as error:
            # Also what nobody foresaw is answered here, with the headers and without a traceback.
            if door.is_open:
                raise
            response = problem(error)
            if isinstance(error, (Unclear, Busy)):
                response.headers["connection"] = "close"
            await response(scope, reading, door)

    @contextmanager
    def _counted(self, scope: Scope) -> Iterator[None]:
        """Count one request more of an address; Busy if there are too many."""
        client = scope.get("client")
        address = group_of(client[0]) if client else ""
        is_over = self._under_way[address] >= self._most_each
        if is_over or scope.get("state", {}).pop(NO_ROOM, False):
            raise Busy(CROWDED)
        count(self._under_way, address, 1)
        try:
            yield
        finally:
            count(self._under_way, address, -1)

    def _check(self, scope: Scope) -> None:
        headers = Headers(scope=scope)
        if "transfer-encoding" in headers:
            # A proxy in front may see the end of the request somewhere else.
            if "content-length" in headers:
                raise Unclear("a request has a length or comes in pieces, not both")
            if scope.get("http_version") == "1.0":
                raise Unclear("a request in pieces needs HTTP/1.1")
        self._check_host(headers.getlist("host"))
        # Reading the API is not for other sites either: it would cost work, and make players.
        if scope["method"] not in SAFE_METHODS or scope["path"].startswith(API):
            _check_origin(headers)
        length = headers.get("content-length", "0")
        if not (length.isascii() and length.isdigit()):
            raise BadRequest("the length of the request is no number")
        if len(length) > 20 or int(length) > self._most:
            raise TooLarge(f"the request is too large: at most {self._most // 1024} KiB are read")

    def _check_host(self, hosts: list[str]) -> None:
        if len(hosts) != 1:
            raise BadRequest("a request names one host")
        host = hosts[0].strip().lower()
        name, colon, port = host.rpartition(":")
        if not (colon and port.isascii() and port.isdigit()):
            name = host
        if EVERY_HOST in self._hosts or name in self._hosts:
            return
        # No site can make a bare address point to another machine, as it can with names.
        if not (self._is_open and _is_address(name)):
            raise BadRequest("this server is not asked for under this name")


def _is_address(name: str) -> bool:
    try:
        ip_address(name.removeprefix("[").removesuffix("]"))
    except ValueError:
        return False
    return True


def _check_origin(headers: Headers) -> None:
    """Forbidden if a page of another site asks. Programs say neither of the two."""
    origins = headers.getlist("origin")
    if len(origins) > 1 or (origins and not _is_own(origins[0], headers["host"])):
        raise Forbidden("requests from other sites are not answered")
    if headers.get("sec-fetch-site", FRIENDS[0]) not in FRIENDS:
        raise Forbidden("requests from other sites are not answered")


def _is_own(origin: str, host: str) -> bool:
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and parts.netloc.lower() == host.strip().lower()


class _Reading:
    """Take a request in, and know whether all of it has come."""

    def __init__(self, scope: Scope, receive: Receive) -> None:
        headers = Headers(scope=scope)
        self._receive = receive
        has_body = headers.get("content-length", "0") != "0" or "transfer-encoding" in headers
        self.is_over = not has_body

    async def __call__(self) -> Message:
        message = await self._receive()
        self.is_over = message["type"] == "http.disconnect" or not message.get("more_body", False)
        return message

    async def finish(self) -> None:
        """Read on and forget what comes, for a while."""
        size = 0
        with suppress(TimeoutError):
            async with asyncio.timeout(LINGER_SECONDS):
                while not self.is_over and size < LINGER_BYTES:
                    size += len((await self()).get("body", b""))


class _Door:
    """Let an answer out, with the headers.

    When a request is refused before all of it has come, the connection stays open a little:
    closed at once, the client would be told of a broken line, and never see the answer.
    """

    def __init__(self, send: Send, reading: _Reading) -> None:
        self._send, self._reading = send, reading
        self.is_open = False
        """True if an answer has begun."""

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.is_open = True
            message.setdefault("headers", [])
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                if name != CONTENT_POLICY or name not in headers:
                    headers[name] = value
        is_last = message["type"] == "http.response.body" and not message.get("more_body", False)
        if is_last and not self._reading.is_over:
            await self._send({**message, "more_body": True})
            await self._reading.finish()
            message = {"type": "http.response.body", "body": b""}
        await self._send(message)
