"""Paths of lines: where they end, and which lines close a ring."""

from __future__ import annotations

from collections.abc import Iterable

Pair = tuple[int, int]


class PathEnds:
    """Paths that grow line by line; of each only its two ends are kept."""

    __slots__ = ("other_end",)

    def __init__(self) -> None:
        self.other_end: dict[int, int] = {}
        """For each end of a path its other end."""

    def copy(self) -> PathEnds:
        """The same paths, to grow on their own."""
        copy = PathEnds()
        copy.other_end = self.other_end.copy()
        return copy

    def join(self, a: int, b: int) -> Pair | None:
        """Draw a line between two cells; the ends of the path it is in, or None if it closes a
        ring. No cell may have three lines."""
        far_a, far_b = self.other_end.pop(a, a), self.other_end.pop(b, b)
        if far_a == b:
            return None
        self.other_end[far_a], self.other_end[far_b] = far_b, far_a
        return far_a, far_b

    def is_path(self, a: int, b: int) -> bool:
        """Return True if these are the two ends of a path."""
        return self.other_end.get(a) == b


def path_between(lines: Iterable[Pair], start: int, end: int) -> list[int]:
    """The cells of the path from one cell to another, a line between the two left out."""
    near: dict[int, list[int]] = {}
    for a, b in lines:
        if (a, b) not in ((start, end), (end, start)):
            near.setdefault(a, []).append(b)
            near.setdefault(b, []).append(a)
    path, before, here = [start], start, start
    while here != end:
        before, here = here, next(there for there in near[here] if there != before)
        path.append(here)
    return path
