"""The puzzles of the days that it is somewhere are made before anybody asks for them."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from enpitsu.errors import PuzzleError
from enpitsu.store.refusals import ReadOnly
from enpitsu.web.api import daily_routes

pytestmark = pytest.mark.quick


class _Enough(Exception):
    """The end of the second round."""


def _run(monkeypatch: pytest.MonkeyPatch, refuse: dict[int, Exception]) -> list[date]:
    """Make days ahead for two rounds; `refuse` are the errors of the first days that are tried."""
    asked: list[date] = []
    rounds: list[float] = []

    async def make(server: Any, plan: Any) -> None:
        asked.append(plan.day)
        if len(asked) - 1 in refuse:
            raise refuse[len(asked) - 1]

    async def wait(seconds: float) -> None:
        rounds.append(seconds)
        if len(rounds) == 2:
            raise _Enough

    monkeypatch.setattr(daily_routes, "_make_once", make)
    monkeypatch.setattr(asyncio, "sleep", wait)
    with suppress(_Enough):
        asyncio.run(daily_routes.make_days_ahead(None))  # type: ignore[arg-type]
    return asked


def test_today_tomorrow_and_yesterday_are_made_again_and_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = datetime.now(UTC).date()
    asked = _run(monkeypatch, {})
    after = datetime.now(UTC).date()
    days = [[today + timedelta(days=each) for each in (0, 1, -1)] * 2 for today in (before, after)]
    assert asked in days or before != after


def test_a_day_that_fails_keeps_no_other_from_being_made(monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(_run(monkeypatch, {0: PuzzleError("no puzzle was found")})) == 6


def test_in_a_library_that_is_only_read_nothing_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(_run(monkeypatch, {0: ReadOnly("this library can only be read")})) == 1
