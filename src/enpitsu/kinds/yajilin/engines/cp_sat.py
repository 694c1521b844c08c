"""Yajilin as OR-tools' solver CP-SAT takes it: as one circuit constraint. It follows no document:
it stands beside the encodings of the others as what is taken off the shelf today.

Variables: for each playable cell an arc from the cell to itself, true if it is shaded; for each
edge between playable cells two arcs, one each way; where shaded cells must lie outside the loop, a
variable for each corner between four cells, true if the corner lies inside.

Constraints: the true arcs form one circuit through all nodes but those with a true arc to
themselves (add_circuit). No two cells side by side are shaded. Never both arcs of an edge, as there
and back is a circuit too. For each clue that counts a sum. Corners side by side are both inside or
both outside unless the edge between them is a line; those on the border are outside, and those of
a shaded cell too.

add_circuit also holds if every node has its arc to itself. That is no answer, and never happens
where there is an edge, because one of its cells is not shaded.

The loop is walked to the right from its first cell in reading order, so that each solution is one
assignment of all variables (docs/yajilin-engines.md has the proof).

It has one worker and a fixed seed, and two settings are not its own: it does without linear
relaxations, which say little about loops, and without presolve. Both cost more than they save
(docs/solving.md has the figures). Besides, presolve looks up rarely: on a board of 300x300 cells it
goes on for seconds after it has been told to stop, without it that is one or two at most. The
solver works in a thread of its own, which lets other threads run, and is told to stop when a limit
is reached.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import closing, suppress
from itertools import product
from queue import Empty, SimpleQueue
from typing import Any

from enpitsu import extras
from enpitsu.errors import LimitReached, PuzzleError
from enpitsu.grid import Cell, bit_set
from enpitsu.kind import Board as AnyBoard
from enpitsu.kind import Kind, Search, Stats, Task
from enpitsu.kinds.yajilin.board import YajilinBoard
from enpitsu.kinds.yajilin.engines.terrain import Terrain
from enpitsu.kinds.yajilin.model import Yajilin
from enpitsu.limits import Budget
from enpitsu.position import Fact

SEED = 1
SETTINGS: dict[str, Any] = {"linearization_level": 0, "cp_model_presolve": False}
"""Where the solver is not left to its own settings (`bench/cp_sat.py` compares)."""
PAUSE = 0.05  # seconds between two looks at the limits while the solver works
CELLS_A_LOOK = 1000  # cells that are written down between two looks at the limits
MEGABYTES_A_CELL = 0.01
"""About what a model and its solver need, measured on large boards without clues."""
MOST_TERMS = 10_000_000  # terms of all clues' sums together; beyond that they would not fit

Literal = Any
"""A variable of the solver, or the denial of one."""
Arc = tuple[int, int]


def search(kind: Kind[Yajilin], puzzle: Yajilin, task: Task) -> Search:
    """Ask CP-SAT for one circuit after another."""
    library = load_library()
    if task.given:
        YajilinBoard(puzzle).place(task.given)  # refuses what does not fit
    stats = Stats()
    return Search.collect(_boards(library, puzzle, task, stats), task, stats)


def load_library(_: str = "") -> Any:
    """OR-tools' module, loaded when it is first needed; BackendMissing if it is not there."""
    return extras.load("ortools.sat.python.cp_model", "the engine cp-sat", "cpsat")


def _boards(
    library: Any, puzzle: Yajilin, task: Task, stats: Stats
) -> Generator[AnyBoard, None, None]:
    task.budget.check()
    terrain = Terrain(puzzle)
    start = terrain.first
    if start is None:
        return
    circuit = Circuit(library, terrain)
    try:
        circuit.write(start, task.given, task.budget)
        with closing(Enumeration(library, circuit, task, stats).circuits()) as circuits:
            for arcs in circuits:
                yield _answer(terrain, arcs)
    finally:
        stats.variables, stats.clauses = circuit.variables, circuit.constraints


def _answer(terrain: Terrain, arcs: Iterable[Arc]) -> YajilinBoard:
    board = YajilinBoard(terrain.puzzle)
    pairs = [(min(arc), max(arc)) for arc in arcs]
    board.lines_right = bit_set([at for at, there in pairs if there == at + 1])
    board.lines_down = bit_set([at for at, there in pairs if there != at + 1])
    board.shaded = board.layout.playable & ~board.on_line()
    return board


class Circuit:
    """The model that the solver is given, and its variables by cells."""

    def __init__(self, library: Any, terrain: Terrain) -> None:
        self.terrain = terrain
        self.model = library.CpModel()
        self._sum = library.LinearExpr.sum
        self.shaded: dict[int, Literal] = {}
        self.arcs: dict[Arc, Literal] = {}
        self.inside: dict[Cell, Literal] = {}
        self.variables = 0
        self.constraints = 0

    def write(self, start: int, given: Iterable[Fact], budget: Budget) -> None:
        """Write down everything, with a look at the limits now and then."""
        terrain = self.terrain
        budget.reserve(terrain.size * MEGABYTES_A_CELL)
        self._write_cells(budget)
        shaded = self.shaded[start]
        self._clause((shaded, self.arcs[start, start + 1]))
        if terrain.can_be_first(start + 1):
            self._clause((~shaded, self.arcs[start + 1, start + 2]))
        else:
            self._clause((~shaded,))
        counts = terrain.counts
        if sum(len(count.cells) for count in counts) > MOST_TERMS:
            raise LimitReached("memory")
        for count in counts:
            budget.check()
            seen = [self.shaded[at] for at in count.cells if at in self.shaded]
            self.constraints += 1
            # Numbers of many digits are more than the solver takes; one too many says as much.
            self.model.add(self._sum(seen) == min(count.number, len(seen) + 1))
        if terrain.puzzle.outside:
            self._write_sides(budget)
        for slot, _, holds in given:
            if isinstance(slot, Cell):
                shaded = self.shaded[terrain.number(slot)]
                self._clause((shaded if holds else ~shaded,))
                continue
            a, b = map(terrain.number, slot)
            arcs = [self.arcs[arc] for arc in ((a, b), (b, a)) if arc in self.arcs]
            if holds:
                self._clause([*arcs, False])
            else:
                for arc in arcs:
                    self._clause((~arc,))

    def _variable(self) -> Literal:
        self.variables += 1
        return self.model.new_bool_var("")

    def _clause(self, literals: Iterable[Literal]) -> None:
        self.constraints += 1
        self.model.add_bool_or(list(literals))

    def _cells(self, budget: Budget) -> Iterator[int]:
        """The playable cells."""
        for at, is_playable in enumerate(self.terrain.is_playable):
            if at % CELLS_A_LOOK == 0:
                budget.check()
            if is_playable:
                yield at

    def _write_cells(self, budget: Budget) -> None:
        for at in self._cells(budget):
            self.shaded[at] = self._variable()
        for at in self._cells(budget):
            for there in self.terrain.onwards(at):
                forth = self.arcs[at, there] = self._variable()
                back = self.arcs[there, at] = self._variable()
                self._clause((~forth, ~back))
                self._clause((~self.shaded[at], ~self.shaded[there]))
        self.constraints += 1
        loops = [(at, at, literal) for at, literal in self.shaded.items()]
        self.model.add_circuit(loops + [(*arc, literal) for arc, literal in self.arcs.items()])

    def _write_sides(self, budget: Budget) -> None:
        """Going from corner to corner between two cells changes sides if a line is crossed: of
        the two corners and the two arcs an even number is true. A corner is named by the cell at
        its upper left."""
        terrain = self.terrain
        for row in range(terrain.rows - 1):
            budget.check()
            for col in range(terrain.cols - 1):
                self.inside[Cell(row, col)] = self._variable()
        for row in range(terrain.rows):
            budget.check()
            for col in range(terrain.cols):
                cell = Cell(row, col)
                at = terrain.number(cell)
                self._write_even(cell, Cell(row - 1, col), at, at + 1)
                self._write_even(cell, Cell(row, col - 1), at, at + terrain.cols)
        for at in self._cells(budget):
            row, col = terrain.cell(at)
            for down, right in product((-1, 0), repeat=2):
                corner = Cell(row + down, col + right)
                if corner in self.inside:
                    self._clause((~self.shaded[at], ~self.inside[corner]))

    def _write_even(self, corner: Cell, other: Cell, at: int, there: int) -> None:
        corners = [self.inside[each] for each in (corner, other) if each in self.inside]
        arcs = [self.arcs[arc] for arc in ((at, there), (there, at)) if arc in self.arcs]
        self.constraints += 1
        self.model.add_bool_xor([*corners, *arcs, True])


class Enumeration:
    """The solver at work: one circuit after another, as far as the limits let it."""

    def __init__(self, library: Any, circuit: Circuit, task: Task, stats: Stats) -> None:
        self._library, self._circuit = library, circuit
        self._wanted, self._budget, self._stats = task.wanted, task.budget, stats
        self._found: SimpleQueue[list[Arc] | None] = SimpleQueue()
        self._count = 0
        self._solver = library.CpSolver()
        settings = self._solver.parameters
        settings.num_workers = 1
        settings.random_seed = SEED
        settings.enumerate_all_solutions = True
        for name, value in SETTINGS.items():
            setattr(settings, name, value)
        settings.catch_sigint_signal = False
        if self._budget.conflicts is not None:
            settings.max_number_of_conflicts = self._budget.conflicts

    def circuits(self) -> Generator[list[Arc], None, None]:
        """Each circuit as its arcs; LimitReached unless the search comes to its end."""
        self._budget.check()
        if self._has_too_many(0):
            raise LimitReached("conflicts")
        # The solver tells its solutions to an object whose class derives from one of the library's.
        bases = (self._library.CpSolverSolutionCallback,)
        methods = {"on_solution_callback": lambda listener: self._hear(listener)}
        listener = type("Listener", bases, methods)()
        with ThreadPoolExecutor(1) as pool:
            ended = pool.submit(self._solver.solve, self._circuit.model, listener)
            ended.add_done_callback(lambda _: self._found.put(None))
            try:
                while (arcs := self._next()) is not None:
                    yield arcs
            finally:
                self._stop(ended)
        status = ended.result()
        if self._has_too_many(self._stats.conflicts):
            raise LimitReached("conflicts")
        if status == self._library.MODEL_INVALID:
            raise PuzzleError(f"CP-SAT refuses the model: {self._solver.solution_info()}")
        if status not in (self._library.OPTIMAL, self._library.INFEASIBLE):
            raise LimitReached("memory")  # The only other limit that it has, one of its own.

    def _hear(self, listener: Any) -> None:
        """Take a solution. The solver is stopped here rather than by whoever waits for it, so that
        the same question always costs the same; its limit on conflicts begins anew."""
        arcs = self._circuit.arcs.items()
        self._found.put([arc for arc, literal in arcs if listener.boolean_value(literal)])
        self._count += 1
        if self._count == self._wanted or self._has_too_many(listener.num_conflicts):
            listener.stop_search()

    def _has_too_many(self, conflicts: int) -> bool:
        most = self._budget.conflicts
        return most is not None and conflicts >= most

    def _next(self) -> list[Arc] | None:
        """The next circuit, None behind the last."""
        while True:
            self._budget.check()
            with suppress(Empty):
                return self._found.get(timeout=PAUSE)

    def _stop(self, ended: Future[Any]) -> None:
        while not ended.done():
            # It hears nothing before it has begun, so it is told more than once.
            self._solver.stop_search()
            wait([ended], PAUSE)
        if ended.exception() is None:
            self._stats.conflicts = self._solver.num_conflicts
            self._stats.details = {
                "branches": self._solver.num_branches,
                "booleans": self._solver.num_booleans,
            }
