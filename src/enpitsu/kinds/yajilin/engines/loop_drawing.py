"""The common part of engines whose formula says all but "one loop", by cells and edges.

A model of such a formula is a set of loops and shaded cells: every playable cell is on a loop or
shaded, no two shaded cells touch, and the clues are right. With one loop it is an answer.

With several loops, each of them is forbidden, by the clause "one of its edges is no line". No
answer is lost: say an answer had all edges of the loop C of such a model. Its only loop would be C
then, so all playable cells outside C would be shaded. But the model has another loop, which shares
no cell with C, and on it playable cells lie side by side: they cannot all be shaded.

Without any loop all playable cells are shaded and no two of them touch, so no edge of the board
can be a line: there is no answer at all. The clause for that, "some edge is a line", is empty.

A single model is forbidden by "one of its lines is none". No other model is lost: one that has all
these lines has the same loops. What is left are the cells that the first model shades; no two of
them touch, so no further line fits between them, and they are shaded in the other model, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, pairwise

from enpitsu.grid import Edge, bit_positions, bit_set
from enpitsu.kind import Clause, Model, Search, Task
from enpitsu.kinds.yajilin.board import YajilinBoard
from enpitsu.kinds.yajilin.engines.engine_formula import EngineFormula, search_models
from enpitsu.kinds.yajilin.engines.terrain import Terrain
from enpitsu.kinds.yajilin.loop_links import join, trace
from enpitsu.limits import Budget
from enpitsu.position import Fact

CHECK_EVERY = 4096  # clauses between two looks at the budget


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
        """How many models were looked at."""

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
        loops = self._loops(board)
        if len(loops) == 1:
            return ()
        return (
            list(map(self._against_loop, loops))
            if loops and self.loop_clauses
            else [self._against_lines(board)]
        )

    def forbid(self, board: YajilinBoard) -> Sequence[Clause]:
        """The clause against one model and no other."""
        return (self._against_lines(board),)

    def _loops(self, board: YajilinBoard) -> list[list[int]]:
        pairs = [(at, at + 1) for at in bit_positions(board.lines_right)]
        pairs += [(at, at + self.terrain.cols) for at in bit_positions(board.lines_down)]
        links = [-1] * self.terrain.size, [-1] * self.terrain.size
        join(links, pairs)
        return trace(links, bit_positions(board.on_line()))

    def _against_loop(self, loop: list[int]) -> Clause:
        return [-self._between(*sorted(pair)) for pair in pairwise((*loop, loop[0]))]

    def _between(self, a: int, b: int) -> int:
        """The variable of the edge between two cells, the lower number first."""
        # On a board of one column the cell below is the next one.
        return self.right[a] if b == a + 1 and self.right[a] else self.down[a]

    def _against_lines(self, board: YajilinBoard) -> Clause:
        right, down = bit_positions(board.lines_right), bit_positions(board.lines_down)
        return [-self.right[at] for at in right] + [-self.down[at] for at in down]


def _chosen(variables: Sequence[int], model: Model) -> int:
    """The cells whose variable is true."""
    return bit_set([at for at, name in enumerate(variables) if name and model[name - 1] > 0])


def watched(parts: Iterable[Iterable[Clause]], budget: Budget) -> Iterator[Clause]:
    """Clauses one part after another, with a look at the budget now and then."""
    for number, clause in enumerate(chain.from_iterable(parts)):
        if number % CHECK_EVERY == 0:
            budget.check()
        yield clause


def search_drawing(drawing: Drawing, task: Task) -> Search:
    """Take the models of a drawing for solutions; the search tells how many there were."""
    found = search_models(drawing, task)
    found.stats.details = {"models": drawing.models}
    return found
