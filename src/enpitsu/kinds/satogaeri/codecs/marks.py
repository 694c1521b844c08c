"""Shared by the codecs of Satogaeri: names of the kind, and tracks along drawn lines."""

from __future__ import annotations

from collections import defaultdict

from enpitsu.grid import Cell, Edge
from enpitsu.kinds.satogaeri.model import Satogaeri

PIDS = ("satogaeri", "sato")  # what other tools call this kind; the second name is an old one


class Tracks:
    """The tracks of circles along lines."""

    def __init__(self, puzzle: Satogaeri, lines: frozenset[Edge]) -> None:
        self.circles = puzzle.circle_at
        """The number of each circle, by its start."""
        self._near: dict[Cell, list[Cell]] = defaultdict(list)
        for a, b in lines:
            self._near[a].append(b)
            self._near[b].append(a)

    def of(self, circle: Cell) -> list[Cell] | None:
        """The cells from a circle's start to where its lines end, bent or not.

        None where lines branch or lead to a circle: then nobody can tell whose they are.
        """
        cells, before = [circle], None
        while True:
            ahead = [cell for cell in self._near.get(cells[-1], ()) if cell != before]
            if not ahead:
                return cells
            if len(ahead) > 1 or ahead[0] in self.circles:
                return None
            before = cells[-1]
            cells.append(ahead[0])

    def stands(self, circle: Cell) -> Cell | None:
        """Return the cell where a circle stands, if that can be its home: its track is straight and
        long enough."""
        cells = self.of(circle)
        if cells is None or (len({c.row for c in cells}) > 1 and len({c.col for c in cells}) > 1):
            return None
        fits = self.circles[circle] in (None, len(cells) - 1)
        return cells[-1] if fits else None
