"""Making a picture solvable: few and hardly visible cells changed until the goal is reached.

Line logic leaves cells open in separate groups: no line has open cells of two groups. A change in
one group hardly touches another, so a single trial tests a change in every group at once. Trials
go on from what line logic knew of the lines that did not change; what is chosen is then verified
from scratch. Of each group the change is taken that closes the most cells for what it costs to the
eye. Which changes are worth a trial is judged by what they achieved when last tried.

When the goal is reached, changes that turned out needless are taken back; then those in one area
at a time are undone and repaired anew, as long as that costs less and the steps last. The number
of steps is limited, so the work ends, and the same seed gives the same picture.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, zip_longest
from math import inf
from random import Random
from typing import NamedTuple, Protocol

from enpitsu.grid import Groups, bit_positions, cell_at, steps_apart
from enpitsu.kinds.nonogram.board import NonogramBoard
from enpitsu.kinds.nonogram.model import Clue, Nonogram, runs_of
from enpitsu.kinds.nonogram.picture.ridges import cells_round
from enpitsu.kinds.nonogram.picture.sketch import EMPTY, Cells, CellSketch, pieces, ring_of
from enpitsu.limits import Budget
from enpitsu.position import Position

FIRST_TRIALS = 100  # changes tried in a group when it is new
LATER_TRIALS = 8  # in each later round
LAST_TRIALS = 200  # before giving it up
BACK_COST = 0.3  # of taking a change back: next to nothing, but a change all the same
KNOWN_LINES = 10_000  # lines whose clues are kept, as most lines of a trial are as they were
PATIENCE = 4  # rounds that may fail one after another


class CellChange(NamedTuple):
    """A new value for a cell, with what that costs to the eye."""

    cost: float
    cell: int
    value: int


class RepairState(NamedTuple):
    """A picture, and what line logic finds of it from an empty board."""

    cells: Cells
    board: NonogramBoard
    open: int
    """The cells it leaves open, as a bit set."""


class RepairGoal(Protocol):
    """The demand on a picture; asking costs some steps."""

    steps: int

    def __call__(self, state: RepairState) -> int:
        """Return the cells in which a picture still fails, as a bit set: 0 if it is reached."""
        ...


class ByLines:
    """The goal that line logic solves the puzzle."""

    steps = 0

    def __call__(self, state: RepairState) -> int:
        return state.open


class PictureRivals:
    """The goal that there is only one solution. `solve` gives up to two solutions, None if that is
    too hard to tell."""

    steps = 30

    def __init__(self, solve: Callable[[Nonogram], list[Position] | None]) -> None:
        self._solve = solve
        self._known: dict[Cells, int] = {}
        self._hard: set[Cells] = set()

    def is_too_hard(self, cells: Cells) -> bool:
        """Return True if it took too long to count the solutions."""
        return cells in self._hard

    def __call__(self, state: RepairState) -> int:
        """Return the cells in which another solution differs from the picture."""
        if not state.open:
            return 0
        if state.cells in self._known:
            return self._known[state.cells]
        solutions, mask = self._solve(state.board.puzzle), 0
        if solutions is None:
            self._hard.add(state.cells)
            mask = state.open
        for solution in solutions or ():
            board = NonogramBoard(state.board.puzzle)
            board.place(solution)
            pairs = enumerate(zip(board.states(), state.cells, strict=True))
            mask = sum(1 << at for at, (value, wanted) in pairs if max(value, EMPTY) != wanted)
            if mask:
                break
        self._known[state.cells] = mask
        return mask


class PictureRepair:
    """Changes on one sketch until a goal is reached."""

    def __init__(
        self,
        sketch: CellSketch,
        goal: RepairGoal,
        budget: Budget,
        rng: Random,
        *,
        most: int,
        patience: int = PATIENCE,
    ) -> None:
        self.sketch, self.goal, self.budget, self.rng = sketch, goal, budget, rng
        self.rows, self.cols = sketch.rows, sketch.cols
        self.everything = (1 << self.rows * self.cols) - 1
        self.most, self.patience = most, patience
        self.steps = 0
        self._ceiling = inf
        self._clues: dict[Cells, Clue] = {}
        self._gains: dict[tuple[int, int], int] = {}
        self._costs: dict[int, list[CellChange]] = {}
        self._costs_of: Cells = sketch.cells

    def run(self, steps: int) -> Iterator[RepairState]:
        """Yield better and better pictures; the last one may still fail the goal, where it would
        take more steps or more changes than allowed."""
        self.steps, self._ceiling = steps, inf
        state = self.state(self.sketch.cells)
        yield state
        for mended in self._mend(state):
            state = mended
            yield state
        if not self.goal(state):
            yield self._prune(state)

    def polish(self, state: RepairState, steps: int) -> Iterator[RepairState]:
        """Yield better pictures than one that reaches the goal: the changes of one area after
        another are undone and made anew."""
        self.steps, failures = steps, 0
        changes = self.changes(state.cells)
        while self.steps > 0 and failures < self.patience and len(changes) > 2:
            self._ceiling = self.total(state.cells)
            # A third of the changes is undone: those nearest to one drawn by lot.
            middle = self.rng.choice(changes)
            nearest = sorted(changes, key=lambda cell: steps_apart(cell, middle, self.cols))
            cells = list(state.cells)
            for cell in nearest[: max(2, len(changes) // 3)]:
                cells[cell] = self.sketch.cells[cell]
            undone = self.state(tuple(cells))
            *_, other = undone, *self._mend(undone)
            failures += 1
            if not self.goal(other):
                other = self._prune(other)
                is_more = len(self.changes(other.cells)) > len(changes)
                if not is_more and self.total(other.cells) < self._ceiling:
                    state, failures, changes = other, 0, self.changes(other.cells)
                    yield state

    def changes(self, cells: Cells) -> list[int]:
        """Return the cells that differ from the sketch."""
        pairs = zip(cells, self.sketch.cells, strict=True)
        return [cell for cell, (value, original) in enumerate(pairs) if value != original]

    def total(self, cells: Cells) -> float:
        """Return the cost of all changes together to the eye."""
        return sum(self.cost(cells, cell, cells[cell]) for cell in self.changes(cells))

    # --- what a change means: where pictures are to stay symmetric, more than one cell ---------

    def apply(self, cells: Cells, changes: Iterable[CellChange]) -> Cells:
        """Return a picture after some changes."""
        new = list(cells)
        for change in changes:
            new[change.cell] = change.value
        return tuple(new)

    def touched(self, changes: Iterable[CellChange]) -> list[int]:
        """Return the cells that some changes give a value."""
        return [change.cell for change in changes]

    # --- line logic --------------------------------------------------------------------------

    def puzzle(self, cells: Sequence[int]) -> Nonogram:
        """Return the puzzle that asks for a picture."""
        rows = [self._clue(cells[at : at + self.cols]) for at in range(0, len(cells), self.cols)]
        cols = [self._clue(cells[at :: self.cols]) for at in range(self.cols)]
        return Nonogram(tuple(rows), tuple(cols), self.sketch.palette, self.sketch.background)

    def _clue(self, line: Sequence[int]) -> Clue:
        key = tuple(line)
        clue = self._clues.get(key)
        if clue is None:
            if len(self._clues) > KNOWN_LINES:
                self._clues.clear()
            clue = self._clues[key] = runs_of(None if each == EMPTY else each for each in key)
        return clue

    def state(self, cells: Cells) -> RepairState:
        """Return a picture with what line logic finds of it."""
        self.steps -= 2
        board = NonogramBoard(self.puzzle(cells))
        board.settle(self.budget)
        return RepairState(cells, board, self._open(board))

    def _failing(self, state: RepairState) -> int:
        if state.open:
            self.steps -= self.goal.steps
        return self.goal(state)

    def _open(self, board: NonogramBoard) -> int:
        return self.everything & ~board.shaded & ~board.empty

    def _guess_open(self, state: RepairState, changes: Sequence[CellChange]) -> int:
        """Return the cells that stay open after some changes if what was known of other lines stays
        known; in truth it may be more."""
        self.steps -= 1
        board = NonogramBoard(self.puzzle(self.apply(state.cells, changes)))
        others = self.everything & ~self._lines(self.touched(changes))
        board.painted = [mask & others for mask in state.board.painted]
        board.denied = [mask & others for mask in state.board.denied]
        board.settle(self.budget)
        return self._open(board)

    def _lines(self, cells: Iterable[int]) -> int:
        """Return all cells on the rows and columns of some cells."""
        row = (1 << self.cols) - 1
        col = self.everything // row
        places = [cell_at(cell, self.cols) for cell in cells]
        mask = 0
        for down in {down for down, _ in places}:
            mask |= row << down * self.cols
        for across in {across for _, across in places}:
            mask |= col << across
        return mask

    # --- what a change costs to the eye ------------------------------------------------------

    def cost(self, cells: Cells, cell: int, value: int) -> float:
        """Return the visibility of a new value of a cell: by how much worse it fits the picture, if
        it stands alone, breaks what held together or joins what was apart, and is not the only
        change in its place."""
        scores, original = self.sketch.scores, self.sketch.cells[cell]
        if value == original:
            return BACK_COST
        worse = max(0.0, scores[original][cell] - scores[value][cell])
        ring, was = self._ring(cells, cell), self._ring(self.sketch.cells, cell)
        is_alone = value not in ring[1::2]
        breaks, joins = pieces(was, original) > 1, pieces(ring, value) > 1
        nearby = sum(now != then for now, then in zip(ring, was, strict=True))
        return 1 + min(1, worse) + is_alone + 1.5 * breaks + 0.5 * joins + 0.5 * nearby

    def _ring(self, cells: Cells, cell: int) -> list[int | None]:
        return ring_of(cells, cell, self.rows, self.cols)

    def _changes_of(self, cells: Cells, cell: int) -> list[CellChange]:
        """Return the two least visible changes of a cell."""
        if cell in self.sketch.pinned:
            return []
        found = self._costs.get(cell)
        if found is None:
            found = self._costs[cell] = sorted(
                CellChange(self.cost(cells, cell, value), cell, value)
                for value in range(EMPTY, len(self.sketch.palette))
                if value != cells[cell]
            )[:2]
        return found

    # --- mending -----------------------------------------------------------------------------

    def _mend(self, state: RepairState) -> Iterator[RepairState]:
        """Yield pictures on the way to the goal, until it is reached, or steps or allowed changes
        are used up, or nothing helps any more. Some changes more than allowed are made, as some
        may prove needless."""
        done: set[int] = set()
        self._gains.clear()
        fewest, failures = state.open.bit_count(), 0
        while (failing := self._failing(state)) and self.steps > 0 and failures < self.patience:
            spent = len(self.changes(state.cells)) >= self.most + self.most // 2
            if spent or self.total(state.cells) > self._ceiling:
                break
            state = self._round(state, self._groups(failing), done)
            failures = 0 if state.open.bit_count() < fewest else failures + 1
            fewest = min(fewest, state.open.bit_count())
            yield state

    def _round(self, state: RepairState, groups: list[list[int]], done: set[int]) -> RepairState:
        """Return the state after the best change of each group; after any if none is of use."""
        # Costs stay as they are except round the cells that changed since.
        pairs = zip(state.cells, self._costs_of, strict=True)
        for cell in [cell for cell, (now, before) in enumerate(pairs) if now != before]:
            for other in (cell, *cells_round(cell, self.rows, self.cols)):
                self._costs.pop(other, None)
        self._costs_of = state.cells
        options = []
        for group in groups:
            cells = [cell for cell in group if cell not in done]
            found = chain.from_iterable(self._changes_of(state.cells, cell) for cell in cells)
            options.append(sorted(found))
        tries = [self._choose_trials(each) for each in options]
        best = self._best(state, groups, tries)
        if not best:
            tries = [
                [change for change in each if change not in tried][:LAST_TRIALS]
                for each, tried in zip(options, map(set, tries), strict=True)
            ]
            best = self._best(state, groups, tries)
        while best:
            after = self.state(self.apply(state.cells, best))
            if after.open.bit_count() < state.open.bit_count():
                done.update(change.cell for change in best)
                return after
            best = best[: len(best) // 2]
        # Where none helps, go on from one of the least visible changes.
        cheap = sorted(change for each in options for change in each[:8])
        if not cheap:
            done.clear()
            self.steps -= 1
            return state
        change = self.rng.choice(cheap[:8])
        done.add(change.cell)
        return self.state(self.apply(state.cells, [change]))

    def _groups(self, mask: int) -> list[list[int]]:
        """Part cells so that no line has cells of two groups."""
        lines = Groups(self.rows + self.cols)
        cells = bit_positions(mask)
        for cell in cells:
            row, col = cell_at(cell, self.cols)
            lines.join(row, self.rows + col)
        parts: dict[int, list[int]] = defaultdict(list)
        for cell in cells:
            parts[lines.find(cell_at(cell, self.cols).row)].append(cell)
        return list(parts.values())

    def _choose_trials(self, options: list[CellChange]) -> list[CellChange]:
        """Return the changes worth a trial: those that helped most when last tried, the least
        visible of the others, and some drawn by lot."""
        known = [change for change in options if change[1:] in self._gains]
        fresh = [change for change in options if change[1:] not in self._gains]
        known.sort(key=lambda change: -self._gains[change[1:]] / change.cost)
        more = LATER_TRIALS if len(known) >= FIRST_TRIALS else FIRST_TRIALS
        rest = fresh[more // 2 :]
        drawn = self.rng.sample(rest, min(len(rest), more // 2))
        return known[:LATER_TRIALS] + fresh[: more // 2] + drawn

    def _best(
        self, state: RepairState, groups: list[list[int]], tries: list[list[CellChange]]
    ) -> list[CellChange]:
        """Return the change of each group that closes most for its cost, the best of all first."""
        scopes = [self._lines(group) for group in groups]
        sizes = [(state.open & scope).bit_count() for scope in scopes]
        best: list[tuple[float, CellChange] | None] = [None] * len(groups)
        for row in zip_longest(*tries):
            tried = {
                at: change
                for at, change in enumerate(row)
                if change is not None and _may_win(best[at], sizes[at], change)
            }
            if not tried:
                continue
            left = self._guess_open(state, list(tried.values()))
            for at, change in tried.items():
                gain = sizes[at] - (left & scopes[at]).bit_count()
                self._gains[change[1:]] = gain
                if gain > 0 and _may_win(best[at], gain, change):
                    best[at] = gain / change.cost, change
        return [change for _, change in sorted(filter(None, best), key=lambda each: -each[0])]

    # --- making it better --------------------------------------------------------------------

    def _prune(self, state: RepairState) -> RepairState:
        """Take back the changes that are not needed, the most visible first; when one is taken
        back, others may have become needless."""
        is_stable = False
        while not is_stable:
            is_stable = True
            cells, original = state.cells, self.sketch.cells
            for change in sorted(
                CellChange(-self.cost(cells, cell, cells[cell]), cell, original[cell])
                for cell in self.changes(cells)
            ):
                after = self.state(self.apply(state.cells, [change]))
                if not self._failing(after):
                    state, is_stable = after, False
        return state


def _may_win(best: tuple[float, CellChange] | None, gain: int, change: CellChange) -> bool:
    """Return True if a change is better than the best so far if it closes so many cells."""
    return best is None or best[0] < gain / change.cost
