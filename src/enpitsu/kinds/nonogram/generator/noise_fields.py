"""Fields: numbers that go up and down smoothly over the board, cut at a height.

What lies above is shaded. With several colours, either each height has its own, as on a map, or
each connected area has one.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from random import Random

from enpitsu.grid import Groups, cell_at
from enpitsu.grid import cells as cells_of
from enpitsu.kinds.nonogram.generator.paint_box import theme
from enpitsu.kinds.nonogram.generator.solvable_drafts import Orbits, PictureDraft
from enpitsu.kinds.nonogram.model import runs_of
from enpitsu.kinds.nonogram.picture.sketch import EMPTY, Cells, CellSketch

Field = list[float]
"""A number for each cell."""

ROUGH = 0.6  # cells over which numbers are spread on a board of 10x10, at the least smooth
SMOOTH = 2.0  # at the most smooth
GROWTH = 0.6  # with which power of the board's side that grows
SPECK = 2  # cells of an area that is too small to be kept


def spread_of(smoothness: float, rows: int, cols: int) -> float:
    """Return the distance over which numbers are spread for a smoothness of 0 to 1."""
    side = min(rows, cols)
    # On a narrow board the longer side has nothing to offer: what counts is the shorter one.
    growth: float = (max(side, 4) / 10) ** GROWTH
    return (ROUGH + smoothness * (SMOOTH - ROUGH)) * growth


def noise(rows: int, cols: int, spread: float, rng: Random) -> Field:
    """Return random numbers, spread to their neighbours, of about unit variance."""
    weights = _weights(spread)
    more, gauss = len(weights) - 1, rng.gauss
    raw = [[gauss(0, 1) for _ in range(cols + more)] for _ in range(rows + more)]
    scale = 1 / sum(weight * weight for weight in weights)
    return [value * scale for value in _both_ways(raw, weights)]


def blur(field: Sequence[float], rows: int, cols: int, spread: float) -> Field:
    """Spread a field to its neighbours; beyond the border it goes on as at the border."""
    weights = _weights(spread)
    reach, total = len(weights) // 2, sum(weights)
    weights = [weight / total for weight in weights]
    lines = [list(field[at : at + cols]) for at in range(0, rows * cols, cols)]
    wide = [[line[0]] * reach + line + [line[-1]] * reach for line in lines]
    return _both_ways([wide[0]] * reach + wide + [wide[-1]] * reach, weights)


def _weights(spread: float) -> list[float]:
    reach = max(1, int(2.5 * spread))
    return [exp(-at * at / (2 * spread * spread)) for at in range(-reach, reach + 1)]


def _both_ways(lines: Sequence[Sequence[float]], weights: Sequence[float]) -> Field:
    across = [_blur_line(line, weights) for line in lines]
    down = [_blur_line(line, weights) for line in zip(*across, strict=True)]
    return [value for line in zip(*down, strict=True) for value in line]


def _blur_line(line: Sequence[float], weights: Sequence[float]) -> list[float]:
    size = len(weights)
    return [
        sum(map(float.__mul__, line[at : at + size], weights)) for at in range(len(line) - size + 1)
    ]


def island(field: Field, rows: int, cols: int, strength: float) -> Field:
    """Let a field fall off towards the border."""
    result = []
    for (row, col), value in zip(cells_of(rows, cols), field, strict=True):
        u, v = 2 * (col + 0.5) / cols - 1, 2 * (row + 0.5) / rows - 1
        result.append(value - strength * (u * u + v * v))
    return result


def winding(field: Field) -> Field:
    """Return a field that is high where another is near its middle: paths instead of areas."""
    middle = limit_of(field, 0.5)
    return [-abs(value - middle) for value in field]


def make_symmetric(field: Field, orbits: Orbits) -> Field:
    """Make a field symmetric: each cell gets the mean of its images."""
    result = list(field)
    for cell, orbit in enumerate(orbits):
        if cell == orbit[0]:
            mean = sum(field[image] for image in orbit) / len(orbit) ** 0.5
            for image in orbit:
                result[image] = mean
    return result


def limit_of(values: Sequence[float], share: float) -> float:
    """Return the height above which about this share of the numbers lies."""
    order = sorted(values)
    return order[min(len(order) - 1, max(0, round(len(order) * (1 - share))))]


def cut(field: Field, limit: float) -> Cells:
    """Shade the cells above a height."""
    return tuple(0 if value >= limit else EMPTY for value in field)


def remove_specks(cells: Cells, rows: int, cols: int, smallest: int = SPECK) -> Cells:
    """Remove the smallest areas and holes, as far as something is left."""
    areas = areas_of(cells, rows, cols)
    if max(map(len, areas)) <= smallest:
        return cells
    result = list(cells)
    for area in areas:
        if len(area) <= smallest:
            other = EMPTY if cells[area[0]] != EMPTY else 0
            for cell in area:
                result[cell] = other
    return tuple(result) if len(set(result)) > 1 else cells


def runs_a_line(cells: Cells, cols: int) -> float:
    """Return the mean number of runs of a line."""
    lines = [cells[at : at + cols] for at in range(0, len(cells), cols)]
    lines += [cells[at::cols] for at in range(cols)]
    return sum(
        len(runs_of(None if value == EMPTY else value for value in line)) for line in lines
    ) / len(lines)


def areas_of(cells: Cells, rows: int, cols: int) -> list[list[int]]:
    """Return the connected areas of one value."""
    groups = Groups(len(cells))
    for cell, value in enumerate(cells):
        if cell % cols and cells[cell - 1] == value:
            groups.join(cell, cell - 1)
        if cell >= cols and cells[cell - cols] == value:
            groups.join(cell, cell - cols)
    found: dict[int, list[int]] = {}
    for cell in range(len(cells)):
        found.setdefault(groups.find(cell), []).append(cell)
    return list(found.values())


# --- colours --------------------------------------------------------------------------------------


def paint_field(
    field: Field,
    cells: Cells,
    size: tuple[int, int],
    count: int,
    orbits: Orbits,
    rng: Random,
) -> PictureDraft:
    """Make a draft of a cut field in so many colours, by height or by area."""
    rows, cols = size
    palette = theme(count, rng)
    heights = sorted(value for value, cell in zip(field, cells, strict=True) if cell != EMPTY)
    if count > 1:
        by_area = rng.random() < 0.4
        areas = [area for area in areas_of(cells, rows, cols) if cells[area[0]] != EMPTY]
        if by_area and len(areas) >= count:
            cells = _paint_areas(cells, areas, size, count)
        else:
            # The rim is the longest band: each next one gets a little less, none is a thin line.
            limits = [heights[len(heights) * at // count] for at in range(1, count)]
            cells = tuple(
                EMPTY if cell == EMPTY else sum(value >= limit for limit in limits)
                for value, cell in zip(field, cells, strict=True)
            )
    # What is near to the cut may be either.
    limit = heights[0] if heights else 0.0
    scale = max(1e-9, (max(field) - min(field)) / 2)
    scores = [[0.0] * len(cells) for _ in range(count + 1)]
    for cell, (value, ink) in enumerate(zip(field, cells, strict=True)):
        scores[ink][cell] = abs(value - limit) / scale
    sketch = CellSketch(rows, cols, cells, palette, "#ffffff", scores)
    return PictureDraft(sketch, orbits, "Blots")


def _paint_areas(cells: Cells, areas: list[list[int]], size: tuple[int, int], count: int) -> Cells:
    """Give areas as far from the middle the same colour, so that symmetry stays."""
    rows, cols = size

    def away(area: list[int]) -> float:
        places = [cell_at(cell, cols) for cell in area]
        down = [abs(place.row - (rows - 1) / 2) for place in places]
        across = [abs(place.col - (cols - 1) / 2) for place in places]
        return round(sum(down) / len(area) + sum(across) / len(area), 6)

    ranks = sorted({away(area) for area in areas})
    result = list(cells)
    for area in areas:
        ink = ranks.index(away(area)) % count
        for cell in area:
            result[cell] = ink
    return tuple(result)
