"""Inserts: clues put where no solution leaves room for them, so that all solutions change.

Where solutions differ only in what no clue speaks of, nothing that is told about one of them shuts
the others out. Then something new must stand in their way. It is put there without telling
anything, to see what solutions there are then; by these it is guessed what it should tell, and the
best guesses are surveyed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from heapq import heappop, heappush
from itertools import count, islice
from typing import Any, Generic, NamedTuple

from enpitsu.improve.change_search import SolutionPool
from enpitsu.judge import Judge
from enpitsu.kind import P
from enpitsu.making import Change
from enpitsu.position import Position
from enpitsu.solve import Status, Survey

MAX_PLACES = 400  # that are looked at
PLACES_AT_ONCE = 4  # before the best guesses are surveyed
MAX_GUESSES = 2  # for one place
POOL_SIZE = 16  # solutions by which it is guessed
MAX_WITNESSES = 6  # solutions that a survey is given to begin with

Ask = Callable[[P, list[Position], int], Survey]
"""Surveys a puzzle, with witnesses and the size of the pool."""


class Insert(NamedTuple, Generic[P]):
    """A change, the puzzle with it and what is known of that."""

    change: Change[Any]
    puzzle: P
    then: Survey


class _Guess(NamedTuple):
    """A change that tells something, best first: what is open then, as far as is known."""

    open: int
    order: int
    change: Change[Any]
    known: tuple[Position, ...]


def find_inserts(
    puzzle: P, solution: Position, now: Survey, judge: Judge[P], ask: Ask[P]
) -> Iterator[Insert[P] | None]:
    """Find changes after which there are other solutions, by a solution and what is known of all;
    None now and then where there are none."""
    if judge.editor.inserts is None:
        return
    places = islice(judge.editor.inserts(puzzle, solution, now.open_slots), MAX_PLACES)
    heap: list[_Guess] = []
    order = count()
    while some := list(islice(places, PLACES_AT_ONCE)):
        for changes in some:
            for guess in _guess(puzzle, changes, judge, ask):
                if guess.open < len(now.open):
                    heappush(heap, guess._replace(order=next(order)))
        yield None
        for _ in range(min(PLACES_AT_ONCE, len(heap))):
            guess = heappop(heap)
            changed = judge.edit(puzzle, guess.change)
            if changed is not None:
                known = list(guess.known[:MAX_WITNESSES])
                yield Insert(guess.change, changed, ask(changed, known, 0))


def _guess(
    puzzle: P, changes: tuple[Change[Any], ...], judge: Judge[P], ask: Ask[P]
) -> list[_Guess]:
    """Guess what is best told at a place, if anything can stand there."""
    judge.budget.check()
    silent, *telling = changes
    changed = judge.edit(puzzle, silent)
    now = Survey(status=Status.NONE) if changed is None else ask(changed, [], POOL_SIZE)
    pool = SolutionPool(found.position for found in (*now.pool, *now.solutions))
    told: dict[Change[Any], list[int]] = {}
    for change in telling:
        for number, member in enumerate(pool.members):
            fitted = judge.editor.fit(puzzle, change, member)
            if fitted is not None:
                told.setdefault(fitted, []).append(number)
    found = [
        _Guess(
            pool.open(sum(1 << number for number in group)),
            0,
            change,
            tuple(pool.members[number] for number in group),
        )
        for change, group in told.items()
    ]
    return sorted(found, key=lambda guess: guess.open)[:MAX_GUESSES]
