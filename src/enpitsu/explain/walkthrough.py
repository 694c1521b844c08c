"""The way through a puzzle: the easiest step from what is known, again and again.

The cheapest technique that gives something is used, then the search starts again at the top; a
technique looks only at sites that something new has touched since it last found nothing there.
Implicit conclusions are drawn at once and folded into the steps: a reason that the player's board
does not show is replaced by the reasons it comes from.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Set
from dataclasses import replace
from functools import cached_property
from heapq import heappop, heappush
from math import inf
from typing import Any

from enpitsu.errors import PuzzleError
from enpitsu.explain.refute import Refuter, refutation_level
from enpitsu.explain.step import Step, places_of
from enpitsu.kind import Kind, Puzzle
from enpitsu.limits import Budget
from enpitsu.position import Fact, Note, Position
from enpitsu.technique import Deduction, Known, Ladder, Message, Reason, Site, Technique

SHORT_LEVEL = 3.5
"""How hard the shortest refutations are: techniques from this level on take turns with them."""
AT_ONCE_LEVEL = 1.0
"""Implicit conclusions above this level wait until no technique below `SHORT_LEVEL` helps."""


class SiteQueue:
    """The sites that a technique has still to look at, in their order, each once."""

    __slots__ = ("_desk", "_heap", "_technique", "_waiting")

    def __init__(self, technique: Technique[Any], state: Any) -> None:
        self._technique, self._desk = technique, state
        self._waiting: set[Site] | None = None
        """None until it is first asked: then all sites are waiting."""
        self._heap: list[Site] = []

    def add(self, known: Known) -> None:
        """Look again where something new may lead on."""
        if self._waiting is not None:
            for site in self._technique.touched(self._desk, known):
                if site not in self._waiting:
                    self._waiting.add(site)
                    heappush(self._heap, site)

    def find(self, budget: Budget) -> Deduction | None:
        """The first deduction; where there is none is not looked at again until something new
        touches it."""
        if self._waiting is None:
            self._waiting = set(self._technique.sites(self._desk))
            self._heap = sorted(self._waiting)
        while self._heap:
            budget.check()
            found = self._technique.find(self._desk, self._heap[0])
            if found is not None:
                return found
            self._waiting.discard(heappop(self._heap))
        return None


Books = list[tuple[Technique[Any], SiteQueue]]


def ladder_of(kind: Kind[Any]) -> Ladder[Any, Any]:
    """Return how people solve puzzles of a kind; PuzzleError if it cannot tell."""
    if kind.ladder is None:
        raise PuzzleError(f"{kind.name} cannot be explained yet")
    return kind.ladder


class Walkthrough:
    """A walk from a position on. The position must not contradict the puzzle."""

    def __init__(
        self,
        kind: Kind[Any],
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
        self._desk = ladder.state(puzzle)
        self._desk.learn(position)
        queues = [(technique, SiteQueue(technique, self._desk)) for technique in ladder.techniques]
        books = [(technique, queue) for technique, queue in queues if technique.is_implicit]
        self._books = [each for each in books if each[0].level <= AT_ONCE_LEVEL]
        self._late_books = [each for each in books if each[0].level > AT_ONCE_LEVEL]
        self._steps = [
            (technique, queue) for technique, queue in queues if not technique.is_implicit
        ]
        self._at_once = self._keep_books(self._books)

    @property
    def begun(self) -> tuple[Known, ...]:
        """What follows from the position at once, before the first step."""
        return tuple(known for _, found in self._at_once for known in found.known)

    def written_out(self) -> Step | None:
        """The first thing that follows at once and that an answer shows, as a step: for boards on
        which nothing else is left to do."""
        for technique, found in self._at_once:
            if any(fact.holds for fact in found.facts):
                return self._step(technique, found, self._seen_on_board(found.because))
        return None

    def step_to(self, fact: Fact) -> Step | None:
        """Return the easiest use of a technique that brings a fact from what stands on the board;
        nothing is learned from it."""
        for technique, found in self._uses():
            if fact in found.facts:
                return self._step(technique, found, self._seen_on_board(found.because))
        return None

    def _uses(self) -> Iterator[tuple[Technique[Any], Deduction]]:
        yield from self._at_once
        for technique, _ in self._steps:
            for site in technique.sites(self._desk):
                self.budget.check()
                found = technique.find(self._desk, site)
                if found is not None:
                    yield technique, found

    @property
    def missing(self) -> frozenset[Fact]:
        """What of the goal is not found yet."""
        return frozenset(self._missing or ())

    def __iter__(self) -> Iterator[Step]:
        """The steps to the end, or as far as they lead."""
        while (step := self.next_step()) is not None:
            yield step

    def next_step(self) -> Step | None:
        """The easiest step, which is then known; None if nothing more follows."""
        if self._missing is not None and not self._missing:
            return None
        return self._ladder_step(0, min(SHORT_LEVEL, self._ceiling)) or self._late_step()

    def _late_step(self) -> Step | None:
        """Return the easiest step after all implicit conclusions, or else one of these."""
        late = self._keep_books(self._late_books)
        step = self._hard_step()
        if step is None and late:
            (technique, found), *late = late
            step = self._step(technique, found, self._seen_on_board(found.because))
        return None if step is None else _with_also(step, late)

    def _hard_step(self) -> Step | None:
        """The easiest of techniques and refutations; after them what takes more than one."""
        ceiling = self._ceiling
        if ceiling <= SHORT_LEVEL:
            return None
        best = self._refuter.smallest()
        level = inf if best is None else refutation_level(best.size)
        refutation = None if best is None or level >= ceiling else best
        return (
            self._ladder_step(SHORT_LEVEL, min(level, ceiling))
            or (refutation and self._learned(self._refuter.refutation(refutation)))
            or self._learned(self._refuter.agree(ceiling))
            or (self._learned(self._refuter.prove(self._truth)) if ceiling == inf else None)
        )

    @cached_property
    def _refuter(self) -> Refuter:
        return Refuter(self.kind, self.puzzle, self.known, self.budget)

    def _learned(self, step: Step | None) -> Step | None:
        """A step of the refuter, with what follows at once."""
        if step is None:
            return None
        because = self._seen_on_board(step.because)
        self._learn((*step.facts, *step.notes))
        return self._with_books(replace(step, because=because))

    def _ladder_step(self, least: float, most: float) -> Step | None:
        """The first step by the techniques of these levels, with what follows at once."""
        for technique, queue in self._steps:
            if least <= technique.level < most:
                found = queue.find(self.budget)
                if found is not None:
                    because = self._seen_on_board(found.because)
                    self._learn(found.known)
                    return self._with_books(self._step(technique, found, because))
        return None

    def _step(
        self, technique: Technique[Any], found: Deduction, because: tuple[Reason, ...]
    ) -> Step:
        message = f"{self.kind.id}.techniques.{technique.id}.{found.form}"
        return Step(
            kind=self.kind.id,
            technique=technique.id,
            level=technique.level,
            facts=found.facts,
            notes=found.notes,
            because=because,
            messages=(Message(message, found.args),),
            at=found.at or _first_place(found),
        )

    def _with_books(self, step: Step) -> Step:
        return _with_also(step, self._keep_books(self._books))

    def _keep_books(self, books: Books) -> list[tuple[Technique[Any], Deduction]]:
        """Draw all implicit conclusions; what it brought."""
        brought: list[tuple[Technique[Any], Deduction]] = []
        while (entry := self._next_entry(books)) is not None:
            brought.append(entry)
            found = entry[1]
            because = self._seen_on_board(found.because)
            self._sources.update(dict.fromkeys(found.known, because))
            self._learn(found.known)
        return brought

    def _next_entry(self, books: Books) -> tuple[Technique[Any], Deduction] | None:
        for technique, queue in books:
            found = queue.find(self.budget)
            if found is not None:
                return technique, found
        return None

    def _learn(self, new: tuple[Known, ...]) -> None:
        self.known.update(new)
        if self._missing is not None:
            self._missing.difference_update(new)
        self._desk.learn(new)
        for _, queue in (*self._books, *self._late_books, *self._steps):
            for known in new:
                queue.add(known)
        if "_refuter" in self.__dict__:
            self._refuter.learn(new)

    def _seen_on_board(self, because: Iterable[Reason]) -> tuple[Reason, ...]:
        """The reasons with implicit ones replaced by what they come from."""
        seen: dict[Reason, None] = {}
        for reason in because:
            source = self._sources.get(reason) if isinstance(reason, Fact | Note) else None
            seen.update(dict.fromkeys((reason,) if source is None else source))
        return tuple(seen)


def _with_also(step: Step, entries: Iterable[tuple[Technique[Any], Deduction]]) -> Step:
    brought = [known for _, found in entries for known in found.known]
    return replace(
        step,
        also=(*step.also, *(each for each in brought if isinstance(each, Fact))),
        also_notes=(*step.also_notes, *(each for each in brought if isinstance(each, Note))),
    )


def _first_place(found: Deduction) -> Any:
    places = [reason for reason in found.because if not isinstance(reason, Fact | Note)]
    return places[0] if places else places_of(found.known[0])[0]
