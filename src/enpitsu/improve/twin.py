"""Twins: solutions that no change can tell apart while one of them stays.

Clues speak of some slots only (those of shaded cells, say, not of a loop). Two solutions that are
the same there stay together whatever is told: who wants one solution must aim at another one.
"""

from __future__ import annotations

from itertools import cycle, islice
from typing import Any

from enpitsu.grid import Slot
from enpitsu.improve.judge import Judge
from enpitsu.making import AppliedChange
from enpitsu.position import Fact, Position
from enpitsu.solve import solve

MOST_TWINS, MOST_PAIRS, MOST_ASKED = 6, 4, 14
"""Twins that are gone round on the way to a solution without, ways to do so that are tried, and
questions to the solver in all."""


class Twins:
    """Looks for solutions of a puzzle that have no twin."""

    def __init__(self, puzzle: Any, judge: Judge) -> None:
        self._puzzle, self._judge = puzzle, judge
        self._denied: list[Fact] = []
        self._asked = 0

    @property
    def is_tired(self) -> bool:
        """Whether it has asked enough."""
        return self._asked >= MOST_ASKED

    def without(self, own: Position) -> Position | None:
        """A solution without a twin: this one, or another that is soon found."""
        found: Position | None = own
        for _ in range(MOST_TWINS):
            if self.is_tired:
                return None
            twin = None if found is None else self.twin(found)
            if found is None or twin is None:
                return found
            found = self._elsewhere(found, twin)
        return None

    def twin(self, own: Position) -> Position | None:
        """Another solution that every change leaves which leaves this one."""
        self._judge.budget.check()
        changes = list(self._judge.editor.additions(self._puzzle, own))
        slots = frozenset[Slot]().union(*(altered.slots for altered in changes))
        if not slots:
            return None
        told = Position(frozenset(fact for fact in own.facts if fact.slot in slots))
        self._asked += 1
        found = solve(self._puzzle, position=told, limits=self._judge.left())
        others = (each.position for each in found.solutions if each.position != own)
        return next((other for other in others if self._stays(changes, own, other)), None)

    def _stays(self, changes: list[AppliedChange[Any]], own: Position, other: Position) -> bool:
        for altered in changes:
            after = altered.after(other)
            fitted = self._judge.editor.fit(self._puzzle, altered.change, after)
            if fitted != altered.change or after == altered.after(own):
                return False
        return True

    def _elsewhere(self, own: Position, twin: Position) -> Position | None:
        """A solution that has not all that the two have alone, nor what was denied before."""
        mine, theirs = Position(own.facts - twin.facts), Position(twin.facts - own.facts)
        while True:
            for pair in islice(zip(cycle(mine), theirs, strict=False), MOST_PAIRS):
                if self.is_tired:
                    return None
                self._asked += 1
                wish = Position.of([*self._denied, *(fact.opposite for fact in pair)])
                found = self._judge.solution_with(self._puzzle, wish)
                if found is not None:
                    self._denied = list(wish)
                    return found
            if not self._denied:
                return None
            # Older ones may stand in the way.
            self._denied = self._denied[(len(self._denied) + 1) // 2 :]
