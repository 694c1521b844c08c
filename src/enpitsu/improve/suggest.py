"""Suggestions that give a puzzle one solution: the fewest changes, and where these are not soon
found or are many, single ones that help most.

Nothing is changed here: each suggestion carries the puzzle as it would be.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import Any

from enpitsu.improve.fix import Fix, Fixes, ignore, rank, worth
from enpitsu.improve.fixes import fixes
from enpitsu.improve.next_changes import next_changes
from enpitsu.kind import Puzzle
from enpitsu.limits import NO_LIMITS, Limits
from enpitsu.position import Position
from enpitsu.scene import Place
from enpitsu.solve import Status, solve

SECONDS = 7.0  # if no limit is given: an author does not wait longer
FIRST_SHARE = 0.12  # of the time, for the fewest changes; what is left at the end is for them, too
SINGLE_SHARE = 0.43  # of the time, for single changes
PARTLY_SHARE = 0.5  # of the time, for the culprit of a sheet that is not finished
FEW_CHANGES = 3  # that are enough make any other search needless
MAX_CHANGES = 6  # of one suggestion: to fill in the rest is asked for elsewhere
MAX_SUGGESTIONS = 5  # of each sort


def suggest(
    puzzle: Puzzle,
    *,
    solution: Position | None = None,
    undecided: Collection[Place] | None = None,
    recent: Sequence[Place] = (),
    locked: Collection[Place] = (),
    each: Callable[[list[Fix]], object] = ignore,
    limits: Limits = NO_LIMITS,
) -> Fixes:
    """Suggest changes after which a puzzle has exactly one solution, or is nearer to it.

    `solution` is the one that its author has in mind, and `undecided` are the places of a sheet
    that have nothing for certain yet; `recent` are the places that were changed last, the last one
    first: where there is no solution, the culprit is looked for there first. Nothing is suggested
    that changes a `locked` place. `each` is told of the best suggestions so far.
    Without a limit of time it takes some seconds.
    """
    seconds = SECONDS if limits.seconds is None else limits.seconds
    limits = replace(limits, seconds=seconds)
    return _Search(puzzle, solution, recent, locked, each, limits).run(undecided)


class _Search:
    """The search for suggestions, which are told as they are found."""

    def __init__(
        self,
        puzzle: Puzzle,
        solution: Position | None,
        recent: Sequence[Place],
        locked: Collection[Place],
        each: Callable[[list[Fix]], object],
        limits: Limits,
    ) -> None:
        self._puzzle, self._solution, self._each = puzzle, solution, each
        self._limits, self._budget, self._recent = limits, limits.start(), recent
        self._locked = locked
        self._enough: dict[Any, Fix] = {}
        self._single: dict[Any, Fix] = {}
        self._told: list[Fix] = []

    def run(self, undecided: Collection[Place] | None) -> Fixes:
        """Find all that is found in time."""
        limits = self._share(FIRST_SHARE)
        is_broken = solve(self._puzzle, solutions=1, limits=limits).status is Status.NONE
        if is_broken and not undecided:
            return self._find_fewest(1.0)
        found = self._find_fewest(PARTLY_SHARE if is_broken else FIRST_SHARE)
        status = found.status
        if status is not Status.UNIQUE and not self._has_few:
            single = next_changes(
                self._puzzle,
                solution=self._solution,
                undecided=undecided,
                locked=self._locked,
                each=lambda fix: self._take(self._single, fix),
                limits=self._share(SINGLE_SHARE),
            )
            self._single = {fix.puzzle: fix for fix in single.found}
            if found.reached is not None and not self._has_few:
                found = self._find_fewest(1.0)
            status = single.status if found.status is Status.UNKNOWN else found.status
        return replace(found, status=status, found=tuple(self._best()))

    @property
    def _has_few(self) -> bool:
        """True if few changes are known that are enough; or, where there is no solution, any."""
        return any(fix.cost <= FEW_CHANGES for fix in self._enough.values())

    def _share(self, share: float) -> Limits:
        left, whole = self._budget.left() or 0.0, self._limits.seconds or 0.0
        return replace(self._limits, seconds=min(left, share * whole))

    def _find_fewest(self, share: float) -> Fixes:
        found = fixes(
            self._puzzle,
            solution=self._solution,
            recent=self._recent,
            locked=self._locked,
            each=lambda fix: self._take(self._enough, fix),
            limits=self._share(share),
        )
        self._enough = {fix.puzzle: fix for fix in found.found}
        return found

    def _take(self, among: dict[Any, Fix], fix: Fix) -> None:
        among[fix.puzzle] = fix
        best = self._best()
        if best != self._told:
            self._told = best
            self._each(best)

    def _best(self) -> list[Fix]:
        """Return the best of both sorts, in one order."""
        enough = [each for each in self._enough.values() if each.cost <= MAX_CHANGES]
        enough = sorted(enough, key=worth)[:MAX_SUGGESTIONS]
        single = rank(self._single.values(), MAX_SUGGESTIONS)
        both = {each.puzzle: each for each in (*single, *enough)}
        return sorted(both.values(), key=worth)
