"""The first phase: the eleven rules on all rows and columns, until nothing changes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from enpitsu.grid import COL, ROW, Line, bit_positions
from enpitsu.kinds.nonogram.engines.rules.eleven import ELEVEN, Technique
from enpitsu.kinds.nonogram.engines.rules.ranges import Change, LineState
from enpitsu.kinds.nonogram.engines.tree import Lines
from enpitsu.kinds.nonogram.lines import Can
from enpitsu.kinds.nonogram.model import Clue
from enpitsu.limits import Budget

CHECK_EVERY = 64
"""Lines looked at before the limits are asked again."""


class Step(NamedTuple):
    """A rule used on a line, and what it brought."""

    line: Line
    technique: Technique
    change: Change


class Sheet:
    """The state of every row and column; each cell is the same in both."""

    def __init__(self, lines: Lines, budget: Budget) -> None:
        """Contradiction if some clue does not fit its line."""
        self.budget = budget
        self.rows = [self._state(clue, can, lines.cols) for clue, can in lines.across]
        self.cols = [self._state(clue, can, lines.rows) for clue, can in lines.down]
        self._all = [*self.rows, *self.cols]
        self._version = [0] * len(self._all)
        """Counts the changes of each line, so that no rule looks twice at the same."""

    def _state(self, clue: Clue, can: Can, size: int) -> LineState:
        self.budget.check()
        return LineState(clue, can, size, self.budget)

    def steps(self, techniques: Sequence[Technique] = ELEVEN) -> Iterator[Step]:
        """Use the rules in their order, each on every row and then on every column, again and
        again until nothing changes; Contradiction if there is no solution."""
        seen = [[-1] * len(self._all) for _ in techniques]
        before = -1
        while before != sum(self._version):
            before = sum(self._version)
            for technique, versions in zip(techniques, seen, strict=True):
                yield from self._use(technique, versions)

    def _use(self, technique: Technique, seen: list[int]) -> Iterator[Step]:
        for at, line in enumerate(self._all):
            if at % CHECK_EVERY == 0:
                self.budget.check()
            if seen[at] == self._version[at]:
                continue
            seen[at] = self._version[at]
            change = technique.apply(line)
            if change is not None:
                self._version[at] += 1
                self._carry_over(at, change)
                yield Step(self._name(at), technique, change)

    def _name(self, at: int) -> Line:
        rows = len(self.rows)
        return Line(ROW, at) if at < rows else Line(COL, at - rows)

    def _carry_over(self, at: int, change: Change) -> None:
        """Write what a line lost into the lines that cross it."""
        rows = len(self.rows)
        crossing, own = (self.cols, at) if at < rows else (self.rows, at - rows)
        offset = rows if at < rows else 0
        for option, cells in enumerate(change.denied):
            for cell in bit_positions(cells):
                crossing[cell].can[option] &= ~(1 << own)
                self._version[offset + cell] += 1
