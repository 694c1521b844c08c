"""Why clues contradict each other, told as people would find out.

One of the clues is left open: then there is a solution, and the kind's techniques lead on. When
what they have found breaks the clue that was left open, that is the contradiction. Often it is
shorter to see what rules and clues make of each other, with something supposed or without.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, NamedTuple

from enpitsu.check import check
from enpitsu.errors import LimitReached
from enpitsu.explain import Step, needed
from enpitsu.explain.contradiction import find_contradiction
from enpitsu.explain.known_facts import find_known_facts
from enpitsu.explain.walkthrough import Walkthrough
from enpitsu.grid import Cell, Slot
from enpitsu.improve.mend import Contradiction
from enpitsu.kind import Violation
from enpitsu.limits import Budget, Limits
from enpitsu.position import EMPTY, Fact, Position
from enpitsu.registry import kind_of
from enpitsu.solve import Status

MOST_OPENED = 3
"""Clues that are left open in turn."""
MOST_FALLS = 4
"""Steps of a story that supposes something, and ends with what cannot be."""
MOST_STEPS = 80
"""Steps that are taken before it is given up."""


class Story(NamedTuple):
    """Steps from the clues alone, and the rule that what they bring breaks; None if the last step
    tells that."""

    steps: list[Step]
    end: Violation | None

    @property
    def length(self) -> int:
        """How many sentences it takes."""
        return sum(len(step.messages) for step in self.steps)


def story_of(found: Contradiction, limits: Limits, most: int) -> Story | None:
    """The shortest story that is found, if it takes at most so many sentences."""
    if kind_of(found.puzzle).ladder is None:
        return None
    stories, budget = list[Story](), limits.start()
    try:
        for opened in found.opened[:MOST_OPENED]:
            stories += _walked(opened, found.puzzle, limits, budget)
        steps = find_contradiction(kind_of(found.puzzle), found.puzzle, budget, MOST_FALLS)
        stories += [] if steps is None else [Story(steps, None)]
    except LimitReached:
        pass
    told = [story for story in stories if story.length <= most]
    return min(told, key=lambda story: story.length, default=None)


def _walked(opened: Any, puzzle: Any, limits: Limits, budget: Budget) -> list[Story]:
    """The way through a puzzle with a clue left open, if it comes to break the clue."""
    kind, steps = kind_of(puzzle), list[Step]()
    truth = find_known_facts(opened, EMPTY, replace(limits, seconds=budget.left()))
    if truth.status is Status.UNKNOWN:
        return []
    assert kind.ladder is not None
    way = Walkthrough(kind, opened, EMPTY, truth, None, budget, kind.ladder.thresholds[-1])
    while True:
        facts = [known for known in way.known if isinstance(known, Fact)]
        broken = check(puzzle, Position.of(facts), partial=True)
        if broken:
            return [Story(needed(steps, _breaking(puzzle, facts, broken[0])), broken[0])]
        step = way.next_step() if len(steps) < MOST_STEPS else None
        if step is None:
            return []
        steps.append(step)


def _breaking(puzzle: Any, facts: Iterable[Fact], broken: Violation) -> list[Fact]:
    """Facts that alone break the rule so, none of which can be spared."""
    cells = set(broken.cells)
    for line in broken.lines:
        cells.update(line.cells(puzzle.rows, puzzle.cols))
    near = [fact for fact in facts if not cells.isdisjoint(_cells(fact.slot))]
    kept = near if _breaks(puzzle, near, broken) else list(facts)
    for fact in list(kept):
        fewer = [other for other in kept if other != fact]
        if _breaks(puzzle, fewer, broken):
            kept = fewer
    return kept


def _cells(slot: Slot) -> tuple[Cell, ...]:
    return (slot,) if isinstance(slot, Cell) else tuple(slot)


def _breaks(puzzle: Any, facts: Iterable[Fact], broken: Violation) -> bool:
    """Whether facts break the rule at the same place."""
    where = (broken.code, broken.lines, broken.cells[:1])
    return any(
        (each.code, each.lines, each.cells[:1]) == where
        for each in check(puzzle, Position.of(facts), partial=True)
    )
