"""The cookie by which a browser says who plays: no script can read it, and no other site makes a
browser send it. Over TLS it is sent over TLS alone, and by this very host (`__Host-`)."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from enpitsu.store.players import TOKEN_LIFE

HOST_ONLY = "__Host-"


def is_secure(request: Request) -> bool:
    """Return whether the browser speaks TLS, with this server or a proxy before it."""
    return request.url.scheme == "https"


def token_in(request: Request, name: str) -> str:
    """The token that a browser sends, "" if none. Who comes over TLS for the first time may still
    have that of the plain connection."""
    cookies = request.cookies
    found = cookies.get(HOST_ONLY + name, "") if is_secure(request) else ""
    return found or cookies.get(name, "")


def give_token(request: Request, response: Response, name: str, token: str) -> None:
    """Have the browser send this token from now on, until it does not for a year."""
    secure = is_secure(request)
    response.set_cookie(
        HOST_ONLY + name if secure else name,
        token,
        max_age=int(TOKEN_LIFE.total_seconds()),
        path="/",
        secure=secure,
        httponly=True,
        samesite="strict",
    )
    if secure and name in request.cookies:
        # It would go over the wire for all to read.
        response.delete_cookie(name, path="/", httponly=True, samesite="strict")
