"""Pictures that are kept, and made once for all who wait."""

from __future__ import annotations

import asyncio
from typing import Any

from enpitsu.web.album import Album


def test_the_one_not_asked_for_longest_goes() -> None:
    album = Album(most=2, largest=3)
    for name in "ab":
        album.keep(name, b"x")
    assert album.find("a") == b"x"
    album.keep("c", b"x")
    assert [album.find(name) for name in "abc"] == [b"x", None, b"x"]
    album.keep("d", b"long")
    assert album.find("d") is None


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
        album = Album()
        found = await asyncio.gather(*(album.have("a", drawing) for _ in range(20)))
        return [*found, await album.have("a", drawing)]

    assert asyncio.run(main()) == [b"drawn"] * 21
    assert drawing.count == 1


def test_who_goes_away_stops_nobody() -> None:
    drawing = Drawing()

    async def main() -> bytes:
        album = Album()
        gone = asyncio.create_task(album.have("a", drawing))
        waiting = asyncio.create_task(album.have("a", drawing))
        await asyncio.sleep(0)
        gone.cancel()
        return await waiting

    assert asyncio.run(main()) == b"drawn"
    assert drawing.count == 1


def test_an_error_is_told_to_all_and_not_kept() -> None:
    drawing = Drawing(ValueError("no"))

    async def main() -> list[Any]:
        album = Album()
        for _ in range(2):
            waiting = (album.have("a", drawing) for _ in range(3))
            found = await asyncio.gather(*waiting, return_exceptions=True)
            assert all(isinstance(each, ValueError) for each in found)
        drawing.error = None
        return [await album.have("a", drawing)]

    assert asyncio.run(main()) == [b"drawn"]
    assert drawing.count == 3
