"""Parts that boards of several kinds have in their drawings. Lengths are in cells."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, groupby, pairwise
from typing import TypeVar

from enpitsu.grid import Cell, Edge, Line, edge, side_ends
from enpitsu.scene import Circle, Glyph, Marks, Path, Place, Point, Rect, Shape, Strokes

RING_INSET = 0.07
CORNER = 0.08  # the radius of the rounded corners of rings and shaded cells
DOT = 0.075
EDGE_CROSS_ARM = 0.085
_CORNER_DOT = 0.055
_EDGE_RING = 0.2
_SHADE_INSET = 0.055
_MARKED_INSETS = {"error": 0.17, "hint": 0.17, "because": 0.12}
"""The distance of a marked shaded cell from its sides, so that the mark shows."""
SHRUNK = 0.84  # what a ring leaves of the size of what it surrounds
_RINGED = ("error", "hint")
NUMBER_SIZES = (0.56, 0.48, 0.38, 0.31)
"""Font sizes of a clue's number by its length."""

Stroke = tuple[Point, Point]
Step = tuple[Cell, Cell]
"""Two points of a grid, of cells or of their corners, in one row or one column."""
P = TypeVar("P", Cell, Edge, Line)
T = TypeVar("T")


# --- marks ---------------------------------------------------------------------------------------


def tags_of(marks: Marks, sort: type[P]) -> dict[P, str]:
    """Return the marked cells (edges, lines), each with its strongest mark: "error", "hint" or
    "because"."""
    tags: dict[P, str] = {}
    for tag, places in (("because", marks.because), ("hint", marks.hints), ("error", marks.errors)):
        tags.update((place, tag) for place in places if isinstance(place, sort))
    return dict(sorted(tags.items()))


def on_cells(marks: Marks) -> Marks:
    """Return marks that point at both ends of each marked edge instead of the edge."""
    moved: list[frozenset[Place]] = []
    for places in marks:
        ends = [place if isinstance(place, Edge) else (place,) for place in places]
        moved.append(frozenset(chain.from_iterable(ends)))
    return Marks(*moved)


def edges_of(places: Iterable[Place]) -> list[Edge]:
    """Return the edges among marked places, in order."""
    return sorted(place for place in places if isinstance(place, Edge))


def tag_style(style: str, tag: str | None) -> str:
    """Return the style of something that may be marked."""
    return "-".join(word for word in (style, tag) if word)


def clue_style(tag: str, is_done: bool) -> str:
    """Return the style of a clue; where it is marked, that counts more than whether it is done."""
    return tag_style("clue", tag or ("done" if is_done else ""))


def done_clues(states: Mapping[T, str]) -> frozenset[T]:
    """Return the clues that are done; none when all are: grey shows what is left to do."""
    done = frozenset(place for place, state in states.items() if state == "done")
    return frozenset() if len(done) == len(states) else done


def marked_glyphs(glyphs: Mapping[P, Glyph], tags: Mapping[P, str]) -> dict[P, Glyph]:
    """Return signs of text outputs, marked where their places are; marked places without a sign
    have an empty one."""
    signs = {**dict.fromkeys(tags, Glyph("", "")), **glyphs}
    return {
        place: glyph._replace(style=tag_style(glyph.style, tags.get(place)))
        for place, glyph in signs.items()
    }


def scale(tag: str | None) -> float:
    """Return the size of what stands in a cell, 1 if no ring is round it."""
    return SHRUNK if tag in _RINGED else 1.0


def ring(first: Cell, last: Cell, tag: str) -> Rect:
    """Return a ring round cells from the first to the last."""
    height = last.row - first.row + 1 - 2 * RING_INSET
    width = last.col - first.col + 1 - 2 * RING_INSET
    row, col = first.row + RING_INSET, first.col + RING_INSET
    return Rect(row, col, height, width, f"ring-{tag}", CORNER)


def rings(
    tags: Mapping[Cell, str], marks: Marks, lines: Iterable[Edge], crosses: Iterable[Edge]
) -> Iterator[Shape]:
    """Ring marked cells, edges in error where no line shows it, hinted edges under a cross."""
    yield from (ring(cell, cell, tag) for cell, tag in tags.items() if tag != "because")
    for tag, places in (
        ("error", marks.errors.difference(lines)),
        ("hint", marks.hints.intersection(crosses)),
    ):
        for slot in edges_of(places):
            yield Circle(*middle(slot), _EDGE_RING, f"ring-{tag}")


def tints(tags: Mapping[Cell, str]) -> Iterator[Shape]:
    """Return the grounds of marked cells."""
    return (Rect(*cell, 1, 1, f"cell-{tag}") for cell, tag in tags.items())


# --- the empty board -----------------------------------------------------------------------------


def frame(rows: int, cols: int) -> Path:
    """Return the frame round a board."""
    return Path(((0, 0), (0, cols), (rows, cols), (rows, 0)), "frame", closed=True)


def grid(rows: int, cols: int) -> Iterator[Strokes]:
    """Return the lines between all cells, if there are any."""
    lines = (*across(rows, 0.0, float(cols)), *down(cols, 0.0, float(rows)))
    if lines:
        yield Strokes(lines, "grid")


def across(rows: int, start: float, end: float, step: int = 1) -> Iterator[Stroke]:
    """Return a line after each so many rows."""
    return (((row, start), (row, end)) for row in range(step, rows, step))


def down(cols: int, start: float, end: float, step: int = 1) -> Iterator[Stroke]:
    """Return a line after each so many columns."""
    return (((start, col), (end, col)) for col in range(step, cols, step))


def stretches(cells: Iterable[Cell], style: str) -> Iterator[Rect]:
    """Paint cells; those that follow each other in a row share a rectangle."""
    for _, same in groupby(enumerate(cells), key=lambda at: (at[1].row, at[1].col - at[0])):
        found = [cell for _, cell in same]
        yield Rect(*found[0], 1, len(found), style)


def border_lines(borders: Mapping[Edge, str]) -> Iterator[Strokes]:
    """Return the borders between cells, each with its style, in long strokes; the later styles lie
    over the others."""
    for style in dict.fromkeys(borders.values()):
        sides = (side_ends(slot) for slot, name in borders.items() if name == style)
        yield Strokes(tuple(straight_lines(sides)), style)


# --- lines ---------------------------------------------------------------------------------------


def straight_lines(steps: Iterable[Step]) -> list[Step]:
    """Join steps from point to point to straight lines that are as long as they can be."""
    across: list[Step] = []
    down: list[Step] = []
    for a, b in steps:
        (across if a.row == b.row else down).append((a, b))
    return [*_joined(sorted(across)), *_joined(sorted(down, key=lambda step: step[0][::-1]))]


def _joined(steps: Iterable[Step]) -> list[Step]:
    lines: list[Step] = []
    for a, b in steps:
        if lines and lines[-1][1] == a:
            lines[-1] = (lines[-1][0], b)
        else:
            lines.append((a, b))
    return lines


def trails(steps: Iterable[Step]) -> list[tuple[Cell, ...]]:
    """Cut lines into as few walks as follow from ends and branches; a loop ends where it began."""
    near: dict[Cell, list[Cell]] = defaultdict(list)
    for a, b in steps:
        near[a].append(b)
        near[b].append(a)
    stops = {cell for cell, others in near.items() if len(others) != 2}
    walks = [_walk(near, stops, cell) for cell in near if cell in stops for _ in near[cell][:]]
    loops = [_walk(near, {cell}, cell) for cell in near if near[cell]]
    return [tuple(walk) for walk in (*walks, *loops) if len(walk) > 1]


def _walk(near: dict[Cell, list[Cell]], stops: set[Cell], start: Cell) -> list[Cell]:
    """Follow the line from a cell to the next stop, taking away what was walked."""
    walk = [start]
    while near[walk[-1]] and (len(walk) == 1 or walk[-1] not in stops):
        here = walk[-1]
        there = near[here].pop(0)
        near[there].remove(here)
        walk.append(there)
    return walk


def paths(
    steps: Iterable[Step], style: str, point: Callable[[Cell], Point] | None = None
) -> Iterator[Path]:
    """Return lines as paths from turn to turn, between the middles of cells or other points."""
    for trail in trails(steps):
        turns = [
            here
            for before, here, after in zip(trail, trail[1:], trail[2:], strict=False)
            if before.row != after.row and before.col != after.col
        ]
        is_loop = trail[0] == trail[-1]
        cells = [trail[0], *turns] if is_loop else [trail[0], *turns, trail[-1]]
        yield Path(tuple(map(point or middle, cells)), style, is_loop)


def line_styles(
    lines: Iterable[Edge], marks: Marks, wrong: Iterable[Edge], style: str = "line"
) -> dict[Edge, str]:
    """Return every line with its style: errors, those in `wrong` among them, stand out because all
    other lines fade."""
    if not marks.errors:
        return dict.fromkeys(lines, style)
    styles = dict.fromkeys(lines, f"{style}-faded")
    marked = (slot for slot in (*wrong, *edges_of(marks.errors)) if slot in styles)
    return styles | dict.fromkeys(marked, f"{style}-error")


def line_layers(
    styles: Mapping[Edge, str], hints: Iterable[Place], style: str = "line"
) -> Iterator[tuple[str, list[Edge]]]:
    """Return the lines of each style, then hinted ones, as they lie over each other."""
    for name in (f"{style}-faded", style, f"{style}-error"):
        yield name, [slot for slot, found in styles.items() if found == name]
    yield "line-hint", edges_of(hints)


def in_error(walks: Iterable[Sequence[Cell]], marks: Marks) -> Iterator[Edge]:
    """Yield the edges of those walks all whose cells are in error."""
    for walk in walks:
        if marks.errors.issuperset(walk):
            yield from (edge(*pair) for pair in pairwise(walk))


# --- what stands on it ---------------------------------------------------------------------------


def middle(place: Cell | Edge) -> Point:
    """Return the middle of a cell, or of the side between two."""
    if isinstance(place, Cell):
        return place.row + 0.5, place.col + 0.5
    return (place.a.row + place.b.row + 1) / 2, (place.a.col + place.b.col + 1) / 2


def square_side(tag: str) -> float:
    """Return the side of a shaded cell; marked ones are smaller."""
    return 1 - 2 * _MARKED_INSETS.get(tag, _SHADE_INSET)


def square(cell: Cell, tag: str, style: str) -> Rect:
    """Return a shaded cell, smaller if it is marked."""
    side = square_side(tag)
    inset = (1 - side) / 2
    return Rect(cell.row + inset, cell.col + inset, side, side, style, CORNER)


def shaded(cells: Iterable[Cell], tags: Mapping[Cell, str]) -> Iterator[Rect]:
    """Return shaded cells; those in error have a style of their own."""
    for cell in cells:
        tag = tags.get(cell, "")
        yield square(cell, tag, "shade-error" if tag == "error" else "shade")


def corner_dot(cell: Cell, tag: str) -> Circle:
    """Return a dot in a corner of a cell, for cells where something else stands in the middle."""
    inset = corner_inset(tag)
    return Circle(cell.row + inset, cell.col + inset, _CORNER_DOT, "dot")


def corner_inset(tag: str) -> float:
    """Return the distance of a mark in a corner from the sides: a ring leaves it whole."""
    return 0.21 if tag in _RINGED else 0.15


def crosses(places: Iterable[Cell | Edge], arm: float, style: str = "cross") -> Iterator[Strokes]:
    """Return crosses in the middle of cells or edges, if there are any."""
    lines: list[Stroke] = []
    for row, col in map(middle, places):
        lines.append(((row - arm, col - arm), (row + arm, col + arm)))
        lines.append(((row - arm, col + arm), (row + arm, col - arm)))
    if lines:
        yield Strokes(tuple(lines), style)


def shorten_number(number: int | str, most: int) -> str:
    """Return a number, or a word, as far as there is room for so many characters."""
    text = str(number)
    return text if len(text) <= most else text[: most - 1] + "…"
