"""The judge of an answer: is what somebody wrote the step that an exercise asks for?

Any use of the technique counts, not only the one that was found first, and whatever follows at once
may be written or left out. All that is written must be true; what is not, is refuted.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from enpitsu.check import check_fit
from enpitsu.errors import LimitReached
from enpitsu.explain.refute import REFUTATION, refute_shortly
from enpitsu.explain.refute_assumption import Assumption, refute_assumption
from enpitsu.explain.step import Step, messages_of, needed
from enpitsu.explain.walkthrough import Walkthrough
from enpitsu.hint import Finding, Hint
from enpitsu.limits import NO_LIMITS, Budget, Limits
from enpitsu.position import Fact, Note, Writing
from enpitsu.registry import find_kind
from enpitsu.school.practise import Exercise
from enpitsu.technique import Message
from enpitsu.words import ENGLISH, tell

MOST_OTHERS = 3  # facts that are named as following in another way


class AnswerFinding(StrEnum):
    """The worth of an answer."""

    RIGHT = "right"
    """A step by the technique is complete, and nothing is wrong."""
    PART = "part"
    """Nothing is wrong so far, and all of it follows by the technique."""
    OTHER = "other"
    """Nothing is wrong, but some of it does not follow by the technique alone."""
    WRONG = "wrong"
    """Something of it cannot be."""
    UNKNOWN = "unknown"
    """A limit came first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerVerdict:
    """The verdict on an answer.

    - right: `steps` are what was made: the last brings the facts, those before it prepare it.
    - part: `missing` is how many facts the nearest step still lacks.
    - other: `others` are true, but do not follow by the technique alone.
    - wrong: `refuted` tells the first fact that cannot be, and why.
    """

    kind: str
    technique: str
    finding: AnswerFinding
    steps: tuple[Step, ...] = ()
    missing: int = 0
    others: tuple[Fact, ...] = ()
    refuted: Assumption | None = None
    is_empty: bool = False
    """True if nothing was written that does not follow at once."""
    reached: str | None = None

    @property
    def text(self) -> str:
        """The verdict in English."""
        return self.say()

    def say(self, language: str = ENGLISH) -> str:
        """The verdict in words."""
        told = self.others
        if self.refuted is not None and self.refuted.fact is not None:
            told = (self.refuted.fact,)
        sentence = "begin" if self.is_empty else str(self.finding)
        head = Message(f"{self.kind}.school.{sentence}", {"facts": told} if told else {})
        return tell((head, *messages_of(self.steps)), language)


def judge_answer(
    exercise: Exercise, facts: Sequence[Fact], *, limits: Limits = NO_LIMITS
) -> AnswerVerdict:
    """Judge what somebody wrote beyond the position of an exercise, in their order; FormatError if
    it does not fit the board."""
    check_fit(exercise.puzzle, facts)
    budget = limits.start()
    given = exercise.position.facts
    written = [fact for fact in dict.fromkeys(facts) if fact not in given]
    unknown = AnswerVerdict(
        kind=exercise.kind, technique=exercise.technique, finding=AnswerFinding.UNKNOWN
    )
    try:
        wrong = next((at for at, each in enumerate(written) if each not in exercise.truth), None)
        if wrong is not None:
            left = replace(limits, seconds=budget.left())
            tried = written[: wrong + 1]
            refuted = refute_assumption(exercise.puzzle, exercise.position, tried, left)
            refuted = replace(refuted, fact=written[wrong])
            return replace(unknown, finding=AnswerFinding.WRONG, refuted=refuted)
        return _Judge(exercise, written, budget).verdict(unknown)
    except LimitReached as limit:
        return replace(unknown, reached=str(limit))


def next_hint(exercise: Exercise, facts: Sequence[Fact], *, limits: Limits = NO_LIMITS) -> Hint:
    """Return the hint for an exercise on which something is written: the step by the technique of
    which the most is there already; if a limit comes first, the one that was found first."""
    check_fit(exercise.puzzle, facts)
    given = exercise.position.facts
    written = [fact for fact in facts if fact not in given and fact in exercise.truth]
    try:
        steps = _Judge(exercise, written, limits.start()).nearest()
    except LimitReached:
        steps = ()
    return Hint(exercise.kind, Finding.STEP, steps or exercise.steps)


class _Judge:
    """Judge an answer of which all is true."""

    def __init__(self, exercise: Exercise, written: Sequence[Fact], budget: Budget) -> None:
        self._exercise, self._written, self._budget = exercise, written, budget
        at_first = self._walk(())
        self._at_once = frozenset(each for each in at_first.known if isinstance(each, Fact))
        now = self._walk(written)
        self._known = frozenset(each for each in now.known if isinstance(each, Fact))

    def verdict(self, verdict: AnswerVerdict) -> AnswerVerdict:
        """Return the verdict."""
        candidates = list(self._candidates())
        done = next(filter(self._is_done, candidates), None)
        if done is not None:
            return replace(verdict, finding=AnswerFinding.RIGHT, steps=done)
        brought = {fact for steps in candidates for step in steps for fact in step.brings}
        known = self._at_once | brought
        others = tuple(fact for fact in self._written if fact not in known)
        if others and not self._follow_at_once(others, known):
            return replace(verdict, finding=AnswerFinding.OTHER, others=others[:MOST_OTHERS])
        missing = min((self._missing(steps) for steps in candidates), default=0)
        is_empty = self._at_once.issuperset(self._written)
        return replace(verdict, finding=AnswerFinding.PART, missing=missing, is_empty=is_empty)

    def nearest(self) -> tuple[Step, ...]:
        """Return a use of the technique that is begun, of these the one of which the least is
        missing; if none is, the first."""
        written = frozenset(self._written) - self._at_once
        usable = [steps for steps in self._candidates() if self._rests_on_board(steps)]
        begun = [steps for steps in usable if not written.isdisjoint(steps[-1].facts)]
        return min(begun, key=self._missing, default=usable[0] if usable else ())

    def _walk(self, written: Sequence[Fact]) -> Walkthrough:
        exercise = self._exercise
        writing = Writing()
        for fact in (*exercise.position, *written):
            writing.put(fact)
        kind, truth = find_kind(exercise.kind), exercise.truth
        return Walkthrough(
            kind, exercise.puzzle, writing.position, truth, truth.facts, self._budget
        )

    def _candidates(self) -> Iterator[tuple[Step, ...]]:
        """Yield the uses of the technique, each as the steps to something that can be written: the
        one that was found first, those at other sites, and what follows by the same technique once
        they are known."""
        exercise = self._exercise
        yield exercise.steps
        if exercise.technique == REFUTATION:
            yield from self._refutations()
            return
        for step in self._walk(()).steps_of(exercise.technique):
            if step.facts:
                yield (step,)
        before: list[Step] = []
        for step in self._walk(()).steps_by({each.technique for each in exercise.steps}):
            before.append(step)
            if step.facts:
                chain = tuple(needed(_only_notes(before), step.facts))
                if any(each.technique == exercise.technique for each in chain):
                    yield chain

    def _refutations(self) -> Iterator[tuple[Step, ...]]:
        """Yield the contradictions that prove what was written."""
        for fact in self._written:
            if fact not in self._at_once:
                board = self._exercise.position
                step = refute_shortly(self._exercise.puzzle, board, fact.opposite, self._budget)
                if step is not None:
                    yield (step,)

    def _is_done(self, steps: tuple[Step, ...]) -> bool:
        facts = steps[-1].facts
        return bool(facts) and not self._missing(steps) and self._rests_on_board(steps)

    def _missing(self, steps: tuple[Step, ...]) -> int:
        return sum(fact not in self._known for fact in steps[-1].facts)

    def _rests_on_board(self, steps: tuple[Step, ...]) -> bool:
        """Return whether all reasons are there: a use may rest on what another one brings."""
        reasons = (each for step in steps for each in step.because if isinstance(each, Fact))
        return all(fact in self._known for fact in reasons)

    def _follow_at_once(self, others: Collection[Fact], known: Collection[Fact | Note]) -> bool:
        """Return whether facts follow at once from what the technique brings."""
        own = [fact for fact in self._written if fact in known]
        return not others or self._walk(own).known.issuperset(others)


def _only_notes(steps: Sequence[Step]) -> list[Step]:
    """Return the last step, behind those that can only be noted."""
    return [*(each for each in steps[:-1] if not each.facts), steps[-1]]
