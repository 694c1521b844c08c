"""The "classic" method of B. Kaak, "Efficiency of two SAT encodings of Yajilin puzzles" (bachelor
thesis, Leiden 2025), section 3.2: the loop has a direction, and its cells are numbered.

Variables, in the order of section 3.5.1, behind those of `general.py`: E(x, d) for every playable
cell x and each neighbour d on the board, "a line leads from x to d", and Q(x, k) for every playable
cell, "x has number k", k = 0 ... rows * cols - 1. (The thesis' sum subtracts four edge variables
for each clue; its tables subtract only those that exist, as is done here: a clue cell at the border
never had four.)

Clauses: 13: no line leaves a shaded cell. 14, 15: exactly one leaves any other. 16: none enters a
shaded cell or a clue. 17, 18: exactly one enters any cell that is not shaded. 19, 20: the start
has number 0 and no other. 21, 22: all others have some number, and it is not 0. 23: where a line
leads from x to d, x has the number after that of d.

What is otherwise than printed, and why:

- The thesis picks the starting cell by hand. Here it is a cell that is on the loop in every
  solution, or the first of two neighbours unless it is shaded, else the second
  (`position_numbers.py` says how they are found and why one of them is on the loop). No variable
  is needed for the choice between a and b. a has number 0 and no other in both cases: if it is
  shaded, no line enters it, and its number means nothing. For b, "a is shaded" implies 19 and 20
  with number 1 (with 0 as well it would be right; with 1, each cell's numbers are odd or even in
  both cases, which `compact` uses), and 23 holds for b only if a is not shaded. A start
  that is certain gets the clause that it is not shaded; it follows from the others, as there is
  always some loop (of two playable neighbours, one is not shaded) and none avoids the start.
- As printed, two neighbours of which one is the start, with a line there and another one back, are
  a loop. Everywhere else 23 excludes that, but not at the start. There, formula 29 of the other
  method is added: no line leads back where one comes from.
- 16 is one clause for each of Z and C, as in the thesis' section 3.4. 15 and 18 are printed for
  cells that are not shaded; in shaded ones they follow from 13 and 16. They are written without
  the condition.

It is sound: by 13 to 18 the cells that are not shaded and hold no clue lie on loops, each with a
direction. Take one that avoids the start. Each of its cells x has a number by 22, and by 21 not 0
(only a may have it: then it is the start, or shaded and on no loop). By 23 the next cell on the
loop has the number before, and so on, until one has 0: a contradiction. (If b lies on that loop it
is not the start, a is not shaded, and 23 holds for all numbers of b.) So all loops pass the start:
there is one, and by 29 it has more than two cells. It is complete: a solution's loop, in either
direction, numbered from the start against the direction, gives a model; it has at most
rows * cols - 1 cells if b is the start, so that the largest number is never missing; shaded cells
take any number.

The option `compact` leaves out the numbers that a cell cannot have (`position_numbers.py`). The
clauses stay the same for those that are left: where 23 leads to a number that d cannot have, there
is no line from x to d while x has its number, and a cell without any number is shaded. 29 is then
written for all neighbours: elsewhere than at the start it follows from the numbers, but a solver
finds that out only cell by cell (of eight puzzles that were tried, it met fewer conflicts on seven,
on four of them less than half).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, pairwise, repeat

from enpitsu.grid import Direction, Edge, bit_positions, bit_set
from enpitsu.kind import Clause, Kind, Meaning, Model, Search, Task
from enpitsu.kinds.yajilin.board import YajilinBoard
from enpitsu.kinds.yajilin.engines import COMPACT
from enpitsu.kinds.yajilin.engines.engine_formula import EngineFormula, search_models
from enpitsu.kinds.yajilin.engines.general import (
    CONTRADICTION,
    MOST_CLAUSES,
    General,
    refuse_beyond_reason,
    watched,
)
from enpitsu.kinds.yajilin.engines.position_numbers import (
    NOWHERE,
    Start,
    all_numbers,
    find_start,
    possible_numbers,
)
from enpitsu.kinds.yajilin.engines.terrain import Terrain
from enpitsu.kinds.yajilin.loop_links import join, trace
from enpitsu.kinds.yajilin.model import Yajilin
from enpitsu.limits import Budget
from enpitsu.position import Fact


def formula(puzzle: Yajilin, options: frozenset[str], _: Budget) -> Counting:
    """Return what is given to the solver."""
    return Counting(puzzle, compact=COMPACT.name in options)


def search(kind: Kind[Yajilin], puzzle: Yajilin, task: Task) -> Search:
    """Directed lines and numbered cells, by SAT."""
    return search_models(formula(puzzle, task.options, task.budget), task)


class Counting(EngineFormula):
    """A puzzle as directed lines and numbered cells."""

    def __init__(self, puzzle: Yajilin, *, compact: bool = False) -> None:
        self.puzzle = puzzle
        self._is_compact = compact
        self.terrain = Terrain(puzzle)
        self.general = General(self.terrain)
        self.variables = self.general.variables
        self.line = self._name_lines()
        """For each playable cell the variables of the lines that leave it, by neighbour."""
        self.start, self.numbers = self._choose_numbers()
        """Where numbers begin, and those that each cell may have."""
        self._first_number = [self._take(len(numbers)).start for numbers in self.numbers]

    def _choose_numbers(self) -> tuple[Start, list[range]]:
        if self.general.is_hopeless or self.general.size > MOST_CLAUSES:
            return NOWHERE, [range(0)] * self.terrain.size  # no clause will be made
        start = find_start(self.terrain)
        if self._is_compact:
            return start, possible_numbers(self.terrain, start)
        return start, all_numbers(self.terrain)

    def _name_lines(self) -> list[Mapping[int, int]]:
        named: list[Mapping[int, int]] = []
        for at, near in enumerate(self.terrain.beside):
            ends = near.values() if self.terrain.is_playable[at] else ()
            named.append(dict(zip(ends, self._take(len(ends)), strict=True)))
        return named

    def _take(self, count: int) -> range:
        """The next free variables."""
        first = self.variables + 1
        self.variables += count
        return range(first, first + count)

    def q(self, at: int, number: int) -> int:
        """The variable of "this cell has this number", which it must be able to have."""
        return self._first_number[at] + self.numbers[at].index(number)

    def meanings(self) -> Iterator[Meaning]:
        """Z, C and T, then E and Q."""
        yield from self.general.meanings()
        cell = self.terrain.cell
        for at, lines in enumerate(self.line):
            for there, name in lines.items():
                yield Meaning(range(name, name + 1), f"line from {cell(at)} to {cell(there)}")
        for at, numbers in enumerate(self.numbers):
            if numbers:
                first = self._first_number[at]
                words = f"{cell(at)} has this number on the loop: {_listed(numbers)}"
                yield Meaning(range(first, first + len(numbers)), words)

    @property
    def size(self) -> int:
        """About how many clauses there are, without making them."""
        steps = zip(self.terrain.ways, self.numbers, strict=True)
        return self.general.size + sum((len(ways) + 1) * len(numbers) for ways, numbers in steps)

    def clauses(self, budget: Budget) -> Iterator[Clause]:
        """Formulas 4 to 23."""
        if self.general.is_hopeless:
            yield from CONTRADICTION
            return
        refuse_beyond_reason(self.size, budget)
        yield from self.general.clauses(budget)
        playable = [at for at in range(self.terrain.size) if self.terrain.is_playable[at]]
        makers = (self._lines, self._no_way_back, self._numbers, self._steps)
        yield from self._begin()
        yield from watched(
            (clause for at in playable for make in makers for clause in make(at)), budget
        )

    # --- lines: formulas 13 to 18 ----------------------------------------------------------------

    def _lines(self, at: int) -> Iterator[Clause]:
        shaded, leaving = self.general.z(at), self.line[at]
        yield from ((-shaded, -line) for line in leaving.values())
        yield from _exactly_one(leaving.values(), unless=shaded)
        for there, line in leaving.items():
            yield (-self.general.z(there), -line)
            yield (-self.general.c(there), -line)
        yield from _exactly_one(self._entering(at), unless=shaded)

    def _entering(self, at: int) -> list[int]:
        return [self.line[there][at] for there in self.terrain.ways[at].values()]

    # --- numbers: formulas 19 to 23 --------------------------------------------------------------

    def _begin(self) -> Iterator[Clause]:
        """19 and 20."""
        first, second = self.start
        yield (self.q(first, 0),)
        yield from ((-self.q(first, number),) for number in self.numbers[first] if number)
        shaded = self.general.z(first)
        if second is None:
            yield (-shaded,)
            return
        for number in self.numbers[second]:
            yield (-shaded, self.q(second, number) * (1 if number == 1 else -1))

    def _no_way_back(self, at: int) -> Iterator[Clause]:
        """29."""
        for there in self.terrain.ways[at].values():
            is_new = at < there if self._is_compact else at in self.start
            if is_new:
                yield (-self.line[at][there], -self.line[there][at])

    def _numbers(self, at: int) -> Iterator[Clause]:
        """21 and 22."""
        if at == self.start.first:
            return
        numbers = self.numbers[at]
        first = self._first_number[at]
        if numbers and numbers[0] == 0:
            yield (-first,)
            yield range(first + 1, first + len(numbers))
        else:
            yield range(first, first + len(numbers)) if numbers else (self.general.z(at),)

    def _steps(self, at: int) -> Iterator[Clause]:
        """23, where x is not the start."""
        first, second = self.start
        if at == first:
            return
        unless = (repeat(self.general.z(first)),) if at == second else ()
        for there in self.terrain.ways[at].values():
            line = repeat(-self.line[at][there])
            for literals in self._successions(at, there):
                yield from zip(line, *literals, *unless, strict=False)

    def _successions(self, at: int, there: int) -> Iterator[tuple[range, ...]]:
        """Literals for each number of a cell: that it is not this one, and, if its neighbour can
        have the number before, that it has."""
        mine, others = self.numbers[at], self.numbers[there]
        both = range(max(mine.start, others.start + 1), min(mine.stop, others.stop + 1), mine.step)
        denied = _denied(self._first_number[at], len(mine))
        if not both:
            yield (denied,)
            return
        first = mine.index(both[0])
        before = self.q(there, both[0] - 1)
        yield denied[first : first + len(both)], range(before, before + len(both))
        yield (denied[:first],)
        yield (denied[first + len(both) :],)

    # --- from models to boards and back ----------------------------------------------------------

    def given(self, fact: Fact) -> Iterable[Clause]:
        """Clauses that a fact of the given position is so."""
        if isinstance(fact.slot, Edge):
            return self._given_line(fact.slot, fact.holds)
        shaded = self.general.z(self.terrain.number(fact.slot))
        return ((shaded if fact.holds else -shaded,),)

    def _given_line(self, edge: Edge, holds: bool) -> Iterable[Clause]:
        a, b = map(self.terrain.number, edge)
        lines = [self.line[x][y] for x, y in ((a, b), (b, a)) if y in self.line[x]]
        if not holds:
            return [(-line,) for line in lines]
        return (lines,) if lines else CONTRADICTION

    def board(self, model: Model) -> YajilinBoard:
        """Return what a model says."""
        board, ways = YajilinBoard(self.puzzle), self.terrain.ways
        board.shaded = bit_set([at for at in range(len(ways)) if model[self.general.z(at) - 1] > 0])
        board.lines_right = bit_set(self._lines_towards(Direction.RIGHT, model))
        board.lines_down = bit_set(self._lines_towards(Direction.DOWN, model))
        return board

    def _lines_towards(self, way: Direction, model: Model) -> list[int]:
        """The cells with a line to their neighbour this way, whatever its direction."""
        pairs = [(at, ways[way]) for at, ways in enumerate(self.terrain.ways) if way in ways]
        return [
            a for a, b in pairs if model[self.line[a][b] - 1] > 0 or model[self.line[b][a] - 1] > 0
        ]

    def refuse(self, board: YajilinBoard) -> Sequence[Clause]:
        """Nothing: every model is an answer."""
        return ()

    def forbid(self, board: YajilinBoard) -> Sequence[Clause]:
        """That the loop is not this one, in the one direction and in the other: it determines all
        the rest of an answer."""
        cells = _loop(board)
        pairs = list(pairwise((*cells, cells[0])))
        return [-self.line[a][b] for a, b in pairs], [-self.line[b][a] for a, b in pairs]


def _listed(numbers: range) -> str:
    """Numbers in words, those in the middle left out where they are many."""
    if len(numbers) <= 3:
        return ", ".join(map(str, numbers))
    return f"{numbers[0]}, {numbers[1]}, ... {numbers[-1]}"


def _denied(first: int, count: int) -> range:
    """The negative literals of variables one after another."""
    return range(-first, -first - count, -1)


def _exactly_one(literals: Collection[int], *, unless: int) -> Iterator[Clause]:
    yield (unless, *literals)
    yield from ((-a, -b) for a, b in combinations(literals, 2))


def _loop(board: YajilinBoard) -> list[int]:
    """The cells of the only loop, in order."""
    cols, size = board.layout.cols, board.layout.cells
    links = ([-1] * size, [-1] * size)
    join(links, ((at, at + 1) for at in bit_positions(board.lines_right)))
    join(links, ((at, at + cols) for at in bit_positions(board.lines_down)))
    return trace(links, range(size))[0]
