"""Yajilin as clauses.

Variables: s(c) "cell c is shaded" for each undecided cell; e(c, d) "a line joins c and d" for
each undecided edge between playable neighbours; counters for the clues; in the variant with
shaded cells outside the loop, i(v) "corner point v lies inside the loop".

Clauses, a batch for each rule instance:
- cell: s(c) -> no line at c; not s(c) -> at least two, never three; s(c) -> not s(right, below)
- clue: exactly n of the shaded variables up to the next clue of the same line and direction, whose
  number is subtracted (sat/cardinality.py: sequential counter after Sinz 2005, narrowed)
- outside: i is false on the border and differs across an edge exactly where the line runs;
  a shaded cell's corner is not inside

One loop: lazily. A model is a set of loops; for each loop but the largest, with cell set S, a in S
and b in another loop: "a is shaded, or b is shaded, or a line leaves S". A model without any loop
is cut by "some edge is a line". (The classic subtour cut of Dantzig, Fulkerson and Johnson 1954,
weakened by s(a), s(b) because cells may leave the loop.)

What the board knows already is not encoded again: satisfied clauses are never built, and each cell
takes its clauses from a template for its shape (which edges are open, is the cell decided).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import ClassVar

from enpitsu.grid import Cell, Edge, Groups, PathEnds, bit_positions, cell_number, cells, is_inside
from enpitsu.kind import Clause, Cut, Encoding, Model, Rule
from enpitsu.kinds.yajilin.board import LINE, SHADED, YajilinBoard
from enpitsu.kinds.yajilin.loop_links import (
    edges_leaving,
    join,
    links_of,
    narrow_side,
    path_between,
    shorten,
    trace,
)
from enpitsu.kinds.yajilin.propagate import CountRay
from enpitsu.kinds.yajilin.templates import LINE_END, OPEN, UNDECIDED
from enpitsu.limits import Budget
from enpitsu.position import Fact
from enpitsu.sat.cardinality import plan_exactly_apart

CHECK_EVERY = 4096

RULES = {
    "cell": "A cell is shaded and touches no shaded cell, or the loop passes through it once.",
    "clue": "A clue sees exactly as many shaded cells as its number says.",
    "outside": "Shaded cells lie outside the loop.",
    "one-loop": "There is one loop.",
}


class YajilinEncoding(Encoding):
    """The clauses that are left of a puzzle once an empty or settled board is known."""

    helpers: ClassVar = {
        "clue": "counts of shaded cells",
        "outside": "corner points inside the loop",
    }
    leaves_out = "that there is one loop"

    def __init__(self, board: YajilinBoard, budget: Budget) -> None:
        budget.check()
        self._board = board
        where = board.layout
        self._cols = where.cols
        size = where.cells
        unknown = where.playable & ~board.shaded & ~board.open
        right = where.right & ~board.lines_right & ~board.crosses_right
        down = where.down & ~board.lines_down & ~board.crosses_down
        # One row of zeros behind the board: index -1 and -cols of the first cells land there.
        self._s = [0] * (size + self._cols)
        self._right = [0] * (size + self._cols)
        self._down = [0] * (size + self._cols)
        self._cell_of = bit_positions(unknown)
        self._ends = [(at, at + 1) for at in bit_positions(right)]
        self._first_edge = len(self._cell_of)
        self._first_down = self._first_edge + len(self._ends) + 1
        self._ends += [(at, at + self._cols) for at in bit_positions(down)]
        for variable, at in enumerate(self._cell_of, 1):
            self._s[at] = variable
        for variable, (at, _) in enumerate(self._ends, self._first_edge + 1):
            (self._right if variable < self._first_down else self._down)[at] = variable
        self.fact_count = self._first_edge + len(self._ends)
        self._variables = self.fact_count
        self._has_line = board.on_line()
        touched = right | (right << 1) | down | (down << self._cols)
        self._active = bit_positions(unknown | (board.open & touched))
        # A known path is one step from end to end: no undecided edge touches its inner cells, so
        # neither walking nor cutting needs them.
        self._paths = shorten(links_of(board))
        self._starts = bit_positions(touched or self._has_line)

    @property
    def variables(self) -> int:
        """The number of variables that the clauses use."""
        return self._variables

    def rules(self) -> Iterator[Rule]:
        """The rule instance of each batch."""
        board = self._board
        for at in self._active:
            yield Rule("cell", (board.cell(at),))
        for ray in board.layout.rays:
            clues = tuple(board.cell(at) for at in (ray.clue, ray.ahead) if at >= 0)
            yield Rule("clue", (clues[0], *board.cells(ray.cells)), clues)
        if board.puzzle.outside:
            rows, cols = board.puzzle.rows, board.puzzle.cols
            # A corner point has the name of the cell below right.
            for row, col in cells(rows + 1, cols + 1):
                around = (Cell(r, c) for r in (row - 1, row) for c in (col - 1, col))
                inside = tuple(cell for cell in around if is_inside(cell, rows, cols))
                yield Rule("outside", inside)

    def batches(self, budget: Budget) -> Iterator[Iterable[Clause]]:
        """The clauses, a batch for each rule instance."""
        self._variables = self.fact_count
        s, right, down, cols = self._s, self._right, self._down, self._cols
        has_line = self._has_line
        for count, at in enumerate(self._active):
            if not count % CHECK_EVERY:
                budget.check()
            r, d, left, u = right[at], down[at], right[at - 1], down[at - cols]
            shape = (1 if r else 0) | (2 if d else 0) | (4 if left else 0) | (8 if u else 0)
            shaded = s[at]
            if shaded:
                # Neighbours may not both be shaded, whatever is known about the edge between.
                sr, sd = s[at + 1] if (at + 1) % cols else 0, s[at + cols]
                shape |= (16 if sr else 0) | (32 if sd else 0)
                yield UNDECIDED[shape](shaded, r, d, left, u, sr, sd)
            elif has_line >> at & 1:
                yield LINE_END[shape](0, r, d, left, u, 0, 0)
            else:
                yield OPEN[shape](0, r, d, left, u, 0, 0)
        for ray in self._board.layout.rays:
            yield self._count(ray, budget)
        if self._board.puzzle.outside:
            yield from self._outside_batches(budget)

    def _count(self, ray: CountRay, budget: Budget) -> Iterable[Clause]:
        board = self._board
        missing = ray.number - (ray.cells & board.shaded).bit_count()
        at = bit_positions(ray.cells & ~board.shaded & ~board.open)
        if not at:
            return ((),) if missing else ()
        digits = ["1" if b - a == ray.step else "10" for a, b in pairwise(at)]
        runs = tuple(map(len, "".join([*digits, "1"]).split("0")))
        plan = plan_exactly_apart(runs, missing, budget)
        clauses = plan.over([self._s[cell] for cell in at], self._variables + 1, budget)
        self._variables += plan.extra
        return clauses

    def per_clue_clauses(self, budget: Budget) -> Iterator[tuple[Rule, Iterable[Clause]]]:
        """The clauses of a clue on its own, where its batch takes another clue's number from it;
        to be asked once the batches have run through."""
        board = self._board
        ray_of = {ray.clue: ray for ray in board.layout.rays}
        for ray in board.layout.rays:
            if ray.ahead >= 0:
                seen, number, ahead = ray.cells, ray.number, ray.ahead
                while ahead >= 0:
                    other = ray_of[ahead]
                    seen, number, ahead = seen | other.cells, number + other.number, other.ahead
                clue = board.cell(ray.clue)
                whole = ray._replace(cells=seen, number=number, ahead=-1)
                yield Rule("clue", (clue, *board.cells(seen)), (clue,)), self._count(whole, budget)

    def _outside_batches(self, budget: Budget) -> Iterator[Sequence[Clause]]:
        """For each corner point: its difference to the points right and below; its shaded cell."""
        puzzle, first = self._board.puzzle, self._variables
        rows, cols = puzzle.rows, puzzle.cols
        self._variables += (rows + 1) * (cols + 1)
        for row, col in cells(rows + 1, cols + 1):
            if col == 0:
                budget.check()
            here = first + row * (cols + 1) + col + 1
            batch = self._side(here, row, col)
            if row < rows and col < cols:
                at = cell_number((row, col), cols)
                if self._s[at]:
                    batch.append((-self._s[at], -here))
                elif self._board.shaded >> at & 1:
                    batch.append((-here,))
            yield batch

    def _side(self, here: int, row: int, col: int) -> list[Clause]:
        """A corner point's difference to the points right and below."""
        rows, cols = self._board.puzzle.rows, self._board.puzzle.cols
        batch: list[Clause] = []
        if row in (0, rows) or col in (0, cols):
            batch.append((-here,))
        if col < cols and 0 < row < rows:
            above = cell_number((row - 1, col), cols)
            batch += self._differ(here, here + 1, above, vertical=True)
        if row < rows and 0 < col < cols:
            left = cell_number((row, col - 1), cols)
            batch += self._differ(here, here + cols + 1, left, vertical=False)
        return batch

    def _differ(self, a: int, b: int, at: int, *, vertical: bool) -> list[Clause]:
        """Corner points a and b differ exactly if the line between them is drawn."""
        board = self._board
        variable = (self._down if vertical else self._right)[at]
        lines = board.lines_down if vertical else board.lines_right
        if variable:
            return [
                (-variable, a, b),
                (-variable, -a, -b),
                (variable, -a, b),
                (variable, a, -b),
            ]
        return [(a, b), (-a, -b)] if lines >> at & 1 else [(-a, b), (a, -b)]

    def fact(self, literal: int) -> Fact:
        """The fact that a literal claims."""
        board, variable = self._board, abs(literal)
        if variable <= self._first_edge:
            return Fact(board.cell(self._cell_of[variable - 1]), SHADED, literal > 0)
        a, b = self._ends[variable - self._first_edge - 1]
        return Fact(Edge(board.cell(a), board.cell(b)), LINE, literal > 0)

    def literal(self, fact: Fact) -> int | None:
        """The literal of a fact; None where it was decided before, or is no fact of the puzzle."""
        slot = fact.slot
        puzzle = self._board.puzzle
        last = slot if isinstance(slot, Cell) else slot.b
        if not is_inside(last, puzzle.rows, puzzle.cols):
            return None
        if isinstance(slot, Cell):
            names, at, word = self._s, slot, SHADED
        else:
            names = self._right if slot.a.row == slot.b.row else self._down
            at, word = slot.a, LINE
        variable = names[cell_number(at, self._cols)] if fact.value == word else 0
        if not variable:
            return None
        return variable if fact.holds else -variable

    def known(self) -> Iterator[Fact]:
        """The facts that were decided before encoding."""
        return self._board.facts()

    def decode(self, model: Model) -> YajilinBoard:
        """The answer that a model describes."""
        known = self._board
        board = YajilinBoard(known.puzzle)
        board.shaded = known.shaded
        board.lines_right, board.lines_down = known.lines_right, known.lines_down
        for literal in model[: self._first_edge]:
            if literal > 0:
                board.shaded |= 1 << self._cell_of[literal - 1]
        first = self._first_edge
        for literal in model[first : self.fact_count]:
            if literal > 0:
                at = self._ends[literal - first - 1][0]
                if literal < self._first_down:
                    board.lines_right |= 1 << at
                else:
                    board.lines_down |= 1 << at
        board.open = board.layout.playable & ~board.shaded
        return board

    def cuts(self, model: Model) -> list[Cut]:
        """One clause for each loop but the largest; empty when the model is one loop."""
        loops = self._loops(model)
        if len(loops) == 1:
            return []
        if not loops:
            edges = range(self._first_edge + 1, self.fact_count + 1)
            return [Cut(tuple(edges), "one-loop", ())]
        loops.sort(key=len)
        outside = next((at for at in loops[-1] if not self._s[at]), loops[-1][0])
        cuts = []
        for loop in loops[:-1]:
            inside = next((at for at in loop if not self._s[at]), loop[0])
            clause = [self._s[at] for at in (inside, outside) if self._s[at]]
            cuts.append(Cut((*clause, *self._leaving(loop)), "one-loop", loop))
        return cuts

    def _leaving(self, inside: Collection[int]) -> Iterator[int]:
        """The edges that lead out of a set of cells."""
        return edges_leaving(inside, self._right, self._down, self._cols)

    def narrow_cuts(self, model: Model, literals: Iterable[int]) -> list[Cut]:
        """Cuts at the narrowest places between the loops of a model, where these literals are
        true: each forbids all pairs of loops on either side."""
        loops = sorted(self._loops(model), key=len)
        if len(loops) < 2:
            return self.cuts(model)
        true = set(literals)
        ways: dict[int, list[int]] = {at: [] for at in self._cell_of}
        for variable, (a, b) in enumerate(self._ends, self._first_edge + 1):
            if -variable not in true:
                ways[a].append(b)
                ways[b].append(a)
        outside = next((at for at in loops[-1] if -self._s[at] in true), loops[-1][0])
        cuts = []
        for loop in loops[:-1]:
            near = sorted(narrow_side(ways, loop, loops[-1]) or loop)
            edges = tuple(self._leaving(near))
            # Loops through any other cell of this side are as wrong as this one.
            cuts += [Cut((self._s[at], self._s[outside], *edges), "one-loop", near) for at in near]
        return cuts

    def redundant_clauses(self, first: int, budget: Budget) -> Iterator[Sequence[Clause]]:
        """The loop has two sides: corner points are inside or outside the loop, and differ where a
        line runs between them; so every way round a room crosses an even number of lines."""
        rows, cols = self._board.puzzle.rows, self._board.puzzle.cols
        for row, col in cells(rows + 1, cols + 1):
            budget.check()
            yield self._side(first + row * (cols + 1) + col, row, col)

    def loop_hints(self, known: Sequence[int]) -> Callable[[Sequence[int]], list[Cut]]:
        """Paths whose ends would meet, or have met, while a cell off the path is on the loop."""
        paths, settled = PathEnds[int](), set(map(abs, known))
        lines = self._lines(known)
        rings, pending = self._closing(paths, lines)

        def find_cuts(more: Sequence[int]) -> list[Cut]:
            new = [name for name in self._lines(more) if name not in settled]
            closed, closing = self._closing(paths.copy(), new)
            if not (closed or closing or rings or pending):
                return []
            decided = settled.union(map(abs, more))
            undecided = (name for name in (*pending, *closing) if name not in decided)
            found = sorted({*rings, *closed} or {*undecided})
            return self._premature(found, [*lines, *new], (*known, *more))

        return find_cuts

    def _lines(self, literals: Iterable[int]) -> list[int]:
        """The variables of the edges that these literals say to be lines."""
        first, last = self._first_edge, self.fact_count
        return [name for name in literals if first < name <= last]

    def _closing(self, paths: PathEnds[int], new: Sequence[int]) -> tuple[list[int], list[int]]:
        """The new lines that close a ring, and the edges that would close a path they are in."""
        offset = self._first_edge + 1
        ends = [paths.join(*self._ends[name - offset]) for name in new]
        rings = [name for name, pair in zip(new, ends, strict=True) if pair is None]
        still = [
            pair for pair in ends if pair is not None and paths.other_end.get(pair[0]) == pair[1]
        ]
        return rings, [name for pair in still if (name := self._edge_name(*pair))]

    def _edge_name(self, one: int, other: int) -> int:
        """The variable of the edge between two cells; 0 if there is none."""
        a, b = min(one, other), max(one, other)
        if b - a == 1:
            return self._right[a]
        return self._down[a] if b - a == self._cols else 0

    def _premature(
        self, closing: Iterable[int], lines: Iterable[int], literals: Sequence[int]
    ) -> list[Cut]:
        """For each of some edges between two ends of a path: it must not close the path, because a
        cell would be left out; of such cells the first one known."""
        offset, cuts = self._first_edge + 1, []
        pairs = [self._ends[name - offset] for name in lines]
        open_cells = [-name for name in literals if -self._first_edge <= name < 0]
        for name in closing:
            path = path_between(pairs, *self._ends[name - offset])
            members = set(path)
            left_out = (cell for cell in open_cells if self._cell_of[cell - 1] not in members)
            witness = next(left_out, None)
            if witness is not None:
                edges = (self._edge_name(*pair) for pair in pairwise(path))
                clause = (-name, witness, *(-edge for edge in edges))
                cuts.append(Cut(clause, "one-loop", path))
        return cuts

    def repair(self, model: Model) -> Model | None:
        """One loop out of several, by exchanging parallel lines of two neighbouring loops.

        Where the four edges of a square are undecided and two opposite ones are lines of different
        loops, drawing the other two instead joins the loops; shading and clues are untouched. On
        boards with few clues this finds a solution where cutting alone would take ages.
        """
        if self._board.puzzle.outside:
            return None
        loops = self._loops(model)
        loop_of = {at: number for number, loop in enumerate(loops) for at in loop}
        groups = Groups(len(loops))
        repaired = list(model)
        while sum(self._exchange(at, repaired, loop_of, groups) for at in self._starts):
            pass
        return repaired if groups.count == 1 else None

    def _exchange(
        self, at: int, model: list[int], loop_of: Mapping[int, int], groups: Groups
    ) -> bool:
        """Join two loops at the square whose top left cell is `at`, if that is possible."""
        square = (
            self._right[at],
            self._right[at + self._cols],
            self._down[at],
            self._down[at + 1],
        )
        if not all(square):
            return False
        top, bottom, left, right = [model[name - 1] > 0 for name in square]
        other = at + self._cols if top and bottom else at + 1
        if (top, left) != (bottom, right) or top == left:
            return False
        if not groups.join(loop_of[at], loop_of[other]):
            return False
        for name in square:
            model[name - 1] = -model[name - 1]
        return True

    def reason(self, cut: Cut) -> Rule:
        """The rule behind a cut, with the cell set that justifies it."""
        return Rule(cut.code, tuple(map(self._board.cell, cut.inside)))

    def _loops(self, model: Model) -> list[list[int]]:
        """The loops of a model, each as its cells in order."""
        links = self._paths[0][:], self._paths[1][:]
        ends, offset = self._ends, self._first_edge + 1
        edges = model[self._first_edge : self.fact_count]
        join(links, [ends[literal - offset] for literal in edges if literal > 0])
        return trace(links, self._starts)
