"""Facts, notes and positions: the one currency of answers, moves, hints and save files."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from enpitsu.errors import FormatError
from enpitsu.grid import Cell, Edge, Slot, Symmetry, parse_slot

_FACT = re.compile(r"(?P<slot>\S+)\s+(?P<denial>not\s+)?(?P<value>[a-z0-9][a-z0-9-]*)", re.ASCII)


class Fact(NamedTuple):
    """Something true or claimed of one slot: "r3c4 shaded", "r1c1-r1c2 not line"."""

    slot: Slot
    value: str
    holds: bool = True

    def __str__(self) -> str:
        return f"{self.slot} {'' if self.holds else 'not '}{self.value}"

    @property
    def opposite(self) -> Fact:
        """The same claim, denied."""
        return Fact(self.slot, self.value, not self.holds)

    def transform(self, symmetry: Symmetry, rows: int, cols: int) -> Fact:
        """The fact on the turned or mirrored board."""
        return Fact(symmetry.slot(self.slot, rows, cols), self.value, self.holds)


def parse_fact(text: str) -> Fact:
    """Read the text form of a fact; ValueError if it is not one."""
    match = _FACT.fullmatch(text.strip())
    if match is None or match["value"] == "not":
        raise ValueError(f"not a fact: {text[:40]!r}")
    return Fact(parse_slot(match["slot"]), match["value"], match["denial"] is None)


class Note(NamedTuple):
    """A deduction that no single slot can show, such as "exactly two shaded between these clues".

    `name` is one of the names that the kind declares; `slots` are where it lives and
    `args` its numbers, in the order the kind declares.
    """

    name: str
    slots: tuple[Slot, ...]
    args: tuple[int, ...] = ()


def _slot_key(fact: Fact) -> tuple[int, int, int, int, int, str]:
    slot = fact.slot
    if isinstance(slot, Cell):
        return (0, slot.row, slot.col, 0, 0, fact.value)
    return (1, slot.a.row, slot.a.col, slot.b.row, slot.b.col, fact.value)


@dataclass(frozen=True, slots=True)
class Position:
    """The marks on a board: an immutable set of facts, one for each slot and value."""

    facts: frozenset[Fact] = frozenset()

    def __post_init__(self) -> None:
        claims = {(fact.slot, fact.value) for fact in self.facts}
        if len(claims) != len(self.facts):
            double = next(
                fact for fact in sorted(self.facts, key=_slot_key) if fact.opposite in self.facts
            )
            raise FormatError(f"the position says both {double} and {double.opposite}")

    def __iter__(self) -> Iterator[Fact]:
        return iter(sorted(self.facts, key=_slot_key))

    def __len__(self) -> int:
        return len(self.facts)

    def __str__(self) -> str:
        return ", ".join(map(str, self))

    def cells(self, value: str, holds: bool = True) -> frozenset[Cell]:
        """Return the cells that have a value, or those of which it is denied."""
        return frozenset(
            slot
            for slot, each, held in self.facts
            if isinstance(slot, Cell) and each == value and held is holds
        )

    def edges(self, value: str, holds: bool = True) -> frozenset[Edge]:
        """Return the edges that have a value, or those of which it is denied."""
        return frozenset(
            slot
            for slot, each, held in self.facts
            if isinstance(slot, Edge) and each == value and held is holds
        )

    def place(self, *facts: Fact) -> Position:
        """The position with these facts, each replacing what it excludes: its opposite, and for
        a value that holds, another value of the same slot."""
        holding = {fact.slot: fact.value for fact in facts if fact.holds}
        kept = [
            fact
            for fact in self.facts
            if fact.opposite not in facts
            and not (fact.holds and holding.get(fact.slot, fact.value) != fact.value)
        ]
        return Position.of([*kept, *facts])

    def transform(self, symmetry: Symmetry, rows: int, cols: int) -> Position:
        """The position on the turned or mirrored board."""
        return Position.of(fact.transform(symmetry, rows, cols) for fact in self.facts)

    @classmethod
    def of(cls, facts: Iterable[Fact]) -> Position:
        """A position from any collection of facts."""
        return cls(frozenset(facts))

    @classmethod
    def parse(cls, text: str) -> Position:
        """Read the text form: facts separated by commas."""
        try:
            return cls.of(parse_fact(part) for part in text.split(",") if part.strip())
        except ValueError as error:
            raise FormatError(str(error)) from None


class Writing:
    """A board on which facts are written and erased one by one, faster than by positions."""

    def __init__(self) -> None:
        self._facts: set[Fact] = set()
        self._held: dict[Slot, str] = {}

    def put(self, fact: Fact) -> None:
        """Write a fact; it replaces what it excludes, as in `Position.place`."""
        self.take(fact.opposite)
        if fact.holds:
            other = self._held.get(fact.slot, fact.value)
            if other != fact.value:
                self.take(Fact(fact.slot, other))
            self._held[fact.slot] = fact.value
        self._facts.add(fact)

    def take(self, fact: Fact) -> None:
        """Erase a fact, if it is there."""
        self._facts.discard(fact)
        if fact.holds and self._held.get(fact.slot) == fact.value:
            del self._held[fact.slot]

    @property
    def position(self) -> Position:
        """The position that stands there now."""
        return Position(frozenset(self._facts))


EMPTY = Position()
