"""A position on the board of a declared kind: the state of every variable."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from enpitsu.kit.constraints.base import FALSE, TRUE, UNKNOWN, Values, assign, blank_values
from enpitsu.kit.puzzle import GridPuzzle
from enpitsu.limits import Budget
from enpitsu.position import Fact


class KitBoard:
    """The marks on a board, which may break rules."""

    __slots__ = ("layout", "puzzle", "values")

    def __init__(self, puzzle: GridPuzzle) -> None:
        self.puzzle, self.layout = puzzle, puzzle.layout
        self.values = blank_values(self.layout.size)

    def place(self, facts: Iterable[Fact]) -> None:
        """Write facts."""
        for fact in facts:
            assign(self.values, self.layout.place(fact))

    def known(self) -> Iterator[int]:
        """The true literals."""
        for variable in range(1, self.layout.size + 1):
            if self.values[variable] != UNKNOWN:
                yield variable if self.values[variable] == TRUE else -variable

    def facts(self) -> Iterator[Fact]:
        """Everything on the board, denials included."""
        return map(self.layout.fact, self.known())

    def answer(self) -> Iterator[Fact]:
        """Yield the facts that hold, not those that are denied."""
        return (self.layout.fact(each) for each in self.known() if each > 0)

    def settle(self, budget: Budget) -> bool:
        """Nothing is concluded before the solver is asked."""
        return True

    def finished(self) -> Values:
        """The values of the board where nothing more is there than what stands on it."""
        values = blank_values(self.layout.size)
        for variable in range(1, self.layout.size + 1):
            is_there = self.values[variable] == TRUE
            values[variable], values[-variable] = (TRUE, FALSE) if is_there else (FALSE, TRUE)
        return values
