"""Patterns, then SAT: L. Vialls, "Yajilin Puzzle Dissertation" (2016), section 5.4.

The thesis' proposal for what it had no time to do: what its heuristics find is given to its
SAT solver, to leave fewer models to look through. Here the five patterns of chapter 3 (`patterns/`)
are used until none of them concludes anything, and all they know then, shaded and open cells,
lines and blocked edges, is added to the formula of section 4.2 (`six_state.py`) as clauses of one
literal. The patterns are sound (`patterns/five.py`), so no answer is lost. If they fill the board
or contradict themselves, no SAT solver is asked.

`loop-clauses` is that formula's option: the other half of the proposal, a single loop in clauses.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from itertools import chain

from enpitsu.kind import Clause, Kind, Search, Task
from enpitsu.kinds.yajilin.board import YajilinBoard
from enpitsu.kinds.yajilin.engines.engine_formula import search_models
from enpitsu.kinds.yajilin.engines.patterns import accepted
from enpitsu.kinds.yajilin.engines.patterns.pattern_search import Effort, begin
from enpitsu.kinds.yajilin.engines.patterns.pattern_sheet import PatternSheet
from enpitsu.kinds.yajilin.engines.six_state import SixState
from enpitsu.kinds.yajilin.model import Yajilin
from enpitsu.limits import Budget
from enpitsu.position import EMPTY, Fact
from enpitsu.sat.backend import AUTO


class Helped(SixState):
    """The six-state formula with what the patterns found as clauses of one literal."""

    def __init__(self, puzzle: Yajilin, options: Set[str], found: Iterable[Fact] | None) -> None:
        super().__init__(puzzle, options)
        self._found = None if found is None else tuple(found)

    def clauses(self, budget: Budget) -> Iterator[Clause]:
        """The formula; the empty clause where the patterns contradict themselves."""
        yield from super().clauses(budget)
        if self._found is None:
            yield ()
        else:
            yield from chain.from_iterable(map(self.given, self._found))


def formula(puzzle: Yajilin, options: frozenset[str], budget: Budget) -> Helped:
    """The six-state formula with what the patterns find."""
    sheet = PatternSheet(puzzle, budget)
    is_possible = begin(sheet, EMPTY, Effort(Task(EMPTY, 1, budget, AUTO)))
    return Helped(puzzle, options, sheet.facts() if is_possible else None)


def search(kind: Kind[Yajilin], puzzle: Yajilin, task: Task) -> Search:
    """The five patterns, then the six-state formula with what they found."""
    if task.given:
        YajilinBoard(puzzle).place(task.given)  # refuses what does not fit
    effort = Effort(task)
    sheet = PatternSheet(puzzle, task.budget)
    if not begin(sheet, task.given, effort):
        return Search([], True, None, effort.stats)
    if sheet.is_finished:
        return Search.collect(accepted(sheet), task, effort.stats)
    helped = Helped(puzzle, task.options, sheet.facts())
    found = search_models(helped, task._replace(given=EMPTY))
    found.stats.details = {**found.stats.details, "deductions": effort.counts["deductions"]}
    return found
