"""Formulas for SAT solvers elsewhere: what they say, what their variables mean, and how a solver's
answer is read back."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from pysat.solvers import Glucose4

import enpitsu
from enpitsu.cli import main
from enpitsu.errors import FormatError, LimitReached, PuzzleError
from enpitsu.formula import ModelRead, formula_of, read_model, to_dimacs
from enpitsu.grid import Cell, Direction
from enpitsu.kind import Kind, Puzzle
from enpitsu.kinds.yajilin.model import BLANK, Clue, Yajilin
from enpitsu.limits import NO_LIMITS, Limits
from enpitsu.registry import kinds
from enpitsu.sat import dimacs
from enpitsu.sat.answer import SolverAnswer, read_answer
from tests.cases import each_case
from tests.kinds.yajilin_boards import one_loop, several_loops
from tests.kinds.yajilin_brute import brute_solutions

LINK = "https://puzz.link/p?yajilin/5/5/m32j10"
TWO_LOOPS = Yajilin(2, 5, ((Cell(0, 2), BLANK), (Cell(1, 2), BLANK)))
"""Two blocks of 2x2 cells: a loop in each, which is no solution."""
ENGINES = [
    (kind, ":".join((engine.name, *option)))
    for kind in kinds().values()
    for engine in kind.engines
    if engine.uses_sat
    for option in ((), *((each.name,) for each in engine.options))
]
YAJILIN = [engine for kind, engine in ENGINES if kind.id == "yajilin"]
each_way = each_case(
    ("kind", "engine"), ENGINES, ids=[f"{kind.id}-{engine}" for kind, engine in ENGINES]
)


def solved_elsewhere(puzzle: Puzzle, engine: str) -> Iterator[ModelRead]:
    """What another solver answers to a formula, and again with the clauses to be added, until it is
    a solution or there is none."""
    text = to_dimacs(puzzle, engine=engine)
    with Glucose4(bootstrap_with=dimacs.read(text).clauses) as solver:
        while True:
            is_possible = solver.solve() and () not in dimacs.read(text).clauses
            literals = " ".join(map(str, solver.get_model() or ())) if is_possible else ""
            said = f"s SATISFIABLE\nv {literals} 0\n" if is_possible else "s UNSATISFIABLE\n"
            found = read_model(puzzle, said, engine=engine)
            yield found
            if found.status != "broken":
                return
            assert found.clauses, "there is a way on"
            assert found.leaves_out
            solver.append_formula(found.clauses)


def last(puzzle: Puzzle, engine: str) -> ModelRead:
    """What comes of it in the end."""
    *_, found = solved_elsewhere(puzzle, engine)
    return found


def examples(kind: Kind[Any]) -> list[Puzzle]:
    """Small puzzles with one solution."""
    paths = [Path(str(path)) for path in kind.examples.iterdir() if path.name.startswith("solved_")]
    found = [enpitsu.read(path)[0].puzzle for path in sorted(paths)]
    return [each for each in found if each.rows * each.cols <= 150][:4]


# --- there and back -------------------------------------------------------------------------------


@each_case("engine", YAJILIN)
@each_case("size", [1, 2])
def test_boards_without_a_free_cell(size: int, engine: str) -> None:
    """Nothing is left to say: there may be no variables at all."""
    cells = [Cell(row, col) for row in range(size) for col in range(size)]
    for clue in (BLANK, Clue(Direction.UP, 0)):
        puzzle = Yajilin(size, size, tuple((cell, clue) for cell in cells))
        found = last(puzzle, engine)
        expected = "solved" if enpitsu.solve(puzzle).solutions else "none"
        assert (found.status, len(found.position)) == (expected, 0)


@each_way
def test_another_solver_finds_the_solution(kind: Kind[Any], engine: str) -> None:
    puzzles = examples(kind)
    assert puzzles
    for puzzle in puzzles:
        (solution, *others) = enpitsu.solve(puzzle).solutions
        found = last(puzzle, engine)
        assert (found.status, found.engine) == ("solved", engine)
        assert frozenset(found.position) in [each.facts for each in (solution, *others)]


@each_way
def test_every_variable_has_a_meaning(kind: Kind[Any], engine: str) -> None:
    for puzzle in examples(kind):
        formula = dimacs.read(to_dimacs(puzzle, engine=engine))
        named = [re.match(r"([0-9]+)(?:-([0-9]+))? = .", each) for each in formula.comments]
        spans = [(int(each[1]), int(each[2] or each[1])) for each in named if each is not None]
        names = list(chain.from_iterable(range(first, end + 1) for first, end in spans))
        assert names == list(range(1, formula.variables + 1))
        assert f"engine {engine}" in formula.comments[0]


@each_case("engine", YAJILIN)
def test_small_boards_of_every_sort(engine: str) -> None:
    """Also several solutions, none, and shaded cells that must lie outside the loop."""
    rng = random.Random(19)
    boards = [make(rng, 4, 5) for make in (one_loop, several_loops) for _ in range(4)]
    sizes = ((1, 1), (1, 6), (6, 1), (2, 2), (3, 3))
    boards += [Yajilin(rows, cols, outside=rows == 3) for rows, cols in sizes]
    boards.append(TWO_LOOPS)
    for puzzle in boards:
        answers = brute_solutions(puzzle)
        found = last(puzzle, engine)
        if answers:
            assert found.status == "solved", puzzle
            assert frozenset(found.position) in answers
        else:
            assert (found.status, found.position) == ("none", enpitsu.Position()), puzzle


@each_case("engine", YAJILIN)
def test_what_a_lazy_formula_leaves_out(engine: str) -> None:
    """Engines that do not say "one loop" are told so, with clauses that forbid what was drawn."""
    first, *_ = solved_elsewhere(TWO_LOOPS, engine)
    says_all = engine.startswith(("counting", "two-trees"))
    text = to_dimacs(TWO_LOOPS, engine=engine)
    assert ("Every model is a solution" in text) == says_all
    assert ("do not say that there is one loop" in text) == (not says_all)
    if says_all:
        assert first.status == "none"
    elif not engine.startswith("patterns"):  # which see that there is no solution
        assert first.status == "broken"
        assert "loop" in first.violations[0].message


def test_a_formula_with_shading_outside_says_what_it_leaves_out() -> None:
    ring = Yajilin(3, 3, outside=True)
    assert "that shaded cells lie outside" in to_dimacs(ring, engine="counting")
    assert "outside" not in to_dimacs(Yajilin(3, 3), engine="counting")


def test_engines_without_a_formula() -> None:
    for kind in kinds().values():
        having = [each.name for each in kind.engines if each.uses_sat]
        for engine in kind.engines:
            if not engine.uses_sat:
                with pytest.raises(PuzzleError, match="no formula") as error:
                    to_dimacs(examples(kind)[0], engine=engine.name)
                verb = "has" if len(having) == 1 else "have"
                assert str(error.value).endswith(f"; {', '.join(having)} {verb} one")


def test_limits_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(LimitReached):
        to_dimacs(Yajilin(60, 60), Limits(seconds=0), "counting")
    row = Yajilin(3, 120, ((Cell(1, 0), Clue(Direction.RIGHT, 30)),))
    for engine in ("immediate", "tseitin", "six-state"):
        with pytest.raises(LimitReached, match="placements"):
            to_dimacs(row, engine=engine)
        with pytest.raises(LimitReached, match="placements"):
            read_model(row, "v 1 0", engine=engine)
    monkeypatch.setattr("enpitsu.formula.MOST_CHARACTERS", 1000)
    with pytest.raises(LimitReached, match="memory"):
        to_dimacs(Yajilin(40, 40), engine="immediate")


def test_clauses_are_the_same_each_time() -> None:
    puzzle = enpitsu.parse(LINK)
    budget = NO_LIMITS.start()
    for engine in YAJILIN:
        _, formula = formula_of(puzzle, engine, budget)
        first, second = (list(map(tuple, formula.clauses(budget))) for _ in range(2))
        assert first == second
        assert max(abs(name) for clause in first for name in clause) <= formula.variables


# --- answers --------------------------------------------------------------------------------------

GOOD = {
    "competition": "c hello\ns SATISFIABLE\nv 1 -2\nv 3 0\n",
    "minisat": "SAT\n1 -2 3 0\n",
    "literals": "1 -2 3",
    "with carriage returns": "s SATISFIABLE\r\nv 1 -2 3 0\r\n",
    "in any order, some twice": "3 1\n-2 1 0",
    "the status last": "v 1 -2 3 0\ns SATISFIABLE\n",
    "0 in a line of its own": "s SATISFIABLE\nv 1 -2 3\nv 0\nc done\n",
}


@pytest.mark.parametrize("case", GOOD)
def test_ways_to_write_a_model(case: str) -> None:
    assert read_answer(GOOD[case], 3) == SolverAnswer("satisfiable", [1, -2, 3])


def test_variables_that_are_not_spoken_of() -> None:
    assert read_answer("v -2 0", 4) == SolverAnswer("satisfiable", [-1, -2, -3, -4], 3)
    assert read_answer("s SATISFIABLE", 0) == SolverAnswer("satisfiable", [])


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("s UNSATISFIABLE\n", "unsatisfiable"),
        ("UNSAT\n", "unsatisfiable"),
        ("c long\ns UNKNOWN", "unknown"),
        ("INDET", "unknown"),
    ],
)
def test_no_model(text: str, status: str) -> None:
    assert read_answer(text, 7) == SolverAnswer(status, [])


BAD = {
    "empty": ("", 1, "neither a status nor literals"),
    "comments only": ("c a\nc b\n", 3, "neither a status nor literals"),
    "a picture": ("\x89PNG\r\n\x1a", 1, "expected"),
    "words": ("v 1 two 0", 1, 'literals, not "two"'),
    "far too many": ("v 1 2\nv " + "1 " * 10**6, 2, "far more literals"),
    "out of range": ("SAT\n1 2\n-4 0", 3, "-4, but the formula has the variables 1 to 3"),
    "far out of range": ("v 99999999999999999999 0", 1, "expected"),
    "contradicting": ("v 1 2\nv -1 0", 2, "-1, but 1 in line 1"),
    "two models": ("v 1 2 3 0\nv -1 2 3 0", 2, "behind its 0"),
    "two answers": ("s UNSATISFIABLE\ns SATISFIABLE", 2, "before it said unsatisfiable"),
    "an odd status": ("s MAYBE", 1, '"MAYBE"'),
    "no model": ("s SATISFIABLE\n", 2, "its model is missing"),
    "a number that is none": ("v 1.5 0", 1, "expected"),
    "minus 0": ("v -0", 1, "expected"),
    "a long line": ("x" * 10**6, 1, 'xxx..."'),
}


@each_case("case", BAD)
def test_answers_that_are_none(case: str) -> None:
    text, line, words = BAD[case]
    with pytest.raises(FormatError) as error:
        read_answer(text, 3)
    assert words in str(error.value)
    assert error.value.line == line
    assert len(str(error.value)) < 200


def test_literals_beside_a_no() -> None:
    with pytest.raises(FormatError, match="and yet there are literals"):
        read_answer("s UNSATISFIABLE\nv 1 0", 3)


def test_a_model_of_another_formula() -> None:
    puzzle = enpitsu.parse(LINK)
    everything = " ".join(map(str, range(1, 58)))
    with pytest.raises(FormatError, match=r"breaks clause [0-9]+ of the formula of sat"):
        read_model(puzzle, f"v {everything} 0")


# --- on the command line --------------------------------------------------------------------------


def run(*arguments: str, typed: str | None = None) -> Result:
    return CliRunner().invoke(main, ["export", *arguments], input=typed)


def answer_of(puzzle: Puzzle, engine: str, more: Sequence[Sequence[int]] = ()) -> str:
    """What a solver writes of an engine's formula."""
    clauses = dimacs.read(to_dimacs(puzzle, engine=engine)).clauses
    with Glucose4(bootstrap_with=[*clauses, *more]) as solver:
        assert solver.solve()
        return f"s SATISFIABLE\nv {' '.join(map(str, solver.get_model()))} 0\n"


def test_a_board_from_an_answer(tmp_path: Path) -> None:
    puzzle = enpitsu.parse(LINK)
    formula = tmp_path / "puzzle.cnf"
    assert (
        run(LINK, "--dimacs", "--engine", "counting", "--compact", "-o", str(formula)).exit_code
        == 0
    )
    assert formula.read_text() == to_dimacs(puzzle, engine="counting:compact")
    answer = tmp_path / "answer.txt"
    answer.write_text(answer_of(puzzle, "counting:compact"))
    back = (LINK, "--dimacs", "--engine", "counting:compact", "--model", str(answer))
    shown = run(*back)
    assert shown.exit_code == 0
    assert "counting:compact  solved" in shown.stdout
    (solution,) = enpitsu.solve(puzzle).solutions
    drawing = str(enpitsu.render(puzzle, solution.position, "text")).splitlines()[1]
    assert drawing.strip("│") in shown.stdout
    data = json.loads(run(*back, "--json").stdout)
    assert (data["status"], data["engine"]) == ("solved", "counting:compact")
    assert data["position"] == list(map(str, solution.position))
    assert data["violations"] == data["clauses"] == []
    typed = run(*back[:-1], "-", typed=answer.read_text())
    assert typed.stdout == shown.stdout


def test_the_board_is_written_in_a_format(tmp_path: Path) -> None:
    puzzle = enpitsu.parse(LINK)
    answer = tmp_path / "answer.txt"
    answer.write_text(answer_of(puzzle, "sat"))
    (solution,) = enpitsu.solve(puzzle).solutions
    back = (LINK, "--dimacs", "--model", str(answer))
    printed = run(*back, "--to", "json")
    assert printed.exit_code == 0
    assert enpitsu.parse_with_position(printed.stdout) == (puzzle, solution.position)
    goal = tmp_path / "board.xml"
    assert run(*back, "-o", str(goal)).exit_code == 0
    assert enpitsu.read(goal)[0].position == solution.position
    assert "say the format with --to" in run(*back, "-o", str(tmp_path / "board.zzz")).stderr


def test_several_loops_are_told_with_the_clauses_to_add(tmp_path: Path) -> None:
    path = tmp_path / "two.json"
    path.write_text(enpitsu.dump(TWO_LOOPS, "json"))
    answer = tmp_path / "answer.txt"
    answer.write_text(answer_of(TWO_LOOPS, "immediate"))
    shown = run(str(path), "--dimacs", "--engine", "immediate", "--model", str(answer))
    assert shown.exit_code == 1
    assert "breaks a rule" in shown.stdout
    assert "do not say that there is one loop" in shown.stdout
    lines = [line for line in shown.stdout.splitlines() if re.fullmatch(r"(-?[0-9]+ )+0", line)]
    assert len(lines) == 2
    data = json.loads(
        run(str(path), "--dimacs", "--engine", "immediate", "--model", str(answer), "--json").stdout
    )
    assert [" ".join(map(str, (*each, 0))) for each in data["clauses"]] == lines
    assert data["violations"][0]["code"]
    answer.write_text("s UNSATISFIABLE\n")
    none = run(str(path), "--dimacs", "--engine", "immediate", "--model", str(answer))
    assert none.exit_code == 1
    assert "there is no solution" in none.stdout
    answer.write_text("s UNKNOWN\n")
    assert run(str(path), "--dimacs", "--model", str(answer)).exit_code == 3


def test_what_is_refused(tmp_path: Path) -> None:
    answer = tmp_path / "answer.txt"
    answer.write_text("v 1 -1 0\n")
    for arguments, words in (
        (
            (LINK, "--dimacs", "--model", str(answer)),
            f"{answer}: error: line 1: -1, but 1 in line 1",
        ),
        ((LINK, "--dimacs", "--model", str(tmp_path / "none")), "cannot read"),
        ((LINK, "--dimacs", "--engine", "patterns"), "has no formula; sat, immediate"),
        ((LINK, "--dimacs", "--engine", "magic"), "Yajilin has no engine 'magic'; known: sat, "),
        ((LINK, LINK, "--dimacs", "--model", str(answer)), "--model takes one puzzle"),
        ((LINK, "--smtlib", "--model", str(answer)), "--model goes with --dimacs"),
        ((LINK, "--smtlib", "--engine", "counting"), "--engine goes with --dimacs"),
        ((LINK, "--dimacs", "--to", "json"), "--to goes with --model"),
        (("-", "--dimacs", "--model", "-"), "not both"),
    ):
        result = run(*arguments)
        assert result.exit_code == 2, arguments
        assert words in " ".join(result.stderr.split()), result.stderr


def test_help_tells_how_to_come_back() -> None:
    text = " ".join(run("--help").stdout.split())
    assert "--model answer.txt" in text
    assert "--engine" in text
