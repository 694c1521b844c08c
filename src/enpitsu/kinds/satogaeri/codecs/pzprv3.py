"""Satogaeri in pzprv3 files, with the player's state.

After the head, grids: the circles (`.` none, `-` without number, a number); the player's marks in
cells; the borders to the right and below (0, 1); the lines to the right and below (0, 1 line, -1
cross). A mark is a number: 16 in it tells that the player has marked a circle as done. Where the
circle's number allows that, it is at home then: where it stands, or where its track ends. All other
marks go into the document's tail, in front of the file's own.
"""

from __future__ import annotations

from collections.abc import Iterator

from enpitsu.errors import FormatError
from enpitsu.formats import pzpr_files
from enpitsu.formats.pzpr_files import FileLines, Pzprv3File
from enpitsu.formats.text import MAX_DIGITS, SIZE_DIGITS, Token
from enpitsu.grid import Cell, Edge, cell_at, cells
from enpitsu.kind import Document
from enpitsu.kinds.satogaeri.board import HOME, LINE
from enpitsu.kinds.satogaeri.codecs.marks import PIDS, Tracks
from enpitsu.kinds.satogaeri.model import Circle, Satogaeri, check_size, from_borders
from enpitsu.position import Fact, Position

NONE = "."  # a cell without circle
WITHOUT_NUMBER = "-"  # a circle without number

_UNMARKED = "0"
_DONE = "16"
_DONE_BIT = 16
_NO_MARK = (".", "-")
_BORDERS = {"0": False, "1": True, ".": False, "-": False}


def _read(file: Pzprv3File) -> Document:
    """Return the puzzle and its state; what follows the circles may be missing."""
    rows, cols, lines = file.rows, file.cols, file.lines
    check_size(rows, cols)
    circles = list(read_circles(lines, rows, cols))
    marks = lines.grid(rows, cols, "the marks")
    borders = list(lines.edges(rows, cols, "the borders"))
    puzzle = from_borders(
        rows, cols, [at for at, word in borders if pzpr_files.meaning(word, _BORDERS)], circles
    )
    drawn = [
        (at, pzpr_files.meaning(word, pzpr_files.LINES))
        for at, word in lines.edges(rows, cols, "the lines")
    ]
    facts = [Fact(edge, LINE, line) for edge, line in drawn if line is not None]
    homes, others = _read_marks(marks, puzzle, frozenset(at for at, line in drawn if line))
    facts += [Fact(cell, HOME) for cell in homes]
    rest = lines.rest()
    meta, warnings = pzpr_files.parse_meta(rest)
    if len(borders) < 2 * rows * cols - rows - cols:
        warnings += ("the file ends before the last borders; those are read as missing",)
    return Document(
        puzzle=puzzle,
        position=Position.of(facts),
        meta=meta,
        warnings=warnings,
        tail=f"{' '.join(others)}\n{rest}" if others or rest else "",
    )


def read_circles(lines: FileLines, rows: int, cols: int) -> Iterator[Circle]:
    """The circles of the next lines; FormatError if there are none."""
    words = lines.grid(rows, cols, "the circles")
    if not words:
        raise FormatError("the text ends before the circles")
    for at, word in enumerate(words):
        if word.text == WITHOUT_NUMBER:
            yield cell_at(at, cols), None
        elif word.text != NONE:
            yield cell_at(at, cols), word.whole("a circle's number", MAX_DIGITS)


def circle_words(puzzle: Satogaeri) -> list[str]:
    """The lines that `read_circles` reads."""
    words = {
        cell: WITHOUT_NUMBER if number is None else str(number) for cell, number in puzzle.circles
    }
    board = cells(puzzle.rows, puzzle.cols)
    return pzpr_files.dump_grid(board, puzzle.rows, lambda cell: words.get(cell, NONE))


def _read_marks(
    words: list[Token], puzzle: Satogaeri, lines: frozenset[Edge]
) -> tuple[list[Cell], list[str]]:
    """The homes that marks tell, and the other marks, each with its cell."""
    tracks, homes, others = Tracks(puzzle, lines), [], []
    for at, word in enumerate(words):
        if word.text == _UNMARKED:
            continue
        cell = cell_at(at, puzzle.cols)
        mark = 0 if word.text in _NO_MARK else word.whole("a mark", SIZE_DIGITS)
        home = tracks.stands(cell) if mark & _DONE_BIT and cell in puzzle.circle_at else None
        if home is not None:
            homes.append(home)
        if home is None or word.text != _DONE:
            others.append(f"{cell}={word.text}")
    return homes, others


def _write(document: Document) -> str:
    """Return the file as the original tool writes it."""
    puzzle, position = document.puzzle_as(Satogaeri), document.position
    rows, cols, borders = puzzle.rows, puzzle.cols, puzzle.borders()
    others, _, rest = document.tail.partition("\n")
    tracks, homes = Tracks(puzzle, position.edges(LINE)), position.cells(HOME)
    done = (cell for cell, _ in puzzle.circles if homes and tracks.stands(cell) in homes)
    marks = {str(cell): _DONE for cell in done}  # other notes have no place
    marks |= {cell: word for cell, _, word in (each.partition("=") for each in others.split())}
    text = circle_words(puzzle)
    text += pzpr_files.dump_grid(
        cells(rows, cols), rows, lambda cell: marks.get(str(cell), _UNMARKED)
    )
    text += pzpr_files.dump_edges(rows, cols, lambda edge: "1" if edge in borders else "0")
    text += pzpr_files.dump_lines(rows, cols, position, LINE)
    return pzpr_files.dump(PIDS[0], rows, cols, text, document.meta, rest)


CODEC = pzpr_files.file_codec(PIDS, _read, _write)
