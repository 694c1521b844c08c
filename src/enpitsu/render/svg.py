"""Scene to SVG: one self-contained, deterministic file that any viewer understands.

Shapes that follow each other in one style share a group with that style's name as class; the
colours stand in one style sheet. They are written out instead of being CSS variables, because
several SVG programs know classes but not variables.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby
from xml.sax.saxutils import escape

from enpitsu.render.paper import checked_mm
from enpitsu.render.theme import (
    AUTO,
    BASELINE,
    CELL,
    FONTS,
    Extent,
    ResolvedStyle,
    check_cell,
    check_theme,
    extent,
    look,
)
from enpitsu.scene import Circle, Label, Path, Point, Polygon, Rect, Scene, Shape, Strokes

_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_NOT_CLASS = re.compile(r"[^\w-]", re.ASCII)


def to_svg(scene: Scene, *, theme: str = AUTO, cell: int = CELL, mm: float | None = None) -> str:
    """The scene as an SVG document; `cell` is the width of a cell in pixels.

    With `mm` the same drawing says that a cell is so many millimetres wide on paper. The theme
    "auto" follows the viewer's light or dark preference.
    """
    check_theme(theme)
    check_cell(cell)
    size = extent(scene, cell)
    scale = None if mm is None else checked_mm(mm) / cell
    parts = [_opening(size, theme, scale), f"<title>{_text(scene.title)}</title>"]
    parts.append(f"<style>{_sheet(scene, theme, cell)}</style>")
    parts.append(_page(size))
    for style, shapes in groupby(scene.shapes, key=lambda shape: shape.style):
        drawn = "".join(_draw(shape, cell) for shape in shapes)
        parts.append(f'<g class="{_class(style)}">{drawn}</g>')
    parts.append("</svg>\n")
    return "\n".join(parts)


def _opening(size: Extent, theme: str, scale: float | None) -> str:
    width, height = (_length(side, scale) for side in (size.width, size.height))
    box = f"{_number(-size.x)} {_number(-size.y)} {size.width} {size.height}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="enpitsu {theme}" role="img"'
        f' width="{width}" height="{height}" viewBox="{box}">'
    )


def _length(pixels: int, scale: float | None) -> str:
    return str(pixels) if scale is None else f"{_number(pixels * scale)}mm"


def _page(size: Extent) -> str:
    return (
        f'<rect class="page" x="{_number(-size.x)}" y="{_number(-size.y)}"'
        f' width="{size.width}" height="{size.height}"/>'
    )


def _sheet(scene: Scene, theme: str, cell: int) -> str:
    styles = list(dict.fromkeys(["page", *(shape.style for shape in scene.shapes)]))
    base = f".enpitsu.{theme} "
    rules = [f"{base}text{{font-family:{FONTS};text-anchor:middle}}"]
    palette = "light" if theme == AUTO else theme
    for style in styles:
        drawn = look(style, palette, cell, scene.inks.get(style))
        rules.append(f"{base}.{_class(style)}{{{css_rule(drawn)}}}")
    if theme == AUTO:
        themed = [style for style in styles if style not in scene.inks]
        dark = "".join(
            f"{base}.{_class(s)}{{{css_colours(look(s, 'dark', cell))}}}" for s in themed
        )
        rules.append(f"@media (prefers-color-scheme:dark){{{dark}}}")
    return "\n".join(rules)


def css_rule(style: ResolvedStyle) -> str:
    """A look as CSS."""
    rule = css_colours(style)
    if style.stroke is not None:
        rule += f";stroke-width:{_number(style.width)};stroke-linejoin:round"
    if style.round:
        rule += ";stroke-linecap:round"
    if style.dash:
        rule += f";stroke-dasharray:{' '.join(map(_number, style.dash))}"
    return rule if style.weight == 400 else f"{rule};font-weight:{style.weight}"


def css_colours(style: ResolvedStyle) -> str:
    """The colours of a look as CSS."""
    fill = f"fill:{style.fill or 'none'}"
    return fill if style.stroke is None else f"{fill};stroke:{style.stroke}"


def _draw(shape: Shape, cell: int) -> str:
    match shape:
        case Rect():
            return _rect(shape, cell)
        case Path():
            return f'<path d="{_line(shape.points, cell)}{"z" if shape.closed else ""}"/>'
        case Strokes():
            return f'<path d="{"".join(_line(line, cell) for line in shape.lines)}"/>'
        case Polygon():
            return f'<path d="{_line(shape.points, cell)}z"/>'
        case Circle(row, col, radius):
            x, y, r = _numbers(cell, col, row, radius)
            return f'<circle cx="{x}" cy="{y}" r="{r}"/>'
        case Label():
            return _label(shape, cell)


def _rect(rect: Rect, cell: int) -> str:
    x, y, width, height, radius = _numbers(
        cell, rect.col, rect.row, rect.width, rect.height, rect.radius
    )
    corner = f' rx="{radius}"' if rect.radius else ""
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}"{corner}/>'


def _label(label: Label, cell: int) -> str:
    x, y, size = _numbers(cell, label.col, label.row + BASELINE * label.size, label.size)
    return f'<text x="{x}" y="{y}" font-size="{size}">{_text(label.text)}</text>'


def _line(points: Iterable[Point], cell: int) -> str:
    return "".join(_steps(points, cell))


def _steps(points: Iterable[Point], cell: int) -> Iterator[str]:
    before: tuple[str, str] | None = None
    for row, col in points:
        x, y = _number(col * cell), _number(row * cell)
        if before is None:
            yield f"M{x} {y}"
        elif before[1] == y:
            yield f"H{x}"
        elif before[0] == x:
            yield f"V{y}"
        else:
            yield f"L{x} {y}"
        before = (x, y)


def _numbers(cell: int, *lengths: float) -> list[str]:
    return [_number(length * cell) for length in lengths]


def _number(value: float) -> str:
    short = round(value, 2)
    whole = int(short)
    return str(whole) if whole == short else repr(short)


def _text(text: str) -> str:
    return escape(_NOT_XML.sub("", text))


def _class(style: str) -> str:
    return _NOT_CLASS.sub("-", style)
