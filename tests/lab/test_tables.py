"""The scripts that rebuild the theses' tables: figures, runs, options."""

from __future__ import annotations

import argparse
import dataclasses
import importlib
import json
import os
import random
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import enpitsu
from enpitsu.grid import Cell
from enpitsu.kinds.yajilin.engines.terrain import Terrain
from tests.corpus import ROOT, load_corpus

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
    from tables import white_areas as white

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
    from tables.ranks import chance, partial, ranks, spearman

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
    assert chance(103) == pytest.approx(0.196)
    assert chance(104, given=1) == chance(103) < chance(4) < chance(1) * 2


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
    [
        "gufler_hagenauer_2011_looks",
        "gufler_hagenauer_2011_solvers",
        "kaak_2025_methods",
        "kaak_2025_slow_puzzles",
        "satogaeri_smt_2014",
        "satogaeri_smt_2014_levels",
        "vialls_2016",
    ],
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
    """The rows were taken over without a slip: their means agree with the printed ones."""
    from tables.kaak_2025 import CLASSIC, GROUPS, NOVEL

    for group in GROUPS:
        for engine in (CLASSIC, NOVEL):
            mean = sum(row.variables(engine) for row in group.rows) / len(group.rows)
            assert round(mean) == pytest.approx(group.average.variables(engine), abs=1), group.title
            times = [seconds for row in group.rows if (seconds := row.seconds(engine)) is not None]
            # The last level of Table 5 counts two puzzles that were never solved as 0 s.
            count = len(group.rows) if group.title == "difficulty schwer" else len(times)
            assert sum(times) / count == pytest.approx(group.average.seconds(engine), abs=0.005)


def test_table_5_is_whole() -> None:
    from tables.kaak_2025 import LEVELS, ROWS

    puzzles = [row.puzzle for group in LEVELS for row in group.rows]
    assert [len(group.rows) for group in LEVELS] == [6] * 9
    assert len(set(puzzles)) == 54
    assert len(ROWS) == 67
    levels = {record["id"]: record.get("level") for record in load_corpus("yajilin")}
    for level, group in enumerate(LEVELS, 1):
        assert [levels[row.puzzle] for row in group.rows] == [level] * 6


def test_levels_are_compared(capsys: pytest.CaptureFixture[str]) -> None:
    from tables.apart import Run
    from tables.kaak_2025_methods import show_levels

    def line(puzzle: int, size: int, *seconds: float) -> Any:
        return _line(puzzle, *(Run(s, found=s < 9) for s in seconds))._replace(size=f"1x{size}")

    show_levels([[line(1, 10, 1.0, 2.0), line(2, 20, 2.0, 1.0)], [line(3, 30, 5.0, 9.0)], []])
    said = capsys.readouterr().out.splitlines()
    # Level, printed means, ours (">" where a run was ended), faster in print and here, of how many.
    assert said[3].split() == ["1", "1.00", "2.00", "1.50", "1.50", "0", "1", "2", "10.0"]
    assert said[4].split() == ["2", "1.00", "2.00", "5.00", ">9.00", "0", "0", "1", "10.0"]
    assert "number of cells: +0.87" in said[6]


def test_measures_of_slow_puzzles() -> None:
    from tables.kaak_2025_slow_puzzles import MEASURES, Board

    # Shaded: one cell that the 1 counts, one that nobody counts; clue cells: 2 of 30.
    board = Board(terrain(), frozenset({6, 29 - 12}))
    values = dict(zip(MEASURES, (measure(board) for measure in MEASURES.values()), strict=True))
    assert board.uncounted == 1
    assert values["shaded and clue cells, of all"] == pytest.approx(4 / 30)
    assert values["the same, of all shaded cells"] == 0.5
    assert MEASURES["the same, of all shaded cells"](Board(terrain(), frozenset())) == 0


def test_slow_puzzles_in_columns(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Time follows one measure and nothing else: the table says so, given other causes, too."""
    from tables.kaak_2025_slow_puzzles import MEASURES, Case, columns, draw, show

    never = float("inf")
    cases = []
    for at in range(40):
        cells, cause = 100 + at * 7 % 40, at * 11 % 40
        measures = (float(cause), *(float(at % 3) for _ in list(MEASURES)[1:]))
        novel = never if cause > 37 else 1.0 + cause
        cases.append(Case(at, cells, 0.1 + at % 5 / 50, measures, (2.0, novel)))
    cases[3] = cases[3]._replace(seconds=(never, never))
    found = columns(cases)
    assert [len(column.cases) for column in found] == [40, 40, 39]
    assert max(found[2].values) == never
    show([*found, *found])
    rows = [line for line in capsys.readouterr().out.splitlines() if line.startswith("shaded and")]
    assert len(rows) == 3
    for row in rows:
        assert float(row.split()[-1].rstrip("*")) > 0.9
        assert row.split()[-1].endswith("*")
    pytest.importorskip("matplotlib")
    draw({"printed": cases, "here": cases[:5]}, tmp_path / "slow.svg")
    text = (tmp_path / "slow.svg").read_text(encoding="utf-8")
    assert "two-trees, here" in text
    assert "dc:date" not in text


def test_records_become_cases() -> None:
    from tables.kaak_2025_slow_puzzles import printed_cases

    cases = printed_cases(load_corpus("yajilin"))
    assert len(cases) == 67
    assert [case.seconds[1] for case in cases if case.id == 528] == [float("inf")]
    (first,) = (case for case in cases if case.id == 1)
    assert (first.cells, first.seconds) == (49, (0.08, 0.03))


def test_crowds_of_clues() -> None:
    from tables.gufler_hagenauer_2011_looks import largest_crowd

    assert largest_crowd([]) == 0
    assert largest_crowd([Cell(0, 0), Cell(0, 2), Cell(2, 1)]) == 1
    assert largest_crowd([Cell(0, 0), Cell(0, 1), Cell(1, 2), Cell(3, 3), Cell(0, 4)]) == 3


def test_looks_are_printed_and_drawn(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    from tables.gufler_hagenauer_2011_looks import GENERATORS, draw, examples, make, read_size

    loop, line = GENERATORS[-1], GENERATORS[0]
    looks = make(loop, 5, 5, 6, 60.0)
    assert len(looks) == 6
    assert make(line, 10, 10, 2, 0.0) == []
    chosen = examples(looks)
    crowds = [look.crowd for look in looks]
    assert (chosen[0].crowd, chosen[-1].crowd) == (min(crowds), max(crowds))
    assert len(chosen) == 4
    assert examples(looks[:1]) == looks[:1]
    draw({"loop": looks, "line": []}, tmp_path / "sheet.svg")
    root = ElementTree.parse(tmp_path / "sheet.svg").getroot()
    assert len(root.findall("{http://www.w3.org/2000/svg}svg")) == 4
    assert read_size("7x9") == (7, 9)
    with pytest.raises(argparse.ArgumentTypeError):
        read_size("7x0")


def test_more_threads_than_cores(capsys: pytest.CaptureFixture[str]) -> None:
    import generate
    from tables.gufler_hagenauer_2011 import TABLES

    threads = {table.number: table for table in TABLES}["6.10"]
    many = (os.cpu_count() or 1) + 1
    table = generate.with_threads(threads, [2, 77])
    assert [(row.jobs, row.published) for row in table.rows] == [(2, 2713), (77, None)]
    assert generate.with_threads(threads, None) is threads
    assert generate.with_threads(TABLES[0], [5]) is TABLES[0]
    small = [dataclasses.replace(row, rows=4, cols=4, jobs=many) for row in table.rows]
    generate.show_table(dataclasses.replace(table, rows=tuple(small)), generate.Plan(1, 60.0))
    said = capsys.readouterr().out.splitlines()[-2:]
    assert all("only" in line and "cores here" in line for line in said)
    assert said[1].split("77")[1].split()[0] == "-"


def test_example_of_2014() -> None:
    from tables.satogaeri_smt_2014 import PRINTED, example_figures

    pytest.importorskip("cvc5")
    ours = example_figures()
    same = {name for name, value in PRINTED.items() if ours[name] == value}
    # Ids are asserted one by one, and moves over other circles are not written.
    assert set(PRINTED) - same == {"assertions", "moves of the circles"}
    assert ours["moves of the circles"] == "3, 1, 1"


def test_boards_of_2014(capsys: pytest.CaptureFixture[str]) -> None:
    from tables import satogaeri_smt_2014 as script

    assert script.some_boards(5, 5, 0.4, 3) == script.some_boards(5, 5, 0.4, 3)
    assert script.graded(0.4, 5, -1.0) == []
    assert len(script.graded(0.2, 2, 60.0)) == 2
    script.show_countries(3)
    script.show_difficulty(1, 60.0)
    said = capsys.readouterr().out
    assert "of one cell" in said
    assert "rank correlation of Countrysize and length" in said


def _samples(level_of: Any, count: int = 60) -> list[Any]:
    from tables.satogaeri_smt_2014_levels import SIMPLE, Sample

    board: Any = None
    rng = random.Random(1)
    found = []
    for _ in range(count):
        values = {f"s{at}": rng.random() for at in range(6)}
        simple = dict(zip(SIMPLE, (rng.random() for _ in SIMPLE), strict=True))
        level = level_of(values, rng)
        found.append(Sample(board, level, float(level), {"solver": values, "simple": simple}))
    return found


def test_statistics_that_tell_the_level_are_found(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("numpy")
    from tables import satogaeri_smt_2014_levels as script

    def correlation(samples: list[Any]) -> float:
        values, simple = (script.matrix(samples, [name])[1] for name in ("solver", "simple"))
        return script.figures(values, simple, [sample.level for sample in samples]).correlation

    telling = _samples(lambda values, _: int(6 * values["s2"]))
    assert correlation(telling) > 0.8
    assert abs(correlation(_samples(lambda _, rng: rng.randrange(6)))) < 0.3
    script.show("of a test", telling)
    lines = capsys.readouterr().out.splitlines()
    strongest = next(at for at, line in enumerate(lines) if "one by one" in line) + 1
    assert lines[strongest].endswith("s2")
    script.show("too few", telling[:5])
    assert capsys.readouterr().out.splitlines()[-1] == "too few to be divided"


@pytest.mark.parametrize("solver", ["cvc5", "z3"])
def test_statistics_of_solvers(solver: str) -> None:
    pytest.importorskip(solver)
    pytest.importorskip("numpy")
    from tables.satogaeri_smt_2014 import EXAMPLE
    from tables.satogaeri_smt_2014_levels import counts, simple_predictors, solver_statistics

    found = solver_statistics(solver, EXAMPLE, 30.0)
    assert list(found) == [f"{solver}, solution", f"{solver}, proof"]
    assert all(found.values())
    assert not any("time" in name.lower() for each in found.values() for name in each)
    assert counts(":time 1.00 :max-memory 17.2 :conflicts 3 :decisions 0)") == {"conflicts": 3.0}
    assert simple_predictors(EXAMPLE) == {"cells": 6, "circles": 3, "without number": 1}
