"""Between `least` and `most` of some literals are true."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import ClassVar

from enpitsu.grid import Cell, Slot
from enpitsu.kind import Clause
from enpitsu.kit.constraints.base import (
    TRUE,
    UNKNOWN,
    Broken,
    Constraint,
    Form,
    Inference,
    Values,
)
from enpitsu.kit.layout import MarkView
from enpitsu.scene import Place

COMPLETE = "complete"
LAST_LEFT = "last-left"
NONE = "none"
TOO_MANY = "too-many"
TOO_FEW = "too-few"
DIRECT_LIMIT = 80  # clauses that are said without counters


class CountOf(Constraint):
    """At least `least` and at most `most` of the literals are true."""

    __slots__ = ("least", "most")

    name = "count"
    forms: ClassVar[tuple[Form, ...]] = (
        Form(NONE, 1.0),
        Form(COMPLETE, 1.1),
        Form(LAST_LEFT, 1.2),
    )
    breaks: ClassVar[tuple[str, ...]] = (TOO_MANY, TOO_FEW)
    form_of_none: ClassVar[str] = NONE
    """The form of conclusions where none is to be true."""

    def __init__(self, literals: Sequence[int], least: int, most: int) -> None:
        super().__init__(literals)
        self.least, self.most = least, most

    def clauses(self, first: int) -> tuple[list[Clause], int]:
        """Small cases spelled out, else a sequential counter (Sinz 2005)."""
        count = len(self.literals)
        most = min(self.most, count)
        if self.least > most:
            return [()], 0
        plan, extra = _plan(count, max(self.least, 0), most)
        names = (0, *self.literals, *range(first, first + extra))
        return [
            tuple([names[at] if at > 0 else -names[-at] for at in clause]) for clause in plan
        ], extra

    def _tally(self, values: Values) -> tuple[int, int]:
        """Return the number of true literals, and of unknown ones."""
        states = [values[each] for each in self.literals]
        return states.count(TRUE), states.count(UNKNOWN)

    def broken(self, values: Values, *, partial: bool) -> Iterator[Broken]:
        """Too many true ones, or too few even if all unknown ones came true."""
        true = sum(values[each] == TRUE for each in self.literals)
        possible = true
        if partial:
            possible += sum(values[each] == UNKNOWN for each in self.literals)
        if true > self.most:
            yield Broken(TOO_MANY, self.literals)
        elif possible < self.least:
            yield Broken(TOO_FEW, self.literals)

    def infer(self, form: str, values: Values) -> Inference | None:
        """With `most` true ones the others are false; with `least` left all of them are true."""
        true, unknown = self._tally(values)
        if not unknown:
            return None
        if form == (COMPLETE if self.most else self.form_of_none) and true == self.most:
            then = tuple(-each for each in self.literals if values[each] == UNKNOWN)
            return Inference(then, tuple(each for each in self.literals if values[each] == TRUE))
        if form == LAST_LEFT and true + unknown == self.least:
            then = tuple(each for each in self.literals if values[each] == UNKNOWN)
            false = (-each for each in self.literals if values[-each] == TRUE)
            return Inference(then, tuple(false))
        return None

    def is_done(self, values: Values) -> bool:
        """Enough are true, and not too many if all unknown ones came true."""
        true, unknown = self._tally(values)
        return self.least <= true and true + unknown <= self.most

    def why(self, given: Sequence[int], then: Sequence[int]) -> str:
        """All are there, or only so many are left; too many, or too few left."""
        true = len(set(given).intersection(self.literals))
        if not then:
            return TOO_MANY if true > self.most else TOO_FEW
        if then[0] in self.literals:
            return LAST_LEFT
        return COMPLETE if self.most else self.form_of_none


class AtMost(CountOf):
    """At most `most` of the literals are true."""

    __slots__ = ()

    forms = (Form(COMPLETE, 1.1),)
    breaks = (TOO_MANY,)
    form_of_none = COMPLETE


class AtLeast(CountOf):
    """At least `least` of the literals are true."""

    __slots__ = ()

    forms = (Form(LAST_LEFT, 1.2),)
    breaks = (TOO_FEW,)


def exactly(
    literals: Sequence[int],
    number: int,
    *,
    clue: Place | None = None,
    cells: Iterable[Cell] = (),
) -> CountOf:
    """So many are true."""
    return CountOf(literals, number, number).about(clue, cells)


def at_least(
    literals: Sequence[int],
    number: int,
    *,
    clue: Place | None = None,
    cells: Iterable[Cell] = (),
) -> AtLeast:
    """So many or more are true."""
    return AtLeast(literals, number, len(literals)).about(clue, cells)


def at_most(
    literals: Sequence[int],
    number: int,
    *,
    clue: Place | None = None,
    cells: Iterable[Cell] = (),
) -> AtMost:
    """So many or fewer are true."""
    return AtMost(literals, 0, number).about(clue, cells)


def all_different(view: MarkView, cells: Sequence[Slot]) -> list[CountOf]:
    """No two cells have the same value; where there are as many cells as values, each value
    occurs."""
    least = int(len(cells) == len(view.values))
    found = []
    for value in view.values:
        literals = [view.of(cell)[value] for cell in cells]
        looked_at = (cell for cell in cells if isinstance(cell, Cell))
        found.append(CountOf(literals, least, 1).about(None, looked_at))
    return found


@lru_cache(maxsize=4096)
def _plan(count: int, least: int, most: int) -> tuple[tuple[tuple[int, ...], ...], int]:
    """Clauses over places 1..count and, behind them, new variables; and how many these are."""
    places = range(1, count + 1)
    direct = (comb(count, most + 1) if most < count else 0) + (
        comb(count, count - least + 1) if least else 0
    )
    if direct <= DIRECT_LIMIT:
        clauses: list[tuple[int, ...]] = []
        if most < count:
            clauses += [tuple(-at for at in some) for some in combinations(places, most + 1)]
        if least:
            clauses += combinations(places, count - least + 1)
        return tuple(clauses), 0
    return _counter(count, least, most)


def _counter(count: int, least: int, most: int) -> tuple[tuple[tuple[int, ...], ...], int]:
    """A variable "at least j of the first i" for each that matters."""
    names: dict[tuple[int, int], int] = {}
    for i in range(1, count + 1):
        for j in range(max(1, least - (count - i)), min(i, most + 1) + 1):
            names[i, j] = count + len(names) + 1

    def at_least(i: int, j: int) -> int | bool:
        """True and False are literals that are known."""
        if j <= 0 or j > i:
            return j <= 0
        return names.get((i, j), True)

    clauses: list[tuple[int, ...]] = []
    for (i, j), name in names.items():
        before, one_less = at_least(i - 1, j), at_least(i - 1, j - 1)
        # name -> before, or this one and one less before; and back.
        clauses += _clause(-name, before, i)
        clauses += _clause(-name, before, one_less)
        clauses += _clause(name, _negated(before))
        clauses += _clause(name, -i, _negated(one_less))
    if least:
        clauses.append((names[count, least],))
    if most < count:
        clauses.append((-names[count, most + 1],))
    return tuple(clauses), len(names)


def _negated(literal: int | bool) -> int | bool:
    return not literal if isinstance(literal, bool) else -literal


def _clause(*literals: int | bool) -> list[tuple[int, ...]]:
    """A clause without what is false; none if something in it is true."""
    if any(each is True for each in literals):
        return []
    return [tuple(each for each in literals if each is not False)]
