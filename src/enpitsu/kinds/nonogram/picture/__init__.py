"""Puzzles from pictures: sketch what the picture shows in cells, then make it solvable.

Where line logic fails, there are two ways out. The sketch may read the picture differently: taken
a little darker, thin lines become thicker and areas hold together, which alone often is enough.
And single cells may be changed. Several readings are tried, and the one wins that changes the
picture least, with both ways counted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf
from random import Random
from typing import NamedTuple

from enpitsu.errors import LimitReached
from enpitsu.grid import Cell
from enpitsu.kind import PictureMade, PictureMaker, PictureTask
from enpitsu.kinds.nonogram.board import Board
from enpitsu.kinds.nonogram.model import Nonogram, from_picture
from enpitsu.kinds.nonogram.picture.remarks import remarks_on
from enpitsu.kinds.nonogram.picture.repair import PATIENCE, ByLines, Goal, Repair, State
from enpitsu.kinds.nonogram.picture.sketch import (
    EMPTY,
    Cells,
    Sketch,
    bolder,
    one_colour,
    several_colours,
)
from enpitsu.position import Fact, Position

LINES, UNIQUE = "lines", "unique"
SOLVABLE = {
    LINES: "line after line, without guessing",
    UNIQUE: "only one solution, which may need more than single lines",
}
MOST_COLOURS = 16

_LEANS = (0.3, 0.6, 0.9)
"""How much darker than the best threshold says a picture may be taken."""
_BOLDEST, _BLUNTEST, _SIDE = 2, 4, 25
"""By how many cells lines may be made thicker: with gaps kept; without; and then one cell more for
so many cells of the longer side."""
_READ_COST, _BLUNT_COST = 0.25, 0.3
"""What a cell costs that is dark only because the picture is taken darker or lines thicker; and
where that also closes gaps between lines."""
_OPEN_COST = 0.11
"""What an open cell is expected to cost: about every twentieth is changed."""
_ATTEMPTS = 3
_WORTH_A_TRY = 10
"""What is expected to cost no more may turn out cheaper than the best so far."""
_STEPS = 2500
_MORE_PATIENCE = 16
"""Rounds that may fail where there is nothing else to try."""
_FULL_SPEED = 10_000
"""Cells of a board from which on fewer steps are taken, as each takes longer."""
_FEW_STEPS = 300_000
"""Steps for a short try and for making a solvable picture better, times cells."""


def make(task: PictureTask) -> PictureMade:
    """A puzzle that shows a picture and can be solved as asked, or the best attempt."""
    base = _sketch(task, 0.0)
    best: _Attempt | None = None
    reached = None
    if len(set(base.cells)) > 1:
        try:
            for attempt in _attempts(task, base):
                if best is None or attempt.rank() < best.rank():
                    best = attempt
        except LimitReached as limit:
            reached = str(limit)
    return _made(task, base, best, reached)


class _Attempt(NamedTuple):
    """A picture on the way, with what was spent on reading the original differently."""

    spent: float
    repair: Repair
    state: State

    @property
    def failing(self) -> int:
        """In how many cells it fails; at least one where more are changed than allowed."""
        too_many = len(self.repair.changes(self.state.cells)) > self.repair.most
        return max(self.repair.goal(self.state).bit_count(), too_many)

    @property
    def cost(self) -> float:
        """What it costs to the eye."""
        return self.spent + self.repair.total(self.state.cells)

    def rank(self) -> tuple[int, float]:
        """Pictures that fail nowhere first, then the cheapest."""
        return self.failing, self.cost


def _attempts(task: PictureTask, base: Sketch) -> Iterator[_Attempt]:
    """Ever more attempts: repairs of the most promising readings, then a better repair of the
    best. Little open is a good sign, but not a sure one: the base gets a short try in any case."""
    goal: Goal = ByLines() if task.solvable == LINES else _Rivals(task)
    count = len(base.cells)
    steps = min(_STEPS, _STEPS * _FULL_SPEED // count)
    few = min(steps, _FEW_STEPS // count)
    readings = _readings(task, base)
    least = min(reading.expected for reading in readings)
    best: _Attempt | None = None
    for reading in readings:
        price = best.cost if best else inf
        is_promising = reading.expected <= max(min(price, 2 * least), _WORTH_A_TRY)
        if price == 0 or not (is_promising or reading.sketch is base):
            continue
        repair = Repair(
            reading.sketch,
            goal,
            task.budget,
            Random(task.seed),
            most=int(task.changes * count),
            patience=PATIENCE if len(readings) > 1 else _MORE_PATIENCE,
        )
        for state in repair.run(steps if is_promising else few, price - reading.spent):
            attempt = _Attempt(reading.spent, repair, state)
            yield attempt
        if not attempt.failing and attempt.cost < price:
            best = attempt
    if best is not None:
        for state in best.repair.polish(best.state, few):
            yield best._replace(state=state)


def _sketch(task: PictureTask, lean: float) -> Sketch:
    if task.colours > 1:
        return several_colours(task.picture, task.colours, dither=task.dither, lean=lean)
    return one_colour(
        task.picture,
        threshold=task.threshold,
        invert=task.invert,
        dither=task.dither,
        lean=lean,
    )


class _Reading(NamedTuple):
    """A sketch with what it is expected to cost, what of that is spent on reading the picture
    differently than it is, and how many cells line logic leaves open."""

    expected: float
    spent: float
    opened: int
    sketch: Sketch


def _readings(task: PictureTask, base: Sketch) -> list[_Reading]:
    """The sketches worth repairing, the most promising first. A threshold that the user has
    chosen is kept; a picture that is dithered or must not be changed is taken as it is."""
    found = [_read(task, base, base)]
    if not found[0].opened or task.dither or not task.changes:
        return found
    darker = base
    for lean in _LEANS if task.threshold is None else ():
        other = _sketch(task, lean)
        if other.palette == base.palette:
            darker = other
            found.append(_read(task, other, base))
    if min(reading.expected for reading in found) > _WORTH_A_TRY:
        for sketch in (base, darker) if darker is not base else (base,):
            found += _thicker(task, sketch, base, blunt=False)
            found += _thicker(task, sketch, base, blunt=True)
    fitting = [reading for reading in found if len(set(reading.sketch.cells)) > 1]
    # Where more than single lines may be needed, open cells tell little: the base goes first.
    base_first = task.solvable != LINES
    fitting.sort(key=lambda each: (base_first and each.sketch is not base, each.expected))
    return fitting[:_ATTEMPTS] + [each for each in fitting[_ATTEMPTS:] if each.sketch is base]


def _thicker(task: PictureTask, sketch: Sketch, base: Sketch, *, blunt: bool) -> Iterator[_Reading]:
    """A sketch with ever thicker lines, until little is open."""
    most = max(_BLUNTEST, max(base.rows, base.cols) // _SIDE) if blunt else _BOLDEST
    for more in range(1, most + 1):
        reading = _read(task, bolder(sketch, more, blunt=blunt), base)
        yield reading
        if reading.opened < len(base.cells) / 50:
            break


def _read(task: PictureTask, sketch: Sketch, base: Sketch) -> _Reading:
    board = Board(puzzle_of(sketch, sketch.cells))
    board.settle(task.budget)
    opened = len(sketch.cells) - (board.shaded | board.empty).bit_count()
    each = _BLUNT_COST if sketch.blunt else _READ_COST
    spent = each * sum(x != y for x, y in zip(sketch.cells, base.cells, strict=True))
    return _Reading(_OPEN_COST * opened + spent, spent, opened, sketch)


class _Rivals:
    """The goal that there is only one solution: the cells in which another one differs."""

    steps = 30

    def __init__(self, task: PictureTask) -> None:
        self._task = task
        self._known: dict[Cells, int] = {}

    def __call__(self, state: State) -> int:
        if not state.open:
            return 0
        if state.cells not in self._known:
            self._known[state.cells] = self._find(state)
        return self._known[state.cells]

    def _find(self, state: State) -> int:
        puzzle = state.board.puzzle
        solutions = self._task.solve(puzzle)
        if solutions is None:
            return state.open
        for solution in solutions:
            board = Board(puzzle)
            board.place(solution)
            pairs = enumerate(zip(_values(board), state.cells, strict=True))
            mask = sum(1 << cell for cell, (value, wanted) in pairs if value != wanted)
            if mask:
                return mask
        return 0


def _values(board: Board) -> Iterator[int]:
    """For each cell of a finished board its colour, or EMPTY."""
    return (value if value >= 0 else EMPTY for value in board.states())


# --- what comes out ----------------------------------------------------------------------------


def puzzle_of(sketch: Sketch, cells: Cells) -> Nonogram:
    """The puzzle that asks for these cells."""
    rows = [
        [None if value == EMPTY else value for value in cells[at : at + sketch.cols]]
        for at in range(0, len(cells), sketch.cols)
    ]
    return from_picture(rows, sketch.palette, sketch.background)


def _made(
    task: PictureTask, base: Sketch, best: _Attempt | None, reached: str | None
) -> PictureMade:
    sketch = best.repair.sketch if best else base
    cells = best.state.cells if best else base.cells
    failure = "" if best and not best.failing else _failure(task, sketch)
    puzzle = puzzle_of(sketch, cells)
    return PictureMade(
        puzzle,
        _position(puzzle.values, sketch, sketch.cells),
        _position(puzzle.values, sketch, cells),
        failure,
        reached if failure else None,
        tuple(remarks_on(task, base, sketch, cells, is_solvable=not failure)),
        {"": puzzle.background, **dict(zip(puzzle.values, puzzle.palette, strict=True))},
    )


def _failure(task: PictureTask, sketch: Sketch) -> str:
    values = set(sketch.cells)
    if len(values) == 1:
        what = "empty" if EMPTY in values else "shaded"
        return f"all cells are {what}: there is nothing to solve"
    most = int(task.changes * len(sketch.cells))
    if task.solvable == LINES:
        return f"single lines do not solve it, and no way to mend that in {most} cells was found"
    return f"it has several solutions, and no way to mend that in {most} cells was found"


def _position(values: Sequence[str], sketch: Sketch, cells: Cells) -> Position:
    return Position.of(
        Fact(Cell(*divmod(cell, sketch.cols)), values[value])
        for cell, value in enumerate(cells)
        if value != EMPTY
    )


MAKER = PictureMaker(SOLVABLE, MOST_COLOURS, make)
