"""Explanations, hints and grades over real puzzles: how long they take, how small the reasons are,
which techniques they use, and whether every step follows.

    scripts/bench explain [KIND ...] [--limit N] [--judge] [--spare] [--jobs N]

Nothing is kept from one puzzle to the next, and times are those of the processor. Satogaeri boards
are made (see satogaeri_boards.py), as there is no collection of real ones. Positions in the middle
of a game are of two sorts, half each: the player has followed the explanation up to a random step;
and he has a random part of the solution's lines and shaded cells, in no order at all.

A reason is a clue, a cell, a path of lines, or cells side by side of which the same is known.

With --judge every step of every explanation is checked by the solver: it follows from its reasons
alone, and the steps lead to the solution. --spare also counts the reasons without which a step
would still follow from the others, mostly by a deeper argument than the step's own (slow).
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Any, NamedTuple, TypeVar

import enpitsu
from corpus import load
from enpitsu.explain.known_facts import forget_known_facts
from enpitsu.explain.step import count_things
from enpitsu.explain.step_checker import StepChecker
from enpitsu.kind import Puzzle
from enpitsu.limits import NO_LIMITS
from enpitsu.position import Fact, Position
from enpitsu.registry import find_kind, kind_of, kinds
from satogaeri_boards import hard_board, made_unique, random_board

T = TypeVar("T")
KINDS = ("yajilin", "nonogram", "satogaeri")
SIZES = ((6, 6), (8, 8), (10, 10), (12, 12), (20, 20), (20, 36))
HARD_CHANGES = 200
"""So many changes are tried to make a hard board harder."""


class Sample(NamedTuple):
    """What one puzzle gave."""

    name: str
    cells: int
    explaining: float
    grading: float
    level: str
    hinting: list[float]
    reasons: list[int]
    """Of each hint."""
    steps: int
    techniques: Counter[str]
    solved: bool
    wrong: int
    """Steps that do not follow from their reasons."""
    spare: int
    named: int
    """All reasons, as far as they were judged."""


def puzzles(kind: str, limit: int | None) -> Iterator[tuple[str, Puzzle]]:
    """The puzzles of a kind with one solution, spread over the whole collection."""
    yield from spread(list(made() if kind == "satogaeri" else corpus(kind)), limit)


def spread(found: Sequence[T], limit: int | None) -> Iterator[T]:
    """So many of a collection, at even distances; without a limit all."""
    count = min(limit or len(found), len(found))
    yield from (found[at * len(found) // count] for at in range(count))


def corpus(kind: str) -> Iterator[tuple[str, Puzzle]]:
    """The real puzzles of a kind."""
    for record in load(kind):
        yield str(record["id"]), enpitsu.parse(record["text"], kind=kind)


def made() -> Iterator[tuple[str, Puzzle]]:
    """Satogaeri boards with one solution: half of them plain, some with few numbers, half hard."""
    rng = random.Random(1)
    for at in range(120):
        rows, cols = SIZES[at % len(SIZES)]
        if at // len(SIZES) % 2:
            puzzle = hard_board(rng, rows, cols, rng.choice((3, 4, 5, 6, 8)), HARD_CHANGES)
        else:
            puzzle = made_unique(random_board(rng, rows, cols, rng.choice((0.5, 0.8, 1.0))))
        if puzzle is not None:
            yield f"{rows}x{cols} number {at}", puzzle


def clock(work: Any) -> tuple[float, Any]:
    """Seconds of the processor, and what came of it."""
    started = time.process_time()
    result = work()
    return time.process_time() - started, result


def middle_positions(
    puzzle: Puzzle, steps: Sequence[enpitsu.Step], seed: str
) -> Iterator[Position]:
    """Two positions in the middle of a game."""
    rng = random.Random(seed)
    reached = [fact for step in steps[: rng.randrange(len(steps))] for fact in step.facts]
    yield Position.of(fact for fact in reached)
    answer = sorted(enpitsu.solve(puzzle).solutions[0].facts, key=str)
    yield Position.of(rng.sample(answer, rng.randrange(len(answer)) if answer else 0))


def sample(item: tuple[str, Puzzle], judge: bool, spare: bool) -> Sample | None:
    """Everything about one puzzle; None if it has not exactly one solution."""
    name, puzzle = item
    explaining, (explanation, steps) = clock(partial(explained, puzzle))
    if explanation.status != "unique" or not steps:
        return None
    grading, grade = clock(lambda: enpitsu.grade(puzzle))
    hinting, reasons = [], []
    for position in middle_positions(puzzle, steps, name):
        forget_known_facts()
        seconds, hint = clock(partial(enpitsu.hint, puzzle, position))
        if hint.step is not None:
            hinting.append(seconds)
            reasons.append(count_things(each for step in hint.steps for each in step.because))
    return Sample(
        name,
        puzzle.rows * puzzle.cols,
        explaining,
        grading,
        str(grade.level),
        hinting,
        reasons,
        len(steps),
        Counter(step.technique for step in steps),
        is_solved(explanation, steps),
        *(judged(explanation, steps, spare) if judge or spare else (0, 0, 0)),
    )


def explained(puzzle: Puzzle) -> tuple[enpitsu.Explanation, list[enpitsu.Step]]:
    """The explanation and all its steps."""
    explanation = enpitsu.explain(puzzle)
    return explanation, list(explanation)


def is_solved(explanation: enpitsu.Explanation, steps: Sequence[enpitsu.Step]) -> bool:
    """Whether the steps, one after another, lead to a right board."""
    known = [*explanation.begun, *(known for step in steps for known in step.brings)]
    position = Position.of(fact for fact in known if isinstance(fact, Fact))
    return not enpitsu.check(explanation.puzzle, position)


def judged(
    explanation: enpitsu.Explanation, steps: Sequence[enpitsu.Step], count_spare: bool
) -> tuple[int, int, int]:
    """Steps that do not follow, spare reasons, all reasons."""
    judge = StepChecker(kind_of(explanation.puzzle), explanation.puzzle, NO_LIMITS.start())
    known, wrong = set(explanation.begun), 0
    for step in steps:
        wrong += not (judge.follows(step) and judge.follows_at_once(step, known))
        known.update(step.brings)
    spare = sum(len(judge.spare(step)) for step in steps) if count_spare else 0
    return wrong, spare, sum(len(step.because) for step in steps)


def at(values: Sequence[float], share: float) -> float:
    """The value below which this share of them lies."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))] if values else 0.0


def show(kind: str, samples: Sequence[Sample], judge: bool, spare: bool) -> None:
    """The figures of one kind."""
    ladder = find_kind(kind).ladder
    assert ladder is not None
    print(f"\n{find_kind(kind).name}: {len(samples)} puzzles")
    for title, rows in (
        ("all", samples),
        ("36x20 and larger", [s for s in samples if s.cells >= 720]),
    ):
        if rows:
            show_times(title, rows)
    used = sum((each.techniques for each in samples), Counter[str]())
    total = sum(used.values())
    named = {technique.id for technique in ladder.techniques}
    alone = sum(named.issuperset(each.techniques) for each in samples)
    by_name = sum(used[each] for each in named)
    print(f"  steps {total}, of them by named techniques {by_name / total:.1%}")
    print(f"  puzzles explained by named techniques alone {alone / len(samples):.1%}")
    print(
        f"  puzzles that need a proof by the solver {sum('proof' in s.techniques for s in samples)}"
    )
    print(f"  explanations that end at the solution {sum(s.solved for s in samples)}")
    for technique, count in used.most_common():
        print(f"    {technique:24}{count:8}{count / total:8.1%}")
    if judge or spare:
        print(f"  steps that do not follow from their reasons: {sum(s.wrong for s in samples)}")
    if spare:
        spared, reasons = sum(s.spare for s in samples), sum(s.named for s in samples)
        print(f"  spare reasons: {spared} of {reasons} ({spared / max(1, reasons):.1%})")


def show_times(title: str, samples: Sequence[Sample]) -> None:
    """Times and sizes."""
    hints = [seconds for each in samples for seconds in each.hinting]
    reasons = [count for each in samples for count in each.reasons]
    explaining, grading = [s.explaining for s in samples], [s.grading for s in samples]
    print(f"  {title} ({len(samples)})")
    print(
        f"    hint         median {at(hints, 0.5) * 1000:7.1f} ms   99 % {at(hints, 0.99):6.3f} s"
        f"   slowest {max(hints, default=0):6.2f} s   ({len(hints)} positions)"
    )
    print(
        f"    explanation  median {at(explaining, 0.5) * 1000:7.1f} ms   99 %"
        f" {at(explaining, 0.99):6.3f} s   slowest {max(explaining):6.2f} s"
    )
    print(
        f"    grade        median {at(grading, 0.5) * 1000:7.1f} ms   slowest {max(grading):6.2f} s"
    )
    print(f"    reasons      median {at(reasons, 0.5):7.0f}      90 % {at(reasons, 0.9):6.0f}")


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("kinds", nargs="*", choices=[*kinds(), []], default=KINDS)
    parser.add_argument("--limit", type=int, help="so many puzzles of each kind")
    parser.add_argument("--judge", action="store_true", help="check every step by the solver")
    parser.add_argument("--spare", action="store_true", help="count spare reasons as well")
    parser.add_argument("--jobs", type=int, default=1, help="processes; times are true with 1 only")
    options = parser.parse_args()
    for kind in options.kinds or KINDS:
        work = partial(sample, judge=options.judge, spare=options.spare)
        items = list(puzzles(kind, options.limit))
        if options.jobs > 1:
            with ProcessPoolExecutor(options.jobs) as pool:
                found = list(pool.map(work, items, chunksize=4))
        else:
            found = list(map(work, items))
        show(kind, [each for each in found if each is not None], options.judge, options.spare)


if __name__ == "__main__":
    main()
