"""Routes about what the library keeps: a plain function each, called in a thread with all that
was asked, so that nothing of it holds up the event loop: neither the database nor large JSON."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar

from starlette.requests import Request
from starlette.responses import Response

from enpitsu.store.players import Player
from enpitsu.store.refusals import Full, ReadOnly, Unavailable
from enpitsu.web import contract
from enpitsu.web.answers import NEVER, PRIVATE, raw_answer
from enpitsu.web.api.route import Handler, Route, address_of, read_body, server_of, share_of
from enpitsu.web.body_limit import FREE_BYTES
from enpitsu.web.contract import (
    JSON,
    AnswerBody,
    Nothing,
    check_request,
    parse_body,
    read_query,
    write_json,
)
from enpitsu.web.cookies import give_token, token_in
from enpitsu.web.fair_queue import Clients
from enpitsu.web.rate_limit import RateLimits
from enpitsu.web.repositories import Repositories
from enpitsu.web.request_refusals import BadRequest, NoPlayer, NotFound
from enpitsu.web.server_config import ServerConfig

MAX_BYTES = 16 * 2**10  # of a request, where the route says nothing else
MAX_VALUES = 300_000  # of a request read in the server's own process: each takes some 70 bytes
PLAYER_HEADER = "enpitsu-player"
NOBODY = 0  # the number of a player of whom nothing is kept: nothing is found for it
_LONGEST_KEY = 9
T = TypeVar("T")


class Asked(NamedTuple):
    """All that a request says."""

    repositories: Repositories
    config: ServerConfig
    player: Player | None
    token: str
    """The token of the player, also of one of whom nothing is kept yet; "" for nobody."""
    path: Mapping[str, str]
    query: Any
    """What stands behind the address, of the type that the route says."""
    data: Any
    """The body, of the type that the route says."""
    address: str
    rate_limits: RateLimits
    clients: Clients

    @property
    def someone(self) -> int | None:
        """The number of the player, if one asks."""
        return None if self.player is None else self.player.id

    @property
    def me(self) -> int:
        """The number of the player, NOBODY while nothing is kept; NoPlayer if nobody says who
        plays."""
        self._check_token()
        return NOBODY if self.player is None else self.player.id

    def keep_me(self) -> int:
        """The number of the player, of whom something is to be kept from now on."""
        return self.me or self.become_player().id

    def become_player(self, name: str = "") -> Player:
        """Of one of whom nothing is kept, the player from now on."""
        self.check_player()
        check_room(self)
        self.rate_limits.newcomers.step(self.address)
        player = self.repositories.players.keep(self.token, name)
        self.clients.meet(self.token, player.id)
        return player

    def check_player(self) -> None:
        """Before something is kept for a player: NoPlayer as `me`, or ReadOnly."""
        self.repositories.store.database.check_writable()
        self._check_token()

    def _check_token(self) -> None:
        if not self.token:
            raise NoPlayer("nobody says who plays: ask for /me first, which gives a cookie")

    def key(self, name: str = "id") -> int:
        """A number in the address; NotFound if it is none."""
        value = self.path[name]
        if not (value.isascii() and value.isdigit() and len(value) <= _LONGEST_KEY):
            raise NotFound("there is nothing at this address")
        return int(value)


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer: data for JSON, or content of another type."""

    data: AnswerBody = field(default_factory=Nothing)
    status: int = 200
    token: str | None = None
    """What the player is to be known by from now on."""
    content: bytes | None = None
    media: str = JSON
    headers: Mapping[str, str] = field(default_factory=dict)


Run = Callable[[Asked], AnswerBody | Reply]


def library_route(
    run: Run,
    *,
    grows: bool = False,
    is_secret: bool = False,
    most: int = MAX_BYTES,
    **told: Any,
) -> Route:
    """A route whose answer a function gives in a thread; it `grows` if it adds to the library, and
    reads requests of at most so many bytes. The player's browser may keep what it reads for when
    the server is away, unless it `is_secret`."""
    always = {501, *((400,) if told.get("query") else ()), *((409,) if grows else ())}
    errors = tuple(sorted({*told.pop("errors", ()), *always}))
    asks, query = told.get("asks"), told.get("query")
    run = bounded(run) if grows else run
    writes = grows or told["method"] != "GET"
    reading = None if asks is None else _Reading(asks, most, needs_player=401 in errors)
    cache = PRIVATE if told["method"] == "GET" and not is_secret else NEVER
    return Route(handle=_handler(run, reading, query, writes, cache), errors=errors, **told)


def bounded(run: Run) -> Run:
    """Refuses while the library is as large as it may become: strangers must not fill the disk."""

    def checked(asked: Asked) -> AnswerBody | Reply:
        check_room(asked)
        return run(asked)

    return checked


def check_room(asked: Asked) -> None:
    """Full while the library is as large as it may become, or the disk has no room."""
    database = asked.repositories.store.database
    if database.size() > asked.config.library_bytes:
        raise Full("the library is full: nothing more can be kept here")
    if database.free() < asked.config.spare_bytes:
        raise Full("the server's disk is full: nothing more can be kept here")


class _Reading(NamedTuple):
    """The limits and the shape by which a request's body is read."""

    asks: type[contract.RequestBody]
    most: int
    needs_player: bool

    async def body(self, request: Request) -> bytes:
        """The JSON, unread; NoPlayer before that, where one is needed and nobody known asks."""
        if self.needs_player:
            await check_player(request)
        return await read_body(request, most=self.most)

    def data(self, asked: Asked, body: bytes) -> contract.RequestBody:
        """Return the checked request, in a thread; NoPlayer if one is needed and nobody asks."""
        if self.needs_player:
            asked.check_player()
        return check_request(parse_body(body, MAX_VALUES), self.asks)


async def check_player(request: Request) -> None:
    """NoPlayer unless a player asks, before the request is read. One that is small is read before
    the library is asked who it is: that costs nobody anything, and saves every stroke of a game a
    look into the database."""
    length = request.headers.get("content-length", "")
    is_small = length.isascii() and length.isdigit() and int(length[:20]) <= FREE_BYTES
    if not (is_small and request.cookies):
        await look_up(request, Asked.check_player)


def _handler(
    run: Run,
    reading: _Reading | None,
    query: type[contract.RequestBody] | None,
    writes: bool,
    cache: str,
) -> Handler:
    async def handle(request: Request) -> Response:
        body = b"" if reading is None else await reading.body(request)

        def fill(asked: Asked) -> AnswerBody | Reply:
            data = None if reading is None else reading.data(asked, body)
            values = None if query is None else read_query(pairs, query)
            return run(asked._replace(data=data, query=values))

        pairs = request.query_params.multi_items()
        return await reply_to(request, fill, writes=writes, cache=cache)

    return handle


async def reply_to(request: Request, run: Run, *, writes: bool, cache: str = NEVER) -> Response:
    """The answer that a function gives in a thread, which is told who asks."""

    size = share_of(request).size

    def work(asked: Asked) -> tuple[Reply, bytes, str, dict[str, str]]:
        if writes:
            asked.repositories.store.database.check_writable()
            asked.rate_limits.count_write(asked.address, asked.someone, size)
        answer = run(asked)
        reply = answer if isinstance(answer, Reply) else Reply(answer)
        headers = private_headers(_player_after(asked, reply), cache)
        return reply, _content(reply), asked.repositories.cookie, headers

    reply, content, cookie, headers = await look_up(request, work, writes=writes)
    response = raw_answer(reply.media, content, reply.status, **reply.headers)
    response.headers.update(headers)
    if reply.token is not None:
        give_token(request, response, cookie, reply.token)
    return response


def private_headers(player: int | None, cache: str = PRIVATE) -> dict[str, str]:
    """The headers of what belongs to one player. The page's service worker keeps it under the
    number of the player, or of NOBODY, and forgets it when an answer names another one."""
    return {"cache-control": cache, "vary": "Cookie", PLAYER_HEADER: str(player or NOBODY)}


def _player_after(asked: Asked, reply: Reply) -> int | None:
    """Return who the browser is from this answer on."""
    if reply.token is None or reply.token == asked.token:
        return asked.someone
    player = asked.repositories.players.find(reply.token)
    return None if player is None else player.id


async def look_up(request: Request, fn: Callable[[Asked], T], *, writes: bool = False) -> T:
    """Return what a function finds in the library, in a thread; it is told who asks."""
    server, path, address = server_of(request), request.path_params, address_of(request)

    def work(repositories: Repositories) -> T:
        token = token_in(request, repositories.cookie)
        player, is_new = repositories.players.known(token)
        if player is not None:
            server.clients.meet(token, player.id)
            with suppress(Unavailable, ReadOnly):  # it can be said the next time
                repositories.players.note_visit(player)
        token = token if player is not None or is_new else ""
        try:
            return fn(
                Asked(
                    repositories=repositories,
                    config=server.config,
                    player=player,
                    token=token,
                    path=path,
                    query=None,
                    data=None,
                    address=address,
                    rate_limits=server.rate_limits,
                    clients=server.clients,
                )
            )
        except RecursionError:
            raise BadRequest("the JSON is nested too deep") from None

    return await server.library.do(work, writes=writes)


def _content(reply: Reply) -> bytes:
    if reply.content is not None:
        return reply.content
    return write_json(reply.data)
