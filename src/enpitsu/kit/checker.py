"""The rules on a board, and the states of its clues, by the constraints' own judgement: no clause
and no solver has a part in it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from enpitsu.grid import Cell, Edge, is_inside
from enpitsu.kind import ClueState, Violation
from enpitsu.kit.board import KitBoard
from enpitsu.kit.constraints.base import TRUE, UNKNOWN, Broken, Constraint, Values, assign
from enpitsu.kit.layout import SIDES
from enpitsu.kit.puzzle import GridPuzzle
from enpitsu.kit.rules import Rules, violation_code

MOST_EACH = 1000  # violations told of one rule: no person reads more, and a hostile board has many


def check(rules: Rules, board: KitBoard, *, partial: bool) -> list[Violation]:
    """Every violation on a board; with `partial` only what is already wrong."""
    values = board.values if partial else board.finished()
    found: list[Violation] = []
    for spec in rules.specs:
        own = (each for each in rules.of(board.puzzle) if each.code == spec.code)
        broken = (
            _violation(rules, board.puzzle, spec.code, each.constraint, how, values)
            for each in own
            for how in each.constraint.broken(values, partial=partial)
        )
        found += islice(broken, MOST_EACH)
    return found


def _violation(
    rules: Rules,
    puzzle: GridPuzzle,
    code: str,
    constraint: Constraint,
    how: Broken,
    values: Values,
) -> Violation:
    code = violation_code(code, how.form)
    lines = _lines_along_sides(puzzle, how, values)
    clues = tuple(place for place in constraint.clues if isinstance(place, Cell))
    # Beside sides where lines are or are not, no cell is wrong but that of a clue.
    is_about_sides = lines or (clues and _speaks_of_sides(puzzle, how))
    places = clues if is_about_sides else tuple(dict.fromkeys(_cells(puzzle, constraint, how)))
    return Violation(code, places, rules.sentences[code], lines)


def _speaks_of_sides(puzzle: GridPuzzle, how: Broken) -> bool:
    values = {puzzle.layout.claims[abs(each) - 1][1] for each in how.literals}
    return any(mark.on == SIDES for name, mark in puzzle.mark_sorts.items() if name in values)


def _lines_along_sides(puzzle: GridPuzzle, how: Broken, values: Values) -> tuple[Edge, ...]:
    """The lines along sides of cells that break a constraint."""
    sides = {name for name, mark in puzzle.mark_sorts.items() if mark.on == SIDES}
    claims = (
        puzzle.layout.claims[abs(each) - 1] for each in how.literals if values[abs(each)] == TRUE
    )
    return tuple(slot for slot, value in claims if value in sides and isinstance(slot, Edge))


def _cells(puzzle: GridPuzzle, constraint: Constraint, how: Broken) -> Iterator[Cell]:
    slots = (puzzle.layout.claims[abs(each) - 1][0] for each in how.literals)
    for place in (*constraint.clues, *how.cells, *slots):
        for cell in place if isinstance(place, Edge) else (place,):
            if isinstance(cell, Cell) and is_inside(cell, puzzle.rows, puzzle.cols):
                yield cell


def is_solved(rules: Rules, board: KitBoard) -> bool:
    """Return True if what stands on a board, and nothing more, breaks no rule."""
    values = board.finished()
    broken = (each.constraint.broken(values, partial=False) for each in rules.of(board.puzzle))
    return all(next(each, None) is None for each in broken)


def clue_states(rules: Rules, board: KitBoard) -> dict[str, ClueState]:
    """The state of each clue that rules speak of, by its place; on a solved board all are done,
    even where a player has not said what is not there."""
    if is_solved(rules, board):
        instances = rules.of(board.puzzle)
        return {str(place): "done" for each in instances for place in each.constraint.clues}
    found: dict[str, ClueState] = {}
    finished = board.finished()
    for instance in rules.of(board.puzzle):
        constraint = instance.constraint
        for place in map(str, constraint.clues):
            if _is_broken(constraint, board.values, partial=True):
                found[place] = "wrong"
            elif found.get(place) != "wrong" and not _is_done(constraint, board.values, finished):
                found[place] = "open"
            else:
                found.setdefault(place, "done")
    return found


def _is_broken(constraint: Constraint, values: Values, *, partial: bool) -> bool:
    return next(constraint.broken(values, partial=partial), None) is not None


def _is_done(constraint: Constraint, values: Values, finished: Values) -> bool:
    """Return True if a constraint holds whatever else is written, or holds as the board stands and
    each further mark leaves it so or breaks it: what need not be there need not be crossed out."""
    if constraint.is_done(values):
        return True
    if _is_broken(constraint, finished, partial=False):
        return False
    open_ones = (each for each in constraint.variables if values[each] == UNKNOWN)
    return not any(_asks_for_more(constraint, each, values, finished) for each in open_ones)


def _asks_for_more(constraint: Constraint, variable: int, values: Values, finished: Values) -> bool:
    """Return True if others would have to follow a further mark."""
    more, complete = Values(values), Values(finished)
    assign(more, variable)
    assign(complete, variable)
    return _is_broken(constraint, complete, partial=False) and not _is_broken(
        constraint, more, partial=True
    )
