"""Every Yajilin engine against enumeration on boards by chance, for as long as wanted.

    scripts/bench engines_fuzz [--boards N] [--seed S] [--engines NAME ...] [--larger N]

Small boards (up to 6x6) of every sort that tests/kinds/yajilin_boards.py makes are solved by each
engine, all solutions, from the empty board and from a position; a sweep over the cells, which
shares nothing with the engines, tells what is right. Then `--larger` boards made by the generator,
and what becomes of them when a clue is changed, are compared with the default engine. The first
disagreement of each engine is printed as a puzz.link address; the last lines tell the time each one
took.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import enpitsu
from enpitsu.kinds.yajilin import KIND

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.kinds.yajilin_boards import (
    MAKERS,
    agrees,
    made_board,
    mutants,
    random_position,
)
from tests.kinds.yajilin_sweep import Sweep

if TYPE_CHECKING:
    from enpitsu.kinds.yajilin.model import Yajilin

SIZES = {"random": [(3, 4), (4, 4), (4, 5), (5, 5), (6, 4), (3, 7)]}
LARGER_SIZES = [(4, 5), (5, 5), (6, 4), (6, 5), (6, 6), (4, 8)]
MOST_ANSWERS = 100
LIMITS = enpitsu.Limits(seconds=10)


class Question(NamedTuple):
    """A board, a position on it, and how its solutions are known: all that agree, or by status."""

    puzzle: Yajilin
    position: enpitsu.Position
    answers: frozenset[frozenset[enpitsu.Fact]] | None
    status: str

    def __str__(self) -> str:
        outside = ", shading outside" if self.puzzle.outside else ""
        given = f", given {self.position}" if len(self.position) else ""
        count = "" if self.answers is None else f" ({len(self.answers)} solutions)"
        return f"{enpitsu.dump(self.puzzle)}{outside}{given}: {self.status}{count}"


def small_questions(rng: random.Random, boards: int) -> Iterator[Question]:
    """Boards that the sweep enumerates, each empty and from a position."""
    for _ in range(boards):
        sort = rng.choice(list(MAKERS))
        puzzle = MAKERS[sort](rng, *rng.choice(SIZES.get(sort, LARGER_SIZES)))
        sweep = Sweep(puzzle)
        few = sweep.count() <= MOST_ANSWERS
        answers = list(sweep.solutions()) if few else []
        position = random_position(rng, puzzle, answers) if few else enpitsu.Position()
        for given in {enpitsu.Position(), position}:
            left = frozenset(answer for answer in answers if agrees(answer, given))
            status = ("none", "unique", "multiple")[min(len(left), 2)] if few else "multiple"
            yield Question(puzzle, given, left if few else None, status)


def larger_questions(rng: random.Random, boards: int) -> Iterator[Question]:
    """Boards that the default engine answers for."""
    for _ in range(boards):
        made = made_board(rng.randint(7, 10), rng.randint(7, 10), seed=rng.randrange(10**6))
        for puzzle in (made, *mutants(rng, made)):
            status = enpitsu.solve(puzzle).status
            yield Question(puzzle, enpitsu.Position(), None, status)


def complaint(question: Question, engine: str) -> str:
    """What is wrong with an engine's answer; empty if nothing is."""
    wanted = 2 if question.answers is None else None
    try:
        result = enpitsu.solve(
            question.puzzle,
            solutions=wanted,
            position=question.position,
            engine=engine,
            limits=LIMITS,
        )
    except Exception as error:  # whatever it is, the board is worth telling
        return f"{type(error).__name__}: {error}"
    found = {solution.facts for solution in result.solutions}
    if len(found) != len(result.solutions):
        return "a solution came twice"
    if result.reached is not None:
        return "" if result.status in ("unknown", question.status) else f"says {result.status}"
    if question.answers is not None and found != question.answers:
        return f"has {len(found)} solutions, {len(found - question.answers)} of them wrong"
    return "" if result.status == question.status else f"says {result.status}"


def engine_names() -> list[str]:
    """Every engine, alone and with each of its options."""
    return [
        ":".join((engine.name, *options))
        for engine in KIND.engines
        for options in ((), *((option.name,) for option in engine.options))
    ]


def main() -> None:
    """Ask until every question is answered, and tell what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", type=int, default=200, help="small boards")
    parser.add_argument("--larger", type=int, default=0, help="boards made by the generator")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--engines", nargs="+", default=engine_names())
    asked = parser.parse_args()
    rng, engines = random.Random(asked.seed), list(asked.engines)
    statuses, seconds = Counter[str](), dict.fromkeys(engines, 0.0)
    for ask in (small_questions(rng, asked.boards), larger_questions(rng, asked.larger)):
        for question in ask:
            statuses[question.status] += 1
            for engine in tuple(engines):
                started = time.process_time()
                wrong = complaint(question, engine)
                seconds[engine] += time.process_time() - started
                if wrong:
                    print(f"{engine} {wrong}; right is {question}", flush=True)
                    engines.remove(engine)
    print("questions:", ", ".join(f"{count} {status}" for status, count in statuses.items()))
    for engine, spent in seconds.items():
        word = "agrees" if engine in engines else "WRONG"
        print(f"{engine:28} {word:8} {1000 * spent / statuses.total():8.2f} ms a question")
    if len(engines) < len(seconds):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
