"""A walk through a puzzle: the easiest step from what is known, again and again.

The cheapest technique that gives something is used, then the search starts again at the top; a
technique looks only at sites that something new has touched since it last found nothing there.
Implicit conclusions are drawn at once and folded into the steps: a reason that the player's board
does not show is replaced by the reasons it comes from.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Iterator, Set
from dataclasses import replace
from functools import cached_property
from heapq import heappop, heappush
from math import inf
from typing import Any

from enpitsu.errors import PuzzleError
from enpitsu.explain.refute import Refuter, refutation_level
from enpitsu.explain.step import Step, as_said, needed, places_of, say_move
from enpitsu.kind import AnyKind, Kind, P, Puzzle
from enpitsu.limits import Budget
from enpitsu.position import Fact, Note, Position
from enpitsu.technique import Deduction, Known, Ladder, Message, Reason, Site, Technique

REFUTATION_LEVEL = 3.5  # of the shortest refutations; harder techniques take turns with them
AT_ONCE_LEVEL = 1.0  # harder implicit conclusions wait until no technique below the former helps


class SiteQueue:
    """The sites that a technique has still to look at, in their order, each once."""

    __slots__ = ("_heap", "_state", "_waiting", "technique")

    def __init__(self, technique: Technique[Any], state: Any) -> None:
        self.technique, self._state = technique, state
        self._waiting: set[Site] | None = None
        """None until it is first asked: then all sites are waiting."""
        self._heap: list[Site] = []

    def add(self, known: Known) -> None:
        """Look again where something new may lead on."""
        if self._waiting is not None:
            for site in self.technique.touched(self._state, known):
                if site not in self._waiting:
                    self._waiting.add(site)
                    heappush(self._heap, site)

    def find(self, budget: Budget) -> Deduction | None:
        """Find the first deduction. A site without one is not looked at again until something new
        touches it."""
        if self._waiting is None:
            self._waiting = set(self.technique.sites(self._state))
            self._heap = sorted(self._waiting)
        while self._heap:
            budget.check()
            found = self.technique.find(self._state, self._heap[0])
            if found is not None:
                return found
            self._waiting.discard(heappop(self._heap))
        return None


Use = tuple[Technique[Any], Deduction]
"""A technique and its deduction at a site."""


def ladder_of(kind: Kind[P]) -> Ladder[P, Any]:
    """Return the ladder of a kind; PuzzleError if it has none."""
    if kind.ladder is None:
        raise PuzzleError(f"{kind.name} cannot be explained yet")
    return kind.ladder


class Walkthrough:
    """A walk from a position on. The position must not contradict the puzzle."""

    def __init__(
        self,
        kind: AnyKind,
        puzzle: Puzzle,
        position: Position,
        truth: Container[Fact],
        goal: Set[Fact] | None,
        budget: Budget,
        ceiling: float = inf,
    ) -> None:
        """`truth` is what is known to hold in every solution from here on: nothing else is proved
        by SAT. `goal` is the part of it that the way leads to, None for as far as it goes. Only
        steps below the ceiling are looked for."""
        ladder = ladder_of(kind)
        self.kind, self.puzzle, self.budget = kind, puzzle, budget
        self._truth, self._ceiling = truth, ceiling
        self._missing = None if goal is None else set(goal) - position.facts
        self.known: set[Known] = set(position)
        """Everything on the board and everything concluded."""
        self._sources: dict[Known, tuple[Reason, ...]] = {}
        self._state = ladder.state(puzzle)
        self._state.learn(position)
        self._queues = [SiteQueue(technique, self._state) for technique in ladder.techniques]
        implicit = [queue for queue in self._queues if queue.technique.is_implicit]
        self._steps = [queue for queue in self._queues if not queue.technique.is_implicit]
        self._implicit = [each for each in implicit if each.technique.level <= AT_ONCE_LEVEL]
        self._late_implicit = [each for each in implicit if each.technique.level > AT_ONCE_LEVEL]
        self._at_once = self._conclude_implicit(self._implicit)

    @property
    def begun(self) -> tuple[Known, ...]:
        """Facts and notes that follow from the position at once, before the first step."""
        return tuple(known for _, found in self._at_once for known in found.known)

    def implicit_step(self) -> Step | None:
        """Return the first thing that follows at once and that an answer shows, as a step: for
        boards on which nothing else is left to do."""
        for technique, found in self._at_once:
            if any(fact.holds for fact in found.facts):
                return self._step(technique, found)
        return None

    def step_to(self, fact: Fact) -> Step | None:
        """Return the easiest use of a technique that brings a fact from what stands on the board;
        nothing is learned from it."""
        return self.step_to_one([fact])

    def step_to_one(self, facts: Iterable[Fact]) -> Step | None:
        """Like `step_to`, for whichever of some facts is brought most easily."""
        wanted = frozenset(facts)
        for technique, found in self._uses():
            if not wanted.isdisjoint(found.facts):
                return self._step(technique, found)
        return None

    def _uses(self) -> Iterator[Use]:
        yield from self._at_once
        for technique in (queue.technique for queue in self._steps):
            yield from self._uses_of(technique)

    def _uses_of(self, technique: Technique[Any]) -> Iterator[Use]:
        for site in technique.sites(self._state):
            self.budget.check()
            found = technique.find(self._state, site)
            if found is not None:
                yield technique, found

    def steps_of(self, technique: str) -> list[Step]:
        """Return a use of a technique at each of its sites; nothing is learned from them."""
        chosen = (queue.technique for queue in self._steps if queue.technique.id == technique)
        return [self._step(*use) for each in chosen for use in self._uses_of(each)]

    def steps_by(self, techniques: Collection[str]) -> Iterator[Step]:
        """Yield the steps by some techniques alone, and learn them, as far as they lead."""
        queues = [queue for queue in self._steps if queue.technique.id in techniques]
        while (use := self._next_use(queues)) is not None:
            self._learn(use[1].known)
            yield self._with_implicit(self._step(*use))

    @property
    def missing(self) -> frozenset[Fact]:
        """The part of the goal that is not found yet."""
        return frozenset(self._missing or ())

    def __iter__(self) -> Iterator[Step]:
        """The steps to the end, or as far as they lead."""
        while (step := self.next_step()) is not None:
            yield step

    def next_written(self) -> tuple[Step, ...]:
        """Find the easiest step that can be written down, behind those that prepare it with notes;
        nothing if nothing more follows."""
        steps: list[Step] = []
        for step in self:
            steps.append(step)
            if step.facts:
                return tuple(needed(steps, step.facts))
        last = self.implicit_step()
        return () if last is None else (last,)

    def next_step(self) -> Step | None:
        """Find the easiest step, which is then known; None if nothing more follows."""
        if self._missing is not None and not self._missing:
            return None
        step = self.ladder_step(min(REFUTATION_LEVEL, self._ceiling))
        if step is not None:
            return step
        late = self._conclude_implicit(self._late_implicit)
        step = self._hard_step()
        if step is None and late:
            first, *late = late
            step = self._step(*first)
        return None if step is None else _add_also(step, late)

    def _hard_step(self) -> Step | None:
        """Find the easiest of techniques and refutations; after them what takes more than one."""
        ceiling = self._ceiling
        if ceiling <= REFUTATION_LEVEL:
            return None
        best = self._refuter.smallest()
        level = inf if best is None else refutation_level(best.size)
        refutation = None if best is None or level >= ceiling else best
        return (
            self.ladder_step(min(level, ceiling), least=REFUTATION_LEVEL)
            or (refutation and self._learn_step(self._refuter.refutation(refutation)))
            or self._learn_step(self._refuter.agree(ceiling))
            or (self._learn_step(self._refuter.prove(self._truth)) if ceiling == inf else None)
        )

    @cached_property
    def _refuter(self) -> Refuter:
        return Refuter(self.kind, self.puzzle, self.known, self.budget)

    def _learn_step(self, step: Step | None) -> Step | None:
        """Learn a step of the refuter, and add what follows at once."""
        if step is None:
            return None
        because = self._trace_to_board(step.because)
        told = [
            replace(each, because=self._trace_to_board(each.because)) for each in step.sub_steps
        ]
        self._learn((*step.facts, *step.notes))
        return self._with_implicit(replace(step, because=because, sub_steps=tuple(told)))

    def ladder_step(self, most: float, *, least: float = 0) -> Step | None:
        """Find the first step by the techniques of these levels, with what follows at once."""
        use = self._next_use(each for each in self._steps if least <= each.technique.level < most)
        if use is None:
            return None
        self._learn(use[1].known)
        return self._with_implicit(self._step(*use))

    def _step(self, technique: Technique[Any], found: Deduction) -> Step:
        message = f"{self.kind.id}.techniques.{technique.id}.{found.form}"
        places = [reason for reason in found.because if not isinstance(reason, Fact | Note)]
        return Step(
            kind=self.kind.id,
            technique=technique.id,
            level=technique.level,
            facts=found.facts,
            notes=found.notes,
            because=self._trace_to_board(found.because),
            messages=(as_said(self.puzzle, Message(message, found.args)),),
            move=say_move(self.puzzle, found.facts),
            at=found.at or (places or places_of(found.known[0]))[0],
        )

    def _with_implicit(self, step: Step) -> Step:
        return _add_also(step, self._conclude_implicit(self._implicit))

    def _conclude_implicit(self, queues: list[SiteQueue]) -> list[Use]:
        """Draw all implicit conclusions and return them."""
        drawn: list[Use] = []
        while (conclusion := self._next_use(queues)) is not None:
            drawn.append(conclusion)
            found = conclusion[1]
            because = self._trace_to_board(found.because)
            self._sources.update(dict.fromkeys(found.known, because))
            self._learn(found.known)
        return drawn

    def _next_use(self, queues: Iterable[SiteQueue]) -> Use | None:
        """Find the first deduction of the first technique that has one."""
        for queue in queues:
            found = queue.find(self.budget)
            if found is not None:
                return queue.technique, found
        return None

    def _learn(self, new: tuple[Known, ...]) -> None:
        self.known.update(new)
        if self._missing is not None:
            self._missing.difference_update(new)
        self._state.learn(new)
        for queue in self._queues:
            for known in new:
                queue.add(known)
        if "_refuter" in self.__dict__:
            self._refuter.learn(new)

    def _trace_to_board(self, because: Iterable[Reason]) -> tuple[Reason, ...]:
        """Replace implicit reasons by those that they come from."""
        seen: dict[Reason, None] = {}
        for reason in because:
            source = self._sources.get(reason) if isinstance(reason, Fact | Note) else None
            seen.update(dict.fromkeys((reason,) if source is None else source))
        return tuple(seen)


def _add_also(step: Step, entries: Iterable[Use]) -> Step:
    brought = [known for _, found in entries for known in found.known]
    return replace(
        step,
        also=(*step.also, *(each for each in brought if isinstance(each, Fact))),
        also_notes=(*step.also_notes, *(each for each in brought if isinstance(each, Note))),
    )
