"""An unfinished Nonogram completed: a picture that the clues allow, and from it the open clues.

Where nothing is set yet, a picture is made as for a new puzzle. A picture that is painted but has
other solutions gets few cells more, or, where it may be overwritten, is changed in few cells
(picture/picture_repair.py). Where some lines are set, SAT
looks for a picture that fits them and is like one that was made; as long as it has a rival, both
are barred where they differ and the next one is looked for nearby.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence

from enpitsu.errors import FormatError, PuzzleError
from enpitsu.grid import COL, ROW, Cell, Line, cell_number, cells, is_inside
from enpitsu.kinds.nonogram.board import NonogramBoard
from enpitsu.kinds.nonogram.encoding import NonogramEncoding
from enpitsu.kinds.nonogram.generator import MAKERS
from enpitsu.kinds.nonogram.generator.paint_box import MOST_COLOURS
from enpitsu.kinds.nonogram.model import Clue, Nonogram, keep_unknown, runs_of
from enpitsu.kinds.nonogram.picture.picture_repair import PictureRepair, PictureRivals
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
LIKE = 6  # tries at making a picture that the completed one is to be like


def fill(task: FillTask[Nonogram]) -> Candidate[Nonogram] | None:
    """One attempt at an unfinished puzzle."""
    puzzle = task.puzzle
    lines = open_lines(task)
    painted = _painted(task, lines)
    if painted is not None:
        return _repair(task, painted)
    if len(lines) == puzzle.rows + puzzle.cols:
        if puzzle.rows * puzzle.cols == 1:
            raise CannotFill("too-small")
        picture = _make_picture(task)
        return None if picture is None else _candidate(puzzle, picture)
    unknown = {line for line, clue in puzzle.clues if any(run.length is None for run in clue)}
    unknown -= task.locked
    if not lines and not unknown:
        is_conflict = task.solve(puzzle) == []
        raise CannotFill("contradiction" if is_conflict else "all-set", is_conflict=is_conflict)
    return _complete(task, lines, lines | unknown)


def open_lines(task: FillTask[Nonogram]) -> frozenset[Line]:
    """The lines whose runs are still to be told: all if nothing is set."""
    puzzle = task.puzzle
    found = []
    for place in task.undecided or ():
        if isinstance(place, Line) and place.at < (puzzle.rows if place.is_row else puzzle.cols):
            found.append(place)
        elif not isinstance(place, Cell) or not is_inside(place, puzzle.rows, puzzle.cols):
            raise PuzzleError(f"{place} is not a line of the board")
    if not any(clue for _, clue in puzzle.clues):
        found = [line for line, _ in puzzle.clues]
    return frozenset(found) - task.locked


# --- pictures -------------------------------------------------------------------------------------


def _cells_of(puzzle: Nonogram, position: Position) -> Cells | None:
    """A position as a picture; None if it does not fit the puzzle."""
    board = NonogramBoard(puzzle)
    try:
        board.place(position)
    except FormatError:
        return None
    return _shown(board)


def _shown(board: NonogramBoard) -> Cells:
    return tuple(max(value, EMPTY) for value in board.states())


def _with_picture(puzzle: Nonogram, picture: Cells, lines: Iterable[Line]) -> Nonogram:
    """The puzzle with the runs of a picture in some lines."""
    return puzzle.with_clues((line, _runs(puzzle, picture, line)) for line in lines)


def _runs(puzzle: Nonogram, picture: Cells, line: Line) -> Clue:
    values = picture[line.at * puzzle.cols :][: puzzle.cols]
    if not line.is_row:
        values = picture[line.at :: puzzle.cols]
    return runs_of(None if value == EMPTY else value for value in values)


def _candidate(puzzle: Nonogram, picture: Cells) -> Candidate[Nonogram]:
    made = _with_picture(puzzle, picture, [line for line, _ in puzzle.clues])
    pairs = zip(cells(puzzle.rows, puzzle.cols), picture, strict=True)
    facts = (Fact(cell, puzzle.values[value]) for cell, value in pairs if value != EMPTY)
    return Candidate(made, Position.of(facts))


def _make_picture(task: FillTask[Nonogram]) -> Cells | None:
    puzzle, maker = task.puzzle, MAKERS[0]
    options = {option.name: option.default for option in maker.options}
    options["colours"] = min(len(puzzle.palette), MOST_COLOURS)
    made = maker.make(
        MakeTask(puzzle.rows, puzzle.cols, options, task.random, task.aim, task.budget, task.solve)
    )
    return None if made is None else _cells_of(made.puzzle, made.solution)


# --- a painted picture ----------------------------------------------------------------------------


def _wanted(task: FillTask[Nonogram]) -> Cells | None:
    """The picture that the author has in mind, if something is painted."""
    picture = None if task.solution is None else _cells_of(task.puzzle, task.solution)
    return None if picture is None or set(picture) == {EMPTY} else picture


def _painted(task: FillTask[Nonogram], lines: frozenset[Line]) -> Cells | None:
    """The picture that the author has painted, if all clues are those of it."""
    picture = _wanted(task)
    if picture is None:
        return None
    fixed = [(line, clue) for line, clue in task.puzzle.clues if line not in lines]
    is_shown = all(_runs(task.puzzle, picture, line) == clue for line, clue in fixed)
    return picture if is_shown else None


def _repair(task: FillTask[Nonogram], picture: Cells) -> Candidate[Nonogram] | None:
    """A painted picture, changed in few cells until it is the only solution. What is painted stays,
    unless it may be overwritten."""
    puzzle = task.puzzle
    count = len(picture)
    free = [place for place in task.undecided or () if isinstance(place, Cell)]
    loose = {cell_number(cell, puzzle.cols) for cell in free}
    pinned = set(range(count)).difference(loose) if free else set()
    if not task.overwrite:
        pinned.update(at for at, value in enumerate(picture) if value != EMPTY and at not in loose)
    pinned.update(_locked_cells(task))
    sketch = CellSketch(
        puzzle.rows,
        puzzle.cols,
        picture,
        puzzle.palette,
        puzzle.background,
        scores=[[0.0] * count for _ in range(len(puzzle.palette) + 1)],
        pinned=frozenset(pinned),
    )
    goal = PictureRivals(task.solve)
    most = max(4, int(MOST_CHANGES * count))
    repair = PictureRepair(sketch, goal, task.budget, task.random, most=most)
    speed = min(1.0, FULL_SPEED / count)
    *_, state = repair.run(max(150, int(STEPS * speed)))
    if goal(state) or len(repair.changes(state.cells)) > most:
        return None
    for better in repair.polish(state, max(50, int(POLISH_STEPS * speed))):
        state = better
    made = _candidate(puzzle, state.cells)
    open_lines = [
        (line, keep_unknown(clue, dict(made.puzzle.clues)[line]))
        for line, clue in puzzle.clues
        if line in task.locked
    ]
    made = made._replace(puzzle=made.puzzle.with_clues(open_lines))
    return made if not open_lines or task.solve(made.puzzle) == [made.solution] else None


def _locked_cells(task: FillTask[Nonogram]) -> Iterator[int]:
    """The cells that are locked, or on a line that is."""
    places = cells(task.puzzle.rows, task.puzzle.cols)
    for at, cell in enumerate(places):
        lines = (Line(ROW, cell.row), Line(COL, cell.col))
        if not task.locked.isdisjoint((cell, *lines)):
            yield at


# --- some lines set -------------------------------------------------------------------------------


def _complete(
    task: FillTask[Nonogram], lines: frozenset[Line], untold: frozenset[Line]
) -> Candidate[Nonogram] | None:
    """A picture that fits the lines set, with its runs where lines are open or lengths untold."""
    puzzle = task.puzzle
    with Solver("minisat22") as solver:
        search = _Pictures(task, lines, solver)
        search.prefer(_picture_to_be_like(task))
        for _ in range(ROUNDS):
            picture = search.next()
            if picture is None:
                return None
            made = _with_picture(puzzle, picture, untold)
            found = task.solve(made)
            if found is None:
                return None
            if len(found) == 1:
                return Candidate(made, found[0])
            rivals = [_cells_of(puzzle, each) for each in found]
            search.bar([rival for rival in rivals if rival is not None])
            search.prefer(picture)
    return None


def _picture_to_be_like(task: FillTask[Nonogram]) -> Cells:
    """The author's, else one that is made."""
    picture = _wanted(task)
    count = task.puzzle.rows * task.puzzle.cols
    for _ in range(LIKE if count > 1 else 0):
        if picture is None:
            picture = _make_picture(task)
    if picture is None:
        return tuple(task.random.choice((EMPTY, 0)) for _ in range(count))
    return picture


class _Pictures:
    """Pictures that fit all lines but some, one after another."""

    def __init__(self, task: FillTask[Nonogram], lines: frozenset[Line], solver: Solver) -> None:
        self._task, self._solver = task, solver
        self._encoding = NonogramEncoding(NonogramBoard(task.puzzle), task.budget, without=lines)
        for batch in self._encoding.batches(task.budget):
            solver.add_all(batch)
        self._is_first = True

    def prefer(self, picture: Cells) -> None:
        """Stay near a picture."""
        self._solver.prefer(self._literals(picture, range(len(picture))))

    def _literals(self, picture: Cells, where: Container[int]) -> list[int]:
        return [
            name if picture[cell] == colour else -name
            for name, (cell, colour) in enumerate(self._encoding.meaning, 1)
            if cell in where
        ]

    def next(self) -> Cells | None:
        """A picture; None if none is found soon. CannotFill if there is none at all."""
        most = self._solver.conflicts + CONFLICTS
        answer = self._solver.solve(self._task.budget, (), most)
        if answer is False and self._is_first:
            raise CannotFill("contradiction", is_conflict=not self._task.undecided)
        self._is_first = False
        return _shown(self._encoding.decode(self._solver.model())) if answer else None

    def bar(self, rivals: Sequence[Cells]) -> None:
        """No picture that looks like one of the first two of these where they differ."""
        first, second = rivals[:2]
        apart = {at for at, (a, b) in enumerate(zip(first, second, strict=True)) if a != b}
        for rival in (first, second):
            self._solver.add([-literal for literal in self._literals(rival, apart)])


# --- what is kept ---------------------------------------------------------------------------------


def is_open(task: FillTask[Nonogram]) -> bool:
    """Return whether a line is still to be told, or a length in it."""
    told = (clue for line, clue in task.puzzle.clues if line not in task.locked)
    if any(run.length is None for clue in told for run in clue):
        return True
    lines = open_lines(task)
    return bool(lines) and _painted(task, lines) is None


def keeps(task: FillTask[Nonogram], after: Nonogram) -> bool:
    """Return whether the lines set are as they were, lengths perhaps told; of a painted picture,
    whether its painted cells are."""
    lines = open_lines(task)
    painted = _painted(task, lines)
    if painted is not None:
        return task.overwrite or _shows(task, after, painted)
    pairs = zip(task.puzzle.clues, after.clues, strict=True)
    return all(line in lines or keep_unknown(old, new) == old for (line, old), (_, new) in pairs)


def _shows(task: FillTask[Nonogram], after: Nonogram, painted: Cells) -> bool:
    """Return whether the solution of a puzzle has every painted cell, but those undecided."""
    found = task.solve(after)
    picture = _cells_of(after, found[0]) if found else None
    if picture is None:
        return False
    places = cells(after.rows, after.cols)
    return all(
        old in (EMPTY, new) or cell in (task.undecided or ())
        for cell, old, new in zip(places, painted, picture, strict=True)
    )


def may_overwrite(task: FillTask[Nonogram]) -> bool:
    """Return whether there is a painted picture, any cell of which may change."""
    are_told = any(isinstance(place, Cell) for place in task.undecided or ())
    return not are_told and _painted(task, open_lines(task)) is not None


def changes(
    task: FillTask[Nonogram], after: Nonogram, solution: Position
) -> tuple[AppliedChange[Clue], ...]:
    """The cells that were painted otherwise; else the lines that were told."""
    painted = _painted(task, open_lines(task))
    picture = _cells_of(task.puzzle, solution)
    if painted is None or picture is None:
        return tuple(map(AppliedChange, compare(task.puzzle, after)))
    found = []
    for cell, old, new in zip(cells(after.rows, after.cols), painted, picture, strict=True):
        if old != new:
            facts = () if new == EMPTY else (Fact(cell, after.values[new]),)
            edits = (
                (Line(ROW, cell.row), after.row_clues[cell.row]),
                (Line(COL, cell.col), after.col_clues[cell.col]),
            )
            found.append(AppliedChange(Change(edits), frozenset((cell,)), frozenset(facts)))
    return tuple(found)


def compare(before: Nonogram, after: Nonogram) -> tuple[Change[Clue], ...]:
    """The lines whose clues differ."""
    pairs = zip(before.clues, after.clues, strict=True)
    return tuple(change_clue(line, new) for (line, old), (_, new) in pairs if old != new)


def change_clue(line: Line, clue: Clue) -> Change[Clue]:
    """The change of one line's clue."""
    return Change(((line, clue),), is_plain=all(run.length is not None for run in clue))


FILLER = Filler(fill, is_open, keeps, changes, may_overwrite)
