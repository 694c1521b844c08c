"""From a draft to a puzzle: cells are changed until it can be solved as asked.

This is the repair that pictures get (see `picture/picture_repair.py`), but where a draft is
symmetric, a change is made in all its images at once, so that it stays so.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from enpitsu.grid import Symmetry, cell_at, cell_number
from enpitsu.kinds.nonogram.model import Nonogram, from_picture
from enpitsu.kinds.nonogram.picture.picture_repair import (
    ByLines,
    CellChange,
    PictureRepair,
    PictureRivals,
    RepairState,
)
from enpitsu.kinds.nonogram.picture.sketch import EMPTY, Cells, CellSketch, position_of
from enpitsu.making import Candidate, MakeTask

Orbits = tuple[tuple[int, ...], ...]
"""For each cell its images under the symmetries of a picture, itself included, in order."""

STEPS = 800  # of repair
LEAST_STEPS = 120  # on large boards
FULL_SPEED = 1000  # cells of a board from which on there are fewer steps
MOST_CHANGES = 0.12  # share of cells that may be changed before a draft is given up


class PictureDraft(NamedTuple):
    """A picture before it is made solvable, and what is to stay symmetric of it."""

    sketch: CellSketch
    orbits: Orbits
    title: str
    """The thing that it shows."""


def orbits_of(rows: int, cols: int, symmetries: Sequence[Symmetry]) -> Orbits:
    """Return the images of each cell under a group of symmetries (the identity may be left out)."""
    found = []
    for cell in range(rows * cols):
        place = cell_at(cell, cols)
        images = [symmetry.cell(place, rows, cols) for symmetry in symmetries]
        found.append(tuple(sorted({cell, *(cell_number(image, cols) for image in images)})))
    return tuple(found)


class SymmetricRepair(PictureRepair):
    """A repair that changes a cell together with its images."""

    orbits: Orbits = ()

    def apply(self, cells: Cells, changes: Iterable[CellChange]) -> Cells:
        """Return a picture after some changes."""
        new = list(cells)
        for change in changes:
            for cell in self.orbits[change.cell]:
                new[cell] = change.value
        return tuple(new)

    def touched(self, changes: Iterable[CellChange]) -> list[int]:
        """Return the cells that some changes give a value."""
        return [cell for change in changes for cell in self.orbits[change.cell]]

    def _groups(self, mask: int) -> list[list[int]]:
        """Of groups that are images of each other one, with one cell of each orbit."""
        groups = []
        seen: set[int] = set()
        for group in super()._groups(mask):
            own = [cell for cell in group if self.orbits[cell][0] not in seen]
            seen.update(self.orbits[cell][0] for cell in own)
            kept = {self.orbits[cell]: cell for cell in own}
            if kept:
                groups.append(list(kept.values()))
        return groups


def make_solvable(
    draft: PictureDraft, task: MakeTask[Nonogram], *, by_lines: bool
) -> tuple[SymmetricRepair, RepairState] | None:
    """Return the repair of a draft and the picture that single lines solve, or that is unique; None
    if it is blank, or takes too many changes or too long."""
    if len(set(draft.sketch.cells)) < 2:
        return None
    count = len(draft.sketch.cells)
    most = max(3, int(MOST_CHANGES * count))
    goal = ByLines() if by_lines else PictureRivals(task.solve)
    repair = SymmetricRepair(draft.sketch, goal, task.budget, task.random, most=most)
    repair.orbits = draft.orbits
    *_, state = repair.run(max(LEAST_STEPS, min(STEPS, STEPS * FULL_SPEED // count)))
    if goal(state) or len(repair.changes(state.cells)) > most or len(set(state.cells)) < 2:
        return None
    return repair, state


def to_candidate(state: RepairState, title: str) -> Candidate[Nonogram]:
    """Return the puzzle of a finished picture, with only the colours that are in it."""
    old, cells = state.board.puzzle, state.cells
    used = [ink for ink in range(len(old.palette)) if ink in cells]
    place = {ink: at for at, ink in enumerate(used)}
    values = [place.get(value) for value in cells]
    rows = [values[at : at + old.cols] for at in range(0, len(values), old.cols)]
    puzzle = from_picture(rows, tuple(old.palette[ink] for ink in used), old.background)
    painted = tuple(place.get(value, EMPTY) for value in cells)
    return Candidate(puzzle, position_of(painted, old.cols, puzzle.values), title)
