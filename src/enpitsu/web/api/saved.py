"""Routes about what the library keeps: a plain function each, called in a thread with all that
was asked, so that nothing of it holds up the event loop: neither the database nor large JSON."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar, get_type_hints

from starlette.requests import Request
from starlette.responses import Response

from enpitsu.store.players import Player
from enpitsu.store.refusals import Full, ReadOnly, Unavailable
from enpitsu.web.answers import NEVER, PRIVATE, raw_answer
from enpitsu.web.api.route import Routes, Server, address_of, read_body, server_of, share_of
from enpitsu.web.body_limit import FREE_BYTES
from enpitsu.web.contract import (
    JSON,
    AnswerBody,
    Nothing,
    RequestBody,
    check_request,
    parse_body,
    read_query,
    write_json,
)
from enpitsu.web.cookies import give_token, token_in
from enpitsu.web.repositories import Repositories
from enpitsu.web.request_refusals import BadRequest, NoPlayer, NotFound

MAX_BYTES = 16 * 2**10  # of a request, where the route says nothing else
MAX_VALUES = 300_000  # of a request read in the server's own process: each takes some 70 bytes
PLAYER_HEADER = "enpitsu-player"
NOBODY = 0  # the number of a player of whom nothing is kept: nothing is found for it
_LONGEST_KEY = 9
T = TypeVar("T")


class Asked(NamedTuple):
    """All that a request says."""

    repositories: Repositories
    server: Server
    player: Player | None
    token: str
    """The token of the player, also of one of whom nothing is kept yet; "" for nobody."""
    path: Mapping[str, str]
    address: str

    @property
    def someone(self) -> int | None:
        """The number of the player, if one asks."""
        return None if self.player is None else self.player.id

    @property
    def me(self) -> int:
        """The number of the player, NOBODY while nothing is kept; NoPlayer if nobody says who
        plays."""
        if not self.token:
            raise NoPlayer("nobody says who plays: ask for /me first, which gives a cookie")
        return NOBODY if self.player is None else self.player.id

    def keep_me(self) -> int:
        """Return the number of the player, of whom something is kept from now on."""
        return self.me or self.become_player().id

    def become_player(self, name: str = "") -> Player:
        """Keep a player of whom nothing was kept so far."""
        self.check_player()
        check_room(self)
        self.server.rate_limits.newcomers.step(self.address)
        player = self.repositories.players.keep(self.token, name)
        self.server.clients.meet(self.token, player.id)
        return player

    def check_player(self) -> int:
        """Return `me` if something may be kept for the player: else NoPlayer or ReadOnly."""
        self.repositories.store.database.check_writable()
        return self.me

    def key(self, name: str = "id") -> int:
        """Return a number in the address; NotFound if it is none."""
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
    """The player's key from now on."""
    content: bytes | None = None
    media: str = JSON
    headers: Mapping[str, str] = field(default_factory=dict)


LibraryHandler = TypeVar("LibraryHandler", bound=Callable[..., AnswerBody | Reply])


class LibraryRoutes(Routes):
    """Routes of a group of which some only ask the library."""

    def register_library(
        self,
        method: str,
        path: str,
        *,
        grows: bool = False,
        is_secret: bool = False,
        most: int = MAX_BYTES,
        errors: tuple[int, ...] = (),
        **told: Any,
    ) -> Callable[[LibraryHandler], LibraryHandler]:
        """Add the route of the function below, which is called in a thread with an `Asked`, and
        with what it names `query` and `body`. It `grows` if it adds to the library, and reads
        requests of at most so many bytes. The player's browser may keep what it reads for when the
        server is away, unless it `is_secret`."""

        def add(run: LibraryHandler) -> LibraryHandler:
            types = get_type_hints(run)
            always = {501, *((400,) if "query" in types else ()), *((409,) if grows else ())}
            refused = tuple(sorted({*errors, *always}))
            reads = _Reads(types.get("body"), types.get("query"), most, 401 in refused)
            cache = PRIVATE if method == "GET" and not is_secret else NEVER

            async def handle(request: Request) -> Response:
                body = await reads.read(request)
                pairs = request.query_params.multi_items()
                return await reply_to(
                    request,
                    lambda asked: run(asked, **reads.check(asked, body, pairs)),
                    writes=method != "GET",
                    grows=grows,
                    cache=cache,
                )

            self.add(method, path, run, handle, {**told, "errors": refused})
            return run

        return add


class _Reads(NamedTuple):
    """The shapes and limits by which a request is read."""

    body: type[RequestBody] | None
    query: type[RequestBody] | None
    most: int
    needs_player: bool

    async def read(self, request: Request) -> bytes:
        """Return the JSON, unread; NoPlayer before that, where one is needed and nobody known
        asks. One that is small is read before the library is asked who it is: that costs nobody
        anything, and saves every stroke of a game a question to the database."""
        if self.body is None:
            return b""
        length = request.headers.get("content-length", "")
        is_small = length.isascii() and length.isdigit() and int(length[:20]) <= FREE_BYTES
        if self.needs_player and not (is_small and request.cookies):
            await look_up(request, Asked.check_player)
        return await read_body(request, most=self.most)

    def check(
        self, asked: Asked, body: bytes, pairs: list[tuple[str, str]]
    ) -> dict[str, RequestBody]:
        """Return the checked request, in a thread; NoPlayer if one is needed and nobody asks."""
        found: dict[str, RequestBody] = {}
        if self.body is not None:
            if self.needs_player:
                asked.check_player()
            found["body"] = check_request(parse_body(body, MAX_VALUES), self.body)
        if self.query is not None:
            found["query"] = read_query(pairs, self.query)
        return found


def check_room(asked: Asked) -> None:
    """Full while the library is as large as it may become, or the disk has no room."""
    database, config = asked.repositories.store.database, asked.server.config
    if database.size() > config.library_bytes:
        raise Full("the library is full: nothing more can be kept here")
    if database.free() < config.spare_bytes:
        raise Full("the server's disk is full: nothing more can be kept here")


async def reply_to(
    request: Request,
    run: Callable[[Asked], AnswerBody | Reply],
    *,
    writes: bool = True,
    grows: bool = False,
    cache: str = NEVER,
) -> Response:
    """Return the answer that a function gives in a thread, which is told who asks; refuse while
    the library has no room if it `grows` by that."""
    size = share_of(request).size

    def work(asked: Asked) -> tuple[Reply, bytes, str, dict[str, str]]:
        if writes:
            asked.repositories.store.database.check_writable()
            asked.server.rate_limits.count_write(asked.address, asked.someone, size)
        if grows:
            check_room(asked)
        answer = run(asked)
        reply = answer if isinstance(answer, Reply) else Reply(answer)
        player = asked.player
        if reply.token is not None and reply.token != asked.token:
            player = asked.repositories.players.find(reply.token)
        headers = private_headers(None if player is None else player.id, cache)
        content = write_json(reply.data) if reply.content is None else reply.content
        return reply, content, asked.repositories.cookie, headers

    reply, content, cookie, headers = await look_up(request, work, writes=writes)
    response = raw_answer(reply.media, content, reply.status, **reply.headers)
    response.headers.update(headers)
    if reply.token is not None:
        give_token(request, response, cookie, reply.token)
    return response


def private_headers(player: int | None, cache: str = PRIVATE) -> dict[str, str]:
    """Return the headers of what belongs to one player. The page's service worker keeps it under
    the number of the player, or of NOBODY, and forgets it when an answer names another one."""
    return {"cache-control": cache, "vary": "Cookie", PLAYER_HEADER: str(player or NOBODY)}


async def look_up(request: Request, fn: Callable[[Asked], T], *, writes: bool = False) -> T:
    """Run a function on the library in a thread; it is told who asks."""
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
            return fn(Asked(repositories, server, player, token, path, address))
        except RecursionError:
            raise BadRequest("the JSON is nested too deep") from None

    return await server.library.do(work, writes=writes)
