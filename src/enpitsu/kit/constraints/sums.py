"""The values of some cells add up to a total.

Each cell is given by the literals of its values, of which exactly one is true: another constraint
says that. The clauses carry the sums that are possible from cell to cell.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from enpitsu.grid import Cell
from enpitsu.kind import Clause
from enpitsu.kit.constraints.base import (
    FALSE,
    TRUE,
    UNKNOWN,
    Broken,
    Constraint,
    Form,
    Inference,
    Values,
    necessary,
    values_where,
)
from enpitsu.scene import Place

BOUNDS = "sum-bounds"
TOO_LARGE = "sum-too-large"
TOO_SMALL = "sum-too-small"


class Sum(Constraint):
    """One value of each cell is true, and these add up to a total."""

    __slots__ = ("_cells", "total")

    name = "sum"
    forms = (Form(BOUNDS, 1.8),)
    breaks = (TOO_LARGE, TOO_SMALL)

    def __init__(self, cells: Sequence[Mapping[int, int]], total: int) -> None:
        """`cells`: for each cell the literal of each value, a number from 0 on."""
        super().__init__([literal for cell in cells for literal in cell.values()])
        self._cells, self.total = [dict(cell) for cell in cells], total

    def clauses(self, first: int) -> tuple[list[Clause], int]:
        """A variable for each sum of the first cells that can lead to the total."""
        found: list[Clause] = []
        names: dict[int, int | None] = {0: None}  # None: it is so
        extra = 0
        for at, cell in enumerate(self._cells):
            rest = self._cells[at + 1 :]
            least, most = sum(map(min, rest)), sum(map(max, rest))
            ahead: dict[int, int | None] = {}
            for before, name in names.items():
                for value, literal in cell.items():
                    now = before + value
                    clause = (-literal,) if name is None else (-name, -literal)
                    if now + least <= self.total <= now + most:
                        if now not in ahead:
                            ahead[now] = first + extra
                            extra += 1
                        clause = (*clause, ahead[now] or 0)
                    found.append(clause)
            names = ahead
        return found, extra

    def _bounds(self, cell: Mapping[int, int], values: Values) -> tuple[int, int]:
        """The least and the largest value that a cell may have."""
        there = [value for value, literal in cell.items() if values[literal] == TRUE]
        left = there or [value for value, literal in cell.items() if values[literal] != FALSE]
        return (min(left), max(left)) if left else (0, 0)

    def broken(self, values: Values, *, partial: bool) -> Iterator[Broken]:
        """The sum is too large already, or too small even with the largest values."""
        least = most = 0
        for cell in self._cells:
            there = [value for value, literal in cell.items() if values[literal] == TRUE]
            low, high = self._bounds(cell, values) if partial else (sum(there), sum(there))
            least, most = least + low, most + high
        if least > self.total:
            yield Broken(TOO_LARGE, self.literals)
        elif most < self.total:
            yield Broken(TOO_SMALL, self.literals)

    def infer(self, form: str, values: Values) -> Inference | None:
        """A cell cannot have a value with which the total is out of reach of the others."""
        bounds = [self._bounds(cell, values) for cell in self._cells]
        least, most = sum(low for low, _ in bounds), sum(high for _, high in bounds)
        for (low, high), cell in zip(bounds, self._cells, strict=True):
            others = [each for each in self._cells if each is not cell]
            for is_large in (True, False):
                out = [
                    literal
                    for value, literal in cell.items()
                    if values[literal] == UNKNOWN
                    and (
                        least - low + value > self.total
                        if is_large
                        else most - high + value < self.total
                    )
                ]
                if out and not any(values[each] == TRUE for each in cell.values()):
                    because = self._because(others, out, cell, values, is_large)
                    return Inference(tuple(-each for each in out), because)
        return None

    def _because(
        self,
        others: Sequence[Mapping[int, int]],
        out: Sequence[int],
        cell: Mapping[int, int],
        values: Values,
        is_large: bool,
    ) -> tuple[int, ...]:
        """The known values of other cells that bound what is left, those that are needed."""
        known = [
            literal if values[literal] == TRUE else -literal
            for other in others
            for literal in other.values()
            if values[literal]
        ]
        value_of = {literal: value for value, literal in cell.items()}
        nearest = (min if is_large else max)(value_of[each] for each in out)

        def suffice(fewer: Sequence[int]) -> bool:
            given = values_where(fewer, values)
            bounds = [self._bounds(other, given) for other in others]
            sums = sum(low if is_large else high for low, high in bounds) + nearest
            return sums > self.total if is_large else sums < self.total

        return tuple(necessary(known, suffice))

    def is_done(self, values: Values) -> bool:
        """Every cell has its value, and they add up."""
        is_full = all(values[each] != UNKNOWN for each in self.literals)
        return is_full and not any(self.broken(values, partial=False))

    def why(self, given: Sequence[int], then: Sequence[int]) -> str:
        """The sum leaves no room for something; or it is out of reach."""
        return BOUNDS if then else TOO_LARGE


def total(
    cells: Sequence[Mapping[int, int]],
    number: int,
    *,
    clue: Place | None = None,
    at: Iterable[Cell] = (),
) -> Sum:
    """The values of cells add up to a number; `cells` has the literal of each value of each."""
    return Sum(cells, number).about(clue, at)
