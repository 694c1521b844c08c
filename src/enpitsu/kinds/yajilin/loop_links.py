"""Loops and paths as links: for each cell its first and second neighbour by line, or -1."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from enpitsu.grid import bit_positions
from enpitsu.kinds.yajilin.board import YajilinBoard

Links = tuple[list[int], list[int]]


def join(links: Links, pairs: Iterable[tuple[int, int]]) -> None:
    """Draw lines between pairs of cells, of which none may have more than two."""
    first, second = links
    for a, b in pairs:
        if first[a] < 0:
            first[a] = b
        else:
            second[a] = b
        if first[b] < 0:
            first[b] = a
        else:
            second[b] = a


def links_of(board: YajilinBoard) -> Links:
    """The lines of a board."""
    cols, size = board.layout.cols, board.layout.cells
    links = [-1] * size, [-1] * size
    join(links, [(at, at + 1) for at in bit_positions(board.lines_right)])
    join(links, [(at, at + cols) for at in bit_positions(board.lines_down)])
    return links


def loops_of(board: YajilinBoard) -> list[list[int]]:
    """Every closed loop of a board as its cells in order."""
    return trace(links_of(board), bit_positions(board.on_line()))


def shorten(links: Links) -> Links:
    """The same paths with each one step long, from end to end; closed loops stay as they are.

    If there is an open path there is no closed loop in a settled board, so only one of the two
    ever occurs.
    """
    first, second = links
    ends = [at for at, there in enumerate(first) if there >= 0 and second[at] < 0]
    if not ends:
        return links
    short = [-1] * len(first)
    for end in ends:
        before, here = end, first[end]
        while second[here] >= 0:
            before, here = here, second[here] if first[here] == before else first[here]
        short[end] = here
    return short, [-1] * len(first)


def trace(links: Links, starts: Sequence[int]) -> list[list[int]]:
    """Every closed loop as its cells in order; the links are used up (-1 marks what was walked).

    Each loop must pass one of the starts.
    """
    first, second = links
    loops = []
    for start in starts:
        there = first[start]
        if there < 0:
            continue
        loop = [start]
        first[start] = -1
        before, here = start, there
        while here != start:
            loop.append(here)
            ahead = first[here]
            first[here] = -1
            if ahead == before:
                ahead = second[here]
            before, here = here, ahead
        loops.append(loop)
    return loops


def edges_leaving(
    inside: Collection[int], right: Sequence[int], down: Sequence[int], cols: int
) -> Iterator[int]:
    """The variables of the edges that lead out of a set of cells. `right` and `down` have for each
    cell the variable of its edge there, 0 where there is none."""
    members = set(inside)
    for at in inside:
        if right[at] and at + 1 not in members:
            yield right[at]
        if down[at] and at + cols not in members:
            yield down[at]
        if right[at - 1] and at - 1 not in members:
            yield right[at - 1]
        if down[at - cols] and at - cols not in members:
            yield down[at - cols]
