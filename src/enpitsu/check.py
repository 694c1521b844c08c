"""Checks a position by the rules alone: no solver is asked."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from enpitsu.errors import PuzzleError
from enpitsu.kind import Puzzle, Violation
from enpitsu.position import Fact, Position
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


def check_fit(puzzle: Puzzle, facts: Iterable[Fact]) -> None:
    """FormatError if a fact cannot stand on a puzzle's board. Facts may exclude each other, so each
    value has a board for itself."""
    groups: dict[tuple[str, bool], list[Fact]] = defaultdict(list)
    for fact in facts:
        groups[fact.value, fact.holds].append(fact)
    for group in groups.values():
        kind_of(puzzle).board(puzzle).place(group)
