"""Scene to SVG: one self-contained, deterministic file that any viewer understands.

Shapes that follow each other in one style share a group with that style's name as class; the
colours stand in one style sheet. They are written out instead of being CSS variables, because
several SVG programs know classes but not variables.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape
from itertools import groupby

from enpitsu.render.paper import checked_mm
from enpitsu.render.theme import (
    AUTO,
    BASELINE,
    CELL,
    FONTS,
    USUAL,
    Look,
    ResolvedStyle,
    check_cell,
    check_theme,
    checked_look,
    extent,
    fitting_cell,
    resolve_style,
)
from enpitsu.scene import Circle, Label, Path, Point, Polygon, Rect, Scene, Shape, Strokes

_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_NOT_CLASS = re.compile(r"[^\w-]", re.ASCII)


def to_svg(
    scene: Scene,
    *,
    theme: str = AUTO,
    cell: int = CELL,
    mm: float | None = None,
    width: int | None = None,
    look: Look = USUAL,
) -> str:
    """Return the scene as an SVG document; `cell` is the width of a cell in pixels.

    With `mm` the same drawing says that a cell is so many millimetres wide on paper, with `width`
    that all of it is so many pixels wide. The theme "auto" follows the viewer's light or dark
    preference, or a chosen ground.
    """
    check_theme(theme)
    if checked_look(look).ground is not None:
        theme = look.palette(theme)
    if width is None:
        check_cell(cell)
    else:
        cell = fitting_cell(scene, width)
    size = extent(scene, cell)
    left, top = number_text(-size.x), number_text(-size.y)
    sides = [str(size.width), str(size.height)]
    if width is not None:
        sides = [str(width), number_text(size.height * width / size.width)]
    if mm is not None:
        scale = checked_mm(mm) / cell
        sides = [f"{number_text(side * scale)}mm" for side in (size.width, size.height)]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="enpitsu {theme}" role="img"'
        f' width="{sides[0]}" height="{sides[1]}"'
        f' viewBox="{left} {top} {size.width} {size.height}">',
        f"<title>{_text(scene.title)}</title>",
        f"<style>{_sheet(scene, theme, cell, look)}</style>",
        f'<rect class="page" x="{left}" y="{top}" width="{size.width}" height="{size.height}"/>',
    ]
    for style, shapes in groupby(scene.shapes, key=lambda shape: shape.style):
        drawn = "".join(_draw(shape, cell) for shape in shapes)
        parts.append(f'<g class="{class_name(style)}">{drawn}</g>')
    parts.append("</svg>\n")
    return "\n".join(parts)


def _sheet(scene: Scene, theme: str, cell: int, look: Look) -> str:
    styles = list(dict.fromkeys(["page", *(shape.style for shape in scene.shapes)]))
    base = f".enpitsu.{theme} "
    rules = [f"{base}text{{font-family:{FONTS};text-anchor:middle}}"]
    palette = "light" if theme == AUTO else theme
    for style in styles:
        drawn = resolve_style(style, palette, cell, scene.inks.get(style), look)
        rules.append(f"{base}.{class_name(style)}{{{css_rule(drawn)}}}")
    if theme == AUTO:
        themed = [style for style in styles if style not in scene.inks]
        dark = "".join(
            f"{base}.{class_name(s)}{{{css_colours(resolve_style(s, 'dark', cell, None, look))}}}"
            for s in themed
        )
        rules.append(f"@media (prefers-color-scheme:dark){{{dark}}}")
    return "\n".join(rules)


def css_rule(style: ResolvedStyle) -> str:
    """Return a style as CSS."""
    rule = css_colours(style)
    if style.stroke is not None:
        rule += f";stroke-width:{number_text(style.width)};stroke-linejoin:round"
    if style.round:
        rule += ";stroke-linecap:round"
    if style.dash:
        rule += f";stroke-dasharray:{' '.join(map(number_text, style.dash))}"
    return rule if style.weight == 400 else f"{rule};font-weight:{style.weight}"


def css_colours(style: ResolvedStyle) -> str:
    """Return the colours of a style as CSS."""
    fill = f"fill:{style.fill or 'none'}"
    return fill if style.stroke is None else f"{fill};stroke:{style.stroke}"


def _draw(shape: Shape, cell: int) -> str:
    match shape:
        case Rect():
            sides = (shape.col, shape.row, shape.width, shape.height, shape.radius)
            x, y, width, height, radius = (number_text(side * cell) for side in sides)
            corner = f' rx="{radius}"' if shape.radius else ""
            return f'<rect x="{x}" y="{y}" width="{width}" height="{height}"{corner}/>'
        case Path():
            return f'<path d="{path_data(shape.points, cell)}{"z" if shape.closed else ""}"/>'
        case Strokes():
            return f'<path d="{"".join(path_data(line, cell) for line in shape.lines)}"/>'
        case Polygon():
            return f'<path d="{path_data(shape.points, cell)}z"/>'
        case Circle():
            x, y, radius = (
                number_text(each * cell) for each in (shape.col, shape.row, shape.radius)
            )
            return f'<circle cx="{x}" cy="{y}" r="{radius}"/>'
        case Label():
            baseline = shape.row + BASELINE * shape.size
            x, y, size = (number_text(each * cell) for each in (shape.col, baseline, shape.size))
            return f'<text x="{x}" y="{y}" font-size="{size}">{_text(shape.text)}</text>'


def path_data(points: Iterable[Point], cell: int) -> str:
    """Return a line through points as data of an SVG path."""
    parts: list[str] = []
    last_x = last_y = ""
    for row, col in points:
        x, y = number_text(col * cell), number_text(row * cell)
        if not parts:
            parts.append(f"M{x} {y}")
        elif last_y == y:
            parts.append(f"H{x}")
        elif last_x == x:
            parts.append(f"V{y}")
        else:
            parts.append(f"L{x} {y}")
        last_x, last_y = x, y
    return "".join(parts)


def number_text(value: float) -> str:
    """Return a length with two decimals, or as few as it has."""
    short = round(value, 2)
    whole = int(short)
    return str(whole) if whole == short else repr(short)


def _text(text: str) -> str:
    return escape(_NOT_XML.sub("", text), quote=False)


def class_name(style: str) -> str:
    """Return a style as the name of a CSS class."""
    return _NOT_CLASS.sub("-", style)
