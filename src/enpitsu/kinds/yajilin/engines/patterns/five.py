"""The five deductions of chapter 3 of L. Vialls (2016), each on its own.

Each is stated with what it concludes and why. Where the print is wrong or says less than it means,
the correction is named; `tests/test_yajilin_patterns.py` shows by enumeration that what is here is
right and that what is printed is not. A Contradiction is an addition throughout: the thesis'
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

    Shaded cells never touch, and what is neither shaded nor a clue is on the loop. Figure 3.1
    looks one cell beyond the last row and column, as it asks for y < rows where y + 1 is meant.
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

    What is printed: 2n - 1 squares before a clue n can be filled in one way only. That is right,
    with clues and lines among them too, for of 2n - 1 squares no n others are apart; it is the sum
    over runs above, once the neighbours of shaded cells are open. As many voids as are missing
    are all shaded: the same sum where every run has one cell.

    Corrections. Figure 3.5 compares 2n with the squares before the clue, blank, shaded, lines and
    clues, which is right only if the clue's own square is counted as well, as its loop for the
    zero clue starts there. Of void squares side by side, "2n - (number of black squares)" are said
    to be filled in one way: it is 2 (n - number of shaded cells) - 1, and only if no other square
    before the clue is void. The zero clue, in print the number 0 alone, is every clue that has
    what it needs; the figure works out how many are missing and never uses it. And the figure
    turns shaded cells before a 0 into lines, which would hide that a guess was wrong.
    """
    seen = sheet.look[ray.seen]
    left = ray.number - seen.count(IS_SHADED)
    if left < 0:
        raise PatternContradiction
    runs = list(_runs(seen))
    room = sum((stop - start + 1) // 2 for start, stop in runs)
    if room < left:
        raise PatternContradiction
    first, step = ray.seen.start, ray.seen.step
    if left == 0:
        for start, stop in runs:
            for place in range(start, stop):
                sheet.open(first + step * place)
    elif room == left:
        for start, stop in runs:
            if (stop - start) % 2:
                _fill(sheet, range(first + step * start, first + step * stop, step))


def _runs(seen: bytearray) -> Iterator[tuple[int, int]]:
    """Yield where void cells stand side by side: start and stop."""
    start = 0
    for run in seen.translate(ONLY_VOID).split(b"."):
        if run:
            yield start, start + len(run)
        start += len(run) + 1


def _fill(sheet: PatternSheet, run: range) -> None:
    for at in run[::2]:
        sheet.shade(at)
    for at in run[1::2]:
        sheet.open(at)


def same_clues(sheet: PatternSheet, between: range) -> None:
    """3.2.3: no cell is shaded between two clues in one line with the same arrow and number.

    What the one behind sees is what lies between and what the other sees, and the numbers are the
    same.

    Corrections. Figure 3.7 walks on while x < dims[0], the number of rows, so that on wide boards
    it misses clues and on high ones runs out of the board. It compares clues as text, so that two
    that only block a cell ("?", no arrow) would count as the same; only clues that count do here.
    Cells between that are shaded already are left standing in print; here they contradict.
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

    Corrections. Figure 3.10 takes a neighbour with two lines for blocked, also if one of them
    enters the cell that is asked about. A cell with one line then counts that very line as
    blocked if the neighbour is complete and as free if it is not, and figure 3.11, which wants
    three blocked neighbours, in the second case overlooks the last way out, or, with nowhere to
    go, takes the line that is there for the way out. (The text says it the other way round: what
    enters blocks, what does not enter leaves it free.) Here edges are counted, lines among them.
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
    and every cell it does not pass is shaded. Where that is no answer (`Sheet.is_answer_closed`),
    the edge is blocked; `two_ways` then takes the other way out.

    Corrections. Figure 3.13 never lets a loop close while the line has another way, and by itself
    so misses the answer whose last line it is. The thesis trusts its other methods to have drawn
    that line before, and if these have come to an end, they have: say closing is an answer. Then
    the cells outside do not touch each other, and none touches both ends, which are neighbours and
    so of different colour on a chessboard. A void one has at most one way, is shaded by `two_ways`,
    and the ends have no way left but to each other. (After that every cell outside is shaded, by
    the same token.) The figure also looks only at ends with just two free neighbours, which is a
    matter of order, as the edge stays blocked.
    """
    if sheet.lines[end] != 1:
        return
    edge = sheet.edge_between(end, sheet.other_end[end])
    if edge is not None and sheet.edges[edge] == IS_FREE and not sheet.is_answer_closed(end):
        sheet.block(edge)
