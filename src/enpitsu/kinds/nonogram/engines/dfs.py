"""The plain depth-first search that "An Efficient Algorithm for Solving Japanese Puzzles" (C.-H.
Yu, 2007, section 1.3) compares its rules with: the search of W. A. Wiggers (2004).

All ways to fill each row are tried one after another, row after row, and the columns verify them.
In print whole boards are verified, at the leaves of the tree. Here, and only this is added, each
way to fill a row is verified as soon as it is tried: it is rejected if some column, as far as it
has come, differs from its clue or has not room enough left. The answers and their order stay the
same; without it little beyond 8x8 would ever end (`bench/tables/yu_2007.py` shows both).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from enpitsu.kind import Kind, Search, Task
from enpitsu.kinds.nonogram.engines.tree import Effort, Layer, Lines, fillings, search_rows
from enpitsu.kinds.nonogram.model import Nonogram

KEPT = 2_000_000
"""Cells of fillings that are kept in memory; a row with more than its share of them is gone
through anew each time."""


def search(kind: Kind[Any], puzzle: Nonogram, task: Task) -> Search:
    """Try all ways to fill each row, row after row."""
    return search_rows(puzzle, task, lambda lines, _: lines, _layer)


def _layer(lines: Lines, row: int, effort: Effort) -> Layer:
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
