"""The layout of boards with borders: a row and a column of characters between cells.

There stand the borders, light; where they meet inside an area a dot keeps the cells apart. Lines
are heavy and run across ("┿" is a line that crosses a border), or along the sides of cells, where
borders stand. Cells are three columns wide, so that with the column between them they are about
square; wider if a glyph needs it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from enpitsu.grid import Cell, Direction, Edge
from enpitsu.render.text_layout import (
    DOWN,
    LEFT,
    PIECES,
    PLAIN,
    RIGHT,
    SIGNS,
    UP,
    Arms,
    StyledText,
    TextLayout,
    columns_of,
    mark_of,
    weight,
)
from enpitsu.render.theme import STYLES
from enpitsu.scene import Glyph, Scene

_JOINTS = "·╵╶└╷│┌├╴┘─┴┐┤┬┼"  # where borders meet, by the sum of the sides they come from

_DASHED_JOINTS = {UP + DOWN: "╎", LEFT + RIGHT: "╌"}

_HEADS = {Direction.UP: "▲", Direction.DOWN: "▼", Direction.LEFT: "◄", Direction.RIGHT: "►"}

Walls = dict[tuple[int, int], str]
"""Borders with their styles, by the cell they are left of or above; the frame's too."""


class WalledLayout(TextLayout):
    """Cells with borders between them."""

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        rows, cols = scene.rows, scene.cols
        self.upright: Walls = {}
        self.level: Walls = {}
        for (a, b), style in (scene.borders or {}).items():
            walls = self.upright if a.row == b.row else self.level
            walls[b] = style
        if scene.framed:
            self.upright.update(((row, col), "border") for row in range(rows) for col in (0, cols))
            self.level.update(((row, col), "border") for col in range(cols) for row in (0, rows))

    def _needed_width(self, glyphs: Mapping[Cell, Glyph]) -> int:
        needed = (
            columns_of(glyph.text)
            + (glyph.head in (Direction.LEFT, Direction.RIGHT))
            + bool(mark_of(glyph.style))
            for glyph in glyphs.values()
        )
        return max([3, *needed])

    def lines(self) -> Iterator[list[StyledText]]:
        """Yield the rows of text: borders and cells by turns."""
        rows, cols = self.scene.rows, self.scene.cols
        for row in range(self.top, 0):
            yield [*self._list(row), *self._row([StyledText(" ", "")] * (cols + 1), row)]
        for row in range(rows):
            yield [*self._list(None), *self._border_row(row)]
            posts = [self._post(Cell(row, col)) for col in range(cols + 1)]
            yield [*self._list(row), *self._row(posts, row), *self._right_of(row)]
        yield [*self._list(None), *self._border_row(rows)]
        for row in range(rows, self.bottom):
            yield [*self._list(row), *self._row([StyledText(" ", "")] * (cols + 1), row)]

    def _row(self, posts: list[StyledText], row: int) -> Iterator[StyledText]:
        for col in range(self.scene.cols):
            yield posts[col]
            yield from self._cell(Cell(row, col))
        yield posts[-1]

    def _border_row(self, row: int) -> Iterator[StyledText]:
        """Yield the row of characters above a row of cells."""
        for col in range(self.scene.cols):
            yield self._joint(row, col)
            yield from self._beam(Cell(row, col))
        yield self._joint(row, self.scene.cols)

    def _joint(self, row: int, col: int) -> StyledText:
        walls = {
            UP: self.upright.get((row - 1, col)),
            RIGHT: self.level.get((row, col)),
            DOWN: self.upright.get((row, col)),
            LEFT: self.level.get((row, col - 1)),
        }
        lines = {side: style for side, style in walls.items() if style and _is_line(style)}
        if lines:
            return StyledText(PIECES[sum(lines)], max(lines.values(), key=weight))
        solid = sum(side for side, style in walls.items() if style and not _is_dashed(style))
        if solid:
            return StyledText(_JOINTS[solid], "border")
        dashed = sum(side for side, style in walls.items() if style)
        return StyledText(_DASHED_JOINTS.get(dashed, _JOINTS[0]), "grid")

    def _post(self, cell: Cell) -> StyledText:
        """Return the column left of a cell. A sign hides a glyph, and a glyph what is under it."""
        row, col = cell
        slot = Edge(Cell(row, col - 1), cell)
        glyph = self.scene.between.get(slot, PLAIN)
        mark = mark_of(glyph.style)
        if mark or glyph.text:
            return StyledText(SIGNS.get(mark, glyph.text), mark or glyph.style)
        wall, link = self.upright.get((row, col)), self.scene.links.get(slot)
        if link:
            return StyledText("┿" if wall and not _is_dashed(wall) else "━", link)
        return _wall(wall, "│╎┃")

    def _beam(self, cell: Cell) -> list[StyledText]:
        """Return the row above a cell; a sign stands beside a glyph or a line."""
        wall = _wall(self.level.get(cell), "─╌━")
        slot = Edge(Cell(cell.row - 1, cell.col), cell)
        middle = self._crossing(slot)
        mark = mark_of(self.scene.between.get(slot, PLAIN).style)
        written = [middle] if middle else []
        if mark:
            written.append(StyledText(SIGNS[mark], mark))
        columns = [wall] * self.width
        start = (self.width - 1) // 2
        columns[start : start + len(written)] = written
        return columns

    def _crossing(self, slot: Edge) -> StyledText | None:
        """Return the piece that runs up or down between two cells or stands there."""
        glyph, link = self.scene.between.get(slot, PLAIN), self.scene.links.get(slot, "")
        if glyph.text:
            return StyledText(glyph.text, mark_of(glyph.style) or glyph.style)
        for end, direction in ((slot.a, Direction.UP), (slot.b, Direction.DOWN)):
            if self.scene.glyphs.get(end, PLAIN).head is direction:
                return StyledText(_HEADS[direction], link)
        if not link:
            return None
        wall = self.level.get(slot.b)
        return StyledText("╂" if wall and not _is_dashed(wall) else "┃", link)

    def _cell(self, cell: Cell) -> list[StyledText]:
        glyph, arms = self.scene.glyphs.get(cell, PLAIN), self.arms.get(cell, {})
        if glyph is PLAIN and not arms:
            return [StyledText(" " * self.width, "")]
        # A filled cell shows its lines in its middle only.
        columns = [StyledText(glyph.text if glyph.fill else " ", glyph.style)] * self.width
        middle = (self.width - 1) // 2
        if not glyph.fill and LEFT in arms:
            columns[:middle] = [StyledText("━", arms[LEFT])] * middle
        if not glyph.fill and RIGHT in arms:
            columns[middle:] = [StyledText("━", arms[RIGHT])] * (self.width - middle)
        if arms:
            columns[middle] = StyledText(PIECES[sum(arms)], max(arms.values(), key=weight))
        if not glyph.fill:
            self._write(columns, glyph, arms)
        mark, sign = mark_of(glyph.style), self._bears_sign(cell)
        if mark:
            columns = [column._replace(style=mark) for column in columns]
        if sign:
            columns[-1] = StyledText(SIGNS[sign], sign)
        return columns

    def _write(self, columns: list[StyledText], glyph: Glyph, arms: Arms) -> None:
        """Put a glyph's text in the middle, or as near as its arrow head and sign let it."""
        length, head = columns_of(glyph.text), glyph.head
        first = int(head is Direction.RIGHT)
        last = self.width - length - (head is Direction.LEFT) - bool(mark_of(glyph.style))
        start = max(first, min((self.width - 1) // 2 - (length - 1) // 2, last))
        if length:
            rest = [StyledText("", "")] * (length - 1)
            columns[start : start + length] = [StyledText(glyph.text, glyph.style), *rest]
        if head is Direction.RIGHT:
            columns[start - 1] = StyledText(_HEADS[head], arms.get(LEFT, glyph.style))
        elif head is Direction.LEFT:
            columns[start + length] = StyledText(_HEADS[head], arms.get(RIGHT, glyph.style))


def _is_dashed(style: str) -> bool:
    return style in STYLES and bool(STYLES[style].dash)


def _is_line(style: str) -> bool:
    """Return True for a border that players draw."""
    return style.split("-")[0] == "line"


def _wall(style: str | None, pieces: str) -> StyledText:
    """Return a border by its solid, its dashed and its heavy piece; a blank where there is none."""
    if not style:
        return StyledText(" ", "")
    return StyledText(pieces[2 if _is_line(style) else _is_dashed(style)], style)
