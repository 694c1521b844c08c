"""The culprit of a sheet without solution: every single change that gives it exactly one.

The kind's editor lists the single things of a sheet with all that each might be. What was changed
last is tried first. Then a solver with a switch for each rule instance tells where to look: what
contradicts each other without a place does so whatever stands there, and a single change must touch
every such core. That only says what is tried first; in the end all is tried, as far as the limits
let it. A thing that tells nothing is solved once: with no solution then there is none whatever it
tells, and with few each value is known at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any, Generic, NamedTuple

from enpitsu.errors import LimitReached
from enpitsu.explain.rule_cores import Core, RuleCores
from enpitsu.grid import Cell, Direction, Edge
from enpitsu.improve.change_search import ChangeSearch
from enpitsu.improve.fix import Fix
from enpitsu.judge import Judge
from enpitsu.kind import P
from enpitsu.making import Alternatives, AppliedChange, Change
from enpitsu.position import Position
from enpitsu.registry import kind_of
from enpitsu.scene import Place
from enpitsu.solve import Status
from enpitsu.technique import Message
from enpitsu.words import SHARED

MAX_SOLUTIONS = 24  # of a sheet on which a thing tells nothing, that are looked at one by one
MAX_SEVERAL = 5  # changes after which there are several solutions: offered where nothing is better


class _CorePlaces(NamedTuple):
    """The places of rules that contradict each other: those of their clues, and all."""

    clues: frozenset[Place]
    all: frozenset[Place]


class Culprits(Generic[P]):
    """The search for single changes of a sheet without solution."""

    def __init__(
        self, puzzle: P, judge: Judge[P], search: ChangeSearch[P], recent: Sequence[Place]
    ) -> None:
        """`recent` are the places that were changed last, the last one first."""
        self._puzzle, self._judge, self._search = puzzle, judge, search
        self._recent = {place: at for at, place in reversed(list(enumerate(recent)))}
        self._cores: list[_CorePlaces] = []
        self._solver: RuleCores | None = None
        self._relaxed = frozenset(judge.editor.relax(puzzle))
        """Changes of clues: without what these tell all other rules stay as they are."""
        self._several = 0
        self.is_complete = False
        """True if every single change was looked at."""

    def find(self) -> None:
        """Offer all single changes that give one solution, as they are found."""
        listed = self._judge.editor.alternatives
        groups = []
        for group in () if listed is None else listed(self._puzzle):
            self._judge.budget.check()
            groups.append(group)
        last = [each for each in groups if self._rank(each) < len(self._recent)]
        for group in sorted(last, key=self._rank):
            self._try(group)
        if groups:
            with suppress(LimitReached):
                self._solver = RuleCores(kind_of(self._puzzle), self._puzzle, self._judge.budget)
        later = []
        for group in groups:
            if self._rank(group) < len(self._recent):
                continue
            if self._may_help(group):
                self._try(group)
            elif group.opened not in self._relaxed:
                later.append(group)
        for group in later:
            self._try(group)
        self.is_complete = True

    def _rank(self, group: Alternatives[Any]) -> int:
        """The rank of the latest change at one of the places; behind all if none was changed."""
        none = len(self._recent)
        return min((self._recent.get(each, none) for each in _places(group)), default=none)

    # --- where to look --------------------------------------------------------------------------

    def _may_help(self, group: Alternatives[Any]) -> bool:
        """Return True unless some of the rules contradict each other away from all its places."""
        if self._solver is None:
            return True
        places = _places(group)
        if group.opened in self._relaxed:
            if any(places.isdisjoint(core.clues) for core in self._cores):
                return False
            found = self._solver.core_without(places)
        else:
            near = _around(places) if group.gives_room else _with_cells(places)
            if any(near.isdisjoint(core.all) for core in self._cores):
                return False
            found = self._solver.core_beside(near)
        if found is not None:
            self._cores.append(self._named(found))
        return found is None

    def _named(self, core: Core) -> _CorePlaces:
        assert self._solver is not None
        clues = (place for owner in core for place in self._solver.rule(owner).clues)
        every = map(self._solver.places, core)
        return _CorePlaces(frozenset(clues), frozenset[Place]().union(*every))

    # --- what helps -----------------------------------------------------------------------------

    def _try(self, group: Alternatives[Any]) -> None:
        """Offer what gives one solution of all that a thing might be."""
        told = list(group.told)
        opened = None if group.opened is None else self._judge.edit(self._puzzle, group.opened)
        if opened is not None and group.opened is not None:
            most = min(MAX_SOLUTIONS, 2 + len(told))
            answers = self._solve(opened, most)
            if answers == []:
                return
            if answers is not None:
                if len(answers) < most:
                    told = self._fitting(opened, told, answers)
                self._offer(group.opened, opened, answers)
        for change in told:
            puzzle = self._judge.edit(self._puzzle, change)
            answers = None if puzzle is None else self._solve(puzzle, 2)
            if puzzle is not None and answers:
                self._offer(change, puzzle, answers)

    def _solve(self, puzzle: P, most: int) -> list[Position] | None:
        self._judge.budget.check()
        if self._judge.editor.mismatch(puzzle) is not None:
            return []
        return self._judge.solutions(puzzle, most)

    def _fitting(
        self, opened: P, told: list[Change[Any]], answers: list[Position]
    ) -> list[Change[Any]]:
        """Return the changes that some of all answers fit."""
        fit = self._judge.editor.fit
        return [each for each in told if any(fit(opened, each, own) == each for own in answers)]

    def _offer(self, change: Change[Any], puzzle: P, answers: list[Position]) -> None:
        is_one = len(answers) == 1
        if not is_one:
            self._several += 1
            if self._several > MAX_SEVERAL:
                return
        self._search.offer(
            self._search.make_fix(
                AppliedChange(change),
                puzzle,
                Message(f"{SHARED}.improve.{'one' if is_one else 'several'}", {}),
                solution=answers[0],
                status=Status.UNIQUE if is_one else Status.MULTIPLE,
            )
        )


def spread(found: Sequence[Fix], recent: Sequence[Place]) -> list[Fix]:
    """Return fixes in the order of their worth: one solution first; of these what was changed last,
    then the first at each place, then the second."""
    ranks = {place: at for at, place in reversed(list(enumerate(recent)))}
    seen: dict[Place, int] = {}
    keys = {}
    for fix in found:
        place = fix.change.places[0]
        seen[place] = seen.get(place, -1) + 1
        rank = min(ranks.get(each, len(ranks)) for each in fix.change.places)
        keys[id(fix)] = (fix.status is not Status.UNIQUE, rank, seen[place])
    return sorted(found, key=lambda fix: keys[id(fix)])


def _changes(group: Alternatives[Any]) -> Iterator[Change[Any]]:
    yield from group.told if group.opened is None else (group.opened, *group.told)


def _places(group: Alternatives[Any]) -> set[Place]:
    return {place for change in _changes(group) for place in change.places}


def _with_cells(places: set[Place]) -> set[Place]:
    """Return places and their cells."""
    return {cell for place in places if isinstance(place, Edge) for cell in place} | places


def _around(places: set[Place]) -> set[Place]:
    """Return places with their cells and those beside them."""
    near = _with_cells(places)
    cells = [place for place in near if isinstance(place, Cell)]
    return near.union(way.step(cell) for cell in cells for way in Direction)
