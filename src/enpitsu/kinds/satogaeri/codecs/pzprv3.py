"""Satogaeri in pzprv3 files, with the player's state.

After the head, grids: the circles (`.` none, `-` without number, a number); the player's marks in
cells; the borders to the right and below (0, 1); the lines to the right and below (0, 1 line, -1
cross). A mark is a number: 16 in it tells that the player has marked a circle as done. Where the
circle's number allows that, it is at home then: where it stands, or where its track ends. All other
marks go into the document's tail, in front of the file's own.
"""

from __future__ import annotations

from collections.abc import Iterator

from enpitsu.formats import pzpr_files
from enpitsu.formats.pzpr_files import FileLines, Pzprv3File
from enpitsu.formats.text import SIZE_DIGITS, Token
from enpitsu.grid import Cell, cells
from enpitsu.kind import Document
from enpitsu.kinds.satogaeri.board import HOME, LINE
from enpitsu.kinds.satogaeri.codecs.marks import PIDS, Tracks
from enpitsu.kinds.satogaeri.model import Circle, Satogaeri, check_size, from_borders
from enpitsu.position import Fact, Position

_UNMARKED = "0"
_DONE = "16"
_DONE_BIT = 16
_NO_MARK = (".", "-")


def _read(file: Pzprv3File) -> Document:
    """Return the puzzle and its state; what follows the circles may be missing."""
    rows, cols, lines = file.rows, file.cols, file.lines
    check_size(rows, cols)
    circles = list(read_circles(lines, rows, cols))
    marks = lines.cells(rows, cols, "the marks", _UNMARKED)
    borders, warnings = lines.borders(rows, cols)
    puzzle = from_borders(rows, cols, borders, circles)
    facts = lines.line_facts(rows, cols, LINE)
    homes, others = _read_marks(marks, Tracks(puzzle, Position.of(facts).edges(LINE)))
    facts += [Fact(cell, HOME) for cell in homes]
    return pzpr_files.document_of(puzzle, facts, lines, notes=others, warnings=warnings)


def read_circles(lines: FileLines, rows: int, cols: int) -> Iterator[Circle]:
    """The circles of the next lines; FormatError if there are none."""
    return ((cell, number) for cell, _, number in lines.numbers(rows, cols, "circle"))


def circle_words(puzzle: Satogaeri) -> list[str]:
    """The lines that `read_circles` reads."""
    words = {cell: pzpr_files.number_word(number) for cell, number in puzzle.circles}
    return pzpr_files.dump_cells(puzzle.rows, puzzle.cols, words)


def _read_marks(
    words: list[tuple[Cell, Token]], tracks: Tracks
) -> tuple[list[Cell], dict[str, str]]:
    """The homes that marks tell, and the other marks, each with its cell."""
    homes, others = [], dict[str, str]()
    for cell, word in words:
        mark = 0 if word.text in _NO_MARK else word.whole("a mark", SIZE_DIGITS)
        home = tracks.stands(cell) if mark & _DONE_BIT and cell in tracks.circles else None
        if home is not None:
            homes.append(home)
        if home is None or word.text != _DONE:
            others[str(cell)] = word.text
    return homes, others


def _write(document: Document) -> str:
    """Return the file as the original tool writes it."""
    puzzle, position = document.puzzle_as(Satogaeri), document.position
    rows, cols, borders = puzzle.rows, puzzle.cols, puzzle.borders()
    others, rest = pzpr_files.split_notes(document.tail)
    tracks, homes = Tracks(puzzle, position.edges(LINE)), position.cells(HOME)
    done = (cell for cell, _ in puzzle.circles if homes and tracks.stands(cell) in homes)
    marks = {str(cell): _DONE for cell in done} | others  # other notes have no place
    text = circle_words(puzzle)
    text += pzpr_files.dump_grid(
        cells(rows, cols), rows, lambda cell: marks.get(str(cell), _UNMARKED)
    )
    text += pzpr_files.dump_edges(rows, cols, lambda edge: "1" if edge in borders else "0")
    text += pzpr_files.dump_lines(rows, cols, position, LINE)
    return pzpr_files.dump(PIDS[0], rows, cols, text, document.meta, rest)


CODEC = pzpr_files.file_codec(PIDS, _read, _write)
