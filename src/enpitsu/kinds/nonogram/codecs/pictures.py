"""Pictures in files: a goal or a saved game, cell by cell, and the positions they stand for.

What a cell may be is a bit set: a bit for each colour of the palette, and above them one for
"empty". A finished picture has one bit in each cell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from enpitsu.errors import FormatError
from enpitsu.grid import Cell, bit_positions, cell_at, cell_number
from enpitsu.kind import Document
from enpitsu.kinds.nonogram.board import NonogramBoard
from enpitsu.kinds.nonogram.model import MAX_CELLS, Clue, Nonogram, from_picture
from enpitsu.kinds.nonogram.rules import RULESETS, check
from enpitsu.position import EMPTY, Fact, Position

MAX_PICTURES = MAX_CELLS  # cells of all pictures of one text together

Picture = Sequence[int]
"""The bit set of each cell, row by row."""


def empty_bit(colours: int) -> int:
    """Return the bit of an empty cell."""
    return 1 << colours


def any_bits(colours: int) -> int:
    """Return the bits of a cell of which nothing is known."""
    return (2 << colours) - 1


# --- reading -----------------------------------------------------------------------------------


class Room:
    """Counts the cells of a text's pictures: each becomes a fact or more, and takes memory."""

    NO_ROOM = f"the pictures have more than {MAX_PICTURES} cells together"

    def __init__(self) -> None:
        self._left = MAX_PICTURES

    def take(self, rows: int, cols: int) -> bool:
        """Return True if there is room for one more picture."""
        self._left -= rows * cols
        return self._left >= 0


def _is_finished(picture: Picture) -> bool:
    return all(bits and not bits & (bits - 1) for bits in set(picture))


def completed(
    rows: Sequence[Clue] | None,
    cols: Sequence[Clue] | None,
    goal: Picture | None,
    width: int,
    palette: tuple[str, ...],
    background: str,
) -> Nonogram | None:
    """Return the puzzle; clues that a text does not have follow from its goal, `width` cells wide.

    None if there is no finished goal to take them from.
    """
    if rows is None or cols is None:
        if goal is None or not _is_finished(goal):
            return None
        places = {1 << place: place for place in range(len(palette))}
        cells = [places.get(bits) for bits in goal]
        grid = [cells[at : at + width] for at in range(0, len(cells), width)]
        drawing = from_picture(grid, palette)
        rows = drawing.row_clues if rows is None else rows
        cols = drawing.col_clues if cols is None else cols
    return Nonogram(tuple(rows), tuple(cols), palette, background)


def position_of(
    puzzle: Nonogram, goal: Picture | None, saved: Picture | None, saves: int = 1
) -> tuple[Position, tuple[str, ...]]:
    """Return the position that a text's pictures stand for, and warnings of what was assumed.

    `saved` is the first of `saves` saved positions.
    """
    if saved is None and goal is not None and not _is_finished(goal):
        saved, goal = goal, None
    warnings = []
    if saved is not None:
        if saves > 1:
            warnings.append(f"of {saves} saved positions the first is read")
        if goal is not None:
            warnings.append("there are a saved position and a goal; the goal is left out")
        facts = [*_painted_facts(puzzle, saved)]
        anything, painted = any_bits(len(puzzle.palette)), empty_bit(len(puzzle.palette)) - 1
        for index, bits in enumerate(saved):
            # A colour alone says everything; so does "anything", which is most of a new game.
            if bits == anything or (bits & painted and not bits & (bits - 1)):
                continue
            cell = cell_at(index, puzzle.cols)
            denied = bit_positions(painted & ~bits)
            facts += [Fact(cell, puzzle.values[place], False) for place in denied]
        return Position.of(facts), tuple(warnings)
    if goal is None:
        return EMPTY, ()
    # A goal is the position even if it is wrong: then checking can tell what is.
    if not _is_answer(puzzle, goal):
        warnings.append("the goal does not fit the clues; the clues count")
    return Position.of(_painted_facts(puzzle, goal)), tuple(warnings)


def _painted_facts(puzzle: Nonogram, picture: Picture) -> Iterator[Fact]:
    values = {1 << place: value for place, value in enumerate(puzzle.values)}
    for index, bits in enumerate(picture):
        value = values.get(bits)
        if value is not None:
            yield Fact(cell_at(index, puzzle.cols), value)


def _is_answer(puzzle: Nonogram, picture: Picture) -> bool:
    """Return True if the cells with one colour alone make an answer."""
    board = NonogramBoard(puzzle)
    for place in range(len(puzzle.palette)):
        digits = "".join("1" if bits == 1 << place else "0" for bits in reversed(picture))
        board.painted[place] = int(digits, 2)
    return not check(board, partial=False, ruleset=RULESETS[0])


# --- writing -----------------------------------------------------------------------------------


def draw(document: Document) -> tuple[str, Picture] | None:
    """Return the document's position as a picture and its sort: "goal" if it is an answer and
    nothing else, or "saved". None if nothing stands on the board."""
    if not document.position:
        return None
    has_notes = any(not fact.holds for fact in document.position.facts)
    goal = None if has_notes else answer(document)
    return ("saved", _picture(document)) if goal is None else ("goal", goal)


def answer(document: Document) -> Picture | None:
    """Return the finished picture that the position shows, notes left out; None if it is no
    answer."""
    puzzle, picture = document.puzzle_as(Nonogram), _picture(document)
    if not _is_answer(puzzle, picture):
        return None
    # What is not painted is empty.
    nothing = empty_bit(len(puzzle.palette))
    return [nothing if bits & nothing else bits for bits in picture]


def _picture(document: Document) -> Picture:
    puzzle = document.puzzle_as(Nonogram)
    bits_of = {value: 1 << place for place, value in enumerate(puzzle.values)}
    picture = [any_bits(len(puzzle.palette))] * (puzzle.rows * puzzle.cols)
    # Denials first: what a painted cell is not need not be said.
    for fact in sorted(document.position.facts, key=lambda fact: fact.holds):
        assert isinstance(fact.slot, Cell)
        index, bits = cell_number(fact.slot, puzzle.cols), bits_of[fact.value]
        picture[index] = bits if fact.holds else picture[index] & ~bits
    return picture


def source_of(document: Document, parse: Callable[[str], list[Document]]) -> str | None:
    """Return the text that the document was read from, if that still says the same; else None.

    So whatever a format holds beside the puzzle is written as it was.
    """
    if not document.tail:
        return None
    try:
        found = parse(document.tail)
    except FormatError:
        return None
    same = len(found) == 1 and _content(found[0]) == _content(document)
    return document.tail if same else None


def _content(document: Document) -> tuple[object, ...]:
    return document.puzzle, document.position, document.meta
