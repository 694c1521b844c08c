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

What is otherwise than printed, and why:

- The starting edge. In print it is read off the solution, near the border, because elsewhere other
  loops may go around it. Here it follows from the rules, wherever that is. The first cell of a loop
  in reading order goes on to the right and down, as the cells above it and left of it come earlier.
  So a cell cannot be the first unless its neighbours there are playable: all cells before the first
  such cell, a, are off the loop, hence shaded or clues. If a is not shaded, it is the first cell on
  the loop. If it is, its right neighbour b is not shaded, and as no cell lies between the two in
  reading order, b is the first; where b cannot be, a is not shaded. If there is no such a, there is
  no loop. So e is the edge from a to the right unless a is shaded, else the edge from b to the
  right: each of the two may be crossed only in its own case, which a third literal, of Z(a), says
  in its clauses 33 to 36. That takes no variables, and a model without a white cell, all playable
  cells shaded, is excluded: a or b is white.
- 33 to 36 are printed with E, the edges of the other method; R is meant.
- 27 asks for some incoming way, even one from a cell that is not white, and 28 for at most one from
  a white cell. That each white cell has exactly one from a white cell follows from 24 to 26 and 28:
  each white cell leads to one white cell, no two of them to the same, so they lead to as many as
  there are, which is all of them. So 27 forbids nothing; it is kept.
- The text calls a corner without incoming ways the root of a corner tree. The roots are the corners
  without outgoing ways, those on the border; without incoming ways are the leaves.
- 29 and 32 are printed once for each end, which is the same clause twice. They are written once.

Every model is a solution. By 24 to 26, 28 and 29 the white cells form loops of at least four cells.
The first white cell in reading order, c, is a or b as above, so one of the loops, W, goes through
e. Let q be the corner above e. Suppose there is another loop V of white cells, and let S be what it
encloses. S has no corner on the border. q is not in S: the straight way from q up to the border
crosses only edges between cells that come before c, and so no edge of V. What follows holds for any
ring V of the cell tree, of white cells or not, that is not W and has q outside. S has corners,
because V has at least four cells. From them the corner tree stays in S, as it cannot cross V (e is
not in V). So there is a ring K of corners in S, which encloses cells, by 32. K does not cross e,
because then q would be on K. So no R leaves K, and there is a ring V' of cells in K. It is not W:
c would lie in K, so q, which is one of its four corners, in or on K and thus in S. And q lies
outside of V' too, all of which is in S. So V' is another such V, and encloses fewer corners. This
cannot go on for ever: there is no V. (A start that other loops may go around would spoil this: a
ring of corners between W and an outer loop crosses nothing.) A ring of cells that are not white may
remain, around W; it changes no answer.

Every solution has a model. Let R go along the loop, either way. The loop without e has no ring, and
some tree of edges between neighbours joins it to all other cells; from these R goes along the tree
towards the loop. The edges not in the tree, e among them, are crossed by corner edges that form a
tree of all inner corners and O: a ring of them would cut the tree of cells in two, and corners that
it does not join to O would be surrounded by edges of the tree of cells, thus by a ring of them. Let
H go along it towards O. It crosses R at most in e.

As the loop may go either way, every solution has at least two models. The option "directed" leaves
those in which it goes from its first cell to the right, one clause for each of the two cases.

Answers are read off Z and the ways of white cells. To forbid one, its loop is forbidden as a ring
of R, one clause for each direction. A model breaks one of these clauses only if it has that ring.
By 26 its cells are then all white or all not white; the latter cannot be, as two neighbours would
be shaded. So this is the model's only loop, and the answer the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, pairwise, product
from typing import NamedTuple

from enpitsu.grid import Cell, Direction, bit_positions, bit_set, cell_at, cell_number
from enpitsu.kind import Clause, Kind, Meaning, Model, Search, Task
from enpitsu.kinds.yajilin.board import YajilinBoard
from enpitsu.kinds.yajilin.engines import DIRECTED
from enpitsu.kinds.yajilin.engines.engine_formula import EngineFormula, search_models
from enpitsu.kinds.yajilin.engines.general import CONTRADICTION, General, refuse_beyond_reason
from enpitsu.kinds.yajilin.engines.terrain import Terrain
from enpitsu.kinds.yajilin.loop_links import join, trace
from enpitsu.kinds.yajilin.model import Yajilin
from enpitsu.limits import Budget
from enpitsu.position import Fact

WAYS = (Direction.UP, Direction.RIGHT, Direction.DOWN, Direction.LEFT)
"""The directions in the order of the print: 0, 1, 2, 3."""

CLAUSES_A_CELL = 50  # at most so many clauses speak of a cell and the corner at its upper left
CELLS_A_LOOK = 100  # cells between two looks at the budget


def formula(puzzle: Yajilin, options: frozenset[str], _: Budget) -> TwoTrees:
    """Return what is given to the solver."""
    return TwoTrees(puzzle, directed=DIRECTED.name in options)


def search(kind: Kind[Yajilin], puzzle: Yajilin, task: Task) -> Search:
    """Solve with two trees that never cross."""
    return search_models(formula(puzzle, task.options, task.budget), task)


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

    def __init__(self, puzzle: Yajilin, *, directed: bool = False) -> None:
        self.puzzle, self._directed = puzzle, directed
        self._terrain = Terrain(puzzle)
        self._general = General(self._terrain)
        self._ways = tuple(self._number_ways(self._general.variables + 1))
        ways = sum(map(len, self._ways))
        self._first_h = self._general.variables + ways + 1
        self.variables = self._first_h - 1 + 4 * (puzzle.rows - 1) * (puzzle.cols - 1)
        self.opening = find_opening(self._general)

    def _number_ways(self, first: int) -> Iterator[Mapping[Direction, int]]:
        for near in self._terrain.beside:
            here = [way for way in WAYS if way in near]
            yield dict(zip(here, range(first, first + len(here)), strict=True))
            first += len(here)

    def meanings(self) -> Iterator[Meaning]:
        """Z, C and T, then R and H."""
        yield from self._general.meanings()
        cell, near = self._terrain.cell, self._terrain.beside
        for at, ways in enumerate(self._ways):
            for way, name in ways.items():
                words = f"cell tree from {cell(at)} to {cell(near[at][way])}"
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
        way = Direction.DOWN if b == a + self._terrain.cols else Direction.RIGHT
        return self._ways[a][way], self._ways[b][way.opposite]

    def clauses(self, budget: Budget) -> Iterator[Clause]:
        """Formulas 4 to 12 and 24 to 36, and the starting edge."""
        refuse_beyond_reason(self._general.size + CLAUSES_A_CELL * self._terrain.size, budget)
        yield from self._general.clauses(budget)
        if self._general.is_hopeless:
            return
        yield from self._opening()
        for at in range(self._terrain.size):
            if at % CELLS_A_LOOK == 0:
                budget.check()
            yield from self._cell_tree(at)
            row, col = cell_at(at, self._terrain.cols)
            if row and col:
                yield from self._corner_tree(row, col)
                yield from self._crossings(row, col)

    def _opening(self) -> Iterator[Clause]:
        yield from ((literal,) for literal in self.opening.known)
        if self._directed:
            for at, literals in self.opening.starts.items():
                yield (*(-literal for literal in literals), self._ways[at][Direction.RIGHT])

    def _cell_tree(self, at: int) -> Iterator[Clause]:
        """Formulas 24 to 29 for a cell."""
        near, ways = self._terrain.beside[at], self._ways[at]
        yield from exactly_one(tuple(ways.values()))
        for way, there in near.items():
            for literal in self._not_white(there):
                yield (*self._not_white(at), -literal, -ways[way])
        yield from self._incoming(at)
        for way in (Direction.RIGHT, Direction.DOWN):
            if way in near:
                there, back = self._between(at, near[way])
                yield (-there, -back)

    def _incoming(self, at: int) -> Iterator[Clause]:
        """Formulas 27 and 28 for a cell."""
        near = self._terrain.beside[at]
        ways = {there: self._ways[there][way.opposite] for way, there in near.items()}
        yield (*self._not_white(at), *ways.values())
        for one, other in combinations(ways, 2):
            sources = (*self._not_white(one), *self._not_white(other))
            yield (*self._not_white(at), -ways[one], -ways[other], *sources)

    def _not_white(self, at: int) -> tuple[int, int]:
        """One of these literals holds if a cell is not white."""
        return self._general.z(at), self._general.c(at)

    def _corner_tree(self, row: int, col: int) -> Iterator[Clause]:
        """Formulas 30 to 32 for a corner."""
        ways = self._h(row, col)
        yield from exactly_one(tuple(ways.values()))
        if col + 1 < self._terrain.cols:
            yield (-ways[Direction.RIGHT], -self._h(row, col + 1)[Direction.LEFT])
        if row + 1 < self._terrain.rows:
            yield (-ways[Direction.DOWN], -self._h(row + 1, col)[Direction.UP])

    def _crossings(self, row: int, col: int) -> Iterator[Clause]:
        """Formulas 33 to 36 for a corner: its ways go between the four cells around it."""
        lower_right = cell_number((row, col), self._terrain.cols)
        lower_left, upper_right = lower_right - 1, lower_right - self._terrain.cols
        upper_left = upper_right - 1
        ways = self._h(row, col)
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
        playable = bit_positions(board.layout.playable)
        board.shaded = bit_set([at for at in playable if is_true[self._general.z(at)]])
        white = [at for at in playable if not is_true[self._general.z(at)]]
        lines = [self._line(at, is_true) for at in white]
        board.lines_right = bit_set([a for a, b in lines if b == a + 1])
        board.lines_down = bit_set([a for a, b in lines if b != a + 1])
        return board

    def _line(self, at: int, is_true: Sequence[bool]) -> tuple[int, int]:
        """The way that leaves a white cell as two cells, the left or upper one first."""
        way = next(way for way, r in self._ways[at].items() if is_true[r])
        there = self._terrain.beside[at][way]
        return min(at, there), max(at, there)

    def refuse(self, board: YajilinBoard) -> Sequence[Clause]:
        """Nothing: every model is an answer."""
        return ()

    def forbid(self, board: YajilinBoard) -> Sequence[Clause]:
        """The loop is no ring of the cell tree, in neither direction."""
        right = [(a, a + 1) for a in bit_positions(board.lines_right)]
        down = [(a, a + self._terrain.cols) for a in bit_positions(board.lines_down)]
        links = [-1] * self._terrain.size, [-1] * self._terrain.size
        join(links, right + down)
        (loop,) = trace(links, [(right + down)[0][0]])
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
