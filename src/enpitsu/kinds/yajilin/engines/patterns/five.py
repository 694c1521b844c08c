"""The five deductions of chapter 3 of L. Vialls (2016), each on its own.

Each is stated with what it concludes and why; docs/yajilin-engines.md tells where the print is
wrong or says less than it means. A PatternContradiction is an addition throughout: the thesis'
functions run on what a player has drawn and overwrite or overlook what cannot be.
"""

from __future__ import annotations

from collections.abc import Iterator

from enpitsu.grid import Direction
from enpitsu.kinds.yajilin.engines.patterns.pattern_sheet import (
    IS_CLUE,
    IS_FREE,
    IS_OPEN,
    IS_SHADED,
    IS_VOID,
    ClueRay,
    PatternContradiction,
    PatternSheet,
)

ONLY_VOID = bytes([IS_VOID]) + b"." * 255  # A table that leaves of cells only whether they are void


def neighbours_of_shaded(sheet: PatternSheet, at: int) -> None:
    """3.2.1: the neighbours of a shaded cell are open.

    Shaded cells never touch, and what is neither shaded nor a clue is on the loop.
    """
    if sheet.look[at] == IS_SHADED:
        for there, _ in sheet.ways[at]:
            sheet.open(there)


def one_option(sheet: PatternSheet, ray: ClueRay) -> None:
    """3.2.2: a clue that can be met in one way only.

    Let `left` shaded cells be missing. If none is, the void cells seen are open. Else a run of m
    void cells side by side holds at most (m + 1) // 2 of them, as they do not touch. If all runs
    together hold just as many as are missing, each is filled to its most, and for odd m there is
    only one way: every other cell, beginning with the first.
    """
    seen = sheet.look[ray.seen]
    left = ray.number - seen.count(IS_SHADED)
    if left < 0:
        raise PatternContradiction
    cells = range(ray.seen.start, ray.seen.stop, ray.seen.step)
    runs: list[range] = []
    start = 0
    for voids in seen.translate(ONLY_VOID).split(b"."):
        if voids:
            runs.append(cells[start : start + len(voids)])
        start += len(voids) + 1
    room = sum((len(run) + 1) // 2 for run in runs)
    if room < left:
        raise PatternContradiction
    if left == 0:
        for run in runs:
            for at in run:
                sheet.open(at)
    elif room == left:
        for run in runs:
            if len(run) % 2:
                for at in run[::2]:
                    sheet.shade(at)
                for at in run[1::2]:
                    sheet.open(at)


def same_clues(sheet: PatternSheet, between: range) -> None:
    """3.2.3: no cell is shaded between two clues in one line with the same arrow and number.

    The one behind sees what lies between and what the other sees, and the numbers are the same.
    """
    for at in between:
        if sheet.look[at] != IS_CLUE:
            sheet.open(at)


def between_same_clues(sheet: PatternSheet) -> Iterator[range]:
    """The cells between each two such clues. They never change."""
    for rays in sheet.rays_of.values():
        before: dict[tuple[Direction, int], int] = {}
        for ray in rays:
            sheet.budget.check()
            behind = before.get((ray.arrow, ray.number), ray.clue)
            before[ray.arrow, ray.number] = ray.clue
            yield range(behind + ray.seen.step, ray.clue, ray.seen.step)


def two_ways(sheet: PatternSheet, at: int) -> None:
    """3.2.4: a line leaves its cell in two directions.

    An edge is blocked if it leads to a clue, to a shaded cell or off the board, or if one of its
    cells has both its lines elsewhere: a cell has two lines or none. An open cell with two ways
    left takes both; with fewer there is no solution. A void cell with fewer than two is shaded,
    as it cannot be on the loop.
    """
    look, edges = sheet.look[at], sheet.edges
    if look == IS_SHADED or sheet.lines[at] == 2:
        for _, edge in sheet.ways[at]:
            if edges[edge] == IS_FREE:
                sheet.block(edge)
    elif look == IS_OPEN and sheet.free[at] <= 2:
        if sheet.free[at] < 2:
            raise PatternContradiction
        for _, edge in sheet.ways[at]:
            if edges[edge] == IS_FREE:
                sheet.draw(edge)
    elif look == IS_VOID and sheet.free[at] < 2:
        sheet.shade(at)


def one_loop(sheet: PatternSheet, end: int) -> None:
    """3.2.5: a line does not close a loop while something is left outside it.

    If an edge joins the two ends of a path, drawing it makes a loop, which is then the only one,
    and every cell it does not pass is shaded. Where that is no answer (`is_answer_closed`),
    the edge is blocked; `two_ways` then takes the other way out.
    """
    if sheet.lines[end] != 1:
        return
    edge = sheet.edge_between(end, sheet.other_end[end])
    if edge is not None and sheet.edges[edge] == IS_FREE and not sheet.is_answer_closed(end):
        sheet.block(edge)
