"""Making of Hitori, which the kit cannot do: it tells clues as a solution has them, and here no
solution says which number a cell has.

Cells are shaded at random until no more can be: if one could, that would be a second solution. What
is left gets numbers of a random Latin square, and a shaded cell one that stands in its row or
column. While there is another solution, a shaded cell that it leaves open gets a number with which
it is none.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import chain
from random import Random
from typing import Any

from enpitsu.grid import Cell, Direction, cells, connected_part
from enpitsu.kinds.hitori import RULES, Hitori, pair
from enpitsu.kit.clue_values import position_of
from enpitsu.kit.constraints.base import TRUE, Values, assign, blank_values
from enpitsu.kit.editor import make_editor
from enpitsu.kit.rules import Rules
from enpitsu.kit.switch_solver import SwitchSolver
from enpitsu.limits import Budget
from enpitsu.making import Candidate, Maker, MakeTask
from enpitsu.sat.backend import TooHard

MOST_CONFLICTS = 2000  # of one question; people do not solve what takes more
ROUNDS = 6  # rivals for each row and column, after which it is given up
CHOICES = 12  # new numbers that are compared

Numbers = Mapping[Cell, int]


def make(task: MakeTask[Hitori]) -> Candidate[Hitori] | None:
    """One attempt at a puzzle."""
    open_cells = set(cells(task.rows, task.cols))
    shaded = shade(open_cells, task.random, task.budget)
    found = random_numbers(task.rows, task.cols, task.random)
    try:
        with NumberSearch(task.rows, task.cols, shaded, task.random, task.budget) as search:
            numbers = search.run(found, shaded)
    except TooHard:
        return None
    if numbers is None:
        return None
    puzzle = Hitori(task.rows, task.cols, numbers=numbers)
    solution = position_of(puzzle, search.values)
    return Candidate(puzzle, solution) if task.solve(puzzle) == [solution] else None


def shade(open_cells: Collection[Cell], random: Random, budget: Budget) -> set[Cell]:
    """Shade some cells, until no more can be: none touch, and the others are connected."""
    found = set[Cell]()
    for cell in random.sample(sorted(open_cells), len(open_cells)):
        budget.check()
        near = [direction.step(cell) for direction in Direction]
        if found.isdisjoint((cell, *near)):
            left = set(open_cells) - found - {cell}
            if not left or len(connected_part(min(left), left)) == len(left):
                found.add(cell)
    return found


def random_numbers(rows: int, cols: int, random: Random) -> dict[Cell, int]:
    """A random Latin square, cut to the size of the board."""
    side = max(rows, cols)
    down, right, names = (random.sample(range(side), side) for _ in range(3))
    return {
        cell: names[(down[cell.row] + right[cell.col]) % side] + 1 for cell in cells(rows, cols)
    }


class NumberSearch:
    """The numbers of shaded cells, changed until a solution is the only one."""

    def __init__(
        self, rows: int, cols: int, shaded: Collection[Cell], random: Random, budget: Budget
    ) -> None:
        self._frame, self._random, self._budget = Hitori(rows, cols), random, budget
        self._open = frozenset(cells(rows, cols)) - set(shaded)
        self._lines = {
            cell: tuple(chain.from_iterable(self._frame.rays(cell))) for cell in cells(rows, cols)
        }
        mark = self._frame.shaded
        self.values = blank_values(self._frame.layout.size)
        """The solution."""
        for cell in mark.cells:
            assign(self.values, -mark[cell] if cell in self._open else mark[cell])
        always = (each for one in RULES for each in one.constraints(self._frame))
        self._solver = SwitchSolver(self._frame.layout.size, always, budget)
        self._unlike = self._solver.new_switch()
        own = [mark[cell] * (1 if cell in self._open else -1) for cell in mark.cells]
        self._solver.add(own, self._unlike)
        self._switches: dict[tuple[Cell, Cell], int] = {}
        self._numbers: dict[Cell, int] = {}
        self._rivals: list[frozenset[Cell]] = []

    def __enter__(self) -> NumberSearch:
        return self

    def __exit__(self, *_: object) -> None:
        self._solver.__exit__()

    def run(self, numbers: Numbers, free: Collection[Cell]) -> dict[Cell, int] | None:
        """Return numbers with which the solution is the only one; None if that does not come to an
        end soon. Those of `free` cells, which are shaded, may be others than these."""
        self._numbers = dict(numbers)
        for cell in sorted(free):
            self._numbers[cell] = self._random.choice(self._wanted(cell, self._open) or [1])
        for _ in range(ROUNDS * (self._frame.rows + self._frame.cols)):
            self._budget.check()
            rival = self._next_rival()
            if rival is None:
                return self._numbers
            self._rivals.append(rival)
            if not self._rule_out(rival, free):
                return None
        return None

    def _next_rival(self) -> frozenset[Cell] | None:
        """The cells that another solution leaves open; None if there is none."""
        found = self._solver.answer([self._unlike, *self._pairs()], MOST_CONFLICTS)
        return None if found is None else self._open_cells(found)

    def _open_cells(self, values: Values) -> frozenset[Cell]:
        mark = self._frame.shaded
        return frozenset(cell for cell in mark.cells if values[mark[cell]] != TRUE)

    def _pairs(self) -> Iterator[int]:
        """The switches of all equal numbers in a line."""
        for a, number in self._numbers.items():
            for b in self._lines[a]:
                if a < b and self._numbers.get(b) == number:
                    if (a, b) not in self._switches:
                        self._switches[a, b] = self._solver.switch([pair(self._frame, a, b)])
                    yield self._switches[a, b]

    def _rule_out(self, rival: frozenset[Cell], free: Collection[Cell]) -> bool:
        """Give a cell another number, so that few rivals are left and this is none; return False if
        that cannot be."""
        choices = [
            (cell, number)
            for cell in sorted(rival.intersection(free))
            for number in self._wanted(cell, rival & self._open) or self._wanted(cell, rival)
        ]
        if not choices:
            return False
        some = self._random.sample(choices, min(CHOICES, len(choices)))
        cell, number = min(some, key=lambda choice: self._left(*choice))
        self._numbers[cell] = number
        return True

    def _wanted(self, cell: Cell, among: Collection[Cell]) -> list[int]:
        """The numbers of some cells that are in line with a cell."""
        found = (self._numbers.get(each) for each in self._lines[cell] if each in among)
        return sorted({each for each in found if each is not None})

    def _left(self, cell: Cell, number: int) -> int:
        """The rivals among those before that are solutions with another number."""
        numbers = {**self._numbers, cell: number}
        return sum(not self._is_out(rival, numbers) for rival in self._rivals)

    def _is_out(self, rival: frozenset[Cell], numbers: Numbers) -> bool:
        """Return True if a rival leaves two equal numbers of a line open."""
        met = set[tuple[str, int, int]]()
        for cell in rival:
            if cell in numbers:
                number = numbers[cell]
                in_lines = {("row", cell.row, number), ("col", cell.col, number)}
                if met & in_lines:
                    return True
                met |= in_lines
        return False


EDITOR = make_editor(Rules(Hitori, RULES), None)
"""The kit's, which cannot fill the rest in: no solution tells the numbers."""

MAKERS: tuple[Maker[Any], ...] = (
    Maker(
        name="solution",
        title="A random solution first, then numbers that leave no other.",
        options=(),
        make=make,
    ),
)
