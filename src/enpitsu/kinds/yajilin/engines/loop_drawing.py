"""The common part of engines whose formula says all but "one loop", by cells and edges.

A model of such a formula is a set of loops and shaded cells: every playable cell is on a loop or
shaded, no two shaded cells touch, and the clues are right. With one loop it is an answer.

Why no answer is lost where loops and models are forbidden: docs/yajilin-engines.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from enpitsu.grid import Edge, bit_positions, bit_set
from enpitsu.kind import Clause, Model
from enpitsu.kinds.yajilin.board import YajilinBoard
from enpitsu.kinds.yajilin.engines.engine_formula import EngineFormula
from enpitsu.kinds.yajilin.engines.terrain import Terrain
from enpitsu.kinds.yajilin.loop_links import loops_of
from enpitsu.position import Fact


class Drawing(EngineFormula):
    """Variables for shaded cells and for edges, and how models are read and refused.

    `shaded`, `right` and `down` have for each cell the variable that it is shaded, that a line
    leads right, and down; 0 where it has none. Engines derive from this class.
    """

    says_one_loop = False

    def __init__(
        self,
        terrain: Terrain,
        *,
        shaded: Sequence[int],
        right: Sequence[int],
        down: Sequence[int],
        loop_clauses: bool,
    ) -> None:
        self.terrain, self.puzzle = terrain, terrain.puzzle
        self.shaded, self.right, self.down = shaded, right, down
        self.loop_clauses = loop_clauses
        self.models = 0
        """The number of models that were read."""

    @property
    def details(self) -> Mapping[str, float]:
        """The number of models."""
        return {"models": self.models}

    def given(self, fact: Fact) -> Iterable[Clause]:
        """The fact as a clause of one literal; an empty one if it cannot be."""
        slot, holds = fact.slot, fact.holds
        if isinstance(slot, Edge):
            edges = self.right if slot.a.row == slot.b.row else self.down
            variable = edges[self.terrain.number(slot.a)]
        else:
            variable = self.shaded[self.terrain.number(slot)]
        if variable:
            return ((variable if holds else -variable,),)
        return ((),) if holds else ()

    def board(self, model: Model) -> YajilinBoard:
        """The board that a model describes."""
        self.models += 1
        board = YajilinBoard(self.puzzle)
        board.shaded = _chosen(self.shaded, model)
        board.lines_right = _chosen(self.right, model)
        board.lines_down = _chosen(self.down, model)
        return board

    def refuse(self, board: YajilinBoard) -> Sequence[Clause]:
        """Clauses against the loops of a model that has not exactly one; against the model alone
        where loop clauses are off."""
        loops = loops_of(board)
        if len(loops) == 1:
            return ()
        if not loops or not self.loop_clauses:
            return self.forbid(board)
        clauses = []
        for loop in loops:
            clause = []
            for pair in pairwise((*loop, loop[0])):
                a, b = min(pair), max(pair)
                # On a board of one column the cell below is the next one.
                is_right = b == a + 1 and self.right[a]
                clause.append(-self.right[a] if is_right else -self.down[a])
            clauses.append(clause)
        return clauses

    def forbid(self, board: YajilinBoard) -> Sequence[Clause]:
        """The clause against one model and no other."""
        right, down = bit_positions(board.lines_right), bit_positions(board.lines_down)
        return ([-self.right[at] for at in right] + [-self.down[at] for at in down],)


def _chosen(variables: Sequence[int], model: Model) -> int:
    """The cells whose variable is true."""
    return bit_set([at for at, name in enumerate(variables) if name and model[name - 1] > 0])
