"""Hints: is the board still right, and what follows next, told in stages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple

from enpitsu.check import check
from enpitsu.errors import LimitReached
from enpitsu.explain.known_facts import (
    KnownFacts,
    check_decided,
    find_known_facts,
    known_facts_of,
)
from enpitsu.explain.refute import refute_shortly
from enpitsu.explain.refute_assumption import first_impossible
from enpitsu.explain.step import Step, messages_of, places_of
from enpitsu.explain.walkthrough import Walkthrough
from enpitsu.grid import Cell, Edge
from enpitsu.kind import Puzzle
from enpitsu.limits import NO_LIMITS, Budget, Limits
from enpitsu.position import Fact, Position
from enpitsu.registry import kind_of
from enpitsu.scene import NO_MARKS, Marks, Place
from enpitsu.solve import Status
from enpitsu.technique import Argument, Message
from enpitsu.words import ENGLISH, Runs, join_runs, say, say_runs, tell_runs

MAX_NAMED_PLACES = 6  # of a broken rule


class Finding(StrEnum):
    """The sort of a hint."""

    STEP = "step"
    MISTAKE = "mistake"
    SOLVED = "solved"
    OPEN = "open"
    IMPOSSIBLE = "impossible"
    UNKNOWN = "unknown"


class Stage(NamedTuple):
    """A part of a hint, shown when the player asks for more: what it is, in words, and what to
    point at."""

    name: str
    runs: Runs
    marks: Marks

    @property
    def text(self) -> str:
        """The words."""
        return join_runs(self.runs)


@dataclass(frozen=True)
class Hint:
    """Help from a position on.

    - step: the last of `steps` is the next step; those before it only prepare it with notes.
    - mistake: `mistakes` on the board are wrong, the earliest first; `undo` is how many moves of
      the history must be taken back, `why` what the first one contradicts, where that is short, and
      `witnesses` where to see it.
    - solved: nothing is left to do. open: several solutions are left, and nothing is forced.
    - impossible: the puzzle itself has no solution. unknown: the limit `reached` came first.

    `is_unique` is false for a puzzle with several solutions, on which only what is forced is told.
    """

    kind: str
    finding: Finding
    steps: tuple[Step, ...] = ()
    mistakes: tuple[Fact, ...] = ()
    undo: int | None = None
    why: tuple[Message, ...] = ()
    witnesses: frozenset[Place] = frozenset()
    is_unique: bool = True
    reached: str | None = None

    @property
    def step(self) -> Step | None:
        """The next step."""
        return self.steps[-1] if self.steps else None

    @property
    def text(self) -> str:
        """The whole hint in English."""
        return " ".join(stage.text for stage in self.stages())

    def stages(self, language: str = ENGLISH) -> list[Stage]:
        """The hint in stages, each telling more than the one before."""
        if self.step is not None:
            return list(self._step_stages(self.step, language))
        if self.mistakes:
            return list(self._mistake_stages(language))
        return [Stage("board", self._say(self.finding.value, {}, language), NO_MARKS)]

    def _step_stages(self, step: Step, language: str) -> Iterator[Stage]:
        where = Marks(hints=frozenset([step.at]))
        technique = f"{self.kind}.techniques.{step.technique}"
        name = say(Message(f"{technique}.name", {}), language)
        rule = say(Message(f"{technique}.rule", {}), language)
        yield Stage("where", self._say("where", {"place": step.at}, language), where)
        yield Stage(
            "technique", self._say("technique", {"name": name, "rule": rule}, language), where
        )
        because = frozenset().union(*(each.marks.because for each in self.steps))
        reason = _tell(messages_of(self.steps), language)
        # The reason ends with what follows, so it points there too.
        marks = Marks(step.marks.errors, step.marks.hints, because)
        yield Stage("reason", reason, marks)
        move = step.move or Message(f"{self.kind}.hint.move", {"facts": step.facts})
        yield Stage("move", say_runs(move, language), marks)

    def _mistake_stages(self, language: str) -> Iterator[Stage]:
        first = self.mistakes[0]
        place = Marks.of_errors(places_of(first))
        yield Stage("board", self._say("mistake", {}, language), NO_MARKS)
        yield Stage("where", self._say("wrong", {"fact": first}, language), place)
        if self.why:
            seen = place._replace(because=self.witnesses - place.errors)
            yield Stage("reason", _tell(self.why, language), seen)
        if self.undo is not None:
            yield Stage("undo", self._say("undo", {"count": self.undo}, language), place)

    def _say(self, key: str, args: dict[str, Argument], language: str) -> Runs:
        return say_runs(Message(f"{self.kind}.hint.{key}", args), language)


def _tell(messages: Sequence[Message], language: str) -> Runs:
    return tuple(run for runs in tell_runs(messages, language) for run in runs)


def hint(
    puzzle: Puzzle,
    position: Position,
    history: Sequence[Fact] | None = None,
    *,
    limits: Limits = NO_LIMITS,
) -> Hint:
    """Return help from a position on: the earliest mistake on the board, or the easiest step.

    `history` is what the player wrote, in order; what does not stand on the board any more is
    passed over, and what stands there without being in it came first.
    """
    budget = limits.start()
    kind_of(puzzle).board(puzzle).place(position)
    try:
        budget.check()
        truth, problem = find_problem(puzzle, position, history or (), limits, budget)
        if problem is not None:
            return problem
        if truth.status is not Status.UNIQUE:
            return replace(_forced_hint(puzzle, position, limits, budget), is_unique=False)
        if not check(puzzle, position):
            return Hint(puzzle.kind, Finding.SOLVED)
        walk = Walkthrough(kind_of(puzzle), puzzle, position, truth, truth.facts, budget)
        return _find_first(walk) or Hint(puzzle.kind, Finding.SOLVED)
    except LimitReached as limit:
        return Hint(puzzle.kind, Finding.UNKNOWN, reached=str(limit))


def find_problem(
    puzzle: Puzzle, position: Position, history: Sequence[Fact], limits: Limits, budget: Budget
) -> tuple[KnownFacts, Hint | None]:
    """Return the known facts of the solutions, and the hint that tells the mistake on the board or
    that the puzzle has no solution; None if all is right so far. LimitReached if it is not known in
    time."""
    truth = known_facts_of(puzzle, limits, shared=False)
    if truth.status is Status.NONE:
        return truth, Hint(puzzle.kind, Finding.IMPOSSIBLE)
    is_unique = truth.status is Status.UNIQUE
    last = {fact: at for at, fact in enumerate(history)}
    written = sorted(position, key=lambda fact: last.get(fact, -1))
    if is_unique:
        mistakes = [fact for fact in written if fact not in truth]
    else:
        first = first_impossible(puzzle, (), written, limits)
        mistakes = [] if first is None else [written[first]]
    if not mistakes:
        return truth, None
    before = written[: written.index(mistakes[0])]
    why, witnesses = _find_contradiction(puzzle, before, mistakes[0], budget)
    found = Hint(
        puzzle.kind,
        Finding.MISTAKE,
        mistakes=tuple(mistakes),
        undo=len(history) - last[mistakes[0]] if mistakes[0] in last else None,
        why=why,
        witnesses=witnesses,
        is_unique=is_unique,
    )
    return truth, found


def wrong_facts(puzzle: Puzzle, position: Position, *, limits: Limits = NO_LIMITS) -> list[Fact]:
    """Return all facts of a position that the only solution denies; none where there are several
    solutions. LimitReached if that is not known in time."""
    truth = known_facts_of(puzzle, limits, shared=False)
    return [fact for fact in position if truth.status is Status.UNIQUE and fact not in truth]


def _find_contradiction(
    puzzle: Puzzle, before: Sequence[Fact], wrong: Fact, budget: Budget
) -> tuple[tuple[Message, ...], frozenset[Place]]:
    """Tell in a few messages what a wrong fact contradicts, and return the places to look at."""
    near = {wrong.slot} if isinstance(wrong.slot, Cell) else set(wrong.slot)
    for violation in check(puzzle, Position.of([*before, wrong]), partial=True):
        if not near.isdisjoint(violation.cells) or wrong.slot in violation.lines:
            named = {cell for line in violation.lines if isinstance(line, Edge) for cell in line}
            cells = (cell for cell in violation.cells if cell not in named)
            seen = (*violation.lines, *cells)[:MAX_NAMED_PLACES]
            rule = Message(f"{puzzle.kind}.violations.{violation.code}", {})
            why = Message(f"{puzzle.kind}.hint.broken", {"sentence": rule, "places": seen})
            return (why,), frozenset((*violation.lines, *violation.cells))
    step = refute_shortly(puzzle, before, wrong, budget)
    return ((), frozenset()) if step is None else (step.chain, step.marks.because)


def _forced_hint(puzzle: Puzzle, position: Position, limits: Limits, budget: Budget) -> Hint:
    """Find the next step that all solutions share, at first without asking for all of that."""
    walk = Walkthrough(kind_of(puzzle), puzzle, position, frozenset(), None, budget)
    found = _find_first(walk)
    if found is not None:
        return found
    truth = find_known_facts(puzzle, position, limits)
    check_decided(truth)
    walk = Walkthrough(kind_of(puzzle), puzzle, position, truth, truth.facts, budget)
    return _find_first(walk) or Hint(puzzle.kind, Finding.OPEN)


def _find_first(walk: Walkthrough) -> Hint | None:
    """Find the first step that can be written down, with those that prepare it."""
    steps = walk.next_written()
    return Hint(walk.kind.id, Finding.STEP, steps) if steps else None
