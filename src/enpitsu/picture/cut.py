"""From a decoded picture to cells: which part is taken, how it fits the board, what cells hold.

Shares are shares of area, as the eye of a puzzle maker judges a cell ("mostly dark"), so pixels
are averaged as they are stored and not in linear light, where white outweighs black.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from enpitsu.errors import FormatError
from enpitsu.limits import Budget
from enpitsu.picture import (
    FITS,
    MAX_CELLS,
    NO_SIZE,
    OWN_SIDE,
    RGB,
    USUAL_SIDE,
    WHOLE,
    Box,
    Crop,
    Mix,
    Picture,
    Size,
)
from enpitsu.picture.load import FINEST, DecodedPicture, Loader, load, pillow
from enpitsu.technique import Message

if TYPE_CHECKING:
    from PIL import Image

_MOST_SAMPLES = 1_000_000
_TOLERANCE = 24  # difference of a channel that still counts as the colour of the border
_EVEN = 0.9
"""Share of the border that must have one colour to be a border and not a part of the picture."""
_STRETCH = 1.15  # ratio up to which a shape is made to fit by stretching: nobody sees so little


def read_picture(
    source: Path | bytes,
    size: Size = NO_SIZE,
    *,
    crop: Crop = None,
    fit: str = "auto",
    budget: Budget | None = None,
    load: Loader = load,
) -> Picture:
    """Read a picture file, or its bytes, and cut it into cells; FormatError if it cannot be,
    LimitReached if it takes too much."""
    if fit not in FITS:
        raise FormatError(f"unknown way to fit {fit[:40]!r}; known: {', '.join(FITS)}")
    if size.longer is not None and (size.rows or size.cols):
        raise FormatError("give rows and columns, or the longer side, not both")
    _check_size(size)
    sheet = load(source, size, crop, budget)
    if budget is not None:
        budget.check()
    border, is_even = _border(sheet.image)
    paper = border if is_even else None
    part = _part(sheet, crop, paper)
    rows, cols = _board_size(size, part, sheet.scale)
    plan = _plan(part, rows, cols, fit, is_even, sheet.scale)
    picture = _cells(sheet.image, plan, rows, cols, border)
    if budget is not None:
        budget.check()
    return replace(
        picture,
        paper=paper,
        remarks=tuple(_remarks(plan, part, sheet)),
        part=Box(*(round(sheet.scale * each, 2) for each in part)),
    )


def _check_size(size: Size) -> None:
    known = [each for each in size if each is not None]
    if any(each < 1 for each in known):
        raise FormatError("a board needs at least one row and one column")
    if math.prod(known) > MAX_CELLS:
        raise FormatError(f"the board is too large: at most {MAX_CELLS} cells for a picture")


# --- what to take of it ------------------------------------------------------------------------


def _border(image: Image.Image) -> tuple[RGB, bool]:
    """Return the most common colour along the border, and True if nearly all of it has it."""
    width, height = image.size
    pixels: list[RGB] = []
    for side in (
        (0, 0, width, 1),
        (0, height - 1, width, height),
        (0, 0, 1, height),
        (width - 1, 0, width, height),
    ):
        data = image.crop(side).tobytes()
        pixels += zip(data[0::3], data[1::3], data[2::3], strict=True)
    coarse = [(red >> 4, green >> 4, blue >> 4) for red, green, blue in pixels]
    shades = Counter(coarse)
    common = max(shades, key=lambda shade: (shades[shade], shade))
    inside = [rgb for rgb, shade in zip(pixels, coarse, strict=True) if shade == common]
    red, green, blue = (round(sum(rgb[at] for rgb in inside) / len(inside)) for at in range(3))
    near = sum(
        max(abs(rgb[0] - red), abs(rgb[1] - green), abs(rgb[2] - blue)) <= _TOLERANCE
        for rgb in pixels
    )
    return (red, green, blue), near >= _EVEN * len(pixels)


def _part(sheet: DecodedPicture, crop: Crop, paper: RGB | None) -> Box:
    """Return the part to take, in pixels of the sheet."""
    height, width = sheet.image.height, sheet.image.width
    if crop is None and paper is not None:
        return _trim(sheet.image, paper)
    if crop is None or crop == WHOLE:
        return Box(0, 0, height, width)
    top, left, high, wide = (value / sheet.scale for value in crop)
    # A reduced picture may have a little less at its edge than the file.
    high, wide = min(high, height), min(wide, width)
    return Box(min(top, height - high), min(left, width - wide), high, wide)


def _trim(image: Image.Image, border: RGB) -> Box:
    """Return the part that differs from the border; all of the picture if none does."""
    from PIL import ImageChops

    apart = ImageChops.difference(image, pillow().new("RGB", image.size, border))
    red, green, blue = apart.split()
    most = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    inked = most.point([255 * (value > _TOLERANCE) for value in range(256)])
    # Rows and columns that differ only in a few pixels of a thousand vanish in the mean.
    mean = pillow().Resampling.BOX
    down = inked.resize((1, inked.height), mean).getbbox()
    across = inked.resize((inked.width, 1), mean).getbbox()
    left, top, right, bottom = inked.getbbox() or (0, 0, image.width, image.height)
    if down is not None and across is not None:
        left, top, right, bottom = across[0], down[1], across[2], down[3]
    return Box(top, left, bottom - top, right - left)


# --- how it goes onto the board ----------------------------------------------------------------


def _board_size(size: Size, part: Box, scale: float) -> tuple[int, int]:
    rows, cols, longer = size
    if rows is None and cols is None:
        own = round(part.height), round(part.width)
        if longer is None and scale == 1 and max(own) <= OWN_SIDE:
            return own
        longer = longer or USUAL_SIDE
        rows, cols = (None, longer) if part.width >= part.height else (longer, None)
    if rows is None:
        rows = max(1, round((cols or 1) * part.height / part.width))
    if cols is None:
        cols = max(1, round(rows * part.width / part.height))
    _check_size(Size(rows, cols))
    return rows, cols


class _Plan(NamedTuple):
    """The part of the picture that goes to `rows` x `cols` cells from `row`, `col` on."""

    part: Box
    row: int
    col: int
    rows: int
    cols: int
    stretch: float = 1.0
    """The width of a square of the picture on the board, by its height."""


def _plan(part: Box, rows: int, cols: int, fit: str, is_even: bool, scale: float) -> _Plan:
    stretch = (cols / part.width) / (rows / part.height)
    if fit == "auto":
        fits = scale == 1 and part.height <= rows and part.width <= cols
        if fits and (2 * part.height > rows or 2 * part.width > cols):
            # A drawing in few pixels, which would be ugly stretched: a pixel is a cell.
            return _centre(part, rows, cols, round(part.height), round(part.width))
        is_near = max(stretch, 1 / stretch) <= _STRETCH
        fit = "stretch" if is_near else "pad" if is_even else "crop"
    if fit == "stretch":
        return _Plan(part, 0, 0, rows, cols, stretch)
    if fit == "crop":
        height = part.height / stretch if stretch > 1 else part.height
        width = part.width if stretch > 1 else part.width * stretch
        top, left = part.top + (part.height - height) / 2, part.left + (part.width - width) / 2
        return _Plan(Box(top, left, height, width), 0, 0, rows, cols)
    if stretch > 1:
        return _centre(part, rows, cols, rows, max(1, round(cols / stretch)))
    return _centre(part, rows, cols, max(1, round(rows * stretch)), cols)


def _centre(part: Box, rows: int, cols: int, high: int, wide: int) -> _Plan:
    return _Plan(part, (rows - high) // 2, (cols - wide) // 2, high, wide)


def _cells(image: Image.Image, plan: _Plan, rows: int, cols: int, paper: RGB) -> Picture:
    module = pillow()
    # Samples across a cell: one where a pixel is a cell, else as many as can be afforded.
    fine = max(2, min(FINEST, math.isqrt(_MOST_SAMPLES // (rows * cols))))
    if (plan.part.height, plan.part.width) == (plan.rows, plan.cols):
        fine = 1
    top, left, high, wide = plan.part
    box = (left, top, left + wide, top + high)
    sampled = image.resize((plan.cols * fine, plan.rows * fine), module.Resampling.BOX, box)
    if (plan.rows, plan.cols) != (rows, cols):
        board: Image.Image = module.new("RGB", (cols * fine, rows * fine), paper)
        board.paste(sampled, (plan.col * fine, plan.row * fine))
        sampled = board
    few = sampled.quantize(256, module.Quantize.MEDIANCUT)
    values = few.getpalette("RGB") or []
    colours = tuple(zip(values[0::3], values[1::3], values[2::3], strict=True))
    samples, width = few.tobytes(), cols * fine
    calm = Counter(samples)
    if fine > 1:
        # Samples that are like the ones before and above them.
        inside = zip(samples[width + 1 :], samples[width:], samples[1:], strict=False)
        calm = Counter(here for here, before, above in inside if here == before == above)
    mixes: list[Mix] = []
    for start in range(0, len(samples), width * fine):
        lines = [samples[at : at + width] for at in range(start, start + width * fine, width)]
        for col in range(0, width, fine):
            counts = Counter(b"".join([line[col : col + fine] for line in lines])).most_common()
            mixes.append(tuple((place, count / fine**2) for place, count in counts))
    return Picture(
        rows=rows,
        cols=cols,
        colours=colours,
        cells=tuple(mixes),
        calm=tuple(calm[place] / fine**2 for place in range(len(colours))),
        is_exact=fine == 1,
    )


def _remarks(plan: _Plan, part: Box, sheet: DecodedPicture) -> Iterator[Message]:
    stretch = max(plan.stretch, 1 / plan.stretch)
    if sheet.is_outline:
        yield _remark("outline")
    if stretch > _STRETCH:
        yield _remark("stretched", percent=round(100 * (stretch - 1)))
    lost = 1 - (plan.part.height * plan.part.width) / (part.height * part.width)
    if lost > 0.01:
        yield _remark("cut-off", percent=round(100 * lost))
    high, wide = round(part.height * sheet.scale), round(part.width * sheet.scale)
    if high < plan.rows / 2 or wide < plan.cols / 2:
        yield _remark("few-pixels", high=high, wide=wide)


def _remark(name: str, **args: int) -> Message:
    return Message(f"enpitsu.picture.{name}", args)
