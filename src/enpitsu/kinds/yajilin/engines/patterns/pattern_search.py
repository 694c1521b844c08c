"""The patterns to the end, then trial and error with undo (section 4.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeVar

from enpitsu.errors import LimitReached
from enpitsu.kind import Stats, Task
from enpitsu.kinds.yajilin.engines.patterns import five
from enpitsu.kinds.yajilin.engines.patterns.pattern_sheet import (
    IS_OPEN,
    IS_VOID,
    PatternContradiction,
    PatternSheet,
)
from enpitsu.position import Position

CHECK_EVERY = 20  # patterns looked for before the limits are asked again

PATTERNS: dict[Callable[..., None], str] = {
    five.neighbours_of_shaded: "3.2.1 neighbours of shaded cells",
    five.one_option: "3.2.2 clues with one option",
    five.same_clues: "3.2.3 same clues in a line",
    five.two_ways: "3.2.4 two ways out of a cell",
    five.one_loop: "3.2.5 only one loop",
}
"""The patterns by the thesis' sections: as the statistics name them."""

T = TypeVar("T")


class Effort:
    """The cost of a search so far, held against its limits."""

    def __init__(self, task: Task) -> None:
        self.budget = task.budget
        self.counts: Counter[str] = Counter(guesses=0, deductions=0)
        self.counts.update(dict.fromkeys(PATTERNS.values(), 0))
        self.stats = Stats(backend=task.backend, details=self.counts)
        self.partial: Position | None = None
        """The facts that the patterns had found at their end, if nothing is to be guessed."""
        self._looks = 0

    def look(self) -> None:
        """A pattern is looked for: ask the limits now and then."""
        self._looks += 1
        if self._looks % CHECK_EVERY == 0:
            self.budget.check()

    def use(
        self, pattern: Callable[[PatternSheet, T], None], sheet: PatternSheet, where: T
    ) -> None:
        """Use a pattern; it counts if it concludes anything, also a contradiction."""
        before = sheet.mark
        try:
            pattern(sheet, where)
        except PatternContradiction:
            self.counts[PATTERNS[pattern]] += 1
            raise
        self.counts[PATTERNS[pattern]] += sheet.mark > before

    def guess(self) -> None:
        """Something is tried."""
        self.budget.check()
        self.counts["guesses"] += 1

    def fail(self) -> None:
        """Count a conflict: what was tried is wrong."""
        if self.budget.conflicts is not None and self.stats.conflicts >= self.budget.conflicts:
            raise LimitReached("conflicts")
        self.stats.conflicts += 1


# --- the patterns to the end -------------------------------------------------------------------


def begin(sheet: PatternSheet, given: Position, effort: Effort) -> bool:
    """Write the given position and draw every conclusion; False if that shows a contradiction."""
    try:
        sheet.place(given)
        before = sheet.mark
        for between in five.between_same_clues(sheet):
            effort.use(five.same_clues, sheet, between)
        effort.counts["deductions"] += sheet.mark - before
        sheet.look_at_everything()
        settle(sheet, effort)
    except PatternContradiction:
        return False
    return True


def settle(sheet: PatternSheet, effort: Effort) -> None:
    """Use the patterns until none concludes anything; PatternContradiction if there is no solution.

    In print all of them go over the whole board again and again. Here a pattern is looked for
    where something has changed, what costs least first: the conclusions are the same.
    """
    start = sheet.mark
    try:
        while True:
            if sheet.touched:
                at = sheet.touched.pop()
                effort.use(five.neighbours_of_shaded, sheet, at)
                effort.use(five.two_ways, sheet, at)
            elif sheet.ends:
                effort.use(five.one_loop, sheet, sheet.ends.pop())
            elif sheet.changed_lines:
                line, _ = sheet.changed_lines.popitem()
                for ray in sheet.rays_of[line]:
                    effort.look()
                    effort.use(five.one_option, sheet, ray)
            else:
                break
            effort.look()
    finally:
        effort.counts["deductions"] += sheet.mark - start
    if not sheet.void_cells and not sheet.open_cells:
        raise PatternContradiction


# --- trial and error ---------------------------------------------------------------------------


class Guess(NamedTuple):
    """Something that is so or not: a cell is shaded, or an edge is a line."""

    is_cell: bool
    at: int
    holds: bool

    def write(self, sheet: PatternSheet) -> None:
        """Write it; PatternContradiction if it cannot be."""
        if self.is_cell:
            (sheet.shade if self.holds else sheet.open)(self.at)
        else:
            (sheet.draw if self.holds else sheet.block)(self.at)


class _Turn(NamedTuple):
    """A guess that may be wrong, what was known before it, and the cell it decides (with all before
    it in reading order)."""

    guess: Guess
    mark: int
    cell: int


def answers(sheet: PatternSheet, effort: Effort) -> Iterator[None]:
    """Guess and take back until everything has been tried; stops at each answer, which then
    stands on the sheet. The patterns must have been used before."""
    turns: list[_Turn] = []
    is_possible = True
    while True:
        if is_possible and not sheet.is_finished:
            turns.append(_next_turn(sheet, turns[-1].cell if turns else 0))
            effort.guess()
            is_possible = _try(sheet, turns[-1].guess, effort)
            continue
        if is_possible:
            yield
        if not turns:
            return
        guess, mark, _ = turns.pop()
        sheet.undo(mark)
        is_possible = _try(sheet, guess._replace(holds=False), effort)


def _try(sheet: PatternSheet, claim: Guess, effort: Effort) -> bool:
    try:
        claim.write(sheet)
        settle(sheet, effort)
    except PatternContradiction:
        effort.fail()
        return False
    return True


def _next_turn(sheet: PatternSheet, start: int) -> _Turn:
    """Guess at the first cell in reading order that is not decided.

    The thesis has no rule for it. What is above and to the left of this cell is decided, so of
    its ways only those to the right and down can be free: a void cell is shaded or takes both, an
    open one has one line already and takes one of the two. So a guess decides the cell, and its
    opposite does too.
    """
    look, free = sheet.look, sheet.free
    at = start
    while look[at] != IS_VOID and not (look[at] == IS_OPEN and free[at] > 2):
        at += 1
    is_cell = look[at] == IS_VOID
    return _Turn(Guess(is_cell, at if is_cell else 2 * at, True), sheet.mark, at)
