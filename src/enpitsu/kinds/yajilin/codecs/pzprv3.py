"""Yajilin in pzprv3 files, with the player's state.

After the head: an optional line `o` (shaded cells outside the loop); the clues (`.`, `d,n`, `d,-`,
`#` a cell that only blocks); the cells (`.`, `#` shaded, `+` dot); the edges to the right and the
edges down (0, 1 line, -1 cross). Boxed clues are a display option that files do not carry.
"""

from __future__ import annotations

from collections.abc import Iterator

from enpitsu.errors import FormatError
from enpitsu.formats import pzpr_files
from enpitsu.formats.pzpr_files import FileLines, Pzprv3File
from enpitsu.formats.text import MAX_DIGITS, Token, quote
from enpitsu.grid import Cell, cell_at, cells
from enpitsu.kind import Document
from enpitsu.kinds.yajilin.board import LINE, SHADED
from enpitsu.kinds.yajilin.codecs.puzzlink import ARROWS, PIDS
from enpitsu.kinds.yajilin.model import BLANK, Clue, Yajilin, check_size
from enpitsu.position import Fact, Position

_OUTSIDE = "o"
_CELLS = {"#": True, "+": False, ".": None, "-": None, "0": None}


def _read(file: Pzprv3File) -> Document:
    """Return the puzzle and its state; answers and lines may be missing in old files."""
    check_size(file.rows, file.cols)
    lines = file.lines
    outside = (lines.peek() or "").strip() == _OUTSIDE
    if outside:
        lines.take()
    puzzle = Yajilin(file.rows, file.cols, tuple(_clues(lines, file.rows, file.cols)), outside)
    position = Position.of([*_cell_facts(lines, puzzle), *_line_facts(lines, puzzle)])
    tail = lines.rest()
    meta, warnings = pzpr_files.parse_meta(tail)
    return Document(puzzle=puzzle, position=position, meta=meta, tail=tail, warnings=warnings)


def _clues(lines: FileLines, rows: int, cols: int) -> Iterator[tuple[Cell, Clue]]:
    words = lines.grid(rows, cols, "the clues")
    if not words:
        raise FormatError("the file ends before the clues")
    for index, word in enumerate(words):
        if word.text != ".":
            yield cell_at(index, cols), _clue(word)


def _clue(word: Token) -> Clue:
    if word.text == "#":
        return BLANK
    way, comma, number = word.text.rpartition(",")
    way = way if comma else "0"
    if way not in ("0", "1", "2", "3", "4"):
        raise word.error(f"{quote(word.text)} is not a clue such as '1,2', '1,-' or '.'")
    if number == "-":
        return Clue(ARROWS[int(way)], None)
    return Clue(ARROWS[int(way)], word._replace(text=number).whole("a clue", MAX_DIGITS))


def _cell_facts(lines: FileLines, puzzle: Yajilin) -> Iterator[Fact]:
    """Marks on clue cells are dropped, as in the original tool."""
    for index, word in enumerate(lines.grid(puzzle.rows, puzzle.cols, "the cells")):
        shaded = pzpr_files.meaning(word, _CELLS)
        cell = cell_at(index, puzzle.cols)
        if shaded is not None and cell not in puzzle.clue_at:
            yield Fact(cell, SHADED, shaded)


def _line_facts(lines: FileLines, puzzle: Yajilin) -> Iterator[Fact]:
    for edge, word in lines.edges(puzzle.rows, puzzle.cols, "the lines"):
        holds = pzpr_files.meaning(word, pzpr_files.LINES)
        if holds is not None:
            yield Fact(edge, LINE, holds)


def _write(document: Document) -> str:
    """Return the file as the original tool writes it."""
    puzzle, position = document.puzzle_as(Yajilin), document.position
    rows, cols = puzzle.rows, puzzle.cols
    signs = dict.fromkeys(position.cells(SHADED, False), "+")
    signs |= dict.fromkeys(position.cells(SHADED), "#")
    lines = [_OUTSIDE] * puzzle.outside
    lines += pzpr_files.dump_grid(cells(rows, cols), rows, lambda cell: _dump_clue(puzzle, cell))
    lines += pzpr_files.dump_grid(cells(rows, cols), rows, lambda cell: signs.get(cell, "."))
    lines += pzpr_files.dump_lines(rows, cols, position, LINE)
    return pzpr_files.dump(PIDS[0], rows, cols, lines, document.meta, document.tail)


def _dump_clue(puzzle: Yajilin, cell: Cell) -> str:
    clue = puzzle.clue_at.get(cell)
    if clue is None or clue.blank:
        return "." if clue is None else "#"
    return f"{ARROWS.index(clue.arrow)},{'-' if clue.number is None else clue.number}"


CODEC = pzpr_files.file_codec(PIDS, _read, _write)
