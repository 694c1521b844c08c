"""Clues left open one at a time: one solver for all questions about a puzzle.

A clue that leaves open what it tells (`Editor.relax`) takes away the rules that name it, and no
others. So every solution of the puzzle with this clue left open is an answer to the clauses of all
other rules: if there is none but the known one, the clue is needless; and if another one is found
that the rules approve of, it is not. What the solver learns for one clue serves the next.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, Generic

from enpitsu.explain.clauses import Clauses
from enpitsu.explain.sat_proof import ClueSolver
from enpitsu.judge import Judge
from enpitsu.kind import P, Rule
from enpitsu.making import Change
from enpitsu.position import Position
from enpitsu.registry import kind_of

MAX_CONFLICTS = 2000  # of one question; after that the puzzle is solved anew
MAX_MODELS = 200  # of one question


class Relaxed(Generic[P]):
    """A puzzle with a single solution, and what becomes of it when a clue is left open."""

    def __init__(self, puzzle: P, solution: Position, judge: Judge[P]) -> None:
        self._puzzle, self._solution, self._judge = puzzle, solution, judge
        self._changes = frozenset(judge.editor.relax(puzzle))

    @cached_property
    def _clauses(self) -> Clauses:
        return Clauses(kind_of(self._puzzle), self._puzzle, self._judge.budget)

    @cached_property
    def _solver(self) -> ClueSolver:
        """All rules, and that the answer is not the known solution."""
        solver, encoding = ClueSolver(self._clauses, self._judge.budget), self._clauses.encoding
        known = self._solution.facts
        names = range(1, encoding.answer_count + 1)
        literals = [name if encoding.fact(name) in known else -name for name in names]
        solver.add([-literal for literal in literals])
        # Other answers are soonest found near this one.
        solver.prefer(literals)
        return solver

    def is_needless(self, change: Change[Any], changed: P) -> bool | None:
        """Return whether a change leaves the puzzle with its solution and no other; None if this
        cannot be told here. `changed` is the puzzle after it."""
        if change not in self._changes:
            return None
        places = set(change.places)
        others = []
        for owner, name in self._solver.names.items():
            rule = self._clauses.owners[owner]
            if not (isinstance(rule, Rule) and places.intersection(rule.clues)):
                others.append(name)
        if len(others) == len(self._solver.names):
            return None
        found = self._solver.has_answer(others, MAX_CONFLICTS, MAX_MODELS)
        if found and not self._judge.is_solution(changed, self._solver.answer()):
            return None
        return None if found is None else not found
