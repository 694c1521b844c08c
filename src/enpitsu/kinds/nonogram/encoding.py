"""Nonogram as clauses: where the runs of each line stand, by order variables.

Placing runs rather than cells goes back to R. A. Bosch's integer program ("Painting by Numbers",
2000); numbers as chains of "at most p" variables is the order encoding of Crawford and Baker.

Variables:
- a cell's colour: for each cell and colour that the board leaves open, "this cell has it" (fact)
- a run's start: "the run starts at cell p or before", for each place p where it starts in some
  answer of the line, but the last
- a run's end, only where its length is not told: "the run ends before cell p or earlier";
  otherwise it is the start, shifted by the length
- one that is always true: what is known can stand in a clause like everything else, and the
  solver takes it out again, quicker than it could be left out here

Clauses, a batch for each line:
- order: what starts (ends) by p also does by the next place
- sequence: a run starts behind the one before it, with a gap if they have the same colour; a run
  of untold length has at least one cell
- painted: a cell that is not before a run's start and not behind its end has the run's colour
- empty: a cell behind a run and before the next has no colour
and a batch for each cell with several colours left: at most one, and one if it is not empty.
Every run then has a place, and every cell is painted or empty according to the places.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import combinations, pairwise
from typing import ClassVar

from enpitsu.grid import Cell, Line, bit_positions, cell_at, cell_number, is_inside
from enpitsu.kind import Clause, Encoding, Model, Rule
from enpitsu.kinds.nonogram.bits import several
from enpitsu.kinds.nonogram.board import NonogramBoard
from enpitsu.kinds.nonogram.lines import Places
from enpitsu.kinds.nonogram.model import Clue
from enpitsu.limits import Budget
from enpitsu.position import Fact

RULES = {
    "clue": "A line holds the runs that its clue tells.",
    "colour": "A cell has one colour or is empty.",
}

Literals = list[int]


class Chain:
    """A number by its possible values: literals for "at most p", for every place p of a line."""

    __slots__ = ("always", "at_most", "values", "variables")

    def __init__(self, values: Sequence[int], first: int, length: int, always: int) -> None:
        self.values, self.always = values, always
        self.variables = range(first, first + len(values) - 1)
        self.at_most: Literals = [-always] * values[0]
        for (value, after), variable in zip(pairwise(values), self.variables, strict=True):
            self.at_most += [variable] * (after - value)
        self.at_most += [always] * (length + 1 - values[-1])

    def order(self) -> list[Clause]:
        """Return the clauses that what is at most a value is at most the next."""
        return [(-low, high) for low, high in pairwise(self.variables)]

    def larger_than(self, other: Literals, gap: int) -> list[Clause]:
        """If this is at most a value, the other number is at most `gap` less."""
        pairs = [
            (self.at_most[value], other[value - gap] if value >= gap else -self.always)
            for value in self.values
        ]
        return [(-own, less) for own, less in pairs if less not in (self.always, own)]


class NonogramEncoding(Encoding):
    """The clauses of all that a board leaves to decide."""

    backends = "minisat22", "minisat-gh"
    patience = 12_000
    probes = True
    helpers: ClassVar = {"": "true for certain", "clue": "a run starts (ends) at most here"}

    def __init__(
        self, board: NonogramBoard, budget: Budget, without: frozenset[Line] = frozenset()
    ) -> None:
        """The clues of the lines `without` are left out."""
        budget.check()
        self._board, self._without = board, without
        puzzle = board.puzzle
        self._size = puzzle.rows * puzzle.cols
        self._can = board.can()
        undecided = several(self._can)
        self.meaning: list[tuple[int, int]] = [
            (cell, colour)
            for colour, can in enumerate(self._can[:-1])
            for cell in bit_positions(can & undecided)
        ]
        """For each variable of a fact the cell and the colour."""
        self.fact_count = len(self.meaning)
        self._always = self.fact_count + 1
        self._variables = self._always if self.meaning else 0

    @cached_property
    def _literals(self) -> list[Literals]:
        """For each colour the literal of each cell for "it has this colour"."""
        literals = [[-self._always] * self._size for _ in self._can[:-1]]
        decided = ~several(self._can)
        for own, can in zip(literals, self._can, strict=False):
            for cell in bit_positions(can & decided):
                own[cell] = self._always
        for name, (cell, colour) in enumerate(self.meaning, 1):
            literals[colour][cell] = name
        return literals

    @property
    def variables(self) -> int:
        """Cells' colours and places of runs."""
        return self._variables

    @property
    def is_decided(self) -> bool:
        """Line logic has looked at every line, so a board without open cells is an answer."""
        return not self.meaning

    def preferred(self) -> Clause:
        """Shaded cells and early runs: boards with few clues fall sooner (docs/solving.md)."""
        return range(1, self._variables + 1)

    def fact(self, literal: int) -> Fact:
        """The fact that a literal claims."""
        cell, colour = self.meaning[abs(literal) - 1]
        puzzle = self._board.puzzle
        return Fact(cell_at(cell, puzzle.cols), puzzle.values[colour], literal > 0)

    def literal(self, fact: Fact) -> int | None:
        """The literal of a fact; None where it was decided before, or is no fact of the puzzle."""
        puzzle = self._board.puzzle
        cell = fact.slot
        if not isinstance(cell, Cell) or not is_inside(cell, puzzle.rows, puzzle.cols):
            return None
        if fact.value not in puzzle.values:
            return None
        literals = self._literals[puzzle.values.index(fact.value)]
        literal = literals[cell_number(cell, puzzle.cols)]
        if abs(literal) == self._always:
            return None
        return literal if fact.holds else -literal

    def known(self) -> Iterator[Fact]:
        """Yield the facts decided before encoding."""
        puzzle = self._board.puzzle
        for value, literals in zip(puzzle.values, self._literals, strict=True):
            for at, literal in enumerate(literals):
                if abs(literal) == self._always:
                    yield Fact(cell_at(at, puzzle.cols), value, literal > 0)

    def decode(self, model: Model) -> NonogramBoard:
        """The picture that a model paints."""
        board = NonogramBoard(self._board.puzzle)
        decided = ~several(self._can)
        painted = [can & decided for can in self._can[:-1]]
        for name in model[: self.fact_count]:
            if name > 0:
                cell, colour = self.meaning[name - 1]
                painted[colour] |= 1 << cell
        board.painted = painted
        return board

    # --- clauses -------------------------------------------------------------------------------

    def rules(self) -> Iterator[Rule]:
        """A line's clue with its cells, or a cell's colours."""
        puzzle = self._board.puzzle
        for line, _ in self._open_lines:
            yield Rule("clue", line.cells(puzzle.rows, puzzle.cols), (line,))
        for cell, _ in self._open_colours():
            yield Rule("colour", (cell_at(cell, puzzle.cols),))

    def batches(self, budget: Budget) -> Iterator[list[Clause]]:
        """The clauses of each line with open cells, then of each cell with several colours."""
        self._variables = self._always if self.meaning else 0
        if self._open_lines:
            rows = [line.at for line, _ in self._open_lines if line.is_row]
            cols = [line.at for line, _ in self._open_lines if not line.is_row]
            places = self._board.logic(budget).places(self._can, rows, cols, budget)
            for (line, clue), found in zip(self._open_lines, places, strict=True):
                budget.check()
                yield self._line_clauses(line, clue, found)
        for cell, names in self._open_colours():
            clauses: list[Clause] = [(-a, -b) for a, b in combinations(names, 2)]
            if not self._can[-1] >> cell & 1:
                clauses.append(names)
            yield clauses

    @cached_property
    def _open_lines(self) -> list[tuple[Line, Clue]]:
        """The lines that have something to decide."""
        cols = self._board.puzzle.cols
        open_rows = {cell // cols for cell, _ in self.meaning}
        open_cols = {cell % cols for cell, _ in self.meaning}
        return [
            (line, clue)
            for line, clue in self._board.puzzle.clues
            if line.at in (open_rows if line.is_row else open_cols) and line not in self._without
        ]

    def _open_colours(self) -> Iterator[tuple[int, list[int]]]:
        """The cells with several colours left, and their variables."""
        if self._board.puzzle.is_coloured:
            names: dict[int, list[int]] = defaultdict(list)
            for name, (cell, _) in enumerate(self.meaning, 1):
                names[cell].append(name)
            yield from ((cell, some) for cell, some in sorted(names.items()) if len(some) > 1)

    def _new_chain(self, values: Sequence[int], length: int) -> Chain:
        chain = Chain(values, self._variables + 1, length, self._always)
        self._variables += len(values) - 1
        return chain

    def _line_clauses(self, line: Line, clue: Clue, places: Sequence[Places]) -> list[Clause]:
        where = self._board.line_of(line)
        cells = [literals[where] for literals in self._literals]
        length = len(cells[0])
        always = self._always
        if len(places) < len(clue):
            return [(always,), (-always,)]
        clauses: list[Clause] = [(always,)]
        columns = zip(*cells, strict=True)
        paints = [[literal for literal in some if literal != -always] for some in columns]
        # Before the first run everything has ended, behind the last nothing starts any more.
        never, ended, before = [-always] * (length + 1), [always] * (length + 1), -1
        first_end = 0
        for run, (starts, ends) in zip(clue, places, strict=True):
            start = self._new_chain(starts, length)
            begun = start.at_most
            clauses += start.order()
            clauses += start.larger_than(ended, int(run.colour == before))
            clauses += _leave_empty(ended, begun, paints, range(first_end, starts[-1]))
            if run.length is None:
                end = self._new_chain(ends, length)
                clauses += end.order()
                clauses += end.larger_than([-always, *begun], 0)
                ended, first_end, last_end = end.at_most, ends[0], ends[-1]
            else:
                ended = never[: run.length] + begun[: len(begun) - run.length]
                first_end, last_end = starts[0] + run.length, starts[-1] + run.length
            own = cells[run.colour]
            clauses += [
                (-begun[at], ended[at], own[at])
                for at in range(starts[0], last_end)
                if own[at] != always and begun[at] != ended[at]
            ]
            before = run.colour
        clauses += _leave_empty(ended, never, paints, range(first_end, length))
        return clauses


def _leave_empty(
    ended: Literals, begun: Literals, paints: list[Literals], where: range
) -> list[Clause]:
    """A cell behind one run and before the next has no colour."""
    return [
        (-ended[at], begun[at], -painted)
        for at in where
        if ended[at] != begun[at]
        for painted in paints[at]
    ]
