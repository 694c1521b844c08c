"""The language that a request is answered in."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from starlette.requests import Request

from enpitsu.words import ENGLISH, LANGUAGES

LANGUAGE_COOKIE = "enpitsu-language"
_MOST_TAGS = 20  # of an Accept-Language header
_asked: ContextVar[str] = ContextVar("language", default=ENGLISH)


@contextmanager
def answering_in(language: str) -> Iterator[None]:
    """Tell errors in a language, also those of work that begins meanwhile and ends later."""
    token = _asked.set(language)
    try:
        yield
    finally:
        _asked.reset(token)


def current_language() -> str:
    """Return the language of the request that is being answered."""
    return _asked.get()


def language_of(request: Request) -> str:
    """Return the language of the page: the one that was chosen in this browser, else the first that
    it wants and the page speaks."""
    told = request.headers.get("accept-language", "")[:1000].split(",")[:_MOST_TAGS]
    wanted = sorted(map(_weighed, told), key=lambda pair: -pair[1])  # stable: the first of equals
    tags = [request.cookies.get(LANGUAGE_COOKIE, ""), *(tag for tag, weight in wanted if weight)]
    known = (tag.strip().lower().partition("-")[0] for tag in tags)
    return next((tag for tag in known if tag in LANGUAGES), ENGLISH)


def _weighed(told: str) -> tuple[str, float]:
    tag, _, weight = told.partition(";")
    try:
        return tag, float(weight.strip().removeprefix("q=") or 1)
    except ValueError:
        return tag, 0.0
