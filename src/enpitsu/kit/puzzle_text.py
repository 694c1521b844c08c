"""Grid text of declared kinds: a line `ROWS COLS`, then rows of words, one grid below the other.

    4 5
    - 3 - 2 -       clues: numbers, "?" not told, the first letter of a word, "-" or "." none
    ...
    1 1 2 2 2       areas: any names
    ...

A second block, with or without a line `ROWS COLS` of its own, may give a solution or a position:
`x` for each cell that has something. What is denied has no place: it is left out. A text that
could be one of another kind ends with a line that names its own.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

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
from enpitsu.grid import (
    COMPASS,
    Cell,
    Direction,
    Edge,
    cell_at,
    cells,
    edge,
    is_inside,
    number_areas,
    sides_level,
    sides_upright,
)
from enpitsu.kind import Codec, Document
from enpitsu.kit.formats import Content, Format, words_of
from enpitsu.kit.puzzle import UNKNOWN, Clues, GridPuzzle, Value
from enpitsu.position import Fact, Position

NONE = "-"
THERE = "x"
_EMPTY = (NONE, ".")
_WALLS = ("x", "#")  # read as a wall without number, which is written as "?"

Words = list[Token]
"""The words of a grid, row by row."""


class GridPart(NamedTuple):
    """One grid of a text."""

    read: Callable[[Words, Content], None]
    write: Callable[[Any], Mapping[Cell, str]]
    is_word: Callable[[type[GridPuzzle], str], bool]
    """True for a word that may stand in such a grid."""
    margin: int = 0
    """1 for a grid that has one more row or column on each side of the board."""


class AnswerPart(NamedTuple):
    """The grid of a solution or a position; empty if nothing of it is on the board."""

    read: Callable[[Words, Content], None]
    write: Callable[[Any, Position], Mapping[Cell, str]]


Telling = Collection[str] | Callable[[Collection[str]], bool]
"""Words of which one at least tells a kind, or a function that knows by all words of a grid."""


def grid_text(
    *parts: GridPart, solution: AnswerPart | None = None, telling: Telling = ()
) -> Format:
    """Return grid text: some grids, and the one that a solution has.

    `telling` knows a text of this kind by the words of its first grid. Another one is written with
    the kind's name as its last line; read without, it is rather another kind's, if one can read it.
    """

    def make(puzzle_type: type[GridPuzzle]) -> Codec:
        def sniff(text: str) -> bool:
            first = head_lines(text)
            if len(first) < 2 or len(first[0]) != 2 or not all(map(_is_number, first[0])):
                return False
            rows, cols = (int(word[:SIZE_DIGITS]) for word in first[0])
            # A few numbers, each on a line, are mostly something else.
            if rows * cols == 1 and len(parts) > 1:
                return False
            # Of a very long row only the beginning is looked at.
            more = 2 * parts[0].margin
            is_full = len(first[1]) == cols + more or len(first[1]) > 500
            words = {word for row in first[1 : rows + more + 1] for word in row}
            # A board without clues and areas may be one of any kind.
            is_told = len(parts) > 1 or not words.issubset(_EMPTY) or names_kind(text)
            return (
                is_full and is_told and all(parts[0].is_word(puzzle_type, word) for word in words)
            )

        def is_likely(text: str) -> bool:
            size, *grid = head_lines(text)
            rows = int(size[0][:SIZE_DIGITS]) + 2 * parts[0].margin
            words = {word for row in grid[:rows] for word in row}
            if callable(telling):
                is_told = telling(words)
            else:
                is_told = not telling or not words.isdisjoint(telling)
            return is_told or names_kind(text)

        def names_kind(text: str) -> bool:
            return text.rstrip().endswith(f"\n{puzzle_type.kind}")

        def parse(text: str) -> list[Document]:
            source = _Source(text, puzzle_type.most_cells + 2)
            rows, cols = source.size()
            draft = Content(puzzle_type, rows, cols)
            for part in parts:
                more = 2 * part.margin
                part.read(source.grid(rows + more, cols + more), draft)
            if solution is not None and source.is_more() and not source.takes(puzzle_type.kind):
                source.skip_size(rows, cols)
                solution.read(source.grid(rows, cols), draft)
            if source.is_more() and not source.takes(puzzle_type.kind):
                raise source.next[0].error("the text goes on behind its last grid")
            return [draft.document()]

        def dump(document: Document) -> str:
            puzzle = document.puzzle_as(puzzle_type)
            size = f"{puzzle.rows} {puzzle.cols}"
            found = ((part.write(puzzle), part.margin) for part in parts)
            board = puzzle.rows, puzzle.cols
            text = [size]
            for words, margin in found:
                text += word_rows(words, *board, margin=margin)
            answer = solution.write(puzzle, document.position) if solution is not None else {}
            if answer:
                text += ["", size, *word_rows(answer, *board)]
            written = "\n".join([*text, ""])
            return written if is_likely(written) else f"{written}{puzzle_type.kind}\n"

        return Codec(
            format="grid",
            title="grid text",
            suffixes=(".grid", ".txt"),
            sniff=sniff,
            parse=parse,
            dump=dump,
            carries_position=solution is not None,
            is_likely=is_likely,
        )

    return make


def large_numbers(*, full: bool) -> Callable[[Collection[str]], bool]:
    """Tell a grid with a number above 4, which other kinds do not have; `full`: with a clue in each
    cell, or else not in each."""

    def tells(words: Collection[str]) -> bool:
        has_large = any(_is_number(word) and int(word[:3]) > 4 for word in words)
        return has_large and full == {NONE, "."}.isdisjoint(words)

    return tells


class _Source:
    """The lines of a text that have words, one after the other."""

    def __init__(self, text: str, most: int) -> None:
        """`most`: words that a line may have."""
        self._lines, self._most = lines(text), most
        self.next: Words = []
        self._step()

    def _step(self) -> None:
        for number, line in self._lines:
            self.next = tokens(line, number, self._most + 1)
            if self.next:
                return
        self.next = []

    def is_more(self) -> bool:
        """Return True if a line is left."""
        return bool(self.next)

    def takes(self, word: str) -> bool:
        """Take a line that is this word; return False if it is another."""
        is_next = [each.text for each in self.next] == [word]
        if is_next:
            self._step()
        return is_next

    def size(self) -> tuple[int, int]:
        """Take a line `ROWS COLS`."""
        if len(self.next) != 2:
            message = "grid text begins with a line ROWS COLS"
            raise self.next[0].error(message) if self.next else FormatError(message)
        rows, cols = (word.whole("a size", SIZE_DIGITS) for word in self.next)
        self._step()
        return rows, cols

    def skip_size(self, rows: int, cols: int) -> None:
        """Pass over the size of a solution; FormatError if it is another one."""
        if len(self.next) == 2 and all(_is_number(word.text) for word in self.next):
            first = self.next[0]
            if self.size() != (rows, cols):
                raise first.error(f"the solution has another size than {rows} {cols}")

    def grid(self, rows: int, cols: int) -> Words:
        """Take a grid; FormatError if a line has another number of words, or lines are missing."""
        found: Words = []
        for count in range(rows):
            if not self.next:
                message = f"the text ends after {count} of {rows} rows of a grid"
                raise FormatError(message)
            if len(self.next) != cols:
                at = self.next[min(len(self.next), cols + 1) - 1]
                raise at.error(f"{len(self.next)} words in this row, not {cols}")
            found += self.next
            self._step()
        return found


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit()


# --- grids of the puzzle -------------------------------------------------------------------------


def clue_rows(name: str) -> GridPart:
    """The clues in cells, or of areas, which may stand in any of their cells."""

    def read(words: Words, draft: Content) -> None:
        sort = draft.puzzle_type.clue_sorts[name]
        for at, word in enumerate(words):
            if word.text not in _EMPTY:
                draft.give(name, cell_at(at, draft.cols), _number(sort, word), word)

    def write(puzzle: GridPuzzle) -> dict[Cell, str]:
        sort = puzzle.clue_sorts[name]
        return {cell: _word(sort, value) for cell, value in puzzle.given[name].items()}

    return GridPart(read, write, partial(_is_clue_word, name))


def border_rows(name: str) -> GridPart:
    """The clues at the border: a grid with one more row and column on each side, its middle
    empty."""

    def read(words: Words, draft: Content) -> None:
        sort = draft.puzzle_type.clue_sorts[name]
        for at, word in enumerate(words):
            if word.text in _EMPTY:
                continue
            row, col = divmod(at, draft.cols + 2)
            outside = Cell(row - 1, col - 1)
            beside = (way.step(outside) for way in Direction)
            inside = [cell for cell in beside if is_inside(cell, draft.rows, draft.cols)]
            if is_inside(outside, draft.rows, draft.cols) or not inside:
                raise word.error("a clue stands left of, right of, above or below the board")
            draft.give(name, edge(outside, inside[0]), _number(sort, word), word)

    def write(puzzle: GridPuzzle) -> dict[Cell, str]:
        sort = puzzle.clue_sorts[name]
        return {
            cell: _word(sort, value)
            for place, value in puzzle.given[name].items()
            for cell in place
            if not is_inside(cell, puzzle.rows, puzzle.cols)
        }

    return GridPart(read, write, partial(_is_clue_word, name), margin=1)


def _word(sort: Clues, value: Value) -> str:
    return str(value)[0] if value in words_of(sort) else str(value)


def _is_clue_word(name: str, puzzle_type: type[GridPuzzle], word: str) -> bool:
    sort = puzzle_type.clue_sorts[name]
    letters = [each[0] for each in words_of(sort)]
    is_number = _is_number(word) and (not letters or 0 < int(word[:MAX_DIGITS]) <= len(letters))
    return word in (*_EMPTY, *_unknown(sort)) or word.lower() in letters or is_number


def _unknown(sort: Clues) -> tuple[str, ...]:
    """The words for a clue that tells no value."""
    return (UNKNOWN, *_WALLS) if sort.look == "wall" else (UNKNOWN,)


def _number(sort: Clues, word: Token) -> int | None:
    """Return the number of a clue; words are numbered from 1, and a number may stand for one."""
    letters = [each[0] for each in words_of(sort)]
    if word.text in _unknown(sort):
        return None
    if letters and word.text.lower() in letters:
        return letters.index(word.text.lower()) + 1
    if not _is_number(word.text) or (
        letters and word.text not in map(str, range(1, len(letters) + 1))
    ):
        known = ", ".join(letters) if letters else "a number"
        raise word.error(f"{quote(word.text)} is no clue; one is {known}")
    return word.whole("a clue", MAX_DIGITS)


def area_rows() -> GridPart:
    """The areas, by any names."""

    def read(words: Words, draft: Content) -> None:
        names = [word.text for word in words]
        areas = number_areas(draft.rows, draft.cols, names)
        found, pieces = len({*names}), max(areas) + 1
        if pieces > found:
            draft.warnings.append(
                f"the {found} areas are in {pieces} pieces; each piece is read as an area"
            )
        draft.set_areas(areas)

    def write(puzzle: GridPuzzle) -> dict[Cell, str]:
        assert puzzle.area_map is not None
        return {cell: str(number + 1) for cell, number in puzzle.area_map.number_of.items()}

    return GridPart(read, write, lambda puzzle_type, word: True)


# --- solutions -----------------------------------------------------------------------------------


def shaded_cells(mark: str) -> AnswerPart:
    """A solution with `x` in the cells that have a mark."""

    def read(words: Words, draft: Content) -> None:
        draft.facts += [Fact(cell, mark) for cell in _cells_with(words, draft.cols)]

    def write(puzzle: GridPuzzle, position: Position) -> dict[Cell, str]:
        return dict.fromkeys(position.cells(mark), THERE)

    return AnswerPart(read, write)


def loop_inside(mark: str) -> AnswerPart:
    """A solution with `x` in the cells inside the loops along the sides of cells. Lines that close
    no loop are refused."""

    def read(words: Words, draft: Content) -> None:
        inside = set(_cells_with(words, draft.cols))
        draft.facts += [Fact(each, mark) for each in _outline(draft.rows, draft.cols, inside)]

    def write(puzzle: GridPuzzle, position: Position) -> dict[Cell, str]:
        lines = position.edges(mark)
        inside = _find_inside(puzzle, lines)
        wrong = min(lines ^ _outline(puzzle.rows, puzzle.cols, inside), default=None)
        if wrong is not None:
            cell = next(cell for cell in wrong if is_inside(cell, puzzle.rows, puzzle.cols))
            raise FormatError("grid text can only hold lines of closed loops", cell=str(cell))
        return dict.fromkeys(inside, THERE)

    return AnswerPart(read, write)


def _outline(rows: int, cols: int, inside: Collection[Cell]) -> frozenset[Edge]:
    """Return the sides between cells of a set and others."""
    sides = (*sides_upright(rows, cols), *sides_level(rows, cols))
    return frozenset(each for each in sides if (each.a in inside) != (each.b in inside))


def _find_inside(puzzle: GridPuzzle, lines: frozenset[Edge]) -> set[Cell]:
    """Return the cells that are an odd number of lines away from the left border."""
    inside = set()
    for row in range(puzzle.rows):
        is_in = False
        for col in range(puzzle.cols):
            cell = Cell(row, col)
            is_in ^= Edge(Cell(row, col - 1), cell) in lines
            if is_in:
                inside.add(cell)
    return inside


def line_ends(mark: str) -> AnswerPart:
    """A solution that tells in each cell where lines leave it, as some of n s w e. One half of a
    line is enough."""

    def read(words: Words, draft: Content) -> None:
        for at, word in enumerate(words):
            cell = cell_at(at, draft.cols)
            for letter in word.text.lower() if word.text not in _EMPTY else "":
                if letter not in COMPASS:
                    raise word.error(f"{quote(word.text)} is not '-' or directions such as 'se'")
                near = COMPASS[letter].step(cell)
                if not is_inside(near, draft.rows, draft.cols):
                    raise word.error("a line leads out of the board")
                draft.facts.append(Fact(edge(cell, near), mark))

    def write(puzzle: GridPuzzle, position: Position) -> dict[Cell, str]:
        lines = position.edges(mark)
        words: dict[Cell, str] = {}
        for cell in cells(puzzle.rows, puzzle.cols) if lines else ():
            ends = (
                letter for letter, way in COMPASS.items() if edge(cell, way.step(cell)) in lines
            )
            words[cell] = "".join(ends) or NONE
        return words

    return AnswerPart(read, write)


def _cells_with(words: Sequence[Token], cols: int) -> Iterator[Cell]:
    for at, word in enumerate(words):
        if word.text.lower() == THERE:
            yield cell_at(at, cols)
        elif word.text not in _EMPTY:
            raise word.error(f"{quote(word.text)} is not 'x' or '-'")
