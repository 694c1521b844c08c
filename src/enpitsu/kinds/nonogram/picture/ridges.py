"""Thin lines in a picture: what stands out between its neighbours is made to stand out more."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

_LONG = 3  # cells of a faint line that is taken for one wherever it lies
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))
_CLEAR = 0.08  # by which a piece of a line is darker than both sides, at least


def cells_round(cell: int, rows: int, cols: int) -> list[int]:
    """Return the up to eight cells round a cell."""
    row, col = divmod(cell, cols)
    return [
        r * cols + c
        for r in range(max(0, row - 1), min(rows, row + 2))
        for c in range(max(0, col - 1), min(cols, col + 2))
        if (r, c) != (row, col)
    ]


def sharpen(values: Sequence[float], rows: int, cols: int) -> list[float]:
    """Return the values with ridges raised and valleys lowered by what they stand out."""
    down = [-value for value in values]
    low, high = min(values), max(values)
    result = list(values)
    for cell, value in enumerate(values):
        if value > low:
            result[cell] += _surplus(values, cell, rows, cols)
        if value < high:
            result[cell] -= _surplus(down, cell, rows, cols)
    return result


def _surplus(values: Sequence[float], cell: int, rows: int, cols: int) -> float:
    """Return the surplus of a cell over its neighbours on both sides, in the direction where it has
    most. A line may lie across two cells: then the larger counts, or the first of two equals."""
    row, col = divmod(cell, cols)
    value = values[cell]

    def below(down: int, across: int) -> float:
        r, c = row + down, col + across
        return value - values[r * cols + c] if 0 <= r < rows and 0 <= c < cols else 0.0

    most = 0.0
    for down, across in DIRECTIONS:
        before, after = below(-down, -across), below(down, across)
        if before <= 0 or after < 0:
            continue
        if after < before / 2:
            after = max(after, below(2 * down, 2 * across))
        elif before < after / 2:
            before = max(before, below(-2 * down, -2 * across))
        rise = min(before, after)
        low, high = sorted((below(across, -down), below(-across, down)))
        if down and across:
            # The corner of an area is no line: a line goes on to both sides.
            rise -= max(0.0, high)
        elif low < -rise and high > rise / 2:
            # The bulge of an area is no line: it ends where it begins.
            continue
        most = max(most, rise)
    return most


def faint_lines(
    values: Sequence[float], among: Iterable[int], starts: Iterable[int], rows: int, cols: int
) -> set[int]:
    """Return the cells that are pieces of lines: they stand out on both sides, and either go on
    from a start that does so too, or are many in a row. So areas do not grow thorns."""
    left = {cell for cell in among if _surplus(values, cell, rows, cols) > _CLEAR}
    clear = {cell for cell in starts if _surplus(values, cell, rows, cols) > _CLEAR} if left else ()
    found: set[int] = set()
    while left:
        # A connected piece, which may touch a clear cell.
        going = [left.pop()]
        piece, is_continued = set(going), False
        while going:
            for other in cells_round(going.pop(), rows, cols):
                is_continued = is_continued or other in clear
                if other in left:
                    left.remove(other)
                    piece.add(other)
                    going.append(other)
        if is_continued or len(piece) >= _LONG:
            found |= piece
    return found
