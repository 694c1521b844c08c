"""The arrow generators of Gufler and Hagenauer (2011, section 5.2): random arrows, then tested.

"arrows" tests after each arrow (5.2.2): a random empty cell, a random direction that does not point
out of the board, a random number within the bounds of 5.2.3; then the solver is asked. One
solution: done. Several: go on. None: the arrow is taken away again. "arrows-at-once" (5.2.1) goes
over all cells, puts an arrow on each with a given probability, and asks the solver once.

Where the text leaves something open:

- "the previously inserted arrow" (5.2.2, 5.2.4) is the one just put. Where an ambiguous puzzle has
  the maximum of arrows, it is taken away with the probability TAKEN_AT_MAXIMUM ("high").
- A spot discarded for a clash counts as a step (5.2.2: each selection does), so every attempt ends.
- A puzzle that has its one solution with fewer arrows than the minimum is gone on with.
- 5.2.3 says that n empty cells hold at most half of n, rounded up, shaded ones. That is true where
  they adjoin; arrows of other directions between them part them, so each run is counted by itself.
- All arrows of the line that point the same way give bounds, not only the two nearest.
- A puzzle too hard for the solver is treated as one without solution.

One attempt of "arrows" is one board, up to its number of steps; one of "arrows-at-once" is a number
of boards, as nearly all fail.
"""

from __future__ import annotations

from math import ceil
from random import Random

from enpitsu.errors import PuzzleError
from enpitsu.grid import Cell, Direction, cells, ray
from enpitsu.kinds.yajilin.generator.line_maker import refuse_small
from enpitsu.kinds.yajilin.model import Clue, Yajilin
from enpitsu.making import Candidate, Maker, MakeTask, Option, ray_directions

TAKEN_AT_MAXIMUM = 0.9  # probability
LEAST_LOOP = 4  # cells
BOARDS_AT_ONCE = 100  # so many boards are one attempt of "arrows-at-once"

STEP_OPTIONS = (
    Option(
        name="min_arrows",
        words="The least share of cells with an arrow.",
        form="share",
        default=0.0,
    ),
    Option(
        name="max_arrows",
        words="The share of cells with an arrow that is seldom exceeded.",
        form="share",
        default=0.18,
    ),
    Option(
        name="steps",
        words="So many arrows are tried for each cell of the board before it is begun anew.",
        form="float",
        default=1.5,
        least=0.1,
        most=100,
    ),
)
AT_ONCE_OPTIONS = (
    Option(
        name="probability",
        words="How likely a cell is to get an arrow.",
        form="share",
        default=0.15,
    ),
)


class Arrows:
    """A board that is being filled with arrows."""

    def __init__(self, rows: int, cols: int) -> None:
        self.rows, self.cols = rows, cols
        self.clues: dict[Cell, Clue] = {}

    @property
    def puzzle(self) -> Yajilin:
        """The puzzle with the arrows so far."""
        return Yajilin(self.rows, self.cols, tuple(self.clues.items()))

    def bounds(self, spot: Cell, direction: Direction) -> tuple[int, int]:
        """The least and the largest number that an arrow may have there (5.2.3).

        An arrow ahead that points the same way sees a part of what the new one sees; one behind
        sees more. They differ by what the cells between can hold. No number is left on a clash.
        """
        least, most = 0, self.rows * self.cols
        for along in (direction, direction.opposite):
            # Every second cell of each run of empty ones can be shaded.
            room = run = 0
            for cell in ray(spot, along, self.rows, self.cols):
                clue = self.clues.get(cell)
                if clue is not None and clue.arrow is direction and clue.number is not None:
                    ahead = along is direction
                    least = max(least, clue.number if ahead else clue.number - room)
                    most = min(most, clue.number + room if ahead else clue.number)
                run = 0 if clue is not None else run + 1
                room += run % 2
            if along is direction:
                most = min(most, room)
        return least, most

    def put(self, spot: Cell, random: Random) -> bool:
        """Put an arrow of random direction and number on an empty cell; False on a clash."""
        direction = random.choice(ray_directions(spot, self.rows, self.cols))
        least, most = self.bounds(spot, direction)
        if least > most:
            return False
        self.clues[spot] = Clue(direction, random.randint(least, most))
        return True


def make_one_by_one(task: MakeTask[Yajilin]) -> Candidate[Yajilin] | None:
    """One board, filled arrow by arrow; None if its steps do not suffice."""
    refuse_small(task.rows, task.cols)
    area = task.rows * task.cols
    options = task.options
    if options["min_arrows"] > options["max_arrows"]:
        raise PuzzleError("min_arrows must not be above max_arrows")
    least = ceil(options["min_arrows"] * area - 1e-9)
    if least > area - LEAST_LOOP:
        raise PuzzleError("min_arrows leaves no room for a loop")
    most = round(options["max_arrows"] * area)
    arrows = Arrows(task.rows, task.cols)
    empty = list(cells(task.rows, task.cols))
    for _ in range(max(1, round(options["steps"] * area))):
        task.budget.check()
        at = task.random.randrange(len(empty))
        if not arrows.put(empty[at], task.random):
            continue
        puzzle = arrows.puzzle
        found = task.solve(puzzle) or []
        if len(found) == 1 and len(arrows.clues) >= least:
            return Candidate(puzzle, found[0])
        is_full = len(arrows.clues) >= most
        if not found or (is_full and task.random.random() < TAKEN_AT_MAXIMUM):
            del arrows.clues[empty[at]]
        else:
            empty[at] = empty[-1]
            empty.pop()
    return None


def make_at_once(task: MakeTask[Yajilin]) -> Candidate[Yajilin] | None:
    """Some boards, each filled at once and then tested; None if none has one solution."""
    refuse_small(task.rows, task.cols)
    for _ in range(BOARDS_AT_ONCE):
        arrows = Arrows(task.rows, task.cols)
        for cell in cells(task.rows, task.cols):
            if cell.col == 0:
                task.budget.check()
            if task.random.random() < task.options["probability"]:
                arrows.put(cell, task.random)
        puzzle = arrows.puzzle
        found = task.solve(puzzle)
        if found is not None and len(found) == 1:
            return Candidate(puzzle, found[0])
        if not task.options["probability"]:
            raise PuzzleError("a board of this size needs arrows: probability must be above 0")
    return None


ONE_BY_ONE = Maker(
    name="arrows",
    title="Random arrows, one after another, tested after each one.",
    options=STEP_OPTIONS,
    make=make_one_by_one,
)
AT_ONCE = Maker(
    name="arrows-at-once",
    title="Random arrows, all at once, tested once; for tiny boards.",
    options=AT_ONCE_OPTIONS,
    make=make_at_once,
)
MAKERS = (ONE_BY_ONE, AT_ONCE)
