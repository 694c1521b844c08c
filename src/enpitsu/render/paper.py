"""Sizes on paper: millimetres, points and the pixels of a print."""

from __future__ import annotations

from enpitsu.errors import FormatError
from enpitsu.render.theme import LARGEST_CELL, SMALLEST_CELL

MM = 72 / 25.4  # points of a millimetre

INCH = 25.4  # millimetres of an inch

CELL_MM = 8.0  # the usual width of a cell on paper, in millimetres

SMALLEST_MM = 0.5
LARGEST_MM = 200.0

DPI = 300  # the usual pixels an inch of a picture for paper

SMALLEST_DPI = 36
LARGEST_DPI = 2400


def checked_mm(mm: float) -> float:
    """Return the width of a cell on paper; FormatError unless it can be drawn."""
    # What has been points between times may be off in the last digits; not-a-number fails too.
    if not SMALLEST_MM <= round(mm, 6) <= LARGEST_MM:
        raise FormatError(
            f"a cell is {SMALLEST_MM:g} to {LARGEST_MM:g} mm wide on paper, not {mm:g}"
        )
    return mm


def pixels_of(mm: float, dpi: int) -> int:
    """Return the pixels of a cell on paper; FormatError if they are too few or too many."""
    if not SMALLEST_DPI <= dpi <= LARGEST_DPI:
        raise FormatError(f"a print has {SMALLEST_DPI} to {LARGEST_DPI} dpi, not {dpi}")
    cell = round(checked_mm(mm) * dpi / INCH)
    if not SMALLEST_CELL <= cell <= LARGEST_CELL:
        raise FormatError(
            f"a cell of {mm:g} mm has {cell} pixels at {dpi} dpi, and can have "
            f"{SMALLEST_CELL} to {LARGEST_CELL}"
        )
    return cell
