"""A published method's way through a puzzle, step by step in its own order and numbering."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from enpitsu.errors import LimitReached, PuzzleError
from enpitsu.explain.step import Step
from enpitsu.kind import DEDUCTIONS, Puzzle
from enpitsu.limits import NO_LIMITS, Limits
from enpitsu.position import EMPTY, Fact, Note, Position
from enpitsu.registry import kind_of, kinds
from enpitsu.solve import Status
from enpitsu.technique import Message, Method


@dataclass(frozen=True, slots=True, kw_only=True)
class MethodExplanation:
    """Every step of a method from a position on.

    `status` is "unique" or "none" if the method came to an answer by itself, else "unknown";
    `reached` is then the limit that ended it, or "deductions" if its rules lead no further.
    """

    status: Status
    reached: str | None
    steps: tuple[Step, ...]
    goal: Position = EMPTY
    """All that it decided; nothing if there is no solution or a limit came first."""
    end: Message | None = None
    """The end of the method in words; None if a limit came first."""


def explain_by(
    puzzle: Puzzle, name: str, position: Position = EMPTY, *, limits: Limits = NO_LIMITS
) -> MethodExplanation:
    """Lead through a puzzle as a published method does; PuzzleError if the puzzle's kind has none
    of this name."""
    method = find_method(puzzle, name)
    steps: list[Step] = []
    levels = {rule.id: rule.level for rule in method.rules}
    walk = method.steps(puzzle, position, limits.start())
    try:
        while True:
            found = next(walk)
            place = found.because[0]
            assert not isinstance(place, Fact | Note)
            step = Step(
                kind=puzzle.kind,
                technique=found.rule,
                level=levels[found.rule],
                facts=found.facts,
                notes=found.notes,
                because=found.because,
                messages=found.messages,
                at=place,
                also=found.also,
            )
            steps.append(step)
    except StopIteration as stop:
        end = stop.value
    except LimitReached as limit:
        return MethodExplanation(status=Status.UNKNOWN, reached=str(limit), steps=tuple(steps))
    status = Status(end.status)
    return MethodExplanation(
        status=status,
        reached=DEDUCTIONS if status is Status.UNKNOWN else None,
        steps=tuple(steps),
        goal=end.goal,
        end=end.message,
    )


def find_method(puzzle: Puzzle, name: str) -> Method[Any]:
    """Return a method of a puzzle's kind by its name."""
    kind = kind_of(puzzle)
    for method in kind.methods:
        if method.name == name:
            return method
    able = [each.name for each in kinds().values() if name in {it.name for it in each.methods}]
    known = ", ".join(method.name for method in kind.methods)
    some = f"known: {known}" if known else f"only {' and '.join(able)} can" if able else ""
    message = f"{kind.name} cannot be explained by {name[:40]!r}"
    raise PuzzleError("; ".join(filter(None, (message, some))))
