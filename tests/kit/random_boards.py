"""Small boards by chance of any declared kind, and their solutions by the rules alone: no clause
and no solver has a part in these."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any, NamedTuple

import enpitsu
from enpitsu.explain.step_checker import StepChecker
from enpitsu.kind import Kind
from enpitsu.kit.grid_index import GridIndex
from enpitsu.kit.puzzle import GridPuzzle
from enpitsu.kit.random_frame import FrameTaste, random_frame
from enpitsu.limits import NO_LIMITS
from enpitsu.position import Fact, Position

MOST_FACTS = 17  # of a board whose solutions are found by trying
MOST_VALUES = 6  # of a clue that are tried
TRIES = 20  # for a frame on which anything solves

Answers = list[frozenset[Fact]]


class Question(NamedTuple):
    """A board, what stands on it, and what all its solutions show."""

    puzzle: GridPuzzle
    position: Position
    answers: Answers

    def __str__(self) -> str:
        text = enpitsu.dump(self.puzzle, "json")
        return f"{text}, given {self.position}: {len(self.answers)} solutions"


def questions(kind: Kind[Any], random: Random, boards: int) -> Iterator[Question]:
    """So many boards, each empty and from a position that agrees with a solution or does not."""
    for _ in range(boards):
        puzzle = random_board(kind, random)
        every = list(answers(kind, puzzle))
        yield Question(puzzle, Position(), every)
        claims = [Fact(slot, value, random.random() < 0.3) for slot, value in puzzle.layout.claims]
        if every and random.random() < 0.8:
            truth = random.choice(every)
            claims = [Fact(each.slot, each.value, _shows(truth, each)) for each in claims]
        given = Position.of(random.sample(claims, random.randrange(1, len(claims))))
        yield Question(puzzle, given, [each for each in every if _agrees(each, given)])


def _shows(answer: frozenset[Fact], fact: Fact) -> bool:
    return Fact(fact.slot, fact.value, True) in answer


def _agrees(answer: frozenset[Fact], given: Position) -> bool:
    return all(_shows(answer, fact) == fact.holds for fact in given)


def random_board(kind: Kind[Any], random: Random) -> GridPuzzle:
    """A board with clues that a random solution satisfies, and now and then a wrong one."""
    sizes = [
        (rows, cols)
        for rows in range(1, 5)
        for cols in range(1, 6)
        if kind.blank(rows, cols).layout.size <= MOST_FACTS
    ]
    large = max(rows * cols for rows, cols in sizes)
    sizes = [each for each in sizes if each[0] * each[1] >= large - 4]
    for _ in range(TRIES):
        rows, cols = random.choice(sizes)
        taste, budget = FrameTaste(size=random.choice((2.0, 4.0))), NO_LIMITS.start()
        page: Any = kind.blank
        frame = random_frame(page, GridIndex(rows, cols), taste, random, budget)
        found = list(islice(answers(kind, frame), 200))
        if found:
            return _with_clues(kind, frame, random.choice(found), random)
    raise AssertionError(f"no small board of {kind.id} has a solution")


def _with_clues(
    kind: Kind[Any], frame: GridPuzzle, answer: frozenset[Fact], random: Random
) -> GridPuzzle:
    puzzle, share = frame, random.choice((0.2, 0.5, 0.9))
    for name, sort in frame.clue_sorts.items():
        for place in frame.places(sort):
            if random.random() > share or (sort.blocks and place not in frame.given[name]):
                continue
            values = [value for value, _ in zip(sort.values, range(MOST_VALUES), strict=False)]
            if random.random() > 0.05:
                values = [
                    value
                    for value in values
                    if _is_right(kind, _with_clue(frame, name, place, value), answer)
                ]
            if values:
                puzzle = _with_clue(puzzle, name, place, random.choice(values))
    return puzzle


def _with_clue(puzzle: GridPuzzle, name: str, place: Any, value: Any) -> GridPuzzle:
    found = puzzle.replace(**{name: {**puzzle.given[name], place: value}})
    assert isinstance(found, GridPuzzle)
    return found


def _is_right(kind: Kind[Any], puzzle: GridPuzzle, answer: frozenset[Fact]) -> bool:
    board = kind.board(puzzle)
    board.place(answer)
    return not kind.check(board, partial=False, ruleset=kind.rulesets[0])


def answers(kind: Kind[Any], puzzle: GridPuzzle) -> Iterator[frozenset[Fact]]:
    """Every solution: facts are tried one after another, and what is wrong is given up."""
    claims = [Fact(slot, value, True) for slot, value in puzzle.layout.claims]

    def go_on(chosen: list[Fact]) -> Iterator[frozenset[Fact]]:
        board = kind.board(puzzle)
        board.place(chosen)
        if kind.check(board, partial=True, ruleset=kind.rulesets[0]):
            return
        if len(chosen) < len(claims):
            fact = claims[len(chosen)]
            yield from go_on([*chosen, fact])
            yield from go_on([*chosen, fact.opposite])
        elif not kind.check(board, partial=False, ruleset=kind.rulesets[0]):
            yield frozenset(fact for fact in chosen if fact.holds)

    return go_on([])


def complaint(kind: Kind[Any], question: Question) -> str:
    """What Enpitsu says otherwise than enumeration; empty if nothing."""
    puzzle, given, right = question
    found = enpitsu.solve(puzzle, position=given, solutions=None)
    shown = [solution.facts for solution in found.solutions]
    if sorted(map(sorted, map(_texts, shown))) != sorted(map(sorted, map(_texts, right))):
        return f"finds {len(shown)} solutions"
    if not right:
        return ""
    claims = [Fact(slot, value, True) for slot, value in puzzle.layout.claims]
    shared = {
        fact
        for claim in claims
        for fact in (claim, claim.opposite)
        if all(_shows(each, claim) == fact.holds for each in right)
    }
    if set(enpitsu.forced(puzzle, given)) != shared:
        return "forces other facts"
    judge = StepChecker(kind, puzzle, NO_LIMITS.start())
    for step in enpitsu.explain(puzzle, given):
        if not set(step.facts) <= shared:
            return f"explains what is not so: {step.text}"
        if not judge.follows(step):
            return f"explains by too little: {step.text}"
    return ""


def _texts(facts: frozenset[Fact]) -> list[str]:
    return list(map(str, facts))
