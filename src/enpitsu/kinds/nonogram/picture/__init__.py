"""Puzzles from pictures: sketch what the picture shows in cells, then make it solvable.

Where line logic fails, there are two remedies. The sketch may read the picture differently: taken
a little darker, thin lines become thicker and areas hold together, which alone often is enough.
And single cells may be changed. Several readings are tried, and the one wins that differs from the
sketch in the fewest cells, with both counted.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import NamedTuple

from enpitsu.errors import LimitReached, PuzzleError
from enpitsu.grid import cell_at, cell_number, is_inside
from enpitsu.kinds.nonogram import colours
from enpitsu.kinds.nonogram.board import NonogramBoard
from enpitsu.kinds.nonogram.model import Nonogram, from_picture
from enpitsu.kinds.nonogram.picture.picture_colours import contrast
from enpitsu.kinds.nonogram.picture.picture_repair import (
    PATIENCE,
    ByLines,
    PictureRepair,
    PictureRivals,
    RepairState,
)
from enpitsu.kinds.nonogram.picture.remarks import is_grainy, remarks_on
from enpitsu.kinds.nonogram.picture.sketch import (
    EMPTY,
    Cells,
    CellSketch,
    differences,
    one_colour,
    position_of,
    several_colours,
    thicken,
)
from enpitsu.picture.maker import (
    Paint,
    PictureMade,
    PictureMaker,
    PictureProgress,
    PictureSketch,
    PictureTask,
)
from enpitsu.technique import Argument, Message

LINES = "lines"
UNIQUE = "unique"
SOLVABLE = {
    LINES: "line after line, without guessing",
    UNIQUE: "only one solution, which may need more than single lines",
}
MOST_COLOURS = 16

_LEANS = (0.3, 0.6, 0.9)  # by which a picture may be taken darker than the best threshold says
_BOLDEST = 2  # cells by which lines may be made thicker, with gaps kept
_BLUNTEST = 4  # cells, if gaps are not kept
_SIDE = 25  # cells of the longer side for each of which it may be one more
_OPEN_COST = 0.05  # cells that an open one is expected to change
_MOST_OPEN_COST = 0.02  # share of all cells: a handful of good changes may close everything
_LITTLE_OPEN = 0.25
"""Share of cells up to which the number of open ones is a sign that a repair succeeds."""
_WORTH_REDRAWING = 0.01  # share of cells expected to change from which on thicker lines are tried
_STEPS = 2500  # for a long try
_LONG_TRIES = 4  # after the short ones
_MORE_PATIENCE = 16  # rounds that may fail in a long try
_QUICK = 2500
"""Cells of a board up to which long tries are made even where a short one has succeeded."""
_FULL_SPEED = 10_000  # cells of a board from which on fewer steps are taken, as each takes longer
_FEW_STEPS = 300_000  # steps for a short try and for making a solvable picture better, times cells


def make(task: PictureTask[Nonogram]) -> PictureMade[Nonogram]:
    """Make a puzzle that shows a picture and can be solved as asked, or the best attempt;
    LimitReached if there is none."""
    base = _sketch(task, 0.0)
    work = _Work(task, base)
    reached = None
    if len(set(base.cells)) > 1:
        try:
            work.run()
        except LimitReached as limit:
            reached = str(limit)
    best = work.best
    sketch = best.repair.sketch if best else base
    cells = best.state.cells if best else base.cells
    failure = None if work.is_done else _failure(work)
    puzzle = puzzle_of(sketch, cells)
    triples = enumerate(zip(base.cells, sketch.cells, cells, strict=True))
    redrawn = [cell for cell, (first, then, last) in triples if first != then == last]
    return PictureMade(
        puzzle=puzzle,
        before=position_of(base.cells, base.cols, puzzle.values),
        solution=position_of(cells, base.cols, puzzle.values),
        redrawn=tuple(cell_at(cell, sketch.cols) for cell in redrawn),
        redrawing=sketch.redrawing if redrawn else "",
        failure=failure,
        needed=work.needed,
        reached=reached if failure else None,
        remarks=tuple(remarks_on(task, base, sketch, cells, is_solvable=failure is None)),
        paints=_paints(puzzle),
    )


class _Reading(NamedTuple):
    """A sketch, the number of cells in which it differs from the base, and the number that line
    logic leaves open."""

    away: int
    opened: int
    sketch: CellSketch

    @property
    def expected(self) -> float:
        """The cells that will differ from the base in the end, by experience."""
        return self.away + min(_OPEN_COST * self.opened, _MOST_OPEN_COST * len(self.sketch.cells))


class _Attempt(NamedTuple):
    """A picture on the way: the number of cells in which it fails, and in which it differs."""

    failing: int
    away: int
    repair: PictureRepair
    state: RepairState


class _Work:
    """The search for the picture that can be solved and differs least from the base."""

    def __init__(self, task: PictureTask[Nonogram], base: CellSketch) -> None:
        self.task, self.base = task, base
        self.count = len(base.cells)
        self.goal = ByLines() if task.solvable == LINES else PictureRivals(task.solve)
        self.steps = min(_STEPS, _STEPS * _FULL_SPEED // self.count)
        self.few = min(self.steps, _FEW_STEPS // self.count)
        self.most = int(task.changes * self.count)
        self.most_redrawn = int(task.redrawn * self.count)
        self.best: _Attempt | None = None
        self.needed: int | None = None
        """The number of changed cells of a picture that can be solved but has too many."""

    @property
    def is_done(self) -> bool:
        """True if there is a picture that can be solved."""
        return self.best is not None and not self.best.failing

    def run(self) -> None:
        """Repair the readings, those first that are expected to differ least: each for a short
        while, then those longer where that was some use; then improve the best."""
        readings = _readings(self.task, self.base)
        few = self.steps if len(readings) == 1 else self.few
        tried: list[bool] = []
        for each in readings:
            self._tell(len(tried), len(readings))
            tried.append(self._try(each, self.steps if self._is_likely(each) else few))
        self._tell(len(tried), len(readings))
        pool = 0 if self.is_done and self.count > _QUICK else _LONG_TRIES * self.steps
        for reading, is_useful in zip(readings, tried, strict=True):
            is_useful = is_useful or (
                not self.is_done and (reading.sketch is self.base or self._is_likely(reading))
            )
            is_near = self.best is not None and self.best.away <= _WORTH_REDRAWING * self.count
            if is_useful and pool > 0 and not (self.is_done and is_near):
                self._try(reading, self.steps, _MORE_PATIENCE)
                pool -= self.steps
        if self.best is None or self.best.failing:
            self._find_needed(readings)
            return
        for state in self.best.repair.polish(self.best.state, self.few):
            self._keep(self.best.repair, state)

    def _tell(self, tried: int, readings: int) -> None:
        failing = None if self.best is None else self.best.failing
        self.task.tell(PictureProgress(tried, readings, failing))

    def _is_likely(self, reading: _Reading) -> bool:
        return reading.opened <= _LITTLE_OPEN * self.count

    def _try(self, reading: _Reading, steps: int, patience: int = PATIENCE) -> bool:
        """Repair a reading, unless it cannot become better than the best so far; return True if it
        is of use to go on with it."""
        allowed = self.most_redrawn if reading.away else self.most
        if self.best is not None and self.is_done:
            allowed = min(allowed, self.best.away - 1)
        most = min(self.most, allowed - reading.away)
        if most < (reading.opened > 0):
            if self.best is None:
                repair = self._repair(reading, 0)
                self._keep(repair, repair.state(reading.sketch.cells))
            return False
        repair = self._repair(reading, most, patience)
        for state in repair.run(steps):
            self._keep(repair, state)
        return 0 < state.open.bit_count() < reading.opened

    def _repair(self, reading: _Reading, most: int, patience: int = PATIENCE) -> PictureRepair:
        rng = Random(self.task.seed)
        return PictureRepair(
            reading.sketch, self.goal, self.task.budget, rng, most=most, patience=patience
        )

    def _keep(self, repair: PictureRepair, state: RepairState) -> None:
        """Keep a picture if it fails in fewer cells than the best so far, or differs in fewer."""
        too_many = len(repair.changes(state.cells)) > repair.most
        failing = max(self.goal(state).bit_count(), too_many)
        away = differences(self.base.cells, state.cells)
        if self.best is None or (failing, away) <= (self.best.failing, self.best.away):
            self.best = _Attempt(failing, away, repair, state)

    def _find_needed(self, readings: list[_Reading]) -> None:
        """Count the cells it would take with a reading that differs too much to be used."""
        for reading in readings:
            if reading.away > self.most_redrawn:
                repair = self._repair(reading, self.count // 10)
                *_, state = repair.run(self.few)
                if not self.goal(state):
                    self.needed = differences(self.base.cells, state.cells)
                    return


def _sketch(task: PictureTask[Nonogram], lean: float) -> CellSketch:
    """Return a sketch of the picture, with the cells as the author has decided them; PuzzleError if
    there is no such cell or value."""
    picture, dither, check = task.picture, task.dither, task.budget.check
    if task.paper is not None:
        picture = replace(picture, paper=task.paper)
    if task.colours > 1:
        sketch = several_colours(picture, task.colours, dither=dither, lean=lean, check=check)
    else:
        check()
        sketch = one_colour(
            picture,
            threshold=task.threshold,
            invert=task.invert,
            dither=dither,
            lean=lean,
            by_paper=task.paper is not None,
        )
    if not task.touched:
        return sketch
    places = {name: at for at, name in enumerate(puzzle_of(sketch, sketch.cells).values)}
    places[""] = EMPTY
    touched: dict[int, int] = {}
    for cell, value in task.touched.items():
        if not is_inside(cell, sketch.rows, sketch.cols):
            raise PuzzleError(f"there is no {cell} on a board of {sketch.rows}x{sketch.cols}")
        if value not in places:
            raise PuzzleError(f"the picture has no colour {value[:40]!r} for {cell}")
        touched[cell_number(cell, sketch.cols)] = places[value]
    cells = tuple(touched.get(cell, value) for cell, value in enumerate(sketch.cells))
    return replace(sketch, cells=cells, pinned=frozenset(touched))


def _readings(task: PictureTask[Nonogram], base: CellSketch) -> list[_Reading]:
    """Return the sketches worth repairing, the most promising first. A threshold that the user has
    chosen is kept; a picture that is dithered or must not be changed is taken as it is."""
    found = [_read(task, base, base)]
    if not found[0].opened or task.dither or not task.changes:
        return found
    darker = base
    for lean in _LEANS if task.threshold is None else ():
        other = _sketch(task, lean)
        if other.palette == base.palette and other.cells not in (base.cells, darker.cells):
            darker = other
            found.append(_read(task, other, base))
    likely = min(reading.expected for reading in found)
    has_lines = not task.picture.is_exact and not is_grainy(base)
    if has_lines and likely > _WORTH_REDRAWING * len(base.cells):
        for sketch in (base, darker) if darker is not base else (base,):
            found += _thicker(task, sketch, base, blunt=False)
            found += _thicker(task, sketch, base, blunt=True)
    fitting = [reading for reading in found if len(set(reading.sketch.cells)) > 1]
    # Where more than single lines may be needed, open cells tell little: the base goes first.
    base_first = task.solvable != LINES
    fitting.sort(key=lambda each: (base_first and each.sketch is not base, each.expected))
    return fitting


def _thicker(
    task: PictureTask[Nonogram], sketch: CellSketch, base: CellSketch, *, blunt: bool
) -> Iterator[_Reading]:
    """Yield a sketch with ever thicker lines, until little is open."""
    most = max(_BLUNTEST, max(base.rows, base.cols) // _SIDE) if blunt else _BOLDEST
    for more in range(1, most + 1):
        reading = _read(task, thicken(sketch, more, blunt=blunt), base)
        yield reading
        if reading.opened < len(base.cells) / 50:
            break


def _read(task: PictureTask[Nonogram], sketch: CellSketch, base: CellSketch) -> _Reading:
    board = NonogramBoard(puzzle_of(sketch, sketch.cells))
    board.settle(task.budget)
    opened = len(sketch.cells) - (board.shaded | board.empty).bit_count()
    return _Reading(differences(sketch.cells, base.cells), opened, sketch)


# --- what comes out ----------------------------------------------------------------------------


def puzzle_of(sketch: CellSketch, cells: Cells) -> Nonogram:
    """Return the puzzle that asks for these cells."""
    rows = [
        [None if value == EMPTY else value for value in cells[at : at + sketch.cols]]
        for at in range(0, len(cells), sketch.cols)
    ]
    return from_picture(rows, sketch.palette, sketch.background)


def _paints(puzzle: Nonogram) -> dict[str, Paint]:
    signs = colours.signs(puzzle.palette)
    paints = zip(puzzle.values, puzzle.palette, signs, strict=True)
    return {"": Paint(puzzle.background, ""), **{name: Paint(*each) for name, *each in paints}}


def _failure(work: _Work) -> Message:
    values = set(work.base.cells)
    if len(values) == 1 and not contrast(work.task.picture):
        return _message("one-colour")
    if len(values) == 1:
        return _message("all-empty" if EMPTY in values else "all-shaded")
    problem = _message("lines-fail")
    if isinstance(work.goal, PictureRivals):
        cells = work.best.state.cells if work.best else work.base.cells
        problem = _message("too-hard" if work.goal.is_too_hard(cells) else "several")
    if not work.most:
        return _message("no-changes", problem=problem)
    if work.needed is not None:
        percent = round(100 * work.needed / work.count)
        return _message("too-many", problem=problem, percent=percent)
    return _message("not-mended", problem=problem, count=work.most)


def _message(name: str, **args: Argument) -> Message:
    return Message(f"nonogram.picture.{name}", args)


def sketch_of(task: PictureTask[Nonogram]) -> PictureSketch:
    """Return a picture as cells, before it is made solvable."""
    sketch = _sketch(task, 0.0)
    puzzle = puzzle_of(sketch, sketch.cells)
    limit = sketch.limit
    threshold = None if limit is None else min(255, max(0, round(255 * limit)))
    position = position_of(sketch.cells, sketch.cols, puzzle.values)
    return PictureSketch(position, _paints(puzzle), threshold)


def sample(count: int) -> Nonogram:
    """Return a puzzle of one row of so many colours."""
    return from_picture([list(range(count))], tuple(f"#{16 * at:06x}" for at in range(count)))


MAKER = PictureMaker(SOLVABLE, MOST_COLOURS, make, sample, sketch_of)
