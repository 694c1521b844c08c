"""A pool of processes that lives for one test."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from enpitsu.web import ServerConfig
from enpitsu.web.worker_pools import WorkerPools


def in_worker_pools(act: Callable[[WorkerPools], Awaitable[Any]]) -> Any:
    """Return the result of something that is done with worker pools of its own."""

    async def run() -> Any:
        shop = WorkerPools(ServerConfig(jobs=1))
        try:
            return await act(shop)
        finally:
            shop.kill_all()

    return asyncio.run(run())
