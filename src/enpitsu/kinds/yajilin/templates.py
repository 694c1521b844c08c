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


def _template(mask: int, wanted: int, *, may_be_shaded: bool = False) -> Template:
    """The clauses of a cell that has exactly so many lines more, or is shaded if it may be."""
    exits = [name for bit, name in enumerate("rdlu") if mask >> bit & 1]
    at_most = [[f"-{name}" for name in some] for some in combinations(exits, wanted + 1)]
    at_least = [*combinations(exits, max(0, len(exits) - wanted + 1))][::-1]
    if not may_be_shaded:
        return _compile([*at_most, *at_least])
    clauses = [["-s", f"-{name}"] for name in exits] + at_most
    clauses += [["s", *some] for some in at_least]
    clauses += [["-s", "-sr"]] if mask & 16 else []
    clauses += [["-s", "-sd"]] if mask & 32 else []
    return _compile(clauses)


class _Templates(dict[int, Template]):
    """Templates by their masks, each compiled when it is first asked for."""

    def __init__(self, wanted: int, *, may_be_shaded: bool = False) -> None:
        super().__init__()
        self._wanted, self._may_be_shaded = wanted, may_be_shaded

    def __missing__(self, mask: int) -> Template:
        self[mask] = made = _template(mask, self._wanted, may_be_shaded=self._may_be_shaded)
        return made


UNDECIDED = _Templates(2, may_be_shaded=True)
OPEN = _Templates(2)
LINE_END = _Templates(1)
