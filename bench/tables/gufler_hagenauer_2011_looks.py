"""What the generators' puzzles look like: section 6.2.3 of A. Gufler and F. Hagenauer, "Yajilin"
(Innsbruck 2011), anew, with figures 6.2 to 6.4.

    scripts/bench tables/gufler_hagenauer_2011_looks [--sizes 7x7 10x10 ...] [--count N]
        [--seconds S] [--picture FILE.svg]

The thesis compares its generators by a few examples: the line generator crowds clues together, so
that the solution is obvious; the arrow generator does so less, but more on larger boards; with
many clues allowed (figure 6.2) or A* run again (table 6.5) puzzles are less interesting. Here each
makes N puzzles of a size, or as many as it can in S seconds of processor time. Enpitsu's own method
`loop` stands beside, and human puzzles of nearly that size.

Figures are medians, but for these: "crowded" is the share of puzzles in which five or more clues
hang together by sides or corners; "like human ones" is the share with every measure of
bench/yajilin_look.py between the tenth and the ninetieth percentile of human puzzles of all sizes;
of each level puzzles are counted.

--picture draws a sheet: for each generator, of its puzzles of the first size, the one with the
smallest crowd of clues, two between, and the one with the largest.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import enpitsu
from enpitsu.grade import LEVELS
from enpitsu.grid import Cell
from enpitsu.kinds.yajilin.model import Yajilin
from tables.common import at_least_one, processor_limits, run_script
from yajilin_look import corpus_measures, corpus_puzzles, measures, ranges, share_inside

ENDLESS = 10**9  # attempts: only time ends the making
CROWD = 5  # clues that hang together
NEARLY = 0.4  # of the cells: how far the sizes of human puzzles may differ


class Generator(NamedTuple):
    """A method with its options, under a name for the table and in words for the sheet."""

    name: str
    words: str
    method: str
    options: Mapping[str, float]


GENERATORS = (
    Generator("line", "line, lineBase 0.6", "line", {"line_base": 0.6}),
    Generator(
        "line again",
        "line, A* run again up to 3 times",
        "line",
        {"line_base": 0.6, "reruns": 3},
    ),
    Generator("arrows 12", "arrows, at most 12 %", "arrows", {"max_arrows": 0.12}),
    Generator("arrows 18", "arrows, at most 18 %", "arrows", {"max_arrows": 0.18}),
    Generator("arrows 25", "arrows, at most 25 %", "arrows", {"max_arrows": 0.25}),
    Generator("loop", "loop, Enpitsu's own", "loop", {}),
)
HUMAN = "human"


class Look(NamedTuple):
    """A puzzle with its measures: those of yajilin_look, the largest crowd of clues, and grades."""

    puzzle: Yajilin
    measures: Mapping[str, float]
    crowd: int
    level: str
    score: float
    length: int


def look_at(puzzle: Yajilin, solution: Any) -> Look:
    """Measure a puzzle."""
    grade = enpitsu.grade(puzzle)
    return Look(
        puzzle,
        measures(puzzle, solution),
        largest_crowd(puzzle.clue_at),
        str(grade.level or "none"),
        grade.score,
        grade.length,
    )


def largest_crowd(clues: Iterable[Cell]) -> int:
    """How many clues hang together by sides or corners at most."""
    left, largest = set(clues), 0
    while left:
        queue = [left.pop()]
        count = 0
        while queue:
            cell = queue.pop()
            count += 1
            near = left.intersection(
                Cell(cell.row + down, cell.col + right)
                for down in (-1, 0, 1)
                for right in (-1, 0, 1)
            )
            left -= near
            queue += near
        largest = max(largest, count)
    return largest


def make(generator: Generator, rows: int, cols: int, count: int, seconds: float) -> list[Look]:
    """Puzzles of the seeds 1, 2, ..., as many as the time allows."""
    found: list[Look] = []
    end = time.process_time() + seconds
    options: dict[str, Any] = {"method": generator.method, **generator.options}
    for seed in range(1, count + 1):
        with processor_limits(end - time.process_time()) as limits:
            made: Any = enpitsu.generate(
                "yajilin", rows, cols, seed=seed, tries=ENDLESS, jobs=1, limits=limits, **options
            )
        if made.puzzle is None:
            break
        found.append(look_at(made.puzzle, made.solution))
    return found


@cache
def human_looks(cells: int) -> list[Look]:
    """Human puzzles with about so many cells."""
    return [
        look_at(puzzle, solution)
        for puzzle, solution in corpus_puzzles()
        if abs(puzzle.rows * puzzle.cols - cells) <= NEARLY * cells
    ]


# --- printing -----------------------------------------------------------------------------------


def _median(value: Callable[[Look], float]) -> Callable[[Sequence[Look]], float]:
    return lambda looks: median(map(value, looks))


def _measure(name: str) -> Callable[[Sequence[Look]], float]:
    return _median(lambda look: look.measures[name])


ROWS: Mapping[str, tuple[Callable[[Sequence[Look]], float], str]] = {
    "clues, of all cells": (_measure("density"), ".0%"),
    "clues that touch another": (_measure("touching"), ".0%"),
    "clues in the largest crowd": (_median(lambda look: look.crowd), ".1f"),
    "crowded puzzles": (lambda looks: _share(look.crowd >= CROWD for look in looks), ".0%"),
    "clues with 0": (_measure("zeros"), ".0%"),
    "mean number": (_measure("number"), ".2f"),
    "shaded cells seen by no clue": (_measure("unseen"), ".0%"),
    "cells seen by a clue": (_measure("seen"), ".0%"),
    "score (hardest steps, 1 to 10)": (_median(lambda look: look.score), ".1f"),
    "steps": (_median(lambda look: look.length), ".0f"),
}
WIDTH = 12


def _share(answers: Iterable[bool]) -> float:
    told = list(answers)
    return sum(told) / max(1, len(told))


def show(size: str, groups: Mapping[str, Sequence[Look]]) -> None:
    """Print the table of one size."""
    limits = ranges(corpus_measures())
    print(f"\n{size:32}" + "".join(f"{name:>{WIDTH}}" for name in groups))
    columns = list(groups.values())
    _show_row("puzzles", [str(len(looks)) for looks in columns])
    for name, (value, form) in ROWS.items():
        _show_row(name, [f"{value(looks):{form}}" if looks else "-" for looks in columns])
    shares = (share_inside([look.measures for look in looks], limits) for looks in columns)
    _show_row("like human ones", [f"{share:.0%}" for share in shares])
    for level in LEVELS:
        _show_row(level, [str(sum(look.level == level for look in looks)) for looks in columns])


def _show_row(name: str, texts: Iterable[str]) -> None:
    print(f"{name:32}" + "".join(f"{text:>{WIDTH}}" for text in texts), flush=True)


# --- the sheet ----------------------------------------------------------------------------------

EXAMPLES = 4
SIDE = 150  # pixels of a board
GAP = 12
HEAD = 22  # for a line of text
PAGE = "#f6f5f1"


def draw(groups: Mapping[str, Sequence[Look]], path: Path) -> None:
    """Examples of each generator side by side, from small crowds of clues to large ones."""
    shown = [(each, groups[each.name]) for each in GENERATORS if groups.get(each.name)]
    half = GAP + EXAMPLES * (SIDE + GAP)
    wide, high = 2 * half, GAP + (len(shown) + 1) // 2 * (HEAD + SIDE + GAP)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" '
        f'font-family="system-ui,sans-serif" font-size="14">',
        f'<rect width="{wide}" height="{high}" fill="{PAGE}"/>',
    ]
    for number, (generator, looks) in enumerate(shown):
        row, col = divmod(number, 2)
        left, top = col * half + GAP, GAP + row * (HEAD + SIDE + GAP)
        parts.append(f'<text x="{left}" y="{top + 14}" fill="#1d2430">{generator.words}</text>')
        for at, look in enumerate(examples(looks)):
            place = f'x="{left + at * (SIDE + GAP)}" y="{top + HEAD}"'
            text = str(enpitsu.render(look.puzzle, format="svg", theme="light"))
            head, _, body = text.partition(">")
            box = head[head.index("viewBox") :]
            parts.append(
                f'<svg class="enpitsu light" {place} width="{SIDE}" height="{SIDE}" {box}>{body}'
            )
    path.write_text("".join([*parts, "</svg>\n"]), encoding="utf-8")
    print(f"picture: {path}")


def examples(looks: Sequence[Look]) -> list[Look]:
    """Some puzzles, evenly from the one with the smallest crowd to that with the largest."""
    order = sorted(looks, key=lambda look: (look.crowd, look.measures["touching"]))
    last = min(EXAMPLES, len(order)) - 1
    return [order[at * (len(order) - 1) // max(1, last)] for at in range(last + 1)]


# --- the command line ---------------------------------------------------------------------------


def main() -> None:
    """Make, measure, print, draw."""
    options = _options()
    print("What the generators' puzzles look like: section 6.2.3 of Gufler and Hagenauer (2011)")
    for size in options.sizes:
        rows, cols = size
        groups = {
            each.name: make(each, rows, cols, options.count, options.seconds) for each in GENERATORS
        }
        show(f"{rows}x{cols}", {**groups, HUMAN: human_looks(rows * cols)})
        if options.picture and size == options.sizes[0]:
            draw(groups, options.picture)


def read_size(text: str) -> tuple[int, int]:
    """Rows and columns, for argparse."""
    rows, _, cols = text.partition("x")
    return at_least_one(rows), at_least_one(cols)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--sizes",
        type=read_size,
        nargs="+",
        default=[(7, 7), (10, 10)],
        metavar="ROWSxCOLS",
        help="sizes of boards (7x7 10x10)",
    )
    parser.add_argument("--count", type=at_least_one, default=40, help="puzzles of each (40)")
    parser.add_argument("--seconds", type=float, default=40, help="for each generator (40)")
    parser.add_argument("--picture", type=Path, help="draw a sheet of examples, as .svg")
    return parser.parse_args()


if __name__ == "__main__":
    run_script(main)
