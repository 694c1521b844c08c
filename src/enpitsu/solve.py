"""Solving: first, all or enough solutions to know, and what all solutions share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from enpitsu.errors import LimitReached, PuzzleError, WrongSolution
from enpitsu.grid import Slot
from enpitsu.kind import (
    PROGRAM,
    AnyKind,
    Board,
    Engine,
    Kind,
    P,
    Puzzle,
    Search,
    Solution,
    Stats,
    Task,
)
from enpitsu.limits import NO_LIMITS, Budget, Limits
from enpitsu.position import EMPTY, Fact, Position
from enpitsu.registry import kind_of
from enpitsu.sat.backend import AUTO, check_backend
from enpitsu.sat.search import Sieve, encode_rest


class Status(StrEnum):
    """The number of solutions, as far as it is known."""

    UNIQUE = "unique"
    MULTIPLE = "multiple"
    NONE = "none"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Result:
    """The findings of a solver. `reached` names the limit that ended it: time, conflicts, memory,
    cancelled; placements where an engine would have to list too many; deductions where an engine
    that does not search can deduce no more; solver where the solver that it asks gave up by itself;
    None if none did."""

    status: Status
    solutions: list[Solution]
    stats: Stats
    reached: str | None = None
    partial: Position | None = None
    """The facts that such an engine had decided when it stopped: true in every solution, but none
    itself."""


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
        """Return a plain set for `&`, `|` and `-`, as the claim no longer holds for it."""
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
    `engine` may name options too: "counting:compact". `backend` is a solver that the engine takes:
    a SAT solver, or for SMT "cvc5", "z3" or "program:COMMAND", which is run as it stands, so it
    must never come from a stranger.
    """
    if solutions is not None and solutions < 1:
        raise PuzzleError("at least one solution must be asked for")
    kind = kind_of(puzzle)
    chosen, options = find_engine(kind, engine)
    prepare(chosen, backend)
    budget = limits.start()
    accepted: list[Board] = []

    def accept(board: Board) -> None:
        _check_by_rules(kind, chosen.name, board)
        accepted.append(board)

    try:
        task = Task(position or EMPTY, solutions, budget, backend, accept, options)
        found = chosen.search(kind, puzzle, task)
    except LimitReached as limit:
        found = Search([], False, str(limit), Stats(backend=backend))
    for board in found.boards[len(accepted) :]:
        accept(board)
    found.stats.engine = ":".join((chosen.name, *sorted(options)))
    found.stats.seconds = budget.seconds
    return Result(
        _status(len(found.boards), found.complete),
        [Solution(board) for board in found.boards],
        found.stats,
        found.reached,
        found.partial,
    )


def _check_by_rules(kind: AnyKind, engine: str, board: Board) -> None:
    wrong = kind.check(board, partial=False, ruleset=kind.rulesets[0])
    if wrong:
        raise WrongSolution(f"engine {engine}: {wrong[0].message} {board.puzzle}")


def find_engine(kind: Kind[P], text: str) -> tuple[Engine[P], frozenset[str]]:
    """The engine and the options that a text like "counting:compact" names; PuzzleError if there
    are no such."""
    name, *options = text.split(":")
    for engine in kind.engines:
        if name in (engine.name, AUTO):
            known = [option.name for option in engine.options]
            for option in options:
                if option not in known:
                    some = f"known: {', '.join(known)}" if known else "it has none"
                    raise PuzzleError(f"the engine {engine.name} has no option {option!r}; {some}")
            return engine, frozenset(options)
    names = ", ".join(engine.name for engine in kind.engines)
    raise PuzzleError(f"{kind.name} has no engine {name!r}; known: {names}")


def prepare(engine: Engine[Any], backend: str) -> None:
    """Load what an engine needs for a backend; PuzzleError if it takes no such backend,
    BackendMissing if it cannot be had."""
    _check_backend(engine, backend)
    if engine.prepare is not None:
        engine.prepare(backend)


def _check_backend(engine: Engine[Any], backend: str) -> None:
    if engine.uses_sat or not engine.solvers:
        check_backend(backend)
    if backend == AUTO or engine.uses_sat or engine.takes(backend):
        return
    if not engine.solvers:
        raise PuzzleError(f"the engine {engine.name} asks no SAT solver, so it has no backends")
    known = ", ".join((AUTO, *engine.solvers)).replace(PROGRAM, f"{PROGRAM}COMMAND")
    raise PuzzleError(f"the engine {engine.name} has no backend {backend[:40]!r}; known: {known}")


def _status(count: int, complete: bool) -> Status:
    if count >= 2:
        return Status.MULTIPLE
    if not complete:
        return Status.UNKNOWN
    return Status.UNIQUE if count else Status.NONE


@dataclass(frozen=True, slots=True, kw_only=True)
class Survey:
    """Knowledge of all solutions of a puzzle at once, as far as the limits let it be found.

    Every claim is true whatever limit came first; only `undecided` is what nobody knows yet.
    """

    status: Status
    solutions: tuple[Solution, ...] = ()
    """At most two: the first, and of those found the one that differs least from it."""
    pool: tuple[Solution, ...] = ()
    """Solutions far from each other, as many as were asked for if there are so many."""
    forced: frozenset[Fact] = frozenset()
    """The facts that are true in every solution, denials included."""
    open: frozenset[Fact] = frozenset()
    """The facts that are true in some solutions and not in others."""
    undecided: frozenset[Fact] = frozenset()
    """The facts that all solutions found so far share and that are not proved."""
    reached: str | None = None
    stats: Stats = field(default_factory=Stats, compare=False)

    @property
    def is_complete(self) -> bool:
        """True if everything is known: no limit came first."""
        return self.reached is None

    @property
    def open_slots(self) -> frozenset[Slot]:
        """The slots that are not the same in all solutions."""
        return frozenset(fact.slot for fact in self.open)


def survey(
    puzzle: Puzzle,
    position: Position | None = None,
    *,
    witnesses: Iterable[Position] = (),
    pool: int = 0,
    backend: str = AUTO,
    limits: Limits = NO_LIMITS,
) -> Survey:
    """Count the solutions that agree with `position`, and find what they share.

    Witnesses are solutions of a similar puzzle: those that solve this one too are taken first.
    Of those found on the way up to `pool` are told, beside the two that are compared.
    When a limit is reached, what was found until then is told.
    """
    check_backend(backend)
    budget, kind = limits.start(), kind_of(puzzle)
    try:
        encoding = encode_rest(kind, puzzle, position or EMPTY, budget)
    except LimitReached as limit:
        return Survey(status=Status.UNKNOWN, reached=str(limit))
    if encoding is None:
        return Survey(status=Status.NONE)
    sieve, reached = Sieve(encoding, budget, backend, pool), None
    try:
        sieve.run(_valid_answers(kind, puzzle, witnesses))
    except LimitReached as limit:
        reached = str(limit)
    return _report(kind, sieve, reached, budget)


def _valid_answers(
    kind: Kind[P], puzzle: P, witnesses: Iterable[Position]
) -> Iterator[frozenset[Fact]]:
    """Yield the facts of each witness that solves the puzzle by the rules."""
    for witness in witnesses:
        board = kind.board(puzzle)
        try:
            board.place(witness)
        except PuzzleError:
            continue
        if not kind.check(board, partial=False, ruleset=kind.rulesets[0]):
            yield frozenset(board.answer())


def _report(kind: Kind[P], sieve: Sieve, reached: str | None, budget: Budget) -> Survey:
    """Return the findings of a sieve in facts."""
    encoding = sieve.encoding
    boards = [encoding.decode(each) for each in (sieve.first, sieve.second) if each is not None]
    pool = [encoding.decode(each) for each in sieve.kept]
    for board in (*boards, *pool):
        _check_by_rules(kind, kind.engines[0].name, board)
    stats = sieve.stats
    stats.engine, stats.seconds = "survey", budget.seconds
    names = range(1, encoding.fact_count + 1) if sieve.count else ()
    fact = encoding.fact
    if not boards and sieve.is_done:
        return Survey(status=Status.NONE, stats=stats)
    return Survey(
        status=_status(len(boards), sieve.is_done),
        solutions=tuple(map(Solution, boards)),
        pool=tuple(map(Solution, pool)),
        forced=frozenset(encoding.known()) | {fact(literal) for literal in sieve.proved},
        open=frozenset(fact(name) for name in names if not {name, -name} & sieve.shared),
        undecided=frozenset(fact(literal) for literal in sieve.shared - sieve.proved),
        reached=reached,
        stats=stats,
    )


def forced(
    puzzle: Puzzle,
    position: Position | None = None,
    *,
    backend: str = AUTO,
    limits: Limits = NO_LIMITS,
) -> Forced:
    """Return the facts that are true in every solution that agrees with `position`, denials
    included."""
    found = survey(puzzle, position, backend=backend, limits=limits)
    if found.reached is not None:
        return Forced(Status.UNKNOWN, frozenset(), found.reached)
    return Forced(found.status, found.forced)
