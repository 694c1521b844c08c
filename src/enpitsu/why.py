"""The reasons why something holds on a board, cannot be, or is open."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from enpitsu.errors import FormatError, PuzzleError
from enpitsu.explain.justify import FactStatus, justify
from enpitsu.explain.refute_assumption import (
    MAX_TOLD_STEPS,
    close_of,
    refute_assumption,
    refuted_messages,
    say_facts,
)
from enpitsu.explain.step import Step
from enpitsu.explain.walkthrough import ladder_of
from enpitsu.grid import Edge, Slot, is_inside, parse_slot
from enpitsu.improve.no_solution import NoSolution, explain_no_solution, find_mismatch
from enpitsu.kind import Puzzle
from enpitsu.limits import NO_LIMITS, Limits
from enpitsu.position import Fact, Position, parse_fact
from enpitsu.registry import kind_of
from enpitsu.scene import NO_MARKS, Marks, Place
from enpitsu.solve import Status, survey
from enpitsu.technique import Message
from enpitsu.words import ENGLISH, SHARED, join_sentences, say, tell


@dataclass(frozen=True, slots=True, kw_only=True)
class Why:
    """The answer why a fact holds on a board, cannot be, or is open.

    - step, later: the last of `steps` brings it, those before it lead there; there are none for
      what is so in every solution, but no technique tells.
    - wrong: `steps` end in a contradiction with it, or prove its opposite.
    - open: it holds in some solutions only.
    - impossible: the puzzle has no solution, and `no_solution` tells why.
    - unknown: the limit `reached` came first.
    """

    puzzle: Puzzle
    fact: Fact | None
    """The fact that was asked; None if it was a place, and nothing is known of it."""
    finding: FactStatus
    steps: tuple[Step, ...] = ()
    no_solution: NoSolution | None = None
    reached: str | None = None

    @property
    def kind(self) -> str:
        """The id of the puzzle's kind."""
        return self.puzzle.kind

    @property
    def marks(self) -> Marks:
        """The places to point at."""
        if self.no_solution is not None:
            return self.no_solution.marks
        if self.fact is None:
            return NO_MARKS
        because = self.steps[-1].marks.because if self.steps else frozenset[Place]()
        here = frozenset[Place]((self.fact.slot,))
        if self.finding is FactStatus.WRONG:
            return Marks(errors=here, because=because)
        return Marks(hints=here, because=because)

    @property
    def text(self) -> str:
        """The answer in English."""
        return self.say()

    def say(self, language: str = ENGLISH) -> str:
        """The answer in words."""
        if self.no_solution is not None:
            head = say(Message(f"{SHARED}.hint.impossible", {}), language)
            reason = "" if self.no_solution.is_bare else self.no_solution.say(language)
            return join_sentences([head, reason], language) if reason else head
        if self.fact is None or self.finding is FactStatus.UNKNOWN:
            return say(Message(f"{SHARED}.can-be.unknown", {}), language)
        if self.finding is FactStatus.WRONG:
            return tell(refuted_messages(self.puzzle, self.fact, self.steps), language)
        if self.finding is FactStatus.STEP:
            return self.steps[-1].say(language)
        steps = self.steps if len(self.steps) <= MAX_TOLD_STEPS else ()
        return join_sentences(
            [self.say_head(language), *(step.say(language) for step in steps)], language
        )

    def say_head(self, language: str = ENGLISH) -> str:
        """The sentence before several steps that bring the fact, or that it is open; else empty."""
        if self.fact is None or self.finding not in (FactStatus.LATER, FactStatus.OPEN):
            return ""
        is_bare = self.finding is FactStatus.LATER and not self.steps
        name = "can-be.forced" if is_bare else f"why.{self.finding}"
        return say(say_facts(self.puzzle, name, self.fact, count=len(self.steps)), language)

    def say_close(self, language: str = ENGLISH) -> str:
        """The sentence after steps that prove the opposite; else empty."""
        if self.fact is None or self.finding is not FactStatus.WRONG:
            return ""
        return tell(close_of(self.puzzle, self.fact, self.steps, "can-be.so"), language)


def why(
    puzzle: Puzzle, position: Position, fact: Fact | Slot | str, *, limits: Limits = NO_LIMITS
) -> Why:
    """Tell why a fact holds on a board, what contradicts it, or that it is open.

    A place alone, as "r3c4", asks about what stands there, or else about what must stand there. Of
    the rest of the board only what is right counts.
    """
    budget, kind = limits.start(), kind_of(puzzle)
    ladder_of(kind)
    kind.board(puzzle).place(position)
    asked = parse_question(fact) if isinstance(fact, str) else fact
    slot = asked.slot if isinstance(asked, Fact) else asked
    cells = slot if isinstance(slot, Edge) else (slot,)
    if not any(is_inside(cell, puzzle.rows, puzzle.cols) for cell in cells):
        raise PuzzleError(f"{slot} is not on the board of {puzzle.rows}x{puzzle.cols}")
    if isinstance(asked, Fact):
        found = _explain(puzzle, position, asked, limits)
    else:
        found = _explain_place(puzzle, position, asked, limits)
    left = replace(limits, seconds=budget.left())
    if found.finding is FactStatus.IMPOSSIBLE:
        reason = find_mismatch(puzzle) or explain_no_solution(puzzle, left)
        return replace(found, no_solution=reason)
    if found.finding is FactStatus.WRONG and found.fact is not None:
        refuted = refute_assumption(puzzle, position, [found.fact], left)
        return replace(found, steps=refuted.steps, reached=refuted.reached)
    return found


def parse_question(text: str) -> Fact | Slot:
    """Read "r3c4 shaded" or "r3c4"; FormatError if it is neither."""
    try:
        return parse_fact(text) if " " in text.strip() else parse_slot(text.strip())
    except ValueError as error:
        raise FormatError(str(error)) from None


def _explain(puzzle: Puzzle, position: Position, fact: Fact, limits: Limits) -> Why:
    found = justify(puzzle, position, fact, limits)
    return Why(
        puzzle=puzzle,
        fact=fact,
        finding=found.finding,
        steps=found.steps,
        reached=found.reached,
    )


def _nothing_at(slot: Slot, facts: Iterable[Fact]) -> str:
    """Say that nothing can be written at a place, and where around a cell something can be."""
    edges = sorted({each.slot for each in facts if isinstance(each.slot, Edge)})
    near = next((edge for edge in edges if slot in edge), None)
    return f"nothing can be written at {slot}" + (f", but at {near}" if near is not None else "")


def _explain_place(puzzle: Puzzle, position: Position, slot: Slot, limits: Limits) -> Why:
    """Explain what stands at a place, or else what must stand there; what holds before denials."""
    budget = limits.start()
    here = sorted(fact for fact in position if fact.slot == slot)
    if not here:
        found = survey(puzzle, limits=limits)
        nothing = Why(puzzle=puzzle, fact=None, finding=FactStatus.UNKNOWN)
        if found.status is Status.NONE:
            return replace(nothing, finding=FactStatus.IMPOSSIBLE)
        here = sorted(fact for fact in found.forced if fact.slot == slot)
        open_here = sorted(fact for fact in found.open if fact.slot == slot)
        if not here and open_here:
            return replace(nothing, fact=open_here[0], finding=FactStatus.OPEN)
        if not here and found.reached is not None:
            return replace(nothing, reached=found.reached)
        if not here:
            raise PuzzleError(_nothing_at(slot, (*found.forced, *found.open)))
    fact = next((fact for fact in here if fact.holds), here[0])
    return _explain(puzzle, position, fact, replace(limits, seconds=budget.left()))
