"""The Nonogram board as a drawing.

A puzzle with several colours is drawn in them; each cell and number also bears its colour's
letter. With one colour cells are shaded as the theme shades, until the picture is finished: then
it shows the puzzle's own colours.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, groupby
from typing import NamedTuple

from enpitsu import scene_kit as kit
from enpitsu.grid import Cell, Line
from enpitsu.kinds.nonogram import colours, inks
from enpitsu.kinds.nonogram.board import NonogramBoard
from enpitsu.kinds.nonogram.clue_lists import ClueLists, ClueState, numbers_of
from enpitsu.kinds.nonogram.clue_states import states
from enpitsu.kinds.nonogram.model import Nonogram
from enpitsu.kinds.nonogram.rules import is_answer
from enpitsu.scene import NO_MARKS, Glyph, Label, Marks, Rect, Scene, Shape, Strokes

RHYTHM = 5  # lines are thick after each so many cells, from the top left

_CROSS_ARM = 0.12
_SIGN_SIZE = 0.4


class Span(NamedTuple):
    """Marked cells beside each other that are ringed together, from the first to the last."""

    first: Cell
    last: Cell
    tag: str


class _Drawing(NamedTuple):
    """A board with what all parts of its drawing ask for."""

    board: NonogramBoard
    puzzle: Nonogram
    letters: tuple[str, ...]
    """A letter for each colour; none with one colour."""
    is_finished: bool
    cell_tags: Mapping[Cell, str]
    line_tags: Mapping[Line, str]
    """The marked slots, each with its strongest mark: "error", "hint" or "because"."""

    @property
    def has_own_colours(self) -> bool:
        """True if cells show the puzzle's colours instead of the theme's."""
        puzzle = self.puzzle
        is_plain = (*puzzle.palette, puzzle.background) == (colours.BLACK, colours.WHITE)
        return puzzle.is_coloured or (self.is_finished and not is_plain)

    @property
    def shows_picture(self) -> bool:
        """True if the finished picture is shown on its own background."""
        return self.is_finished and self.has_own_colours

    @property
    def shows_ground(self) -> bool:
        """True if decided cells show the background while the puzzle is being solved."""
        puzzle = self.puzzle
        return puzzle.is_coloured and puzzle.background != colours.WHITE and not self.is_finished


def scene(board: NonogramBoard, marks: Marks = NO_MARKS) -> Scene:
    """Draw the puzzle and what stands on the board; wrong boards are drawn as they are."""
    drawing, puzzle = _drawing(board, marks), board.puzzle
    lists = ClueLists(_clue_states(drawing), coloured=puzzle.is_coloured)
    layers = (
        lists.grounds(),
        _ground(drawing),
        _grid(drawing, lists),
        _painted_cells(drawing),
        _crosses(drawing),
        lists.shapes(),
        [kit.frame(puzzle.rows, puzzle.cols)],
        lists.rings(),
        _rings(drawing),
    )
    return Scene(
        rows=puzzle.rows,
        cols=puzzle.cols,
        title=_title(puzzle),
        shapes=tuple(chain.from_iterable(layers)),
        glyphs={**_glyphs(drawing), **dict(lists.glyphs())},
        top=lists.top,
        left=lists.left,
        inks=inks.inks(puzzle) if drawing.has_own_colours else {},
        rhythm=RHYTHM,
    )


def _drawing(board: NonogramBoard, marks: Marks) -> _Drawing:
    puzzle = board.puzzle
    letters = colours.signs(puzzle.palette) if puzzle.is_coloured else ()
    cell_tags, line_tags = kit.tags_of(marks, Cell), kit.tags_of(marks, Line)
    return _Drawing(board, puzzle, letters, is_answer(board), cell_tags, line_tags)


def _title(puzzle: Nonogram) -> str:
    size = f"Nonogram {puzzle.rows}x{puzzle.cols}"
    return f"{size} in {len(puzzle.palette)} colours" if puzzle.is_coloured else size


# --- clues -------------------------------------------------------------------------------------


def _clue_states(drawing: _Drawing) -> dict[Line, ClueState]:
    values, letters = drawing.puzzle.values, drawing.letters
    found = {} if drawing.is_finished else states(drawing.board)
    return {
        line: ClueState(
            numbers_of(clue, values, letters),
            _settled(found.get(line, ())),
            drawing.line_tags.get(line, ""),
        )
        for line, clue in drawing.puzzle.clues
    }


def _settled(numbers: Iterable[str]) -> frozenset[int]:
    """The places of numbers whose runs are on the board for certain."""
    return frozenset(at for at, state in enumerate(numbers) if state in ("matched", "done"))


# --- the empty board ---------------------------------------------------------------------------


def _ground(drawing: _Drawing) -> Iterator[Shape]:
    puzzle, board = drawing.puzzle, drawing.board
    yield Rect(0, 0, puzzle.rows, puzzle.cols, inks.GROUND if drawing.shows_picture else "paper")
    if drawing.shows_ground:
        yield from kit.stretches(board.cells(board.empty | board.shaded), inks.GROUND)
    yield from kit.tints(drawing.cell_tags)


def _grid(drawing: _Drawing, lists: ClueLists) -> Iterator[Shape]:
    rows, cols = drawing.puzzle.rows, drawing.puzzle.cols
    thin = (*kit.across(rows, 0, cols), *kit.down(cols, 0, rows))
    thick = (*kit.across(rows, 0, cols, RHYTHM), *kit.down(cols, 0, rows, RHYTHM))
    # Every fifth line goes on between the clues, thin, and leads the eye.
    guides = (*kit.across(rows, -lists.left, 0, RHYTHM), *kit.down(cols, -lists.top, 0, RHYTHM))
    styles = ("grid", "grid", "grid5")
    if drawing.shows_picture:
        styles = ("grid", inks.GROUND_GRID, inks.GROUND_GRID5)
    for lines, style in zip((guides, thin, thick), styles, strict=True):
        if lines:
            yield Strokes(lines, style)


# --- what stands on the board --------------------------------------------------------------------


def _painted_cells(drawing: _Drawing) -> Iterator[Shape]:
    board, values = drawing.board, drawing.puzzle.values
    for colour, (value, mask) in enumerate(zip(values, board.painted, strict=True)):
        cells = list(board.cells(mask))
        style = inks.paint(value) if drawing.has_own_colours else "shade"
        yield from (kit.square(cell, drawing.cell_tags.get(cell, ""), style) for cell in cells)
        if drawing.letters:
            letter, sign = drawing.letters[colour], inks.sign(value)
            yield from (Label(*kit.middle(cell), letter, _SIGN_SIZE, sign) for cell in cells)


def _crosses(drawing: _Drawing) -> Iterator[Shape]:
    """Crosses on cells known to be empty; a finished picture needs none."""
    if not drawing.is_finished:
        style = inks.GROUND_CROSS if drawing.shows_ground else "cross"
        yield from kit.crosses(drawing.board.cells(drawing.board.empty), _CROSS_ARM, style)


# --- marks ---------------------------------------------------------------------------------------


def _rings(drawing: _Drawing) -> Iterator[Shape]:
    for first, last, tag in _spans(drawing):
        if tag != "because":
            yield kit.ring(first, last, tag)


def _spans(drawing: _Drawing) -> Iterator[Span]:
    """Lines marked as a whole; then cells that follow each other in a marked line; then others."""
    whole = list(_whole_lines(drawing))
    yield from (Span(cells[0], cells[-1], tag) for cells, tag in whole)
    in_whole = {cell for cells, _ in whole for cell in cells}
    left = {cell: tag for cell, tag in drawing.cell_tags.items() if cell not in in_whole}
    rows, cols = drawing.puzzle.rows, drawing.puzzle.cols
    joined: set[Cell] = set()
    for line in drawing.line_tags:
        for tag, same in groupby(line.cells(rows, cols), key=left.get):
            if tag is not None:
                cells = tuple(same)
                joined.update(cells)
                yield Span(cells[0], cells[-1], tag)
    yield from (Span(cell, cell, tag) for cell, tag in left.items() if cell not in joined)


def _whole_lines(drawing: _Drawing) -> Iterator[tuple[tuple[Cell, ...], str]]:
    """The cells of each line that is marked together with all of them."""
    rows, cols, tags = drawing.puzzle.rows, drawing.puzzle.cols, drawing.cell_tags
    for line, tag in drawing.line_tags.items():
        cells = line.cells(rows, cols)
        if all(tags.get(cell) == tag for cell in cells):
            yield cells, tag


# --- text ----------------------------------------------------------------------------------------


def _glyphs(drawing: _Drawing) -> dict[Cell, Glyph]:
    """Return what text outputs show in the grid. Where a whole line is marked, its clue bears
    the sign."""
    board, puzzle = drawing.board, drawing.puzzle
    in_whole = {cell for cells, _ in _whole_lines(drawing) for cell in cells}
    tags = {cell: tag for cell, tag in drawing.cell_tags.items() if cell not in in_whole}
    glyphs: dict[Cell, Glyph] = {}
    if not drawing.is_finished:
        glyphs.update(dict.fromkeys(board.cells(board.empty), Glyph("·", "dot")))
    for colour, (value, mask) in enumerate(zip(puzzle.values, board.painted, strict=True)):
        glyph = Glyph("█", "shade", fill=True)
        if drawing.letters:
            glyph = Glyph(drawing.letters[colour], inks.paint(value))
        glyphs.update(dict.fromkeys(board.cells(mask), glyph))
    for cell, tag in tags.items():
        glyph = glyphs.get(cell, Glyph("", ""))
        glyphs[cell] = glyph._replace(style=kit.tagged(glyph.style, tag))
    return glyphs
