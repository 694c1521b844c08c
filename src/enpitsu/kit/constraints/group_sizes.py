"""Connected groups of cells that have a given size, and with `groups_of` all groups on a board.

The cuts: of a connected set of more cells one is out; a cell that is in and lies in a set of fewer
cells needs a cell of its rim.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import ClassVar

from enpitsu.grid import Cell, bit_positions
from enpitsu.kind import Clause
from enpitsu.kit.constraints.base import (
    UNKNOWN,
    Broken,
    Form,
    Inference,
    LazyCut,
    Values,
    necessary,
    values_where,
)
from enpitsu.kit.constraints.cell_sets import CellSets

COMPLETE = "group-complete"
EXCEEDS = "group-exceeds"
GROWS = "group-grows"
ELBOW = "group-elbow"
NO_ROOM = "group-no-room"
TOO_LARGE = "group-too-large"
TOO_SMALL = "group-too-small"

Suffice = Callable[[int, int], bool]
"""True if something follows from the cells that are in, and those that are in or may be."""


class SizedGroups(CellSets):
    """The base of constraints about groups of so many cells.

    A group is known by one of its cells, its start.
    """

    __slots__ = ("size",)

    forms: ClassVar[tuple[Form, ...]] = (
        Form(COMPLETE, 1.1),
        Form(EXCEEDS, 1.5),
        Form(GROWS, 1.7),
        Form(ELBOW, 2.1),
    )
    breaks = (TOO_LARGE, TOO_SMALL)

    def __init__(self, literal: Mapping[Cell, int], size: int, fixed: Iterable[Cell] = ()) -> None:
        super().__init__(literal, fixed)
        self.size = size

    def _starts(self, inside: int) -> Iterator[int]:
        """A cell of each group."""
        raise TypeError("a subclass says where groups begin")

    def _closed(self, inside: int) -> int:
        """The cells that can be in none of the groups."""
        return 0

    def _judge(self, start: int, inside: int, possible: int) -> Iterator[Broken]:
        group = self._flood(start, inside)
        if group.bit_count() > self.size:
            yield Broken(TOO_LARGE, tuple(self._literals(group)))
        elif self._flood(start, possible).bit_count() < self.size:
            yield Broken(TOO_SMALL, tuple(self._literals(group)) or self.literals)

    # --- inference -----------------------------------------------------------------------------

    def infer(self, form: str, values: Values) -> Inference | None:
        """Complete: around a group of that size all cells are out. Exceeds: a cell that would make
        it too large is out. Grows: without some cell there is too little room. Elbow: one cell is
        missing, and wherever it comes, it is beside this one, which is out."""
        inside, possible = self._sets(values)
        find = {
            COMPLETE: self._complete,
            EXCEEDS: self._exceeds,
            GROWS: self._grows,
            ELBOW: self._elbow,
        }[form]
        for start in self._starts(inside):
            if self._flood(start, inside).bit_count() <= self.size:
                found = find(start, inside, possible, values)
                if found is not None:
                    return found
        return None

    def _complete(self, start: int, inside: int, possible: int, values: Values) -> Inference | None:
        group = self._flood(start, inside)
        around = self._beside(group) & possible
        if not around or group.bit_count() != self.size:
            return None
        return Inference(self._denials(around), tuple(self._literals(group)))

    def _exceeds(self, start: int, inside: int, possible: int, values: Values) -> Inference | None:
        group = self._flood(start, inside)
        if group.bit_count() == self.size:
            return None
        for at in bit_positions(self._beside(group) & possible):
            joined = self._flood(start, inside | 1 << at)
            if joined.bit_count() > self.size:

                def is_too_large(inside: int, possible: int, new: int = 1 << at) -> bool:
                    first = start if start & self._fixed else new
                    return self._flood(first, inside | new).bit_count() > self.size

                return self._inference(self._denials(1 << at), is_too_large, values, joined)
        return None

    def _grows(self, start: int, inside: int, possible: int, values: Values) -> Inference | None:
        room = possible & ~self._closed(inside) | start
        some = self._first_reached(self._flood(start, inside), room, self.size)
        if some.bit_count() < self.size:
            return None
        then = sum(
            1 << at
            for at in bit_positions(some & ~inside)
            if self._is_too_small(start, room & ~(1 << at))
        )
        if not then:
            return None

        def is_needed(inside: int, possible: int) -> bool:
            room = possible & ~self._closed(inside) | start
            return bool(start & inside) and all(
                self._is_too_small(start, room & ~(1 << at)) for at in bit_positions(then)
            )

        return self._inference(tuple(self._literals(then)), is_needed, values)

    def _is_too_small(self, start: int, room: int) -> bool:
        return self._first_reached(start, room, self.size).bit_count() < self.size

    def _elbow(self, start: int, inside: int, possible: int, values: Values) -> Inference | None:
        for at in bit_positions(self._met(start, inside, possible) & possible & ~inside):

            def is_met(inside: int, possible: int, other: int = 1 << at) -> bool:
                return bool(self._met(start, inside, possible) & other)

            return self._inference(self._denials(1 << at), is_met, values)
        return None

    def _met(self, start: int, inside: int, possible: int) -> int:
        """The cells that are beside each cell that a group may get, where one cell is missing."""
        group = self._flood(start, inside)
        if group.bit_count() != self.size - 1 or not start & inside:
            return 0
        ways = self._beside(group) & possible & ~self._closed(inside)
        found = self._everything & ~self._grown(group) if ways else 0
        for at in bit_positions(ways):
            found &= self._grown(1 << at)
        return found

    def _inference(
        self, then: tuple[int, ...], suffice: Suffice, values: Values, near: int | None = None
    ) -> Inference:
        """Conclude something from what is known, as far as that is needed."""

        def is_enough(literals: Sequence[int]) -> bool:
            return suffice(*self._sets(values_where(literals, values)))

        return Inference(then, tuple(necessary(self._known(values, near), is_enough)))

    def why(self, given: Sequence[int], then: Sequence[int]) -> str:
        """The group is complete, or grows in one way; or it is too large or too small."""
        if not then:
            return TOO_SMALL if any(-each in self._at for each in given) else TOO_LARGE
        return GROWS if then[0] in self._at else COMPLETE


class GroupsOf(SizedGroups):
    """Every group of cells that are in has so many cells."""

    __slots__ = ()

    name = "groups of"
    forms = (*SizedGroups.forms, Form(NO_ROOM, 1.6))
    is_lazy = True

    def __init__(self, literal: Mapping[Cell, int], size: int) -> None:
        super().__init__(literal, size)

    def clauses(self, first: int) -> tuple[list[Clause], int]:
        """No cell is alone, and in a group of one all are; the rest is said by `cuts`."""
        found: list[Clause] = []
        for at, literal in self._literal_at.items():
            near = self._literals(self._beside(1 << at))
            found += [(-literal, *near)] if self.size > 1 else [(-literal, -each) for each in near]
        return found, 0

    def cuts(self, values: Values) -> list[LazyCut]:
        """One for each group of another size."""
        found = []
        for part in self._parts(self._sets(values)[0]):
            if part.bit_count() > self.size:
                some = self._first_reached(part & -part, part, self.size + 1)
                found.append(LazyCut(self._denials(some), self._nodes(some)))
            elif part.bit_count() < self.size:
                found.append(self._too_small(part & -part, part))
        return found

    def _too_small(self, cell: int, room: int) -> LazyCut:
        clause = (*self._denials(cell), *self._literals(self._beside(room)))
        return LazyCut(clause, self._nodes(room))

    def cut_holds(self, inside: Collection[Cell], clause: Collection[int]) -> bool:
        """A connected set of more cells, all denied; or a set of fewer, a cell of it denied, and
        all of its rim."""
        cells, given = self._set(inside), set(clause)
        if not cells or cells & ~self._everything:
            return False
        denials = self._denials(cells)
        if cells.bit_count() > self.size:
            is_connected = self._flood(cells & -cells, cells) == cells
            return is_connected and given.issuperset(denials)
        rim = self._literals(self._beside(cells))
        is_small = cells.bit_count() < self.size
        return is_small and not given.isdisjoint(denials) and given.issuperset(rim)

    def hinter(self, values: Values) -> Callable[[Sequence[int]], list[LazyCut]]:
        """Groups that are too large already, or have too little room."""

        def hints(more: Sequence[int]) -> list[LazyCut]:
            now = values_where((*self._known(values), *more), values)
            inside, possible = self._sets(now)
            found = []
            for part in self._parts(inside):
                if part.bit_count() > self.size:
                    some = self._first_reached(part & -part, part, self.size + 1)
                    found.append(LazyCut(self._denials(some), self._nodes(some)))
            for room in self._parts(possible):
                if room.bit_count() < self.size and room & inside:
                    cell = room & inside
                    found.append(self._too_small(cell & -cell, room))
            return found

        return hints

    def broken(self, values: Values, *, partial: bool) -> Iterator[Broken]:
        """A group of more cells; or of fewer, and on a partial board no room for more."""
        inside, possible = self._sets(values)
        for part in self._parts(inside):
            yield from self._judge(part & -part, inside, possible if partial else inside)

    def is_done(self, values: Values) -> bool:
        """Everything is decided."""
        return all(values[each] != UNKNOWN for each in self.literals)

    def _starts(self, inside: int) -> Iterator[int]:
        return (part & -part for part in self._parts(inside))

    def infer(self, form: str, values: Values) -> Inference | None:
        """As with all sizes; no room: cells with too few others beside them are out."""
        if form != NO_ROOM:
            return super().infer(form, values)
        inside, possible = self._sets(values)
        for room in self._parts(possible):
            if room.bit_count() < self.size and not room & inside:

                def is_small(inside: int, possible: int, room: int = room) -> bool:
                    parts = self._parts(self._flood(room, possible))
                    return all(part.bit_count() < self.size for part in parts)

                walls = self._beside(room)
                return self._inference(self._denials(room), is_small, values, walls)
        return None


def groups_of(literal: Mapping[Cell, int], size: int) -> GroupsOf:
    """The cells whose literal is true form connected groups of so many cells each."""
    return GroupsOf(literal, size)
