"""Nonogram in pzprv3 files, with the player's state.

The board is one grid with the numbers above and left of it, flush to the cells:

    pzprv3
    nonogram
    3
    4
    . . 1 . . .
    . . 1 2 1 2
    2 1 # # + #
    . 3 . . . .
    . 1 . . . .

As many numbers fit as the line has half its cells, rounded up. `.` is nothing, `-2` a run of untold
length, a lone 0 an empty line, `c3` a number that the player has struck out; `#` is shaded, `+`
marked as empty. Strikes go into the document's tail, in front of the file's own.
"""

from __future__ import annotations

from collections.abc import Sequence

from enpitsu.errors import FormatError
from enpitsu.formats import pzpr_files
from enpitsu.formats.pzpr_files import Pzprv3File
from enpitsu.formats.text import Token, quote
from enpitsu.grid import COL, ROW, Line, cells
from enpitsu.kind import Document
from enpitsu.kinds.nonogram.codecs.clues import (
    clue_of,
    doubts,
    length_of,
    one_colour,
)
from enpitsu.kinds.nonogram.codecs.puzzlink import PIDS, Slots
from enpitsu.kinds.nonogram.model import SHADED, Clue, Nonogram, check_size
from enpitsu.position import Fact

_NAME = "a pzprv3 file"
_NOTHING = "."
_UNKNOWN = "-2"
_STRUCK = "c"
_CELLS = {"#": True, "+": False, ".": None}


def _read(file: Pzprv3File) -> Document:
    """Return the puzzle and its state."""
    check_size(file.rows, file.cols)
    slots = Slots(file.rows, file.cols)
    width = slots.of_row + file.cols
    words = file.lines.grid(slots.of_column + file.rows, width, "the numbers and cells")
    if not words:
        raise FormatError("the file ends before the numbers and cells")
    lines = [words[at : at + width] for at in range(0, len(words), width)]
    above, beside = lines[: slots.of_column], lines[slots.of_column :]
    struck: dict[str, str] = {}
    row_clues = [
        _clue(Line(ROW, at), line[: slots.of_row], struck) for at, line in enumerate(beside)
    ]
    col_clues = [
        _clue(Line(COL, at), [line[slots.of_row + at] for line in above], struck)
        for at in range(file.cols)
    ]
    puzzle = Nonogram(tuple(row_clues), tuple(col_clues))
    facts = []
    for cell in cells(file.rows, file.cols):
        word = beside[cell.row][slots.of_row + cell.col]
        if word.text not in _CELLS:
            raise word.error(f"a cell is one of {' '.join(_CELLS)}, not {quote(word.text)}")
        shaded = _CELLS[word.text]
        if shaded is not None:
            facts.append(Fact(cell, SHADED, shaded))
    return pzpr_files.document_of(puzzle, facts, file.lines, notes=struck, warnings=doubts(puzzle))


def _clue(line: Line, slots: Sequence[Token], struck: dict[str, str]) -> Clue:
    """Return the clue of a line, from the left or the top; add the names of struck numbers."""
    lengths: list[int | None] = []
    words = [word for word in slots if word.text != _NOTHING]
    for place, word in enumerate(words):
        text = word.text.removeprefix(_STRUCK)
        if text != word.text:
            struck[_name(line, place)] = ""
        lengths.append(None if text == _UNKNOWN else length_of(word._replace(text=text)))
    return clue_of(lengths, words[0].line if words else None)


def _name(line: Line, place: int) -> str:
    return f"{line}.{place + 1}"


def _write(document: Document) -> str:
    """Return the file; FormatError for colours and too many numbers."""
    puzzle = one_colour(document, _NAME)
    slots = Slots(puzzle.rows, puzzle.cols)
    slots.check(puzzle, _NAME)
    struck, rest = pzpr_files.split_notes(document.tail)
    numbers = []
    for line, clue in puzzle.clues:
        words = [
            _STRUCK * (_name(line, place) in struck)
            + (_UNKNOWN if run.length is None else str(run.length))
            for place, run in enumerate(clue)
        ]
        # The numbers stand next to the grid.
        room = slots.of_row if line.is_row else slots.of_column
        numbers.append([_NOTHING] * (room - len(words)) + words)
    above = zip(*numbers[puzzle.rows :], strict=True)
    lines = [[_NOTHING] * slots.of_row + list(words) for words in above]
    signs = pzpr_files.cell_words(document.position, SHADED)
    for row, words in enumerate(numbers[: puzzle.rows]):
        cells_of_row = Line(ROW, row).cells(puzzle.rows, puzzle.cols)
        lines.append(words + [signs.get(cell, _NOTHING) for cell in cells_of_row])
    text = ["".join(f"{word} " for word in line) for line in lines]
    return pzpr_files.dump(PIDS[0], puzzle.rows, puzzle.cols, text, document.meta, rest)


CODEC = pzpr_files.file_codec(PIDS, _read, _write)
