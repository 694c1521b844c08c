"""The common part of both methods of B. Kaak, "Efficiency of two SAT encodings of Yajilin puzzles"
(bachelor thesis, Leiden 2025): section 3.1, "General Rules", formulas 4 to 12.

Variables, numbered as in section 3.5: Z (this cell is shaded) for every cell, C (this cell holds a
clue) for every cell, then T: for each clue that counts, with number k, and each cell v of its
region, k + 1 variables "t cells are shaded from the border up to v, v included", t = 0 ... k. A
region is a cell beyond the border, the cells that the clue looks at, from the border towards the
clue, and the clue's own cell: (length + 2)(k + 1) variables a clue. The method's own variables
follow.

Clauses: 4, 5: nothing is counted beyond the border. 6: every cell between has some count. 7, 8: at
the clue the count is k. 9: a cell that is not shaded has the count before it. 10, 11: a shaded one
has one more, and where the count before is k already, no cell is shaded. 12: of two neighbours at
most one is shaded.

What is otherwise than printed, and why: docs/yajilin-engines.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from enpitsu.errors import LimitReached
from enpitsu.grid import Direction
from enpitsu.kind import Clause, Meaning
from enpitsu.kinds.yajilin.engines.engine_formula import watched
from enpitsu.kinds.yajilin.engines.terrain import Terrain
from enpitsu.limits import Budget

CONTRADICTION: tuple[Clause, ...] = ((1,), (-1,))  # clauses that no model satisfies

MOST_CLAUSES = 30_000_000  # A formula with more is refused even where memory is not limited
BYTES_A_CLAUSE = 50  # what a solver was seen to need for a clause of about three literals


class Region(NamedTuple):
    """The T variables of one clue: T(v, t) is first + v * (number + 1) + t."""

    first: int
    number: int
    cells: Sequence[int]
    """The cells that the clue sees, from the clue on; v counts from the border, which is 0, to the
    clue itself, which is the last."""
    clue: int

    @property
    def variables(self) -> int:
        """The number of variables."""
        return (len(self.cells) + 2) * (self.number + 1)


class General:
    """Formulas 4 to 12 of a puzzle, and the names of their variables."""

    def __init__(self, terrain: Terrain) -> None:
        self.terrain = terrain
        self.is_hopeless = terrain.first is None or any(
            count.number > (len(count.cells) + 1) // 2 for count in terrain.counts
        )
        """True if the clues alone, or the lack of room for any loop, exclude all solutions."""
        self.variables = 2 * terrain.size
        """The number of variables Z, C and T; the method's own begin behind them."""
        self._regions: list[Region] = []
        if not self.is_hopeless:
            for count in terrain.counts:
                region = Region(self.variables + 1, count.number, count.cells, count.clue)
                self._regions.append(region)
                self.variables += region.variables

    def z(self, at: int) -> int:
        """The variable of "this cell is shaded"."""
        return at + 1

    def c(self, at: int) -> int:
        """The variable of "this cell holds a clue"."""
        return self.terrain.size + at + 1

    def meanings(self) -> Iterator[Meaning]:
        """Z, C and T."""
        cell = self.terrain.cell
        for name, words in ((self.z, "shaded"), (self.c, "clue")):
            for at in range(self.terrain.size):
                yield Meaning(range(name(at), name(at) + 1), f"{cell(at)} {words}")
        for region in self._regions:
            words = (
                f"{cell(region.clue)} clue: for each cell from beyond the border to the clue, that "
                f"0 to {region.number} cells are shaded up to it"
            )
            yield Meaning(range(region.first, region.first + region.variables), words)

    @property
    def size(self) -> int:
        """About how many clauses there are, without making them."""
        return 4 * self.terrain.size + 2 * (self.variables - 2 * self.terrain.size)

    def clauses(self, budget: Budget) -> Iterator[Clause]:
        """Formulas 4 to 12; a contradiction if `is_hopeless`."""
        if self.is_hopeless:
            yield from CONTRADICTION
            return
        cells = map(self._cell, range(self.terrain.size))
        regions = map(self._count, self._regions)
        yield from watched(chain.from_iterable(chain(cells, regions)), budget)

    def _cell(self, at: int) -> Iterator[Clause]:
        """Z and C of a clue's cell, and formula 12."""
        if self.terrain.is_playable[at]:
            yield (-self.c(at),)
        else:
            yield (self.c(at),)
            yield (-self.z(at),)
        near = self.terrain.beside[at]
        for direction in (Direction.RIGHT, Direction.DOWN):
            if direction in near:
                yield (-self.z(at), -self.z(near[direction]))

    def _count(self, region: Region) -> Iterator[Clause]:
        """Formulas 4 to 11 for one clue."""
        first, number, cells, clue = region
        yield (first,)
        yield from ((-t,) for t in range(first + 1, first + number + 1))
        before = first
        for cell in reversed(cells):
            here = before + number + 1
            yield range(here, here + number + 1)
            yield from self._pass_on(self.z(cell), before, here, number)
            before = here
        here = before + number + 1
        yield from self._pass_on(self.z(clue), before, here, number)
        yield from ((-t,) for t in range(here, here + number))
        yield (here + number,)

    def _pass_on(self, shaded: int, before: int, here: int, number: int) -> Iterator[Clause]:
        """Formulas 9, 10 and 11: from the count before a cell to the count in it."""
        for t in range(number + 1):
            yield (shaded, -(before + t), here + t)
        for t in range(number):
            yield (-shaded, -(before + t), here + t + 1)
        yield (-(before + number), -shaded)


def refuse_beyond_reason(clauses: int, budget: Budget) -> None:
    """LimitReached if a formula of so many clauses would not fit, limited or not."""
    if clauses > MOST_CLAUSES:
        raise LimitReached("memory")
    budget.reserve(clauses * BYTES_A_CLAUSE / 1e6)
