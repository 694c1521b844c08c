"""A solution that its true clues tell from all others.

Of a random solution all true clues are told. If they allow another one, the solution is changed
around the place where the two differ, and nowhere else, until no other is left there: each way that
failed is not tried again. So one place after another is put right, however large the board is.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from enpitsu.grid import Cell
from enpitsu.kit.clue_values import ClueKey, clue_values, clues_of
from enpitsu.kit.constraints.base import TRUE, Values
from enpitsu.kit.puzzle import UNKNOWN, GridPuzzle, Value
from enpitsu.kit.rules import Rules
from enpitsu.kit.switch_solver import SwitchSolver, literals_of
from enpitsu.limits import Budget
from enpitsu.sat.backend import TooHard

MOST_CONFLICTS = 2000  # of one question; people do not solve what takes more
FIRST_CONFLICTS = 100_000  # for a first solution
MARGIN = 2  # cells around a difference in which a solution is changed at first
LAST_MARGIN = 3
RING = 2  # cells around these in which others may differ
TRIES = 24  # changes around one place, for each margin
PLACES_FOR_CELLS = 0.6  # places that are put right before it is given up, for each cell
LEAST_PLACES = 40
PRUNE_CONFLICTS = 500  # a clue stays if it takes more to see that it can be spared

TrueClues = Mapping[ClueKey, Value]


class LoneSolutions:
    """Solutions of a frame, clues that are given, and what other clues make of them.

    Its methods raise TooHard after too many conflicts of the solver, and LimitReached.
    """

    def __init__(
        self,
        rules: Rules,
        frame: GridPuzzle,
        budget: Budget,
        *,
        given: TrueClues | None = None,
        allowed: Collection[ClueKey] | None = None,
        patience: int = MOST_CONFLICTS,
    ) -> None:
        """`given` are clues that stay; others stand only where it is `allowed`, None: anywhere.
        `patience`: conflicts of one question."""
        self._patience = patience
        self.frame, self.layout = frame, frame.layout
        self.clue_values = clue_values(rules, frame)
        self.given = dict(given or {})
        self._allowed, self._budget = allowed, budget
        told = {key.place for key, value in clues_of(frame).items() if value != UNKNOWN}
        always = [
            each.constraint for each in rules.of(frame) if told.isdisjoint(each.constraint.clues)
        ]
        for key, value in self.given.items():
            always += self.clue_values.constraints(key, value)
        self.solver = SwitchSolver(self.layout.size, always, budget)
        self._switches: dict[tuple[ClueKey, Value], int] = {}
        slots = (slot for slot, _ in self.layout.claims)
        self._cells = [slot if isinstance(slot, Cell) else slot.b for slot in slots]
        self._at: dict[tuple[int, int], list[int]] = {}
        for variable, cell in enumerate(self._cells, 1):
            self._at.setdefault(cell, []).append(variable)

    def __enter__(self) -> LoneSolutions:
        return self

    def __exit__(self, *_: object) -> None:
        self.solver.__exit__()

    # --- questions -----------------------------------------------------------------------------

    def first(self, preferred: Sequence[int]) -> Values | None:
        """A solution in which many of some literals are true; None if there is none at all."""
        return self.solver.nearest(preferred, FIRST_CONFLICTS)

    def true_clues(self, values: Values) -> dict[ClueKey, Value]:
        """The clues that may be told of a solution, those that are given among them."""
        found = self.clue_values.true_clues(values)
        allowed = self._allowed
        told = found if allowed is None else {k: v for k, v in found.items() if k in allowed}
        return {**told, **self.given}

    def switches(self, clues: TrueClues) -> list[int]:
        """The switches of some clues."""
        found = []
        for key, value in clues.items():
            if key not in self.given:
                if (key, value) not in self._switches:
                    constraints = self.clue_values.constraints(key, value)
                    self._switches[key, value] = self.solver.switch(constraints)
                found.append(self._switches[key, value])
        return found

    def unlike(self, values: Values) -> int:
        """The switch that rules a solution out; others near it are looked for."""
        literals = literals_of(values)
        self.solver.prefer(literals)
        found = self.solver.new_switch()
        self.solver.add([-each for each in literals], found)
        return found

    def other(self, values: Values, assumed: Iterable[int] = ()) -> Values | None:
        """Another solution with the same true clues; None if there is none."""
        unlike = self.unlike(values)
        switches = self.switches(self.true_clues(values))
        found = self.solver.answer([unlike, *switches, *assumed], self._patience)
        self.solver.retire(unlike)
        return found

    def is_only(self, values: Values, clues: TrueClues) -> bool:
        """Return True if some of its clues leave a solution no other."""
        switches = self.switches(clues)
        return self.solver.answer([self.unlike(values), *switches], self._patience) is None

    def prune(
        self,
        values: Values,
        clues: TrueClues,
        groups: Iterable[tuple[ClueKey, ...]],
        wanted: int,
    ) -> dict[ClueKey, Value]:
        """Return clues without groups of them that can be spared, tried in this order until only
        so many are left."""
        unlike, kept = self.unlike(values), dict(clues)
        for group in groups:
            if len(kept) <= wanted:
                break
            self._budget.check()
            fewer = {key: value for key, value in kept.items() if key not in group}
            try:
                other = self.solver.answer([unlike, *self.switches(fewer)], PRUNE_CONFLICTS)
            except TooHard:
                continue
            if other is None:
                kept = fewer
        return kept

    # --- changes -------------------------------------------------------------------------------

    def put_right(self, values: Values) -> Values | None:
        """The solution, changed here and there until its true clues leave no other; None if that
        does not come to an end soon."""
        cells = self.frame.rows * self.frame.cols
        for _ in range(LEAST_PLACES + int(PLACES_FOR_CELLS * cells)):
            self._budget.check()
            other = self.other(values)
            if other is None:
                return values
            values = self._change_around(values, other)
        return None

    def _change_around(self, values: Values, other: Values) -> Values:
        """Return a solution that is the same but around the place where another one differs, and
        has no other there; or at least one that is not the same, to go on from."""
        changed = values
        for margin in range(MARGIN, LAST_MARGIN + 1):
            changed, is_right = self._change_within(values, other, margin)
            if is_right:
                break
        return changed

    def _change_within(self, values: Values, other: Values, margin: int) -> tuple[Values, bool]:
        """The last change within so many cells of a difference, and whether no other solution is
        left there."""
        failed, changed = self.solver.new_switch(), values
        reach = 0 if margin == MARGIN else 1
        self._rule_out(values, other, reach, failed)
        place = _differing(values, other)
        near, far = self._near(place, margin), self._near(place, margin + RING)
        kept = [each for each in literals_of(values) if abs(each) not in near]
        rival: Values | None = other
        for _ in range(TRIES):
            self._budget.check()
            self.solver.prefer(literals_of(values))
            found = self.solver.answer([failed, *kept], self._patience)
            if found is None:
                break
            changed = found
            fixed = [each for each in literals_of(changed) if abs(each) not in far]
            rival = self.other(changed, fixed)
            if rival is None:
                break
            self._rule_out(changed, rival, reach, failed)
        self.solver.retire(failed)
        return changed, rival is None

    def _rule_out(self, values: Values, other: Values, reach: int, switch: int) -> None:
        """Rule out both ways in which two solutions differ, in company of what is beside."""
        place = self._near(_differing(values, other), reach)
        for each in (values, other):
            told = [at if each[at] == TRUE else -at for at in place]
            self.solver.add([-literal for literal in told], switch)

    def _near(self, place: Collection[int], margin: int) -> set[int]:
        """The variables within so many cells of those of some literals; with 0 these."""
        own = {abs(each) for each in place}
        if not margin:
            return own
        cells = {self._cells[each - 1] for each in own}
        near = {
            (row + down, col + across)
            for row, col in cells
            for down in range(-margin, margin + 1)
            for across in range(-margin, margin + 1)
        }
        return own.union(*(self._at[cell] for cell in near if cell in self._at))


def _differing(values: Values, other: Values) -> list[int]:
    """The literals of one solution that are not true in another."""
    return [each for each in literals_of(values) if other[each] != TRUE]
