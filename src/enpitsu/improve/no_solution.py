"""The reason why a puzzle has no solution: the clues to blame, told as people would find out.

One of the clues that contradict each other is left open: then there is a solution, and the kind's
techniques lead on. When what they have found breaks the clue that was left open, that is the
contradiction. Often it is shorter to see what rules and clues make of each other, with something
supposed or without.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice

from enpitsu.check import check
from enpitsu.errors import LimitReached
from enpitsu.explain import needed
from enpitsu.explain.known_facts import find_known_facts
from enpitsu.explain.refute import find_contradiction, find_long_contradiction
from enpitsu.explain.step import HasText, Step, messages_of
from enpitsu.explain.walkthrough import Walkthrough
from enpitsu.grid import Cell, Edge
from enpitsu.improve.conflicts import ClueConflict, find_conflict, suspects
from enpitsu.judge import Judge
from enpitsu.kind import Puzzle, Violation
from enpitsu.limits import Budget, Limits
from enpitsu.position import EMPTY, Fact, Position
from enpitsu.registry import kind_of
from enpitsu.scene import NO_MARKS, Marks, Place
from enpitsu.solve import Status
from enpitsu.technique import Message
from enpitsu.words import SHARED, find_sentence

MAX_NAMED_CLUES = 24  # in a sentence
MAX_SENTENCES = 12  # of the steps that are told: more show nobody what is wrong
MAX_SECONDS = 3.0  # for few steps, when it is known what is to blame
MAX_LONG_SECONDS = 12.0  # for as many as it takes, where few do not show it
MAX_LONG_STEPS = 80  # by refutations; then whatever leads on
MAX_OPENED_CLUES = 3  # left open in turn
MAX_SUPPOSING_STEPS = 4  # that suppose something and end with what cannot be
MAX_STEPS = 80  # taken before it is given up


@dataclass(frozen=True, slots=True, kw_only=True)
class NoSolution(HasText):
    """The reason why a puzzle has no solution.

    `message` says it in a sentence, and `places` are the clues that are to blame. Steps lead from
    the clues alone to a contradiction: `end` says which rule breaks, where the last step does not.
    """

    kind: str
    message: Message
    places: tuple[Place, ...] = ()
    steps: tuple[Step, ...] = ()
    end: Message | None = None
    marks: Marks = NO_MARKS
    """The places to point at."""
    is_mismatch: bool = False
    """True if it is seen at a glance, as where numbers do not go together."""

    @property
    def is_bare(self) -> bool:
        """True if nothing more is known than that there is no solution."""
        return not self.places and not self.steps

    @property
    def messages(self) -> tuple[Message, ...]:
        """The sentence, the steps and their end."""
        return (self.message, *messages_of(self.steps), *self.close)

    @property
    def close(self) -> tuple[Message, ...]:
        """The end of the steps; nothing if they say it themselves."""
        return () if self.end is None else (self.end,)


def find_mismatch(puzzle: Puzzle) -> NoSolution | None:
    """Find the reason why a puzzle can have no solution, if that is seen at a glance."""
    editor = kind_of(puzzle).editor
    found = None if editor is None else editor.mismatch(puzzle)
    if found is None:
        return None
    return NoSolution(
        kind=puzzle.kind,
        message=found.message,
        places=tuple(found.places),
        marks=Marks.of_errors(found.places),
        is_mismatch=True,
    )


def blame_clues(puzzle: Puzzle, limits: Limits) -> NoSolution:
    """Find the clues of a puzzle without solution that contradict each other, as far as the time
    goes."""
    return _find_unmet(puzzle) or _blame(puzzle, *_find_conflict(puzzle, limits))


def explain_no_solution(puzzle: Puzzle, limits: Limits) -> NoSolution:
    """Find the clues of a puzzle without solution that contradict each other, and steps that show
    it, if they are few."""
    unmet, budget = _find_unmet(puzzle), limits.start()
    if unmet is not None:
        return unmet
    places, conflict = _find_conflict(puzzle, limits)
    core = puzzle if conflict is None else conflict.puzzle
    proof = _find_proof(core, _at_most(MAX_SECONDS, limits, budget))
    if proof is None:
        proof = _find_long_proof(core, _at_most(MAX_LONG_SECONDS, limits, budget))
    blame = _blame(puzzle, places, conflict)
    if proof is None:
        return blame
    because = proof.steps[-1].marks.because if proof.steps else frozenset[Place]()
    if proof.broken is None:
        return replace(blame, steps=proof.steps, marks=blame.marks._replace(because=because))
    rule = Message(f"{puzzle.kind}.violations.{proof.broken.code}", {})
    broken: tuple[Place, ...] = (*proof.broken.cells, *proof.broken.lines)
    return replace(
        blame,
        steps=proof.steps,
        end=Message(f"{SHARED}.can-be.but", {"sentence": rule}),
        marks=Marks(errors=blame.marks.errors.union(broken), because=because),
    )


def _at_most(seconds: float, limits: Limits, budget: Budget) -> Limits:
    left = budget.left()
    return replace(limits, seconds=seconds if left is None else min(seconds, left))


def _find_unmet(puzzle: Puzzle) -> NoSolution | None:
    """Return a rule that is broken before anything is drawn, in words for its author."""
    violations = check(puzzle, EMPTY, partial=True)
    if not violations:
        return None
    broken = violations[0]
    name = f"{puzzle.kind}.unmet.{broken.code}"
    places: tuple[Place, ...] = (*broken.lines, *broken.cells)
    if places and find_sentence(name) is not None:
        message = Message(name, {"place": places[0]})
    else:
        message = Message(f"{puzzle.kind}.violations.{broken.code}", {})
    return NoSolution(
        kind=puzzle.kind,
        message=message,
        places=(*broken.cells, *broken.lines),
        marks=Marks.of_errors(places),
    )


def _blame(
    puzzle: Puzzle, places: tuple[Place, ...], conflict: ClueConflict[Puzzle] | None = None
) -> NoSolution:
    """Say what contradicts each other, or only that it does if it is too much."""
    name = "places" if conflict is not None and conflict.is_silent else "conflict"
    if 0 < len(places) <= MAX_NAMED_CLUES:
        message = Message(f"{SHARED}.live-check.{name}", {"places": places})
    else:
        many = "many-places" if name == "places" else "many"
        message = Message(f"{SHARED}.live-check.{many if places else 'none'}", {})
    marks = Marks.of_errors(places)
    return NoSolution(kind=puzzle.kind, message=message, places=places, marks=marks)


def _find_conflict(
    puzzle: Puzzle, limits: Limits
) -> tuple[tuple[Place, ...], ClueConflict[Puzzle] | None]:
    """Find clues that contradict each other: no more than it takes, or what is found in time."""
    places, found = tuple[Place, ...](), None
    if kind_of(puzzle).editor is not None:
        judge = Judge(puzzle, limits)
        with suppress(LimitReached):
            places = suspects(puzzle, judge)
            found = find_conflict(puzzle, judge)
            places = () if found is None else found.places
    return places, found


# --- steps to the contradiction -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Proof:
    """Steps from the clues alone, and the rule that what they bring breaks; None if the last step
    tells that."""

    steps: tuple[Step, ...]
    broken: Violation | None = None

    @property
    def length(self) -> int:
        """The number of sentences."""
        return sum(len(step.messages) for step in self.steps)


def _find_proof(core: Puzzle, limits: Limits) -> _Proof | None:
    """Return the shortest proof that is found, if it is short enough."""
    kind = kind_of(core)
    if kind.ladder is None:
        return None
    proofs: list[_Proof | None] = []
    budget = limits.start()
    with suppress(LimitReached):
        editor = kind.editor
        changes = () if editor is None else islice(editor.relax(core), MAX_OPENED_CLUES)
        for each in (editor.edit(core, change) for change in changes if editor is not None):
            proofs.append(_walk(each, core, limits, budget))
        steps = find_contradiction(kind, core, budget, MAX_SUPPOSING_STEPS)
        proofs.append(None if steps is None else _Proof(tuple(steps)))
    short = [proof for proof in proofs if proof is not None and proof.length <= MAX_SENTENCES]
    return min(short, key=lambda proof: proof.length, default=None)


def _find_long_proof(core: Puzzle, limits: Limits) -> _Proof | None:
    """Return steps to the contradiction, however many it takes."""
    kind, budget = kind_of(core), limits.start()
    if kind.ladder is None:
        return None
    with suppress(LimitReached):
        steps, facts = find_long_contradiction(kind, core, budget, MAX_LONG_STEPS)
        if not facts:
            return _Proof(tuple(steps)) if steps else None
        position = Position.of(facts)
        broken = check(core, position, partial=True) or check(core, position)
        return _Proof(tuple(steps), broken[0]) if broken else None
    return None


def _walk(opened: Puzzle, puzzle: Puzzle, limits: Limits, budget: Budget) -> _Proof | None:
    """Walk through a puzzle with a clue left open until that breaks the clue, if it ever does."""
    kind, steps = kind_of(puzzle), list[Step]()
    truth = find_known_facts(opened, EMPTY, replace(limits, seconds=budget.left()))
    if truth.status in (Status.UNKNOWN, Status.NONE):
        return None
    assert kind.ladder is not None
    walk = Walkthrough(kind, opened, EMPTY, truth, None, budget, kind.ladder.thresholds[-1])
    while True:
        facts = [known for known in walk.known if isinstance(known, Fact)]
        broken = check(puzzle, Position.of(facts), partial=True)
        if broken:
            wanted = _breaking_facts(puzzle, facts, broken[0])
            return _Proof(tuple(needed(steps, wanted)), broken[0])
        step = walk.next_step() if len(steps) < MAX_STEPS else None
        if step is None:
            return None
        steps.append(step)


def _breaking_facts(puzzle: Puzzle, facts: list[Fact], broken: Violation) -> list[Fact]:
    """Return facts that alone break the rule so, none of which can be spared."""
    cells = set(broken.cells)
    for line in broken.lines:
        cells.update(line if isinstance(line, Edge) else line.cells(puzzle.rows, puzzle.cols))
    near = [
        fact
        for fact in facts
        if not cells.isdisjoint((fact.slot,) if isinstance(fact.slot, Cell) else fact.slot)
    ]
    kept = near if _breaks(puzzle, near, broken) else facts
    for fact in list(kept):
        fewer = [other for other in kept if other != fact]
        if _breaks(puzzle, fewer, broken):
            kept = fewer
    return kept


def _breaks(puzzle: Puzzle, facts: Iterable[Fact], broken: Violation) -> bool:
    """Return whether facts break the rule at the same place."""
    found = check(puzzle, Position.of(facts), partial=True)
    where = (broken.code, broken.lines[:1], broken.cells[:1])
    return where in [(each.code, each.lines[:1], each.cells[:1]) for each in found]
