"""Scene to text for the terminal: a frame, heavy box lines for loops, a few characters a cell.

Cells are two columns wide, which makes them about square; wider if a glyph needs it. Marked cells
get a sign behind them as well as a colour, so plain text says the same.
"""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import NamedTuple

from enpitsu.grid import Cell
from enpitsu.scene import Glyph, Scene

UP, RIGHT, DOWN, LEFT = 1, 2, 4, 8

_PIECES = " ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋"
"""The piece that joins the middle of a cell with some of its sides, by their sum."""

SIGNS = {"error": "!", "hint": "*", "because": "+"}
"""The sign behind a marked cell, by the last word of its glyph's style."""

_ANSI = {
    "frame": "2",
    "clue": "1",
    "clue-done": "2",
    "dot": "2",
    "blank": "2",
    "line": "36",
    "line-faded": "2;36",
    "error": "1;31",
    "hint": "1;35",
    "because": "33",
}

_PLAIN = Glyph("", "")

Arms = dict[int, str]
"""The sides a cell's lines go to, with the style of each."""


class Run(NamedTuple):
    """Characters of one style."""

    text: str
    style: str


def to_text(scene: Scene, *, colour: bool = False) -> str:
    """The scene as lines of text; `colour` adds ANSI colours."""
    lines = _Layout(scene).lines()
    paint = _coloured if colour else _plain
    return "".join(f"{paint(line)}\n" for line in lines)


class _Layout:
    """How many columns a cell has, and what stands in each."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.arms = _arms(scene)
        glyphs = scene.glyphs.values()
        self.width = max([2, *(_columns(glyph.text) for glyph in glyphs)])
        self.signs = int(any(_mark(glyph.style) for glyph in glyphs))
        self.top = min([0, *(cell.row for cell in scene.glyphs)])
        self.left = min([0, *(cell.col for cell in scene.glyphs)])

    def lines(self) -> Iterator[list[Run]]:
        for row in range(self.top, 0):
            # One column for the frame's side, which clues above the board do not have.
            yield [*self._cells(row, self.left, 0), Run("  ", ""), *self._board_cells(row)]
        yield self._rule("┌", "┐")
        for row in range(self.scene.rows):
            side, end = Run("│ ", "frame"), Run(" │", "frame")
            yield [*self._cells(row, self.left, 0), side, *self._board_cells(row), end]
        yield self._rule("└", "┘")

    def _rule(self, start: str, end: str) -> list[Run]:
        cell = self.width + self.signs
        rule = start + "─" * (self.scene.cols * cell + 2) + end
        return [Run(" " * (-self.left * cell), ""), Run(rule, "frame")]

    def _board_cells(self, row: int) -> list[Run]:
        return self._cells(row, 0, self.scene.cols)

    def _cells(self, row: int, start: int, stop: int) -> list[Run]:
        return [run for col in range(start, stop) for run in self._cell(Cell(row, col))]

    def _cell(self, cell: Cell) -> list[Run]:
        glyph, arms = self.scene.glyphs.get(cell, _PLAIN), self.arms.get(cell, {})
        runs = self._crossed(glyph, arms) if arms else [Run(self._body(glyph), glyph.style)]
        mark = _mark(glyph.style)
        if mark:
            return [*(Run(run.text, mark) for run in runs), Run(SIGNS[mark], mark)]
        return [*runs, self._gap(glyph, arms)] if self.signs else runs

    def _body(self, glyph: Glyph) -> str:
        if glyph.fill:
            return glyph.text * self.width
        spare = self.width - _columns(glyph.text)
        return " " * (spare // 2) + glyph.text + " " * (spare - spare // 2)

    def _crossed(self, glyph: Glyph, arms: Arms) -> list[Run]:
        """A cell with lines. Words hide them; a filled cell shows the piece in its middle."""
        if glyph.text and not glyph.fill:
            return [Run(self._body(glyph), glyph.style)]
        before = (self.width - 1) // 2
        after = self.width - 1 - before
        return [
            self._arm(glyph, arms, LEFT, before),
            Run(_PIECES[sum(arms)], max(arms.values(), key=_weight)),
            self._arm(glyph, arms, RIGHT, after),
        ]

    def _arm(self, glyph: Glyph, arms: Arms, side: int, length: int) -> Run:
        if side in arms and not glyph.fill:
            return Run("━" * length, arms[side])
        return Run((glyph.text or " ") * length, glyph.style)

    def _gap(self, glyph: Glyph, arms: Arms) -> Run:
        """The column that would hold a sign, in a cell without one."""
        if glyph.fill:
            return Run(glyph.text, glyph.style)
        return Run("━", arms[RIGHT]) if RIGHT in arms else Run(" ", "")


def _arms(scene: Scene) -> dict[Cell, Arms]:
    arms: dict[Cell, Arms] = defaultdict(dict)
    for edge, style in scene.links.items():
        across = edge.a.row == edge.b.row
        arms[edge.a][RIGHT if across else DOWN] = style
        arms[edge.b][LEFT if across else UP] = style
    return dict(arms)


def _mark(style: str) -> str:
    word = style.rpartition("-")[2]
    return word if word in SIGNS else ""


def _weight(style: str) -> tuple[bool, bool]:
    """Where lines of two styles meet, the marked one shows, and the faded one last."""
    return bool(_mark(style)), style != "line-faded"


def _columns(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)


def _plain(runs: Iterable[Run]) -> str:
    return "".join(run.text for run in runs).rstrip()


def _coloured(runs: Iterable[Run]) -> str:
    return "".join(
        f"\x1b[{code}m{text}\x1b[0m" if code else text
        for code, text in _by_code(run for run in runs if run.text)
    )


def _by_code(runs: Iterable[Run]) -> Iterator[tuple[str, str]]:
    for code, same in groupby(runs, key=lambda run: _code(run.style)):
        yield code, "".join(run.text for run in same)


def _code(style: str) -> str:
    return _ANSI.get(_mark(style) or style, "")
