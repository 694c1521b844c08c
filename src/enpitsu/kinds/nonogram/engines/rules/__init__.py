"""The engine of C.-H. Yu, "An Efficient Algorithm for Solving Japanese Puzzles" (2007).

First the eleven rules (`eleven.py`) on all rows and columns until nothing changes (`sheet.py`),
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
from typing import Any

from enpitsu.kind import Kind, Search, Task
from enpitsu.kinds.nonogram.engines.rules.ranges import Contradiction, LineState
from enpitsu.kinds.nonogram.engines.rules.sheet import Sheet
from enpitsu.kinds.nonogram.engines.tree import Effort, Layer, Lines, fillings, search_rows
from enpitsu.kinds.nonogram.lines import Can
from enpitsu.kinds.nonogram.model import Clue, Nonogram


def search(kind: Kind[Any], puzzle: Nonogram, task: Task) -> Search:
    """The eleven rules, then depth-first search with branch and bound."""
    return search_rows(puzzle, task, _use_rules, _layer)


def _use_rules(lines: Lines, task: Task) -> Lines | None:
    """What the rules leave of the lines; None if they meet a contradiction."""
    try:
        sheet = Sheet(lines, task.budget)
        for _ in sheet.steps():
            pass
    except Contradiction:
        return None
    return Lines(_left(sheet.rows), _left(sheet.cols))


def _left(states: list[LineState]) -> list[tuple[Clue, Can]]:
    return [(state.runs, state.can) for state in states]


def _layer(lines: Lines, row: int, effort: Effort) -> Layer:
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
