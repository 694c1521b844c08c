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

from itertools import pairwise

from enpitsu.errors import FormatError
from enpitsu.formats.pzpr_files import FileLines, dump_grid
from enpitsu.formats.text import SIZE_DIGITS, head_lines, quote
from enpitsu.grid import Direction, cells, edge, is_inside
from enpitsu.kind import Codec, Document
from enpitsu.kinds.satogaeri.board import LINE
from enpitsu.kinds.satogaeri.codecs.marks import Tracks
from enpitsu.kinds.satogaeri.codecs.pzprv3 import circle_words, read_circles
from enpitsu.kinds.satogaeri.model import Satogaeri, check_size
from enpitsu.position import Fact, Position

_NOTHING = "."
_END = "8"
_DIRECTIONS = {"0": Direction.UP, "1": Direction.LEFT, "2": Direction.DOWN, "3": Direction.RIGHT}
_WORDS = {direction: word for word, direction in _DIRECTIONS.items()}


def sniff(text: str) -> bool:
    """Return True if the text begins with three numbers, a line each, and a row of areas."""
    first = head_lines(text.replace("/", "\n") if "/" in text[:99] else text)[:4]
    if len(first) < 4 or not all(_is_number(words) for words in first[:3]):
        return False
    cols, row = first[1][0], first[3]
    # Of a very long row only the beginning is looked at.
    is_full = len(row) == int(cols[:SIZE_DIGITS]) or len(row) > 500
    return is_full and all(word == _NOTHING or _is_number([word]) for word in row)


def _is_number(words: list[str]) -> bool:
    return len(words) == 1 and words[0].isascii() and words[0].isdigit()


def parse(text: str) -> list[Document]:
    """The puzzle, and the tracks if there is an answer."""
    lines = FileLines(text)
    puzzle, warnings = read_puzzle(lines)
    lines.skip_blank()
    facts = []
    for cell, word in lines.cells(puzzle.rows, puzzle.cols, "the answer"):
        if word.text == _END:
            continue
        if word.text not in _DIRECTIONS:
            known = " ".join([_NOTHING, *_DIRECTIONS, _END])
            raise word.error(f"a word of an answer is one of {known}, not {quote(word.text)}")
        direction = _DIRECTIONS[word.text]
        if not is_inside(direction.step(cell), puzzle.rows, puzzle.cols):
            raise word.error(f"the track leads {direction.word} out of the board")
        facts.append(Fact(edge(cell, direction.step(cell)), LINE))
    if lines.rest():
        warnings.append("what follows the answer is left out")
    return [Document(puzzle=puzzle, position=Position.of(facts), warnings=tuple(warnings))]


def read_puzzle(lines: FileLines) -> tuple[Satogaeri, list[str]]:
    """The puzzle of the next lines, and what was assumed."""
    lines.skip_blank()
    rows, cols = (
        lines.word(what).whole(what, SIZE_DIGITS)
        for what in ("the number of rows", "the number of columns")
    )
    check_size(rows, cols)
    countries, warnings = lines.areas(rows, cols)
    lines.skip_blank()
    return Satogaeri(rows, cols, countries, tuple(read_circles(lines, rows, cols))), warnings


def dump(document: Document) -> str:
    """The text as pzpr writes it; FormatError for lines that are no circle's track.

    Borders inside a country, crosses and marked homes have no place.
    """
    puzzle = document.puzzle_as(Satogaeri)
    lines = set(document.position.edges(LINE))
    tracks = Tracks(puzzle, frozenset(lines))
    answer = {}
    for circle, _ in puzzle.circles:
        track = tracks.of(circle) or [circle]
        for here, there in pairwise(track):
            answer[here] = _WORDS[Direction.between(here, there)]
            lines.discard(edge(here, there))
        answer[track[-1]] = _END
    if lines:
        message = "Pencilbox text cannot hold a line that is no circle's track"
        raise FormatError(message, cell=str(min(lines).a))
    board = cells(puzzle.rows, puzzle.cols)
    words = dump_grid(board, puzzle.rows, lambda at: answer.get(at, _NOTHING))
    return "\n".join([*puzzle_lines(puzzle), *words, ""])


def puzzle_lines(puzzle: Satogaeri) -> list[str]:
    """The lines that `read_puzzle` reads."""
    countries = iter(puzzle.countries)
    board = dump_grid(cells(puzzle.rows, puzzle.cols), puzzle.rows, lambda _: str(next(countries)))
    head = [str(puzzle.rows), str(puzzle.cols), str(puzzle.country_count)]
    return [*head, *board, *circle_words(puzzle)]


CODEC = Codec(
    format="pencilbox",
    title="Pencilbox text",
    suffixes=(".pencilbox", ".txt"),
    sniff=sniff,
    parse=parse,
    dump=dump,
    carries_position=True,
)
