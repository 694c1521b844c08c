"""The puzzle of the day: made when it is first asked for, kept in the library."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Annotated

from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response

from enpitsu.errors import PuzzleError
from enpitsu.store.rows import read_content
from enpitsu.web import contract
from enpitsu.web.answers import answer
from enpitsu.web.api.puzzle_routes import DAILY, PuzzleRowAnswer, row_answer
from enpitsu.web.api.route import Route, server_of
from enpitsu.web.api.saved import Asked, library_route, look_up, private_headers
from enpitsu.web.contract import AnswerBody, Number, read_query
from enpitsu.web.repositories import Repositories
from enpitsu.web.request_refusals import NotFound
from enpitsu.web.tasks.make_daily import DailyPlan, make_daily, plan_of
from enpitsu.web.worker_pools import Priority

OLDEST = 60  # days back for which there is a puzzle
LISTED_DAYS = 30
MAKING_SECONDS = 60.0
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


class DailyQuery(contract.RequestBody):
    """A day, by default today."""

    date: Annotated[str, Meta(max_length=10, examples=["2026-11-16"])] | None = None


class DailyAnswer(AnswerBody):
    """The puzzle of a day."""

    date: str
    puzzle: PuzzleRowAnswer


class DayAnswer(AnswerBody):
    """The data of the puzzle of a day, and the puzzle itself if somebody asked for it."""

    date: str
    kind: str
    rows: Number
    cols: Number
    level: str
    puzzle: PuzzleRowAnswer | None


class DaysAnswer(AnswerBody):
    """The last days, the latest first."""

    days: list[DayAnswer]


async def _daily(request: Request) -> Response:
    server = server_of(request)
    query = read_query(request.query_params.multi_items(), DailyQuery)
    plan = plan_of(_day(query.date))

    def find(asked: Asked) -> tuple[PuzzleRowAnswer | None, int | None]:
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
    if found is None:
        raise NotFound("the puzzle of this day has gone: try again in a moment")
    response = answer(DailyAnswer(date=plan.day.isoformat(), puzzle=found))
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


def _list(asked: Asked) -> DaysAnswer:
    query: DailyQuery = asked.query
    last = _day(query.date)
    days = [last - timedelta(days=back) for back in range(LISTED_DAYS)]
    return DaysAnswer(days=[_day_answer(asked, day) for day in days])


def _day_answer(asked: Asked, day: date) -> DayAnswer:
    plan = plan_of(day)
    return DayAnswer(
        date=day.isoformat(),
        kind=plan.kind,
        rows=plan.rows,
        cols=plan.cols,
        level=plan.level,
        puzzle=_row(asked.repositories, day, asked.someone),
    )


def _row(repositories: Repositories, day: date, player: int | None) -> PuzzleRowAnswer | None:
    puzzle = repositories.shelf.find_titled(DAILY, day.isoformat())
    return None if puzzle is None else row_answer(repositories.shelf.load(puzzle, player), player)


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
        query=DailyQuery,
        handle=_daily,
        answers=DailyAnswer,
        errors=(400, 413, 422, 501),
    ),
    library_route(
        _list,
        method="GET",
        path="/daily/list",
        name="list-daily",
        group="library",
        summary="The puzzles of the last days, the latest first; null where nobody asked for one.",
        query=DailyQuery,
        answers=DaysAnswer,
    ),
)
