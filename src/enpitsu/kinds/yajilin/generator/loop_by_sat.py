"""A loop that given clues allow, by SAT, near one that is nearly right.

Variables: o(c) "cell c is off the loop"; a line for each pair of neighbours; s(c) "c is shaded". A
cell off the loop that is not shaded bears a clue: a given one, or a new one where that may be.
Clauses: a cell is off the loop and without lines, or has two; no two neighbours are shaded; given
clues count shaded cells; one loop lazily, as in `encoding.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from enpitsu.grid import bit_positions
from enpitsu.kinds.yajilin.generator.fixed_clues import FixedClues, FixedRay, LoopDemands
from enpitsu.kinds.yajilin.generator.loop_plan import LoopPlan
from enpitsu.kinds.yajilin.loop_links import edges_leaving, join, trace
from enpitsu.kinds.yajilin.templates import UNDECIDED
from enpitsu.limits import Budget
from enpitsu.sat.backend import Solver
from enpitsu.sat.cardinality import plan_exactly_apart

MAX_CUTS = 400
CONFLICTS = 20_000


class Loop(NamedTuple):
    """A loop by its lines, and the cells off it that are shaded."""

    right: int
    down: int
    off: int
    shaded: int


def find_loop(given: FixedClues, like: LoopPlan, budget: Budget) -> Loop | bool:
    """A loop that given clues allow, with new clues where they may be; False if there is none, True
    if that is too hard to tell.

    Better none of them where given clues count: there they have to stay, needless or not.
    """
    found: Loop | bool = False
    for spare in (given.free & ~given.seen, given.free):
        with Solver("minisat22") as solver:
            found = _Search(LoopDemands(given), spare, like, solver, budget).run()
        if isinstance(found, Loop):
            break
    return found


def nearby_loop(fit: LoopDemands, like: LoopPlan, budget: Budget) -> Loop | None:
    """A loop that given clues allow, with no more new ones that must stay; None if none is found
    soon."""
    with Solver("minisat22") as solver:
        found = _Search(fit, fit.allowed, like, solver, budget).run()
    return found if isinstance(found, Loop) else None


class _Search:
    def __init__(
        self, fit: LoopDemands, spare: int, like: LoopPlan, solver: Solver, budget: Budget
    ) -> None:
        self._clues, self._like, self._solver, self._budget = fit.pinned, like, solver, budget
        self._o = range(1, like.cells + 1)
        self._s = range(like.cells + 1, 2 * like.cells + 1)
        self._first = 2 * like.cells
        self._right, self._down, self._ends = like.name_edges(like.everything, self._first)
        self._add_cells(spare)
        self._add_rays(fit.given.rays)
        planned = set(like.edges())
        for names in (self._o, self._s):
            solver.prefer([name if like.off >> at & 1 else -name for at, name in enumerate(names)])
        ends = enumerate(self._ends, self._first + 1)
        solver.prefer([name if pair in planned else -name for name, pair in ends])

    def _add_cells(self, spare: int) -> None:
        o, s, add = self._o, self._s, self._solver.add
        right, down, cols = self._right, self._down, self._like.cols
        for at in range(self._like.cells):
            r, d, left, u = right[at], down[at], right[at - 1], down[at - cols]
            shape = (1 if r else 0) | (2 if d else 0) | (4 if left else 0) | (8 if u else 0)
            self._solver.add_all(UNDECIDED[shape](o[at], r, d, left, u, 0, 0))
            add((-s[at], o[at]))
            if self._clues >> at & 1:
                add((o[at],))
                add((-s[at],))
            elif not spare >> at & 1:
                add((-o[at], s[at]))
        for a, b in self._ends:
            add((-s[a], -s[b]))

    def _add_rays(self, rays: Sequence[FixedRay]) -> None:
        last = self._first + len(self._ends)
        for each in rays:
            cells = bit_positions(each.seen & ~self._clues)
            step = self._like.cols if each.direction < 2 else 1
            runs: list[int] = []  # numbers of cells side by side
            for number, at in enumerate(cells):
                if number and at == cells[number - 1] + step:
                    runs[-1] += 1
                else:
                    runs.append(1)
            plan = plan_exactly_apart(tuple(runs), each.number, self._budget)
            names = [self._s[at] for at in cells]
            self._solver.add_all(plan.over(names, last + 1, self._budget))
            last += plan.extra

    def run(self) -> Loop | bool:
        """Ask, and cut off what is more than one loop."""
        for _ in range(MAX_CUTS):
            answer = self._solver.solve(self._budget, (), CONFLICTS)
            if not answer:
                return answer is None
            model = self._solver.model()
            names = model[self._first : self._first + len(self._ends)]
            pairs = [self._ends[name - self._first - 1] for name in names if name > 0]
            links = [-1] * self._like.cells, [-1] * self._like.cells
            join(links, pairs)
            loops = sorted(trace(links, [a for a, _ in pairs]), key=len)
            if len(loops) == 1:
                right = sum(1 << a for a, b in pairs if b == a + 1)
                down = sum(1 << a for a, b in pairs if b != a + 1)
                off = sum(1 << at for at, name in enumerate(self._o) if model[name - 1] > 0)
                shaded = sum(1 << at for at, name in enumerate(self._s) if model[name - 1] > 0)
                return Loop(right, down, off, shaded)
            if not loops:
                self._solver.add([*range(self._first + 1, self._first + len(self._ends) + 1)])
            for loop in loops[:-1]:
                # Such a loop is left, or it or the longest is not there.
                leaving = edges_leaving(loop, self._right, self._down, self._like.cols)
                self._solver.add([self._o[loop[0]], self._o[loops[-1][0]], *leaving])
        return True
