"""Satogaeri in pzprv3 files, with the player's state.

After the head, grids: the circles (`.` none, `-` without number, a number); the player's marks in
cells; the borders to the right and below (0, 1); the lines to the right and below (0, 1 line, -1
cross). A mark is a number: 16 in it tells that the player has marked a circle as done. Where the
circle's number allows that, it is at home then: where it stands, or where its track ends. All other
marks go into the document's tail, in front of the file's own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeVar

from enpitsu.errors import FormatError
from enpitsu.formats import pzprv3
from enpitsu.formats.pzprv3 import FileLines
from enpitsu.formats.text import MAX_DIGITS, SIZE_DIGITS, Token, quote
from enpitsu.grid import Cell, Edge, cell_at, cells
from enpitsu.kind import Codec, Document
from enpitsu.kinds.satogaeri.board import HOME, LINE
from enpitsu.kinds.satogaeri.codecs.marks import (
    PIDS,
    Tracks,
    edges_down,
    edges_right,
    edges_where,
    homes_of,
    puzzle_of,
)
from enpitsu.kinds.satogaeri.model import Circle, Satogaeri, check_size, from_borders
from enpitsu.position import Fact, Position

NONE, WITHOUT_NUMBER = ".", "-"
"""The words of cells without circle, and of circles without number."""

_UNMARKED, _DONE = "0", "16"
_DONE_BIT = 16
_NO_MARK = (".", "-")
_BORDERS = {"0": False, "1": True, ".": False, "-": False}
_LINES = {"1": True, "-1": False, "0": None, ".": None, "-": None}

T = TypeVar("T")
Slot = TypeVar("Slot", Cell, Edge)


def sniff(text: str) -> bool:
    """Whether the text is the file of a Satogaeri."""
    return pzprv3.find_pid(text) in PIDS


def parse(text: str) -> list[Document]:
    """The puzzle of a file and its state; what follows the circles may be missing."""
    file = pzprv3.parse_one_of(text, PIDS)
    rows, cols, lines = file.rows, file.cols, file.lines
    check_size(rows, cols)
    circles = list(read_circles(lines, rows, cols))
    marks = lines.grid(rows, cols, "the marks")
    borders = list(_edges(lines, rows, cols, "the borders"))
    puzzle = from_borders(
        rows, cols, [at for at, word in borders if _known(word, _BORDERS)], circles
    )
    drawn = [(at, _known(word, _LINES)) for at, word in _edges(lines, rows, cols, "the lines")]
    facts = [Fact(edge, LINE, line) for edge, line in drawn if line is not None]
    homes, others = _read_marks(marks, puzzle, frozenset(at for at, line in drawn if line))
    facts += [Fact(cell, HOME) for cell in homes]
    rest = lines.rest()
    meta, warnings = pzprv3.parse_meta(rest)
    if len(borders) < 2 * rows * cols - rows - cols:
        warnings += ("the file ends before the last borders; those are read as missing",)
    return [
        Document(
            puzzle=puzzle,
            position=Position.of(facts),
            meta=meta,
            warnings=warnings,
            tail=f"{' '.join(others)}\n{rest}" if others or rest else "",
        )
    ]


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
    return grid(cells(puzzle.rows, puzzle.cols), puzzle.rows, lambda cell: words.get(cell, NONE))


def grid(slots: Iterable[Slot], rows: int, word: Callable[[Slot], str]) -> list[str]:
    """The words of slots in so many lines, as the original tool spaces them."""
    words = [f"{word(slot)} " for slot in slots]
    width = len(words) // max(rows, 1)
    return ["".join(words[row * width : (row + 1) * width]) for row in range(rows)]


def _edges(lines: FileLines, rows: int, cols: int, what: str) -> Iterator[tuple[Edge, Token]]:
    """The words of all edges that are there."""
    yield from zip(
        edges_right(rows, cols), lines.grid(rows, cols - 1, f"{what} to the right"), strict=False
    )
    yield from zip(edges_down(rows, cols), lines.grid(rows - 1, cols, f"{what} down"), strict=False)


def _known(word: Token, meanings: Mapping[str, T]) -> T:
    try:
        return meanings[word.text]
    except KeyError:
        raise word.error(f"{quote(word.text)} is none of {' '.join(meanings)}") from None


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


def dump(document: Document) -> str:
    """The file as the original tool writes it."""
    puzzle, position = puzzle_of(document), document.position
    others, _, rest = document.tail.partition("\n")
    borders, lines = puzzle.borders(), edges_where(position, True)
    crosses = edges_where(position, False)
    marks = _dump_marks(puzzle, position, lines)
    marks |= {cell: word for cell, _, word in (each.partition("=") for each in others.split())}
    text = circle_words(puzzle)
    text += grid(
        cells(puzzle.rows, puzzle.cols), puzzle.rows, lambda cell: marks.get(str(cell), _UNMARKED)
    )
    text += _dump_edges(puzzle, lambda edge: "1" if edge in borders else "0")
    text += _dump_edges(
        puzzle, lambda edge: "1" if edge in lines else "-1" if edge in crosses else "0"
    )
    return pzprv3.dump(PIDS[0], puzzle.rows, puzzle.cols, text, document.meta, rest)


def _dump_edges(puzzle: Satogaeri, word: Callable[[Edge], str]) -> list[str]:
    rows, cols = puzzle.rows, puzzle.cols
    right = grid(edges_right(rows, cols), rows, word)
    return right + grid(edges_down(rows, cols), rows - 1, word)


def _dump_marks(puzzle: Satogaeri, position: Position, lines: frozenset[Edge]) -> dict[str, str]:
    """The marks of circles that are at home, by cell; other notes have no place."""
    homes = homes_of(position)
    if not homes:
        return {}
    tracks = Tracks(puzzle, lines)
    return {str(cell): _DONE for cell, _ in puzzle.circles if tracks.stands(cell) in homes}


CODEC = Codec(
    format="pzprv3",
    title="pzprv3 file of puzz.link / pzpr",
    suffixes=(".pzprv3", ".txt"),
    sniff=sniff,
    parse=parse,
    dump=dump,
    carries_position=True,
)
