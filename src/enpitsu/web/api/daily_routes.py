"""The puzzle of the day: made when it is first asked for, kept in the library."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from enpitsu.errors import PuzzleError
from enpitsu.store.rows import read_content
from enpitsu.web.answers import answer
from enpitsu.web.api.puzzle_routes import DAILY, ROW, row_data
from enpitsu.web.api.route import Route, server_of
from enpitsu.web.api.saved import Asked, kept, look_up, private_headers
from enpitsu.web.repositories import Repositories
from enpitsu.web.shapes import listed, maybe, read_query, record, text, whole
from enpitsu.web.tasks.make_daily import DailyPlan, make_daily, plan_of
from enpitsu.web.worker_pools import Priority

OLDEST = 60
"""Days back for which there is a puzzle."""
LISTED = 30
MAKING_SECONDS = 60.0
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")

WHEN = record(optional={"date": {**text(10), "examples": ["2026-11-16"]}})
DAY = record(
    {
        "date": text(10),
        "kind": text(),
        "rows": whole(1),
        "cols": whole(1),
        "level": text(),
        "puzzle": maybe(ROW),
    }
)


async def _daily(request: Request) -> Response:
    server = server_of(request)
    query = read_query(request.query_params.multi_items(), WHEN)
    plan = plan_of(_day(query.get("date")))

    def find(asked: Asked) -> tuple[dict[str, Any] | None, int | None]:
        row = _row(asked.repositories, plan.day, asked.someone)
        if row is None:
            # Nothing is made that cannot be kept.
            asked.repositories.store.database.check_writable()
        return row, asked.someone

    found, player = await look_up(request, find)
    if found is None:
        async with server.making_daily:
            # Somebody else may have waited for it, too.
            found, player = await look_up(request, find)
            if found is None:
                # Shielded: who goes away meanwhile leaves it to the next.
                await asyncio.shield(_make(request, plan))
                found, player = await look_up(request, find)
    response = answer({"date": plan.day.isoformat(), "puzzle": found})
    response.headers.update(private_headers(player))
    return response


async def _make(request: Request, plan: DailyPlan) -> None:
    server = server_of(request)
    quota = replace(server.config.quota, seconds=MAKING_SECONDS)
    most = MAKING_SECONDS + server.config.grace_seconds
    content = await server.worker_pools.ask(Priority.OWN, most, make_daily, plan, quota)
    await server.library.do(
        lambda repositories: repositories.shelf.keep(DAILY, read_content(content)), writes=True
    )


def _list(asked: Asked) -> dict[str, Any]:
    last = _day(asked.query.get("date"))
    days = [last - timedelta(days=back) for back in range(LISTED)]
    return {"days": [_day_data(asked, day) for day in days]}


def _day_data(asked: Asked, day: date) -> dict[str, Any]:
    plan = plan_of(day)
    return {
        "date": day.isoformat(),
        "kind": plan.kind,
        "rows": plan.rows,
        "cols": plan.cols,
        "level": plan.level,
        "puzzle": _row(asked.repositories, day, asked.someone),
    }


def _row(repositories: Repositories, day: date, player: int | None) -> dict[str, Any] | None:
    puzzle = repositories.shelf.find_titled(DAILY, day.isoformat())
    return None if puzzle is None else row_data(repositories.shelf.load(puzzle, player), player)


def _day(told: str | None) -> date:
    """The day that is asked for: today where the client is, or one that is past."""
    today = datetime.now(UTC).date()
    if told is None:
        return today
    try:
        day = date.fromisoformat(told) if _DATE.fullmatch(told) else None
    except ValueError:
        day = None
    if day is None:
        raise PuzzleError("a date is written as 2026-11-16")
    if not -OLDEST <= (day - today).days <= 1:
        raise PuzzleError(f"there are puzzles of today and of the last {OLDEST} days")
    return day


ROUTES = (
    Route(
        method="GET",
        path="/daily",
        name="daily",
        group="library",
        summary="The puzzle of a day, by default of today.",
        query=WHEN,
        handle=_daily,
        answers=record({"date": text(10), "puzzle": ROW}),
        errors=(400, 413, 422, 501),
    ),
    kept(
        _list,
        method="GET",
        path="/daily/list",
        name="list-daily",
        group="library",
        summary="The puzzles of the last days, the latest first; null where nobody asked for one.",
        query=WHEN,
        answers=record({"days": listed(DAY)}),
    ),
)
