"""Ways to shade the cells that a clue looks at, no two touching: counted first, then listed.

Their number grows like the Fibonacci numbers with the length of a row: 4 cells have 8 ways, 30
have two million, 60 have four million millions. So an engine that lists them asks for room before
it makes the first one (`ensure_room`), and stops with "placements" where they are too many.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import comb, prod
from typing import NamedTuple

from enpitsu.errors import LimitReached
from enpitsu.kinds.yajilin.engines.terrain import Terrain
from enpitsu.limits import Budget

PLACEMENTS = "placements"
"""The limit that a result names when there are too many ways to place shaded cells."""

MOST_MEGABYTES = 1000
"""The memory of the clauses of all clues in the solver; more is not begun. The bachelor thesis
that lists placements gave its second solver 1024 MB for its largest puzzles."""

HUGE = 1 << 62  # what a count says that is larger than any that matters

MANY = 40  # if so many cells of a row are shaded and so many more could be, the ways are HUGE

LONG = 100  # A row of so many cells has HUGE placements, whatever a clue says

LITERAL_BYTES = 4  # of a literal in MiniSat
CLAUSE_BYTES = 28  # of a clause: its header and two entries in watch lists

Run = tuple[int, ...]


class ClueSight(NamedTuple):
    """A clue's demand: so many shaded cells in some runs of playable cells. Within a run
    neighbours lie side by side; between two runs lies a clue."""

    number: int
    runs: tuple[Run, ...]

    @property
    def lengths(self) -> list[int]:
        """The lengths of the runs."""
        return [len(run) for run in self.runs]

    @property
    def size(self) -> int:
        """The number of cells."""
        return sum(self.lengths)

    @property
    def room(self) -> int:
        """The most of them that can be shaded."""
        return sum((length + 1) // 2 for length in self.lengths)

    @property
    def is_possible(self) -> bool:
        """True if there is any way to place so many."""
        return 0 <= self.number <= self.room

    def count_right(self) -> int:
        """The number of placements with the right count; HUGE if they are far too many."""
        return count_placements(self.lengths, self.number)

    def count_wrong(self) -> int:
        """The number of placements with another count; HUGE if they are far too many."""
        # Half of the cells can be chosen at will, so at least 2**50 - comb(50, 25) are wrong.
        if self.size >= LONG:
            return HUGE
        return prod(map(_fibonacci, self.lengths)) - self.count_right()


class ClauseWeight(NamedTuple):
    """The number of clauses, and of literals in all of them."""

    clauses: int
    literals: int

    @property
    def megabytes(self) -> float:
        """The memory that they take in the solver, simplified in nothing."""
        size = self.clauses * CLAUSE_BYTES + self.literals * LITERAL_BYTES
        return min(size, HUGE) / 1e6


def ensure_room(weights: Iterable[ClauseWeight], budget: Budget) -> None:
    """Raise LimitReached if clauses like these are too many, or too much for the budget."""
    megabytes = 0.0
    for weight in weights:
        budget.check()
        megabytes += weight.megabytes
        if megabytes > MOST_MEGABYTES:
            raise LimitReached(PLACEMENTS)
    budget.reserve(megabytes)


def sights(terrain: Terrain, *, lookahead: bool) -> Iterator[ClueSight]:
    """The demand of each clue that counts: of all cells up to the border or, with `lookahead`,
    of those up to the next one of the same line and direction, whose number is subtracted."""
    numbers = {(count.clue, count.arrow): count.number for count in terrain.counts}
    for count in terrain.counts:
        number = count.number
        runs: list[list[int]] = [[]]
        for cell in count.cells:
            if lookahead and (cell, count.arrow) in numbers:
                number -= numbers[cell, count.arrow]
                break
            if terrain.is_playable[cell]:
                runs[-1].append(cell)
            else:
                runs.append([])
        yield ClueSight(number, tuple(tuple(run) for run in runs if run))


def _fibonacci(length: int) -> int:
    """The number of placements in a run of so many cells: 1, 2, 3, 5, 8, ..."""
    here, ahead = 1, 2
    for _ in range(length):
        here, ahead = ahead, here + ahead
    return here


def count_placements(lengths: Sequence[int], shaded: int) -> int:
    """The number of placements of so many cells in runs of these lengths; HUGE if far too many.

    A run of n cells has comb(n - k + 1, k) placements of k. Runs are put together like polynomials,
    whose powers are the shaded cells or, if that is less, how many more could be shaded.
    """
    room = sum((length + 1) // 2 for length in lengths)
    if not 0 <= shaded <= room:
        return 0
    spare = room - shaded
    power = min(shaded, spare)
    if power >= MANY:
        # Every other cell of each run can be chosen at will: comb(room, shaded) ways at least.
        return HUGE
    product = [1]
    for length in lengths:
        most = (length + 1) // 2
        few = range(min(power, most) + 1)
        counts = [most - k for k in few] if shaded > spare else few
        factor = [comb(length - k + 1, k) for k in counts]
        terms = [0] * (min(power, len(product) + len(factor) - 2) + 1)
        for i, a in enumerate(product):
            for j, b in enumerate(factor[: len(terms) - i]):
                terms[i + j] += a * b
        product = terms
    return product[power] if power < len(product) else 0


def placements(runs: Iterable[Sequence[int]], least: int, most: int) -> Iterator[tuple[int, ...]]:
    """All placements that shade `least` to `most` cells: for each cell its literal where it is
    shaded, else the opposite one."""
    runs = list(runs)
    literals = [literal for run in runs for literal in run]
    is_last = [at == len(run) - 1 for run in runs for at in range(len(run))]
    # How many cells can be shaded from each one on, if the one before is not shaded.
    room = [0] * (len(is_last) + 1)
    for at in reversed(range(len(is_last))):
        room[at] = 1 + (room[at + 1] if is_last[at] else room[at + 2])
    waiting: list[tuple[tuple[int, ...], int, bool]] = []
    if max(least, 0) <= min(most, room[0]):
        waiting.append(((), 0, False))
    while waiting:
        chosen, count, is_beside = waiting.pop()
        at = len(chosen)
        if at == len(literals):
            yield chosen
            continue
        if count + room[at + 1] >= least:
            waiting.append(((*chosen, -literals[at]), count, False))
        # The last way that is left to reach `least` may be to shade this cell.
        behind = room[at + 1] if is_last[at] else room[at + 2]
        if not is_beside and count < most and count + 1 + behind >= least:
            waiting.append(((*chosen, literals[at]), count + 1, not is_last[at]))
