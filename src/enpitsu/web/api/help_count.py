"""Help that a player asked for is counted, whichever way it was asked: by the cookie alone."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from starlette.requests import Request

from enpitsu.errors import BackendMissing
from enpitsu.store.refusals import Locked, ReadOnly, Unavailable
from enpitsu.web.api.saved import Asked, look_up
from enpitsu.web.tasks.count_help import CountedHelp, TaughtTechnique


async def count_help(request: Request, given: Sequence[CountedHelp]) -> None:
    """Remember what a player is about to be told. Of those who do not say who they are nothing can
    be known. While the library is busy the request is refused, as that would be a way round; where
    there is none at all, there are no results either.
    """
    if not given or not request.cookies:
        return

    def is_new(asked: Asked) -> bool:
        # Of whom nothing is kept yet, only this is, and only where it matters.
        told = asked.repositories.told
        return bool(asked.token) and any(told.is_new(asked.me, *each) for each in given)

    def keep(asked: Asked) -> None:
        for each in given:
            asked.repositories.told.keep(asked.keep_me(), *each)

    try:
        if await look_up(request, is_new):
            await look_up(request, keep, writes=True)
    except Locked:
        raise
    except (BackendMissing, ReadOnly, Unavailable):
        return


async def note_lesson(request: Request, told: TaughtTechnique | None) -> None:
    """Remember that a player needed a hint for a technique: it comes back in the school. Of those
    who are not known nothing is kept for that."""
    if told is None or not request.cookies:
        return

    def is_new(asked: Asked) -> bool:
        return asked.player is not None and asked.repositories.lessons.is_hint_new(asked.me, *told)

    def keep(asked: Asked) -> None:
        if asked.player is not None:
            asked.repositories.lessons.note_hint(asked.me, *told)

    # The hint itself is worth more than this.
    with suppress(BackendMissing, ReadOnly, Unavailable):
        if await look_up(request, is_new):
            await look_up(request, keep, writes=True)
