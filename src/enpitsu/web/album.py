"""Pictures that are likely to be asked for again."""

from __future__ import annotations

from collections import OrderedDict


class Album:
    """The pictures that were drawn last, so that a list is not drawn again for each who looks."""

    def __init__(self, most: int = 300, largest: int = 60_000) -> None:
        self._most, self._largest = most, largest
        self._pictures: OrderedDict[str, bytes] = OrderedDict()

    def find(self, etag: str) -> bytes | None:
        """The picture, if it is there."""
        if etag in self._pictures:
            self._pictures.move_to_end(etag)
        return self._pictures.get(etag)

    def keep(self, etag: str, picture: bytes) -> None:
        """Keep a picture, unless it is large; the one that was not asked for longest goes."""
        if len(picture) <= self._largest:
            self._pictures[etag] = picture
        while len(self._pictures) > self._most:
            self._pictures.popitem(last=False)
