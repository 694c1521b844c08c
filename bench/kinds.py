"""Declared kinds on real puzzles, in one table: solving, explanations, hints, levels, making.

    scripts/bench kinds [--kinds KIND ...] [--limit N] [--explain N] [--made N]
                        [--levels N] [--puzzlekit N]

Every kind that is a page of the kit (`Kind.declaration`) gets a column; one without a file in the
corpus is only made. A corpus text is the kit's grid text, so none is named here. Times are those of
the processor, so that what else runs on the machine hardly matters, and nothing is kept from one
puzzle to the next.

- Solving: every puzzle, solved and asked for a second solution, with the check by the rules, within
  `--seconds`; reading is not part of it. Each answer is held against the published solution.
- puzzlekit (CP-SAT) finds one solution of the first N and does not prove that it is the only one.
- Explanations: N puzzles spread over the collection, as in explain.py; every step is judged.
- Making: 10x10, at any level and at each one.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from statistics import mean, median
from typing import Any, NamedTuple

import enpitsu
from corpus import corpus_folder, load
from enpitsu.errors import PuzzleError
from enpitsu.generate import Outcome
from enpitsu.grade import LEVELS, Level, levels_of
from enpitsu.kind import AnyKind, Puzzle
from enpitsu.position import Fact
from enpitsu.registry import find_kind, kinds
from explain import Sample, at, sample, spread

SIDE = 10  # cells of a made board
MADE_SECONDS = 60  # that one puzzle of a wanted level may take
Column = Mapping[str, str]
"""What is said of one kind, by the titles of the rows."""


class Solved(NamedTuple):
    """What became of one real puzzle."""

    name: str
    seconds: float
    status: str
    is_as_published: bool | None
    """None if no solution was published that can be read and keeps the rules."""


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    """Seconds of the processor, and the result."""
    started = time.process_time()
    result = work()
    return time.process_time() - started, result


# --- solving --------------------------------------------------------------------------------------


def published(kind: AnyKind, record: Mapping[str, Any]) -> frozenset[Fact] | None:
    """The facts of a published solution; of one that is given twice, or with remarks behind it, the
    first grid."""
    lines = str(record.get("solution") or "").splitlines()
    try:
        rows = int(lines[0].split()[0])
        text = "\n".join([record["text"], "", *lines[: rows + 1]])
        _, answer = enpitsu.parse_with_position(text, format="grid", kind=kind.id)
    except (PuzzleError, IndexError, ValueError):
        return None
    return frozenset(fact for fact in answer if fact.holds)


def solve_one(kind: AnyKind, record: Mapping[str, Any], seconds: float) -> Solved:
    """Solve a real puzzle, and prove that the solution is the only one."""
    puzzle = enpitsu.parse(record["text"], format="grid", kind=kind.id)
    limits = enpitsu.Limits(seconds=seconds)
    spent, result = timed(partial(enpitsu.solve, puzzle, limits=limits))
    answer = published(kind, record)
    agrees = None
    if answer is not None and result.solutions:
        agrees = answer == result.solutions[0].facts
        if not agrees and enpitsu.check(puzzle, enpitsu.Position(answer)):
            print(f"{kind.id} {record['id']}: the published one breaks a rule", file=sys.stderr)
            agrees = None
    return Solved(str(record["id"]), spent, str(result.status), agrees)


def by_puzzlekit(kind: AnyKind, record: Mapping[str, Any], seconds: float) -> bool:
    """One solution by puzzlekit on one core."""
    import puzzlekit

    options = {"num_search_workers": 1, "time_limit_sec": seconds}
    text, name = record["text"], kind.id
    return bool(puzzlekit.solve(text, puzzle_type=name, solver_options=options).is_solved)


def readable(kind: AnyKind, limit: int | None) -> list[Mapping[str, Any]]:
    """The first real puzzles, without those whose text is wrong."""
    found: list[Mapping[str, Any]] = []
    for record in load(kind.id)[:limit]:
        try:
            enpitsu.parse(record["text"], format="grid", kind=kind.id)
        except PuzzleError as error:
            print(f"{kind.id} {record['id']} is left out: {error}", file=sys.stderr)
        else:
            found.append(record)
    return found


def solving(kind: AnyKind, options: argparse.Namespace) -> Column:
    """The figures of solving."""
    records = readable(kind, options.limit)
    found = [solve_one(kind, record, options.seconds) for record in records]
    unique = [each for each in found if each.status == "unique"]
    other = [each for each in found if each.is_as_published is False]
    known = sum(each.is_as_published is not None for each in found)
    for each in found:
        if each.status != "unique" or each in other:
            told = "not as published" if each in other else "not proved unique"
            print(f"{kind.id} {each.name}: {each.status}, {told}", file=sys.stderr)
    seconds = [each.seconds for each in found]
    column = {
        "real puzzles": str(len(found)),
        f"solved and proved unique in {options.seconds:g} s": share(len(unique), len(found)),
        "as published": f"{known - len(other)} of {known}",
        "solve: median, 95 %": f"{ms(at(seconds, 0.5))}, {ms(at(seconds, 0.95))}",
        "solve: slowest": ms(max(seconds)),
    }
    first = records[: options.puzzlekit]
    if first:
        column |= beside_puzzlekit(kind, first, seconds[: len(first)], options)
    return column


def beside_puzzlekit(
    kind: AnyKind, records: Sequence[Mapping[str, Any]], ours: Sequence[float], options: Any
) -> Column:
    """The same puzzles by puzzlekit: how many times as long it takes."""
    by_puzzlekit(kind, records[0], options.seconds)  # loads what it needs
    theirs, solved = [], 0
    for record in records:
        seconds, is_solved = timed(partial(by_puzzlekit, kind, record, options.seconds))
        theirs.append(seconds)
        solved += is_solved
    ratios = [their / our for their, our in zip(theirs, ours, strict=True)]
    return {
        f"puzzlekit, the first {len(records)}: solved": share(solved, len(records)),
        "puzzlekit: median, slowest": f"{ms(median(theirs))}, {ms(max(theirs))}",
        "puzzlekit beside Enpitsu, median": f"{median(ratios):.0f} times",
    }


# --- explanations, hints, levels ------------------------------------------------------------------


def explaining(kind: AnyKind, options: argparse.Namespace) -> Column:
    """The figures of explanations, hints and grades."""
    records = spread(readable(kind, options.limit), options.explain)
    items = [
        (str(each["id"]), enpitsu.parse(each["text"], format="grid", kind=kind.id))
        for each in records
    ]
    found = [sample(item, judge=True, spare=False) for item in items]
    samples = [each for each in found if each is not None]
    assert kind.ladder is not None
    named = {technique.id for technique in kind.ladder.techniques}
    used = sum((each.techniques for each in samples), Counter[str]())
    by_name = sum(used[each] for each in named)
    alone = sum(named.issuperset(each.techniques) for each in samples)
    unproved = sum("proof" not in each.techniques for each in samples)
    hints = [seconds for each in samples for seconds in each.hinting]
    reasons = [count for each in samples for count in each.reasons]
    return {
        "explained": str(len(samples)),
        "end at the solution": share(sum(each.solved for each in samples), len(samples)),
        "steps that do not follow from their reasons": (
            f"{sum(each.wrong for each in samples)} of {used.total()}"
        ),
        "hint: median, 99 %": f"{ms(at(hints, 0.5))}, {ms(at(hints, 0.99))}",
        "reasons of a hint: median, 90 %": f"{at(reasons, 0.5):.0f}, {at(reasons, 0.9):.0f}",
        "explanation: median, slowest": (
            f"{ms(at([each.explaining for each in samples], 0.5))},"
            f" {ms(max(each.explaining for each in samples))}"
        ),
        "steps by named techniques": share(by_name, used.total()),
        "puzzles without contradictions": share(alone, len(samples)),
        "puzzles without a proof by the solver": share(unproved, len(samples)),
        "levels, gentle to extreme": ", ".join(levels_met(samples)),
    }


def levels_met(samples: Sequence[Sample]) -> Iterator[str]:
    """The share of puzzles of each level."""
    met = Counter(each.level for each in samples)
    for level in LEVELS:
        yield f"{100 * met[str(level)] / len(samples):.0f} %"


# --- making ---------------------------------------------------------------------------------------


def making(kind: AnyKind, options: argparse.Namespace) -> Column:
    """The figures of making."""
    plain = [make(kind, seed, None) for seed in range(1, options.made + 1)]
    column = {f"made {SIDE}x{SIDE}: mean": ms(mean(seconds for seconds, _ in plain))}
    for level in levels_of(kind):
        made = [make(kind, seed, level) for seed in range(1, options.levels + 1)]
        met = sum(puzzle is not None for _, puzzle in made)
        if made:
            told = "" if met == len(made) else f" ({met} of {len(made)} met)"
            column[f"made {level}: median"] = ms(median(seconds for seconds, _ in made)) + told
    return column


def make(kind: AnyKind, seed: int, level: Level | None) -> tuple[float, Puzzle | None]:
    """Seconds, and a made puzzle; None if none of the level was found."""
    limits = enpitsu.Limits(seconds=MADE_SECONDS)
    work = partial(enpitsu.generate, kind.id, SIDE, SIDE, level=level, seed=seed, jobs=1)
    seconds, found = timed(partial(work, limits=limits))
    return seconds, found.puzzle if found.status == Outcome.MADE else None


# --- the table ------------------------------------------------------------------------------------


def ms(seconds: float) -> str:
    """A time, in milliseconds up to a second."""
    if seconds >= 1:
        return f"{seconds:.1f} s"
    return f"{1000 * seconds:.{0 if seconds >= 0.01 else 1}f} ms"


def share(part: int, whole: int) -> str:
    """A share in words that do not round up to all."""
    if part == whole:
        return "all"
    return f"{min(99.9, 100 * part / whole):.1f} %" if whole else "-"


def table(columns: Mapping[str, Column]) -> Iterator[str]:
    """The lines of a table in Markdown, a column a kind."""
    titles = dict.fromkeys(title for column in columns.values() for title in column)
    yield "| | " + " | ".join(find_kind(kind).name for kind in columns) + " |"
    yield "|---" * (len(columns) + 1) + "|"
    for title in titles:
        found = [column.get(title, "-") for column in columns.values()]
        yield f"| {title} | " + " | ".join(found) + " |"


def main() -> None:
    """Measure kind by kind, then print the table."""
    declared = [name for name, kind in kinds().items() if kind.declaration is not None]
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--kinds", nargs="+", choices=declared, default=declared)
    parser.add_argument("--limit", type=int, help="only the first N real puzzles of each kind")
    parser.add_argument("--seconds", type=float, default=5.0, help="for solving one puzzle")
    parser.add_argument("--explain", type=int, default=120, help="so many are explained; 0: none")
    parser.add_argument("--made", type=int, default=10, help="so many are made; 0: none")
    parser.add_argument("--levels", type=int, default=3, help="so many are made of each level")
    parser.add_argument("--puzzlekit", type=int, default=0, help="the first N by puzzlekit too")
    options = parser.parse_args()
    columns: dict[str, Column] = {}
    for name in options.kinds:
        kind, has_real = find_kind(name), (corpus_folder() / f"{name}.jsonl").exists()
        column: dict[str, str] = {}
        if has_real:
            column |= solving(kind, options)
        if has_real and options.explain:
            column |= explaining(kind, options)
        if options.made and kind.makers:
            column |= making(kind, options)
        columns[name] = column
        print(f"{name} is measured", file=sys.stderr, flush=True)
    print("\n".join(table(columns)))


if __name__ == "__main__":
    main()
