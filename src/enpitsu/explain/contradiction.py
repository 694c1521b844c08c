"""Puzzles without solution: steps from the rules and the clues alone to a contradiction.

Refutations are taken, the smallest first, until what is known breaks a rule without anything being
supposed; what of them leads there is told.
"""

from __future__ import annotations

from enpitsu.explain import needed
from enpitsu.explain.narration import chain_of, narrate, reasons
from enpitsu.explain.refute import REFUTATION, Refuter, refutation_level
from enpitsu.explain.step import Step, places_of
from enpitsu.grid import Cell
from enpitsu.kind import Kind, P
from enpitsu.limits import Budget
from enpitsu.position import Fact

CORNER = Cell(0, 0)  # where to look if a rule names no place


def find_contradiction(kind: Kind[P], puzzle: P, budget: Budget, most: int) -> list[Step] | None:
    """Find steps to a contradiction, at most so many; the last one brings nothing but that a rule
    is broken. None if they do not lead there. LimitReached at a limit."""
    finder, steps = _ContradictionFinder(kind, puzzle, (), budget), list[Step]()
    while not finder.propagator.is_broken:
        step = finder.find() if len(steps) + 1 < most else None
        if step is None:
            return None
        steps.append(step)
        finder.learn(step.facts)
    end = finder.find_broken_rule()
    wanted = [reason for reason in end.because if isinstance(reason, Fact)]
    return [*needed(steps, wanted), end]


class _ContradictionFinder(Refuter):
    """A refuter that can narrate why what is known cannot be."""

    def find_broken_rule(self) -> Step:
        """Return the contradiction that is there, by no more rule instances than it takes."""
        run = self.propagator.propagate_known(None)
        owners = self.propagator.antecedents(run).owners
        for owner in sorted(owners, reverse=True):
            if owner in owners and self._clauses.is_rule(owner):
                self._budget.check()
                shorter = self.propagator.propagate_known(owners - {owner})
                if shorter.end is not None:
                    run, owners = shorter, self.propagator.antecedents(shorter).owners
        antecedents = self.propagator.antecedents(run)
        because = reasons(self._clauses, owners, antecedents.known, CORNER)
        places = (place for reason in because for place in places_of(reason))
        return Step(
            kind=self._clauses.kind.id,
            technique=REFUTATION,
            level=refutation_level(sum(map(self._clauses.is_rule, owners))),
            facts=(),
            because=because,
            messages=tuple(narrate(self._clauses, chain_of(self._clauses, run, antecedents))),
            at=next(places, CORNER),
        )
