"""Six variables a square: L. Vialls, "Yajilin Puzzle Dissertation" (2016), section 4.2.

Variables, for every cell, clues too: "shaded", "clue", "north", "east", "south", "west", numbered
as in figure 4.3. Clauses:
- a cell that is shaded or a clue is nothing else; of any three directions, shaded and clue one
  holds; of any three directions one does not (figure 4.6). So it has exactly one of the states
  shaded, clue, two directions;
- no line over the border; neighbours are not both shaded (figure 4.8); lines connect (4.10);
- which cells are clues (4.11);
- a clue 0: no cell before it is shaded. A clue k before n cells, clues among them: of any n - k + 1
  cells one is shaded, of any k + 1 cells one is not (4.14). More than every other cell cannot be
  shaded: a clue that asks for that is the empty clause, where in print the combinations would be
  listed, or the number of cells to choose from would be negative.

Nothing speaks of loops: models are taken one after another and checked, and one with several loops
is forbidden as a whole. `loop-clauses` forbids its loops instead. What the print has wrong:
docs/yajilin-engines.md.

In print the combinations are listed however many they are. Here they are counted first, and the
engine stops with "placements" where they are too many.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from itertools import chain, combinations
from math import comb

from enpitsu.grid import Direction
from enpitsu.kind import Clause, Meaning
from enpitsu.kinds.yajilin.engines import LOOP_CLAUSES
from enpitsu.kinds.yajilin.engines.engine_formula import watched
from enpitsu.kinds.yajilin.engines.loop_drawing import Drawing
from enpitsu.kinds.yajilin.engines.placements import ClauseWeight, ensure_room
from enpitsu.kinds.yajilin.engines.terrain import Count, Terrain
from enpitsu.kinds.yajilin.model import Yajilin
from enpitsu.limits import Budget

STATES = 6
SHADED = 1
CLUE = 2
DIRECTIONS = {Direction.UP: 3, Direction.RIGHT: 4, Direction.DOWN: 5, Direction.LEFT: 6}


class SixState(Drawing):
    """The formula, with the clause for every cell and every combination written out."""

    def __init__(self, puzzle: Yajilin, options: Set[str] = frozenset()) -> None:
        terrain = Terrain(puzzle)
        self.variables = terrain.size * STATES
        super().__init__(
            terrain,
            shaded=[
                _name(at, SHADED) if playable else 0
                for at, playable in enumerate(terrain.is_playable)
            ],
            right=_edges(terrain, Direction.RIGHT),
            down=_edges(terrain, Direction.DOWN),
            loop_clauses=LOOP_CLAUSES.name in options,
        )

    def meanings(self) -> Iterator[Meaning]:
        """Six for each cell."""
        lines = [f"line {direction.name.lower()}" for direction in DIRECTIONS]
        for at in range(self.terrain.size):
            for state, words in enumerate(("shaded", "clue", *lines), 1):
                name = _name(at, state)
                yield Meaning(range(name, name + 1), f"{self.terrain.cell(at)} {words}")

    def clauses(self, budget: Budget) -> Iterator[Clause]:
        """The squares, their neighbours, and the clues."""
        counts = self.terrain.counts
        ensure_room(map(_weight, counts), budget)
        parts = chain(map(self._square, range(self.terrain.size)), map(_clue, counts))
        return watched(chain.from_iterable(parts), budget)

    def _square(self, at: int) -> Iterator[Clause]:
        shaded, clue, *lines = (_name(at, state) for state in range(1, STATES + 1))
        yield -shaded, -clue
        for line in lines:
            yield -shaded, -line
            yield -clue, -line
        for three in combinations(lines, 3):
            yield (shaded, clue, *three)
            yield [-line for line in three]
        yield (-clue if self.terrain.is_playable[at] else clue,)
        beside = self.terrain.beside[at]
        for direction, state in DIRECTIONS.items():
            here = _name(at, state)
            if direction not in beside:
                yield (-here,)
            elif direction in (Direction.UP, Direction.LEFT):
                back = _name(beside[direction], DIRECTIONS[direction.opposite])
                yield -shaded, -_name(beside[direction], SHADED)
                yield here, -back
                yield -here, back


def _name(at: int, state: int) -> int:
    return at * STATES + state


def _edges(terrain: Terrain, direction: Direction) -> list[int]:
    state = DIRECTIONS[direction]
    return [_name(at, state) if direction in ways else 0 for at, ways in enumerate(terrain.ways)]


def _clue(count: Count) -> Iterable[Clause]:
    shaded = [_name(at, SHADED) for at in count.cells]
    if count.number == 0:
        return ((-name,) for name in shaded)
    if count.number > _room(count):
        return ((),)
    enough = combinations(shaded, len(shaded) - count.number + 1)
    return chain(enough, combinations([-name for name in shaded], count.number + 1))


def _room(count: Count) -> int:
    """The most cells before a clue that can be shaded."""
    return (len(count.cells) + 1) // 2


def _weight(count: Count) -> ClauseWeight:
    cells, number = len(count.cells), count.number
    if number == 0 or number > _room(count):
        return ClauseWeight(cells, cells)
    enough, not_more = comb(cells, number - 1), comb(cells, number + 1)
    literals = enough * (cells - number + 1) + not_more * (number + 1)
    return ClauseWeight(enough + not_more, literals)
