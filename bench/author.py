"""How soon an author knows what his board is worth: the live analysis, old way and new way.

    scripts/bench author [--sizes 10,20,30] [--kinds NAME,...] [--boards N] [--seconds S]

Boards: starter puzzles (30x30: made anew) with all clues, with 90, 70 and 30 % of them (the others
left open), with none of them, with one number wrong, and a blank sheet; and a session in which
the clues are put on a blank sheet one by one, where each survey gets the two solutions of the one
before as witnesses. Milliseconds of processor time, medians (no question takes
longer than --seconds):

- status: none, one or several solutions (old: `solve`)
- facts: of every cell and edge whether it is forced or open (old: models until none differs, as
  find_forced was; it counts what `solve` had found before as well)
- level, and needless: only of boards with one solution (old: a solver for each clue)

`in time` is the share of boards of which the new way tells that within a third of a second.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from statistics import median
from typing import Any, NamedTuple
from unittest.mock import patch

import enpitsu
from enpitsu.errors import LimitReached
from enpitsu.grade import grade
from enpitsu.improve.needless import needless
from enpitsu.judge import Judge
from enpitsu.kind import Puzzle
from enpitsu.limits import Limits
from enpitsu.position import EMPTY, Position
from enpitsu.registry import kind_of, kinds
from enpitsu.sat.search import Session, Sieve, answers, encode_rest
from enpitsu.solve import Status, Survey, solve, survey
from enpitsu.starter import starter

SOON = 1 / 3
SHARES = (1.0, 0.9, 0.7, 0.3, 0.0)
ONE_NUMBER_WRONG, BLANK, SESSION = "1 wrong", "blank", "session"


class Times(NamedTuple):
    """Seconds, old way and new way; None where a question does not arise."""

    status: tuple[float, float]
    facts: tuple[float, float]
    level: float | None = None
    needless: tuple[float, float] | None = None


# --- boards ---------------------------------------------------------------------------------------


def whole_boards(kind: str, size: int, most: int) -> list[Puzzle]:
    """Puzzles with one solution, spread over the levels."""
    found = [
        document.puzzle
        for document in starter(kind)
        if (document.puzzle.rows, document.puzzle.cols) == (size, size)
    ]
    if not found:
        made = (enpitsu.generate(kind, rows=size, cols=size, seed=seed) for seed in range(1, 3))
        found = [each.puzzle for each in made if each.puzzle is not None]
    return found[:: max(1, len(found) // most)][:most]


def with_share(puzzle: Any, share: float) -> Any:
    """The puzzle with a part of its clues, the others left open."""
    editor = editor_of(puzzle)
    changes = list(editor.relax(puzzle))
    rng = random.Random(f"{puzzle.kind} {share}")
    for change in rng.sample(changes, round(len(changes) * (1 - share))):
        puzzle = editor.edit(puzzle, change)
    return puzzle


def with_wrong_number(puzzle: Any) -> Any:
    """The puzzle as a solution of it with one clue less has it, that clue told otherwise."""
    if puzzle.kind == "yajilin":
        at, (cell, clue) = next(each for each in enumerate(puzzle.clues) if each[1][1].counts)
        clues = list(puzzle.clues)
        clues[at] = (cell, replace(clue, number=clue.number + 1))
        return replace(puzzle, clues=tuple(clues))
    if puzzle.kind == "satogaeri":
        (cell, number), *others = sorted(puzzle.circles, key=lambda circle: -(circle[1] or 0))
        return replace(puzzle, circles=((cell, (number or 1) - 1), *others))
    first, *others = puzzle.row_clues
    fewer = tuple(run._replace(length=max(1, (run.length or 1) - 1)) for run in first)
    return replace(puzzle, row_clues=(fewer, *others))


def session(puzzle: Any) -> Iterator[Puzzle]:
    """The boards while clues are put on a blank sheet; where a blank sheet cannot have them one by
    one, on the board with all clues left open."""
    rng = random.Random(puzzle.kind)
    if puzzle.kind == "yajilin":
        order = rng.sample(puzzle.clues, len(puzzle.clues))
        yield from (replace(puzzle, clues=tuple(order[:count])) for count in range(len(order) + 1))
        return
    editor = editor_of(puzzle)
    changes = list(editor.relax(puzzle))
    rng.shuffle(changes)
    for count in range(len(changes) + 1):
        board = puzzle
        for change in changes[count:]:
            board = editor.edit(board, change)
        yield board


def editor_of(puzzle: Puzzle) -> Any:
    """How puzzles of the kind are changed."""
    return kind_of(puzzle).editor


# --- the old way ----------------------------------------------------------------------------------


def old_facts(puzzle: Puzzle, limits: Limits) -> None:
    """Models until none differs: no repair at once, no probing, no witness."""
    budget = limits.start()
    found = solve(puzzle, limits=limits)
    encoding = encode_rest(kind_of(puzzle), puzzle, EMPTY, budget)
    if found.status is not Status.MULTIPLE or encoding is None:
        return
    shared: set[int] | None = None
    with Session(encoding, "auto", budget) as solver:
        for model in answers(solver):
            literals = set(model[: encoding.fact_count])
            shared = literals if shared is None else shared & literals
            others = [-literal for literal in shared]
            solver.add(others)
            solver.prefer(others)


def old_needless(puzzle: Any, limits: Limits) -> None:
    """Each change solved anew."""
    judge = Judge(puzzle, limits)
    solution = solve(puzzle, limits=limits).solutions[0].position
    for group in judge.editor.removals(puzzle, solution):
        for change in group:
            changed = judge.edit(puzzle, change)
            if changed is not None and len(judge.solutions(changed) or ()) == 1:
                break


# --- times ----------------------------------------------------------------------------------------


def seconds(work: Callable[[], Any], limits: Limits) -> float:
    """Processor time; what a limit ends counts as the limit at least."""
    started = time.process_time()
    try:
        reached = getattr(work(), "reached", None)
    except LimitReached as limit:
        reached = str(limit)
    return _counted(time.process_time() - started, reached, limits)


def _counted(spent: float, reached: str | None, limits: Limits) -> float:
    return spent if reached is None else max(spent, limits.seconds or 0)


def surveyed(
    puzzle: Puzzle, witnesses: Sequence[Position], limits: Limits
) -> tuple[Survey, float, float]:
    """A survey, when its status was known, and when all was."""
    known: list[float] = []
    take = Sieve._take

    def noting(self: Sieve, *args: Any) -> None:
        if self.count == 1:
            known.append(time.process_time())
        take(self, *args)

    started = time.process_time()
    with patch.object(Sieve, "_take", noting):
        found = survey(puzzle, witnesses=witnesses, limits=limits)
    ended = time.process_time()
    status = (known[0] if known else ended) - started
    if found.status is Status.UNKNOWN:
        status = _counted(status, found.reached, limits)
    return found, status, _counted(ended - started, found.reached, limits)


def measured(
    puzzle: Puzzle, limits: Limits, witnesses: Sequence[Position] = (), whole: bool = True
) -> tuple[Times, Survey]:
    """All times of one board, and what is known of it."""
    found, status, facts = surveyed(puzzle, witnesses, limits)
    times = Times(
        (seconds(lambda: solve(puzzle, limits=limits), limits), status),
        (seconds(lambda: old_facts(puzzle, limits), limits), facts),
    )
    if found.status is Status.UNIQUE and whole:
        old = seconds(lambda: old_needless(puzzle, limits), limits)
        new = seconds(lambda: needless(puzzle, limits=limits), limits)
        level = seconds(lambda: grade(puzzle, limits=limits), limits)
        times = times._replace(level=level, needless=(old, new))
    return times, found


def measured_session(puzzle: Puzzle, limits: Limits) -> Iterator[Times]:
    """The times of each board of a session."""
    witnesses: list[Position] = []
    for board in session(puzzle):
        times, found = measured(board, limits, witnesses, whole=False)
        fresh = [solution.position for solution in found.solutions]
        # While a board has no solution, those of the last one that had are kept.
        witnesses = fresh or witnesses
        yield times


# --- the table ------------------------------------------------------------------------------------


def rows(
    kind: str, size: int, most: int, limits: Limits
) -> Iterator[tuple[str, Callable[[], list[Times]]]]:
    """What is measured for a kind and a size."""
    puzzles = whole_boards(kind, size, most)

    def times_of(boards: Sequence[Puzzle]) -> list[Times]:
        return [measured(board, limits)[0] for board in boards]

    for share in SHARES:
        boards = [with_share(puzzle, share) for puzzle in puzzles]
        yield f"{share:.0%} of clues", partial(times_of, boards)
    yield ONE_NUMBER_WRONG, partial(times_of, list(map(with_wrong_number, puzzles)))
    yield BLANK, partial(times_of, [kinds()[kind].blank(size, size)])
    last = puzzles[-1]
    yield SESSION, lambda: list(measured_session(last, limits))


def shown(times: Sequence[Times]) -> str:
    """Medians in milliseconds, and the share in time."""
    cells = [_both([each.status for each in times]), _both([each.facts for each in times])]
    soon = [_in_time([each.facts[1] for each in times])]
    levels = [each.level for each in times if each.level is not None]
    spared = [each.needless for each in times if each.needless is not None]
    cells += [f"{median(levels) * 1000:14.0f}" if levels else " " * 14]
    cells += [_both(spared) if spared else " " * 14]
    soon += [_in_time(levels), _in_time([new for _, new in spared])]
    return "".join(cells) + "   " + " ".join(soon)


def _both(pairs: Sequence[tuple[float, float]]) -> str:
    old, new = (median(each) * 1000 for each in zip(*pairs, strict=True))
    return f"{old:7.0f}{new:7.0f}"


def _in_time(times: Sequence[float]) -> str:
    return f"{sum(each <= SOON for each in times) / len(times):5.0%}" if times else "    -"


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--sizes", default="10,20,30")
    parser.add_argument("--kinds", default=",".join(kinds()))
    parser.add_argument("--boards", type=int, default=6, help="at most so many a size")
    parser.add_argument("--seconds", type=float, default=10, help="limit of one question")
    options = parser.parse_args()
    head = "".join(f"{name:>14}" for name in ("status", "facts", "level", "needless"))
    print(f"{'milliseconds, old and new':32}{head}   in time: facts, level, needless")
    for kind in options.kinds.split(","):
        for size in map(int, options.sizes.split(",")):
            limits = Limits(seconds=options.seconds)
            for name, work in rows(kind, size, options.boards, limits):
                times = work()
                print(f"{kind:10} {size:2} {name:14} x{len(times):<4}{shown(times)}", flush=True)


if __name__ == "__main__":
    main()
