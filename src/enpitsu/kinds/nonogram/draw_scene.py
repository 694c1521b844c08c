"""The Nonogram board as a drawing.

A puzzle with several colours is drawn in them; each cell and number also bears its colour's
letter. With one colour cells are shaded as the theme shades, until the picture is finished: then
it shows the puzzle's own colours.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain, groupby
from typing import NamedTuple

from enpitsu import scene_kit as kit
from enpitsu.grid import Cell, Line
from enpitsu.kinds.nonogram import colours, inks
from enpitsu.kinds.nonogram.board import NonogramBoard
from enpitsu.kinds.nonogram.clue_lists import ClueLists, ShownClue, numbers_of
from enpitsu.kinds.nonogram.clue_states import states
from enpitsu.kinds.nonogram.model import Nonogram
from enpitsu.kinds.nonogram.rules import is_answer
from enpitsu.scene import NO_MARKS, Glyph, Label, Marks, Rect, Scene, Shape, Strokes

RHYTHM = 5  # lines are thick after each so many cells, from the top left

_CROSS_ARM = 0.12
_SIGN_SIZE = 0.4


class _Look(NamedTuple):
    """The styles of a board."""

    paper: str = "paper"
    shade: str = "shade"
    grid: str = "grid"
    grid5: str = "grid5"


_BOARD = _Look()
_PICTURE = _Look("picture", "picture-shade", "picture-grid", "picture-grid5")
_COLOURS = _Look(inks.GROUND, "shade", inks.GROUND_GRID, inks.GROUND_GRID5)


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
    def look(self) -> _Look:
        """The styles of ground, cells and lines: a finished picture is dark on light or as its
        author wants it, also where the theme is dark."""
        if not self.is_finished:
            return _BOARD
        if self.has_own_colours:
            return _COLOURS
        return _PICTURE if any(self.board.painted) else _BOARD

    @property
    def shows_ground(self) -> bool:
        """True if decided cells show the background while the puzzle is being solved."""
        puzzle = self.puzzle
        return puzzle.is_coloured and puzzle.background != colours.WHITE and not self.is_finished


def scene(board: NonogramBoard, marks: Marks = NO_MARKS) -> Scene:
    """Draw the puzzle and what stands on the board; wrong boards are drawn as they are."""
    puzzle = board.puzzle
    letters = colours.signs(puzzle.palette) if puzzle.is_coloured else ()
    cell_tags, line_tags = kit.tags_of(marks, Cell), kit.tags_of(marks, Line)
    drawing = _Drawing(board, puzzle, letters, is_answer(board), cell_tags, line_tags)
    lists = _clue_lists(drawing)
    layers = (
        lists.grounds(),
        _empty_grid(drawing, lists),
        _contents(drawing),
        lists.shapes(),
        [kit.frame(puzzle.rows, puzzle.cols)],
        lists.rings(),
        _rings(drawing),
    )
    title = f"Nonogram {puzzle.rows}x{puzzle.cols}"
    return Scene(
        rows=puzzle.rows,
        cols=puzzle.cols,
        title=f"{title} in {len(puzzle.palette)} colours" if puzzle.is_coloured else title,
        shapes=tuple(chain.from_iterable(layers)),
        glyphs={**_glyphs(drawing), **dict(lists.glyphs())},
        top=lists.top,
        left=lists.left,
        inks=inks.inks(puzzle) if drawing.has_own_colours else {},
        rhythm=RHYTHM,
    )


def _clue_lists(drawing: _Drawing) -> ClueLists:
    puzzle = drawing.puzzle
    found = {} if drawing.is_finished else states(drawing.board)
    shown = {}
    for line, clue in puzzle.clues:
        numbers = numbers_of(clue, puzzle.values, drawing.letters)
        done = [at for at, it in enumerate(found.get(line, ())) if it in ("matched", "done")]
        shown[line] = ShownClue(numbers, frozenset(done), drawing.line_tags.get(line, ""))
    return ClueLists(shown, coloured=puzzle.is_coloured)


def _empty_grid(drawing: _Drawing, lists: ClueLists) -> Iterator[Shape]:
    board, rows, cols = drawing.board, drawing.puzzle.rows, drawing.puzzle.cols
    look = drawing.look
    yield Rect(0, 0, rows, cols, look.paper)
    if drawing.shows_ground:
        yield from kit.stretches(board.cells(board.empty | board.shaded), inks.GROUND)
    yield from kit.tints(drawing.cell_tags)
    thin = (*kit.across(rows, 0, cols), *kit.down(cols, 0, rows))
    thick = (*kit.across(rows, 0, cols, RHYTHM), *kit.down(cols, 0, rows, RHYTHM))
    # Every fifth line goes on between the clues, thin, and leads the eye.
    guides = (*kit.across(rows, -lists.left, 0, RHYTHM), *kit.down(cols, -lists.top, 0, RHYTHM))
    styles = ("grid", look.grid, look.grid5)
    for lines, style in zip((guides, thin, thick), styles, strict=True):
        if lines:
            yield Strokes(lines, style)


def _contents(drawing: _Drawing) -> Iterator[Shape]:
    """The marks on the board; a finished picture needs no crosses on cells known to be empty."""
    board, values = drawing.board, drawing.puzzle.values
    for colour, (value, mask) in enumerate(zip(values, board.painted, strict=True)):
        cells = list(board.cells(mask))
        style = f"paint-{value}" if drawing.has_own_colours else drawing.look.shade
        yield from (kit.square(cell, drawing.cell_tags.get(cell, ""), style) for cell in cells)
        if drawing.letters:
            letter, sign = drawing.letters[colour], f"sign-{value}"
            yield from (Label(*kit.middle(cell), letter, _SIGN_SIZE, sign) for cell in cells)
    if not drawing.is_finished:
        style = inks.GROUND_CROSS if drawing.shows_ground else "cross"
        yield from kit.crosses(board.cells(board.empty), _CROSS_ARM, style)


def _rings(drawing: _Drawing) -> Iterator[Shape]:
    """Rings round lines marked as a whole; then round cells that follow each other in a marked
    line; then round others."""
    spans = _whole_lines(drawing)
    left = _marked_apart(drawing)
    joined: set[Cell] = set()
    for line in drawing.line_tags:
        in_line = line.cells(drawing.puzzle.rows, drawing.puzzle.cols)
        for tag, same in groupby(in_line, key=left.get):
            if tag is not None:
                spans.append((tuple(same), tag))
                joined.update(spans[-1][0])
    spans += [((cell,), tag) for cell, tag in left.items() if cell not in joined]
    return (kit.ring(cells[0], cells[-1], tag) for cells, tag in spans if tag != "because")


def _whole_lines(drawing: _Drawing) -> list[tuple[tuple[Cell, ...], str]]:
    """The cells of each line that is marked together with all of them."""
    rows, cols, tags = drawing.puzzle.rows, drawing.puzzle.cols, drawing.cell_tags
    lines = [(line.cells(rows, cols), tag) for line, tag in drawing.line_tags.items()]
    return [(cells, tag) for cells, tag in lines if all(tags.get(cell) == tag for cell in cells)]


def _marked_apart(drawing: _Drawing) -> dict[Cell, str]:
    """The marked cells that are not in lines marked as a whole."""
    in_whole = {cell for cells, _ in _whole_lines(drawing) for cell in cells}
    return {cell: tag for cell, tag in drawing.cell_tags.items() if cell not in in_whole}


def _glyphs(drawing: _Drawing) -> dict[Cell, Glyph]:
    """The grid in text outputs. Where a whole line is marked, its clue bears the sign."""
    board, puzzle = drawing.board, drawing.puzzle
    glyphs: dict[Cell, Glyph] = {}
    if not drawing.is_finished:
        glyphs.update(dict.fromkeys(board.cells(board.empty), Glyph("·", "dot")))
    for colour, (value, mask) in enumerate(zip(puzzle.values, board.painted, strict=True)):
        glyph = Glyph("█", "shade", fill=True)
        if drawing.letters:
            glyph = Glyph(drawing.letters[colour], f"paint-{value}")
        glyphs.update(dict.fromkeys(board.cells(mask), glyph))
    return kit.marked_glyphs(glyphs, _marked_apart(drawing))
