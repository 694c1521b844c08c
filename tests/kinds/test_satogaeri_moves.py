"""What circles have left after cheap conclusions, against brute force; and forced facts."""

from __future__ import annotations

import random
import threading
from collections import Counter
from collections.abc import Iterator

import pytest

import enpitsu
from enpitsu import Fact, Limits, Position
from enpitsu.errors import LimitReached
from enpitsu.grid import Cell, Edge, cells
from enpitsu.kinds.satogaeri.board import SatogaeriBoard
from enpitsu.kinds.satogaeri.model import Satogaeri
from enpitsu.kinds.satogaeri.moves import Moves
from enpitsu.limits import NO_LIMITS, Budget
from tests.cases import each_case
from tests.kinds.satogaeri_brute import (
    HOME,
    LINE,
    Answer,
    Way,
    edges_of,
    everything_about,
    random_puzzle,
    solutions,
    ways_of,
)

SIZES = [(1, 1), (1, 2), (2, 1), (1, 7), (7, 1), (2, 2), (2, 3), (3, 3), (3, 4), (4, 3), (4, 4)]
MOST_ANSWERS = 200


def _row(countries: str, circles: str) -> Satogaeri:
    """A board of one row: a letter for each cell's country; `o` is a circle without number."""
    found = [
        (Cell(0, col), None if sign == "o" else int(sign))
        for col, sign in enumerate(circles)
        if sign != "."
    ]
    return Satogaeri(1, len(countries), tuple(map(ord, countries)), tuple(found))


def _random_facts(rng: random.Random, puzzle: Satogaeri, answers: list[Answer]) -> list[Fact]:
    """Parts of an answer, with or without a mistake, or anything, contradictions included."""
    slots = [Fact(each, LINE) for each in edges_of(puzzle.rows, puzzle.cols)]
    slots += [Fact(cell, HOME) for cell in cells(puzzle.rows, puzzle.cols)]
    pool = [rng.choice((fact, fact.opposite)) for fact in slots]
    if answers and rng.random() < 0.7:
        pool = everything_about(puzzle, rng.choice(answers))
    facts = rng.sample(pool, min(len(pool), rng.choice((0, 1, 2, 3, 6, 12))))
    if facts and rng.random() < 0.3:
        at = rng.randrange(len(facts))
        facts[at : at + rng.randint(0, 1)] = [facts[at].opposite]
    return facts


def _positions(seed: int, count: int) -> Iterator[tuple[Satogaeri, list[Fact], list[Answer]]]:
    """Random boards with random facts, and the solutions that agree with them."""
    rng = random.Random(seed)
    while count:
        puzzle = random_puzzle(rng, *rng.choice(SIZES))
        answers = []
        for answer in solutions(puzzle):
            answers.append(answer)
            if len(answers) > MOST_ANSWERS:
                break
        else:
            facts = _random_facts(rng, puzzle, answers)
            agreeing = [a for a in answers if set(facts) <= set(everything_about(puzzle, a))]
            yield puzzle, facts, agreeing
            count -= 1


def _settled(puzzle: Satogaeri, facts: list[Fact]) -> Moves | None:
    board = SatogaeriBoard(puzzle)
    board.place(facts)
    return board.moves(NO_LIMITS.start()) if board.settle(NO_LIMITS.start()) else None


def _ways_left(moves: Moves, puzzle: Satogaeri, circle: int) -> set[Way]:
    """Where a circle may go, in the words of the brute force."""

    def cell(at: int) -> Cell:
        return Cell(*divmod(at, puzzle.cols))

    start = cell(moves.starts[circle])
    ways: set[Way] = {(start,)} if moves.stays[circle] else set()
    for ray in moves.rays(circle):
        for distance in moves.lengths[ray]:
            steps = range(1, distance + 1)
            ways.add((start, *(cell(moves.end(ray, step)) for step in steps)))
    return ways


# --- against brute force ------------------------------------------------------------------------


def test_the_moves_of_a_board_are_those_of_each_circle_alone() -> None:
    rng = random.Random(1)
    for _ in range(300):
        puzzle = random_puzzle(rng, *rng.choice(SIZES))
        moves = Moves(puzzle, NO_LIMITS.start())
        for circle, (cell, number) in enumerate(puzzle.circles):
            assert _ways_left(moves, puzzle, circle) == set(ways_of(puzzle, cell, number))


@pytest.mark.parametrize("seed", range(4))
def test_settling_keeps_every_solution(seed: int) -> None:
    seen = Counter[str]()
    for puzzle, facts, agreeing in _positions(seed, 1000):
        moves = _settled(puzzle, facts)
        if moves is None:
            assert not agreeing, (puzzle, facts)
            seen["contradiction"] += 1
            continue
        for answer in agreeing:
            for circle, way in enumerate(answer):
                assert way in _ways_left(moves, puzzle, circle), (puzzle, facts)
        if all(map(moves.is_fixed, range(moves.count))):
            assert len(agreeing) == 1, (puzzle, facts)
            seen["one move each"] += 1
        seen["open"] += len(agreeing) > 1
    assert min(seen[each] for each in ("contradiction", "one move each", "open")) > 100


@pytest.mark.parametrize("seed", range(4))
def test_counts_stay_in_step_with_the_moves(seed: int) -> None:
    for puzzle, facts, _ in _positions(100 + seed, 150):
        moves = _settled(puzzle, facts)
        if moves is None:
            continue
        enders: list[set[int]] = [set() for _ in range(moves.country_count)]
        for circle in range(moves.count):
            ends = [puzzle.country_of(way[-1]) for way in _ways_left(moves, puzzle, circle)]
            assert moves.reached[circle] == Counter(ends)
            for country in ends:
                enders[country].add(circle)
        assert moves.enders == enders


@pytest.mark.parametrize("seed", range(4))
def test_forced_facts_are_what_all_solutions_share(seed: int) -> None:
    """Over every edge and every cell, denials included."""
    seen = Counter[str]()
    for puzzle, facts, agreeing in _positions(200 + seed, 400):
        if any(fact.opposite in facts for fact in facts):
            continue  # no position can say that
        found = enpitsu.forced(puzzle, Position.of(facts))
        seen[found.status] += 1
        if agreeing:
            shared = set.intersection(*(set(everything_about(puzzle, a)) for a in agreeing))
            assert found.facts == shared, (puzzle, facts)
            assert found.status == ("unique" if len(agreeing) == 1 else "multiple")
        else:
            assert (found.status, found.facts) == ("none", frozenset()), (puzzle, facts)
    assert min(seen[each] for each in ("none", "unique", "multiple")) > 20


# --- single conclusions -------------------------------------------------------------------------


@each_case(
    ("puzzle", "facts", "ways"),
    [
        # A 0 stays; its country is taken, so the other leaves it.
        (_row("aab", "0o."), "", ["r1c1", "r1c2-r1c3"]),
        # Only one circle can come to b, and only one move of it ends there.
        (_row("aaab", "o.1."), "", ["r1c1 r1c1-r1c2", "r1c3-r1c4"]),
        # The left one goes at least so far, and nobody else comes there.
        (_row("aaaab", "o...o"), "r1c2-r1c3 line", ["r1c1-r1c3 r1c1-r1c4", "r1c5"]),
        # Either of them could bring the line, but the right one cannot leave b.
        (_row("abbb", "o..o"), "r1c2-r1c3 line", ["r1c1", "r1c4-r1c2"]),
        # Nobody can bring the line.
        (_row("aabb", "1.1."), "r1c2-r1c3 line", None),
        (_row("aabb", "o..o"), "r1c1-r1c2 line, r1c1 home", None),
        # A circle that can neither stay nor go.
        (_row("aabb", "o..o"), "r1c1-r1c2 not line, r1c1 not home", None),
        # A home closes its country, and is the end of a way.
        (_row("abbb", "o.o."), "r1c2 home", ["r1c1", "r1c3-r1c2"]),
        (_row("abbb", "o.o."), "r1c3 home", ["r1c1", "r1c3"]),
        (_row("abbb", "o.o."), "r1c2 home, r1c3 home", None),
        (_row("aabb", "o.o."), "r1c2 home", ["r1c1-r1c2", "r1c3 r1c3-r1c4"]),
        (_row("abbb", "o.o."), "r1c4 not home, r1c3 not home", ["r1c1", "r1c3-r1c2"]),
        # A circle that must move cannot be at home.
        (_row("aabb", "1.o."), "r1c1 home", None),
        # As many circles as countries, or no answer.
        (_row("aabb", "o..."), "", None),
        (_row("aaaa", "o..o"), "", None),
    ],
)
def test_conclusions(puzzle: Satogaeri, facts: str, ways: list[str] | None) -> None:
    moves = _settled(puzzle, list(Position.parse(facts)))
    if ways is None or moves is None:
        assert (ways, moves) == (None, None)
        return
    circles = range(len(puzzle.circles))
    found = [{_name(way) for way in _ways_left(moves, puzzle, circle)} for circle in circles]
    assert found == [set(each.split()) for each in ways]


def _name(way: Way) -> str:
    return str(way[0]) if len(way) == 1 else f"{way[0]}-{way[-1]}"


# --- limits -------------------------------------------------------------------------------------


class _Counting(Budget):
    """A budget that counts the looks at it, and ends at a certain one."""

    def __init__(self, last: int = -1) -> None:
        super().__init__(NO_LIMITS)
        self.looks, self._last = 0, last

    def check(self) -> None:
        self.looks += 1
        if self.looks == self._last:
            raise LimitReached("time")


def _long_rows() -> Satogaeri:
    """One circle a row and a column, each may end in any country."""
    size = 60
    circles = tuple((Cell(at, at * 7 % size), None) for at in range(size))
    return Satogaeri(size, size, tuple(at // size for at in range(size * size)), circles)


def test_the_budget_is_asked_while_moves_are_found_and_settled() -> None:
    finding, settling = _Counting(), _Counting()
    Moves(_long_rows(), finding)
    assert finding.looks >= 3
    with pytest.raises(LimitReached):
        Moves(_long_rows(), _Counting(finding.looks))
    full = Satogaeri(60, 60, tuple(range(3600)), tuple((cell, None) for cell in cells(60, 60)))
    assert Moves(full, NO_LIMITS.start()).settle(settling)
    assert settling.looks >= 3
    with pytest.raises(LimitReached):
        Moves(full, NO_LIMITS.start()).settle(_Counting(settling.looks))


def test_cancelling_ends_settling() -> None:
    cancel = threading.Event()
    cancel.set()
    result = enpitsu.solve(_long_rows(), limits=Limits(cancel=cancel))
    assert (result.status, result.reached) == ("unknown", "cancelled")


@pytest.mark.parametrize("value", ["line", "not line", "home", "not home"])
def test_marks_all_along_a_long_ray(value: str) -> None:
    """Work that grows with the square of the ray's length would take minutes."""
    cols, middle = 100_000, 50_000
    puzzle = Satogaeri(1, cols, (0,) * cols, ((Cell(0, middle), None),))
    word, holds = value.removeprefix("not "), not value.startswith("not ")
    slots: list[Cell | Edge] = [Cell(0, col) for col in range(cols)]
    if word == LINE:
        slots = [Edge(Cell(0, col), Cell(0, col + 1)) for col in range(middle)]
    moves = _settled(puzzle, [Fact(slot, word, holds) for slot in slots])
    if word == HOME:
        assert moves is None
        return
    assert moves is not None
    left, right = moves.lengths[2], moves.lengths[3]
    assert (left, right) == (([middle], []) if holds else ([], list(range(1, cols - middle))))
    assert moves.stays == [not holds]


def test_two_long_rays_towards_each_other() -> None:
    """The first one goes far: what it enters is closed to the other at once, not cell by cell."""
    cols = 100_000
    puzzle = Satogaeri(
        1, cols, (0,) * 45_000 + (1,) * 55_000, ((Cell(0, 10), 40_000), (Cell(0, cols - 10), None))
    )
    moves = _settled(puzzle, [])
    assert moves is not None
    assert moves.lengths[3] == [40_000]
    assert moves.lengths[6][-1] == cols - 10 - 45_000
