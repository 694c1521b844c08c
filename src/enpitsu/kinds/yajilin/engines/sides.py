"""The common part of both formulas of A. Gufler and F. Hagenauer, "Yajilin" (bachelor thesis,
University of Innsbruck, 2011): their variables, and the improvements of section 4.8, which are on
unless an option says otherwise.

Variables: B(c) "cell c is shaded", for each cell without a clue; then L(c, d) "a line leads from
the centre of c in direction d".

Borders (4.8.1): L(c, d) is there only where the cell on that side is on the board and has no clue,
and a cell with fewer than two such sides is shaded. `no-borders` gives every cell all four, and
says of each side without a cell that no line leads there (4.3, also beside clues).

Lookahead (4.8.2): if a clue looks at another one of the same direction (and that one counts, too),
it speaks only of the cells between them, and the numbers are subtracted. `no-lookahead` leaves it
out.

Loops (4.8.3): loop_drawing.py. `no-loop-clauses` forbids only the model itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from itertools import count

from enpitsu.grid import Direction
from enpitsu.kind import Meaning
from enpitsu.kinds.yajilin.engines import NO_BORDERS, NO_LOOKAHEAD, NO_LOOP_CLAUSES
from enpitsu.kinds.yajilin.engines.loop_drawing import Drawing
from enpitsu.kinds.yajilin.engines.placements import ClueSight, sights
from enpitsu.kinds.yajilin.engines.terrain import Terrain
from enpitsu.kinds.yajilin.model import Yajilin


class Sides(Drawing):
    """A formula over shaded cells and their sides; engines derive from this class."""

    def __init__(self, puzzle: Yajilin, options: Set[str] = frozenset()) -> None:
        terrain, names = Terrain(puzzle), count(1)
        shaded = [next(names) if playable else 0 for playable in terrain.is_playable]
        self._lookahead = NO_LOOKAHEAD.name not in options
        every = tuple(Direction) if NO_BORDERS.name in options else None
        self.lines = [
            {direction: next(names) for direction in every or ways} if name else {}
            for name, ways in zip(shaded, terrain.ways, strict=True)
        ]
        """For each cell the variables of its sides."""
        self.variables = next(names) - 1
        super().__init__(
            terrain,
            shaded=shaded,
            right=self._edges(terrain, Direction.RIGHT),
            down=self._edges(terrain, Direction.DOWN),
            loop_clauses=NO_LOOP_CLAUSES.name not in options,
        )

    def _edges(self, terrain: Terrain, direction: Direction) -> list[int]:
        near = zip(self.lines, terrain.ways, strict=True)
        return [lines[direction] if direction in ways else 0 for lines, ways in near]

    def meanings(self) -> Iterator[Meaning]:
        """Shaded cells, then sides."""
        cell = self.terrain.cell
        for at, name in enumerate(self.shaded):
            if name:
                yield Meaning(range(name, name + 1), f"{cell(at)} shaded")
        for at, lines in enumerate(self.lines):
            for direction, name in lines.items():
                yield Meaning(range(name, name + 1), f"{cell(at)} line {direction.name.lower()}")

    def sights(self) -> Iterator[ClueSight]:
        """The demand of each clue that counts."""
        return sights(self.terrain, lookahead=self._lookahead)
