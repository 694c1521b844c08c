"""Yajilin as grid text: a line ROWS COLS, then a line of words for each row.

    -      an empty cell
    2w     a clue: number and one of n s w e
    x, @   a blank blocked cell

As extensions, `?w` is a clue with unknown number, `2` one without arrow, `?` one without both. A
second block may give a solution or a position: `x` shaded, `-` a clue or an undecided cell, some of
`n s e w` a cell that a line leaves there. Dots and crosses have no place: they are left out.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from enpitsu.errors import FormatError
from enpitsu.formats.text import (
    MAX_DIGITS,
    SIZE_DIGITS,
    Token,
    head_lines,
    lines,
    quote,
    tokens,
    word_rows,
)
from enpitsu.grid import COMPASS, Cell, cells
from enpitsu.kind import Codec, Document
from enpitsu.kinds.yajilin.codecs.marks import Content, Ends, contents_of, document_of
from enpitsu.kinds.yajilin.model import BLANK, MAX_CELLS, Clue, Yajilin, check_size

_NAME = "grid text"
_SIZE_WORDS = 6
_BLANKS = ("x", "@")
_CLUE = re.compile(r"([0-9]+|\?)([nswe]?)")
_WORD = re.compile(r"[-x@]|(?:[0-9]+|\?)[nswe]?", re.IGNORECASE)
_MARKER = re.compile(r"\s*\[(\w+)\]\s*")


@dataclass(slots=True)
class Block:
    """A line ROWS COLS, if there was one, and the rows of words below it."""

    size: tuple[int, int] | None = None
    rows: list[list[Token]] = field(default_factory=list)

    @property
    def cols(self) -> int:
        """The number of words in the first row."""
        return len(self.rows[0])

    @property
    def texts(self) -> list[list[str]]:
        """The words of each row."""
        return [[word.text for word in words] for words in self.rows]

    def ends_before(self, words: list[Token]) -> bool:
        """Return True if a line is the head of the next block rather than a row of this one.

        Two plain numbers may also be two clues without arrows, on a board two cells wide.
        """
        if not self.rows or not _is_size([word.text for word in words]):
            return False
        full = self.size is not None and len(self.rows) >= self.size[0]
        return full or self.cols != 2


def _is_size(words: list[str]) -> bool:
    return len(words) == 2 and all(word.isascii() and word.isdigit() for word in words)


def sniff(text: str) -> bool:
    """Return True if the first lines look like a size and a row of this format."""
    first = head_lines(text)
    if not first:
        return False
    rows = first[1:] if _is_size(first[0]) else first
    words = rows[0] if rows else []
    if len(words) < 2 and rows is first:
        return False
    # Rows of bare numbers alone are more likely something else.
    bare = all(word.isdigit() for row in rows[:50] for word in row)
    return bool(words) and not bare and all(map(_WORD.fullmatch, words))


def parse(text: str) -> list[Document]:
    """The puzzle, and the solution or position if a second block gives one."""
    blocks = _blocks(text)
    if not blocks:
        raise FormatError("there is no grid")
    board, *answers = blocks
    _check_rectangle(board)
    clues = {
        Cell(row, col): _clue(word)
        for row, words in enumerate(board.rows)
        for col, word in enumerate(words)
        if word.text != "-"
    }
    contents: dict[Cell, Content] = {**clues}
    warnings = _size_warning(board)
    if answers:
        contents |= _answer(answers[0], board, clues)
        warnings += _size_warning(answers[0])
    for extra in answers[1:]:
        if extra.texts != answers[0].texts:
            raise extra.rows[0][0].error("a third grid: only a puzzle and a solution are read")
        warnings += ("the solution is given twice",)
    return [document_of(len(board.rows), board.cols, contents, warnings=warnings)]


def _blocks(text: str) -> list[Block]:
    blocks = [Block()]
    # A puzzle and its solution, which may be there twice.
    room = 3 * MAX_CELLS + _SIZE_WORDS
    for number, line in lines(text):
        marker = _MARKER.fullmatch(line)
        if marker is not None and marker[1].lower() == "end":
            break
        words = [] if marker is not None else tokens(line, number, room + 1)
        if len(words) > room:
            raise words[room].error(f"more than {3 * MAX_CELLS} words")
        room -= len(words)
        if blocks[-1].rows and (not words or blocks[-1].ends_before(words)):
            blocks.append(Block())
        block = blocks[-1]
        if words and block.size is None and not block.rows and _is_size([w.text for w in words]):
            rows, cols = (word.whole("a size", SIZE_DIGITS) for word in words)
            block.size = (rows, cols)
        elif words:
            if not block.rows and len(blocks) == 1:
                # What is no puzzle at all is mostly seen by its first line.
                for word in words[:MAX_CELLS]:
                    if word.text != "-":
                        _clue(word)
            block.rows.append(words)
    return [block for block in blocks if block.rows]


def _check_rectangle(block: Block) -> None:
    check_size(len(block.rows), block.cols)
    for words in block.rows:
        if len(words) != block.cols:
            at = words[min(len(words), block.cols + 1) - 1]
            raise at.error(f"{len(words)} words in this row, {block.cols} in the first")


def _size_warning(block: Block) -> tuple[str, ...]:
    size = (len(block.rows), block.cols)
    if block.size == size:
        return ()
    said = "no size is given" if block.size is None else f"the text says {_times(block.size)}"
    return (f"{said}, the grid has {_times(size)}; the grid counts",)


def _times(size: tuple[int, int]) -> str:
    return f"{size[0]}x{size[1]}"


def _clue(word: Token) -> Clue:
    text = word.text.lower()
    if text in _BLANKS:
        return BLANK
    match = _CLUE.fullmatch(text)
    if match is None:
        hint = "; the puzzle comes before its solution" if _ends(text) else ""
        raise word.error(f"{quote(word.text)} is not '-', 'x' or a clue such as '2w'{hint}")
    number, letter = match.groups()
    if number == "?":
        return Clue(COMPASS.get(letter), None)
    return Clue(COMPASS.get(letter), word._replace(text=number).whole("a clue", MAX_DIGITS))


def _ends(text: str) -> Ends:
    """The directions of a word such as "se"; none if it is something else."""
    if len(set(text)) < len(text) or not set(text) <= set(COMPASS):
        return ()
    return tuple(COMPASS[letter] for letter in text)


def _answer(block: Block, board: Block, clues: dict[Cell, Clue]) -> dict[Cell, Content]:
    _check_rectangle(block)
    size, wanted = (len(block.rows), block.cols), (len(board.rows), board.cols)
    if size != wanted:
        message = f"the solution has {_times(size)} cells, the puzzle {_times(wanted)}"
        raise block.rows[0][0].error(message)
    found: dict[Cell, Content] = {}
    for cell in cells(*size):
        word = block.rows[cell.row][cell.col]
        clue = clues.get(cell)
        if word.text == "-" or (clue and _WORD.fullmatch(word.text) and _clue(word) == clue):
            continue
        ends = _ends(word.text.lower())
        if not ends and word.text.lower() != "x":
            raise word.error(f"{quote(word.text)} is not '-', 'x' or directions such as 'se'")
        if clue is not None:
            raise word.error(f"{quote(word.text)} stands where the puzzle has a clue")
        found[cell] = ends or True
    return found


def dump(document: Document) -> str:
    """The puzzle, and a second block if there is a position."""
    puzzle, contents = document.puzzle_as(Yajilin), contents_of(document, _NAME)
    letters = {direction: letter for letter, direction in COMPASS.items()}
    clues, marks = {}, {}
    for cell, clue in puzzle.clues:
        letter = "" if clue.arrow is None else letters[clue.arrow]
        number = "?" if clue.number is None else clue.number
        clues[cell] = _BLANKS[0] if clue.blank else f"{number}{letter}"
    for cell, held in contents.items():
        if isinstance(held, tuple):
            marks[cell] = "".join(letter for ahead, letter in letters.items() if ahead in held)
        elif held is True:
            marks[cell] = "x"
    blocks = (clues, marks) if marks else (clues,)
    rows, cols = puzzle.rows, puzzle.cols
    return "\n\n".join(
        "\n".join([f"{rows} {cols}", *word_rows(words, rows, cols)]) for words in blocks
    )


CODEC = Codec(
    format="grid",
    title="grid text",
    suffixes=(".grid", ".txt"),
    sniff=sniff,
    parse=parse,
    dump=dump,
    carries_position=True,
)
