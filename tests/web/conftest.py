"""Shared by the tests of the server."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from enpitsu.web.worker_pools import WorkerPools
from tests.nursery import ready_workers


@pytest.fixture(scope="module")
def nursery() -> Iterator[None]:
    """Processes for all servers of a module that has many of them."""
    with ready_workers():
        yield


@pytest.fixture
def cold_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """Servers start processes when they are asked for something that takes one. To get three ready
    costs more than most tests that have a server of their own."""

    async def warm_up(_: WorkerPools) -> None:
        pass

    monkeypatch.setattr(WorkerPools, "warm_up", warm_up)
