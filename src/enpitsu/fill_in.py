"""Filling in: everything that plain reasoning finds from a position, up to a level of technique."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from enum import StrEnum

from enpitsu.check import check
from enpitsu.errors import LimitReached, PuzzleError
from enpitsu.explain import Step, needed
from enpitsu.explain.walkthrough import Walkthrough, ladder_of
from enpitsu.grade import LEVELS, Level
from enpitsu.hint import Finding, Hint, find_problem
from enpitsu.kind import Puzzle
from enpitsu.limits import NO_LIMITS, Budget, Limits
from enpitsu.position import EMPTY, Fact, Position
from enpitsu.registry import kind_of
from enpitsu.solve import Status
from enpitsu.technique import Known

PLAIN = Level.EASY  # up to which a technique is plain, if nobody says another
ABOVE_ALL = 1000.0  # a level that no step has; without any ceiling a walk also proves by search


class Ending(StrEnum):
    """The reason why filling in stopped."""

    SOLVED = "solved"
    NO_MORE = "no-more"
    MISTAKE = "mistake"
    IMPOSSIBLE = "impossible"
    LIMIT = "limit"


@dataclass(frozen=True)
class FilledIn:
    """The board after filling in, and what led there.

    `position` is the board with everything filled in; `facts` is what is new on it, in the order
    found: what hints would write one after the other. `steps` lead to them. The ending tells:

    - solved: the board is solved. no-more: nothing more follows by steps up to the level.
    - mistake, impossible: `hint` tells what is wrong; nothing was filled in.
    - limit: the limit `reached` came first; what was found until then is filled in.

    `is_unique` is false for a puzzle with several solutions: all of them share what was filled in.
    """

    kind: str
    up_to: Level
    ending: Ending
    position: Position
    facts: tuple[Fact, ...] = ()
    steps: tuple[Step, ...] = ()
    hint: Hint | None = None
    is_unique: bool = True
    reached: str | None = None

    @property
    def techniques(self) -> Counter[str]:
        """The number of uses of each technique."""
        return Counter(step.technique for step in self.steps)


def fill_in(
    puzzle: Puzzle,
    position: Position = EMPTY,
    history: Sequence[Fact] | None = None,
    *,
    up_to: Level | str = PLAIN,
    limits: Limits = NO_LIMITS,
) -> FilledIn:
    """Fill in everything that follows from a position by steps up to a level.

    A board with a mistake is not filled in: the result's hint tells the mistake. `history` is what
    the player wrote, in order, as for `enpitsu.hint`. Nothing is guessed or proved by search.
    """
    if up_to not in list(Level):
        raise PuzzleError(f"unknown level {str(up_to)[:40]!r}; known: {', '.join(LEVELS)}")
    level = Level(up_to)
    budget = limits.start()
    kind_of(puzzle).board(puzzle).place(position)
    try:
        budget.check()
        truth, problem = find_problem(puzzle, position, history or (), limits, budget)
    except LimitReached as limit:
        return FilledIn(puzzle.kind, level, Ending.LIMIT, position, reached=str(limit))
    is_unique = truth.status is Status.UNIQUE
    if problem is not None:
        is_wrong = problem.finding is Finding.MISTAKE
        ending = Ending.MISTAKE if is_wrong else Ending.IMPOSSIBLE
        return FilledIn(puzzle.kind, level, ending, position, hint=problem, is_unique=is_unique)
    if not check(puzzle, position):
        return FilledIn(puzzle.kind, level, Ending.SOLVED, position, is_unique=is_unique)
    goal = truth.facts if is_unique else None
    return replace(_fill(puzzle, position, level, goal, budget), is_unique=is_unique)


def _fill(
    puzzle: Puzzle, position: Position, level: Level, goal: Set[Fact] | None, budget: Budget
) -> FilledIn:
    """Write all that steps up to the level find, as far as the budget goes."""
    kind = kind_of(puzzle)
    steps: list[Step] = []
    found: dict[Fact, None] = {}
    reached = None
    try:
        ceiling = (*ladder_of(kind).thresholds, ABOVE_ALL)[LEVELS.index(level)]
        walk = Walkthrough(kind, puzzle, position, (), goal, budget, ceiling)
        found.update(dict.fromkeys(_choose_written(walk.begun)))
        for step in walk:
            if step.level >= ceiling:
                # Implicit conclusions that are harder: they come when nothing else is left.
                break
            steps.append(step)
            found.update(dict.fromkeys((*step.facts, *_choose_written(step.also))))
    except LimitReached as limit:
        reached = str(limit)
    board = Position(position.facts | found.keys())
    is_solved = not check(puzzle, board)
    stopped = Ending.NO_MORE if reached is None else Ending.LIMIT
    return FilledIn(
        kind=kind.id,
        up_to=level,
        ending=Ending.SOLVED if is_solved else stopped,
        position=board,
        facts=tuple(fact for fact in found if fact not in position.facts),
        steps=tuple(needed(steps, found)),
        reached=None if is_solved else reached,
    )


def _choose_written(known: Iterable[Known]) -> Iterator[Fact]:
    """Choose what players write of what follows at once: what is there, not what is absent."""
    return (each for each in known if isinstance(each, Fact) and each.holds)
