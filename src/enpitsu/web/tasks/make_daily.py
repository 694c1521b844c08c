"""The puzzle of a day: what it is goes by the date alone, so that all get the same."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import NamedTuple

from enpitsu.formats import dump
from enpitsu.generate import Request, run_request
from enpitsu.grade import Level, levels_of
from enpitsu.limits import Limits
from enpitsu.registry import kinds
from enpitsu.web.request_refusals import TooLarge
from enpitsu.web.server_config import Quota

WEEK: tuple[tuple[Level, int], ...] = (
    (Level.GENTLE, 10),
    (Level.EASY, 10),
    (Level.MEDIUM, 10),
    (Level.HARD, 10),
    (Level.EXPERT, 10),
    (Level.MEDIUM, 14),
    (Level.EASY, 15),
)
"""Level and side from Monday on: harder from day to day, and on Sundays a large quiet one."""
TRIES = 3
AUTHOR = "Enpitsu"


class DailyPlan(NamedTuple):
    """The puzzle that is made on a day."""

    day: date
    kind: str
    rows: int
    cols: int
    level: str


def plan_of(day: date) -> DailyPlan:
    """Return the plan of a day's puzzle; the kinds that can have its level take turns."""
    level, side = WEEK[day.weekday()]
    names = sorted(
        name for name, kind in kinds().items() if kind.makers and level in levels_of(kind)
    )
    turn = day.toordinal()
    if len(names) % len(WEEK) == 0:
        turn += (turn - 1) // len(WEEK)  # else each day of the week always had the same kind
    return DailyPlan(day, names[turn % len(names)], side, side, str(level))


def make_daily(plan: DailyPlan, quota: Quota) -> str:
    """Return the puzzle of a day as JSON; without its level if it cannot be had in time."""
    seconds = quota.seconds / (TRIES + 1)
    levels = [plan.level] * TRIES + [None]
    for number, level in enumerate(levels):
        seed = plan.day.toordinal() + number * 10**7
        request = Request.checked(plan.kind, plan.rows, plan.cols, level, seed, None, {})
        made = run_request(request, jobs=1, limits=Limits(seconds=seconds, memory=quota.memory))
        if made.puzzle is not None:
            document = made.document()
            meta = replace(document.meta, title=plan.day.isoformat(), author=AUTHOR)
            return dump(replace(document, meta=meta), "json")
    raise TooLarge("the puzzle of this day could not be made in time: try again later")
