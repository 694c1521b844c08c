"""Satogaeri as Pencilbox text: rows, columns, number of areas, then grids of words.

    2
    3
    2
    0 0 1
    0 0 1
    2 . .
    . . -
    3 3 8
    . . 8

The areas have numbers; the circles are `.` none, `-` without number, or a number. The third grid is
an answer and may be missing: a track's cells tell the way to the next (0 up, 1 left, 2 down,
3 right), its end is 8, and so is every circle without track, stays it or has not moved yet: the
text does not tell which, so nothing is concluded from it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from enpitsu.errors import FormatError
from enpitsu.formats.pzpr_files import FileLines, dump_grid
from enpitsu.formats.text import SIZE_DIGITS, Token, head_lines, quote
from enpitsu.grid import Cell, Direction, cell_at, cells, edge, is_inside
from enpitsu.kind import Codec, Document
from enpitsu.kinds.satogaeri.board import LINE
from enpitsu.kinds.satogaeri.codecs.marks import Tracks, puzzle_of
from enpitsu.kinds.satogaeri.codecs.pzprv3 import circle_words, read_circles
from enpitsu.kinds.satogaeri.model import Satogaeri, check_size
from enpitsu.position import Fact, Position

_NOTHING = "."
_END = "8"
_DIRECTIONS = {"0": Direction.UP, "1": Direction.LEFT, "2": Direction.DOWN, "3": Direction.RIGHT}
_WORDS = {direction: word for word, direction in _DIRECTIONS.items()}
_NO_AREA = -1
_MOST_BLANK = 100


def sniff(text: str) -> bool:
    """Return True if the text begins with three numbers, a line each, and a row of areas."""
    first = head_lines(text.replace("/", "\n") if "/" in text[:99] else text)[:4]
    if len(first) < 4 or not all(_is_number(words) for words in first[:3]):
        return False
    cols, areas = first[1][0], first[3]
    # Of a very long row only the beginning is looked at.
    is_full = len(areas) == int(cols[:SIZE_DIGITS]) or len(areas) > 500
    return is_full and all(word == _NOTHING or _is_number([word]) for word in areas)


def _is_number(words: list[str]) -> bool:
    return len(words) == 1 and words[0].isascii() and words[0].isdigit()


def parse(text: str) -> list[Document]:
    """The puzzle, and the tracks if there is an answer."""
    lines = FileLines(text)
    puzzle, warnings = read_puzzle(lines)
    _skip_blank(lines)
    words = lines.grid(puzzle.rows, puzzle.cols, "the answer")
    position = Position.of(_read_tracks(words, puzzle))
    if lines.rest():
        warnings.append("what follows the answer is left out")
    return [Document(puzzle=puzzle, position=position, warnings=tuple(warnings))]


def read_puzzle(lines: FileLines) -> tuple[Satogaeri, list[str]]:
    """The puzzle of the next lines, and what was assumed."""
    _skip_blank(lines)
    rows, cols, count = (
        lines.word(what).whole(what, SIZE_DIGITS)
        for what in ("the number of rows", "the number of columns", "the number of areas")
    )
    check_size(rows, cols)
    _skip_blank(lines)
    areas = [_area(word) for word in lines.grid(rows, cols, "the areas")]
    if not areas:
        raise FormatError("the text ends before the areas")
    _skip_blank(lines)
    puzzle = Satogaeri(rows, cols, tuple(areas), tuple(read_circles(lines, rows, cols)))
    return puzzle, list(_doubts(puzzle, areas, count))


def _skip_blank(lines: FileLines) -> None:
    for _ in range(_MOST_BLANK):
        if lines.at_blank():
            lines.take()


def _area(word: Token) -> int:
    return _NO_AREA if word.text == _NOTHING else word.whole("an area's number", SIZE_DIGITS)


def _doubts(puzzle: Satogaeri, areas: list[int], count: int) -> Iterator[str]:
    names = set(areas)
    if len(names - {_NO_AREA}) != count:
        found = len(names - {_NO_AREA})
        yield f"the text says {count} areas, the grid has {found}; the grid counts"
    if _NO_AREA in names:
        yield "cells without area are read as areas of their own"
    elif puzzle.country_count > len(names):
        yield (
            f"the {len(names)} areas are in {puzzle.country_count} pieces; "
            "each piece is read as a country"
        )


def _read_tracks(words: list[Token], puzzle: Satogaeri) -> Iterator[Fact]:
    for at, word in enumerate(words):
        if word.text in (_NOTHING, _END):
            continue
        if word.text not in _DIRECTIONS:
            known = " ".join([_NOTHING, *_DIRECTIONS, _END])
            raise word.error(f"a word of an answer is one of {known}, not {quote(word.text)}")
        cell = cell_at(at, puzzle.cols)
        direction = _DIRECTIONS[word.text]
        if not is_inside(direction.step(cell), puzzle.rows, puzzle.cols):
            raise word.error(f"the track leads {direction.word} out of the board")
        yield Fact(edge(cell, direction.step(cell)), LINE)


def dump(document: Document) -> str:
    """The text as pzpr writes it; FormatError for lines that are no circle's track.

    Borders inside a country, crosses and marked homes have no place.
    """
    puzzle = puzzle_of(document)
    answer = _dump_tracks(puzzle, document.position)
    lines = [*puzzle_lines(puzzle)]
    lines += dump_grid(
        cells(puzzle.rows, puzzle.cols), puzzle.rows, lambda at: answer.get(at, _NOTHING)
    )
    return "\n".join([*lines, ""])


def puzzle_lines(puzzle: Satogaeri) -> list[str]:
    """The lines that `read_puzzle` reads."""
    areas = iter(puzzle.countries)
    board = dump_grid(cells(puzzle.rows, puzzle.cols), puzzle.rows, lambda _: str(next(areas)))
    head = [str(puzzle.rows), str(puzzle.cols), str(puzzle.country_count)]
    return [*head, *board, *circle_words(puzzle)]


def _dump_tracks(puzzle: Satogaeri, position: Position) -> dict[Cell, str]:
    words = {}
    lines = set(position.edges(LINE))
    tracks = Tracks(puzzle, frozenset(lines))
    for circle, _ in puzzle.circles:
        track = tracks.of(circle) or [circle]
        for here, there in pairwise(track):
            direction = Direction.between(here, there)
            words[here] = _WORDS[direction]
            lines.discard(edge(here, there))
        words[track[-1]] = _END
    if lines:
        message = "Pencilbox text cannot hold a line that is no circle's track"
        raise FormatError(message, cell=str(min(lines).a))
    return words


CODEC = Codec(
    format="pencilbox",
    title="Pencilbox text",
    suffixes=(".pencilbox", ".txt"),
    sniff=sniff,
    parse=parse,
    dump=dump,
    carries_position=True,
)
