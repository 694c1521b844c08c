"""The layout of a board in characters: a frame and a few characters a cell.

Cells are two columns wide, which makes them about square; wider if a glyph needs it, or if glyphs
above the board would run together. Those left of it stand in columns as wide as they need. Marked
cells get a sign behind them as well as a colour, so plain text says the same.
"""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from enpitsu.grid import Cell
from enpitsu.scene import Glyph, Scene

UP = 1
RIGHT = 2
DOWN = 4
LEFT = 8

PIECES = " ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋"
"""The piece that joins the middle of a cell with some of its sides, by their sum."""

SIGNS = {"error": "!", "hint": "*", "because": "+"}
"""The sign behind a marked cell, by the last word of its glyph's style."""

PLAIN = Glyph("", "")  # what stands where nothing does

Arms = dict[int, str]
"""The sides a cell's lines go to, with the style of each."""


class StyledText(NamedTuple):
    """Characters of one style."""

    text: str
    style: str


class TextLayout:
    """The columns of each cell, and what stands in them."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.arms: dict[Cell, Arms] = defaultdict(dict)
        for edge, style in scene.links.items():
            across = edge.a.row == edge.b.row
            self.arms[edge.a][RIGHT if across else DOWN] = style
            self.arms[edge.b][LEFT if across else UP] = style
        self.top = min([0, *(cell.row for cell in scene.glyphs)])
        self.left = min([0, *(cell.col for cell in scene.glyphs)])
        self.bottom = max([scene.rows, *(cell.row + 1 for cell in scene.glyphs)])
        in_columns = {
            cell: glyph for cell, glyph in scene.glyphs.items() if 0 <= cell.col < scene.cols
        }
        self.signs = int(any(mark_of(glyph.style) for glyph in in_columns.values()))
        self.width = self._needed_width(in_columns)
        self.list_widths = [0] * -self.left
        for cell, glyph in scene.glyphs.items():
            if cell.col < 0:
                wide = columns_of(glyph.text)
                self.list_widths[cell.col] = max(self.list_widths[cell.col], wide)
        self.list_signs = int(any(self._bears_sign(cell) for cell in scene.glyphs if cell.col < 0))

    def _needed_width(self, glyphs: Mapping[Cell, Glyph]) -> int:
        """Return the columns of a cell that every glyph on and above the board fits in; one more
        if two of them above the board would touch."""
        self.width = max([2, *(columns_of(glyph.text) for glyph in glyphs.values())])
        rhythm = self.scene.rhythm
        is_crowded = not self.signs and any(
            cell.row < 0
            and not (rhythm and (cell.col + 1) % rhythm == 0)
            and self._body(glyph)[-1] != " "
            and self._body(glyphs.get(Cell(cell.row, cell.col + 1), PLAIN))[0] != " "
            for cell, glyph in glyphs.items()
        )
        return self.width + is_crowded

    def lines(self) -> Iterator[list[StyledText]]:
        """Yield the rows of text, from the top."""
        scene, rhythm = self.scene, self.scene.rhythm
        # A frame's side and what stands at it; glyphs above the board do not have it.
        side = "│" if rhythm else "│ "
        gap = StyledText(" " * len(side), "")
        for row in range(self.top, 0):
            yield [*self._list(row), gap, *self._board_cells(row, " ")]
        yield self._rule("┌┬┐")
        for row in range(scene.rows):
            if rhythm and row and row % rhythm == 0:
                yield self._rule("├┼┤")
            start, end = StyledText(side, "frame"), StyledText(side[::-1], "frame")
            cells = self._board_cells(row, "│")
            yield [*self._list(row), start, *cells, end, *self._right_of(row)]
        yield self._rule("└┴┘")
        for row in range(scene.rows, self.bottom):
            yield [*self._list(row), gap, *self._board_cells(row, " ")]

    def _rule(self, joints: str) -> list[StyledText]:
        cell = "─" * (self.width + self.signs)
        rule = joints[1].join(cell * len(group) for group in self._groups())
        if not self.scene.rhythm:
            rule = f"─{rule}─"
        return [*self._list(None), StyledText(joints[0] + rule + joints[2], "frame")]

    def _groups(self) -> list[range]:
        """Return the board's columns, cut into groups where a line is ruled."""
        cols, step = self.scene.cols, self.scene.rhythm or self.scene.cols
        return [range(start, min(cols, start + step)) for start in range(0, cols, step)]

    def _list(self, row: int | None) -> list[StyledText]:
        """Return the glyphs left of the board, right-aligned."""
        runs = []
        for col, width in enumerate(self.list_widths, self.left):
            glyph = PLAIN if row is None else self.scene.glyphs.get(Cell(row, col), PLAIN)
            gap = "" if col == self.left else " "
            spare = " " * (width - columns_of(glyph.text))
            runs.append(StyledText(gap + spare, ""))
            runs.append(StyledText(glyph.text, mark_of(glyph.style) or glyph.style))
        if self.list_signs:
            mark = "" if row is None else self._bears_sign(Cell(row, -1))
            runs.append(StyledText(SIGNS.get(mark, " "), mark))
        return runs

    def _right_of(self, row: int) -> list[StyledText]:
        """Return the glyph right of the board and its sign."""
        glyph = self.scene.glyphs.get(Cell(row, self.scene.cols), PLAIN)
        mark = mark_of(glyph.style)
        text = f" {glyph.text}{SIGNS.get(mark, '')}" if glyph.text else ""
        return [StyledText(text, mark or glyph.style)]

    def _bears_sign(self, cell: Cell) -> str:
        """Return the mark whose sign stands behind a cell; none further outside than one cell."""
        glyph = self.scene.glyphs.get(cell, PLAIN)
        return mark_of(glyph.style) if cell.row >= -1 and cell.col >= -1 else ""

    def _board_cells(self, row: int, ruled: str) -> list[StyledText]:
        runs: list[StyledText] = []
        for group in self._groups():
            if group.start:
                runs.append(StyledText(ruled, "frame"))
            for col in group:
                runs += self._cell(Cell(row, col))
        return runs

    def _cell(self, cell: Cell) -> list[StyledText]:
        glyph, arms = self.scene.glyphs.get(cell, PLAIN), self.arms.get(cell, {})
        runs = [StyledText(self._body(glyph), glyph.style)]
        # Words hide lines; a filled cell shows the piece in its middle.
        if arms and (glyph.fill or not glyph.text):
            before = (self.width - 1) // 2
            runs = [
                self._arm(glyph, arms, LEFT, before),
                StyledText(PIECES[sum(arms)], max(arms.values(), key=weight)),
                self._arm(glyph, arms, RIGHT, self.width - 1 - before),
            ]
        mark, sign = mark_of(glyph.style), self._bears_sign(cell)
        if mark:
            runs = [StyledText(run.text, mark) for run in runs]
        if sign:
            return [*runs, StyledText(SIGNS[sign], sign)]
        return [*runs, self._gap(glyph, arms)] if self.signs else runs

    def _body(self, glyph: Glyph) -> str:
        if glyph.fill:
            return glyph.text * self.width
        spare = self.width - columns_of(glyph.text)
        return " " * (spare // 2) + glyph.text + " " * (spare - spare // 2)

    def _arm(self, glyph: Glyph, arms: Arms, side: int, length: int) -> StyledText:
        if side in arms and not glyph.fill:
            return StyledText("━" * length, arms[side])
        return StyledText((glyph.text or " ") * length, glyph.style)

    def _gap(self, glyph: Glyph, arms: Arms) -> StyledText:
        """Return the column that would hold a sign, in a cell without one."""
        if glyph.fill:
            return StyledText(glyph.text, glyph.style)
        if glyph.style in self.scene.inks:
            return StyledText(" ", glyph.style)
        return StyledText("━", arms[RIGHT]) if RIGHT in arms else StyledText(" ", "")


def mark_of(style: str) -> str:
    """Return the mark that a style ends in: "error", "hint" or "because"; or nothing."""
    word = style.rpartition("-")[2]
    return word if word in SIGNS else ""


def weight(style: str) -> tuple[bool, bool]:
    """Sort styles of lines that meet: the marked one shows, and the faded one last."""
    return bool(mark_of(style)), not style.endswith("-faded")


def columns_of(text: str) -> int:
    """Count the columns of a terminal that a text takes."""
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)
