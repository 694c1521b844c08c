"""Answers: JSON out, bodies in, and the one table of errors."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from enpitsu.errors import (
    BackendMissing,
    FormatError,
    NoWorkers,
    PuzzleError,
    TookTooLong,
    WorkerDied,
    WrongSolution,
)
from enpitsu.store.refusals import (
    Conflict,
    Full,
    GameOver,
    Gone,
    Locked,
    NotThere,
    OverQuota,
    ReadOnly,
    Unavailable,
)
from enpitsu.web.body_limit import Share
from enpitsu.web.contract import JSON, AnswerBody, write_json
from enpitsu.web.languages import current_language
from enpitsu.web.request_refusals import (
    BadRequest,
    Busy,
    Forbidden,
    NoPlayer,
    NotFound,
    NotProved,
    ShowsAnswer,
    TooLarge,
    TooMany,
    TooSlow,
    TryLater,
    WrongType,
)
from enpitsu.words.error_words import error_text

NEVER = "no-store"
PUBLIC = "no-cache"  # kept by anyone for when the server is away; always asked first
FOR_GOOD = "public, max-age=31536000, immutable"  # it never changes under its address
PRIVATE = "private, no-cache"  # kept for one player
LOG = logging.getLogger("enpitsu.web")

ERRORS: tuple[tuple[type[PuzzleError], int, str], ...] = (
    (BadRequest, 400, "bad-request"),
    (TooLarge, 413, "too-large"),
    (TooSlow, 408, "too-slow"),
    (WrongType, 415, "wrong-type"),
    (Forbidden, 403, "forbidden"),
    (ReadOnly, 403, "read-only"),
    (NotFound, 404, "not-found"),
    (NotThere, 404, "not-found"),
    (NoPlayer, 401, "no-player"),
    (Full, 409, "full"),
    (Conflict, 409, "conflict"),
    (GameOver, 409, "game-over"),
    (ShowsAnswer, 409, "shows-answer"),
    (NotProved, 422, "not-proved"),
    (TooMany, 429, "too-many"),
    (Busy, 503, "busy"),
    (Locked, 503, "busy"),
    (Unavailable, 503, "library"),
    (TookTooLong, 422, "took-too-long"),
    (WorkerDied, 422, "work-lost"),
    (NoWorkers, 503, "busy"),
    (BackendMissing, 501, "not-installed"),
    (WrongSolution, 500, "wrong-solution"),
    (FormatError, 400, "unreadable"),
    (PuzzleError, 400, "refused"),
)
"""Status and code of each error; the first that fits counts."""

LEAST_RATE = 32 * 2**10  # bytes of a request that must come in a second, after the first while
WAITS = {503: "2", 429: "30"}  # seconds after which to try again, if the error does not know better
NO_LIBRARY = "the library cannot be used just now; why has been written to the server's log"
BROKEN = "something went wrong in the server; it has been written to its log"


class Problem(AnswerBody):
    """The error of a request in a plain sentence."""

    code: str
    message: str
    where: dict[str, Any] | UnsetType = UNSET


class ProblemAnswer(AnswerBody):
    """The answer to a request that is refused."""

    error: Problem


def answer(data: AnswerBody, status: int = 200, **headers: str) -> Response:
    """Return a JSON answer."""
    return raw_answer(JSON, write_json(data), status, **headers)


def raw_answer(media: str, content: bytes, status: int = 200, **headers: str) -> Response:
    """Return an answer that is written already. What changes with every move is kept nowhere."""
    kept = {name.replace("_", "-"): value for name, value in headers.items()}
    return Response(content, status, {"cache-control": NEVER, **kept}, media_type=media)


def etag_of(content: bytes) -> str:
    """Return the entity tag of some content."""
    return f'"{sha256(content).hexdigest()[:32]}"'


def has_seen(request: Request, etag: str) -> bool:
    """Return whether the client says that it has this already."""
    told = request.headers.get("if-none-match", "")[:2000].split(",")
    return any(each.strip().removeprefix("W/") in (etag, "*") for each in told)


# --- errors ---------------------------------------------------------------------------------------


def problem(error: Exception) -> Response:
    """Return the answer for an error, and cut the error's traceback: its frames hold the
    request, and a future in them the error, so all of it would stay until somebody looks for such
    rings."""
    try:
        entries = ((status, code) for sort, status, code in ERRORS if isinstance(error, sort))
        status, code = next(entries, (500, "broken"))
        if status == 500:
            LOG.error("unexpected error", exc_info=error)
            return refusal(status, code, BROKEN)
        headers = {}
        if status in WAITS:
            seconds = error.seconds if isinstance(error, TryLater) else None
            headers["retry_after"] = WAITS[status] if seconds is None else str(seconds)
        if isinstance(error, Unavailable) and not isinstance(error, (Gone, Locked)):
            # Its sentence tells where the database is, which is nobody's business.
            # In one line: while it is away, every request comes here.
            LOG.error("the library cannot be used: %s", error)
            return refusal(status, code, NO_LIBRARY, None, **headers)
        return refusal(status, code, str(error), _where(error), **headers)
    finally:
        forget_frames(error)


def forget_frames(error: BaseException) -> None:
    """Cut the tracebacks of an error and of all that led to it."""
    waiting: list[BaseException | None] = [error]
    seen: set[int] = set()
    while waiting:
        each = waiting.pop()
        if each is not None and id(each) not in seen:
            seen.add(id(each))
            each.__traceback__ = None
            waiting += (each.__context__, each.__cause__)


def refusal(
    status: int, code: str, message: str, where: Mapping[str, Any] | None = None, **headers: str
) -> Response:
    """Return a problem object with a plain sentence, in the language of the request."""
    told = error_text(message, current_language(), code)
    error = Problem(code=code, message=told, where=dict(where) if where else UNSET)
    return answer(ProblemAnswer(error=error), status, **headers)


def problem_of(error: Exception) -> Problem:
    """Return the problem object of an error, for jobs."""
    return msgspec.json.decode(bytes(problem(error).body), type=ProblemAnswer).error


def _where(error: Exception) -> dict[str, Any]:
    if isinstance(error, BadRequest):
        return {"field": error.field} if error.field else {}
    if isinstance(error, Conflict):
        return {"revision": error.revision}
    if isinstance(error, OverQuota):
        return {"used": error.used, "room": error.room}
    if not isinstance(error, FormatError):
        return {}
    found = {"line": error.line, "column": error.column, "cell": error.cell}
    return {name: value for name, value in found.items() if value is not None}


# --- bodies ---------------------------------------------------------------------------------------


async def body_of(request: Request, most: int, seconds: float, share: Share) -> bytes:
    """Return the JSON of a request as it arrived, of at most so many bytes; Busy if it and the
    others together are too much. TooSlow if nothing comes for so many seconds, or it comes slower
    than the least rate."""
    media = request.headers.get("content-type", "").split(";")[0].strip().lower()
    if media != JSON:
        raise WrongType(f"the request must be {JSON}")
    if request.headers.get("content-encoding", "identity").strip().lower() != "identity":
        raise WrongType("packed requests are not read: send it as it is")
    length = request.headers.get("content-length", "")
    if length.isascii() and length.isdigit() and int(length[:20]) > most:
        raise _too_large(most)
    pieces: list[bytes] = []
    clock = asyncio.get_running_loop().time
    size, start = 0, clock()
    try:
        # Not wait_for: its task and the error would hold each other, and all that had come.
        async with asyncio.timeout(seconds) as limit:
            async for piece in request.stream():
                size += len(piece)
                if size > most:
                    raise _too_large(most)
                share.grow(len(piece))
                pieces.append(piece)
                # So much has come: give the rest its time.
                limit.reschedule(seconds + min(clock(), start + size / LEAST_RATE))
        return b"".join(pieces)
    except TimeoutError:
        raise TooSlow("the request arrives too slowly, or not at all") from None
    except ClientDisconnect:
        raise BadRequest("the request broke off") from None
    finally:
        # Errors hold their frames, and with them what stands in these.
        pieces.clear()


def _too_large(most: int) -> TooLarge:
    return TooLarge(f"the request is too large: at most {most // 1024} KiB are read")
