"""A check of a sheet while its author works on it: quick, and as far as the time goes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from enpitsu.grid import Edge, Slot
from enpitsu.improve.no_solution import NoSolution, blame_clues, find_mismatch
from enpitsu.kind import Puzzle
from enpitsu.limits import Limits
from enpitsu.position import Position
from enpitsu.solve import Status, Survey, survey


@dataclass(frozen=True, slots=True)
class LiveCheck:
    """The survey of all solutions, or the reason why there is none."""

    survey: Survey
    no_solution: NoSolution | None = None

    @property
    def open_slots(self) -> list[Slot]:
        """Slots that differ between solutions, from the top to the bottom, each edge behind its
        first cell."""
        slots = self.survey.open_slots
        return sorted(slots, key=lambda slot: tuple(slot) if isinstance(slot, Edge) else (slot,))


def live_check(puzzle: Puzzle, known: Iterable[Position], limits: Limits) -> LiveCheck:
    """Check a sheet: how many solutions it has, what they share, which clues contradict each other.

    `known` are solutions of the sheet before it was changed; those that still are solutions save
    time.
    """
    budget, mismatch = limits.start(), find_mismatch(puzzle)
    if mismatch is not None:
        return LiveCheck(Survey(status=Status.NONE), mismatch)
    found = survey(puzzle, witnesses=known, limits=limits)
    if found.status is not Status.NONE:
        return LiveCheck(found)
    return LiveCheck(found, blame_clues(puzzle, replace(limits, seconds=budget.left())))
