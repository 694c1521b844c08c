"""Limits, cancel, statuses and statistics of solving; and the solver adapter."""

from __future__ import annotations

import random
import sys
import threading
from itertools import combinations

import pytest

import enpitsu
from enpitsu.errors import PuzzleError
from enpitsu.kind import Search, Stats, Task
from enpitsu.limits import NO_LIMITS, LimitReached, Limits
from enpitsu.registry import find_kind
from enpitsu.sat.backend import BACKENDS, Solver, refutation_trace
from enpitsu.solve import WrongSolution

UNIQUE = "yajilin/5/5/m32j10"
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


@pytest.mark.parametrize("backend", BACKENDS)
def test_hard_formulas_stop_at_every_limit(backend: str) -> None:
    """On a formula that runs for minutes, each limit ends the solver soon."""
    for limits, reason in (
        (Limits(seconds=0.2), "time"),
        (Limits(conflicts=300), "conflicts"),
        (Limits(memory=1), "memory"),
    ):
        with Solver(backend) as solver:
            solver.add_all(pigeons(11))
            with pytest.raises(LimitReached, match=reason):
                solver.solve(limits.start())


@pytest.mark.parametrize("backend", BACKENDS)
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

    def lie(puzzle: object, task: Task) -> Search:
        return Search([kind.board(puzzle)], True, None, Stats())

    lying = kind.engines[0]._replace(search=lie)
    module = sys.modules["enpitsu.solve"]
    monkeypatch.setattr(module, "_find_engine", lambda kind, name: lying)
    with pytest.raises(WrongSolution):
        enpitsu.solve(puzzle)


def test_a_trace_only_for_what_has_no_model() -> None:
    budget = NO_LIMITS.start()
    assert refutation_trace([[1], [2, -1]], budget) is None
    assert refutation_trace(pigeons(4), budget)
