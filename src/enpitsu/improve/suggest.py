"""Suggestions that give a puzzle one solution: the fewest changes, and where these are not soon
found or are many, single ones that help most.

Nothing is changed here: each suggestion carries the puzzle as it would be.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from typing import Any

from enpitsu.improve.fix import Fix, Fixes, rank, worth
from enpitsu.improve.fixes import fixes
from enpitsu.improve.next_changes import next_changes
from enpitsu.kind import Puzzle
from enpitsu.limits import NO_LIMITS, Limits
from enpitsu.position import Position
from enpitsu.scene import Place
from enpitsu.solve import Status

SECONDS = 7.0  # if no limit is given: an author does not wait longer
FIRST_SHARE = 0.12  # of the time, for the fewest changes; what is left at the end is for them, too
SINGLE_SHARE = 0.43  # of the time, for single changes
FEW_CHANGES = 3  # that are enough make any other search needless
MAX_CHANGES = 6  # of one suggestion: to fill in the rest is another wish
MAX_SUGGESTIONS = 5  # of each sort

Watcher = Callable[[list[Fix]], object]
"""Is told of the best suggestions so far, whenever they change."""


def _ignore(best: list[Fix]) -> None:
    """For suggestions that nobody waits for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Suggestions:
    """Changes that give a puzzle one solution or help most on the way there, the best first.

    `status` is that of the puzzle. `at_least` is how many changes are needed at least if a solution
    is to stay, and `is_fewest` whether the first suggestion needs no more. `conflict` names the
    clues of a puzzle without solution that contradict each other. `reached` is the limit that ended
    the search.
    """

    status: Status
    found: tuple[Fix, ...] = ()
    at_least: int = 0
    is_fewest: bool = False
    conflict: tuple[str, ...] = ()
    reached: str | None = None

    @property
    def text(self) -> str:
        """The suggestions in English, a line each."""
        return "\n".join(f"{fix.text}: {fix.effect}" for fix in self.found)


def suggest(
    puzzle: Puzzle,
    *,
    solution: Position | None = None,
    undecided: Collection[Place] | None = None,
    each: Watcher = _ignore,
    limits: Limits = NO_LIMITS,
) -> Suggestions:
    """Suggest changes after which a puzzle has exactly one solution, or is nearer to it.

    `solution` is the one that its author has in mind, and `undecided` are the places of a sheet
    that have nothing for certain yet. `each` is told of the best suggestions so far. Without a
    limit of time it takes some seconds.
    """
    seconds = SECONDS if limits.seconds is None else limits.seconds
    search = _Search(puzzle, solution, undecided, each, replace(limits, seconds=seconds))
    return search.run()


class _Search:
    """The search for suggestions, which are told as they are found."""

    def __init__(
        self,
        puzzle: Puzzle,
        solution: Position | None,
        undecided: Collection[Place] | None,
        each: Watcher,
        limits: Limits,
    ) -> None:
        self._puzzle, self._solution, self._undecided = puzzle, solution, undecided
        self._each, self._limits, self._budget = each, limits, limits.start()
        self._enough: dict[Any, Fix] = {}
        self._single: dict[Any, Fix] = {}
        self._told: list[Fix] = []

    def run(self) -> Suggestions:
        """Find all that is found in time."""
        found, status = self._find_fewest(FIRST_SHARE), None
        if found.status is not Status.UNIQUE and not self._has_few:
            status = self._find_single()
            if found.reached is not None and not self._has_few:
                found = self._find_fewest(1.0)
        return Suggestions(
            status=found.status if status is None or found.status is not Status.UNKNOWN else status,
            found=tuple(self._best()),
            at_least=found.at_least,
            is_fewest=found.is_fewest,
            conflict=found.conflict,
            reached=found.reached,
        )

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
            each=lambda fix: self._take(self._enough, fix),
            limits=self._share(share),
        )
        self._enough = {fix.puzzle: fix for fix in found.found}
        return found

    def _find_single(self) -> Status:
        """Find single changes that help most."""
        found = next_changes(
            self._puzzle,
            solution=self._solution,
            undecided=self._undecided,
            each=lambda fix: self._take(self._single, fix),
            limits=self._share(SINGLE_SHARE),
        )
        self._single = {fix.puzzle: fix for fix in found.found}
        return found.status

    def _take(self, among: dict[Any, Fix], fix: Fix) -> None:
        among[fix.puzzle] = fix
        best = self._best()
        if best != self._told:
            self._told = best
            self._each(best)

    def _best(self) -> list[Fix]:
        """The best of both sorts, in one order."""
        enough = [each for each in self._enough.values() if each.cost <= MAX_CHANGES]
        single = rank(self._single.values(), MAX_SUGGESTIONS)
        both = {
            each.puzzle: each for each in (*single, *sorted(enough, key=worth)[:MAX_SUGGESTIONS])
        }
        return sorted(both.values(), key=worth)
