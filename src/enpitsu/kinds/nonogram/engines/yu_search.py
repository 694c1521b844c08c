"""The engine of C.-H. Yu, "An Efficient Algorithm for Solving Japanese Puzzles" (2007).

First the eleven rules (`yu/`) on all rows and columns until nothing changes (`yu/fixpoint.py`),
then, if cells are left, depth-first search with branch and bound (section 2.2): row after row, the
ways to fill a row that agree with what the rules found. After each row the columns say which cells
of the next row must be shaded or stay empty; only the ways that agree with that are gone on with,
and if there is none, the row before is rejected at once.

In print all ways to fill a row are listed and then sifted. Here the fitting ones are made one after
another, as rows of large boards have more ways than any memory; and a column allows what leaves
some way to finish it with what the rules found.
"""

from __future__ import annotations

from collections.abc import Iterator

from enpitsu.errors import LimitReached
from enpitsu.kind import DEDUCTIONS, Kind, Search, Task
from enpitsu.kinds.nonogram.board import BoardLines, as_board
from enpitsu.kinds.nonogram.engines import NO_SEARCH
from enpitsu.kinds.nonogram.engines.tree import (
    Layer,
    TreeEffort,
    branch_and_bound,
    fillings,
    search_rows,
)
from enpitsu.kinds.nonogram.model import Nonogram
from enpitsu.kinds.nonogram.rules import is_answer
from enpitsu.kinds.nonogram.yu.eleven_rules import ELEVEN
from enpitsu.kinds.nonogram.yu.fixpoint import RuledLines, decided_position
from enpitsu.kinds.nonogram.yu.run_ranges import LineContradiction
from enpitsu.position import Position

ROUNDS = "rules: rounds"


def search(kind: Kind[Nonogram], puzzle: Nonogram, task: Task) -> Search:
    """The eleven rules, then depth-first search with branch and bound."""
    partial: list[Position] = []

    def fill(lines: BoardLines, effort: TreeEffort) -> Iterator[list[int]]:
        ruled = _use_rules(lines, effort)
        if ruled is None:
            return
        if not ruled.open:
            if is_answer(as_board(puzzle, ruled.fillings)):
                yield ruled.fillings
        elif NO_SEARCH.name in task.options:
            partial.append(decided_position(puzzle, ruled))
            raise LimitReached(DEDUCTIONS)
        else:
            across = [(line.runs, line.can) for line in ruled.rows]
            down = [(line.runs, line.can) for line in ruled.cols]
            yield from branch_and_bound(BoardLines(across, down), _layer, effort)

    found = search_rows(puzzle, task, fill)
    return found._replace(partial=partial[0]) if partial else found


def _use_rules(lines: BoardLines, effort: TreeEffort) -> RuledLines | None:
    """The lines as the rules leave them; None if they meet a contradiction."""
    counts = effort.counts
    for technique in ELEVEN:
        counts |= {name: 0 for name in (technique.cells, technique.ranges) if name}
    try:
        ruled = RuledLines(lines, effort.budget)
        for step in ruled.steps():
            counts[ROUNDS] = ruled.rounds
            settled = sum(map(int.bit_count, step.change.settled))
            if settled:
                counts[step.technique.cells] += settled
            if step.change.ranges:
                counts[step.technique.ranges] += len(step.change.ranges)
    except LineContradiction:
        return None
    counts |= {ROUNDS: ruled.rounds, "rules: cells left open": ruled.open}
    return ruled


def _layer(lines: BoardLines, row: int, effort: TreeEffort) -> Layer:
    clue, can = lines.across[row]
    cols = lines.cols

    def fitting(forbidden: int) -> Iterator[int]:
        allowed = [cells & ~(forbidden >> option * cols) for option, cells in enumerate(can)]
        none = True
        for filling in fillings(clue, allowed, cols, effort.budget):
            none = False
            yield filling
        if none:
            effort.reject()

    return fitting
