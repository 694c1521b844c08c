"""--solution: a document with its solution as the position."""

from __future__ import annotations

from dataclasses import replace

from enpitsu.cli.inputs import Item
from enpitsu.cli.runner import Exit, Report, failed
from enpitsu.kind import Document
from enpitsu.limits import Limits
from enpitsu.solve import solve


def with_solution(item: Item, limits: Limits) -> Document | Report:
    """The document with a solution as its position, or the report that there is none."""
    result = solve(item.document.puzzle, solutions=1, limits=limits)
    if result.solutions:
        return replace(item.document, position=result.solutions[0].position)
    if result.reached is not None:
        return failed(item.name, f"{result.reached} limit reached", Exit.LIMIT)
    return failed(item.name, "the puzzle has no solution", Exit.NO)
