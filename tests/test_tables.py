"""The scripts that rebuild the theses' tables: figures, runs, options."""

from __future__ import annotations

import importlib
import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

import enpitsu
from enpitsu.kinds.yajilin.engines.terrain import Terrain
from tests.corpus import ROOT

BOARD = """5 6
- - - - - -
- - - 1w - -
- - - - - -
- - - - - -
0e - - - - -"""


@pytest.fixture(autouse=True)
def bench_modules(monkeypatch: pytest.MonkeyPatch) -> None:
    """Scripts import each other from the folder bench/."""
    monkeypatch.syspath_prepend(str(ROOT / "bench"))


def terrain() -> Terrain:
    puzzle: Any = enpitsu.parse(BOARD)
    return Terrain(puzzle)


def test_white_areas() -> None:
    from tables import kaak_2025_slow_puzzles as white

    board = terrain()
    assert len(white.unseen(board)) == 30 - 2 - 3 - 5
    assert white.largest_area(board, white.unseen(board)) == 20
    assert white.largest_area(board, {0, 1, 6, 8, 9, 15, 29}) == 3
    assert white.largest_square(board) == 3
    # Cells that touch no clue: without columns 3 to 5 of rows 1 to 3, and without the corner.
    assert len(white.untouched(board)) == 30 - 9 - 4
    assert white.mean_distance(board) == sum(_steps(r, c) for r in range(5) for c in range(6)) / 30


def _steps(row: int, col: int) -> int:
    return min(abs(row - 1) + abs(col - 3), abs(row - 4) + col)


def test_rank_correlation() -> None:
    from tables.kaak_2025_slow_puzzles import partial, ranks, spearman

    assert ranks([5, 1, 5, 9]) == [1.5, 0, 1.5, 3]
    assert spearman([1, 2, 3, 4], [10, 100, 1000, float("inf")]) == pytest.approx(1)
    assert spearman([1, 2, 3, 4], [4, 3, 2, 1]) == pytest.approx(-1)
    # By hand: differences of ranks 1, 1, 1, 1, 0, so 1 - 6 * 4 / (5 * 24).
    assert spearman([1, 2, 3, 4, 5], [2, 1, 4, 3, 5]) == pytest.approx(0.8)
    assert spearman([1, 1, 1], [1, 2, 3]) == 0
    # Both follow the third and differ from it independently: nothing is left.
    size = [1, 2, 3, 4, 5, 6, 7, 8]
    assert abs(partial([2, 1, 4, 3, 6, 5, 8, 7], [1, 2, 3, 4, 5, 6, 7, 8], size)) < 1e-6
    assert partial([2, 1, 4, 3, 6, 5, 8, 7], [2, 1, 4, 3, 6, 5, 8, 7], size) > 0.99


def test_runs_are_ended_and_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from tables.apart import Journal, Trial

    file = tmp_path / "runs.jsonl"
    quick = Trial(1, "counting:compact", "auto", 30.0)
    run = Journal(file).run(quick, BOARD)
    assert run.found
    assert run.variables > 0
    with file.open("a", encoding="utf-8") as lines:
        lines.write('{"trial": {"puzz')
    again = Journal(file)
    assert again.run(quick, BOARD) == run
    assert len(capsys.readouterr().err.splitlines()) == 1
    ended = again.run(quick._replace(seconds=0.0), BOARD)
    assert (ended.found, ended.reached) == (False, "time")
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert len(Journal(file)._runs) == 2


def test_limit_is_processor_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """An engine that sleeps is not at its limit; one that works is told to stop, or ended."""
    from tables import apart

    trial = apart.Trial(1, "sat", "auto", 0.2)
    monkeypatch.setattr(apart, "_solved", _sleep)
    assert apart.run_apart(trial, BOARD).found
    monkeypatch.setattr(apart, "_solved", _work_until_told)
    told = apart.run_apart(trial, BOARD)
    assert (told.found, told.reached, told.variables) == (False, "time", 7)
    assert told.processor >= 0.2
    monkeypatch.setattr(apart, "GRACE", 0.1)
    monkeypatch.setattr(apart, "_solved", lambda *_: _work_for_ever())
    ended = apart.run_apart(trial, BOARD)
    assert (ended.found, ended.reached, ended.error) == (False, "time", None)
    assert ended.processor >= 0.3


def _sleep(trial: Any, text: str, over: threading.Event) -> Any:
    from tables.apart import Run

    return Run(0.0, found=not over.wait(0.6))


def _work_until_told(trial: Any, text: str, over: threading.Event) -> Any:
    from tables.apart import Run

    while not over.is_set():
        pass
    return Run(0.0, found=False, reached="time", variables=7)


def _work_for_ever() -> None:
    while True:
        pass


def test_failed_engine_is_no_time_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from tables import apart

    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError("by nothing")

    file, trial = tmp_path / "runs.jsonl", apart.Trial(1, "sat", "auto", 30.0)
    with monkeypatch.context() as broken:
        broken.setattr(enpitsu, "solve", fail)
        run = apart.Journal(file).run(trial, BOARD)
        assert (run.error, run.reached) == ("ZeroDivisionError: by nothing", None)
        broken.setattr(enpitsu, "solve", lambda *_, **__: os.kill(os.getpid(), signal.SIGKILL))
        run = apart.Journal(file).run(trial, BOARD)
        assert (run.error, run.reached) == ("the process died: Killed", None)
    told = capsys.readouterr().err.splitlines()
    assert told[0] == "1 sat: failed: ZeroDivisionError: by nothing"
    assert not file.exists()
    assert apart.Journal(file).run(trial, BOARD).found


def test_journals_of_old_are_read(tmp_path: Path) -> None:
    """Those have fewer fields, runs that the clock ended too early, and failed ones."""
    from tables.apart import Journal

    def line(puzzle: int, **run: Any) -> str:
        trial = {"puzzle": puzzle, "engine": "counting", "backend": "kissat", "seconds": 30.0}
        return json.dumps({"trial": trial, "run": {"clauses": 1, **run}}) + "\n"

    file = tmp_path / "runs.jsonl"
    file.write_text(
        line(1, processor=15.0, found=True, reached=None)
        + line(2, processor=12.0, found=False, reached="time")
        + line(3, processor=30.0, found=False, reached="died")
        + line(4, processor=30.5, found=False, reached="time")
        + line(5, processor=3.0, found=False, reached="memory"),
        encoding="utf-8",
    )
    assert [trial.puzzle for trial in Journal(file)._runs] == [1, 4, 5]


def _line(puzzle: int, classic: Any, novel: Any) -> Any:
    from tables.kaak_2025 import CLASSIC, NOVEL, Row
    from tables.kaak_2025_methods import Line, Pair

    row = Row(puzzle, 1.0, 100, 2.0, 10)
    return Line(puzzle, "5x6", (Pair(row, CLASSIC, classic), Pair(row, NOVEL, novel)))


def test_faster_is_who_finds_an_answer(capsys: pytest.CaptureFixture[str]) -> None:
    from tables.apart import Run
    from tables.kaak_2025_methods import show_faster

    def ended(seconds: float) -> Run:
        return Run(seconds, found=False, reached="memory")

    lines = [
        _line(1, Run(2.0, found=True), Run(1.0, found=True)),
        _line(2, Run(2.0, found=True), ended(1.0)),  # Out of memory soon: not faster.
        _line(3, ended(3.0), Run(2.0, found=True)),
        _line(4, ended(2.0), ended(1.0)),
        _line(5, Run(0.0, found=False, error="broken"), Run(1.0, found=True)),
    ]
    show_faster(lines)
    said = capsys.readouterr().out.splitlines()
    assert said == [
        "two-trees is faster than counting on 2 of 3 puzzles (printed: 0 of these)",
        "left out: 1 on which neither found an answer",
    ]


def test_failed_runs_are_in_no_mean() -> None:
    from tables.apart import Run
    from tables.kaak_2025_methods import summary

    good = _line(1, Run(3.0, found=True, variables=100), Run(1.0, found=True)).pairs[0]
    bad = _line(2, Run(0.0, found=False, error="broken"), Run(1.0, found=True)).pairs[0]
    assert summary([good, bad]) == summary([good])
    assert summary([bad]).strip() == "failed"


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--engines", "counting,wrong"], "has no engine 'wrong'"),
        (["--engines", "counting:wrong"], "has no option 'wrong'"),
        (["--tables", "9"], "there is no '9', only 2, 3, 4, 5"),
        (["--tables", "2,x"], "there is no 'x', only 2, 3, 4, 5"),
        (["--largest", "0"], "no number from 1 on"),
    ],
)
def test_wrong_options_are_refused(
    options: list[str],
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    from tables import kaak_2025_methods

    file = tmp_path / "runs.jsonl"
    monkeypatch.setattr("sys.argv", ["kaak_2025_methods", "--output", str(file), *options])
    monkeypatch.setattr(kaak_2025_methods, "show_all", lambda *_: pytest.fail("it was begun"))
    with pytest.raises(SystemExit) as left:
        kaak_2025_methods.main()
    assert sentence in f"{left.value.code} {capsys.readouterr().err}"
    assert left.value.code not in (0, None)


@pytest.mark.parametrize(
    "script",
    ["gufler_hagenauer_2011_solvers", "kaak_2025_methods", "kaak_2025_slow_puzzles", "vialls_2016"],
)
def test_help_is_whole(
    script: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    module = importlib.import_module(f"tables.{script}")
    monkeypatch.setattr("sys.argv", [script, "--help"])
    with pytest.raises(SystemExit):
        module.main()
    assert (module.__doc__ or "-").strip() in capsys.readouterr().out


def test_stops_are_told_in_words() -> None:
    from tables.gufler_hagenauer_2011_solvers import Run, _why

    runs = [Run(1, "unknown", "placements", 1.0, 0), Run(2, "unique", None, 1.0, 1)]
    assert _why(runs) == "1: too many placements to list"


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a process of its parent")
def test_run_ends_with_a_killed_script() -> None:
    """The run says that it works; then the script is killed."""
    code = (
        "import time\n"
        "from tables import apart\n"
        "def work(*_):\n"
        "    print('it works', flush=True)\n"
        "    time.sleep(20)\n"
        "    print('outlived it', flush=True)\n"
        "apart._solved = work\n"
        "apart.run_apart(apart.Trial(1, 'sat', 'auto', 600.0), '')\n"
    )
    script = subprocess.Popen(
        [sys.executable, "-c", code],
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT / "bench")},
    )
    with script:
        assert script.stdout is not None
        assert script.stdout.readline() == b"it works\n"
        script.kill()
        # The pipe is at its end when the last process that holds it has ended.
        assert script.stdout.read() == b""


def test_means_are_as_printed() -> None:
    """The rows were taken over without a slip: where all rows are known their means agree."""
    from tables.kaak_2025 import CLASSIC, GROUPS, NOVEL

    for group in GROUPS[:3]:
        for engine in (CLASSIC, NOVEL):
            mean = sum(row.variables(engine) for row in group.rows) / len(group.rows)
            assert round(mean) == pytest.approx(group.average.variables(engine), abs=1), group.title
