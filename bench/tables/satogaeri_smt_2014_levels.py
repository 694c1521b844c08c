"""Do an SMT solver's statistics tell how hard a Satogaeri is? The unfinished idea of the Satogaeri
thesis of Innsbruck (2014): section 0.4.1 wants to use them, section 0.8 is empty.

    scripts/bench tables/satogaeri_smt_2014_levels [--count N] [--seconds S]

Boards are made in two ways. "by level": by Enpitsu's own method, of each size and each of the six
levels as many, so that neither size nor number of countries tells the level. "by growth": by the
thesis' generator, as they come, at sizes where it finds boards with one solution. The level is the
grade's (`enpitsu.grade`: the hardest step of a way that people can follow).

Each solver is told what `enpitsu export --smtlib` writes. Its statistics are read when it has found
the solution (as the thesis does), and again when it has proved that there is no other. Times and
memory are left out: they are the machine's. The ranks of all others are predictors.

A prediction is a ridge regression. Each fifth of the boards is predicted from the other four, and
the figure is Spearman's correlation of prediction and level over all boards: the mean of ten
divisions into fifths, and where 95 % of 1000 bootstrap samples lie. Simple predictors stand beside:
cells, circles, circles without a number. "given simple" is what is left of the correlation when the
prediction from the simple ones is known. Solvers that are not installed are left out (pip install
z3-solver).
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib.util import find_spec
from statistics import mean
from typing import Any, NamedTuple

import numpy

import enpitsu
from enpitsu.grade import LEVELS
from enpitsu.kinds.satogaeri import smtlib
from enpitsu.kinds.satogaeri.engines.smt import read_statistics
from enpitsu.kinds.satogaeri.engines.smt_process import SOLVERS
from enpitsu.kinds.satogaeri.model import Satogaeri
from enpitsu.limits import Limits
from tables.common import at_least_one, run_script
from tables.ranks import chance, partial, ranks, spearman

SIZES = ((6, 6), (8, 8), (10, 10), (12, 12))
GROWN_SIZES = ((5, 5), (6, 6), (7, 7))
PATIENCE = 30.0  # seconds for making a board
TIME_OUT = {"cvc5": "(set-option :tlimit-per {})", "z3": "(set-option :timeout {})"}
"""How a solver is told its milliseconds for a question."""
MACHINE = ("time", "memory", "alloc", "preprocessing::", "cnfconversion")
"""Parts of names of statistics that say something of the machine, not of the puzzle."""
QUESTIONS = ("solution", "proof")
SIMPLE = ("cells", "circles", "without number")

Predictors = Mapping[str, float]


class Sample(NamedTuple):
    """A board with its level (0 to 5) and score, and by name of a group the predictors."""

    board: Satogaeri
    level: int
    score: float
    predictors: Mapping[str, Predictors]


# --- boards -------------------------------------------------------------------------------------


def by_level(count: int) -> Iterator[tuple[Satogaeri, int, float]]:
    """Boards of all sizes and levels."""
    for rows, cols in SIZES:
        for level in LEVELS:
            for seed in range(1, count + 1):
                yield from _made(rows, cols, seed, level=level)


def by_growth(count: int) -> Iterator[tuple[Satogaeri, int, float]]:
    """Boards of the thesis' generator: as many of each size as there are above of each size."""
    for rows, cols in GROWN_SIZES:
        for seed in range(1, len(LEVELS) * count + 1):
            yield from _made(rows, cols, seed, method="growth", tries=10**9)


def _made(
    rows: int, cols: int, seed: int, **options: Any
) -> Iterator[tuple[Satogaeri, int, float]]:
    """One board with level and score; none if it could not be made in time."""
    limits = Limits(seconds=PATIENCE)
    made = enpitsu.generate("satogaeri", rows, cols, seed=seed, jobs=1, limits=limits, **options)
    if isinstance(made.puzzle, Satogaeri):
        grade = enpitsu.grade(made.puzzle)
        if grade.level is not None:
            yield made.puzzle, LEVELS.index(grade.level), grade.score


# --- statistics ---------------------------------------------------------------------------------


def simple_predictors(board: Satogaeri) -> Predictors:
    """What anyone can count."""
    unnumbered = sum(number is None for _, number in board.circles)
    return dict(zip(SIMPLE, (board.rows * board.cols, len(board.circles), unnumbered), strict=True))


def solver_statistics(solver: str, board: Satogaeri, seconds: float) -> dict[str, Predictors]:
    """A solver's statistics after each question; none if it did not answer in time."""
    run = SOLVERS[solver]()
    run("\n".join([TIME_OUT[solver].format(int(1000 * seconds)), *smtlib.statements(board)]))
    found = {}
    for question, expected in zip(QUESTIONS, ("sat", "unsat"), strict=True):
        if run(smtlib.CHECK).strip() != expected:
            return {}
        found[f"{solver}, {question}"] = counts(run("(get-info :all-statistics)"))
        if question == QUESTIONS[0]:
            run(smtlib.forbid(smtlib.read_ends(run(smtlib.ask_for_ends(board)))))
    return found


def counts(answer: str) -> Predictors:
    """The statistics that depend on the puzzle alone."""
    return {
        name: value
        for name, value in read_statistics(answer).items()
        if not any(part in name.lower() for part in MACHINE)
    }


def collect(
    boards: Iterator[tuple[Satogaeri, int, float]], solvers: Sequence[str], seconds: float
) -> list[Sample]:
    """Boards that all solvers are done with, with their predictors."""
    found = []
    for board, level, score in boards:
        statistics = [solver_statistics(solver, board, seconds) for solver in solvers]
        if all(statistics):
            groups = {name: each for group in statistics for name, each in group.items()}
            groups["simple"] = simple_predictors(board)
            found.append(Sample(board, level, score, groups))
        else:
            print(f"left out, not answered in {seconds:g} s: {board.rows}x{board.cols}")
    return found


# --- prediction ---------------------------------------------------------------------------------

FOLDS = 5
DIVISIONS = 10
RIDGE = 10.0  # what a weight costs, with predictors of variance 1
BOOTSTRAPS = 1000

Matrix = numpy.ndarray[Any, Any]


def matrix(samples: Sequence[Sample], groups: Sequence[str]) -> tuple[list[str], Matrix]:
    """Names and values of the predictors of some groups that are not the same for all boards."""
    columns: dict[str, list[float]] = {}
    for group in groups:
        for name in sorted({name for sample in samples for name in sample.predictors[group]}):
            values = [sample.predictors[group].get(name, 0.0) for sample in samples]
            if len(set(values)) > 1:
                columns[f"{group}: {name}"] = ranks(values)
    return list(columns), numpy.array(list(columns.values())).T


def cross_validated(values: Matrix, target: Sequence[float], rng: random.Random) -> list[float]:
    """For each board what the boards of the other folds predict."""
    order = list(range(len(target)))
    rng.shuffle(order)
    wanted, found = numpy.array(target), numpy.zeros(len(target))
    for fold in range(FOLDS):
        held = numpy.zeros(len(target), dtype=bool)
        held[order[fold::FOLDS]] = True
        found[held] = predict(values[~held], wanted[~held], values[held])
    return [float(each) for each in found]


def predict(known: Matrix, target: Matrix, new: Matrix) -> Matrix:
    """Ridge regression: what is predicted for new rows from known ones."""
    middle, spread = known.mean(axis=0), known.std(axis=0)
    scaled, asked = ((each - middle) / (spread + 1e-9) for each in (known, new))
    normal = scaled.T @ scaled + RIDGE * numpy.eye(known.shape[1])
    weights = numpy.linalg.solve(normal, scaled.T @ (target - target.mean()))
    result: Matrix = asked @ weights + target.mean()
    return result


def interval(predicted: Sequence[float], target: Sequence[float]) -> tuple[float, float]:
    """Where 95 % of bootstrap samples have the correlation."""
    rng = random.Random(1)
    found = []
    for _ in range(BOOTSTRAPS):
        chosen = rng.choices(range(len(target)), k=len(target))
        found.append(spearman([predicted[at] for at in chosen], [target[at] for at in chosen]))
    found.sort()
    return found[BOOTSTRAPS // 40], found[-BOOTSTRAPS // 40]


class Figures(NamedTuple):
    """How well a level is predicted, and what of it is left given the simple predictors."""

    correlation: float
    low: float
    high: float
    given_simple: float


def figures(values: Matrix, simple: Matrix, target: Sequence[float]) -> Figures:
    """The means over several divisions into folds; the interval is that of the first."""
    plain, left, first = [], [], None
    for division in range(DIVISIONS):
        predicted = cross_validated(values, target, random.Random(division))
        known = cross_validated(simple, target, random.Random(division))
        first = first or interval(predicted, target)
        plain.append(spearman(predicted, target))
        left.append(partial(predicted, target, known))
    low, high = first or (0.0, 0.0)
    return Figures(mean(plain), low, high, mean(left))


# --- printing -----------------------------------------------------------------------------------

TARGETS: Mapping[str, Callable[[Sample], float]] = {
    "level": lambda sample: float(sample.level),
    "score": lambda sample: sample.score,
}
STRONGEST = 3  # of each group that are printed


def show(title: str, samples: Sequence[Sample]) -> None:
    """Print what predicts the level of some boards, and their score."""
    counted = [sum(sample.level == at for sample in samples) for at in range(len(LEVELS))]
    levels = ", ".join(f"{count} {level}" for count, level in zip(counted, LEVELS, strict=True))
    print(f"\nBoards {title}: {len(samples)} ({levels})")
    if len(samples) < 2 * FOLDS or len({sample.level for sample in samples}) < 2:
        print("too few to be divided")
        return
    groups = [name for name in samples[0].predictors if name != "simple"]
    heads = "".join(f"{name:>27}{'given simple':>13}" for name in TARGETS)
    print(f"{'predicted from':28}{'':>4}{heads}")
    names, simple = matrix(samples, ["simple"])
    for at, name in enumerate(names):
        _show_row(f"  {name}", simple[:, at : at + 1], None, samples)
    _show_row("simple: all of these", simple, None, samples)
    for group in groups:
        _show_row(group, matrix(samples, [group])[1], simple, samples)
    _show_row("all together", matrix(samples, ["simple", *groups])[1], simple, samples)
    for group in groups:
        show_strongest(group, samples)


def _show_row(words: str, values: Matrix, simple: Matrix | None, samples: Sequence[Sample]) -> None:
    texts = []
    for target in TARGETS.values():
        known = values if simple is None else simple
        found = figures(values, known, [target(sample) for sample in samples])
        shown = f"{found.correlation:+.2f} ({found.low:+.2f} to {found.high:+.2f})"
        left = "" if simple is None else f"{found.given_simple:+.2f}"
        texts.append(f"{shown:>27}{left:>13}")
    print(f"{words:28}{values.shape[1]:>4}" + "".join(texts), flush=True)


def show_strongest(group: str, samples: Sequence[Sample]) -> None:
    """Print the single predictors that go best with the level when the simple ones are known."""
    names, values = matrix(samples, [group])
    levels = [float(sample.level) for sample in samples]
    simple = [[sample.predictors["simple"][name] for sample in samples] for name in SIMPLE]
    columns = [[float(value) for value in column] for column in values.T]
    left = [partial(column, levels, *simple) for column in columns]
    order = sorted(range(len(names)), key=lambda at: -abs(left[at]))[:STRONGEST]
    bound = chance(len(samples), len(simple))
    print(f"  {group}, one by one, given {', '.join(SIMPLE)} (chance: up to {bound:.2f}):")
    for at in order:
        name = names[at].removeprefix(f"{group}: ")
        print(f"    {left[at]:+.2f}  (as it is {spearman(columns[at], levels):+.2f})  {name}")


def main() -> None:
    """Make boards, ask solvers, predict, print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--count", type=at_least_one, default=5, help="boards of each size and level (5)"
    )
    parser.add_argument("--seconds", type=float, default=10, help="of a solver, a question (10)")
    options = parser.parse_args()
    solvers = [name for name in SOLVERS if find_spec(name) is not None]
    if not solvers:
        raise SystemExit("no SMT solver is installed (pip install cvc5 z3-solver)")
    print(f"Do an SMT solver's statistics tell the level of a Satogaeri? ({', '.join(solvers)})")
    print(f"simple predictors: {', '.join(SIMPLE)}", flush=True)
    for title, boards in (("by level", by_level), ("by growth", by_growth)):
        show(title, collect(boards(options.count), solvers, options.seconds))


if __name__ == "__main__":
    run_script(main)
