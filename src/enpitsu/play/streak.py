"""Streaks: days in a row with the puzzle of the day solved on its day."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple

EARLIEST = timedelta(hours=-14)  # a day begins first in the Line Islands, by so much before UTC
LATEST = timedelta(hours=36)  # and is over last on Baker Island, so long after it began in UTC
_DAY = timedelta(days=1)


class Streak(NamedTuple):
    """Days in a row: the row that goes on, and the longest one that there was."""

    current: int
    best: int


def is_in_time(day: date, solved: datetime) -> bool:
    """Return whether it was this day anywhere on earth at a time in UTC."""
    begin = datetime(day.year, day.month, day.day, tzinfo=UTC)
    return begin + EARLIEST <= solved.replace(tzinfo=UTC) < begin + LATEST


def streak_of(days: Collection[date], today: date) -> Streak:
    """Return the streak of someone who solved the puzzles of these days in time. A day that is not
    over breaks none."""
    last = today if today in days else today - _DAY
    return Streak(_row_until(last, days), max(_rows(days), default=0))


def _rows(days: Collection[date]) -> Iterable[int]:
    """Yield the length of each row of days."""
    return (_row_until(day, days) for day in days if day + _DAY not in days)


def _row_until(day: date, days: Collection[date]) -> int:
    count = 0
    while day in days:
        count, day = count + 1, day - _DAY
    return count
