"""The clauses of one cell, by its shape: compiled once, then filled in at full speed.

A cell's clauses depend only on which of its edges are undecided (bits 1, 2, 4, 8: right, down,
left, up) and on what is known: UNDECIDED cells may be shaded (bits 16 and 32: the cells to the
right and below may be too), OPEN cells need two lines, LINE_END cells have one and need another.
Each template takes the variables s (shaded), r, d, l, u (the edges), sr and sd (the cells to the
right and below shaded).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

from enpitsu.kind import Clause

Template = Callable[..., tuple[Clause, ...]]


def _compile(clauses: Sequence[Sequence[str]]) -> Template:
    """Turn clauses over names into a function that builds them: Python's fastest way to do it."""
    source = "".join(f"({''.join(f'{name},' for name in clause)})," for clause in clauses)
    build: Template = eval(f"lambda s, r, d, l, u, sr, sd: ({source})")
    return build


def _exits(mask: int) -> list[str]:
    return [name for bit, name in enumerate("rdlu") if mask >> bit & 1]


def _at_most_two(exits: Sequence[str]) -> list[list[str]]:
    return [[f"-{name}" for name in three] for three in combinations(exits, 3)]


def _undecided_cell(mask: int) -> Template:
    exits = _exits(mask & 15)
    clauses = [["-s", f"-{name}"] for name in exits] + _at_most_two(exits)
    clauses += [["s", *(name for name in exits if name != left_out)] for left_out in exits]
    clauses += [["s"]] if not exits else []
    clauses += [["-s", "-sr"]] if mask & 16 else []
    clauses += [["-s", "-sd"]] if mask & 32 else []
    return _compile(clauses)


def _open_cell(mask: int) -> Template:
    exits = _exits(mask)
    at_least = [[name for name in exits if name != left_out] for left_out in exits] or [[]]
    return _compile(_at_most_two(exits) + at_least)


def _line_end(mask: int) -> Template:
    exits = _exits(mask)
    return _compile([[f"-{name}" for name in two] for two in combinations(exits, 2)] + [exits])


UNDECIDED = [_undecided_cell(mask) for mask in range(64)]
OPEN = [_open_cell(mask) for mask in range(16)]
LINE_END = [_line_end(mask) for mask in range(16)]
