"""Solving: first, all or enough solutions to know, and what all solutions share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from enpitsu.errors import LimitReached, PuzzleError, WrongSolution
from enpitsu.kind import Board, Engine, Kind, Puzzle, Search, Solution, Stats, Task
from enpitsu.limits import NO_LIMITS, Limits
from enpitsu.position import EMPTY, Fact, Position
from enpitsu.registry import kind_of
from enpitsu.sat.backend import AUTO, check_backend
from enpitsu.sat.search import find_forced, narrowed


class Status(StrEnum):
    """What is known about the number of solutions."""

    UNIQUE = "unique"
    MULTIPLE = "multiple"
    NONE = "none"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Result:
    """What solving found. `reached` names the limit that ended it: time, conflicts, memory,
    cancelled; None if none did."""

    status: Status
    solutions: list[Solution]
    stats: Stats
    reached: str | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Forced(Set[Fact]):
    """The set of facts true in every solution. `status` is "none" if there is no solution,
    "unknown" if a limit came first (then nothing is claimed), else "unique" or "multiple"."""

    status: Status
    facts: frozenset[Fact]
    reached: str | None = None

    def __contains__(self, fact: object) -> bool:
        return fact in self.facts

    def __iter__(self) -> Iterator[Fact]:
        return iter(self.facts)

    def __len__(self) -> int:
        return len(self.facts)

    @classmethod
    def _from_iterable(cls, facts: Iterable[Any]) -> Any:
        """What `&`, `|` and `-` give: a plain set, as the claim no longer holds for it."""
        return frozenset(facts)


def solve(
    puzzle: Puzzle,
    *,
    solutions: int | None = 2,
    position: Position | None = None,
    engine: str = AUTO,
    backend: str = AUTO,
    limits: Limits = NO_LIMITS,
) -> Result:
    """Find up to `solutions` solutions (None: all) that agree with `position`.

    Two are enough to know whether a puzzle is unique. Every solution is checked by the rules.
    """
    if solutions is not None and solutions < 1:
        raise PuzzleError("at least one solution must be asked for")
    kind = kind_of(puzzle)
    chosen = _find_engine(kind, engine)
    check_backend(backend)
    budget, judge = limits.start(), _Judge(kind, chosen)
    try:
        task = Task(position or EMPTY, solutions, budget, backend, judge)
        found = chosen.search(kind, puzzle, task)
    except LimitReached as limit:
        found = Search([], False, str(limit), Stats(backend=backend))
    for board in found.boards[judge.count :]:
        judge(board)
    found.stats.engine = chosen.name
    found.stats.seconds = budget.seconds
    return Result(
        _status(len(found.boards), found.complete),
        [Solution(board) for board in found.boards],
        found.stats,
        found.reached,
    )


class _Judge:
    """Checks solutions by the rules, one after another."""

    def __init__(self, kind: Kind[Any], engine: Engine) -> None:
        self._kind, self._engine = kind, engine
        self.count = 0

    def __call__(self, board: Board) -> None:
        wrong = self._kind.check(board, partial=False, ruleset=self._kind.rulesets[0])
        if wrong:
            raise WrongSolution(f"engine {self._engine.name}: {wrong[0].message} {board.puzzle}")
        self.count += 1


def _find_engine(kind: Kind[Any], name: str) -> Engine:
    if name == AUTO:
        return kind.engines[0]
    for engine in kind.engines:
        if engine.name == name:
            return engine
    known = ", ".join(engine.name for engine in kind.engines)
    raise PuzzleError(f"{kind.name} has no engine {name!r}; known: {known}")


def _status(count: int, complete: bool) -> Status:
    if count >= 2:
        return Status.MULTIPLE
    if not complete:
        return Status.UNKNOWN
    return Status.UNIQUE if count else Status.NONE


def forced(
    puzzle: Puzzle,
    position: Position | None = None,
    *,
    backend: str = AUTO,
    limits: Limits = NO_LIMITS,
) -> Forced:
    """What is true in every solution that agrees with `position`, denials included."""
    budget = limits.start()
    try:
        encoding = narrowed(kind_of(puzzle), puzzle, position or EMPTY, budget)
        literals = None if encoding is None else find_forced(encoding, budget, backend)
    except LimitReached as limit:
        return Forced(Status.UNKNOWN, frozenset(), str(limit))
    if encoding is None or literals is None:
        return Forced(Status.NONE, frozenset())
    facts = frozenset(encoding.known()) | {encoding.fact(literal) for literal in literals}
    only_one = len(literals) == encoding.fact_count
    return Forced(Status.UNIQUE if only_one else Status.MULTIPLE, facts)
