"""The first phase: the eleven rules on all rows and columns, until nothing changes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from enpitsu.grid import COL, ROW, Line, bit_positions
from enpitsu.kinds.nonogram.bits import several
from enpitsu.kinds.nonogram.board import BoardLines, as_board
from enpitsu.kinds.nonogram.model import Nonogram
from enpitsu.kinds.nonogram.yu.eleven_rules import ELEVEN, YuRule
from enpitsu.kinds.nonogram.yu.run_ranges import LineChange, LineContradiction, LineState
from enpitsu.limits import Budget
from enpitsu.position import Position

CHECK_EVERY = 64  # lines looked at before the limits are asked again


class RuleStep(NamedTuple):
    """A rule used on a line, and what it brought."""

    line: Line
    technique: YuRule
    change: LineChange


class NothingFits(LineContradiction):
    """A line cannot hold its runs: which one, and the rule that shows it; None if the runs are too
    long from the beginning."""

    def __init__(self, line: Line, technique: YuRule | None = None) -> None:
        super().__init__(line, technique)
        self.line, self.technique = line, technique


class RuledLines:
    """The state of every row and column; each cell is the same in both."""

    def __init__(
        self, lines: BoardLines, budget: Budget, make_line: type[LineState] = LineState
    ) -> None:
        """NothingFits if some clue does not fit its line."""
        self.budget = budget
        self._names = [Line(ROW, at) for at in range(lines.rows)]
        self._names += [Line(COL, at) for at in range(lines.cols)]
        self._all: list[LineState] = []
        for line, (clue, can) in zip(self._names, (*lines.across, *lines.down), strict=True):
            budget.check()
            size = lines.cols if line.is_row else lines.rows
            try:
                self._all.append(make_line(clue, can, size, budget))
            except LineContradiction:
                raise NothingFits(line) from None
        self.rows, self.cols = self._all[: lines.rows], self._all[lines.rows :]
        self.rounds = 0
        """The number of passes through all rules."""
        self._version = [0] * len(self._all)
        """Counts the changes of each line, so that no rule looks twice at the same."""

    @property
    def open(self) -> int:
        """The number of cells that can still be more than one thing."""
        return sum(several(row.can).bit_count() for row in self.rows)

    @property
    def fillings(self) -> list[int]:
        """Every row as bits that tell what its cells can be, a block for each colour, and last one
        for the cells that can stay empty."""
        return [
            sum(cells << at * row.size for at, cells in enumerate(row.can)) for row in self.rows
        ]

    def steps(self, techniques: Sequence[YuRule] = ELEVEN) -> Iterator[RuleStep]:
        """Use the rules in their order, each on every row and then on every column, again and
        again until nothing changes; NothingFits if there is no solution."""
        seen = [[-1] * len(self._all) for _ in techniques]
        before = -1
        while before != sum(self._version):
            before = sum(self._version)
            self.rounds += 1
            for technique, versions in zip(techniques, seen, strict=True):
                yield from self._use(technique, versions)

    def _use(self, technique: YuRule, seen: list[int]) -> Iterator[RuleStep]:
        for at, (name, line) in enumerate(zip(self._names, self._all, strict=True)):
            if at % CHECK_EVERY == 0:
                self.budget.check()
            if seen[at] == self._version[at]:
                continue
            seen[at] = self._version[at]
            try:
                change = technique.apply(line)
            except LineContradiction:
                raise NothingFits(name, technique) from None
            if change is not None:
                self._version[at] += 1
                # What the line lost is written into the lines that cross it.
                first_crossing = len(self.rows) if name.is_row else 0
                for option, cells in enumerate(change.denied):
                    for crossing in bit_positions(cells << first_crossing):
                        self._all[crossing].can[option] &= ~(1 << name.at)
                        self._version[crossing] += 1
                yield RuleStep(name, technique, change)


def decided_position(puzzle: Nonogram, ruled: RuledLines) -> Position:
    """Return the facts that the rules have found; of a cell with a colour only that."""
    board = as_board(puzzle, ruled.fillings)
    answer = frozenset(board.answer())
    painted = {fact.slot for fact in answer}
    return Position(answer | {fact for fact in board.facts() if fact.slot not in painted})
