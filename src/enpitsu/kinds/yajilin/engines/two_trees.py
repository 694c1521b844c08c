"""The "novel method" of B. Kaak, "Efficiency of two SAT encodings of Yajilin puzzles" (bachelor
thesis, Leiden 2025), section 3.3, after K. Reinhardt, "On some recognizable picture-languages"
(1998): a tree of cells and a tree of the corners between them, which never cross.

Variables, numbered as in section 3.5.2: Z, C and T (`general.py`); R(x, d): the cell tree goes from
cell x to its neighbour d, for every cell, clue cells too, and every neighbour on the board;
H(p, d): the corner tree goes from corner p in direction d, four for each corner inside the board.
Corners on the border have none: together they are the root O of the corner tree. On a board of n
rows and m columns these are 10nm - 4(n + m - 1) - 2(n + m) variables and those of T.

Clauses (a white cell is neither shaded nor a clue cell): 24, 25: one way leaves every cell. 26:
from white cells to white cells. 27: some way leads to every white cell. 28: at most one of them
comes from a white cell. 29: never there and back. 30, 31, 32: the same for corners, one way and
never there and back. 33 to 36: no H crosses an R, but for the starting edge e.

The starting edge follows from the rules instead of the solution; the option "directed" leaves the
models in which the loop goes from its first cell to the right. What else is otherwise than printed,
and the proofs: docs/yajilin-engines.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from itertools import combinations, pairwise, product
from typing import NamedTuple

from enpitsu.grid import Cell, Direction, bit_positions, cell_at, cell_number
from enpitsu.kind import Clause, Meaning, Model
from enpitsu.kinds.yajilin.board import YajilinBoard
from enpitsu.kinds.yajilin.engines import DIRECTED
from enpitsu.kinds.yajilin.engines.engine_formula import EngineFormula
from enpitsu.kinds.yajilin.engines.general import CONTRADICTION, General, refuse_beyond_reason
from enpitsu.kinds.yajilin.engines.terrain import Terrain
from enpitsu.kinds.yajilin.loop_links import loops_of
from enpitsu.kinds.yajilin.model import Yajilin
from enpitsu.limits import Budget
from enpitsu.position import Fact

WAYS = (Direction.UP, Direction.RIGHT, Direction.DOWN, Direction.LEFT)
"""The directions in the order of the print: 0, 1, 2, 3."""

CLAUSES_A_CELL = 50  # at most so many clauses speak of a cell and the corner at its upper left
CELLS_A_LOOK = 100  # cells between two looks at the budget


class LoopOpening(NamedTuple):
    """The first cells of the loop in reading order, as far as the clue cells tell."""

    known: tuple[int, ...] = ()
    """Literals that hold for certain."""
    starts: Mapping[int, tuple[int, ...]] = {}
    """Cells whose edge to the right may be crossed if all these literals hold."""


def find_opening(general: General) -> LoopOpening:
    """The starting edges, and what is known of the cells before and at them."""
    terrain = general.terrain
    first = terrain.first
    if first is None:
        return LoopOpening()
    before = tuple(general.z(at) for at in range(first) if terrain.is_playable[at])
    shaded = general.z(first)
    if terrain.can_be_first(first + 1):
        return LoopOpening(before, {first: (-shaded,), first + 1: (shaded,)})
    return LoopOpening((*before, -shaded), {first: ()})


class TwoTrees(EngineFormula):
    """A puzzle as a tree of cells and a tree of corners."""

    def __init__(self, puzzle: Yajilin, options: Set[str] = frozenset()) -> None:
        self.puzzle, self._directed = puzzle, DIRECTED.name in options
        self._terrain = Terrain(puzzle)
        self._general = General(self._terrain)
        self._ways: list[Mapping[Direction, int]] = []
        first = self._general.variables + 1
        for near in self._terrain.beside:
            here = [direction for direction in WAYS if direction in near]
            self._ways.append(dict(zip(here, range(first, first + len(here)), strict=True)))
            first += len(here)
        self._first_h = first
        self.variables = self._first_h - 1 + 4 * (puzzle.rows - 1) * (puzzle.cols - 1)
        self.opening = find_opening(self._general)

    def meanings(self) -> Iterator[Meaning]:
        """Z, C and T, then R and H."""
        yield from self._general.meanings()
        cell, near = self._terrain.cell, self._terrain.beside
        for at, ways in enumerate(self._ways):
            for direction, name in ways.items():
                words = f"cell tree from {cell(at)} to {cell(near[at][direction])}"
                yield Meaning(range(name, name + 1), words)
        for row, col in product(range(1, self.puzzle.rows), range(1, self.puzzle.cols)):
            first = self._h(row, col)[Direction.UP]
            words = f"corner tree from above left of {Cell(row, col)}: up, right, down, left"
            yield Meaning(range(first, first + 4), words)

    def _h(self, row: int, col: int) -> dict[Direction, int]:
        """The variables of the upper left corner of a cell, which must lie inside the board."""
        first = self._first_h + 4 * ((row - 1) * (self._terrain.cols - 1) + col - 1)
        return dict(zip(WAYS, range(first, first + 4), strict=True))

    def _between(self, a: int, b: int) -> tuple[int, int]:
        """The ways between two neighbours, the left or upper one first: there and back."""
        direction = Direction.DOWN if b == a + self._terrain.cols else Direction.RIGHT
        return self._ways[a][direction], self._ways[b][direction.opposite]

    def clauses(self, budget: Budget) -> Iterator[Clause]:
        """Formulas 4 to 12 and 24 to 36, and the starting edge."""
        refuse_beyond_reason(self._general.size + CLAUSES_A_CELL * self._terrain.size, budget)
        yield from self._general.clauses(budget)
        if self._general.is_hopeless:
            return
        yield from ((literal,) for literal in self.opening.known)
        if self._directed:
            for at, literals in self.opening.starts.items():
                yield (*(-literal for literal in literals), self._ways[at][Direction.RIGHT])
        for at in range(self._terrain.size):
            if at % CELLS_A_LOOK == 0:
                budget.check()
            yield from self._cell_tree(at)
            row, col = cell_at(at, self._terrain.cols)
            if row and col:
                yield from self._corner(row, col)

    def _cell_tree(self, at: int) -> Iterator[Clause]:
        """Formulas 24 to 29 for a cell."""
        near, ways = self._terrain.beside[at], self._ways[at]
        not_white = self._not_white(at)
        yield from exactly_one(tuple(ways.values()))
        for direction, there in near.items():
            for literal in self._not_white(there):
                yield (*not_white, -literal, -ways[direction])
        incoming = {
            there: self._ways[there][direction.opposite] for direction, there in near.items()
        }
        yield (*not_white, *incoming.values())
        for one, other in combinations(incoming, 2):
            sources = (*self._not_white(one), *self._not_white(other))
            yield (*not_white, -incoming[one], -incoming[other], *sources)
        for direction in (Direction.RIGHT, Direction.DOWN):
            if direction in near:
                there, back = self._between(at, near[direction])
                yield (-there, -back)

    def _not_white(self, at: int) -> tuple[int, int]:
        """One of these literals holds if a cell is not white."""
        return self._general.z(at), self._general.c(at)

    def _corner(self, row: int, col: int) -> Iterator[Clause]:
        """Formulas 30 to 36 for a corner, whose ways go between the four cells around it."""
        ways = self._h(row, col)
        yield from exactly_one(tuple(ways.values()))
        if col + 1 < self._terrain.cols:
            yield (-ways[Direction.RIGHT], -self._h(row, col + 1)[Direction.LEFT])
        if row + 1 < self._terrain.rows:
            yield (-ways[Direction.DOWN], -self._h(row + 1, col)[Direction.UP])
        lower_right = cell_number((row, col), self._terrain.cols)
        lower_left, upper_right = lower_right - 1, lower_right - self._terrain.cols
        upper_left = upper_right - 1
        yield from self._not_across(ways[Direction.UP], upper_left, upper_right)
        yield from self._not_across(ways[Direction.RIGHT], upper_right, lower_right)
        yield from self._not_across(ways[Direction.DOWN], lower_left, lower_right)
        yield from self._not_across(ways[Direction.LEFT], upper_left, lower_left)

    def _not_across(self, h: int, a: int, b: int) -> Iterator[Clause]:
        starts = self.opening.starts
        for r in self._between(a, b):
            if b == a + 1 and a in starts:
                yield from ((-h, -r, literal) for literal in starts[a])
            else:
                yield (-h, -r)

    def given(self, fact: Fact) -> Iterable[Clause]:
        """Clauses that a fact of the given position is so."""
        if isinstance(fact.slot, Cell):
            shaded = self._general.z(self._terrain.number(fact.slot))
            return ((shaded if fact.holds else -shaded,),)
        a, b = map(self._terrain.number, fact.slot)
        if not (self._terrain.is_playable[a] and self._terrain.is_playable[b]):
            return CONTRADICTION if fact.holds else ()
        in_a, in_b = self._general.z(a), self._general.z(b)
        there, back = self._between(a, b)
        if fact.holds:
            return (-in_a,), (-in_b,), (there, back)
        return (in_a, -there), (in_b, -back)

    def board(self, model: Model) -> YajilinBoard:
        """The shaded cells, and the ways of white cells as lines."""
        board = YajilinBoard(self.puzzle)
        is_true = [False, *(literal > 0 for literal in model)]
        for at in bit_positions(board.layout.playable):
            if is_true[self._general.z(at)]:
                board.shaded |= 1 << at
                continue
            direction = next(direction for direction, r in self._ways[at].items() if is_true[r])
            first = min(at, self._terrain.beside[at][direction])
            if direction in (Direction.LEFT, Direction.RIGHT):
                board.lines_right |= 1 << first
            else:
                board.lines_down |= 1 << first
        return board

    def refuse(self, board: YajilinBoard) -> Sequence[Clause]:
        """Nothing: every model is an answer."""
        return ()

    def forbid(self, board: YajilinBoard) -> Sequence[Clause]:
        """The loop is no ring of the cell tree, in neither direction."""
        (loop,) = loops_of(board)
        clauses: list[list[int]] = [[], []]
        for at, there in pairwise([*loop, loop[0]]):
            ways = self._between(min(at, there), max(at, there))
            for clause, r in zip(clauses, ways if at < there else reversed(ways), strict=True):
                clause.append(-r)
        return clauses


def exactly_one(literals: Sequence[int]) -> Iterator[Clause]:
    """Formulas 24 and 25, 30 and 31: one of these holds and no two."""
    yield literals
    for one, other in combinations(literals, 2):
        yield (-one, -other)
