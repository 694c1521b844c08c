"""The look of a scene's styles: the colours, widths and dashes of every picture.

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

from enpitsu.colour import contrast, is_colour, mix
from enpitsu.errors import FormatError
from enpitsu.render.palette import BLACK, LINE_WIDTH, PALETTES, WHITE
from enpitsu.scene import Ink, Scene

CELL = 40  # the usual width of a cell in pixels; lengths in the style table are meant for it

SMALLEST_CELL = 2
LARGEST_CELL = 400

FONTS = 'system-ui,"Noto Sans","Noto Sans CJK JP",sans-serif'

BASELINE = 0.36  # how far below its middle a digit's baseline lies, in font sizes

AUTO = "auto"
THEMES = (AUTO, *PALETTES)
"""Light or dark as the viewer's system prefers, where an output can leave that open."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ThemeStyle:
    """One row of the style table: colour tokens and lengths."""

    fill: str | None = None
    stroke: str | None = None
    width: float = 0.0
    dash: tuple[float, ...] = ()
    round: bool = False
    """Round line ends."""
    opacity: float = 1.0
    weight: int = 400


TRANSPARENT = "transparent"  # the ground of a picture that has none

THINNEST = 0.25  # the least of all lines' widths, as a factor
THICKEST = 4.0  # the most
LIGHTEST = 400  # the weight of the lightest letters, as CSS counts
BOLDEST = 900  # of the boldest
_GROUNDS = ("page", "paper")  # the styles of what all else stands on
_CLEARED = (*_GROUNDS, "picture")  # those of which a transparent picture has none

_CLUE_WEIGHT = 600
_TRACK_WIDTH = round(0.75 * LINE_WIDTH, 2)
_ERROR_DASH = (4.5, 3.0)

STYLES: dict[str, ThemeStyle] = {
    "page": ThemeStyle(fill="page"),
    "paper": ThemeStyle(fill="board"),
    "grid": ThemeStyle(stroke="grid", width=1),
    "grid5": ThemeStyle(stroke="grid5", width=2),
    "frame": ThemeStyle(stroke="frame", width=2.5),
    "box": ThemeStyle(fill="box", stroke="ink2", width=1.25),
    "blank": ThemeStyle(fill="grid", opacity=0.45),
    "hatch": ThemeStyle(stroke="ink2", width=1, opacity=0.55),
    "clue": ThemeStyle(fill="ink", weight=_CLUE_WEIGHT),
    "clue-done": ThemeStyle(fill="done", weight=_CLUE_WEIGHT),
    "clue-error": ThemeStyle(fill="err", weight=_CLUE_WEIGHT),
    "clue-hint": ThemeStyle(fill="hint", weight=700),
    "clue-because": ThemeStyle(fill="hint", weight=700),
    "strike": ThemeStyle(stroke="done", width=1.5, round=True),
    "chip": ThemeStyle(fill="box", stroke="ink2", width=1),
    "settled": ThemeStyle(fill="settled"),
    "border": ThemeStyle(stroke="region", width=2.5, round=True),
    "stray": ThemeStyle(stroke="ink2", width=1.5, dash=(3.5, 3.0)),
    "circle": ThemeStyle(fill="board", stroke="ink", width=1.75),
    "circle-done": ThemeStyle(fill="box", stroke="ink2", width=1.25),
    "circle-error": ThemeStyle(fill="board", stroke="err", width=2.25),
    "circle-hint": ThemeStyle(fill="board", stroke="hint", width=2.25),
    "circle-because": ThemeStyle(fill="board", stroke="hint", width=2.25),
    "number-done": ThemeStyle(fill="ink2", weight=_CLUE_WEIGHT),
    "pearl-black": ThemeStyle(fill="ink", stroke="ink", width=1.75),
    "pearl-black-done": ThemeStyle(fill="done", stroke="done", width=1.25),
    "pearl-black-error": ThemeStyle(fill="ink", stroke="err", width=2.25),
    "pearl-black-hint": ThemeStyle(fill="ink", stroke="hint", width=2.25),
    "pearl-black-because": ThemeStyle(fill="ink", stroke="hint", width=2.25),
    "wall": ThemeStyle(fill="shade"),
    "on-wall": ThemeStyle(fill="board", weight=_CLUE_WEIGHT),
    "on-wall-done": ThemeStyle(fill="grid", weight=_CLUE_WEIGHT),
    "corner-dot": ThemeStyle(fill="ink2"),
    "ghost": ThemeStyle(fill="board", stroke="ink2", width=1.5),
    "home": ThemeStyle(stroke="mark", width=1.75, round=True),
    "shade": ThemeStyle(fill="shade"),
    "picture": ThemeStyle(fill="picture"),
    "picture-shade": ThemeStyle(fill="picture-shade"),
    "picture-grid": ThemeStyle(stroke="picture-grid", width=1),
    "picture-grid5": ThemeStyle(stroke="picture-grid5", width=2),
    "shade-error": ThemeStyle(fill="shade"),
    "paint": ThemeStyle(fill="shade", stroke="ink2", width=1),
    "light": ThemeStyle(fill="because-edge", stroke="ink2", width=1),
    "sign": ThemeStyle(fill="ink", weight=500),
    "typed": ThemeStyle(fill="line", weight=500),
    "denied": ThemeStyle(fill="mark", weight=500),
    "dot": ThemeStyle(fill="mark"),
    "cross": ThemeStyle(stroke="mark", width=1.75, round=True),
    "line": ThemeStyle(stroke="line", width=LINE_WIDTH, round=True),
    "line-faded": ThemeStyle(stroke="line", width=LINE_WIDTH, round=True, opacity=0.35),
    "line-error": ThemeStyle(stroke="err", width=LINE_WIDTH + 1, round=True),
    "line-hint": ThemeStyle(stroke="hint", width=LINE_WIDTH + 1, round=True),
    "line-because": ThemeStyle(stroke="because", width=14, round=True),
    "track": ThemeStyle(stroke="line", width=_TRACK_WIDTH, round=True),
    "track-faded": ThemeStyle(stroke="line", width=_TRACK_WIDTH, round=True, opacity=0.35),
    "track-error": ThemeStyle(stroke="err", width=_TRACK_WIDTH + 1, round=True),
    "arrow": ThemeStyle(fill="line"),
    "arrow-faded": ThemeStyle(fill="line", opacity=0.35),
    "arrow-error": ThemeStyle(fill="err"),
    "arrow-hint": ThemeStyle(fill="hint"),
    "cell-error": ThemeStyle(fill="errbg"),
    "cell-hint": ThemeStyle(fill="hintbg"),
    "cell-because": ThemeStyle(fill="because"),
    "ring-error": ThemeStyle(stroke="err", width=3, dash=_ERROR_DASH),
    "ring-hint": ThemeStyle(stroke="hint", width=3),
}

_UNKNOWN = ThemeStyle(fill="ink")


class ResolvedStyle(NamedTuple):
    """A style made concrete: colours as #rrggbb, lengths in pixels."""

    fill: str | None
    stroke: str | None
    width: float
    dash: tuple[float, ...]
    round: bool
    weight: int


class Look(NamedTuple):
    """The wishes of whoever draws, beside the theme."""

    ground: str | None = None
    """The colour (#rrggbb) of what all stands on, or TRANSPARENT; None is as in the theme."""
    line_width: float = 1.0
    """The width of all lines, as a factor."""
    font_weight: int | None = None
    """The weight of all letters; None is as in the style table."""

    def palette(self, theme: str) -> str:
        """Return the palette of a theme: of "auto" the one that can be seen on the ground."""
        if theme != AUTO:
            return theme
        if self.ground is None or self.ground == TRANSPARENT:
            return "light"
        is_dark = contrast(self.ground, WHITE) > contrast(self.ground, BLACK)
        return "dark" if is_dark else "light"


USUAL = Look()


def checked_look(look: Look) -> Look:
    """Return a look; FormatError if it cannot be drawn."""
    ground, line_width, font_weight = look
    if ground is not None and ground != TRANSPARENT and not is_colour(ground):
        raise FormatError(f"a ground is a colour as #rrggbb or {TRANSPARENT}, not {ground[:40]!r}")
    if not THINNEST <= line_width <= THICKEST:
        raise FormatError(f"lines are {THINNEST:g} to {THICKEST:g} times as wide, not {line_width}")
    if font_weight is not None and not LIGHTEST <= font_weight <= BOLDEST:
        raise FormatError(f"letters have a weight of {LIGHTEST} to {BOLDEST}, not {font_weight}")
    return look


@lru_cache(maxsize=1024)
def resolve_style(
    style: str, theme: str, cell: float, ink: Ink | None = None, look: Look = USUAL
) -> ResolvedStyle:
    """Return a style in a palette on cells of this many pixels; unknown styles are plain ink.

    An ink gives its own colours to the style that it is like.
    """
    row, scale = STYLES.get(style if ink is None else ink.like, _UNKNOWN), cell / CELL
    if ink is None:
        palette = PALETTES[theme]
        has_colour = look.ground is not None and look.ground != TRANSPARENT
        under = str(look.ground) if has_colour else palette["board"]
        fill, stroke = (
            None if token is None else mix(palette[token], under, row.opacity)
            for token in (row.fill, row.stroke)
        )
    else:
        fill, stroke = ink.fill, ink.stroke
    if look.ground == TRANSPARENT:
        fill = None if (style if ink is None else ink.like) in _CLEARED else fill
    elif look.ground is not None and style in _GROUNDS:
        fill = look.ground
    # A thin line stays visible on small cells, but must not fill tiny ones.
    width = max(row.width * scale * look.line_width, min(1.0, cell / 16))
    dash = tuple(length * scale for length in row.dash)
    return ResolvedStyle(fill, stroke, width, dash, row.round, look.font_weight or row.weight)


class Extent(NamedTuple):
    """A picture's size in pixels, and where the board's top left corner lies in it."""

    width: int
    height: int
    x: float
    y: float


def extent(scene: Scene, cell: int) -> Extent:
    """Return the size of a scene's picture.

    The board starts on half a pixel, so that grid lines of one pixel fill exactly one.
    """
    margin = round(cell * 0.3) + 0.5
    x, y = (margin + round(cells * cell) for cells in (scene.left, scene.top))
    width = x + (scene.cols + scene.right) * cell + margin
    height = y + (scene.rows + scene.bottom) * cell + margin
    return Extent(round(width), round(height), x, y)


def check_theme(theme: str) -> None:
    """FormatError with the known themes if this is not one."""
    if theme not in THEMES:
        known = ", ".join(THEMES)
        raise FormatError(f"unknown theme {theme[:40]!r}; known: {known}")


def fitting_cell(scene: Scene, width: int) -> int:
    """Return the largest cell, in pixels, with which a picture is no wider than so many pixels;
    FormatError if there is none."""
    for cell in range(width, SMALLEST_CELL - 1, -1):
        if extent(scene, cell).width <= width:
            return cell
    least = extent(scene, SMALLEST_CELL).width
    raise FormatError(f"this picture needs a width of at least {least} pixels, not {width}")


def check_cell(cell: int) -> None:
    """FormatError unless cells of this many pixels can be drawn."""
    if not SMALLEST_CELL <= cell <= LARGEST_CELL:
        raise FormatError(f"a cell is {SMALLEST_CELL} to {LARGEST_CELL} pixels wide, not {cell}")
