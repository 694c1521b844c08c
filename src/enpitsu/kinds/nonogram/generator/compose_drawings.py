"""Shapes: drawings of things that people know, alone, in a row, or as a landscape."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import NamedTuple

from enpitsu.grid import Symmetry, neighbours
from enpitsu.kinds.nonogram.colours import BLACK, WHITE
from enpitsu.kinds.nonogram.generator.canvas import Canvas, CanvasBox, Drawing, bounds
from enpitsu.kinds.nonogram.generator.drawings import DRAWINGS
from enpitsu.kinds.nonogram.generator.drawings.parts import bar
from enpitsu.kinds.nonogram.generator.noise_fields import blur, limit_of
from enpitsu.kinds.nonogram.generator.paint_box import PAINTS, choose_paints, nearest_paint
from enpitsu.kinds.nonogram.generator.solvable_drafts import Orbits, PictureDraft, orbits_of
from enpitsu.kinds.nonogram.picture.sketch import EMPTY, Cells, CellSketch, ring_of

LEAST_SIDE = 5  # cells of a side below which no drawing can be recognised
STRETCH = 1.35  # times that a thing may become wider or higher than drawn to fill its place
ROW_OF = 1.75  # ratio of the sides from which on several things stand in a row
WIDE = 30  # cells of the shorter side from which on there is room for a landscape

STANDING = (
    "tree",
    "fir",
    "house",
    "castle",
    "windmill",
    "mushroom",
    "flower",
    "tulip",
    "cactus",
    "lighthouse",
    "owl",
    "rabbit",
    "elephant",
    "car",
    "train",
)
FLYING = ("sun", "moon", "cloud", "bird", "balloon", "butterfly")
ROOM: Mapping[str, int] = {
    "heart": 5, "fivestar": 9, "house": 7, "tree": 7, "fir": 6, "letter": 8, "cat": 7, "ghost": 6,
    "invader": 9, "boat": 7, "key": 7, "anchor": 8, "cactus": 7, "mushroom": 6, "note": 7,
    "umbrella": 7, "crown": 9, "bell": 8, "robot": 9, "bear": 9, "tulip": 9, "flower": 9,
    "apple": 9, "fish": 9, "butterfly": 9, "duck": 10, "rocket": 9, "cup": 9, "pear": 10,
    "moon": 12, "rabbit": 14, "cherries": 14, "candle": 13, "lamp": 12, "sun": 14, "car": 15,
    "leaf": 17, "snowflake": 18, "wave": 18, "mountains": 16, "snail": 18, "ladybird": 18,
    "windmill": 16, "balloon": 15, "lighthouse": 15, "steamer": 15, "castle": 15, "owl": 14,
}  # fmt: skip
"""Cells each way from which on a drawing can be recognised."""
ONE_WAY = ("letter", "note")  # must not be mirrored
ENOUGH = 13  # the same for all others


class PlacedDrawing(NamedTuple):
    """A drawing and its place on the board, in cells."""

    drawing: Drawing
    box: CanvasBox
    flip: bool
    name: str = ""


def compose(rows: int, cols: int, count: int, rng: Random) -> PictureDraft:
    """Draw one thing or several, in up to so many colours."""
    if max(rows, cols) >= ROW_OF * min(rows, cols):
        placed = _row(rows, cols, rng)
    elif min(rows, cols) >= WIDE and rng.random() < 0.5:
        placed = _landscape(rows, cols, rng)
    else:
        placed = [_fit(rng.choice(_known(min(rows, cols))), CanvasBox(0, 0, cols, rows), rng)]
    return paint_drawings(placed, rows, cols, count)


TITLES: Mapping[str, str] = {
    "fivestar": "star",
    "invader": "visitor from space",
    "note": "notes",
    "wave": "waves",
}
"""Titles of drawings, where their names are none."""


def _known(side: float) -> list[str]:
    """Return the drawings that can be recognised on so many cells each way."""
    names = [name for name in DRAWINGS if ROOM.get(name, ENOUGH) <= side]
    return names or ["heart"]


def _fit(name: str, box: CanvasBox, rng: Random, *, stands: bool = False) -> PlacedDrawing:
    """Place a drawing as large as its box allows without being stretched too much; at the bottom
    where it stands, else in the middle."""
    drawing = DRAWINGS[name](rng)
    own = bounds(drawing)
    across, down = box.width / own.width, box.height / own.height
    across, down = min(across, down * STRETCH), min(down, across * STRETCH)
    width, height = across * own.width, down * own.height
    left = _whole((box.width - width) / 2)
    top = box.height - height if stands else _whole((box.height - height) / 2)
    return PlacedDrawing(
        drawing,
        CanvasBox(box.left + left, box.top + top, width, height),
        rng.random() < 0.5 and name not in ONE_WAY,
        name,
    )


def _whole(value: float) -> float:
    """Round to half cells, so that what is in the middle stays there."""
    return round(2 * value) / 2


def _row(rows: int, cols: int, rng: Random) -> list[PlacedDrawing]:
    """Place several things beside each other, or below."""
    long, short = max(rows, cols), min(rows, cols)
    count = max(2, round(long / short / rng.uniform(0.95, 1.25)))
    size = (long - (count - 1)) / count
    placed, names = [], _known(min(size, short))
    rng.shuffle(names)
    for at in range(count):
        start = at * (size + 1)
        box = CanvasBox(start, 0, size, short) if cols > rows else CanvasBox(0, start, short, size)
        placed.append(_fit(names[at % len(names)], box, rng, stands=cols > rows))
    return placed


def _landscape(rows: int, cols: int, rng: Random) -> list[PlacedDrawing]:
    """Place things on the ground below something in the sky."""
    ground = max(2, round(rows * rng.uniform(0.06, 0.1)))
    paint = rng.choice(("green", "leaf", "tan"))
    soil = PlacedDrawing([bar(0, 0, 1, 1, paint)], CanvasBox(0, rows - ground, cols, ground), False)
    high = rows - ground - round(rows * 0.32)
    standing = rng.sample(STANDING, rng.choice((2, 2, 3)))
    placed = [soil]
    width = (cols - len(standing) - 1) / len(standing)
    for at, name in enumerate(standing):
        tall = high * rng.uniform(0.75, 1.0)
        box = CanvasBox(1 + at * (width + 1), rows - ground - tall, width, tall)
        placed.append(_fit(name, box, rng, stands=True))
    flying = rng.sample(FLYING, rng.choice((1, 2)))
    width = cols / len(flying)
    for at, name in enumerate(flying):
        size = round(rows * rng.uniform(0.24, 0.29))
        left = at * width + rng.uniform(0.1, 0.9) * max(0.0, width - size - 1)
        placed.append(_fit(name, CanvasBox(round(left), 1, size, size), rng))
    return placed


# --- from drawings to cells -----------------------------------------------------------------------


def paint_drawings(
    placed: Sequence[PlacedDrawing], rows: int, cols: int, count: int
) -> PictureDraft:
    """Paint drawings in cells, in up to so many colours."""
    if count == 1:
        inks, palette = {"": 0, **dict.fromkeys(PAINTS, 1)}, [BLACK]
    else:
        inks = {paint: at for at, paint in enumerate(PAINTS, 1)}
        dots = b"".join(_draw(placed, rows, cols, inks).lines)
        areas = {paint: dots.count(number) / len(dots) for paint, number in inks.items()}
        kept = choose_paints({paint: area for paint, area in areas.items() if area > 0}, count)
        inks = {paint: 1 + nearest_paint(paint, kept) for paint in PAINTS}
        palette = [PAINTS[paint] for paint in kept]
    shares = _draw(placed, rows, cols, inks).shares(len(palette))
    # A cell gets what most of it has: paper, or else the ink that there is most of.
    cells = tuple(
        EMPTY if empty > 0.5 else max(range(len(palette)), key=lambda ink: shares[ink][cell])
        for cell, empty in enumerate(shares[-1])
    )
    if count == 1:
        cells = _remove_tips(cells, shares[0], rows, cols)
    sketch = CellSketch(rows, cols, cells, tuple(palette), WHITE, shares)
    *first, last = [TITLES.get(each.name, each.name) for each in placed if each.name]
    title = (f"{', '.join(first)} and {last}" if first else last).capitalize()
    return PictureDraft(sketch, find_orbits(cells, rows, cols), title)


def _draw(placed: Sequence[PlacedDrawing], rows: int, cols: int, inks: dict[str, int]) -> Canvas:
    canvas = Canvas(rows, cols)
    for drawing, box, flip, _ in placed:
        canvas.draw(drawing, box, inks, flip=flip)
    return canvas


def _remove_tips(cells: Cells, shares: Sequence[float], rows: int, cols: int) -> Cells:
    """Remove lone cells that are only the tip of something."""
    result = list(cells)
    for cell, value in enumerate(cells):
        around = [cells[other] for other in neighbours(cell, rows, cols).values()]
        if around and value not in around and 0.2 < shares[cell] < 0.8:
            result[cell] = around[0]
    return tuple(result)


def find_orbits(cells: Cells, rows: int, cols: int) -> Orbits:
    """Return the images of each cell under the mirrors and turns that a picture happens to have."""
    found = []
    for symmetry in (Symmetry.MIRROR, Symmetry.FLIP, Symmetry.ROTATE_180):
        orbits = orbits_of(rows, cols, [symmetry])
        if all(len({cells[image] for image in orbit}) == 1 for orbit in orbits):
            found.append(symmetry)
    return orbits_of(rows, cols, found)


# --- variations in one colour ---------------------------------------------------------------------


def keep_outlines(draft: PictureDraft) -> PictureDraft:
    """Keep only the outlines of what is drawn: shaded cells with paper beside them."""
    sketch = draft.sketch
    rows, cols, cells = sketch.rows, sketch.cols, sketch.cells
    kept = tuple(
        value
        if value != EMPTY and any(side in (EMPTY, None) for side in ring_of(cells, at, rows, cols))
        else EMPTY
        for at, value in enumerate(cells)
    )
    scores = [
        [score if new == old else 0.0 for score, new, old in zip(own, kept, cells, strict=True)]
        for own in sketch.scores
    ]
    return draft._replace(sketch=replace(sketch, cells=kept, scores=scores))


def density_of(draft: PictureDraft) -> float:
    """Return the share of shaded cells."""
    cells = draft.sketch.cells
    return 1 - cells.count(EMPTY) / len(cells)


def with_density(drafts: Sequence[PictureDraft], density: float) -> PictureDraft:
    """Choose of drawings in one colour, as they are or inverted, the one with about this share of
    shaded cells; make it a little thinner or thicker if none is near."""
    far = [abs(density_of(draft) - density) for draft in drafts]
    # What is inverted is less easily recognised.
    far += [abs(1 - density_of(draft) - density) + NEAR for draft in drafts]
    at = min(range(len(far)), key=far.__getitem__)
    best = drafts[at % len(drafts)]
    sketch = best.sketch
    if at >= len(drafts):
        cells = tuple(EMPTY if value == 0 else 0 for value in sketch.cells)
        sketch = replace(sketch, cells=cells, scores=sketch.scores[::-1])
        best = best._replace(sketch=sketch)
    found = density_of(best)
    if abs(found - density) <= NEAR:
        return best
    rows, cols = sketch.rows, sketch.cols
    soft = blur(sketch.scores[0], rows, cols, 0.6 + 0.02 * min(rows, cols))
    limit = limit_of(soft, min(found + SWELL, max(found - SWELL, density)))
    cells = tuple(0 if value >= limit else EMPTY for value in soft)
    scores = [[value - limit for value in soft], [limit - value for value in soft]]
    orbits = find_orbits(cells, rows, cols)
    return PictureDraft(replace(sketch, cells=cells, scores=scores), orbits, best.title)


NEAR = 0.05  # to a wanted density is good enough
SWELL = 0.12  # change of density, at most: more would cover what is drawn
