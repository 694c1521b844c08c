"""The formula as it is written, then transformed: the AutoTransform solver of A. Gufler and
F. Hagenauer, "Yajilin" (bachelor thesis, University of Innsbruck, 2011), sections 4.3 to 4.5.

Variables: sides.py, with the options that switch off the improvements of 4.8, two of which shorten
this formula, too; then a gate for each inner node of the formula's tree (gates.py), which SAT4J's
GateTranslator makes in the text.

The formula is a conjunction of:
- for each cell one of its states: shaded without lines, or not shaded with two of its sides' lines
  (4.1): seven with four sides, two with two (4.10), and with fewer the cell is shaded (4.11);
- L(c, up) <-> L(the cell above, down), and so on (4.2); no line over the border (4.3) or to a clue;
- if a cell is shaded, none of its neighbours is (4.4);
- for each clue one of its right placements, as a disjunction of conjunctions (4.3.3). Cells on
  either side of another clue do not touch. A clue that no placement can meet is false.

The members of the outermost conjunction are required one by one, so it has no gate itself.

The engine stops with "placements" where they are too many (placements.py); they are made one by one
while their clauses go to the solver. What the print has wrong: docs/yajilin-engines.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from itertools import chain, combinations, pairwise

from enpitsu.kind import Clause, Meaning
from enpitsu.kinds.yajilin.engines.engine_formula import watched
from enpitsu.kinds.yajilin.engines.gates import And, Gates, Iff, Node, Not, Or
from enpitsu.kinds.yajilin.engines.placements import (
    ClauseWeight,
    ClueSight,
    ensure_room,
    placements,
)
from enpitsu.kinds.yajilin.engines.sides import Sides
from enpitsu.kinds.yajilin.model import Yajilin
from enpitsu.limits import Budget


class Tseitin(Sides):
    """The formula of section 4.3."""

    def __init__(self, puzzle: Yajilin, options: Set[str] = frozenset()) -> None:
        super().__init__(puzzle, options)
        self._first_gate = self.variables + 1
        self._clue_gates: list[int] = []
        """The first gate of each clue that counts, and the first one behind them."""

    def clauses(self, budget: Budget) -> Iterator[Clause]:
        """The formula after the transformation."""
        ensure_room(map(_weight, self.sights()), budget)
        gates = Gates(self._first_gate)
        try:
            cells = map(gates.require, self._cells())
            yield from watched(chain.from_iterable(cells), budget)
            self._clue_gates = [gates.next]
            for sight in self.sights():
                runs = [[self.shaded[cell] for cell in run] for run in sight.runs]
                right = placements(runs, sight.number, sight.number)
                yield from watched(gates.require(Or(map(And, right))), budget)
                self._clue_gates.append(gates.next)
        finally:
            self.variables = gates.next - 1

    def meanings(self) -> Iterator[Meaning]:
        """Shaded cells and sides, then the gates."""
        yield from super().meanings()
        cells = range(self._first_gate, self._clue_gates[0])
        yield Meaning(cells, "gates of formulas 4.1 to 4.4, cell by cell")
        for count, (first, behind) in zip(
            self.terrain.counts, pairwise(self._clue_gates), strict=True
        ):
            words = f"{self.terrain.cell(count.clue)} clue: gates of its placements and of their Or"
            yield Meaning(range(first, behind), words)

    def _cells(self) -> Iterator[Node]:
        for at, shaded in enumerate(self.shaded):
            if not shaded:
                continue
            lines, ways = self.lines[at], self.terrain.ways[at]
            # 4.1, with the states that the cell's sides allow (4.10 and 4.11).
            states = [And((shaded, *map(Not, lines.values())))]
            for two in combinations(lines.values(), 2):
                sides = (line if line in two else Not(line) for line in lines.values())
                states.append(And((Not(shaded), *sides)))
            yield Or(states)
            for direction, line in lines.items():
                if direction not in ways:
                    yield Not(line)
                elif ways[direction] > at:
                    yield Iff(line, self.lines[ways[direction]][direction.opposite])
            yield Or((Not(shaded), And(Not(self.shaded[near]) for near in ways.values())))


def _weight(sight: ClueSight) -> ClauseWeight:
    """A conjunction of n literals has n clauses of two and one of n + 1, and adds two literals and
    a clause to the disjunction."""
    right = sight.count_right()
    return ClauseWeight(right * (sight.size + 2), right * (3 * sight.size + 4))
