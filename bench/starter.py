"""Makes the starter collection that comes with the package.

    scripts/bench starter [--kind KIND] [--jobs N] [--grade]

For each kind a file of puzzles over sizes and levels, written into the kind's folder. Every puzzle
is of the level that was asked for, or the script says so and goes on with another seed. The same
version of Enpitsu makes the same files. With --grade the puzzles stay, and only their levels and
lengths are found anew.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import enpitsu
from enpitsu.generate import Generated, Outcome
from enpitsu.grade import LEVELS, graded
from enpitsu.kind import Kind, Meta
from enpitsu.registry import kinds

SIZES: dict[str, list[tuple[str, dict[str, Any]]]] = {
    "yajilin": [("7x7", {}), ("10x10", {}), ("10x10", {"symmetry": "rotation"}), ("14x14", {})],
    "nonogram": [("10x10", {}), ("15x15", {}), ("20x20", {}), ("15x15", {"colours": 3})],
    "satogaeri": [("7x7", {}), ("10x10", {}), ("10x10", {"symmetry": "rotation"}), ("12x16", {})],
}
LARGE = {"yajilin": "20x20", "nonogram": "25x25", "satogaeri": "20x20"}
LARGE_LEVELS = ("easy", "medium", "hard")
MOST_SEEDS = 5
SECONDS = 60


def wanted(kind: str) -> list[tuple[str, str, dict[str, Any]]]:
    """Level, size and options of each puzzle, the easiest first, small before large."""
    found = []
    for level in LEVELS:
        found += [(str(level), size, options) for size, options in SIZES[kind]]
        if level in LARGE_LEVELS:
            found.append((str(level), LARGE[kind], {}))
    return found


def made(kind: str, level: str, size: str, options: dict[str, Any], first: int, jobs: int) -> Any:
    """The puzzle of the first seed that gives one of the level."""
    rows, cols = map(int, size.split("x"))
    for seed in range(first, first + MOST_SEEDS):
        found = enpitsu.generate(
            kind,
            rows,
            cols,
            level=level,
            seed=seed,
            jobs=jobs,
            limits=enpitsu.Limits(seconds=SECONDS),
            **options,
        )
        if found.status == Outcome.MADE:
            return found
        print(f"  {kind} {size} {level}: seed {seed} gives none in {SECONDS} s")
    return None


def line(kind: Kind[Any], found: Generated, number: int) -> str:
    """A puzzle as the file has it."""
    document = found.document(solution=True)
    meta = graded(Meta(title=f"{kind.name} {number}", author="Enpitsu"), found.grade)
    return enpitsu.dump(replace(document, meta=meta), "json")


def grade_again(kind: Kind[Any]) -> None:
    """Write the level and the length of each puzzle into the file that is there."""
    documents = enpitsu.starter(kind.id)
    for at, each in enumerate(documents):
        meta = graded(each.meta, enpitsu.grade(each.puzzle))
        if meta.level != each.meta.level:
            print(f"{each.meta.title}: {meta.level} instead of {each.meta.level}")
        documents[at] = replace(each, meta=meta)
    lines = [enpitsu.dump(each, "json") for each in documents]
    Path(str(kind.starter)).write_text("".join(f"{each}\n" for each in lines), encoding="utf-8")


def collect(kind: Kind[Any], jobs: int) -> None:
    """Make and write the puzzles of a kind."""
    lines: list[str] = []
    for level, size, options in wanted(kind.id):
        started = time.perf_counter()
        found = made(kind.id, level, size, options, 100 * len(lines) + 1, jobs)
        if found is not None:
            lines.append(line(kind, found, len(lines) + 1))
            seconds = time.perf_counter() - started
            print(f"{kind.id:10} {size:6} {level:8} {seconds:6.2f} s  {options or ''}", flush=True)
    target = Path(str(kind.starter))
    target.write_text("".join(f"{each}\n" for each in lines), encoding="utf-8")
    print(f"{len(lines)} puzzles in {target.name} of {kind.name}")


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--kind", choices=sorted(SIZES))
    parser.add_argument("--jobs", type=int)
    parser.add_argument("--grade", action="store_true", help="only levels and lengths anew")
    options = parser.parse_args()
    for name in [options.kind] if options.kind else SIZES:
        if options.grade:
            grade_again(kinds()[name])
        else:
            collect(kinds()[name], options.jobs)


if __name__ == "__main__":
    main()
