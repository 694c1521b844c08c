"""Yajilin in pzprv3 files, with the player's state.

After the head: an optional line `o` (shaded cells outside the loop); the clues (`.`, `d,n`, `d,-`,
`#` a cell that only blocks); the cells (`.`, `#` shaded, `+` dot); the edges to the right and the
edges down (0, 1 line, -1 cross). Boxed clues are a display option that files do not carry.
"""

from __future__ import annotations

from enpitsu.errors import FormatError
from enpitsu.formats import pzpr_files
from enpitsu.formats.pzpr_files import Pzprv3File
from enpitsu.formats.text import MAX_DIGITS, Token, quote
from enpitsu.grid import cell_at
from enpitsu.kind import Document
from enpitsu.kinds.yajilin.board import LINE, SHADED
from enpitsu.kinds.yajilin.codecs.puzzlink import ARROWS, PIDS
from enpitsu.kinds.yajilin.model import BLANK, Clue, Yajilin, check_size

_OUTSIDE = "o"


def _read(file: Pzprv3File) -> Document:
    """Return the puzzle and its state; answers and lines may be missing in old files."""
    rows, cols, lines = file.rows, file.cols, file.lines
    check_size(rows, cols)
    outside = (lines.peek() or "").strip() == _OUTSIDE
    if outside:
        lines.take()
    clue_words = lines.grid(rows, cols, "the clues")
    if not clue_words:
        raise FormatError("the file ends before the clues")
    clues = {
        cell_at(index, cols): _clue(word)
        for index, word in enumerate(clue_words)
        if word.text != "."
    }
    puzzle = Yajilin(rows, cols, tuple(clues.items()), outside)
    # Marks on clue cells are dropped, as in the original tool.
    facts = [fact for fact in lines.cell_facts(rows, cols, SHADED) if fact.slot not in clues]
    return pzpr_files.document_of(puzzle, facts + lines.line_facts(rows, cols, LINE), lines)


def _clue(word: Token) -> Clue:
    if word.text == "#":
        return BLANK
    direction, comma, number = word.text.rpartition(",")
    direction = direction if comma else "0"
    if direction not in ("0", "1", "2", "3", "4"):
        raise word.error(f"{quote(word.text)} is not a clue such as '1,2', '1,-' or '.'")
    if number == "-":
        return Clue(ARROWS[int(direction)], None)
    return Clue(ARROWS[int(direction)], word._replace(text=number).whole("a clue", MAX_DIGITS))


def _write(document: Document) -> str:
    """Return the file as the original tool writes it."""
    puzzle, position = document.puzzle_as(Yajilin), document.position
    rows, cols = puzzle.rows, puzzle.cols
    clues = {}
    for cell, clue in puzzle.clues:
        number = "-" if clue.number is None else clue.number
        clues[cell] = "#" if clue.blank else f"{ARROWS.index(clue.arrow)},{number}"
    lines = [_OUTSIDE] * puzzle.outside
    lines += pzpr_files.dump_cells(rows, cols, clues)
    lines += pzpr_files.dump_cells(rows, cols, pzpr_files.cell_words(position, SHADED))
    lines += pzpr_files.dump_lines(rows, cols, position, LINE)
    return pzpr_files.dump(PIDS[0], rows, cols, lines, document.meta, document.tail)


CODEC = pzpr_files.file_codec(PIDS, _read, _write)
