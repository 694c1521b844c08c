"""The engine cp-sat: against full enumeration, under limits, and without its library."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import enpitsu
from enpitsu import Limits, Position
from enpitsu.cli import main
from enpitsu.errors import BackendMissing, FormatError
from enpitsu.grid import Cell, Direction, Edge, cells
from enpitsu.kinds.yajilin.board import LINE, SHADED
from enpitsu.kinds.yajilin.engines import cp_sat
from enpitsu.kinds.yajilin.model import BLANK, Clue, Yajilin
from enpitsu.position import EMPTY, Fact
from enpitsu.processes import resident_megabytes
from tests.cases import each_case
from tests.kinds.yajilin_brute import brute_solutions, random_puzzle
from tests.library import ordinary_starters

pytest.importorskip("ortools")

MOST_SOLUTIONS = 60
SOURCE = Path(enpitsu.__file__).parent
OPEN_BOARD = Yajilin(30, 30)
"""Far more than the solver does in some seconds."""


def answers(puzzle: Yajilin, position: Position = EMPTY) -> set[frozenset[Fact]]:
    """All solutions, each of which is told once."""
    result = enpitsu.solve(puzzle, solutions=None, position=position, engine="cp-sat")
    found = {solution.facts for solution in result.solutions}
    assert len(found) == len(result.solutions)
    assert result.reached is None
    expected = "none" if not found else "unique" if len(found) == 1 else "multiple"
    assert result.status == expected
    return found


def some_boards(seed: str, count: int, largest: int = 5) -> Iterator[tuple[Yajilin, Any]]:
    """Random boards with all their solutions, which are not too many."""
    rng = random.Random(seed)
    while count:
        puzzle = random_puzzle(rng, rng.randint(1, largest), rng.randint(1, largest))
        expected = brute_solutions(puzzle)
        if len(expected) <= MOST_SOLUTIONS:
            count -= 1
            yield puzzle, expected


def board_of(*rows: str, outside: bool = False) -> Yajilin:
    """A board of . for playable cells and # for cells that only block."""
    clues = [
        (Cell(r, c), BLANK)
        for r, row in enumerate(rows)
        for c, sign in enumerate(row)
        if sign == "#"
    ]
    return Yajilin(len(rows), len(rows[0]), tuple(clues), outside=outside)


# --- the answers -------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(5))
def test_all_solutions_of_random_boards(seed: int) -> None:
    for puzzle, expected in some_boards(f"cp-sat {seed}", 100):
        assert answers(puzzle) == expected, puzzle


def test_shaded_cells_outside_the_loop() -> None:
    """Where it matters: in some of these the same board has solutions with shaded cells inside."""
    kept = dropped = 0
    for puzzle, _ in some_boards("outside", 60):
        outside, anywhere = (
            Yajilin(puzzle.rows, puzzle.cols, puzzle.clues, outside=flag) for flag in (True, False)
        )
        expected = brute_solutions(outside)
        kept += len(expected)
        dropped += len(brute_solutions(anywhere)) - len(expected)
        assert answers(outside) == expected
    assert kept > 20
    assert dropped > 20


def test_two_are_enough_to_know() -> None:
    for puzzle, expected in some_boards("two", 60):
        result = enpitsu.solve(puzzle, engine="cp-sat")
        assert len(result.solutions) == min(2, len(expected))
        assert {solution.facts for solution in result.solutions} <= expected


def test_all_loops_of_an_open_board() -> None:
    puzzle = Yajilin(5, 5)
    assert answers(puzzle) == brute_solutions(puzzle)


@each_case(
    ("puzzle", "count"),
    [
        (board_of("."), 0),
        (board_of("#"), 0),
        (board_of(".."), 0),
        (board_of(".", "."), 0),
        (Yajilin(1, 200), 0),
        (Yajilin(200, 1), 0),
        (Yajilin(1, 100_000), 0),
        (board_of("..", ".."), 1),
        (board_of("..", ".#"), 0),
        (board_of(".#.", "#.#", ".#."), 0),  # all shaded, and no loop
        (board_of("..#", "##."), 0),  # there and back is no loop
        (board_of("#..", "#.."), 1),
        (board_of(".#..", "##.."), 1),  # the first cell is shaded
        (board_of(".....", ".###.", ".#.#.", ".###.", "....."), 1),  # a lonely cell in a ring
        (board_of("......", ".####.", ".#..#.", ".#..#.", ".####.", "......"), 0),  # two rings
        (board_of("..#..", "..#.."), 0),
        (board_of("..#.", "..##", "##.#"), 1),
        (board_of(".....", ".###.", ".....", "#####", "#####"), 1),  # a corridor
        (board_of("....", ".##.", ".##."), 0),  # a corridor without an end
        (Yajilin(3, 3), 5),  # one cell is shaded: the middle or a corner
    ],
)
def test_small_and_odd_boards(puzzle: Yajilin, count: int) -> None:
    assert len(answers(puzzle)) == count


def test_a_ring_around_a_shaded_cell() -> None:
    """The cell in the middle is inside the loop; where that is forbidden nothing is left."""
    rows = ("...", "...", "...")
    middle = Position.parse("r2c2 shaded")
    assert len(answers(board_of(*rows), middle)) == 1
    assert answers(board_of(*rows, outside=True), middle) == set()


@pytest.mark.parametrize("number", [3, 4, 10**9, 10**50])
def test_numbers_that_no_ray_can_hold(number: int) -> None:
    puzzle = Yajilin(4, 4, ((Cell(0, 0), Clue(Direction.RIGHT, number)),))
    assert answers(puzzle) == set()


@pytest.mark.parametrize(("number", "count"), [(0, 1), (1, 0)])
def test_a_clue_that_sees_no_playable_cell(number: int, count: int) -> None:
    clues = [(Cell(0, 2), Clue(Direction.RIGHT, number)), (Cell(0, 3), BLANK)]
    clues += [(Cell(1, 2), BLANK), (Cell(1, 3), Clue(Direction.DOWN, number))]
    assert len(answers(Yajilin(2, 4, tuple(clues)))) == count


def test_larger_puzzles_agree_with_the_default_engine() -> None:
    documents = [each for each in ordinary_starters() if isinstance(each.puzzle, Yajilin)]
    for document in documents[::5]:
        expected = enpitsu.solve(document.puzzle)
        result = enpitsu.solve(document.puzzle, engine="cp-sat")
        assert (result.status, result.solutions) == (expected.status, expected.solutions)


# --- given positions ---------------------------------------------------------------------------


def all_facts(puzzle: Yajilin) -> list[Fact]:
    """Everything that can be said of a board, true or not."""
    playable = [cell for cell in cells(puzzle.rows, puzzle.cols) if cell not in puzzle.clue_at]
    slots: list[tuple[Cell | Edge, str]] = [(cell, SHADED) for cell in playable]
    for cell in cells(puzzle.rows, puzzle.cols):
        if cell.col + 1 < puzzle.cols:
            slots.append((Edge(cell, Cell(cell.row, cell.col + 1)), LINE))
        if cell.row + 1 < puzzle.rows:
            slots.append((Edge(cell, Cell(cell.row + 1, cell.col)), LINE))
    return [Fact(slot, value, holds) for slot, value in slots for holds in (True, False)]


def agreeing(solutions: Iterable[frozenset[Fact]], position: Position) -> set[frozenset[Fact]]:
    """Those in which everything given is so."""
    return {
        each
        for each in solutions
        if all((Fact(fact.slot, fact.value) in each) == fact.holds for fact in position)
    }


def shuffled(facts: list[Fact], rng: random.Random) -> list[Fact]:
    """In any order."""
    return rng.sample(facts, len(facts))


def test_given_facts_are_kept_to() -> None:
    rng = random.Random("given")
    left = dropped = 0
    for puzzle, expected in some_boards("given", 300, largest=4):
        if not expected:
            continue
        facts = list({fact.slot: fact for fact in shuffled(all_facts(puzzle), rng)}.values())
        position = Position.of(facts[: rng.randint(1, 3)])
        assert answers(puzzle, position) == agreeing(expected, position), (puzzle, position)
        left += len(agreeing(expected, position))
        dropped += len(expected - agreeing(expected, position))
    assert left > 50
    assert dropped > 50


def test_every_single_fact_counts() -> None:
    puzzle = Yajilin(3, 4, ((Cell(0, 3), BLANK),))
    expected = brute_solutions(puzzle)
    assert len(expected) > 3
    for fact in all_facts(puzzle):
        position = Position.of([fact])
        assert answers(puzzle, position) == agreeing(expected, position), fact


def test_facts_that_do_not_fit_are_refused() -> None:
    puzzle = Yajilin(2, 2, ((Cell(0, 0), BLANK),))
    for text in ("r9c9 shaded", "r1c1 shaded", "r1c1 home", "r2c2-r3c2 line"):
        with pytest.raises(FormatError):
            enpitsu.solve(puzzle, position=Position.parse(text), engine="cp-sat")


# --- limits ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("limits", "reached"),
    [
        (Limits(seconds=0), "time"),
        (Limits(seconds=0.3), "time"),
        (Limits(memory=10), "memory"),
        (Limits(conflicts=0), "conflicts"),
        (Limits(conflicts=10), "conflicts"),
    ],
)
def test_limits_hold(limits: Limits, reached: str) -> None:
    result = enpitsu.solve(OPEN_BOARD, engine="cp-sat", limits=limits)
    assert (result.status, result.reached) == ("unknown", reached)
    assert not solver_threads()


def solver_threads() -> list[threading.Thread]:
    """Threads that are still at work."""
    return [each for each in threading.enumerate() if each.name.startswith("ThreadPoolExecutor")]


def test_memory_that_is_needed_soon_counts() -> None:
    limits = Limits(memory=resident_megabytes() + 5)
    result = enpitsu.solve(Yajilin(60, 60), engine="cp-sat", limits=limits)
    assert (result.reached, result.stats.variables) == ("memory", 0)


def test_sums_beyond_reason_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cp_sat, "MOST_TERMS", 6)
    clues = tuple((Cell(row, 0), Clue(Direction.RIGHT, 0)) for row in range(3))
    assert enpitsu.solve(Yajilin(3, 3, clues), engine="cp-sat").reached is None
    assert enpitsu.solve(Yajilin(3, 4, clues), engine="cp-sat").reached == "memory"


def test_a_huge_board_is_left_in_time() -> None:
    limits = Limits(seconds=0.3)
    assert enpitsu.solve(Yajilin(316, 316), engine="cp-sat", limits=limits).reached == "time"


def test_conflicts_are_counted_over_all_solutions() -> None:
    """The solver counts anew after each solution; the limit does not."""
    everything = enpitsu.solve(Yajilin(5, 5), solutions=None, engine="cp-sat")
    for most in (50, 100, 200):
        limits = Limits(conflicts=most)
        result = enpitsu.solve(Yajilin(5, 5), solutions=None, engine="cp-sat", limits=limits)
        assert result.reached == "conflicts"
        assert len(result.solutions) < len(everything.solutions)
        assert most <= result.stats.conflicts < everything.stats.conflicts


@pytest.mark.parametrize("wait", [0.0, 0.5])
def test_another_thread_cancels(wait: float) -> None:
    cancel = threading.Event()
    timer = threading.Timer(wait, cancel.set)
    timer.start()
    if not wait:
        timer.join()
    limits = Limits(cancel=cancel, seconds=100)
    result = enpitsu.solve(OPEN_BOARD, engine="cp-sat", limits=limits)
    timer.join()
    assert result.reached == "cancelled"
    assert not solver_threads()


def test_what_was_found_before_a_limit_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    cancel, answer = threading.Event(), cp_sat._answer
    found = []

    def answer_and_cancel(*arguments: Any) -> Any:
        found.append(answer(*arguments))
        if len(found) == 3:
            cancel.set()
        return found[-1]

    monkeypatch.setattr(cp_sat, "_answer", answer_and_cancel)
    limits = Limits(cancel=cancel)
    result = enpitsu.solve(Yajilin(8, 8), solutions=None, engine="cp-sat", limits=limits)
    assert (result.status, result.reached) == ("multiple", "cancelled")
    assert len(result.solutions) == 3
    assert result.stats.conflicts > 0
    assert not solver_threads()


INTERRUPTED = """
import enpitsu, sys
from enpitsu.kinds.yajilin.engines import cp_sat
from enpitsu.kinds.yajilin.model import Yajilin
look = cp_sat.Enumeration._next

def tell_and_look(self):
    sys.stdout.write("working\\n")
    sys.stdout.flush()
    return look(self)

cp_sat.Enumeration._next = tell_and_look
try:
    enpitsu.solve(Yajilin(30, 30), engine="cp-sat")
except KeyboardInterrupt:
    sys.stdout.write("interrupted\\n")
"""


@pytest.mark.skipif(os.name != "posix", reason="needs signals")
def test_ctrl_c_ends_a_working_solver() -> None:
    command = [sys.executable, "-c", INTERRUPTED]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "working\n"
        process.send_signal(signal.SIGINT)
        rest, _ = process.communicate(timeout=100)
    assert (rest, process.returncode) == ("interrupted\n", 0)


# --- what it tells -----------------------------------------------------------------------------


def test_statistics() -> None:
    puzzle = Yajilin(4, 5, ((Cell(0, 0), Clue(Direction.RIGHT, 1)), (Cell(3, 4), BLANK)))
    edges = 4 * 4 + 3 * 5 - 4
    stats = enpitsu.solve(puzzle, engine="cp-sat").stats
    assert (stats.engine, stats.backend) == ("cp-sat", "")
    assert stats.variables == 4 * 5 - 2 + 2 * edges
    assert stats.clauses == 1 + 2 * edges + 2 + 1, "circuit, edges, direction, clue"
    assert stats.conflicts >= 0
    assert stats.details["branches"] > 0


def test_the_same_question_has_the_same_answer() -> None:
    first, second = (enpitsu.solve(Yajilin(8, 8), solutions=5, engine="cp-sat") for _ in range(2))
    assert len(first.solutions) == 5
    assert first.solutions == second.solutions
    assert first.stats.conflicts == second.stats.conflicts
    assert first.stats.details == second.stats.details


# --- the library -------------------------------------------------------------------------------


def test_without_the_library_the_extra_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "ortools.sat.python.cp_model", None)
    puzzle = Yajilin(2, 2)
    with pytest.raises(BackendMissing, match=r"enpitsu\[cpsat\]: pip install 'ortools>="):
        enpitsu.solve(puzzle, engine="cp-sat")
    path = tmp_path / "puzzle.json"
    path.write_text(enpitsu.dump(puzzle, "json"))
    result = CliRunner().invoke(main, ["solve", str(path), "--engine", "cp-sat"])
    assert result.exit_code == 2
    assert "enpitsu[cpsat]" in result.stderr
    assert enpitsu.solve(puzzle).status == "unique"


def test_the_library_is_loaded_by_the_engine_alone() -> None:
    code = "import sys, enpitsu.cli; print(' '.join(sys.modules))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not set(run.stdout.split()) & {"ortools", "pandas", "numpy"}
    naming = [path.name for path in SOURCE.rglob("*.py") if '"ortools' in path.read_text("utf-8")]
    assert naming == ["cp_sat.py"]
    importing = [
        path for path in SOURCE.rglob("*.py") if "import ortools" in path.read_text("utf-8")
    ]
    assert importing == []
