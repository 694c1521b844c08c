"""Help that a player asked for is counted, whichever way it was asked: by the cookie alone."""

from __future__ import annotations

from starlette.requests import Request

from enpitsu.errors import BackendMissing
from enpitsu.store.refusals import Locked, Unavailable
from enpitsu.web.api.kept import Asked, look_up
from enpitsu.web.tasks.told import Told


async def count_told(request: Request, told: Told | None) -> None:
    """Remember what a player is about to be told. Of those who do not say who they are nothing can
    be known. While the library is busy the request is refused, as that would be a way round; where
    there is none at all, there are no results either.
    """
    if told is None or not request.cookies:
        return

    def keep(asked: Asked) -> None:
        # Of whom nothing is kept yet, only this is, and only where it matters.
        if asked.token and asked.rooms.told.concerns(asked.me, told.fingerprint):
            asked.rooms.told.keep(
                asked.keep_me(), told.fingerprint, has_answer=told.has_answer, names=told.names
            )

    try:
        await look_up(request, keep)
    except Locked:
        raise
    except (BackendMissing, Unavailable):
        return
