"""The command that measures ways of solving, also with engines that misbehave."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

from enpitsu import registry
from enpitsu.cli import main
from enpitsu.lab.bench_folder import RUNS
from enpitsu.lab.bench_run import BenchRun
from enpitsu.lab.table import counted
from enpitsu.registry import find_kind, kinds
from enpitsu.sat.backend import BACKENDS
from tests.cases import each_case
from tests.core.test_workers import ended
from tests.installed import register, star_rows


def bench(*arguments: object) -> Result:
    """Run the command in this process; the runs have their own all the same."""
    return CliRunner().invoke(main, ["bench", *map(str, arguments)])


def rows_of(result: Result) -> list[dict[str, Any]]:
    """The lines of JSON that it printed."""
    return [json.loads(line) for line in result.stdout.splitlines()]


@pytest.mark.parametrize("name", sorted(kinds()))
def test_two_engines_from_end_to_end(name: str, tmp_path: Path) -> None:
    engines = [engine.name for engine in find_kind(name).engines[:2]]
    arguments = [name, "--engines", ",".join(engines), "--limit", "2", "--repeat", "2", "-o"]
    result = bench(*arguments, tmp_path / "out", "--time", "20")
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert lines[0].startswith(f"2 puzzles in {counted(len(engines), 'setup')}, 2 runs of each,")
    table_lines = lines[2 : 2 + len(engines)]
    assert [line.split()[:2] for line in table_lines] == [[each, "2/2"] for each in engines]
    with (tmp_path / "out" / "runs.csv").open() as file:
        table = list(csv.DictReader(file))
    assert len(table) == 2 * 2 * len(engines)
    for row in table:
        assert row["status"] == "unique"
        assert 0 < float(row["base"]) <= float(row["memory"])
        assert float(row["seconds"]) > 0
    summary = json.loads((tmp_path / "out" / "summary.json").read_text())
    assert [row["setup"] for row in summary] == engines
    with (tmp_path / "out" / "summary.csv").open() as file:
        assert [row["solved"] for row in csv.DictReader(file)] == ["2"] * len(engines)
    drawn = [path.name for path in (tmp_path / "out").glob("*.svg")]
    assert len(drawn) == len(engines), "a scatter of two, and what was solved in time"
    for each in drawn:
        ElementTree.parse(tmp_path / "out" / each)
        picture = (tmp_path / "out" / each).with_suffix(".png").read_bytes()
        assert picture.startswith(b"\x89PNG")


def test_without_matplotlib_there_are_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    result = bench("nonogram", "--engines", "lines", "--limit", "1", "-o", tmp_path / "out")
    assert result.exit_code == 0
    assert "no plots are drawn" in result.stderr
    assert "enpitsu[lab]: pip install 'matplotlib>=" in result.stderr
    names = {path.name for path in (tmp_path / "out").iterdir()}
    assert {"runs.csv", "summary.csv", "summary.json"} <= names
    assert not {"cactus.svg", "cactus.png"} & names


@each_case(
    ("arguments", "word"),
    [
        (["moons"], "unknown kind of puzzle 'moons'"),
        (["yajilin", "--engines", "typo"], "no engine 'typo'"),
        (["yajilin", "--engines", "sat:typo"], "no option 'typo'"),
        (["yajilin", "--backends", "typo"], "unknown backend 'typo'"),
        (["yajilin", "--engines", "sat", "--scatter", "sat,typo"], "no setup 'typo'"),
        (["yajilin", "--engines", "sat", "--scatter", "sat"], "two setups"),
        (
            ["yajilin", "--engines", "sat,counting", "--scatter", "sat,sat"],
            "two setups that differ",
        ),
        (["yajilin", "--engines", ","], "no setup left"),
        (
            ["yajilin", "--engines", "counting:compact/cadical195"],
            "--engines counting:compact --backends cadical195",
        ),
        (["yajilin", "-o", ""], "the name is empty"),
        (["yajilin", "--time", "nan"], "--time"),
        (["yajilin", "--memory", "nan"], "--memory"),
        (["yajilin", "--memory", "inf"], "--memory"),
        (["yajilin", "--puzzles", "no/such/file"], "no such file"),
        (["yajilin", "--time", "0"], "--time"),
        (["yajilin", "--limit", "0"], "--limit"),
    ],
)
def test_mistakes_are_told(arguments: Sequence[str], word: str) -> None:
    result = bench(*arguments)
    assert result.exit_code == 2
    assert word in result.stderr


def test_an_engine_to_solve_with_has_no_back_end_in_its_name() -> None:
    arguments = ["solve", "--engine", "counting/cadical195", "--compact", "no-matter-what"]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 2
    assert "--engine counting --backend cadical195" in " ".join(result.stderr.split())
    assert "cadical195:" not in result.stderr.split("--backend")[1]


def test_memory_that_is_never_enough() -> None:
    result = bench("yajilin", "--engines", "sat", "--limit", "1", "--memory", "1")
    assert result.exit_code == 0, result.output
    assert "Not solved: sat: memory 1" in result.stdout.splitlines()


def test_the_solver_that_was_really_asked_is_kept() -> None:
    rows = rows_of(bench("yajilin", "--engines", "counting,patterns", "--limit", "1", "--json"))
    counting, patterns = ((row["backend"], row["solver"]) for row in rows)
    assert counting[0] == "auto"
    assert counting[1] in BACKENDS
    assert patterns == ("", "")


@pytest.mark.parametrize(("backend", "is_told"), [("minisat22", False), ("cadical153", True)])
def test_a_back_end_in_its_own_process_is_told(backend: str, is_told: bool) -> None:
    result = bench("yajilin", "--engines", "sat", "--backends", backend, "--limit", "1")
    assert result.exit_code == 0, result.output
    assert ("A back end in a process of its own" in result.stdout) is is_told


def test_nobody_reads_any_more() -> None:
    arguments = ["bench", "yajilin", "--engines", "sat", "--limit", "1"]
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = subprocess.run(
            [sys.executable, "-m", "enpitsu", *arguments],
            stdout=writing,
            stderr=subprocess.PIPE,
            check=False,
        )
    finally:
        os.close(writing)
    assert (done.returncode, done.stderr) == (141, b"")


# --- engines that misbehave ----------------------------------------------------------------------

ENGINES = """
import os, subprocess, sys, time
from dataclasses import replace
from enpitsu.errors import BackendMissing
from enpitsu.kind import Engine, Search, Stats
from enpitsu.kit.board import KitBoard as Board
from tests.template_kind import KIND as STARS

usual = STARS.engines[0].search

def lie(kind, puzzle, task):
    return Search([], True, None, Stats())

def err(kind, puzzle, task):
    return Search([Board(puzzle)], True, None, Stats())

def crash(kind, puzzle, task):
    if puzzle.rows != 3:
        os.abort()
    return usual(kind, puzzle, task)

def sleep(kind, puzzle, task):
    time.sleep(0.1)
    gate = os.environ.get("ENPITSU_TEST_GATE", "")
    if os.path.exists(gate) and puzzle.rows != 3:
        with open(gate, "a") as file:
            file.write("x")
        while os.path.exists(gate) and os.path.getsize(gate) > 4:
            time.sleep(0.01)
    return usual(kind, puzzle, task)

def deaf(kind, puzzle, task):
    if puzzle.rows != 3:
        time.sleep(1000)
    return usual(kind, puzzle, task)

def eat(kind, puzzle, task):
    held = bytearray(b"x" * 400_000_000) if puzzle.rows != 3 else b""
    time.sleep(1000 if held else 0)
    return usual(kind, puzzle, task)

def feed(kind, puzzle, task):
    # Another process eats, and outlives its parent unless it is stopped as well.
    eating = "import sys, time; held = b'x' * 150_000_000; time.sleep(float(sys.argv[1]))"
    if puzzle.rows != 3:
        seconds = os.environ["ENPITSU_TEST_SECONDS"]
        child = subprocess.Popen([sys.executable, "-c", eating, seconds], process_group=0)
        with open(os.environ["ENPITSU_TEST_CHILDREN"], "a") as file:
            file.write(f"{child.pid}\\n")
        child.wait()
    return usual(kind, puzzle, task)

def lack(kind, puzzle, task):
    raise BackendMissing("this engine", "nothing")

OTHERS = (lie, err, crash, sleep, deaf, eat, feed, lack)
KIND = replace(STARS, engines=(
    *STARS.engines,
    *(Engine(each.__name__, "for tests", each, uses_sat=False) for each in OTHERS),
))
"""
"""Stars (a kind of the tests') with engines that do what engines must not do. On three rows, which
is what they get warm with, most behave. The engine that sleeps is let through a gate, which is a
file, four times; then it sleeps until the file is gone."""


@pytest.fixture
def stars(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Two puzzles with one solution, of a kind with such engines."""
    folder = tmp_path / "installed"
    folder.mkdir()
    (folder / "bad_stars.py").write_text(ENGINES)
    monkeypatch.delitem(sys.modules, "bad_stars", raising=False)
    register(monkeypatch, folder, "bad_stars")
    puzzles = tmp_path / "puzzles.jsonl"
    puzzles.write_text("".join(star_line(cols) for cols in (3, 5)))
    yield puzzles
    monkeypatch.undo()
    registry.kinds.cache_clear()


def star_line(cols: int, rows: int = 1) -> str:
    """A puzzle with one solution: every other cell of the first row is shaded."""
    counts = [(cols + 1) // 2] + [0] * (rows - 1)
    puzzle = star_rows(cols, *counts).pack()
    return json.dumps({"enpitsu": 1, "kind": "stars", "puzzle": puzzle}) + "\n"


def test_a_lie_is_shouted(stars: Path) -> None:
    result = bench("stars", "--engines", "auto,lie", "--puzzles", stars)
    assert result.exit_code == 1
    assert "PUZZLES ON WHICH SETUPS CONTRADICT EACH OTHER: 2" in result.stderr
    assert ": lie" in result.stderr


@pytest.mark.parametrize(
    ("engine", "word"), [("err", "engine err: "), ("crash", "the process died: Abort")]
)
def test_a_failure_is_shouted(engine: str, word: str, stars: Path) -> None:
    arguments = ("stars", "--engines", f"auto,{engine}", "--puzzles", stars)
    result = bench(*arguments, "--json")
    assert result.exit_code == 1
    assert "RUNS THAT FAILED: 2" in result.stderr
    rows = rows_of(result)
    assert {row["engine"] for row in rows if row["status"] == "unique"} == {"sat"}
    assert all(word in row["error"] for row in rows if row["engine"] == engine)


def test_a_failed_run_is_made_again(stars: Path, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    for _ in range(2):
        assert bench("stars", "--engines", "err", "--puzzles", stars, "-o", folder).exit_code == 1
    assert len((folder / RUNS).read_text().splitlines()) == 4


def test_an_engine_that_does_not_hear_is_stopped(stars: Path) -> None:
    result = bench("stars", "--engines", "deaf", "--puzzles", stars, "--time", "0.1", "--json")
    assert result.exit_code == 0, result.output
    assert [row["reached"] for row in rows_of(result)] == ["time", "time"]
    assert all(row["seconds"] > 0.1 for row in rows_of(result))


def test_an_engine_that_takes_too_much_memory_is_stopped(stars: Path) -> None:
    arguments = ("stars", "--engines", "eat", "--puzzles", stars, "--limit", "1", "--json")
    (row,) = rows_of(bench(*arguments, "--time", "60", "--memory", "200"))
    assert (row["reached"], row["status"], row["error"]) == ("memory", "unknown", None)
    assert row["memory"] > 200


def test_what_an_engine_starts_counts_and_is_stopped_with_it(
    stars: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    children = tmp_path / "children"
    monkeypatch.setenv("ENPITSU_TEST_CHILDREN", str(children))
    arguments = ("stars", "--engines", "auto,feed", "--puzzles", stars, "--limit", "1", "--json")
    monkeypatch.setenv("ENPITSU_TEST_SECONDS", "0.5")
    usual, fed = rows_of(bench(*arguments, "--time", "60"))
    assert fed["status"] == usual["status"] == "unique"
    assert fed["memory"] > 150 > usual["memory"]
    monkeypatch.setenv("ENPITSU_TEST_SECONDS", "1000")
    _, stopped = rows_of(bench(*arguments, "--time", "60", "--memory", "120"))
    assert stopped["reached"] == "memory"
    first, second = map(int, children.read_text().split())
    assert ended(first)
    assert ended(second)


def test_an_engine_that_is_not_installed(stars: Path) -> None:
    asked = bench("stars", "--engines", "lack,sat", "--puzzles", stars)
    assert asked.exit_code == 2
    assert "pip install 'enpitsu[nothing]'" in asked.stderr


def test_of_all_those_that_are_not_installed_are_left_out(
    stars: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = sys.modules["enpitsu.cli.bench_command"]
    monkeypatch.setattr(command, "BACKENDS", ["minisat22", "maplechrono"])
    arguments = ("stars", "--engines", "sat,lack", "--backends", "all", "--puzzles", stars)
    result = bench(*arguments, "--limit", "1", "--json")
    assert result.exit_code == 0, result.output
    assert "lack is left out: this engine needs the extra" in result.stderr
    setups = [(row["engine"], row["backend"]) for row in rows_of(result)]
    assert setups == [("sat", "minisat22"), ("sat", "maplechrono")]


def test_puzzles_that_come_twice_or_are_of_another_kind(stars: Path) -> None:
    link = "https://puzz.link/p?yajilin/5/5/m32j10"
    result = bench(
        "stars",
        "--engines",
        "sat",
        "--puzzles",
        stars,
        "--puzzles",
        stars,
        "--puzzles",
        link,
        "--json",
    )
    assert result.exit_code == 2
    assert "2 puzzles come again" in result.stderr
    assert f"{link}: error:" in result.stderr
    assert len(rows_of(result)) == 2
    thinned = bench("stars", "--engines", "sat", "--puzzles", stars, "--every", "2", "--json")
    assert [row["cols"] for row in rows_of(thinned)] == [3]


def test_more_can_be_added_to_a_folder(stars: Path, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    begin = ("stars", "--puzzles", stars, "-o", folder)
    assert bench(*begin, "--engines", "sat", "--limit", "1").exit_code == 0
    first = (folder / RUNS).read_text()
    assert bench(*begin, "--engines", "sat,sleep", "--repeat", "2", "--jobs", "2").exit_code == 0
    lines = (folder / RUNS).read_text()
    assert lines.startswith(first)
    assert len(lines.splitlines()) == 8
    assert {path.name for path in folder.glob("*.svg")} == {"cactus.svg", "scatter-sat-sleep.svg"}
    again = bench(*begin, "--engines", "sleep", "--json")
    assert len(rows_of(again)) == 2, "all that was asked for, though nothing was measured"
    assert (folder / RUNS).read_text() == lines
    refused = bench(*begin, "--engines", "sat", "--time", "3")
    assert refused.exit_code == 2
    assert "other terms (seconds 10.0, not 3.0)" in refused.stderr


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_stopped_in_the_middle_and_gone_on_with(
    how: signal.Signals, stars: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "out"
    arguments = ["bench", "stars", "--engines", "sat,sleep", "--puzzles", str(stars)]
    arguments += ["--repeat", "4", "--output", str(folder), "--jobs", "2", "--time", "300"]
    gate = tmp_path / "gate"
    gate.touch()
    paths = [str(stars.parent / "installed"), *sys.path]
    command = subprocess.Popen(
        [sys.executable, "-m", "enpitsu", *arguments],
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join(filter(None, paths)),
            "ENPITSU_TEST_GATE": str(gate),
        },
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    runs = folder / RUNS
    while command.poll() is None and (not runs.exists() or runs.read_bytes().count(b"\n") < 4):
        time.sleep(0.01)
    command.send_signal(how)
    if how == signal.SIGKILL:
        command.wait()
        gate.unlink()
    table, told = command.communicate()
    if how == signal.SIGINT:
        assert (command.returncode, "of 16 runs; the same command goes on from" in told) == (
            130,
            True,
        )
        assert table.splitlines()[2].split()[0] == "sat", "what there was until then"
    else:
        assert command.returncode == -how, "it should not have been done so soon"
    before = runs.read_bytes()
    finished = before[: before.rfind(b"\n") + 1]
    assert 4 <= finished.count(b"\n") < 16
    result = CliRunner().invoke(main, [*arguments, "--json"])
    assert result.exit_code == 0, result.output
    after = runs.read_bytes()
    assert after.startswith(finished)
    keys = [BenchRun.from_line(line).key for line in after.decode().splitlines()]
    assert len(keys) == len(set(keys)) == len(rows_of(result)) == 16
