"""Pictures and other answers that are likely to be asked for again."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from typing import Any


class PictureCache:
    """The pictures that were drawn last, so that a list is not drawn again for each who looks."""

    def __init__(self, most: int = 300, largest: int = 60_000) -> None:
        self._most, self._largest = most, largest
        self._pictures: OrderedDict[str, bytes] = OrderedDict()
        self._making: dict[str, asyncio.Task[bytes]] = {}

    async def have(self, etag: str, make: Callable[[], Coroutine[Any, Any, bytes]]) -> bytes:
        """Return the picture; if need be it is made, once for all who wait for it meanwhile. It is
        made to the end even if they all go away: the next one will want it."""
        found = self.find(etag)
        if found is not None:
            return found

        def end(done: asyncio.Task[bytes]) -> None:
            del self._making[etag]
            if not done.cancelled() and done.exception() is None:
                self.keep(etag, done.result())

        making = self._making.get(etag)
        if making is None:
            making = self._making[etag] = asyncio.create_task(make())
            making.add_done_callback(end)
        return await asyncio.shield(making)

    def find(self, etag: str) -> bytes | None:
        """Return the picture, if it is there."""
        if etag in self._pictures:
            self._pictures.move_to_end(etag)
        return self._pictures.get(etag)

    def keep(self, etag: str, picture: bytes) -> None:
        """Keep a picture, unless it is large; the one that was not asked for longest goes."""
        if len(picture) <= self._largest:
            self._pictures[etag] = picture
        while len(self._pictures) > self._most:
            self._pictures.popitem(last=False)
