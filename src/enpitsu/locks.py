"""Locks: the places of a sheet that its author wants to stay as they are, set or empty."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Generic

from enpitsu.errors import PuzzleError
from enpitsu.grid import Cell, Edge, Line, is_inside
from enpitsu.kind import P, Puzzle
from enpitsu.making import Editor
from enpitsu.position import Position
from enpitsu.scene import Place


class Locks(Generic[P]):
    """The content of the locked places: at cells and lines the clue, at edges clue and border, at
    cells of a picture the colour."""

    def __init__(
        self,
        puzzle: P,
        editor: Editor[P, Any],
        locked: Collection[Place],
        solution: Position | None,
    ) -> None:
        """`solution` is the one that the author has in mind: the picture, where that is one."""
        for place in locked:
            if not is_on_board(place, puzzle):
                raise PuzzleError(f"{place} is not a place of the board")
        self._content, self._set = editor.content, {at: editor.content(puzzle, at) for at in locked}
        self.places = frozenset(locked)
        self.cells = frozenset[Cell]()
        """The cells of a picture that are locked."""
        if editor.likes_open and solution is not None:
            self.cells = frozenset(place for place in locked if isinstance(place, Cell))
        self._painted = self._in_cells(solution)

    def allow(self, puzzle: P) -> bool:
        """Return True if nothing differs at the locked places of a changed puzzle."""
        return all(self._content(puzzle, at) == known for at, known in self._set.items())

    def keep(self, solution: Position) -> bool:
        """Return True if the locked cells of a picture are as they were."""
        return not self.cells or self._in_cells(solution) == self._painted

    def _in_cells(self, solution: Position | None) -> frozenset[Any]:
        if solution is None:
            return frozenset()
        return frozenset(fact for fact in solution.facts if fact.slot in self.cells and fact.holds)


def is_on_board(place: Place, puzzle: Puzzle) -> bool:
    """Return True if a place is one of the board: clues at the border stand between a cell of the
    board and one outside."""
    if isinstance(place, Line):
        return place.at < (puzzle.rows if place.is_row else puzzle.cols)
    cells = (place.a, place.b) if isinstance(place, Edge) else (place,)
    return any(is_inside(cell, puzzle.rows, puzzle.cols) for cell in cells)
