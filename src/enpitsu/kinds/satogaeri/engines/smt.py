"""Satogaeri by an SMT solver, in the way of a bachelor thesis (see ../smtlib.py).

The solver is told exactly what `enpitsu export --smtlib` writes, then what the position says, and
asked again after each solution with its ends forbidden. Where it says "unknown", so does the
result. cvc5 and z3 come as packages; any program will do (see smt_program.py).

It runs in a process of its own, which can be ended at any time: within one, cvc5 works for seconds
on large boards without listening, neither to a limit of its own nor to another thread.
"""

from __future__ import annotations

import re
import signal
from collections.abc import Callable, Generator, Iterable
from importlib.util import find_spec
from itertools import chain, pairwise
from pathlib import Path

from enpitsu import extras
from enpitsu.errors import LimitReached, PuzzleError
from enpitsu.grid import Cell, cells, edge, is_inside
from enpitsu.kind import PROGRAM as ANY_PROGRAM
from enpitsu.kind import Board as AnyBoard
from enpitsu.kind import Kind, Search, Stats, Task
from enpitsu.kinds.satogaeri import smtlib
from enpitsu.kinds.satogaeri.board import HOME, LINE, SatogaeriBoard
from enpitsu.kinds.satogaeri.engines.smt_process import END, SOLVERS
from enpitsu.kinds.satogaeri.engines.smt_program import SmtProgram
from enpitsu.kinds.satogaeri.model import Satogaeri
from enpitsu.limits import Budget
from enpitsu.position import Fact
from enpitsu.sat.backend import AUTO
from enpitsu.sat.child import CHUNK, Child

PROGRAM = Path(__file__).with_name("smt_process.py")

STATISTIC = re.compile(r'(?:\("([^"]+)"|:([\w-]+))\s+(\d+(?:\.\d+)?)(ms)?(?=[\s)])')
"""One of the solver's statistics: ("sat::conflicts" 12) in cvc5's answer, :conflicts 12 in z3's."""


def search(kind: Kind[Satogaeri], puzzle: Satogaeri, task: Task) -> Search:
    """Ask an SMT solver for one solution after another."""
    board = SatogaeriBoard(puzzle)
    board.place(task.given)
    stats = Stats(backend=task.backend, variables=2 * puzzle.rows * puzzle.cols)
    if task.backend.startswith(ANY_PROGRAM):
        program = SmtProgram(task.backend.removeprefix(ANY_PROGRAM), task.budget)
        return Search.collect(_boards_by_program(program, board, task.budget, stats), task, stats)
    stats.backend = installed_solver(task.backend)
    return Search.collect(_boards(stats.backend, board, task.budget, stats), task, stats)


def prepare(backend: str) -> None:
    """BackendMissing if there is no such solver; a program of the user's is not looked for."""
    if not backend.startswith(ANY_PROGRAM):
        installed_solver(backend)


def installed_solver(wanted: str = AUTO) -> str:
    """The solver to use; BackendMissing if it is not there."""
    names = [*SOLVERS] if wanted == AUTO else [wanted]
    if found := next(filter(find_spec, names), None):
        return found
    extras.install("the engine smt", "z3" if wanted == "z3" else "smt")
    return names[0]


def _boards(
    name: str, given: SatogaeriBoard, budget: Budget, stats: Stats
) -> Generator[AnyBoard, None, None]:
    puzzle = given.puzzle
    said = chain(smtlib.statements(puzzle), smtlib.position_statements(given))
    with Dialogue(name, budget) as dialogue:
        dialogue.tell(_counted(smtlib.bound(said, budget), stats))
        while True:
            status = dialogue.ask(smtlib.CHECK)
            _note_statistics(dialogue.ask(smtlib.STATISTICS), budget, stats)
            if status not in ("sat", "unsat", "unknown"):
                raise dialogue.error(f"answers: {status[:200]}")
            if not _is_sat(status):
                return
            answer = dialogue.ask("\n".join(smtlib.questions(puzzle)))
            ends = _ends(puzzle, answer, dialogue.error)
            yield _answer(puzzle, ends)
            dialogue.tell(_counted([smtlib.forbid(ends)], stats))


def _boards_by_program(
    program: SmtProgram, given: SatogaeriBoard, budget: Budget, stats: Stats
) -> Generator[AnyBoard, None, None]:
    puzzle, found = given.puzzle, list[smtlib.Ends]()
    while True:
        stats.clauses = 0
        said = chain(
            smtlib.statements(puzzle),
            smtlib.position_statements(given),
            map(smtlib.forbid, found),
            [smtlib.CHECK, *smtlib.questions(puzzle), smtlib.STATISTICS],
        )
        status, rest = program.ask(smtlib.bound(_counted(said, stats), budget))
        _note_statistics(rest, budget, stats)
        if not _is_sat(status):
            return
        ends = _ends(puzzle, rest, program.error)
        if ends in found:
            raise program.error("gives a solution again that was forbidden")
        yield _answer(puzzle, ends)
        found.append(ends)


def _counted(lines: Iterable[str], stats: Stats) -> Generator[str, None, None]:
    for line in lines:
        stats.clauses += line.startswith("(assert")
        yield line


def _is_sat(answer: str) -> bool:
    if answer == "unknown":
        raise LimitReached("solver")
    return answer == "sat"


def _note_statistics(answer: str, budget: Budget, stats: Stats) -> None:
    stats.details = read_statistics(answer)
    stats.conflicts = int(next(filter(None, map(stats.details.get, CONFLICTS.values())), 0))
    if budget.conflicts is not None and stats.conflicts > budget.conflicts:
        raise LimitReached("conflicts")


CONFLICTS = {"cvc5": "sat::conflicts", "z3": "conflicts"}
"""The statistic that counts conflicts, by solver."""


def _ends(puzzle: Satogaeri, answer: str, error: Callable[[str], PuzzleError]) -> smtlib.Ends:
    """Return the circles' ends in a model; an error if it does not have one for each of them."""
    found = smtlib.read_ends(answer)
    for name, (start, _) in enumerate(puzzle.circles, 1):
        end = found.get(name)
        if end is None:
            raise error(f"does not say where the circle at {start} ends")
        is_straight = start.row == end.row or start.col == end.col
        if not (is_straight and is_inside(end, puzzle.rows, puzzle.cols)):
            raise error(f"has the circle at {start} end in {end}")
    return {name: found[name] for name in range(1, len(puzzle.circles) + 1)}


def read_statistics(answer: str) -> dict[str, float]:
    """The solver's statistics that are not 0; times are in seconds."""
    found = {}
    for quoted, plain, number, is_time in STATISTIC.findall(answer):
        value = float(number) / 1000 if is_time else float(number)
        if value:
            found[quoted or plain] = value
    return found


def _answer(puzzle: Satogaeri, ends: smtlib.Ends) -> SatogaeriBoard:
    board = SatogaeriBoard(puzzle)
    for name, (start, _) in enumerate(puzzle.circles, 1):
        (top, left), (bottom, right) = sorted((start, ends[name]))
        height, width = bottom - top + 1, right - left + 1
        track = [Cell(top + at.row, left + at.col) for at in cells(height, width)]
        board.place(Fact(edge(a, b), LINE) for a, b in pairwise(track))
        board.place([Fact(ends[name], HOME)])
    return board


class Dialogue(Child):
    """A solver in a process of its own that is told and asked things, under limits."""

    def __init__(self, name: str, budget: Budget) -> None:
        super().__init__(PROGRAM, [name], budget)
        self.name = name

    def tell(self, lines: Iterable[str]) -> None:
        """Say something that needs no answer."""
        for line in lines:
            self._unsaid += f"{line}\n".encode("ascii")
            if len(self._unsaid) > CHUNK:
                self.say()

    def ask(self, question: str) -> str:
        """Say something and wait for the answer."""
        self.tell([question, END.rstrip()])
        self.say()
        return self.hear_to(END.encode("ascii")).decode("utf-8", "replace").strip()

    def error(self, what: str) -> PuzzleError:
        """That it does something wrong."""
        return PuzzleError(f"the SMT solver {self.name} {what}")

    def _died(self, code: int) -> PuzzleError:
        if code == -signal.SIGKILL:
            return LimitReached("memory")  # No one but the system ends a process like this.
        return self.error("does not work here")
