"""An unfinished Nonogram completed: a picture that the clues allow, and from it the open clues.

Where nothing is set yet, a picture is made as for a new puzzle. A picture that is painted but has
other solutions is changed in few cells (picture/picture_repair.py). Where some lines are set, SAT
looks for a picture that fits them and is like one that was made; as long as it has a rival, both
are barred where they differ and the next one is looked for nearby.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cached_property

from enpitsu.errors import FormatError, PuzzleError
from enpitsu.grid import COL, ROW, Cell, Line, cell_number, cells, is_inside
from enpitsu.kinds.nonogram.board import NonogramBoard
from enpitsu.kinds.nonogram.encoding import NonogramEncoding
from enpitsu.kinds.nonogram.generator import MAKERS
from enpitsu.kinds.nonogram.generator.paint_box import MOST_COLOURS
from enpitsu.kinds.nonogram.model import Clue, Nonogram, runs_of
from enpitsu.kinds.nonogram.picture.picture_repair import CellChange as Repainting
from enpitsu.kinds.nonogram.picture.picture_repair import PictureRepair
from enpitsu.kinds.nonogram.picture.rivals import PictureRivals
from enpitsu.kinds.nonogram.picture.sketch import EMPTY, Cells, CellSketch
from enpitsu.making import AppliedChange, Candidate, CannotFill, Change, Filler, FillTask, MakeTask
from enpitsu.position import Fact, Position
from enpitsu.sat.backend import Solver

STEPS = 1500  # of repair
POLISH_STEPS = 400  # of making it better
FULL_SPEED = 400  # cells of a board from which on there are fewer steps
MOST_CHANGES = 0.2  # share of a painted picture's cells that may be changed
ROUNDS = 60  # pictures that are looked at, each near the one before
CONFLICTS = 50_000
LIKE = 6  # tries at a made picture that the lines set are compared with


def fill(task: FillTask[Nonogram]) -> Candidate[Nonogram] | None:
    """One attempt at an unfinished puzzle."""
    puzzle: Nonogram = task.puzzle
    lines = open_lines(task)
    painted = _painted(task, lines)
    if painted is not None:
        return _repaired(task, painted)
    if len(lines) == puzzle.rows + puzzle.cols:
        return _drawn(task)
    if not lines and all(run.length is not None for _, clue in puzzle.clues for run in clue):
        raise _all_set(task)
    return _completed(task, lines)


def _all_set(task: FillTask[Nonogram]) -> CannotFill:
    """Return why nothing can be done where all lines are set."""
    is_conflict = task.solve(task.puzzle) == []
    return CannotFill("contradiction" if is_conflict else "all-set", is_conflict=is_conflict)


def open_lines(task: FillTask[Nonogram]) -> frozenset[Line]:
    """The lines whose runs are still to be told: all if nothing is set."""
    puzzle: Nonogram = task.puzzle
    found = []
    for place in task.undecided or ():
        if isinstance(place, Line) and place.at < (puzzle.rows if place.is_row else puzzle.cols):
            found.append(place)
        elif not isinstance(place, Cell) or not is_inside(place, puzzle.rows, puzzle.cols):
            raise PuzzleError(f"{place} is not a line of the board")
    if not any(clue for _, clue in puzzle.clues):
        return frozenset(line for line, _ in puzzle.clues)
    return frozenset(found)


# --- pictures -------------------------------------------------------------------------------------


def _cells_of(puzzle: Nonogram, position: Position) -> Cells | None:
    """A position as a picture; None if it does not fit the puzzle."""
    board = NonogramBoard(puzzle)
    try:
        board.place(position)
    except FormatError:
        return None
    return tuple(max(value, EMPTY) for value in board.states())


def _runs(puzzle: Nonogram, picture: Cells, line: Line) -> Clue:
    values = picture[line.at * puzzle.cols :][: puzzle.cols]
    if not line.is_row:
        values = picture[line.at :: puzzle.cols]
    return runs_of(None if value == EMPTY else value for value in values)


def _puzzle(puzzle: Nonogram, picture: Cells, lines: Iterable[Line]) -> Nonogram:
    """The puzzle with the runs of a picture in some lines."""
    rows, cols = list(puzzle.row_clues), list(puzzle.col_clues)
    for line in lines:
        (rows if line.is_row else cols)[line.at] = _runs(puzzle, picture, line)
    return replace(puzzle, row_clues=tuple(rows), col_clues=tuple(cols))


def _position(puzzle: Nonogram, picture: Cells) -> Position:
    pairs = zip(cells(puzzle.rows, puzzle.cols), picture, strict=True)
    return Position.of(Fact(cell, puzzle.values[value]) for cell, value in pairs if value != EMPTY)


# --- a painted picture ----------------------------------------------------------------------------


def _painted(task: FillTask[Nonogram], lines: frozenset[Line]) -> Cells | None:
    """The picture that the author has painted, if all clues are those of it."""
    puzzle: Nonogram = task.puzzle
    picture = None if task.solution is None else _cells_of(puzzle, task.solution)
    if picture is None or set(picture) == {EMPTY}:
        return None
    fixed = [(line, clue) for line, clue in puzzle.clues if line not in lines]
    return picture if all(_runs(puzzle, picture, line) == clue for line, clue in fixed) else None


class _GentleRepair(PictureRepair):
    """A repair that changes only some cells."""

    free: frozenset[int] = frozenset()

    def _changes_of(self, cells: Cells, cell: int) -> list[Repainting]:
        return super()._changes_of(cells, cell) if cell in self.free else []


def _repaired(task: FillTask[Nonogram], picture: Cells) -> Candidate[Nonogram] | None:
    """A painted picture, changed in few cells until it is the only solution."""
    puzzle: Nonogram = task.puzzle
    count = len(picture)
    scores = [[0.0] * count for _ in range(len(puzzle.palette) + 1)]
    sketch = CellSketch(
        puzzle.rows, puzzle.cols, picture, puzzle.palette, puzzle.background, scores
    )
    goal = PictureRivals(task.solve)
    most = max(4, int(MOST_CHANGES * count))
    repair = _repair_of(task, sketch, goal, most)
    speed = min(1.0, FULL_SPEED / count)
    *_, state = repair.run(max(150, int(STEPS * speed)))
    if goal(state) or len(repair.changes(state.cells)) > most:
        return None
    for better in repair.polish(state, max(50, int(POLISH_STEPS * speed))):
        state = better
    made = _puzzle(puzzle, state.cells, [line for line, _ in puzzle.clues])
    return Candidate(made, _position(puzzle, state.cells))


def _repair_of(
    task: FillTask[Nonogram], sketch: CellSketch, goal: PictureRivals, most: int
) -> PictureRepair:
    chosen = [place for place in task.undecided or () if isinstance(place, Cell)]
    if not chosen:
        return PictureRepair(sketch, goal, task.budget, task.random, most=most)
    repair = _GentleRepair(sketch, goal, task.budget, task.random, most=most)
    repair.free = frozenset(cell_number(cell, sketch.cols) for cell in chosen)
    return repair


# --- nothing set yet ------------------------------------------------------------------------------


def _drawn(task: FillTask[Nonogram]) -> Candidate[Nonogram] | None:
    """A made picture, in the colours of the puzzle."""
    puzzle: Nonogram = task.puzzle
    if puzzle.rows * puzzle.cols == 1:
        raise CannotFill("too-small")
    picture = _made_picture(task)
    if picture is None:
        return None
    made = _puzzle(puzzle, picture, [line for line, _ in puzzle.clues])
    return Candidate(made, _position(puzzle, picture))


def _made_picture(task: FillTask[Nonogram]) -> Cells | None:
    puzzle: Nonogram = task.puzzle
    maker = MAKERS[0]
    options = {option.name: option.default for option in maker.options}
    options["colours"] = min(len(puzzle.palette), MOST_COLOURS)
    wish = MakeTask(
        puzzle.rows, puzzle.cols, options, task.random, task.aim, task.budget, task.solve
    )
    made = maker.make(wish)
    return None if made is None else _cells_of(made.puzzle, made.solution)


# --- some lines set -------------------------------------------------------------------------------


def _completed(task: FillTask[Nonogram], lines: frozenset[Line]) -> Candidate[Nonogram] | None:
    """A picture that fits the lines set, with the runs of the others."""
    puzzle: Nonogram = task.puzzle
    with Solver("minisat22") as solver:
        search = _Pictures(task, lines, solver)
        search.prefer(_like(task))
        for _ in range(ROUNDS):
            picture = search.next()
            if picture is None:
                return None
            made = _told(puzzle, picture, lines)
            found = task.solve(made)
            if found is None:
                return None
            if len(found) == 1:
                return Candidate(made, found[0])
            rivals = [_cells_of(puzzle, each) for each in found]
            search.bar([rival for rival in rivals if rival is not None])
            search.prefer(picture)
    return None


def _like(task: FillTask[Nonogram]) -> Cells:
    """A picture to be like: the author's, else one that is made."""
    puzzle: Nonogram = task.puzzle
    wish = None if task.solution is None else _cells_of(puzzle, task.solution)
    if wish is not None and set(wish) != {EMPTY}:
        return wish
    if puzzle.rows * puzzle.cols > 1:
        for _ in range(LIKE):
            found = _made_picture(task)
            if found is not None:
                return found
    return tuple(task.random.choice((EMPTY, 0)) for _ in range(puzzle.rows * puzzle.cols))


def _told(puzzle: Nonogram, picture: Cells, lines: frozenset[Line]) -> Nonogram:
    """The puzzle with the picture's runs where lines are open or lengths are not told."""
    unknown = [line for line, clue in puzzle.clues if any(run.length is None for run in clue)]
    return _puzzle(puzzle, picture, {*lines, *unknown})


class _SomeLines(NonogramEncoding):
    """The clues of some lines of a board."""

    def __init__(self, task: FillTask[Nonogram], lines: frozenset[Line]) -> None:
        self._left_out = lines
        super().__init__(NonogramBoard(task.puzzle), task.budget)

    @cached_property
    def _open_lines(self) -> list[tuple[Line, Clue]]:
        clues = self._board.puzzle.clues
        return [(line, clue) for line, clue in clues if line not in self._left_out]

    def names(self) -> list[tuple[int, int]]:
        """For each variable of a cell's colour the cell and the colour."""
        return self._meaning


class _Pictures:
    """Pictures that fit some lines, one after another."""

    def __init__(self, task: FillTask[Nonogram], lines: frozenset[Line], solver: Solver) -> None:
        self._task, self._solver = task, solver
        encoding = _SomeLines(task, lines)
        self._meaning = encoding.names()
        for batch in encoding.batches(task.budget):
            solver.add_all(batch)
        self._is_first = True

    def _literals(self, picture: Cells) -> list[int]:
        return [
            name if picture[cell] == colour else -name
            for name, (cell, colour) in enumerate(self._meaning, 1)
        ]

    def prefer(self, picture: Cells) -> None:
        """Stay near a picture."""
        self._solver.prefer(self._literals(picture))

    def next(self) -> Cells | None:
        """A picture; None if none is found soon. CannotFill if there is none at all."""
        most = self._solver.conflicts + CONFLICTS
        answer = self._solver.solve(self._task.budget, (), most)
        if answer is False and self._is_first:
            raise CannotFill("contradiction", is_conflict=not self._task.undecided)
        if not answer:
            return None
        self._is_first = False
        puzzle = self._task.puzzle
        picture = [EMPTY] * (puzzle.rows * puzzle.cols)
        model = self._solver.model()
        for name, (cell, colour) in enumerate(self._meaning, 1):
            if name <= len(model) and model[name - 1] > 0:
                picture[cell] = colour
        return tuple(picture)

    def bar(self, rivals: Sequence[Cells]) -> None:
        """No picture that looks like one of these where they differ."""
        first, second = rivals[:2]
        apart = {at for at, (a, b) in enumerate(zip(first, second, strict=True)) if a != b}
        for rival in (first, second):
            literals = self._literals(rival)
            pairs = zip(literals, self._meaning, strict=True)
            self._solver.add([-name for name, (cell, _) in pairs if cell in apart])


# --- what is kept ---------------------------------------------------------------------------------


def is_open(task: FillTask[Nonogram]) -> bool:
    """Tell whether a line is still to be told, or a length in it."""
    is_unknown = any(run.length is None for _, clue in task.puzzle.clues for run in clue)
    if is_unknown:
        return True
    return bool(open_lines(task)) and _painted(task, open_lines(task)) is None


def keeps(task: FillTask[Nonogram], after: Nonogram) -> bool:
    """Return whether the lines set are as they were, lengths perhaps told; a painted picture may
    change anywhere."""
    lines = open_lines(task)
    if _painted(task, lines) is not None:
        return True
    pairs = zip(task.puzzle.clues, after.clues, strict=True)
    return all(line in lines or _tells(old, new) for (line, old), (_, new) in pairs)


def _tells(old: Clue, new: Clue) -> bool:
    return len(old) == len(new) and all(
        a.colour == b.colour and a.length in (None, b.length) for a, b in zip(old, new, strict=True)
    )


def changes(
    task: FillTask[Nonogram], after: Nonogram, solution: Position
) -> tuple[AppliedChange[Clue], ...]:
    """The cells that were painted otherwise; else the lines that were told."""
    painted = _painted(task, open_lines(task))
    picture = _cells_of(task.puzzle, solution)
    if painted is not None and picture is not None:
        return tuple(_repainted(after, painted, picture))
    pairs = zip(task.puzzle.clues, after.clues, strict=True)
    return tuple(
        AppliedChange(Change(((line, new),), is_plain=all(run.length is not None for run in new)))
        for (line, old), (_, new) in pairs
        if old != new
    )


def _repainted(after: Nonogram, before: Cells, picture: Cells) -> Iterable[AppliedChange[Clue]]:
    for cell, old, new in zip(cells(after.rows, after.cols), before, picture, strict=True):
        if old != new:
            fact = frozenset(() if new == EMPTY else (Fact(cell, after.values[new]),))
            edits = (
                (Line(ROW, cell.row), after.row_clues[cell.row]),
                (Line(COL, cell.col), after.col_clues[cell.col]),
            )
            yield AppliedChange(Change(edits), frozenset((cell,)), fact)


FILLER = Filler(fill, is_open, keeps, changes)
