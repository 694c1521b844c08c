"""Routes about what the library keeps: a plain function each, called in a thread with all that
was asked, so that nothing of it holds up the event loop: neither the database nor large JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar

from starlette.requests import Request
from starlette.responses import Response

from enpitsu.store.players import Player
from enpitsu.store.refusals import Full
from enpitsu.web.answers import JSON, raw_answer
from enpitsu.web.api.base import Handler, Route, address_of, read_body, server_of
from enpitsu.web.library import Rooms
from enpitsu.web.pace import Pace
from enpitsu.web.refusals import BadRequest, NoPlayer, NotFound
from enpitsu.web.settings import Settings
from enpitsu.web.shapes import Shape, check_shape, read_query
from enpitsu.web.tasks import parse_body

COOKIE_SECONDS = 5 * 365 * 24 * 3600
_LONGEST_KEY = 9
T = TypeVar("T")


class Asked(NamedTuple):
    """All that a request says."""

    rooms: Rooms
    settings: Settings
    player: Player | None
    token: str
    """What the player is known by, "" if nobody is."""
    path: Mapping[str, str]
    query: Mapping[str, Any]
    data: Mapping[str, Any]
    address: str
    newcomers: Pace

    @property
    def someone(self) -> int | None:
        """The number of the player, if one asks."""
        return None if self.player is None else self.player.id

    @property
    def me(self) -> int:
        """The number of the player; NoPlayer if nobody says who he is."""
        if self.player is None:
            raise NoPlayer("nobody says who plays: ask for /me first, which gives a cookie")
        return self.player.id

    def key(self, name: str = "id") -> int:
        """A number in the address; NotFound if it is none."""
        value = self.path[name]
        if not (value.isascii() and value.isdigit() and len(value) <= _LONGEST_KEY):
            raise NotFound("there is nothing at this address")
        return int(value)


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer: data for JSON, or content of another type."""

    data: Mapping[str, Any] = field(default_factory=dict)
    status: int = 200
    token: str | None = None
    """What the player is to be known by from now on."""
    content: bytes | None = None
    media: str = JSON
    headers: Mapping[str, str] = field(default_factory=dict)


Run = Callable[[Asked], Mapping[str, Any] | Reply]


def kept(run: Run, *, grows: bool = False, **told: Any) -> Route:
    """A route whose answer a function gives in a thread; it `grows` if it adds to the library."""
    always = {501, *((400,) if told.get("query") else ()), *((409,) if grows else ())}
    errors = tuple(sorted({*told.pop("errors", ()), *always}))
    asks, query = told.get("asks"), told.get("query")
    run = bounded(run) if grows else run
    writes = grows or told["method"] != "GET"
    return Route(handle=_handler(run, asks, query, writes), errors=errors, **told)


def bounded(run: Run) -> Run:
    """Refuses while the library is as large as it may become: strangers must not fill the disk."""

    def checked(asked: Asked) -> Mapping[str, Any] | Reply:
        if asked.rooms.store.database.size() > asked.settings.library_bytes:
            raise Full("the library is full: nothing more can be kept here")
        return run(asked)

    return checked


def _handler(run: Run, asks: Shape | None, query: Shape | None, writes: bool) -> Handler:
    async def handle(request: Request) -> Response:
        body = None if asks is None else await read_body(request)

        def fill(asked: Asked) -> Mapping[str, Any] | Reply:
            data = {} if body is None else parse_body(body)
            if asks is not None:
                check_shape(data, asks)
            values = {} if query is None else read_query(pairs, query)
            return run(asked._replace(data=data, query=values))

        pairs = request.query_params.multi_items()
        return await reply_to(request, fill, writes=writes)

    return handle


async def reply_to(request: Request, run: Run, *, writes: bool) -> Response:
    """The answer that a function gives in a thread, which is told who asks."""

    def work(asked: Asked) -> tuple[Reply, bytes, str]:
        answer = run(asked)
        reply = answer if isinstance(answer, Reply) else Reply(answer)
        return reply, _content(reply), asked.rooms.cookie

    reply, content, cookie = await look_up(request, work, writes=writes)
    response = raw_answer(reply.media, content, reply.status, **reply.headers)
    if reply.token is not None:
        server_of(request).clients.meet(reply.token, reply.data["id"])
        _set_cookie(request, response, cookie, reply.token)
    return response


async def look_up(request: Request, fn: Callable[[Asked], T], *, writes: bool = False) -> T:
    """What a function finds in the library, in a thread; it is told who asks."""
    server, path, cookies = server_of(request), request.path_params, request.cookies
    address = address_of(request)

    def work(rooms: Rooms) -> T:
        token = cookies.get(rooms.cookie, "")
        player = rooms.players.find(token) if token else None
        if player is not None:
            server.clients.meet(token, player.id)
        try:
            return fn(
                Asked(
                    rooms, server.settings, player, token, path, {}, {}, address, server.newcomers
                )
            )
        except RecursionError:
            raise BadRequest("the JSON is nested too deep") from None

    return await server.library.do(work, writes=writes)


def _content(reply: Reply) -> bytes:
    if reply.content is not None:
        return reply.content
    return json.dumps(reply.data, separators=(",", ":")).encode()


def _set_cookie(request: Request, response: Response, name: str, token: str) -> None:
    """No script can read it, and no other site makes a browser send it."""
    response.set_cookie(
        name,
        token,
        max_age=COOKIE_SECONDS,
        path="/",
        secure=request.url.scheme == "https",
        httponly=True,
        samesite="strict",
    )
