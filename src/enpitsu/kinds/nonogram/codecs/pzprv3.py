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

from collections.abc import Iterator, Sequence

from enpitsu.errors import FormatError
from enpitsu.formats import pzpr_files
from enpitsu.formats.pzpr_files import Pzprv3File
from enpitsu.formats.text import Token, quote
from enpitsu.grid import COL, ROW, Cell, Line, cells
from enpitsu.kind import Document
from enpitsu.kinds.nonogram.codecs.clues import (
    clue_of,
    doubts,
    length_of,
    one_colour,
)
from enpitsu.kinds.nonogram.codecs.puzzlink import PIDS, Slots
from enpitsu.kinds.nonogram.model import SHADED, Clue, Nonogram, check_size
from enpitsu.position import Fact, Position

_NAME = "a pzprv3 file"
_NOTHING = "."
_UNKNOWN = "-2"
_STRUCK = "c"
_CELLS = {"#": True, "+": False, ".": None}


class _Board:
    """The words of a file, found by their place around and on the board."""

    def __init__(self, words: Sequence[Token], slots: Slots) -> None:
        self._words = words
        self._above, self._left = slots.of_column, slots.of_row
        self._width = slots.of_row + slots.cols

    def numbers(self, line: Line) -> list[Token]:
        """The numbers of a line, from the left or the top."""
        if line.is_row:
            start = (self._above + line.at) * self._width
            words = self._words[start : start + self._left]
        else:
            words = self._words[self._left + line.at : self._above * self._width : self._width]
        return [word for word in words if word.text != _NOTHING]

    def cell(self, cell: Cell) -> Token:
        """The word of a cell."""
        return self._words[(self._above + cell.row) * self._width + self._left + cell.col]


def _read(file: Pzprv3File) -> Document:
    """Return the puzzle and its state."""
    check_size(file.rows, file.cols)
    slots = Slots(file.rows, file.cols)
    words = file.lines.grid(
        slots.of_column + file.rows, slots.of_row + file.cols, "the numbers and cells"
    )
    if not words:
        raise FormatError("the file ends before the numbers and cells")
    board = _Board(words, slots)
    puzzle, struck = _puzzle(board, file.rows, file.cols)
    rest = file.lines.rest()
    meta, warnings = pzpr_files.parse_meta(rest)
    return Document(
        puzzle=puzzle,
        position=Position.of(_facts(board, puzzle)),
        meta=meta,
        warnings=(*warnings, *doubts(puzzle)),
        tail=f"{' '.join(struck)}\n{rest}" if struck or rest else "",
    )


def _puzzle(board: _Board, rows: int, cols: int) -> tuple[Nonogram, list[str]]:
    """The puzzle and the names of its struck numbers."""
    lines = [Line(ROW, at) for at in range(rows)] + [Line(COL, at) for at in range(cols)]
    numbers = {line: board.numbers(line) for line in lines}
    clues = [_clue(words) for words in numbers.values()]
    struck = [
        _name(line, place)
        for line, words in numbers.items()
        for place, word in enumerate(words)
        if word.text.startswith(_STRUCK)
    ]
    return Nonogram(tuple(clues[:rows]), tuple(clues[rows:])), struck


def _name(line: Line, place: int) -> str:
    return f"{line}.{place + 1}"


def _clue(words: list[Token]) -> Clue:
    return clue_of([_length(word) for word in words], words[0].line if words else None)


def _length(word: Token) -> int | None:
    text = word.text.removeprefix(_STRUCK)
    if text == _UNKNOWN:
        return None
    return length_of(word._replace(text=text))


def _facts(board: _Board, puzzle: Nonogram) -> Iterator[Fact]:
    for cell in cells(puzzle.rows, puzzle.cols):
        word = board.cell(cell)
        if word.text not in _CELLS:
            raise word.error(f"a cell is one of {' '.join(_CELLS)}, not {quote(word.text)}")
        shaded = _CELLS[word.text]
        if shaded is not None:
            yield Fact(cell, SHADED, shaded)


def _write(document: Document) -> str:
    """Return the file; FormatError for colours and too many numbers."""
    puzzle = one_colour(document, _NAME)
    slots = Slots(puzzle.rows, puzzle.cols)
    slots.check(puzzle, _NAME)
    strikes, _, rest = document.tail.partition("\n")
    words = _dump_numbers(puzzle, frozenset(strikes.split()))
    columns = [_flush(words[Line(COL, at)], slots.of_column) for at in range(puzzle.cols)]
    lines = [[_NOTHING] * slots.of_row + list(above) for above in zip(*columns, strict=True)]
    marks = _dump_cells(puzzle, document.position)
    for row, cell_words in enumerate(marks):
        lines.append(_flush(words[Line(ROW, row)], slots.of_row) + cell_words)
    text = ["".join(f"{word} " for word in line) for line in lines]
    return pzpr_files.dump(PIDS[0], puzzle.rows, puzzle.cols, text, document.meta, rest)


def _dump_numbers(puzzle: Nonogram, struck: frozenset[str]) -> dict[Line, list[str]]:
    return {
        line: [
            _STRUCK * (_name(line, place) in struck)
            + (_UNKNOWN if run.length is None else str(run.length))
            for place, run in enumerate(clue)
        ]
        for line, clue in puzzle.clues
    }


def _flush(words: list[str], room: int) -> list[str]:
    """The words moved next to the grid."""
    return [_NOTHING] * (room - len(words)) + words


def _dump_cells(puzzle: Nonogram, position: Position) -> list[list[str]]:
    signs = dict.fromkeys(position.cells(SHADED, False), "+")
    signs |= dict.fromkeys(position.cells(SHADED), "#")
    return [
        [signs.get(Cell(row, col), _NOTHING) for col in range(puzzle.cols)]
        for row in range(puzzle.rows)
    ]


CODEC = pzpr_files.file_codec(PIDS, _read, _write)
