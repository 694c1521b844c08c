"""The line generator of Gufler and Hagenauer (2011, section 5.1): a random line, then all else.

A line grows tile by tile from a random cell until it has so many tiles (lineBase); A* joins its two
ends; cells beside it are shaded in reading order where no neighbour is (Listing 5.1); every other
cell gets an arrow of random direction. Such a puzzle always has a solution; whether it has another
one, only the solver can tell, and usually it has.

Where the text leaves something open:

- an error (no free neighbour, 5.1.2) takes back the last tile. Without back-tracking nothing is
  remembered, so the same tile may be tried again: "tries infinitely often" is what errorTolerance
  is for.
- back-tracking (6.2.1): the tiles tried from a cell are remembered until the line grows on from it;
  where none is left after the one step back, the line fails. After k steps straight on, a further
  one is 1 + k times less likely than a turn.
- reruns of A* (6.2.1) cut off either end by chance.
- lineBase counts at least three tiles: fewer cannot be made into a loop.
- The text gives no value of errorTolerance; on 8x8 few errors cost the least time a puzzle.
- A* has no say in ties: of equally short ways it takes the first that it finds.

One attempt draws a number of lines, as most fail before the solver is asked.
"""

from __future__ import annotations

from heapq import heappop, heappush
from random import Random
from typing import NamedTuple

from enpitsu.errors import PuzzleError
from enpitsu.grid import Direction, cell_at, neighbours, ray_numbers, steps_apart
from enpitsu.kinds.yajilin.model import Clue, Yajilin, check_size
from enpitsu.making import Candidate, Maker, MakeTask, Option

LEAST_TILES = 3
MOST_TESTS = 50  # so many puzzles are given to the solver in one attempt
MOST_STEPS = 200_000
"""So many tiles are put down or taken back in one attempt, the last line not counted."""

OPTIONS = (
    Option(
        name="line_base",
        words="How much of the board the line fills before its ends are joined.",
        form="share",
        default=0.6,
    ),
    Option(
        name="error_tolerance",
        words="After so many dead ends a line is given up.",
        form="int",
        default=5,
        least=1,
        most=10_000,
    ),
    Option(
        name="backtracking",
        words="Whether a line remembers at a dead end what it tried, and prefers to turn.",
        form="flag",
        default=False,
    ),
    Option(
        name="reruns",
        words="How often an end may be cut off where the ends of a line cannot be joined.",
        form="int",
        default=0,
        least=0,
        most=100,
    ),
)


class Near(NamedTuple):
    """A board's cells by number, row by row, with the neighbours of each."""

    rows: int
    cols: int
    cells: tuple[tuple[int, ...], ...]


def near_cells(rows: int, cols: int) -> Near:
    """Return the neighbours of each cell, the smallest number first."""
    near = (neighbours(at, rows, cols).values() for at in range(rows * cols))
    return Near(rows, cols, tuple(tuple(sorted(each)) for each in near))


def refuse_small(rows: int, cols: int) -> None:
    """PuzzleError where no loop has room."""
    check_size(rows, cols)
    if rows < 2 or cols < 2:
        raise PuzzleError("a loop needs at least two rows and two columns")


def make(task: MakeTask[Yajilin]) -> Candidate[Yajilin] | None:
    """A puzzle from one of some random lines; None if none of them gives one."""
    refuse_small(task.rows, task.cols)
    area = task.rows * task.cols
    tiles = max(LEAST_TILES, int(area * task.options["line_base"]))
    if tiles - task.options["reruns"] > area - area % 2:
        raise PuzzleError(
            f"no loop passes all {area} cells of the board: line_base must be below 1"
        )
    near = near_cells(task.rows, task.cols)
    tests = steps = 0
    while tests < MOST_TESTS and steps < MOST_STEPS:
        task.budget.check()
        line = _Line(near, task)
        is_loop = line.grow(tiles) and line.close(task.options["reruns"])
        steps += line.steps
        if is_loop:
            tests += 1
            puzzle = fill(near, line.tiles, task.random)
            found = task.solve(puzzle)
            if found is not None and len(found) == 1:
                return Candidate(puzzle, found[0])
    return None


class _Line:
    """A line of tiles that grows, and closes into a loop."""

    def __init__(self, near: Near, task: MakeTask[Yajilin]) -> None:
        self._near, self._random, self._budget = near, task.random, task.budget
        self._backtracks: bool = task.options["backtracking"]
        self._tolerance: int = task.options["error_tolerance"]
        start = self._random.randrange(len(near.cells))
        self.tiles = [start]
        self._used = bytearray(len(near.cells))
        self._used[start] = True
        self.steps = 0

    def grow(self, wanted: int) -> bool:
        """Put down tiles until there are so many; False if the line runs into too many errors."""
        errors = 0
        tried: list[int] = []
        used, near = self._used, self._near.cells
        while len(self.tiles) < wanted:
            self.steps += 1
            free = [at for at in near[self.tiles[-1]] if not used[at] and at not in tried]
            if free:
                chosen = self._choose(free)
                self.tiles.append(chosen)
                used[chosen] = True
                tried = []
                continue
            errors += 1
            if errors >= self._tolerance or tried or len(self.tiles) == 1:
                return False
            self._budget.check()
            last = self._take(-1)
            tried = [last] if self._backtracks else []
        return True

    def _choose(self, free: list[int]) -> int:
        tiles = self.tiles
        if not self._backtracks or len(tiles) < 2:
            return free[int(self._random.random() * len(free))]
        step = tiles[-1] - tiles[-2]
        run = 1  # steps that the line has come straight
        while run < len(tiles) - 1 and tiles[-run - 1] - tiles[-run - 2] == step:
            run += 1
        weights = [1 / (1 + run) if at == tiles[-1] + step else 1.0 for at in free]
        return self._random.choices(free, weights)[0]

    def _take(self, end: int) -> int:
        at = self.tiles.pop(end)
        self._used[at] = False
        return at

    def close(self, reruns: int) -> bool:
        """Join the ends; where that fails, so often cut off one of them and try again."""
        for rerun in range(reruns + 1):
            if rerun:
                if len(self.tiles) <= LEAST_TILES:
                    return False
                self._budget.check()
                self._take(self._random.choice((0, -1)))
            between = find_way(self._near, self._used, self.tiles[-1], self.tiles[0])
            if between is not None:
                self.tiles += between
                return True
        return False


def find_way(near: Near, used: bytearray, start: int, goal: int) -> list[int] | None:
    """A shortest way through cells that are not used, without its ends, by A*."""
    before, steps = {start: start}, {start: 0}
    waiting = [(0, 0, start)]
    while waiting:
        _, negative, at = heappop(waiting)  # of equal promise, the one that is furthest along
        if at == goal:
            path = []
            while before[at] != start:
                at = before[at]
                path.append(at)
            return path[::-1]
        taken = 1 - negative
        for following in near.cells[at]:
            if (used[following] and following != goal) or steps.get(following, taken + 1) <= taken:
                continue
            before[following], steps[following] = at, taken
            far = steps_apart(following, goal, near.cols)
            heappush(waiting, (taken + far, -taken, following))
    return None


def fill(near: Near, loop: list[int], random: Random) -> Yajilin:
    """The puzzle with this loop: other cells shaded as in Listing 5.1, arrows on all that is left.

    An arrow that would point out of the board is turned round.
    """
    rows, cols = near.rows, near.cols
    shaded = bytearray(rows * cols)
    on_loop = set(loop)
    for at, others in enumerate(near.cells):
        shaded[at] = at not in on_loop and not any(shaded[other] for other in others)
    clues = []
    for at in range(rows * cols):
        if not shaded[at] and at not in on_loop:
            direction = random.choice(tuple(Direction))
            if not ray_numbers(at, direction, rows, cols):
                direction = direction.opposite
            number = sum(shaded[other] for other in ray_numbers(at, direction, rows, cols))
            clues.append((cell_at(at, cols), Clue(direction, number)))
    return Yajilin(rows, cols, tuple(clues))


MAKER = Maker(
    name="line",
    title="A random line, joined by the shortest way, then shaded cells and arrows.",
    options=OPTIONS,
    make=make,
)
