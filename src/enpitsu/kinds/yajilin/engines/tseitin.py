"""The formula as it is written, then transformed: the AutoTransform solver of A. Gufler and
F. Hagenauer, "Yajilin" (bachelor thesis, University of Innsbruck, 2011), sections 4.3 to 4.5.

Variables: B(c) "cell c is shaded" and L(c, d) "a line leads from the centre of c in direction d",
for each cell without a clue and all four directions; then a gate for each inner node of the
formula's tree (gates.py), which SAT4J's GateTranslator makes in the text.

The formula is a conjunction of:
- for each cell one of its seven states: shaded without lines, or not shaded with two of the four
  lines (4.1; the print of its last lines is garbled, and "right and left" occurs with "not left");
- L(c, up) <-> L(the cell above, down), and so on (4.2); no line over the border (4.3). Beside a
  clue the text leaves 4.2 out, which would let lines end there: no line leads to a clue either;
- if a cell is shaded, none of its neighbours is (4.4, missing in print);
- for each clue one of its right placements, as a disjunction of conjunctions (4.3.3). Cells on
  either side of another clue do not touch. A clue that no placement can meet is false.

The reductions of 4.8.1 and 4.8.2 are left out: this is the plain formula. The members of the
outermost conjunction are required one by one, so it has no gate itself.

Loops (4.8.3): drawing.py, with the proof that no answer is lost. `no-loop-clauses` forbids only
the model itself. Rows with too many placements: placements.py; the engine stops with "placements"
before it begins. Placements are made one by one while their clauses go to the solver.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations, count
from typing import Any

from enpitsu.grid import Direction
from enpitsu.kind import Clause, Engine, EngineOption, Kind, Search, Task
from enpitsu.kinds.yajilin.engines.drawing import Drawing, search_drawing, watched
from enpitsu.kinds.yajilin.engines.gates import And, Gates, Iff, Node, Not, Or
from enpitsu.kinds.yajilin.engines.placements import Sight, Weight, ensure_room, placements, sights
from enpitsu.kinds.yajilin.engines.terrain import OPPOSITE, Terrain
from enpitsu.kinds.yajilin.model import Yajilin
from enpitsu.limits import Budget

NO_LOOP_CLAUSES = "no-loop-clauses"


class Tseitin(Drawing):
    """The formula of section 4.3."""

    def __init__(self, puzzle: Yajilin, *, loop_clauses: bool) -> None:
        terrain, names = Terrain(puzzle), count(1)
        shaded = [next(names) if playable else 0 for playable in terrain.is_playable]
        self._lines = [{way: next(names) for way in Direction} if at else {} for at in shaded]
        self.variables = next(names) - 1
        self._gates = Gates(self.variables + 1)
        super().__init__(
            terrain,
            shaded=shaded,
            right=self._edges(terrain, Direction.RIGHT),
            down=self._edges(terrain, Direction.DOWN),
            loop_clauses=loop_clauses,
        )

    def _edges(self, terrain: Terrain, way: Direction) -> list[int]:
        near = zip(self._lines, terrain.ways, strict=True)
        return [lines[way] if way in ways else 0 for lines, ways in near]

    def clauses(self, budget: Budget) -> Iterator[Clause]:
        """The formula after the transformation."""
        ensure_room(map(_weight, self._sights()), budget)
        members = chain(self._cells(), map(self._clue, self._sights()))
        try:
            yield from watched(map(self._gates.require, members), budget)
        finally:
            self.variables = self._gates.next - 1

    def _sights(self) -> Iterator[Sight]:
        return sights(self.terrain, lookahead=False)

    def _cells(self) -> Iterator[Node]:
        for at, shaded in enumerate(self.shaded):
            if shaded:
                yield self._states(at)
                yield from self._sides(at)

    def _states(self, at: int) -> Node:
        """Formula 4.1."""
        shaded, lines = self.shaded[at], self._lines[at].values()
        states = [And((shaded, *map(Not, lines)))]
        for two in combinations(lines, 2):
            states.append(And((Not(shaded), *(x if x in two else Not(x) for x in lines))))
        return Or(states)

    def _sides(self, at: int) -> Iterator[Node]:
        """Formulas 4.2 to 4.4."""
        ways = self.terrain.ways[at]
        for way, line in self._lines[at].items():
            if way not in ways:
                yield Not(line)
            elif ways[way] > at:
                yield Iff(line, self._lines[ways[way]][OPPOSITE[way]])
        yield Or((Not(self.shaded[at]), And(Not(self.shaded[near]) for near in ways.values())))

    def _clue(self, sight: Sight) -> Node:
        """The formula of section 4.3.3."""
        runs = [[self.shaded[cell] for cell in run] for run in sight.runs]
        return Or(And(one) for one in placements(runs, sight.number, sight.number))


def _weight(sight: Sight) -> Weight:
    """A conjunction of n literals has n clauses of two and one of n + 1, and adds two literals and
    a clause to the disjunction."""
    right = sight.count_right()
    return Weight(right * (sight.size + 2), right * (3 * sight.size + 4))


def search(kind: Kind[Any], puzzle: Yajilin, task: Task) -> Search:
    """Solve by the formula of the bachelor thesis, transformed to clauses."""
    return search_drawing(Tseitin(puzzle, loop_clauses=NO_LOOP_CLAUSES not in task.options), task)


ENGINE = Engine(
    "tseitin",
    "SAT: a formula of right placements, transformed; loops forbidden as they appear",
    search,
    (EngineOption(NO_LOOP_CLAUSES, "forbid only the model that has several loops, not the loops"),),
)
