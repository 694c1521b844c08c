"""Makes the starter collection that comes with the package.

    scripts/bench starter [--kind KIND] [--jobs N] [--keep N] [--grade]

For each kind a file of puzzles over sizes, levels and methods, written into the kind's folder. A
puzzle that was asked for a level has it, or the script says so and goes on with another seed. The
same version of Enpitsu makes the same files. New puzzles are put at the end of a list: those before
keep their seeds, so that libraries that have them already get only what is new. With --grade the
puzzles stay, and only their levels and lengths are found anew.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import enpitsu
from enpitsu.generate import Generated, Outcome
from enpitsu.grade import LEVELS, levels_of, with_grade
from enpitsu.kind import Kind, Meta
from enpitsu.registry import kinds

MAX_SEEDS = 20  # tried for each puzzle
MAX_SECONDS = 300  # for each seed
LEAST_FACTS = 3  # of a solution: boards on which nearly nothing is written are none
MAX_BYTES = 400_000  # of a kind's file


KINDS = [name for name, kind in kinds().items() if kind.declaration or kind.starter]


class Wanted(NamedTuple):
    """A puzzle to be made; without a level whatever comes is graded."""

    size: str
    level: str | None
    options: dict[str, Any]


SIZES: dict[str, list[tuple[str, dict[str, Any]]]] = {
    "yajilin": [("7x7", {}), ("10x10", {}), ("10x10", {"symmetry": "rotation"}), ("14x14", {})],
    "nonogram": [("10x10", {}), ("15x15", {}), ("20x20", {}), ("15x15", {"colours": 3})],
    "satogaeri": [("7x7", {}), ("10x10", {}), ("10x10", {"symmetry": "rotation"}), ("12x16", {})],
}
LARGE = {"yajilin": "20x20", "nonogram": "25x25", "satogaeri": "20x20"}
LARGE_LEVELS = ("easy", "medium", "hard")

MORE: dict[str, dict[str, str]] = {
    "yajilin": {
        "arrows-at-once": "3x3 3x4 4x4",
        "line": "5x5 6x6 7x7 8x8",
        "arrows": "4x6 5x5 6x6 8x8 9x9 10x10 12x12",
        "loop": "4x5 5x5 6x9 9x6 10x18 12x15 15x12 16x16 14x24@medium 24x14@hard 18x18@gentle "
        "20x20@expert 25x25@easy 20x30@hard 20x36@medium 36x20@easy 30x30@medium",
    },
    "nonogram": {
        "shapes": "5x5 8x8 9x9 10x10 10x15 15x10 12x12 15x15 18x18 20x15 20x20 15x30 20x30 25x25 "
        "30x20 30x30 40x30 30x40 40x40 40x40",
        "motif": "7x7 12x12 20x20 30x30",
        "field": "3x3 5x10 16x16 25x25 35x35",
        "picture": "10x20 24x24",
    },
    "satogaeri": {
        "growth": "3x3 3x4 4x4 4x6 5x5 6x4 6x6",
        "pleasant": "3x4 4x4 5x5 6x6 6x9 9x6 8x8 9x9 8x15 15x8 12x12 14x14 16x12 14x24 24x14 "
        "18x18 20x20 25x25 20x30 20x36 36x20 31x45",
    },
}
"""Sizes by method, beside those above; behind @ the level, without it whatever comes."""
WITH_OPTIONS: dict[str, list[tuple[str, dict[str, Any]]]] = {
    "yajilin": [("31x45", {"density": 0.18})],
    "nonogram": [
        (size, {"method": "shapes", "colours": colours})
        for size, colours in (("10x10", 2), ("20x20", 4), ("25x30", 3), ("30x30", 5), ("40x40", 4))
    ],
    "satogaeri": [],
}
"""At last, with options: the largest boards with more clues than usual, drawings in colours."""
DECLARED = (
    "6x6@1 6x6@2 8x8@2 8x8@3 10x10@4 3x4 6x9@2 8x8@1 10x10@1 10x10@2 10x10@3 8x8@5 10x10@6 "
    "12x12@2 15x15@3 9x14 15x10 12x12 15x15 4x4 5x5 7x7@1 7x7@2 7x7@3 10x10@5 8x8@4 12x12@1 "
    "12x12@3 12x12@4 6x10@2 10x6@3 10x15@2 15x10@3 15x15@1 15x15@2 10x18@2 18x10@3 16x12@1 12x16 "
    "18x18 20x20 14x24 24x14 25x25 20x30 30x20 5x6 6x7 7x9 9x7 8x10 9x9 10x8 11x11 12x9 6x10 "
    "13x10"
)
"""The sizes of a kind made by the kit; behind @ the number of the level among those it has."""


def wanted(kind: str) -> list[Wanted]:
    """The puzzles of a kind, in the order of their numbers."""
    if kind not in SIZES:
        return wanted_of_declared(kind)
    found = []
    for level in map(str, LEVELS):
        found += [Wanted(size, level, options) for size, options in SIZES[kind]]
        if level in LARGE_LEVELS:
            found.append(Wanted(LARGE[kind], level, {}))
    for method, sizes in MORE[kind].items():
        for each in sizes.split():
            size, _, wish = each.partition("@")
            found.append(Wanted(size, wish or None, {"method": method}))
    return found + [Wanted(size, None, options) for size, options in WITH_OPTIONS[kind]]


def wanted_of_declared(kind: str) -> list[Wanted]:
    """The puzzles of a kind made by the kit; those for levels that it does not have are left
    out."""
    levels = dict(enumerate(levels_of(kinds()[kind]), 1))
    found = []
    for each in DECLARED.split():
        size, _, number = each.partition("@")
        if not number or int(number) in levels:
            found.append(Wanted(size, str(levels[int(number)]) if number else None, {}))
    return found


def made(kind: str, want: Wanted, first: int, jobs: int | None, seen: set[str]) -> Generated | None:
    """The puzzle of the first seed that gives one as wanted, unlike those that are there: no
    twin of theirs, and a drawing shows something new."""
    rows, cols = map(int, want.size.split("x"))
    for seed in range(first, first + MAX_SEEDS):
        found = enpitsu.generate(
            kind,
            rows,
            cols,
            level=want.level,
            seed=seed,
            jobs=jobs,
            limits=enpitsu.Limits(seconds=MAX_SECONDS),
            **want.options,
        )
        if found.status == Outcome.MADE and found.puzzle is not None:
            looks = enpitsu.fingerprint(found.puzzle)
            if want.options.get("method") == "shapes":
                looks = found.title
            shown = found.solution.facts if found.solution is not None else ()
            if looks not in seen and len(shown) >= LEAST_FACTS:
                seen.add(looks)
                return found
        print(f"  {kind} {want.size} {want.level or ''}: seed {seed} gives none")
    return None


def line(kind: Kind[Any], found: Generated, number: int) -> str:
    """A puzzle as the file has it."""
    document = found.document(solution=True)
    title = found.title or f"{kind.name} {number}"
    grade = found.grade or enpitsu.grade(document.puzzle)
    meta = with_grade(Meta(title=title, author="Enpitsu"), grade)
    return enpitsu.dump(replace(document, meta=meta), "json")


def grade_again(kind: Kind[Any]) -> None:
    """Write the level and the length of each puzzle into the file that is there."""
    target = Path(str(kind.starter))
    lines = []
    for each in enpitsu.read(target.read_text(encoding="utf-8")):
        meta = with_grade(each.meta, enpitsu.grade(each.puzzle))
        if meta.level != each.meta.level:
            print(f"{each.meta.title}: {meta.level} instead of {each.meta.level}")
        lines.append(enpitsu.dump(replace(each, meta=meta), "json"))
    target.write_text("".join(f"{each}\n" for each in lines), encoding="utf-8")


def collect(kind: Kind[Any], jobs: int | None, keep: int) -> None:
    """Make the puzzles of a kind, but for the first `keep` that its file has, and write all."""
    target = Path(str(kind.starter or Path(str(kind.examples)).parent / "starter.jsonl"))
    lines = target.read_text(encoding="utf-8").splitlines()[:keep] if keep else []
    seen = {enpitsu.fingerprint(enpitsu.parse(each)) for each in lines}
    for want in wanted(kind.id)[len(lines) :]:
        started = time.perf_counter()
        found = made(kind.id, want, 100 * len(lines) + 1, jobs, seen)
        if found is not None:
            lines.append(line(kind, found, len(lines) + 1))
            target.write_text("".join(f"{each}\n" for each in lines), encoding="utf-8")
            seconds = time.perf_counter() - started
            told = f"{want.size:6} {want.level or '':8} {seconds:6.2f} s  {want.options or ''}"
            print(f"{kind.id:10} {told} {found.title}", flush=True)
    size = target.stat().st_size
    print(f"{len(lines)} puzzles, {size} bytes in {target.name} of {kind.name}")
    assert size <= MAX_BYTES, f"more than {MAX_BYTES} bytes"


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--kind", choices=sorted(KINDS))
    parser.add_argument("--jobs", type=int)
    parser.add_argument("--keep", type=int, default=0, help="puzzles of the file that stay")
    parser.add_argument("--grade", action="store_true", help="only levels and lengths anew")
    options = parser.parse_args()
    for name in [options.kind] if options.kind else KINDS:
        if options.grade:
            grade_again(kinds()[name])
        else:
            collect(kinds()[name], options.jobs, options.keep)


if __name__ == "__main__":
    main()
