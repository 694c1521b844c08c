"""Do large white areas explain the slow puzzles? The open question of section 4.3 of B. Kaak,
"Efficiency of two SAT encodings of Yajilin puzzles" (2025).

    scripts/bench tables/seed001_white_areas [--every N] [--seconds S] [--largest CELLS]
        [--engines E,E] [--backend B] [--output FILE.jsonl] [--picture FILE.png]

Real puzzles are solved (one solution) by both methods of the thesis, and each is measured in six
ways that might be meant by a white area (see `MEASURES`). The table has Spearman's rank correlation
of each measure with conflicts and time: first as it is, then given the number of cells, that is,
between what is left of both when their correlations with the size are taken off. Large boards are
slow and have large areas, so only the second says something about areas. A run that was ended
counts as slower than all that were not. The last column asks what the thesis wonders about: on
which puzzles the novel method is slow by comparison with the classic one.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import enpitsu
from corpus import load
from enpitsu.kinds.yajilin.engines.terrain import Terrain
from enpitsu.kinds.yajilin.model import Yajilin
from tables.apart import Journal, Run, Trial
from tables.seed001 import CLASSIC, NOVEL

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
    "share of cells without a clue": lambda t: sum(t.is_playable) / t.size,
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


def partial(a: Sequence[float], b: Sequence[float], given: Sequence[float]) -> float:
    """The correlation of ranks that is left when that with a third is taken off both."""
    ab, ac, bc = spearman(a, b), spearman(a, given), spearman(b, given)
    left = (1 - ac * ac) * (1 - bc * bc)
    return (ab - ac * bc) / math.sqrt(left) if left > 1e-12 else 0.0


# --- puzzles ------------------------------------------------------------------------------------


class Case(NamedTuple):
    """A puzzle: its number of cells, its white areas, and the runs by engine."""

    id: int
    cells: int
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
        runs = tuple(options.journal.run(trial, record["text"], _tell) for trial in trials)
        areas = tuple(measure(terrain) for measure in MEASURES.values())
        yield Case(record["id"], terrain.size, areas, runs)


def _tell(trial: Trial, run: Run) -> None:
    outcome = "" if run.found else f", ended: {run.reached}"
    print(f"{trial.puzzle} {trial.engine}: {run.processor:.2f} s{outcome}", file=sys.stderr)


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


class Finding(NamedTuple):
    """How one measure goes with one column: as it is, and given the size."""

    measure: str
    plain: float
    given_size: float


def findings(column: Column) -> list[Finding]:
    """How each measure goes with a column."""
    sizes = [float(case.cells) for case in column.cases]
    found = []
    for at, name in enumerate(MEASURES):
        areas = [case.areas[at] for case in column.cases]
        plain = spearman(areas, column.values)
        found.append(Finding(name, plain, partial(areas, column.values, sizes)))
    return found


def show(found: Sequence[Column]) -> None:
    """Print the table."""
    tables = [findings(column) for column in found]
    width = max(map(len, MEASURES)) + 2
    heads = [column.title for column in found]
    print(f"{'':{width}}" + "".join(f"{head:>27}" for head in heads))
    print(f"{'':{width}}" + f"{'as it is':>15}{'given size':>12}" * len(heads))
    for at, name in enumerate(MEASURES):
        cells = [f"{table[at].plain:>+15.2f}{table[at].given_size:>+12.2f}" for table in tables]
        print(f"{name:{width}}" + "".join(cells))
    sizes = [spearman([case.cells for case in each.cases], each.values) for each in found]
    print(f"{'number of cells':{width}}" + "".join(f"{value:>+15.2f}{'':12}" for value in sizes))


def answer(column: Column) -> str:
    """What the table says of one column, in words."""
    best = max(findings(column), key=lambda finding: abs(finding.given_size))
    chance = 2 / math.sqrt(max(len(column.cases) - 2, 1))
    value = best.given_size
    if abs(value) < chance:
        verdict = f"no: beyond the size nothing shows (all below {chance:.2f}, which is chance)"
    else:
        strength = "in part" if abs(value) >= 0.5 else "a little"
        verdict = (
            f"{strength}: {best.measure} {value:+.2f}, {value * value:.0%} of what is left of the "
            f"ranks when the size is known (chance: up to {chance:.2f})"
        )
    return f"  {column.title}: {verdict}"


def draw(cases: Sequence[Case], column: Column, path: Path) -> None:
    """A scatter of the measure that goes best with a column."""
    import matplotlib.pyplot as plt

    best = max(findings(column), key=lambda finding: abs(finding.given_size))
    at = list(MEASURES).index(best.measure)
    finite = [value for value in column.values if value < math.inf]
    top = 2 * max(finite, default=1)
    figure, axes = plt.subplots(figsize=(7, 5))
    points = axes.scatter(
        [case.areas[at] for case in column.cases],
        [max(min(value, top), 1) for value in column.values],
        c=[math.log10(case.cells) for case in column.cases],
        s=14,
    )
    axes.set(yscale="log", xlabel=best.measure, ylabel=f"{column.title} (top: never)")
    figure.colorbar(points, label="cells (power of ten)")
    figure.savefig(path, dpi=120, bbox_inches="tight")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--every", type=int, default=4, help="only every Nth puzzle")
    parser.add_argument("--seconds", type=float, default=5.0, help="limit of a run")
    parser.add_argument("--largest", type=int, default=800, help="cells of the largest boards")
    parser.add_argument("--engines", default=f"{CLASSIC},{NOVEL}", help="with commas")
    parser.add_argument("--backend", default="auto", help="the SAT solver")
    parser.add_argument("--output", type=Path, help="keep runs in this file, and use those there")
    parser.add_argument("--picture", type=Path, help="draw the last engine's conflicts")
    options = parser.parse_args()
    options.engines = options.engines.split(",")
    options.journal = Journal(options.output)
    cases = list(measure(load("yajilin")[:: options.every], options))
    found = columns(cases, options.engines)
    ended = [sum(not case.runs[at].found for case in cases) for at in range(len(options.engines))]
    counts = ", ".join(f"{n} by {name}" for n, name in zip(ended, options.engines, strict=True))
    print(f"{len(cases)} puzzles; not solved within {options.seconds:g} s: {counts}\n")
    show(found)
    print("\nDo large white areas explain the slow puzzles?")
    print("\n".join(map(answer, found)))
    if options.picture:
        draw(cases, found[2 * len(options.engines) - 2], options.picture)


if __name__ == "__main__":
    main()
