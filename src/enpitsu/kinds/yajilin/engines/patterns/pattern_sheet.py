"""The board as the patterns know it, with a trail: everything written can be taken back.

Cells have numbers, row by row. Edge 2*a leads from cell a to the right, edge 2*a + 1 down. Writing
keeps books and concludes nothing, but for this: the two cells of a line are open. What cannot be
written is a contradiction.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from enpitsu.grid import (
    Cell,
    Direction,
    Edge,
    bit_set,
    cell_at,
    cell_number,
    edge_ends,
    ray_numbers,
)
from enpitsu.kinds.yajilin.board import LINE, SHADED, YajilinBoard
from enpitsu.kinds.yajilin.model import Yajilin
from enpitsu.limits import Budget
from enpitsu.position import Fact

IS_VOID, IS_SHADED, IS_OPEN, IS_CLUE = range(4)
"""The looks of a cell; open is a cell with a line, or with the thesis' dot."""

IS_FREE, IS_LINE, IS_BLOCKED = range(3)
"""The states of an edge."""

CHECK_EVERY = 1000  # cells built or looked at before the limits are asked again


class PatternContradiction(Exception):
    """There is no solution from here on."""


class ClueRay(NamedTuple):
    """A clue that counts: its cell, arrow and number, and the cells it looks at, clue cells too, as
    a slice of all cells."""

    clue: int
    arrow: Direction
    number: int
    seen: slice


class _Joint(NamedTuple):
    """The changes by a line: the ends of the path it made (-1 if it closed a loop), and how long
    the paths of both were before."""

    first: int
    second: int
    first_length: int
    second_length: int


class PatternSheet:
    """A board in work: cells, edges, the paths that lines make, and what must be looked at."""

    def __init__(self, puzzle: Yajilin, budget: Budget) -> None:
        self.puzzle, self.budget = puzzle, budget
        self.rows, self.cols = puzzle.rows, puzzle.cols
        self.size = self.rows * self.cols
        self.look = bytearray(self.size)
        for cell, _ in puzzle.clues:
            self.look[cell_number(cell, self.cols)] = IS_CLUE
        self.edges = bytearray([IS_BLOCKED]) * (2 * self.size)
        self.ways = list(self._find_ways())
        """For each playable cell its playable neighbours, each with the edge that leads there."""
        self.free = bytearray(map(len, self.ways))
        """For each cell the number of its edges that are not blocked."""
        self.lines = bytearray(self.size)
        """For each cell the number of its lines."""
        self.other_end = list(range(self.size))
        """Right for the two ends of a path, and for a cell without lines, which is its own."""
        self.length = [1] * self.size
        """For the ends of a path the number of its cells."""
        self.void_cells = self.look.count(IS_VOID)
        self.open_cells = 0
        self.is_closed = False
        """True if the loop is closed; then every other cell has to be shaded."""
        self.rays = list(self._find_rays())
        self.rays_of: dict[int, list[ClueRay]] = {}
        """The clues of each line: row r has the number r, column c the number rows + c."""
        for ray in self.rays:
            row, col = cell_at(ray.clue, self.cols)
            line = self.rows + col if ray.arrow.is_vertical else row
            self.rays_of.setdefault(line, []).append(ray)
        self._trail: list[tuple[bool, int]] = []
        self._joints: list[_Joint] = []
        self.touched: list[int] = []
        """Cells where something has changed."""
        self.ends: list[int] = []
        """Ends of new paths, one of each."""
        self.changed_lines: dict[int, None] = {}
        """Rows and columns in whose cells something has changed, by the numbers of `rays_of`."""

    def _find_ways(self) -> Iterator[tuple[tuple[int, int], ...]]:
        """The entries of `ways`, cell by cell; frees the edges between them."""
        look, cols = self.look, self.cols
        for at in range(self.size):
            if at % CHECK_EVERY == 0:
                self.budget.check()
            if look[at] == IS_CLUE:
                yield ()
                continue
            col, found = at % cols, []
            if col + 1 < cols and look[at + 1] != IS_CLUE:
                found.append((at + 1, 2 * at))
            if at + cols < self.size and look[at + cols] != IS_CLUE:
                found.append((at + cols, 2 * at + 1))
            for _, edge in found:
                self.edges[edge] = IS_FREE
            if col and look[at - 1] != IS_CLUE:
                found.append((at - 1, 2 * at - 2))
            if at >= cols and look[at - cols] != IS_CLUE:
                found.append((at - cols, 2 * (at - cols) + 1))
            yield tuple(found)

    def _find_rays(self) -> Iterator[ClueRay]:
        for cell, clue in self.puzzle.clues:
            if clue.arrow is not None and clue.number is not None:
                at = cell_number(cell, self.cols)
                cells = ray_numbers(at, clue.arrow, self.rows, self.cols)
                if clue.arrow in (Direction.LEFT, Direction.UP):
                    cells = cells[::-1]
                seen = slice(cells.start, cells.stop, cells.step)
                yield ClueRay(at, clue.arrow, clue.number, seen)

    def edge_between(self, a: int, b: int) -> int | None:
        """The edge between two playable cells, None if they are no neighbours."""
        return next((edge for there, edge in self.ways[a] if there == b), None)

    # --- writing -------------------------------------------------------------------------------

    def shade(self, at: int) -> None:
        """A cell is shaded."""
        if self.look[at] != IS_SHADED:
            self._mark(at, IS_SHADED)

    def open(self, at: int) -> None:
        """A cell is on the loop."""
        if self.look[at] != IS_OPEN:
            if self.is_closed:
                raise PatternContradiction
            self._mark(at, IS_OPEN)
            self.open_cells += 1

    def _mark(self, at: int, look: int) -> None:
        if self.look[at] != IS_VOID:
            raise PatternContradiction
        self.look[at] = look
        self.void_cells -= 1
        self._trail.append((True, at))
        self.touched.append(at)
        row, col = cell_at(at, self.cols)
        for line in (row, self.rows + col):
            if line in self.rays_of:
                self.changed_lines[line] = None

    def block(self, edge: int) -> None:
        """No line goes here."""
        known = self.edges[edge]
        if known == IS_LINE:
            raise PatternContradiction
        if known == IS_FREE:
            self.edges[edge] = IS_BLOCKED
            self._trail.append((False, edge))
            for at in edge_ends(edge, self.cols):
                self.free[at] -= 1
                self.touched.append(at)

    def draw(self, edge: int) -> None:
        """A line goes here; a contradiction too if it closes a loop that is not the answer's."""
        known, (a, b) = self.edges[edge], edge_ends(edge, self.cols)
        if known == IS_LINE:
            return
        if known == IS_BLOCKED or self.is_closed or max(self.lines[a], self.lines[b]) > 1:
            raise PatternContradiction
        self.open(a)
        self.open(b)
        closes = self.other_end[a] == b
        if closes and not self.is_answer_closed(a):
            raise PatternContradiction
        self.edges[edge] = IS_LINE
        self._trail.append((False, edge))
        self.is_closed = closes
        if closes:
            self._joints.append(_Joint(-1, -1, 0, 0))
        else:
            first, second = self.other_end[a], self.other_end[b]
            lengths = self.length[first], self.length[second]
            self._joints.append(_Joint(first, second, *lengths))
            self.other_end[first], self.other_end[second] = second, first
            self.length[first] = self.length[second] = sum(lengths)
            self.ends.append(first)
        for at in (a, b):
            self.lines[at] += 1
            self.touched.append(at)

    def is_answer_closed(self, end: int) -> bool:
        """Return True if the path with this end, closed, is the loop of an answer: then every
        cell that it does not pass is shaded. No such cell may be known open or touch another
        one, and each clue must see its number of them."""
        if self.length[end] != self.open_cells:
            return False
        look = self.look
        for at in range(self.size):
            if look[at] <= IS_SHADED and any(look[to] <= IS_SHADED for to, _ in self.ways[at]):
                return False
        for ray in self.rays:
            self.budget.check()
            seen = look[ray.seen]
            if seen.count(IS_VOID) + seen.count(IS_SHADED) != ray.number:
                return False
        return True

    # --- taking back ---------------------------------------------------------------------------

    @property
    def mark(self) -> int:
        """The length of the trail: what `undo` goes back to."""
        return len(self._trail)

    def undo(self, mark: int) -> None:
        """Take back everything written since then."""
        while len(self._trail) > mark:
            is_cell, at = self._trail.pop()
            if is_cell:
                self.open_cells -= self.look[at] == IS_OPEN
                self.void_cells += 1
                self.look[at] = IS_VOID
                continue
            a, b = edge_ends(at, self.cols)
            if self.edges[at] == IS_BLOCKED:
                self.free[a] += 1
                self.free[b] += 1
            else:
                self.lines[a] -= 1
                self.lines[b] -= 1
                self.is_closed = False
                joint = self._joints.pop()
                if joint.first >= 0:
                    self.other_end[joint.first], self.other_end[joint.second] = a, b
                    self.length[joint.first] = joint.first_length
                    self.length[joint.second] = joint.second_length
            self.edges[at] = IS_FREE
        self.touched.clear()
        self.ends.clear()
        self.changed_lines.clear()

    # --- what has to be looked at --------------------------------------------------------------

    def look_at_everything(self) -> None:
        """Every cell and clue has to be looked at, and every path."""
        self.touched = [at for at, look in enumerate(self.look) if look != IS_CLUE]
        self.ends = [at for at, lines in enumerate(self.lines) if lines == 1]
        self.changed_lines = dict.fromkeys(self.rays_of)

    # --- facts ---------------------------------------------------------------------------------

    def place(self, facts: Iterable[Fact]) -> None:
        """Write what a position says; PatternContradiction if it cannot be."""
        for slot, _, holds in facts:
            if isinstance(slot, Cell):
                (self.shade if holds else self.open)(cell_number(slot, self.cols))
                continue
            edge = self.edge_between(cell_number(slot.a, self.cols), cell_number(slot.b, self.cols))
            if edge is not None:
                (self.draw if holds else self.block)(edge)
            elif holds:  # one of the cells is a clue
                raise PatternContradiction

    def facts(self) -> Iterator[Fact]:
        """Everything known."""
        for at, look in enumerate(self.look):
            if at % CHECK_EVERY == 0:
                self.budget.check()
            if look in (IS_SHADED, IS_OPEN):
                yield Fact(cell_at(at, self.cols), SHADED, look == IS_SHADED)
            for there, edge in self.ways[at]:
                if there > at and self.edges[edge] != IS_FREE:
                    holds = self.edges[edge] == IS_LINE
                    yield Fact(Edge(cell_at(at, self.cols), cell_at(there, self.cols)), LINE, holds)

    @property
    def is_finished(self) -> bool:
        """True if it is an answer."""
        return self.is_closed and not self.void_cells

    def board(self) -> YajilinBoard:
        """The board with what stands on it."""
        board = YajilinBoard(self.puzzle)
        board.shaded = _places(self.look, IS_SHADED)
        board.lines_right = _places(self.edges[::2], IS_LINE)
        board.lines_down = _places(self.edges[1::2], IS_LINE)
        return board


def _places(values: bytearray, wanted: int) -> int:
    return bit_set([at for at, value in enumerate(values) if value == wanted])
