"""Some cells are connected: of any two that are in, one can be reached from the other by sides.

With `root` the ring around the board is in: all cells that are in reach the outside.

The cut: a cell that is in and another one that is in, with a rim between them, need a cell of the
rim. Of a rim only what the far side can reach matters.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from enpitsu.grid import Cell, bit_positions
from enpitsu.kind import Clause
from enpitsu.kit.constraints.base import (
    UNKNOWN,
    Broken,
    Constraint,
    Form,
    Inference,
    LazyCut,
    Values,
)
from enpitsu.kit.constraints.cell_sets import CellSets

LINK = "link"
CUT_OFF = "cut-off"
PARTS = "parts"
GATE = "gate"


class Connected(CellSets):
    """All cells whose literal is true are connected."""

    __slots__ = ("_ring",)

    name = "connected"
    forms = (Form(LINK, 1.8), Form(CUT_OFF, 2.0))
    breaks = (PARTS,)
    is_lazy = True

    def __init__(self, literal: Mapping[Cell, int], *, root: bool = False) -> None:
        super().__init__(literal)
        rows = max((cell.row for cell in literal), default=0) + 1
        width = self._width
        inner = sum(((1 << width - 2) - 1) << row * width + 1 for row in range(1, rows + 1))
        ring = ((1 << width * (rows + 2)) - 1) & ~inner
        self._ring = ring if root else 0
        self._fixed |= self._ring
        self._everything |= self._ring

    def clauses(self, first: int) -> tuple[list[Clause], int]:
        """All is said by `cuts`."""
        return [], 0

    def helpful_clauses(
        self, first: int, begins: Mapping[Constraint, int]
    ) -> tuple[list[Clause], int]:
        """No cell that is in is alone, unless it is the only one."""
        lone, found = first, list[Clause]()
        for at, literal in self._literal_at.items():
            near = self._beside(1 << at)
            if not near & self._fixed:
                found.append((-literal, *self._literals(near), lone))
        before = 0
        for name, literal in enumerate(self.literals, first + 1):
            found.append((-literal, name))
            if before:
                found += [(-before, name), (-lone, -before, -literal)]
            before = name
        return found, len(self.literals) + 1

    def _first(self, cells: int) -> int:
        """The first of some cells; the ring, if it is among them."""
        return cells & self._ring or cells & -cells

    def _rim(self, near: int, far: int) -> int:
        """The cells round a set of cells that can be reached from another one."""
        rim = self._beside(near)
        beyond = self._flood(far, self._everything & ~rim & ~near)
        return rim & self._grown(beyond)

    # --- clauses -------------------------------------------------------------------------------

    def cuts(self, values: Values) -> list[LazyCut]:
        """For each part but the main one: its first cell and the first of the main part need a
        cell of the rim between them."""
        parts = list(self._parts(self._sets(values)[0]))
        if len(parts) < 2:
            return []
        main = max(parts, key=self._size)
        return [self._cut(part, main) for part in parts if part is not main]

    def _size(self, cells: int) -> tuple[bool, int]:
        return bool(cells & self._ring), cells.bit_count()

    def _cut(self, near: int, far: int) -> LazyCut:
        """Of the first cells of two separate sets not both are in, or one of the rim between is."""
        rim = self._rim(near, far)
        ends = self._literals(near & -near) + self._literals(self._first(far))
        clause = (*(-each for each in ends), *self._literals(rim))
        return LazyCut(clause, self._nodes(self._flood(near, self._everything & ~rim)))

    def cut_holds(self, inside: Collection[Cell], clause: Collection[int]) -> bool:
        """A cell inside the set and one outside it and its rim, and all of the rim."""
        near = self._set(inside)
        rim = self._beside(near)
        ends = [1 << self._at[-each] for each in clause if -each in self._at]
        if self._ring:
            ends.append(self._ring & -self._ring)
        is_inside = any(end & near for end in ends)
        is_beyond = any(not end & (near | rim) for end in ends)
        is_whole = not rim & self._ring and set(self._literals(rim)) <= set(clause)
        return is_inside and is_beyond and is_whole

    def hinter(self, values: Values) -> Callable[[Sequence[int]], list[LazyCut]]:
        """Parts that are cut off from each other."""
        inside, possible = self._sets(values)
        found = self._separate(inside, possible)

        def hints(more: Sequence[int]) -> list[LazyCut]:
            now_in, now_possible, gates = inside, possible, 0
            for literal in more:
                if literal in self._at:
                    now_in |= 1 << self._at[literal]
                elif -literal in self._at:
                    now_possible &= ~(1 << self._at[-literal])
                    gates += not self._is_simple(self._at[-literal], now_possible)
            if found or not gates:
                # A part without anything in it may get something.
                return found or self._separate_if(now_in & ~inside, now_in, now_possible)
            return self._separate(now_in, now_possible)

        return hints

    def _separate_if(self, new: int, inside: int, possible: int) -> list[LazyCut]:
        """Parts that are cut off, if something new lies in another part than the rest."""
        start = self._first(inside)
        if not new or not new & ~self._flood(start, possible):
            return []
        return self._separate(inside, possible)

    def _is_simple(self, at: int, possible: int) -> bool:
        """Return True if the open cells beside a cell hang together around it."""
        width = self._width
        steps = (-width - 1, -width, -width + 1, 1, width + 1, width, width - 1, -1)
        ring = [possible >> at + step & 1 for step in steps]
        sides = sum(ring[1::2])
        # Going round, a side is joined to the next one if the corner between them is open.
        joined = sum(ring[side] and ring[side - 1] and ring[side - 2] for side in (1, 3, 5, 7))
        return sides - joined <= 1

    def _separate(self, inside: int, possible: int) -> list[LazyCut]:
        """A cut for each part that holds something which is in, but the main one."""
        held = [part & inside for part in self._parts(possible) if part & inside]
        if len(held) < 2:
            return []
        main = max(held, key=self._size)
        found = []
        for part in held:
            if part is not main:
                near = self._flood(part, possible)
                rim = self._rim(near, main)
                ends = self._literals(part & -part) + self._literals(self._first(main))
                clause = (*(-each for each in ends), *self._literals(rim))
                found.append(LazyCut(clause, self._nodes(near)))
        return found

    # --- judgement -----------------------------------------------------------------------------

    def broken(self, values: Values, *, partial: bool) -> Iterator[Broken]:
        """Several parts; on a partial board such as nothing can join."""
        inside, possible = self._sets(values)
        parts = self._parts(possible if partial else inside)
        held = [part & inside for part in parts if part & inside]
        if len(held) > 1:
            yield Broken(PARTS, tuple(self._literals(min(held, key=self._size))))

    def is_done(self, values: Values) -> bool:
        """Everything is decided."""
        return all(values[each] != UNKNOWN for each in self.literals)

    # --- inference -----------------------------------------------------------------------------

    def infer(self, form: str, values: Values) -> Inference | None:
        """Link: the only undecided cell through which two parts can be joined is in. Cut off: what
        cannot be reached from what is in is out."""
        inside, possible = self._sets(values)
        main = self._flood(self._first(inside), possible) if inside else 0
        if not main or inside & ~main:
            return None
        if form == LINK:
            return self._link(inside, main)
        lost = possible & ~main
        if not lost:
            return None
        near = self._flood(lost & -lost, lost)
        then = [-each for each in self._literals(near)]
        return self._inference(then, near, main, self._literals(self._first(inside)))

    def _link(self, inside: int, main: int) -> Inference | None:
        for at in bit_positions(main & ~inside):
            rest = main & ~(1 << at)
            if self._is_simple(at, rest):
                continue
            parts = [part for part in self._parts(rest) if part & inside]
            if len(parts) > 1:
                near, far = sorted(parts, key=self._size)[:2]
                ends = self._literals(near & inside & -(near & inside))
                ends += self._literals(self._first(far & inside))
                return self._inference([self._literal_at[at]], near, far, ends)
        return None

    def _inference(self, then: list[int], near: int, far: int, ends: Sequence[int]) -> Inference:
        """Conclude something from the rim between two sets; of each one cell is named."""
        walls = [each for each in self._literals(self._rim(near, far)) if each not in then]
        return Inference(tuple(then), (*ends, *(-each for each in walls)), tuple(ends))

    def why(self, given: Sequence[int], then: Sequence[int]) -> str:
        """A link, something cut off; or several parts."""
        if not then:
            return PARTS
        return LINK if then[0] in self._at else CUT_OFF


class ConnectedApart(Connected):
    """Connected, where another rule says that cells which are out never touch along a side: beside
    one that is out all are in, so none can be out that parts what is left."""

    __slots__ = ()

    forms = (Form(GATE, 1.8), Form(CUT_OFF, 2.0))

    def helpful_clauses(
        self, first: int, begins: Mapping[Constraint, int]
    ) -> tuple[list[Clause], int]:
        """Of the cells beside one that is in, one is in, too: so it is if a pair of neighbours lies
        elsewhere, of which one must be in."""
        pairs = {
            frozenset((at, other))
            for at in self._literal_at
            for other in (at + 1, at + self._width)
            if other in self._literal_at
        }
        found = list[Clause]()
        for at, literal in self._literal_at.items():
            near = self._literals(self._beside(1 << at))
            if not self._beside(1 << at) & self._fixed and len(pairs) > len(near):
                found.append((-literal, *near))
        return found, 0

    def infer(self, form: str, values: Values) -> Inference | None:
        """Gate: an undecided cell without which the rest is in parts is in."""
        if form != GATE:
            return super().infer(form, values)
        inside, possible = self._sets(values)
        for at in bit_positions(possible & ~inside):
            rest = possible & ~(1 << at)
            if not self._is_simple(at, rest):
                near_by = bit_positions(self._beside(1 << at) & rest)
                parts = [self._flood(1 << each, rest) for each in near_by]
                near, far = min(parts, key=self._size), max(parts, key=self._size)
                if near != far:
                    return self._inference([self._literal_at[at]], near, far, ())
        return None


def connected(literal: Mapping[Cell, int], *, root: bool = False, apart: bool = False) -> Connected:
    """All cells whose literal is true are connected along their sides; with `root`, each of them
    to the outside of the board. With `apart`, another rule says that cells which are out never
    touch."""
    return (ConnectedApart if apart else Connected)(literal, root=root)
