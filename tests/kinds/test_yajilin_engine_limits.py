"""Limits and hostile boards: every engine of Yajilin ends when it must, and stays small."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from dataclasses import replace

import pytest

import enpitsu
from enpitsu import Limits, extras
from enpitsu.grid import Cell, Direction
from enpitsu.kinds.yajilin import KIND
from enpitsu.kinds.yajilin.model import BLANK, Clue, Yajilin
from enpitsu.processes import resident_megabytes
from tests.cases import each_case
from tests.kinds.test_yajilin_engines import each_engine, solve
from tests.kinds.yajilin_boards import made_board, nasty_boards, unshaded

LIMITS = {"time", "conflicts", "memory", "cancelled", "placements"}
FAR_TOO_LONG = 20
"""Processor seconds: many times what any engine needs to notice that its time is up."""


SLACK = 50
"""Conflicts beyond a limit: CP-SAT looks at its own only now and then."""


def _mutilated(size: int) -> Yajilin:
    """Nothing may be shaded and one colour of a chessboard has two cells more: no loop, which is
    long to prove for those who do not count."""
    board = unshaded(size, size)
    corners = ((Cell(0, 1), BLANK), (Cell(size - 1, size), BLANK))
    return replace(board, clues=board.clues + corners)


def _full_of_numbers(size: int) -> Yajilin:
    """Long rows, each with a number in the middle of what is possible."""
    clues = tuple((Cell(row, 0), Clue(Direction.RIGHT, size // 5)) for row in range(0, size, 2))
    return Yajilin(size, size, clues)


@each_engine
def test_time_ends_an_endless_search(engine: str) -> None:
    """There are more solutions than anyone can list."""
    limits = Limits(seconds=0.05)
    started = time.process_time()
    result = solve(Yajilin(12, 12), engine, None, limits=limits)
    assert result.reached == "time"
    assert result.status == ("multiple" if len(result.solutions) > 1 else "unknown")
    assert len(set(result.solutions)) == len(result.solutions)
    assert time.process_time() - started < FAR_TOO_LONG


@each_engine
@each_case("board", [_mutilated(16), _full_of_numbers(40)], ids=["proof", "rows"])
def test_time_ends_a_hard_question(engine: str, board: Yajilin) -> None:
    started = time.process_time()
    result = solve(board, engine, limits=Limits(seconds=0.2))
    assert (result.status == "unknown") == (result.reached is not None)
    assert result.reached is None or result.reached in LIMITS
    assert time.process_time() - started < FAR_TOO_LONG


@each_engine
@each_case("board", ["rings 6x6", "a bridge two wide", "empty 1x1", "empty 4x4"])
def test_nothing_is_done_after_a_cancel(engine: str, board: str) -> None:
    cancel = threading.Event()
    cancel.set()
    result = solve(nasty_boards()[board], engine, limits=Limits(cancel=cancel))
    assert (result.status, result.reached, result.solutions) == ("unknown", "cancelled", [])


@each_engine
def test_another_thread_ends_the_search(engine: str) -> None:
    cancel = threading.Event()
    timer = threading.Timer(0.1, cancel.set)
    timer.start()
    result = solve(Yajilin(12, 12), engine, None, limits=Limits(cancel=cancel))
    timer.join()
    assert result.reached == "cancelled"


@each_engine
@each_case("most", [0, 1, 5])
def test_conflicts_end_the_search(engine: str, most: int) -> None:
    """What is said under a limit is true, and not much more is done."""
    for board in (made_board(8, 8, 1), nasty_boards()["wide rings 8x8"], Yajilin(3, 3)):
        plain = enpitsu.solve(board).status
        result = solve(board, engine, limits=Limits(conflicts=most))
        assert result.reached in (None, "conflicts")
        assert result.status == (plain if result.reached is None else result.status)
        assert result.reached is None or result.status in ("unknown", plain)
        assert result.stats.conflicts <= most + SLACK


@each_engine
def test_memory_ends_the_search(engine: str) -> None:
    result = solve(made_board(8, 8, 1), engine, limits=Limits(memory=1))
    assert (result.status, result.reached) == ("unknown", "memory")


@each_engine
def test_large_formulas_are_not_begun_without_room(engine: str) -> None:
    """A little memory is left, which a board of ninety thousand cells does not fit into."""
    room = resident_megabytes() + 30
    result = solve(Yajilin(300, 300), engine, limits=Limits(memory=room, seconds=20))
    assert result.reached in LIMITS
    assert resident_megabytes() < room + 500


# --- hostile boards, each in a process of its own -------------------------------------------------

CHILD = """
import json, re, resource, sys, time
from pathlib import Path
resource.setrlimit(resource.RLIMIT_AS, (4 * 10**9, 4 * 10**9))
import enpitsu
from tests.kinds.test_yajilin_engine_limits import hostile_boards
told = {}
for name, board in hostile_boards().items():
    started = time.process_time()
    try:
        limits = enpitsu.Limits(seconds=0.3)
        result = enpitsu.solve(board, engine=sys.argv[1], limits=limits)
    except enpitsu.BackendMissing:
        sys.exit(77)
    peak = int(re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1]) / 1024
    told[name] = result.status, result.reached, peak, time.process_time() - started
print(json.dumps(told))
"""


def hostile_boards() -> dict[str, Yajilin]:
    """As large as boards may be, and numbers as large as one likes."""
    rows = [(Cell(row, 0), Clue(Direction.RIGHT, 79)) for row in range(0, 316, 2)]
    down = [(Cell(0, col), Clue(Direction.DOWN, 999_999_999)) for col in range(1, 316)]
    every = [(Cell(0, col), Clue(Direction.LEFT, col // 3)) for col in range(0, 100_000, 2)]
    return {
        "a line": Yajilin(1, 100_000),
        "a line full of numbers": Yajilin(1, 100_000, tuple(every)),
        "empty": Yajilin(316, 316),
        "empty, shading outside": Yajilin(316, 316, outside=True),
        "a number in each row": Yajilin(316, 316, tuple(rows)),
        "nine digits": Yajilin(316, 316, tuple(down)),
    }


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="asks the system for the peak")
@pytest.mark.parametrize("engine", [engine.name for engine in KIND.engines])
def test_hostile_boards(engine: str) -> None:
    run = subprocess.run(
        [sys.executable, "-c", CHILD, engine],
        capture_output=True,
        text=True,
        timeout=600,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )
    if run.returncode == 77:
        pytest.skip(str(extras.missing(engine, "cpsat")))
    assert run.returncode == 0, run.stderr[-2000:]
    for name, (status, reached, peak, seconds) in json.loads(run.stdout).items():
        told = name, status, reached, peak, seconds
        assert (status == "unknown") == (reached is not None), told
        assert reached is None or reached in LIMITS, told
        assert name.startswith("empty") or status in ("none", "unknown"), told
        assert peak < 1500, told
        assert seconds < FAR_TOO_LONG, told
