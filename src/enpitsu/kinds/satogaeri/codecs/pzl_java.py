"""Satogaeri as the JavaFX tool of a bachelor thesis (Innsbruck, 2014) saves it: .pzl, too.

The file is a serialised object with the fields width, height and puzzle: an array of columns, each
an array of cells. A cell has the number of its country and a circle_value: -1 no circle, -2 one
without number. The first tool's cells differ from later ones in fields that do not matter here, so
objects are known by the names of their fields alone.

A circle that was moved stands where it went: its id (circle_trace) is left in every cell from
there back to its start, which is_origin marks and which has lost its value. A circle that has_moved
and stands on its start was set down there. Arrows are not looked at: the tool leaves old ones.
Where a circle was erased, is_origin stays, so it alone means nothing.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any, NamedTuple

from enpitsu.errors import FormatError
from enpitsu.formats.java_serial import MAGIC, JavaObject, read_objects
from enpitsu.grid import Cell, Direction, cells, edge
from enpitsu.kind import Document
from enpitsu.kinds.satogaeri.board import HOME, LINE
from enpitsu.kinds.satogaeri.model import Satogaeri, check_size
from enpitsu.position import Fact, Position

_NO_COUNTRY = -1
_NO_CIRCLE = -1
_NO_NUMBER = -2
_NO_TRACE = -1
_BOARD = {"width", "height", "puzzle"}


class _Field(NamedTuple):
    """A cell as the tool has it."""

    country: int
    value: int
    trace: int
    is_start: bool
    is_set: bool
    is_tried: bool

    @property
    def has_circle(self) -> bool:
        """True if a circle stands here."""
        return self.value != _NO_CIRCLE

    @property
    def number(self) -> int | None:
        """The number of that circle."""
        return None if self.value == _NO_NUMBER else self.value


_OUTSIDE = _Field(_NO_COUNTRY, _NO_CIRCLE, _NO_TRACE, False, False, False)
_Fields = dict[Cell, _Field]


def is_java(data: bytes) -> bool:
    """Return True if a file begins as every Java serialisation does."""
    return data.startswith(MAGIC)


def parse_java(data: bytes) -> list[Document]:
    """The puzzle of a file, with its moved circles; FormatError if it has none."""
    for thing in read_objects(data):
        if isinstance(thing, JavaObject) and (fields := thing.fields()).keys() >= _BOARD:
            return [_document(fields)]
    names = ", ".join(sorted(_BOARD))
    raise FormatError(f"a Java serialisation without a puzzle: no object in it has {names}")


def _document(board: dict[str, Any]) -> Document:
    rows, cols = board["height"], board["width"]
    if type(rows) is not int or type(cols) is not int:
        raise FormatError("width and height must be whole numbers")
    check_size(rows, cols)
    columns = board["puzzle"]
    is_grid = isinstance(columns, list) and len(columns) == cols
    if not is_grid or any(not isinstance(each, list) or len(each) != rows for each in columns):
        raise FormatError(f"the puzzle must be {cols} columns of {rows} cells")
    fields = {cell: _read_field(columns[cell.col][cell.row], cell) for cell in cells(rows, cols)}
    tracks = [_track(cell, fields) for cell, each in fields.items() if each.has_circle]
    circles = tuple((track[0], fields[track[-1]].number) for track in tracks)
    puzzle = Satogaeri(rows, cols, tuple(each.country for each in fields.values()), circles)
    facts = [Fact(edge(a, b), LINE) for track in tracks for a, b in pairwise(track)]
    facts += [
        Fact(track[0], HOME) for track in tracks if len(track) == 1 and fields[track[0]].is_set
    ]
    warnings, names = [], {each.country for each in fields.values()}
    if _NO_COUNTRY in names:
        warnings.append("cells without country are read as countries of their own")
    elif puzzle.country_count > len(names):
        pieces = f"the {len(names)} countries are in {puzzle.country_count} pieces"
        warnings.append(f"{pieces}; each piece is read as a country")
    if any(each.is_tried for each in fields.values()):
        warnings.append("what was moved in the tool's try mode is read like other moves")
    return Document(puzzle=puzzle, position=Position.of(facts), warnings=tuple(warnings))


def _read_field(thing: Any, cell: Cell) -> _Field:
    data = thing.fields() if isinstance(thing, JavaObject) else {}
    country, value = data.get("country"), data.get("circle_value")
    trace = data.get("circle_trace", _NO_TRACE)
    if type(country) is not int or type(value) is not int or type(trace) is not int:
        message = "a cell needs country, circle_value and circle_trace, whole numbers"
        raise FormatError(message, cell=str(cell))
    flags = (bool(data.get(name)) for name in ("is_origin", "has_moved", "is_try_mode"))
    return _Field(country, value, trace, *flags)


def _track(cell: Cell, fields: _Fields) -> list[Cell]:
    """The cells from the start of the circle that stands in a cell up to this one."""
    here = fields[cell]
    if here.is_start or here.trace == _NO_TRACE:
        return [cell]
    found = []
    for direction in Direction:
        track = [cell]
        while not (other := fields.get(direction.step(track[-1]), _OUTSIDE)).has_circle:
            if other.trace != here.trace:
                break
            track.append(direction.step(track[-1]))
            if other.is_start:
                found.append(track[::-1])
                break
    fitting = [track for track in found if len(track) - 1 == here.value] or found
    if len(fitting) > 1:
        raise FormatError("two starts lead to the circle that stands here", cell=str(cell))
    return fitting[0] if fitting else [cell]
