"""The declarations of a page: clues and areas that are given, marks that are written.

    class Fences(GridPuzzle):
        kind = "fences"
        numbers = clues(values=range(4))
        line = mark("sides")

A puzzle then has `puzzle.numbers` (values by cell) and `puzzle.line` (a `MarkView`, its slots as
variables for the rules), and by inheritance its size, turning and mirroring, JSON and comparison.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import chain
from types import MappingProxyType
from typing import Any, ClassVar, Self, overload

from enpitsu.errors import BadClue, FormatError
from enpitsu.formats.text import check_board_size, refuse_other_keys, unpack_size
from enpitsu.grid import (
    BorderPlace,
    Cell,
    Direction,
    Edge,
    Slot,
    Symmetry,
    cells,
    connected_part,
    edges_down,
    edges_right,
    is_inside,
    parse_slot,
    ray,
    rows_of,
)
from enpitsu.kit.layout import CELLS, SIDES, Layout, MarkTable, MarkView, slots_on

AREAS = "areas"
BORDER = "border"
UNKNOWN = "?"
MOST_CELLS = 10_000

Value = int | str
"""The value of a clue: a number, or a word as "white"."""
CluePlace = Cell | Edge


class Clues:
    """A sort of clue; a page makes it with `clues`."""

    def __init__(
        self,
        on: str,
        values: Collection[Value],
        *,
        unknown: bool,
        look: str,
        blocks: bool,
        share: float | None,
        mix: Sequence[float],
    ) -> None:
        self.on, self.values, self.unknown = on, values, unknown
        self.mix = dict(zip(values, mix, strict=False))
        self.look, self.blocks, self.share = look, blocks, share
        self.name = ""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, puzzle: None, owner: type) -> Self: ...
    @overload
    def __get__(self, puzzle: GridPuzzle, owner: type) -> Mapping[Any, Any]: ...
    def __get__(self, puzzle: GridPuzzle | None, owner: type) -> Self | Mapping[Any, Any]:
        return self if puzzle is None else puzzle.given[self.name]

    @property
    def must_tell(self) -> bool:
        """True if new puzzles tell all its values: numbers in cells where nothing else stands."""
        return self.blocks and self.look != "wall"

    @property
    def word(self) -> str:
        """The word by which catalogues have sentences about such clues."""
        if self.look == "pearl":
            return self.look
        return {CELLS: "cell", AREAS: "area", BORDER: "border"}.get(self.on, "side")

    def allows(self, value: object) -> bool:
        """Return True if a clue may have this value."""
        if isinstance(value, bool):
            return False
        return value in self.values or (self.unknown and value == UNKNOWN)


def clues(
    on: str = CELLS,
    *,
    values: Collection[Value],
    unknown: bool = False,
    look: str = "number",
    blocks: bool = False,
    share: float | None = None,
    mix: Sequence[float] = (),
) -> Clues:
    """Declare clues.

    `on` tells where they stand: "cells"; "areas" (one for each area, at its first cell); "sides"
    (between two cells); "border" (at the sides of the board's frame, for what lies behind it).
    `unknown` allows "?". `look` is "number", "small" (in a corner of its cell), "pearl" (the values
    are "white" and "black") or "wall" (a filled cell, its number white). `blocks`: nothing is
    written in cells with such a clue. `share`: of the places, so many have one in new puzzles.
    `mix`: how often each of the values comes in these, beside the others.
    """
    return Clues(on, values, unknown=unknown, look=look, blocks=blocks, share=share, mix=mix)


class AreaMap:
    """A board cut into connected areas, numbered from 0 in the order of their first cells."""

    def __init__(self, number_of: Mapping[Cell, int]) -> None:
        """`number_of`: the number of each cell's area, the cells in reading order."""
        found: dict[int, list[Cell]] = {}
        for cell, number in number_of.items():
            found.setdefault(number, []).append(cell)
        self.areas = tuple(map(tuple, found.values()))
        """The cells of each area, the first one where its clue stands."""
        self.number_of = {cell: at for at, area in enumerate(self.areas) for cell in area}
        self.numbers = tuple(self.number_of[cell] for cell in number_of)

    def __iter__(self) -> Iterator[tuple[Cell, ...]]:
        return iter(self.areas)

    def __len__(self) -> int:
        return len(self.areas)

    def of(self, cell: Cell) -> tuple[Cell, ...]:
        """The cells of the area that a cell lies in."""
        return self.areas[self.number_of[cell]]

    def borders(self, rows: int, cols: int) -> frozenset[Edge]:
        """The borders between areas of a board."""
        edges = chain(edges_right(rows, cols), edges_down(rows, cols))
        return frozenset(edge for edge in edges if self.is_border(*edge))

    def is_border(self, a: Cell, b: Cell) -> bool:
        """Return True if two cells lie in different areas."""
        return self.number_of[a] != self.number_of[b]


class Areas:
    """The areas of a board; a page makes them with `areas`."""

    def __init__(self, *, rectangles: bool) -> None:
        self.rectangles, self.name = rectangles, ""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, puzzle: None, owner: type) -> Self: ...
    @overload
    def __get__(self, puzzle: GridPuzzle, owner: type) -> AreaMap: ...
    def __get__(self, puzzle: GridPuzzle | None, owner: type) -> Self | AreaMap:
        if puzzle is None:
            return self
        assert puzzle.area_map is not None
        return puzzle.area_map


def areas(*, rectangles: bool = False) -> Areas:
    """Declare that the board is cut into areas, drawn by thick borders; `rectangles`: those of
    made puzzles are such."""
    return Areas(rectangles=rectangles)


class Mark:
    """A sort of mark; a page makes it with `mark`."""

    def __init__(
        self,
        on: str,
        values: Callable[[int, int], Iterable[Value]],
        *,
        hands: str,
        look: str,
        denial: str,
    ) -> None:
        self.on, self.values = on, values
        self.hands, self.look, self.denial = hands, look, denial
        self.name = ""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, puzzle: None, owner: type) -> Self: ...
    @overload
    def __get__(self, puzzle: GridPuzzle, owner: type) -> MarkView: ...
    def __get__(self, puzzle: GridPuzzle | None, owner: type) -> Self | MarkView:
        return self if puzzle is None else puzzle.layout.views[self.name]


_LOOKS = {CELLS: "shade", "edges": "line", SIDES: "line"}
_HANDS = {"shade": "paint", "light": "paint", "line": "line", "number": "type"}
_DENIALS = {"shade": "dot", "light": "dot", "line": "cross", "number": "small"}


def mark(
    on: str,
    *,
    values: Callable[[int, int], Iterable[Value]] | None = None,
    look: str = "",
    hands: str = "",
    denial: str = "",
) -> Mark:
    """Declare marks that players write; their facts have the name of the attribute as value.

    `on`: "cells"; "edges", lines from cell to cell; "sides", lines along the sides of cells.
    `values`: for marks of which a slot holds one of several, as numbers: the values for so many
    rows and columns. `look` is "shade", "light", "number" or "line"; `hands` tells how it is
    written ("paint", "line", "type"), `denial` how its denial looks ("dot", "cross", "small"):
    both follow from the look.
    """
    look = look or ("number" if values else _LOOKS[on])
    return Mark(
        on,
        values or (lambda rows, cols: ()),
        hands=hands or _HANDS[look],
        look=look,
        denial=denial or _DENIALS[look],
    )


_OWN_NAMES = ("rows", "cols", "given", "area_map")  # what every puzzle has


class GridPuzzle:
    """A puzzle on a rectangular board: frozen, hashable, valid once it is there.

    Made as `Rooms(rows, cols, numbers={Cell(0, 0): 2}, areas={cell: number})`; clues and areas
    may also be left out.
    """

    kind: ClassVar[str] = ""
    clue_sorts: ClassVar[Mapping[str, Clues]] = MappingProxyType({})
    mark_sorts: ClassVar[Mapping[str, Mark]] = MappingProxyType({})
    area_name: ClassVar[str | None] = None
    most_cells: ClassVar[int] = MOST_CELLS

    def __init_subclass__(cls) -> None:
        own = vars(cls)
        sorts = {name: each for name, each in own.items() if isinstance(each, Clues)}
        marks = {name: each for name, each in own.items() if isinstance(each, Mark)}
        cls.clue_sorts = MappingProxyType({**cls.clue_sorts, **sorts})
        cls.mark_sorts = MappingProxyType({**cls.mark_sorts, **marks})
        names = [name for name, each in own.items() if isinstance(each, Areas)]
        for name in (*sorts, *marks, *names):
            if name in _OWN_NAMES or hasattr(GridPuzzle, name):
                raise TypeError(f"{cls.__name__}: every puzzle has a {name!r} already")
        cls.area_name = names[0] if names else cls.area_name

    def __init__(self, rows: int, cols: int, **given: Any) -> None:
        check_board_size(rows, cols, self.most_cells)
        self.rows, self.cols = rows, cols
        self.area_map: AreaMap | None = None
        if self.area_name is not None:
            self.area_map = self._read_areas(given.pop(self.area_name, None))
        self.given: dict[str, Mapping[Any, Any]] = {}
        """The clues of each sort, by place, in order."""
        for name, sort in self.clue_sorts.items():
            found = _at_places(sort, given.pop(name, {}))
            for place, value in found.items():
                self._check_clue(sort, place, value)
            self.given[name] = MappingProxyType(dict(sorted(found.items())))
        if given:
            raise FormatError(f"{self.kind} has no {next(iter(given))}")
        self.check()

    def check(self) -> None:
        """Raise FormatError where a page allows less than its declarations do."""

    def _read_areas(self, number_of: Mapping[Cell, int] | None) -> AreaMap:
        found = dict.fromkeys(cells(self.rows, self.cols), 0 if number_of is None else -1)
        for cell, number in (number_of or {}).items():
            if cell not in found:
                raise FormatError("an area has a cell outside the board", cell=str(cell))
            found[cell] = number
        missing = next((cell for cell, number in found.items() if number < 0), None)
        if missing is not None:
            raise FormatError("the cell is in no area", cell=str(missing))
        area_map = AreaMap(found)
        for area in area_map:
            part = connected_part(area[0], set(area))
            if len(part) < len(area):
                strange = next(cell for cell in area if cell not in part)
                raise FormatError("the area is not connected", cell=str(strange))
        return area_map

    def _check_clue(self, sort: Clues, place: CluePlace, value: Value) -> None:
        if not self.has_place(sort, place):
            raise BadClue(f"no clue can stand at {place}", place=str(place), code="outside")
        if not sort.allows(value):
            raise BadClue(f"the clue at {place} cannot be {str(value)[:40]}", place=str(place))

    def has_place(self, sort: Clues, place: CluePlace) -> bool:
        """Return True if a clue of this sort can stand at a place."""
        if isinstance(place, Edge) != (sort.on in (SIDES, BORDER)):
            return False
        if isinstance(place, Cell):
            if not is_inside(place, self.rows, self.cols):
                return False
            return sort.on != AREAS or self._area_of(place)[0] == place
        inside = [is_inside(cell, self.rows, self.cols) for cell in place]
        return all(inside) if sort.on == SIDES else sum(inside) == 1

    def _area_of(self, cell: Cell) -> tuple[Cell, ...]:
        assert self.area_map is not None
        return self.area_map.of(cell)

    def lines(self) -> Iterator[tuple[Cell, ...]]:
        """The cells of each row and each column."""
        for row in range(self.rows):
            yield tuple(Cell(row, col) for col in range(self.cols))
        for col in range(self.cols):
            yield tuple(Cell(row, col) for row in range(self.rows))

    def rays(self, cell: Cell) -> list[tuple[Cell, ...]]:
        """The cells up, down, left and right of one, in each direction the nearest first."""
        return [tuple(ray(cell, way, self.rows, self.cols)) for way in Direction]

    def places(self, sort: Clues) -> list[CluePlace]:
        """All places where a clue of this sort can stand."""
        if sort.on == AREAS:
            assert self.area_map is not None
            return [area[0] for area in self.area_map]
        found = slots_on(CELLS if sort.on == CELLS else SIDES, self.rows, self.cols)
        return [_place(sort, place) for place in found if self.has_place(sort, place)]

    def behind(self, place: Edge) -> tuple[Cell, ...]:
        """The cells of the row or column behind a place at the border, the nearest first."""
        way = Direction.between(*place)
        if is_inside(place.a, self.rows, self.cols):
            way, place = way.opposite, Edge(place.b, place.a)
        return tuple(ray(place.a, way, self.rows, self.cols))

    # --- its facts -----------------------------------------------------------------------------

    @classmethod
    def mark_tables(cls, rows: int, cols: int) -> tuple[MarkTable, ...]:
        """Its sorts of marks, with their values on a board of this size."""
        return tuple(
            MarkTable(name, sort.on, tuple(map(str, sort.values(rows, cols))) or (name,))
            for name, sort in cls.mark_sorts.items()
        )

    @cached_property
    def layout(self) -> Layout:
        """The facts of its board by number."""
        closed = frozenset(
            place
            for name, sort in self.clue_sorts.items()
            if sort.blocks
            for place in self.given[name]
        )
        return _layout(self.mark_tables(self.rows, self.cols), self.rows, self.cols, closed)

    # --- comparison ----------------------------------------------------------------------------

    @cached_property
    def _key(self) -> tuple[Any, ...]:
        numbers = None if self.area_map is None else self.area_map.numbers
        given = tuple(tuple(found.items()) for found in self.given.values())
        return type(self), self.rows, self.cols, numbers, given

    def __eq__(self, other: object) -> bool:
        return isinstance(other, GridPuzzle) and self._key == other._key

    @cached_property
    def _hash(self) -> int:
        return hash(self._key)

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        told = "".join(f", {name}={dict(found)}" for name, found in self.given.items())
        return f"{type(self).__name__}({self.rows}, {self.cols}{told})"

    def __reduce__(self) -> tuple[Any, ...]:
        """For other processes: what makes it again, without what is remembered with it."""
        given: dict[str, Any] = {name: dict(found) for name, found in self.given.items()}
        if self.area_name is not None and self.area_map is not None:
            given[self.area_name] = self.area_map.number_of
        return _make_again, (type(self), self.rows, self.cols, given)

    # --- changed and turned --------------------------------------------------------------------

    def replace(self, **given: Any) -> Self:
        """The puzzle with other clues or areas."""
        own: dict[str, Any] = dict(self.given)
        if self.area_name is not None and self.area_map is not None:
            own[self.area_name] = self.area_map.number_of
        return type(self)(self.rows, self.cols, **{**own, **given})

    def transform(self, symmetry: Symmetry) -> Self:
        """The puzzle turned or mirrored."""
        rows, cols = self.rows, self.cols
        moved: dict[str, Any] = {}
        number_of: dict[Cell, int] = {}
        if self.area_name is not None and self.area_map is not None:
            number_of = {
                symmetry.cell(cell, rows, cols): number
                for cell, number in self.area_map.number_of.items()
            }
            moved[self.area_name] = number_of
        for name, found in self.given.items():
            moved[name] = {
                symmetry.slot(place, rows, cols): value for place, value in found.items()
            }
            if self.clue_sorts[name].on == AREAS:
                of_area = {number_of[cell]: value for cell, value in moved[name].items()}
                firsts = {number: cell for cell, number in sorted(number_of.items(), reverse=True)}
                moved[name] = {firsts[number]: value for number, value in of_area.items()}
        return type(self)(*symmetry.size(rows, cols), **moved)

    # --- JSON ----------------------------------------------------------------------------------

    def pack(self) -> dict[str, Any]:
        """The puzzle as plain JSON data."""
        data: dict[str, Any] = {"rows": self.rows, "cols": self.cols}
        for name, found in self.given.items():
            data[name] = {str(place): value for place, value in found.items()}
        if self.area_name is not None and self.area_map is not None:
            data[self.area_name] = list(map(list, rows_of(self.area_map.numbers, self.cols)))
        return data

    @classmethod
    def unpack(cls, data: dict[str, Any]) -> Self:
        """Read what `pack` wrote; FormatError if it is wrong."""
        names = [*cls.clue_sorts, *([cls.area_name] if cls.area_name else [])]
        refuse_other_keys(data, "rows", "cols", *names)
        rows, cols = unpack_size(data)
        check_board_size(rows, cols, cls.most_cells)
        given: dict[str, Any] = {
            name: _unpack_clues(data.get(name, {}), name) for name in cls.clue_sorts
        }
        if cls.area_name is not None and data.get(cls.area_name) is not None:
            given[cls.area_name] = _unpack_areas(data[cls.area_name], rows, cols)
        return cls(rows, cols, **given)


def _place(sort: Clues, place: CluePlace) -> CluePlace:
    """A place, so that sentences can tell what it is."""
    return BorderPlace(*place) if sort.on == BORDER and isinstance(place, Edge) else place


def _at_places(sort: Clues, found: Mapping[CluePlace, Value]) -> dict[CluePlace, Value]:
    return {_place(sort, place): value for place, value in found.items()}


def _make_again(
    puzzle: type[GridPuzzle], rows: int, cols: int, given: dict[str, Any]
) -> GridPuzzle:
    return puzzle(rows, cols, **given)


@lru_cache(maxsize=64)
def _layout(marks: tuple[MarkTable, ...], rows: int, cols: int, closed: frozenset[Slot]) -> Layout:
    shut: dict[str, frozenset[Slot]] = {}
    for mark in marks:
        shut[mark.name] = closed
        if closed and mark.on != CELLS:
            beside = [slot for slot in slots_on(mark.on, rows, cols) if not closed.isdisjoint(slot)]
            shut[mark.name] = frozenset(beside if mark.on != SIDES else ())
    return Layout(rows, cols, marks, shut)


def _unpack_clues(data: Any, name: str) -> dict[CluePlace, Value]:
    if not isinstance(data, dict):
        raise FormatError(f'{name} must tell values by place, as {{"r1c2": 3}}')
    found: dict[CluePlace, Value] = {}
    for text, value in data.items():
        try:
            place = parse_slot(text)
        except ValueError:
            raise BadClue(f"not a place: {str(text)[:40]!r}") from None
        if type(value) not in (int, str):
            raise BadClue(f"not a clue: {str(value)[:40]!r}", place=str(place))
        found[place] = value
    return found


def _unpack_areas(data: Any, rows: int, cols: int) -> dict[Cell, int]:
    is_right = isinstance(data, list) and len(data) == rows
    if not is_right or any(not isinstance(row, list) or len(row) != cols for row in data):
        raise FormatError(f"areas must be {rows} rows of {cols} numbers")
    if any(type(number) is not int or number < 0 for row in data for number in row):
        raise FormatError("the number of an area must be a whole number from 0 on")
    return {cell: data[cell.row][cell.col] for cell in cells(rows, cols)}
