"""Remarks on what makes a picture a poor puzzle."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from enpitsu.kinds.nonogram.model import Nonogram
from enpitsu.kinds.nonogram.picture.picture_colours import contrast
from enpitsu.kinds.nonogram.picture.sketch import (
    EMPTY,
    Cells,
    CellSketch,
    differences,
    shades_paper,
)
from enpitsu.picture.maker import PictureTask
from enpitsu.technique import Message

SPARSE = 0.1
FULL = 0.9
GRAIN = 0.33  # share of neighbours that differ: a fifth in drawings, half in pure noise
MORE_GRAIN = 0.1  # more for each further colour
MOST_GRAIN = 0.6  # too much in any case
UNCLEAR = 0.35
FAINT = 0.25
SPOILED = 0.03
SMALL = 200  # cells of a board on which every picture is made of single cells


def remarks_on(
    task: PictureTask[Nonogram],
    base: CellSketch,
    sketch: CellSketch,
    cells: Cells,
    *,
    is_solvable: bool,
) -> Iterator[Message]:
    """Yield remarks on a picture: as it was first read, as it was taken, and as it became."""
    yield from task.picture.remarks
    if len(set(sketch.cells)) > 1:
        yield from _on_content(task, base, sketch)
    if 0 < contrast(task.picture) < FAINT:
        yield _remark("faint")
    if not is_solvable:
        return
    triples = zip(base.cells, sketch.cells, cells, strict=True)
    redrawn = sum(first != then == last for first, then, last in triples)
    if redrawn and sketch.bold:
        yield _remark("thicker", count=sketch.bold, cells=redrawn)
    elif redrawn and sketch.lean:
        yield _remark("darker", count=redrawn)
    changed = differences(cells, base.cells) / len(cells)
    if changed > SPOILED:
        yield _remark("spoiled", percent=round(100 * changed))


def _remark(name: str, **args: int) -> Message:
    return Message(f"nonogram.picture.{name}", args)


def _on_content(
    task: PictureTask[Nonogram], base: CellSketch, sketch: CellSketch
) -> Iterator[Message]:
    shaded = 1 - sketch.cells.count(EMPTY) / len(sketch.cells)
    if shaded < SPARSE:
        yield _remark("sparse", percent=round(100 * shaded))
    elif shaded > FULL:
        yield _remark("full", percent=round(100 * shaded))
    if task.colours == 1 and not task.invert and shades_paper(task.picture, base):
        yield _remark("dark-paper")
    if len(sketch.palette) < task.colours:
        yield _remark("few-colours", count=len(sketch.palette))
    if task.picture.is_exact or len(sketch.cells) < SMALL:
        return
    if is_grainy(base):
        yield _remark("dithered" if task.dither else "grainy")
    elif not task.dither and unclear(base) > UNCLEAR:
        yield _remark("fine")


def is_grainy(sketch: CellSketch) -> bool:
    """Return True if a picture has no areas to speak of, as noise has none."""
    return grain(sketch) > min(MOST_GRAIN, GRAIN + MORE_GRAIN * (len(sketch.palette) - 1))


def grain(sketch: CellSketch) -> float:
    """Return the share of neighbouring cells that differ."""
    cells, cols = sketch.cells, sketch.cols
    lines = [cells[at : at + cols] for at in range(0, len(cells), cols)]
    lines += [cells[at::cols] for at in range(cols)]
    pairs = [a != b for line in lines for a, b in pairwise(line)]
    return sum(pairs) / len(pairs) if pairs else 0.0


def unclear(sketch: CellSketch) -> float:
    """Return the share of cells in which another value fits nearly as well."""
    close = 0
    for scores in zip(*sketch.scores, strict=True):
        second, first = sorted(scores)[-2:]
        close += first - second < 0.2
    return close / len(sketch.cells)
