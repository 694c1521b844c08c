"""Limits, cancel, statuses and statistics of solving; and the solver adapter."""

from __future__ import annotations

import json
import pickle
import random
import sys
import threading
from collections.abc import Generator, Iterable, Iterator, Sequence
from itertools import combinations
from typing import Any

import pytest
from click.testing import CliRunner

import enpitsu
from enpitsu.cli import main
from enpitsu.errors import BackendMissing, FormatError, LimitReached, PuzzleError, WrongSolution
from enpitsu.grid import Cell, Direction
from enpitsu.kind import (
    DEDUCTIONS,
    Board,
    Clause,
    Encoding,
    Kind,
    Model,
    Rule,
    Search,
    Stats,
    Task,
)
from enpitsu.kinds.nonogram.model import Nonogram, Run, from_picture
from enpitsu.kinds.yajilin.model import Clue, Yajilin
from enpitsu.limits import NO_LIMITS, Budget, Limits
from enpitsu.position import EMPTY, Fact, Position
from enpitsu.registry import find_kind
from enpitsu.sat.backend import BACKENDS, Solver, refutation_trace
from enpitsu.sat.search import find_forced, find_solutions, sat_search

UNIQUE = "yajilin/5/5/m32j10"
IN_PROCESS = [name for name, each in BACKENDS.items() if each.in_process]
"""The others are tried in test_backends.py."""


class _Named:
    """A board that is nothing but its facts."""

    puzzle = None

    def __init__(self, facts: list[Fact]) -> None:
        self._facts = facts

    def place(self, facts: Iterable[Fact]) -> None:
        self._facts += facts

    def facts(self) -> Iterator[Fact]:
        return iter(self._facts)

    def answer(self) -> Iterator[Fact]:
        return (fact for fact in self._facts if fact.holds)

    def settle(self, budget: Budget) -> bool:
        return True


class Free(Encoding):
    """Any clauses as an encoding: fact variable n is the cell in column n."""

    def __init__(self, fact_count: int, clauses: Sequence[Clause]) -> None:
        self.fact_count = fact_count
        self._clauses = clauses

    @property
    def variables(self) -> int:
        return self.fact_count

    def batches(self, budget: Budget) -> Iterator[Sequence[Clause]]:
        yield self._clauses

    def rules(self) -> Iterator[Rule]:
        yield Rule("any", ())

    def fact(self, literal: int) -> Fact:
        return Fact(Cell(0, abs(literal) - 1), "shaded", literal > 0)

    def literal(self, fact: Fact) -> int | None:
        return None

    def known(self) -> Iterator[Fact]:
        return iter(())

    def decode(self, model: Model) -> Board:
        return _Named([self.fact(literal) for literal in model[: self.fact_count]])


OPEN = "yajilin/8/8/zzl"


def pigeons(holes: int) -> list[list[int]]:
    """One pigeon too many for the holes: no model, and long to refute."""
    sits = [[pigeon * holes + hole + 1 for hole in range(holes)] for pigeon in range(holes + 1)]
    apart = [
        [-a[hole], -b[hole]] for hole in range(holes) for a, b in combinations(sits, 2)
    ]  # fmt: skip
    return sits + apart


def test_statuses() -> None:
    assert enpitsu.solve(enpitsu.parse(UNIQUE)).status == "unique"
    assert enpitsu.solve(enpitsu.parse(OPEN)).status == "multiple"
    assert enpitsu.solve(enpitsu.parse("yajilin/1/1/a")).status == "none"
    one = enpitsu.solve(enpitsu.parse(UNIQUE), solutions=1)
    assert (one.status, len(one.solutions), one.reached) == ("unknown", 1, None)


def test_first_n_and_all_solutions() -> None:
    puzzle = enpitsu.parse("yajilin/4/4/p")
    everything = enpitsu.solve(puzzle, solutions=None)
    assert len(everything.solutions) == len(set(everything.solutions)) > 5
    assert len(enpitsu.solve(puzzle, solutions=5).solutions) == 5
    more = enpitsu.solve(puzzle, solutions=10_000)
    assert set(more.solutions) == set(everything.solutions)


def test_statistics_tell_what_was_done() -> None:
    stats = enpitsu.solve(enpitsu.parse(OPEN)).stats
    assert (stats.engine, stats.backend) == ("sat", "minisat22")
    assert stats.variables > 100
    assert stats.clauses > 100
    assert stats.seconds > 0


@pytest.mark.parametrize("call", ["solve", "forced"])
def test_time_limit_is_a_result(call: str) -> None:
    limits = Limits(seconds=0)
    result = getattr(enpitsu, call)(enpitsu.parse(OPEN), limits=limits)
    assert (result.status, result.reached) == ("unknown", "time")


def test_all_solutions_of_a_large_board_stop_in_time() -> None:
    puzzle = find_kind("yajilin").blank(30, 30)
    result = enpitsu.solve(puzzle, solutions=None, limits=Limits(seconds=1))
    assert result.reached == "time"
    assert result.status in ("multiple", "unknown")


@pytest.mark.parametrize("backend", IN_PROCESS)
def test_hard_formulas_stop_at_every_limit(backend: str) -> None:
    """On a formula that runs for minutes, each limit ends the solver."""
    for limits, reason in (
        (Limits(seconds=0.2), "time"),
        (Limits(memory=1), "memory"),
    ):
        with Solver(backend) as solver:
            solver.add_all(pigeons(11))
            with pytest.raises(LimitReached, match=reason):
                solver.solve(limits.start())


@pytest.mark.parametrize("backend", IN_PROCESS)
def test_cancel_from_another_thread(backend: str) -> None:
    cancel = threading.Event()
    timer = threading.Timer(0.2, cancel.set)
    timer.start()
    with Solver(backend) as solver:
        solver.add_all(pigeons(11))
        with pytest.raises(LimitReached, match="cancelled"):
            solver.solve(Limits(cancel=cancel, seconds=60).start())
    timer.join()


def test_cancel_while_finding_all_solutions() -> None:
    cancel = threading.Event()
    threading.Timer(0.2, cancel.set).start()
    limits = Limits(cancel=cancel, seconds=60)
    result = enpitsu.solve(enpitsu.parse("yajilin/12/12/" + "z" * 6), solutions=None, limits=limits)
    assert result.reached == "cancelled"


def test_a_conflict_limit_is_a_result() -> None:
    rng = random.Random(3)
    body = "".join(rng.choice("abcz") for _ in range(60))
    result = enpitsu.solve(
        enpitsu.parse(f"yajilin/30/30/{body}"),
        solutions=None,
        limits=Limits(conflicts=1, seconds=60),
    )
    assert result.reached == "conflicts"


def test_conflict_limits_hold_across_the_change_of_solvers() -> None:
    """The second solver gets only what the first one has left."""
    limits = Limits(conflicts=Free.patience + 500)
    task = Task(EMPTY, 1, limits.start(), "auto")
    found = find_solutions(Free(0, pigeons(11)), task)
    assert (found.complete, found.reached) == (False, "conflicts")
    assert found.stats.backend == "minisat22+maplechrono"
    assert found.stats.conflicts <= Free.patience + 500 + 250, "a slice of the second may overshoot"


@pytest.mark.parametrize("backend", IN_PROCESS)
def test_a_solver_forgets_an_earlier_limit(backend: str) -> None:
    budget = NO_LIMITS.start()
    with Solver(backend) as solver:
        solver.add_all(pigeons(6))
        assert solver.solve(budget, most_conflicts=1) is None
        assert solver.solve(budget) is False


@pytest.mark.parametrize("backend", ["auto", *IN_PROCESS])
def test_facts_that_no_clause_mentions_are_free(backend: str) -> None:
    task = Task(EMPTY, None, NO_LIMITS.start(), backend)
    found = find_solutions(Free(3, [(1,)]), task)
    assert found.complete
    assert len({frozenset(board.answer()) for board in found.boards}) == 4
    assert find_forced(Free(3, [(1,)]), NO_LIMITS.start(), backend) == {1}


def test_a_large_counter_keeps_to_the_limits() -> None:
    clue = (Cell(0, 0), Clue(Direction.RIGHT, 700))
    result = enpitsu.solve(Yajilin(4, 4000, (clue,)), limits=Limits(seconds=0.3))
    assert (result.status, result.reached) == ("unknown", "time")


def test_what_was_found_before_a_limit_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each solution is checked when it is found, so none is lost when time runs out."""
    module = sys.modules["enpitsu.solve"]
    cancel = threading.Event()

    def search_and_cancel(kind: Kind[Any], puzzle: Any, task: Task) -> Search:
        boards = sat_search(kind, puzzle, task._replace(wanted=3)).boards

        def found() -> Generator[Any, None, None]:
            yield from boards
            cancel.set()
            task.budget.check()

        return Search.collect(found(), task, Stats())

    engine = find_kind("yajilin").engines[0]._replace(search=search_and_cancel)
    monkeypatch.setattr(module, "find_engine", lambda kind, name: (engine, frozenset()))
    limits = Limits(cancel=cancel)
    result = enpitsu.solve(enpitsu.parse("yajilin/5/5/y"), solutions=None, limits=limits)
    assert (len(result.solutions), result.reached) == (3, "cancelled")
    assert result.status == "multiple"


def test_a_search_without_conflicts_gets_on() -> None:
    """A solver that is stopped before it has learnt anything must not start over for ever."""
    one = (Run(1),)
    puzzle = Nonogram((one * 25,) * 100, (one * 25,) * 100)
    result = enpitsu.solve(puzzle, solutions=1)
    assert len(result.solutions) == 1


def test_the_same_search_twice() -> None:
    """Nothing depends on how quick the machine is at the moment."""
    rng = random.Random(3)
    rows = [[0 if rng.random() < 0.4 else None for _ in range(22)] for _ in range(22)]
    puzzle = from_picture(rows)
    first, second = (enpitsu.solve(puzzle, solutions=5) for _ in range(2))
    assert first.stats.conflicts == second.stats.conflicts > 0
    assert first.solutions == second.solutions


def test_forced_facts_behave_like_a_set() -> None:
    found = enpitsu.forced(enpitsu.parse(UNIQUE))
    some = next(iter(found))
    assert found & {some} == {some}
    assert len(found | {some}) == len(found)


def test_errors_survive_the_way_between_processes() -> None:
    for error in (BackendMissing("Drawing", "image"), FormatError("bad", line=2, cell="r1c1")):
        again = pickle.loads(pickle.dumps(error))
        assert (type(again), str(again)) == (type(error), str(error))


@pytest.mark.parametrize("most", [0, 5, 100])
def test_conflict_limits_hold_from_call_to_call(most: int) -> None:
    """Many short searches together keep to the limit too."""
    puzzle = find_kind("yajilin").blank(6, 6)
    result = enpitsu.solve(puzzle, solutions=None, limits=Limits(conflicts=most))
    assert result.reached == "conflicts"
    assert result.stats.conflicts <= most + 1


def test_wrong_limits_are_refused() -> None:
    for wrong in ({"seconds": float("nan")}, {"seconds": -1}, {"memory": -5}):
        with pytest.raises(PuzzleError):
            Limits(**wrong)


def test_wrong_wishes_are_refused() -> None:
    puzzle = enpitsu.parse(UNIQUE)
    for wish in ({"engine": "magic"}, {"backend": "magic"}, {"solutions": 0}):
        with pytest.raises(PuzzleError):
            enpitsu.solve(puzzle, **wish)
    with pytest.raises(PuzzleError, match="magic"):
        enpitsu.check(puzzle, enpitsu.Position(), rules="magic")


def test_a_wrong_engine_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """A solution that the rules reject is never handed on."""
    puzzle = enpitsu.parse(UNIQUE)
    kind = find_kind(puzzle.kind)

    def lie(kind: Kind[Any], puzzle: object, task: Task) -> Search:
        return Search([kind.board(puzzle)], True, None, Stats())

    lying = kind.engines[0]._replace(search=lie)
    module = sys.modules["enpitsu.solve"]
    monkeypatch.setattr(module, "find_engine", lambda kind, name: (lying, frozenset()))
    with pytest.raises(WrongSolution):
        enpitsu.solve(puzzle)


def test_what_an_engine_had_decided_when_it_gave_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is told as it is, in the command line too, and is no solution."""
    path = "https://puzz.link/p?" + UNIQUE
    puzzle = enpitsu.parse(path)
    kind = find_kind(puzzle.kind)
    known = Position.of(sorted(enpitsu.forced(puzzle), key=str)[:3])

    def give_up(kind: Kind[Any], puzzle: object, task: Task) -> Search:
        stats = Stats(details={"looks": 12345, "share": 0.25})
        return Search([], False, DEDUCTIONS, stats, known)

    modest = kind.engines[0]._replace(name="modest", search=give_up)
    module = sys.modules["enpitsu.solve"]
    monkeypatch.setattr(module, "find_engine", lambda kind, name: (modest, frozenset()))
    result = enpitsu.solve(puzzle)
    assert (result.status, result.reached, result.solutions) == ("unknown", DEDUCTIONS, [])
    assert result.partial == known
    shown = CliRunner().invoke(main, ["solve", path, "--stats"])
    assert shown.exit_code == 3
    assert "unknown (this engine's deductions end here)" in shown.stdout
    assert "Not a solution: the 3 facts that modest has decided." in shown.stdout
    assert str(enpitsu.render(puzzle, known, "text")).rstrip() in shown.stdout
    assert shown.stdout.endswith("  modest\n  looks      12,345\n  share        0.25\n\n")
    row = CliRunner().invoke(main, ["solve", path, "--stats", "--no-show"]).stdout
    assert "Not a solution" not in row
    assert "  looks      12,345\n" in row
    data = json.loads(CliRunner().invoke(main, ["solve", path, "--json"]).stdout)
    assert data["partial"] == list(map(str, known))
    assert data["stats"]["details"] == {"looks": 12345, "share": 0.25}


def test_a_trace_only_for_what_has_no_model() -> None:
    budget = NO_LIMITS.start()
    assert refutation_trace([[1], [2, -1]], budget) is None
    assert refutation_trace(pigeons(4), budget)
