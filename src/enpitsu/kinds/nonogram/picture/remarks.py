"""What makes a picture a poor puzzle, said honestly."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from enpitsu.kind import PictureTask
from enpitsu.kinds.nonogram.picture.palette import contrast
from enpitsu.kinds.nonogram.picture.sketch import EMPTY, Cells, Sketch, differences, shades_paper

SPARSE, FULL = 0.1, 0.9
GRAIN, MORE_GRAIN, MOST_GRAIN = 0.33, 0.1, 0.6
"""Share of neighbouring cells that differ: with one colour about a fifth in drawings and half in
pure noise; with each further colour a little more; and what is too much in any case."""
UNCLEAR = 0.35
FAINT = 0.25
SPOILED = 0.03
SMALL = 200
"""Cells of a board on which every picture is made of single cells."""


def remarks_on(
    task: PictureTask, base: Sketch, sketch: Sketch, cells: Cells, *, is_solvable: bool
) -> Iterator[str]:
    """Sentences on a picture: as it was first read, as it was taken, and as it became."""
    yield from task.picture.remarks
    if len(set(sketch.cells)) > 1:
        yield from _on_content(task, base, sketch)
    if 0 < contrast(task.picture) < FAINT:
        yield "the colours of the picture hardly differ: more contrast may help"
    if is_solvable:
        yield from _on_reading(base, sketch, cells)
        changed = differences(cells, base.cells) / len(cells)
        if changed > SPOILED:
            yield f"{changed:.0%} of the cells are changed: the picture suffers"


def _on_content(task: PictureTask, base: Sketch, sketch: Sketch) -> Iterator[str]:
    shaded = 1 - sketch.cells.count(EMPTY) / len(sketch.cells)
    if shaded < SPARSE:
        yield f"only {shaded:.0%} of the cells are shaded: nearly empty pictures solve poorly"
    elif shaded > FULL:
        yield f"{shaded:.0%} of the cells are shaded: nearly full pictures show little"
    if task.colours == 1 and not task.invert and shades_paper(task.picture, base):
        yield "the background is dark and so it is shaded; inverting would shade what is light"
    count = len(sketch.palette)
    if count < task.colours:
        yield f"only {count} colour{'s' * (count > 1)} beside the paper could be told apart"
    if task.picture.is_exact or len(sketch.cells) < SMALL:
        return
    if is_grainy(base):
        cause = "dithering makes" if task.dither else "noise or very fine detail makes"
        yield f"{cause} the picture grainy: it is hard to recognise and tedious to solve"
    elif not task.dither and unclear(base) > UNCLEAR:
        yield "much of the detail is finer than a cell: more cells would show more of it"


def _on_reading(base: Sketch, sketch: Sketch, cells: Cells) -> Iterator[str]:
    triples = zip(base.cells, sketch.cells, cells, strict=True)
    more = sum(first != then == last for first, then, last in triples)
    if not more:
        return
    if sketch.bold:
        by = f"{sketch.bold} cell{'s' * (sketch.bold > 1)}"
        yield f"lines are drawn thicker by {by} ({more} cells in all): thin ones cannot be solved"
    elif sketch.lean:
        yield f"the picture is taken a little darker ({more} cells) to make it solvable"


def is_grainy(sketch: Sketch) -> bool:
    """Whether a picture has no areas to speak of, as noise has none."""
    return grain(sketch) > min(MOST_GRAIN, GRAIN + MORE_GRAIN * (len(sketch.palette) - 1))


def grain(sketch: Sketch) -> float:
    """The share of neighbouring cells that differ."""
    cells, cols = sketch.cells, sketch.cols
    lines = [cells[at : at + cols] for at in range(0, len(cells), cols)]
    lines += [cells[at::cols] for at in range(cols)]
    pairs = [a != b for line in lines for a, b in pairwise(line)]
    return sum(pairs) / len(pairs) if pairs else 0.0


def unclear(sketch: Sketch) -> float:
    """The share of cells in which another value fits nearly as well."""
    close = 0
    for scores in zip(*sketch.scores, strict=True):
        second, first = sorted(scores)[-2:]
        close += first - second < 0.2
    return close / len(sketch.cells)
