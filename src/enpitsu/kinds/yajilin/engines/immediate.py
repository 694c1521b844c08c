"""Clauses by wrong placements: the ImmediateCnf solver of A. Gufler and F. Hagenauer, "Yajilin"
(bachelor thesis, University of Innsbruck, 2011), sections 4.6 to 4.8.

Variables: sides.py, with the options that switch off the improvements of 4.8.

Clauses for a cell without a clue (4.6.1):
- shaded cells have no lines (4.5), and a cell is shaded or has a line (4.6);
- each wrong set of directions, one, three or four of them, is forbidden as a whole (4.7);
- a cell with fewer than two directions is shaded (4.11);
- a line here is a line there (4.8); neighbours are not both shaded. This is written once a pair;
- no line leads over the border or to a clue (4.3), where there are variables for that.

Clauses for a clue (4.6.2): each placement of shaded cells with a wrong number, no two of them
touching, is forbidden as a whole. Cells on either side of another clue do not touch. A clue 0 says
of each of its cells that it is not shaded. What no placement can meet gives the empty clause.

The engine stops with "placements" where they are too many (placements.py). The clues with the
fewest placements come first: what follows from them makes the solver drop other clauses at once.
What the print has wrong: docs/yajilin-engines.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, combinations

from enpitsu.kind import Clause
from enpitsu.kinds.yajilin.engines.engine_formula import watched
from enpitsu.kinds.yajilin.engines.placements import (
    ClauseWeight,
    ClueSight,
    ensure_room,
    placements,
)
from enpitsu.kinds.yajilin.engines.sides import Sides
from enpitsu.limits import Budget


class Immediate(Sides):
    """The formula, made in clauses from the start."""

    def clauses(self, budget: Budget) -> Iterator[Clause]:
        """The cells first, then the clues, those with the fewest placements first."""
        ensure_room(map(_weight, self.sights()), budget)
        seen = sorted(self.sights(), key=lambda sight: _weight(sight).clauses)
        cells = (self._cell(at) for at in range(self.terrain.size) if self.shaded[at])
        parts = chain(cells, map(self._clue, seen))
        return watched(chain.from_iterable(parts), budget)

    def _cell(self, at: int) -> Iterator[Clause]:
        shaded, ways = self.shaded[at], self.terrain.ways[at]
        lines = list(self.lines[at].values())
        if len(lines) < 2:
            yield (shaded,)
            yield from ((-line,) for line in lines)
        else:
            yield from ((-shaded, -line) for line in lines)
            yield (shaded, *lines)
            for size in (1, 3, 4):
                for wrong in combinations(lines, size):
                    yield [-line if line in wrong else line for line in lines]
        for direction, line in self.lines[at].items():
            if direction not in ways:
                yield (-line,)
                continue
            there = ways[direction]
            yield -line, self.lines[there][direction.opposite]
            if there > at:
                yield -shaded, -self.shaded[there]

    def _clue(self, sight: ClueSight) -> Iterable[Clause]:
        if not sight.is_possible:
            return ((),)
        # A clause says the opposite of the placement that it forbids.
        runs = [[-self.shaded[cell] for cell in run] for run in sight.runs]
        if sight.number == 0:
            return ((literal,) for run in runs for literal in run)
        too_few = placements(runs, 0, sight.number - 1)
        return chain(too_few, placements(runs, sight.number + 1, sight.room))


def _weight(sight: ClueSight) -> ClauseWeight:
    if not sight.is_possible or sight.number == 0:
        return ClauseWeight(sight.size, sight.size)
    wrong = sight.count_wrong()
    return ClauseWeight(wrong, wrong * sight.size)
