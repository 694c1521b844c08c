"""Solutions that no change can tell apart while one of them stays.

Clues speak of some slots only (those of shaded cells, say, not of a loop). Two solutions that are
the same there stay together whatever is told: whoever wants one solution must aim at another one.
"""

from __future__ import annotations

from itertools import cycle, islice
from math import inf
from typing import Generic

from enpitsu.grid import Slot
from enpitsu.judge import Judge
from enpitsu.kind import P
from enpitsu.position import Fact, Position
from enpitsu.solve import solve

MAX_DETOURS = 6  # on the way to a solution that can be told from all others
MAX_PAIRS = 4  # of facts that are denied, for each detour
MAX_QUESTIONS = 14  # to the solver, in all


class Elsewhere(Generic[P]):
    """Finds solutions away from those that no change can tell apart, each of them away from all
    before as long as that can be."""

    def __init__(
        self, puzzle: P, judge: Judge[P], max_pairs: int, max_questions: float = inf
    ) -> None:
        self._puzzle, self._judge, self._max_pairs = puzzle, judge, max_pairs
        self._max_questions, self.questions = max_questions, 0
        self._denied: list[Fact] = []

    @property
    def is_tired(self) -> bool:
        """True if it has asked the solver enough."""
        return self.questions >= self._max_questions

    def find(self, own: Position, other: Position) -> Position | None:
        """Return a solution that has not all that each of two has alone, nor what was denied
        before; None if none is soon found."""
        mine, theirs = Position(own.facts - other.facts), Position(other.facts - own.facts)
        while True:
            for pair in islice(zip(cycle(mine), theirs, strict=False), self._max_pairs):
                if self.is_tired:
                    return None
                self.questions += 1
                asked = Position.of([*self._denied, *(fact.opposite for fact in pair)])
                found = self._judge.solution_with(self._puzzle, asked)
                if found is not None:
                    self._denied = list(asked)
                    return found
            if not self._denied:
                return None
            # Older ones may stand in the way.
            self._denied = self._denied[(len(self._denied) + 1) // 2 :]


class Indistinguishable(Elsewhere[P], Generic[P]):
    """Looks for solutions of a puzzle that changes can tell from all others."""

    def __init__(self, puzzle: P, judge: Judge[P]) -> None:
        super().__init__(puzzle, judge, MAX_PAIRS, MAX_QUESTIONS)

    def find_clear(self, own: Position) -> Position | None:
        """Return a solution that changes can tell from all others: this one, or another that is
        soon found."""
        found: Position | None = own
        for _ in range(MAX_DETOURS):
            if self.is_tired:
                return None
            twin = None if found is None else self.twin(found)
            if found is None or twin is None:
                return found
            found = self.find(found, twin)
        return None

    def twin(self, own: Position) -> Position | None:
        """Return another solution that every change leaves which leaves this one."""
        self._judge.budget.check()
        changes = list(self._judge.editor.additions(self._puzzle, own))
        slots = frozenset[Slot]().union(*(applied.slots for applied in changes))
        if not slots:
            return None
        told = Position(frozenset(fact for fact in own.facts if fact.slot in slots))
        self.questions += 1
        found = solve(self._puzzle, position=told, limits=self._judge.left())
        for other in (each.position for each in found.solutions if each.position != own):
            for applied in changes:
                after = applied.after(other)
                if self._judge.breaks(self._puzzle, applied, after) or after == applied.after(own):
                    break
            else:
                return other
        return None
