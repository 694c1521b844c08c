"""Yajilin in pzprv3 files, with the player's state.

After the head: an optional line `o` (shaded cells outside the loop); the clues (`.`, `d,n`, `d,-`,
`#` a cell that only blocks); the cells (`.`, `#` shaded, `+` dot); the edges to the right and the
edges down (0, 1 line, -1 cross). Boxed clues are a display option that files do not carry.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from enpitsu.errors import FormatError
from enpitsu.formats import pzprv3
from enpitsu.formats.pzprv3 import FileLines
from enpitsu.formats.text import MAX_DIGITS, Token, quote
from enpitsu.grid import Cell, Edge, cell_at
from enpitsu.kind import Codec, Document
from enpitsu.kinds.yajilin.board import LINE, SHADED
from enpitsu.kinds.yajilin.codecs.marks import cells_where, edges_where, puzzle_of
from enpitsu.kinds.yajilin.codecs.puzzlink import ARROWS, PIDS
from enpitsu.kinds.yajilin.model import BLANK, Clue, Yajilin, check_size
from enpitsu.position import Fact, Position

_OUTSIDE = "o"
_CELLS = {"#": True, "+": False, ".": None, "-": None, "0": None}
_EDGES = {"1": True, "-1": False, "0": None, ".": None, "-": None}


def sniff(text: str) -> bool:
    """Whether the text is the file of a Yajilin."""
    return pzprv3.find_pid(text) in PIDS


def parse(text: str) -> list[Document]:
    """The puzzle of a file and its state; answers and lines may be missing in old files."""
    file = pzprv3.parse_one_of(text, PIDS)
    check_size(file.rows, file.cols)
    lines = file.lines
    outside = (lines.peek() or "").strip() == _OUTSIDE
    if outside:
        lines.take()
    puzzle = Yajilin(file.rows, file.cols, tuple(_clues(lines, file.rows, file.cols)), outside)
    position = Position.of([*_cell_facts(lines, puzzle), *_line_facts(lines, puzzle)])
    tail = lines.rest()
    meta, warnings = pzprv3.parse_meta(tail)
    return [Document(puzzle=puzzle, position=position, meta=meta, tail=tail, warnings=warnings)]


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
        shaded = _known(word, _CELLS)
        cell = cell_at(index, puzzle.cols)
        if shaded is not None and cell not in puzzle.clue_at:
            yield Fact(cell, SHADED, shaded)


def _line_facts(lines: FileLines, puzzle: Yajilin) -> Iterator[Fact]:
    rows, cols = puzzle.rows, puzzle.cols
    for index, word in enumerate(lines.grid(rows, cols - 1, "the lines to the right")):
        row, col = divmod(index, cols - 1)
        yield from _line_fact(word, Edge(Cell(row, col), Cell(row, col + 1)))
    for index, word in enumerate(lines.grid(rows - 1, cols, "the lines down")):
        row, col = cell_at(index, cols)
        yield from _line_fact(word, Edge(Cell(row, col), Cell(row + 1, col)))


def _line_fact(word: Token, edge: Edge) -> Iterator[Fact]:
    line = _known(word, _EDGES)
    if line is not None:
        yield Fact(edge, LINE, line)


def _known(word: Token, meanings: dict[str, bool | None]) -> bool | None:
    try:
        return meanings[word.text]
    except KeyError:
        known = " ".join(meanings)
        raise word.error(f"{quote(word.text)} is none of {known}") from None


def dump(document: Document) -> str:
    """The file as the original tool writes it."""
    puzzle = puzzle_of(document)
    lines = [_OUTSIDE] * puzzle.outside
    lines += _dump_grid(puzzle.rows, puzzle.cols, lambda cell: _dump_clue(puzzle, cell))
    position = document.position
    shaded, dots = cells_where(position, True), cells_where(position, False)
    lines += _dump_grid(puzzle.rows, puzzle.cols, lambda cell: _sign(cell, shaded, dots, "#+."))
    lines += _dump_edges(puzzle, position)
    return pzprv3.dump(PIDS[0], puzzle.rows, puzzle.cols, lines, document.meta, document.tail)


def _dump_grid(rows: int, cols: int, word: Callable[[Cell], str]) -> list[str]:
    return ["".join(f"{word(Cell(row, col))} " for col in range(cols)) for row in range(rows)]


def _dump_clue(puzzle: Yajilin, cell: Cell) -> str:
    clue = puzzle.clue_at.get(cell)
    if clue is None or clue.blank:
        return "." if clue is None else "#"
    return f"{ARROWS.index(clue.arrow)},{'-' if clue.number is None else clue.number}"


def _dump_edges(puzzle: Yajilin, position: Position) -> list[str]:
    lines, crosses = edges_where(position, True), edges_where(position, False)

    def to(row: int, col: int) -> Callable[[Cell], str]:
        def word(cell: Cell) -> str:
            edge = Edge(cell, Cell(cell.row + row, cell.col + col))
            return "1" if edge in lines else "-1" if edge in crosses else "0"

        return word

    return [
        *_dump_grid(puzzle.rows, puzzle.cols - 1, to(0, 1)),
        *_dump_grid(puzzle.rows - 1, puzzle.cols, to(1, 0)),
    ]


def _sign(cell: Cell, yes: frozenset[Cell], no: frozenset[Cell], signs: str) -> str:
    return signs[0] if cell in yes else signs[1] if cell in no else signs[2]


CODEC = Codec(
    format="pzprv3",
    title="pzprv3 file of puzz.link / pzpr",
    suffixes=(".pzprv3", ".txt"),
    sniff=sniff,
    parse=parse,
    dump=dump,
    carries_position=True,
)
