"""How long it takes to make a puzzle of each level, and whether every level is met.

    scripts/bench generate_levels [--kind KIND] [--size ROWSxCOLS] [--level LEVEL] [--count N]

For each kind, size and level the puzzles of N seeds: how many are of the level (the rest is the
nearest found in S seconds), the median and the longest time, and the mean number of attempts. Every
puzzle is graded once more here, and one that is not of its level is named.
"""

from __future__ import annotations

import argparse
from statistics import median

import enpitsu
from enpitsu import find_kind
from enpitsu.generate import Outcome, makers
from enpitsu.grade import LEVELS, Level, levels_of

SIZES = ("10x10", "20x20")


def row(kind: str, size: str, level: Level, options: argparse.Namespace) -> str:
    """One line of the table."""
    rows, cols = map(int, size.split("x"))
    found = [
        enpitsu.generate(
            kind,
            rows,
            cols,
            level=level,
            seed=seed,
            jobs=options.jobs,
            limits=enpitsu.Limits(seconds=options.seconds),
        )
        for seed in range(1, options.count + 1)
    ]
    met = [each for each in found if each.status == Outcome.MADE]
    for each in met:
        assert each.puzzle is not None
        graded = enpitsu.grade(each.puzzle, limits=enpitsu.Limits(seconds=60))
        if graded.level not in (level, None):
            print(f"  seed {each.manifest and each.manifest.seed} is {graded.level}, not {level}")
    times = [each.seconds for each in found]
    attempts = sum(each.attempts for each in found) / len(found)
    return (
        f"{kind:10} {size:6} {level:8} {len(met):3} of {len(found)} met"
        f"{median(times):8.2f} s{max(times):8.2f} s{attempts:8.1f}"
    )


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--kind", choices=sorted(makers()))
    parser.add_argument("--size", help="instead of 10x10 and 20x20")
    parser.add_argument("--level", choices=[*map(str, LEVELS)])
    parser.add_argument("--count", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    print(f"{'kind':10} {'size':6} {'level':8} {'':12}{'median':>10}{'max':>10}{'attempts':>8}")
    for kind in (options.kind,) if options.kind else makers():
        levels = levels_of(find_kind(kind))
        for size in (options.size,) if options.size else SIZES:
            for level in (Level(options.level),) if options.level else levels:
                print(row(kind, size, level, options), flush=True)


if __name__ == "__main__":
    main()
