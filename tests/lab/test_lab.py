"""The laboratory without runs: figures, contradictions, the folder, setups by name, pictures."""

from __future__ import annotations

import csv
import json
import math
import os
import sys
from io import StringIO
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import enpitsu
from enpitsu.errors import BackendMissing, FormatError, PuzzleError
from enpitsu.kind import Kind
from enpitsu.lab.bench_folder import (
    RUNS,
    SETTINGS,
    BenchFolder,
    Conditions,
    summary_csv,
    summary_rows,
)
from enpitsu.lab.bench_run import BenchRun, Job, Terms, subject_of
from enpitsu.lab.perform import planned
from enpitsu.lab.plots import cactus, draw, scatter
from enpitsu.lab.setups import Setup, setups_of
from enpitsu.lab.summary import (
    SetupSummary,
    disagreements,
    median_run,
    quantile,
    representatives,
    seconds_text,
    summaries,
)
from enpitsu.lab.table import heading, table
from enpitsu.lab.watch import measure
from enpitsu.registry import find_kind, kinds
from enpitsu.sat.backend import BACKENDS
from tests.cases import each_case

A, B, C = Setup("a", "auto"), Setup("b", "minisat22"), Setup("c:x", "")
SETTINGS_10 = Conditions.of("stars", Terms(seconds=10.0, memory=500.0))


def run(
    setup: Setup = A,
    puzzle: str = "p",
    seconds: float = 1.0,
    status: str = "unique",
    repetition: int = 1,
    **more: Any,
) -> BenchRun:
    """A run that was never made."""
    return BenchRun(
        name=f"the {puzzle}",
        id=puzzle,
        rows=1,
        cols=1,
        engine=setup.engine,
        backend=setup.backend,
        repetition=repetition,
        status=status,
        seconds=seconds,
        **more,
    )


def late(setup: Setup = A, puzzle: str = "p", **more: Any) -> BenchRun:
    """A run that came to no answer in ten seconds."""
    return run(setup, puzzle, 10.1, "unknown", reached="time", **more)


# --- figures -------------------------------------------------------------------------------------


def test_the_median_run_stands_for_all() -> None:
    three = [run(seconds=3.0), run(seconds=1.0), run(seconds=2.0)]
    assert median_run(three, 10).seconds == 2.0
    assert median_run([late(), *three[:2]], 10).seconds == 3.0, "unsolved ones come last"
    assert median_run([late(), late(), run()], 10).status == "unknown"
    assert median_run([late(), run()], 10).status == "unique", "the better of two"
    assert median_run([run(seconds=10.5), late()], 10).seconds == 10.1, "an answer that came late"


def test_figures_of_a_way() -> None:
    times = {"p": 1.0, "q": 2.0, "r": 6.0}
    runs = [run(A, puzzle, seconds, memory=40.0, variables=9) for puzzle, seconds in times.items()]
    runs += [late(A, "s", memory=80.0, variables=7)]
    (found,) = summaries(representatives(runs, [A], seconds=10), seconds=10)
    assert (found.puzzles, found.solved, found.failed) == (4, 3, 0)
    assert found.par2 == (1 + 2 + 6 + 20) / 4
    assert found.total == pytest.approx(19.1)
    assert (found.median, found.high, found.slowest) == (2.0, None, None)
    assert (found.memory, found.variables) == (50.0, 9), "the last formula may be half built"
    assert (found.shared, found.ratio, found.ratio_of_totals) == (3, 1.0, 1.0)


def test_ratios_are_on_puzzles_that_both_solved() -> None:
    runs = [run(A, "p", 1.0), run(A, "q", 1.0), run(A, "r", 1.0), late(A, "s")]
    runs += [run(B, "p", 2.0), run(B, "q", 8.0), late(B, "r"), run(B, "s", 1.0)]
    found = summaries(representatives(runs, [A, B], seconds=10), seconds=10)[1]
    assert found.shared == 2
    assert found.ratio == pytest.approx(4.0)
    assert found.ratio_of_totals == pytest.approx(5.0)


def test_a_way_without_runs_has_no_figures() -> None:
    found = summaries(representatives([run(A)], [A, B], seconds=10), seconds=10)[1]
    assert (found.puzzles, found.par2, found.median, found.ratio) == (0, None, None, None)


def test_quantiles() -> None:
    assert quantile([], 0.5) is None
    assert quantile(range(1, 11), 0.9) == 9
    assert quantile(range(1, 11), 1.0) == 10
    assert quantile([1.0, math.inf], 0.5) == 1.0
    assert quantile([1.0, math.inf], 0.9) is None


def unsolved() -> list[SetupSummary]:
    """Two setups: one that solved all, one whose runs ended in five other ways."""
    ends = [
        late(B, "p"),
        late(B, "q"),
        run(B, "r", 11.0),
        run(B, "s", 0.1, "unknown", reached="placements"),
        run(B, "t", 0.1, "unknown", error="it broke"),
        run(B, "u", 0.1, "unknown"),
        run(B, "v", 0.1),
    ]
    runs = [*ends, *(run(A, puzzle) for puzzle in "pqrstuv")]
    return summaries(representatives(runs, [A, B], seconds=10), seconds=10)


def test_why_runs_are_not_solved() -> None:
    solved, others = unsolved()
    assert (dict(solved.unsolved), solved.solved) == ({}, 7)
    expected = {"time": 3, "placements": 1, "failed": 1, "undecided": 1}
    assert (dict(others.unsolved), others.solved) == (expected, 1)
    rows = summary_rows([solved, others])
    assert json.loads(json.dumps(rows))[1]["unsolved"] == expected
    first, second = csv.DictReader(StringIO(summary_csv(rows)))
    assert {name: second[f"unsolved_{name}"] for name in (*expected, "memory")} == {
        "time": "3",
        "placements": "1",
        "failed": "1",
        "undecided": "1",
        "memory": "0",
    }
    assert first["unsolved_placements"] == "0"
    assert summary_csv([]).strip() == ""


@pytest.mark.parametrize("width", [40, 60, 80, 200])
def test_the_table_fits(width: int) -> None:
    long = Setup("counting:compact:with-all-the-options", "cadical195")
    runs = [run(setup, "p", 0.123, memory=123.4, base=30.0, variables=12345) for setup in (A, long)]
    runs += [late(long, "q")]
    lines = table(summaries(representatives(runs, [A, long], seconds=10), seconds=10), width)
    # A name is never cut: setups are chosen by it.
    own = [line for line in lines if line == long.name]
    assert len(own) == 1
    assert all(len(line) <= width for line in lines if long.name not in line)
    assert lines[1].split()[:3] == ["a", "1/1", "123"]
    assert lines[lines.index(own[0]) + 1].split()[0] == "1/2"
    words = " ".join(lines)
    assert f"Not solved: {long.name}: time 1" in words
    assert ("total" in lines[0].split()) == (width >= 80)
    assert ("Not shown for want of room: total" in words) == (width < 80)


def test_the_table_says_why_a_figure_is_missing() -> None:
    lines = table(unsolved(), 80)
    assert "Not solved: b/minisat22: time 3, placements 1, failed 1, undecided 1" in lines
    assert not any("Not solved: a" in line for line in lines)
    assert lines[2].split()[:2] == ["b/minisat22", "1/7"]
    assert "-" in lines[2].split()
    assert "A -: too few were solved" in " ".join(lines)


@pytest.mark.parametrize(
    ("counts", "terms", "text"),
    [
        (
            (1, 1, 1),
            Terms(seconds=10.0, memory=2000.0),
            "1 puzzle in 1 setup, 1 run of each, at most 10 s and 2000 MB a run",
        ),
        (
            (2, 3, 4),
            Terms(seconds=0.5, memory=9.0, conflicts=7),
            "2 puzzles in 3 setups, 4 runs of each, at most 500 ms, 9 MB and 7 conflicts a run",
        ),
        ((2, 1, 1), Terms(seconds=1.0), "2 puzzles in 1 setup, 1 run of each, at most 1 s a run"),
    ],
)
def test_the_heading_of_the_table(counts: tuple[int, int, int], terms: Terms, text: str) -> None:
    assert heading(*counts, terms) == text


@each_case(
    ("first", "second", "is_one"),
    [
        (run(A, solution="x"), run(B, solution="x"), False),
        (run(A, solution="x"), run(B, solution="y"), True),
        (run(A, status="unique"), run(B, status="none"), True),
        (run(A, status="unique"), run(B, status="multiple"), True),
        (run(A, status="multiple"), run(B, status="none"), True),
        (run(A, status="multiple", solution=""), run(B, status="multiple"), False),
        (run(A, status="none"), late(B), False),
        (run(A, status="none"), late(B, solutions=1, solution="x"), True),
        (run(A, solution="x"), late(B, solutions=1, solution="y"), True),
        (run(A, status="multiple"), late(B, solutions=1, solution="y"), False),
        (run(A, status="none"), run(A, status="unique", repetition=2), True),
        (run(A, status="none"), run(B, "other", status="unique"), False),
        (run(A, status="unique"), run(B, status="none", error="it broke"), False),
    ],
)
def test_contradictions(first: BenchRun, second: BenchRun, is_one: bool) -> None:
    assert bool(disagreements([first, second])) is is_one
    assert bool(disagreements([second, first])) is is_one


def test_a_contradiction_says_who_says_what() -> None:
    (found,) = disagreements([run(A), run(B, status="none"), run(C, status="none"), late(A)])
    assert str(found) == "the p: unique: a; none: b/minisat22, c:x"


# --- the folder ----------------------------------------------------------------------------------


def test_runs_are_lines() -> None:
    own = run(B, memory=3, error="straße")
    assert BenchRun.from_line(own.to_line()) == own
    for wrong in ("", "[]", "{}", "null", '{"name": 3}', "[" * 100_000):
        with pytest.raises(FormatError):
            BenchRun.from_line(wrong)
    data = json.loads(own.to_line())
    for name in data:
        with pytest.raises(FormatError):
            BenchRun.from_line(json.dumps({**data, name: [1]}))


def test_a_folder_goes_on_after_a_torn_line(tmp_path: Path) -> None:
    runs = [run(A, puzzle) for puzzle in "pqrs"]
    folder = BenchFolder(tmp_path / "new" / "one", SETTINGS_10)
    for each in runs:
        folder.add(each)
    folder.close()
    path = tmp_path / "new" / "one" / RUNS
    whole = path.read_bytes()
    for size in range(len(whole) - 5, len(whole)):
        path.write_bytes(whole[:size])
        again = BenchFolder(tmp_path / "new" / "one", SETTINGS_10)
        assert list(again.runs.values()) == runs[:3]
        again.add(runs[3])
        again.close()
        assert path.read_bytes() == whole


def test_a_spoilt_line_costs_only_its_own_run(tmp_path: Path) -> None:
    folder = BenchFolder(tmp_path, SETTINGS_10)
    folder.close()
    lines = [run(A, "p").to_line(), "\0\0\0\n", "{]\n", run(A, "q").to_line()]
    (tmp_path / RUNS).write_text("".join(lines))
    again = BenchFolder(tmp_path, SETTINGS_10)
    assert [each.id for each in again.runs.values()] == ["p", "q"]
    again.close()


@pytest.mark.parametrize(
    ("other", "word"),
    [
        (Conditions.of("stars", Terms(seconds=5.0, memory=500.0)), "seconds 10.0, not 5.0"),
        (Conditions.of("stars", Terms(seconds=10.0)), "memory 500.0, not without limit"),
        (Conditions.of("stars", Terms(seconds=10.0, memory=500.0, conflicts=3)), "conflicts"),
        (Conditions.of("moons", Terms(seconds=10.0, memory=500.0)), "kind stars, not moons"),
    ],
)
def test_other_terms_are_refused(other: Conditions, word: str, tmp_path: Path) -> None:
    BenchFolder(tmp_path, SETTINGS_10).close()
    with pytest.raises(PuzzleError, match=word):
        BenchFolder(tmp_path, other)
    BenchFolder(tmp_path, SETTINGS_10).close()


def test_a_folder_with_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear Ada")
    with pytest.raises(PuzzleError, match="holds something already"):
        BenchFolder(tmp_path, SETTINGS_10)
    assert [each.name for each in tmp_path.iterdir()] == ["letter.txt"]
    for wrong in ("{}", "nonsense", '{"bench": 99}', '{"bench": 1, "machine": {"name": ""}}'):
        (tmp_path / SETTINGS).write_text(wrong)
        with pytest.raises(FormatError):
            BenchFolder(tmp_path, SETTINGS_10)


def test_one_process_at_a_time_writes(tmp_path: Path) -> None:
    first = BenchFolder(tmp_path, SETTINGS_10)
    with pytest.raises(PuzzleError, match="another process"):
        BenchFolder(tmp_path, SETTINGS_10)
    first.close()
    BenchFolder(tmp_path, SETTINGS_10).close()


def test_another_machine_is_told(tmp_path: Path) -> None:
    first = BenchFolder(tmp_path, SETTINGS_10)
    first.close()
    assert first.other_machine is None
    data = json.loads((tmp_path / SETTINGS).read_text())
    data["machine"]["name"] = "an abacus"
    (tmp_path / SETTINGS).write_text(json.dumps(data))
    again = BenchFolder(tmp_path, SETTINGS_10)
    again.close()
    assert again.other_machine == "an abacus"


# --- what is measured ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(kinds()))
def test_ways_by_name(name: str) -> None:
    kind = find_kind(name)
    setups = setups_of(kind, ["all"], ["minisat22", "maplechrono"], ["minisat22", "other"])
    with_sat = [engine.name for engine in kind.engines if engine.uses_sat]
    without = [engine.name for engine in kind.engines if not engine.uses_sat]
    assert len(setups) == 2 * len(with_sat) + len(without)
    assert [setup.engine for setup in setups if not setup.backend] == without
    first = kind.engines[0].name
    assert setups_of(kind, ["auto", first, "auto"], ["auto"], []) == [Setup(first, "auto")]
    assert len(setups_of(kind, [first], ["all"], ["x", "y"])) == 2
    with pytest.raises(PuzzleError, match="no engine 'typo'"):
        setups_of(kind, ["typo"], ["auto"], [])


def test_ways_with_solvers_of_an_engines_own() -> None:
    kind = find_kind("satogaeri")
    engines, own = ["sat", "smt", "backtrack"], ["cvc5", "program:z3 -in"]
    assert setups_of(kind, engines, own, BACKENDS) == [
        Setup("sat", "auto"),
        *(Setup("smt", name) for name in own),
        Setup("backtrack", ""),
    ]
    assert setups_of(kind, ["smt"], ["all"], BACKENDS) == [Setup("smt", "cvc5"), Setup("smt", "z3")]
    assert setups_of(kind, ["smt"], ["auto", "z3"], BACKENDS) == [
        Setup("smt", ""),
        Setup("smt", "z3"),
    ]


def test_names_of_ways() -> None:
    assert [setup.name for setup in (A, B, C)] == ["a", "b/minisat22", "c:x"]


def test_runs_of_a_puzzle_go_by_turns() -> None:
    blank = find_kind("yajilin").blank
    subjects = [subject_of("p", blank(1, 2)), subject_of("q", blank(2, 2))]
    terms = Terms(seconds=1.0)
    plan = list(planned(subjects, [A, B], repeat=2, terms=terms, warm=subjects[0].puzzle))
    order = [(job.subject.name, job.repetition, job.setup.engine) for job in plan]
    assert order[:5] == [("p", 1, "a"), ("p", 1, "b"), ("p", 2, "a"), ("p", 2, "b"), ("q", 1, "a")]
    done = {job.key for job in plan[1:]}
    left = planned(subjects, [A, B], repeat=2, terms=terms, warm=subjects[0].puzzle, done=done)
    assert [job.key for job in left] == [plan[0].key]


def test_kinds_are_loaded_before_the_copy_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    subject = subject_of("p", find_kind("yajilin").blank(2, 2))
    loaded = []

    def fork() -> int:
        loaded.append("fork")
        raise BlockingIOError

    monkeypatch.setattr(os, "fork", fork)
    monkeypatch.setattr(Kind, "load_all", lambda kind: loaded.append(kind.id))
    with pytest.raises(BlockingIOError):
        measure(Job(subject, A, 1, Terms(seconds=1.0), subject.puzzle))
    assert loaded == ["yajilin", "fork"]


def test_a_puzzle_has_the_same_id_wherever_it_is_read_from() -> None:
    link = "https://puzz.link/p?yajilin/5/5/m32j10"
    puzzle = enpitsu.parse(link)
    again = enpitsu.parse(enpitsu.dump(puzzle, "csv"))
    assert subject_of("a", puzzle).id == subject_of("b", again).id
    other = enpitsu.parse("https://puzz.link/p?yajilin/5/5/m32j20")
    assert subject_of("a", puzzle).id != subject_of("a", other).id


# --- pictures ------------------------------------------------------------------------------------


def texts_of(figure: Any) -> str:
    """All texts of a figure, a line each."""
    root = ElementTree.fromstring(draw(figure, "svg"))
    return "\n".join("".join(each.itertext()) for each in root.iter() if each.tag.endswith("text"))


def measured() -> dict[Setup, dict[str, BenchRun]]:
    """Three setups on forty puzzles, the second with ten unsolved ones, the third with no run."""
    first = {str(n): run(A, str(n), 0.001 * 1.2**n) for n in range(40)}
    second = {
        str(n): late(B, str(n)) if n % 4 == 0 else run(B, str(n), 0.01 + 0.1 * n) for n in range(40)
    }
    return {A: first, B: second, C: {}}


def test_a_cactus_plot_has_a_line_through_all_that_was_solved() -> None:
    figure = cactus(measured(), seconds=10, title="Stars & <moons>")
    first, second, third, _limit = figure.axes[0].lines
    assert [len(each.get_xdata()) for each in (first, second, third)] == [40, 30, 0]
    assert list(first.get_xdata()) == list(range(1, 41))
    assert list(first.get_ydata()) == sorted(first.get_ydata())
    texts = texts_of(figure).splitlines()
    assert {"a", "b/minisat22", "c:x", "puzzles solved", "limit 10 s", "Stars & <moons>"} <= {
        *texts
    }


def test_setups_differ_in_more_than_colour() -> None:
    many = {Setup(str(number), ""): {"p": run()} for number in range(20)}
    lines = cactus(many, seconds=10, title="").axes[0].lines[:-1]
    looks = {(each.get_color(), each.get_marker(), each.get_linestyle()) for each in lines}
    assert len(looks) == 20
    assert len({look[1:] for look in looks}) == 14


def test_a_scatter_has_a_sign_for_every_puzzle() -> None:
    found = measured()
    figure = scatter((A, found[A]), (B, found[B]), seconds=10, title="both")
    solved, others = figure.axes[0].lines[:2]
    assert (len(solved.get_xdata()), len(others.get_xdata())) == (30, 10)
    texts = texts_of(figure)
    assert "only a solved 10, only b/minisat22 0, neither 0" in texts
    assert "both solved 30: a is sooner on " in texts
    assert "solved in both setups" in texts
    assert "not solved in one or both" in texts


def test_a_scatter_tells_how_many_lie_in_one_place() -> None:
    first, second = ({name: late(setup, name) for name in "pqr"} for setup in (A, B))
    assert "neither 3" in texts_of(scatter((A, first), (B, second), seconds=10, title="both"))


def test_equal_runs_give_equal_files() -> None:
    for ending, start in (("svg", b"<?xml"), ("png", b"\x89PNG")):
        one, other = (draw(cactus(measured(), seconds=10, title=""), ending) for _ in range(2))
        assert one == other
        assert one.startswith(start)


def test_without_matplotlib_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(BackendMissing, match=r"enpitsu\[lab\]: pip install 'matplotlib"):
        cactus(measured(), seconds=10, title="")


@pytest.mark.parametrize("runs", [{}, {"p": run(seconds=0.0)}, {"p": run(seconds=3.0)}])
def test_pictures_of_next_to_nothing(runs: dict[str, BenchRun]) -> None:
    for seconds in (0.001, 3.0, 1e6):
        figures = [
            cactus({A: runs}, seconds=seconds, title="little"),
            scatter((A, runs), (B, {}), seconds=seconds, title="little"),
        ]
        for figure in figures:
            assert "little" in texts_of(figure)


def test_times_on_axes_have_units() -> None:
    texts = texts_of(cactus(measured(), seconds=10, title="")).splitlines()
    assert {"1 ms", "10 ms", "100 ms", "1 s", "10 s"} <= {*texts}


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0.0004, "0.4 ms"),
        (0.00123, "1.23 ms"),
        (0.1, "100 ms"),
        (0.9999, "1 s"),
        (12.345, "12.3 s"),
        (1234.5, "1234 s"),
        (0.0, "0 ms"),
    ],
)
def test_times_in_words(seconds: float, text: str) -> None:
    assert seconds_text(seconds) == text
