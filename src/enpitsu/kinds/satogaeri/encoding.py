"""Satogaeri as clauses: how far each circle goes, by order variables.

Start cells are never entered, so a cell can only be reached by the nearest circle in each of the
four directions. "This circle goes this way at least so far" for each possible distance is the
order encoding of Crawford and Baker: a track is then a few true variables in a row, and a stretch
of cells in one country is one literal.

Variables:
- an edge has a track, for each edge that some but not every answer may use (fact)
- a circle ends in this cell, likewise (fact)
- reach: a circle goes along a ray at least to its j-th possible distance; where only this ray runs
  along the last edge of that step, the edge's own variable says so
- stretch: a circle ends in a row of cells of one country, where no other variable says so
- counter: of the first ends listed for a country one is used, where many are possible

Clauses, a batch for each rule instance:
- circle: what goes so far also goes less far; it goes one way at most, and stays or goes
- distance: a circle with a number goes exactly so far, where numbers are rules of their own
- cell: two tracks do not share it
- line: an edge has a track if and only if one of the rays along it reaches so far
- home: a circle ends in a cell if and only if it reaches it and goes no further
- country: some circle ends in it, and no two
- number: no answer at all where there are not as many circles as countries
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from itertools import combinations, pairwise
from typing import ClassVar, NamedTuple

from enpitsu.grid import Cell, Edge, cell_number, edge_number, is_inside
from enpitsu.kind import Clause, Encoding, Model, Rule
from enpitsu.kinds.satogaeri.board import HOME, LINE, SatogaeriBoard
from enpitsu.kinds.satogaeri.first_guess import best_first_guess
from enpitsu.kinds.satogaeri.model import Satogaeri
from enpitsu.kinds.satogaeri.moves import Moves
from enpitsu.limits import Budget
from enpitsu.position import Fact

RULES = {
    "circle": "A circle goes straight, as far as its number says, or stays if it may.",
    "distance": "A circle with a number goes as far as the number says.",
    "cell": "Two tracks never share a cell.",
    "line": "A track runs where a circle goes.",
    "home": "A circle's home is where its track ends.",
    "country": "Exactly one circle ends in each country.",
    "number": "There are as many circles as countries.",
}

MOST_PAIRED = 40  # so many possible ends of a country are told apart in pairs; more by a counter

LARGE = 20_000  # so many variables make a guess at the first answer worth its time

Step = tuple[int, int]
"""A ray, and which of its possible distances is reached by a step along it."""


class Stretch(NamedTuple):
    """A row of possible ends of a ray that lie in one country: from the first to the last."""

    ray: int
    first: int
    last: int


class SatogaeriEncoding(Encoding):
    """The clauses for what a board leaves to decide."""

    helpers: ClassVar = {
        "": "a circle goes at least so far; then, a circle ends in this part of a country",
        "country": "counts of the circles that end there",
    }

    def __init__(self, board: SatogaeriBoard, budget: Budget, numbers_apart: bool = False) -> None:
        """With `numbers_apart` the numbers are rules of their own, as explanations like them: else
        they only leave fewer moves to the circles that have one."""
        self._board, self._budget = board, budget
        puzzle, self._numbers = board.puzzle, dict[int, int]()
        if numbers_apart:
            puzzle, self._numbers = without_numbers(puzzle)
        self._moves = moves = Moves(puzzle, budget) if numbers_apart else board.moves(budget)
        self._is_settled = board.is_settled
        self._circles = [
            circle
            for circle in range(moves.count)
            if not (self._is_settled and moves.is_fixed(circle))
        ]
        self._rays = {ray: moves.lengths[ray] for each in self._circles for ray in moves.rays(each)}
        self._along: dict[int, list[Step]] = defaultdict(list)
        self._across: dict[int, list[Step]] = defaultdict(list)
        self._ends: dict[int, list[Step]] = {}
        self._walk()
        edges, homes = sorted(self._along), sorted(self._ends)
        self._edges = {edge: name for name, edge in enumerate(edges, 1)}
        self._homes = {cell: name for name, cell in enumerate(homes, 1 + len(edges))}
        self._meaning = [*edges, *homes]
        self.fact_count = self._variables = len(self._meaning)
        self._reach = {ray: self._reach_names(ray) for ray in self._rays}
        self._new: dict[int, list[tuple[int, Stretch]]] = defaultdict(list)
        self._stretches = self._find_stretches()
        self._told = self._variables

    def _walk(self) -> None:
        """Note for each edge and cell which rays come along, and where circles may end."""
        moves = self._moves
        for circle in self._circles:
            if moves.stays[circle]:
                self._ends[moves.starts[circle]] = []
        for ray, lengths in self._rays.items():
            self._budget.check()
            sure = lengths[0] if self._is_settled and moves.is_sure(ray) else 0
            place, start, step = 0, moves.starts[ray >> 2], moves.steps[ray & 3]
            for distance in range(1, lengths[-1] + 1):
                cell = start + distance * step
                if distance > sure:
                    self._along[moves.edge(ray, distance)].append((ray, place))
                    self._across[cell].append((ray, place))
                if distance == lengths[place]:
                    self._ends.setdefault(cell, []).append((ray, place))
                    place += 1

    def _reach_names(self, ray: int) -> list[int]:
        """The variable of each possible distance of a ray."""
        names = []
        for distance in self._rays[ray]:
            edge = self._moves.edge(ray, distance)
            names.append(
                self._edges[edge] if len(self._along.get(edge, ())) == 1 else self._fresh()
            )
        return names

    def _fresh(self) -> int:
        self._variables += 1
        return self._variables

    def _find_stretches(self) -> dict[int, list[tuple[int, int]]]:
        """For each country the circles that may end in it, with a literal that says so."""
        found: dict[int, list[tuple[int, int]]] = defaultdict(list)
        moves, countries = self._moves, self._moves.countries
        for circle in self._circles:
            self._budget.check()
            start = moves.starts[circle]
            if moves.stays[circle]:
                found[countries[start]].append((circle, self._homes[start]))
            for ray in moves.rays(circle):
                step = moves.steps[ray & 3]
                ends = [countries[start + distance * step] for distance in self._rays[ray]]
                first = 0
                for at in range(1, len(ends) + 1):
                    if at == len(ends) or ends[at] != ends[first]:
                        literal = self._stretch_literal(Stretch(ray, first, at - 1), ends[first])
                        found[ends[first]].append((circle, literal))
                        first = at
        return found

    def _stretch_literal(self, stretch: Stretch, country: int) -> int:
        ray, first, last = stretch
        lengths = self._rays[ray]
        if last == len(lengths) - 1:
            return self._reach[ray][first]
        if first == last:
            cell = self._moves.end(ray, lengths[first])
            if len(self._ends[cell]) == 1:
                return self._homes[cell]
        name = self._fresh()
        self._new[country].append((name, stretch))
        return name

    # --- facts ---------------------------------------------------------------------------------

    @property
    def variables(self) -> int:
        """Edges, homes, distances and stretches."""
        return self._variables

    @property
    def answer_count(self) -> int:
        """An answer shows its tracks."""
        return len(self._edges)

    @property
    def is_decided(self) -> bool:
        """True if each circle has one move left: then `settle` has seen that they fit together."""
        return self._is_settled and not self._circles

    def fact(self, literal: int) -> Fact:
        """The fact that a literal claims."""
        name = abs(literal)
        number = self._meaning[name - 1]
        if name <= len(self._edges):
            return Fact(self._board.edge(number), LINE, literal > 0)
        return Fact(self._board.cell(number), HOME, literal > 0)

    def literal(self, fact: Fact) -> int | None:
        """The literal of a fact; None where it was decided before, or is no fact of the puzzle."""
        slot, cols = fact.slot, self._moves.cols
        name = None
        if isinstance(slot, Edge) and fact.value == LINE:
            if self._is_on_board(slot.a) and self._is_on_board(slot.b):
                name = self._edges.get(edge_number(slot, cols))
        elif isinstance(slot, Cell) and fact.value == HOME and self._is_on_board(slot):
            name = self._homes.get(cell_number(slot, cols))
        return name if name is None or fact.holds else -name

    def _is_on_board(self, cell: Cell) -> bool:
        return is_inside(cell, self._board.puzzle.rows, self._board.puzzle.cols)

    @cached_property
    def _sure_lines(self) -> set[int]:
        """The edges that have a track in any case."""
        moves = self._moves
        if not self._is_settled:
            return set()
        return {
            moves.edge(ray, distance)
            for circle in range(moves.count)
            for ray in moves.rays(circle)
            if moves.is_sure(ray)
            for distance in range(1, moves.lengths[ray][0] + 1)
        }

    @cached_property
    def _sure_homes(self) -> set[int]:
        """The cells where a circle with one move left ends."""
        moves = self._moves
        if not self._is_settled:
            return set()
        fixed = filter(moves.is_fixed, range(moves.count))
        return {moves.end(*moves.only_move(circle)) for circle in fixed}

    def known(self) -> Iterator[Fact]:
        """Yield the facts decided before encoding."""
        rows, cols = self._board.puzzle.rows, self._board.puzzle.cols
        for at in range(rows * cols):
            for edge, exists in ((2 * at, (at + 1) % cols), (2 * at + 1, at + cols < rows * cols)):
                if exists and edge not in self._edges:
                    yield Fact(self._board.edge(edge), LINE, edge in self._sure_lines)
            if at not in self._homes:
                yield Fact(self._board.cell(at), HOME, at in self._sure_homes)

    def decode(self, model: Model) -> SatogaeriBoard:
        """The tracks and homes that a model describes."""
        board = SatogaeriBoard(self._board.puzzle)
        true = {name for name in model[: self.fact_count] if name > 0}
        board.lines = self._sure_lines | {
            edge for edge, name in self._edges.items() if name in true
        }
        board.homes = self._sure_homes | {
            cell for cell, name in self._homes.items() if name in true
        }
        board.denied = self._homes.keys() - board.homes
        return board

    # --- steering the search -------------------------------------------------------------------

    def preferred(self) -> Clause:
        """Circles that may stay do so: most of a large board is then right at once."""
        starts = (self._moves.starts[circle] for circle in self._circles)
        return [self._homes[start] for start in starts if start in self._homes]

    def guesses(self, budget: Budget) -> Iterator[Clause]:
        """On large boards: the moves that nearly all circles may well have."""
        if self._is_settled and self._variables >= LARGE:
            open_circles = set(self._circles)
            for kept in best_first_guess(self._moves, budget).kept():
                literals: list[int] = []
                for circle, move in kept:
                    if circle not in open_circles:
                        continue
                    if not move.distance:
                        literals.append(self._homes[self._moves.starts[circle]])
                        continue
                    names = self._reach[move.ray]
                    place = bisect_left(self._rays[move.ray], move.distance)
                    literals.append(names[place])
                    literals += [-name for name in names[place + 1 : place + 2]]
                yield literals

    # --- clauses -------------------------------------------------------------------------------

    def rules(self) -> Iterator[Rule]:
        """The rule instance of each batch."""
        cell, starts = self._board.cell, self._moves.starts
        for circle in self._circles:
            yield Rule("circle", (cell(starts[circle]),))
        for circle in self._numbers:
            start = cell(starts[circle])
            yield Rule("distance", (start,), (start,))
        for at in self._shared_cells():
            yield Rule("cell", (cell(at),))
        for edge in self._told_edges():
            yield Rule("line", tuple(self._board.edge(edge)))
        for at in self._homes:
            yield Rule("home", (cell(at),))
        for country in self._open_countries():
            yield Rule("country", self._board.puzzle.country_cells[country])
        if self._moves.count != self._moves.country_count:
            yield Rule("number", tuple(map(cell, starts)))

    def batches(self, budget: Budget) -> Iterator[list[Clause]]:
        """The clauses of each rule instance."""
        self._variables = self._told
        for circle in self._circles:
            budget.check()
            yield list(self._circle(circle))
        for circle, number in self._numbers.items():
            yield list(self._distance(circle, number))
        for cell in self._shared_cells():
            names = [self._reach[ray][place] for ray, place in self._across[cell]]
            yield [(-a, -b) for a, b in combinations(names, 2)]
        for edge in self._told_edges():
            yield list(self._line(edge))
        for cell in self._homes:
            yield list(self._home(cell))
        for country in self._open_countries():
            budget.check()
            yield list(self._country(country))
        if self._moves.count != self._moves.country_count:
            yield [()]

    def _circle(self, circle: int) -> Iterator[Clause]:
        moves = []
        for ray in self._moves.rays(circle):
            names = self._reach[ray]
            moves.append(names[0])
            for near, far in pairwise(names):
                yield -far, near
        if self._moves.stays[circle]:
            moves.append(self._homes[self._moves.starts[circle]])
        yield moves
        yield from ((-a, -b) for a, b in combinations(moves, 2))

    def _distance(self, circle: int, number: int) -> Iterator[Clause]:
        """A circle that goes this way goes exactly so far; with the number 0 it goes nowhere."""
        if number:
            yield (-self._homes[self._moves.starts[circle]],)
        for ray in self._moves.rays(circle):
            names = self._reach[ray]
            if not 0 < number <= len(names):
                yield (-names[0],)
                continue
            if number > 1:
                yield -names[0], names[number - 1]
            if number < len(names):
                yield (-names[number],)

    def _shared_cells(self) -> Iterator[int]:
        return (cell for cell, steps in self._across.items() if len(steps) > 1)

    def _told_edges(self) -> Iterator[int]:
        """Edges whose variable is not itself a reached distance, or that must have a track."""
        return (
            edge
            for edge, steps in self._along.items()
            if edge in self._wanted
            or len(steps) > 1
            or self._reach[steps[0][0]][steps[0][1]] != self._edges[edge]
        )

    @cached_property
    def _wanted(self) -> set[int]:
        return set(self._moves.wanted)

    def _line(self, edge: int) -> Iterator[Clause]:
        name = self._edges[edge]
        reached = [self._reach[ray][place] for ray, place in self._along[edge]]
        yield from ((-each, name) for each in reached if each != name)
        if reached != [name]:
            yield -name, *reached
        if edge in self._wanted:
            yield (name,)

    def _home(self, cell: int) -> Iterator[Clause]:
        """The home variable of a start cell has its clauses with the circle."""
        steps = self._ends[cell]
        if not steps:
            return
        name = self._homes[cell]
        yield -name, *(self._reach[ray][place] for ray, place in steps)
        for ray, place in steps:
            names = self._reach[ray]
            if place + 1 < len(names):
                yield -names[place], names[place + 1], name
            else:
                yield -names[place], name
        for ray, distance in self._moves.passers[cell]:
            lengths = self._rays.get(ray, ())
            place = bisect_right(lengths, distance)
            if place < len(lengths):
                yield -name, -self._reach[ray][place]

    def _open_countries(self) -> Iterator[int]:
        fixed = {self._moves.countries[cell] for cell in self._sure_homes}
        return (each for each in range(self._moves.country_count) if each not in fixed)

    def _country(self, country: int) -> Iterator[Clause]:
        ends = self._stretches.get(country, [])
        for name, (ray, first, last) in self._new.get(country, ()):
            reached, beyond = self._reach[ray][first], self._reach[ray][last + 1]
            yield from ((-name, reached), (-name, -beyond), (name, -reached, beyond))
        literals = [literal for _, literal in ends]
        yield literals
        if len(ends) <= MOST_PAIRED:
            yield from ((-a, -b) for (one, a), (two, b) in combinations(ends, 2) if one != two)
            return
        # At most one of many: a variable for each tells whether it or one before it is true.
        before = literals[0]
        for literal in literals[1:]:
            yield -before, -literal
            so_far = self._fresh()
            yield from ((-before, so_far), (-literal, so_far))
            before = so_far


def numbers_apart(puzzle: Satogaeri, budget: Budget) -> SatogaeriEncoding:
    """The whole puzzle with numbers as rules of their own."""
    return SatogaeriEncoding(SatogaeriBoard(puzzle), budget, numbers_apart=True)


def without_numbers(puzzle: Satogaeri) -> tuple[Satogaeri, dict[int, int]]:
    """The puzzle with no number at all, and the numbers by circle."""
    circles = tuple((cell, None) for cell, _ in puzzle.circles)
    numbers = {
        circle: number for circle, (_, number) in enumerate(puzzle.circles) if number is not None
    }
    return replace(puzzle, circles=circles), numbers
