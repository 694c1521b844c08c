"""Satogaeri as an SMT-LIB 2.6 script: two matrices of integers, in the logic QF_LIA.

The way of a bachelor thesis on Satogaeri (University of Innsbruck, 2014; sections 0.4 and 0.5.3).
Circles have the ids 1, 2, 3, ... in reading order. In the country matrix, f1-1 is the id of the
circle that ends in row 1, column 1, and negative if nobody does. In the circle matrix, c1-1 is the
id of the circle that starts in this cell or comes through it. Each country is a disjunction: one
of its fields is positive, the others are negative. Each circle is one too, of its moves: its id
stands in the cells that it enters, and in the country matrix where it ends.

What is put right here against the listings and sentences in print: docs/solving.md.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice, pairwise, takewhile

from enpitsu.errors import LimitReached
from enpitsu.grid import Cell, Direction, Edge, cells, edge, ray
from enpitsu.kinds.satogaeri.board import SatogaeriBoard
from enpitsu.kinds.satogaeri.model import Satogaeri
from enpitsu.kinds.satogaeri.travels import solution_ends
from enpitsu.limits import Budget
from enpitsu.position import Position

MOST_CHARACTERS = 64_000_000
"""The longest script that is written: countries and rays of thousands of cells need too much, as
their fields are named again for each cell."""
OFTEN = 100_000  # characters between two looks at the budget

Ends = Mapping[int, Cell]
"""For each circle, by its id, the cell where it ends."""

_POSITIVE = re.compile(r"\(\s*\|?f(\d{1,6})-(\d{1,6})\|?\s+(\d{1,6})\s*\)")


def script(puzzle: Satogaeri, forbidden: Sequence[Position], budget: Budget) -> str:
    """Return the whole script: a solution is asked for that is none of those forbidden."""
    barred: list[str] = []
    for position in forbidden:
        barred.append("; a solution that is not wanted again: where its circles end")
        barred.append(forbid(ends_of(puzzle, position)))
    advice = (
        "; For another solution, forbid these ends and ask again:",
        "; (assert (or (not (= f1-1 1)) (not ...) ...))",
    )
    asked = [CHECK, *questions(puzzle), *(() if forbidden else advice)]
    said = chain(statements(puzzle), barred, asked)
    return "".join(f"{line}\n" for line in bound(said, budget))


def bound(lines: Iterable[str], budget: Budget) -> Iterator[str]:
    """The lines, as long as limits allow; LimitReached if they get too many."""
    total, asked = 0, -OFTEN
    for line in lines:
        total += len(line)
        if total > MOST_CHARACTERS:
            raise LimitReached("memory")
        if total > asked + OFTEN:
            asked = total
            budget.check()
        yield line


CHECK = "(check-sat)"
STATISTICS = "(get-info :all-statistics)"


def statements(puzzle: Satogaeri) -> Iterator[str]:
    """Everything up to the question, a line at a time."""
    circles, countries = len(puzzle.circles), puzzle.country_count
    yield f"; Satogaeri, {puzzle.rows} rows, {puzzle.cols} columns"
    yield f"; {countries} countries, {circles} circles"
    yield "(set-option :produce-models true)"
    yield "(set-logic QF_LIA)"
    yield "; the country matrix: the circle that ends here, negative for nobody"
    yield from (f"(declare-fun {_f(cell)} () Int)" for cell in cells(puzzle.rows, puzzle.cols))
    yield "; the circle matrix: the circle that starts here or comes through"
    yield from (f"(declare-fun {_c(cell)} () Int)" for cell in cells(puzzle.rows, puzzle.cols))
    yield "; exactly one circle ends in each country"
    for country in puzzle.country_cells:
        # For each field: it is positive, and all others are negative.
        others = [f"(< {_f(cell)} 0)" for cell in country]
        yield from _any_of(
            _join("and", [*others[:at], f"(> {_f(cell)} 0)", *others[at + 1 :]])
            for at, cell in enumerate(country)
        )
    if circles != countries:
        yield "; there are not as many circles as countries"
        yield "(assert false)"
    yield "; circles have ids, in the cells where they start"
    yield from (_assert(f"(= {_c(start)} {name})") for name, start, _ in _circles(puzzle))
    for name, start, number in _circles(puzzle):
        yield f"; circle {name} at {start} moves {'any distance' if number is None else number}"
        yield from _any_of(_moves(puzzle, start, number))


def _f(cell: Cell) -> str:
    return f"f{cell.row + 1}-{cell.col + 1}"


def _c(cell: Cell) -> str:
    return f"c{cell.row + 1}-{cell.col + 1}"


def _assert(formula: str) -> str:
    return f"(assert {formula})"


def _any_of(formulas: Iterable[str]) -> Iterator[str]:
    """An assertion that one of the formulas holds, each in a line of its own."""
    rest = iter(formulas)
    first, second = next(rest, None), next(rest, None)
    if first is None or second is None:
        yield _assert(first or "false")
        return
    yield f"(assert (or {first}"
    for formula in rest:
        yield f"  {second}"
        second = formula
    yield f"  {second}))"


def _join(word: str, formulas: Sequence[str]) -> str:
    return formulas[0] if len(formulas) == 1 else f"({word} {' '.join(formulas)})"


def _circles(puzzle: Satogaeri) -> Iterator[tuple[int, Cell, int | None]]:
    return ((name, start, number) for name, (start, number) in enumerate(puzzle.circles, 1))


def _moves(puzzle: Satogaeri, start: Cell, number: int | None) -> Iterator[str]:
    """Yield each move of a circle: its id in each cell that it enters, and where it ends."""
    own = _c(start)
    if not number:
        yield f"(= {_f(start)} {own})"
    for direction in Direction:
        free = _free(puzzle, start, direction, number)
        for length in _lengths(free, number):
            track = [f"(= {_c(cell)} {own})" for cell in free[:length]]
            yield _join("and", [*track, f"(= {_f(free[length - 1])} {own})"])


def _free(puzzle: Satogaeri, start: Cell, direction: Direction, number: int | None) -> list[Cell]:
    """The cells before a circle in a direction, up to the next circle, as many as it may enter."""
    seen = ray(start, direction, puzzle.rows, puzzle.cols)
    most = None if number is None else min(number, puzzle.rows + puzzle.cols)
    return list(islice(takewhile(lambda cell: cell not in puzzle.circle_at, seen), most))


def _lengths(free: Sequence[Cell], number: int | None) -> Iterable[int]:
    """Return the distances that a circle may go over these cells."""
    if number is None:
        return range(1, len(free) + 1)
    return (number,) if 0 < number == len(free) else ()


# --- solutions ---------------------------------------------------------------------------------


def questions(puzzle: Satogaeri) -> Iterator[str]:
    """The questions for both matrices of a model, with what they mean."""
    yield "; where circles end: their ids; nowhere else is a number positive"
    yield ask_for_ends(puzzle)
    yield "; where circles have been: their ids; where no track runs, any number"
    yield f"(get-value ({' '.join(map(_c, cells(puzzle.rows, puzzle.cols)))}))"


def ask_for_ends(puzzle: Satogaeri) -> str:
    """The question for the country matrix of a model."""
    return f"(get-value ({' '.join(map(_f, cells(puzzle.rows, puzzle.cols)))}))"


def read_ends(answer: str) -> Ends:
    """Read a solver's answer to it: negative numbers are written with a bracket, as (- 1)."""
    found = (map(int, match.groups()) for match in _POSITIVE.finditer(answer))
    return {name: Cell(row - 1, col - 1) for row, col, name in found}


def ends_of(puzzle: Satogaeri, solution: Position) -> Ends:
    """Return the circles' ends in a solution."""
    return dict(enumerate(solution_ends(puzzle, solution).values(), 1))


def forbid(ends: Ends) -> str:
    """The assertion that not all circles end there (section 0.5.3)."""
    others = [f"(not (= {_f(cell)} {name}))" for name, cell in ends.items()]
    return _assert(_join("or", others))


# --- positions ---------------------------------------------------------------------------------


def position_statements(board: SatogaeriBoard) -> Iterator[str]:
    """Yield the content of a board, in terms of the country matrix: what its moves pass and
    avoid."""
    for at in sorted(board.homes):
        yield _assert(f"(> {_f(board.cell(at))} 0)")
    for at in sorted(board.denied):
        yield _assert(f"(< {_f(board.cell(at))} 0)")
    marked = set(map(board.edge, board.lines | board.crosses))
    along = _moves_along(board.puzzle, marked) if marked else {}
    for number in sorted(board.lines):
        yield from _any_of(along.get(board.edge(number), ()))
    for number in sorted(board.crosses):
        yield from (_assert(f"(not {end})") for end in along.get(board.edge(number), ()))


def _moves_along(puzzle: Satogaeri, marked: set[Edge]) -> Mapping[Edge, list[str]]:
    """For each of these edges the moves that run along it, each told by its end."""
    found: dict[Edge, list[str]] = defaultdict(list)
    for name, start, number in _circles(puzzle):
        for direction in Direction:
            free = _free(puzzle, start, direction, number)
            steps = enumerate(pairwise([start, *free]), 1)
            passed = [(at, each) for at, (a, b) in steps if (each := edge(a, b)) in marked]
            for length in _lengths(free, number):
                end = f"(= {_f(free[length - 1])} {name})"
                for at, each in passed:
                    if at <= length:
                        found[each].append(end)
    return found
