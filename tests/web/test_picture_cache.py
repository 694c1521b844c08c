"""Pictures that are kept, and made once for all who wait."""

from __future__ import annotations

import asyncio
from typing import Any

from enpitsu.web.picture_cache import PictureCache


def test_the_one_not_asked_for_longest_goes() -> None:
    picture_cache = PictureCache(most=2, largest=3)
    for name in "ab":
        picture_cache.keep(name, b"x")
    assert picture_cache.find("a") == b"x"
    picture_cache.keep("c", b"x")
    assert [picture_cache.find(name) for name in "abc"] == [b"x", None, b"x"]
    picture_cache.keep("d", b"long")
    assert picture_cache.find("d") is None


class Drawing:
    """Counts how often something is drawn."""

    def __init__(self, error: Exception | None = None) -> None:
        self.count, self.error = 0, error

    async def __call__(self) -> bytes:
        self.count += 1
        await asyncio.sleep(0.01)
        if self.error is not None:
            raise self.error
        return b"drawn"


def test_it_is_drawn_once_for_all_who_wait() -> None:
    drawing = Drawing()

    async def main() -> list[bytes]:
        picture_cache = PictureCache()
        found = await asyncio.gather(*(picture_cache.have("a", drawing) for _ in range(20)))
        return [*found, await picture_cache.have("a", drawing)]

    assert asyncio.run(main()) == [b"drawn"] * 21
    assert drawing.count == 1


def test_who_goes_away_stops_nobody() -> None:
    drawing = Drawing()

    async def main() -> bytes:
        picture_cache = PictureCache()
        gone = asyncio.create_task(picture_cache.have("a", drawing))
        waiting = asyncio.create_task(picture_cache.have("a", drawing))
        await asyncio.sleep(0)
        gone.cancel()
        return await waiting

    assert asyncio.run(main()) == b"drawn"
    assert drawing.count == 1


def test_an_error_is_told_to_all_and_not_kept() -> None:
    drawing = Drawing(ValueError("no"))

    async def main() -> list[Any]:
        picture_cache = PictureCache()
        for _ in range(2):
            waiting = (picture_cache.have("a", drawing) for _ in range(3))
            found = await asyncio.gather(*waiting, return_exceptions=True)
            assert all(isinstance(each, ValueError) for each in found)
        drawing.error = None
        return [await picture_cache.have("a", drawing)]

    assert asyncio.run(main()) == [b"drawn"]
    assert drawing.count == 3
