"""Grades against the levels that janko.at gives its Yajilin, and how all levels are filled.

    scripts/bench grade [--picture FILE.svg] [--limit N] [--jobs N]

Rank correlations (Spearman) with janko's levels ("schwer" is 9): of board size alone, of what the
solver counts (conflicts, and clauses), and of the grade: score alone, length alone, and both,
weighted by least squares on all puzzles but the one that is predicted (leave one out). "10 chosen,
too" also chooses on the others alone how many of the hardest steps make the score, so that nothing
is known of the puzzle that is predicted. Then the effort and the six levels as grade.py has them.
`given area` is the partial correlation once the board's size is accounted for. Intervals hold 95 %
of 2000 bootstrap samples. Below stand the weights, and how often the level, rounded to 1 to 9, is
hit. The same numbers are drawn with --picture.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from math import log2, sqrt
from typing import Any, NamedTuple

import enpitsu
from corpus import load
from enpitsu.grade import LENGTHS, LEVELS, Grade, Level, grade_of
from explain import puzzles

SAMPLES = 2000
AREA = ("area",)
BOTH = ("score", "length")
HARDEST_TRIED = (1, 3, 5, 10, 20, 40)
"""Steps that might make the score."""


class Puzzle(NamedTuple):
    """One puzzle with janko's level and all that might predict it."""

    level: float
    area: float
    conflicts: float
    clauses: float
    score: float
    length: float
    effort: float
    grade: float
    levels: tuple[float, ...] = ()
    """Of its steps, the hardest first."""

    def scored(self, count: int) -> Puzzle:
        """The same with another number of steps that make the score."""
        hardest = self.levels[:count]
        return self._replace(score=sum(hardest) / len(hardest))


def measured(record: dict[str, Any]) -> Puzzle:
    """All numbers of one puzzle."""
    puzzle = enpitsu.parse(record["text"], kind="yajilin")
    stats = enpitsu.solve(puzzle).stats
    explanation = enpitsu.explain(puzzle)
    steps = explanation.needed()
    found = grade_of(explanation, steps)
    return Puzzle(
        record["level"],
        puzzle.rows * puzzle.cols,
        stats.conflicts,
        stats.clauses,
        found.score,
        log2(1 + found.length),
        found.effort,
        LEVELS.index(found.level) if found.level else 0,
        tuple(sorted((step.level for step in steps), reverse=True)),
    )


def ranks(values: Sequence[float]) -> list[float]:
    """Places in order, equal values sharing the mean of theirs."""
    order = sorted(values)
    first = {value: order.index(value) for value in set(order)}
    counts = Counter(order)
    return [first[value] + (counts[value] - 1) / 2 for value in values]


def pearson(a: Sequence[float], b: Sequence[float]) -> float:
    """Linear correlation; 0 where one of them never changes."""
    mean_a, mean_b = sum(a) / len(a), sum(b) / len(b)
    over = sum((x - mean_a) * (y - mean_b) for x, y in zip(a, b, strict=True))
    under = sqrt(sum((x - mean_a) ** 2 for x in a) * sum((y - mean_b) ** 2 for y in b))
    return over / under if under else 0.0


def spearman(a: Sequence[float], b: Sequence[float]) -> float:
    """Rank correlation."""
    return pearson(ranks(a), ranks(b))


def partial(a: Sequence[float], b: Sequence[float], given: Sequence[float]) -> float:
    """Rank correlation of a and b once `given` is accounted for."""
    ab, ag, bg = spearman(a, b), spearman(a, given), spearman(b, given)
    under = sqrt(max(0.0, (1 - ag**2) * (1 - bg**2)))
    return (ab - ag * bg) / under if under > 1e-9 else 0.0


def without_area(a: Sequence[float], b: Sequence[float], _: Sequence[float]) -> float:
    """Rank correlation, whatever the area."""
    return spearman(a, b)


def weights_of(rows: Sequence[Puzzle], names: Sequence[str]) -> list[float]:
    """Least squares: the offset and the weights of these numbers in the level."""
    columns = [[1.0] * len(rows), *([getattr(row, name) for row in rows] for name in names)]
    levels = [row.level for row in rows]
    matrix = [
        [sum(x * y for x, y in zip(a, b, strict=True)) for b in [*columns, levels]] for a in columns
    ]
    return solved(matrix)


def fitted(rows: Sequence[Puzzle], names: Sequence[str]) -> Callable[[Puzzle], float]:
    """The level from these numbers, by least squares."""
    weights = weights_of(rows, names)
    return lambda row: (
        weights[0]
        + sum(weight * getattr(row, name) for weight, name in zip(weights[1:], names, strict=True))
    )


def solved(matrix: list[list[float]]) -> list[float]:
    """A small system of equations, by elimination."""
    size = len(matrix)
    for at in range(size):
        best = max(range(at, size), key=lambda row: abs(matrix[row][at]))
        matrix[at], matrix[best] = matrix[best], matrix[at]
        for row in range(size):
            if row != at:
                factor = matrix[row][at] / matrix[at][at]
                matrix[row] = [x - factor * y for x, y in zip(matrix[row], matrix[at], strict=True)]
    return [matrix[at][size] / matrix[at][at] for at in range(size)]


def left_out(rows: Sequence[Puzzle], names: Sequence[str]) -> list[float]:
    """Each puzzle's level as predicted from all others."""
    return [fitted([*rows[:at], *rows[at + 1 :]], names)(row) for at, row in enumerate(rows)]


def all_left_out(rows: Sequence[Puzzle], names: Sequence[str]) -> list[float]:
    """Like `left_out`; how many steps make the score is chosen on the others, too."""
    found = []
    for at in range(len(rows)):
        others = [*rows[:at], *rows[at + 1 :]]
        count = min(HARDEST_TRIED, key=lambda count: _error(others, names, count))
        fit = fitted([row.scored(count) for row in others], names)
        found.append(fit(rows[at].scored(count)))
    return found


def _error(rows: Sequence[Puzzle], names: Sequence[str], count: int) -> float:
    """How far off predictions are, each from the others, with so many steps in the score."""
    scored = [row.scored(count) for row in rows]
    pairs = zip(left_out(scored, names), rows, strict=True)
    return sum((predicted - row.level) ** 2 for predicted, row in pairs)


def interval(values: Sequence[tuple[float, ...]], statistic: Callable[..., float]) -> str:
    """95 % of the bootstrap samples."""
    rng = random.Random(1)
    found = sorted(
        statistic(*zip(*rng.choices(values, k=len(values)), strict=True)) for _ in range(SAMPLES)
    )
    return f"{found[SAMPLES // 40]:5.2f} .. {found[-SAMPLES // 40]:.2f}"


def predictions(rows: Sequence[Puzzle]) -> dict[str, list[float]]:
    """What each way of grading says of each puzzle."""
    return {
        "board size alone": [row.area for row in rows],
        "SAT conflicts": [row.conflicts for row in rows],
        "clauses left to the solver": [row.clauses for row in rows],
        "score alone": [row.score for row in rows],
        "length alone": [row.length for row in rows],
        "score and length, left out": left_out(rows, BOTH),
        "10 chosen, too": all_left_out(rows, BOTH),
        "effort, as it stands": [row.effort for row in rows],
        "gentle to extreme": [row.grade for row in rows],
    }


def show_janko(rows: Sequence[Puzzle]) -> None:
    """The table of correlations."""
    levels, areas = [row.level for row in rows], [row.area for row in rows]
    print(f"{len(rows)} Yajilin with janko's levels")
    print(f"{'':28}{'rank correlation':>28}{'given area':>26}")
    for name, values in predictions(rows).items():
        triples = list(zip(values, levels, areas, strict=True))
        plain = f"{spearman(values, levels):5.2f} ({interval(triples, without_area)})"
        given = f"{partial(values, levels, areas):5.2f} ({interval(triples, partial)})"
        print(f"{name:28}{plain:>28}{'' if name.startswith('board') else given:>26}")
    for names in (BOTH, ("effort",)):
        print(f"level = {formula(rows, names)}")
    for name, predicted in (
        (
            "board size, left out",
            left_out([row._replace(area=log2(row.area)) for row in rows], AREA),
        ),
        ("score and length, left out", left_out(rows, BOTH)),
        ("10 chosen, too", all_left_out(rows, BOTH)),
    ):
        off = [abs(min(9, max(1, round(a))) - b) for a, b in zip(predicted, levels, strict=True)]
        near = sum(each <= 1 for each in off)
        print(f"{name:28}{off.count(0)} right, {near} off by one at most, of {len(rows)}")


def formula(rows: Sequence[Puzzle], names: Sequence[str]) -> str:
    """Least squares on all puzzles, as text."""
    offset, *weights = weights_of(rows, names)
    parts = (f"{weight:.2f} {name}" for weight, name in zip(weights, names, strict=True))
    return " + ".join((f"{offset:.2f}", *parts))


def draw_janko(rows: Sequence[Puzzle], path: str) -> None:
    """The same as a picture: a panel for each way of grading."""
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "enpitsu"
    from matplotlib import pyplot

    shown = predictions(rows)
    figure, axes = pyplot.subplots(3, 3, figsize=(11, 9), sharey=True)
    for axis, (name, values) in zip(axes.flat, shown.items(), strict=True):
        levels = [row.level for row in rows]
        axis.scatter(values, levels, s=28, color="#2a62b8", alpha=0.75, linewidths=0)
        axis.set_title(f"{name}: {spearman(values, levels):.2f}", fontsize=10)
        if name in ("board size alone", "SAT conflicts", "clauses left to the solver"):
            axis.set_xscale("symlog")
        axis.spines[["top", "right"]].set_visible(False)
    for axis in axes[:, 0]:
        axis.set_ylabel("janko's level")
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})


def show_levels(limit: int | None, jobs: int) -> None:
    """How many puzzles of each kind have each level."""
    with ProcessPoolExecutor(jobs) as pool:
        for kind in ("yajilin", "nonogram", "satogaeri"):
            found = list(pool.map(_grade, [each for _, each in puzzles(kind, limit)], chunksize=4))
            graded = [each for each in found if each.level is not None]
            counts = Counter(each.level for each in graded)
            print(f"\n{kind}: {len(graded)} puzzles")
            for level in Level:
                some = sorted(each.hardest for each in graded if each.level is level)
                ends = f"hardest step {some[0]:.1f} .. {some[-1]:.1f}" if some else ""
                print(f"  {level:10}{counts[level]:6}{counts[level] / len(graded):8.1%}  {ends}")
            lengths = Counter(each.length_word for each in graded)
            for word in LENGTHS:
                print(f"  {word:10}{lengths[word]:6}{lengths[word] / len(graded):8.1%}")


def _grade(puzzle: Any) -> Grade:
    return enpitsu.grade(puzzle)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--picture", help="draw the correlations")
    parser.add_argument("--limit", type=int, help="so many puzzles of each kind for the levels")
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    rows = [measured(record) for record in load("yajilin") if record.get("level")]
    show_janko(rows)
    if options.picture:
        draw_janko(rows, options.picture)
    show_levels(options.limit, options.jobs)


if __name__ == "__main__":
    main()
