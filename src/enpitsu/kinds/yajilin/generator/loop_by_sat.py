"""A loop that given clues allow, by SAT, near one that is nearly right.

Variables: o(c) "cell c is off the loop"; a line for each pair of neighbours; s(c) "c is shaded". A
cell off the loop that is not shaded bears a clue: a given one, or a new one where that may be.
Clauses: a cell is off the loop and without lines, or has two; no two neighbours are shaded; given
clues count shaded cells; one loop lazily, as in `encoding.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
        self._spare, given = spare, fit.given
        count = self._count = like.cells
        self._o = range(1, count + 1)
        self._s = range(count + 1, 2 * count + 1)
        self._right, self._down = [0] * (count + like.cols), [0] * (count + like.cols)
        self._ends: list[tuple[int, int]] = []
        self._first = 2 * count
        self._name_edges()
        self._last = self._first + len(self._ends)
        self._tell_cells()
        for each in given.rays:
            self._tell_ray(each)
        self._prefer()

    def _name_edges(self) -> None:
        like, name = self._like, self._first
        below = like.everything >> like.cols
        for names, mask, step in (
            (self._right, like.has_right, 1),
            (self._down, below, like.cols),
        ):
            for at in bit_positions(mask):
                name += 1
                names[at] = name
                self._ends.append((at, at + step))

    def _tell_cells(self) -> None:
        o, s, add = self._o, self._s, self._solver.add
        right, down, cols = self._right, self._down, self._like.cols
        for at in range(self._count):
            r, d, left, u = right[at], down[at], right[at - 1], down[at - cols]
            shape = (1 if r else 0) | (2 if d else 0) | (4 if left else 0) | (8 if u else 0)
            self._solver.add_all(UNDECIDED[shape](o[at], r, d, left, u, 0, 0))
            add((-s[at], o[at]))
            if self._clues >> at & 1:
                add((o[at],))
                add((-s[at],))
            elif not self._spare >> at & 1:
                add((-o[at], s[at]))
        for a, b in self._ends:
            add((-s[a], -s[b]))

    def _tell_ray(self, each: FixedRay) -> None:
        cells = bit_positions(each.seen & ~self._clues)
        plan = plan_exactly_apart(
            tuple(_runs(cells, each.direction, self._like)), each.number, self._budget
        )
        names = [self._s[at] for at in cells]
        self._solver.add_all(plan.over(names, self._last + 1, self._budget))
        self._last += plan.extra

    def _prefer(self) -> None:
        off, planned = self._like.off, set(self._like.edges())
        both = (*self._o, *self._s)
        self._solver.prefer(
            [
                name if off >> at & 1 else -name
                for name, at in zip(both, 2 * [*range(self._count)], strict=True)
            ]
        )
        ends = enumerate(self._ends, self._first + 1)
        self._solver.prefer([name if pair in planned else -name for name, pair in ends])

    def run(self) -> Loop | bool:
        """Ask, and cut off what is more than one loop."""
        for _ in range(MAX_CUTS):
            answer = self._solver.solve(self._budget, (), CONFLICTS)
            if not answer:
                return answer is None
            model = self._solver.model()
            names = model[self._first : self._first + len(self._ends)]
            pairs = [self._ends[name - self._first - 1] for name in names if name > 0]
            links = [-1] * self._count, [-1] * self._count
            join(links, pairs)
            loops = trace(links, [a for a, _ in pairs])
            if len(loops) == 1:
                return self._loop(model, pairs)
            self._solver.add_all(self._cuts(loops))
        return True

    def _loop(self, model: Sequence[int], pairs: list[tuple[int, int]]) -> Loop:
        right = sum(1 << a for a, b in pairs if b == a + 1)
        down = sum(1 << a for a, b in pairs if b != a + 1)
        off = sum(1 << at for at, name in enumerate(self._o) if model[name - 1] > 0)
        shaded = sum(1 << at for at, name in enumerate(self._s) if model[name - 1] > 0)
        return Loop(right, down, off, shaded)

    def _cuts(self, loops: list[list[int]]) -> Iterator[list[int]]:
        """For each loop but the longest: it is left, or one of the two is not there."""
        if not loops:
            yield [*range(self._first + 1, self._first + len(self._ends) + 1)]
            return
        loops.sort(key=len)
        for loop in loops[:-1]:
            leaving = edges_leaving(loop, self._right, self._down, self._like.cols)
            yield [self._o[loop[0]], self._o[loops[-1][0]], *leaving]


def _runs(cells: list[int], direction: int, plan: LoopPlan) -> Iterator[int]:
    """Yield how many cells of a ray lie side by side, group by group."""
    step, length = plan.cols if direction < 2 else 1, 0
    for before, at in zip((None, *cells), cells, strict=False):
        if before is not None and at != before + step:
            yield length
            length = 0
        length += 1
    if length:
        yield length
