"""A puzzle as clauses: those of its constraints, a batch for each.

Variables 1..n are the facts of the layout, later ones belong to counters and to the faces of loops.
Loops, connected cells and groups are said lazily, by cuts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import starmap

from enpitsu.grid import Cell, cell_at, cell_number, is_inside
from enpitsu.kind import Clause, Cut, Encoding, Model, Rule
from enpitsu.kit.board import KitBoard
from enpitsu.kit.constraints.base import Constraint, LazyCut, Values, assign, blank_values
from enpitsu.kit.puzzle import GridPuzzle
from enpitsu.kit.rules import Instance, Rules, rule_of
from enpitsu.limits import Budget
from enpitsu.position import Fact

GIVEN = "given"
CHECK_EVERY = 256


class KitEncoding(Encoding):
    """The clauses of a puzzle from a board on."""

    leaves_out = (
        "that what is one loop, or connected, is in one piece, and groups are as they are to be"
    )

    def __init__(
        self, rules: Rules, board: KitBoard, budget: Budget, *, for_people: bool = False
    ) -> None:
        """`for_people`: without clauses that only help the search, and the reason of a cut is told
        by cells of the board."""
        budget.check()
        self._board, self.puzzle = board, board.puzzle
        self._layout = board.layout
        self._for_people = for_people
        self._instances = rules.of(board.puzzle)
        self._lazy = [each for each in self._instances if each.constraint.is_lazy]
        self._given = list(board.known())
        self.fact_count = self._variables = self._layout.size

    @property
    def variables(self) -> int:
        """The number of variables that the clauses use."""
        return self._variables

    def batches(self, budget: Budget) -> Iterator[Iterable[Clause]]:
        """A batch for each constraint, one for each lazy one with what helps the search, and one
        for each given fact."""
        self._variables = self.fact_count
        begins: dict[Constraint, int] = {}
        for count, instance in enumerate(self._instances):
            if not count % CHECK_EVERY:
                budget.check()
            begins[instance.constraint] = self._variables + 1
            yield self._numbered(instance.constraint.clauses)
        for instance in self._lazy if not self._for_people else ():
            yield self._numbered(partial(instance.constraint.helpful_clauses, begins=begins))
        for literal in self._given:
            yield ((literal,),)

    def _numbered(self, clauses: Callable[[int], tuple[list[Clause], int]]) -> list[Clause]:
        found, extra = clauses(self._variables + 1)
        self._variables += extra
        return found

    def rules(self) -> Iterator[Rule]:
        """The rule instance of each batch."""
        for instance in self._instances:
            yield rule_of(self.puzzle, instance)
        for instance in self._lazy if not self._for_people else ():
            yield Rule(instance.code, ())
        for literal in self._given:
            slot = self._layout.fact(literal).slot
            cells = (slot,) if isinstance(slot, Cell) else slot
            inside = (each for each in cells if is_inside(each, *self._size))
            yield Rule(GIVEN, tuple(inside))

    @property
    def _size(self) -> tuple[int, int]:
        return self.puzzle.rows, self.puzzle.cols

    def fact(self, literal: int) -> Fact:
        """The fact that a literal claims."""
        return self._layout.fact(literal)

    def literal(self, fact: Fact) -> int | None:
        """The literal of a fact."""
        return self._layout.literal(fact)

    def known(self) -> Iterator[Fact]:
        """Given facts are clauses here, so nothing is decided before."""
        return iter(())

    def decode(self, model: Model) -> KitBoard:
        """The board of a model."""
        board = KitBoard(self.puzzle)
        for literal in model[: self.fact_count]:
            assign(board.values, literal)
        return board

    def cuts(self, model: Model) -> list[Cut]:
        """Return the cuts of lazy constraints against a model."""
        values = self._values(model[: self.fact_count])
        cuts = ((each, cut) for each in self._lazy for cut in each.constraint.cuts(values))
        return list(starmap(self._cut, cuts))

    def narrow_cuts(self, model: Model, literals: Iterable[int]) -> list[Cut]:
        """The same, where these literals are known to be true."""
        values, known = self._values(model[: self.fact_count]), set(literals)
        cuts = (
            (each, cut) for each in self._lazy for cut in each.constraint.narrow_cuts(values, known)
        )
        return list(starmap(self._cut, cuts))

    def _values(self, literals: Iterable[int]) -> Values:
        values = blank_values(self.fact_count)
        for literal in literals:
            assign(values, literal)
        return values

    def _cut(self, instance: Instance, cut: LazyCut) -> Cut:
        width = self.puzzle.cols + 1  # corners are nodes too
        inside = sorted(cell_number(cell, width) for cell in cut.inside if cell.row >= 0)
        return Cut(cut.clause, instance.code, inside, cut.clues)

    def reason(self, cut: Cut) -> Rule:
        """The rule behind a cut, with the nodes that justify it, or the cells of the board to look
        at."""
        nodes = [cell_at(number, self.puzzle.cols + 1) for number in cut.inside]
        if self._for_people:
            slots = (self.fact(literal).slot for literal in cut.clause)
            ends = (
                cell for slot in slots for cell in ((slot,) if isinstance(slot, Cell) else slot)
            )
            nodes = [cell for cell in dict.fromkeys(ends) if is_inside(cell, *self._size)]
        return Rule(cut.code, tuple(nodes), cut.clues)

    def redundant_clauses(self, first: int, budget: Budget) -> Iterator[Iterable[Clause]]:
        """Yield the clauses that help the search, where they are not among the others already, and
        rest on no clue."""
        for instance in self._lazy if self._for_people else ():
            if instance.constraint.help_needs_clues:
                continue
            clauses, extra = instance.constraint.helpful_clauses(first, {})
            first += extra
            yield clauses

    def loop_hints(self, known: Sequence[int]) -> Callable[[Sequence[int]], list[Cut]]:
        """Return the hints of lazy constraints: loops about to close, parts about to be cut off."""
        facts = range(-self.fact_count, self.fact_count + 1)
        values = self._values(each for each in known if each in facts)

        hinters = [(each, each.constraint.hinter(values)) for each in self._lazy]

        def find_cuts(more: Sequence[int]) -> list[Cut]:
            new = [each for each in more if each in facts and not values[each]]
            return [self._cut(each, cut) for each, hints in hinters for cut in hints(new)]

        return find_cuts


def cut_holds(
    rules: Rules, puzzle: GridPuzzle, inside: frozenset[Cell], facts: frozenset[Fact]
) -> bool:
    """Return True if a rule justifies "one of these facts holds" by a set of nodes."""
    clause = [puzzle.layout.literal(fact) for fact in facts]
    if None in clause:
        return False
    literals = [each for each in clause if each is not None]
    lazy = (each.constraint for each in rules.of(puzzle) if each.constraint.is_lazy)
    return any(constraint.cut_holds(inside, literals) for constraint in lazy)
