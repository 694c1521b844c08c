"""The plain depth-first search that "An Efficient Algorithm for Solving Japanese Puzzles" (C.-H.
Yu, 2007, section 1.3) compares its rules with: the search of W. A. Wiggers (2004).

All ways to fill each row are tried one after another, row after row, and the columns verify them.
In print whole boards are verified, at the leaves of the tree: the option `leaves` does that.
Without it, and only this is added, each way to fill a row is verified as soon as it is tried: it is
rejected if some column, as far as it has come, differs from its clue or has not room enough left.
The answers and their order stay the same; with `leaves` little beyond 8x8 ever ends
(`bench/tables/yu_2007.py` shows both).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice

from enpitsu.kind import Kind, Search, Task
from enpitsu.kinds.nonogram.board import BoardLines, as_board
from enpitsu.kinds.nonogram.engines import LEAVES
from enpitsu.kinds.nonogram.engines.tree import (
    Layer,
    TreeEffort,
    branch_and_bound,
    fillings,
    search_rows,
    walk,
)
from enpitsu.kinds.nonogram.model import Nonogram
from enpitsu.kinds.nonogram.rules import is_answer

KEPT = 2_000_000
"""Cells of fillings that are kept in memory; a row with more than its share of them is gone
through anew each time."""


def search(kind: Kind[Nonogram], puzzle: Nonogram, task: Task) -> Search:
    """Try all ways to fill each row, row after row."""

    def fill(lines: BoardLines, effort: TreeEffort) -> Iterator[list[int]]:
        if LEAVES.name not in task.options:
            yield from branch_and_bound(lines, _layer, effort)
            return
        effort.counts["search: boards verified"] = 0
        is_right = _verifier(puzzle)
        for board in walk([_layer(lines, row, effort) for row in range(lines.rows)], None, effort):
            effort.counts["search: boards verified"] += 1
            if is_right(board):
                yield board
            else:
                effort.reject()

    return search_rows(puzzle, task, fill)


def _verifier(puzzle: Nonogram) -> Callable[[list[int]], bool]:
    """Return a check of whole boards that keep to the rows' clues: do they keep to the columns'
    too?"""
    lengths = [[run.length for run in clue] for clue in reversed(puzzle.col_clues)]
    if puzzle.is_coloured or any(None in each for each in lengths):
        return lambda board: is_answer(as_board(puzzle, board))
    cols, row = puzzle.cols, (1 << puzzle.cols) - 1

    def is_right(board: list[int]) -> bool:
        text = "".join([f"{filling & row:0{cols}b}" for filling in board])
        return all(
            [len(run) for run in text[at::cols].split("0") if run] == told
            for at, told in enumerate(lengths)
        )

    return is_right


def _layer(lines: BoardLines, row: int, effort: TreeEffort) -> Layer:
    clue, can = lines.across[row]
    most = KEPT // (lines.rows * lines.cols)
    kept: list[int] | None = None

    def ways() -> Iterable[int]:
        nonlocal kept
        if kept is None:
            kept = list(islice(fillings(clue, can, lines.cols, effort.budget), most + 1))
        return kept if len(kept) <= most else fillings(clue, can, lines.cols, effort.budget)

    def fitting(forbidden: int) -> Iterator[int]:
        for filling in ways():
            if filling & forbidden:
                effort.reject()
            else:
                yield filling

    return fitting
