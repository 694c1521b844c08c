"""The state of a Satogaeri for techniques: the moves that circles have left.

Cells and edges have the numbers of `board.py`, rays those of `moves.py`: 4 * circle + direction. A
move is a ray and a distance; a circle that stays makes the move of distance 0 along its first ray.
Every move that borders and starts allow can be asked about, also one that the circle's number
forbids: the state tells what puts it out (`options`), one thing at a time.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar, cast

from enpitsu.grid import Cell, Edge, cell_number, cells, edge_ends, edge_number, neighbours
from enpitsu.kinds.satogaeri.board import HOME, LINE
from enpitsu.kinds.satogaeri.model import Satogaeri
from enpitsu.kinds.satogaeri.moves import DOWN, free_distances
from enpitsu.position import Fact, Note
from enpitsu.technique import Known, Reason

NO_MOVE = "no-move"
"""The note that a circle does not end in a cell: its slots are the circle's start and the cell."""

Move = tuple[int, int]
T = TypeVar("T")


class SatogaeriState:
    """The moves left to each circle, and why others are out."""

    def __init__(self, puzzle: Satogaeri) -> None:
        self.puzzle = puzzle
        self.rows, self.cols = puzzle.rows, puzzle.cols
        self._cells = list(cells(puzzle.rows, puzzle.cols))
        self._edges_at: dict[int, tuple[int, ...]] = {}
        self._line_facts: dict[tuple[int, bool], Fact] = {}
        self._home_facts: dict[tuple[int, bool], Fact] = {}
        self.steps = (-puzzle.cols, puzzle.cols, -1, 1)
        self.countries = puzzle.countries
        self.starts = [self.at(cell) for cell, _ in puzzle.circles]
        self.numbers = [number for _, number in puzzle.circles]
        self.count = len(self.starts)
        self.circle_at = {start: circle for circle, start in enumerate(self.starts)}
        self.free = free_distances(puzzle)
        """For each ray how far it is to the next circle or the border."""
        self.lines: set[int] = set()
        self.crosses: set[int] = set()
        self.homes: set[int] = set()
        self.denied: set[int] = set()
        self.notes: set[Note] = set()
        self.home_of: dict[int, int] = {}
        """The known home of a country."""
        self.stays = [number is None or number == 0 for number in self.numbers]
        """For each circle True if it may stay."""
        self.lengths: list[list[int]] = []
        """For each ray the distances that are left, smallest first."""
        self.passers: dict[int, list[Move]] = defaultdict(list)
        """For each cell the rays to it, and how far it is along them, whatever the numbers say."""
        self.reached: list[dict[int, int]] = [{} for _ in self.starts]
        """For each circle the countries where it may end, and by how many moves."""
        self.enders: list[set[int]] = [set() for _ in range(puzzle.country_count)]
        """For each country the circles that may end there."""
        self.targets: set[int] = set()
        """The cells where some circle could end on the empty board."""
        self.partner: dict[int, int] = {}
        """For each country one of the circles that may end there, each circle once: kept from one
        question to the next."""
        self._version = 0
        self._found: dict[Callable[[SatogaeriState], Any], tuple[int, Any]] = {}
        self._circles: dict[Known, set[int]] = {}
        self._countries: dict[Known, set[int]] = {}
        self._now: Known | None = None
        self._find_moves()

    def _find_moves(self) -> None:
        for circle, (start, number) in enumerate(zip(self.starts, self.numbers, strict=True)):
            ends = [start] if self.stays[circle] else []
            for ray in range(4 * circle, 4 * circle + 4):
                free, step = self.free[ray], self.steps[ray & 3]
                for distance in range(1, free + 1):
                    self.passers[start + distance * step].append((ray, distance))
                if number is None:
                    lengths = list(range(1, free + 1))
                else:
                    lengths = [number] if 0 < number <= free else []
                self.lengths.append(lengths)
                ends += [start + distance * step for distance in lengths]
            self.targets.update(ends)
            self.reached[circle] = Counter(self.countries[end] for end in ends)
            for country in self.reached[circle]:
                self.enders[country].add(circle)

    # --- cells and edges -----------------------------------------------------------------------

    def at(self, cell: Cell) -> int:
        """The number of a cell."""
        return cell_number(cell, self.cols)

    def cell(self, at: int) -> Cell:
        """The cell of a number."""
        return self._cells[at]

    def start(self, circle: int) -> Cell:
        """The cell where a circle starts."""
        return self.cell(self.starts[circle])

    def ends(self, edge: int) -> tuple[int, int]:
        """The two cells of an edge."""
        return edge_ends(edge, self.cols)

    def edges_at(self, cell: int) -> tuple[int, ...]:
        """The edges of a cell."""
        found = self._edges_at.get(cell)
        if found is None:
            found = self._edges_at[cell] = tuple(
                2 * min(cell, other) + direction.is_vertical
                for direction, other in neighbours(cell, self.rows, self.cols).items()
            )
        return found

    def beyond(self, cell: int, edge: int) -> int | None:
        """The edge that goes straight on from an edge through one of its cells; None at the
        border."""
        a, b = self.ends(edge)
        on = edge + 2 * (b - a) if cell == b else edge - 2 * (b - a)
        return on if on in self.edges_at(cell) else None

    def number(self, edge: Edge) -> int:
        """The number of an edge."""
        return edge_number(edge, self.cols)

    def line_fact(self, edge: int, holds: bool = True) -> Fact:
        """The fact that an edge has a track, or has none."""
        fact = self._line_facts.get((edge, holds))
        if fact is None:
            a, b = self.ends(edge)
            fact = Fact(Edge(self._cells[a], self._cells[b]), LINE, holds)
            self._line_facts[edge, holds] = fact
        return fact

    def home_fact(self, cell: int, holds: bool = True) -> Fact:
        """The fact that a circle ends in a cell, or none does."""
        fact = self._home_facts.get((cell, holds))
        if fact is None:
            fact = self._home_facts[cell, holds] = Fact(self._cells[cell], HOME, holds)
        return fact

    def rays_along(self, edge: int) -> list[Move]:
        """The rays along an edge, and the distance reached by that step, whatever numbers say."""
        low, high = self.ends(edge)
        found = []
        for there, here in ((high, low), (low, high)):
            step = there - here
            passing = self.passers.get(there, ())
            found += [(ray, far) for ray, far in passing if self.steps[ray & 3] == step]
        return found

    # --- moves ---------------------------------------------------------------------------------

    def end(self, move: Move) -> int:
        """The cell where a move ends."""
        ray, distance = move
        return self.starts[ray >> 2] + distance * self.steps[ray & 3]

    def country(self, move: Move) -> int:
        """The country where a move ends."""
        return self.countries[self.end(move)]

    def edges(self, move: Move) -> list[int]:
        """The edges along which a move runs."""
        ray, distance = move
        return [self.edge((ray, far)) for far in range(1, distance + 1)]

    def edge(self, move: Move) -> int:
        """The last edge along which a move runs."""
        there = self.end(move)
        here = there - self.steps[move[0] & 3]
        return 2 * min(here, there) + (move[0] & 3 <= DOWN)

    def path(self, move: Move) -> list[int]:
        """The cells of a move, from the start to the end."""
        ray, distance = move
        start, step = self.starts[ray >> 2], self.steps[ray & 3]
        return [start + far * step for far in range(distance + 1)]

    def left(self, circle: int) -> list[Move]:
        """The moves that a circle has left."""
        moves = [(4 * circle, 0)] if self.stays[circle] else []
        for ray in range(4 * circle, 4 * circle + 4):
            moves += [(ray, distance) for distance in self.lengths[ray]]
        return moves

    def is_left(self, move: Move) -> bool:
        """Return True if a move may still be made."""
        ray, distance = move
        return distance in self.lengths[ray] if distance else self.stays[ray >> 2]

    def goes_to(self, ray: int, distance: int) -> bool:
        """Return True if a circle may still go so far along a ray."""
        lengths = self.lengths[ray]
        return bool(lengths) and lengths[-1] >= distance

    def moves_of(self, circle: int) -> Iterator[Move]:
        """Every move of a circle that borders and starts allow."""
        yield 4 * circle, 0
        for ray in range(4 * circle, 4 * circle + 4):
            yield from ((ray, distance) for distance in range(1, self.free[ray] + 1))

    def moves_into(self, country: int) -> Iterator[Move]:
        """Every move that ends in a country, as far as borders and starts allow."""
        for cell in self.puzzle.country_cells[country]:
            at = self.at(cell)
            if at in self.circle_at:
                yield 4 * self.circle_at[at], 0
            yield from self.passers.get(at, ())

    def left_into(self, country: int) -> list[Move]:
        """The moves left that end in a country."""
        return [
            move
            for circle in sorted(self.enders[country])
            for move in self.left(circle)
            if self.country(move) == country
        ]

    def sign_of(self, country: int) -> Cell:
        """A cell that stands for a country: the first one without a circle, if there is one."""
        cells = self.puzzle.country_cells[country]
        return next((cell for cell in cells if self.at(cell) not in self.circle_at), cells[0])

    def excludes(self, a: Move, b: Move) -> bool:
        """Return True if two moves cannot both be made: they share a circle, a country or a
        cell."""
        if a[0] >> 2 == b[0] >> 2:
            return a != b
        if self.country(a) == self.country(b):
            return True
        return all(
            max(low, other_low) <= min(high, other_high)
            for (low, high), (other_low, other_high) in zip(
                self._spans(a), self._spans(b), strict=True
            )
        )

    def _spans(self, move: Move) -> tuple[tuple[int, int], tuple[int, int]]:
        row, col = divmod(self.starts[move[0] >> 2], self.cols)
        last_row, last_col = divmod(self.end(move), self.cols)
        return (
            (min(row, last_row), max(row, last_row)),
            (min(col, last_col), max(col, last_col)),
        )

    # --- learning ------------------------------------------------------------------------------

    def learn(self, known: Iterable[Known]) -> None:
        """Take in what is new."""
        for each in known:
            self._now = each
            self._circles[each], self._countries[each] = set(), set()
            if isinstance(each, Note):
                self.notes.add(each)
                self._drop(self.move_of(each))
            elif isinstance(each.slot, Edge):
                edge = self.number(each.slot)
                if each.holds:
                    self._learn_line(edge)
                    continue
                self.crosses.add(edge)
                for ray, far in self.rays_along(edge):
                    self._shorten(ray, far - 1)
            elif each.holds:
                self._learn_home(self.at(each.slot))
            else:
                at = self.at(each.slot)
                self.denied.add(at)
                if at in self.circle_at:
                    self._drop((4 * self.circle_at[at], 0))
                for move in self.passers.get(at, ()):
                    self._drop(move)

    def changed_circles(self, known: Known) -> set[int]:
        """The circles that lost a move when this was learnt."""
        return self._circles[known]

    def changed_countries(self, known: Known) -> set[int]:
        """The countries that fewer moves led to when this was learnt."""
        return self._countries[known]

    def new_line(self, known: Known) -> int | None:
        """Return the edge of what is known if it is a line."""
        if isinstance(known, Fact) and isinstance(known.slot, Edge) and known.holds:
            return self.number(known.slot)
        return None

    def knows(self, known: Known) -> bool:
        """Return True if this is known."""
        if isinstance(known, Note):
            return known in self.notes
        slot, _, holds = known
        if isinstance(slot, Cell):
            return self.at(slot) in (self.homes if holds else self.denied)
        return self.number(slot) in (self.lines if holds else self.crosses)

    def once(self, find: Callable[[SatogaeriState], T]) -> T:
        """Return the result of a search of the whole state, kept until another move has gone."""
        version, found = self._found.get(find, (-1, None))
        if version != self._version:
            found = find(self)
            self._found[find] = self._version, found
        return cast(T, found)

    def new(self, facts: Iterable[Fact]) -> tuple[Fact, ...]:
        """Return the facts that are not known."""
        return tuple(fact for fact in facts if not self.knows(fact))

    def note(self, move: Move) -> Note:
        """The note that a move is out."""
        return Note(NO_MOVE, (self.start(move[0] >> 2), self.cell(self.end(move))))

    def move_of(self, note: Note) -> Move:
        """The move that a note puts out."""
        start, end = (self.at(slot) for slot in note.slots if isinstance(slot, Cell))
        circle = self.circle_at[start]
        if start == end:
            return 4 * circle, 0
        return next(move for move in self.passers[end] if move[0] >> 2 == circle)

    def _learn_line(self, edge: int) -> None:
        """A track shares no cell with another one; who starts on it goes along it."""
        self.lines.add(edge)
        along = self.rays_along(edge)
        for cell in self.ends(edge):
            for ray, far in self.passers.get(cell, ()):
                if (ray & 3 <= DOWN) != bool(edge & 1):
                    self._shorten(ray, far - 1)
                elif self.edge((ray, far)) != edge:
                    self._drop((ray, far))
            if (circle := self.circle_at.get(cell)) is not None:
                self._drop((4 * circle, 0))
                for ray in range(4 * circle, 4 * circle + 4):
                    if (ray, 1) not in along:
                        self._shorten(ray, 0)

    def _learn_home(self, at: int) -> None:
        self.homes.add(at)
        country = self.countries[at]
        self.home_of[country] = at
        for move in self.left_into(country):
            if self.end(move) != at:
                self._drop(move)
        for ray, far in self.passers.get(at, ()):
            self._shorten(ray, far)
        if (circle := self.circle_at.get(at)) is not None:
            for ray in range(4 * circle, 4 * circle + 4):
                self._shorten(ray, 0)

    def _shorten(self, ray: int, most: int) -> None:
        """A ray cannot go further than this."""
        for distance in [far for far in self.lengths[ray] if far > most]:
            self._drop((ray, distance))

    def _drop(self, move: Move) -> None:
        if not self.is_left(move):
            return
        ray, distance = move
        circle, country = ray >> 2, self.country(move)
        if distance:
            self.lengths[ray].remove(distance)
        else:
            self.stays[circle] = False
        self.reached[circle][country] -= 1
        if not self.reached[circle][country]:
            del self.reached[circle][country]
            self.enders[country].discard(circle)
        self._version += 1
        assert self._now is not None
        self._circles[self._now].add(circle)
        self._countries[self._now].add(country)

    # --- reasons -------------------------------------------------------------------------------

    def options(self, move: Move) -> Iterator[tuple[int, Reason]]:
        """Everything that alone puts a move out, each with a rank: the best seen is first."""
        ray, distance = move
        number = self.numbers[ray >> 2]
        if number is not None and number != distance:
            yield 0, self.start(ray >> 2)
        own, path, end = self.edges(move), self.path(move), self.end(move)
        for cell in path:
            touching = (edge for edge in self.edges_at(cell) if edge in self.lines)
            yield from ((1, self.line_fact(edge)) for edge in touching if edge not in own)
        yield from ((1, self.home_fact(cell)) for cell in path[:-1] if cell in self.homes)
        taken = self.home_of.get(self.countries[end], end)
        if taken != end:
            yield 1, self.home_fact(taken)
        yield from ((2, self.line_fact(edge, False)) for edge in own if edge in self.crosses)
        if end in self.denied:
            yield 2, self.home_fact(end, False)
        if (note := self.note(move)) in self.notes:
            yield 3, note
