"""Short words for the parts that drawings are made of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from enpitsu.kinds.nonogram.generator.canvas import Drawing, DrawingPart, Outline, Point, oval, rect

Draw = Callable[[Random], Drawing]
"""Draws something, each time a little different."""


FINE_LINES = 14.0  # cells that a drawing must have each way for lines inside it


def area(points: Sequence[Point], paint: str, *, hollow: bool = False) -> DrawingPart:
    """A filled outline."""
    return DrawingPart(tuple(points), paint, hollow)


def blob(
    x: float,
    y: float,
    wide: float,
    high: float,
    paint: str,
    *,
    hollow: bool = False,
    turn: float = 0,
) -> DrawingPart:
    """A filled ellipse by its middle and half axes."""
    return DrawingPart(oval(x, y, wide, high, turn), paint, hollow)


def disc(x: float, y: float, radius: float, paint: str, *, hollow: bool = False) -> DrawingPart:
    """A filled circle."""
    return DrawingPart(oval(x, y, radius, radius), paint, hollow)


def bar(
    left: float, top: float, width: float, height: float, paint: str, *, hollow: bool = False
) -> DrawingPart:
    """A filled rectangle."""
    return DrawingPart(rect(left, top, width, height), paint, hollow)


def line(points: Sequence[Point], paint: str, width: float, *, hollow: bool = False) -> DrawingPart:
    """A line through points, a cell thick at least; left out inside of what is small."""
    return DrawingPart(tuple(points), paint, hollow, width, least=FINE_LINES if hollow else 0.0)


def dot(x: float, y: float, radius: float, paint: str, *, hollow: bool = True) -> DrawingPart:
    """A small round detail that is never lost, such as an eye."""
    return DrawingPart(oval(x, y, radius, radius), paint, hollow, detail=True)


def pupil(x: float, y: float, radius: float) -> DrawingPart:
    """The inside of an eye, where there is room for one."""
    return DrawingPart(oval(x, y, radius, radius), "black", detail=True, least=18.0)


def pane(
    left: float, top: float, width: float, height: float, paint: str, *, hollow: bool = True
) -> DrawingPart:
    """A small rectangular detail, such as a window."""
    return DrawingPart(rect(left, top, width, height), paint, hollow, detail=True)


def mirrored(points: Sequence[Point], axis: float = 0.5) -> Outline:
    """An outline seen in an upright mirror."""
    return tuple((2 * axis - x, y) for x, y in points)


def both(points: Sequence[Point], axis: float = 0.5) -> Outline:
    """Half an outline, from the top down, with its mirror image."""
    return (*points, *reversed(mirrored(points, axis)))
