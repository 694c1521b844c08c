"""A check of steps: what they conclude must follow from their own reasons and the rules of the
kind, with no other clue and no other fact."""

from __future__ import annotations

from collections.abc import Iterable

from enpitsu.explain.clauses import Clauses
from enpitsu.explain.sat_proof import ClueSolver
from enpitsu.explain.step import Step
from enpitsu.kind import AnyKind, Puzzle, Rule
from enpitsu.limits import Budget
from enpitsu.position import Fact, Note
from enpitsu.scene import Place
from enpitsu.technique import Known, Reason

MAX_MODELS = 3  # looked at before a reason counts as needed


class StepChecker:
    """Judges the steps of one puzzle."""

    def __init__(self, kind: AnyKind, puzzle: Puzzle, budget: Budget) -> None:
        self._clauses = Clauses(kind, puzzle, budget)
        self._solver = ClueSolver(self._clauses, budget)
        self._clues: dict[int, frozenset[Place]] = {
            owner: frozenset(rule.clues)
            for owner in self._solver.names
            if isinstance(rule := self._clauses.owners[owner], Rule)
        }
        self._places = frozenset[Place]().union(*self._clues.values())
        self._notes: dict[Note, int] = {}
        self._denials: dict[Note, int] = {}

    def follows(self, step: Step) -> bool:
        """Return whether what a step concludes follows from its reasons alone."""
        return self._entails(step.because, (*step.facts, *step.notes))

    def follows_at_once(self, step: Step, known: Iterable[Known]) -> bool:
        """Return whether all that a step implies follows from it and what was known before."""
        before: tuple[Reason, ...] = (*known, *step.facts, *step.notes, *self._places)
        return self._entails(before, (*step.also, *step.also_notes))

    def _entails(
        self,
        because: Iterable[Reason],
        concluded: Iterable[Known],
        models: int | None = None,
    ) -> bool:
        given = self._given(because)
        if given is None:
            return False
        denial = [denied for each in concluded if (denied := self._deny(each)) is not None]
        if not denial:
            return True
        # One of the conclusions is false: a clause that holds in this one question.
        asked = self._solver.fresh()
        self._solver.add((-asked, *denial))
        has_answer = self._solver.has_answer([asked, *given], models=models)
        self._solver.add((-asked,))
        return has_answer is False

    def spare(self, step: Step) -> tuple[Reason, ...]:
        """Return the reasons each of which a step could do without, the others given, as far as
        that is soon seen; cells that are no clue are only places to look at and do not count."""
        concluded: tuple[Known, ...] = (*step.facts, *step.notes)
        return tuple(
            reason
            for reason in step.because
            if (isinstance(reason, Fact | Note) or reason in self._places)
            and self._entails(
                (other for other in step.because if other != reason), concluded, MAX_MODELS
            )
        )

    def _given(self, because: Iterable[Reason]) -> list[int] | None:
        """Return the reasons as assumptions; None if one of them is impossible."""
        because = tuple(because)
        places = {reason for reason in because if not isinstance(reason, Fact | Note)}
        names = self._solver.names
        given = [names[owner] for owner, clues in self._clues.items() if clues <= places]
        for known in because:
            if isinstance(known, Note):
                if known not in self._notes:
                    self._notes[known] = self._solver.fresh()
                    meaning = self._clauses.meaning(known)
                    if meaning is not None:
                        self._solver.add((*meaning, -self._notes[known]))
                given.append(self._notes[known])
            elif isinstance(known, Fact):
                literal = self._clauses.encoding.literal(known)
                if literal is not None:
                    given.append(literal)
                elif not self._clauses.is_always_true(known):
                    return None
        return given

    def _deny(self, known: Known) -> int | None:
        """Return a literal that says that this is false; None if it is always true."""
        if isinstance(known, Note):
            meaning = self._clauses.meaning(known)
            if meaning is None:
                return None
            if known not in self._denials:
                self._denials[known] = self._solver.fresh()
                for each in meaning:
                    self._solver.add((-self._denials[known], -each))
            return self._denials[known]
        literal = self._clauses.encoding.literal(known)
        if literal is not None:
            return -literal
        return None if self._clauses.is_always_true(known) else self._solver.always
