"""Loops and paths of lines: as links (for each cell its first and second neighbour by line, or -1),
as ends of paths, and the edges between them."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from enpitsu.grid import bit_positions
from enpitsu.kinds.yajilin.board import YajilinBoard

Links = tuple[list[int], list[int]]
Pair = tuple[int, int]

WIDEST_CUT = 8  # edges of a cut beyond which it is no narrow place


def join(links: Links, pairs: Iterable[Pair]) -> None:
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


def narrow_side(
    ways: Mapping[int, Sequence[int]], inside: Collection[int], outside: Collection[int]
) -> set[int] | None:
    """The cells on the near side of the narrowest place between two loops; None if even that is
    wide. `ways` has for each cell the neighbours to which a line may run.

    Any set of cells that holds the one loop and not the other gives a cut, and the fewer edges lead
    out of it, the more models the cut forbids. The fewest are found as a smallest cut between the
    two loops, by augmenting paths (Ford and Fulkerson 1956).
    """
    flow: set[Pair] = set()
    targets = set(outside)
    for _ in range(WIDEST_CUT + 1):
        came = _search(ways, flow, inside, targets)
        end = next((cell for cell in came if cell in targets), None)
        if end is None:
            return set(came)
        while came[end] >= 0:
            before = came[end]
            if (end, before) in flow:
                flow.discard((end, before))
            else:
                flow.add((before, end))
            end = before
    return None


def _search(
    ways: Mapping[int, Sequence[int]],
    flow: Collection[Pair],
    starts: Collection[int],
    targets: set[int],
) -> dict[int, int]:
    """From where each cell was reached along edges that the flow leaves free."""
    came = dict.fromkeys(starts, -1)
    waiting = deque(starts)
    while waiting:
        here = waiting.popleft()
        for there in ways[here]:
            if there not in came and (here, there) not in flow:
                came[there] = here
                if there in targets:
                    return came
                waiting.append(there)
    return came


def path_between(lines: Iterable[Pair], start: int, end: int) -> list[int]:
    """The cells of the path from one cell to another, a line between the two left out."""
    near: dict[int, list[int]] = {}
    for a, b in lines:
        if (a, b) not in ((start, end), (end, start)):
            near.setdefault(a, []).append(b)
            near.setdefault(b, []).append(a)
    path, before, here = [start], start, start
    while here != end:
        before, here = here, next(there for there in near[here] if there != before)
        path.append(here)
    return path
