"""The formats of declared kinds, put together of two-way pieces: each reads a part of a text and
writes it again.

    formats=(
        puzzlink("rooms", area_borders(), numbers("numbers")),
        pzprv3("rooms", area_words(), clue_words("numbers"), cell_answers("shaded")),
        grid_text(clue_rows("numbers"), area_rows(), solution=shaded_cells("shaded")),
    )

The first name of a link or file is the puzzle type that is written; further names are read as well.
Pieces name clues and marks as the page does. What a puzzle cannot hold is refused with its cell;
what a text says of cells where no mark can stand is passed over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, NamedTuple

from enpitsu.errors import BadClue, FormatError
from enpitsu.formats import link_codings, links, pzpr_files
from enpitsu.formats.link_codings import NumberCoding
from enpitsu.formats.links import Body, PuzzleLink
from enpitsu.formats.pzpr_files import Pzprv3File
from enpitsu.formats.text import SIZE_DIGITS, Token, check_board_size
from enpitsu.grid import Cell, Edge, cell_number, cells, number_areas
from enpitsu.kind import Codec, Document
from enpitsu.kit.layout import SIDES
from enpitsu.kit.puzzle import AREAS, UNKNOWN, AreaMap, CluePlace, Clues, GridPuzzle, Value
from enpitsu.position import Fact, Position

STRAY = "borders inside an area part nothing; they are left out"

Format = Callable[[type[GridPuzzle]], Codec]
"""A format that a page asks for; it is made for the puzzles of the page."""


class Content:
    """A puzzle and what stands on it, as far as they are read."""

    def __init__(self, puzzle_type: type[GridPuzzle], rows: int, cols: int) -> None:
        check_board_size(rows, cols, puzzle_type.most_cells)
        self.puzzle_type, self.rows, self.cols = puzzle_type, rows, cols
        self.given: dict[str, Any] = {name: {} for name in puzzle_type.clue_sorts}
        self._clues: list[tuple[str, CluePlace, int | None, Token | None]] = []
        self._area_map: AreaMap | None = None
        self.facts: list[Fact] = []
        self.notes: dict[str, str] = {}
        """Words of cells that mean nothing here, and are kept."""
        self.warnings: list[str] = []

    def set_areas(self, numbers: Iterable[int]) -> None:
        """Take the number of each cell's area."""
        assert self.puzzle_type.area_name is not None
        number_of = dict(zip(cells(self.rows, self.cols), numbers, strict=True))
        self.given[self.puzzle_type.area_name] = number_of
        self._area_map = AreaMap(number_of)

    @property
    def area_map(self) -> AreaMap:
        """The areas; a single one, if the text has none."""
        if self._area_map is None:
            self.set_areas([0] * (self.rows * self.cols))
        assert self._area_map is not None
        return self._area_map

    def give(
        self, name: str, place: CluePlace, number: int | None, word: Token | None = None
    ) -> None:
        """Add a clue by its number, None if that is not told; one of an area may stand in any of
        its cells. `word` is where the text says it."""
        self._clues.append((name, place, number, word))

    def _place_clues(self) -> None:
        """BadClue for those that cannot be."""
        for name, place, number, word in self._clues:
            sort, found, told_at = self.puzzle_type.clue_sorts[name], self.given[name], str(place)
            if sort.on == AREAS:
                assert isinstance(place, Cell)
                place = self.area_map.of(place)[0]
            value, problem = value_of(sort, number), ""
            if place in found:
                problem = "the area has a clue already"
            elif not sort.allows(value):
                problem = f"a clue cannot be {str(value)[:40]} here"
            if problem:
                line, column = (word.line, word.column) if word else (None, None)
                raise BadClue(problem, line=line, column=column, cell=told_at)
            found[place] = value

    def document(self, tail: str = "", **more: Any) -> Document:
        """The puzzle with its position; facts where no mark can stand are passed over."""
        self._place_clues()
        puzzle = self.puzzle_type(self.rows, self.cols, **self.given)
        known = (fact for fact in self.facts if puzzle.layout.literal(fact) is not None)
        position = Position.of(known)
        warnings = (*self.warnings, *more.pop("warnings", ()))
        return Document(puzzle=puzzle, position=position, tail=tail, warnings=warnings, **more)


def value_of(sort: Clues, number: int | None) -> Value:
    """Return the value of a clue by its number; words are numbered from 1."""
    if number is None:
        return UNKNOWN
    words = words_of(sort)
    return words[number - 1] if 0 < number <= len(words) else number


@cache
def words_of(sort: Clues) -> tuple[str, ...]:
    """Return the values of a clue that are words."""
    return tuple(value for value in sort.values if isinstance(value, str))


def number_of(sort: Clues, value: Value) -> int | None:
    """Return the number of a clue, as `value_of` reads it."""
    if value == UNKNOWN and sort.unknown:
        return None
    return value if isinstance(value, int) else words_of(sort).index(value) + 1


# --- links -------------------------------------------------------------------------------------


class LinkPart(NamedTuple):
    """A part of a link's body."""

    read: Callable[[Body, Content], None]
    write: Callable[[Any], str]


def puzzlink(*names_and_parts: str | LinkPart) -> Format:
    """Return the links of puzz.link and pzpr: the names of the puzzle type, then the body."""
    names = tuple(each for each in names_and_parts if isinstance(each, str))
    parts = [each for each in names_and_parts if isinstance(each, LinkPart)]

    def make(puzzle_type: type[GridPuzzle]) -> Codec:
        def read(link: PuzzleLink) -> tuple[GridPuzzle, list[str]]:
            draft = Content(puzzle_type, link.rows, link.cols)
            body = Body(link, puzzle_type.__name__)
            for part in parts:
                part.read(body, draft)
            document = draft.document()
            return document.puzzle_as(puzzle_type), [*document.warnings, *body.doubts]

        def write(document: Document) -> tuple[str, str]:
            puzzle = document.puzzle_as(puzzle_type)
            return "", "".join(part.write(puzzle) for part in parts)

        return links.link_codec(names, read, write)

    return make


def numbers(name: str, coding: NumberCoding = link_codings.HEX) -> LinkPart:
    """Clues in cells, or one for each area, as numbers in slots (decodeNumber16,
    decodeRoomNumber16; with another coding decode4Cell and the like). They are the last part of a
    body."""

    def read(body: Body, draft: Content) -> None:
        places = _places(draft, name)
        for slot, number in body.items(len(places), coding.reader):
            draft.give(name, places[slot], number)

    def write(puzzle: GridPuzzle) -> str:
        sort = puzzle.clue_sorts[name]
        places = puzzle.places(sort)
        slot_of = {place: slot for slot, place in enumerate(places)}
        found = {
            slot_of[place]: number_of(sort, value) for place, value in puzzle.given[name].items()
        }
        return coding.dump(found, len(places), lambda slot: str(places[slot]))

    return LinkPart(read, write)


def small_numbers(name: str) -> LinkPart:
    """Clues 0 to 4 in cells (decode4Cell)."""
    return numbers(name, link_codings.SMALL_NUMBERS)


def decimals(name: str) -> LinkPart:
    """Clues 0 to 9 in cells (decodeNumber10)."""
    return numbers(name, link_codings.DECIMALS)


def numbers_36(name: str) -> LinkPart:
    """Clues in cells, a sign for each (Hitori)."""
    return numbers(name, link_codings.BASE_36)


def area_borders() -> LinkPart:
    """Areas, by the borders between them (decodeBorder)."""

    def read(body: Body, draft: Content) -> None:
        rows, cols = draft.rows, draft.cols
        _set_borders(draft, body.borders(rows, cols))

    def write(puzzle: GridPuzzle) -> str:
        return links.dump_borders(puzzle.rows, puzzle.cols, _borders_of(puzzle))

    return LinkPart(read, write)


def pearls(name: str) -> LinkPart:
    """Clues of two sorts in cells (decodeCircle)."""

    def read(body: Body, draft: Content) -> None:
        places = list(cells(draft.rows, draft.cols))
        for slot, number in link_codings.read_signs(body, len(places)).items():
            draft.give(name, places[slot], number)

    def write(puzzle: GridPuzzle) -> str:
        signs = {}
        for cell, value in puzzle.given[name].items():
            number = number_of(puzzle.clue_sorts[name], value)
            if number is None:
                raise FormatError(f"a link cannot hold the clue {value}", cell=str(cell))
            signs[cell_number(cell, puzzle.cols)] = number
        return link_codings.dump_signs(signs, puzzle.rows * puzzle.cols)

    return LinkPart(read, write)


def _places(draft: Content, name: str) -> list[Cell]:
    if draft.puzzle_type.clue_sorts[name].on == AREAS:
        return [area[0] for area in draft.area_map]
    return list(cells(draft.rows, draft.cols))


def _set_borders(draft: Content, found: list[Edge]) -> None:
    draft.set_areas(number_areas(draft.rows, draft.cols, [0] * (draft.rows * draft.cols), found))
    if not all(draft.area_map.is_border(*edge) for edge in found):
        draft.warnings.append(STRAY)


def _borders_of(puzzle: GridPuzzle) -> frozenset[Edge]:
    assert puzzle.area_map is not None
    return puzzle.area_map.borders(puzzle.rows, puzzle.cols)


# --- pzprv3 files --------------------------------------------------------------------------------


class FilePart(NamedTuple):
    """A part of a pzprv3 file; what is written may depend on the position and on notes."""

    read: Callable[[Pzprv3File, Content], None]
    write: Callable[[Any, Position, dict[str, str]], list[str]]


def pzprv3(*names_and_parts: str | FilePart, version: int = 0) -> Format:
    """Return the files of puzz.link and pzpr: the names of the puzzle type, then the grids.

    `version` is 1 for types whose files begin with "pzprv3.1".
    """
    names = tuple(each for each in names_and_parts if isinstance(each, str))
    parts = [each for each in names_and_parts if isinstance(each, FilePart)]

    def make(puzzle_type: type[GridPuzzle]) -> Codec:
        def read(file: Pzprv3File) -> Document:
            draft = Content(puzzle_type, file.rows, file.cols)
            for part in parts:
                part.read(file, draft)
            rest = file.lines.rest()
            meta, doubts = pzpr_files.parse_meta(rest)
            tail = pzpr_files.join_notes(draft.notes, rest)
            return draft.document(tail, meta=meta, warnings=doubts)

        def write(document: Document) -> str:
            puzzle = document.puzzle_as(puzzle_type)
            notes, rest = pzpr_files.split_notes(document.tail)
            lines = [
                line for part in parts for line in part.write(puzzle, document.position, notes)
            ]
            size, meta = (puzzle.rows, puzzle.cols), document.meta
            return pzpr_files.dump(names[0], *size, lines, meta, rest, version)

        return pzpr_files.file_codec(names, read, write)

    return make


def clue_words(name: str) -> FilePart:
    """A word for each cell: "." none, "-" a clue that is not told, or its number
    (decodeCellQnum). Clues of areas may stand in any of their cells."""

    def read(file: Pzprv3File, draft: Content) -> None:
        for cell, word, number in file.lines.numbers(file.rows, file.cols, "clue"):
            draft.give(name, cell, number, word)

    def write(puzzle: GridPuzzle, position: Position, notes: dict[str, str]) -> list[str]:
        return pzpr_files.dump_cells(puzzle.rows, puzzle.cols, _clue_words(puzzle, name))

    return FilePart(read, write)


def area_words() -> FilePart:
    """The number of areas, and the area of each cell (decodeAreaRoom)."""

    def read(file: Pzprv3File, draft: Content) -> None:
        numbers, warnings = file.lines.areas(file.rows, file.cols)
        draft.set_areas(numbers)
        draft.warnings += warnings

    def write(puzzle: GridPuzzle, position: Position, notes: dict[str, str]) -> list[str]:
        assert puzzle.area_map is not None
        words = {cell: str(number) for cell, number in puzzle.area_map.number_of.items()}
        rows = pzpr_files.dump_cells(puzzle.rows, puzzle.cols, words)
        return [str(len(puzzle.area_map)), *rows]

    return FilePart(read, write)


def border_words() -> FilePart:
    """The borders to the right of cells, and those below (decodeBorderQues)."""

    def read(file: Pzprv3File, draft: Content) -> None:
        found, warnings = file.lines.borders(file.rows, file.cols)
        _set_borders(draft, found)
        draft.warnings += warnings

    def write(puzzle: GridPuzzle, position: Position, notes: dict[str, str]) -> list[str]:
        drawn = _borders_of(puzzle)
        return pzpr_files.dump_edges(
            puzzle.rows, puzzle.cols, lambda edge: "1" if edge in drawn else "0"
        )

    return FilePart(read, write)


def cell_answers(mark: str) -> FilePart:
    """Marks in cells: "#", and "+" where they are denied (decodeCellAns)."""

    def read(file: Pzprv3File, draft: Content) -> None:
        draft.facts += file.lines.cell_facts(file.rows, file.cols, mark)

    def write(puzzle: GridPuzzle, position: Position, notes: dict[str, str]) -> list[str]:
        words = pzpr_files.cell_words(position, mark)
        return pzpr_files.dump_cells(puzzle.rows, puzzle.cols, words)

    return FilePart(read, write)


def clues_and_answers(name: str, mark: str) -> FilePart:
    """Clues, and marks in cells without one, in one grid (decodeCellQnumAns). A mark in a cell
    with a clue has no place there."""

    def read(file: Pzprv3File, draft: Content) -> None:
        lines = file.lines
        for cell, word, number in lines.numbers(file.rows, file.cols, "clue", ("#", "+")):
            if word.text in ("#", "+"):
                draft.facts.append(Fact(cell, mark, word.text == "#"))
            else:
                draft.give(name, cell, number, word)

    def write(puzzle: GridPuzzle, position: Position, notes: dict[str, str]) -> list[str]:
        words = pzpr_files.cell_words(position, mark) | _clue_words(puzzle, name)
        return pzpr_files.dump_cells(puzzle.rows, puzzle.cols, words)

    return FilePart(read, write)


def line_answers(mark: str) -> FilePart:
    """Lines on edges, or along sides: "1", and "-1" where they are denied (decodeBorderLine)."""

    def read(file: Pzprv3File, draft: Content) -> None:
        on_sides = draft.puzzle_type.mark_sorts[mark].on == SIDES
        draft.facts += file.lines.line_facts(file.rows, file.cols, mark, on_sides=on_sides)

    def write(puzzle: GridPuzzle, position: Position, notes: dict[str, str]) -> list[str]:
        is_on_sides = puzzle.mark_sorts[mark].on == SIDES
        dump = pzpr_files.dump_sides if is_on_sides else pzpr_files.dump_edges
        return pzpr_files.dump_lines(puzzle.rows, puzzle.cols, position, mark, dump)

    return FilePart(read, write)


def number_answers(mark: str) -> FilePart:
    """Numbers that players write (decodeCellAnumsub). Colours and small numbers are left out."""

    def read(file: Pzprv3File, draft: Content) -> None:
        for cell, word in file.lines.cells(file.rows, file.cols, "the numbers"):
            text = word.text.partition("[")[0]
            if text not in ("", ".", "+", "-", "=", "%"):
                number = word._replace(text=text).whole("a number", SIZE_DIGITS)
                draft.facts.append(Fact(cell, str(number)))

    def write(puzzle: GridPuzzle, position: Position, notes: dict[str, str]) -> list[str]:
        values = set(puzzle.layout.views[mark].values)
        written = {
            slot: value
            for slot, value, holds in position.facts
            if holds and value in values and isinstance(slot, Cell)
        }
        return pzpr_files.dump_cells(puzzle.rows, puzzle.cols, written)

    return FilePart(read, write)


def notes(*, since: int = 0, blank: str = "0", always: bool = True) -> FilePart:
    """Words of cells that mean nothing here, such as colours, and are kept while the position
    stays. Files of a version before `since` have none; where not `always`, they are written only
    if there are some."""

    def read(file: Pzprv3File, draft: Content) -> None:
        if file.version >= since:
            words = file.lines.cells(file.rows, file.cols, "the marks", blank)
            draft.notes |= {str(cell): word.text for cell, word in words}

    def write(puzzle: GridPuzzle, position: Position, notes: dict[str, str]) -> list[str]:
        if not (notes or always):
            return []
        board = cells(puzzle.rows, puzzle.cols)
        return pzpr_files.dump_grid(board, puzzle.rows, lambda cell: notes.get(str(cell), blank))

    return FilePart(read, write)


def _clue_words(puzzle: GridPuzzle, name: str) -> dict[Cell, str]:
    """The word of each clue; those of areas stand in the upper cell of the column furthest left,
    as in the original tool."""
    sort = puzzle.clue_sorts[name]
    words = {}
    for place, value in puzzle.given[name].items():
        if sort.on == AREAS and puzzle.area_map is not None:
            place = min(puzzle.area_map.of(place), key=lambda cell: (cell.col, cell.row))
        words[place] = pzpr_files.number_word(number_of(sort, value))
    return words
