"""--solution: work on a puzzle with its solution as the position."""

from __future__ import annotations

from dataclasses import replace

from enpitsu.cli.inputs import Item
from enpitsu.cli.runner import Exit, Report, Work, failed
from enpitsu.limits import Limits
from enpitsu.solve import solve


def solved_first(item: Item, work: Work, limits: Limits) -> Report:
    """The report of the work on the solved puzzle, or that there is no solution."""
    result = solve(item.document.puzzle, solutions=1, limits=limits)
    if result.solutions:
        document = replace(item.document, position=result.solutions[0].position)
        return work(item._replace(document=document))
    if result.reached is not None:
        return failed(item.name, f"{result.reached} limit reached", Exit.LIMIT)
    return failed(item.name, "the puzzle has no solution", Exit.NO)
