"""Numbered attempts, one after another or in several processes: the lowest that succeeds wins."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from enpitsu.errors import LimitReached, WorkerDied
from enpitsu.generate.attempt import Attempt, attempt
from enpitsu.generate.request import Request
from enpitsu.grade import Level
from enpitsu.limits import Budget, Limits
from enpitsu.workers import open_workers

MOST_TRIES = 1000
"""Attempts where nothing is said: a wish that cannot be fulfilled must come to an end."""
ALONE_SECONDS = 0.3
"""How long small puzzles are tried without the cost of starting processes."""
SMALL_CELLS = 200
TICK = 0.1
"""Seconds after which limits are asked again while processes work."""


class Progress(NamedTuple):
    """How far the work is."""

    attempts: int
    seconds: float
    nearest: Level | None
    """The level of the best puzzle so far, if one is wanted."""


class Race(NamedTuple):
    """What is to be done, and with what."""

    wish: Request
    tries: int | None
    jobs: int
    limits: Limits
    budget: Budget
    progress: Callable[[Progress], None] | None

    @property
    def end(self) -> int:
        """The number behind the last attempt."""
        return MOST_TRIES if self.tries is None else self.tries

    def left(self) -> Limits:
        """The limits for an attempt that starts now; who cancels is asked here, not there."""
        return replace(self.limits, seconds=self.budget.left())


class Finish(NamedTuple):
    """How the race ended."""

    best: Attempt | None
    is_hit: bool
    attempts: int
    reached: str | None


@dataclass(slots=True)
class _Standings:
    """What has come in so far."""

    race: Race
    best: Attempt | None = None
    attempts: int = 0
    hits: list[Attempt] = field(default_factory=list)

    @property
    def winner(self) -> int | None:
        """The lowest number that succeeded."""
        return min((hit.number for hit in self.hits), default=None)

    def enter(self, done: Attempt) -> None:
        """Take in what came of an attempt."""
        self.attempts += 1
        level = self.race.wish.level
        if done.puzzle is not None:
            self.best = min(
                (each for each in (self.best, done) if each is not None),
                key=lambda each: (each.distance(level), each.number),
            )
            if not done.distance(level):
                self.hits.append(done)
        self._tell()

    def _tell(self) -> None:
        if self.race.progress is not None:
            grade = self.best.grade if self.best is not None else None
            found = grade.level if grade is not None else None
            self.race.progress(Progress(self.attempts, self.race.budget.seconds, found))

    def finish(self, reached: str | None) -> Finish:
        """The end of the race."""
        return Finish(self.best, bool(self.hits), self.attempts, None if self.hits else reached)


def run(race: Race) -> Finish:
    """Run the race; what was found before a limit is kept."""
    standings = _Standings(race)
    try:
        _run(race, standings)
    except LimitReached as limit:
        return standings.finish(str(limit))
    return standings.finish("tries")


def _run(race: Race, standings: _Standings) -> None:
    if race.jobs == 1:
        _one_by_one(race, standings, None)
        return
    start = 0
    # Without a level the first attempt is nearly always the last.
    if race.wish.level is None or race.wish.rows * race.wish.cols <= SMALL_CELLS:
        start = _one_by_one(race, standings, time.perf_counter() + ALONE_SECONDS)
    if not standings.hits and start < race.end:
        _in_processes(race, standings, start)


def _one_by_one(race: Race, standings: _Standings, until: float | None) -> int:
    """Attempts in this process, until one succeeds or the time is over; gives the next number."""
    number = 0
    while number < race.end and not standings.hits:
        if until is not None and time.perf_counter() > until:
            break
        race.budget.check()
        standings.enter(attempt(race.wish, number, race.left()))
        number += 1
    return number


def _in_processes(race: Race, standings: _Standings, start: int) -> None:
    """Attempts from `start` on in several processes, until the lowest success is known."""
    with open_workers(race.jobs) as pool:
        under_way: dict[Future[Attempt], int] = {}
        following = start
        while True:
            last = race.end if standings.winner is None else standings.winner
            while following < last and len(under_way) < race.jobs + 1:
                limits = replace(race.left(), cancel=None)
                under_way[pool.submit(attempt, race.wish, following, limits)] = following
                following += 1
            if not any(number < last for number in under_way.values()):
                return
            _take_in(race, standings, under_way)


def _take_in(race: Race, standings: _Standings, under_way: dict[Future[Attempt], int]) -> None:
    """Wait a moment for attempts that end."""
    done, _ = wait(under_way, timeout=TICK, return_when=FIRST_COMPLETED)
    race.budget.check()
    for future in sorted(done, key=under_way.__getitem__):
        number = under_way.pop(future)
        try:
            standings.enter(future.result())
        except WorkerDied:
            raise LimitReached("memory") from None
        except LimitReached:
            # An attempt's own clock may run out a moment before ours.
            race.budget.check()
            standings.enter(Attempt(number=number))
