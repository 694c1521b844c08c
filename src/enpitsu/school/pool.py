"""The puzzles that exercises are taken from: the starter puzzles, and some more for what is rare.

A kind may bring a file that tells where each technique is used; `scripts/bench exercises` writes
it:

    {"uses": {TECHNIQUE: [[NUMBER, COUNT or POSITION], ...], ...}, "levels": {LEVEL: NUMBER, ...},
     "puzzles": [DOCUMENT, ...]}

A number is the line of a starter puzzle, from 0 on; behind them come the file's own puzzles. A
count is how often the way through the puzzle soon leads to the technique. What comes late is told
by the position, as {"shaded": "r1c1 r2c3", "not shaded": "r1c2"}. Without the file the starter
puzzles are looked through, and new ones are made, when somebody asks.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache, cached_property, lru_cache
from itertools import product
from typing import Any, NamedTuple

from enpitsu.errors import LimitReached
from enpitsu.explain import Step, explain
from enpitsu.explain.step import needed
from enpitsu.formats import read
from enpitsu.generate import generate
from enpitsu.grade import Level
from enpitsu.kind import AnyKind, Document
from enpitsu.limits import Limits
from enpitsu.position import Fact, Position, parse_fact

MOST_CELLS = 150  # of a board that is looked through when somebody asks
MADE_SIZES = (5, 6, 7, 8)  # of puzzles that are made for it
ENOUGH_PUZZLES = 4  # that use a technique
KEPT_PUZZLES = 64


PuzzleUses = tuple[tuple[Document, int], ...]
"""Puzzles, each with how often it uses a technique."""


class TechniqueUse(NamedTuple):
    """A position at which a technique gives the next step that can be written down."""

    technique: str
    position: Position
    truths: frozenset[Fact]
    """All that holds in the solution."""


class ExercisePool:
    """The puzzles of a kind that exercises are taken from."""

    def __init__(self, kind: AnyKind) -> None:
        self._kind = kind
        self._looked_up: dict[str, PuzzleUses] = {}

    @cached_property
    def _data(self) -> dict[str, Any]:
        file = self._kind.exercises
        if file is None or not file.is_file():
            return {}
        return dict(json.loads(file.read_text(encoding="utf-8")))

    @cached_property
    def _lines(self) -> list[str]:
        file = self._kind.starter
        starters = [] if file is None else file.read_text(encoding="utf-8").splitlines()
        return [*starters, *map(json.dumps, self._data.get("puzzles", ()))]

    def document(self, number: int) -> Document:
        """Return a puzzle by number, with an empty board."""
        return _read(self._lines[number]).bare

    def _entry(self, number: int, told: int | dict[str, str]) -> tuple[Document, int]:
        """Return a puzzle, with the position from which its way begins, and the number of uses."""
        document = self.document(number)
        if isinstance(told, int):
            return document, told
        return replace(document, position=unpack_position(told)), 1

    @property
    def is_known(self) -> bool:
        """True if a file tells where each technique is used, so that nothing is looked for."""
        return bool(self._data)

    def may_have(self, technique: str) -> bool:
        """Return False if it is known that there is no exercise of a technique."""
        return not self._data or technique in self._data["uses"]

    def uses(self, technique: str, limits: Limits) -> PuzzleUses:
        """Return the puzzles that use a technique, and how often each does. LimitReached if they
        must be looked for, and a limit comes first."""
        if technique not in self._looked_up:
            if self._data:
                told = self._data["uses"].get(technique, ())
                found = tuple(self._entry(*entry) for entry in told)
            else:
                found = self._look_through(technique, limits)
            self._looked_up[technique] = found
        return self._looked_up[technique]

    def puzzle_of(self, level: Level) -> Document | None:
        """Return the puzzle at the end of a level."""
        number = self._data.get("levels", {}).get(level)
        return None if number is None else self.document(number)

    def _look_through(self, technique: str, limits: Limits) -> PuzzleUses:
        """Find a few puzzles that use a technique."""
        budget, found = limits.start(), list[tuple[Document, int]]()
        for document in self._documents(limits):
            uses = uses_in(document, replace(limits, seconds=budget.left()))
            count = sum(use.technique == technique for use in uses)
            if count:
                found.append((document, count))
            if len(found) == ENOUGH_PUZZLES:
                break
        return tuple(found)

    def _documents(self, limits: Limits) -> Iterator[Document]:
        """Yield small starter puzzles, then new ones."""
        for document in map(self.document, range(len(self._lines))):
            if document.puzzle.rows * document.puzzle.cols <= MOST_CELLS:
                yield document
        for seed, side in product(range(ENOUGH_PUZZLES), MADE_SIZES if self._kind.makers else ()):
            made = generate(self._kind.id, side, side, seed=seed, limits=limits)
            if made.puzzle is not None:
                yield Document(puzzle=made.puzzle)


@cache
def pool_of(kind: AnyKind) -> ExercisePool:
    """Return the pool of a kind, read once."""
    return ExercisePool(kind)


@lru_cache(maxsize=KEPT_PUZZLES)
def _read(line: str) -> Document:
    [document] = read(line, format="json")
    return document


def pack_position(position: Position) -> dict[str, str]:
    """Return a position in few words, as data."""
    slots: dict[str, list[str]] = {}
    for fact in sorted(position, key=lambda fact: (not fact.holds, fact.value, str(fact.slot))):
        value = f"{'' if fact.holds else 'not '}{fact.value}"
        slots.setdefault(value, []).append(str(fact.slot))
    return {value: " ".join(places) for value, places in slots.items()}


def unpack_position(data: Mapping[str, str]) -> Position:
    """Return a position that `pack_position` has packed."""
    return Position(
        frozenset(
            parse_fact(f"{place} {value}")
            for value, places in data.items()
            for place in places.split()
        )
    )


def uses_in(document: Document, limits: Limits) -> Iterator[TechniqueUse]:
    """Yield the positions on the way through a puzzle, from where it stands, at which each
    technique comes next; of uses one after the other the first. LimitReached if a limit comes
    first."""
    way = explain(document.puzzle, document.position, limits=limits)
    position, notes, last = document.position, list[Step](), ""
    for step in way:
        if step.facts:
            technique = hardest(needed([*notes, step], step.facts))
            if technique != last:
                yield TechniqueUse(technique, position, way.goal)
            last = technique
            position = position.place(*step.facts, *step.also)
        else:
            notes.append(step)
    if way.reached is not None:
        raise LimitReached(way.reached)


def hardest(steps: list[Step] | tuple[Step, ...]) -> str:
    """Return the technique that steps to something written need, the hardest of them."""
    return max(steps, key=lambda step: step.level).technique
