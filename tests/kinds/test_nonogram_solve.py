"""Solving Nonograms: engines against brute force, positions, forced facts, limits."""

from __future__ import annotations

import random
from itertools import chain

import pytest

import enpitsu
from enpitsu import Fact, Limits, Position
from enpitsu.grid import Cell, Line
from enpitsu.kinds.nonogram import KIND
from enpitsu.kinds.nonogram.encoding import NonogramEncoding
from enpitsu.kinds.nonogram.model import Nonogram, Run, blank, from_picture
from enpitsu.limits import NO_LIMITS
from enpitsu.sat import search
from tests.cases import each_case
from tests.corpus import load_corpus
from tests.kinds.nonogram_brute import Cells, answers_of_line, random_puzzle, solutions

ENGINES = ["lines", "sat"]
SIZES = [(1, 1), (1, 6), (6, 1), (2, 3), (3, 3), (4, 3), (3, 4), (4, 4), (5, 3)]


def _facts(puzzle: Nonogram, picture: tuple[Cells, ...]) -> frozenset[Fact]:
    return frozenset(
        Fact(Cell(row, col), puzzle.values[colour])
        for row, line in enumerate(picture)
        for col, colour in enumerate(line)
        if colour is not None
    )


def _brute(puzzle: Nonogram) -> set[frozenset[Fact]]:
    return {_facts(puzzle, picture) for picture in solutions(puzzle)}


def _everything(puzzle: Nonogram) -> list[Fact]:
    return [
        Fact(Cell(row, col), value)
        for row in range(puzzle.rows)
        for col in range(puzzle.cols)
        for value in puzzle.values
    ]


def _agrees(solution: frozenset[Fact], part: Position) -> bool:
    return all((fact in solution) if fact.holds else fact.opposite not in solution for fact in part)


def _random_board(rng: random.Random, size: int, density: float) -> Nonogram:
    return from_picture(
        [[0 if rng.random() < density else None for _ in range(size)] for _ in range(size)]
    )


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("seed", range(3))
def test_all_solutions_against_brute_force(seed: int, engine: str) -> None:
    rng = random.Random(seed)
    found = []
    for _ in range(80):
        puzzle = random_puzzle(rng, *rng.choice(SIZES))
        result = enpitsu.solve(puzzle, solutions=None, engine=engine)
        answers = [solution.facts for solution in result.solutions]
        assert len(answers) == len(set(answers))
        assert set(answers) == _brute(puzzle)
        found.append(result.status)
    assert set(found) == {"none", "unique", "multiple"}


@pytest.mark.parametrize("seed", range(3))
def test_changing_solvers_and_probing_at_every_chance(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What happens only on hard puzzles, made to happen all the time."""
    monkeypatch.setattr(NonogramEncoding, "patience", 1)
    monkeypatch.setattr(search, "PROBE_AFTER", 0)
    probed = []

    class Watched(search.Session):
        def _probe(self) -> None:
            probed.append(True)
            super()._probe()

    monkeypatch.setattr(search, "Session", Watched)
    rng = random.Random(50 + seed)
    switched = 0
    for _ in range(60):
        puzzle = random_puzzle(rng, 4, 4)
        result = enpitsu.solve(puzzle, solutions=None, engine="sat")
        assert {solution.facts for solution in result.solutions} == _brute(puzzle)
        switched += "+" in result.stats.backend
    for _ in range(4):
        puzzle = _random_board(rng, 14, 0.4)
        few = enpitsu.solve(puzzle, solutions=30)
        many = enpitsu.solve(puzzle, solutions=30, backend="minisat-gh")
        assert len(set(few.solutions)) == len(few.solutions) == len(many.solutions)
        switched += "+" in few.stats.backend
    assert switched
    assert probed


@pytest.mark.parametrize("seed", range(3))
def test_settling_never_loses_a_solution(seed: int) -> None:
    rng = random.Random(100 + seed)
    decided = 0
    for _ in range(100):
        puzzle = random_puzzle(rng, *rng.choice(SIZES))
        wanted = _brute(puzzle)
        board = KIND.board(puzzle)
        if not board.settle(NO_LIMITS.start()):
            assert not wanted
            continue
        facts = set(board.facts())
        decided += len(facts)
        for solution in wanted:
            assert all((f in solution) if f.holds else f.opposite not in solution for f in facts)
    assert decided > 500


@pytest.mark.parametrize("seed", range(3))
def test_forced_facts_and_positions_against_enumeration(seed: int) -> None:
    rng = random.Random(200 + seed)
    for _ in range(60):
        puzzle = random_puzzle(rng, *rng.choice(SIZES))
        chosen = [fact for fact in _everything(puzzle) if rng.random() < 0.08]
        by_cell = {fact.slot: fact for fact in chosen}
        part = Position.of(rng.choice([fact, fact.opposite]) for fact in by_cell.values())
        agreeing = {each for each in _brute(puzzle) if _agrees(each, part)}
        for engine in ENGINES:
            solved = enpitsu.solve(puzzle, position=part, solutions=None, engine=engine)
            assert {solution.facts for solution in solved.solutions} == agreeing
        found = enpitsu.forced(puzzle, part)
        if enpitsu.check(puzzle, part, partial=True):
            assert not agreeing, "what is already wrong cannot be completed"
        if not agreeing:
            assert found.status == "none"
            continue
        ever = frozenset(chain.from_iterable(agreeing))
        never = {fact.opposite for fact in _everything(puzzle) if fact not in ever}
        assert set(found) == frozenset.intersection(*agreeing) | never
        assert (found.status == "unique") == (len(agreeing) == 1)


@pytest.mark.parametrize("seed", range(2))
def test_partial_check_finds_exactly_the_lines_without_an_answer(seed: int) -> None:
    rng = random.Random(300 + seed)
    wrong = 0
    for _ in range(80):
        puzzle = random_puzzle(rng, 1, rng.randint(1, 6))
        loose = Nonogram(puzzle.row_clues, ((Run(None, 0),),) * puzzle.cols, puzzle.palette)
        facts = {f.slot: f for f in _everything(loose) if rng.random() < 0.4}
        part = Position.of(rng.choice([fact, fact.opposite]) for fact in facts.values())
        found = [each.lines[0] for each in enpitsu.check(loose, part, partial=True)]
        rows = [line for line in found if isinstance(line, Line) and line.is_row]
        free = Nonogram(puzzle.row_clues, ((),) * puzzle.cols, puzzle.palette)
        possible = any(_agrees(_facts(free, (cells,)), part) for cells in _rows_of(puzzle))
        assert bool(rows) != possible
        wrong += bool(rows)
    assert wrong > 5


def _rows_of(puzzle: Nonogram) -> list[Cells]:
    choices: set[int | None] = {None, *range(len(puzzle.palette))}
    return list(answers_of_line(puzzle.row_clues[0], [choices] * puzzle.cols))


@each_case(
    ("puzzle", "status"),
    [
        (blank(1, 1), "unique"),
        (blank(1, 9), "unique"),
        (Nonogram(((Run(1),),), ((Run(1),),)), "unique"),
        (Nonogram(((Run(None),),), ((Run(None),),)), "unique"),
        (Nonogram(((Run(1),),), ((),)), "none"),
        (Nonogram(((Run(2),),), ((Run(1),),)), "none"),
        (Nonogram(((Run(10**9),),), ((Run(10**9),),)), "none"),
        (Nonogram(((Run(1),), (Run(1),)), ((Run(1),), (Run(1),))), "multiple"),
        (Nonogram(((Run(None),),) * 2, ((Run(None),),) * 2), "multiple"),
        (Nonogram(((Run(2), Run(1)),), ((Run(1),),) * 3), "none"),
        (
            Nonogram(
                ((Run(2, 0), Run(1, 1)),),
                ((Run(1, 0),), (Run(1, 0),), (Run(1, 1),)),
                ("#ff0000", "#0000ff"),
            ),
            "unique",
        ),
        (
            Nonogram(((Run(1, 0),),), ((Run(1, 1),),), ("#ff0000", "#0000ff")),
            "none",
        ),
    ],
)
def test_edges_of_the_rules(puzzle: Nonogram, status: str) -> None:
    for engine in KIND.engines:
        assert enpitsu.solve(puzzle, engine=engine.name).status == status, engine.name


def test_a_second_solution_that_differs_in_colour_only() -> None:
    puzzle = Nonogram(
        ((Run(1, 0), Run(1, 1)), (Run(1, 1), Run(1, 0))),
        ((Run(1, 0), Run(1, 1)), (Run(1, 1), Run(1, 0))),
        ("#ff0000", "#0000ff"),
    )
    assert enpitsu.solve(puzzle).status == "unique"
    swapped = Nonogram(
        ((Run(1, 0), Run(1, 1)), (Run(1, 0), Run(1, 1))),
        ((Run(1, 0), Run(1, 0)), (Run(1, 1), Run(1, 1))),
        ("#ff0000", "#0000ff"),
    )
    assert enpitsu.solve(swapped).status == "none", "two runs of one colour need a gap"


@pytest.mark.parametrize("engine", [engine.name for engine in KIND.engines])
def test_limits_end_every_engine(engine: str) -> None:
    puzzle = _random_board(random.Random(3), 60, 0.4)
    result = enpitsu.solve(puzzle, engine=engine, limits=Limits(seconds=0.2))
    assert (result.status, result.reached) == ("unknown", "time")


def test_a_large_picture_is_solved_by_line_logic() -> None:
    rows = [[0 if (row - 50) ** 2 + (col - 50) ** 2 < 1600 else None for col in range(100)]
            for row in range(100)]  # fmt: skip
    puzzle = from_picture(rows)
    result = enpitsu.solve(puzzle)
    assert (result.status, result.stats.variables) == ("unique", 0)


def test_the_corpus_is_solved_as_published() -> None:
    """A third of the real puzzles (the benchmark runs them all)."""
    for record in load_corpus("nonogram")[::3]:
        text = record["text"] + "\n\n" + (record["solution"] or "")
        puzzle, answer = enpitsu.parse_with_position(text, kind="nonogram", format="grid")
        result = enpitsu.solve(puzzle)
        assert result.status == "unique", record["id"]
        if answer:
            published = frozenset(fact for fact in answer if fact.holds)
            assert result.solutions[0].facts == published, record["id"]
            assert enpitsu.check(puzzle, Position(published)) == [], record["id"]
