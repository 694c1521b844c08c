"""Groups of cells around roots: the cells that are in hang together in groups, each of which has
exactly one root, and so many cells as its root says.

`RootedGroups` says that each group has one root, by cuts: of the cells between two roots one is
out; a cell that is in needs a cell of the rim between it and the roots. It takes the places of
roots, and no size. `GroupSize` is the size of one: a variable "belongs to this root" for each cell
that is near enough, of which so many are true. As no cell beside another root is near enough, and
every group has a root, these are exactly the cells of the group.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import chain, combinations, pairwise
from typing import NamedTuple

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
    assign,
    necessary,
    values_where,
)
from enpitsu.kit.constraints.cell_sets import CellSets
from enpitsu.kit.constraints.count import CountOf
from enpitsu.kit.constraints.group_sizes import SizedGroups

APART = "apart"
UNREACHED = "unreached"
TO_ROOT = "to-root"
JOINED = "joined"
ROOTLESS = "rootless"

Reason = int | Cell
"""A true literal, or the root whose size is a reason."""


class Own(NamedTuple):
    """A root with what is known of its group."""

    group: int
    """The cells that belong to it for certain."""
    room: int
    """The cells that it may have: none beside another group."""
    steps: int | None
    """The number of cells that are missing; None if its size is not known."""


class RootedGroups(CellSets):
    """Each group of cells that are in has exactly one root."""

    __slots__ = ("_sizes", "sized")

    name = "groups"
    forms = (Form(APART, 1.2), Form(UNREACHED, 1.8), Form(TO_ROOT, 2.0))
    breaks = (JOINED, ROOTLESS)
    is_lazy = True
    help_needs_clues = True

    def __init__(self, literal: Mapping[Cell, int], roots: Mapping[Cell, int | None]) -> None:
        """`roots`: the size of the group of each, if it is known. The sizes are only used for what
        follows, and for what helps the search."""
        super().__init__(literal, roots)
        self._sizes = dict(roots)
        self.sized: tuple[GroupSize, ...] = ()
        """The sizes of groups, as far as they are known."""

    @property
    def literal_of(self) -> dict[Cell, int]:
        """The literal of each cell that may be in."""
        places = ((divmod(at, self._width), each) for at, each in self._literal_at.items())
        return {Cell(row - 1, col - 1): each for (row, col), each in places}

    # --- clauses -------------------------------------------------------------------------------

    def clauses(self, first: int) -> tuple[list[Clause], int]:
        """Cells close to two roots are out, and no cell is alone; the rest is said by `cuts`."""
        roots = bit_positions(self._fixed)
        beside = {at: self._beside(1 << at) for at in roots}
        if any(near & self._fixed for near in beside.values()):
            return [()], 0
        found: list[Clause] = []
        for a, b in combinations(roots, 2):
            both = beside[a] & beside[b]
            found += [(each,) for each in self._denials(both)]
            for at in bit_positions(beside[a] & ~both & self._grown(beside[b] & ~both)):
                pairs = bit_positions(self._beside(1 << at) & beside[b] & ~both)
                found += [self._denials(1 << at | 1 << other) for other in pairs]
        found += self._not_alone()
        return found, 0

    def _not_alone(self) -> Iterator[Clause]:
        """A cell with no root beside it has a neighbour that is in."""
        for at, literal in self._literal_at.items():
            near = self._beside(1 << at)
            if not near & self._fixed:
                yield (-literal, *self._literals(near))

    def helpful_clauses(
        self, first: int, begins: Mapping[Constraint, int]
    ) -> tuple[list[Clause], int]:
        """Cells that are too far from every root are out; others belong to a root that is near
        enough, and to one only."""
        near = self._union_of_room(self._fixed, self._everything, self._sizes)
        found: list[Clause] = [(each,) for each in self._denials(self._everything & ~near)]
        owners: dict[Cell, list[int]] = {}
        for each in self.sized if begins else ():
            for cell, name in each.members(begins[each]).items():
                owners.setdefault(cell, []).append(name)
        any_size = {cell: size for cell, size in self._sizes.items() if size is None}
        far = near & ~self._union_of_room(self._fixed, self._everything, any_size)
        for cell, names in owners.items():
            if far >> self._place(cell) & 1:
                found.append((-self._literal_at[self._place(cell)], *names))
            found += [(-a, -b) for a, b in combinations(names, 2)]
        return found, 0

    def cuts(self, values: Values) -> list[LazyCut]:
        """For each part without a root, and for each two roots that are joined."""
        found = []
        for part in self._parts(self._sets(values)[0]):
            roots = part & self._fixed
            if not roots:
                found.append(self._rootless(part & -part, part))
            elif roots & (roots - 1):
                found += self._separations(part)
        return found

    def _rootless(self, cell: int, part: int) -> LazyCut:
        """A cell is out, or some cell is in of the rim that can be reached from roots."""
        rim = self._beside(part)
        beyond = self._flood(self._fixed, self._everything & ~rim & ~part)
        rim &= self._grown(beyond)
        inside = self._flood(part, self._everything & ~rim)
        return LazyCut((*self._denials(cell), *self._literals(rim)), self._nodes(inside))

    def _separations(self, part: int) -> Iterator[LazyCut]:
        """A way between each root of a part and the nearest other one has a cell that is out."""
        for at in bit_positions(part & self._fixed):
            root = 1 << at
            path, end = self._way_to(part & self._fixed & ~root, root, part)
            yield LazyCut(self._denials(path), self._nodes(path | root | end))

    def _way_to(self, ends: int, start: int, among: int) -> tuple[int, int]:
        """Return a shortest way from a start to one of some cells, and that cell."""
        path = self._path(start, ends, among & ~self._fixed)
        return path, ends & self._grown(path or start) & -(ends & self._grown(path or start))

    def cut_holds(self, inside: Collection[Cell], clause: Collection[int]) -> bool:
        """A connected set with two roots, all its cells denied; or a set without roots, a cell in
        it denied, and all of the rim."""
        cells, given = self._set(inside), set(clause)
        if cells & ~self._everything:
            return False
        roots = cells & self._fixed
        if roots:
            is_connected = self._flood(roots & -roots, cells) == cells
            return (
                bool(roots & (roots - 1))
                and is_connected
                and given.issuperset(self._denials(cells))
            )
        rim = self._beside(cells)
        is_denied = not given.isdisjoint(self._denials(cells))
        return is_denied and not rim & self._fixed and given.issuperset(self._literals(rim))

    def hinter(self, values: Values) -> Callable[[Sequence[int]], list[LazyCut]]:
        """Parts that cannot be reached from roots, and roots that are joined."""

        def hints(more: Sequence[int]) -> list[LazyCut]:
            now = values[:]
            for each in more:
                assign(now, each)
            inside, possible = self._sets(now)
            reached = self._flood(self._fixed, possible)
            found = []
            for part in self._parts(inside & ~reached):
                room = self._flood(part, possible)
                cut = LazyCut(
                    (*self._denials(part & -part), *self._literals(self._beside(room))),
                    self._nodes(room),
                )
                found.append(cut)
            joined = [part for part in self._parts(inside) if self._has_two(part)]
            found += [cut for part in joined for cut in self._separations(part)]
            return found or self._too_far(inside, possible, now)

        return hints

    def _too_far(self, inside: int, possible: int, values: Values) -> list[LazyCut]:
        """The parts that are too far from every root for the sizes of their groups."""
        parts = list(self._parts(inside & ~self._flood(self._fixed, inside)))
        owns = list(self._owns(inside, possible, self._sizes)) if parts else []
        found = []
        for part in parts:
            if not any(self._gets(own, part) for own in owns):
                because = self._why_too_far(part & -part, values)
                nodes = self._nodes(part)
                clause = tuple(-each for each in because.because)
                found.append(LazyCut(clause, nodes, because.clues))
        return found

    def _why_too_far(self, start: int, values: Values) -> Inference:
        def suffice(inside: int, possible: int, sizes: Mapping[Cell, int | None]) -> bool:
            part = self._flood(start, inside) if start & inside else 0
            if not part or part & self._fixed:
                return False
            owns = self._owns(inside, possible, sizes)
            return not any(self._gets(own, part) for own in owns)

        return self._inference((), suffice, values)

    def _has_two(self, part: int) -> bool:
        roots = part & self._fixed
        return bool(roots & (roots - 1))

    # --- judgement -----------------------------------------------------------------------------

    def broken(self, values: Values, *, partial: bool) -> Iterator[Broken]:
        """Two roots in a group; or a group with none, and on a partial board no way to one."""
        inside, possible = self._sets(values)
        for part in self._parts(inside):
            if self._has_two(part):
                first = part & self._fixed & -(part & self._fixed)
                path, _ = self._way_to(part & self._fixed & ~first, first, part)
                roots = tuple(sorted(self._nodes(part & self._fixed)))
                yield Broken(JOINED, tuple(self._literals(path or part)), roots)
        among = possible if partial else inside
        for part in self._parts(inside & ~self._flood(self._fixed, among)):
            yield Broken(ROOTLESS, tuple(self._literals(part)))

    def is_done(self, values: Values) -> bool:
        """Everything is decided."""
        return all(values[each] != UNKNOWN for each in self.literals)

    # --- inference -----------------------------------------------------------------------------

    def infer(self, form: str, values: Values) -> Inference | None:
        """Apart: no cell is in between two groups with roots. Unreached: what is too far from every
        root is out. To root: a cell that every way from a part to the roots passes is in."""
        inside, possible = self._sets(values)
        if any(self._has_two(part) for part in self._parts(inside)):
            return None
        if form == APART:
            return self._apart(inside, possible)
        if form == UNREACHED:
            return self._unreached(inside, possible, values)
        return self._to_root(inside, possible, values)

    def _apart(self, inside: int, possible: int) -> Inference | None:
        once = twice = 0
        for at in bit_positions(self._fixed):
            near = self._beside(self._flood(1 << at, inside))
            twice |= once & near
            once |= near
        for at in bit_positions(twice & possible & ~inside):
            ways = [
                self._path(1 << at, 1 << root, inside)
                for root in bit_positions(self._fixed)
                if self._flood(1 << root, inside) & self._grown(1 << at)
            ]
            shortest = sorted(ways, key=int.bit_count)[:2]
            because = self._literals(shortest[0] | shortest[1])
            return Inference(self._denials(1 << at), tuple(because))
        return None

    def _owns(self, inside: int, possible: int, sizes: Mapping[Cell, int | None]) -> Iterator[Own]:
        """Each root's group, with the cells that it may have by what is known."""
        groups = {cell: self._flood(self._set((cell,)), inside) for cell in sizes}
        once = twice = 0
        for group in groups.values():
            near = self._grown(group)
            twice |= once & near
            once |= near
        for cell, group in groups.items():
            closed = twice | once & ~self._grown(group)
            size = sizes[cell]
            steps = None if size is None else max(0, size - group.bit_count())
            yield Own(group, possible & ~closed | group, steps)

    def _reach(self, own: Own, spare: int = 0) -> int:
        """The cells that a group may get to, with so many cells to spare."""
        if own.steps is None:
            return self._flood(own.group, own.room)
        return self._walk(own.group, own.room, own.steps - spare) if own.steps >= spare else 0

    def _union_of_room(self, inside: int, possible: int, sizes: Mapping[Cell, int | None]) -> int:
        found = 0
        for own in self._owns(inside, possible, sizes):
            found |= self._reach(own)
        return found

    def _unreached(self, inside: int, possible: int, values: Values) -> Inference | None:
        lost = possible & ~inside & ~self._union_of_room(inside, possible, self._sizes)
        if not lost:
            return None
        lost = self._flood(lost & -lost, lost)

        def suffice(inside: int, possible: int, sizes: Mapping[Cell, int | None]) -> bool:
            owns = self._owns(inside, possible, sizes)
            return not any(self._reach(own) & lost for own in owns)

        return self._inference(self._denials(lost), suffice, values)

    def _to_root(self, inside: int, possible: int, values: Values) -> Inference | None:
        for part in self._parts(inside & ~self._flood(self._fixed, inside)):
            owns = list(self._owns(inside, possible, self._sizes))
            ways = [self._path(part, own.group, own.room) for own in owns if self._gets(own, part)]
            if not ways:
                return None
            shortest = min(ways, key=int.bit_count) & ~inside
            then = sum(
                1 << at
                for at in bit_positions(shortest)
                if not any(self._gets(own, part, 1 << at) for own in owns)
            )
            if then:
                return self._way(part & -part, then, values)
        return None

    def _gets(self, own: Own, part: int, without: int = 0) -> bool:
        """Return True if a group may get a part, without some cells."""
        own = own._replace(room=own.room & ~without)
        if part & ~own.room:
            return False
        return bool(self._reach(own, part.bit_count()) & self._grown(part))

    def _way(self, start: int, then: int, values: Values) -> Inference:
        def suffice(inside: int, possible: int, sizes: Mapping[Cell, int | None]) -> bool:
            part = self._flood(start, inside) if start & inside else 0
            if not part or part & self._fixed:
                return False
            owns = list(self._owns(inside, possible, sizes))
            steps = bit_positions(then)
            return not any(self._gets(own, part, 1 << at) for at in steps for own in owns)

        ends = tuple(self._literals(start))
        return self._inference(tuple(self._literals(then)), suffice, values, ends)

    def _inference(
        self,
        then: tuple[int, ...],
        suffice: Callable[[int, int, Mapping[Cell, int | None]], bool],
        values: Values,
        ends: tuple[int, ...] = (),
    ) -> Inference:
        """Conclude something from what is known and from sizes, as far as these are needed."""

        def is_enough(reasons: Sequence[Reason]) -> bool:
            literals = [each for each in reasons if isinstance(each, int)]
            told = {each for each in reasons if isinstance(each, Cell)}
            sizes = {cell: size if cell in told else None for cell, size in self._sizes.items()}
            return suffice(*self._sets(values_where(literals, values)), sizes)

        sized = [cell for cell, size in self._sizes.items() if size is not None]
        reasons: list[Reason] = [*self._known(values), *sized]
        needed = necessary(reasons, is_enough)
        because = tuple(each for each in needed if isinstance(each, int))
        clues = tuple(each for each in needed if isinstance(each, Cell))
        return Inference(then, because, ends, clues)

    def why(self, given: Sequence[int], then: Sequence[int]) -> str:
        """Two groups are kept apart, a cell cannot be reached or must be passed; or two groups are
        joined, or one has no root."""
        has_walls = any(-each in self._at for each in given)
        if not then:
            return ROOTLESS if has_walls else JOINED
        if then[0] in self._at:
            return TO_ROOT
        return UNREACHED if has_walls else APART


class GroupSize(SizedGroups):
    """The group of a root has so many cells."""

    __slots__ = ("_rivals", "_root")

    name = "group size"

    def __init__(
        self, literal: Mapping[Cell, int], root: Cell, size: int, rivals: Collection[Cell] = ()
    ) -> None:
        """`rivals`: the other roots, which are in other groups."""
        near = {cell: each for cell, each in literal.items() if _steps(cell, root) <= size}
        others = [cell for cell in rivals if _steps(cell, root) <= size + 1]
        super().__init__(near, size, [root, *others])
        self._root, self._rivals = self._set((root,)), self._set(others)

    def clauses(self, first: int) -> tuple[list[Clause], int]:
        """A variable for each cell that may belong to the group, and so many of these."""
        layers = self._layers()
        own = self._named(layers, first)
        if len(own) < self.size - 1:
            return [()], 0
        found: list[Clause] = []
        for at in bit_positions(self._beside(self._root) & ~self._fixed):
            found.append((-self._literal_at[at], *([own[at]] if at in own else ())))
        for at, name in own.items():
            found += self._belonging(at, name, own)
        for steps, (before, layer) in enumerate(pairwise(layers), 1):
            if steps > 1 and self.size - 1 - steps < 2:
                for at in bit_positions(layer):
                    near = bit_positions(self._beside(1 << at) & before)
                    found.append((-own[at], *(own[other] for other in near)))
        for before, layer in pairwise(layers[1:]):
            passed = [own[at] for at in bit_positions(before)]
            found += [(-own[at], *passed) for at in bit_positions(layer)]
        count, extra = CountOf(list(own.values()), self.size - 1, self.size - 1).clauses(
            first + len(own)
        )
        return [*found, *count], len(own) + extra

    def _layers(self) -> list[int]:
        """The root, and the cells that may belong to it, by the steps that they are away."""
        room = self._everything & ~self._grown(self._rivals)
        layers, reached = [self._root], self._root
        for _ in range(self.size - 1):
            layers.append(self._grown(layers[-1]) & room & ~reached)
            reached |= layers[-1]
        return layers

    def _named(self, layers: Sequence[int], first: int) -> dict[int, int]:
        """The variable of each cell that may belong to the group."""
        places = chain.from_iterable(map(bit_positions, layers[1:]))
        return {at: first + count for count, at in enumerate(places)}

    def members(self, first: int) -> dict[Cell, int]:
        """The variable of each cell that may belong to the group, where the first one is known."""
        named = self._named(self._layers(), first)
        return {Cell(at // self._width - 1, at % self._width - 1): own for at, own in named.items()}

    def _belonging(self, at: int, name: int, own: Mapping[int, int]) -> Iterator[Clause]:
        """A cell that belongs to the group is in, and so do its neighbours that are in."""
        yield (-name, self._literal_at[at])
        near = self._beside(1 << at)
        for other in bit_positions(near & ~self._fixed):
            yield (-name, -self._literal_at[other], *([own[other]] if other in own else ()))
        if not near & self._root:
            yield (-name, *(own[other] for other in bit_positions(near) if other in own))

    def broken(self, values: Values, *, partial: bool) -> Iterator[Broken]:
        """Too many cells; or too few, and on a partial board no room for more."""
        inside, possible = self._sets(values)
        yield from self._judge(self._root, inside, possible if partial else inside)

    def is_done(self, values: Values) -> bool:
        """So many cells, and all around is decided."""
        inside, possible = self._sets(values)
        return self._flood(self._root, inside) == self._flood(self._root, possible) and not any(
            self._judge(self._root, inside, inside)
        )

    def _starts(self, inside: int) -> Iterator[int]:
        if not self._flood(self._root, inside) & self._rivals:
            yield self._root

    def _closed(self, inside: int) -> int:
        """The cells beside other groups."""
        return self._grown(self._flood(self._rivals, inside))


def _steps(a: Cell, b: Cell) -> int:
    return abs(a.row - b.row) + abs(a.col - b.col)


def groups(literal: Mapping[Cell, int], roots: Mapping[Cell, int | None]) -> list[Constraint]:
    """The cells whose literal is true, and the roots, form connected groups with one root each;
    where a root has a size, its group has so many cells. Roots have no literal."""
    sizes = [
        GroupSize(literal, root, size, roots.keys() - {root}).about(root)
        for root, size in roots.items()
        if size is not None
    ]
    found = RootedGroups(literal, roots)
    found.sized = tuple(sizes)
    return [found, *sizes]
