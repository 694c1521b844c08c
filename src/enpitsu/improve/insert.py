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
from typing import Any, NamedTuple

from enpitsu.improve.judge import Judge
from enpitsu.improve.pool import Pool
from enpitsu.making import Change
from enpitsu.position import Position
from enpitsu.solve import Status, Survey

MOST_PLACES, AT_ONCE = 400, 4
"""Places that are looked at, and how many of them before the best guesses are surveyed."""
SAME_PLACE = 2
"""Guesses for one place."""
POOL = 16
"""Solutions by which it is guessed."""

Ask = Callable[[Any, list[Position], int], Survey]
"""A survey of a puzzle with witnesses, and how large its pool is to be."""


class Insert(NamedTuple):
    """A change, the puzzle with it and what is known of that."""

    change: Change[Any]
    puzzle: Any
    then: Survey


class _Guess(NamedTuple):
    """A change that tells something, best first: what is open then, as far as is known."""

    open: int
    order: int
    change: Change[Any]
    known: tuple[Position, ...]


def inserts(
    puzzle: Any, solution: Position, now: Survey, judge: Judge, ask: Ask
) -> Iterator[Insert | None]:
    """Changes after which there are other solutions, as they are found, and None now and then
    where there are none; by a solution and what is known of all."""
    if judge.editor.inserts is None:
        return
    places = islice(judge.editor.inserts(puzzle, solution, now.open_slots), MOST_PLACES)
    heap: list[_Guess] = []
    order = count()
    while some := list(islice(places, AT_ONCE)):
        for ways in some:
            for guess in _guesses(puzzle, ways, judge, ask):
                if guess.open < len(now.open):
                    heappush(heap, guess._replace(order=next(order)))
        yield None
        for _ in range(min(AT_ONCE, len(heap))):
            guess = heappop(heap)
            changed = judge.edited(puzzle, guess.change)
            if changed is not None:
                yield Insert(guess.change, changed, ask(changed, list(guess.known), 0))


def _guesses(puzzle: Any, ways: tuple[Change[Any], ...], judge: Judge, ask: Ask) -> list[_Guess]:
    """What is best told at a place, if anything can stand there."""
    judge.budget.check()
    silent, *telling = ways
    changed = judge.edited(puzzle, silent)
    now = Survey(status=Status.NONE) if changed is None else ask(changed, [], POOL)
    pool = Pool(found.position for found in (*now.pool, *now.solutions))
    told: dict[Change[Any], list[int]] = {}
    for change in telling:
        for number, member in enumerate(pool.members):
            fitted = judge.editor.fit(puzzle, change, member)
            if fitted is not None:
                told.setdefault(fitted, []).append(number)
    found = [
        _Guess(pool.open(group), 0, change, tuple(pool.members[number] for number in group))
        for change, group in told.items()
    ]
    return sorted(found, key=lambda guess: guess.open)[:SAME_PLACE]
