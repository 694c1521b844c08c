"""What a scene's styles look like: the colours, widths and dashes of every picture.

Colours are tokens with a value in each palette (palette.py); styles name tokens, so a style looks
related in light, dark and print. Shape doubles colour everywhere: errors are dashed, hints are
solid rings, shaded cells are inset squares, so nothing depends on seeing colours.

Lengths are pixels on a cell of 40. Opacity is mixed into the board's colour here instead of being
left to the renderers: crossing lines then do not darken each other, and all outputs agree.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from enpitsu.colour import mix
from enpitsu.errors import FormatError
from enpitsu.render.palette import LINE_WIDTH, PALETTES
from enpitsu.scene import Ink, Scene

CELL = 40
"""The usual width of a cell in pixels; lengths in the style table are meant for it."""

SMALLEST_CELL, LARGEST_CELL = 2, 400

FONTS = 'system-ui,"Noto Sans","Noto Sans CJK JP",sans-serif'

BASELINE = 0.36
"""How far below its middle a digit's baseline lies, in font sizes."""

AUTO = "auto"
THEMES = (AUTO, *PALETTES)
"""Light or dark as the viewer's system prefers, where an output can leave that open."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Style:
    """One row of the style table: colour tokens and lengths."""

    fill: str | None = None
    stroke: str | None = None
    width: float = 0.0
    dash: tuple[float, ...] = ()
    round: bool = False
    """Round line ends."""
    opacity: float = 1.0
    weight: int = 400


_CLUE_WEIGHT = 600
_TRACK_WIDTH = round(0.75 * LINE_WIDTH, 2)
_ERROR_DASH = (4.5, 3.0)

STYLES: dict[str, Style] = {
    "page": Style(fill="page"),
    "paper": Style(fill="board"),
    "grid": Style(stroke="grid", width=1),
    "grid5": Style(stroke="grid5", width=2),
    "frame": Style(stroke="frame", width=2.5),
    "box": Style(fill="box", stroke="ink2", width=1.25),
    "blank": Style(fill="grid", opacity=0.45),
    "hatch": Style(stroke="ink2", width=1, opacity=0.55),
    "clue": Style(fill="ink", weight=_CLUE_WEIGHT),
    "clue-done": Style(fill="done", weight=_CLUE_WEIGHT),
    "clue-error": Style(fill="err", weight=_CLUE_WEIGHT),
    "clue-hint": Style(fill="hint", weight=700),
    "clue-because": Style(fill="hint", weight=700),
    "strike": Style(stroke="done", width=1.5, round=True),
    "chip": Style(fill="box", stroke="ink2", width=1),
    "settled": Style(fill="settled"),
    "border": Style(stroke="region", width=2.5, round=True),
    "stray": Style(stroke="ink2", width=1.5, dash=(3.5, 3.0)),
    "circle": Style(fill="board", stroke="ink", width=1.75),
    "circle-done": Style(fill="box", stroke="ink2", width=1.25),
    "circle-error": Style(fill="board", stroke="err", width=2.25),
    "circle-hint": Style(fill="board", stroke="hint", width=2.25),
    "circle-because": Style(fill="board", stroke="hint", width=2.25),
    "number-done": Style(fill="ink2", weight=_CLUE_WEIGHT),
    "ghost": Style(fill="board", stroke="ink2", width=1.5),
    "home": Style(stroke="mark", width=1.75, round=True),
    "shade": Style(fill="shade"),
    "shade-error": Style(fill="shade"),
    "paint": Style(fill="shade", stroke="ink2", width=1),
    "sign": Style(fill="ink", weight=500),
    "dot": Style(fill="mark"),
    "cross": Style(stroke="mark", width=1.75, round=True),
    "line": Style(stroke="line", width=LINE_WIDTH, round=True),
    "line-faded": Style(stroke="line", width=LINE_WIDTH, round=True, opacity=0.35),
    "line-error": Style(stroke="err", width=LINE_WIDTH + 1, round=True),
    "line-hint": Style(stroke="hint", width=LINE_WIDTH + 1, round=True),
    "line-because": Style(stroke="because", width=14, round=True),
    "track": Style(stroke="line", width=_TRACK_WIDTH, round=True),
    "track-faded": Style(stroke="line", width=_TRACK_WIDTH, round=True, opacity=0.35),
    "track-error": Style(stroke="err", width=_TRACK_WIDTH + 1, round=True),
    "arrow": Style(fill="line"),
    "arrow-faded": Style(fill="line", opacity=0.35),
    "arrow-error": Style(fill="err"),
    "cell-error": Style(fill="errbg"),
    "cell-hint": Style(fill="hintbg"),
    "cell-because": Style(fill="because"),
    "ring-error": Style(stroke="err", width=3, dash=_ERROR_DASH),
    "ring-hint": Style(stroke="hint", width=3),
}

_UNKNOWN = Style(fill="ink")


class Look(NamedTuple):
    """A style made concrete: colours as #rrggbb, lengths in pixels."""

    fill: str | None
    stroke: str | None
    width: float
    dash: tuple[float, ...]
    round: bool
    weight: int


@lru_cache(maxsize=1024)
def look(style: str, theme: str, cell: float, ink: Ink | None = None) -> Look:
    """How a style looks in a palette on cells of this many pixels; unknown styles are plain ink.

    An ink gives its own colours to the style that it is like.
    """
    row, scale = STYLES.get(style if ink is None else ink.like, _UNKNOWN), cell / CELL
    fill, stroke = _colours(row, PALETTES[theme]) if ink is None else (ink.fill, ink.stroke)
    # A thin line stays visible on small cells, but must not fill tiny ones.
    width = max(row.width * scale, min(1.0, cell / 16))
    dash = tuple(length * scale for length in row.dash)
    return Look(fill, stroke, width, dash, row.round, row.weight)


def _colours(row: Style, palette: dict[str, str]) -> tuple[str | None, str | None]:
    fill, stroke = (
        None if token is None else mix(palette[token], palette["board"], row.opacity)
        for token in (row.fill, row.stroke)
    )
    return fill, stroke


class Extent(NamedTuple):
    """A picture's size in pixels, and where the board's top left corner lies in it."""

    width: int
    height: int
    x: float
    y: float


def extent(scene: Scene, cell: int) -> Extent:
    """The size of a scene's picture.

    The board starts on half a pixel, so that grid lines of one pixel fill exactly one.
    """
    margin = round(cell * 0.3) + 0.5
    x, y = (margin + round(cells * cell) for cells in (scene.left, scene.top))
    width, height = x + scene.cols * cell + margin, y + scene.rows * cell + margin
    return Extent(round(width), round(height), x, y)


def check_theme(theme: str) -> None:
    """FormatError with the known themes if this is not one."""
    if theme not in THEMES:
        known = ", ".join(THEMES)
        raise FormatError(f"unknown theme {theme[:40]!r}; known: {known}")


def check_cell(cell: int) -> None:
    """FormatError unless cells of this many pixels can be drawn."""
    if not SMALLEST_CELL <= cell <= LARGEST_CELL:
        raise FormatError(f"a cell is {SMALLEST_CELL} to {LARGEST_CELL} pixels wide, not {cell}")
