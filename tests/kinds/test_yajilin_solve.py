"""Yajilin's solver against plain enumeration, real puzzles, and the edges of the rules."""

from __future__ import annotations

import random
from itertools import chain

import pytest

import enpitsu
from enpitsu.grid import Cell, Direction
from enpitsu.kind import Model, Task
from enpitsu.kinds.yajilin.board import YajilinBoard
from enpitsu.kinds.yajilin.encoding import YajilinEncoding
from enpitsu.kinds.yajilin.model import BLANK, Clue, Yajilin
from enpitsu.limits import NO_LIMITS
from enpitsu.position import EMPTY, Fact, Position
from enpitsu.sat import search
from enpitsu.sat.search import find_solutions
from tests.cases import each_case
from tests.corpus import load_corpus
from tests.kinds.yajilin_brute import all_loops, brute_solutions, random_puzzle

SIZES = [
    (1, 1),
    (1, 4),
    (4, 1),
    (2, 2),
    (2, 3),
    (3, 2),
    (3, 3),
    (3, 4),
    (2, 6),
    (4, 4),
    (5, 3),
    (4, 5),
]


def test_the_enumeration_itself() -> None:
    """Numbers of simple loops on small grids of points, known from the literature."""
    counts = [len(all_loops(n, n)) for n in range(1, 6)]
    assert counts == [0, 1, 13, 213, 9349]


@each_case("seed", range(8))
def test_random_boards_against_enumeration(seed: int) -> None:
    rng = random.Random(seed)
    seen = {"none": 0, "unique": 0, "multiple": 0}
    for _ in range(150):
        puzzle = random_puzzle(rng, *rng.choice(SIZES))
        wanted = brute_solutions(puzzle)
        result = enpitsu.solve(puzzle, solutions=None)
        assert {solution.facts for solution in result.solutions} == wanted
        assert len(result.solutions) == len(wanted)
        assert result.status == ("none", "unique", "multiple")[min(len(wanted), 2)]
        seen[result.status] += 1
    assert min(seen.values()) > 5, "the random boards must cover every status"


@pytest.mark.parametrize("seed", range(4))
def test_whole_encoding_against_enumeration(seed: int) -> None:
    """The encoding without deductions beforehand, which proofs and explanations stand on."""
    rng = random.Random(100 + seed)
    for _ in range(100):
        puzzle = random_puzzle(rng, *rng.choice(SIZES))
        task = Task(EMPTY, None, NO_LIMITS.start(), "maplechrono")
        boards = find_solutions(
            YajilinEncoding(YajilinBoard(puzzle), NO_LIMITS.start()), task
        ).boards
        assert {frozenset(board.answer()) for board in boards} == brute_solutions(puzzle)


@pytest.mark.parametrize("seed", range(3))
def test_changing_solvers_and_repairing_at_every_chance(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What rarely happens on small boards, made to happen all the time."""
    monkeypatch.setattr(YajilinEncoding, "patience", 1)
    monkeypatch.setattr(search, "is_time_to_repair", lambda broken: True)
    repaired = []

    class Watched(YajilinEncoding):
        def repair(self, model: Model) -> Model | None:
            answer = super().repair(model)
            repaired.append(answer is not None)
            return answer

    rng = random.Random(400 + seed)
    switched = 0
    for _ in range(150):
        puzzle = random_puzzle(rng, *rng.choice(SIZES))
        task = Task(EMPTY, None, NO_LIMITS.start(), "auto")
        found = find_solutions(Watched(YajilinBoard(puzzle), NO_LIMITS.start()), task)
        answers = [frozenset(board.answer()) for board in found.boards]
        assert len(answers) == len(set(answers))
        assert set(answers) == brute_solutions(puzzle)
        switched += "+" in found.stats.backend
    assert switched > 10
    assert any(repaired)
    assert not all(repaired)


@pytest.mark.parametrize("seed", range(4))
def test_settling_never_loses_a_solution(seed: int) -> None:
    rng = random.Random(200 + seed)
    decided = 0
    for _ in range(200):
        puzzle = random_puzzle(rng, *rng.choice(SIZES))
        wanted = brute_solutions(puzzle)
        board = YajilinBoard(puzzle)
        if not board.settle(NO_LIMITS.start()):
            assert not wanted
            continue
        facts = set(board.facts())
        decided += len(facts)
        for solution in wanted:
            for fact in facts:
                assert (fact in solution) if fact.holds else (fact.opposite not in solution)
    assert decided > 1000


@pytest.mark.parametrize("seed", range(4))
def test_forced_facts_are_what_all_solutions_share(seed: int) -> None:
    rng = random.Random(300 + seed)
    checked = 0
    while checked < 60:
        puzzle = random_puzzle(rng, *rng.choice(SIZES))
        wanted = sorted(brute_solutions(puzzle), key=sorted_text)
        if not wanted:
            assert enpitsu.forced(puzzle).status == "none"
            continue
        names = YajilinEncoding(YajilinBoard(puzzle), NO_LIMITS.start())
        everything = {names.fact(name) for name in range(1, names.fact_count + 1)}
        answer = rng.choice(wanted)
        part = Position.of(
            fact if fact in answer else fact.opposite
            for fact in everything
            if rng.random() < rng.choice((0.05, 0.2))
        )
        agreeing = [solution for solution in wanted if _agrees(solution, part)]
        solved = enpitsu.solve(puzzle, position=part, solutions=None).solutions
        assert {solution.facts for solution in solved} == set(agreeing)
        found = enpitsu.forced(puzzle, part)
        assert {fact for fact in found if fact.holds} == frozenset.intersection(*agreeing)
        ever = frozenset(chain.from_iterable(agreeing))
        assert not any(fact.opposite in ever for fact in found if not fact.holds)
        denied = {fact.slot for fact in found if not fact.holds}
        assert {fact.slot for fact in everything - ever} == denied
        assert (found.status == "unique") == (len(agreeing) == 1)
        checked += 1


def _agrees(solution: frozenset[Fact], part: Position) -> bool:
    return all((fact in solution) if fact.holds else fact.opposite not in solution for fact in part)


def sorted_text(facts: frozenset[Fact]) -> list[str]:
    """A key that puts sets of facts in a fixed order."""
    return sorted(map(str, facts))


def test_neighbours_divided_by_a_cross_are_not_both_shaded() -> None:
    """A cross says nothing about shading, so the rule for neighbours stays."""
    puzzle = enpitsu.parse("yajilin/4/3/l")
    crossed = Position.parse("r2c2-r2c3 not line")
    for solution in enpitsu.solve(puzzle, solutions=None, position=crossed).solutions:
        assert enpitsu.check(puzzle, solution.position) == []


@pytest.mark.parametrize("seed", range(2))
def test_any_position_against_enumeration(seed: int) -> None:
    """Positions that need not agree with any solution."""
    rng = random.Random(500 + seed)
    for _ in range(150):
        puzzle = random_puzzle(rng, *rng.choice(SIZES))
        names = YajilinEncoding(YajilinBoard(puzzle), NO_LIMITS.start())
        facts = [names.fact(name) for name in range(1, names.fact_count + 1)]
        chosen = [fact for fact in facts if rng.random() < 0.1]
        part = Position.of(rng.choice([fact, fact.opposite]) for fact in chosen)
        wanted = {each for each in brute_solutions(puzzle) if _agrees(each, part)}
        found = enpitsu.solve(puzzle, position=part, solutions=None)
        assert {solution.facts for solution in found.solutions} == wanted
        if enpitsu.check(puzzle, part, partial=True):
            assert not wanted, "what is already wrong cannot be completed"


@pytest.mark.parametrize("rows", [3, 5, 9])
def test_a_board_of_odd_colour_is_refused_without_search(rows: int) -> None:
    """No cell may be shaded and their number is odd: a chessboard argument, not a search."""
    puzzle = Yajilin(
        rows, rows + 1, tuple((Cell(r, 0), Clue(Direction.RIGHT, 0)) for r in range(rows))
    )
    result = enpitsu.solve(puzzle)
    assert (result.status, result.stats.conflicts) == ("none", 0)


def test_a_contradicting_position_has_no_solution() -> None:
    puzzle = Yajilin(2, 2)
    for text in ("r1c1 shaded", "r1c1-r1c2 not line", "r1c1 shaded, r1c1-r1c2 line"):
        assert enpitsu.solve(puzzle, position=Position.parse(text)).status == "none"
        assert enpitsu.forced(puzzle, Position.parse(text)).status == "none"
    assert enpitsu.solve(puzzle, position=Position.parse("r1c1 not shaded")).status == "unique"


def test_a_line_through_a_clue_has_no_solution() -> None:
    puzzle = Yajilin(2, 3, ((Cell(0, 2), BLANK),))
    through = Position.parse("r1c2-r1c3 line")
    assert enpitsu.solve(puzzle, position=through).status == "none"
    around = Position.parse("r1c2-r1c3 not line")
    assert enpitsu.solve(puzzle, position=around).status == "unique"


@each_case(
    ("puzzle", "status"),
    [
        (Yajilin(1, 1), "none"),
        (Yajilin(1, 7), "none"),
        (Yajilin(1, 1, ((Cell(0, 0), BLANK),)), "none"),
        (Yajilin(2, 2), "unique"),
        (Yajilin(2, 2, tuple((Cell(r, c), BLANK) for r in (0, 1) for c in (0, 1))), "none"),
        (Yajilin(2, 3, ((Cell(0, 2), Clue(Direction.DOWN, 1)),)), "unique"),
        (Yajilin(2, 3, ((Cell(0, 2), Clue(Direction.DOWN, 10**30)),)), "none"),
        (Yajilin(2, 3, ((Cell(0, 2), Clue(Direction.UP, 0)),)), "unique"),
        (Yajilin(2, 3, ((Cell(0, 2), Clue(Direction.UP, 1)),)), "none"),
    ],
)
def test_edges_of_the_rules(puzzle: Yajilin, status: str) -> None:
    assert enpitsu.solve(puzzle).status == status


def test_the_corpus_is_solved_as_published() -> None:
    """A third of the real puzzles (the benchmark runs them all)."""
    for record in load_corpus("yajilin")[::3]:
        puzzle, answer = enpitsu.parse_with_position(record["text"] + "\n\n" + record["solution"])
        result = enpitsu.solve(puzzle)
        assert result.status == "unique", record["id"]
        published = frozenset(fact for fact in answer if fact.holds)
        assert result.solutions[0].facts == published, record["id"]
        assert enpitsu.check(puzzle, answer) == [], record["id"]
