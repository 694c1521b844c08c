"""Is there another answer? One SAT solver that is asked again and again while clues come
and go.

Variables: o(c) "cell c is off the loop"; a line for each pair of neighbours; k(c) "c is a clue",
for cells that the loop leaves out; for arrows a "what it sees is right" and v "it is not", which
come with the first question about it. Clues are assumptions, so what the solver learns it keeps.

Clauses: a cell is off the loop and without lines, or has two; of two neighbours off the loop one is
a clue; a clue is off the loop; an arrow's count by counters shared along its line ("at least j of
the first i"); one loop lazily, as in `encoding.py`. The solver prefers what the loop does, so the
answers it finds differ from it in few places.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from enpitsu.grid import bit_positions, bit_set, cell_at
from enpitsu.kinds.yajilin.generator.known_rivals import RivalLoop
from enpitsu.kinds.yajilin.generator.loop_plan import Arrow, LoopPlan
from enpitsu.kinds.yajilin.loop_links import edges_leaving, join, trace
from enpitsu.kinds.yajilin.templates import LINE_END, UNDECIDED
from enpitsu.limits import Budget
from enpitsu.sat.backend import Solver, TooHard

SHORT_LOOP = 8  # cells of a loop that may give way to one round a single face
MAX_CUTS = 400


class RivalSolver:
    """Questions about answers other than the planned one.

    With `inside`, a set of cells, only about answers that are as planned outside: a small solver
    for one place of a large board.
    """

    def __init__(self, plan: LoopPlan, budget: Budget, inside: int | None = None) -> None:
        self._plan, self.budget = plan, budget
        self._solver = Solver("minisat22")
        self._inside = plan.everything if inside is None else inside
        self._cells = bit_positions(self._inside)
        self._o = [0] * (plan.cells + plan.cols)
        for name, at in enumerate(self._cells, 1):
            self._o[at] = name
        self._first = len(self._cells)
        self._right, self._down, self._ends = plan.name_edges(self._inside, self._first)
        self._edges_end = self._last = self._first + len(self._ends)
        near = (self._inside | plan.beside(self._inside)) & plan.off
        self._clue = {at: self._new() for at in bit_positions(near)}
        self._tellers: dict[tuple[int, int], tuple[int, int]] = {}
        self._counters: dict[tuple[int, int, int], int] = {}
        self._counts: dict[int, list[int]] = {}
        self._hopes: list[int] = []
        """New counters as the plan has them, for the solver to try first."""
        self._planned = set(plan.edges())
        self._fixed = [pair for pair in plan.edges() if not self._edge(*pair)]
        self._free = self._planned.difference(self._fixed)
        self._bridges = _bridges(self._fixed, self._inside)
        self._bridged = {at for pair in self._bridges for at in pair}
        self._load()

    def __enter__(self) -> RivalSolver:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Free the solver's memory."""
        self._solver.close()

    def _new(self) -> int:
        self._last += 1
        return self._last

    def _load(self) -> None:
        solver, plan, o = self._solver, self._plan, self._o
        for batch in self._cell_clauses():
            solver.add_all(batch)
        solver.add_all(self._apart_clauses())
        solver.add_all((-clue, o[at]) for at, clue in self._clue.items() if o[at])
        if len(self._planned) > SHORT_LOOP:
            solver.add_all(self._small_rings())
        solver.prefer([o[at] if plan.off >> at & 1 else -o[at] for at in self._cells])
        ends = enumerate(self._ends, self._first + 1)
        solver.prefer([name if pair in self._planned else -name for name, pair in ends])

    def _edge(self, a: int, b: int) -> int:
        return self._right[a] if b == a + 1 else self._down[a]

    def _cell_clauses(self) -> Iterator[Sequence[Sequence[int]]]:
        right, down, cols, o = self._right, self._down, self._plan.cols, self._o
        fixed = [0] * self._plan.cells
        for pair in self._fixed:
            for at in pair:
                fixed[at] += 1
        for at in self._cells:
            r, d, left, u = right[at], down[at], right[at - 1], down[at - cols]
            shape = (1 if r else 0) | (2 if d else 0) | (4 if left else 0) | (8 if u else 0)
            if not fixed[at]:
                yield UNDECIDED[shape](o[at], r, d, left, u, 0, 0)
            else:
                yield ((-o[at],),)
                if fixed[at] == 1:
                    yield LINE_END[shape](0, r, d, left, u, 0, 0)
                else:
                    yield [(-name,) for name in (r, d, left, u) if name]

    def _apart_clauses(self) -> Iterator[list[int]]:
        """Of two neighbours off the loop one is a clue."""
        clue, o = self._clue, self._o
        for a, b in self._ends:
            yield [-o[a], -o[b], *(clue[at] for at in (a, b) if at in clue)]
        # Beyond the border of the inside all is as planned.
        plan = self._plan
        for at in bit_positions(plan.beside(plan.off & ~self._inside) & self._inside):
            for near in bit_positions(plan.beside(1 << at) & plan.off & ~self._inside):
                yield [-o[at], clue[near], *([clue[at]] if at in clue else [])]

    def _small_rings(self) -> Iterator[tuple[int, ...]]:
        """No loop round a single face."""
        right, down, cols = self._right, self._down, self._plan.cols
        for at in self._cells:
            ring = (right[at], right[at + cols], down[at], down[at + 1]) if right[at] else (0,)
            if all(ring):
                yield tuple([-name for name in ring])

    # --- arrows --------------------------------------------------------------------------------

    def _teller(self, arrow: Arrow) -> tuple[int, int]:
        """The literals "right" and "not right" of an arrow's count."""
        key = arrow.cell, arrow.direction
        if key not in self._tellers:
            right, wrong = self._tellers[key] = self._new(), self._new()
            cells = bit_positions(arrow.seen & self._inside)
            count = (arrow.seen & self._inside & self._plan.off).bit_count()
            # Counters run from the border towards the clue, so that clues of a line share them.
            far_first = cells if arrow.direction in (0, 2) else cells[::-1]
            row, col = cell_at(arrow.cell, self._plan.cols)
            line = col if arrow.direction < 2 else row
            counter = arrow.direction * max(self._plan.rows, self._plan.cols) + line
            enough = self._at_least(counter, far_first, len(far_first), count)
            over = self._at_least(counter, far_first, len(far_first), count + 1)
            off = self._o[arrow.cell]
            doubts = [-wrong, -off] if off else [-wrong]
            if enough:
                self._solver.add((-right, enough))
                doubts.append(-enough)
            if over:
                self._solver.add((-right, -over))
                doubts.append(over)
            self._solver.add(doubts)
        return self._tellers[key]

    def _at_least(self, counter: int, cells: Sequence[int], first: int, least: int) -> int:
        """The literal "at least so many of the first cells of a line"; 0 where it cannot be, or
        need not be said."""
        if least <= 0 or least > first:
            return 0
        key = counter, first, least
        name = self._counters.get(key)
        if name is None:
            before = self._at_least(counter, cells, first - 1, least)
            one_less = self._at_least(counter, cells, first - 1, least - 1)
            here = self._o[cells[first - 1]]
            name = self._counters[key] = self._new()
            # How many of the first cells of the line the planned loop leaves out.
            counts = self._counts.setdefault(counter, [0])
            for at in cells[len(counts) - 1 : first]:
                counts.append(counts[-1] + (self._plan.off >> at & 1))
            self._hopes.append(name if counts[first] >= least else -name)
            self._define(name, before, here, one_less, least == 1)
        return name

    def _define(self, name: int, before: int, here: int, one_less: int, is_first: bool) -> None:
        """name <-> before or (here and one_less); the first needs nothing one less."""
        add = self._solver.add
        keep = (before,) if before else ()
        if before:
            add((-before, name))
        add((-name, here, *keep))
        if is_first:
            add((-here, name))
        else:
            add((-here, -one_less, name))
            add((-name, one_less, *keep))

    # --- questions -----------------------------------------------------------------------------

    def rivals(
        self, clues: Iterable[Arrow], assumed: Sequence[int], conflicts: int
    ) -> list[RivalLoop]:
        """Another answer to these clues in which some literals hold; empty if there is none.

        Where it differs from the plan in several places, each of those alone comes first if it
        makes a loop too; the whole answer comes last. TooHard after too many conflicts.
        """
        told = list(clues)
        put = {arrow.cell for arrow in told}
        literals = list(assumed)
        literals += [clue if at in put else -clue for at, clue in self._clue.items()]
        literals += [self._teller(arrow)[0] for arrow in told if arrow.seen & self._inside]
        if self._hopes:
            self._solver.prefer(self._hopes)
            self._hopes = []
        most = self._solver.conflicts + conflicts
        for _ in range(MAX_CUTS):
            answer = self._solver.solve(self.budget, literals, most)
            if answer is None:
                raise TooHard
            if not answer:
                return []
            edges = self._solver.model()[self._first : self._edges_end]
            lines = [name for name in edges if name > 0]
            pairs = [self._ends[name - self._first - 1] for name in lines]
            loops = self._trace(pairs)
            rivals = self._rivals(pairs, told, is_loop=len(loops) == 1)
            if rivals:
                return rivals
            self._cut(loops)
        raise TooHard

    def used(self) -> frozenset[int]:
        """The assumptions because of which the last question found no rival."""
        return frozenset(self._solver.core())

    def state(self, at: int, arrow: Arrow | None) -> set[int]:
        """The assumptions that tell of a cell off the loop: its arrow, or that it has none."""
        return {-self._clue[at]} if arrow is None else {self._clue[at], self._teller(arrow)[0]}

    def wrong(self, arrow: Arrow) -> int:
        """The literal "this arrow's clue is not right"."""
        return self._teller(arrow)[1]

    def part(self, pairs: Iterable[tuple[int, int]]) -> tuple[int, int]:
        """Two literals about some of the planned lines: all are drawn; one is not."""
        drawn, differs = self._new(), self._new()
        lines = [name for pair in pairs if (name := self._edge(*pair))]
        self._solver.add_all((-drawn, line) for line in lines)
        self._solver.add([-differs, *(-line for line in lines)])
        return drawn, differs

    def _trace(self, pairs: Sequence[tuple[int, int]]) -> list[list[int]]:
        links = [-1] * self._plan.cells, [-1] * self._plan.cells
        join(links, pairs)
        join(links, self._bridges)
        return trace(links, [a for a, _ in (*pairs, *self._bridges)])

    def _cut(self, loops: list[list[int]]) -> None:
        if not loops:
            self._solver.add(list(range(self._first + 1, self._edges_end + 1)))
            return
        loops.sort(key=len)
        outside = self._witness(loops[-1])
        for loop in loops[:-1]:
            leaving = edges_leaving(loop, self._right, self._down, self._plan.cols)
            witnesses = [name for name in (self._witness(loop), outside) if name]
            self._solver.add([*witnesses, *leaving])

    def _witness(self, loop: Sequence[int]) -> int:
        """The literal "off the loop" of a cell of a loop, one that the planned loop visits if there
        is one; 0 if the loop leads outside and so is there for certain."""
        off, certain = self._plan.off, self._bridged
        if certain and not certain.isdisjoint(loop):
            return 0
        return self._o[next((at for at in loop if not off >> at & 1), loop[0])]

    def _rivals(
        self, pairs: Collection[tuple[int, int]], told: Sequence[Arrow], *, is_loop: bool
    ) -> list[RivalLoop]:
        """The places where an answer differs, each alone, as far as that makes a loop that the
        clues allow; if none does, the whole answer, if it is one loop.

        So an answer of many loops often gives rivals without any cut.
        """
        places = _places(self._free.symmetric_difference(pairs))
        if len(places) == 1 and is_loop:
            return [self._rival(places[0])]
        clue_cells = bit_set([arrow.cell for arrow in told])
        standing = [
            rival
            for place in places
            if (rival := self._rival(place)).stands(self._plan, told, clue_cells)
            and len(self._trace(list(self._free ^ place))) == 1
        ]
        if standing or not is_loop:
            return standing
        return [self._rival(self._free.symmetric_difference(pairs))]

    def _rival(self, place: Collection[tuple[int, int]]) -> RivalLoop:
        """The planned loop with these lines drawn or rubbed out, each contrary to now."""
        degree: dict[int, int] = {}
        for pair in place:
            change = -1 if pair in self._free else 1
            for at in pair:
                degree[at] = degree.get(at, 0) + change
        off = self._plan.off
        for at, more in degree.items():
            if more:
                off ^= 1 << at
        return RivalLoop.of(self._plan, off)


def _bridges(fixed: Iterable[tuple[int, int]], inside: int) -> list[tuple[int, int]]:
    """Paths of fixed lines from one cell inside to another, as pairs of their ends."""
    near: dict[int, list[int]] = {}
    for a, b in fixed:
        near.setdefault(a, []).append(b)
        near.setdefault(b, []).append(a)
    bridges = []
    for start in sorted(near):
        for first in near[start] if inside >> start & 1 else ():
            before, here = start, first
            while not inside >> here & 1:
                before, here = here, next(at for at in near[here] if at != before)
            if (start, first) < (here, before):
                bridges.append((start, here))
    return bridges


def _places(pairs: Iterable[tuple[int, int]]) -> list[set[tuple[int, int]]]:
    """Lines that hang together, as sets."""
    by_cell: dict[int, list[tuple[int, int]]] = {}
    for pair in pairs:
        for at in pair:
            by_cell.setdefault(at, []).append(pair)
    places = []
    while by_cell:
        waiting = [min(by_cell)]
        place: set[tuple[int, int]] = set()
        while waiting:
            for pair in by_cell.pop(waiting.pop(), ()):
                place.add(pair)
                waiting += pair
        places.append(place)
    return places
