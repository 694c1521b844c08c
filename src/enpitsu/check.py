"""Checks a position by the rules alone: no solver is asked."""

from __future__ import annotations

from enpitsu.errors import PuzzleError
from enpitsu.kind import Puzzle, Violation
from enpitsu.position import Position
from enpitsu.registry import kind_of


def check(
    puzzle: Puzzle, position: Position, partial: bool = False, *, rules: str | None = None
) -> list[Violation]:
    """Every broken rule; empty when the position is a right solution.

    With `partial` only what is already wrong counts, so an unfinished board may be without fault.
    `rules` names another reading of the rules, where the kind has one.
    """
    kind = kind_of(puzzle)
    ruleset = kind.rulesets[0] if rules is None else rules
    if ruleset not in kind.rulesets:
        raise PuzzleError(
            f"{kind.name} has no rules {ruleset!r}; known: {', '.join(kind.rulesets)}"
        )
    board = kind.board(puzzle)
    board.place(position)
    return kind.check(board, partial=partial, ruleset=ruleset)
