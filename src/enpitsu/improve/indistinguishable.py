"""Solutions that no change can tell apart while one of them stays.

Clues speak of some slots only (those of shaded cells, say, not of a loop). Two solutions that are
the same there stay together whatever is told: whoever wants one solution must aim at another one.
"""

from __future__ import annotations

from typing import Generic

from enpitsu.grid import Slot
from enpitsu.improve.change_search import Elsewhere
from enpitsu.judge import Judge
from enpitsu.kind import P
from enpitsu.position import Position
from enpitsu.solve import solve

MAX_DETOURS = 6  # on the way to a solution that can be told from all others
MAX_PAIRS = 4  # of facts that are denied, for each detour
MAX_QUESTIONS = 14  # to the solver, in all


class Indistinguishable(Generic[P]):
    """Looks for solutions of a puzzle that changes can tell from all others."""

    def __init__(self, puzzle: P, judge: Judge[P]) -> None:
        self._puzzle, self._judge = puzzle, judge
        self._elsewhere = Elsewhere(puzzle, judge, MAX_PAIRS, MAX_QUESTIONS)

    @property
    def is_tired(self) -> bool:
        """True if it has asked the solver enough."""
        return self._elsewhere.is_tired

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
            found = self._elsewhere.find(found, twin)
        return None

    def twin(self, own: Position) -> Position | None:
        """Return another solution that every change leaves which leaves this one."""
        self._judge.budget.check()
        changes = list(self._judge.editor.additions(self._puzzle, own))
        slots = frozenset[Slot]().union(*(applied.slots for applied in changes))
        if not slots:
            return None
        told = Position(frozenset(fact for fact in own.facts if fact.slot in slots))
        self._elsewhere.questions += 1
        found = solve(self._puzzle, position=told, limits=self._judge.left())
        for other in (each.position for each in found.solutions if each.position != own):
            for applied in changes:
                after = applied.after(other)
                if self._judge.breaks(self._puzzle, applied, after) or after == applied.after(own):
                    break
            else:
                return other
        return None
