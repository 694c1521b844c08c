"""Do large white areas explain the slow puzzles? The open question of section 4.3 of B. Kaak,
"Efficiency of two SAT encodings of Yajilin puzzles" (2025).

    scripts/bench tables/kaak_2025_slow_puzzles [--every N] [--seconds S] [--largest CELLS]
        [--engines E,E] [--backend B] [--output FILE.jsonl] [--picture FILE.png]

Real puzzles are solved (one solution) by both methods of the thesis, and each is measured in five
ways that might be meant by a white area (see `MEASURES`). The tables have Spearman's rank
correlation of each measure with conflicts and time: as it is; given the number of cells, that is,
between what is left of both when their correlations with the size are taken off; and given the
number of cells and the share of clues. Large boards are slow and have large areas, and so have
boards with few clues: only the last table speaks of areas alone. A run that was ended counts as
slower than all that were not; the limit is one of processor time. A puzzle that an engine failed on
is left out, and told. The last column asks what the thesis wonders about: on which puzzles
the novel method is slow by comparison with the classic one.
"""

from __future__ import annotations

import argparse
import math
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import enpitsu
from corpus import load
from enpitsu.kinds.yajilin.engines.terrain import Terrain
from enpitsu.kinds.yajilin.model import Yajilin
from enpitsu.sat.backend import AUTO, BACKENDS
from tables.apart import Journal, Run, Trial, of_other_versions
from tables.common import at_least_one, check_engines, heading, limit_words, run_script
from tables.kaak_2025 import CLASSIC, NOVEL

# --- what a white area is -----------------------------------------------------------------------


def unseen(terrain: Terrain) -> set[int]:
    """The playable cells that no clue with a number looks at."""
    seen = {at for count in terrain.counts for at in count.cells}
    return {at for at in range(terrain.size) if terrain.is_playable[at] and at not in seen}


def untouched(terrain: Terrain) -> set[int]:
    """The cells that no clue touches, not even by a corner."""
    return {
        at for at, distance in enumerate(_clue_distances(terrain, corners=True)) if distance > 1
    }


def largest_area(terrain: Terrain, cells: Collection[int]) -> int:
    """How many of these cells hang together at most."""
    left, largest = set(cells), 0
    while left:
        start = left.pop()
        area, queue = 1, [start]
        while queue:
            near = left.intersection(terrain.beside[queue.pop()].values())
            left -= near
            area += len(near)
            queue += near
        largest = max(largest, area)
    return largest


def largest_square(terrain: Terrain) -> int:
    """The side of the largest square without a clue."""
    cols, sides = terrain.cols, [0] * terrain.size
    for at in range(terrain.size):
        if terrain.is_playable[at]:
            inner = at >= cols and at % cols
            around = (sides[at - 1], sides[at - cols], sides[at - cols - 1]) if inner else (0,)
            sides[at] = 1 + min(around)
    return max(sides)


def mean_distance(terrain: Terrain) -> float:
    """How many steps it is to the next clue, on the average of all cells."""
    distances = _clue_distances(terrain, corners=False)
    return sum(distances) / len(distances)


def _clue_distances(terrain: Terrain, *, corners: bool) -> list[int]:
    """Steps from each cell to the next clue, whatever lies between; steps by corners, too, or not.
    Without any clue all are as far as can be."""
    found = [terrain.size] * terrain.size
    queue = deque(at for at in range(terrain.size) if not terrain.is_playable[at])
    for at in queue:
        found[at] = 0
    while queue:
        at = queue.popleft()
        for there in _around(terrain, at, corners):
            if found[there] > found[at] + 1:
                found[there] = found[at] + 1
                queue.append(there)
    return found


def _around(terrain: Terrain, at: int, corners: bool) -> Iterator[int]:
    for way, there in terrain.beside[at].items():
        yield there
        if corners and way.value[0]:
            row = there // terrain.cols
            yield from (c for c in (there - 1, there + 1) if c >= 0 and c // terrain.cols == row)


MEASURES: Mapping[str, Callable[[Terrain], float]] = {
    "share of cells that no clue looks at": lambda t: len(unseen(t)) / sum(t.is_playable),
    "largest area of cells that no clue looks at": lambda t: largest_area(t, unseen(t)),
    "largest area of cells that no clue touches": lambda t: largest_area(t, untouched(t)),
    "largest square without a clue": largest_square,
    "mean distance to the next clue": mean_distance,
}


# --- ranks --------------------------------------------------------------------------------------


def ranks(values: Sequence[float]) -> list[float]:
    """The rank of each value; equal ones share the mean of theirs."""
    order = sorted(range(len(values)), key=values.__getitem__)
    found = [0.0] * len(values)
    at = 0
    while at < len(order):
        end = at
        while end < len(order) and values[order[end]] == values[order[at]]:
            end += 1
        for each in order[at:end]:
            found[each] = (at + end - 1) / 2
        at = end
    return found


def spearman(a: Sequence[float], b: Sequence[float]) -> float:
    """The correlation of ranks; 0 where one of them is all the same."""
    xs, ys = ranks(a), ranks(b)
    middle = (len(xs) - 1) / 2
    above = sum((x - middle) * (y - middle) for x, y in zip(xs, ys, strict=True))
    spread = math.prod(math.sqrt(sum((v - middle) ** 2 for v in each)) for each in (xs, ys))
    return above / spread if spread else 0.0


def partial(a: Sequence[float], b: Sequence[float], *given: Sequence[float]) -> float:
    """The correlation of ranks that is left when those with others are taken off both."""
    if not given:
        return spearman(a, b)
    *others, last = given
    ab, ac, bc = (partial(x, y, *others) for x, y in ((a, b), (a, last), (b, last)))
    left = (1 - ac * ac) * (1 - bc * bc)
    return (ab - ac * bc) / math.sqrt(left) if left > 1e-12 else 0.0


# --- puzzles ------------------------------------------------------------------------------------


class Case(NamedTuple):
    """A puzzle: how many cells it has and what share of them are clues, its white areas, and the
    runs by engine."""

    id: int
    cells: int
    clues: float
    areas: tuple[float, ...]
    runs: tuple[Run, ...]


def measure(records: Iterable[dict[str, Any]], options: argparse.Namespace) -> Iterator[Case]:
    """Each puzzle measured and solved."""
    for record in records:
        puzzle = enpitsu.parse(record["text"])
        assert isinstance(puzzle, Yajilin)
        terrain = Terrain(puzzle)
        if terrain.size > options.largest:
            continue
        trials = [
            Trial(record["id"], engine, options.backend, options.seconds)
            for engine in options.engines
        ]
        runs = tuple(options.journal.run(trial, record["text"]) for trial in trials)
        areas = tuple(measure(terrain) for measure in MEASURES.values())
        clues = 1 - sum(terrain.is_playable) / terrain.size
        yield Case(record["id"], terrain.size, clues, areas, runs)


def _cost(run: Run, value: float) -> float:
    return value if run.found else math.inf


def _slower(case: Case) -> float | None:
    """How much slower the second engine is than the first; None if neither came to an end."""
    first, second = case.runs
    if not first.found and not second.found:
        return None
    if not first.found or not second.found:
        return math.inf if first.found else 0.0
    return second.processor / max(first.processor, 1e-9)


class Column(NamedTuple):
    """What is to be explained: a value for each of these puzzles."""

    title: str
    cases: list[Case]
    values: list[float]


def columns(cases: Sequence[Case], engines: Sequence[str]) -> list[Column]:
    """Conflicts and time of each engine, and which of two is slower."""
    found = []
    for at, engine in enumerate(engines):
        runs = [case.runs[at] for case in cases]
        found += [
            Column(f"{engine} conflicts", [*cases], [_cost(run, run.conflicts) for run in runs]),
            Column(f"{engine} time", [*cases], [_cost(run, run.processor) for run in runs]),
        ]
    if len(engines) == 2:
        compared = [(case, slower) for case in cases if (slower := _slower(case)) is not None]
        names = f"{engines[1]} : {engines[0]} time"
        found.append(Column(names, [c for c, _ in compared], [value for _, value in compared]))
    return found


# --- printing -----------------------------------------------------------------------------------


BOTH = 2
GIVEN = (
    "as it is",
    "given the number of cells",
    "given the number of cells and the share of clues",
)


def correlations(column: Column, given: int) -> list[float]:
    """How each measure goes with a column; `given` is how many of the other causes are known."""
    causes = _causes(column)[:given]
    areas = zip(*(case.areas for case in column.cases), strict=True)
    return [partial(each, column.values, *causes) for each in areas]


def _causes(column: Column) -> tuple[list[float], list[float]]:
    """Other causes than areas: size, and few clues."""
    return [float(case.cells) for case in column.cases], [-case.clues for case in column.cases]


def show(found: Sequence[Column]) -> None:
    """Print the tables."""
    width = max(map(len, (*MEASURES, *GIVEN)))
    for given, words in enumerate(GIVEN):
        print(f"\n{words:{width}}" + "".join(f"{column.title:>27}" for column in found))
        tables = [correlations(column, given) for column in found]
        for name, *values in zip(MEASURES, *tables, strict=True):
            print(f"{name:{width}}" + "".join(f"{value:>+27.2f}" for value in values))
        if given < BOTH:
            values = [
                partial(_causes(column)[given], column.values, *_causes(column)[:given])
                for column in found
            ]
            name = ("number of cells", "few clues")[given]
            print(f"{'(' + name + ')':{width}}" + "".join(f"{value:>+27.2f}" for value in values))


def answer(column: Column) -> str:
    """What the tables say of one column, in words."""
    best, name = strongest(column)
    chance = 2 / math.sqrt(max(len(column.cases) - 3, 1))
    if abs(best) < chance:
        verdict = f"no, nothing beyond size and number of clues (all below {chance:.2f}: chance)"
    else:
        strength = "in part" if abs(best) >= 0.5 else "a little"
        verdict = (
            f"{strength}, {best:+.2f} for {name}: {best * best:.0%} of the differences in rank "
            f"that size and number of clues leave (chance: up to {chance:.2f})"
        )
    return f"  {column.title}: {verdict}"


def strongest(column: Column) -> tuple[float, str]:
    """The measure that goes best with a column when the other causes are known."""
    found = zip(correlations(column, BOTH), MEASURES, strict=True)
    return max(found, key=lambda each: abs(each[0]))


def draw(column: Column, path: Path) -> None:
    """A scatter of the measure that goes best with a column."""
    import matplotlib.pyplot as plt

    _, name = strongest(column)
    at = list(MEASURES).index(name)
    finite = [value for value in column.values if value < math.inf]
    top = 2 * max(finite, default=1)
    figure, axes = plt.subplots(figsize=(7, 5))
    points = axes.scatter(
        [case.areas[at] for case in column.cases],
        [max(min(value, top), 1) for value in column.values],
        c=[math.log10(case.cells) for case in column.cases],
        s=14,
    )
    axes.set(yscale="log", xlabel=name, ylabel=f"{column.title} (top: never)")
    figure.colorbar(points, label="cells (power of ten)")
    figure.savefig(path, dpi=120, bbox_inches="tight")


def show_counts(cases: Sequence[Case], options: argparse.Namespace) -> None:
    """Print how many puzzles there are, and how many of them the limit ended."""
    ended = [sum(not case.runs[at].found for case in cases) for at in range(len(options.engines))]
    counts = ", ".join(f"{n} by {name}" for n, name in zip(ended, options.engines, strict=True))
    print(f"{len(cases)} puzzles; not solved within the limit: {counts}")
    if words := of_other_versions(run for case in cases for run in case.runs):
        print(words)


def measured(records: Iterable[dict[str, Any]], options: argparse.Namespace) -> list[Case]:
    """The puzzles that no engine failed on; the others are told."""
    cases = []
    for case in measure(records, options):
        errors = [run.error for run in case.runs if run.error is not None]
        if errors:
            print(f"puzzle {case.id} is left out, an engine failed: {errors[0]}", flush=True)
        else:
            cases.append(case)
    return cases


def main() -> None:
    """Measure and print."""
    options = _options()
    check_engines(options.engines, options.backend)
    options.journal = Journal(options.output)
    print("White areas and slow puzzles: the open question of B. Kaak's thesis (2025), section 4.3")
    print(heading(options.engines, options.backend, limit_words(options.seconds)), flush=True)
    cases = measured(load("yajilin")[:: options.every], options)
    if not cases:
        raise SystemExit("no puzzle is left to measure")
    show_counts(cases, options)
    found = columns(cases, options.engines)
    show(found)
    print("\nDo large white areas explain the slow puzzles?")
    print("\n".join(map(answer, found)))
    if options.picture:
        draw(found[2 * len(options.engines) - 2], options.picture)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--every", type=at_least_one, default=4, help="only every Nth puzzle")
    parser.add_argument("--seconds", type=float, default=5.0, help="processor time of a run")
    parser.add_argument(
        "--largest", type=at_least_one, default=800, help="cells of the largest boards"
    )
    parser.add_argument("--engines", default=f"{CLASSIC},{NOVEL}", help="names, with commas")
    parser.add_argument("--backend", default=AUTO, choices=(AUTO, *BACKENDS), help="the SAT solver")
    parser.add_argument("--output", type=Path, help="keep runs in this file, and use those there")
    parser.add_argument("--picture", type=Path, help="draw the last engine's conflicts")
    options = parser.parse_args()
    options.engines = options.engines.split(",")
    return options


if __name__ == "__main__":
    run_script(main)
