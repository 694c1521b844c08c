"""The edits of a puzzle of a page: clues at places, areas drawn anew."""

from __future__ import annotations

from typing import NamedTuple

from enpitsu.grid import Cell, Edge
from enpitsu.kit.clue_values import ClueKey, clues_of, with_clues
from enpitsu.kit.puzzle import AREAS, UNKNOWN, GridPuzzle, Value
from enpitsu.making import Change
from enpitsu.scene import Place


class ClueEdit(NamedTuple):
    """The new value of a clue; None for none."""

    sort: str
    value: Value | None


class Redrawn(NamedTuple):
    """All areas anew: the number of each cell's area, row by row."""

    numbers: tuple[int, ...]
    how: str = ""
    """The difference from what was there: "join", "cut" or "merge"; "" where that is not one
    thing."""
    by: tuple[Place, ...] = ()
    """The cell of the area that is joined, or the borders that come or go."""


Edit = ClueEdit | Redrawn


def edit(puzzle: GridPuzzle, change: Change[Edit]) -> GridPuzzle:
    """The puzzle with other clues at some places, or none there."""
    clues: dict[ClueKey, Value | None] = {}
    for place, new in change.edits:
        if isinstance(new, Redrawn):
            puzzle = redraw(puzzle, new)
        else:
            assert isinstance(place, Cell | Edge)
            clues[ClueKey(new.sort, place)] = new.value
    return with_clues(puzzle, clues)


def redraw(puzzle: GridPuzzle, new: Redrawn) -> GridPuzzle:
    """The puzzle with other areas. Clues of areas stay where still an area begins."""
    assert puzzle.area_name is not None
    numbers = dict(zip(cells_of_board(puzzle), new.numbers, strict=True))
    given = {
        name: {} if puzzle.clue_sorts[name].on == AREAS else found
        for name, found in puzzle.given.items()
    }
    redrawn = puzzle.replace(**given, **{puzzle.area_name: numbers})
    kept = {
        key: value
        for key, value in clues_of(puzzle).items()
        if redrawn.has_place(puzzle.clue_sorts[key.sort], key.place)
    }
    return with_clues(redrawn, kept)


def cells_of_board(puzzle: GridPuzzle) -> list[Cell]:
    """The cells of a board, row by row."""
    return [Cell(row, col) for row in range(puzzle.rows) for col in range(puzzle.cols)]


def change_clue(puzzle: GridPuzzle, key: ClueKey, value: Value | None) -> Change[Edit]:
    """The change of one clue."""
    is_plain = value != UNKNOWN or puzzle.clue_sorts[key.sort].look == "wall"
    return Change(((key.place, ClueEdit(key.sort, value)),), is_plain=is_plain)
