"""Clauses by wrong placements: the ImmediateCnf solver of A. Gufler and F. Hagenauer, "Yajilin"
(bachelor thesis, University of Innsbruck, 2011), sections 4.6 to 4.8.

Variables: B(c) "cell c is shaded"; L(c, d) "a line leads from the centre of c in direction d", only
where the cell on that side is on the board and has no clue (4.8.1).

Clauses for a cell without a clue (4.6.1):
- shaded cells have no lines (4.5), and a cell is shaded or has a line (4.6);
- each wrong set of directions, one, three or four of them, is forbidden as a whole (4.7). In print
  the last clause of 4.7 would forbid shaded cells: its last literal must be negated;
- a cell with fewer than two directions is shaded (4.11). Formula 4.10, for cells with exactly two,
  is what 4.5 to 4.7 give for them;
- a line here is a line there (4.8); neighbours are not both shaded. This is written once a pair.

Clauses for a clue (4.6.2): each placement of shaded cells with a wrong number, no two of them
touching, is forbidden as a whole. Cells on either side of another clue do not touch. A clue 0 says
of each of its cells that it is not shaded. What no placement can meet gives the empty clause.

Lookahead (4.8.2): if a clue looks at another one of the same direction (and that one counts, too),
it speaks only of the cells between them, and the numbers are subtracted. The three cases of the
text are this one: equal numbers leave 0, and one cell with the difference 1 leaves one wrong
placement, so that the cell is shaded. `no-lookahead` leaves it out.

Loops (4.8.3): drawing.py, with the proof that no answer is lost. The text forbids both ends of each
edge (4.12); one is enough, as they are the same. `no-loop-clauses` forbids only the model itself.

In print the formula is made however large it is. Here the placements are counted first
(placements.py), and the engine stops with "placements" where they are too many. The clues with the
fewest placements come first: what follows from them makes the solver drop other clauses at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, combinations, count
from typing import Any

from enpitsu.grid import Direction
from enpitsu.kind import Clause, Engine, EngineOption, Kind, Search, Task
from enpitsu.kinds.yajilin.engines.drawing import Drawing, search_drawing, watched
from enpitsu.kinds.yajilin.engines.placements import Sight, Weight, ensure_room, placements, sights
from enpitsu.kinds.yajilin.engines.terrain import OPPOSITE, Terrain
from enpitsu.kinds.yajilin.model import Yajilin
from enpitsu.limits import Budget

NO_LOOKAHEAD, NO_LOOP_CLAUSES = "no-lookahead", "no-loop-clauses"


class Immediate(Drawing):
    """The formula, made in clauses from the start."""

    def __init__(self, puzzle: Yajilin, *, lookahead: bool, loop_clauses: bool) -> None:
        terrain, names = Terrain(puzzle), count(1)
        self._lookahead = lookahead
        shaded = [next(names) if playable else 0 for playable in terrain.is_playable]
        self._lines = [{way: next(names) for way in ways} for ways in terrain.ways]
        self.variables = next(names) - 1
        super().__init__(
            terrain,
            shaded=shaded,
            right=[lines.get(Direction.RIGHT, 0) for lines in self._lines],
            down=[lines.get(Direction.DOWN, 0) for lines in self._lines],
            loop_clauses=loop_clauses,
        )

    def clauses(self, budget: Budget) -> Iterator[Clause]:
        """The cells first, then the clues, those with the fewest placements first."""
        ensure_room(map(_weight, self._sights()), budget)
        seen = sorted(self._sights(), key=lambda sight: _weight(sight).clauses)
        cells = (self._cell(at) for at in range(self.terrain.size) if self.shaded[at])
        return watched(chain(cells, map(self._clue, seen)), budget)

    def _sights(self) -> Iterator[Sight]:
        return sights(self.terrain, lookahead=self._lookahead)

    def _cell(self, at: int) -> Iterator[Clause]:
        lines = list(self._lines[at].values())
        yield from (_states if len(lines) > 1 else _only_shaded)(self.shaded[at], lines)
        yield from self._neighbours(at)

    def _neighbours(self, at: int) -> Iterator[Clause]:
        for way, there in self.terrain.ways[at].items():
            yield -self._lines[at][way], self._lines[there][OPPOSITE[way]]
            if there > at:
                yield -self.shaded[at], -self.shaded[there]

    def _clue(self, sight: Sight) -> Iterable[Clause]:
        if not sight.is_possible:
            return ((),)
        # A clause says the opposite of the placement that it forbids.
        runs = [[-self.shaded[cell] for cell in run] for run in sight.runs]
        if sight.number == 0:
            return ((literal,) for run in runs for literal in run)
        too_few = placements(runs, 0, sight.number - 1)
        return chain(too_few, placements(runs, sight.number + 1, sight.room))


def _only_shaded(shaded: int, lines: Sequence[int]) -> Iterator[Clause]:
    """Formula 4.11."""
    yield (shaded,)
    for line in lines:
        yield (-line,)


def _states(shaded: int, lines: Sequence[int]) -> Iterator[Clause]:
    """Formulas 4.5 to 4.7, for as many directions as there are."""
    for line in lines:
        yield -shaded, -line
    yield (shaded, *lines)
    for size in (1, 3, 4):
        for wrong in combinations(lines, size):
            yield [-line if line in wrong else line for line in lines]


def _weight(sight: Sight) -> Weight:
    if not sight.is_possible or sight.number == 0:
        return Weight(sight.size, sight.size)
    wrong = sight.count_wrong()
    return Weight(wrong, wrong * sight.size)


def search(kind: Kind[Any], puzzle: Yajilin, task: Task) -> Search:
    """Solve by the clauses of the bachelor thesis."""
    formula = Immediate(
        puzzle,
        lookahead=NO_LOOKAHEAD not in task.options,
        loop_clauses=NO_LOOP_CLAUSES not in task.options,
    )
    return search_drawing(formula, task)


ENGINE = Engine(
    "immediate",
    "SAT: clauses against wrong placements, loops forbidden as they appear",
    search,
    (
        EngineOption(
            NO_LOOP_CLAUSES, "forbid only the model that has several loops, not the loops"
        ),
        EngineOption(NO_LOOKAHEAD, "let each clue speak of all cells up to the border"),
    ),
)
