"""A Yajilin board cell by cell, as formats with one word a cell see it.

Such formats draw a line as two halves, one in each cell. In reading, one half is enough.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain

from enpitsu.errors import FormatError
from enpitsu.grid import Cell, Direction, Edge, edge, is_inside
from enpitsu.kind import Document, Meta
from enpitsu.kinds.yajilin.board import LINE, SHADED
from enpitsu.kinds.yajilin.model import Clue, Yajilin
from enpitsu.position import Fact, Position

Ends = tuple[Direction, ...]
Content = Clue | bool | Ends
"""The content of a cell: a clue, shading (True) or a dot (False), or where lines leave it."""


def document_of(
    rows: int,
    cols: int,
    contents: Mapping[Cell, Content],
    *,
    meta: Meta | None = None,
    warnings: tuple[str, ...] = (),
) -> Document:
    """The document that cell contents make; FormatError if a line leads out of the board."""
    clues = tuple((cell, held) for cell, held in contents.items() if isinstance(held, Clue))
    marks = [Fact(cell, SHADED, held) for cell, held in contents.items() if isinstance(held, bool)]
    ends = {cell: held for cell, held in contents.items() if isinstance(held, tuple)}
    lines: set[Edge] = set()
    alone: list[Cell] = []  # their line has no end in the next cell
    for cell in sorted(ends):
        for direction in ends[cell]:
            neighbour = direction.step(cell)
            if not is_inside(neighbour, rows, cols):
                raise FormatError(f"a line leads {direction.word} out of the board", cell=str(cell))
            lines.add(edge(cell, neighbour))
            if direction.opposite not in ends.get(neighbour, ()):
                alone.append(cell)
    if alone:
        more = f" (and {len(alone) - 1} more)" if len(alone) > 1 else ""
        what = f"a line leaves {alone[0]}{more} but does not enter the next cell; read as a line"
        warnings += (what,)
    return Document(
        puzzle=Yajilin(rows, cols, clues),
        position=Position.of(chain(marks, (Fact(line, LINE) for line in lines))),
        meta=meta or Meta(),
        warnings=warnings,
    )


def contents_of(document: Document, format: str) -> dict[Cell, Content]:
    """Return the contents of cells, row by row; FormatError where one word a cell is not enough.

    Crosses, and dots in cells with a line, are left out: no such format has a place for them.
    """
    puzzle = document.puzzle_as(Yajilin)
    if puzzle.outside:
        raise FormatError(f"{format} cannot say that shaded cells lie outside the loop")
    contents: dict[Cell, Content] = dict.fromkeys(document.position.cells(SHADED, False), False)
    contents |= dict.fromkeys(document.position.cells(SHADED), True)
    contents |= puzzle.clue_at
    halves: dict[Cell, set[Direction]] = {}
    for a, b in sorted(document.position.edges(LINE)):
        ahead = Direction.between(a, b)
        halves.setdefault(a, set()).add(ahead)
        halves.setdefault(b, set()).add(ahead.opposite)
    for cell, ends in halves.items():
        held = contents.get(cell, False)
        if held is not False:
            what = "a clue" if isinstance(held, Clue) else "shading"
            raise FormatError(f"{format} cannot hold both {what} and a line", cell=str(cell))
        contents[cell] = tuple(direction for direction in Direction if direction in ends)
    return dict(sorted(contents.items(), key=lambda item: item[0]))


def arrow_and_number(cell: Cell, clue: Clue, format: str) -> tuple[Direction, int]:
    """Return both, for a format that needs both; FormatError if the clue lacks one."""
    if clue.arrow is not None and clue.number is not None:
        return clue.arrow, clue.number
    what = "a blank blocked cell" if clue.blank else "a clue without arrow or number"
    raise FormatError(f"{format} cannot hold {what}", cell=str(cell))
