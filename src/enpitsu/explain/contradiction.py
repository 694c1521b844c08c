"""Puzzles without solution: how the rules and the clues alone come to a contradiction.

Refutations are taken, the smallest first, until what is known breaks a rule without anything being
supposed; what of them leads there is told.
"""

from __future__ import annotations

from collections.abc import Set
from typing import Any

from enpitsu.explain import needed
from enpitsu.explain.narration import chain_of, narrate, reasons
from enpitsu.explain.refute import REFUTATION, Refuter, refutation_level
from enpitsu.explain.step import Step, places_of
from enpitsu.explain.unit_propagation import Propagation
from enpitsu.grid import Cell
from enpitsu.kind import Kind, Puzzle
from enpitsu.limits import Budget
from enpitsu.position import Fact
from enpitsu.technique import Reason

CORNER = Cell(0, 0)
"""Where to look if a rule names no place."""


def find_contradiction(
    kind: Kind[Any], puzzle: Puzzle, budget: Budget, most: int
) -> list[Step] | None:
    """Steps to a contradiction, at most so many; the last one brings nothing but that a rule is
    broken. None if they do not lead there. LimitReached at a limit."""
    faller, steps = _ContradictionFinder(kind, puzzle, (), budget), list[Step]()
    while not faller.trail.is_broken:
        step = faller.find() if len(steps) + 1 < most else None
        if step is None:
            return None
        steps.append(step)
        faller.learn(step.facts)
    end = faller.fall()
    wanted = [reason for reason in end.because if isinstance(reason, Fact)]
    return [*needed(steps, wanted), end]


class _ContradictionFinder(Refuter):
    """A refuter that can narrate why what is known cannot be."""

    def fall(self) -> Step:
        """The contradiction that is there, by no more rule instances than it takes."""
        run = self.trail.fall(None)
        owners = self.trail.grounds(run).owners
        for owner in sorted(owners, reverse=True):
            shorter = self._without(owners, owner)
            if shorter is not None:
                run, owners = shorter, self.trail.grounds(shorter).owners
        return self._told_fall(run)

    def _without(self, owners: Set[int], owner: int) -> Propagation | None:
        """The contradiction without one of its rule instances, if there still is one."""
        if owner not in owners or not self._clauses.is_rule(owner):
            return None
        self._budget.check()
        run = self.trail.fall(owners - {owner})
        return None if run.end is None else run

    def _told_fall(self, run: Propagation) -> Step:
        clauses, grounds = self._clauses, self.trail.grounds(run)
        because = reasons(clauses, grounds.owners, grounds.known, CORNER)
        size = sum(map(clauses.is_rule, grounds.owners))
        return Step(
            kind=clauses.kind.id,
            technique=REFUTATION,
            level=refutation_level(size),
            facts=(),
            because=because,
            messages=tuple(narrate(clauses, chain_of(clauses, run, grounds))),
            at=_first_place(because),
        )


def _first_place(because: tuple[Reason, ...]) -> Any:
    return next((place for reason in because for place in places_of(reason)), CORNER)
