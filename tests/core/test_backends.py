"""SAT back ends: what each can do, right answers, limits, processes that leave nothing behind."""

from __future__ import annotations

import gc
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import product
from pathlib import Path
from typing import Any

import pysat.solvers
import pytest
from click.testing import CliRunner

import enpitsu
from enpitsu.cli import main
from enpitsu.errors import LimitReached, NoWorkers, PuzzleError, WorkerDied
from enpitsu.kind import Clause
from enpitsu.limits import NO_LIMITS, Limits
from enpitsu.processes import resident_megabytes
from enpitsu.sat import backend as adapter
from enpitsu.sat import remote
from enpitsu.sat.abilities import KNOWN, Ability, Backend
from enpitsu.sat.backend import BACKENDS, Solver, check_backend
from enpitsu.sat.search import find_forced
from tests.cases import each_case
from tests.core.test_solve import UNIQUE, Free, pigeons
from tests.kinds.yajilin_brute import brute_solutions, random_puzzle

REMOTE = [name for name, each in BACKENDS.items() if not each.in_process]
A_FEW = [name for name in ("cadical195", "glucose4", "kissat", "lingeling") if name in BACKENDS]
"""One of each sort, where what is tried is how processes are dealt with."""
FREE = NO_LIMITS.start()


# --- right answers ------------------------------------------------------------------------------


def models(clauses: list[Clause], variables: int) -> set[tuple[int, ...]]:
    """All models, by trying everything."""
    signs = product((1, -1), repeat=variables)
    each = (tuple(sign * name for name, sign in enumerate(row, 1)) for row in signs)
    return {model for model in each if all(set(clause) & set(model) for clause in clauses)}


def random_clause(rng: random.Random, variables: int) -> Clause:
    return [
        rng.choice((1, -1)) * rng.randint(1, variables) for _ in range(rng.choice((1, 2, 3, 3)))
    ]


def full(model: Clause, variables: int) -> tuple[int, ...]:
    """A model with the variables that a solver does not speak of."""
    assert [abs(literal) for literal in model] == list(range(1, len(model) + 1))
    return (*model[:variables], *(-name for name in range(len(model) + 1, variables + 1)))


@each_case("name", BACKENDS)
def test_answers_are_those_of_trying_everything(name: str) -> None:
    """Clauses come in turn with questions, with assumptions and without."""
    rng, variables = random.Random(name), 6
    for has_wishes in (False, True):
        clauses: list[Clause] = []
        with Solver(name) as solver:
            for _ in range(10):
                new = [random_clause(rng, variables) for _ in range(2)]
                clauses += new
                solver.add_all(new)
                if has_wishes:
                    solver.prefer([rng.choice((1, -1)) * each for each in range(1, variables + 1)])
                left = models(clauses, variables)
                check_answer(solver, left, (), variables)
                some = rng.sample(range(1, variables + 1), rng.randint(1, variables))
                check_answer(solver, left, [rng.choice((1, -1)) * each for each in some], variables)
                check_refutation(solver, left, rng.choice((1, -1)) * rng.randint(1, variables))
            assert solver.clauses == len(clauses)


def check_answer(
    solver: Solver, left: set[tuple[int, ...]], assumptions: Clause, variables: int
) -> None:
    agreeing = {model for model in left if set(assumptions) <= set(model)}
    assert solver.solve(FREE, assumptions) is bool(agreeing)
    if agreeing:
        assert full(solver.model(), variables) in agreeing
    elif Ability.CORES in solver.abilities:
        core = set(solver.core())
        assert core <= set(assumptions)
        assert not any(core <= set(model) for model in left)


def check_refutation(solver: Solver, left: set[tuple[int, ...]], literal: int) -> None:
    if solver.refutes(literal):
        assert not any(literal in model for model in left)


@each_case("name", BACKENDS)
def test_all_models_one_after_another(name: str) -> None:
    clauses: list[Clause] = [(1, 2, 3), (-1, -2), (-2, -3, 4), (5, -4), (2, 2, -5, 1)]
    expected, found = models(clauses, 5), []
    with Solver(name) as solver:
        solver.add_all(clauses)
        while solver.solve(FREE):
            found.append(full(solver.model(), 5))
            solver.add([-literal for literal in found[-1]])
    assert len(found) == len(expected) > 5
    assert set(found) == expected


@each_case("name", BACKENDS)
def test_odd_formulas(name: str) -> None:
    """Nothing at all, variables with gaps, assumptions that no clause mentions, nothing left."""
    with Solver(name) as solver:
        assert solver.solve(FREE) is True
        for assumptions in ([11, -12], [12], [-11]):
            assert solver.solve(FREE, assumptions) is True
        solver.add((3, 70))
        solver.add((-3, 70))
        solver.add((5, -5))
        assert solver.solve(FREE, [-5, 90]) is True
        assert {-5, 70, 90} <= set(full(solver.model(), 90))
        solver.add((90, -91))
        solver.add((-90, -91))
        assert solver.solve(FREE, [91]) is False
        assert solver.solve(FREE) is True
        solver.add(())
        assert solver.solve(FREE) is False
        assert solver.solve(FREE, [1]) is False


BOARDS = {
    "unique": random_puzzle(random.Random(3), 3, 4),
    "multiple": random_puzzle(random.Random(4), 4, 4),
    "none": random_puzzle(random.Random(212), 4, 5),
}
"""None of them is decided before a solver is asked."""


@each_case("name", BACKENDS)
def test_every_backend_solves_puzzles(name: str) -> None:
    for status, puzzle in BOARDS.items():
        result = enpitsu.solve(puzzle, solutions=None, backend=name)
        assert (result.status, result.reached, result.stats.backend) == (status, None, name)
        assert {each.facts for each in result.solutions} == brute_solutions(puzzle)
        assert result.stats.variables > 9


@each_case("name", BACKENDS)
def test_every_backend_finds_what_is_forced(name: str) -> None:
    """Also those that cannot propagate alone, or start anew for each question."""
    puzzle = enpitsu.parse("yajilin/6/6/a21zb12d10h")
    assert enpitsu.forced(puzzle, backend=name) == enpitsu.forced(puzzle)
    clauses: list[Clause] = [(1, 2), (-1, 3), (-2, 3)]
    assert find_forced(Free(5, clauses), FREE, name) == {3}


# --- what each can do ---------------------------------------------------------------------------


def offers(solver: Any, what: str, *arguments: Any) -> bool:
    """Whether python-sat says that a solver has a method."""
    try:
        getattr(solver, what)(*arguments)
    except NotImplementedError:
        return False
    return True


def proves(backend: Backend) -> bool:
    kind = getattr(pysat.solvers, backend.solver)
    with suppress(NotImplementedError, TypeError):
        return offers(kind(bootstrap_with=[[1], [-1]], with_proof=True), "get_proof")
    return False


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@each_case("name", BACKENDS)
def test_no_more_is_claimed_than_there_is(name: str) -> None:
    backend = BACKENDS[name]
    solver = getattr(pysat.solvers, backend.solver)(bootstrap_with=[[1, 2], [-1, 2]])
    there = {
        Ability.PROPAGATION: offers(solver, "propagate", [1]),
        Ability.PHASES: offers(solver, "set_phases", [1]),
        Ability.CONFLICT_LIMIT: offers(solver, "conf_budget", 10),
        Ability.CONFLICTS: offers(solver, "accum_stats"),
        Ability.CORES: offers(solver, "get_core"),
        Ability.PROOFS: proves(backend),
    }
    for ability, is_there in there.items():
        assert is_there or ability not in backend.abilities, ability
    solver.delete()


@each_case("name", BACKENDS)
def test_preferences_are_heard(name: str) -> None:
    abilities = BACKENDS[name].abilities
    with Solver(name) as solver:
        solver.add((1, 2, 3))
        for wished in ([-1, -2, 3], [1, 2, -3]):
            solver.prefer(wished)
            assert solver.solve(FREE)
            assert Ability.PHASES not in abilities or list(solver.model()) == wished


@each_case("name", BACKENDS)
def test_propagation_and_cores_or_a_plain_refusal(name: str) -> None:
    abilities = BACKENDS[name].abilities
    with Solver(name) as solver:
        solver.add_all([(-1, 2), (-2, 3), (4, 5)])
        assert solver.solve(FREE, [1, -3, 4]) is False
        if Ability.CORES in abilities:
            assert set(solver.core()) == {1, -3}
        else:
            with pytest.raises(PuzzleError, match=f"{name} has no cores; these have: minisat22"):
                solver.core()
        if Ability.PROPAGATION in abilities:
            assert solver.propagate([1]) == (True, [1, 2, 3])
            assert solver.propagate([1, -3])[0] is False
        else:
            with pytest.raises(PuzzleError, match=f"{name} has no unit propagation"):
                solver.propagate([1])


def test_who_needs_an_ability_is_told_who_has_it() -> None:
    check_backend("auto", *Ability)
    check_backend("minisat22", Ability.CORES, Ability.PROPAGATION)
    with pytest.raises(PuzzleError) as error:
        check_backend("minisat22", Ability.CORES, Ability.PROOFS)
    told = str(error.value).partition("these have: ")[2].split(", ")
    assert told == [
        name for name, each in BACKENDS.items() if {Ability.CORES, Ability.PROOFS} <= each.abilities
    ]
    with pytest.raises(PuzzleError, match=r"unknown backend 'abacus'; known: auto, minisat22, "):
        check_backend("abacus", Ability.CORES)


def test_names_are_plain_and_there_is_each_once() -> None:
    names = [each.name for each in KNOWN]
    assert len(set(names)) == len(names) == len({each.solver for each in KNOWN})
    assert all(name == name.lower() and name.isascii() and " " not in name for name in names)
    assert list(BACKENDS)[:4] == ["minisat22", "minisat-gh", "maplechrono", "mergesat3"]
    assert [name for name, each in BACKENDS.items() if each.in_process] == list(BACKENDS)[:4]


def test_a_solver_that_is_not_installed_is_not_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    for backend in KNOWN:
        assert adapter._is_installed(backend) is (backend.name in BACKENDS)
    monkeypatch.delattr(pysat.solvers, "Cadical195")
    monkeypatch.setattr(pysat.solvers, "ergo_present", False, raising=False)
    there = {each.name for each in KNOWN if adapter._is_installed(each)}
    assert "minisat22" in there
    assert not there & {"cadical195", "ergo"}


def test_the_command_line_names_them() -> None:
    runner = CliRunner()
    told = " ".join(runner.invoke(main, ["solve", "--help"]).stdout.split())
    assert f"SAT solver: {', '.join(('auto', *BACKENDS))}; or SMT solver: cvc5, z3." in told
    result = runner.invoke(main, ["solve", UNIQUE, "--backend", REMOTE[0]])
    assert (result.exit_code, "unique" in result.stdout) == (0, True)
    assert runner.invoke(main, ["solve", UNIQUE, "--backend", "abacus"]).exit_code == 2


# --- limits -------------------------------------------------------------------------------------


@each_case("name", REMOTE)
def test_hard_formulas_stop_at_every_limit(name: str) -> None:
    """What one limit ended goes on in the process, and the next limit ends the waiting for it."""
    with Solver(name) as solver:
        solver.add_all(pigeons(12))
        with pytest.raises(LimitReached, match="memory"):
            solver.solve(Limits(memory=1).start())
        with pytest.raises(LimitReached, match="time"):
            solver.solve(Limits(seconds=0.2).start())
        cancel = threading.Event()
        timer = threading.Timer(0.1, cancel.set)
        timer.start()
        with pytest.raises(LimitReached, match="cancelled"):
            solver.solve(Limits(cancel=cancel, seconds=60).start())
        timer.join()


@each_case("name", REMOTE)
def test_limits_on_conflicts(name: str) -> None:
    """A limit is kept, or told afterwards; and it is forgotten with the next question."""
    with Solver(name) as solver:
        solver.add_all(pigeons(6))
        assert solver.solve(FREE, most_conflicts=1) is None
        assert solver.solve(FREE, most_conflicts=10**30) is False
        assert solver.solve(FREE) is False
        assert solver.conflicts > 0
        assert solver.solve(FREE, [1], solver.conflicts + 10**6) is False


@pytest.mark.parametrize("name", ["minisat22", "maplechrono"])
def test_a_limit_on_conflicts_may_be_huge(name: str) -> None:
    with Solver(name) as solver:
        solver.add_all(pigeons(4))
        assert solver.solve(FREE, most_conflicts=10**30) is False


@pytest.mark.parametrize("name", A_FEW)
def test_a_question_after_one_that_was_given_up(name: str) -> None:
    """The late answer to the first is not taken for one to the second."""
    with Solver(name) as solver:
        solver.add((1, 2))
        assert solver.solve(FREE) is True
        cancelled = threading.Event()
        cancelled.set()
        with pytest.raises(LimitReached, match="cancelled"):
            solver.solve(Limits(cancel=cancelled).start())
        assert solver.solve(FREE, [-1, -2]) is False
        solver.add((-1,))
        with pytest.raises(LimitReached, match="time"):
            solver.solve(Limits(seconds=0).start(), [-2])
        assert solver.solve(FREE) is True
        assert list(solver.model()) == [-1, 2]


@pytest.mark.parametrize("name", A_FEW)
def test_results_say_which_limit_was_reached(name: str) -> None:
    puzzle = enpitsu.parse("yajilin/14/14/" + "z" * 7)
    for limits, reason in (
        (Limits(seconds=0.3), "time"),
        (Limits(memory=resident_megabytes() + 2), "memory"),
    ):
        result = enpitsu.solve(puzzle, solutions=None, backend=name, limits=limits)
        assert result.reached == reason
    assert not children()


def test_the_memory_of_the_process_counts_while_it_is_told_clauses() -> None:
    """It would take hundreds of megabytes, none of them here."""
    budget = Limits(memory=resident_megabytes() + 100, seconds=120).start()
    many = ((-name, name + 1, name + 2) for name in range(1, 10_000_000))
    with Solver("glucose4", budget) as solver, pytest.raises(LimitReached, match="memory"):
        solver.add_all(many)
    assert resident_megabytes() < 4000


# --- processes ----------------------------------------------------------------------------------


def children() -> list[int]:
    """Processes of solvers that this one has started, as far as the system tells."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError, IndexError):
            parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            if parent == os.getpid() and b"remote_process" in (folder / "cmdline").read_bytes():
                found.append(int(folder.name))
    return found


def process_of(solver: Solver) -> subprocess.Popen[bytes]:
    assert solver._remote is not None
    return solver._remote._process


def leave() -> subprocess.Popen[bytes]:
    with Solver("glucose4") as solver:
        return process_of(solver)


def forget() -> subprocess.Popen[bytes]:
    solver = Solver("glucose4")
    process = process_of(solver)
    del solver
    gc.collect()
    return process


def fail() -> subprocess.Popen[bytes]:
    with suppress(ZeroDivisionError), Solver("glucose4") as solver:
        process = process_of(solver)
        solver.add_all([each] for each in (1, 1 // 0))
    return process


def run_out_of_time() -> subprocess.Popen[bytes]:
    with suppress(LimitReached), Solver("glucose4") as solver:
        process = process_of(solver)
        solver.add_all(pigeons(12))
        solver.solve(Limits(seconds=0.1).start())
    return process


@pytest.mark.parametrize("end", [leave, forget, fail, run_out_of_time])
def test_no_process_is_left(end: Callable[[], subprocess.Popen[bytes]]) -> None:
    assert end().returncode is not None, "ended and waited for"


def test_the_interrupt_of_a_terminal_does_not_reach_a_solver() -> None:
    """Whoever asked decides, and may go on: the worker of a crew, say."""
    with Solver("glucose4") as solver:
        assert os.getpgid(process_of(solver).pid) != os.getpgid(0)


@pytest.mark.parametrize("name", A_FEW)
def test_a_solver_that_is_killed_is_an_error(name: str) -> None:
    with Solver(name) as solver:
        solver.add_all(pigeons(12))
        timer = threading.Timer(0.3, process_of(solver).kill)
        timer.start()
        with pytest.raises(WorkerDied, match=r"ended before it was done \(signal 9, perhaps"):
            solver.solve(FREE)
        timer.join()
        with pytest.raises(WorkerDied):
            solver.solve(FREE)


def test_a_solver_that_dies_while_it_is_told_clauses() -> None:
    with Solver("glucose4") as solver:
        assert solver.solve(FREE)
        process_of(solver).kill()
        with pytest.raises(WorkerDied, match="signal 9"):
            solver.add_all((name,) for name in range(1, 10_000_000))


@pytest.mark.parametrize("code", ["import no_such_package", "raise SystemExit(0)"])
def test_a_program_that_fails_is_told(
    code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "program.py"
    program.write_text(code)
    monkeypatch.setattr(remote, "PROGRAM", program)
    with pytest.raises(WorkerDied, match="Cadical195 ended before it was done"):
        enpitsu.solve(enpitsu.parse(UNIQUE), backend="cadical195")
    assert not children()


def test_no_process_can_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/no/such/python")
    with pytest.raises(NoWorkers, match="no process can be started for the solver"):
        Solver("glucose4")


FORK = """
import os
from enpitsu.limits import NO_LIMITS
from enpitsu.sat.backend import Solver
with Solver("glucose4") as solver:
    solver.add((1, 2))
    fork = os.fork()
    if not fork:
        solver.close()
        os._exit(0)
    assert os.waitpid(fork, 0)[1] == 0
    assert solver.solve(NO_LIMITS.start())
"""


def test_a_fork_does_not_end_the_solver_of_its_parent() -> None:
    subprocess.run([sys.executable, "-c", FORK], check=True, timeout=60)


PARENT = """
import sys
from enpitsu.limits import NO_LIMITS
from enpitsu.sat.backend import Solver
from enpitsu.sat.search import find_forced
from tests.core.test_solve import pigeons
try:
    with Solver("cadical195") as solver:
        solver.add_all(pigeons(12))
        sys.stdout.write(f"{solver._remote._process.pid}\\n")
        sys.stdout.flush()
        solver.solve(NO_LIMITS.start())
except KeyboardInterrupt:
    sys.exit(7)
"""


@pytest.fixture
def parent() -> Iterator[subprocess.Popen[str]]:
    """A program in which a solver works and works."""
    folder = Path(__file__).parents[2]
    with subprocess.Popen(
        [sys.executable, "-c", PARENT],
        stdout=subprocess.PIPE,
        text=True,
        cwd=folder,
        process_group=0,
    ) as process:
        yield process
        process.kill()


def is_running(process: int) -> bool:
    """Whether a process is there and has not ended."""
    try:
        status = Path(f"/proc/{process}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False
    return status.rpartition(")")[2].split()[0] != "Z"


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs Linux")
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_a_working_solver_ends_with_its_parent(
    how: signal.Signals, parent: subprocess.Popen[str]
) -> None:
    """However it ends; Ctrl+C reaches the whole group of a terminal."""
    assert parent.stdout is not None
    solver = int(parent.stdout.readline())
    time.sleep(0.5)
    assert is_running(solver)
    os.killpg(parent.pid, how)
    assert parent.wait(30) == (7 if how == signal.SIGINT else -how)
    deadline = time.monotonic() + 30
    while is_running(solver) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not is_running(solver)
