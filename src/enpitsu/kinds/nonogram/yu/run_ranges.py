"""One line as the eleven rules see it: what each cell can be, and where each run may lie.

Bit c of an integer stands for cell c of the line. A run's range goes from the first cell it can
start on to the last cell it can end on, both counted in: the run lies somewhere in there.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from enpitsu.kinds.nonogram.bits import union
from enpitsu.kinds.nonogram.lines import Can
from enpitsu.kinds.nonogram.model import Clue
from enpitsu.limits import NO_LIMITS, Budget

MANY = 1000
"""Runs of a line from which on the limits are asked whenever all of them are gone through."""


class LineContradiction(Exception):
    """The line can no longer hold its runs."""


class ChangeReason(NamedTuple):
    """The reason of a change: which of the rule's sentences tells it, the run in question, and the
    first and the last cell of what it looks at (a stretch; or a shaded cell and a wall)."""

    form: str
    run: int | None = None
    first: int = 0
    last: int = 0


UNSAID = ChangeReason("")


class Range(NamedTuple):
    """The range where a run may lie: its place in the clue, the first and the last cell."""

    run: int
    first: int
    last: int


class LineChange(NamedTuple):
    """The findings of a rule: for each colour, and last for empty, sets of cells; and new
    ranges."""

    settled: tuple[int, ...]
    """The cells that now can be nothing else."""
    denied: tuple[int, ...]
    """The cells that now cannot be it; settled cells are denied everything else."""
    ranges: tuple[Range, ...]


class Snapshot(NamedTuple):
    """A line state at some moment."""

    can: tuple[int, ...]
    firsts: tuple[int, ...]
    lasts: tuple[int, ...]


class LineState:
    """A line being solved. What is written only ever narrows it; why is for explanations, which
    override the three ways to write."""

    __slots__ = ("_budget", "can", "firsts", "gaps", "lasts", "least", "runs", "size")

    def __init__(self, runs: Clue, can: Can, size: int, budget: Budget | None = None) -> None:
        """With the widest ranges; LineContradiction if the runs do not fit at all."""
        self._budget = budget or NO_LIMITS.start()
        self.runs, self.can, self.size = runs, can, size
        self.least = [run.length or 1 for run in runs]
        """The shortest each run can be; a "?" is at least one cell."""
        self.gaps = [int(a.colour == b.colour) for a, b in pairwise(runs)]
        """The cells that stay empty at least behind each run but the last."""
        self.firsts = _earliest(self.least, self.gaps)
        self.lasts = [size - 1 - at for at in _earliest(self.least[::-1], self.gaps[::-1])[::-1]]
        for run in range(len(runs)):
            self.narrow(run)

    @property
    def shaded(self) -> int:
        """The cells known to have a colour, though perhaps not which."""
        return ((1 << self.size) - 1) & ~self.can[-1]

    def known(self, colour: int) -> int:
        """The cells known to have this colour."""
        found = self.can[colour]
        for option, cells in enumerate(self.can):
            if option != colour:
                found &= ~cells
        return found

    def most(self, run: int) -> int:
        """The longest a run can be."""
        return self.runs[run].length or self.lasts[run] - self.firsts[run] + 1

    def covering(self, colour: int, first: int, last: int) -> list[int]:
        """The runs of a colour whose ranges hold all cells from the first to the last."""
        if len(self.runs) > MANY:
            self._budget.check()
        ranges = zip(self.runs, self.firsts, self.lasts, strict=True)
        return [
            run
            for run, (told, start, end) in enumerate(ranges)
            if start <= first and last <= end and told.colour == colour
        ]

    def paint(self, cells: int, colour: int, why: ChangeReason = UNSAID) -> None:
        """These cells have this colour."""
        kept = self.can[colour]
        if cells & ~kept:
            raise LineContradiction
        self.can[:] = [option & ~cells for option in self.can]
        self.can[colour] = kept

    def deny(self, cells: int, colour: int, why: ChangeReason = UNSAID) -> None:
        """These cells do not have this colour; where there is but one colour, they are empty."""
        hit = self.can[colour] & cells
        self.can[colour] ^= hit
        for option in self.can:
            hit &= ~option
        if hit:
            raise LineContradiction

    def narrow(
        self, run: int, first: int = 0, last: int | None = None, why: ChangeReason = UNSAID
    ) -> None:
        """The run lies from the first to the last cell (None: no matter how far)."""
        self.firsts[run] = max(self.firsts[run], first)
        if last is not None:
            self.lasts[run] = min(self.lasts[run], last)
        if self.lasts[run] - self.firsts[run] + 1 < self.least[run]:
            raise LineContradiction

    def snapshot(self) -> Snapshot:
        """The state as it is now."""
        return Snapshot(tuple(self.can), tuple(self.firsts), tuple(self.lasts))

    def change_since(self, before: Snapshot) -> LineChange | None:
        """Return all that is new since then; None if nothing is."""
        now = self.snapshot()
        if now == before:
            return None
        denied = tuple(old & ~new for old, new in zip(before.can, now.can, strict=True))
        touched = union(denied)
        settled = tuple(self.known(option) & touched for option in range(len(self.can)))
        old = zip(before.firsts, before.lasts, strict=True)
        new = zip(now.firsts, now.lasts, strict=True)
        ranges = enumerate(zip(old, new, strict=True))
        changed = tuple(Range(run, *ends) for run, (was, ends) in ranges if was != ends)
        return LineChange(settled, denied, changed)


def _earliest(lengths: Sequence[int], gaps: Sequence[int]) -> list[int]:
    """The first cell of each run when all are pushed to the start of the line."""
    steps = [length + gap for length, gap in zip(lengths, gaps, strict=False)]
    return list(accumulate(steps, initial=0))[: len(lengths)]
