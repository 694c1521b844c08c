"""A canvas of fine dots on which outlines are filled; cells take what most of their dots have.

Drawings are lists of parts in coordinates of their own. They are fitted to the board as a whole;
only then lines get their thickness and small details their place, because on few cells a line
needs a full cell and an eye must sit in one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import ceil, cos, hypot, pi, sin
from typing import NamedTuple

Point = tuple[float, float]
"""Across and down, as drawings are easiest to think of."""
Outline = tuple[Point, ...]

FINE = 4  # dots of a cell, each way
THIN = 1.15  # cells that a line is thick at least
ROUND = 24  # corners of what stands for a circle
SMALL = 2.4  # cells up to which a detail is put on whole cells


class DrawingPart(NamedTuple):
    """A piece of a drawing: an area, or with a `width` a line. With one colour, hollow parts are
    left empty, so that details show; details are seen to however small they are."""

    points: Outline
    paint: str
    hollow: bool = False
    width: float = 0.0
    detail: bool = False
    least: float = 0.0
    """Cells that the whole drawing must have each way, or this part is left out."""


Drawing = list[DrawingPart]


class CanvasBox(NamedTuple):
    """A part of a board or of a plane: its corner, how wide and how high it is."""

    left: float
    top: float
    width: float
    height: float


def bounds(drawing: Iterable[DrawingPart]) -> CanvasBox:
    """Return the box that a drawing takes up."""
    points = [point for part in drawing for point in part.points]
    grow = [part.width / 2 for part in drawing for _ in part.points]
    left = min(x - more for (x, _), more in zip(points, grow, strict=True))
    top = min(y - more for (_, y), more in zip(points, grow, strict=True))
    right = max(x + more for (x, _), more in zip(points, grow, strict=True))
    bottom = max(y + more for (_, y), more in zip(points, grow, strict=True))
    return CanvasBox(left, top, max(right - left, 1e-6), max(bottom - top, 1e-6))


class Canvas:
    """The dots of a board: for each the number of its ink, 0 for paper."""

    def __init__(self, rows: int, cols: int) -> None:
        self.rows, self.cols = rows, cols
        self.lines = [bytearray(cols * FINE) for _ in range(rows * FINE)]

    def fill(self, outline: Outline, ink: int) -> None:
        """Paint the inside of an outline (in cells)."""
        crossings: dict[int, list[float]] = {}
        before = outline[-1]
        for point in outline:
            # Where an edge crosses the middles of rows of dots.
            (x, y), (u, v) = (before, point) if before[1] < point[1] else (point, before)
            x, y, u, v = x * FINE, y * FINE, u * FINE, v * FINE
            rows = range(max(0, ceil(y - 0.5)), min(self.rows * FINE, ceil(v - 0.5)))
            slope = (u - x) / (v - y) if rows else 0.0
            for row in rows:
                crossings.setdefault(row, []).append(x + slope * (row + 0.5 - y))
            before = point
        last = self.cols * FINE
        for row, places in crossings.items():
            places.sort()
            line = self.lines[row]
            for begin, end in zip(places[::2], places[1::2], strict=False):
                first, behind = max(0, ceil(begin - 0.5)), min(last, ceil(end - 0.5))
                if behind > first:
                    line[first:behind] = bytes((ink,)) * (behind - first)

    def draw(
        self, drawing: Drawing, box: CanvasBox, inks: dict[str, int], *, flip: bool = False
    ) -> None:
        """Draw something so that it fills a box of cells; `inks` has the number of each paint, the
        hollow ones' being 0 where they are left empty."""
        own = bounds(drawing)
        across, down = box.width / own.width, box.height / own.height
        for part in drawing:
            if min(box.width, box.height) < part.least:
                continue
            points = [
                (box.left + (x - own.left) * across, box.top + (y - own.top) * down)
                for x, y in part.points
            ]
            if flip:
                points = [(2 * box.left + box.width - x, y) for x, y in points]
            ink = inks["" if part.hollow and "" in inks else part.paint]
            if part.width:
                thick = max(THIN, part.width * min(across, down))
                for piece in stroke(points, thick):
                    self.fill(piece, ink)
            elif part.detail:
                self.fill(self._snap_to_cells(tuple(points)), ink)
            else:
                self.fill(tuple(points), ink)

    def _snap_to_cells(self, outline: Outline) -> Outline:
        """Put a detail on whole cells if it is small; left and right alike."""
        xs, ys = [x for x, _ in outline], [y for _, y in outline]
        wide, high = max(xs) - min(xs), max(ys) - min(ys)
        if wide >= SMALL and high >= SMALL:
            return outline
        left, right = _snap(min(xs), wide, self.cols)
        top, bottom = _snap(min(ys), high, self.rows)
        return ((left, top), (right, top), (right, bottom), (left, bottom))

    def shares(self, inks: int) -> list[list[float]]:
        """Return for each ink, the paper (0) last, its share of each cell."""
        result: list[list[float]] = [[] for _ in range(inks + 1)]
        order = [*range(1, inks + 1), 0]
        for top in range(0, len(self.lines), FINE):
            band = self.lines[top : top + FINE]
            for left in range(0, self.cols * FINE, FINE):
                dots = b"".join(line[left : left + FINE] for line in band)
                for found, ink in zip(result, order, strict=True):
                    found.append(dots.count(ink) / (FINE * FINE))
        return result


def _snap(start: float, size: float, cells: int) -> tuple[float, float]:
    """Return a stretch of whole cells near to one; behind the middle it is seen from behind."""
    whole = max(1, round(size))
    middle = start + size / 2
    if 2 * middle > cells:
        begin, end = _snap(cells - start - size, size, cells)
        return cells - end, cells - begin
    begin = round(middle - whole / 2 - 1e-6)
    return float(begin), float(begin + whole)


# --- outlines -------------------------------------------------------------------------------------


def stroke(points: Sequence[Point], width: float) -> Iterable[Outline]:
    """Yield the outlines of a line of some width along points, with round ends and corners."""
    half = width / 2
    for x, y in points:
        yield oval(x, y, half, half)
    for (x, y), (u, v) in pairwise(points):
        length = hypot(u - x, v - y)
        if length > 1e-9:
            across, down = half * (v - y) / length, half * (x - u) / length
            yield (
                (x + across, y + down),
                (u + across, v + down),
                (u - across, v - down),
                (x - across, y - down),
            )


def oval(x: float, y: float, wide: float, high: float, turn: float = 0.0) -> Outline:
    """An ellipse by its middle and half axes, turned by an angle in radians."""
    c, s = cos(turn), sin(turn)
    points = []
    for corner in range(ROUND):
        angle = 2 * pi * (corner + 0.5) / ROUND
        u, v = wide * cos(angle), high * sin(angle)
        points.append((x + c * u - s * v, y + s * u + c * v))
    return tuple(points)


def arc(x: float, y: float, wide: float, high: float, begin: float, end: float) -> Outline:
    """Points along an ellipse, angles in parts of a full turn, clockwise from the right."""
    count = max(4, round(ROUND * abs(end - begin)))
    angles = [2 * pi * (begin + (end - begin) * at / count) for at in range(count + 1)]
    return tuple((x + wide * cos(angle), y + high * sin(angle)) for angle in angles)


def rect(left: float, top: float, width: float, height: float) -> Outline:
    """A rectangle."""
    right, bottom = left + width, top + height
    return ((left, top), (right, top), (right, bottom), (left, bottom))


def star(x: float, y: float, out: float, inner: float, points: int, turn: float = 0.0) -> Outline:
    """A star with so many points, the first straight up."""
    corners = []
    for at in range(2 * points):
        angle = turn + pi * at / points - pi / 2
        radius = inner if at % 2 else out
        corners.append((x + radius * cos(angle), y + radius * sin(angle)))
    return tuple(corners)


def lens(a: Point, b: Point, bulge: float) -> Outline:
    """A leaf from one point to another; `bulge` is its half width beside its length."""
    (x, y), (u, v) = a, b
    along, side = (u - x, v - y), (bulge * (y - v), bulge * (u - x))
    there = []
    for at in range(9):
        t = at / 8
        out = sin(pi * t)
        there.append((x + along[0] * t, y + along[1] * t, out))
    upper = [(px + side[0] * out, py + side[1] * out) for px, py, out in there]
    lower = [(px - side[0] * out, py - side[1] * out) for px, py, out in there[-2:0:-1]]
    return (*upper, *lower)
