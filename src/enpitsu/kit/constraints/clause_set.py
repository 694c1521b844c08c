"""Some clauses that belong together: in each, one literal at least is true."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

from enpitsu.grid import Cell
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
from enpitsu.scene import Place

ONLY_LEFT = "rule"


class ClauseSet(Constraint):
    """Of each group of literals one at least is true."""

    __slots__ = ("groups",)

    name = "clauses"
    forms = (Form(ONLY_LEFT, 1.0),)

    def __init__(self, groups: Sequence[Sequence[int]]) -> None:
        self.groups = tuple(map(tuple, groups))
        single = self.groups[0] if len(self.groups) == 1 else None
        super().__init__(single or list(dict.fromkeys(chain.from_iterable(self.groups))))

    def clauses(self, first: int) -> tuple[list[Clause], int]:
        """The groups themselves."""
        return list(self.groups), 0

    def broken(self, values: Values, *, partial: bool) -> Iterator[Broken]:
        """A group of which nothing is true and, on a partial board, nothing can be."""
        for group in self.groups:
            if not any(values[each] == TRUE or (partial and not values[each]) for each in group):
                yield Broken("", group)
                return

    def infer(self, form: str, values: Values) -> Inference | None:
        """The last literal of a group is true if all others are false."""
        for group in self.groups:
            left = 0
            for each in group:
                state = values[each]
                if state == TRUE or (state == UNKNOWN and left):
                    break
                left = left or (each if state == UNKNOWN else 0)
            else:
                if left:
                    return Inference((left,), tuple(-each for each in group if each != left))
        return None

    def is_done(self, values: Values) -> bool:
        """Each group has a true literal."""
        return all(any(values[each] == TRUE for each in group) for group in self.groups)


def any_of(
    literals: Sequence[int], *, clue: Place | None = None, cells: Iterable[Cell] = ()
) -> ClauseSet:
    """One at least is true."""
    return ClauseSet((literals,)).about(clue, cells)


def not_all(
    literals: Sequence[int], *, clue: Place | None = None, cells: Iterable[Cell] = ()
) -> ClauseSet:
    """One at least is false: this pattern does not occur."""
    return ClauseSet((tuple(-each for each in literals),)).about(clue, cells)


def all_of(
    groups: Iterable[Sequence[int]], *, clue: Place | None = None, cells: Iterable[Cell] = ()
) -> ClauseSet:
    """Of each group one at least is true."""
    return ClauseSet(tuple(groups)).about(clue, cells)


ANY = "."
DENIED = "o"


def never(literal: Mapping[Cell, int], *shape: str, turned: bool = False) -> Iterator[ClauseSet]:
    """Nowhere on the board is there this pattern, given by its rows: "#" for a cell whose literal
    is true, "o" for one where it is false, "." for any; `turned`: nor turned or mirrored."""
    for rows in _turnings(shape) if turned else (shape,):
        pattern = [
            (down, right, sign)
            for down, row in enumerate(rows)
            for right, sign in enumerate(row)
            if sign != ANY
        ]
        first, col = pattern[0][:2]
        for place in literal:
            found = [
                (Cell(place.row + down - first, place.col + right - col), sign)
                for down, right, sign in pattern
            ]
            if all(cell in literal for cell, _ in found):
                literals = [
                    -literal[cell] if sign == DENIED else literal[cell] for cell, sign in found
                ]
                yield not_all(literals)


def _turnings(shape: Sequence[str]) -> list[tuple[str, ...]]:
    """A pattern in all the ways that it can lie, each once."""
    found: dict[tuple[str, ...], None] = {}
    rows = tuple(shape)
    for _ in range(4):
        rows = tuple("".join(column) for column in zip(*reversed(rows), strict=True))
        found |= {rows: None, rows[::-1]: None}
    return list(found)
