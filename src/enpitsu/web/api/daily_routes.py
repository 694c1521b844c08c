"""The puzzle of the day: made ahead or else when it is first asked for, kept in the library."""

from __future__ import annotations

import asyncio
import logging
import re
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Annotated

from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response

from enpitsu.errors import PuzzleError
from enpitsu.play.streak import streak_of
from enpitsu.store.refusals import ReadOnly
from enpitsu.store.rows import read_content
from enpitsu.web import contract
from enpitsu.web.answers import answer
from enpitsu.web.api.puzzle_routes import DAILY, PuzzleRowAnswer, row_answer
from enpitsu.web.api.route import Server, server_of
from enpitsu.web.api.saved import Asked, LibraryRoutes, look_up, private_headers
from enpitsu.web.contract import AnswerBody, Count, Number, answer_of
from enpitsu.web.repositories import Repositories
from enpitsu.web.request_refusals import NotFound
from enpitsu.web.tasks.make_daily import DailyPlan, make_daily, plan_of
from enpitsu.web.worker_pools import Priority

ROUTES = LibraryRoutes("library")


OLDEST = 60  # days back for which there is a puzzle
LISTED_DAYS = 30
AHEAD = (0, 1, -1)  # days from today in UTC: in the east tomorrow has begun, in the west not today
AHEAD_SECONDS = 1800.0
LOG = logging.getLogger("enpitsu.web")
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


class StreakAnswer(AnswerBody):
    """Days in a row with the puzzle of the day solved on its day, at the first attempt."""

    current: Annotated[Count, Meta(description="Days until today, or until yesterday.")]
    best: Count
    days: Annotated[list[str], Meta(description="Those of the last days, the latest first.")]


class DaysAnswer(AnswerBody):
    """The last days, the latest first."""

    days: list[DayAnswer]


@ROUTES.register("GET", "/daily", answers=DailyAnswer, errors=(400, 413, 422, 501))
async def daily(request: Request, query: DailyQuery) -> Response:
    """The puzzle of a day, by default of today."""
    server = server_of(request)
    plan = plan_of(_day(query.date))

    def find(asked: Asked) -> tuple[PuzzleRowAnswer | None, int | None]:
        row = _row(asked.repositories, plan.day, asked.someone)
        if row is None:
            # Nothing is made that cannot be kept.
            asked.repositories.store.database.check_writable()
        return row, asked.someone

    found, player = await look_up(request, find)
    if found is None:
        # Shielded: who goes away meanwhile leaves it to the next.
        await asyncio.shield(_make_once(server, plan))
        found, player = await look_up(request, find)
    if found is None:
        raise NotFound("the puzzle of this day has gone: try again in a moment")
    response = answer(DailyAnswer(date=plan.day.isoformat(), puzzle=found))
    response.headers.update(private_headers(player))
    return response


async def make_days_ahead(server: Server) -> None:
    """Make the puzzles of the days that it is somewhere, before anybody asks for them; for ever."""
    while True:
        for days in AHEAD:
            plan = plan_of(datetime.now(UTC).date() + timedelta(days=days))
            try:
                await _make_once(server, plan)
            except ReadOnly:
                return
            except Exception as error:  # whoever asks for it is told; the next time may be better
                LOG.warning("the puzzle of %s was not made ahead: %s", plan.day, error)
        await asyncio.sleep(AHEAD_SECONDS)


async def _make_once(server: Server, plan: DailyPlan) -> None:
    """Make the puzzle of a day unless it is there, when the lock is free."""

    def is_there(repositories: Repositories) -> bool:
        if repositories.shelf.find_titled(DAILY, plan.day.isoformat()) is not None:
            return True
        # Nothing is made that cannot be kept.
        repositories.store.database.check_writable()
        return False

    async with server.making_daily:
        if not await server.library.do(is_there):
            await _make(server, plan)


async def _make(server: Server, plan: DailyPlan) -> None:
    quota = replace(server.config.quota, seconds=MAKING_SECONDS)
    most = MAKING_SECONDS + server.config.grace_seconds
    content = await server.worker_pools.ask(Priority.OWN, most, make_daily, plan, quota)
    await server.library.do(
        lambda repositories: repositories.shelf.keep(DAILY, read_content(content)), writes=True
    )


@ROUTES.register_library("GET", "/daily/list")
def list_daily(asked: Asked, query: DailyQuery) -> DaysAnswer:
    """The puzzles of the last days, the latest first; null where nobody asked for one."""
    days = []
    for back in range(LISTED_DAYS):
        day = _day(query.date) - timedelta(days=back)
        puzzle = _row(asked.repositories, day, asked.someone)
        days.append(answer_of(DayAnswer, plan_of(day), date=day.isoformat(), puzzle=puzzle))
    return DaysAnswer(days=days)


@ROUTES.register_library("GET", "/daily/streak")
def show_streak(asked: Asked, query: DailyQuery) -> StreakAnswer:
    """The player's days in a row with the puzzle of the day solved."""
    today, me = _day(query.date), asked.someone
    days = set() if me is None else asked.repositories.results.days_solved(me, DAILY)
    listed = (today - timedelta(days=back) for back in range(LISTED_DAYS))
    shown = [day.isoformat() for day in listed if day in days]
    return answer_of(StreakAnswer, streak_of(days, today), days=shown)


def _row(repositories: Repositories, day: date, player: int | None) -> PuzzleRowAnswer | None:
    puzzle = repositories.shelf.find_titled(DAILY, day.isoformat())
    return None if puzzle is None else row_answer(repositories.shelf.load(puzzle, player), player)


def _day(told: str | None) -> date:
    """Return the day that is asked for: today where the client is, or one that is past."""
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
