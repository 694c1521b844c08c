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

The start is found from the clues, and formula 29 of the other method is added there. `compact`
leaves out the numbers that a cell cannot have (`position_numbers.py`) and writes 29 for all
neighbours. Why, and why it is right: docs/yajilin-engines.md.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from itertools import combinations, pairwise, repeat

from enpitsu.grid import Direction, Edge, bit_set
from enpitsu.kind import Clause, Meaning, Model
from enpitsu.kinds.yajilin.board import YajilinBoard
from enpitsu.kinds.yajilin.engines import COMPACT
from enpitsu.kinds.yajilin.engines.engine_formula import EngineFormula, watched
from enpitsu.kinds.yajilin.engines.general import (
    CONTRADICTION,
    MOST_CLAUSES,
    General,
    refuse_beyond_reason,
)
from enpitsu.kinds.yajilin.engines.position_numbers import (
    NOWHERE,
    find_start,
    possible_numbers,
)
from enpitsu.kinds.yajilin.engines.terrain import Terrain
from enpitsu.kinds.yajilin.loop_links import loops_of
from enpitsu.kinds.yajilin.model import Yajilin
from enpitsu.limits import Budget
from enpitsu.position import Fact


class Counting(EngineFormula):
    """A puzzle as directed lines and numbered cells."""

    def __init__(self, puzzle: Yajilin, options: Set[str] = frozenset()) -> None:
        self.puzzle = puzzle
        self._is_compact = COMPACT.name in options
        self.terrain = Terrain(puzzle)
        self.general = General(self.terrain)
        self.variables = self.general.variables
        self.line: list[Mapping[int, int]] = []
        """For each playable cell the variables of the lines that leave it, by neighbour."""
        for at, near in enumerate(self.terrain.beside):
            ends = near.values() if self.terrain.is_playable[at] else ()
            self.line.append(dict(zip(ends, self._take(len(ends)), strict=True)))
        self.start = NOWHERE
        """Where numbers begin."""
        self.numbers = [range(0)] * self.terrain.size
        """The numbers that each cell may have."""
        if not self.general.is_hopeless and self.general.size <= MOST_CLAUSES:
            self.start = find_start(self.terrain)
            if self._is_compact:
                self.numbers = possible_numbers(self.terrain, self.start)
            else:
                playable = self.terrain.is_playable
                self.numbers = [range(self.terrain.size if each else 0) for each in playable]
        self._first_number = [self._take(len(numbers)).start for numbers in self.numbers]

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
                listed = ", ".join(map(str, numbers))
                if len(numbers) > 3:
                    listed = f"{numbers[0]}, {numbers[1]}, ... {numbers[-1]}"
                words = f"{cell(at)} has this number on the loop: {listed}"
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
        first, second = self.start
        yield (self.q(first, 0),)
        yield from ((-self.q(first, number),) for number in self.numbers[first] if number)
        shaded = self.general.z(first)
        if second is None:
            yield (-shaded,)
        else:
            for number in self.numbers[second]:
                yield (-shaded, self.q(second, number) * (1 if number == 1 else -1))
        yield from watched(
            (clause for at in playable for make in makers for clause in make(at)), budget
        )

    # --- lines: formulas 13 to 18 and 29 ---------------------------------------------------------

    def _lines(self, at: int) -> Iterator[Clause]:
        shaded, leaving = self.general.z(at), self.line[at]
        yield from ((-shaded, -line) for line in leaving.values())
        yield from _exactly_one(leaving.values(), unless=shaded)
        for there, line in leaving.items():
            yield (-self.general.z(there), -line)
            yield (-self.general.c(there), -line)
        near = self.terrain.ways[at].values()
        yield from _exactly_one([self.line[there][at] for there in near], unless=shaded)

    def _no_way_back(self, at: int) -> Iterator[Clause]:
        """29."""
        for there in self.terrain.ways[at].values():
            is_new = at < there if self._is_compact else at in self.start
            if is_new:
                yield (-self.line[at][there], -self.line[there][at])

    # --- numbers: formulas 21 to 23 --------------------------------------------------------------

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
        """23, where x is not the start: for each number of a cell, that it is not this one or, if
        its neighbour can have the number before, that it has."""
        first, second = self.start
        if at == first:
            return
        unless = (repeat(self.general.z(first)),) if at == second else ()
        mine, name = self.numbers[at], self._first_number[at]
        denied = range(-name, -name - len(mine), -1)
        for there in self.terrain.ways[at].values():
            line, others = repeat(-self.line[at][there]), self.numbers[there]
            least, most = max(mine.start, others.start + 1), min(mine.stop, others.stop + 1)
            both = range(least, most, mine.step)
            start = stop = 0
            if both:
                start = mine.index(both[0])
                stop = start + len(both)
                before = self.q(there, both[0] - 1)
                has_before = range(before, before + len(both))
                yield from zip(line, denied[start:stop], has_before, *unless, strict=False)
            yield from zip(line, denied[:start], *unless, strict=False)
            yield from zip(line, denied[stop:], *unless, strict=False)

    # --- from models to boards and back ----------------------------------------------------------

    def given(self, fact: Fact) -> Iterable[Clause]:
        """Clauses that a fact of the given position is so."""
        if not isinstance(fact.slot, Edge):
            shaded = self.general.z(self.terrain.number(fact.slot))
            return ((shaded if fact.holds else -shaded,),)
        a, b = map(self.terrain.number, fact.slot)
        lines = [self.line[x][y] for x, y in ((a, b), (b, a)) if y in self.line[x]]
        if not fact.holds:
            return [(-line,) for line in lines]
        return (lines,) if lines else CONTRADICTION

    def board(self, model: Model) -> YajilinBoard:
        """The board of a model."""
        board, ways = YajilinBoard(self.puzzle), self.terrain.ways
        board.shaded = bit_set([at for at in range(len(ways)) if model[self.general.z(at) - 1] > 0])
        board.lines_right = bit_set(self._lines_towards(Direction.RIGHT, model))
        board.lines_down = bit_set(self._lines_towards(Direction.DOWN, model))
        return board

    def _lines_towards(self, direction: Direction, model: Model) -> list[int]:
        """The cells with a line to their neighbour there, whichever way it goes."""
        found = []
        for a, ways in enumerate(self.terrain.ways):
            if direction in ways:
                b = ways[direction]
                if model[self.line[a][b] - 1] > 0 or model[self.line[b][a] - 1] > 0:
                    found.append(a)
        return found

    def refuse(self, board: YajilinBoard) -> Sequence[Clause]:
        """Nothing: every model is an answer."""
        return ()

    def forbid(self, board: YajilinBoard) -> Sequence[Clause]:
        """The loop is not this one, in the one direction and in the other: it determines all
        the rest of an answer."""
        (cells,) = loops_of(board)
        pairs = list(pairwise((*cells, cells[0])))
        return [-self.line[a][b] for a, b in pairs], [-self.line[b][a] for a, b in pairs]


def _exactly_one(literals: Collection[int], *, unless: int) -> Iterator[Clause]:
    yield (unless, *literals)
    yield from ((-a, -b) for a, b in combinations(literals, 2))
