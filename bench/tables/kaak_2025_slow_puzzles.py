"""Why are some puzzles slow? Section 4.3 of B. Kaak, "Efficiency of two SAT encodings of Yajilin
puzzles" (2025), whole.

    scripts/bench tables/kaak_2025_slow_puzzles [--every N] [--seconds S] [--largest CELLS]
        [--backend B] [--output FILE.jsonl] [--picture FILE.svg]

The thesis looks for a pattern in the number of shaded and clue cells, finds none; in the shaded
cells that no clue counts, finds none; and leaves open whether large white areas matter, as it has
no measure of them. Here each is measured (`MEASURES`; five of white areas), and its ranks are
correlated (Spearman) with the time of both methods: with the printed times of the thesis' own
puzzles, and with times of the engines on every Nth real puzzle, one solution each.

Large boards are slow, have more of everything and relatively fewer clues. So three tables are
printed: as it is; given the number of cells, that is, between what is left of both when their
correlations with the size are taken off; given the number of cells and the share of clues. A star
is beyond what chance alone exceeds once in twenty. A run that was ended counts as slower than all
that were not; the limit is one of processor time. A puzzle that an engine failed on, or that the
clock ended before its processor time was over, is left out, and told. "ratio" asks on which
puzzles the novel method is slow by comparison with the classic one.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import enpitsu
from corpus import load
from enpitsu.kinds.yajilin.board import SHADED
from enpitsu.kinds.yajilin.engines.terrain import Terrain
from enpitsu.kinds.yajilin.model import Yajilin
from enpitsu.sat.backend import AUTO, BACKENDS
from tables.apart import Journal, Run, Trial, of_other_versions
from tables.common import (
    at_least_one,
    check_engines,
    heading,
    limit_words,
    paragraph,
    run_script,
)
from tables.kaak_2025 import CLASSIC, NOVEL, ROWS
from tables.ranks import chance, partial
from tables.white_areas import largest_area, largest_square, mean_distance, unseen, untouched

METHODS = (CLASSIC, NOVEL)


# --- puzzles ------------------------------------------------------------------------------------


class Board(NamedTuple):
    """A puzzle's cells by number, and those of them that its solution shades."""

    terrain: Terrain
    shaded: frozenset[int]

    @property
    def clues(self) -> float:
        """The share of cells that are clues."""
        return 1 - sum(self.terrain.is_playable) / self.terrain.size

    @property
    def uncounted(self) -> int:
        """How many shaded cells no clue counts."""
        return len(self.shaded & unseen(self.terrain))


def read_board(record: Mapping[str, Any]) -> Board:
    """A record of the corpus."""
    both = f"{record['text']}\n\n{record['solution']}"
    puzzle, solution = enpitsu.parse_with_position(both, kind="yajilin")
    assert isinstance(puzzle, Yajilin)
    terrain = Terrain(puzzle)
    cells = (fact.slot for fact in solution.facts if fact.value == SHADED and fact.holds)
    return Board(terrain, frozenset(terrain.number(cell) for cell in cells))  # type: ignore[arg-type]


FILLED = "shaded and clue cells, of all"
UNCOUNTED = "shaded cells that no clue counts"
UNTOUCHED = "largest area that no clue touches"
MEASURES: Mapping[str, Callable[[Board], float]] = {
    FILLED: lambda b: b.clues + len(b.shaded) / b.terrain.size,
    UNCOUNTED: lambda b: b.uncounted,
    "the same, of all shaded cells": lambda b: b.uncounted / max(1, len(b.shaded)),
    "cells that no clue looks at, of all": lambda b: (
        len(unseen(b.terrain)) / sum(b.terrain.is_playable)
    ),
    "largest area that no clue looks at": lambda b: largest_area(b.terrain, unseen(b.terrain)),
    UNTOUCHED: lambda b: largest_area(b.terrain, untouched(b.terrain)),
    "largest square without a clue": lambda b: largest_square(b.terrain),
    "mean distance to the next clue": lambda b: mean_distance(b.terrain),
}


class Case(NamedTuple):
    """A puzzle: its cells, the share of them that are clues, its measures, and the seconds of both
    methods, infinite where one came to no end."""

    id: int
    cells: int
    clues: float
    measures: tuple[float, ...]
    seconds: tuple[float, float]


def make_case(record: Mapping[str, Any], seconds: Iterable[float]) -> Case:
    """A record of the corpus with the times of both methods."""
    board = read_board(record)
    found = tuple(measure(board) for measure in MEASURES.values())
    classic, novel = seconds
    return Case(record["id"], board.terrain.size, board.clues, found, (classic, novel))


def printed_cases(records: Iterable[Mapping[str, Any]]) -> list[Case]:
    """The puzzles of the thesis with its own times."""
    found = []
    for record in records:
        if row := ROWS.get(record["id"]):
            seconds = (row.seconds(method) for method in METHODS)
            found.append(make_case(record, (math.inf if s is None else s for s in seconds)))
    return found


def measured_cases(
    records: Iterable[Mapping[str, Any]], options: argparse.Namespace
) -> Iterator[tuple[Case, list[Run]]]:
    """Puzzles that both engines were given, with their runs; those that one failed on are told."""
    for record in records:
        rows, cols = map(int, record["size"].split("x"))
        if rows * cols > options.largest:
            continue
        trials = [Trial(record["id"], name, options.backend, options.seconds) for name in METHODS]
        runs = [options.journal.run(trial, record["text"]) for trial in trials]
        if reason := next(filter(None, map(_unusable, runs)), None):
            print(f"puzzle {record['id']} is left out: {reason}", flush=True)
        else:
            seconds = (run.processor if run.found else math.inf for run in runs)
            yield make_case(record, seconds), runs


def _unusable(run: Run) -> str | None:
    """Why a run tells no time; None if it does."""
    if run.reached == "clock":
        return "the machine gave a run too little time"
    return None if run.error is None else f"an engine failed: {run.error}"


# --- correlations -------------------------------------------------------------------------------


class Column(NamedTuple):
    """What is to be explained: a value for each of these puzzles."""

    title: str
    cases: list[Case]
    values: list[float]


def columns(cases: Sequence[Case]) -> list[Column]:
    """The times of both methods, and how much slower the novel one is."""
    found = [
        Column(title, [*cases], [case.seconds[at] for case in cases])
        for at, title in enumerate(TITLES[:2])
    ]
    compared = [case for case in cases if min(case.seconds) < math.inf]
    ratios = [_ratio(*case.seconds) for case in compared]
    return [*found, Column(TITLES[2], compared, ratios)]


def _ratio(classic: float, novel: float) -> float:
    """How much slower the novel method is; one that never ends is slower than any."""
    return 0.0 if classic == math.inf else novel / max(classic, 1e-9)


GIVEN = (
    "as it is",
    "given the number of cells",
    "given the number of cells and of clues",
)
CAUSES = ("(number of cells)", "(few clues)")


def _causes(column: Column) -> tuple[list[float], list[float]]:
    """Other causes than the measures: size, and few clues."""
    return [float(case.cells) for case in column.cases], [-case.clues for case in column.cases]


# --- printing -----------------------------------------------------------------------------------

SAMPLES = ("printed", "here")
TITLES = ("classic", "novel", "ratio")
CELL = 9  # letters


def show(found: Sequence[Column]) -> None:
    """Print the tables."""
    width = max(map(len, (*MEASURES, *GIVEN))) + 1
    print(f"\n{'':{width}}" + "".join(f"{name:>{CELL}}{'':{2 * CELL}}" for name in SAMPLES))
    for given, words in enumerate(GIVEN):
        print(f"{words:{width}}" + "".join(f"{column.title:>{CELL}}" for column in found))
        for at, name in enumerate(MEASURES):
            row = [[case.measures[at] for case in column.cases] for column in found]
            print(f"{name:{width}}" + _figures(found, row, given))
        if given < len(CAUSES):
            row = [_causes(column)[given] for column in found]
            print(f"{CAUSES[given]:{width}}" + _figures(found, row, given))
        print()


def _figures(found: Sequence[Column], row: Sequence[Sequence[float]], given: int) -> str:
    """What correlates with each column, other causes of which are known."""
    texts = []
    for column, values in zip(found, row, strict=True):
        value = partial(values, column.values, *_causes(column)[:given])
        star = "*" if abs(value) > chance(len(column.cases), given) else " "
        texts.append(f"{f'{value:+.2f}{star}':>{CELL}}")
    return "".join(texts)


def show_counts(cases: Sequence[Case], title: str) -> None:
    """Print how many puzzles there are, and how many of them came to no end."""
    ended = (sum(case.seconds[at] == math.inf for case in cases) for at in range(2))
    counts = ", ".join(f"{n} by {name}" for n, name in zip(ended, METHODS, strict=True))
    print(f"{title}: {len(cases)} puzzles; not solved: {counts}")


def draw(samples: Mapping[str, Sequence[Case]], path: Path) -> None:
    """Time against one measure of each subject: a row of panels for each sample and method."""
    from matplotlib import pyplot
    from matplotlib.colors import LogNorm

    pyplot.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "enpitsu", "font.size": 8})
    shown = (FILLED, UNCOUNTED, UNTOUCHED)
    rows = [(name, at) for name in samples for at in range(len(METHODS))]
    figure, axes = pyplot.subplots(
        len(rows),
        len(shown),
        figsize=(9, 2.2 * len(rows)),
        sharex="col",
        sharey="row",
        layout="constrained",
    )
    sizes = [case.cells for cases in samples.values() for case in cases]
    colours = {"norm": LogNorm(min(sizes), max(sizes)), "cmap": "viridis_r"}
    for own, (name, method) in zip(axes, rows, strict=True):
        for axis, measure in zip(own, shown, strict=True):
            at = list(MEASURES).index(measure)
            points = _scatter(axis, samples[name], method, at, colours)
        own[0].set_ylabel(f"{METHODS[method]}, {name} (s)")
    for axis, measure in zip(axes[-1], shown, strict=True):
        axis.set_xlabel(measure)
    ticks = [size for size in (50, 100, 200, 400, 800, 1600) if min(sizes) <= size <= max(sizes)]
    bar = figure.colorbar(points, ax=axes, label="cells", fraction=0.02, ticks=ticks)
    bar.ax.minorticks_off()
    bar.ax.set_yticklabels([str(size) for size in ticks])
    figure.savefig(path, metadata={"Date": None})
    print(f"picture: {path}")


def _scatter(
    axis: Any, cases: Sequence[Case], method: int, measure: int, colours: Mapping[str, Any]
) -> Any:
    """Draw one panel; the colour is the size of the board, a cross came to no end."""
    times = [case.seconds[method] for case in cases]
    top = 1.5 * max((each for each in times if each < math.inf), default=1.0)
    axis.set_yscale("log")
    axis.minorticks_off()
    axis.grid(visible=True, alpha=0.3)
    for is_solved, marker in ((False, "x"), (True, "o")):
        part = [case for case in cases if (case.seconds[method] < math.inf) == is_solved]
        points = axis.scatter(
            [case.measures[measure] for case in part],
            [min(case.seconds[method], top) for case in part],
            c=[case.cells for case in part],
            marker=marker,
            s=12,
            linewidths=0.8,
            clip_on=False,
            **colours,
        )
    return points


NOTE = (
    "Of twenty figures without any cause one has a star. Printed times are those of the thesis; it "
    "names no machine. Shaded cells are those of the solution, which no engine is told."
)


def main() -> None:
    """Measure and print."""
    options = _options()
    check_engines(METHODS, options.backend)
    options.journal = Journal(options.output)
    print("Why are some puzzles slow? B. Kaak's thesis (2025), section 4.3")
    print(heading(METHODS, options.backend, limit_words(options.seconds)))
    print(paragraph(NOTE), flush=True)
    records = load("yajilin")
    own = list(measured_cases(records[:: options.every], options))
    if not own:
        raise SystemExit("no puzzle is left to measure")
    cases, printed = [case for case, _ in own], printed_cases(records)
    show_counts(printed, SAMPLES[0])
    show_counts(cases, SAMPLES[1])
    if words := of_other_versions(run for _, runs in own for run in runs):
        print(words)
    found = [*columns(printed), *columns(cases)]
    show(found)
    if options.picture:
        draw(dict(zip(SAMPLES, (printed, cases), strict=True)), options.picture)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--every", type=at_least_one, default=4, help="only every Nth puzzle (4)")
    parser.add_argument("--seconds", type=float, default=5.0, help="processor time of a run (5)")
    parser.add_argument(
        "--largest", type=at_least_one, default=800, help="cells of the largest boards (800)"
    )
    parser.add_argument("--backend", default=AUTO, choices=(AUTO, *BACKENDS), help="the SAT solver")
    parser.add_argument("--output", type=Path, help="keep runs in this file, and use those there")
    parser.add_argument("--picture", type=Path, help="draw times against measures, as .svg or .png")
    return parser.parse_args()


if __name__ == "__main__":
    run_script(main)
