"""Satogaeri as an SMT-LIB script, and the engine that speaks it with a solver."""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

import pytest
from click.testing import CliRunner

import enpitsu
from enpitsu import Limits, Position
from enpitsu.cli import main
from enpitsu.errors import BackendMissing, FormatError, LimitReached, PuzzleError
from enpitsu.grid import Cell, Edge
from enpitsu.kinds.satogaeri import smtlib
from enpitsu.kinds.satogaeri.board import SatogaeriBoard
from enpitsu.kinds.satogaeri.engines import smt
from enpitsu.kinds.satogaeri.engines.smt_process import SOLVERS, Solver
from enpitsu.kinds.satogaeri.model import Satogaeri
from enpitsu.limits import NO_LIMITS
from enpitsu.position import EMPTY, Fact
from enpitsu.processes import resident_megabytes
from enpitsu.proof import to_smtlib
from tests.cases import each_case
from tests.kinds import satogaeri_brute as brute

COLUMNS = Satogaeri(
    2, 3, (0, 1, 2, 0, 1, 2), ((Cell(1, 0), None), (Cell(0, 0), 1), (Cell(0, 2), 0))
)
"""Three columns as countries; in the first one a 1 above a circle without number, and a 0."""

MOST_SOLUTIONS = 40


def row_of(countries: str, circles: str) -> Satogaeri:
    """A board of one row: a letter for each cell's country; . no circle, - one without number."""
    found = [
        (Cell(0, col), None if sign == "-" else int(sign))
        for col, sign in enumerate(circles)
        if sign != "."
    ]
    return Satogaeri(1, len(countries), tuple(map(ord, countries)), tuple(found))


@pytest.fixture(params=SOLVERS)
def solver_name(request: pytest.FixtureRequest) -> str:
    """Each solver that is installed."""
    name = str(request.param)
    pytest.importorskip(name)
    return name


@pytest.fixture
def solver(solver_name: str) -> Callable[[str], str]:
    """Runs a script from its beginning, in this process."""
    return lambda text: SOLVERS[solver_name]()(text).strip()


@pytest.fixture
def _engine(solver_name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The engine with each solver that is installed."""
    monkeypatch.setattr(smt, "installed_solver", lambda wanted: solver_name)


def statements(puzzle: Satogaeri) -> str:
    """The script without its questions."""
    return "\n".join(smtlib.statements(puzzle))


def all_ends(solver: Solver, puzzle: Satogaeri, said: str) -> Iterator[dict[int, Cell]]:
    """Where circles end in each model, by the ids that stand there."""
    solver(said)
    while solver("(check-sat)").strip() == "sat":
        answer = solver(smtlib.ask_for_ends(puzzle))
        fields = dict(re.findall(r"\((f\d+-\d+) (\d+|\(- \d+\))\)", answer))
        assert len(fields) == puzzle.rows * puzzle.cols
        ends = smtlib.read_ends(answer)
        yield dict(ends)
        solver(smtlib.forbid(ends))


# --- the script --------------------------------------------------------------------------------


def test_the_script_reads_as_in_print() -> None:
    text = to_smtlib(COLUMNS)
    for expected in (
        "(set-logic QF_LIA)\n",
        "(declare-fun f2-3 () Int)\n",
        "(declare-fun c2-3 () Int)\n",
        "(assert (or (and (> f1-1 0) (< f2-1 0))\n  (and (< f1-1 0) (> f2-1 0))))\n",
        "(assert (or (and (> f1-3 0) (< f2-3 0))\n  (and (< f1-3 0) (> f2-3 0))))\n",
        "(assert (= c1-1 1))\n(assert (= c1-3 2))\n(assert (= c2-1 3))\n",
        "(assert (and (= c1-2 c1-1) (= f1-2 c1-1)))\n",
        "(assert (= f1-3 c1-3))\n",
        "(assert (or (= f2-1 c2-1)\n"
        "  (and (= c2-2 c2-1) (= f2-2 c2-1))\n"
        "  (and (= c2-2 c2-1) (= c2-3 c2-1) (= f2-3 c2-1))))\n",
        "(check-sat)\n",
        "(get-value (f1-1 f1-2 f1-3 f2-1 f2-2 f2-3))\n",
        "(get-value (c1-1 c1-2 c1-3 c2-1 c2-2 c2-3))\n",
    ):
        assert text.count(expected) == 1, expected
    assert text.index(":produce-models") < text.index("set-logic")


def test_the_script_has_one_answer_and_no_second(solver: Solver) -> None:
    answer = solver(to_smtlib(COLUMNS))
    assert answer.startswith("sat")
    assert smtlib.read_ends(answer) == {1: Cell(0, 1), 2: Cell(0, 2), 3: Cell(1, 0)}
    (solution,) = enpitsu.solve(COLUMNS).solutions
    second = to_smtlib(COLUMNS, forbidden=[solution.position])
    assert "(assert (or (not (= f1-2 1)) (not (= f1-3 2)) (not (= f2-1 3))))" in second
    assert solver(second.split("(get-value")[0]) == "unsat"


def test_countries_named_twice_leave_the_others_open(solver_name: str) -> None:
    """The listing in print repeats the first country's fields for the others."""
    said = statements(COLUMNS)
    for other in ("2", "3"):
        countries = f"(> f1-{other} 0) (< f2-{other} 0)", f"(< f1-{other} 0) (> f2-{other} 0)"
        for wrong in countries:
            assert wrong in said
            said = said.replace(wrong, re.sub(r"-\d", "-1", wrong))
    found = [ends[3] for ends in _as_printed(SOLVERS[solver_name](), said, 3)]
    assert sorted(found) == [Cell(1, 0), Cell(1, 1), Cell(1, 2)]


def _as_printed(solver: Solver, said: str, circle: int) -> Iterator[dict[int, Cell]]:
    """Models that differ in the end of a circle; other fields may hold anything."""
    solver(said)
    while solver("(check-sat)").strip() == "sat":
        fields = "(get-value (f1-1 f1-2 f1-3 f2-1 f2-2 f2-3))"
        ends = dict(smtlib.read_ends(solver(fields)))
        yield ends
        solver(smtlib.forbid({circle: ends[circle]}))


@pytest.mark.parametrize("puzzle", [row_of("ab", "-."), row_of("abb", ".1.")])
def test_a_country_is_not_satisfied_by_a_number_that_is_no_circle(
    puzzle: Satogaeri, solver: Solver
) -> None:
    """Without the line that says so, a circle too few gives answers that are none."""
    said = statements(puzzle)
    assert solver(f"{said}\n(check-sat)") == "unsat"
    assert solver(said.replace("(assert false)", "") + "\n(check-sat)") == "sat"


@each_case(
    ("puzzle", "answer"),
    [
        (row_of("a", "-"), "sat"),
        (row_of("a", "0"), "sat"),
        (row_of("a", "1"), "unsat"),
        (row_of("a", "."), "unsat"),
        (row_of("aa", "--"), "unsat"),
        (row_of("ab", "-."), "unsat"),
        (row_of("abb", "2.0"), "unsat"),
        (row_of("abb", "-0."), "sat"),
        (Satogaeri(1, 2, (0, 0), ((Cell(0, 0), 10**900),)), "unsat"),
        (Satogaeri(2, 1, (0, 0), ((Cell(1, 0), 1),)), "sat"),
        (Satogaeri(3, 3, (0,) * 9), "unsat"),
    ],
)
def test_small_and_odd_boards(puzzle: Satogaeri, answer: str, solver: Solver) -> None:
    text = to_smtlib(puzzle)
    assert solver(text.split("(get-value")[0]) == answer
    assert not re.search(r"\((and|or) (\([^()]*\)|false)?\)", text), "and, or: two at least"


@each_case("seed", range(8))
def test_models_are_exactly_the_answers(seed: int, solver_name: str) -> None:
    rng = random.Random(f"smt {seed}")
    tried = 0
    while tried < 100:
        puzzle = brute.random_puzzle(rng, rng.randint(1, 4), rng.randint(1, 4))
        expected = list(islice(brute.solutions(puzzle), MOST_SOLUTIONS + 1))
        if len(expected) <= MOST_SOLUTIONS:
            tried += 1
            found = list(all_ends(SOLVERS[solver_name](), puzzle, statements(puzzle)))
            ends = [{name: way[-1] for name, way in enumerate(each, 1)} for each in expected]
            assert sorted(map(sorted_ends, found)) == sorted(map(sorted_ends, ends)), puzzle


def sorted_ends(ends: dict[int, Cell]) -> list[tuple[int, Cell]]:
    """In an order that can be compared."""
    return sorted(ends.items())


def test_a_solution_and_no_other_is_forbidden(solver: Solver) -> None:
    rng = random.Random("forbidden")
    for _ in range(25):
        puzzle = brute.random_puzzle(rng, 3, 3)
        solutions = enpitsu.solve(puzzle, solutions=3).solutions
        for count in range(1, min(2, len(solutions)) + 1):
            positions = [each.position for each in solutions[:count]]
            text = to_smtlib(puzzle, forbidden=positions)
            expected = "sat" if len(solutions) > count else "unsat"
            assert solver(text.split("(get-value")[0]) == expected


def test_solver_programs_take_the_script(tmp_path: Path) -> None:
    """The z3 of the wheel as a program of its own, which knows nothing of the engine."""
    program = Path(sys.executable).with_name("z3")
    if not program.exists():
        pytest.skip("z3 is not installed")
    path = tmp_path / "puzzle.smt2"
    path.write_text(to_smtlib(COLUMNS))
    run = subprocess.run([program, path], capture_output=True, text=True, check=True)
    assert run.stdout.startswith("sat")
    assert len(smtlib.read_ends(run.stdout)) == 3


def test_scripts_that_would_be_too_long_are_given_up() -> None:
    """A long ray and a large country name each field once for every cell."""
    ray = Satogaeri(1, 100_000, (0,) * 100_000, ((Cell(0, 50_000), None),))
    room = Satogaeri(300, 300, (0,) * 90_000, ((Cell(0, 0), 0),))
    for puzzle in (ray, room):
        with pytest.raises(LimitReached, match="memory"):
            to_smtlib(puzzle)


def test_limits_hold_for_scripts() -> None:
    cancelled = threading.Event()
    cancelled.set()
    for limits in (Limits(seconds=0), Limits(cancel=cancelled), Limits(memory=1)):
        with pytest.raises(LimitReached):
            to_smtlib(COLUMNS, limits)


# --- the engine --------------------------------------------------------------------------------


def answers(puzzle: Satogaeri, position: Position = EMPTY, engine: str = "smt") -> set[Position]:
    """All solutions, each found once."""
    result = enpitsu.solve(puzzle, solutions=None, position=position, engine=engine)
    found = {solution.position for solution in result.solutions}
    assert len(found) == len(result.solutions)
    assert result.status == ("none", "unique", "multiple")[min(2, len(found))]
    return found


def lines_of(answer: brute.Answer) -> Position:
    """A solution as it is shown."""
    return Position.of(Fact(each, brute.LINE) for each in brute.lines_of(answer))


@pytest.mark.usefixtures("_engine")
@each_case("seed", range(6))
def test_engine_agrees_with_brute_force_from_any_position(seed: int) -> None:
    rng = random.Random(f"engine {seed}")
    tried = 0
    while tried < 15:
        puzzle = brute.random_puzzle(rng, rng.randint(1, 4), rng.randint(1, 4))
        expected = list(islice(brute.solutions(puzzle), MOST_SOLUTIONS + 1))
        if len(expected) > MOST_SOLUTIONS:
            continue
        tried += 1
        position = random_position(rng, puzzle, expected)
        left = [
            each for each in expected if set(position) <= set(brute.everything_about(puzzle, each))
        ]
        assert answers(puzzle, position) == set(map(lines_of, left)), (puzzle, str(position))


def random_position(
    rng: random.Random, puzzle: Satogaeri, expected: list[brute.Answer]
) -> Position:
    """Some facts of a solution, or facts that may contradict the puzzle."""
    if expected and rng.random() < 0.7:
        facts = brute.everything_about(puzzle, rng.choice(expected))
    else:
        idle = tuple((start,) for start, _ in puzzle.circles)
        facts = [
            fact._replace(holds=rng.random() < 0.5) for fact in brute.everything_about(puzzle, idle)
        ]
    return Position.of(rng.sample(facts, min(len(facts), rng.randint(0, 4))))


@pytest.mark.usefixtures("_engine")
@each_case("size", [(5, 5), (6, 9), (8, 7), (10, 10)])
def test_engine_agrees_with_the_default(size: tuple[int, int]) -> None:
    rng = random.Random(f"default {size}")
    for _ in range(6):
        puzzle = brute.random_puzzle(rng, *size)
        expected = enpitsu.solve(puzzle)
        found = enpitsu.solve(puzzle, engine="smt")
        assert found.status == expected.status
        if expected.solutions:
            facts = list(expected.solutions[0].facts)
            position = Position.of(rng.sample(facts, len(facts) // 2))
            left = enpitsu.solve(puzzle, position=position)
            again = enpitsu.solve(puzzle, position=position, engine="smt")
            assert again.status == left.status != "none"
            assert all(set(position) <= each.facts for each in again.solutions)
            if left.status == "unique":
                assert again.solutions == left.solutions


@pytest.mark.usefixtures("_engine")
@each_case(
    ("facts", "count"),
    [
        ("", 3),
        ("r1c1-r1c2 line", 2),
        ("r1c2-r1c3 line", 1),
        ("r1c2-r1c3 not line", 2),
        ("r1c1 home", 1),
        ("r1c1 not home", 2),
        ("r1c2 home", 1),
        ("r1c2 not home, r1c1-r1c2 line", 1),
        ("r1c1-r1c2 line, r1c2 not home, r1c3 not home", 0),
        ("r1c3-r1c4 line", 0),
        ("r1c3-r1c4 not line", 3),
        ("r1c4 home", 3),
        ("r1c1 home, r1c2 home", 0),
    ],
)
def test_each_sort_of_fact_counts(facts: str, count: int) -> None:
    """The circle may stay or move one cell or two; the other one stays where it is."""
    position = Position.parse(facts) if facts else EMPTY
    assert len(answers(row_of("aaabb", "-..0."), position)) == count


@pytest.mark.usefixtures("_engine")
def test_facts_that_do_not_fit_are_refused() -> None:
    for facts in ("r9c9 home", "r1c1 shaded", "r2c1-r3c1 line"):
        with pytest.raises(FormatError):
            enpitsu.solve(COLUMNS, position=Position.parse(facts), engine="smt")


@pytest.mark.usefixtures("_engine")
def test_the_solvers_statistics_are_in_the_result(solver_name: str) -> None:
    result = enpitsu.solve(hard_board(5), engine="smt")
    stats = result.stats
    assert (stats.engine, stats.backend) == ("smt", solver_name)
    assert (result.status, stats.variables) == ("none", 2 * 5 * 7)
    assert stats.clauses == 7 + 2 * 7, "a country each, and for a circle its id and its moves"
    assert stats.conflicts == stats.details[smt.CONFLICTS[solver_name]] > 0
    assert all(type(value) is float and value > 0 for value in stats.details.values())
    assert json.loads(json.dumps(stats.details)) == stats.details


@pytest.mark.usefixtures("_engine")
def test_the_same_question_has_the_same_answer() -> None:
    puzzle = wide_board(8)
    first, second = (enpitsu.solve(puzzle, solutions=5, engine="smt") for _ in range(2))
    assert len(first.solutions) == 5
    assert first.solutions == second.solutions
    assert first.stats.conflicts == second.stats.conflicts


def test_statistics_as_the_solvers_write_them() -> None:
    cvc5 = '(:all-statistics (("a::b" 12) ("none" 0) ("lap" 250ms) ("map" { X: 3 }) ("of" )))'
    assert smt.read_statistics(cvc5) == {"a::b": 12.0, "lap": 0.25}
    z3 = "(:conflicts    3\n :max-memory   18.42\n :none 0\n :time 0.01)"
    assert smt.read_statistics(z3) == {"conflicts": 3.0, "max-memory": 18.42, "time": 0.01}


# --- limits ------------------------------------------------------------------------------------


def hard_board(size: int) -> Satogaeri:
    """One circle too many in the top row for the rows below, which only counting can tell; the
    country that lacks one lies to the right, where nobody comes."""
    rows, last = range(size), size + 1
    countries = [(row if col < last else -1 - (row > 0)) for row in rows for col in range(last + 1)]
    circles = [(Cell(0, col), None if col < last else 0) for col in range(last + 1)]
    return Satogaeri(size, last + 1, tuple(countries), tuple(circles))


def wide_board(size: int) -> Satogaeri:
    """Nobody's number is told; a circle in each square of four cells by four."""
    cells = [(row, col) for row in range(size) for col in range(size)]
    circles = [(Cell(row, col), None) for row, col in cells if row % 4 == 1 and col % 4 == 2]
    return Satogaeri(
        size, size, tuple(row // 4 * size + col // 4 for row, col in cells), tuple(circles)
    )


@pytest.mark.usefixtures("_engine")
@each_case(
    ("limits", "reached"),
    [
        (Limits(seconds=0), "time"),
        (Limits(seconds=0.2), "time"),
        (Limits(memory=10), "memory"),
        (Limits(conflicts=10), "conflicts"),
    ],
)
def test_limits_hold(limits: Limits, reached: str) -> None:
    puzzle = hard_board(6 if reached == "conflicts" else 20)
    result = enpitsu.solve(puzzle, engine="smt", limits=limits)
    assert (result.status, result.reached) == ("unknown", reached)


@pytest.mark.usefixtures("_engine")
def test_the_solvers_own_memory_counts() -> None:
    """So much that this process alone stays below it."""
    limits = Limits(memory=resident_megabytes() + 60, seconds=100)
    result = enpitsu.solve(wide_board(100), solutions=None, engine="smt", limits=limits)
    assert result.reached == "memory"


@pytest.mark.usefixtures("_engine")
def test_another_thread_cancels_a_working_solver() -> None:
    cancel = threading.Event()
    timer = threading.Timer(0.5, cancel.set)
    timer.start()
    limits = Limits(cancel=cancel, seconds=100)
    result = enpitsu.solve(hard_board(20), engine="smt", limits=limits)
    timer.join()
    assert result.reached == "cancelled"


@pytest.mark.usefixtures("_engine")
def test_what_was_found_before_a_limit_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    cancel, read = threading.Event(), smtlib.read_ends
    found = []

    def read_and_cancel(answer: str) -> smtlib.Ends:
        found.append(read(answer))
        if len(found) == 3:
            cancel.set()
        return found[-1]

    monkeypatch.setattr(smtlib, "read_ends", read_and_cancel)
    limits = Limits(cancel=cancel)
    result = enpitsu.solve(wide_board(12), solutions=None, engine="smt", limits=limits)
    assert (result.status, result.reached) == ("multiple", "cancelled")
    assert len(result.solutions) == 3
    assert result.stats.details


@pytest.mark.usefixtures("_engine")
def test_no_process_is_left(solver_name: str) -> None:
    with smt.Dialogue(solver_name, NO_LIMITS.start()) as dialogue:
        dialogue.tell(smtlib.statements(COLUMNS))
        assert dialogue.ask(smtlib.CHECK) == "sat"
        process = dialogue._process
        assert process.poll() is None
    assert process.poll() is not None


ORPHAN = """
import sys
from enpitsu.kinds.satogaeri import smtlib
from enpitsu.kinds.satogaeri.engines.smt import Dialogue
from enpitsu.limits import NO_LIMITS
from tests.kinds.test_satogaeri_smt import hard_board
with Dialogue(sys.argv[1], NO_LIMITS.start()) as dialogue:
    dialogue.tell(smtlib.statements(hard_board(20)))
    dialogue.tell([smtlib.CHECK])
    dialogue.say()
    sys.stdout.write(f"{dialogue._process.pid}\\n")
    sys.stdout.flush()
    dialogue.ask(smtlib.CHECK)
"""


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs Linux")
def test_a_working_solver_ends_with_its_parent(solver_name: str) -> None:
    command = [sys.executable, "-c", ORPHAN, solver_name]
    folder = Path(__file__).parents[2]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=folder) as parent:
        assert parent.stdout is not None
        solver = int(parent.stdout.readline())
        time.sleep(0.5)
        assert is_running(solver)
        parent.kill()
    deadline = time.monotonic() + 30
    while is_running(solver) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not is_running(solver)


def is_running(process: int) -> bool:
    """Whether a process is there and has not ended."""
    try:
        status = Path(f"/proc/{process}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False
    return status.rpartition(")")[2].split()[0] != "Z"


# --- without a solver, or with a poor one ------------------------------------------------------


@pytest.fixture
def _no_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in SOLVERS:
        monkeypatch.setitem(sys.modules, name, None)


@pytest.mark.usefixtures("_no_solver")
def test_without_a_solver_the_extra_is_named(tmp_path: Path) -> None:
    with pytest.raises(BackendMissing, match=r"enpitsu\[smt\]: pip install 'cvc5>="):
        enpitsu.solve(COLUMNS, engine="smt")
    path = tmp_path / "puzzle.json"
    path.write_text(enpitsu.dump(COLUMNS, "json"))
    result = CliRunner().invoke(main, ["solve", str(path), "--engine", "smt"])
    assert result.exit_code == 2
    assert "enpitsu[smt]" in result.stderr
    assert to_smtlib(COLUMNS), "the script needs no solver"
    assert enpitsu.solve(COLUMNS).status == "unique"


def test_solvers_are_loaded_by_the_engines_process_alone() -> None:
    code = "import sys, enpitsu.cli; print(' '.join(sys.modules))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not set(run.stdout.split()) & SOLVERS.keys()


def poor_solver(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    """Let the engine start this program in place of a solver."""
    program = tmp_path / "solver.py"
    program.write_text(code)
    monkeypatch.setattr(smt, "PROGRAM", program)
    monkeypatch.setattr(smt, "installed_solver", lambda wanted: "cvc5")


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("import no_such_package", "does not work here"),
        ("raise SystemExit(0)", "does not work here"),
        (
            "for line in open(0):\n  if line == ';;\\n': print('(error \"x\")\\n;;', flush=True)",
            "err",
        ),
    ],
)
def test_a_solver_that_fails_is_told(
    code: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    poor_solver(tmp_path, monkeypatch, code)
    for puzzle in (COLUMNS, wide_board(60)):
        with pytest.raises(PuzzleError, match=message):
            enpitsu.solve(puzzle, engine="smt")


def test_a_solver_that_does_not_know_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = "for line in open(0):\n  if line == ';;\\n': print('unknown\\n;;', flush=True)"
    poor_solver(tmp_path, monkeypatch, code)
    result = enpitsu.solve(COLUMNS, engine="smt")
    assert (result.status, result.reached, result.solutions) == ("unknown", "solver", [])


def test_a_solver_that_the_system_ends_ran_out_of_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = "import os, signal; input(); os.kill(os.getpid(), signal.SIGKILL)"
    poor_solver(tmp_path, monkeypatch, code)
    assert enpitsu.solve(COLUMNS, engine="smt").reached == "memory"


def test_a_silent_solver_is_ended_in_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    poor_solver(tmp_path, monkeypatch, "import time; time.sleep(1000)")
    for puzzle in (COLUMNS, wide_board(100)):
        result = enpitsu.solve(puzzle, engine="smt", limits=Limits(seconds=0.3))
        assert result.reached == "time"


def test_an_unknown_environment_does_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    """The solver's process finds its package where this one does."""
    pytest.importorskip("cvc5")
    monkeypatch.setattr(smt, "installed_solver", lambda wanted: "cvc5")
    monkeypatch.setenv("PYTHONPATH", os.devnull)
    monkeypatch.chdir("/")
    assert enpitsu.solve(COLUMNS, engine="smt").status == "unique"


def test_edges_are_told_in_the_right_place() -> None:
    """A line is one of the moves along it, a cross is none of them."""
    board = SatogaeriBoard(row_of("aab", "-.."))
    board.place([Fact(Edge(Cell(0, 0), Cell(0, 1)), brute.LINE)])
    board.place([Fact(Edge(Cell(0, 1), Cell(0, 2)), brute.LINE, False)])
    assert list(smtlib.position_statements(board)) == [
        "(assert (or (= f1-2 1)",
        "  (= f1-3 1)))",
        "(assert (not (= f1-3 1)))",
    ]
