"""Satogaeri the slow and obvious way: every move of every circle, and a checklist by flood fill.

Nothing is shared with the rules, the moves or the clauses: only the puzzle and the facts are.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import pairwise

from enpitsu.grid import Cell, Direction, Edge, cells, edge, is_inside, ray
from enpitsu.kinds.satogaeri.model import Circle, Satogaeri, from_borders
from enpitsu.position import Fact

LINE, HOME = "line", "home"

Way = tuple[Cell, ...]
"""The cells that a circle has been in, the start first."""
Answer = tuple[Way, ...]
"""The way of each circle, in the puzzle's order."""


# --- solutions -----------------------------------------------------------------------------------


def ways_of(puzzle: Satogaeri, start: Cell, number: int | None) -> Iterator[Way]:
    """Every way that a circle alone could go."""
    if not number:
        yield (start,)
    for direction in Direction:
        way = [start]
        for cell in ray(start, direction, puzzle.rows, puzzle.cols):
            if cell in puzzle.circle_at:
                break
            way.append(cell)
            if number is None or len(way) == number + 1:
                yield tuple(way)


def solutions(puzzle: Satogaeri, may_share: bool = False) -> Iterator[Answer]:
    """Every solution; `may_share` lets more than one circle end in a country."""
    countries = set(puzzle.countries)

    def extend(answer: Answer, taken: frozenset[Cell], reached: list[int]) -> Iterator[Answer]:
        if len(answer) == len(puzzle.circles):
            if set(reached) == countries:
                yield answer
            return
        for way in ways_of(puzzle, *puzzle.circles[len(answer)]):
            country = puzzle.country_of(way[-1])
            if taken.isdisjoint(way) and (may_share or country not in reached):
                yield from extend((*answer, way), taken.union(way), [*reached, country])

    yield from extend((), frozenset(), [])


def lines_of(answer: Answer) -> frozenset[Edge]:
    """The tracks of an answer."""
    return frozenset(edge(a, b) for way in answer for a, b in pairwise(way))


def everything_about(puzzle: Satogaeri, answer: Answer) -> list[Fact]:
    """All that is true of an answer: of each edge and of each cell, denials included."""
    lines, ends = lines_of(answer), {way[-1] for way in answer}
    facts = [Fact(each, LINE, each in lines) for each in edges_of(puzzle.rows, puzzle.cols)]
    return facts + [Fact(cell, HOME, cell in ends) for cell in cells(puzzle.rows, puzzle.cols)]


def edges_of(rows: int, cols: int) -> list[Edge]:
    """Every edge of a board."""
    return [
        Edge(cell, there)
        for cell in cells(rows, cols)
        for there in (Cell(cell.row, cell.col + 1), Cell(cell.row + 1, cell.col))
        if is_inside(there, rows, cols)
    ]


def is_solved(puzzle: Satogaeri, facts: Iterable[Fact], answers: Iterable[Answer]) -> bool:
    """Whether a full board shows the tracks of one of the answers, and no mark denies it."""
    facts = list(facts)
    lines = {fact.slot for fact in facts if fact.value == LINE and fact.holds}
    homes = {fact.slot: fact.holds for fact in facts if fact.value == HOME}
    for answer in answers:
        ends = {way[-1] for way in answer}
        if lines_of(answer) == lines and all((at in ends) == homes[at] for at in homes):
            return True
    return False


# --- the checklist of puzz.link ------------------------------------------------------------------

Piece = frozenset[Cell]
Test = Callable[[Satogaeri, frozenset[Edge], list[Piece]], bool]


def first_failure(puzzle: Satogaeri, lines: frozenset[Edge]) -> str | None:
    """The first thing that puzz.link finds wrong with a full board; None if it is solved."""
    pieces = _connected(puzzle, lines)
    for code, is_wrong in CHECKLIST.items():
        if is_wrong(puzzle, lines, pieces):
            return code
    return None


def _connected(puzzle: Satogaeri, lines: frozenset[Edge]) -> list[Piece]:
    """What lines connect: every cell with a line or a circle is in one piece."""
    left = {cell for line in lines for cell in line} | puzzle.circle_at.keys()
    pieces = []
    while left:
        piece, waiting = set(), [min(left)]
        while waiting:
            cell = waiting.pop()
            if cell not in piece:
                piece.add(cell)
                waiting += [other for line in lines if cell in line for other in line]
        pieces.append(frozenset(piece))
        left -= piece
    return pieces


def _count(lines: frozenset[Edge], cell: Cell) -> int:
    return sum(cell in line for line in lines)


def _has_cell_with(count: int) -> Test:
    return lambda puzzle, lines, pieces: any(
        _count(lines, cell) == count for cell in cells(puzzle.rows, puzzle.cols)
    )


def _has_wrong_length(puzzle: Satogaeri, lines: frozenset[Edge], pieces: list[Piece]) -> bool:
    for piece in pieces:
        for number in (puzzle.circle_at[cell] for cell in piece & puzzle.circle_at.keys()):
            if number is not None and len(piece) > 1 and len(piece) != number + 1:
                return True
    return False


def _has_bend(puzzle: Satogaeri, lines: frozenset[Edge], pieces: list[Piece]) -> bool:
    return any(
        len({cell.row for cell in piece}) > 1 and len({cell.col for cell in piece}) > 1
        for piece in pieces
    )


def _has_empty_country(puzzle: Satogaeri, lines: frozenset[Edge], pieces: list[Piece]) -> bool:
    """With everything before in order, a circle's piece has it at one end."""
    reached = set()
    for piece in pieces:
        for start in piece & puzzle.circle_at.keys():
            reached.add(max(piece, key=lambda cell: _distance(start, cell)))
    return len(set(map(puzzle.country_of, reached))) < puzzle.country_count


def _distance(a: Cell, b: Cell) -> int:
    return abs(a.row - b.row) + abs(a.col - b.col)


CHECKLIST: dict[str, Test] = {
    "nothing-moved": lambda puzzle, lines, pieces: not lines,
    "branch": _has_cell_with(3),
    "crossing": _has_cell_with(4),
    "joined": lambda puzzle, lines, pieces: any(
        len(piece & puzzle.circle_at.keys()) > 1 for piece in pieces
    ),
    "over-circle": lambda puzzle, lines, pieces: any(
        _count(lines, cell) > 1 for cell in puzzle.circle_at
    ),
    "bent": _has_bend,
    "wrong-length": _has_wrong_length,
    "country-empty": _has_empty_country,
    "must-move": lambda puzzle, lines, pieces: any(
        number and not _count(lines, cell) for cell, number in puzzle.circles
    ),
    "no-circle": lambda puzzle, lines, pieces: any(
        piece.isdisjoint(puzzle.circle_at) for piece in pieces
    ),
}


# --- random boards -------------------------------------------------------------------------------


def random_puzzle(rng: random.Random, rows: int, cols: int) -> Satogaeri:
    """A puzzle made from an answer, or now and then of anything."""
    if rng.random() < 0.25:
        return _wild_puzzle(rng, rows, cols)
    puzzle = Satogaeri(rows, cols, _random_countries(rng, rows, cols))
    starts, taken = [], {rng.choice(country) for country in puzzle.country_cells}
    hidden = rng.choice((0.0, 0.3, 1.0))
    for end in rng.sample(sorted(taken), len(taken)):
        start = _random_start(rng, end, taken, rows, cols)
        distance = _distance(start, end)
        starts.append((start, None if rng.random() < hidden else distance))
    strays = [each for each in edges_of(rows, cols) if rng.random() < 0.1]
    with_strays = from_borders(rows, cols, puzzle.borders() | set(strays), starts)
    if with_strays.country_count == puzzle.country_count:
        return with_strays
    return replace(puzzle, circles=tuple(starts))


def _random_start(rng: random.Random, end: Cell, taken: set[Cell], rows: int, cols: int) -> Cell:
    """A cell from where a circle comes to its end over cells that nobody has taken."""
    way = []
    for cell in ray(end, rng.choice(list(Direction)), rows, cols):
        if cell in taken or rng.random() < 0.15:
            break
        way.append(cell)
    taken.update(way)
    return way[-1] if way else end


def _random_countries(rng: random.Random, rows: int, cols: int) -> tuple[int, ...]:
    """Labels: each cell joins one beside it or begins a country."""
    labels: dict[Cell, int] = {}
    new = rng.choice((0.15, 0.3, 0.5))
    for cell in rng.sample(list(cells(rows, cols)), rows * cols):
        near = [labels[at] for way in Direction if (at := way.step(cell)) in labels]
        labels[cell] = rng.choice(near) if near and rng.random() > new else len(labels)
    return tuple(labels[cell] for cell in cells(rows, cols))


def _wild_puzzle(rng: random.Random, rows: int, cols: int) -> Satogaeri:
    share, borders = rng.random(), edges_of(rows, cols)
    drawn = [each for each in borders if rng.random() < share]
    density, numbers = rng.choice((0.1, 0.3, 0.6)), [None, None, 0, 1, 1, 2, 2, 3, 4, 9, 1000]
    circles: list[Circle] = [
        (cell, rng.choice(numbers)) for cell in cells(rows, cols) if rng.random() < density
    ]
    return from_borders(rows, cols, drawn, circles)


def random_lines(rng: random.Random, puzzle: Satogaeri, answers: list[Answer]) -> frozenset[Edge]:
    """Lines anyhow, straight ones, some from circles, or an answer; then some lines changed."""
    edges, way = edges_of(puzzle.rows, puzzle.cols), rng.random()
    if way < 0.1:
        share = rng.choice((0.05, 0.2, 0.5, 0.9))
        lines = {each for each in edges if rng.random() < share}
    elif way < 0.2:
        lines = _segments(rng, list(cells(puzzle.rows, puzzle.cols)), puzzle)
    elif way < 0.4 or not answers:
        lines = _segments(rng, list(puzzle.circle_at), puzzle)
    else:
        lines = set(lines_of(rng.choice(answers)))
    for _ in range(rng.choice((0, 0, 1, 1, 1, 2))):
        lines ^= set(rng.sample(edges, min(len(edges), rng.choice((1, 1, 2)))))
    return frozenset(lines)


def _segments(rng: random.Random, starts: list[Cell], puzzle: Satogaeri) -> set[Edge]:
    """Straight lines from some cells, whatever is in their way."""
    lines: set[Edge] = set()
    for start in rng.sample(starts, rng.randint(0, len(starts))):
        way = [start, *ray(start, rng.choice(list(Direction)), puzzle.rows, puzzle.cols)]
        number = puzzle.circle_at.get(start)
        length = number if number and rng.random() < 0.7 else rng.randrange(len(way))
        lines |= lines_of((tuple(way[: length + 1]),))
    return lines
