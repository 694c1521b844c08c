"""The SMT solver can be chosen: cvc5, z3, or any program that reads SMT-LIB 2."""

from __future__ import annotations

import json
import random
import shlex
import shutil
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import enpitsu
from enpitsu import Limits
from enpitsu.cli import main
from enpitsu.errors import BackendMissing, PuzzleError
from enpitsu.grid import Cell
from enpitsu.kinds.satogaeri import smtlib
from enpitsu.kinds.satogaeri.engines import smt_program
from enpitsu.kinds.satogaeri.engines.smt_process import SOLVERS
from enpitsu.kinds.satogaeri.model import Satogaeri
from enpitsu.processes import resident_megabytes
from enpitsu.web.api import ROUTES
from enpitsu.web.contract import schema_of
from tests.kinds import satogaeri_brute as brute
from tests.kinds.test_satogaeri_smt import COLUMNS, hard_board, is_running, row_of, wide_board

SLEEPS = "import sys, time; sys.stdin.read(); time.sleep(1000)"


def program(tmp_path: Path, code: str) -> str:
    """A backend that runs this code."""
    path = tmp_path / "solver.py"
    path.write_text(code)
    return f"program:{shlex.quote(sys.executable)} {shlex.quote(str(path))}"


def real_program() -> str:
    """z3's own program, which comes with its package; skips where it is missing."""
    found = shutil.which("z3") or shutil.which(str(Path(sys.executable).with_name("z3")))
    if found is None:
        pytest.skip("the program z3 is not installed (pip install z3-solver)")
    return found


def says(*lines: str) -> str:
    """A solver that says this to whatever it is asked."""
    return f"import sys; sys.stdin.read(); print({chr(10).join(lines)!r})"


RIGHT = "((f1-1 (- 1)) (f1-2 1) ( |f1-3|\n  2 ) (f2-1 3) (f2-2 (- 1)) (f2-3 (- 1)))"
"""Where the circles of COLUMNS end, as loosely as solvers may write it."""


def solve(puzzle: Satogaeri, backend: str, **options: Any) -> enpitsu.Result:
    """By the engine that asks such solvers."""
    return enpitsu.solve(puzzle, engine="smt", backend=backend, **options)


# --- a solver by its name -----------------------------------------------------------------------


@pytest.mark.parametrize("name", SOLVERS)
def test_solvers_are_chosen_by_name(name: str) -> None:
    pytest.importorskip(name)
    result = solve(COLUMNS, name)
    assert (result.status, result.stats.backend) == ("unique", name)


def test_a_solver_that_is_not_there_names_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, extra in {"cvc5": "smt", "z3": "z3"}.items():
        monkeypatch.setitem(sys.modules, name, None)
        with pytest.raises(BackendMissing, match=rf"enpitsu\[{extra}\]"):
            solve(COLUMNS, name)


def test_backends_that_the_engine_does_not_take() -> None:
    for backend in ("minisat22", "mathsat", "program", ""):
        with pytest.raises(PuzzleError, match="known: auto, cvc5, z3, program:COMMAND"):
            solve(COLUMNS, backend)
    with pytest.raises(PuzzleError, match="unknown backend 'z3'"):
        enpitsu.solve(COLUMNS, engine="sat", backend="z3")
    with pytest.raises(PuzzleError, match="no backends"):
        enpitsu.solve(COLUMNS, engine="backtrack", backend="minisat22")


# --- any program --------------------------------------------------------------------------------


@pytest.mark.parametrize("ending", [" -in", " {}", "", " -smt2 {}"])
def test_a_real_program_reads_standard_input_or_a_file(ending: str) -> None:
    result = solve(COLUMNS, f"program:{shlex.quote(real_program())}{ending}")
    assert result.status == "unique"
    assert result.solutions == enpitsu.solve(COLUMNS).solutions
    assert result.stats.variables == 12
    assert result.stats.clauses > 3
    assert result.stats.backend.startswith("program:")


@pytest.mark.parametrize("seed", range(2))
def test_a_real_program_agrees_with_brute_force(seed: int) -> None:
    rng, backend = random.Random(seed), f"program:{shlex.quote(real_program())} -in"
    for _ in range(4):
        puzzle = brute.random_puzzle(rng, 3, 3)
        expected = len(list(brute.solutions(puzzle)))
        if expected <= 8:
            assert len(solve(puzzle, backend, solutions=None).solutions) == expected


def test_positions_are_told() -> None:
    backend = f"program:{shlex.quote(real_program())} -in"
    puzzle = row_of("aaabb", "-..0.")
    position = enpitsu.Position.parse("r1c1-r1c2 line")
    assert len(solve(puzzle, backend, solutions=None).solutions) == 3
    assert len(solve(puzzle, backend, solutions=None, position=position).solutions) == 2


def test_a_script_is_all_that_a_program_needs(tmp_path: Path) -> None:
    """It gets what the export writes, with both matrices asked for; then that solution is
    forbidden."""
    code = f"""
import sys
text = sys.stdin.read()
open({str(tmp_path / "script")!r}, "a").write(text + "=====")
print("unsat" if "(not (= f1-2 1))" in text else {"sat" + chr(10) + RIGHT!r})
"""
    result = solve(COLUMNS, program(tmp_path, code))
    assert result.status == "unique"
    first, second, _ = (tmp_path / "script").read_text().split("=====")
    exported = enpitsu.proof.to_smtlib(COLUMNS)
    assert first.startswith(exported.split("; For another")[0])
    assert first.rstrip().endswith("(get-info :all-statistics)")
    assert smtlib.forbid({1: Cell(0, 1), 2: Cell(0, 2), 3: Cell(1, 0)}) in second


@pytest.mark.parametrize("word", ["unknown", "timeout"])
def test_what_a_solver_does_not_know_is_unknown(word: str, tmp_path: Path) -> None:
    result = solve(COLUMNS, program(tmp_path, says(word, RIGHT)))
    assert (result.status, result.reached, result.solutions) == ("unknown", "solver", [])
    late = (
        f"import sys; t = sys.stdin.read(); print({word!r} if 'not (=' in t else {says(RIGHT)!r})"
    )
    late = late.replace(repr(says(RIGHT)), repr("sat\n" + RIGHT))
    result = solve(COLUMNS, program(tmp_path, late))
    assert (result.status, result.reached, len(result.solutions)) == ("unknown", "solver", 1)


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (says(""), "gives no answer (it says nothing)"),
        (says("satisfiable"), "gives no answer (satisfiable)"),
        (says('(error "no logic")', "sat", RIGHT), 'gives no answer ((error "no logic")'),
        ("raise SystemExit(3)", "exit code 3"),
        ("import no_such_package", "ModuleNotFoundError"),
        (says("sat"), "does not say where the circle at r1c1 ends"),
        (says("sat", "((f1-2 1) (f1-3 2))"), "does not say where the circle at r2c1 ends"),
        (says("sat", "((f9-2 1) (f1-3 2) (f2-1 3))"), "has the circle at r1c1 end in r9c2"),
        (says("sat", "((f2-2 1) (f1-3 2) (f2-1 3))"), "has the circle at r1c1 end in r2c2"),
        (says("sat", f"((f{'9' * 5000}-2 1))"), "does not say where"),
        (says("sat", RIGHT), "gives a solution again that was forbidden"),
        ("import sys; sys.stdout.buffer.write(bytes(range(256)) * 100)", "gives no answer"),
    ],
)
def test_solvers_that_talk_nonsense(code: str, words: str, tmp_path: Path) -> None:
    with pytest.raises(PuzzleError) as caught:
        solve(COLUMNS, program(tmp_path, code), solutions=None)
    assert words in str(caught.value)
    assert len(str(caught.value)) < 600


def test_endless_answers_are_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(smt_program, "MAX_ANSWER", 3_000_000)
    with pytest.raises(PuzzleError, match="says more than 3 million bytes"):
        solve(COLUMNS, program(tmp_path, "while True: print('x' * 1000)"))


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("", "no SMT solver is named"),
        ("   ", "no SMT solver is named"),
        ("'z3", "is no command"),
        ("/no/such/z3 -in", "there is no program '/no/such/z3'"),
        ("/", "there is no program"),
    ],
)
def test_commands_that_are_none(command: str, words: str) -> None:
    with pytest.raises(PuzzleError, match=words):
        solve(COLUMNS, f"program:{command}")


def test_a_file_that_is_no_program(tmp_path: Path) -> None:
    path = tmp_path / "solver"
    path.write_text("nothing to be run")
    path.chmod(0o600)
    with pytest.raises(PuzzleError, match="there is no program"):
        solve(COLUMNS, f"program:{path}")
    path.chmod(0o700)
    with pytest.raises(PuzzleError, match="it cannot be run: Exec format error; exit code 1"):
        solve(COLUMNS, f"program:{path}")


# --- limits -------------------------------------------------------------------------------------


def test_time_ends_a_program(tmp_path: Path) -> None:
    for puzzle in (COLUMNS, wide_board(60)):
        begun = time.monotonic()
        result = solve(puzzle, program(tmp_path, SLEEPS), limits=Limits(seconds=0.5))
        assert (result.status, result.reached) == ("unknown", "time")
        assert time.monotonic() - begun < 30
    result = solve(
        hard_board(20),
        f"program:{shlex.quote(real_program())} -in",
        limits=Limits(seconds=0.5),
    )
    assert result.reached == "time"


def test_cancel_ends_a_program(tmp_path: Path) -> None:
    cancel = threading.Event()
    timer = threading.Timer(0.5, cancel.set)
    timer.start()
    result = solve(COLUMNS, program(tmp_path, SLEEPS), limits=Limits(cancel=cancel))
    timer.join()
    assert result.reached == "cancelled"


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs Linux")
def test_memory_of_all_that_a_program_starts_counts(tmp_path: Path) -> None:
    code = """
import subprocess, sys
hog = "import time; held = bytearray(400_000_000); held[::1000] = held[::1000]; time.sleep(1000)"
subprocess.run([sys.executable, "-c", hog])
"""
    limits = Limits(memory=resident_megabytes() + 200, seconds=60)
    result = solve(COLUMNS, program(tmp_path, code), limits=limits)
    assert result.reached == "memory"


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs Linux")
def test_nothing_that_a_program_started_is_left(tmp_path: Path) -> None:
    note = tmp_path / "pid"
    code = f"""
import os, subprocess, sys, time
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)"])
open({str(note)!r}, "w").write(f"{{os.getpid()}} {{child.pid}}")
time.sleep(1000)
"""
    cancel = threading.Event()

    def watch() -> None:
        while not note.exists() or not note.read_text():
            time.sleep(0.05)
        cancel.set()

    threading.Thread(target=watch, daemon=True).start()
    assert solve(COLUMNS, program(tmp_path, code), limits=Limits(cancel=cancel)).reached
    deadline = time.monotonic() + 20
    while any(map(is_running, map(int, note.read_text().split()))):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_conflicts_are_limited_where_they_are_told(tmp_path: Path) -> None:
    code = says("sat", RIGHT, "(:conflicts 12\n :time 0.5)")
    result = solve(COLUMNS, program(tmp_path, code), limits=Limits(conflicts=10))
    assert (result.reached, result.stats.conflicts) == ("conflicts", 12)


def test_a_program_sees_the_users_own_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = "import os; raise SystemExit(os.environ.get('PYTHONPATH', 'none'))"
    monkeypatch.delenv("PYTHONPATH", raising=False)
    with pytest.raises(PuzzleError, match="none"):
        solve(COLUMNS, program(tmp_path, code))
    monkeypatch.setenv("PYTHONPATH", "/own/place")
    with pytest.raises(PuzzleError, match="/own/place"):
        solve(COLUMNS, program(tmp_path, code))


# --- command line, server -----------------------------------------------------------------------


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, [*map(str, arguments)])


@pytest.fixture
def puzzle(tmp_path: Path) -> Path:
    """A file with a puzzle."""
    path = tmp_path / "puzzle.json"
    path.write_text(enpitsu.dump(COLUMNS, "json"))
    return path


def test_command_line(puzzle: Path) -> None:
    z3 = shlex.quote(real_program())
    for options in (["--engine", "smt"], []):
        found = run("solve", puzzle, *options, "--smt-solver", f"{z3} -in", "--json")
        assert found.exit_code == 0, found.output
        data = json.loads(found.stdout)
        assert data["status"] == "unique"
        assert data["stats"]["engine"] == "smt"
        assert data["stats"]["backend"].endswith("z3 -in")


def test_command_line_says_unknown(puzzle: Path, tmp_path: Path) -> None:
    command = program(tmp_path, says("unknown")).removeprefix("program:")
    found = run("solve", puzzle, "--smt-solver", command)
    assert found.exit_code == 3
    assert "unknown (the solver gave up)" in found.output


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--smt-solver", "/no/such"], "there is no program '/no/such'"),
        (["--smt-solver", "true", "--backend", "z3"], "exclude each other"),
        (["--smt-solver", "true", "--engine", "sat"], "--smt-solver goes with the engine smt"),
        (["--backend", "z3", "--engine", "sat"], "the engine sat has no backend 'z3'"),
        (["--backend", "minisat22", "--engine", "smt"], "known: cvc5, z3, --smt-solver COMMAND"),
        (["--backend", "program:true"], "program:true"),
    ],
)
def test_wrong_choices(options: list[str], words: str, puzzle: Path) -> None:
    found = run("solve", puzzle, *options)
    assert found.exit_code == 2
    assert words in " ".join(found.stderr.split())


def test_bench_compares_solvers(puzzle: Path, tmp_path: Path) -> None:
    for name in SOLVERS:
        pytest.importorskip(name)
    names = f"cvc5,z3,program:{real_program()} -in"
    options = ["--engines", "sat,smt", "--backends", names, "--puzzles", puzzle, "--time", 60]
    found = run("bench", "satogaeri", *options, "--json")
    assert found.exit_code == 0, found.output
    ways = {(row["engine"], row["backend"]) for row in map(json.loads, found.stdout.splitlines())}
    smt = {("smt", name) for name in names.split(",")}
    assert ways == {("sat", "auto"), *smt}


def keys_of(shape: Any) -> set[str]:
    """Every name that a shape has for something."""
    if isinstance(shape, dict):
        inside = set().union(*map(keys_of, shape.values())) if shape else set()
        return set(shape.get("properties", {})) | inside
    if isinstance(shape, list | tuple):
        return set().union(*map(keys_of, shape)) if shape else set()
    return set()


def test_no_stranger_chooses_a_program() -> None:
    """The server takes neither an engine nor a backend from anyone."""
    asked = [keys_of(schema_of(route.asks)) for route in ROUTES if route.asks is not None]
    assert "puzzle" in set().union(*asked)
    assert not set().union(*asked) & {"engine", "backend", "smt_solver", "command", "program"}
