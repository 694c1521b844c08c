"""All solutions of small Yajilin boards by plain enumeration: no code shared with the solver."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import pairwise

from enpitsu.grid import Cell, Direction, Edge, ray
from enpitsu.kinds.yajilin.board import LINE, SHADED
from enpitsu.kinds.yajilin.model import BLANK, Clue, Yajilin
from enpitsu.position import Fact

Loop = frozenset[Edge]


@cache
def all_loops(rows: int, cols: int) -> tuple[Loop, ...]:
    """Every simple closed loop through cell centres."""
    loops: list[Loop] = []
    for start in range(rows * cols):
        _extend([start], rows, cols, loops)
    return tuple(loops)


def _near(at: int, rows: int, cols: int) -> Iterator[int]:
    row, col = divmod(at, cols)
    if col + 1 < cols:
        yield at + 1
    if row + 1 < rows:
        yield at + cols
    if col:
        yield at - 1
    if row:
        yield at - cols


def _extend(path: list[int], rows: int, cols: int, loops: list[Loop]) -> None:
    """Depth first; a loop starts at its smallest cell and goes to the smaller neighbour first."""
    for there in _near(path[-1], rows, cols):
        if there == path[0] and len(path) > 3 and path[1] < path[-1]:
            cells = [Cell(*divmod(at, cols)) for at in (*path, path[0])]
            loops.append(frozenset(Edge(min(pair), max(pair)) for pair in pairwise(cells)))
        elif there > path[0] and there not in path:
            _extend([*path, there], rows, cols, loops)


@cache
def _loops_apart(rows: int, cols: int) -> tuple[tuple[Loop, frozenset[Cell], frozenset[Cell]], ...]:
    """Every loop with the cells on it and those beside it."""
    board = frozenset(Cell(row, col) for row in range(rows) for col in range(cols))
    found = []
    for loop in all_loops(rows, cols):
        on_loop = frozenset(cell for edge in loop for cell in edge)
        found.append((loop, on_loop, board - on_loop))
    return tuple(found)


@cache
def _next_to(cell: Cell) -> tuple[Cell, ...]:
    return tuple(direction.step(cell) for direction in Direction)


def brute_solutions(puzzle: Yajilin) -> set[frozenset[Fact]]:
    """Every solution as its shaded cells and lines."""
    found, clued = set(), puzzle.clue_at.keys()
    for loop, on_loop, beside in _loops_apart(puzzle.rows, puzzle.cols):
        if not on_loop.isdisjoint(clued):
            continue
        shaded = beside - clued
        if _is_right(puzzle, loop, shaded):
            facts = [Fact(edge, LINE) for edge in loop] + [Fact(cell, SHADED) for cell in shaded]
            found.add(frozenset(facts))
    return found


def _is_right(puzzle: Yajilin, loop: Loop, shaded: frozenset[Cell]) -> bool:
    if any(near in shaded for cell in shaded for near in _next_to(cell)):
        return False
    if puzzle.outside and any(_is_enclosed(loop, cell) for cell in shaded):
        return False
    for cell, clue in puzzle.clues:
        if clue.arrow is None or clue.number is None:
            continue
        seen = ray(cell, clue.arrow, puzzle.rows, puzzle.cols)
        if sum(other in shaded for other in seen) != clue.number:
            return False
    return True


def _is_enclosed(loop: Loop, cell: Cell) -> bool:
    """A ray upwards, a little right of the cell's centre, meets an odd number of lines."""
    crossed = sum(
        edge.a.row == edge.b.row and edge.a.col == cell.col and edge.a.row < cell.row
        for edge in loop
    )
    return crossed % 2 == 1


def random_puzzle(rng: random.Random, rows: int, cols: int) -> Yajilin:
    """A random small puzzle; half of them with clues read off a random loop, so solvable."""
    loops = all_loops(rows, cols)
    loop = rng.choice(loops) if loops and rng.random() < 0.6 else None
    on_loop = {cell for edge in loop for cell in edge} if loop else set()
    free = [Cell(r, c) for r in range(rows) for c in range(cols) if Cell(r, c) not in on_loop]
    if loop is None:
        free = [cell for cell in free if rng.random() < 0.25]
    chosen = [cell for cell in free if rng.random() < 0.6]
    shaded = set(free) - set(chosen) if loop else set()
    clues = []
    for cell in chosen:
        arrow = rng.choice(list(Direction))
        number = sum(other in shaded for other in ray(cell, arrow, rows, cols))
        if loop is None or rng.random() < 0.1:
            number = rng.choice([0, 0, 1, 1, 2, 3, 40])
        clue = Clue(arrow, number)
        if rng.random() < 0.15:
            clue = rng.choice([BLANK, Clue(None, number), Clue(arrow, None), Clue(None, None)])
        clues.append((cell, clue))
    return Yajilin(rows, cols, tuple(clues), outside=rng.random() < 0.3)
